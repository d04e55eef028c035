"""`crex why`: an action in a save, here and elsewhere, as one side may know it, and for programs."""

import json
from pathlib import Path

import pytest

from crex_dsl.engine.game import Game
from crex_dsl.gameplay.saved_games import Setting, keep
from tests.cli.conftest import GAMES, Crex
from tests.conformance.cases import Case

RULES = ("--rules", GAMES)


@pytest.fixture(scope="module")
def game() -> Game:
    return Case("ford", "plain-1.0", ()).load()


@pytest.fixture(scope="module")
def save(game: Game, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game in which the group at the mill is about to march."""
    file = tmp_path_factory.mktemp("why") / "game.json"
    position = game.start(7)
    position.take("group-move(mill)")
    keep(file, position, Setting(rules=[str(GAMES)]))
    return file


def test_a_legal_action_exits_with_0(crex: Crex, save: Path) -> None:
    answer = crex("why", save, "1", "--quick")
    assert answer.exit_code == 0
    lines = answer.stdout.splitlines()
    assert lines[0] == "north: yew-bows marches to northgate: legal now."
    assert lines[1].startswith("  3.1 Moves [group-moves] permits it: ")
    assert any(line.startswith("royal-2.0 ") for line in lines)


def test_an_illegal_one_exits_with_1_and_names_what_is_against_it(crex: Crex, save: Path) -> None:
    answer = crex("why", save, "march(ash-riders, northgate-mill)", "--quick")
    assert answer.exit_code == 1
    assert "north: ash-riders marches to mill: not legal now.\n" in answer.stdout
    assert "[group-moves] does not permit it: " in answer.stdout


def test_a_few_words_do(crex: Crex, save: Path) -> None:
    answer = crex("why", save, "march", "levy", "bridge", "--quick")
    assert answer.exit_code == 0
    assert ": legal now." in answer.stdout


def test_all_that_can_make_a_difference_is_asked(crex: Crex, save: Path) -> None:
    answer = crex("why", save, "march levy bridge")
    assert "1 other option cannot make a difference to it." in answer.stdout
    for name in ("royal-2.0", "guides", "spring-floods", "dry-summer"):
        assert name in answer.stdout


def test_for_programs(crex: Crex, save: Path) -> None:
    answer = crex("why", save, "march levy bridge", "--json")
    document = json.loads(answer.stdout)
    assert (document["version"], document["game"], document["question"]["actor"]) == (1, "ford", "north")
    assert document["here"]["legal"]
    assert document["here"]["grounds"][0]["clause"] == "group-moves"
    assert [other["change"] for other in document["elsewhere"]] == [
        "royal-2.0",
        "guides",
        "spring-floods",
        "dry-summer",
    ]
    assert document["indifferent"] == ["scouts"]
    assert crex("why", save, "done", "--json", "--quick", "--as", "south").exit_code == 1


def test_another_side_asks_as_far_as_it_may_know(crex: Crex, save: Path) -> None:
    answer = crex("why", save, "march(ash-riders, northgate-mill)", "--as", "south", "--quick")
    assert answer.exit_code == 1
    assert "south cannot tell which block that is" in answer.stdout
    assert "northgate" not in answer.stdout.replace("northgate-mill", "")


REFUSALS = [
    (("fly",), "nothing like `fly` can be done in this game; write it as in `group-move(town)`"),
    (("march",), "`march` could be yew-bows marches to northgate, "),
    (("march(nobody, northgate-mill)",), "`nobody` is no block"),
    (("99",), "there is no answer 99: there are"),
    (("1", "--as", "nord"), "--as: `nord` does not play: did you mean `north`?"),
]


@pytest.mark.parametrize(("arguments", "sentence"), REFUSALS)
def test_what_cannot_be_asked(crex: Crex, save: Path, arguments: tuple[str, ...], sentence: str) -> None:
    answer = crex("why", save, *arguments)
    assert answer.exit_code == 2
    assert sentence in answer.stderr
    assert answer.stderr.count("\n") == 1


def test_a_save_that_is_none(crex: Crex, tmp_path: Path) -> None:
    answer = crex("why", tmp_path / "none.json", "1")
    assert (answer.exit_code, "No such file or directory: name a save" in answer.stderr) == (2, True)
    (tmp_path / "odd.json").write_text("{}")
    answer = crex("why", tmp_path / "odd.json", "1")
    assert (answer.exit_code, "this is no save" in answer.stderr) == (2, True)


def test_a_game_that_is_over(crex: Crex, game: Game, tmp_path: Path) -> None:
    position = game.start(3)
    while not position.over:
        position.take(position.codes[0])
    keep(tmp_path / "over.json", position, Setting(rules=[str(GAMES)]))
    answer = crex("why", tmp_path / "over.json", "group-move(mill)")
    assert answer.exit_code == 1
    assert answer.stdout == "group-move(mill): not legal now.\n  the game is over\n"


# ---- drawn ----
def test_the_position_is_drawn_with_the_action_marked(crex: Crex, save: Path, tmp_path: Path) -> None:
    image = tmp_path / "board.svg"
    plain = crex("why", save, "march levy bridge", "--quick")
    drawn = crex("why", save, "march levy bridge", "--quick", "--svg", image)
    assert (drawn.exit_code, drawn.stdout) == (plain.exit_code, plain.stdout)
    assert 'class="crex-draw-arrow"' in image.read_text()


def test_what_a_side_asks_is_drawn_as_it_sees_it(crex: Crex, save: Path, game: Game, tmp_path: Path) -> None:
    image = tmp_path / "board.svg"
    crex("why", save, "march(wolf-guard, mill-bridge)", "--quick", "--as", "north", "--svg", image)
    assert "wolf-guard" not in image.read_text() and "elm-guard" in image.read_text()


@pytest.mark.parametrize(
    ("name", "told"), [("board.png", "an image is an .svg file"), ("nowhere/board.svg", "there is no folder")]
)
def test_an_image_that_cannot_be_written_is_refused_at_once(
    crex: Crex, save: Path, tmp_path: Path, name: str, told: str
) -> None:
    answer = crex("why", save, "1", "--svg", tmp_path / name)
    assert answer.exit_code == 2
    assert told in " ".join(answer.stderr.split())
