"""Games on disk: written whole or not at all, with who sits where, and found again by name or as the latest."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import platformdirs
from pydantic import BaseModel, ValidationError

from crex_dsl.engine.errors import SaveError
from crex_dsl.engine.run.position import Position
from crex_dsl.engine.saves.save_format import SaveModel
from crex_dsl.engine.saves.state_import import parse_save
from crex_dsl.system.input_files import MAX_SAVE_BYTES, named_in_errors, read_bytes
from crex_dsl.text.messages import headed, said

_ELSEWHERE = "elsewhere.txt"
_MOST_NOTED = 200


class CarriedOut(BaseModel):
    """An order that was carried out: its first decision, the one after its last, and whether it could have shown more.

    That is what was hidden when it was given: such an order is not taken back.
    """

    first: int
    end: int
    shows: bool = False


class Setting(BaseModel):
    """What a save knows besides the position: who plays each side, by which rule files, how strictly, which orders."""

    seats: dict[str, str] = {}
    rules: list[str] = []
    sandbox: bool = False
    orders: list[CarriedOut] = []


class Overtaken(Exception):
    """Somebody else has written a save since it was last read or written here."""


def saves_folder() -> Path:
    """The folder in which games are kept that nobody has named a file for."""
    given = os.environ.get("CREX_SAVES")
    return Path(given) if given else Path(platformdirs.user_data_dir("crex")) / "saves"


def new_file(game: str, edition: str) -> Path:
    """A file that does not exist yet, named for the game and the time, in a folder that does."""
    saves_folder().mkdir(parents=True, exist_ok=True)
    stem = f"{game}-{edition}-{time.strftime('%Y-%m-%d-%H%M%S')}"
    names = (f"{stem}{suffix}.json" for suffix in ("", *(f"-{number}" for number in range(2, 1000))))
    return next(path for path in (saves_folder() / name for name in names) if not path.exists())


def keep(path: Path, position: Position, setting: Setting) -> None:
    """Write a save: whoever reads the file meanwhile, or after a crash, finds the old one or the new one."""
    with named_in_errors(path):
        _replace(path, _text(position, setting))
    _remember(path)


def keep_on(path: Path, held: str | None, position: Position, setting: Setting) -> str:
    """Write a save over what it held when it was last read or written, and say what it holds now.

    Raises Overtaken, and leaves the file as it is, where it holds something else by now.
    """
    text = _text(position, setting)
    with named_in_errors(path), _alone(path):
        if path.exists() and held_by(path) != held:
            raise Overtaken
        _replace(path, text)
    _remember(path)
    return _digest(text.encode())


def held_by(path: Path) -> str | None:
    """What a file holds, as a digest; None where there is no file."""
    try:
        return _digest(read_bytes(path, MAX_SAVE_BYTES))
    except FileNotFoundError:
        return None


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _text(position: Position, setting: Setting) -> str:
    """A position and its setting as they are written."""
    text = position.to_json().rstrip()
    return f'{text.removesuffix("}").rstrip()},\n "table": {setting.model_dump_json()}\n}}\n'


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Let one game at a time look at a file and write it, where the system can tell them apart."""
    with ExitStack() as held:
        with suppress(ImportError, OSError):  # a folder that is shared over a network may know no locks
            import fcntl

            folder = os.open(path.resolve().parent, os.O_RDONLY)
            held.callback(os.close, folder)
            fcntl.flock(folder, fcntl.LOCK_EX)
        yield


def _remember(path: Path) -> None:
    """Note where a game is kept outside the folder, so that it is found again; failing that, nothing is lost."""
    path, folder = path.resolve(), saves_folder()
    if path.parent == folder.resolve():
        return
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        noted = [line for line in _elsewhere() if line != str(path)][-_MOST_NOTED:]
        _replace(folder / _ELSEWHERE, "".join(f"{line}\n" for line in [*noted, str(path)]))


def _elsewhere() -> list[str]:
    """The files outside the folder in which games were kept, the latest last."""
    try:
        return (saves_folder() / _ELSEWHERE).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return []


def _replace(path: Path, text: str) -> None:
    """Put a text in the place of a file in one go; where a link leads to it, in the place of what it leads to."""
    path = path.resolve()
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def opened(path: Path) -> tuple[str, SaveModel, Setting]:
    """A save's text, what it says of itself, and its setting; raises SaveError where it is none."""
    try:
        text = read_bytes(path, MAX_SAVE_BYTES).decode("utf-8")
        model = parse_save(text)
        setting = Setting.model_validate(json.loads(text).get("table", {}))
    except UnicodeDecodeError:
        raise SaveError(said("{path}: this is no save: it is not text", path=path)) from None
    except ValidationError:
        raise SaveError(said("{path}: the save is damaged: it does not say who sits where", path=path)) from None
    except SaveError as error:
        raise SaveError(headed(path, error)) from None
    return text, model, setting


def saved() -> Iterator[tuple[Path, SaveModel, Setting]]:
    """The games that were kept, in the folder or elsewhere, the latest first; what is no save is left out."""
    files = {*saves_folder().glob("*.json"), *map(Path, _elsewhere())}
    there = [path for path in files if path.is_file()]
    for path in sorted(there, key=lambda path: path.stat().st_mtime, reverse=True):
        try:
            _, model, setting = opened(path)
        except (SaveError, OSError):
            continue
        yield path, model, setting


def unfinished() -> Iterator[Path]:
    """The games that can be gone on with, the latest first."""
    return (path for path, model, _ in saved() if model.position.point != "over")
