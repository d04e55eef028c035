"""The concordance as a page: every clause, and where each edition prints it."""

from __future__ import annotations

from dataclasses import dataclass

from crex_dsl.site.content.across import Across
from crex_dsl.site.content.game_content import GameContent
from crex_dsl.site.content.page import Page
from crex_dsl.site.editions.clause_links import Standing, Standings, sheet


@dataclass(frozen=True)
class Row:
    """A clause in all editions, and its place in the order of each one's book."""

    id: str
    title: str
    difference: str | None
    standings: list[Standing]
    places: str

    @property
    def headings(self) -> str:
        """All its headings, to be found by."""
        return " · ".join(dict.fromkeys(each.heading for each in self.standings))


def concordance_page(across: Across) -> Page:
    """The concordance of a game, in the order of the default edition's book."""
    content, standings = across.content, Standings(across, across.path("concordance"))
    editions = [edition.id for edition in content.editions]
    orders = [_order(content, edition) for edition in editions]
    rows = [
        Row(
            clause,
            standings.title(clause),
            standings.difference(clause),
            [standings.at(clause, edition) for edition in editions],
            " ".join(str(order[clause]) for order in orders),
        )
        for clause in orders[0]
    ]
    return sheet(across, "concordance", rows=rows, editions=[standings.edition(each) for each in editions])


def _order(content: GameContent, edition: str) -> dict[str, int]:
    """The place of every clause in the order of an edition's book."""
    sorted_copy = content.concordance.model_copy(deep=True)
    sorted_copy.sort_by(edition)
    return {clause.id: place for place, clause in enumerate(sorted_copy.clauses)}
