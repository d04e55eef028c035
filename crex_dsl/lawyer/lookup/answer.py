"""An opinion: all that bears on what a reference stands for, in this edition and the others."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import BaseModel

from crex_dsl.lawyer.lookup.counterparts import Counterpart, Telling, Words, counterpart, words_in
from crex_dsl.lawyer.lookup.numbering import Standing, standing
from crex_dsl.lawyer.lookup.reference import Elsewhere, Found
from crex_dsl.lawyer.records.models import ClauseRecord, RulebookRecord, RulingRecord


class Use(BaseModel):
    """A clause that uses what another declares: by which names, or as which exceptions."""

    id: str
    numbers: list[str]
    heading: str
    names: list[str]


class ClauseAnswer(ClauseRecord):
    """A clause as one rulebook has it: the one that was asked about, or the first that has it in force.

    With the other editions, the clauses that use it, and its words in another language if those were asked for.
    """

    edition: str
    editions: list[Counterpart]
    used_by: list[Use]
    words: Words | None


class RulingAnswer(RulingRecord):
    """A ruling of one rulebook: the one that was asked about, or the first that has it."""

    edition: str


class LookupAnswer(BaseModel):
    """The clauses that a reference stands for, the rulings on them, and the rulings asked for.

    `numbers` tells where the numbers asked for stand, `elsewhere` which other editions have the reference where this
    one has not.
    """

    reference: str
    elsewhere: list[Elsewhere]
    numbers: list[Standing]
    clauses: list[ClauseAnswer]
    rulings: list[RulingAnswer]


def lookup_answer(
    record: RulebookRecord,
    others: Sequence[RulebookRecord],
    told: Telling,
    found: Found,
    reference: str,
    language: str | None,
) -> LookupAnswer:
    """All that bears on what was found; with words in the language named, or what only others have in ours."""
    clauses = [(record, clause) for clause in found.clauses]
    clauses += [(other, each) for other, each in found.abroad if isinstance(each, ClauseRecord)]
    rulings = [(book, book.ruling(name)) for book, clause in clauses for name in clause.rulings]
    rulings += [(record, ruling) for ruling in found.rulings]
    rulings += [(other, each) for other, each in found.abroad if isinstance(each, RulingRecord)]
    return LookupAnswer(
        reference=reference,
        elsewhere=found.elsewhere,
        numbers=_standings(record, found),
        clauses=[
            _clause(
                book,
                [other for other in [record, *others] if other.edition != book.edition],
                told,
                clause,
                language or away,
            )
            for book, clause in clauses
            for away in [None if book is record else record.language]
        ],
        rulings=list({each.id: RulingAnswer(**dict(each), edition=book.name) for book, each in rulings}.values()),
    )


def _standings(record: RulebookRecord, found: Found) -> list[Standing]:
    """Where the number asked for stands, or all numbers of the clauses found."""
    numbers = [number for clause in found.clauses for number in clause.numbers]
    return [standing(record, number) for number in dict.fromkeys([found.number] if found.number else numbers)]


def _clause(
    record: RulebookRecord,
    others: Sequence[RulebookRecord],
    told: Telling,
    clause: ClauseRecord,
    language: str | None,
) -> ClauseAnswer:
    return ClauseAnswer(
        **dict(clause),
        edition=record.name,
        editions=[counterpart(record, other, clause, told) for other in others],
        used_by=[
            Use(id=each.id, numbers=each.numbers, heading=each.heading, names=each.uses[clause.id])
            for each in record.clauses
            if clause.id in each.uses
        ],
        words=None if language is None else words_in(language, record, others, clause),
    )
