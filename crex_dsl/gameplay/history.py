"""How a game went: every decision with the position before it, so that one can go back and look again.

Sides do not count decisions: whoever has no choice is not asked, so their number would tell what a side could not have
chosen.  What a side is told is counted in moments, whether or not somebody was asked.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from crex_dsl.engine.errors import CrexError, SaveError
from crex_dsl.engine.explain.game_log import LogLine, Moment, in_turn, recorded
from crex_dsl.engine.run.position import Position
from crex_dsl.engine.run.replay import Outcomes, carry_out, decisions_of
from crex_dsl.engine.saves.state_import import legal_codes
from crex_dsl.gameplay.observed_changes import followed_moments, glimpsed
from crex_dsl.text.messages import said


@dataclass(frozen=True)
class Step:
    """One decision: where it was taken, what was taken, and what chance was told for it."""

    before: Position
    code: int
    outcomes: Outcomes = ()
    _told: dict[str | None, list[Moment]] = field(default_factory=dict, repr=False, compare=False)

    @property
    def who(self) -> str:
        """Who decided."""
        return self.before.asked().who

    def moments(self, viewer: str | None) -> list[Moment]:
        """What happened from this decision to the next as a viewer could follow it (None: everything)."""
        if viewer not in self._told:
            (self._told[viewer],) = followed_moments(self.again(), [viewer])
        return self._told[viewer]

    def lines(self, viewer: str | None) -> list[LogLine]:
        """The lines of these moments, in the order in which they happened."""
        return [line for moment in self.moments(viewer) for line in moment.lines]

    def glimpsed(self, viewer: str) -> list[tuple[str, int]]:
        """The things that a viewer saw meanwhile, if only for a moment, and did not know before."""
        return glimpsed(self.again(), viewer)

    def again(self) -> Position:
        """The position after this decision, whose past begins with it."""
        trace = self.before.from_here()
        carry_out(trace, self.code, self.outcomes)
        return trace


class GameHistory:
    """A game from its opening to now."""

    def __init__(self, opening: Position) -> None:
        self.opening, self.now = opening.copy(), opening.copy()
        self.steps: list[Step] = []
        self._opening: dict[str | None, list[Moment]] = {}  # by viewer, what happened before anybody decided

    @classmethod
    def of(cls, position: Position) -> GameHistory:
        """The history of a position that remembers how it came here; raises SaveError where it does not add up."""
        game, past = position.game, position.past
        try:
            opening = (
                game.start(position.seed, scenario=position.opening)
                if position.seed is not None
                else Position.begun(game, list(position.origin), None, opening=position.opening)
            )
            made = cls(opening)
            before, decisions = decisions_of(past)
            if before:
                raise SaveError(said("chance was told an outcome before anybody decided"))
            for code, outcomes in decisions:
                made.take(code, outcomes)
        except CrexError as error:
            raise SaveError(
                said("the save is damaged: its decisions cannot be taken again: {error}", error=error)
            ) from None
        if made.now != position:
            raise SaveError(said("the save is damaged: its decisions do not lead to where it stands"))
        return made

    @property
    def decided(self) -> list[tuple[int, Outcomes]]:
        """Every decision, with what chance was told for it."""
        return [(step.code, step.outcomes) for step in self.steps]

    def take(self, code: int, outcomes: Outcomes = ()) -> Step:
        """Take a legal decision."""
        after = self.now.copy()
        carry_out(after, code, outcomes)
        step = Step(self.now, code, outcomes)
        self.steps.append(step)
        self.now = after
        return step

    def back_to(self, number: int) -> None:
        """Go back to before a decision, and forget what came after."""
        self.now = self.steps[number].before.copy()
        del self.steps[number:]

    def at(self, number: int) -> Position:
        """The position after a number of decisions."""
        return self.steps[number].before if number < len(self.steps) else self.now

    def moments(self, viewer: str | None) -> list[Moment]:
        """What a viewer has been told; the first moment is what came before all decisions.

        Nothing is hidden from nobody: for None each moment is a decision with all that it led to.
        """
        return self._moments_told(viewer)[0]

    def count(self, viewer: str | None) -> int:
        """How many moments there have been since the opening."""
        return len(self.steps) if viewer is None else len(self.moments(viewer)) - 1

    def after(self, number: int, viewer: str | None) -> Position:
        """The position to which a number of moments led."""
        if viewer is None:
            return self.at(number)
        moments, untold = self._moments_told(viewer)
        later = [*moments[number + 1 :], *untold]
        if not later:
            return self.now
        state = later[0].before
        return Position(self.now.game, state, legal_codes(self.now.game, state), state, None)

    def _moments_told(self, viewer: str | None) -> tuple[list[Moment], list[Moment]]:
        """What a viewer has been told, and what he will be told when it is over."""
        if viewer not in self._opening:
            seat = None if viewer is None else self.now.game.viewer(viewer)
            self._opening[viewer] = recorded(self.opening, seat)
        parts = [self._opening[viewer], *(step.moments(viewer) for step in self.steps)]
        if viewer is None:
            return [_joined(moments) for moments in parts], []
        every = (moment for moments in parts for moment in moments)
        return in_turn(every, self.now, self.now.game.viewer(viewer))

    def lines(self, viewer: str | None, first: int = 0, last: int | None = None) -> list[LogLine]:
        """What a viewer has been told from one moment on, up to another."""
        return [line for moment in self.moments(viewer)[first:last] for line in moment.lines]


def _joined(moments: list[Moment]) -> Moment:
    """Moments as one."""
    who = next((moment.who for moment in moments if moment.who is not None), None)
    return replace(moments[0], who=who, lines=tuple(line for moment in moments for line in moment.lines))
