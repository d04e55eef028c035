"""What one seat can tell of a state, as plain data that leads back to nothing hidden, and what could be."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING

from crex_dsl.engine.run.memory import rebuild_index
from crex_dsl.engine.run.slots import IDLE, OVER, POINT
from crex_dsl.engine.secrecy.deal_plan import DealPlan, plan_of
from crex_dsl.engine.secrecy.determinisation import Determinisation, determinisation, fill, recall
from crex_dsl.engine.secrecy.secret_state import Hidden, Masked

if TYPE_CHECKING:
    from crex_dsl.engine.game import Game


class InformationSet:
    """A seat, the state as far as it is seen from there, who is asked, and the seat's own legal answers, if it is.

    Answers go by codes in which hidden pieces have the numbers of the set; they are sorted, so that nothing can be
    read off their order.  The state itself is nowhere to be found from here.
    """

    __slots__ = ("_plan", "answers", "game", "hidden", "seat", "state", "who")

    def __init__(
        self, game: Game, seat: int, state: Masked, hidden: Hidden, who: int | None, answers: tuple[int, ...]
    ) -> None:
        self.game, self.seat, self.state, self.hidden, self.who, self.answers = game, seat, state, hidden, who, answers
        self._plan: DealPlan | None = None

    @classmethod
    def of(
        cls, game: Game, seat: int, state: list[int], codes: Sequence[int], waits: bool = False
    ) -> tuple[InformationSet, list[int]]:
        """The information set of a seat on a state, and the code that each of its answers has in it.

        `codes` are the seat's legal answers, none where it is not asked; where play `waits` for chance, nobody is.
        """
        secret_state = game.secret_state
        hidden = secret_state.hidden(state, seat)
        swap = secret_state.numbering(state, seat, hidden)
        masked = secret_state.renumbered(secret_state.masked(state, seat), swap)
        rows = sorted((secret_state.recoded(code, swap), code) for code in codes)
        who = None if waits or state[POINT] in (OVER, IDLE) else game.decider(state)
        made = cls(game, seat, masked, hidden, who, tuple(seen for seen, _ in rows))
        return made, [code for _, code in rows]

    def hidden_cells(self) -> frozenset[tuple[int, tuple[int, ...]]]:
        """The cells of memory that are not seen, each with what it is kept of."""
        veiled = self.game.secret_state.veiled
        return frozenset((one.number, args) for one in veiled for args, slot in one.rows if self.state[slot] is None)

    def hidden_slots(self) -> frozenset[int]:
        """The slots of running procedures that are not seen."""
        return frozenset(slot for slot, _ in self.game.secret_state.running(self.state) if self.state[slot] is None)

    def stand_in(self) -> list[int]:
        """A whole state that looks like this and is the same for all that do: what is hidden is the least it may be.

        It need not be one that play can come to; whatever is told of it passes through an `OutlookMask`.
        """
        state = list(self.state)
        fill(self.plan, state, None)
        whole = [0 if value is None else value for value in state]
        for cell in self.game.secret_state.indexed:
            rebuild_index(cell, whole)
        recall(self.game, state, whole, None)
        return whole

    @property
    def plan(self) -> DealPlan:
        """What is the same in all that could be."""
        if self._plan is None:
            self._plan = plan_of(self)
        return self._plan

    def determinise(self, rng: Random) -> Determinisation:
        """What could be, secrets drawn anew and dice fresh."""
        return determinisation(self.plan, rng.getrandbits(64))
