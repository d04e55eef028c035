"""Rule text as a page shows it, in colours."""

from __future__ import annotations

from functools import cache

from markupsafe import Markup
from pygments import highlight  # type: ignore[import-untyped]
from pygments.formatters import HtmlFormatter  # type: ignore[import-untyped]

from crex_dsl.site.lexer import CrexLexer

_LEXER = CrexLexer(stripnl=False, ensurenl=False)
_FORMATTER = HtmlFormatter(nowrap=True)


@cache
def listing(text: str) -> Markup:
    """Rule text as HTML."""
    coloured = highlight(text, _LEXER, _FORMATTER)
    return Markup(f'<div class="highlight" data-search-exclude><pre><code>{coloured}</code></pre></div>')
