"""What a series of games adds up to: who wins and by what, how long it takes, what is measured, what went wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import zip_longest
from statistics import fmean

from pydantic import BaseModel

from crex_dsl.engine.game import Game
from crex_dsl.lab.figures import Share, Spread, share, spread
from crex_dsl.lab.gauges import Gauge, gauges
from crex_dsl.lab.series import Order
from crex_dsl.lab.table import Playout


class Outcome(Share):
    """How often the same players won, alone or together; nobody where games are drawn."""

    winners: list[str]


class Won(Share):
    """How often a player won, alone or together with others."""

    player: str
    alone: int
    shared: int


class Ending(Share):
    """How often games ended in the same way by the same clause."""

    kind: str
    winners: list[str]
    clause: str
    numbers: list[str]
    heading: str


class Length(Spread):
    """How long games are, counted in decisions or in stages that were closed."""

    what: str


class Measured(Spread):
    """A measure of given things, at the end or at the end of each stage; then also stage by stage, on average."""

    name: str
    title: str
    of: list[str]
    each: str | None
    course: list[float]


class Fault(BaseModel):
    """A game that went wrong, and after how many decisions."""

    seed: int
    what: str
    decisions: int
    command: str = ""


class Speed(BaseModel):
    """How fast games were played."""

    seconds: float
    jobs: int
    games: float
    decisions: float


class Summary(BaseModel):
    """A series of games, added up; shares are of the games that came to an end."""

    game: str
    title: str
    edition: str
    options: list[str]
    bots: dict[str, str]
    seed: int
    asked: int
    played: int
    ended: int
    cut_short: int
    outcomes: list[Outcome]
    players: list[Won]
    endings: list[Ending]
    lengths: list[Length]
    legal_answers: float | None
    measures: list[Measured]
    faults: list[Fault]
    speed: Speed


def summary(game: Game, order: Order, playouts: Sequence[Playout], seconds: float, jobs: int) -> Summary:
    """What some games of an order add up to."""
    whole = [playout for playout in playouts if playout.fault is None]
    ended = [playout for playout in whole if playout.result is not None]
    decisions = sum(playout.decisions for playout in playouts)
    took = max(seconds, 1e-9)
    return Summary(
        game=game.id,
        title=game.title,
        edition=game.edition,
        options=list(game.options),
        bots=order.bots,
        seed=order.seed,
        asked=order.games,
        played=len(playouts),
        ended=len(ended),
        cut_short=len(whole) - len(ended),
        outcomes=_outcomes(game, ended),
        players=_players(game, ended),
        endings=_endings(game, ended),
        lengths=_lengths(game, whole),
        legal_answers=sum(playout.answers for playout in playouts) / decisions if decisions else None,
        measures=[
            measured
            for place, gauge in enumerate(gauges(game))
            for measured in (_at_the_end(gauge, place, whole), _each_stage(gauge, place, whole))
            if measured is not None
        ],
        faults=[
            Fault(seed=playout.seed, what=playout.fault, decisions=playout.decisions)
            for playout in playouts
            if playout.fault is not None
        ],
        speed=Speed(seconds=seconds, jobs=jobs, games=len(playouts) / took, decisions=decisions / took),
    )


def _outcomes(game: Game, ended: list[Playout]) -> list[Outcome]:
    """Every player in the order of the seats, those who won together, and draws where there are any."""
    counts: Counter[tuple[str, ...]] = Counter({(player,): 0 for player in game.players})
    counts.update(playout.result.winners for playout in ended if playout.result)
    order = sorted(counts, key=lambda winners: (not winners, len(winners), [game.players.index(w) for w in winners]))
    return [Outcome(winners=list(key), **share(counts[key], len(ended)).model_dump()) for key in order]


def _players(game: Game, ended: list[Playout]) -> list[Won]:
    """Every player in the order of the seats, with the games that were won alone and those that were shared."""
    winners = [playout.result.winners for playout in ended if playout.result]
    found: list[Won] = []
    for player in game.players:
        won = [some for some in winners if player in some]
        alone = sum(len(some) == 1 for some in won)
        figures = share(len(won), len(ended)).model_dump()
        found.append(Won(player=player, alone=alone, shared=len(won) - alone, **figures))
    return found


def _endings(game: Game, ended: list[Playout]) -> list[Ending]:
    counts = Counter(playout.result for playout in ended if playout.result)
    found: list[Ending] = []
    for result, games in sorted(counts.items(), key=lambda entry: (-entry[1], entry[0].clause, entry[0].winners)):
        _, numbers, heading, _, _ = game.clause(result.clause) if result.clause else ("", (), "", "", "")
        found.append(
            Ending(
                kind=result.kind,
                winners=list(result.winners),
                clause=result.clause,
                numbers=list(numbers),
                heading=heading,
                **share(games, len(ended)).model_dump(),
            )
        )
    return found


def _lengths(game: Game, whole: list[Playout]) -> list[Length]:
    """Decisions, and the stages of which games consist."""
    columns = [("decisions", [playout.decisions for playout in whole])]
    stages = game.tables["stages"]
    for place, (stage, within) in enumerate(stages.items()):
        if within is not None and stages.get(within) is None:
            columns.append((stage, [playout.stages[place] for playout in whole]))
    return [
        Length(what=what, **figures.model_dump())
        for what, numbers in columns
        if (figures := spread(numbers)) is not None
    ]


def _at_the_end(gauge: Gauge, place: int, whole: list[Playout]) -> Measured | None:
    return _measured(gauge, None, [playout.measured[place] for playout in whole], [])


def _each_stage(gauge: Gauge, place: int, whole: list[Playout]) -> Measured | None:
    series = [playout.series[place] for playout in whole]
    course = [
        fmean(number for number in numbers if number is not None) for numbers in zip_longest(*series, fillvalue=None)
    ]
    return _measured(gauge, gauge.each, [number for numbers in series for number in numbers], course)


def _measured(gauge: Gauge, each: str | None, numbers: list[int], course: list[float]) -> Measured | None:
    figures = spread(numbers)
    if figures is None:
        return None
    return Measured(
        name=gauge.name, title=gauge.title, of=list(gauge.of), each=each, course=course, **figures.model_dump()
    )
