"""A clause as a page of a book shows it: its words, what shows it, what is open about it, and where else it stands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from markupsafe import Markup

from crex_dsl.lawyer.lookup.numbering import home_of
from crex_dsl.lawyer.records.models import VERBS, ClauseRecord, Effect, LayerChange, RulingRecord
from crex_dsl.site.content.across import Across
from crex_dsl.site.content.book import Book, Section, in_words, labelled
from crex_dsl.site.content.examples import script
from crex_dsl.site.content.game_content import GameContent
from crex_dsl.site.content.page import link
from crex_dsl.site.content.render import listing, rendered
from crex_dsl.site.content.side_files import part_file
from crex_dsl.site.content.story_view import Citation, ShownStory, shown_story, story_key
from crex_dsl.text.messages import Messages

COMMON = ("index", "course", "pieces")


@dataclass(frozen=True)
class Link:
    """A link with its label; `key` names the book that it leads to."""

    href: str
    label: str
    key: str = ""
    language: str = ""
    title: str = ""


@dataclass(frozen=True)
class ShownExample:
    """A worked example: title, numbers at which books print it, script, whether it was verified, how it is shown."""

    title: str
    numbers: str
    numbers_language: str
    script: Markup
    verified: bool
    story: ShownStory | None = None


@dataclass(frozen=True)
class Step:
    """A step of what a clause does, and how deep it stands."""

    text: str
    depth: int


@dataclass(frozen=True)
class ShownEffect:
    """One thing that a clause does, in words."""

    does: str
    phrase: str
    phrases: list[Step]


@dataclass(frozen=True)
class ClauseView:
    """A clause as a page shows it; rulings on it come with the address where each is told.

    Its words stand on the page. What belongs to it comes from the file at `part` when it is unfolded.
    """

    clause: ClauseRecord
    anchor: str
    label: str
    part: str
    language: str
    paragraphs: list[str]
    examples: list[ShownExample]
    rulings: list[tuple[str, RulingRecord]]
    touches: list[Link]
    effects: list[ShownEffect]
    also: str
    badges: list[Link]
    elsewhere: list[Link]

    @property
    def folded(self) -> list[tuple[str, int]]:
        """What is unfolded with the clause, by the names of our messages, with how many there are of it."""
        counts = {"examples": len(self.examples), "rulings": len(self.rulings), "options": len(self.touches)}
        found = [(name, count) for name, count in counts.items() if count]
        return [*found, ("does", 0)] if self.effects and not found else found

    @property
    def tries(self) -> list[ShownExample]:
        """The examples in which the clause refuses something: they can be tried."""
        return [each for each in self.examples if each.story and self.clause.id in each.story.refusing]


def key_of(book: Book) -> str:
    """The name of a book among those of its game."""
    return book.record.edition if book.own else f"{book.record.edition}/{book.language}"


def label_of(book: Book) -> str:
    """A book as a reader is offered it: by the title of its edition, without that of its game."""
    return book.brief_title if book.own else f"{book.brief_title} ({Messages(book.language)('language')})"


def paragraphs(text: str) -> list[str]:
    """The paragraphs of a text, none of them empty."""
    return [line for line in text.split("\n") if line.strip()]


class ClauseViews:
    """Shows the clauses of one book on its pages."""

    def __init__(self, content: GameContent, book: Book) -> None:
        self.content, self.book = content, book
        self.across = Across(content, book.language)
        self.say = Messages(book.language)
        self.record = book.record
        self._verified = content.verified(self.record.edition)

    def show(self, clause: ClauseRecord, section: Section, page: str) -> ClauseView:
        """A clause as it stands in a section of the page at a path."""
        book = self.book
        part = f"{book.folder}/parts/{clause.id}.js"
        shown = ClauseView(
            clause=clause,
            anchor="" if section.anchor == clause.id else clause.id,
            label="" if section.clauses[0] is clause else labelled(section.number, section.heading),
            part=link(page, part),
            language=book.language_of(clause),
            paragraphs=paragraphs(book.wording(clause)),
            examples=list(self._examples(clause, page)),
            rulings=[
                (link(page, self.across.ruling_address(name)), self.record.ruling(name)) for name in clause.rulings
            ],
            touches=list(self._touches(clause, page)),
            effects=[_shown_effect(effect) for effect in clause.effects],
            also=", ".join(each for each in clause.numbers if each != section.number),
            badges=list(self._badges(clause, page)),
            elsewhere=list(self._elsewhere(clause, page)),
        )
        html = rendered("more.html.jinja", shown=shown, say=self.say)
        self.content.side.put(part, part_file(clause.id, page.removesuffix(".md") + ".html", html))
        return shown

    def switch(self, page: str, name: str) -> list[Link]:
        """The other books, each by the page of that name, or by its first one if it has none."""
        found = []
        for other in self.content.sisters(self.book):
            names = {*COMMON, *other.appendices, *(chapter.id for chapter in other.chapters)}
            target = other.path(name if name in names else "index")
            found.append(Link(link(page, target), label_of(other), key_of(other), other.language))
        return found

    def see(self, clause: ClauseRecord, page: str) -> Link:
        """A link to where a clause stands in the book."""
        number = home_of(self.record, clause) or ""
        label = labelled(number, self.book.heading(clause))
        return Link(link(page, self.book.address(clause.id) or ""), label)

    def brief_link(self, clause: ClauseRecord, page: str) -> Link:
        """A link to where a clause stands, by its number alone where that is a figure."""
        whole = self.see(clause, page)
        number = home_of(self.record, clause) or ""
        return whole if in_words(number) else replace(whole, label=number, title=self.book.heading(clause))

    def _examples(self, clause: ClauseRecord, page: str) -> Iterator[ShownExample]:
        for example in clause.examples:
            yield ShownExample(
                example.title,
                ", ".join(example.numbers),
                self.record.base_language if any(map(in_words, example.numbers)) else self.book.language,
                listing(script(self.content.files, example.place)),
                example.place in self._verified,
                self.story(example.place, page),
            )

    def story(self, place: str, page: str, learning: bool = False) -> ShownStory | None:
        """An example as it is shown, to learners if need be; None where it comes out otherwise."""
        story = self.content.stories(self.record.edition, self.book.language).get(place)
        if story is None:
            return None
        if learning:
            story = story.for_learners()
        file = link(page, self.content.story_path(self.record.edition, place))
        key = f"{self.record.edition}/{story_key(place)}"
        drawn_in = self.record.printed_language
        return shown_story(key, file, story, drawn_in, self.say, lambda clause: self.cited(clause, page))

    def cited(self, clause: str, page: str) -> Citation | None:
        """A clause as a page cites it; None where the book does not hold it."""
        known = self.book.clauses.get(clause)
        if known is None or self.book.address(clause) is None:
            return None
        found = self.see(known, page)
        return Citation(found.href, found.label, self.brief_link(known, page).label, self.book.language)

    def _touches(self, clause: ClauseRecord, page: str) -> Iterator[Link]:
        for touch in clause.touches:
            if touch.sort == "option":
                target = self.across.option_address(touch.id)
                yield Link(link(page, target), touch.title, title=self.say(how_changed(touch)))

    def _badges(self, clause: ClauseRecord, page: str) -> Iterator[Link]:
        """One badge for all editions that play the clause otherwise, one for those that do not have it."""
        parted = self.content.parted.get(clause.id, {}).get(self.record.edition, [])
        here = {name for name, record in self.content.records.items() if any(c.id == clause.id for c in record.clauses)}
        target = link(page, self.across.difference_path(clause.id))
        for key, names in (
            ("differs", [name for name in parted if name in here]),
            ("only-here", [name for name in parted if name not in here]),
        ):
            if names:
                titles = ", ".join(self.content.book(name).brief_title for name in names)
                yield Link(target, self.say.headed(self.say(key), titles), key=key)

    def _elsewhere(self, clause: ClauseRecord, page: str) -> Iterator[Link]:
        for other in self.content.sisters(self.book):
            address = other.address(clause.id)
            if address is not None:
                theirs = other.clauses[clause.id]
                number = home_of(other.record, theirs)
                printed = self.content.index.edition(other.record.edition).language
                if number and printed != other.language:  # a translated book is cited as it is printed
                    number = Markup('<span lang="{}">{}</span>').format(printed, number)
                label = Markup("{} {}").format(label_of(other), number) if number else label_of(other)
                yield Link(link(page, address), label, key_of(other), other.language)


def how_changed(touch: LayerChange) -> str:
    """What an option does to a clause, by the name of our message: brings it, drops it, or changes it."""
    whole = {"puts it in force": "option-brings", "drops it": "option-drops", "leaves it out": "option-drops"}
    return whole.get(touch.does, "option-changes")


def _shown_effect(effect: Effect) -> ShownEffect:
    steps = [Step(text.strip(), (len(text) - len(text.lstrip())) // 4) for text in effect.phrases]
    return ShownEffect(VERBS[effect.does], effect.phrase, steps)
