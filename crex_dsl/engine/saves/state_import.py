"""Saves read back: every value checked, what does not fit refused."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from crex_dsl.engine.errors import CrexError, SaveError, UnknownName
from crex_dsl.engine.run.memory import OWN, address, label, point_numbers, rebuild_index
from crex_dsl.engine.run.program_rows import Cell, FrameRow
from crex_dsl.engine.run.runtime import FAULTS, packed
from crex_dsl.engine.run.slots import CHANCE, ENDING, IDLE, NOWHERE, OVER, POINT, POINTS, SITE, WINNERS
from crex_dsl.engine.saves.save_format import (
    FORMAT,
    FrameModel,
    SaveModel,
    ScenarioModel,
    StateModel,
    export_state,
    packing,
)
from crex_dsl.text.messages import apart, said
from crex_dsl.text.truncation import printable

if TYPE_CHECKING:
    from crex_dsl.engine.game import Game
    from crex_dsl.engine.run.position import Position
    from crex_dsl.engine.scenarios.setup import Opening

MOST_ECHOED = 200  # characters of a damaged save in the sentence that refuses it


# ---- in ----
def known_points(game: Game) -> dict[str, int]:
    """By name, where a procedure can stand: at a decision, where another one has returned, or nowhere any more."""
    return {**game.tables["addresses"], **point_numbers(game.tables), "over": OVER, "idle": IDLE}


class _Import:
    """Reads a state by name into a program's layout, noting what has no place there."""

    def __init__(
        self, game: Game, model: StateModel, unchanged: dict[str, Any] | None = None, home: Game | None = None
    ) -> None:
        self.game, self.model, self.home = game, model, home
        self.unchanged = unchanged  # what else there was where the state comes from; None where that is here
        self.tables, self.namer = game.tables, game.namer
        self.missing: list[str] = []
        self.things: list[str] = []  # those of the missing that people know by name
        self.state: list[int] = list(game.tables["start"])
        self.points = known_points(game)

    def read(self) -> list[int]:
        """The state; `missing` tells what could not be read."""
        model, state = self.model, self.state
        state[CHANCE] = model.generator
        state[ENDING] = model.ending
        state[SITE] = self._site(model.ended_by) if model.point == "over" else 0
        aliases = self.namer.kinds["player"][1]
        for name in model.winners:
            if name in aliases:
                state[WINNERS] |= 1 << aliases[name]
            else:
                self.missing.append(said("player `{name}`", name=name))
        state[POINT] = self.point(model.point)
        self._memory(self.unchanged or {}, lenient=True)
        self._memory(model.memory)
        for stage, at in model.open.items():
            if stage in self.tables["doors"]:
                state[self.tables["doors"][stage]] = self.point(at)
            else:
                self.missing.append(said("stage `{stage}`", stage=stage))
        self._lots()
        self._frames()
        for cell in self.tables["cells"]:
            rebuild_index(cell, state)
        return state

    def point(self, name: str) -> int:
        """The number of a named point."""
        found = self.points.get(name)
        if found is None:
            self.missing.append(said("the step `{name}`", name=name))
            return IDLE
        return found

    def _site(self, clause: str | None) -> int:
        """A place in the rules where that clause ends the game."""
        faults = enumerate(self.tables["faults"])
        found = next((site for site, fault in faults if fault.sort == "end" and fault.clause == clause), NOWHERE)
        if clause is not None and found == NOWHERE:
            self.missing.append(said("clause `{clause}`, which ended the game", clause=clause))
        return found

    def _memory(self, memory: dict[str, Any], lenient: bool = False) -> None:
        """Put memory in its place; what has none is noted, unless leniency says that it does not matter."""
        cells = {label(cell): cell for cell in self.tables["cells"]}
        for name, value in memory.items():
            cell = cells.get(name)
            if cell is None:
                if not lenient:
                    self.missing.append(said("memory `{name}`", name=name))
                continue
            if not cell.params:
                self._put(cell, cell.base, value, name)
                continue
            if not isinstance(value, dict):
                self.missing.append(said("memory `{name}` as it is kept here", name=name))
                continue
            for key, inner in value.items():
                try:
                    args = self._args(cell, key)
                except UnknownName as error:
                    if not lenient:
                        self._lacks(self._unknown_thing(cell, key), f"`{name}({key})`: {error}")
                    continue
                self._put(cell, address(cell, args), inner, f"{name}({key})")

    def _lacks(self, thing: str, otherwise: str) -> None:
        """Note a thing that these rules have not, once; where it is none, what else is to be said."""
        if thing and thing not in self.things:
            self.things.append(thing)
        if (thing or otherwise) not in self.missing:
            self.missing.append(thing or otherwise)

    def _unknown_thing(self, cell: Cell, key: str) -> str:
        """The thing in a key that other rules have and these have not, by its kind and as those rules call it."""
        if self.home is None:
            return ""
        namer = self.home.namer
        for of, word in zip(cell.params, key.split(", "), strict=False):
            if of[0] == "thing" and word not in self.namer.kinds[of[1]][1]:
                known = namer.kinds[of[1]][1].get(word)
                called = f"`{word}`" if known is None else namer.text(("thing", of[1], of[1], -1), known)
                return f"{namer.term(of[1])} {called}"
        return ""

    def _args(self, cell: Cell, key: str) -> list[int]:
        words = key.split(", ")
        if len(words) != len(cell.params):
            raise UnknownName(said("it is kept for {count} things here", count=len(cell.params)))
        wide = [("thing", of[1], of[1], -1) if of[0] == "thing" else of for of in cell.params]
        return [self.namer.value(of, _spoken(word)) for of, word in zip(wide, words, strict=True)]

    def _put(self, cell: Cell, slot: int, value: Any, name: str) -> None:
        try:
            self.state[slot] = self.namer.value(cell.type, value)
        except UnknownName as error:
            self.missing.append(f"`{name}`: {error}")

    def _lots(self) -> None:
        """Give every thing its lot; those that are not named come last, as where the state comes from they are not."""
        for kind, (base, count) in self.tables["lots"].items():
            numbers = self.namer.kinds[kind][1]
            order = [numbers[name] for name in self.model.lots.get(kind, ()) if name in numbers]
            if self.unchanged is None and sorted(order) != list(range(count)):
                self.missing.append(said("not every {kind} once in the order of lots", kind=kind))
            order = list(dict.fromkeys([*order, *range(count)]))
            for lot, thing in enumerate(order):
                self.state[base + thing] = lot

    def _frames(self) -> None:
        for number, model in enumerate(self.model.frames):
            if not model.procedure:
                break
            frame: FrameRow | None = self.tables["frames"].get(model.procedure)
            if frame is None or frame.reads != model.reads:
                self.missing.append(
                    said(
                        "the procedure `{procedure}`, which is running and does not exist here"
                        if frame is None
                        else "the procedure `{procedure}`, which is running and reads differently here",
                        procedure=model.procedure,
                    )
                )
                continue
            self._frame(frame, model, number)

    def _frame(self, frame: FrameRow, model: FrameModel, number: int) -> None:
        base = frame.base
        for offset, (name, of) in enumerate(frame.slots):
            if of == "point":
                self.state[base + offset] = self.point(self.model.frames[number + 1].at)
                continue
            if self.unchanged is None and name not in model.values:
                self.missing.append(
                    said("procedure `{procedure}` without `{name}`", procedure=model.procedure, name=name)
                )
                continue
            try:
                value = model.values.get(name)
                if OWN in name and self.unchanged is not None:
                    value = _fitted(of, value)
                self.state[base + offset] = self._slot_in(of, value, " " not in name)
            except (UnknownName, CrexError) as error:
                self.missing.append(
                    said(
                        "`{name}` of procedure `{procedure}`: {error}",
                        name=name,
                        procedure=model.procedure,
                        error=error,
                    )
                )

    def _slot_in(self, of: Any, value: Any, param: bool) -> int:
        """A value of a running procedure: a parameter always has one, a local name 0 until it gets one."""
        if of[0] in ("sealed", "code"):
            if value is not None and not isinstance(value, str):
                raise UnknownName(said("what is no action"))
            return 0 if value is None else self.game.spelled_code(value)
        if value is None and of[0] != "optional":  # room for what does not run
            return len(self.namer.kinds[of[1]][0]) if of[0] == "thing" else 0
        if of == "number":
            return self.namer.value(("number", None, None), value)
        if of[0] == "list":
            if not isinstance(value, list):
                raise UnknownName(said("what is no list"))
            return packed([self.namer.value(of[1], item) for item in value], packing(self.game, of[1])[0])
        if not param and value == self.namer.plain(of, 0):  # what has not come yet, whether it fits there or not
            return 0
        return self.namer.value(of, value)


