"""`crex odds`: tables, JSON, plots, saves, several rulebooks, and refusals."""

import json
import os
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from crex_dsl import load
from crex_dsl.cli.documents import OddsDocument
from tests.cli.conftest import GAMES, Crex
from tests.engine.scenarios.test_setup import in_battle

FORD = ("-g", "ford", "-e", "plain", "--rules", str(GAMES))
CLASH = ("odds", "clash", "mill", "abbey-mill", "fox-riders", "yew-bows", *FORD)
NORTHGATE = ["northgate", "northgate-abbey", "fox-riders", "yew-bows"]


def odds(crex: Crex, *arguments: str | Path) -> OddsDocument:
    answer = crex(*arguments, "--json")
    assert answer.exit_code == 0, answer.output
    return OddsDocument.model_validate_json(answer.stdout)


@pytest.fixture
def save(tmp_path: Path) -> Path:
    file = tmp_path / "battle.json"
    file.write_text(in_battle(load("ford", "plain", rules=[GAMES])).to_json(), encoding="utf-8")
    return file


@pytest.fixture
def begun(tmp_path: Path) -> Path:
    """A small battle at its beginning, whose every answer is soon counted out."""
    file = tmp_path / "begun.json"
    position = load("ford", "plain", rules=[GAMES]).start(3, scenario="clash", values=NORTHGATE)
    file.write_text(position.to_json(), encoding="utf-8")
    return file


# ---- answers ----
def test_a_table(crex: Crex) -> None:
    answer = crex(*CLASH)
    assert answer.exit_code == 0
    lines = answer.stdout.splitlines()
    assert lines[0] == "A battle for one town: town mill, way abbey-mill, attackers fox-riders, defenders yew-bows"
    assert lines[1] == "north bold, south bold"
    assert lines[3].split() == ["outcome", "plain-1.0"]
    assert any(line.startswith("the attackers win ") and line.endswith("%") for line in lines)
    assert any(line.split()[:5] == ["at", "the", "end,", "on", "average"] for line in lines)
    assert lines[-1].startswith("counted exactly, over ")


def test_json_has_fractions(crex: Crex) -> None:
    (found,) = odds(crex, *CLASH).rulebooks
    assert sum(Fraction(each.exact or "0") for each in found.outcomes) == 1
    for figure in found.figures:
        assert sum(Fraction(each.exact or "0") for each in figure.values) == 1
        mean = sum(each.value * Fraction(each.exact or "0") for each in figure.values)
        assert figure.mean_exact == str(mean)
    assert found.rulebook == "plain-1.0"


def test_a_sample_comes_with_intervals(crex: Crex) -> None:
    answer = crex(*CLASH, "--budget", "5", "-n", "50", "--seed", "3")
    last = "sampled, for there are more than 5 positions: 50 games from seed 3, with 95% intervals"
    assert answer.stdout.splitlines()[-1] == last
    assert " to " in answer.stdout
    assert "±" in answer.stdout


def test_a_budget_of_nothing(crex: Crex) -> None:
    last = crex(*CLASH, "--budget", "0", "-n", "5").stdout.splitlines()[-1]
    assert last == "sampled, for the budget is 0: 5 games from seed 0, with 95% intervals"


def test_policies_matter(crex: Crex) -> None:
    bold, random = (odds(crex, *CLASH, "--policy", policy).rulebooks[0].outcomes for policy in ("bold", "south=random"))
    assert bold != random


def test_rulebooks_side_by_side(crex: Crex) -> None:
    arguments = [*CLASH[:-4], "-e", "plain", "-e", "royal", "--rules", GAMES]
    both = odds(crex, *arguments)
    assert [each.rulebook for each in both.rulebooks] == ["plain-1.0", "royal-2.0"]
    alone = odds(crex, *CLASH)
    assert both.rulebooks[0] == alone.rulebooks[0]
    lines = crex(*arguments).stdout.splitlines()
    assert lines[3].split() == ["outcome", "plain-1.0", "royal-2.0"]
    assert [line.split(":")[0] for line in lines[-2:]] == ["plain-1.0", "royal-2.0"]


def test_what_there_is(crex: Crex) -> None:
    answer = crex("odds", *FORD)
    assert answer.exit_code == 0
    assert "clash     A battle for one town  town (town), way (road), attackers (block, …)" in answer.stdout
    assert "cautious  Saves what it can" in answer.stdout


