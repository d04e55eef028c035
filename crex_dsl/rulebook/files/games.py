"""The rule files at hand: which games there are, which files each is made of, and a digest of them."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from crex_dsl.system.input_files import MAX_RULE_BYTES, read_bytes, rule_file_digest
from crex_dsl.text.messages import number_as_said, said
from crex_dsl.text.truncation import bounded

SUFFIX = ".crex"
TABLE = ".tsv"
MAX_ENTRIES = 100_000  # files of any sort in a folder that is looked through
MAX_FILES = 1_000
MAX_GAME_BYTES = 10_000_000
_TABLE = re.compile(rb'\bfrom\s+"([^"\n\0]{1,200}\.tsv)"')


class UnknownGame(LookupError):
    """No game of that name is at hand."""

    def __init__(self, message: str) -> None:
        super().__init__(bounded(message))


def data_root() -> Path:
    """The folder that holds `ruleset/` and `variants/`: inside an installed package, or the checkout."""
    package = Path(__file__).resolve().parents[2]
    shipped = package / "_data"
    return shipped if shipped.is_dir() else package.parent


@dataclass(frozen=True)
class GameFiles:
    """The files of one game, read but not yet parsed."""

    id: str
    files: tuple[tuple[str, Path], ...]
    extra: tuple[tuple[str, Path], ...]
    digest: str


class Library:
    """The games under some folders, each with `ruleset/` and `variants/`, and extra rule files beside them."""

    def __init__(self, roots: Sequence[Path], extra: Sequence[Path] = ()) -> None:
        self.roots = tuple(roots)
        self.extra = tuple(extra)

    @classmethod
    def at_hand(cls, rules: str | Path | Iterable[str | Path] = ()) -> Library:
        """Our own rule files, and those of `rules`: folders with a `ruleset/`, or loose rule files and folders."""
        roots, extra = [data_root()], []
        for path in map(Path, [rules] if isinstance(rules, str | Path) else rules):
            if not path.exists():
                raise UnknownGame(
                    said("there is no file or folder {path}; name a rule file, or a folder of rule files", path=path)
                )
            if (path / "ruleset").is_dir() or (path / "variants").is_dir():
                if path.resolve() not in [root.resolve() for root in roots]:
                    roots.append(path)
            else:
                loose_files(path)
                extra.append(path)
        return cls(roots, extra)

    def games(self) -> list[str]:
        """The ids of all games, those of the first folder first."""
        found: list[str] = []
        for root in self.roots:
            base = root / "ruleset"
            if base.is_dir():
                found += sorted(p.name for p in base.iterdir() if p.is_dir() and any(p.glob(f"*{SUFFIX}")))
        return list(dict.fromkeys(found))

    def files(self, game: str) -> GameFiles:
        """The files of a game with the digest of their names and bytes."""
        found: list[tuple[str, Path]] = []
        for root in self.roots:
            for folder in (root / "ruleset" / game, root / "variants" / game):
                if folder.is_dir():
                    found += [(path.relative_to(root).as_posix(), path) for path in _inside(folder, SUFFIX, TABLE)]
        extra = [(path.as_posix(), path) for path in self._loose([path for _, path in found])]
        total = hashlib.sha256()
        for mark, group in (("", found), ("loose ", extra)):
            for name, path in group:
                total.update(f"{mark}{name}\0".encode())
                total.update(rule_file_digest(path))
        return GameFiles(game, tuple(found), tuple(extra), total.hexdigest())

    def _loose(self, known: Iterable[Path]) -> Iterator[Path]:
        """The loose rule files and their tables, each once, and none that is known already."""
        seen = {path.resolve() for path in known}
        for path in self.extra:
            for each in _inside(path, SUFFIX, TABLE) if path.is_dir() else [path, *_tables(path)]:
                if each.resolve() not in seen:
                    seen.add(each.resolve())
                    yield each


def loose_files(path: Path) -> list[Path]:
    """The rule files that a loose path stands for: itself, or those in it; raises UnknownGame where it has none."""
    inside = _inside(path, SUFFIX) if path.is_dir() else [path]
    if not any(p.suffix != TABLE and not _empty(p) for p in inside):
        raise UnknownGame(
            said(
                "there are no rules in {path}: name a file that holds some ({suffix}), or a folder of them",
                path=path,
                suffix=SUFFIX,
            )
        )
    return inside


def _inside(folder: Path, *suffixes: str) -> list[Path]:
    """The files with these suffixes in a folder and below it; raises UnknownGame where that is no folder of rules."""
    found: list[Path] = []
    seen = size = 0
    for place, folders, names in os.walk(folder):
        seen += len(folders) + len(names)
        paths = [Path(place, name) for name in names if Path(name).suffix in suffixes]
        found += [path for path in paths if path.is_file()]
        size += sum(path.stat().st_size for path in paths if path.is_file())
        if seen > MAX_ENTRIES or len(found) > MAX_FILES or size > MAX_GAME_BYTES:
            raise UnknownGame(
                said(
                    "{folder} holds more than rules: at most {max_files} rule files of {max_game_bytes} bytes in all "
                    "are read, among {max_entries} files; name a smaller folder, or the rule files",
                    folder=folder,
                    max_files=number_as_said(MAX_FILES),
                    max_game_bytes=number_as_said(MAX_GAME_BYTES),
                    max_entries=number_as_said(MAX_ENTRIES),
                )
            )
    return sorted(found)


def _empty(path: Path) -> bool:
    """Whether a file holds nothing; of one that cannot be read, its game will tell."""
    try:
        return not read_bytes(path, MAX_RULE_BYTES).strip()
    except OSError:
        return False


def _tables(path: Path) -> list[Path]:
    """The tables that a loose rule file names, beside it or below it."""
    try:
        named = _TABLE.findall(read_bytes(path, MAX_RULE_BYTES))
    except OSError:
        return []
    found = dict.fromkeys(path.parent / name.decode(errors="replace") for name in named)
    return [p for p in found if p.resolve().is_relative_to(path.parent.resolve()) and p.is_file()]
