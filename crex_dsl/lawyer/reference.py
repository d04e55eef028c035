"""A reference as a rules lawyer gives it: a printed number, a clause or a ruling, in any short form that fits one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from crex_dsl.language.diagnostics import did_you_mean, listed
from crex_dsl.lawyer.brief import Brief, ClauseBrief, RulingBrief
from crex_dsl.lawyer.letters import folded

NEAR = 5


class NotFound(LookupError):
    """Nothing in the rulebook goes by that reference, or too much does."""


@dataclass(frozen=True)
class Found:
    """What a reference stands for: all clauses under a number, or the clause or ruling of an id."""

    clauses: list[ClauseBrief]
    rulings: list[RulingBrief]


def refer(brief: Brief, reference: str) -> Found:
    """What a reference stands for; raises NotFound with a sentence that says what is near."""
    wanted = folded(reference.strip()).lstrip("§ ").rstrip(".: ")
    found = _called(brief, wanted)
    if found.clauses or found.rulings:
        return found
    if wanted in brief.gone:
        raise NotFound(f"clause `{wanted}` is not in force in {brief.name}: {brief.gone[wanted]}")
    ids = [clause.id for clause in brief.clauses] + [ruling.id for ruling in brief.rulings]
    near = [name for name in ids if wanted and folded(name).startswith(wanted)]
    near = near or [name for name in ids if len(wanted) > 1 and wanted in folded(name)]
    if len(set(near)) == 1 and not wanted[0].isdigit():
        return _called(brief, folded(near[0]))
    raise NotFound(f"{brief.name} has no clause or ruling `{reference}`: {_hint(brief, wanted, near)}")


def _called(brief: Brief, wanted: str) -> Found:
    """The clause and ruling of that id, or all clauses under that number."""
    clauses = [clause for clause in brief.clauses if folded(clause.id) == wanted]
    rulings = [ruling for ruling in brief.rulings if folded(ruling.id) == wanted]
    if not clauses and not rulings:
        clauses = _under(brief, lambda number: number == wanted) or _under(brief, lambda number: _twin(number, wanted))
    return Found(clauses, rulings)


def _under(brief: Brief, fits: Callable[[str], bool]) -> list[ClauseBrief]:
    """The clauses that stand under a number that fits."""
    return [clause for clause in brief.clauses if any(fits(folded(number)) for number in clause.numbers)]


def _twin(number: str, wanted: str) -> bool:
    """Whether a number is one that the book prints several times, told apart by a letter: 4.2a for 4.2."""
    return number[:-1] == wanted and wanted[-1:].isdigit() and number[-1].isalpha()


def _hint(brief: Brief, wanted: str, near: list[str]) -> str:
    """What may have been meant, or where to look."""
    if re.match(r"\d", wanted):
        numbers = near_numbers(wanted, [number for clause in brief.clauses for number in clause.numbers])
        if numbers:
            return f"near it are {listed(numbers)}" if len(numbers) > 1 else f"near it is {numbers[0]}"
    if near:
        more = [f"{len(near) - NEAR} more"] if len(near) > NEAR else []
        return f"it could be {listed([*near[:NEAR], *more], 'and' if more else 'or')}"
    names = [name for clause in brief.clauses for name in (clause.id, *clause.numbers)]
    hint = did_you_mean(wanted, [*names, *(ruling.id for ruling in brief.rulings), *brief.gone])
    return hint or "`crex find WORDS` searches by word"


def near_numbers(wanted: str, numbers: Iterable[str]) -> list[str]:
    """The printed numbers nearest to one that is not printed: below it, else beside it, else in its chapter."""
    known = sorted(set(numbers), key=_order)
    stem = wanted
    while stem:
        below = [number for number in known if number.startswith(stem)]
        if below:
            after = [place for place, number in enumerate(below) if _order(number) > _order(wanted)]
            middle = after[0] if after else len(below)
            first = max(0, min(middle - NEAR // 2, len(below) - NEAR))
            return below[first : first + NEAR]
        stem = stem[:-1].rstrip(".")
    return []


def _order(number: str) -> list[tuple[int, str]]:
    """What puts printed numbers in their order, 9 before 10 and 3.9 before 3.10."""
    return [(int(part), "") if part.isdigit() else (0, part) for part in re.findall(r"\d+|[^\d.]+", number)]
