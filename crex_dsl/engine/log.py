"""What happened, told again from the start: every line with its clause, as its reader may know it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from crex_dsl.engine.chance import TAKEN_OVER, ChanceEvent, NeedsOutcome, Told, listening, taking_over
from crex_dsl.engine.decision import DECLINE
from crex_dsl.engine.mask import Mask
from crex_dsl.engine.slots import CHANCE, OVER, POINT, POINTS

if TYPE_CHECKING:
    from crex_dsl.engine.game import Game
    from crex_dsl.engine.position import Position


@dataclass(frozen=True)
class LogLine:
    """One thing that happened: who did it (None: chance or the rules), in words, by which clause."""

    who: str | None
    text: str
    clause: str
    forced: bool = False

    def __str__(self) -> str:
        return f"{self.who}: {self.text}" if self.who else self.text


class _Recorder:
    """Plays a past again and writes down what it meets."""

    def __init__(self, game: Game, viewer: int | None) -> None:
        self.game, self.viewer = game, viewer
        self.lines: list[LogLine] = []
        self.state: list[int] = []

    def note(self, point: int, code: int, forced: bool) -> None:
        """Write down a decision before it is carried out; a hidden answer stays hidden until it is shown."""
        game, state = self.game, self.state
        mode, clause, _ = game.asking(state)
        who = game.decider(state)
        row_clause = clause if code == DECLINE else game.coding(code)[8]
        if mode == "together" and self.viewer not in (None, who):
            self.lines.append(LogLine(game.player_id(who), "has chosen", clause))  # that there was no choice is hidden
            return
        text = game.text(state, code, Mask(game, state, self.viewer))
        told = forced and self.viewer in (None, who)  # what others could have chosen is not for everybody
        self.lines.append(LogLine(game.player_id(who), text, row_clause, told))

    def chance(self, event: ChanceEvent, outcome: tuple[int, ...]) -> None:
        """Write down what chance did; only a full record names what was drawn."""
        _, clause, _, detail, kind = self.game.tables["faults"][event.site]
        if event.sort == "roll":
            text = f"dice: {', '.join(str(face) for face in outcome)}"
        elif event.sort == "draw":
            known = kind and self.viewer is None
            what = self.game.namer.text(("thing", kind, kind, -1), outcome[0]) if known else f"a {kind or detail}"
            text = f"draws {what}"
        else:
            text = f"shuffles {len(outcome)}"
        self.lines.append(LogLine(None, text, clause))


def log_of(position: Position, viewer: int | None) -> list[LogLine]:
    """The log of a position, as one viewer may read it (None: everything)."""
    game, program = position.game, position.game.program
    recorder = _Recorder(game, viewer)
    state = recorder.state = list(position.origin)
    past = position.past
    place = 0

    def go_on(code: int | None) -> None:
        """Run on from a decision; what was told for it is told again, what was not is the generator's."""
        nonlocal place
        outcomes: list[Any] = []
        while place < len(past) and isinstance(past[place], tuple):
            outcomes.append(past[place])
            place += 1
        own = state[CHANCE]
        if outcomes:
            state[CHANCE] = TAKEN_OVER
        with taking_over(Told(outcomes)):
            program.run(state, code, forced, position._forcing)
        if outcomes:
            state[CHANCE] = own

    def forced(point: int, code: int) -> None:
        recorder.note(point, code, True)

    with listening(recorder.chance):
        try:
            if state[POINT] < POINTS:
                go_on(None)
            while place < len(past):
                code = past[place]
                place += 1
                assert isinstance(code, int)
                recorder.note(state[POINT], code, False)
                go_on(code)
        except NeedsOutcome:
            pass
    result = position.result
    if state[POINT] == OVER and result is not None:
        recorder.lines.append(LogLine(None, f"game over: {result}", result.clause))
    return recorder.lines
