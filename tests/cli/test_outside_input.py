"""What is named on the command line may be anything: one sentence answers, soon, and nothing is lost."""

import os
from pathlib import Path

import pytest

from tests.cli.conftest import GAMES, Crex

pytestmark = pytest.mark.usefixtures("no_games_of_our_own")
DASH = ["-g", "dash", "--rules", str(GAMES)]


def pipe(folder: Path) -> Path:
    os.mkfifo(folder / "pipe.crex")
    return folder / "pipe.crex"


def sparse(folder: Path) -> Path:
    file = folder / "sparse.crex"
    file.touch()
    os.truncate(file, 1_300_000_000)
    return file


def device(folder: Path) -> Path:
    return Path("/dev/zero")


NO_FILES = [(pipe, "is no plain file"), (sparse, "is larger than 400,000 bytes"), (device, "is no plain file")]


@pytest.mark.parametrize(("make", "sentence"), NO_FILES)
def test_rule_files_that_would_never_end(make: object, sentence: str, crex: Crex, tmp_path: Path) -> None:
    path = make(tmp_path)  # type: ignore[operator]
    answer = crex("show", *DASH, "--rules", path)
    assert answer.exit_code in (1, 2)
    assert sentence in answer.stderr


def test_a_file_that_every_game_would_read_is_told_of_once(crex: Crex, tmp_path: Path) -> None:
    answer = crex("check", "--quick", "--rules", GAMES, "--rules", device(tmp_path))
    assert (answer.exit_code, answer.stdout.count("is no plain file")) == (1, 1)
    assert answer.stdout.endswith("1 mistake\n")


@pytest.mark.parametrize(
    ("make", "sentence"), [(pipe, "is no plain file"), (sparse, "larger than 20,000,000 bytes"), (device, "no plain")]
)
@pytest.mark.parametrize("command", ["play", "replay", "why", "trace"])
def test_saves_that_would_never_end(make: object, sentence: str, command: str, crex: Crex, tmp_path: Path) -> None:
    path = make(tmp_path)  # type: ignore[operator]
    answer = crex(command, path, *(["throw"] if command == "why" else []))
    assert answer.exit_code == (2 if command == "why" else 1)
    assert sentence in answer.stderr


@pytest.mark.parametrize("make", [pipe, device])
def test_a_ledger_is_a_plain_file(make: object, crex: Crex, tmp_path: Path) -> None:
    path = make(tmp_path)  # type: ignore[operator]
    answer = crex("simulate", "-n", "1", "--workers", "1", "--out", path, *DASH)
    assert answer.exit_code == 1
    assert answer.stderr == f"Error: {path}: this is no plain file; name one\n"


def test_a_ledger_of_endless_lines_stays_as_it_is(crex: Crex, tmp_path: Path) -> None:
    path = sparse(tmp_path)
    answer = crex("simulate", "-n", "1", "--workers", "1", "--out", path, *DASH)
    assert answer.exit_code == 1
    assert "holds something else than simulated games" in answer.stderr
    assert path.stat().st_size == 1_300_000_000


NO_NUMBERS = ["round=²", "round=٣", "round=" + "9" * 5_000, "decisions=0", "²"]


@pytest.mark.parametrize("until", NO_NUMBERS)
def test_numbers_are_of_plain_figures(until: str, crex: Crex) -> None:
    answer = crex("simulate", "-n", "1", "--until", until, *DASH)
    assert answer.exit_code == 2
    assert "does not say" in answer.stderr
    assert len(answer.stderr) < 300


LONG = "x" * 100_000
ECHOES = [
    ["show", "-g", LONG],
    ["show", "-g", "dash", "-e", LONG],
    ["show", "-g", "dash", "-o", LONG],
    ["clause", "-g", "dash", LONG],
    ["simulate", "-g", "dash", "--bot", LONG],
    ["odds", "-g", "ford", LONG],
    ["show", "--rules", LONG],
]


@pytest.mark.parametrize("words", ECHOES, ids=lambda words: " ".join(words)[:24])
def test_no_refusal_echoes_more_than_a_line(words: list[str], crex: Crex) -> None:
    answer = crex(*words, "--rules", GAMES)
    assert answer.exit_code in (1, 2)
    assert 0 < len(answer.stderr) < 1_200
