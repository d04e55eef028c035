"""A witness: a position that shows how two rulebooks differ in a clause; the best are kept, and played again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from pydantic import BaseModel

from crex_dsl.engine.game import Game
from crex_dsl.engine.run.position import Position

Sort = Literal["allowed", "outcome", "thing"]
FEW = 3  # pieces of memory by which outcomes are told apart
_ORDER = {"allowed": 0, "thing": 1, "outcome": 2}


class RulebookAccount(BaseModel):
    """What one rulebook says of the position: where it prints the clause, what is legal or happens, and why.

    `only` are the actions that are legal here and not there; `clauses` are those that permit the witness's action or
    stand against it, for which `why` gives the conditions.
    """

    rulebook: str
    numbers: list[str]
    legal: bool | None
    only: list[str] = []
    lines: list[str]
    clauses: list[str] = []
    why: list[str] = []


class Witness(BaseModel):
    """A position, how to get there, and what two rulebooks make of it.

    Only one of them allows the action, or it ends elsewhere (with other `memory`), or only one has a thing. The
    position arose under the rulebook `played`, in a game begun with `seed`, after so many decisions, of which the last
    `forced` left no choice.
    `checked` tells whether the other rulebook as a whole was asked; where it could not be, the witness speaks of that
    clause exchanged alone, with what it cannot do without in the clauses `along`.
    """

    clause: str
    title: str
    about: list[str]
    along: list[str] = []
    sort: Sort
    played: str
    seed: int = 0
    after: int = 0
    forced: int = 0
    decisions: list[str] = []
    who: str
    question: str
    action: str
    text: str
    chance: list[str] = []
    memory: list[str] = []
    scene: list[str]
    first: RulebookAccount
    second: RulebookAccount
    checked: bool

    @property
    def hunk(self) -> str:
        """The name of the hunk that it speaks of."""
        return f"{self.clause}: {', '.join(self.about)}"

    @property
    def kind(self) -> tuple[str, ...]:
        """Two witnesses of one kind show much the same: one hunk, one action, refused for the same reasons."""
        allows = "" if self.first.legal is None else "first" if self.first.legal else "second"
        against = self.second.why if self.first.legal else self.first.why
        action = self.action.partition("(")[0]
        if self.sort != "allowed":
            return (self.hunk, self.sort, action, *(self.memory if len(self.memory) <= FEW else ["much"]))
        counts = () if against else (str(len(self.first.only)), str(len(self.second.only)))
        return (self.hunk, self.sort, action, allows, *against, *counts)

    @property
    def subject(self) -> str:
        """With which thing the action is done, or else where."""
        first, *_ = self.action.rstrip(")").partition("(")[2].split(", ")
        return first

    @property
    def rank(self) -> tuple[bool, int, int, int]:
        """What makes one witness better than another: checked, plain to see, soon reached."""
        return (not self.checked, _ORDER[self.sort], self.after, self.seed)


@dataclass
class BestWitnesses:
    """What has been found so far of the clauses sought, and in how many games of either rulebook."""

    sought: Sequence[str]
    each: int = 1  # how many of a kind are kept, each about another thing
    games: int = 0
    kinds: dict[tuple[str, ...], list[Witness]] = field(default_factory=dict)

    def add(self, witness: Witness) -> bool:
        """Keep a witness if it is better than those that are there; whether it is."""
        known = self.kinds.setdefault(witness.kind, [])
        rivals = [one for one in known if one.subject == witness.subject] or known[self.each - 1 :]
        if any(one.rank <= witness.rank for one in rivals):
            return False
        known[:] = sorted([*(one for one in known if one not in rivals), witness], key=lambda one: one.rank)
        return True

    @property
    def witnesses(self) -> list[Witness]:
        """Everything that is kept, in the order of the clauses sought, the best first."""
        place = {clause: number for number, clause in enumerate(self.sought)}
        kept = [witness for known in self.kinds.values() for witness in known]
        return sorted(kept, key=lambda one: (place[one.clause], one.rank, one.kind))

    @property
    def best(self) -> dict[str, Witness]:
        """By clause, its best witness."""
        found: dict[str, Witness] = {}
        for witness in self.witnesses:
            found.setdefault(witness.clause, witness)
        return found

    @property
    def missing(self) -> list[str]:
        """The clauses sought that have no witness yet."""
        found = {known[0].clause for known in self.kinds.values()}
        return [clause for clause in self.sought if clause not in found]

    @property
    def ways(self) -> dict[str, int]:
        """By hunk, in how many ways it has been witnessed."""
        found: dict[str, int] = {}
        for known in self.kinds.values():
            found[known[0].hunk] = found.get(known[0].hunk, 0) + 1
        return found


def retraced(game: Game, witness: Witness) -> Position:
    """The position of a witness in the game that it arose in, to be saved, explained or played on.

    Where the last decisions left no choice, and would be taken by themselves, its past begins with it.
    """
    if not witness.forced:
        return game.replay(witness.seed, witness.decisions)
    *free, last = witness.decisions[: len(witness.decisions) - witness.forced]
    position = game.replay(witness.seed, free)
    position._forcing = False
    for decision in (last, *witness.decisions[len(free) + 1 :]):
        position.take(decision)
    found = position.from_here()
    found._forcing = True
    return found