def test_a_save(crex: Crex, save: Path) -> None:
    (found,) = odds(crex, "odds", save, "--rules", GAMES).rulebooks
    assert (found.scenario, found.method) == ("clash", "counted")
    named = odds(crex, "odds", save, "clash", "--rules", GAMES).rulebooks[0]
    assert named == found


def test_a_save_under_other_rulebooks(crex: Crex, save: Path) -> None:
    both = odds(crex, "odds", save, "-e", "plain", "-e", "plain+scouts", "--rules", GAMES).rulebooks
    assert [each.rulebook for each in both] == ["plain-1.0", "plain-1.0+scouts"]
    assert both[0] == odds(crex, "odds", save, "--rules", GAMES).rulebooks[0]
    assert both[0].outcomes == both[1].outcomes
    twice = crex("odds", save, "-e", "plain", "-e", "plain", "--rules", GAMES)
    assert (twice.exit_code, twice.stdout) == (2, "")
    assert "plain-1.0 is named twice" in twice.stderr


def test_of_a_save_that_cannot_go_on_elsewhere_the_scene_alone_is_laid_out(crex: Crex, begun: Path) -> None:
    both = odds(crex, "odds", begun, "-e", "plain", "-e", "royal", "--rules", GAMES)
    here = odds(crex, "odds", begun, "--rules", GAMES)
    assert (both.laid_out, here.laid_out) == (True, False)
    for each in both.rulebooks:
        assert (each.scenario, each.values) == ("clash", here.rulebooks[0].values)
        assert [figure.before for figure in each.figures] == [figure.before for figure in here.rulebooks[0].figures]
    told = crex("odds", begun, "-e", "plain", "-e", "royal", "--rules", GAMES).stdout
    assert "\nlaid out anew under each rulebook with the forces of the save, from its beginning" in told


def test_what_is_unknown_elsewhere_is_told(crex: Crex, save: Path) -> None:
    answer = crex("odds", save, "-e", "plain", "-e", "royal", "--rules", GAMES)
    assert answer.exit_code == 2
    assert answer.stderr.startswith(f"Error: {save}: under royal-2.0 defenders: `pine-levy` is no block")
    assert answer.stderr.endswith("; leave this rulebook out\n")


# ---- what if ----
def test_what_would_come_of_each_answer(crex: Crex, begun: Path) -> None:
    asked = ("odds", begun, "--rules", GAMES)
    found = odds(crex, *asked, "--what-if").what_if
    assert found is not None and len(found.answers) > 1
    assert len({answer.answer for answer in found.answers}) == len(found.answers)
    assert all(sum(each.share for each in answer.odds.outcomes) == pytest.approx(1) for answer in found.answers)
    whole = odds(crex, *asked).rulebooks[0]
    assert whole.outcomes in [answer.odds.outcomes for answer in found.answers], "the policy gives one of them"
    sampled = odds(crex, *asked, "--what-if", "--budget", "0", "-n", "200").what_if
    assert sampled is not None
    for exact, about in zip(found.answers, sampled.answers, strict=True):
        true = {each.outcome: each.share for each in exact.odds.outcomes}
        assert exact.answer == about.answer
        assert all(abs(true[each.outcome] - each.share) < 0.15 for each in about.odds.outcomes)


def test_answers_on_the_screen(crex: Crex, begun: Path) -> None:
    told = crex("odds", begun, "--rules", GAMES, "--what-if").stdout
    heading, table, method = told.split("\n\n")
    assert " must answer; then north " in heading.splitlines()[1]
    assert table.startswith("answer ") and len(table.splitlines()) > 2
    assert method == "counted exactly for all answers\n"


def test_what_if_has_its_limits(crex: Crex, save: Path) -> None:
    for more, sentence in (
        ((save, "-e", "plain", "-e", "plain+scouts"), "--what-if is about one rulebook, and is not drawn"),
        ((save, "--plot", "x.png"), "--what-if is about one rulebook, and is not drawn"),
    ):
        answer = crex("odds", *more, "--rules", GAMES, "--what-if")
        assert answer.exit_code == 2 and sentence in answer.stderr


def test_numbers_do_not_hang_on_the_hash_seed() -> None:
    def answer(seed: str) -> Any:
        command = [sys.executable, "-c", "from crex_dsl.cli.app import main; main()", *CLASH, "--json"]
        env = {**os.environ, "PYTHONHASHSEED": seed}
        return json.loads(subprocess.run(command, env=env, capture_output=True, check=True, text=True).stdout)

    assert answer("1") == answer("2")


