"""`crex tune`: weights accepted and written, refused, kept and gone on with."""

from pathlib import Path

import pytest

from crex_dsl import load
from crex_dsl.cli.documents import TuneDocument
from crex_dsl.lab.simulation import series
from tests.cli.conftest import GAMES, Crex
from tests.engine.tiny import Tiny
from tests.lab.tuning.heaps import HEAD, HEAPS

QUICK = ("--bot", "greedy", "-n", "60", "--match", "40")


@pytest.fixture
def heaps(tmp_path: Path) -> Path:
    """A folder with the game."""
    Tiny(tmp_path / "heaps").write(HEAPS, head=HEAD)
    return tmp_path / "heaps"


def test_better_weights_are_written_as_a_rule_file(crex: Crex, heaps: Path, tmp_path: Path) -> None:
    file, games = tmp_path / "tuned.crex", tmp_path / "games"
    tune = ("tune", "-g", "tiny", "--rules", heaps, *QUICK, "--to", file)
    answer = crex(*tune, "--out", games)
    assert (answer.exit_code, answer.stderr) == (0, ""), answer.output
    assert "The new weights are better." in answer.stdout and f"written: {file}" in answer.stdout
    text = file.read_text(encoding="utf-8")
    assert "60 games that greedy played against itself" in text and "of 40 games" in text and "Log loss" in text
    assert '"what never changes" counts' in text and "7 against it before" in text
    assert crex("fmt", "--check", file).exit_code == 0
    taken = load("tiny", options=["tuned-standard"], rules=[heaps, file])
    (coins, stones, _) = [number for *_, number in taken.tables["weights"].values()]
    assert coins > 3 * abs(stones)
    assert taken.does == load("tiny", rules=[heaps]).does
    # It is not written twice, and what was played is not played again.
    again = crex(*tune)
    assert again.exit_code == 2 and "is there already, and stays as it is" in again.stderr
    file.unlink()
    told = crex(*tune, "--out", games, "--json")
    found = TuneDocument.model_validate_json(told.stdout)
    assert file.read_text(encoding="utf-8") == text and found.written == str(file)
    assert sorted(path.name.split("-")[0] for path in games.iterdir()) == ["candidate.crex", "match", "match", "self"]


def test_weights_that_do_not_win_are_not_written(crex: Crex, heaps: Path, tmp_path: Path) -> None:
    file = tmp_path / "tuned.crex"
    answer = crex("tune", "-g", "tiny", "--rules", heaps, "-n", "30", "--match", "20", "--bot", "random", "--to", file)
    assert answer.exit_code == 1 and not file.exists()
    assert "the old weights stay" in answer.stdout


def test_an_interrupt_tells_what_self_play_says(crex: Crex, heaps: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole, came = series.Bench.batch, 0

    def broken(bench: series.Bench, seeds: range) -> series.Batch:
        nonlocal came
        came += len(seeds)
        if came > 20:
            raise KeyboardInterrupt
        return whole(bench, seeds)

    monkeypatch.setattr(series.Bench, "batch", broken)
    monkeypatch.setattr(series, "BATCH", 1e-9)
    answer = crex("tune", "-g", "tiny", "--rules", heaps, *QUICK)
    assert answer.exit_code == 130
    assert "20 games that greedy played" in answer.stdout and "was broken off" in answer.stdout


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        (("plain", "-g", "ford", "--rules", str(GAMES)), 1, "plain-1.0 names nothing that counts for a side"),
        (("english", "--to", "weights.txt"), 2, "weights.txt: a rule file is a .crex file"),
        (("english", "--bot", "nobody"), 2, "`nobody` is no bot of this game"),
        (("english", "-n", "3"), 2, "10"),
    ],
)
def test_refused(crex: Crex, arguments: tuple[str, ...], code: int, sentence: str) -> None:
    answer = crex("tune", *arguments)
    assert answer.exit_code == code and sentence in answer.stderr
