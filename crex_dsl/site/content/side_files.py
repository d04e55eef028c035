"""Files that lie beside the pages and are asked for by scripts: put away as they are made, so that none is kept."""

from __future__ import annotations

import json
from pathlib import Path


class SideFiles:
    """Takes files by their paths in the site: into a folder where one is given, else into memory."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._kept: dict[str, str] = {}
        self.paths: dict[str, None] = {}

    def put(self, path: str, text: str) -> None:
        """Take the text of a file; the last one under a path counts."""
        self.paths[path] = None
        if self._folder is None:
            self._kept[path] = text
            return
        file = self._folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    def text(self, path: str) -> str:
        """The text of a file that was put here."""
        return self._kept[path] if self._folder is None else (self._folder / path).read_text("utf-8")

    def file(self, path: str) -> Path | None:
        """Where a file lies; None where it is only in memory."""
        return None if self._folder is None else self._folder / path


def part_file(key: str, page: str, html: str) -> str:
    """A part of a page as a script that tells it to the page which has asked for it: it works without a server too."""
    return f"crexPart({json.dumps(key)}, {told({'page': page, 'html': html})});\n"


def told(content: object) -> str:
    """Plain data as it may stand in a script."""
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).replace("</", r"<\/")