def _fitted(of: Any, value: Any) -> Any:
    """How far a loop goes, under rules that let it go less far or further: as near to it as they let it."""
    if of[0] == "number" and isinstance(value, int) and value and None not in of[1:]:
        return min(max(value, of[1]), of[2])
    return value


def _spoken(word: str) -> Any:
    return {"True": True, "False": False}.get(word, word)


def import_state(
    game: Game, model: StateModel, unchanged: dict[str, Any] | None = None, home: Game | None = None
) -> tuple[list[int], list[str], list[str]]:
    """A state by name in a program's layout, what had no place there, and which of that are things by their names.

    `home` is the game where it comes from.
    """
    work = _Import(game, model, unchanged, home)
    if not hangs_together(model):
        return work.state, [said("procedures that cannot have called one another")], []
    return work.read(), work.missing, work.things


def hangs_together(model: StateModel) -> bool:
    """Whether a state's frames form one chain from where it stands to where nothing more runs."""
    *running, last = model.frames or [FrameModel(procedure="?", reads="", at="", values={})]
    names = [frame.procedure for frame in running]
    return (
        model.frames[:1] != []
        and model.frames[0].at == model.point
        and last.procedure == ""
        and last.at in ("over", "idle")
        and len(set(names)) == len(names)
        and all(name and frame.at.rsplit("/", 1)[0] == name for name, frame in zip(names, running, strict=True))
        and (model.ending == 0) == (model.point != "over")
        and (model.ended_by is None or model.point == "over")
    )


