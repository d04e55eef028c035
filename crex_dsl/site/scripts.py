"""The scripts of worked examples as they stand in the rule files."""

from __future__ import annotations

from functools import cache
from itertools import takewhile
from pathlib import Path

from crex_dsl.rulebook.library import GameFiles


def script(files: GameFiles, place: str) -> str:
    """The rule text of the example at a place (`FILE:LINE`), from its title to its last line."""
    name, _, line = place.rpartition(":")
    lines = _lines(dict((*files.files, *files.extra))[name])[int(line) - 1 :]
    below = takewhile(lambda text: not text.strip() or text[0].isspace(), lines[1:])
    return "\n".join([lines[0], *below]).rstrip()


@cache
def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8-sig").splitlines()
