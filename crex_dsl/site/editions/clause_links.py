"""Where a clause stands in each edition, and how pages across editions are shelved."""

from __future__ import annotations

import shlex
from collections.abc import Iterable
from dataclasses import dataclass

from crex_dsl.lawyer.compare.change_lines import NOWHERE
from crex_dsl.lawyer.compare.concordance import Status
from crex_dsl.lawyer.lookup.numbering import home_of
from crex_dsl.site.content.across import Across
from crex_dsl.site.content.book import labelled
from crex_dsl.site.content.clause_view import Link
from crex_dsl.site.content.example_steps import Story
from crex_dsl.site.content.game_content import GameContent
from crex_dsl.site.content.page import Page, link
from crex_dsl.site.content.render import rendered
from crex_dsl.site.content.story_view import Citation, ShownStory, shown_story, story_key
from crex_dsl.text.messages import Messages


def sheet(across: Across, name: str, **values: object) -> Page:
    """A page of a game that belongs to no edition, under the title and by the template of its name."""
    say, game, path = across.say, across.content.index.title, across.path(name)
    others = other_languages(across, name)
    text = rendered(
        f"across/{name}.md.jinja", title=say(name), game=game, say=say, told=across.told, others=others, **values
    )
    return Page(path, say(name), text, across.language, shelf=(game, say("across")), across=True)


def other_languages(across: Across, name: str) -> list[Link]:
    """The same page of a game in the other languages of its books."""
    here = across.path(name)
    return [
        Link(link(here, Across(across.content, each).path(name)), Messages(each)("language"), language=each)
        for each in across.content.languages
        if each != across.language
    ]


def story_across(across: Across, edition: str, place: str, page: str, story: Story | None = None) -> ShownStory | None:
    """An example as a page shows it under an edition: as it is told there, or as a `story` tells it."""
    content = across.content
    told = story or content.stories(edition, across.language).get(place)
    if told is None:
        return None
    book = content.book(edition)
    titles = {clause.id: clause.title for clause in content.concordance.clauses}
    steps = [  # a procedure goes by the title of its clause
        step.model_copy(update={"text": across.title(step.clause)}) if step.text == titles.get(step.clause) else step
        for step in told.steps
    ]

    def cite(clause: str) -> Citation | None:
        address = book.address(clause)
        if address is None:
            return None
        known = book.clauses[clause]
        label = labelled(home_of(book.record, known) or "", book.heading(known))
        return Citation(link(page, address), label, label, book.language)

    key, file = f"{edition}/{story_key(place)}", link(page, content.story_path(edition, place))
    return shown_story(key, file, told.model_copy(update={"steps": steps}), book.language, across.say, cite)


def command(content: GameContent, verb: str, *words: str) -> str:
    """A command line about the game, with its rule files; it is named where it is not the one that is meant anyway."""
    rules = [part for path in content.rules for part in ("--rules", shlex.quote(path.as_posix()))]
    game = () if content.index.default else ("-g", content.game)
    return " ".join(["crex", verb, *rules, *game, *words])


# What stands for the number of a clause that has none, by the names of our messages.
_UNNUMBERED: dict[Status, str] = {"unprinted": "standing-unprinted", "uncited": "standing-uncited"}


@dataclass(frozen=True)
class Standing:
    """A clause in one edition: its numbers there, its place in the book if it has one, and what brings it there."""

    edition: str
    title: str
    language: str
    label: str
    heading: str
    heading_language: str
    status: Status
    href: str | None
    brought: list[Link]


class Standings:
    """Finds clauses in the books of a game, for one page."""

    def __init__(self, across: Across, page: str) -> None:
        self.across, self.content, self.page = across, across.content, page
        content = across.content
        self._clauses = {clause.id: clause for clause in content.concordance.clauses}

    def at(self, clause: str, edition: str) -> Standing:
        """A clause in one edition."""
        entry = self._clauses[clause].entries[edition]
        address = self.content.book(edition).address(clause)
        unnumbered = self.across.say(_UNNUMBERED[entry.status]) if entry.status in _UNNUMBERED else NOWHERE
        label = ", ".join(entry.numbers) or unnumbered
        ours = entry.status != "cited" and entry.heading == self._clauses[clause].title
        return Standing(
            edition,
            self.content.book(edition).brief_title,
            self.content.index.edition(edition).language,
            "" if entry.options and entry.status == "uncited" else label,
            self.across.title(clause) if ours else entry.heading,
            self.across.language if ours else self.content.index.edition(edition).language,
            entry.status,
            link(self.page, address) if address else None,
            [self.choice(name) for name in entry.options],
        )

    def among(self, clause: str, editions: Iterable[str]) -> list[Standing]:
        """A clause in some editions, those that do not have it left out."""
        found = (self.at(clause, edition) for edition in editions)
        return [each for each in found if each.status != "absent"]

    def title(self, clause: str) -> str:
        """What a clause is called in the language of the page."""
        return self.across.title(clause)

    def difference(self, clause: str) -> str | None:
        """The page on how editions differ in a clause, if they do."""
        target = self.across.difference_path(clause)
        return link(self.page, target) if clause in self.content.parted else None

    def choice(self, name: str) -> Link:
        """An option, or a reading in the form `RULING=READING`, with a link to where it is told."""
        ruling, mark, _ = name.partition("=")
        return self.ruling(ruling, name) if mark else Link(link(self.page, self.across.option_address(name)), name)

    def ruling(self, name: str, label: str) -> Link:
        """A ruling under some label, with a link to where it is told."""
        return Link(link(self.page, self.across.ruling_address(name)), label)

    def edition(self, edition: str) -> Link:
        """An edition, with a link to its book."""
        book = self.content.book(edition)
        return Link(link(self.page, book.path("index")), book.brief_title, edition, book.language, book.title)
