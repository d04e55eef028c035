"""How a game went: every decision with the position before it, so that one can go back and look again."""

from __future__ import annotations

from dataclasses import dataclass

from crex_dsl.engine.errors import CrexError, SaveError
from crex_dsl.engine.log import LogLine, log_of
from crex_dsl.engine.past import Outcomes, carry_out, decisions_of
from crex_dsl.engine.position import Position
from crex_dsl.play.unsaid import glimpsed, told


@dataclass(frozen=True)
class Step:
    """One decision: where it was taken, what was taken, and what chance was told for it."""

    before: Position
    code: int
    outcomes: Outcomes = ()

    @property
    def who(self) -> str:
        """Who decided."""
        return self.before.asked().who

    def lines(self, viewer: str | None) -> list[LogLine]:
        """What happened from this decision to the next, as a viewer may read it (None: everything)."""
        return told(self.again(), viewer)

    def glimpsed(self, viewer: str) -> list[tuple[str, int]]:
        """The things that a viewer saw meanwhile, if only for a moment, and did not know before."""
        return glimpsed(self.again(), viewer)

    def again(self) -> Position:
        """The position after this decision, whose past begins with it."""
        trace = self.before.from_here()
        carry_out(trace, self.code, self.outcomes)
        return trace


class Chronicle:
    """A game from its opening to now."""

    def __init__(self, opening: Position) -> None:
        self.opening, self.now = opening.copy(), opening.copy()
        self.steps: list[Step] = []

    @classmethod
    def of(cls, position: Position) -> Chronicle:
        """The chronicle of a position that remembers how it came here; raises SaveError where it does not add up."""
        game, past = position.game, position.past
        try:
            opening = (
                game.start(position.seed)
                if position.seed is not None
                else Position.begun(game, list(position.origin), None)
            )
            made = cls(opening)
            before, decisions = decisions_of(past)
            if before:
                raise SaveError("chance was told an outcome before anybody decided")
            for code, outcomes in decisions:
                made.take(code, outcomes)
        except CrexError as error:
            raise SaveError(f"the save is damaged: its decisions cannot be taken again: {error}") from None
        if made.now != position:
            raise SaveError("the save is damaged: its decisions do not lead to where it stands")
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

    def lines(self, viewer: str | None, first: int = 0, last: int | None = None) -> list[LogLine]:
        """What happened between two numbers of decisions; from 0 with the opening."""
        found = [] if first else self.opening_lines(viewer)
        return found + [line for step in self.steps[first:last] for line in step.lines(viewer)]

    def last_lines(self, viewer: str | None, count: int, last: int | None = None) -> list[LogLine]:
        """The last lines of what happened, up to a number of decisions; no more of it is told again than is needed."""
        found: list[list[LogLine]] = []
        for step in reversed(self.steps[:last]):
            if sum(map(len, found)) >= count:
                break
            found.append(step.lines(viewer))
        else:
            found.append(self.opening_lines(viewer))
        return [line for lines in reversed(found) for line in lines][-count:]

    def opening_lines(self, viewer: str | None) -> list[LogLine]:
        """What happened before anybody decided."""
        return log_of(self.opening, None if viewer is None else self.opening.game.seat(viewer))
