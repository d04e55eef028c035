"""Drawing: how every plot of the lab looks, and how it becomes a file that is the same each time."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from crex_dsl.text.messages import said

if TYPE_CHECKING:
    from matplotlib.figure import Figure


SUFFIXES = (".png", ".svg")
INK, FAINT = "#222222", "#999999"
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", INK)  # by Okabe and Ito, for every eye
STYLE: dict[str, Any] = {
    "axes.edgecolor": FAINT,
    "axes.labelcolor": INK,
    "axes.prop_cycle": f"cycler('color', {list(COLOURS)})",
    "axes.spines.right": False,
    "axes.spines.top": False,
    "font.family": "DejaVu Sans",
    "font.size": 9,
    "svg.fonttype": "none",
    "text.color": INK,
    "text.parse_math": False,
    "xtick.color": INK,
    "ytick.color": INK,
}


class NoPlots(Exception):
    """There is nothing to draw with."""


def ready() -> None:
    """Nothing, if plots can be drawn; otherwise raises NoPlots."""
    try:
        import matplotlib.figure  # noqa: F401
    except ImportError:
        raise NoPlots(said("plots need matplotlib: install it with `pip install crex[lab]`")) from None


def drawn(draw: Callable[[Figure], None], wide: float, high: float, suffix: str, salt: str = "crex") -> bytes:
    """What a figure of some inches is as a file of that ending; the salt keeps the ids of several SVGs apart."""
    ready()
    import matplotlib as mpl
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    style: dict[Any, Any] = {**mpl.rcParamsDefault, **STYLE, "svg.hashsalt": salt}
    with mpl.rc_context(style):
        figure = Figure(figsize=(wide, high), layout="constrained")
        FigureCanvasAgg(figure)
        draw(figure)
        file = io.BytesIO()
        undated: dict[str, Any] = {"Date": None} if suffix == ".svg" else {"Software": None}
        form = suffix.removeprefix(".")
        figure.savefig(file, format=form, dpi=150, metadata=undated, transparent=suffix == ".svg")
        return file.getvalue()
