"""One edition with its options, checked and typed: everything that the engine and the lawyers work from."""

from __future__ import annotations

from dataclasses import field
from typing import Literal

from crex_dsl.language.diagnostics import Diagnostic
from crex_dsl.language.source import Span
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.declarations.scope import World
from crex_dsl.rulebook.layers.draft import Citation, RulingDraft
from crex_dsl.rulebook.selection.selection import STANDARD, Selection
from crex_dsl.rulebook.terms.types import Entity, Kind
from crex_dsl.rulebook.translation.inflection import Noun


class ClauseTerm(Entity):
    """A clause in force: what is cited, traced and documented."""

    id: str
    title: str
    layer: str
    span: Span
    mark: str | None
    says: str
    spoken: str  # the same in the language that the rulebook speaks, as far as the rule files have it
    assumed: str | None
    citation: Citation | None
    wording: str | None
    language: str  # of its wording, or else of what it says

    @property
    def numbers(self) -> list[str]:
        """Where the edition prints it."""
        return list(self.citation.at) if self.citation else []

    @property
    def status(self) -> Literal["cited", "unprinted", "missing"]:
        """Whether the edition prints it, does not, or has not been asked."""
        return "cited" if self.numbers else "unprinted" if self.citation else "missing"

    @property
    def heading(self) -> str:
        """The heading that the edition prints, or our own title."""
        return (self.citation.titled if self.citation else None) or self.title


class CountTerm(Entity):
    """What a measure counts: an event, when a condition holds, each time by a number; and where it is kept."""

    event: t.Action | t.Procedure
    when: t.Term | None
    by: t.Term
    kept: t.State
    span: Span


class MeasureTerm(Entity):
    """A statistic worth counting; where it counts what happens, only in games that are watched.

    One of them `pays`: it is what players have got when a game ends.
    """

    name: str
    title: str
    params: tuple[t.Var, ...]
    of: t.Term
    each: str | None
    counts: CountTerm | None = None
    pays: bool = False


class ScenarioTerm(Entity):
    """A named set-up, the procedure that it begins, and what is told of its end.

    `refused` says with what it cannot be laid out.
    `found` says what its parameters are where the procedure is running already, None where nobody can say.
    """

    name: str
    title: str
    params: tuple[t.Var, ...]
    given: tuple[t.Step, ...]
    begin: t.Procedure
    args: tuple[t.Term, ...]
    refused: tuple[t.TextCase, ...] = ()
    found: dict[t.Var, t.Term] | None = None
    outcome: tuple[t.TextCase, ...] = ()
    measures: list[MeasureTerm] = field(default_factory=list)


class PreferenceTerm(Entity):
    """What a policy prefers (or avoids), when, and by which number."""

    prefer: bool
    action: t.Action
    when: t.Term | None
    by: t.Term | None


class PolicyTerm(Entity):
    """A simple way to play."""

    name: str
    title: str
    preferences: list[PreferenceTerm]


class WeightTerm(Entity):
    """One thing that counts for a side's standing, so many times; below nothing where it counts against it."""

    title: str
    number: int
    of: t.Term
    said: tuple[str, Span]  # by which layer, and where


class WorthTerm(Entity):
    """A side's estimate of its standing: after which stage it is looked at, by which policy play goes on till then."""

    definition: t.Definition
    each: str | None
    policy: str | None
    weights: list[WeightTerm]

    @property
    def readings(self) -> list[MeasureTerm]:
        """What counts, each thing by itself as a measure; no measure of a rule file has such a name."""
        return [
            MeasureTerm(f"worth {number}", weight.title, self.definition.params, weight.of, self.each)
            for number, weight in enumerate(self.weights, 1)
        ]


class StatusTerm(Entity):
    """What is said of a stage where play stands, or to a player, who is the subject then: each text when it holds."""

    name: str
    layer: str
    subject: t.Var | None
    lines: list[t.TextCase]


class SuccessesTerm(Entity):
    """Which of the dice that an action or procedure rolls are hits: those up to a number; and the words for them."""

    of: t.Action | t.Procedure
    most: t.Term
    forms: tuple[str, ...]


class PictureTerm(Entity):
    """How the things of a kind are drawn: properties by name, fixed texts, or terms and live texts over the thing.

    Some of them mean a term of the glossary.
    """

    kind: Kind
    subject: t.Var
    properties: dict[str, str | t.Term | t.Template]
    meanings: dict[str, str]


