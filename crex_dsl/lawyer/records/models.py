"""A record: everything that a rules lawyer looks up in one rulebook, as plain data that can be kept."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel

from crex_dsl.rulebook.selection.selection import Reading
from crex_dsl.text.messages import listed_as_said, said

Sort = Literal[
    "table",
    "memory",
    "value",
    "definition",
    "adjusts",
    "action",
    "permits",
    "forbids",
    "excepts",
    "trigger",
    "procedure",
]


DOES: dict[str, str] = {
    "table": "lists",
    "memory": "remembers",
    "value": "sets",
    "definition": "defines",
    "action": "offers",
    "trigger": "happens",
    "procedure": "runs",
}


VERBS = {
    "adjusts": "does-adjusts",
    "defines": "does-defines",
    "excepts": "does-excepts",
    "forbids": "does-forbids",
    "happens": "does-happens",
    "lists": "does-lists",
    "offers": "does-offers",
    "permits": "does-permits",
    "remembers": "does-remembers",
    "runs": "does-runs",
    "sets": "does-sets",
}


def verb(does: str) -> str:
    """What a clause does, as it is said."""
    return said(VERBS[does])


class BookHead(BaseModel):
    """Which rulebook it is: a game under one edition with its options."""

    game: str
    title: str
    edition: str
    options: list[str]
    language: str

    @property
    def name(self) -> str:
        """The rulebook's name: the edition and what is taken with it."""
        return " + ".join([self.edition, *self.options])


class Absence(BaseModel):
    """Why a clause is not in force: a message of ours, the layers that it names, and the place."""

    why: str
    layers: list[str] = []
    place: str = ""

    def __str__(self) -> str:
        return said(self.why, layers=listed_as_said(self.layers, "or"), place=self.place)


class Effect(BaseModel):
    """One thing that a clause does, and the steps that it runs: in the words of its rule file, and as phrases.

    Effects of one shape do the same, whatever they call their parameters and wherever they stand.
    """

    sort: Sort
    name: str
    text: str
    steps: list[str] = []
    phrase: str = ""
    phrases: list[str] = []
    about: str = ""  # of a value or definition, what is asked
    answer: str = ""  # and what this case of it answers
    english: str = ""  # where the phrases are in another language, those by which books in several are compared
    english_steps: list[str] = []
    english_about: str = ""
    english_answer: str = ""
    shape: str = ""
    place: str

    @property
    def does(self) -> str:
        """What it is to do such a thing, as a verb."""
        return DOES.get(self.sort, self.sort)

    def told(self, english: bool) -> tuple[str, list[str]]:
        """Its phrase and those of its steps, in English where that is asked."""
        return (self.english, self.english_steps) if english and self.english else (self.phrase, self.phrases)

    def answered(self, english: bool) -> tuple[str, str]:
        """Of a value or definition, what is asked and what is answered, in English where that is asked."""
        return (self.english_about, self.english_answer) if english and self.english else (self.about, self.answer)


class ExampleRecord(BaseModel):
    """A worked example by its title, where books print it, and the layers in force here for which it has checks."""

    title: str
    numbers: list[str]
    under: list[str] = []
    place: str


class ReadingRecord(Reading):
    """One reading of a ruling: what the words say, what we take, and which of them is in force here."""

    in_force: bool

    @property
    def marks(self) -> list[str]:
        """What there is to know about the reading, in words; being in force only where another one is taken."""
        return [*super().marks, "in force"] if self.in_force and not self.taken else super().marks


class RulingRecord(BaseModel):
    """A question that the book leaves open, and its readings."""

    id: str
    asks: str
    assumed: str | None
    on: list[str]
    layer: str
    readings: list[ReadingRecord]
    place: str


class LayerChange(BaseModel):
    """An option, or a reading of a ruling, that changes a clause: what it says, what it does, whether it is taken."""

    sort: Literal["option", "reading"]
    id: str
    title: str
    does: str
    taken: bool


class ClauseHead(BaseModel):
    """A clause by its id and title, and as the edition prints it."""

    id: str
    title: str
    numbers: list[str]
    heading: str


class ActiveClause(ClauseHead):
    """A clause in force: whether the edition prints it, and its words."""

    status: Literal["cited", "unprinted", "missing"]
    wording: str

    @property
    def number(self) -> str:
        """Where the edition prints it."""
        return ", ".join(self.numbers) or (said("status-unprinted") if self.status == "unprinted" else "")


class ClauseRecord(ActiveClause):
    """A clause in force: how the edition prints it, what it says and does, what shows it and what is open about it.

    It is touched by the options and readings that change it, and uses names that other clauses declare. What it `says`
    in our words is also `spoken` in the language of the record, as far as the rule files have it.
    """

    language: str
    says: str
    spoken: str
    mark: str | None
    assumed: str | None
    layer: str
    place: str
    effects: list[Effect]
    examples: list[ExampleRecord]
    rulings: list[str]
    touches: list[LayerChange] = []
    uses: dict[str, list[str]] = {}


class SleepingRecord(ClauseHead):
    """A clause that is off: how the edition prints it all the same, and the options that put it in force there."""

    options: list[str]


class TermRecord(BaseModel):
    """A term of the glossary with its forms in one language."""

    id: str
    language: str
    forms: list[str]
    place: str


class ChapterRecord(BaseModel):
    """A chapter of the edition's book, and the numbers that it holds with all below them."""

    id: str
    title: str
    at: list[str]


class SheetRecord(BaseModel):
    """A table on the player aid in a language; its first row is its head, and rows may begin with an icon."""

    id: str
    language: str
    title: str
    rows: list[tuple[str, list[str]]]


class LessonRecord(BaseModel):
    """A lesson in a language: paragraphs, and titles of examples between them."""

    id: str
    language: str
    title: str
    parts: list[tuple[Literal["text", "example"], str]]


class RulebookRecord(BookHead):
    """One edition with its options: its clauses and rulings in order, its terms, its things, and what is not in force.

    What is gone is told by clause, and what sleeps with the options that wake it. Things are told by kind, by id and by
    attribute, their names and all kinds that they are of by kind and id; printed numbers stand in the order in which
    the edition is written. The player aid holds clauses that stand together.
    """

    base_language: str
    printed_language: str
    clauses: list[ClauseRecord]
    rulings: list[RulingRecord]
    terms: list[TermRecord]
    things: dict[str, dict[str, dict[str, str]]]
    gone: dict[str, Absence]
    asleep: list[SleepingRecord] = []
    names: dict[str, dict[str, str]] = {}
    kinds: dict[str, dict[str, list[str]]] = {}
    numbering: list[str] = []
    chapters: list[ChapterRecord] = []
    aid: list[list[str]] = []
    sheets: list[SheetRecord] = []
    lessons: list[LessonRecord] = []

    def ruling(self, name: str) -> RulingRecord:
        """The ruling of that id."""
        return next(ruling for ruling in self.rulings if ruling.id == name)
