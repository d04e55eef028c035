"""`crex fmt`: files in shape, and nothing lost."""

from pathlib import Path

import pytest

from tests.cli.conftest import Crex

ROUGH = 'game tiny   "Tiny"\n  players one,two   # both\n'
NEAT = 'game tiny "Tiny"\n    players one, two  # both\n'
BROKEN = "game tiny tiny\n"


@pytest.fixture
def rough(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "tiny.crex"
    path.write_text(ROUGH)
    return path


def test_a_file_is_put_in_shape_once(crex: Crex, rough: Path) -> None:
    answer = crex("fmt", "tiny.crex")
    assert (answer.stdout, answer.exit_code) == ("tiny.crex is in shape now\n", 0)
    assert answer.stderr == "1 rule file: 1 put in shape\n"
    assert rough.read_text() == NEAT
    touched = rough.stat().st_mtime_ns
    again = crex("fmt", "tiny.crex")
    assert (again.stdout, again.stderr, again.exit_code) == ("", "1 rule file: 1 in shape already\n", 0)
    assert rough.stat().st_mtime_ns == touched


def test_check_writes_nothing_and_names_the_file(crex: Crex, rough: Path) -> None:
    answer = crex("fmt", "--check", "tiny.crex")
    assert (answer.stdout, answer.exit_code) == ("tiny.crex would change\n", 1)
    assert rough.read_text() == ROUGH
    rough.write_text(NEAT)
    assert crex("fmt", "--check", "tiny.crex").exit_code == 0


def test_diff_writes_nothing_and_shows_the_change(crex: Crex, rough: Path) -> None:
    answer = crex("fmt", "--diff", "tiny.crex")
    assert answer.exit_code == 0
    changes = [f"-{line}" for line in ROUGH.splitlines()] + [f"+{line}" for line in NEAT.splitlines()]
    assert answer.stdout.splitlines()[3:] == changes
    assert rough.read_text() == ROUGH
    assert crex("fmt", "--diff", "--check", "tiny.crex").exit_code == 1


def test_a_mistake_does_not_stop_the_others(crex: Crex, rough: Path) -> None:
    broken = rough.with_name("broken.crex")
    broken.write_text(BROKEN)
    answer = crex("fmt", ".")
    assert answer.exit_code == 1
    assert "broken.crex:1:11: error: " in answer.stderr
    assert answer.stderr.endswith("2 rule files: 1 put in shape and 1 with mistakes\n")
    assert broken.read_text() == BROKEN
    assert rough.read_text() == NEAT


def test_folders_are_searched_and_files_taken_once(crex: Crex, rough: Path) -> None:
    inner = rough.parent / "a" / "b"
    inner.mkdir(parents=True)
    (inner / "deep.crex").write_text(ROUGH)
    (inner / "notes.txt").write_text(ROUGH)
    answer = crex("fmt", ".", "a", "tiny.crex")
    assert answer.stderr == "2 rule files: 2 put in shape\n"
    assert (inner / "deep.crex").read_text() == NEAT
    assert (inner / "notes.txt").read_text() == ROUGH


@pytest.mark.parametrize(
    "before", [NEAT.replace("\n", "\r\n").encode(), b"\xef\xbb\xbf" + NEAT.encode()], ids=["line ends", "mark"]
)
def test_what_cannot_be_seen_is_put_in_shape_too(crex: Crex, rough: Path, before: bytes) -> None:
    rough.write_bytes(before)
    assert crex("fmt", "--diff", "--check", "tiny.crex").exit_code == 1
    assert crex("fmt", "tiny.crex").exit_code == 0
    assert rough.read_bytes() == NEAT.encode()


def test_a_link_stays_a_link_and_keeps_its_rights(crex: Crex, rough: Path) -> None:
    link = rough.with_name("link.crex")
    link.symlink_to(rough)
    rough.chmod(0o640)
    assert crex("fmt", "link.crex").exit_code == 0
    assert link.is_symlink()
    assert rough.read_text() == NEAT
    assert rough.stat().st_mode & 0o777 == 0o640


def test_a_failed_write_loses_nothing(crex: Crex, rough: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device", "tiny.crex")

    monkeypatch.setattr("os.fsync", full)
    answer = crex("fmt", "tiny.crex")
    assert (answer.stderr, answer.exit_code) == ("Error: tiny.crex: No space left on device\n", 1)
    assert rough.read_text() == ROUGH
    assert list(rough.parent.iterdir()) == [rough]


def test_a_layout_that_would_lose_text_is_not_written(crex: Crex, rough: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("crex_dsl.language.formatter.format_text", lambda *_: "game tiny\n")
    answer = crex("fmt", "tiny.crex")
    assert "this file would lose text; it is left as it is" in answer.stderr
    assert answer.exit_code == 1
    assert rough.read_text() == ROUGH


def test_without_paths_it_is_the_files_at_hand(crex: Crex, shelf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("crex_dsl.rulebook.files.games.data_root", lambda: shelf)
    assert crex("fmt").stderr == "3 rule files: 3 in shape already\n"


def test_nothing_to_format(crex: Crex, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("crex_dsl.rulebook.files.games.data_root", lambda: tmp_path)
    for arguments in ((), ("--check",), ("--diff",), (tmp_path,)):
        answer = crex("fmt", *arguments)
        assert (answer.stdout, answer.stderr, answer.exit_code) == ("", "There is nothing to format.\n", 0)
