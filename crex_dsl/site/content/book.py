"""A book of the site: one edition in one language, its clauses in chapters, each under the number it is printed at."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from crex_dsl.lawyer.lookup.numbering import chapter_of, holds, home_of, ordered
from crex_dsl.lawyer.records.models import ClauseRecord, LessonRecord, RulebookRecord, SheetRecord, TermRecord
from crex_dsl.text.messages import capital

_Spoken = TypeVar("_Spoken", LessonRecord, SheetRecord)

UNPRINTED = "unprinted"
UNCHAPTERED = "rules"
_UNFIT = re.compile(r"[\s\"'<>&#%]+")


@dataclass
class Section:
    """A number of the book with a heading: the clauses that stand there, and those that stand elsewhere too.

    A number in words is a heading itself: `above` names its anchor in the first section that stands below it.
    """

    number: str
    heading: str
    anchor: str
    clauses: list[ClauseRecord] = field(default_factory=list)
    see: list[ClauseRecord] = field(default_factory=list)
    above: str = ""
    depth: int = 2

    @property
    def label(self) -> str:
        """The section in a list of contents."""
        return labelled(self.number, self.heading)


@dataclass
class Chapter:
    """A chapter of the book, its sections in the order of their numbers."""

    id: str
    title: str
    number: str
    path: str
    sections: list[Section]


class Book:
    """One edition in one language: its own, or that in which the base is worded."""

    def __init__(self, record: RulebookRecord, title: str, language: str) -> None:
        self.record, self.title, self.language = record, title, language
        own = language == record.printed_language
        self.folder = f"{record.game}/{record.edition}" if own else f"{record.game}/{record.edition}/{language}"
        self.own = own
        self.clauses = {clause.id: clause for clause in record.clauses}
        self._homes = {clause.id: home_of(record, clause) for clause in record.clauses}
        self.chapters = [chapter for chapter in self._chapters() if chapter.sections]
        self._addresses = {
            clause.id: (f"{chapter.path}#{section.anchor}" if place == 0 else f"{chapter.path}#{clause.id}")
            for chapter in self.chapters
            for section in chapter.sections
            for place, clause in enumerate(section.clauses)
        }

    @property
    def brief_title(self) -> str:
        """The title of the edition without that of its game."""
        rest = self.title.removeprefix(self.record.title).lstrip(" ,.:–-")
        return capital(rest) if rest else self.title

    def path(self, name: str) -> str:
        """The path of one of the book's pages."""
        return f"{self.folder}/{name}.md"

    @property
    def appendices(self) -> list[str]:
        """The names of the pages around the chapters: lessons, player aid and glossary only where it has them."""
        there = {"learn": self.lessons, "aid": self.record.aid, "terms": True, "glossary": self.terms}
        return [name for name, them in there.items() if them]

    @property
    def terms(self) -> list[TermRecord]:
        """The terms of the game in the language of the book."""
        return [term for term in self.record.terms if term.language == self.language and term.forms]

    @property
    def lessons(self) -> list[LessonRecord]:
        """The lessons in the language of the book, else in that of the base."""
        return _in_language(self.record.lessons, self.language, self.record.base_language)

    @property
    def sheets(self) -> list[SheetRecord]:
        """The tables of the player aid in the language of the book, else in that of the base."""
        return _in_language(self.record.sheets, self.language, self.record.base_language)

    def address(self, clause: str) -> str | None:
        """Where a clause stands: the path of its chapter and its anchor."""
        return self._addresses.get(clause)

    def heading(self, clause: ClauseRecord) -> str:
        """The heading of a clause in the language of the book."""
        return clause.heading if self.own else clause.title

    def wording(self, clause: ClauseRecord) -> str:
        """What a clause says in the language of the book."""
        return clause.wording if self.own else clause.spoken

    def language_of(self, clause: ClauseRecord) -> str:
        """The language in which a clause is worded here: that of the book, or that of the base for want of it."""
        return clause.language if self.own else self.language

    def _chapters(self) -> Iterator[Chapter]:
        """The chapters as the edition has them, then what stands in none, then what is not printed."""
        known = self._numbers()
        for chapter in self.record.chapters:
            figures = [number for number in chapter.at if not in_words(number)]
            title = chapter.title if self.own else chapter.id.replace("-", " ").capitalize()
            inside = [each for each in known if chapter_of(self.record, each) is chapter]
            numbers = dict.fromkeys(each for stem in chapter.at for each in inside if holds(stem, each, known))
            yield self._chapter(chapter.id, title, figures[0] if figures else "", numbers)
        yield self._chapter(UNCHAPTERED, "", "", [each for each in known if chapter_of(self.record, each) is None])
        idle = [clause for clause in self.record.clauses if not clause.numbers]
        sections = [Section("", self.heading(clause), clause.id, [clause]) for clause in _worded_first(idle)]
        yield Chapter(UNPRINTED, "", "", self.path(UNPRINTED), sections)

    def _chapter(self, name: str, title: str, number: str, numbers: Iterable[str]) -> Chapter:
        return Chapter(name, title, number, self.path(name), list(self._sections(numbers)))

    def _numbers(self) -> list[str]:
        """All printed numbers: those in figures in their order, then those in words as the edition has them."""
        known = self.record.numbering
        return [
            *ordered(number for number in known if not in_words(number)),
            *(number for number in known if in_words(number)),
        ]

    def _sections(self, numbers: Iterable[str]) -> Iterator[Section]:
        """The sections of a chapter: clauses with one number and one heading stand together."""
        taken: set[str] = set()
        for number in numbers:
            under = [clause for clause in self.record.clauses if number in clause.numbers]
            away = [clause for clause in under if self._homes[clause.id] != number]
            groups: dict[str, list[ClauseRecord]] = {}
            for clause in under:
                if clause not in away:
                    groups.setdefault(self.heading(clause), []).append(clause)
            if away and not groups:
                groups[number if in_words(number) else self.heading(away[0])] = []
            sections = [Section(number, heading, _first(clauses), clauses) for heading, clauses in groups.items()]
            if not sections:
                continue
            sections[-1].see = away
            anchor = anchor_of(number)
            if in_words(number):
                _put_below(sections, number, anchor)
            elif anchor not in taken:
                sections[0].anchor = anchor
                taken.add(anchor)
            yield from sections


def _in_language(them: Sequence[_Spoken], language: str, other: str) -> list[_Spoken]:
    own = [each for each in them if each.language == language]
    return own or [each for each in them if each.language == other]


def _first(clauses: list[ClauseRecord]) -> str:
    return clauses[0].id if clauses else ""


def _put_below(sections: list[Section], number: str, anchor: str) -> None:
    """Put sections below their number in words, which is the heading of the one that has no other."""
    sections.sort(key=lambda section: section.heading != number)
    if sections[0].heading == number:
        sections[0].anchor = anchor
    else:
        sections[0].above = anchor
    for section in sections:
        section.depth = 2 if section.heading == number else 3


def _worded_first(clauses: list[ClauseRecord]) -> list[ClauseRecord]:
    return sorted(clauses, key=lambda clause: clause.mark == "wording")


def in_words(number: str) -> bool:
    """Whether a printed number is no figure but the name of a place in the book."""
    return not number[:1].isdigit()


def labelled(number: str, heading: str) -> str:
    """A heading as a link to it reads: with its number, unless that is in words."""
    return heading if in_words(number) else f"{number} {heading}"


def anchor_of(number: str) -> str:
    """A printed number as an anchor."""
    return _UNFIT.sub("-", number).strip("-")
