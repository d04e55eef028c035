"""Gauges: the measures that the rule files declare, each for every player or thing that it is of."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any

from crex_dsl.engine.run.chance import members_of
from crex_dsl.text.messages import said

if TYPE_CHECKING:
    from crex_dsl.engine.game import Game


MOST = 200  # of one measure; what is of more things than that is nothing to read


@dataclass(frozen=True)
class Measure:
    """One measure of given things, by id and in the edition's names, and the stage after each of which it is read."""

    name: str
    title: str
    of: tuple[str, ...]
    called: tuple[str, ...]
    each: str | None
    each_called: str | None
    args: tuple[int, ...]  # of what it is, in the engine's own numbers
    pays: bool  # it is what players get at the end
    counts: bool  # then what is read each time is what has come since the last
    read: Callable[[list[int]], int]


def heading(title: str, of: Sequence[str], each: str | None, counts: bool) -> str:
    """What a measure is called where it is told: of what it is, and when it is taken or over what it is counted."""
    when = said("each {stage}", stage=each) if each else said("in all") if counts else said("at the end")
    return ", ".join([title, *of, when])


def measures_of(game: Game) -> list[Measure]:
    """Every measure that can be taken, for each of its things in turn; none of a measure that is of too many."""
    found: list[Measure] = []
    for name, (title, params, each, counts) in game.tables["measures"].items():
        if name not in game.program.words["MEASURES"]:
            continue  # it counts, and this game is not watched
        found += _of_everything(game, name, title, params, each, counts)
    return found


def weights_of(game: Game) -> list[Measure]:
    """Everything that counts for a side's standing, of each player in turn; none where the rules do not name it."""
    found: list[Measure] = []
    for name, (title, params, each, _) in game.tables["weights"].items():
        found += _of_everything(game, name, title, params, each, counts=False)
    return found


def _of_everything(
    game: Game, name: str, title: str, params: tuple[tuple[Any, ...], ...], each: str | None, counts: bool
) -> list[Measure]:
    """A measure of each of its things; none where they are too many."""
    every = list(product(*(list(_values(game, of)) for of in params)))
    pays = name == game.tables["payoff"]
    when = each, game.namer.called(each) if each else None
    return [
        Measure(name, title, *_names(game, params, args), *when, args, pays, counts, _reader(game, name, args))
        for args in (every if len(every) <= MOST else ())
    ]


def _names(
    game: Game, params: tuple[tuple[Any, ...], ...], args: tuple[int, ...]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Things by id, and as the edition names them."""
    named = list(zip(params, args, strict=True))
    return tuple(str(game.namer.plain(*each)) for each in named), tuple(game.namer.text(*each) for each in named)


def _reader(game: Game, name: str, args: tuple[int, ...]) -> Callable[[list[int]], int]:
    measure = game.program.words["MEASURES"][name]
    return lambda S: int(measure(S, *args))


def _values(game: Game, of: tuple[Any, ...]) -> Iterator[int]:
    """Every value of a type; of players those who play."""
    match of:
        case ("thing", "player", *_):
            yield from game.seats
        case ("thing", _, _, mask):
            yield from members_of(mask)
        case ("enum", words):
            yield from range(len(words))
        case ("bool",):
            yield from range(2)
        case ("number", int(low), int(high)):
            yield from range(low, high + 1)
