"""Rule text as a page shows it, in colours."""

from __future__ import annotations

from html import escape

from markupsafe import Markup


def listing(text: str) -> Markup:
    """Rule text as HTML."""
    return Markup(f'<div class="highlight" data-search-exclude><pre><code>{escape(text)}</code></pre></div>')
