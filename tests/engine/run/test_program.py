"""A compiled rulebook from the cache, or compiled anew wherever the cache cannot be trusted."""

from __future__ import annotations

import copy
import marshal
import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from crex_dsl.engine.compile import compiler
from crex_dsl.engine.game import Game
from crex_dsl.rulebook.files.games import GameFiles
from crex_dsl.system import cache
from crex_dsl.system.cache import cache_folder, store_entry
from tests.engine.tiny import STOP, Tiny, ids

TEXT = """
clause idle "Idle"
    procedure play
        ann chooses stay, quit
"""


class Bench:
    """Loads one game over and over, counting how often it had to be compiled."""

    def __init__(self, tiny: Tiny, patch: pytest.MonkeyPatch) -> None:
        self.tiny, self.patch = tiny, patch
        self.files: GameFiles = tiny.write(TEXT + STOP)
        self.compiled = 0
        real = compiler.compile_rulebook

        def counting(book: object, *forms: bool, **more: bool) -> object:
            self.compiled += 1
            return real(book, *forms, **more)  # type: ignore[arg-type]

        patch.setattr(compiler, "compile_rulebook", counting)

    def use(self, folder: Path | str) -> None:
        """Take another cache folder."""
        self.patch.setenv("CREX_CACHE", str(folder))
        cache_folder.cache_clear()

    def load(self) -> Game:
        """Load the game; whatever the cache holds, it plays."""
        game = self.tiny.load(self.files)
        assert ids(game.start()) == ["stay", "quit"]
        return game


@pytest.fixture
def bench(tiny: Tiny, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Bench]:
    made = Bench(tiny, monkeypatch)
    made.use(tmp_path / "cache")
    yield made
    cache_folder.cache_clear()


def entry(tmp_path: Path) -> Path:
    """The one program in the cache."""
    (found,) = (tmp_path / "cache").glob("*.program")
    return found


def test_a_program_is_compiled_once(bench: Bench, tmp_path: Path) -> None:
    first, second = bench.load(), bench.load()
    assert bench.compiled == 1
    assert first.does == second.does
    assert first.tables == second.tables
    assert entry(tmp_path).name.startswith(cache.OURS)


def test_another_text_is_another_program(bench: Bench, tiny: Tiny) -> None:
    bench.load()
    bench.files = tiny.write(TEXT + STOP + "\n# a remark\n")
    bench.load()
    assert bench.compiled == 2


@pytest.mark.parametrize(
    "damage",
    [
        lambda raw: b"",
        lambda raw: raw[:20],
        lambda raw: raw[: len(raw) // 2],
        lambda raw: raw[:-1],
        lambda raw: raw + b"x",
        lambda raw: bytes([raw[0] ^ 1]) + raw[1:],
        lambda raw: raw[:-40] + bytes([raw[-40] ^ 0xFF]) + raw[-39:],
        lambda raw: b"nonsense" * 100,
    ],
    ids=["empty", "no checksum", "half", "cut", "longer", "checksum", "content", "nonsense"],
)
def test_a_damaged_entry_is_ignored_and_made_anew(bench: Bench, tmp_path: Path, damage: object) -> None:
    bench.load()
    path = entry(tmp_path)
    path.write_bytes(damage(path.read_bytes()))  # type: ignore[operator]
    bench.load()
    assert bench.compiled == 2
    bench.load()
    assert bench.compiled == 2  # it was made whole again


def test_an_entry_of_another_key_is_ignored(bench: Bench, tiny: Tiny, tmp_path: Path) -> None:
    bench.load()
    foreign = entry(tmp_path)
    bench.files = tiny.write(TEXT + STOP + "\n# another\n")
    bench.load()
    (own,) = (path for path in (tmp_path / "cache").glob("*.program") if path != foreign)
    own.write_bytes(foreign.read_bytes())  # whole and well checked, but of other rules
    bench.load()
    assert bench.compiled == 3


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\x00",
        marshal.dumps(None),
        marshal.dumps((1, 2)),
        marshal.dumps(("print('hello')", "", {})),
        marshal.dumps((compile("x = 1", "", "exec"), compile("y = 1", "", "exec"), {})),
    ],
    ids=["nothing", "no marshal", "none", "pair", "text", "other code"],
)
def test_an_entry_that_holds_something_else_is_ignored(bench: Bench, tmp_path: Path, content: bytes) -> None:
    """The checksum is right, and still the content is no program."""
    bench.load()
    store_entry(entry(tmp_path).name.removeprefix(cache.OURS), content)
    bench.load()
    assert bench.compiled == 2


def test_another_version_of_the_compiler_never_meets_an_old_entry(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench.load()
    monkeypatch.setattr(cache, "code_digest", lambda: "of another version")
    bench.load()
    assert bench.compiled == 2


def test_the_folder_is_private(bench: Bench, tmp_path: Path) -> None:
    bench.load()
    assert stat.S_IMODE((tmp_path / "cache").stat().st_mode) == 0o700


def test_a_program_that_others_could_have_put_there_is_never_run(bench: Bench, tmp_path: Path) -> None:
    bench.load()
    (tmp_path / "cache").chmod(0o777)
    cache_folder.cache_clear()
    bench.load()
    assert bench.compiled == 2


def test_the_cache_can_be_switched_off(bench: Bench, tmp_path: Path) -> None:
    bench.use("")
    bench.load()
    bench.load()
    assert bench.compiled == 2
    assert not (tmp_path / "cache").exists()


def test_without_a_folder_everything_works(bench: Bench, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    bench.use(tmp_path / "file" / "cache")  # cannot be made
    bench.load()
    bench.load()
    assert bench.compiled == 2


def test_a_folder_that_cannot_be_written_is_not_used(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "cache").mkdir()
    monkeypatch.setattr(cache.os, "access", lambda path, mode: False)  # tests may run as root, who may do everything
    cache_folder.cache_clear()
    bench.load()
    assert list((tmp_path / "cache").iterdir()) == []


def test_a_disk_that_fills_up_costs_nothing_but_time(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def full(*_: object, **__: object) -> object:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(cache.os, "fdopen", full)
    bench.load()
    assert [path for path in (tmp_path / "cache").iterdir() if path.suffix == ".program"] == []


def test_a_missing_home_works(tmp_path: Path) -> None:
    """As a service without a home would run it."""
    root = Path(__file__).parents[3]
    code = "from crex_dsl import load; print(load('noughts', rules=['tests/games']).start())"
    env = {"PATH": os.environ["PATH"], "PYTHONDONTWRITEBYTECODE": "1", "HOME": str(tmp_path / "none" / "such")}
    (tmp_path / "none").write_text("a file where a folder would be")
    done = subprocess.run([sys.executable, "-c", code], cwd=root, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "<noughts: <cross must choose: mark (9 answers)>>"


def test_playing_changes_nothing_but_the_state(tiny: Tiny) -> None:
    game = tiny(TEXT + STOP)
    before = copy.deepcopy(game.tables)
    game.start(1).take("quit")
    assert game.tables == before
    assert ids(game.start(1)) == ["stay", "quit"]
