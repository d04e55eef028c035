"""Where a clause stands in each edition, and how pages across editions are shelved."""

from __future__ import annotations

import shlex
from collections.abc import Iterable
from dataclasses import dataclass

from crex_dsl.lawyer.compare.change_lines import NOWHERE
from crex_dsl.lawyer.compare.concordance import Status
from crex_dsl.site.content.clause_view import Link
from crex_dsl.site.content.game_content import GameContent
from crex_dsl.site.content.page import Page, link
from crex_dsl.site.content.render import rendered
from crex_dsl.text.messages import OWN, Messages

SHELF = Messages(OWN)("across")


def sheet(content: GameContent, name: str, title: str, **values: object) -> Page:
    """A page of a game that belongs to no edition, laid out by the template of its name."""
    text = rendered(f"across/{name}.md.jinja", title=title, game=content.index.title, say=Messages(OWN), **values)
    return Page(content.path(name), title, text, shelf=(content.index.title, SHELF))


def command(content: GameContent, verb: str, *words: str) -> str:
    """A command line about the game, with its rule files; it is named where it is not the one that is meant anyway."""
    rules = [part for path in content.rules for part in ("--rules", shlex.quote(path.as_posix()))]
    game = () if content.index.default else ("-g", content.game)
    return " ".join(["crex", verb, *rules, *game, *words])


_UNNUMBERED: dict[Status, str] = {"cited": "", "unprinted": "unprinted", "uncited": "not cited", "absent": NOWHERE}


@dataclass(frozen=True)
class Standing:
    """A clause in one edition: its numbers there, its place in the book if it has one, and what brings it there."""

    edition: str
    title: str
    language: str
    label: str
    heading: str
    status: Status
    href: str | None
    brought: list[Link]


class Standings:
    """Finds clauses in the books of a game, for one page."""

    def __init__(self, content: GameContent, page: str) -> None:
        self.content, self.page = content, page
        self._clauses = {clause.id: clause for clause in content.concordance.clauses}

    def at(self, clause: str, edition: str) -> Standing:
        """A clause in one edition."""
        entry = self._clauses[clause].entries[edition]
        address = self.content.book(edition).address(clause)
        label = ", ".join(entry.numbers) or _UNNUMBERED[entry.status]
        return Standing(
            edition,
            self.content.book(edition).brief_title,
            self.content.index.edition(edition).language,
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
        target = self.content.difference_path(clause)
        return link(self.page, target) if clause in self.content.parted else None

    def choice(self, name: str) -> Link:
        """An option, or a reading in the form `RULING=READING`, with a link to where it is told."""
        ruling, mark, _ = name.partition("=")
        return self.ruling(ruling, name) if mark else Link(link(self.page, self.content.option_address(name)), name)

    def ruling(self, name: str, label: str) -> Link:
        """A ruling under some label, with a link to where it is told."""
        return Link(link(self.page, self.content.ruling_address(name)), label)

    def edition(self, edition: str) -> Link:
        """An edition, with a link to its book."""
        book = self.content.book(edition)
        return Link(link(self.page, book.path("index")), book.brief_title, edition, book.language, book.title)
