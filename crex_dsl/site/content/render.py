"""Pages as Jinja templates, and rule text in colours."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from pygments import highlight  # type: ignore[import-untyped]
from pygments.formatters import HtmlFormatter  # type: ignore[import-untyped]

from crex_dsl.language.highlighting import CrexLexer


@cache
def _environment() -> Environment:
    return Environment(
        loader=PackageLoader("crex_dsl.site", "layouts"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


def rendered(template: str, **values: Any) -> str:
    """A template filled in, every text in it escaped."""
    return _environment().get_template(template).render(**values)


_LEXER = CrexLexer(stripnl=False, ensurenl=False)
_FORMATTER = HtmlFormatter(nowrap=True)


@cache
def listing(text: str) -> Markup:
    """Rule text as HTML."""
    coloured = lighter(highlight(text, _LEXER, _FORMATTER))
    return Markup(f'<div class="highlight" data-search-exclude><pre><code>{coloured}</code></pre></div>')


_PLAIN = re.compile(r'<span class="[nw]">([^<]*)</span>')
_NEIGHBOURS = re.compile(r'(<span class="(\w+)">[^<]*)</span>([ \t]*)<span class="\2">')


def lighter(html: str) -> str:
    """Code that looks the same with fewer elements: none around blanks and plain names, one for several in a colour."""
    return _joined(_PLAIN.sub(r"\1", html))


def _joined(html: str) -> str:
    once = _NEIGHBOURS.sub(r"\1\3", html)
    return once if once == html else _joined(once)
