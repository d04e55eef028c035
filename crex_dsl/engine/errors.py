"""Mistakes that a caller can make and faults that rules can show, each with a sentence that helps."""

from __future__ import annotations

from collections.abc import Sequence

from crex_dsl.text.messages import apart, said
from crex_dsl.text.truncation import bounded

MOST_TOLD = 3  # of what is missing, to whoever reads a sentence


class CrexError(Exception):
    """The root of everything that the engine raises on purpose, in a sentence that echoes little."""

    def __init__(self, *args: object) -> None:
        super().__init__(*(bounded(arg) if isinstance(arg, str) else arg for arg in args))


class IllegalAction(CrexError):
    """The action is not legal now; `clauses` names the clauses that stand against it."""

    def __init__(self, message: str, clauses: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.clauses = tuple(clauses)


class NoDecision(CrexError):
    """Nobody has to decide: the game is over, idle, or waits for chance."""


class UnknownName(CrexError, LookupError):
    """The game has no action, player, thing or memory of that name."""


class NotCounted(CrexError):
    """The game was not loaded to count what its clauses do."""


class NotWatched(CrexError):
    """The game was not loaded to be watched."""


class RuleFault(CrexError):
    """The rules break a promise of their own in this position; `clause` is where."""

    def __init__(self, message: str, clause: str) -> None:
        super().__init__(message)
        self.clause = clause


class NotLaidOut(CrexError):
    """A scenario does not go with what was named for it."""


class SaveError(CrexError, ValueError):
    """The save is damaged, or belongs to other rules."""


class NoCounterpart(CrexError):
    """Something in the position does not exist under the other rulebook; `missing` lists it, `things` by name."""

    def __init__(self, missing: Sequence[str], things: Sequence[str] = ()) -> None:
        more = [said("and {count} more", count=len(missing) - MOST_TOLD)] if len(missing) > MOST_TOLD else []
        told = apart([*missing[:MOST_TOLD], *more])
        super().__init__(said("the position cannot be carried over: {missing}", missing=told))
        self.missing, self.things = tuple(missing), tuple(things)
