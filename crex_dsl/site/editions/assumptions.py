"""The assumptions as a page: everything that rests on what no book says."""

from __future__ import annotations

from dataclasses import dataclass

from crex_dsl.lawyer.compare.open_questions import Assumption
from crex_dsl.site.content.across import Across
from crex_dsl.site.content.clause_view import Link
from crex_dsl.site.content.page import Page
from crex_dsl.site.editions.clause_links import Standing, Standings, sheet


@dataclass(frozen=True)
class ShownAssumption:
    """What is assumed, why, and where it matters: a ruling by its link, a clause by its numbers."""

    assumption: Assumption
    name: str
    ruling: Link | None
    editions: list[str]
    titles: list[str]
    standings: list[Standing]


def assumptions_page(across: Across) -> Page | None:
    """All assumptions of a game; nothing where nothing is assumed."""
    found = across.open_questions.assumptions
    if not found:
        return None
    standings = Standings(across, across.path("assumptions"))
    return sheet(
        across,
        "assumptions",
        assumptions=[_shown_assumption(across, standings, each) for each in found],
        editions=[standings.edition(edition.id) for edition in across.content.editions],
    )


def _shown_assumption(across: Across, standings: Standings, each: Assumption) -> ShownAssumption:
    content = across.content
    editions = [edition.id for edition in content.editions if edition.id in each.editions]
    asked = next((question.asks for question in across.open_questions.questions if question.id == each.id), each.id)
    titled = standings.title(each.clause) if each.clause else each.id
    return ShownAssumption(
        each,
        f"{titled}: {across.kind(each.id)}" if each.sort == "table" and each.clause else titled,
        standings.ruling(each.id, asked) if each.sort == "ruling" else None,
        editions,
        [content.book(edition).brief_title for edition in editions],
        standings.among(each.clause, editions) if each.clause else [],
    )
