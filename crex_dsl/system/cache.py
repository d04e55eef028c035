"""The user's cache folder: optional, never trusted further than a checksum, and of it only what is ours is touched."""

from __future__ import annotations

import functools
import hashlib
import marshal
import os
import stat
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

import platformdirs
from pydantic import TypeAdapter, ValidationError

MOST_ENTRIES = 400
OURS = "crex-"  # how the names of our entries begin; whatever else lies in the folder is somebody else's

T = TypeVar("T")


@functools.cache
def cache_folder() -> Path | None:
    """The folder for cached work, which nobody but the user can write to or replace; None where none can be had."""
    given = os.environ.get("CREX_CACHE")
    if given == "":
        return None
    folder = Path(given) if given else Path(platformdirs.user_cache_dir("crex"))
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        folder = folder.resolve()
        if not _is_ours(folder.stat()) or not all(_is_safe(above.stat()) for above in folder.parents):
            return None  # what others can put there would run here
        if not os.access(folder, os.W_OK):
            return None
    except OSError:
        return None
    return folder


def _is_ours(status: os.stat_result) -> bool:
    """Whether a file or folder is the user's, and nobody else can write to it."""
    return not hasattr(os, "getuid") or (status.st_uid == os.getuid() and not status.st_mode & 0o022)


def _is_safe(status: os.stat_result) -> bool:
    """Whether nobody else can put another folder into the place of one that lies in this one."""
    if not hasattr(os, "getuid"):
        return True
    others = 0o002 if status.st_gid == os.getgid() else 0o022  # a group of one's own is no other
    open_to_others = status.st_mode & others and not status.st_mode & stat.S_ISVTX
    return status.st_uid in (0, os.getuid()) and not open_to_others


def _read_ours(path: Path) -> bytes:
    """The content of a file that is ours alone; raises OSError where it is not, or is no plain file."""
    flags = os.O_RDONLY | sum(getattr(os, name, 0) for name in ("O_NOFOLLOW", "O_NONBLOCK", "O_BINARY"))
    with os.fdopen(os.open(path, flags), "rb") as file:
        status = os.fstat(file.fileno())
        if not stat.S_ISREG(status.st_mode) or not _is_ours(status):
            raise PermissionError(f"{path} can be written by others")
        return file.read()


def release() -> str:
    """Which crex is installed."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("crex")
    except PackageNotFoundError:
        return "(not installed)"


@functools.cache
def code_digest(*layers: str) -> str:
    """A digest of the code that reads, checks and compiles, and of more `layers`: changed code never meets old work."""
    total = hashlib.sha256(f"{sys.implementation.cache_tag} {marshal.version}".encode())
    for layer in ("text", "system", "language", "rulebook", "engine", *layers):
        total.update(_folder_digest(layer))
    return total.hexdigest()


@functools.cache
def _folder_digest(layer: str) -> bytes:
    total = hashlib.sha256()
    for path in sorted((Path(__file__).resolve().parent.parent / layer).rglob("*")):
        if path.suffix in (".py", ".lark", ".wat"):
            total.update(path.read_bytes())
    return total.digest()


def entry(folder: Path, key: str) -> Path:
    """The file of the entry under `key`."""
    return folder / f"{OURS}{key}"


def load_entry(key: str) -> bytes | None:
    """The entry under `key`, or None where there is none that is whole."""
    folder = cache_folder()
    if folder is None:
        return None
    try:
        raw = _read_ours(entry(folder, key))
    except OSError:
        return None
    checksum, content = raw[:32], raw[32:]
    return content if hashlib.sha256(key.encode() + content).digest() == checksum else None


def is_stored(key: str) -> bool:
    """Whether there is an entry under `key`, whole or not."""
    folder = cache_folder()
    return folder is not None and entry(folder, key).is_file()


def store_entry(key: str, content: bytes) -> None:
    """Store an entry under `key`; where that fails, nothing is lost but time."""
    folder = cache_folder()
    if folder is None:
        return
    try:
        handle, name = tempfile.mkstemp(dir=folder, prefix=OURS)
    except OSError:
        return
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(hashlib.sha256(key.encode() + content).digest() + content)
        Path(name).replace(entry(folder, key))
        _prune(folder)
    except OSError:
        Path(name).unlink(missing_ok=True)


def cache_key(sort: str, digest: str, *names: str, layers: Sequence[str] = ()) -> str:
    """The key of one sort of work on files with a `digest`, about `names` in them, by the code of more `layers`."""
    label = "\0".join([digest, *names, code_digest(*layers)])
    return f"{hashlib.sha256(label.encode()).hexdigest()[:32]}.{sort}"


def cached(sort: str, of: type[T], make: Callable[[], T], digest: str, *names: str, layers: Sequence[str] = ()) -> T:
    """What is stored under the key of all this; made now, and stored, where nothing of that type is there."""
    key = cache_key(sort, digest, *names, layers=layers)
    adapter = TypeAdapter(of)
    known = load_entry(key)
    if known is not None:
        try:
            return adapter.validate_json(known)
        except ValidationError:
            pass
    made = make()
    store_entry(key, adapter.dump_json(made))
    return made


def _prune(folder: Path) -> None:
    """Let go of the oldest of our entries where there are too many."""
    entries = [path for path in folder.glob(f"{OURS}*") if path.is_file()]
    if len(entries) > MOST_ENTRIES:
        entries.sort(key=lambda path: path.stat().st_mtime)
        for path in entries[: len(entries) - MOST_ENTRIES * 3 // 4]:
            path.unlink(missing_ok=True)
