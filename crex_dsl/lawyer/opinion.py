"""An opinion: all that bears on what a reference stands for, in this edition and the others."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import BaseModel

from crex_dsl.lawyer.brief import Brief, ClauseBrief, RulingBrief
from crex_dsl.lawyer.counterparts import Counterpart, Words, counterpart, words_in
from crex_dsl.lawyer.numbering import Standing, standing
from crex_dsl.lawyer.reference import Elsewhere, Found


class Use(BaseModel):
    """A clause that uses what another declares: by which names, or as which exceptions."""

    id: str
    numbers: list[str]
    heading: str
    names: list[str]


class ClauseOpinion(ClauseBrief):
    """A clause as one rulebook has it: the one that was asked about, or the first that has it in force.

    With the other editions, the clauses that use it, and its words in another language if those were asked for.
    """

    edition: str
    editions: list[Counterpart]
    used_by: list[Use]
    words: Words | None


class RulingOpinion(RulingBrief):
    """A ruling of one rulebook: the one that was asked about, or the first that has it."""

    edition: str


class Opinion(BaseModel):
    """The clauses that a reference stands for, the rulings on them, and the rulings asked for.

    `numbers` tells where the numbers asked for stand, `elsewhere` which other editions have the reference where this
    one has not.
    """

    reference: str
    elsewhere: list[Elsewhere]
    numbers: list[Standing]
    clauses: list[ClauseOpinion]
    rulings: list[RulingOpinion]


def opinion_on(brief: Brief, others: Sequence[Brief], found: Found, reference: str, language: str | None) -> Opinion:
    """All that bears on what was found; with words in the language named, or what only others have in ours."""
    clauses = [(brief, clause) for clause in found.clauses]
    clauses += [(other, each) for other, each in found.abroad if isinstance(each, ClauseBrief)]
    rulings = [(book, book.ruling(name)) for book, clause in clauses for name in clause.rulings]
    rulings += [(brief, ruling) for ruling in found.rulings]
    rulings += [(other, each) for other, each in found.abroad if isinstance(each, RulingBrief)]
    return Opinion(
        reference=reference,
        elsewhere=found.elsewhere,
        numbers=_standings(brief, found),
        clauses=[
            _clause(
                book, [other for other in [brief, *others] if other.edition != book.edition], clause, language or away
            )
            for book, clause in clauses
            for away in [None if book is brief else brief.language]
        ],
        rulings=list({each.id: RulingOpinion(**dict(each), edition=book.name) for book, each in rulings}.values()),
    )


def _standings(brief: Brief, found: Found) -> list[Standing]:
    """Where the number asked for stands, or all numbers of the clauses found."""
    numbers = [number for clause in found.clauses for number in clause.numbers]
    return [standing(brief, number) for number in dict.fromkeys([found.number] if found.number else numbers)]


def _clause(brief: Brief, others: Sequence[Brief], clause: ClauseBrief, language: str | None) -> ClauseOpinion:
    return ClauseOpinion(
        **dict(clause),
        edition=brief.name,
        editions=[counterpart(brief, other, clause) for other in others],
        used_by=[
            Use(id=each.id, numbers=each.numbers, heading=each.heading, names=each.uses[clause.id])
            for each in brief.clauses
            if clause.id in each.uses
        ],
        words=None if language is None else words_in(language, brief, others, clause),
    )
