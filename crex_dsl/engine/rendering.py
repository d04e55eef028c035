"""Who draws positions: the layer that draws lies above this one, and is named to it from outside."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Renderer = Callable[..., str]  # given a position or a view, a side, and how it is to be drawn

_renderers: list[Renderer] = []


def draw_with(renderer: Renderer) -> None:
    """Let positions and views be drawn by a function from now on."""
    _renderers[:] = [renderer]


def drawn(of: Any, side: str | None, options: dict[str, Any]) -> str:
    """A position or a view as an SVG image, by whoever draws."""
    if not _renderers:
        raise LookupError("nobody has said who draws positions: call `crex_dsl.engine.rendering.draw_with` first")
    return _renderers[0](of, side, **options)
