"""A game at the table: turns, news, hidden screens, bots, saves after every decision."""

import json
from pathlib import Path
from typing import Any

import pytest

from crex_dsl.engine.errors import RuleFault
from crex_dsl.gameplay.history import GameHistory
from crex_dsl.gameplay.saved_games import opened
from crex_dsl.play.game_loop import TerminalGame, hides
from tests.engine.tiny import STOP, Tiny
from tests.play.conftest import Sitting, Typist, shown, the


def test_a_whole_game_by_the_first_answer(sit: Any) -> None:
    sitting = sit("noughts", *["1"] * 9).play()
    assert sitting.table.history.now.over
    assert sitting.said[-2].startswith("The game is over: won by cross")
    assert sitting.said[-1].splitlines()[0].split() == ["cross", "nought"]
    assert "game over: " not in sitting.text
    assert json.loads(sitting.table.file.read_text())["position"]["point"] == "over"


def test_every_decision_is_saved_before_the_next_question(sit: Any, tmp_path: Path) -> None:
    saved: list[int] = []

    class Watching(Typist):
        def line(self, prompt: str, offers: Any = (), names: Any = ()) -> str:
            file = tmp_path / "game.json"
            saved.append(len(json.loads(file.read_text())["decisions"]) if file.exists() else 0)
            return super().line(prompt, offers)

    sitting = sit("ford", seats=["south=random"])
    sitting.table.keyboard = Watching(*["1"] * 8)
    sitting.play()
    north = [n for n, step in enumerate(sitting.table.history.steps) if step.who == "north"]
    assert saved[: len(north)] == north
    assert len(saved) == 9


def test_it_goes_on_where_it_was_left(sit: Any) -> None:
    lines = ["group mill", "1", "1", "1", "2", "1"]
    whole = sit("ford", *lines, seats=["south=bold"]).play().table
    sitting = sit("ford", *lines[:3], seats=["south=bold"]).play()
    text, _, setting = opened(sitting.table.file)
    typist: Any = Typist(*lines[3:])
    again = TerminalGame(
        GameHistory.of(sitting.table.game.from_json(text)), setting, sitting.table.file, typist, lambda what: None
    )
    with pytest.raises(EOFError):
        again.play()
    assert again.history.now.to_json() == whole.history.now.to_json()


def test_two_terminals_that_go_on_with_one_save_lose_nothing(
    sit: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CREX_SAVES", str(tmp_path / "kept"))
    file = sit("ford", "group mill").play().table.file
    text, _, setting = opened(file)
    said: list[str] = []
    one, other = (
        TerminalGame(
            GameHistory.of(the("ford").from_json(text)),
            setting,
            file,
            Typist(*lines),  # type: ignore[arg-type]
            lambda what: said.append(shown(what, 300)),
        )
        for lines in (["1", "1"], ["2", "save", "1"])
    )
    for table in (one, other):
        with pytest.raises(EOFError):
            table.play()
    assert (one.file, other.file.parent) == (file, tmp_path / "kept")
    for table in (one, other):
        assert the("ford").from_json(opened(table.file)[0]) == table.history.now
    assert [line for line in said if "another terminal" in line] == [
        f"{file} was gone on with in another terminal and stays as it is; this game goes on in {other.file}."
    ]


def test_bots_alone_tell_what_they_do(sit: Any) -> None:
    sitting = sit("ford", seats=["north=bold", "south=cautious"]).play()
    assert "north: " in sitting.text
    assert "The game is over: " in sitting.said[-2]
    assert sitting.typist.prompts == []


def test_one_waits_for_bots_alone(sit: Any) -> None:
    sitting = sit("ford", "0", "0", seats=["south=bold"]).play()
    assert set(sitting.typist.waited) == {"south"}


def test_people_are_told_what_happened_since(sit: Any) -> None:
    sitting = sit("ford", "0", seats=["south=random"]).play()
    after = sitting.text.partition("north: end the movement  [")[2]
    assert "south: " in after
    assert sitting.typist.prompts == ["north> ", "north> "]


def test_much_news_is_cut(sit: Any) -> None:
    sitting = sit("ford", *["1"] * 20, seats=["south=random"], seed=2).play()
    sitting.said.clear()
    sitting.table._told.clear()
    sitting.table._tell_news("north")
    assert sitting.said[0].startswith("… ")
    assert "lines before: `log " in sitting.said[0]


# ---- the screen between two people ----
def test_the_screen_is_hidden_between_two_people(sit: Any) -> None:
    sitting = sit("ford", "0", "0", "0", live=True).play()
    assert sitting.typist.passed == [(None, "north"), ("north", "south"), ("south", "north")]
    assert sitting.typist.prompts == ["north> ", "south> ", "south> ", "north> "]


def test_whoever_sits_down_sees_his_own_board(sit: Any) -> None:
    sitting = sit("ford", "0", live=True).play()
    before, _, after = sitting.text.partition("north: end the movement")
    assert "ash-riders A2 ■■■" in before
    assert "fox-riders" not in before
    assert "fox-riders A2 ■■■" in after
    assert "ash-riders" not in after


@pytest.mark.parametrize("game", ["noughts", "dash"])
def test_nothing_is_hidden_where_nothing_is_secret(sit: Any, game: str) -> None:
    assert sit(game, *["1"] * 4, live=True).play().typist.passed == []


def test_one_person_hides_nothing(sit: Any) -> None:
    assert sit("ford", *["1"] * 4, seats=["south=random"], live=True).play().typist.passed == []


def test_what_is_secret_in_a_game() -> None:
    for game, secret in (("ford", True), ("quince", True), ("noughts", False)):
        assert hides(the(game).start(1), the(game).players) is secret
    assert not hides(the("ford").start(1), ["north"])


# ---- what goes wrong ----
BREAKING = """
clause shop "Shop"
    state purse: 0..2
    action earn(n: from 1 to 5) in game
        text "earn {n}"
        do
            purse += n
    permit earn(n)
    procedure play
        ann chooses earn
        ann chooses stay, quit
"""


def test_rules_that_break_off_lose_nothing(tiny: Tiny, tmp_path: Path) -> None:
    sitting = Sitting(tiny(BREAKING + STOP), tmp_path / "a.json", Typist("earn 5", "earn 2"), [], 1, False).play()
    assert "that cannot be carried out: 5 does not fit purse, which stays within 0..2 (clause shop, " in sitting.text
    assert len(sitting.table.history.steps) == 1


def test_a_bot_that_meets_broken_rules_ends_the_game_with_the_fault(tiny: Tiny, tmp_path: Path) -> None:
    game = tiny(BREAKING.replace("5)", "9)").replace("from 1", "from 3") + STOP)
    sitting = Sitting(game, tmp_path / "a.json", Typist(), ["ann=random"], 1, False)
    with pytest.raises(RuleFault):
        sitting.play()


def test_a_full_disk_is_told_and_play_goes_on(sit: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("crex_dsl.play.game_loop.keep_on", full)
    sitting = sit("ford", "group mill", "1")
    with pytest.raises(OSError, match="No space"):
        sitting.play()
    assert "this decision is not saved yet" in sitting.text
    assert len(sitting.table.history.steps) == 2


def test_the_whole_board_is_shown_once_to_each(sit: Any) -> None:
    sitting = sit("ford", *["0"] * 12, live=True).play()
    assert len(sitting.typist.passed) > 4
    assert sitting.text.count("Nothing stands on the other") == 2
    assert sitting.text.count("movement: mover ") == len(sitting.typist.passed) + 2  # where play stands, each time