# ---- plots ----
@pytest.mark.parametrize(("ending", "start"), [("png", b"\x89PNG"), ("svg", b"<?xml")])
def test_a_plot(crex: Crex, tmp_path: Path, ending: str, start: bytes) -> None:
    pytest.importorskip("matplotlib")
    files = [tmp_path / f"{number}.{ending}" for number in (1, 2)]
    for file in files:
        answer = crex(*CLASH[:-4], "-e", "plain", "-e", "royal", "--rules", GAMES, "--plot", file)
        assert answer.exit_code == 0, answer.output
    one, two = (file.read_bytes() for file in files)
    assert one.startswith(start)
    assert one == two


def test_a_plot_without_matplotlib(crex: Crex, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    answer = crex(*CLASH, "--plot", tmp_path / "odds.png")
    sentence = "Error: plots need matplotlib: install it with `pip install crex[lab]`\n"
    assert (answer.exit_code, answer.stderr, answer.stdout) == (1, sentence, "")


# ---- refusals ----
@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        (("clsh", *FORD), 2, "Ford has no scenario `clsh`: did you mean `clash`?"),
        (("clash", "mll", *FORD), 2, "town: `mll` is no town: did you mean `mill`?"),
        (("clash", "mill", *FORD, "-e", "royal"), 2, "plain-1.0: `clash` needs way"),
        ((*CLASH[1:], "--policy", "north=bald"), 2, "`bald` is no policy of this game: did you mean `bold`?"),
        ((*CLASH[1:], "--policy", "west=bold"), 2, "`west` does not play"),
        ((*CLASH[1:], "--plot", "odds.pdf"), 2, "odds.pdf: a plot is a .png or .svg file"),
        ((*CLASH[1:], "--with", "yew-bows=2"), 2, "nothing remembers `yew-bows`: write yew-bows.MEMORY=VALUE"),
        ((*CLASH[1:], "--policy", "planner:20"), 2, "`planner` is a bot, and here each side follows a policy: there"),
        ((*CLASH[1:], "--policy", "north=greedy"), 2, "`greedy` is a bot, and here each side follows a policy"),
        ((*CLASH[1:], "-e", "plain-1.0"), 2, "plain-1.0 is named twice: name rulebooks that differ"),
        ((*CLASH[1:4], "fox-riders", "fox-riders", *FORD), 2, "`fox-riders` is named twice, in attackers"),
        ((*CLASH[1:], "--at", "3"), 2, "--at goes with a save: name one, or leave it out"),
        (("nowhere.json",), 2, "nowhere.json: No such file or directory: name a save, such as `crex play --save FILE`"),
    ],
)  # fmt: skip
def test_refusals(crex: Crex, arguments: tuple[str, ...], code: int, sentence: str) -> None:
    answer = crex("odds", *arguments)
    assert answer.exit_code == code
    assert answer.stderr.startswith("Error: ")
    assert sentence in answer.stderr
    assert answer.stdout == ""


def test_a_save_knows_its_game(crex: Crex, save: Path) -> None:
    answer = crex("odds", save, "-g", "ford", "--rules", GAMES)
    assert answer.exit_code == 2
    assert "a save knows its game and options" in answer.stderr


def test_a_save_in_which_nothing_runs(crex: Crex, tmp_path: Path) -> None:
    file = tmp_path / "calm.json"
    file.write_text(load("ford", "plain", rules=[GAMES]).start(1).to_json(), encoding="utf-8")
    answer = crex("odds", file, "--rules", GAMES)
    assert answer.exit_code == 2
    assert f"{file}: no scenario runs in this save: name one, clash" in answer.stderr


def test_a_save_as_it_stood_earlier(crex: Crex, tmp_path: Path) -> None:
    position = in_battle(load("ford", "plain", rules=[GAMES]))
    here, later = tmp_path / "here.json", tmp_path / "later.json"
    here.write_text(position.to_json(), encoding="utf-8")
    reached = sum(isinstance(each, int) for each in position.past)
    position.take(position.asked().legal[0])
    later.write_text(position.to_json(), encoding="utf-8")
    now, before = crex("odds", here, "--rules", GAMES), crex("odds", later, "--at", str(reached), "--rules", GAMES)
    assert before.stdout == now.stdout != ""
    assert crex("odds", later, "--at", "999", "--rules", GAMES).exit_code == 2