def read_save(game: Game, text: str) -> Position:
    """The position in a save of this game's rules, which its decisions have led to once more."""
    from crex_dsl.engine.run.replay import retraced

    model = parse_save(text)
    if (model.game, model.edition, model.options) != (game.id, game.edition, list(game.options)):
        extra = "".join(f" + {name}" for name in model.options)
        raise SaveError(
            said(
                "this save is of {what}; load that rulebook to go on with it, or carry the position over with `under`",
                what=_brief(f"{model.game}, {model.edition}{extra}"),
            )
        )
    if model.does != game.does:
        raise SaveError(
            said(
                "the rules have changed since this was saved, so it would not go on as it began; go on with the rule "
                "files that it was saved under"
            )
        )
    began_with = opening_of(game, model.scenario)
    if model.seed is not None:
        origin = game.program.start(model.seed) if began_with is None else began_with.state(model.seed)
    elif model.origin is not None:
        origin = _whole(game, model.origin)
    else:
        raise _damaged(said("it does not say how it began"))
    try:
        past = [game.spelled_code(item) if isinstance(item, str) else tuple(item) for item in model.decisions]
        with game.unheard():
            position = retraced(game, origin, model.seed, past, model.chance, began_with)
    except CrexError as error:
        raise _damaged(said("its decisions cannot be taken again: {error}", error=error)) from None
    except (LookupError, ValueError, *FAULTS):
        raise _damaged(said("its memory does not hang together")) from None
    wrong = _differing(game, export_state(game, position.state, position.generator), model.position)
    if position.past != past:
        wrong = "decisions"
    if wrong:
        raise _damaged(said("its decisions do not lead to where it stands: `{wrong}` would be another", wrong=wrong))
    return position


