"""What happened, told again from the start: every line with its clause, as its reader may know it.

Two games that look the same to a reader read the same, in order too.  What others decide about things that he cannot
tell apart, one after the other, is told to him when it is over, and not in the order in which it happened; whether
somebody was asked or had no choice makes no difference, and that somebody declined is not told where what he declined
is about such things: whoever has nothing to decline is not asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from crex_dsl.engine.explain.observed_state import Args, ObservedState
from crex_dsl.engine.run.chance import (
    TAKEN_OVER,
    ChanceEvent,
    NeedsOutcome,
    ScriptedOutcomes,
    listening,
    scripted_chance,
)
from crex_dsl.engine.run.decision import DECLINE
from crex_dsl.engine.run.memory import address, live_frames
from crex_dsl.engine.run.slots import CHANCE, OVER, PICKS, POINT, POINTS
from crex_dsl.engine.secrecy.mask import Mask
from crex_dsl.text.messages import OWN, Messages

if TYPE_CHECKING:
    from crex_dsl.engine.game import Game
    from crex_dsl.engine.run.position import Position, Result


Place = tuple[int, int]  # which moment, and after how many of its lines
Onlooker = Callable[[Place, int, Args, list[int], list[int]], None]  # where; then as for a watched state


@dataclass(frozen=True)
class LogLine:
    """One thing that happened: who did it (None: chance or the rules), in words, by which clause."""

    who: str | None
    text: str
    clause: str
    forced: bool = False
    drawn: str = ""  # what was drawn, where this is a draw
    name: str = field(default="", compare=False)  # who did it, as the edition names them
    over: bool = False  # whether it tells how the game ended
    language: str = field(default=OWN, compare=False)
    dice: tuple[tuple[int, bool | None], ...] = field(default=(), compare=False)  # faces, and which of them are hits

    def __str__(self) -> str:
        return Messages(self.language).headed(self.name or self.who, self.text) if self.who else self.text


@dataclass(frozen=True)
class Moment:
    """What one decision led to, as a reader is told it: by whom, the state before it, and the lines.

    It is `veiled` where others go through things that the reader cannot tell apart; what they decide there becomes one
    moment, which remembers its `parts`.  Nobody stands behind what happened before the first decision, or after such
    things have all been gone through.  Where the state is not kept, `place` says of which decision it is which moment.
    """

    who: int | None
    before: list[int]
    veiled: bool = False
    lines: tuple[LogLine, ...] = ()
    parts: tuple[Moment, ...] = ()
    place: Place | None = None


@dataclass(frozen=True)
class _Draw:
    """A draw that is not told yet: its line, what was drawn, and the memory that was the first to show it."""

    line: int
    kind: str
    outcome: int
    cell: int = -1
    args: Args = ()
    value: int = 0


class Recorder:
    """Plays a past again and writes down what it meets."""

    def __init__(self, game: Game, viewer: int | None, onlooker: Onlooker | None = None) -> None:
        self.game, self.viewer, self._onlooker = game, viewer, onlooker
        self.lines: list[LogLine] = []
        self.state: list[int] = []
        self._begun: list[tuple[int, Moment]] = []  # each with the number of its first line
        self._just_drawn: _Draw | None = None
        self._covered: list[_Draw] = []
        self._decided, self._decider = DECLINE, 0

    def note(self, point: int, code: int, forced: bool) -> None:
        """Write down a decision before it is carried out; a hidden answer stays hidden until it is shown."""
        game, state = self.game, self.state
        if not forced:
            self.look_again()
        _, mode, clause, _ = game.asking(state)
        who = game.decider(state)
        self._decided, self._decider = code, who
        other = self.viewer not in (None, who)
        if other and code == DECLINE and about_secrets(game, state):
            return
        rest = going_through(game, state) if other else None
        self.begin(who, rest is not None)
        row_clause = clause if code == DECLINE else game.coding(code).clause
        if mode == "together" and other:
            # That there was no choice is hidden.
            self.lines.append(_line(game, who, game.namer.say["log-chosen"], clause))
            return
        text = game.text(state, code, Mask(game, state, self.viewer))
        told = forced and not other  # what others could have chosen is not for everybody
        self.lines.append(_line(game, who, text, row_clause, told))
        if rest == PICKS:
            self.begin()
        elif rest is not None and isinstance(state, ObservedState):
            state.guard(rest, self.begin)

    def begin(self, who: int | None = None, veiled: bool = False) -> None:
        """Begin a moment: what is written down from now on belongs to it."""
        self._begun.append((len(self.lines), Moment(who, list(self.state), veiled)))

    @property
    def moments(self) -> list[Moment]:
        """What has been written down, moment by moment."""
        ends = [first for first, _ in self._begun[1:]] + [len(self.lines)]
        return [
            replace(moment, lines=tuple(self.lines[first:end]))
            for (first, moment), end in zip(self._begun, ends, strict=True)
        ]

    def chance(self, event: ChanceEvent, outcome: tuple[int, ...]) -> None:
        """Write down what chance did; what was drawn is named to those who see it."""
        _, clause, _, detail, kind = self.game.faults[event.site]
        self._just_drawn = None
        say = self.game.namer.say
        if event.sort == "draw":
            covered = self.game.namer.covered(kind or detail)
            self.lines.append(LogLine(None, say("log-draws", what=covered), clause, drawn=covered))
            if kind:
                drawn = _Draw(len(self.lines) - 1, kind, outcome[0])
                if self.viewer is None:
                    self._name(drawn)
                else:
                    self._just_drawn = drawn
            return
        if event.sort != "roll":
            self.lines.append(LogLine(None, say("log-shuffles", number=len(outcome)), clause))
            return
        faces = ", ".join(str(face) for face in outcome)
        limit, hits = self._hits(event, outcome)
        text = say("log-hits", faces=faces, hits=hits) if hits else say("log-dice", faces=faces)
        dice = tuple((face, None if limit is None else face <= limit) for face in outcome)
        self.lines.append(LogLine(None, text, clause, dice=dice))

    def _hits(self, event: ChanceEvent, faces: tuple[int, ...]) -> tuple[int | None, str]:
        """Up to which face dice are hits, of the procedure that rolls or what was decided last; and how many are."""
        _, clause, _, procedure, _ = self.game.faults[event.site]
        given = event.given
        row = self.game.program.words["HITS"].get(procedure)
        if not procedure and self._decided != DECLINE and self.game.coding(self._decided).clause == clause:
            row = self.game.program.words["HITS"].get(self.game.action_number(self._decided))
            given = self._decider, *self.game.numbers(self._decided)
        if row is None:
            return None, ""
        most, forms = row
        limit = most(self.state, Mask(self.game, self.state, self.viewer).sees_all, *given)
        if limit is None:
            return None, ""
        count = sum(face <= limit for face in faces)
        return int(limit), f"{count} {self.game.namer.plural(count, forms)}"

    def over(self, result: Result) -> None:
        """Write down how the game ended."""
        self.begin()
        text = self.game.namer.say("log-over", result=result)
        self.lines.append(LogLine(None, text, result.clause, over=True))

    # ---- what a viewer sees of it ----
    def saw(self, cell: int, args: Args, before: list[int], after: list[int]) -> None:
        """Look at a change of memory: the first that has to do with what was just drawn may show what that is."""
        drawn = self._just_drawn
        if drawn is not None and self._shows(drawn, cell, args, before, after):
            self._just_drawn = None
            value = after[address(self.game.cells[cell], args)]
            shown = replace(drawn, cell=cell, args=args, value=value)
            if self._sees(shown, after):
                self._name(shown)
            else:
                self._covered.append(shown)
        if self._onlooker is not None:
            here = len(self._begun) - 1, len(self.lines) - self._begun[-1][0]
            self._onlooker(here, cell, args, before, after)

    def look_again(self) -> None:
        """Name what was drawn before and can be seen now that somebody is asked."""
        for drawn in self._covered:
            if self._sees(drawn, self.state):
                self._name(drawn)
        self._covered.clear()

    def _shows(self, drawn: _Draw, cell: int, args: Args, before: list[int], after: list[int]) -> bool:
        """Whether a piece of memory is one of the thing drawn, or has come to hold it."""
        row = self.game.cells[cell]
        if any(_is(drawn, of, arg) for of, arg in zip(row.params, args, strict=True)):
            return True
        of, old, new = row.type, before[address(row, args)], after[address(row, args)]
        if of[0] == "set":
            return _is(drawn, of[1], drawn.outcome) and bool((old ^ new) >> drawn.outcome & 1)
        return _is(drawn, of, new)

    def _sees(self, drawn: _Draw, state: list[int]) -> bool:
        """Whether the viewer sees the memory that shows what was drawn, as it was then, and knows all things in it."""
        mask, row = Mask(self.game, state, self.viewer), self.game.cells[drawn.cell]
        things = [(of[1], arg) for of, arg in zip(row.params, drawn.args, strict=True) if of[0] == "thing"]
        known = all(mask.knows(kind, thing) for kind, thing in [(drawn.kind, drawn.outcome), *things])
        return known and mask.sees(drawn.cell, drawn.args) and state[address(row, drawn.args)] == drawn.value

    def _name(self, drawn: _Draw) -> None:
        name = self.game.namer.text(("thing", drawn.kind, drawn.kind, -1), drawn.outcome)
        self.lines[drawn.line] = replace(
            self.lines[drawn.line], text=self.game.namer.say("log-draws", what=name), drawn=name
        )


def _line(game: Game, who: int, text: str, clause: str, forced: bool = False) -> LogLine:
    language = game.namer.language
    return LogLine(game.player_id(who), text, clause, forced, name=game.player_name(who), language=language)


def _is(drawn: _Draw, of: tuple[Any, ...], value: int) -> bool:
    """Whether a value of a type is what was drawn."""
    inner = of[1] if of[0] == "optional" else of
    return bool(inner[0] == "thing" and inner[1] == drawn.kind and value == drawn.outcome)


def about_secrets(game: Game, state: list[int]) -> bool:
    """Whether what is asked in a state is about things whose identity can be secret."""
    offered = (game.action_row(name).types for name in game.asking(state).offered)
    return any(of[0] == "thing" and of[1] in game.secret_state.kinds for types in offered for of in types)


def going_through(game: Game, state: list[int]) -> int | None:
    """The slot of what is left where secret things are gone through, of several loops the outermost; else None."""
    found, point = None, state[POINT]
    for _, base, _ in live_frames(game.tables, state):
        found, point = game.tables["veiled"].get(point, found), state[base]
    return found


def recorded(position: Position, viewer: int | None) -> list[Moment]:
    """What happened in the past of a position as a viewer could follow it (None: everything), in the order it did."""
    recorder = Recorder(position.game, viewer)
    play_again(position, [recorder], watched=viewer is not None)
    return recorder.moments


def recorded_for(position: Position, onlookers: Iterable[tuple[int | None, Onlooker]]) -> list[list[Moment]]:
    """The same for several viewers, from one play, each with somebody who is told of every write to memory."""
    recorders = [Recorder(position.game, viewer, onlooker) for viewer, onlooker in onlookers]
    play_again(position, recorders, watched=True)
    return [recorder.moments for recorder in recorders]


class MomentsInTurn:
    """Moments put into the order in which a viewer is told them, one after the other as they come.

    What is veiled is one moment, its parts sorted by their words.  What nobody decided belongs to what came before it.
    """

    def __init__(self, viewer: int | None) -> None:
        self._viewer = viewer
        self._found: list[Moment] = []
        self._run: list[Moment] = []

    def add(self, moment: Moment) -> None:
        """Go on with the next moment."""
        if moment.veiled:
            self._run.append(moment)
        elif moment.who is not None or not (self._found or self._run):
            self._end_run()
            self._found.append(moment)
        elif moment.lines:
            self._end_run()
            last = self._found[-1]
            self._found[-1] = replace(last, lines=(*last.lines, *moment.lines))

    def _end_run(self) -> None:
        if self._run:
            self._found.append(_unveiled(self._run))
            self._run = []

    def told(self, now: Position) -> tuple[list[Moment], list[Moment]]:
        """The moments that have been told where the last of them led to `now`, and those that are not over yet."""
        if self._run and (going_through(now.game, now.state) is None or now.game.decider(now.state) == self._viewer):
            return [*self._found, _unveiled(self._run)], []
        return [*self._found], [*self._run]


def _unveiled(run: list[Moment]) -> Moment:
    parts = tuple(sorted(run, key=lambda moment: [str(line) for line in moment.lines]))
    return replace(run[0], lines=tuple(line for part in parts for line in part.lines), parts=parts)


def in_turn(moments: Iterable[Moment], now: Position, viewer: int | None) -> tuple[list[Moment], list[Moment]]:
    """Moments as a viewer is told them, and those that are not over yet; `now` is where the last of them led."""
    found = MomentsInTurn(viewer)
    for moment in moments:
        found.add(moment)
    return found.told(now)


def log_of(position: Position, viewer: int | None) -> list[LogLine]:
    """The log of a position, as one viewer may read it (None: everything)."""
    told, _ = in_turn(recorded(position, viewer), position, viewer)
    return [line for moment in told for line in moment.lines]


def play_again(position: Position, recorders: Sequence[Recorder], watched: bool) -> None:
    """Play a position's past again and let recorders hear of it; where it is watched, of each write to memory."""
    game, program = position.game, position.game.program

    def saw(cell: int, args: Args, before: list[int], after: list[int]) -> None:
        for recorder in recorders:
            recorder.saw(cell, args, before, after)

    def note(point: int, code: int, forced: bool) -> None:
        for recorder in recorders:
            recorder.note(point, code, forced)

    def chance(event: ChanceEvent, outcome: tuple[int, ...]) -> None:
        for recorder in recorders:
            recorder.chance(event, outcome)

    state = ObservedState(game, position.origin, saw) if watched else list(position.origin)
    for recorder in recorders:
        recorder.state = state
        recorder.begin()
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
        with scripted_chance(ScriptedOutcomes(outcomes)):
            program.run(state, code, forced, position._forcing)
        if outcomes:
            state[CHANCE] = own

    def forced(point: int, code: int) -> None:
        note(point, code, True)

    with listening(chance):
        try:
            if state[POINT] < POINTS or position.seed is not None:
                go_on(None)
            while place < len(past):
                code = past[place]
                place += 1
                assert isinstance(code, int)
                note(state[POINT], code, False)
                go_on(code)
        except NeedsOutcome:
            pass
    result = position.result
    for recorder in recorders:
        recorder.look_again()
        if state[POINT] == OVER and result is not None:
            recorder.over(result)
