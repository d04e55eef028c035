"""Playouts from states that could be: natively where there is a machine, in Python where not, with the same outcome."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from crex_dsl.engine.native.machine import BeyondNative, Machine, Outcome
from crex_dsl.engine.run.chance import MASK, advanced
from crex_dsl.engine.run.decision import DECLINE
from crex_dsl.engine.run.slots import OVER, POINT, WINNERS
from crex_dsl.lab.bots.position_value import BROKEN

if TYPE_CHECKING:
    from crex_dsl.engine.game import Game

Job = tuple[int, int, int, int]  # which state, the code of an answer in it, the code of the next or NONE, whose luck
NONE = -1


FIRST = 2  # where the pool of a machine is free: before it lie the game at hand and the playout at hand


class Playouts:
    """Tries answers out in states that could be, and plays on for a while."""

    def __init__(self, game: Game, machine: Machine | None = None) -> None:
        self.game, self.machine = game, machine
        self._worth = game.program.words["WORTH"]
        self._states: list[list[int]] = []
        self._native = False

    def suppose(self, states: Sequence[list[int]]) -> None:
        """From now on, jobs are about these states."""
        self._states = []
        self.suppose_too(states)

    def suppose_too(self, states: Sequence[list[int]]) -> None:
        """From now on, jobs are also about these states, numbered after those before."""
        self._native = self.machine is not None and (self._native or not self._states)
        first = FIRST + len(self._states)
        self._states += states
        if self.machine is not None and self._native:
            try:
                for number, state in enumerate(states, start=first):
                    self.machine.write(number, state)
            except BeyondNative:
                self._native = False

    def outcomes(self, jobs: Sequence[Job], far: int, quiet: int) -> list[Outcome | None]:
        """What comes of each answer, None where the rules break.

        After it everybody plays at random for `far` decisions; who may decline does so `quiet` times of 256.
        """
        if self.machine is not None and self._native:
            try:
                return self.machine.playouts([(FIRST + job[0], *job[1:]) for job in jobs], far, quiet)
            except BeyondNative:
                pass
        return [self._outcome(job, far, quiet) for job in jobs]

    def after(self, number: int, code: int) -> tuple[int, int, list[int]] | None:
        """Where play stands after an answer, who is asked there (-1: nobody), the legal replies; None if it broke."""
        try:
            if self.machine is not None and self._native:
                with suppress(BeyondNative):
                    return self.machine.after(FIRST + number, code)
            state = self._states[number][:]
            codes = self.game.program.run(state, code)
            return state[POINT], self.game.decider(state) if codes else -1, codes
        except BROKEN:
            return None

    def _outcome(self, job: Job, far: int, quiet: int) -> Outcome | None:
        run, state, luck = self.game.program.run, self._states[job[0]][:], job[3] & MASK
        try:
            codes = run(state, job[1])
            if job[2] != NONE:
                codes = run(state, job[2])
            for _ in range(far):
                if not codes:
                    break
                luck = advanced(luck)
                if codes[-1] == DECLINE:
                    declines = (luck >> 32) * 256 >> 32 < quiet
                    if declines:
                        codes = run(state, DECLINE)
                        continue
                    luck = advanced(luck)
                codes = run(state, codes[(luck >> 32) * len(codes) >> 32])
            worths = tuple(int(self._worth(state, seat)) for seat in self.game.seats)
        except BROKEN:
            return None
        return Outcome(state[POINT] == OVER, state[WINNERS], worths)
