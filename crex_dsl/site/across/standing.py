"""Where a clause stands in each edition, as the pages across editions show it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from crex_dsl.lawyer.concordance import Status
from crex_dsl.lawyer.gist import NOWHERE
from crex_dsl.site.compendium import Compendium
from crex_dsl.site.exhibit import Link
from crex_dsl.site.page import link

_UNNUMBERED: dict[Status, str] = {"cited": "", "unprinted": "unprinted", "uncited": "not cited", "absent": NOWHERE}


@dataclass(frozen=True)
class Standing:
    """A clause in one edition: its numbers there, its place in the book if it has one, and what brings it there."""

    edition: str
    language: str
    label: str
    heading: str
    status: Status
    href: str | None
    brought: list[Link]


class Standings:
    """Finds clauses in the books of a game, for one page."""

    def __init__(self, compendium: Compendium, page: str) -> None:
        self.compendium, self.page = compendium, page
        self._clauses = {clause.id: clause for clause in compendium.concordance.clauses}

    def at(self, clause: str, edition: str) -> Standing:
        """A clause in one edition."""
        entry = self._clauses[clause].entries[edition]
        address = self.compendium.book(edition).address(clause)
        label = ", ".join(entry.numbers) or _UNNUMBERED[entry.status]
        return Standing(
            edition,
            self.compendium.index.edition(edition).language,
            "" if entry.options and entry.status == "uncited" else label,
            entry.heading,
            entry.status,
            link(self.page, address) if address else None,
            [self.choice(name) for name in entry.options],
        )

    def among(self, clause: str, editions: Iterable[str]) -> list[Standing]:
        """A clause in some editions, those that do not have it left out."""
        found = (self.at(clause, edition) for edition in editions)
        return [each for each in found if each.status != "absent"]

    def title(self, clause: str) -> str:
        """What we call a clause."""
        return self._clauses[clause].title

    def difference(self, clause: str) -> str | None:
        """The page on how editions differ in a clause, if they do."""
        target = self.compendium.difference_path(clause)
        return link(self.page, target) if clause in self.compendium.parted else None

    def choice(self, name: str) -> Link:
        """An option, or a reading in the form `RULING=READING`, with a link to where it is told."""
        ruling, mark, _ = name.partition("=")
        return self.ruling(ruling, name) if mark else Link(link(self.page, self.compendium.option_address(name)), name)

    def ruling(self, name: str, label: str) -> Link:
        """A ruling under some label, with a link to where it is told."""
        return Link(link(self.page, self.compendium.ruling_address(name)), label)

    def edition(self, edition: str) -> Link:
        """An edition, with a link to its book."""
        book = self.compendium.book(edition)
        return Link(link(self.page, book.path("index")), edition, edition, book.language, book.title)
