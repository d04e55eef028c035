"""What a series of games adds up to: who wins and by what, how long it takes, what is measured, what went wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pydantic import BaseModel

from crex_dsl.engine.game import Game
from crex_dsl.engine.run.position import Result
from crex_dsl.engine.scenarios.setup import opening
from crex_dsl.lab.simulation.accumulator import Accumulator
from crex_dsl.lab.simulation.match import outer_stages
from crex_dsl.lab.simulation.measures import Measure
from crex_dsl.lab.simulation.series import Order
from crex_dsl.lab.statistics.intervals import Share, Spread, share, spread
from crex_dsl.text.messages import said

SCENE_OVER = "over"  # how a game ends in which nobody wins, because it began with a scenario


class Outcome(Share):
    """How often the same players won, alone or together; nobody where games are drawn."""

    winners: list[str]


class Won(Share):
    """How often a player won, alone or together with others; `called` is the edition's name for them.

    `payoff` is what they got at the end, where the rules declare that.
    """

    player: str
    called: str
    alone: int
    shared: int
    payoff: Spread | None


class Payoff(BaseModel):
    """In what players are paid where the rules declare it, and by how much the best is above the next."""

    name: str
    title: str
    margin: Spread | None


class Ending(Share):
    """How often games ended in the same way by the same clause; `outcome` is how a scenario came out."""

    kind: str
    winners: list[str]
    called: list[str]
    clause: str
    numbers: list[str]
    heading: str
    outcome: str


class Length(Spread):
    """How long games are, counted in decisions or in stages that were closed."""

    what: str
    called: str


class Measured(Spread):
    """A measure of given things, at the end or of each stage, then also stage by stage; or what it counts."""

    name: str
    title: str
    of: list[str]
    called: list[str]
    each: str | None
    each_called: str | None
    counts: bool
    course: list[Spread]


class Fault(BaseModel):
    """A game that went wrong, and after how many decisions."""

    seed: int
    what: str
    decisions: int
    command: str = ""


class Speed(BaseModel):
    """How fast games were played, those left out that were known already."""

    seconds: float
    workers: int
    in_python: str = ""  # why games were played in Python and not natively, where they were
    known: int
    games: float
    decisions: float


class Summary(BaseModel):
    """A series of games, added up; shares are of the games that came to an end."""

    game: str
    title: str
    edition: str
    options: list[str]
    scenario: str | None
    bots: dict[str, str]
    seed: int
    asked: int
    played: int
    ended: int
    cut_short: int
    outcomes: list[Outcome]
    players: list[Won]
    payoff: Payoff | None
    endings: list[Ending]
    lengths: list[Length]
    legal_answers: float | None
    measures: list[Measured]
    faults: list[Fault]
    speed: Speed


def summary(game: Game, order: Order, reckoning: Accumulator, speed: Speed) -> Summary:
    """What some games of an order add up to."""
    return Summary(
        game=game.id,
        title=game.title,
        edition=game.edition,
        options=list(game.options),
        scenario=None if not order.scenario else str(opening(game, order.scenario[0], order.scenario[1:])),
        bots=order.bots,
        seed=order.seed,
        asked=order.games,
        played=reckoning.played,
        ended=reckoning.ended,
        cut_short=reckoning.cut_short,
        outcomes=_outcomes(game, reckoning),
        players=_players(game, reckoning),
        payoff=None if game.payoff is None else _payoff(game.payoff, reckoning),
        endings=_endings(game, reckoning),
        lengths=_lengths(game, reckoning),
        legal_answers=reckoning.answers / reckoning.decisions if reckoning.decisions else None,
        measures=list(_measures(reckoning)),
        faults=[Fault(seed=each.seed, what=each.what, decisions=each.decisions) for each in reckoning.mishaps],
        speed=speed,
    )


def _outcomes(game: Game, reckoning: Accumulator) -> list[Outcome]:
    """Every player in the order of the seats, those who won together, and draws where there are any."""
    counts: Counter[tuple[str, ...]] = Counter({(player,): 0 for player in game.players})
    for result, games in reckoning.results.items():
        if result.kind != SCENE_OVER:
            counts[result.winners] += games
    order = sorted(counts, key=lambda winners: (not winners, len(winners), [game.players.index(w) for w in winners]))
    return [Outcome(winners=list(key), **share(counts[key], reckoning.ended).model_dump()) for key in order]


def _players(game: Game, reckoning: Accumulator) -> list[Won]:
    """Every player in the order of the seats, with the games that were won alone and those that were shared."""
    found: list[Won] = []
    for player in game.players:
        won = {result: games for result, games in reckoning.results.items() if player in result.winners}
        alone = sum(games for result, games in won.items() if len(result.winners) == 1)
        figures = share(sum(won.values()), reckoning.ended)
        counts = {"alone": alone, "shared": figures.games - alone, **figures.model_dump()}
        paid = next((n for g, n in zip(reckoning.gauges, reckoning.at_the_end, strict=True) if _pays(g, player)), None)
        payoff = None if paid is None else spread(paid)
        found.append(Won(player=player, called=game.player_name(player), payoff=payoff, **counts))
    return found


def _pays(measure: Measure, player: str) -> bool:
    return measure.pays and measure.of == (player,)


def _payoff(named: tuple[str, str], reckoning: Accumulator) -> Payoff:
    name, title = named
    return Payoff(name=name, title=title, margin=spread(reckoning.margins))


def _endings(game: Game, reckoning: Accumulator) -> list[Ending]:
    found: list[Ending] = []

    def rank(entry: tuple[Result, int]) -> tuple[int, str, tuple[str, ...], str]:
        result, games = entry
        return -games, result.clause, result.winners, result.outcome

    for result, games in sorted(reckoning.results.items(), key=rank):
        _, numbers, heading, _, _ = game.clause(result.clause) if result.clause else ("", (), "", "", "")
        found.append(
            Ending(
                kind=result.kind,
                winners=list(result.winners),
                called=[game.player_name(player) for player in result.winners],
                clause=result.clause,
                numbers=list(numbers),
                heading=heading,
                outcome=result.outcome,
                **share(games, reckoning.ended).model_dump(),
            )
        )
    return found


def _lengths(game: Game, reckoning: Accumulator) -> list[Length]:
    """Decisions, and the stages of which games consist."""
    columns = [("decisions", said("lab-decisions"), reckoning.lengths)]
    columns += [(stage, game.namer.called(stage), reckoning.stages[place]) for place, stage in outer_stages(game)]
    return [
        Length(what=what, called=called, **figures.model_dump())
        for what, called, numbers in columns
        if (figures := spread(numbers)) is not None
    ]


def _measures(reckoning: Accumulator) -> Iterator[Measured]:
    """What was measured, first at the end, then at the end of each stage."""
    for measure, numbers, course in zip(reckoning.gauges, reckoning.at_the_end, reckoning.courses, strict=True):
        stages = [figures for each in course.by_stage if (figures := spread(each)) is not None]
        at_the_end, each_stage = spread(numbers), spread(course.all, course.clusters)
        for each, figures, steps in ((None, at_the_end, []), (measure.each, each_stage, stages)):
            if figures is not None:
                yield Measured(
                    name=measure.name,
                    title=measure.title,
                    of=list(measure.of),
                    called=list(measure.called),
                    each=each,
                    each_called=measure.each_called if each else None,
                    counts=measure.counts,
                    course=steps,
                    **figures.model_dump(),
                )
