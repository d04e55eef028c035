"""A witness: a position that shows how two rulebooks differ in a clause, with what each of them makes of it."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel

Sort = Literal["allowed", "outcome", "thing"]
FEW = 3  # pieces of memory by which outcomes are told apart
_ORDER = {"allowed": 0, "thing": 1, "outcome": 2}


class Telling(BaseModel):
    """What one rulebook says of the position: where it prints the clause, what is legal or happens, and why.

    `only` are the actions that are legal here and not there; `clauses` are those that permit the witness's action or
    stand against it, for which `why` gives the conditions.
    """

    rulebook: str
    numbers: list[str]
    legal: bool | None
    only: list[str]
    lines: list[str]
    clauses: list[str]
    why: list[str]


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
    along: list[str]
    sort: Sort
    played: str
    seed: int
    after: int
    forced: int
    decisions: list[str]
    who: str
    question: str
    action: str
    text: str
    chance: list[str]
    memory: list[str]
    scene: list[str]
    first: Telling
    second: Telling
    checked: bool

    @property
    def strand(self) -> str:
        """The name of the strand that it speaks of."""
        return f"{self.clause}: {', '.join(self.about)}"

    @property
    def kind(self) -> tuple[str, ...]:
        """Two witnesses of one kind show much the same: one strand, one action, refused for the same reasons."""
        allows = "" if self.first.legal is None else "first" if self.first.legal else "second"
        against = self.second.why if self.first.legal else self.first.why
        action = self.action.partition("(")[0]
        if self.sort != "allowed":
            return (self.strand, self.sort, action, *(self.memory if len(self.memory) <= FEW else ["much"]))
        counts = () if against else (str(len(self.first.only)), str(len(self.second.only)))
        return (self.strand, self.sort, action, allows, *against, *counts)

    @property
    def subject(self) -> str:
        """With which thing the action is done, or else where."""
        first, *_ = self.action.rstrip(")").partition("(")[2].split(", ")
        return first

    @property
    def rank(self) -> tuple[bool, int, int, int]:
        """What makes one witness better than another: checked, plain to see, soon reached."""
        return (not self.checked, _ORDER[self.sort], self.after, self.seed)
