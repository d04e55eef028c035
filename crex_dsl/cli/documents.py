"""The JSON answers, as models: a program that reads one can rely on its version."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel

from crex_dsl.lab.balance.balance import Balance
from crex_dsl.lab.comparison.compare import Comparison
from crex_dsl.lab.odds.odds import Odds
from crex_dsl.lab.odds.what_if import WhatIf
from crex_dsl.lab.simulation.clause_coverage import Covered
from crex_dsl.lab.simulation.summary import Fault, Summary
from crex_dsl.lab.tuning.tuning import Tuning
from crex_dsl.lawyer.compare.concordance import Concordance
from crex_dsl.lawyer.compare.difference import Change, Levelling, RulingDifference, Tally, ThingDifference
from crex_dsl.lawyer.compare.open_questions import Assumption, Question
from crex_dsl.lawyer.lookup.answer import LookupAnswer
from crex_dsl.lawyer.records.layer_sheet import RulebookSheet
from crex_dsl.lawyer.records.models import BookHead, ExampleRecord, RulebookRecord
from crex_dsl.lawyer.search.search import Hit
from crex_dsl.lawyer.why.legality import ElsewhereJudgement, Inquiry, Judgement
from crex_dsl.lawyer.why.trace import Trace
from crex_dsl.lawyer.witness_search.witness import Witness
from crex_dsl.rulebook.selection.selection import EditionInfo, OptionInfo, RulingInfo
from crex_dsl.system.json_document import Document


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


class RulebookDocument(Document):
    """What `crex show --json` answers: the whole rulebook, or the clauses asked for."""

    rulebook: RulebookSheet


# ---- crex clause, crex find ----
class BookDocument(BookHead, Document):
    """An answer about one rulebook."""

    @classmethod
    def about(cls, record: RulebookRecord) -> dict[str, Any]:
        """What names the rulebook of a brief."""
        return record.model_dump(include=set(BookHead.model_fields))


class ClauseDocument(LookupAnswer, BookDocument):
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
class Side(BookHead):
    """One of two rulebooks, and the options that only its edition takes."""

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
    examples: list[ExampleRecord]


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


# ---- crex balance ----
class BalanceDocument(Document):
    """What `crex balance --json` answers, and the command that gives the same answer if no bot thinks by the clock."""

    crex: str
    command: str
    balance: Balance


# ---- crex tune ----
class TuneDocument(Document):
    """What `crex tune --json` answers: the weights, the games behind them, and the file where accepted ones stand."""

    tuning: Tuning
    faults: list[Fault]
    written: str | None


# ---- crex odds ----
class OddsDocument(Document):
    """What `crex odds --json` answers: the same scene under each rulebook, or by each answer that is legal now.

    Where a save has no counterpart under some of them, the scene alone is `laid_out` anew under all.
    """

    rulebooks: list[Odds]
    laid_out: bool
    what_if: WhatIf | None


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
    payoffs: dict[str, int] | None
    lines: list[HappenedLine]


class SavedGame(BaseModel):
    """A saved game: where and when it was saved, under which rules, who plays, and where play stands for all."""

    file: str
    when: str
    game: str
    title: str
    edition: str
    options: list[str]
    seats: dict[str, str]
    decisions: int
    over: bool
    stands: str


class SavesDocument(Document):
    """What `crex saves --json` answers: the saved games, the latest first."""

    saves: list[SavedGame]


# ---- crex diff --witness ----
class WitnessesDocument(Document):
    """What was found of positions that show how two rulebooks differ: the best of each clause, and what has none."""

    game: str
    first: str
    second: str
    games: int
    witnesses: list[Witness]
    missing: list[str]
