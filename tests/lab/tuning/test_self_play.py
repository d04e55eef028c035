"""What self-play says about weights: moments, whole numbers, and when nothing can be learned."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from crex_dsl.engine.game import Game, game_of
from crex_dsl.lab.simulation.match import Match
from crex_dsl.lab.simulation.measures import weights_of
from crex_dsl.lab.simulation.playouts import Playout
from crex_dsl.lab.tuning.conditional_logit import Fit, Sample
from crex_dsl.lab.tuning.errors import CannotTune
from crex_dsl.lab.tuning.self_play import old_weights, proposed, sampled, whole_numbers
from crex_dsl.rulebook.selection.catalogue import index_of
from tests.engine.tiny import Tiny
from tests.lab.conftest import watched
from tests.lab.tuning.heaps import HEAD, HEAPS


@pytest.fixture(scope="module")
def heaps(tmp_path_factory: pytest.TempPathFactory) -> Game:
    files = Tiny(Path(tmp_path_factory.mktemp("heaps"))).write(HEAPS, head=HEAD)
    return game_of(files, index_of(files).select(None, ()), watched=True)


def played(game: Game, games: int, native: bool = True) -> list[Playout]:
    table = Match(game, dict.fromkeys(game.players, "greedy"), 1000, native=native, weighed=True)
    return list(table.games(range(games)))


def test_what_counts_is_read_at_the_end_of_each_stage(heaps: Game) -> None:
    assert [(each.title, each.of) for each in weights_of(heaps)] == [
        (title, (player,)) for title in ("coins", "stones", "what never changes") for player in ("ann", "bob")
    ]
    playouts = played(heaps, 12)
    assert playouts == played(heaps, 12, native=False)
    sample = sampled(heaps, playouts)
    assert sample.counts.shape == (72, 2, 3)
    assert (sample.counts[:, :, 2] == 4).all() and (np.diff(sample.counts[:6, :, 0], axis=0) >= 0).all()
    assert sample.games.tolist() == [game for game in range(12) for _ in range(6)]
    first = playouts[0].result
    assert first is not None
    assert sample.shares[0].tolist() == (
        [0.5, 0.5] if not first.winners else [float(player in first.winners) for player in heaps.players]
    )


def test_the_stage_in_which_a_game_ends_is_left_out(heaps: Game) -> None:
    (whole,) = played(heaps, 1)
    cut = replace(whole, stages=tuple(min(4, closed) for closed in whole.stages))
    assert len(sampled(heaps, [cut]).games) == 4


def test_coins_count_and_stones_do_not(heaps: Game) -> None:
    found = proposed(heaps, played(heaps, 60))
    assert found.old == {"coins": 2, "stones": 3, "what never changes": -7}
    assert found.new["coins"] > 3 * abs(found.new["stones"]) and found.changes
    assert found.unseen == ["what never changes"]
    assert found.validation.ridges[found.validation.ridge] < found.validation.old


def test_games_that_say_nothing_are_refused(heaps: Game) -> None:
    playouts = played(heaps, 12)
    with pytest.raises(CannotTune, match="5 games came to an end"):
        proposed(heaps, playouts[:5])
    with pytest.raises(CannotTune, match="the same side won every game"):
        proposed(heaps, [replace(each, result=playouts[0].result) for each in playouts])


def test_rules_that_name_nothing_or_no_stage_are_refused(tmp_path: Path) -> None:
    with pytest.raises(CannotTune, match="names nothing that counts"):
        old_weights(watched("ford", "plain"))
    files = Tiny(tmp_path).write(HEAPS.replace(" each round\n", "\n"), head=HEAD)
    with pytest.raises(CannotTune, match="does not say when to look"):
        old_weights(game_of(files, index_of(files).select(None, ()), watched=True))


def test_whole_numbers_are_as_large_as_the_old_ones_and_as_fine_as_they_must_be() -> None:
    rng = np.random.default_rng(3)
    sample = Sample(rng.normal(size=(50, 2, 2)), np.tile([1.0, 0.0], (50, 1)), np.arange(50))
    even = whole_numbers(Fit(np.array([0.5, 0.5]), np.zeros(2)), np.array([10.0, 10.0]), sample)
    assert even == [10, 10]
    fine = whole_numbers(Fit(np.array([1.0, 0.1]), np.zeros(2)), np.array([1.0, 1.0]), sample)
    assert fine[0] / fine[1] == pytest.approx(10, rel=0.3) and fine[0] > 2
    assert whole_numbers(Fit(np.zeros(2), np.zeros(2)), np.array([4.0, -2.0]), sample) == [4, -2]
