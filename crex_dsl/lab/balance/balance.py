"""The balance of a rulebook: who wins at equal strength, how that depends on the level, and what decides the games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from pydantic import BaseModel

from crex_dsl.engine.game import Game
from crex_dsl.lab.bots.registry import by_the_clock
from crex_dsl.lab.comparison.compare import Record
from crex_dsl.lab.simulation.accumulator import Accumulator
from crex_dsl.lab.simulation.measures import Measure, heading
from crex_dsl.lab.simulation.playouts import Playout
from crex_dsl.lab.simulation.summary import Ending, Fault, Payoff, Speed, Won, summary
from crex_dsl.lab.statistics.intervals import Share, share

FEW = 10  # games that a measure must have told apart to be told of
NO_TIME = Speed(seconds=0, workers=1, known=0, games=0, decisions=0)


class Level(BaseModel):
    """Games in which one bot plays all sides: who won, what they got, by which clauses, and what went wrong."""

    bot: str
    games: int
    players: list[Won]
    drawn: Share
    payoff: Payoff | None
    endings: list[Ending]
    faults: list[Fault]


class Decider(Share):
    """How often whoever had most of something won: at the end, or after so many of the stages that it is read each."""

    name: str
    title: str
    each: str | None
    each_called: str | None
    stage: int | None
    of: int


class Balance(BaseModel):
    """A rulebook played at equal strength on the same seeds, the weakest level first.

    What decides is told of the strongest. Games cannot be repeated where some bots think `by_the_clock`.
    """

    game: str
    title: str
    edition: str
    options: list[str]
    does: str
    seed: int
    games: int
    levels: list[Level]
    deciders: list[Decider]
    by_the_clock: list[str]

    @property
    def rulebook(self) -> str:
        """The edition with its options, as it is named on the command line."""
        return "+".join([self.edition, *self.options])

    @property
    def strongest(self) -> Level:
        """The level that says most."""
        return self.levels[-1]

    @property
    def faults(self) -> list[tuple[Level, Fault]]:
        """Every game that went wrong, and at which level."""
        return [(level, fault) for level in self.levels for fault in level.faults]


class Narrow:
    """Whether every player's share of victories is known within a reach to either side, at every level."""

    def __init__(self, reach: float) -> None:
        self.reach = reach

    def __call__(self, records: Sequence[Record]) -> bool:
        """Ask it of some games."""
        return all(
            (told.high - told.low) / 2 <= self.reach
            for record in records
            for quantity, column in record.columns.items()
            if quantity.sort == "winner"
            for told in [share(round(sum(column)), sum(record.whole))]
        )


@dataclass
class LevelRecord(Record):
    """The games of one level, which are kept whole."""

    playouts: list[Playout] = field(default_factory=list)

    def add(self, playouts: Iterable[Playout]) -> None:
        """Write down the next games."""
        some = list(playouts)
        self.playouts += some
        super().add(some)


def balance(records: Sequence[LevelRecord]) -> Balance:
    """What the games of some levels say, the weakest first."""
    first = records[0]
    return Balance(
        game=first.game.id,
        title=first.game.title,
        edition=first.game.edition,
        options=list(first.game.options),
        does=first.game.does,
        seed=first.order.seed,
        games=first.order.games,
        levels=[_level(record) for record in records],
        deciders=list(_deciders(first.game, records[-1].reader.gauges, records[-1].playouts)),
        by_the_clock=by_the_clock(record.name for record in records),
    )


def _level(record: LevelRecord) -> Level:
    reckoning = Accumulator(record.game)
    reckoning.add(record.playouts)
    told = summary(record.game, record.order, reckoning, NO_TIME)
    drawn = sum(outcome.games for outcome in told.outcomes if not outcome.winners)
    return Level(
        bot=record.name,
        games=told.ended,
        players=told.players,
        drawn=share(drawn, told.ended),
        payoff=told.payoff,
        endings=told.endings,
        faults=told.faults,
    )


# ---- what decides ----
def _deciders(game: Game, gauges: Sequence[Measure], playouts: Sequence[Playout]) -> Iterator[Decider]:
    """How well each measure of the players tells who wins: what tells most first, and of each the course before."""
    won = [playout for playout in playouts if playout.result is not None and len(playout.result.winners) == 1]
    by_name: dict[str, list[tuple[str, int]]] = {}
    for place, gauge in enumerate(gauges):
        if len(gauge.of) == 1 and gauge.of[0] in game.players:
            by_name.setdefault(gauge.name, []).append((gauge.of[0], place))
    found: list[list[Decider]] = []
    for places in by_name.values():
        if len(places) != len(game.players):
            continue
        gauge = gauges[places[0][1]]
        ends = [{player: playout.measured[place] for player, place in places} for playout in won]
        told = [_decider(gauge, None, None, won, ends)]
        stages = max((len(playout.series[places[0][1]]) for playout in won), default=0) if gauge.each else 0
        for stage in range(stages):
            long = [playout for playout in won if all(len(playout.series[place]) > stage for _, place in places)]
            after = [{player: playout.series[place][stage] for player, place in places} for playout in long]
            told.append(_decider(gauge, gauge.each, stage + 1, long, after))
        found.append([each for each in told if each.of >= FEW])
    even = 1 / len(game.players)
    for told in sorted(filter(None, found), key=lambda told: -abs(told[0].share - even)):
        yield from told


def _decider(
    gauge: Measure, each: str | None, stage: int | None, playouts: Sequence[Playout], had: Sequence[dict[str, int]]
) -> Decider:
    """How often one of the players had most, alone, and won."""
    told = hits = 0
    for playout, numbers in zip(playouts, had, strict=True):
        most = max(numbers.values())
        leaders = [player for player, number in numbers.items() if number == most]
        if len(leaders) == 1 and playout.result is not None:
            told += 1
            hits += leaders[0] in playout.result.winners
    called = gauge.each_called if each else None
    title = heading(gauge.title, (), None, gauge.counts) if stage is None else gauge.title
    return Decider(
        name=gauge.name,
        title=title,
        each=each,
        each_called=called,
        stage=stage,
        of=told,
        **share(hits, told).model_dump(),
    )
