"""Board-game rulebooks as data: load a game's rule files, play it, and ask which clause says so."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from crex_dsl.engine.game import load

__all__ = ["load"]


def __getattr__(name: str) -> Any:
    if name == "load":
        from crex_dsl.engine.game import load

        return load
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
