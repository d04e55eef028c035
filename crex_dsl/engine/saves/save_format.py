"""Positions as text, by name: what a save holds, and how it is written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, cast

from pydantic import BaseModel, ConfigDict, Field

from crex_dsl.engine.run.chance import MASK, TAKEN_OVER
from crex_dsl.engine.run.memory import domain, instances, label, live_frames, point_name
from crex_dsl.engine.run.program_rows import Cell
from crex_dsl.engine.run.runtime import LONG, unpacked
from crex_dsl.engine.run.slots import CHANCE, ENDING, NOWHERE, OVER, POINT, SITE, WINNERS

if TYPE_CHECKING:
    from crex_dsl.engine.game import Game
    from crex_dsl.engine.run.position import Position


FORMAT = "crex-save-3"


class _Model(BaseModel):
    """Plain data that means what it says: no text for a number, no number for yes or no."""

    model_config = ConfigDict(strict=True)


class FrameModel(_Model):
    """Where one running procedure stands, by the place in its steps, and what it remembers, by name."""

    procedure: str
    reads: str
    at: str
    values: dict[str, Any]


class StateModel(_Model):
    """A state by name."""

    generator: int = Field(ge=TAKEN_OVER, le=MASK)
    ending: Literal[0, 1, 2]
    winners: list[str]
    ended_by: str | None
    point: str
    memory: dict[str, Any]
    lots: dict[str, list[str]]
    open: dict[str, str]
    frames: list[FrameModel]


class ScenarioModel(_Model):
    """The scenario that a game began with, and its values by name."""

    name: str
    values: dict[str, Any]


class SaveModel(_Model):
    """A saved position: which rules, where it stands, how it came there."""

    format: str
    game: str
    edition: str
    options: list[str]
    does: str
    seed: int | None
    chance: Literal["own", "told"]
    position: StateModel
    origin: StateModel | None
    decisions: list[str | list[int]]
    scenario: ScenarioModel | None = None


# ---- out ----
def export_memory(game: Game, state: list[int], changed: bool = True) -> dict[str, Any]:
    """The memory of a state that differs from its start, or all that does not."""
    memory: dict[str, Any] = {}
    for cell in game.cells:
        rows = {
            _key(game, cell, args): game.namer.plain(cell.type, state[slot])
            for (args, slot), start in zip(instances(game, cell), cell.start, strict=True)
            if (state[slot] != start) is changed
        }
        if rows:
            memory[label(cell)] = rows if cell.params else rows[""]
    return memory


def export_state(game: Game, state: list[int], generator: int | None = None) -> StateModel:
    """A state by name, with its own `generator` where chance is told."""
    tables, namer = game.tables, game.namer
    frames = []
    at = state[POINT]
    for frame, base, _ in live_frames(tables, state):
        values: dict[str, Any] = {}
        for offset, (name, of) in enumerate(frame.slots):
            if of != "point":
                values[name] = _slot_out(game, of, state[base + offset])
        frames.append(FrameModel(procedure=frame.name, reads=frame.reads, at=point_name(tables, at), values=values))
        at = state[base]
    frames.append(FrameModel(procedure="", reads="", at=point_name(tables, at), values={}))
    players = namer.kinds["player"][0]
    ended = state[POINT] == OVER and state[SITE] != NOWHERE
    return StateModel(
        generator=state[CHANCE] if generator is None else generator,
        ending=cast("Literal[0, 1, 2]", state[ENDING]),
        winners=[name for seat, name in enumerate(players) if state[WINNERS] >> seat & 1],
        ended_by=game.faults[state[SITE]].clause if ended else None,
        point=point_name(tables, state[POINT]),
        memory=export_memory(game, state),
        lots={kind: _lots_out(game, kind, state) for kind in tables["lots"]},
        open={name: point_name(tables, state[slot]) for name, slot in tables["doors"].items() if state[slot]},
        frames=frames,
    )


def _key(game: Game, cell: Cell, args: tuple[int, ...]) -> str:
    return ", ".join(str(game.namer.plain(of, arg)) for of, arg in zip(cell.params, args, strict=True))


def _lots_out(game: Game, kind: str, state: list[int]) -> list[str]:
    """The things of a kind in the order of their lots."""
    base, count = game.tables["lots"][kind]
    names = game.namer.kinds[kind][0]
    return [names[thing] for thing in sorted(range(count), key=lambda thing: state[base + thing])]


def _slot_out(game: Game, of: Any, value: int) -> Any:
    if of[0] in ("sealed", "code"):
        return game.spelled(value) if value else None
    if of == "number":
        return value
    if of[0] == "list":  # what is left of it, as long as somebody goes through it
        return [game.namer.plain(of[1], item) for item in unpacked(value, *packing(game, of[1]))] if value else None
    return game.namer.plain(of, value)


def packing(game: Game, of: Any) -> tuple[int, bool]:
    """How many bits an item of a list takes, and whether it can be below 0."""
    if of[0] == "number":
        return LONG, True
    inner = of[1] if of[0] == "optional" else of
    return len(domain(game, inner)).bit_length(), False


def write_save(position: Position) -> str:
    """The save of a position."""
    game, began = position.game, position.opening
    past = [game.spelled(item) if isinstance(item, int) else list(item) for item in position.past]
    model = SaveModel(
        format=FORMAT,
        game=game.id,
        edition=game.edition,
        options=list(game.options),
        does=game.does,
        seed=position.seed,
        chance=cast("Literal['own', 'told']", position.chance),
        position=export_state(game, position.state, position.generator),
        origin=None if position.seed is not None else export_state(game, position.origin),
        decisions=past,
        scenario=None if began is None else ScenarioModel(name=began.name, values=began.values),
    )
    return model.model_dump_json(indent=1, exclude=None if began else {"scenario"})
