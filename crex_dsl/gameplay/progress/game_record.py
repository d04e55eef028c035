"""A long game in little room: its decisions, a state now and then, and what each viewer has been told.

It tells the same as a `GameHistory` of the game, which keeps every position.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from crex_dsl.engine.explain.game_log import Moment, MomentsInTurn, recorded
from crex_dsl.engine.run.position import Position
from crex_dsl.engine.run.replay import Outcomes, carry_out
from crex_dsl.engine.saves.state_import import legal_codes
from crex_dsl.gameplay.history import GameHistory, Step
from crex_dsl.gameplay.observed_changes import followed_moments
from crex_dsl.text.messages import speaking

_EVERY = 64  # decisions from one kept state to the next
_RECENT = 16  # positions that are kept whole: whoever decides next is told what led to them


@dataclass
class _Told:
    """What a viewer has been told up to a decision, its moments without their states."""

    raw: list[list[Moment]] = field(default_factory=list)  # by decision; the first before all of them
    merged: MomentsInTurn | None = None
    until: int = 0  # how many of them are merged
    told: tuple[list[Moment], list[Moment]] | None = None  # as things stand

    def in_turn(self, viewer: int) -> MomentsInTurn:
        """All of it, as the viewer is told it."""
        if self.merged is None:
            self.merged, self.until = MomentsInTurn(viewer), 0
        for moments in self.raw[self.until :]:
            for moment in moments:
                self.merged.add(moment)
        self.until = len(self.raw)
        return self.merged


class GameRecord:
    """A game from its opening to now."""

    def __init__(self, opening: Position) -> None:
        self.opening, self.now = opening, opening
        self._recent = {0: opening}  # the last positions, by how many decisions led there
        self.decided: list[tuple[int, Outcomes]] = []
        self._kept: dict[int, list[int]] = {}
        self._told: dict[str, _Told] = {}

    @classmethod
    def of(cls, history: GameHistory) -> GameRecord:
        """The record of a history."""
        made = cls(history.opening)
        made.replay(history.decided)
        return made

    @classmethod
    def from_snapshot(
        cls, opening: Position, decided: list[tuple[int, Outcomes]], number: int, state: list[int]
    ) -> GameRecord:
        """The record of a game whose state after a number of its decisions is known."""
        made = cls(opening)
        made.decided, made.now = decided[:number], standing_at(opening, state)
        made._kept[number], made._recent = state, {number: made.now}
        made.replay(decided[number:])
        return made

    def __len__(self) -> int:
        return len(self.decided)

    def replay(self, decisions: Iterable[tuple[int, Outcomes]]) -> None:
        """Take decisions one after the other, as they were taken before."""
        for code, outcomes in decisions:
            self.take(code, outcomes)

    def take(self, code: int, outcomes: Outcomes = ()) -> None:
        """Take a legal decision."""
        after = self.now.copy()
        carry_out(after, code, outcomes)
        self.append(code, after, outcomes)

    def append(self, code: int, after: Position, outcomes: Outcomes = ()) -> None:
        """Add a decision that was tried already, and where it led."""
        self.decided.append((code, outcomes))
        self.now.forget_looks()
        self.now = self._recent[len(self.decided)] = after
        self._recent.pop(len(self.decided) - _RECENT, None)
        if len(self.decided) % _EVERY == 0:
            self._kept[len(self.decided)] = after.state

    def back_to(self, number: int) -> None:
        """Go back to after a number of decisions, and forget what came then."""
        self.now = self.at(number)
        del self.decided[number:]
        self._kept = {kept: state for kept, state in self._kept.items() if kept <= number}
        self._recent = {kept: at for kept, at in self._recent.items() if kept < number} | {number: self.now}
        for told in self._told.values():
            if len(told.raw) > number + 1:
                told.merged = told.told = None
                del told.raw[number + 1 :]

    def at(self, number: int) -> Position:
        """The position after a number of decisions."""
        if number in self._recent:
            return self._recent[number]
        start = max((kept for kept in self._kept if kept <= number), default=0)
        position = self.opening.copy() if start == 0 else standing_at(self.now, self._kept[start])
        for code, outcomes in self.decided[start:number]:
            carry_out(position, code, outcomes)
        return position

    def positions(self, number: int) -> Iterator[Position]:
        """The position after a number of decisions, and after each that has come since."""
        position = self.at(number)
        yield position
        for later, (code, outcomes) in enumerate(self.decided[number:], start=number + 1):
            if later in self._recent:
                position = self._recent[later]
            else:
                position = position.copy()
                carry_out(position, code, outcomes)
            yield position

    def history(self) -> GameHistory:
        """The same game with every position."""
        made = GameHistory(self.opening)
        for code, outcomes in self.decided:
            made.take(code, outcomes)
        return made

    # ---- what a viewer has been told ----
    def moments(self, viewer: str) -> list[Moment]:
        """What a viewer has been told; the first moment is what came before all decisions."""
        return self._moments_told(viewer)[0]

    def count(self, viewer: str) -> int:
        """How many moments there have been since the opening."""
        return len(self.moments(viewer)) - 1

    def after(self, number: int, viewer: str) -> Position:
        """The position to which a number of moments led."""
        moments, untold = self._moments_told(viewer)
        later = [*moments[number + 1 :], *untold]
        if not later:
            return self.now
        assert later[0].place is not None
        decision, which = later[0].place
        return standing_at(self.now, self._raw(decision, viewer)[which].before)

    def _raw(self, decision: int, viewer: str) -> list[Moment]:
        """The moments of one decision, or of the opening, with their states."""
        if decision == 0:
            return recorded(self.opening, self.now.game.viewer(viewer))
        return Step(self.at(decision - 1), *self.decided[decision - 1]).moments(viewer)

    def _moments_told(self, viewer: str) -> tuple[list[Moment], list[Moment]]:
        """What a viewer has been told, and what he will be told when it is over."""
        told = self._told.setdefault(viewer, _Told())
        if not told.raw:
            told.raw.append(_without_states(self._raw(0, viewer), 0))
        if told.told is None or len(told.raw) <= len(self.decided):
            before, others = self.at(len(told.raw) - 1), self._as_far_as(told)
            for number in range(len(told.raw) - 1, len(self.decided)):
                trace = self._step(number, before)
                with speaking(trace.game.namer.language):  # whoever reads: it is told once for all
                    found = followed_moments(trace, others)
                for other, moments in zip(others.values(), found, strict=True):
                    other.raw.append(_without_states(moments, number + 1))
                    other.told = None
                before = self._recent.get(number + 1, trace)
            told.told = told.in_turn(self.now.game.viewer(viewer)).told(self.now)
        return told.told

    def _as_far_as(self, told: _Told) -> dict[str, _Told]:
        """All viewers who have been told as much as one of them: they can be told the rest from one play."""
        return {viewer: other for viewer, other in self._told.items() if len(other.raw) == len(told.raw)}

    def _step(self, number: int, before: Position) -> Position:
        """Where the decision after a number of them led, with a past that begins with it."""
        after = self._recent.get(number + 1)
        if after is not None and before is self._recent.get(number) and not self.decided[number][1]:
            return after.as_step_from(before)
        return Step(before, *self.decided[number]).again()


def standing_at(like: Position, state: list[int]) -> Position:
    """The position of a state in the game of another position, with its opening and without a past."""
    return Position(like.game, state, legal_codes(like.game, state), state, None, like.opening)


def _without_states(moments: Iterable[Moment], decision: int) -> list[Moment]:
    return [replace(moment, before=[], place=(decision, number)) for number, moment in enumerate(moments)]
