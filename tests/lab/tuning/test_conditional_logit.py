"""Ridge logistic regression: held against scipy's minimum of the same cost, and against weights that are known."""

import numpy as np
import pytest

from crex_dsl.lab.tuning.conditional_logit import RIDGES, Fit, Sample, cross_validated, fit, rescaled

WEIGHTS = np.array([0.8, -0.5, 0.0])


def drawn(players: int, games: int = 120, moments: int = 4, seed: int = 7) -> Sample:
    """Games in which whoever wins is drawn by known weights, with an advantage for the first seat."""
    rng = np.random.default_rng(seed)
    counts = rng.normal(size=(games * moments, players, 3)) * np.array([1.0, 3.0, 0.5])
    scores = counts @ WEIGHTS + np.array([1.0, *[0.0] * (players - 1)])
    chances = np.exp(scores) / np.exp(scores).sum(axis=1, keepdims=True)
    winners = [rng.choice(players, p=row) for row in chances]
    return Sample(counts, np.eye(players)[winners], np.repeat(np.arange(games), moments))


def cost(at: np.ndarray, sample: Sample, ridge: float, towards: np.ndarray) -> float:
    """What is to be as small as possible, written out anew."""
    players = sample.counts.shape[1]
    weights, seats = at[:3], np.concatenate([[0.0], at[3:]])
    scores = sample.counts @ weights + seats
    logs = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
    spread = np.sqrt(((sample.counts - sample.counts.mean(axis=1, keepdims=True)) ** 2).mean(axis=(0, 1)))
    held = (ridge * ((weights - towards) * spread) ** 2).sum() / 2 + 1e-6 * (at[3:] ** 2).sum() / 2
    assert len(seats) == players
    return float(-(sample.shares * logs).sum() / len(logs) + held)


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("ridge", [0.001, 0.3])
def test_it_is_the_minimum_that_scipy_finds(players: int, ridge: float) -> None:
    from scipy.optimize import minimize  # not while tests are collected: it takes a second

    sample, towards = drawn(players), np.array([0.2, 0.1, -0.4])
    found = fit(sample, ridge, towards)
    known = minimize(cost, np.zeros(3 + players - 1), (sample, ridge, towards), tol=1e-12)
    assert found.weights == pytest.approx(known.x[:3], abs=1e-4)
    assert found.seats[1:] == pytest.approx(known.x[3:], abs=1e-4)


def test_known_weights_are_found_and_a_large_ridge_leaves_those_that_were() -> None:
    sample = drawn(2, games=2000)
    assert fit(sample, 1e-4, np.zeros(3)).weights == pytest.approx(WEIGHTS, abs=0.1)
    towards = np.array([0.3, 0.3, 0.3])
    assert fit(sample, 1e6, towards).weights == pytest.approx(towards, abs=1e-4)


def test_one_who_always_wins_and_what_never_differs_leave_it_finite() -> None:
    sample = drawn(2)
    counts = sample.counts.copy()
    counts[:, :, 2] = 5.0
    always = Sample(counts, np.tile([1.0, 0.0], (len(counts), 1)), sample.games)
    found = fit(always, 0.01, np.zeros(3))
    assert np.isfinite(found.weights).all() and np.isfinite(found.seats).all()
    assert found.weights[2] == pytest.approx(0, abs=1e-9) and always.spreads[2] == 0


def test_loss_is_the_log_of_what_came() -> None:
    sample = Sample(np.array([[[1.0], [0.0]]]), np.array([[1.0, 0.0]]), np.array([0]))
    even = Fit(np.zeros(1), np.zeros(2))
    assert even.loss(sample) == pytest.approx(np.log(2))


def test_cross_validation_knows_good_weights_from_bad_ones() -> None:
    sample = drawn(2, games=200)
    good, bad = cross_validated(sample, WEIGHTS), cross_validated(sample, np.array([0.0, 0.0, 1.0]))
    assert good.old < good.seats and good.ridge == max(RIDGES)
    assert bad.ridges[bad.ridge] < bad.old - 0.05
    assert bad.old == pytest.approx(bad.seats, abs=0.02)


def test_what_speaks_against_itself_counts_nothing() -> None:
    sample = drawn(2)
    assert (rescaled(sample, -WEIGHTS).weights == 0).all()
