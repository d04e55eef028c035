"""The JSON answers, as models: a program that reads one can rely on its version."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel

from crex_dsl.lab.compare import Comparison
from crex_dsl.lab.coverage import Covered
from crex_dsl.lab.odds import Odds
from crex_dsl.lab.summary import Summary
from crex_dsl.lawyer.brief import Brief, ExampleBrief
from crex_dsl.lawyer.concordance import Concordance
from crex_dsl.lawyer.difference import Change, Levelling, RulingDifference, Tally, ThingDifference
from crex_dsl.lawyer.docket import Assumption, Question
from crex_dsl.lawyer.opinion import Opinion
from crex_dsl.lawyer.parting.witness import Witness
from crex_dsl.lawyer.search import Hit
from crex_dsl.lawyer.trace import Trace
from crex_dsl.lawyer.why import ElsewhereJudgement, Inquiry, Judgement
from crex_dsl.rulebook.selection import EditionInfo, OptionInfo, RulingInfo


class Document(BaseModel):
    """A whole answer; the version changes when a field is renamed, removed or means something else."""

    version: Literal[1, 2] = 1


# ---- crex editions, crex options ----
class GameEditions(BaseModel):
    """The editions of a game."""

    game: str
    title: str
    default: bool
    default_edition: str
    editions: list[EditionInfo]


class EditionsDocument(Document):
    """What `crex editions --json` answers."""

    games: list[GameEditions]


class GameOptions(BaseModel):
    """What can be chosen in a game, or in one edition of it."""

    game: str
    title: str
    edition: str | None
    options: list[OptionInfo]
    rulings: list[RulingInfo]


class OptionsDocument(Document):
    """What `crex options --json` answers."""

    games: list[GameOptions]


# ---- crex show ----
class Said(BaseModel):
    """A piece of rule text: which layer says it, in which clause and place; what stands in its way or before it.

    Of a value's cases and adjustments `why` says what puts them in their turn.
    """

    text: str
    layer: str
    clause: str
    place: str
    overridden: str | None = None
    yields: str | None = None
    why: str | None = None


class Step(BaseModel):
    """What one layer did to a clause, and what it says there."""

    layer: str
    did: str
    place: str
    says: list[Said] = []


class ValueSheet(BaseModel):
    """A value or definition: its cases in the order in which they are asked, and what is done to the figure afterwards.

    The verdict says which case wins, and why; there is none where only one thing is said.
    """

    name: str
    type: str
    open: bool
    cases: list[Said]
    adjustments: list[Said]
    verdict: str | None = None


class ReadingSheet(BaseModel):
    """A ruling on a clause: the question, the reading in force, and what that rests on."""

    ruling: str
    asks: str
    reading: str
    reason: str
    place: str


class ClauseSheet(BaseModel):
    """Everything about one clause in one rulebook."""

    id: str
    title: str
    numbers: list[str]
    heading: str
    status: Literal["cited", "unprinted", "missing"]
    wording: str
    mark: str | None
    assumed: str | None
    layer: str
    place: str
    history: list[Step]
    values: list[ValueSheet]
    touched: list[Said]
    readings: list[ReadingSheet] = []


class RulebookSheet(BaseModel):
    """Every clause of one rulebook in order, and what became of those that are not in force."""

    game: str
    title: str
    edition: str
    options: list[str]
    language: str
    clauses: list[ClauseSheet]
    gone: dict[str, str]


class RulebookDocument(Document):
    """What `crex show --json` answers: the whole rulebook, or the clauses asked for."""

    rulebook: RulebookSheet


# ---- crex clause, crex find ----
class BookDocument(Document):
    """An answer about one rulebook."""

    game: str
    title: str
    edition: str
    options: list[str]
    language: str

    @classmethod
    def about(cls, brief: Brief) -> dict[str, Any]:
        """What names the rulebook of a brief."""
        return brief.model_dump(include={"game", "title", "edition", "options", "language"})


class ClauseDocument(Opinion, BookDocument):
    """What `crex clause --json` answers: the clauses, the rulings on them, and the rulings asked for."""


class FindDocument(BookDocument):
    """What `crex find --json` answers: the editions searched, how much was found, and the hits, best first.

    The rulebook is the one that is meant where none is named; what it says goes first. The unknown words are those
    that nothing speaks of.
    """

    query: str
    editions: list[str]
    unknown: list[str]
    found: int
    hits: list[Hit]


# ---- crex diff, crex concordance ----
class Side(BaseModel):
    """One of two rulebooks, and the options that only its edition takes."""

    game: str
    title: str
    edition: str
    options: list[str]
    language: str
    offers: list[str]


class PrintedClause(BaseModel):
    """A clause as one of two rulebooks prints it."""

    numbers: list[str]
    heading: str
    status: str
    wording: str
    language: str
    place: str


class DifferingClause(BaseModel):
    """A clause in both rulebooks, with nothing of what it does but what differs."""

    id: str
    title: str
    first: PrintedClause | None
    second: PrintedClause | None
    changes: list[Change]
    rests_on: list[str]
    rulings: list[RulingDifference]
    examples: list[ExampleBrief]


class DiffDocument(Document):
    """What `crex diff --json` answers: the two rulebooks, all differences in figures, and those asked for."""

    version: Literal[2] = 2
    first: Side
    second: Side
    tally: Tally
    levelled: list[Levelling]
    clauses: list[DifferingClause]
    things: list[ThingDifference]


class ConcordanceDocument(Document):
    """What `crex concordance --json` answers: every clause, and where the editions asked for print it."""

    concordance: Concordance


# ---- crex rulings, crex assumed ----
class RulingsDocument(Document):
    """What `crex rulings --json` answers: the questions that the books leave open, or those asked for."""

    game: str
    title: str
    rulings: list[Question]


class AssumedDocument(Document):
    """What `crex assumed --json` answers: everything marked as assumed."""

    game: str
    title: str
    assumptions: list[Assumption]


# ---- crex why, crex trace ----
class WhyDocument(Document):
    """What `crex why --json` answers: the question, the answer here and elsewhere, and what can change nothing."""

    game: str
    title: str
    question: Inquiry
    here: Judgement
    elsewhere: list[ElsewhereJudgement]
    indifferent: list[str]


class TraceDocument(Document):
    """What `crex trace --json` answers: the last decisions, each with all that it set off."""

    game: str
    title: str
    edition: str
    options: list[str]
    side: str | None
    decisions: list[Trace]


# ---- crex simulate ----
class SimulationDocument(Document):
    """What `crex simulate --json` answers; coverage only where it was counted."""

    summary: Summary
    coverage: list[Covered] | None


# ---- crex compare ----
class CompareDocument(Document):
    """What `crex compare --json` answers, and the command that gives the same answer if no bot thinks by the clock."""

    crex: str
    command: str
    comparison: Comparison


# ---- crex odds ----
class OddsDocument(Document):
    """What `crex odds --json` answers: the same scene under each rulebook."""

    rulebooks: list[Odds]


# ---- crex check ----
class Finding(BaseModel):
    """A mistake or warning, in which game, and under which selections (none: whatever is selected)."""

    game: str | None
    severity: str
    message: str
    clause: str | None
    hint: str | None
    file: str | None
    line: int | None
    column: int | None
    end_line: int | None
    end_column: int | None
    also: list[dict[str, Any]]
    example: str | None = None
    rendered: str
    selections: list[str]


class EditionCount(BaseModel):
    """How far one edition is done; nothing is counted where it does not build."""

    game: str
    edition: str
    clauses: int | None
    cited: int | None
    unprinted: int | None
    absent: int | None
    missing_citations: list[str]
    missing_wordings: list[str]
    examples_passed: int
    examples_failed: int
    examples_changed: int  # those of the books that come out otherwise in a house edition
    selections: int


class CheckDocument(Document):
    """What `crex check --json` answers."""

    ok: bool
    editions: list[EditionCount]
    findings: list[Finding]


# ---- crex replay ----
class HappenedLine(BaseModel):
    """One thing that happened: at which moment, who did it (none: chance or the rules), by which clause."""

    moment: int
    who: str | None
    text: str
    clause: str
    numbers: list[str]
    forced: bool


class ReplayDocument(Document):
    """What `crex replay --json` answers: a game from its opening to where it stands, as one side saw it or whole.

    Moments are decisions, or what a side was told one after the other.
    """

    game: str
    edition: str
    options: list[str]
    side: str | None
    moments: int
    over: bool
    result: str | None
    lines: list[HappenedLine]


# ---- crex diff --witness ----
class WitnessesDocument(Document):
    """What was found of positions that show how two rulebooks differ: the best of each clause, and what has none."""

    game: str
    first: str
    second: str
    games: int
    witnesses: list[Witness]
    missing: list[str]
