"""Games on disk: whole or not at all, with who sits where, and the latest found first."""

import json
import os
import queue
import threading
from pathlib import Path
from typing import Any

import pytest

from crex_dsl.engine.errors import SaveError
from crex_dsl.gameplay.saved_games import (
    Overtaken,
    Setting,
    held_by,
    keep,
    keep_on,
    new_file,
    opened,
    saves_folder,
    unfinished,
)
from tests.play.conftest import the

SETTING = Setting(seats={"north": "person", "south": "bold"}, rules=["/rules"], sandbox=True)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CREX_SAVES", str(tmp_path / "kept"))
    return tmp_path / "kept"


def test_a_save_holds_the_position_and_the_table(tmp_path: Path) -> None:
    game, file = the("ford"), tmp_path / "a.json"
    position = game.start(7)
    position.take(position.codes[1])
    keep(file, position, SETTING)
    text, model, setting = opened(file)
    assert game.from_json(text) == position
    assert (model.game, model.edition, setting) == ("ford", "plain-1.0", SETTING)
    assert json.loads(text)["table"]["seats"]["south"] == "bold"


def test_a_save_of_the_engine_alone_will_do(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text(the("ford").start(7).to_json())
    assert opened(tmp_path / "a.json")[2] == Setting()


def test_what_goes_wrong_leaves_the_old_save(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "a.json"
    position = the("ford").start(7)
    keep(file, position, SETTING)
    before = file.read_bytes()

    def full(number: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    position.take(position.codes[1])
    with pytest.raises(OSError, match="No space left") as error:
        keep(file, position, SETTING)
    assert error.value.filename == str(file)
    assert file.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["a.json"]


def test_what_another_has_written_is_not_written_over(tmp_path: Path) -> None:
    file, position = tmp_path / "a.json", the("ford").start(7)
    assert held_by(file) is None
    held = keep_on(file, None, position, SETTING)
    assert held == held_by(file)
    other = position.copy()
    other.take(other.codes[0])
    position.take(position.codes[1])
    keep(file, other, SETTING)
    for known in (held, None):
        with pytest.raises(Overtaken):
            keep_on(file, known, position, SETTING)
    assert the("ford").from_json(opened(file)[0]) == other
    keep_on(file, held_by(file), position, SETTING)
    file.unlink()
    keep_on(file, held, position, SETTING)
    assert the("ford").from_json(opened(file)[0]) == position


def _write_in_turn(file: Path, ready: Any, number: int, written: Any) -> None:
    """Play on from what everybody has read, as one of several that write at once."""
    position, held = the("ford").start(7), held_by(file)
    ready.wait()
    position.take(position.codes[number % len(position.codes)])
    try:
        keep_on(file, held, position, Setting(seats={"north": str(number)}))
    except Overtaken:
        return
    written.put(number)


def test_of_several_that_write_at_once_one_keeps_the_file(tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    keep(file, the("ford").start(7), SETTING)
    ready, written = threading.Barrier(4), queue.Queue[int]()
    writers = [threading.Thread(target=_write_in_turn, args=(file, ready, n, written)) for n in range(4)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert written.qsize() == 1
    assert opened(file)[2].seats == {"north": str(written.get())}


DAMAGED = [
    (b"\xff\xfe", "this is no save: it is not text"),
    (b"once upon a time", "this is no save: it is not JSON"),
    (b"{}", "this is no save of this version: its format is not crex-save-3"),
]


@pytest.mark.parametrize(("content", "sentence"), DAMAGED)
def test_what_is_no_save(tmp_path: Path, content: bytes, sentence: str) -> None:
    file = tmp_path / "a.json"
    file.write_bytes(content)
    with pytest.raises(SaveError) as error:
        opened(file)
    assert str(error.value) == f"{file}: {sentence}"


def test_a_table_that_makes_no_sense_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    keep(file, the("ford").start(7), SETTING)
    file.write_text(file.read_text().replace('"sandbox":true', '"sandbox":[]'))
    with pytest.raises(SaveError, match="it does not say who sits where"):
        opened(file)


def test_the_latest_unfinished_game_comes_first(folder: Path) -> None:
    assert saves_folder() == folder
    assert list(unfinished()) == []
    game = the("noughts")
    over = game.start(1)
    while not over.over:
        over.take(over.codes[0])
    folder.mkdir()
    for age, (name, position) in enumerate([("new-over", over), ("new", game.start(1)), ("old", game.start(2))]):
        keep(folder / f"{name}.json", position, Setting())
        os.utime(folder / f"{name}.json", (10_000 - age, 10_000 - age))
    (folder / "torn.json").write_text("{")
    (folder / "sub.json").mkdir()
    assert [path.name for path in unfinished()] == ["new.json", "old.json"]


def test_new_files_never_meet_old_ones(folder: Path) -> None:
    first = new_file("ford", "plain-1.0")
    assert first.parent == folder
    assert first.name.startswith("ford-plain-1.0-")
    for _ in range(3):
        file = new_file("ford", "plain-1.0")
        assert not file.exists()
        file.write_text("")
    assert len(list(folder.iterdir())) == 3
