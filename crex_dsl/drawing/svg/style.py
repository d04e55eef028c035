"""The colours and strokes of drawings: a style sheet for pages, and the same for an image that stands alone."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

STYLE = Path(__file__).parent.parent / "style"  # as MkDocs takes it, with its folder of assets
_DARK = '[data-md-color-scheme="slate"]'


@cache
def style() -> str:
    """The style sheet for an image that stands alone: light or dark as whoever looks at it has set it."""
    text = (STYLE / "assets/drawing.css").read_text(encoding="utf-8")
    text = re.sub(r"/\*.*?\*/", "", text.partition("@media print")[0], flags=re.DOTALL)
    light, _, rest = text.partition(f"{_DARK} {{")
    dark, _, shapes = rest.partition("}")
    shapes = re.sub(r"@media screen[^{]*\{[^{}]*\{[^{}]*\}\s*\}", "", shapes)
    shapes = "\n".join(line for line in shapes.splitlines() if not line.startswith(_DARK))
    light = light.replace(":root", ".crex-draw-alone")
    whole = f"{light}@media (prefers-color-scheme: dark) {{.crex-draw-alone {{{dark}}}}}{shapes}"
    return re.sub(r"\s*([{};:,])\s*", r"\1", re.sub(r"\s+", " ", whole)).strip()
