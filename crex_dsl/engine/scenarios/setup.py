"""Staging: a scenario laid out with the values that somebody names, or found in a save, ready to be played."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from crex_dsl.engine.errors import NotLaidOut, UnknownName
from crex_dsl.engine.run.chance import TAKEN_OVER, NeedsOutcome, ScriptedOutcomes, deal_lots, scrambled, scripted_chance
from crex_dsl.engine.run.memory import address, find_cell, rebuild_index
from crex_dsl.engine.run.program_rows import Cell
from crex_dsl.engine.run.slots import CHANCE, OVER
from crex_dsl.engine.scenarios.scenario import Scenario, Value, blank
from crex_dsl.text.messages import headed, listed_as_said, said
from crex_dsl.text.spelling import did_you_mean

if TYPE_CHECKING:
    from crex_dsl.engine.game import Game
    from crex_dsl.engine.run.position import Position


class CannotStage(LookupError):
    """What somebody names does not make a scene."""


@dataclass(frozen=True)
class Staged:
    """A scene in a state from which it is played on; `plainly` where a function carries it out without a decision.

    Where an `answer` is given, the state stands at a decision, and it is the first that is taken.
    """

    scene: Scenario
    args: tuple[Value, ...]
    state: list[int]
    before: tuple[int, ...]
    plainly: tuple[str, tuple[int, ...]] | None = None
    answer: int | None = None

    @property
    def game(self) -> Game:
        """The game that it is a scene of."""
        return self.scene.game

    @property
    def named(self) -> dict[str, Any]:
        """The values of its parameters by name."""
        plain = self.game.namer.plain
        return {
            name: [plain(of[1], each) for each in arg] if isinstance(arg, tuple) else plain(of, arg)
            for (name, of), arg in zip(self.scene.params, self.args, strict=True)
        }

    @property
    def told(self) -> dict[str, str]:
        """The values of its parameters as people read them; lists with nobody in them are left out."""
        text = self.game.namer.text
        named = zip(self.scene.params, self.args, strict=True)
        return {name: text(of, arg) for (name, of), arg in named if arg != ()}


def answered(staged: Staged) -> list[Staged]:
    """A scene with each of the answers that are legal now given first; raises CannotStage where nobody decides yet."""
    if staged.plainly is not None:
        raise CannotStage(said("nobody decides anything in `{scene}`", scene=staged.scene.name))
    state = staged.state[:]
    try:
        with scripted_chance(ScriptedOutcomes(())):
            codes = staged.game.program.run(state)
    except NeedsOutcome:
        raise CannotStage(
            said("in `{scene}` chance decides before anybody does: nothing is asked yet", scene=staged.scene.name)
        ) from None
    if not codes:
        raise CannotStage(said("in `{scene}` nothing is left to decide", scene=staged.scene.name))
    return [replace(staged, state=state, answer=code) for code in codes]


@dataclass(frozen=True)
class Opening:
    """A scenario with its values, from which games begin; they are over when it is."""

    scene: Scenario
    args: tuple[Value, ...]

    @property
    def game(self) -> Game:
        """The game that it is a start of."""
        return self.scene.game

    @property
    def name(self) -> str:
        """The name of the scenario."""
        return self.scene.name

    @property
    def values(self) -> dict[str, Any]:
        """The values of its parameters by name."""
        return Staged(self.scene, self.args, [], ()).named

    def __str__(self) -> str:
        told = [f"{name} {value}" for name, value in Staged(self.scene, self.args, [], ()).told.items()]
        return headed(self.scene.title, ", ".join(told)) if told else self.scene.title

    def state(self, seed: int) -> list[int]:
        """The state before its first step; raises CannotStage where the values do not go together."""
        state = blank(self.game)
        state[CHANCE] = scrambled(seed)
        deal_lots(self.game.tables["lots"], state)
        try:
            self.scene.lay_out(state, self.args)
        except NotLaidOut as error:
            raise CannotStage(said("{error}; it takes {values}", error=error, values=taken(self.scene))) from None
        if self.scene.enter(state, self.args, OVER) is not None:
            raise CannotStage(
                said("nobody decides anything in `{name}`: `crex odds` says how it comes out", name=self.name)
            )
        return state

    def outcome(self, state: list[int]) -> str:
        """How it came out, in the words of the rule files; nothing where they have none."""
        return self.scene.outcome(state, self.args)


def opening(game: Game, name: str, values: Sequence[str] | Mapping[str, Any] = ()) -> Opening:
    """A scenario as a start of games, with values by name, or in words as `set_up` takes them."""
    try:
        scene = Scenario(game, name)
    except UnknownName as error:
        raise CannotStage(str(error)) from None
    words = [f"{param}={_as_word(value)}" for param, value in values.items()] if isinstance(values, Mapping) else values
    made = Opening(scene, _every_value(scene, _given(scene, words)))
    made.state(0)
    return made


def _as_word(value: Any) -> str:
    """A value as somebody would write it on the command line."""
    if isinstance(value, list | tuple | set | frozenset):
        return ",".join(map(_as_word, value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "nothing" if value is None else str(value)


def set_up(game: Game, name: str, words: Sequence[str], changes: Iterable[str] = ()) -> Staged:
    """A scenario laid out on an empty board: `NAME=VALUE`, or values in the order of its parameters."""
    scene = _scene(game, name)
    return _begun(scene, blank(game), _every_value(scene, _given(scene, words)), changes)


def _every_value(scene: Scenario, given: dict[int, Value]) -> tuple[Value, ...]:
    """The values of all parameters; lists that are not said have nothing in them, and what else is missing is told."""
    for place, (param, of) in enumerate(scene.params):
        if of[0] == "list":
            given.setdefault(place, ())
        elif place not in given:
            raise CannotStage(
                said(
                    "`{scene}` needs {param}: say {param}=VALUE; it takes {taken}",
                    scene=scene.name,
                    param=param,
                    taken=taken(scene),
                )
            )
    return tuple(given[place] for place in range(len(scene.params)))


def staged_from(position: Position, name: str | None, words: Sequence[str], changes: Iterable[str] = ()) -> Staged:
    """A scenario that runs in a position, or is laid out in it with the values named and what is found there."""
    game, state = position.game, list(position.state)
    state[CHANCE] = TAKEN_OVER
    if name is None:
        return _gone_on_with(_running(game, state), state, changes)
    scene = _scene(game, name)
    if not words and scene.running(state) is not None:
        return _gone_on_with(scene, state, changes)
    given = _given(scene, words)
    args = scene.found(state, given)
    if args is None:
        if len(given) < len(scene.params):
            raise CannotStage(
                said("`{name}` does not run in this save: say what it is about, {taken}", name=name, taken=taken(scene))
            )
        args = tuple(given[place] for place in range(len(scene.params)))
    return _begun(scene, state, args, changes)


def staged_elsewhere(here: Staged, position: Position, other: Game, changes: Iterable[str] = ()) -> Staged:
    """The scene of a position laid out anew under another rulebook: its forces as they are, nothing else that runs."""
    from crex_dsl.engine.saves.migration import laid_out

    laid, _ = laid_out(position, other)
    words = [f"{name}={_as_word(value)}" for name, value in here.named.items()]
    return staged_from(laid, here.scene.name, words, changes)


def _scene(game: Game, name: str) -> Scenario:
    try:
        scene = Scenario(game, name)
    except UnknownName as error:
        raise CannotStage(str(error)) from None
    if not scene.tells:
        known = [each for each in game.tables["scenarios"] if Scenario(game, each).tells]
        raise CannotStage(
            said(
                "the rule files do not say how `{name}` can come out; there are {known}",
                name=name,
                known=listed_as_said(known),
            )
            if known
            else said("the rule files do not say how `{name}` can come out", name=name)
        )
    return scene


def _running(game: Game, state: list[int]) -> Scenario:
    """The first scenario whose procedure runs in a state."""
    scenes = [Scenario(game, name) for name in game.tables["scenarios"]]
    for scene in scenes:
        if scene.tells and scene.running(state) is not None:
            return scene
    known = [scene.name for scene in scenes if scene.tells]
    raise CannotStage(
        said("no scenario runs in this save: name one, {known}", known=listed_as_said(known, "or"))
        if known
        else said("no scenario runs in this save, and there is none to name")
    )


def _gone_on_with(scene: Scenario, state: list[int], changes: Iterable[str]) -> Staged:
    args = scene.running(state)
    assert args is not None
    _change(scene.game, state, changes)
    scene.cut_out(state)
    return Staged(scene, args, state, scene.figures(state, args))


def _begun(scene: Scenario, state: list[int], args: tuple[Value, ...], changes: Iterable[str]) -> Staged:
    try:
        scene.lay_out(state, args)
    except NotLaidOut as error:
        raise CannotStage(said("{error}; it takes {values}", error=error, values=taken(scene))) from None
    _change(scene.game, state, changes)
    before = scene.figures(state, args)
    return Staged(scene, args, state, before, scene.enter(state, args))


# ---- values by name ----
def taken(scene: Scenario) -> str:
    """What a scenario takes, to somebody who must name it."""
    return listed_as_said([f"{name} ({_wanted(scene, of)})" for name, of in scene.params])


def _wanted(scene: Scenario | None, of: tuple[Any, ...]) -> str:
    """What a value is, to somebody who must name one; kinds by their terms where it is known whose they are."""
    match of[0]:
        case "list" | "set":
            return f"{_wanted(scene, of[1])}, …"
        case "thing":
            return str(of[2]) if scene is None else scene.game.namer.term(str(of[2]))
        case "enum":
            return listed_as_said(of[1], "or")
        case "bool":
            return said("value-yes-or-no")
        case "optional":
            return said("{value} or nothing", value=_wanted(scene, of[1]))
    return said("a number")


def _given(scene: Scenario, words: Sequence[str]) -> dict[int, Value]:
    """The values that words give, by the place of their parameter."""
    names = [name for name, _ in scene.params]
    given: dict[int, Value] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if equals and name not in names:
            hint = did_you_mean(name, names)
            hint = hint or said("it takes {values}", values=taken(scene))
            raise CannotStage(said("`{scene}` has no `{name}`: {hint}", scene=scene.name, name=name, hint=hint))
        free = [place for place in range(len(names)) if place not in given]
        if not equals and not free:
            raise CannotStage(
                said(
                    "`{word}` is one too many: `{scene}` takes {taken}", word=word, scene=scene.name, taken=taken(scene)
                )
            )
        place = names.index(name) if equals else free[0]
        if place in given:
            raise CannotStage(said("`{names}` is said twice", names=names[place]))
        try:
            given[place] = _value(scene.game, scene.params[place][1], value if equals else word)
        except UnknownName as error:
            raise CannotStage(headed(names[place], error)) from None
    return given


def _value(game: Game, of: tuple[Any, ...], word: str) -> Value:
    several = [each.strip() for each in word.split(",") if each.strip()]
    if of[0] == "list":
        return tuple(_one_value(game, of[1], each) for each in several)
    if of[0] == "set":
        return sum({1 << _one_value(game, of[1], each) for each in several})
    return _one_value(game, of, word.strip())


def _one_value(game: Game, of: tuple[Any, ...], word: str) -> int:
    """A value that is said; things by their id, their name, or a beginning of it that fits no other."""
    try:
        return game.namer.value(of, word)
    except UnknownName:
        inner = of[1] if of[0] == "optional" else of
        known = game.namer.known_as(inner, word) if inner[0] == "thing" else None
        if known is None:
            raise
        return game.namer.value(of, known)


def _change(game: Game, state: list[int], changes: Iterable[str]) -> None:
    """Memory as somebody wants it: `THING.NAME=VALUE`, `NAME(THING)=VALUE` or `NAME=VALUE`."""
    for change in changes:
        what, equals, word = change.rpartition("=")
        if not equals:
            raise CannotStage(said("`{change}` says nothing: write THING.MEMORY=VALUE", change=change))
        try:
            cell, args = _cell(game, what)
            value = _value(game, cell.type, word)
        except UnknownName as error:
            raise CannotStage(headed(what, error)) from None
        assert isinstance(value, int), "memory holds no lists"
        state[address(cell, args)] = value
        rebuild_index(cell, state)


def _cell(game: Game, what: str) -> tuple[Cell, list[int]]:
    """A piece of memory, and of what it is."""
    if what.endswith(")"):
        name, _, inside = what[:-1].partition("(")
        of = [each.strip() for each in inside.split(",")]
    elif "." in what:
        thing, _, name = what.partition(".")
        of = [thing]
    else:
        name, of = what, []
    try:
        cell = find_cell(game, name.strip())
    except UnknownName as error:
        raise UnknownName(_unknown(game, str(error), name.strip(), of)) from None
    if len(of) != len(cell.params):
        raise UnknownName(
            said(
                "`{name}` is kept for each {kinds}: write {form}=VALUE",
                name=name,
                kinds=listed_as_said(_wanted(None, of) for of in cell.params),
                form=_form(cell),
            )
            if cell.params
            else said("`{name}` is kept once: write {form}=VALUE", name=name, form=_form(cell))
        )
    return cell, [_one_value(game, kind, each) for kind, each in zip(cell.params, of, strict=True)]


def _form(cell: Cell) -> str:
    """How a piece of memory is written, with the kinds of what it is of in capitals."""
    kinds = [_wanted(None, of).upper() for of in cell.params]
    if len(kinds) == 1:
        return f"{kinds[0]}.{cell.name}"
    return f"{cell.name}({', '.join(kinds)})" if kinds else str(cell.name)


def _unknown(game: Game, refusal: str, name: str, of: Sequence[str]) -> str:
    """What is said where nothing remembers a name, with what could have been meant."""
    thing = name if not of else of[0]
    kept = _kept(game, thing)
    if not of and kept:
        return said(
            "nothing remembers `{thing}`: write {thing}.MEMORY=VALUE, of which there are {kept}",
            thing=thing,
            kept=listed_as_said(kept),
        )
    if ":" in refusal:  # which says already what could have been meant
        return refusal
    if len(of) != 1:
        return said("{refusal}: write THING.MEMORY=VALUE", refusal=refusal)
    if kept:
        return said("{refusal}: of {thing} there are {kept}", refusal=refusal, thing=thing, kept=listed_as_said(kept))
    hint = did_you_mean(thing, [each for kind, _ in game.namer.kinds.values() for each in kind])
    return said("there is no `{thing}`: {hint}", thing=thing, hint=hint or said("write THING.MEMORY=VALUE"))


def _kept(game: Game, thing: str) -> list[str]:
    """What is remembered of one thing; nothing where there is no such thing."""
    kept: list[str] = []
    for cell in game.cells:
        if len(cell.params) == 1 and cell.params[0][0] == "thing":
            with suppress(UnknownName):
                game.namer.value(cell.params[0], thing)
                kept.append(str(cell.name))
    return kept
