"""A page of the site, before MkDocs makes HTML of it."""

from __future__ import annotations

import posixpath
from dataclasses import dataclass


@dataclass(frozen=True)
class Entry:
    """Something that the search finds: its title, its text, its anchor on the page, and the clause that it is about."""

    title: str
    text: str
    anchor: str = ""
    number: str = ""
    clause: str = ""


@dataclass(frozen=True)
class BookName:
    """A book as a searcher chooses it: its folder, its title with and without that of its game, and its language.

    What is found in a translation, or beside the rules, weighs less than what a book itself says.
    """

    key: str
    title: str
    brief: str
    language: str
    weight: float = 1


@dataclass(frozen=True)
class Page:
    """A generated page: where it stands, its title, its Markdown and its language.

    `shelf` names the sections of the navigation in which it is listed, `None` if it is only linked to; a page `across`
    editions is listed for readers of its language. The search finds its `entries`, under the `book` whose page it is.
    """

    path: str
    title: str
    text: str
    language: str = "en"
    shelf: tuple[str, ...] | None = None
    book: BookName | None = None
    entries: tuple[Entry, ...] = ()
    across: bool = False


def link(source: str, target: str) -> str:
    """The address of a page, with its anchor if there is one, as the page at `source` links to it."""
    path, mark, anchor = target.partition("#")
    if path == source and mark:
        return f"#{anchor}"
    relative = posixpath.relpath(path, posixpath.dirname(source) or ".")
    return f"{relative.removesuffix('.md')}.html{mark}{anchor}" if path.endswith(".md") else f"{relative}{mark}{anchor}"
