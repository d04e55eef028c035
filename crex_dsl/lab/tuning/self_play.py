"""What self-play says about the weights of `worth`: the moments at which bots ask for it, and who won in the end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from crex_dsl.engine.game import Game
from crex_dsl.lab.comparison.compare import Record
from crex_dsl.lab.simulation.measures import weights_of
from crex_dsl.lab.simulation.playouts import Playout
from crex_dsl.lab.simulation.summary import Fault
from crex_dsl.lab.tuning.conditional_logit import FOLDS, Fit, Sample, Validation, cross_validated, fit, rescaled
from crex_dsl.lab.tuning.errors import CannotTune
from crex_dsl.text.messages import said

FINE = 0.02  # how much of what counts may be lost by whole numbers
LARGEST = 100_000  # that a weight may become so that small ones are whole numbers


@dataclass
class PlayedRecord(Record):
    """Games that are kept whole, with nothing added up."""

    playouts: list[Playout] = field(default_factory=list)

    def add(self, playouts: Iterable[Playout]) -> None:
        """Write down the next games."""
        for playout in playouts:
            self.playouts.append(playout)
            self.whole.append(playout.fault is None)
            if playout.fault is not None:
                self.faults.append(Fault(seed=playout.seed, what=playout.fault, decisions=playout.decisions))


@dataclass(frozen=True)
class Proposal:
    """Weights before and after, by their titles, what cross-validation says of them, and on how much they rest."""

    old: dict[str, int]
    new: dict[str, int]
    unseen: list[str]  # what never differed between players, so that nothing is known of it
    validation: Validation
    games: int
    moments: int

    @property
    def changes(self) -> bool:
        """Whether bots would decide otherwise: weights that are all so many times as large do not."""
        firsts = [self.new[title] / number for title, number in self.old.items() if number]
        return any((number == 0) != (self.new[title] == 0) for title, number in self.old.items()) or (
            max(firsts, default=0) - min(firsts, default=0) > FINE * max(map(abs, firsts), default=0)
        )


def old_weights(game: Game) -> dict[str, int]:
    """How much each thing counts under a game's rules; raises CannotTune where nothing does by name."""
    weights = {title: number for title, _, _, number in game.tables["weights"].values()}
    if not weights:
        raise CannotTune(
            said(
                "{rulebook} names nothing that counts for a side: say `worth` as a sum, a line for each thing, as "
                "`crex docs` tells under *What tools need*",
                rulebook=game.edition,
            )
        )
    if game.tables["worth"][0] is None:
        raise CannotTune(
            said(
                "{rulebook} does not say when to look at `worth`: name a stage, as in `worth(p: player) each STAGE`",
                rulebook=game.edition,
            )
        )
    return weights


def sampled(game: Game, playouts: Sequence[Playout]) -> Sample:
    """The moments of some games at which bots ask how they stand: every end of the stage, until the game was over."""
    gauges = weights_of(game)
    players, things = len(game.players), len(game.tables["weights"])
    stage = list(game.tables["stages"]).index(game.tables["worth"][0])
    counts: list[np.ndarray[tuple[int, ...], np.dtype[np.float64]]] = []
    shares: list[list[float]] = []
    games: list[int] = []
    for number, playout in enumerate(playouts):
        if playout.result is None:
            continue
        winners = playout.result.winners or game.players
        share = [(player in winners) / len(winners) for player in game.players]
        closed = playout.stages[stage]  # a stage in which the game ended is not looked at: there it is known who won
        rows = np.array([series[:closed] for series in playout.series], dtype=np.float64)
        assert len(rows) == len(gauges) == things * players
        counts.append(rows.reshape(things, players, closed).transpose(2, 1, 0))
        shares += [share] * closed
        games += [number] * closed
    whole = np.concatenate(counts) if counts else np.zeros((0, players, things))
    return Sample(whole, np.array(shares).reshape(-1, players), np.array(games, dtype=np.int64))


def proposed(game: Game, playouts: Sequence[Playout]) -> Proposal:
    """The weights that self-play speaks for; raises CannotTune where there is too little of it."""
    weights, sample = old_weights(game), sampled(game, playouts)
    ended = len(set(sample.games.tolist()))
    if ended < 2 * FOLDS:
        raise CannotTune(
            said(
                "{count} game came to an end, which is too few: at least {least} are needed",
                "{count} games came to an end, which is too few: at least {least} are needed",
                count=ended,
                least=2 * FOLDS,
            )
        )
    if (sample.shares == sample.shares[0]).all():
        raise CannotTune(said("the same side won every game, so nothing can be learned from them: let others play"))
    old = np.array(list(weights.values()), dtype=np.float64)
    validation = cross_validated(sample, old)
    found = fit(sample, validation.ridge, rescaled(sample, old).weights)
    new = whole_numbers(found, old, sample)
    return Proposal(
        weights,
        dict(zip(weights, new, strict=True)),
        [title for title, spread in zip(weights, sample.spreads, strict=True) if not spread],
        validation,
        ended,
        len(sample.games),
    )


def whole_numbers(found: Fit, old: np.ndarray[tuple[int, ...], np.dtype[np.float64]], sample: Sample) -> list[int]:
    """Weights in whole numbers, about as large as the old ones, larger where too much would be lost by rounding.

    What never differed counts what it did.
    """
    spreads = sample.spreads
    size = (np.abs(found.weights) * spreads).sum()
    if not size:
        return [int(number) for number in old]
    scaled = np.where(spreads > 0, found.weights * (np.abs(old) * spreads).sum() / size, old)
    factor = 1
    while True:
        rounded = np.rint(scaled * factor)
        lost = (np.abs(rounded / factor - scaled) * spreads).sum()
        if lost <= FINE * (np.abs(scaled) * spreads).sum() or np.abs(scaled).max() * factor * 2 > LARGEST:
            return [int(number) for number in rounded]
        factor *= 2
