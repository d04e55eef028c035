"""A scene: as much of a position as some things are concerned with."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from crex_dsl.engine.game import Game
from crex_dsl.engine.run.chance import members_of
from crex_dsl.engine.run.program_rows import Cell
from crex_dsl.text.messages import headed, said

Thing = tuple[str, int]  # its kind and its number
MOST_PLACES, MOST_THERE = 6, 12


def things_in(of: Any, value: int) -> Iterator[Thing]:
    """The things that a value names."""
    match of[0]:
        case "thing" if of[1] != "player":
            yield of[1], value
        case "optional":
            yield from things_in(of[1], value)
        case "set":
            for member in members_of(value):
                yield from things_in(of[1], member)


def scene(game: Game, state: list[int], things: Iterable[Thing]) -> list[str]:
    """What is going on, and who stands at the places concerned, in lines."""
    known = {kind: len(ids) for kind, (ids, _) in game.namer.kinds.items()}
    concerned = [thing for thing in dict.fromkeys(things) if thing[1] < known[thing[0]]]
    places = list(dict.fromkeys(place for thing in concerned for place in _places(game, state, *thing)))
    lines = [line for line in (_circumstances(game, state),) if line]
    lines += [_peopled(game, state, place) for place in places[:MOST_PLACES]]
    loose = [thing for thing in concerned if not list(_places(game, state, *thing))]
    lines += [line for thing in loose[:MOST_PLACES] if (line := _standing(game, state, *thing)).endswith(")")]
    return lines


def name_of(game: Game, kind: str, number: int) -> str:
    """What a thing is called."""
    return game.namer.text(("thing", kind, kind, -1), number)


def _circumstances(game: Game, state: list[int]) -> str:
    """What the stages that are open remember of themselves."""
    doors = game.tables["doors"]
    facts = [
        _fact(game, cell, state[cell.base])
        for cell in game.cells
        if cell.sort == "field" and state[doors.get(cell.stage, 0)] and not _blank(game, cell, state[cell.base])
    ]
    return ", ".join(facts)


def _fact(game: Game, cell: Cell, value: int) -> str:
    """A piece of memory and what it holds; of what is so or not its name alone."""
    called = game.namer.called(cell.name)
    return called if cell.type[0] == "bool" else f"{called} {game.namer.text(cell.type, value)}"


def _blank(game: Game, cell: Cell, value: int) -> bool:
    of = cell.type
    return bool(of[0] == "bool" and not value) or (of[0] == "optional" and value == game.namer.nothing(of))


def _places(game: Game, state: list[int], kind: str, number: int) -> Iterator[Thing]:
    """Where a thing is: its place, the ends of a link, or the place that it is."""
    placed = game.tables["placements"].get(kind)
    if placed is not None:
        cell = game.cells[placed]
        yield cell.type[1], state[cell.base + number]
    if kind in game.link_ends:
        yield from things_in(game.link_ends[kind].type, game.link_ends[kind].values[number])
    if kind in {game.cells[each].type[1] for each in game.tables["placements"].values()}:
        yield kind, number


def _peopled(game: Game, state: list[int], place: Thing) -> str:
    """A place and whatever stands there."""
    kind, number = place
    there: list[str] = []
    for guest, placed in game.tables["placements"].items():
        cell = game.cells[placed]
        if cell.type[1] == kind:
            count = len(game.namer.kinds[guest][0])
            there += [_standing(game, state, guest, one) for one in range(count) if state[cell.base + one] == number]
    more = [said("{count} more", count=len(there) - MOST_THERE)] if len(there) > MOST_THERE else []
    told = ", ".join([*there[:MOST_THERE], *more]) or said("excerpt-nobody")
    return headed(name_of(game, kind, number), told)


def _standing(game: Game, state: list[int], kind: str, number: int) -> str:
    """A thing with its numbers, and with whatever else is not as at the start."""
    marks: list[str] = []
    for cell in game.changing(kind):
        value = state[cell.base + number]
        if cell.type[0] == "number" or value != cell.start[number]:
            marks.append(game.namer.text(cell.type, value))
    for cell in game.cells:
        if cell.sort == "set" and not cell.params and cell.type[1][1] == kind and state[cell.base] >> number & 1:
            marks.append(game.namer.called(cell.name))
    name = name_of(game, kind, number)
    return f"{name} ({', '.join(marks)})" if marks else name
