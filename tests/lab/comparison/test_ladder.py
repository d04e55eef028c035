"""The ladder of a game, and what its bots do not see."""

from pathlib import Path

import pytest

from crex_dsl.lab.bots.registry import bots
from crex_dsl.lab.comparison.blind_spots import blind_spots
from crex_dsl.lab.comparison.ladder import ladder
from crex_dsl.rulebook.files.games import GameFiles
from tests.conformance.cases import library
from tests.lab.conftest import watched


def test_matches_of_the_bots_that_played(tmp_path: Path) -> None:
    (tmp_path / "ladder.tsv").write_text(
        "edition\tfirst\tsecond\tseats\tgames\twon\n"
        "one\tgreedy\trandom\tleft\t10\t9\none\tgreedy\trandom\tright\t5\t5\ntwo\tgreedy\trandom\tleft\t10\t8\n"
        "one\tplanner:9\tgreedy\tleft\t4\t3\nnonsense\n"
    )
    files = GameFiles("game", (("rules.crex", tmp_path / "rules.crex"), ("more.crex", tmp_path / "more.crex")), (), "")
    assert [(rung.first, rung.of, rung.games) for rung in ladder(files, "one", ["random"])] == [("greedy", 15, 14)]
    assert ladder(files, "one", ["random"])[0].share == pytest.approx(0.95)
    assert [rung.first for rung in ladder(files, "one", ["greedy"])] == ["greedy", "planner:9"]
    assert ladder(files, "three", ["greedy"]) == []


def test_the_ladders_at_hand_are_read() -> None:
    for game in library().games():
        assert all(0 < rung.games <= rung.of for rung in ladder(library().files(game), "english-2.0", ["greedy"]))


def test_every_bot_is_blind_to_something() -> None:
    game = watched("ford", "plain")
    assert all(blind_spots(name) for name in bots(game))
    assert blind_spots("planner:40") == blind_spots("planner") != blind_spots("greedy")
    assert blind_spots("normal") == blind_spots("hard") != blind_spots("mine:Bot") != blind_spots("bold")
    assert blind_spots("bold") == blind_spots("some-other-policy")
