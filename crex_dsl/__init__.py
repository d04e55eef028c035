"""Board-game rulebooks as data: load a game's rule files, play it, and ask which clause says so."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from crex_dsl.engine.rendering import draw_with

if TYPE_CHECKING:
    from crex_dsl.engine.game import load

__all__ = ["load"]


def __getattr__(name: str) -> Any:
    if name == "load":
        from crex_dsl.engine.game import load

        return load
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def _drawn(of: Any, side: str | None, **options: Any) -> str:
    """A position or a view, drawn; the layer that draws is loaded when somebody wants to look."""
    from crex_dsl.drawing.position.picture import position_svg

    return position_svg(of, side, **options)


draw_with(_drawn)
