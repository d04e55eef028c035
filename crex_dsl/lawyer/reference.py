"""A reference as a rules lawyer gives it: a number, a heading, a clause or a ruling, of this edition or another."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from pydantic import BaseModel

from crex_dsl.language.diagnostics import did_you_mean, listed
from crex_dsl.lawyer.brief import Brief, ClauseBrief, RulingBrief
from crex_dsl.lawyer.letters import folded, words
from crex_dsl.lawyer.numbering import NEAR, children, in_order, near_numbers
from crex_dsl.lawyer.stems import stem

LONG = 4


class NotFound(LookupError):
    """Nothing in the rulebook goes by that reference, or too much does."""


class Elsewhere(BaseModel):
    """Another edition in which a reference was found, and what it stands for there."""

    edition: str
    numbers: list[str]
    headings: list[str]
    clauses: list[str]
    rulings: list[str]


@dataclass(frozen=True)
class Found:
    """What a reference stands for: all clauses under a number or heading, or the clause or ruling of an id.

    `number` is the printed number asked for. What this rulebook does not have in force is `abroad`, with the brief that
    has it.
    """

    clauses: list[ClauseBrief]
    rulings: list[RulingBrief]
    number: str | None = None
    elsewhere: list[Elsewhere] = field(default_factory=list)
    abroad: list[tuple[Brief, ClauseBrief | RulingBrief]] = field(default_factory=list)

    @property
    def empty(self) -> bool:
        """Whether it stands for nothing here."""
        return not self.clauses and not self.rulings


def refer(brief: Brief, reference: str) -> Found:
    """What a reference stands for in one rulebook; raises NotFound with a sentence that says what is near."""
    wanted = _wanted(reference)
    found = _called(brief, wanted)
    if not found.empty:
        return found
    if wanted in brief.gone:
        raise NotFound(f"clause `{wanted}` is not in force in {brief.name}: {brief.gone[wanted]}")
    near = _near(brief, wanted)
    if len(set(near)) == 1 and not re.match(r"\d", wanted):
        return _called(brief, folded(near[0]))
    raise NotFound(f"{brief.name} has no clause or ruling `{reference}`: {_hint(brief, wanted, near)}")


def _near(brief: Brief, wanted: str) -> list[str]:
    """The ids that begin with a reference, or else have it in them, or else the headings that do."""
    ids = [clause.id for clause in brief.clauses] + [ruling.id for ruling in brief.rulings]
    near = [name for name in ids if wanted and folded(name).startswith(wanted)]
    near = near or [name for name in ids if len(wanted) > 1 and wanted in folded(name)]
    return near or ([] if re.match(r"\d", wanted) else _speaking(brief, wanted))


def look_up(brief: Brief, others: Callable[[], Iterable[Brief]], reference: str) -> Found:
    """What a reference stands for, in one rulebook or else in the other editions; raises NotFound where in none.

    A number under which nothing is printed itself stands for those below it.
    """
    try:
        return refer(brief, reference)
    except NotFound as missed:
        wanted = _wanted(reference)
        below = children(wanted, in_order(brief, wanted))
        if below:
            return Found([], [], below[0][: len(wanted)])
        exact = [(other, there) for other in others() if not (there := _called(other, wanted)).empty]
        if exact:
            return _brought_home(brief, exact)
        if _near(brief, wanted) or re.match(r"\d", wanted):
            raise
        headings = {other.name: texts for other in others() if (texts := _speaking(other, wanted))}
        sure = [(other, headings[other.name][0]) for other in others() if len(headings.get(other.name, ())) == 1]
        if sure:
            return _brought_home(brief, [(other, _called(other, folded(heading))) for other, heading in sure])
        if not headings:
            raise
        told = [f"{_listed([f'“{text}”' for text in texts])} of {name}" for name, texts in headings.items()]
        missed.args = (f"{brief.name} has no clause or ruling `{reference}`: it could be {listed(told, 'or')}",)
        raise


def _brought_home(brief: Brief, found: Iterable[tuple[Brief, Found]]) -> Found:
    """What other editions have under a reference, as this one has it; what it has not in force is left abroad."""
    clauses: dict[str, tuple[Brief, ClauseBrief]] = {}
    rulings: dict[str, tuple[Brief, RulingBrief]] = {}
    elsewhere: list[Elsewhere] = []
    for other, there in found:
        for clause in there.clauses:
            clauses.setdefault(clause.id, (other, clause))
        for ruling in there.rulings:
            rulings.setdefault(ruling.id, (other, ruling))
        elsewhere.append(
            Elsewhere(
                edition=other.name,
                numbers=[there.number] if there.number else _numbers(there.clauses),
                headings=list(dict.fromkeys(clause.heading for clause in there.clauses)),
                clauses=[clause.id for clause in there.clauses],
                rulings=[ruling.id for ruling in there.rulings],
            )
        )
    ours = {clause.id for clause in brief.clauses} | {ruling.id for ruling in brief.rulings}
    return Found(
        [clause for clause in brief.clauses if clause.id in clauses],
        [ruling for ruling in brief.rulings if ruling.id in rulings],
        elsewhere=elsewhere,
        abroad=[
            *(pair for name, pair in clauses.items() if name not in ours),
            *(pair for name, pair in rulings.items() if name not in ours),
        ],
    )


def _numbers(clauses: Iterable[ClauseBrief]) -> list[str]:
    return list(dict.fromkeys(number for clause in clauses for number in clause.numbers))


def _wanted(reference: str) -> str:
    return folded(reference.strip()).lstrip("§ ").rstrip(".: ")


def _called(brief: Brief, wanted: str) -> Found:
    """The clause and ruling of that id (with one of its readings or without), or all under that number or heading."""
    clauses = [clause for clause in brief.clauses if folded(clause.id) == wanted]
    rulings = [ruling for ruling in brief.rulings if folded(ruling.id) == wanted.partition("=")[0]]
    if clauses or rulings:
        return Found(clauses, rulings)
    for fits in (_same, _twin, _alike):
        numbers = [number for number in brief.numbering if fits(folded(number), wanted)]
        under = [clause for clause in brief.clauses if any(number in clause.numbers for number in numbers)]
        if under:
            return Found(under, [], numbers[0] if len(numbers) == 1 else None)
    headed = [clause for clause in brief.clauses if _alike(clause.heading, wanted)]
    return Found(headed or [clause for clause in brief.clauses if _alike(clause.title, wanted)], [])


def _same(number: str, wanted: str) -> bool:
    return number == wanted


def _twin(number: str, wanted: str) -> bool:
    """Whether a number is one that the book prints several times, told apart by a letter: 4.2a for 4.2."""
    return number[:-1] == wanted and wanted[-1:].isdigit() and number[-1].isalpha()


def _alike(text: str, wanted: str) -> bool:
    """Whether two texts have the same words, whatever stands between them."""
    return bool(wanted) and _words(text) == _words(wanted)


def _words(text: str) -> list[str]:
    return [word for _, word in words(text)]


def _speaking(brief: Brief, wanted: str) -> list[str]:
    """The headings, or else our own titles, with all words asked for in a row, whatever their endings."""
    asked = _words(wanted)
    if not any(len(word) >= LONG for word in asked):
        return []
    for texts in ([clause.heading for clause in brief.clauses], [clause.title for clause in brief.clauses]):
        having = [text for text in dict.fromkeys(texts) if _has(_words(text), asked, brief.language)]
        if having:
            return having
    return []


def _has(text: list[str], asked: list[str], language: str) -> bool:
    def fits(one: str, other: str) -> bool:
        return other.startswith(one) or stem(other, language) == stem(one, language)

    places = range(len(text) - len(asked) + 1)
    return any(all(map(fits, asked, text[place : place + len(asked)])) for place in places)


def _hint(brief: Brief, wanted: str, near: list[str]) -> str:
    """What may have been meant, or where to look."""
    if re.match(r"\d", wanted):
        numbers = near_numbers(wanted, [number for clause in brief.clauses for number in clause.numbers])
        if numbers:
            return f"near it are {listed(numbers)}" if len(numbers) > 1 else f"near it is {numbers[0]}"
    if near:
        return f"it could be {_listed(near)}"
    names = [name for clause in brief.clauses for name in (clause.id, *clause.numbers)]
    hint = did_you_mean(wanted, [*names, *(ruling.id for ruling in brief.rulings), *brief.gone])
    return hint or "`crex find WORDS` searches by word"


def _listed(names: list[str]) -> str:
    """The first of some names to choose from, and how many more there are."""
    more = [f"{len(names) - NEAR} more"] if len(names) > NEAR else []
    return listed([*names[:NEAR], *more], "and" if more else "or")
