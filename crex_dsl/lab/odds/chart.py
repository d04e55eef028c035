"""Odds drawn: a bar for every outcome and every value, the rulebooks side by side."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from crex_dsl.lab.plot_style import drawn as as_file
from crex_dsl.system.input_files import named_in_errors

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from crex_dsl.lab.odds.odds import Chance, Odds


WIDE, HIGH, WRAPPED = 5.0, 3.2, 18


def drawn(found: Sequence[Odds], file: Path) -> None:
    """Draw some odds into a file, whose ending says how; the same odds give the same file."""
    first = found[0]
    panels = 1 + len(first.figures) if first.outcomes else len(first.figures)
    columns = min(panels, 3)
    rows = -(-panels // columns)
    wide, high = WIDE * columns, HIGH * rows + 0.6
    content = as_file(lambda figure: _draw(figure, found, rows, columns), wide, high, file.suffix)
    with named_in_errors(file):
        file.write_bytes(content)


def _draw(figure: Figure, found: Sequence[Odds], rows: int, columns: int) -> None:
    """A panel for the outcomes, and one for each figure."""
    first = found[0]
    axes = iter(figure.subplots(rows, columns, squeeze=False).flat)
    if first.outcomes:
        texts = list(dict.fromkeys(each.outcome for odds in found for each in odds.outcomes))
        _bars(next(axes), "outcome", texts, [({e.outcome: e for e in o.outcomes}, o.rulebook) for o in found])
    for place, each in enumerate(first.figures):
        values = sorted({of.value for odds in found for of in odds.figures[place].values})
        _bars(
            next(axes),
            each.title,
            values,
            [({e.value: e for e in o.figures[place].values}, o.rulebook) for o in found],
        )
    for unused in axes:
        unused.set_visible(False)
    if len(found) > 1:
        handles, labels = figure.axes[0].get_legend_handles_labels()
        figure.legend(handles, labels, loc="outside lower center", ncols=len(found), frameon=False)
    sides = ", ".join(f"{side} {name}" for side, name in first.seating.items())
    book = "" if len(found) > 1 else f" {first.rulebook}"
    figure.suptitle(f"{first.title}{book}, {first.scene}: {sides}")


def _bars(axes: Any, title: str, ticks: Sequence[Any], groups: Sequence[tuple[dict[Any, Chance], str]]) -> None:
    """A bar for each tick and rulebook, with its interval where there is one."""
    import textwrap

    wide = 0.8 / len(groups)
    for number, (chances, book) in enumerate(groups):
        places = [tick + (number - (len(groups) - 1) / 2) * wide for tick in range(len(ticks))]
        shown = [chances.get(tick) for tick in ticks]
        heights = [100 * each.share if each else 0.0 for each in shown]
        below = [100 * (each.share - each.low) if each else 0.0 for each in shown]
        above = [100 * (each.high - each.share) if each else 0.0 for each in shown]
        errors = [below, above] if any(below) or any(above) else None
        axes.bar(places, heights, wide, label=book, yerr=errors, capsize=2)
    axes.set_title(title)
    axes.set_ylabel("%")
    axes.set_xticks(range(len(ticks)), [textwrap.fill(str(tick), WRAPPED) for tick in ticks])
