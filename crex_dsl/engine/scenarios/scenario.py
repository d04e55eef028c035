"""Scenes: the scenarios of a game laid out with given values, begun, recognised where they run, told when over."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from crex_dsl.engine.errors import NotLaidOut, RuleFault, UnknownName
from crex_dsl.engine.run.chance import TAKEN_OVER
from crex_dsl.engine.run.memory import frame_name, live_frames
from crex_dsl.engine.run.runtime import FAULTS, WORK, WORK_LIMIT
from crex_dsl.engine.run.slots import CHANCE, IDLE, LEAVING, POINT
from crex_dsl.engine.secrecy.mask import Mask
from crex_dsl.text.folding import plain
from crex_dsl.text.messages import listed_as_said, said
from crex_dsl.text.spelling import did_you_mean

if TYPE_CHECKING:
    from crex_dsl.engine.game import Game


Value = int | tuple[int, ...]


def blank(game: Game) -> list[int]:
    """A state in which nothing has happened and nothing runs; chance is told from outside."""
    state = list(game.tables["start"])
    state[CHANCE], state[POINT] = TAKEN_OVER, IDLE
    return state


def _alone(game: Game, state: list[int], stage: str | None, then: int = IDLE) -> None:
    """Let nothing follow where a stage is left, or any stage around it."""
    state[LEAVING] = 0
    while stage is not None:
        if stage in game.tables["doors"]:
            state[game.tables["doors"][stage]] = then
        stage = game.tables["stages"].get(stage)


def entered(game: Game, state: list[int], procedure: str, args: Sequence[int], then: int = IDLE) -> str | None:
    """Let a state stand before the first step of a procedure, after which nothing follows, or the game is over.

    Where nobody decides anything in it, this is not done by steps: the answer is the function that carries it out.
    """
    how, _, _, stage = game.tables["procedures"][procedure]
    _alone(game, state, stage, then)
    if isinstance(how, str):
        state[POINT] = IDLE
        return how
    entry, back, slots = how
    state[back], state[POINT] = then, entry
    for slot, arg in zip(slots, args, strict=True):
        state[slot] = arg
    return None


class Scenario:
    """A scenario of a game by name, or by its title."""

    def __init__(self, game: Game, name: str) -> None:
        scenarios: dict[str, tuple[Any, ...]] = game.tables["scenarios"]
        if name not in scenarios:
            called = [each for each, row in scenarios.items() if plain(row[0]) == plain(name)]
            name = called[0] if len(called) == 1 else name
        if name not in scenarios:
            known = said("there are {known}", known=listed_as_said(scenarios))
            hint = did_you_mean(name, scenarios) or known if scenarios else said("it has none")
            raise UnknownName(said("{game} has no scenario `{name}`: {hint}", game=game.title, name=name, hint=hint))
        self.game, self.name = game, name
        self.title: str
        self.params: tuple[tuple[str, tuple[Any, ...]], ...]
        self.procedure: str
        self.measures: tuple[tuple[str, str], ...]
        self.title, self.params, self.procedure, self._known, self.measures = scenarios[name]
        words = game.program.words["SCENARIOS"][name]
        self._refused, self._given, self._begin, self._found, self._outcome, self._figures = words

    @property
    def tells(self) -> bool:
        """Whether the rule files say what is told of its end."""
        return self._outcome is not None or bool(self.measures)

    def lay_out(self, state: list[int], args: Sequence[Value]) -> None:
        """Set the scene in a state; raises NotLaidOut where the values do not go together."""
        why = self._named_twice(args) or self._text(self._refused, state, args)
        if why:
            raise NotLaidOut(said("`{scene}` cannot be laid out like this: {why}", scene=self.name, why=why))
        try:
            WORK[0] = WORK_LIMIT
            self._given(state, *args)
        except FAULTS as broken:
            value = getattr(broken, "value", None)
            why = said("the rules break off") if value is None else said("{value} does not fit", value=value)
            raise RuleFault(
                said("`{scene}` cannot be laid out like this: {why}", scene=self.name, why=why), ""
            ) from None

    def _named_twice(self, args: Sequence[Value]) -> str:
        """What is said of a thing that would have to be in two places; nothing where there is none."""
        cells = self.game.cells
        placed = [cells[number].params[0] for number in self.game.tables["placements"].values()]
        seen: dict[tuple[str, int], str] = {}
        for (param, of), arg in zip(self.params, args, strict=True):
            if not isinstance(arg, tuple) or of[1][0] != "thing":
                continue
            kind = of[1][1]
            for thing in arg:
                if not any(each[1] == kind and each[3] >> thing & 1 for each in placed):
                    continue
                if (kind, thing) in seen:
                    where = listed_as_said(dict.fromkeys([seen[kind, thing], param]))
                    what = self.game.namer.plain(of[1], thing)
                    return said("`{thing}` is named twice, in {where}", thing=what, where=where)
                seen[kind, thing] = param
        return ""

    def begins_with(self, state: list[int], args: Sequence[Value]) -> tuple[int, ...]:
        """The arguments with which its procedure begins."""
        begins: tuple[int, ...] = self._begin(state, *args)
        return begins

    def enter(self, state: list[int], args: Sequence[Value], then: int = IDLE) -> tuple[str, tuple[int, ...]] | None:
        """Begin its procedure in a state; the function that carries it out with what, where nobody decides in it."""
        begins = self.begins_with(state, args)
        how = entered(self.game, state, self.procedure, begins, then)
        return None if how is None else (how, begins)

    # ---- where it runs already ----
    def running(self, state: list[int]) -> tuple[Value, ...] | None:
        """Its parameters in a state in which its procedure runs; None where it does not, or nobody can say."""
        how = self.game.tables["procedures"][self.procedure][0]
        if self._found is None or isinstance(how, str):
            return None
        tables = self.game.tables
        its_own = frame_name(tables, how[0])  # its place in the state is also that of procedures that never run with it
        if all(frame.name != its_own for frame, _, _ in live_frames(tables, state)):
            return None
        begun = tuple(state[slot] for slot in how[2])
        args = self._found_with(state, dict(zip(self._known, begun, strict=True)))
        return args if args is not None and self.begins_with(state, args) == begun else None

    def found(self, state: list[int], given: dict[int, Value]) -> tuple[Value, ...] | None:
        """Its parameters, those not given as they are in a state; None where that is not enough to know them."""
        known = {place: given[place] for place in self._known if place in given}
        others = self._found_with(state, known) if self._found is not None else None
        if others is None:
            return None
        return tuple(given.get(place, other) for place, other in enumerate(others))

    def _found_with(self, state: list[int], known: dict[int | None, Value]) -> tuple[Value, ...] | None:
        places = list(dict.fromkeys(place for place in self._known if place is not None))
        if not all(place in known for place in places):
            return None
        args: tuple[Value, ...] = self._found(state, *(known[place] for place in places))
        return args

    def cut_out(self, state: list[int]) -> None:
        """Let nothing follow when the procedure that runs in a state is over."""
        how, _, _, stage = self.game.tables["procedures"][self.procedure]
        state[how[1]] = IDLE
        _alone(self.game, state, stage)

    # ---- when it is over ----
    def outcome(self, state: list[int], args: Sequence[Value]) -> str:
        """How it came out, in the words of the rule files; nothing where they have none."""
        return "" if self._outcome is None else self._text(self._outcome, state, args)

    def _text(self, text: Callable[..., str], state: list[int], args: Sequence[Value]) -> str:
        mask = Mask(self.game, state, None)
        return str(text(state, mask.show, mask.plural, mask.sees_all, *args))

    def figures(self, state: list[int], args: Sequence[Value]) -> tuple[int, ...]:
        """Its measures in a state."""
        return tuple(int(figure(state, *args)) for figure in self._figures)
