"""Worked examples: their scripts as they stand in the rule files."""

from __future__ import annotations

from functools import lru_cache
from itertools import takewhile
from pathlib import Path

from crex_dsl.rulebook.files.games import GameFiles
from crex_dsl.site.content.render import listing
from crex_dsl.system.input_files import MAX_RULE_BYTES, read_bytes


def script(files: GameFiles, place: str) -> str:
    """The rule text of the example at a place (`FILE:LINE`), from its title to its last line."""
    name, _, line = place.rpartition(":")
    lines = _lines(dict((*files.files, *files.extra))[name], files.digest)[int(line) - 1 :]
    below = takewhile(lambda text: not text.strip() or text[0].isspace(), lines[1:])
    return "\n".join([lines[0], *below]).rstrip()


def listing_of(files: GameFiles, place: str) -> str:
    """The rule text of an example as HTML."""
    return str(listing(script(files, place)))


@lru_cache(maxsize=512)
def _lines(path: Path, digest: str) -> list[str]:
    """The lines of a file as it was when the files of its game had that digest."""
    return read_bytes(path, MAX_RULE_BYTES).decode("utf-8-sig").splitlines()