class ChartTerm(Entity):
    """A procedure that is drawn as a chart, and those whose inside is drawn where it calls them."""

    procedure: t.Procedure
    opens: tuple[t.Procedure, ...]


class OutlineTerm(Entity):
    """A part of the board that is no thing of the game: the points around it, in the coordinates of pictures."""

    name: str
    points: list[tuple[int, int]]


class SheetTerm(Entity):
    """A table on the player aid: rows of cells with their values in them, and the icon that each begins with."""

    id: str
    language: str
    title: str
    rows: list[tuple[str, list[str]]]


class LessonTerm(Entity):
    """A lesson: paragraphs with their values in them, and titles of examples, in the order in which they come."""

    id: str
    language: str
    title: str
    parts: list[tuple[Literal["text", "example"], str]]


class ChapterTerm(Entity):
    """A chapter of the edition's book: its id, its title, and the numbers that stand in it with all below them."""

    id: str
    title: str
    at: list[str]


class DeedTerm(Entity):
    """A scripted step of an example: who, what, and the chance that it meets."""

    who: int
    action: t.Action | None
    args: tuple[int, ...]
    chance: list[tuple[str, ...]]
    span: Span


class BeginTerm(Entity):
    """A procedure begun by an example."""

    procedure: t.Procedure
    args: tuple[t.Term, ...]
    chance: list[tuple[str, ...]]
    span: Span


class CheckTerm(Entity):
    """What an example observes: holds, legal, refused, next, won or drawn."""

    sort: str
    span: Span
    layers: list[str]
    term: t.Term | None = None
    who: int = 0
    action: t.Action | None = None
    args: tuple[int, ...] = ()
    citing: list[str] = field(default_factory=list)
    thing: tuple[Kind, int] | None = None
    winners: int = 0


class ExampleTerm(Entity):
    """A worked example: set-ups, deeds and checks in order."""

    title: str
    clauses: list[str]
    at: list[str]
    layer: str
    source: list[str]
    options: list[str]
    span: Span
    parts: list[tuple[t.Step, ...] | SetUpTerm | BeginTerm | DeedTerm | CheckTerm]


class SetUpTerm(Entity):
    """A scenario laid out by an example."""

    scenario: ScenarioTerm
    args: tuple[t.Term, ...]
    span: Span


class Rulebook(Entity):
    """A game under one edition, its options and readings."""

    selection: Selection
    title: str
    chain: list[str]
    language: str  # in which it speaks
    printed_language: str  # in which the edition's book is
    base_language: str
    world: World
    begins: t.Procedure
    clauses: dict[str, ClauseTerm]
    rulings: list[RulingDraft]
    measures: list[MeasureTerm]
    worth: WorthTerm | None
    scenarios: dict[str, ScenarioTerm]
    policies: list[PolicyTerm]
    status: dict[str, StatusTerm]
    hits: dict[str, SuccessesTerm]
    pictures: list[PictureTerm]
    charts: list[ChartTerm]
    chapters: list[ChapterTerm]
    aid: list[list[str]]
    glossary: dict[str, dict[str, list[str]]]
    examples: list[ExampleTerm]
    nouns: dict[Kind, dict[int, Noun]]
    kind_nouns: dict[str, Noun]
    phrases: dict[str, str]  # what names of the rules stand for, in its language, by their signatures
    english_phrases: dict[str, str]  # and in English, by which books in several languages are compared
    warnings: list[Diagnostic]
    citations: dict[str, Citation]
    outlines: list[OutlineTerm]
    sheets: list[SheetTerm]
    lessons: list[LessonTerm]

    @property
    def names(self) -> dict[Kind, dict[int, str]]:
        """How things are called, where they have a name besides their ids."""
        return {kind: {index: noun.text for index, noun in things.items()} for kind, things in self.nouns.items()}

    @property
    def readings(self) -> list[MeasureTerm]:
        """Everything that can be read off a position: the measures, and what counts for a side's standing."""
        return [*self.measures, *([] if self.worth is None else self.worth.readings)]

    def missing_citations(self) -> list[str]:
        """The clauses in force that the edition neither cites nor calls unprinted."""
        if self.selection.edition == STANDARD:
            return []
        return [c.id for c in self.clauses.values() if c.mark != "wording" and c.citation is None]

    def missing_wordings(self) -> list[str]:
        """The clauses without words in the edition's language."""
        return [
            c.id
            for c in self.clauses.values()
            if c.mark != "wording" and not c.wording and not (c.says and self.language == c.language)
        ]
