"""Whether a built site holds together: every link leads somewhere, every id stands once, nothing needs the network."""

from __future__ import annotations

import json
import posixpath
import re
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from html import unescape
from pathlib import Path
from urllib.parse import unquote

from crex_dsl.text.messages import said

_TAG = re.compile(
    r"<!--.*?-->"
    r"|<(?P<raw>script|style)\b(?P<given>[^>]*)>(?P<inside>.*?)</(?P=raw)\s*>"
    r"""|<(?P<name>[a-zA-Z][\w:-]*)(?P<has>(?:[^<>"']|"[^"]*"|'[^']*')*)>""",
    re.DOTALL | re.IGNORECASE,
)
_ATTRIBUTE = re.compile(r"""([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""")
_TELLING = re.compile(r"(?<![\w-])(?:id|href|src|srcset|poster|data|data-story|data-part|style)\s*=", re.IGNORECASE)
_FETCHED_BY_STYLE = re.compile(r"""url\(\s*["']?([^"')\s]+)|@import\s+["']([^"']+)""", re.IGNORECASE)
_PART = re.compile(r"/parts/[^/]+\.js$")
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:|//", re.IGNORECASE)
_NETWORK = re.compile(r"(?:https?:|wss?:)?//", re.IGNORECASE)
_DRAWN = {"image", "use", "feimage"}
_FETCHED_RELATIONS = {
    "stylesheet",
    "icon",
    "apple-touch-icon",
    "manifest",
    "preload",
    "modulepreload",
    "prefetch",
    "preconnect",
    "dns-prefetch",
}


@dataclass
class Sheet:
    """What a page holds: its ids, where it leads to, and what it fetches when it is opened."""

    ids: Counter[str] = field(default_factory=Counter)
    links: set[str] = field(default_factory=set)
    fetched: set[str] = field(default_factory=set)


def findings(site: Path, absent: Collection[str] = ()) -> list[str]:
    """Everything that is wrong with a built site, each once, with the page and the target; none if all holds.

    Links into folders that are `absent` on purpose are not followed.
    """
    files = {path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()}
    sheets = {name: read((site / name).read_text("utf-8")) for name in sorted(files) if name.endswith(".html")}
    for part in sorted(name for name in files if _PART.search(name)):
        _add_part(sheets, (site / part).read_text("utf-8"))
    pages: dict[str, dict[str, None]] = {}
    for page, sheet in sheets.items():
        for wrong in _wrong_on(page, sheet, files, sheets, absent):
            pages.setdefault(wrong, {})[page] = None
    for style in sorted(name for name in files if name.endswith(".css")):
        for target in _fetched_by_style((site / style).read_text("utf-8")):
            if amiss := _not_at_hand(style, target, files):
                pages.setdefault(amiss, {})[style] = None
    return [f"{_some(list(where))} {wrong}" for wrong, where in pages.items()]


def _add_part(sheets: dict[str, Sheet], text: str) -> None:
    """Count what a page shows when a part of it is unfolded as a part of the page."""
    content = json.loads(text[text.index(", ") + 2 : text.rindex(")")])
    inside, page = read(content["html"]), sheets[content["page"]]
    page.links |= inside.links
    page.fetched |= inside.fetched


def read(text: str) -> Sheet:
    """What the HTML of a page holds."""
    sheet = Sheet()
    for tag in _TAG.finditer(text):
        if tag["raw"]:
            _note(sheet, tag["raw"].lower(), tag["given"])
            if tag["raw"].lower() == "style":
                sheet.fetched.update(_fetched_by_style(tag["inside"]))
        elif tag["name"] and tag["has"]:
            _note(sheet, tag["name"].lower(), tag["has"])
    return sheet


def _note(sheet: Sheet, name: str, given: str) -> None:
    attributes = _attributes(given)
    for key, value in attributes.items():
        if key == "id":
            sheet.ids[value] += 1
        elif key in ("src", "poster", "data-story", "data-part") or (key == "data" and name == "object"):
            sheet.fetched.add(value)
        elif key == "srcset":
            sheet.fetched.update(each.split()[0] for each in value.split(",") if each.strip())
        elif key == "style":
            sheet.fetched.update(_fetched_by_style(value))
        elif key in ("href", "xlink:href"):
            relations = set(attributes.get("rel", "").lower().split())
            drawn = name in _DRAWN or (name == "link" and relations & _FETCHED_RELATIONS)
            (sheet.fetched if drawn else sheet.links).add(value)


@lru_cache(maxsize=1 << 16)  # the frame of the site is the same on every page
def _attributes(given: str) -> dict[str, str]:
    if not _TELLING.search(given):
        return {}
    return {key.lower(): unescape(quoted or single or bare) for key, quoted, single, bare in _ATTRIBUTE.findall(given)}


def _fetched_by_style(text: str) -> Iterator[str]:
    for quoted, imported in _FETCHED_BY_STYLE.findall(text):
        yield quoted or imported


def _wrong_on(
    page: str, sheet: Sheet, files: set[str], sheets: dict[str, Sheet], absent: Collection[str]
) -> Iterator[str]:
    for name, times in sheet.ids.items():
        if times > 1:
            yield said("has the id `{name}` {times} times", name=name, times=times)
    for target in sorted(sheet.fetched):
        if wrong := _not_at_hand(page, target, files):
            yield wrong
    for target in sorted(sheet.links):
        if _SCHEME.match(target):
            continue
        path, anchor = _resolved(page, target)
        if path.partition("/")[0] in absent:
            continue
        if path not in files:
            yield said("links to `{path}`, which is not there", path=path)
        elif anchor and path in sheets and anchor not in sheets[path].ids:
            yield said("links to `{path}#{anchor}`, and there is no such place on that page", path=path, anchor=anchor)


def _not_at_hand(page: str, target: str, files: set[str]) -> str | None:
    """What is wrong with something that a page or a style fetches."""
    if _NETWORK.match(target):
        return said("fetches `{target}` from the network", target=target)
    if _SCHEME.match(target) or target.startswith("#"):
        return None
    path, _ = _resolved(page, target)
    return None if path in files else said("fetches `{path}`, which is not there", path=path)


def _resolved(page: str, target: str) -> tuple[str, str]:
    """The file and the anchor that a target means on a page."""
    path, _, anchor = target.partition("#")
    path = unquote(path.partition("?")[0])
    if not path:
        return page, unquote(anchor)
    whole = path.lstrip("/") if path.startswith("/") else posixpath.join(posixpath.dirname(page), path)
    file = posixpath.normpath(whole or ".")
    if whole.endswith("/") or posixpath.basename(whole) in ("", ".", ".."):
        file = posixpath.normpath(posixpath.join(file, "index.html"))
    return file, unquote(anchor)


def _some(pages: list[str]) -> str:
    more = len(pages) - 1
    return (
        pages[0]
        if not more
        else said("{page} (and {count} more page)", "{page} (and {count} more pages)", page=pages[0], count=more)
    )
