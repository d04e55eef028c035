"""A page of the site, before MkDocs makes HTML of it."""

from __future__ import annotations

import posixpath
from dataclasses import dataclass


@dataclass(frozen=True)
class Page:
    """A generated page: where it stands, its title, its Markdown and its language.

    `shelf` names the sections of the navigation in which it is listed, `None` if it is only linked to; the search puts
    a page of more `weight` before others. Of the `files` that it needs beside it each has a path and a text.
    """

    path: str
    title: str
    text: str
    language: str = "en"
    shelf: tuple[str, ...] | None = None
    weight: float = 1.0
    files: tuple[tuple[str, str], ...] = ()


def link(source: str, target: str) -> str:
    """The address of a page, with its anchor if there is one, as the page at `source` links to it."""
    path, mark, anchor = target.partition("#")
    if path == source and mark:
        return f"#{anchor}"
    relative = posixpath.relpath(path, posixpath.dirname(source) or ".")
    return f"{relative.removesuffix('.md')}.html{mark}{anchor}" if path.endswith(".md") else f"{relative}{mark}{anchor}"
