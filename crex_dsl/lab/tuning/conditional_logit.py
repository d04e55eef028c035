"""Ridge logistic regression on who of several wins: fitted by Newton's method, chosen by cross-validation.

The chance of a player is the softmax of what counts for each, times its weight, and of an advantage of the seat.
Between two players that is plain logistic regression on the difference.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Whole = NDArray[np.int64]

RIDGES = tuple(10.0 ** (power / 2) for power in range(-8, 5))
FOLDS = 5
_STEPS, _CLOSE = 100, 1e-9  # of Newton's method, and by how little the last one may still move anything
_LEAST = 1e-6  # how much even the advantage of a seat is held back, so that it stays finite where one always wins


@dataclass(frozen=True)
class Sample:
    """Moments of games: by moment, player and thing what counts; by moment and player his share of the victory."""

    counts: Floats
    shares: Floats
    games: Whole  # to which game each moment belongs

    def of(self, rows: NDArray[np.bool_]) -> Sample:
        """Some of the moments."""
        return Sample(self.counts[rows], self.shares[rows], self.games[rows])

    @property
    def spreads(self) -> Floats:
        """By how much what counts differs between the players of a moment; nothing where it never does."""
        apart = self.counts - self.counts.mean(axis=1, keepdims=True)
        spreads: Floats = np.sqrt((apart**2).mean(axis=(0, 1)))
        return spreads


@dataclass(frozen=True)
class Fit:
    """How much each thing counts, and the advantage of each seat, both as they enter the exponent."""

    weights: Floats
    seats: Floats

    def loss(self, sample: Sample) -> float:
        """The log loss on some moments, in nats a moment."""
        logs = _log_chances(sample.counts @ self.weights + self.seats)
        return float(-(sample.shares * logs).sum(axis=1).mean())


def fit(sample: Sample, ridge: float, towards: Floats) -> Fit:
    """The weights that make what happened likeliest, held back towards others by so much in units of their spread."""
    moments, players, things = sample.counts.shape
    spreads = np.where(sample.spreads > 0, sample.spreads, 1.0)
    seats = np.broadcast_to(np.eye(players)[:, 1:], (moments, players, players - 1))
    design = np.concatenate([sample.counts / spreads, seats], axis=2)
    held = np.concatenate([np.full(things, max(ridge, _LEAST)), np.full(players - 1, _LEAST)])
    rest = np.concatenate([towards * spreads, np.zeros(players - 1)])

    def cost(at: Floats) -> float:
        logs = _log_chances(design @ at)
        return float(-(sample.shares * logs).sum(axis=1).mean() + (held * (at - rest) ** 2).sum() / 2)

    found = rest.copy()
    for _ in range(_STEPS):
        chances = np.exp(_log_chances(design @ found))
        slope = np.einsum("mpk,mp->k", design, chances - sample.shares) / moments + held * (found - rest)
        mean = np.einsum("mp,mpk->mk", chances, design)
        bend = np.einsum("mp,mpj,mpk->jk", chances, design, design, optimize=True) - mean.T @ mean
        step = np.linalg.solve(bend / moments + np.diag(held), slope)
        reach, before = 1.0, cost(found)
        while reach > _CLOSE and cost(found - reach * step) > before:
            reach /= 2
        found = found - reach * step
        if np.abs(reach * step).max() < _CLOSE:
            break
    return Fit(found[:things] / spreads, np.concatenate([[0.0], found[things:]]))


def rescaled(sample: Sample, weights: Floats) -> Fit:
    """Weights as they are, but for one factor and the advantage of the seats; what is of no use counts nothing."""
    score = Sample((sample.counts @ weights)[:, :, None], sample.shares, sample.games)
    found = fit(score, 0.0, np.zeros(1))
    factor = max(0.0, float(found.weights[0]))
    return Fit(weights * factor, found.seats)


@dataclass(frozen=True)
class Validation:
    """Log losses on games that were left out of the fit: of each ridge, of the old weights, and of the seats alone."""

    ridges: dict[float, float]
    old: float
    seats: float

    @property
    def ridge(self) -> float:
        """The one that says most about other games."""
        return min(self.ridges, key=lambda ridge: (self.ridges[ridge], -ridge))


def cross_validated(sample: Sample, weights: Floats) -> Validation:
    """Every ridge tried on games that it was not fitted to, a part of them at a time; a game is never divided."""
    sums = dict.fromkeys(RIDGES, 0.0)
    old = seats = 0.0
    for fold in range(FOLDS):
        left_out = sample.games % FOLDS == fold
        known, asked = sample.of(~left_out), sample.of(left_out)
        part = len(asked.games) / len(sample.games)
        anchor, nothing = rescaled(known, weights), rescaled(known, np.zeros_like(weights))
        old += part * anchor.loss(asked)
        seats += part * nothing.loss(asked)
        for ridge in RIDGES:
            sums[ridge] += part * fit(known, ridge, anchor.weights).loss(asked)
    return Validation(sums, old, seats)


def _log_chances(scores: Floats) -> Floats:
    """The logarithm of each player's chance, by moment."""
    top = scores.max(axis=1, keepdims=True)
    shifted: Floats = scores - top
    logs: Floats = shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))
    return logs
