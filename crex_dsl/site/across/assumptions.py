"""The assumptions as a page: everything that rests on what no book says."""

from __future__ import annotations

from dataclasses import dataclass

from crex_dsl.lawyer.docket import Assumption
from crex_dsl.site.across.sheet import sheet
from crex_dsl.site.across.standing import Standing, Standings
from crex_dsl.site.compendium import Compendium
from crex_dsl.site.exhibit import Link
from crex_dsl.site.page import Page


@dataclass(frozen=True)
class ShownAssumption:
    """What is assumed, why, and where it matters: a ruling by its link, a clause by its numbers."""

    sort: str
    name: str
    ruling: Link | None
    reason: str
    editions: list[str]
    standings: list[Standing]
    place: str


def assumptions_page(compendium: Compendium) -> Page | None:
    """All assumptions of a game; nothing where nothing is assumed."""
    found = compendium.docket.assumptions
    if not found:
        return None
    standings = Standings(compendium, compendium.path("assumptions"))
    return sheet(
        compendium,
        "assumptions",
        "Assumptions",
        assumptions=[_shown(compendium, standings, each) for each in found],
        editions=[edition.id for edition in compendium.editions],
    )


def _shown(compendium: Compendium, standings: Standings, each: Assumption) -> ShownAssumption:
    editions = [edition.id for edition in compendium.editions if edition.id in each.editions]
    asked = next((question.asks for question in compendium.docket.questions if question.id == each.id), each.id)
    titled = standings.title(each.clause) if each.clause else each.id
    return ShownAssumption(
        each.sort,
        f"{titled}: {each.id}" if each.sort == "table" and each.clause else titled,
        standings.ruling(each.id, asked) if each.sort == "ruling" else None,
        each.reason,
        editions,
        standings.among(each.clause, editions) if each.clause else [],
        each.place,
    )
