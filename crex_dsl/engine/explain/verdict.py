"""Verdicts on actions: what speaks for and against one, with the conditions and values that decide.

Whoever may not know everything gets answers of three kinds: so, not so, and hidden (None).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from crex_dsl.text.grammar.functions import Tree
from crex_dsl.text.locale import listed
from crex_dsl.text.messages import said

if TYPE_CHECKING:
    from crex_dsl.engine.game import Game


def negation(one: bool | None) -> bool | None:
    """The contrary of what may be hidden."""
    return None if one is None else not one


def both(*parts: bool | None) -> bool | None:
    """Whether all hold: not if one does not, whatever is hidden."""
    return False if False in parts else None if None in parts else True


def either(parts: Iterable[bool | None]) -> bool | None:
    """Whether one holds: so if one does, whatever is hidden."""
    return negation(both(*(negation(part) for part in parts)))


@dataclass(frozen=True)
class Reason:
    """One thing that decides: the clause, the condition as written and as a phrase, the values in it and what its names
    stand for.

    `holds` tells whether the condition is so as it is written, without a `not` that was put before it; None where that
    rests on something hidden.
    """

    clause: str
    condition: str
    values: tuple[tuple[str, str], ...] = ()
    names: tuple[tuple[str, str], ...] = field(default=(), compare=False)
    holds: bool | None = field(default=True, compare=False)
    phrase: Tree = field(default=("always",), compare=False)  # which a grammar says

    def __str__(self) -> str:
        facts = (f"{name} is {value}" for name, value in self.values)
        told = ", ".join(fact for fact in facts if fact != self.condition)
        return f"{self.condition} ({told})" if told else self.condition

    @property
    def denied(self) -> str:
        """The reason as what is not so."""
        told = str(self)
        return told.removeprefix("not ") if told.startswith("not ") else f"not {told}"

    @property
    def written(self) -> str:
        """The condition as its rule file has it."""
        return self.condition.removeprefix("not ")


@dataclass(frozen=True)
class Lift:
    """An exception to a prohibition: by which clause, whether it holds (None: hidden), and why or why not."""

    clause: str
    holds: bool | None
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True)
class Finding:
    """One permission or prohibition, whether it holds (None: hidden), why or why not, and the exceptions to it."""

    clause: str
    holds: bool | None
    reasons: tuple[Reason, ...] = ()
    lifts: tuple[Lift, ...] = ()

    @property
    def lifted_by(self) -> tuple[str, ...]:
        """The clauses that lift a prohibition."""
        return tuple(lift.clause for lift in self.lifts if lift.holds)

    @property
    def stands(self) -> bool | None:
        """Whether it holds and nothing lifts it; None where that is hidden."""
        return both(self.holds, negation(either(lift.holds for lift in self.lifts)))


@dataclass(frozen=True)
class Answer:
    """Everything that speaks for and against one instance of an action, as somebody may know it: clauses and moment.

    Where the moment refuses it, `not_asked` says how, and `asking` is the clause that asks for something else or has
    ended the game.  `untold` says what could not be weighed, since it is hidden from whoever asks.
    """

    action: str
    asked: bool
    actor: str | None
    clause: str = ""
    not_asked: str | None = None
    asking: str = ""
    out_of_range: str | None = None
    untold: str | None = None
    permits: tuple[Finding, ...] = ()
    forbids: tuple[Finding, ...] = ()
    citations: dict[str, str] = field(default_factory=dict)

    @property
    def legal(self) -> bool:
        """Whether it may be taken now: it is asked for, and the clauses permit it."""
        return self.asked and self.permitted is True

    @property
    def permitted(self) -> bool | None:
        """Whether the clauses permit it, asked or not; None where that rests on something hidden."""
        if self.out_of_range is not None:
            return False
        opposed = either(forbid.stands for forbid in self.forbids)
        weighed = both(self.covered, negation(opposed), None if self.untold else True)
        return True if weighed is None and self.asked else weighed  # what one is asked for is permitted, whyever

    @property
    def covered(self) -> bool | None:
        """Whether some permission covers it; None where that is hidden."""
        return either(permit.holds for permit in self.permits)

    @property
    def moment(self) -> str | None:
        """How the moment refuses it, and whether it is the moment alone; None where it is asked for."""
        if self.permitted and self.not_asked:
            return said("the clauses permit it, but {why}", why=self.not_asked)
        return self.not_asked

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses that permit it where it is legal; else those that refuse it or may, last that of the moment."""
        if self.legal:
            return tuple(dict.fromkeys(permit.clause for permit in self.permits if permit.holds))
        found = [self.clause] if self.out_of_range else []
        found += [forbid.clause for forbid in self.forbids if forbid.stands is not False]
        if not self.permits:
            found.append(self.clause)
        if not self.covered:
            for permit in self.permits:
                found += [reason.clause for reason in permit.reasons]
                found.append(permit.clause)
        return tuple(dict.fromkeys(clause for clause in [*found, self.asking] if clause))

    def __bool__(self) -> bool:
        return self.legal

    def __str__(self) -> str:
        parts: list[str] = []
        if self.moment:
            parts.append(self.moment)
        if self.out_of_range:
            parts.append(self.out_of_range)
        if not self:
            parts += self._against()
        if not parts:
            permits = [self.cited(permit.clause) for permit in self.permits if permit.holds is not False]
            return f"{self.action} is permitted by {listed(dict.fromkeys(permits))}"
        return "; ".join(parts)

    def _against(self) -> Iterator[str]:
        """What stands against it, or may, for all that whoever asks can know."""
        if self.untold:
            yield self.untold
        for forbid in self.forbids:
            if forbid.stands is not False:
                why = "; ".join(str(reason) for reason in forbid.reasons)
                verb = "forbids" if forbid.stands else "may forbid"
                yield f"{self.cited(forbid.clause)} {verb} it" + (f": {why}" if why else "")
        if self.covered or self.action == "done":
            return
        if not self.permits and self.clause:
            yield "no clause permits it"
        for permit in self.permits:
            why = "; ".join(
                (reason.denied if permit.holds is False else str(reason))
                + (f", by {self.cited(reason.clause)}" if reason.clause != permit.clause else "")
                for reason in permit.reasons
            )
            verb = "does not permit" if permit.holds is False else "may permit"
            yield f"{self.cited(permit.clause)} {verb} it" + (f": {why}" if why else "")

    def cited(self, clause: str) -> str:
        """A clause as the edition cites it."""
        return self.citations.get(clause, clause)


def citation(game: Game, clause: str) -> str:
    """A clause's id with the numbers under which the edition prints it."""
    row = game.clauses.get(clause)
    return f"{clause} ({row.number})" if row and row.number else clause
