"""Quantities: what can be told of one game in a number, so that games can be compared."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from statistics import fmean
from typing import Literal

from crex_dsl.engine.game import Game
from crex_dsl.engine.run.position import Result
from crex_dsl.lab.simulation.accumulator import margin
from crex_dsl.lab.simulation.match import DECISIONS, outer_stages
from crex_dsl.lab.simulation.measures import Measure, heading, measures_of
from crex_dsl.lab.simulation.playouts import Playout
from crex_dsl.text.messages import listed_as_said, said

Sort = Literal["winner", "ending", "payoff", "length", "measure"]
SORTS: tuple[Sort, ...] = ("winner", "ending", "payoff", "length", "measure")
_KINDS = {"won": "lab-won", "shared": "lab-shared", "drawn": "lab-drawn"}
FEW = 2  # players, of whom it is told by whom a game was won in which way


@dataclass(frozen=True)
class Quantity:
    """Who won, how it ended (1 or 0), what was got, how long it was, or a measure: at the end, in all, or a stage."""

    sort: Sort
    name: str
    of: tuple[str, ...] = ()
    each: str | None = None
    title: str = field(default="", compare=False)

    @property
    def share(self) -> bool:
        """Whether a game has it or has it not."""
        return self.sort in ("winner", "ending")


class Reader:
    """Reads the quantities of a game's playouts."""

    def __init__(self, game: Game) -> None:
        self.names = {player: game.player_name(player) for player in game.players}
        self.gauges = measures_of(game)
        self._won = [
            (player, Quantity("winner", player, title=said("won by {sides}", sides=name)))
            for player, name in self.names.items()
        ]
        self._decisions = Quantity("length", DECISIONS, title=said("lab-decisions"))
        self._stages = [
            (place, Quantity("length", name, title=game.namer.called(name))) for place, name in outer_stages(game)
        ]
        paid = game.payoff
        self._margin = (
            None
            if paid is None
            else Quantity("payoff", paid[0], title=said("{points}, lead of the best", points=paid[1]))
        )
        self._end = [_measure(measure, None) for measure in self.gauges]
        self._each = [_measure(measure, measure.each) if measure.each else None for measure in self.gauges]

    @property
    def quantities(self) -> list[Quantity]:
        """Every quantity that can be told before games are played: all but how they end."""
        each = [quantity for quantity in self._each if quantity is not None]
        stages = [stage for _, stage in self._stages]
        margin = [] if self._margin is None else [self._margin]
        return [*(won for _, won in self._won), self._decisions, *stages, *margin, *self._end, *each]

    def read(self, playout: Playout) -> dict[Quantity, float]:
        """Every quantity of a game that went well; of endings only the one that it had."""
        return dict(self._read(playout))

    def _read(self, playout: Playout) -> Iterator[tuple[Quantity, float]]:
        result = playout.result
        for player, won in self._won:
            yield won, float(result is not None and player in result.winners)
        if result is not None:
            yield _ending(result, self.names), 1.0
        if self._margin is not None:
            points = [value for gauge, value in zip(self.gauges, playout.measured, strict=True) if gauge.pays]
            yield self._margin, float(margin(points)) if len(points) > 1 else 0.0
        yield self._decisions, float(playout.decisions)
        for place, stage in self._stages:
            yield stage, float(playout.stages[place])
        for end, each, value, series in zip(self._end, self._each, playout.measured, playout.series, strict=True):
            yield end, float(value)
            if each is not None:
                yield each, fmean(series) if series else float(value)


def _ending(result: Result, names: dict[str, str]) -> Quantity:
    """How a game ended, by whom where there are no more than two players."""
    of = result.winners if len(names) <= FEW else ()
    if result.outcome:
        return Quantity("ending", result.kind, (result.outcome,), title=result.outcome)
    how = ended(result.kind, [names[player] for player in of])
    return Quantity("ending", result.kind, (*of, result.clause), title=f"{how}, {result.clause}".rstrip(", "))


def ended(kind: str, winners: Sequence[str]) -> str:
    """How a game ended, and by whom it was won if that is told."""
    if kind == "won" and winners:
        return said("won by {sides}", sides=listed_as_said(winners))
    if kind == "shared" and winners:
        return said("shared by {sides}", sides=listed_as_said(winners))
    return said(_KINDS.get(kind, "lab-over"))


def _measure(measure: Measure, each: str | None) -> Quantity:
    sort: Sort = "payoff" if measure.pays and each is None else "measure"
    title = heading(measure.title, measure.called, measure.each_called if each else None, measure.counts)
    return Quantity(sort, measure.name, measure.of, each, title)