def opening_of(game: Game, scenario: ScenarioModel | None) -> Opening | None:
    """The scenario that a game began with, if it did with one."""
    from crex_dsl.engine.scenarios.setup import CannotStage, opening

    if scenario is None:
        return None
    try:
        return opening(game, scenario.name, scenario.values)
    except (CannotStage, CrexError) as error:
        raise _damaged(said("it did not begin like this: {error}", error=error)) from None


def _differing(game: Game, led: StateModel, saved: StateModel) -> str:
    """What is not in a save as its decisions lead to; nothing where all is.

    What follows from the rest and rests on how rules are compiled may differ: to which steps procedures return, and
    what loops keep for themselves.
    """
    places = {*saved.open.values(), *(frame.at for frame in saved.frames)}
    if not hangs_together(saved) or not places <= known_points(game).keys():
        return "frames"
    for name in StateModel.model_fields:
        mine, its = getattr(led, name), getattr(saved, name)
        if name == "open":
            mine, its = mine.keys(), its.keys()
        elif name == "frames":
            mine, its = [_remembered(frame) for frame in mine], [_remembered(frame) for frame in its]
        if mine != its:
            return name if name != "memory" else next(at for at in (*mine, *its) if mine.get(at) != its.get(at))
    return ""


def _remembered(frame: FrameModel) -> tuple[str, str, dict[str, Any]]:
    """A running procedure, and what it remembers by names of the rules."""
    return frame.procedure, frame.reads, {name: of for name, of in frame.values.items() if OWN not in name}


def _damaged(what: str) -> SaveError:
    """The refusal of a damaged save, in a sentence that echoes little of it."""
    return SaveError(said("the save is damaged: {what}", what=_brief(what)))


def _brief(text: str) -> str:
    """At most a line of a text."""
    return printable(text if len(text) <= MOST_ECHOED else f"{text[:MOST_ECHOED]}…")


def _whole(game: Game, model: StateModel) -> list[int]:
    """A state that belongs to this game's rules."""
    state, missing, _ = import_state(game, model)
    if missing:
        raise _damaged(said("it names {missing}", missing=apart(missing[:3])))
    doors, stages = game.tables["doors"], game.tables["stages"]
    running = [game.frames[frame.procedure] for frame in model.frames[:-1]]
    if any(outer.name not in inner.callers for inner, outer in pairwise(running)):
        raise _damaged(said("a procedure runs that nobody has called"))
    needed = {frame.stage for frame in running} | set(model.open)
    if any(stage in doors and not state[doors[stage]] for name in needed for stage in (name, stages[name])):
        raise _damaged(said("a stage is closed in which something happens"))
    return state


def legal_codes(game: Game, state: list[int]) -> list[int]:
    """The legal codes where a state stands."""
    if state[POINT] in (OVER, IDLE):
        return []
    if state[POINT] < POINTS:
        raise _damaged(said("it stands between two decisions"))
    try:
        return game.program.legal[state[POINT] - POINTS - 2](state)
    except (LookupError, ValueError, *FAULTS):
        raise _damaged(said("its memory does not hang together")) from None


def parse_save(text: str) -> SaveModel:
    """The contents of a save, whichever rules it belongs to."""
    try:
        raw = json.loads(text)
    except (ValueError, RecursionError):
        raise SaveError(said("this is no save: it is not JSON")) from None
    if not isinstance(raw, dict) or raw.get("format") != FORMAT:
        raise SaveError(said("this is no save of this version: its format is not {format}", format=FORMAT))
    try:
        return SaveModel.model_validate(raw)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise _damaged(said("{first} at {where}", first=first["msg"], where=where)) from None
