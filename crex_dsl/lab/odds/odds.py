"""Odds: how a scene comes out under one rulebook, counted exactly where that is feasible, sampled where not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any, Literal

from pydantic import BaseModel

from crex_dsl.engine.scenarios.setup import Staged
from crex_dsl.lab.odds.exact import End, Enumeration, NotEnumerated
from crex_dsl.lab.odds.sampling import trials
from crex_dsl.lab.odds.scene_policies import ScenePolicies
from crex_dsl.lab.statistics.intervals import share, spread

Watch = Callable[[Iterable[Any], int, str], Iterator[Any]]


class Chance(BaseModel):
    """How probable something is, as a fraction where it was counted; else where it lies 95 times out of 100."""

    share: float
    low: float
    high: float
    exact: str | None
    games: int | None


class OutcomeOdds(Chance):
    """One way in which a scene can come out."""

    outcome: str


class ValueOdds(Chance):
    """One value that a figure can have at the end."""

    value: int


class FigureOdds(BaseModel):
    """A figure of a scene: what it was at first, what it is on average at the end, and how probable each value is."""

    name: str
    title: str
    before: int
    mean: float
    mean_low: float | None
    mean_high: float | None
    mean_exact: str | None
    values: list[ValueOdds]


class Odds(BaseModel):
    """How a scene comes out under a rulebook, who follows what in it, and how that was found out.

    `told` and `seating` say what it is about and who follows what in the edition's names, for people to read. Where it
    was sampled, `why` says what kept us from counting.
    """

    game: str
    title: str
    edition: str
    options: list[str]
    scenario: str
    scene: str
    values: dict[str, Any]
    told: dict[str, str]
    policies: dict[str, str]
    seating: dict[str, str]
    method: Literal["counted", "sampled"]
    why: str | None
    positions: int | None
    games: int | None
    seed: int | None
    outcomes: list[OutcomeOdds]
    figures: list[FigureOdds]

    @property
    def rulebook(self) -> str:
        """The edition with its options, as it is named on the command line."""
        return "+".join([self.edition, *self.options])


def odds(
    staged: Staged,
    scene_policies: ScenePolicies,
    budget: int,
    games: int,
    seed: int,
    watch: Watch = lambda items, total, what: iter(items),
    native: bool = True,
) -> Odds:
    """How a scene comes out: counted if there are no more positions than the budget, else sampled."""
    count = Enumeration(staged, scene_policies, budget)
    why: str | None = None
    try:
        for _ in watch(count.explore(), budget, "positions"):
            pass
        outcomes, figures = _counted(staged, count.ends)
    except NotEnumerated as reason:
        why = str(reason)
        played = trials(staged, scene_policies, games, seed, native)
        outcomes, figures = _sampled(staged, list(watch(played, games, "games")))
    game = staged.game
    return Odds(
        game=game.id,
        title=game.title,
        edition=game.edition,
        options=list(game.options),
        scenario=staged.scene.name,
        scene=staged.scene.title,
        values=staged.named,
        told=staged.told,
        policies=scene_policies.names,
        seating={game.player_name(player): policy for player, policy in scene_policies.names.items()},
        method="counted" if why is None else "sampled",
        why=why,
        positions=count.positions if why is None else None,
        games=None if why is None else games,
        seed=None if why is None else seed,
        outcomes=outcomes,
        figures=figures,
    )


def _counted(staged: Staged, ends: Mapping[End, Fraction]) -> tuple[list[OutcomeOdds], list[FigureOdds]]:
    outcomes: dict[str, Fraction] = {}
    for (outcome, _), chance in ends.items():
        outcomes[outcome] = outcomes.get(outcome, Fraction(0)) + chance
    figures: list[FigureOdds] = []
    for place in range(len(staged.scene.measures)):
        values: dict[int, Fraction] = {}
        for (_, found), chance in ends.items():
            values[found[place]] = values.get(found[place], Fraction(0)) + chance
        mean = sum((value * chance for value, chance in values.items()), Fraction(0))
        told = [ValueOdds(value=value, **_exactly(values[value])) for value in sorted(values)]
        figures.append(_figure(staged, place, (float(mean),) * 3, str(mean), told))
    return _likeliest([OutcomeOdds(outcome=what, **_exactly(part)) for what, part in outcomes.items()]), figures


def _exactly(chance: Fraction) -> dict[str, Any]:
    part = float(chance)
    return {"share": part, "low": part, "high": part, "exact": str(chance), "games": None}


def _sampled(staged: Staged, ends: list[End]) -> tuple[list[OutcomeOdds], list[FigureOdds]]:
    games = len(ends)
    outcomes = Counter(outcome for outcome, _ in ends)
    figures: list[FigureOdds] = []
    for place in range(len(staged.scene.measures)):
        values = Counter(found[place] for _, found in ends)
        told = [ValueOdds(value=value, **_about(values[value], games)) for value in sorted(values)]
        mean = spread(values)
        assert mean is not None, "there is at least one game"
        figures.append(_figure(staged, place, (mean.mean, mean.low, mean.high), None, told))
    return _likeliest([OutcomeOdds(outcome=what, **_about(found, games)) for what, found in outcomes.items()]), figures


def _about(games: int, of: int) -> dict[str, Any]:
    return {**share(games, of).model_dump(), "exact": None}


def _figure(
    staged: Staged,
    place: int,
    mean: tuple[float, float | None, float | None],
    exact: str | None,
    values: list[ValueOdds],
) -> FigureOdds:
    name, title = staged.scene.measures[place]
    middle, low, high = mean
    before = staged.before[place]
    return FigureOdds(
        name=name,
        title=title,
        before=before,
        mean=middle,
        mean_low=low,
        mean_high=high,
        mean_exact=exact,
        values=values,
    )


def _likeliest(outcomes: list[OutcomeOdds]) -> list[OutcomeOdds]:
    """The likeliest first; among equals by their words. A scene without words for its end has none."""
    return sorted((each for each in outcomes if each.outcome), key=lambda each: (-each.share, each.outcome))
