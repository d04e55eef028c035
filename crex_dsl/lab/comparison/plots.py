"""Plots of a comparison: effects, who wins, and the course of what is measured; the same comparison, the same file."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from crex_dsl.lab.comparison.compare import Comparison, Course, Effect
from crex_dsl.lab.plot_style import COLOURS, FAINT, INK, drawn
from crex_dsl.lab.simulation.measures import heading
from crex_dsl.system.input_files import named_in_errors
from crex_dsl.text.messages import said

if TYPE_CHECKING:
    from matplotlib.figure import Figure, SubFigure

    Canvas = Figure | SubFigure


# What tells lines apart in print, beside their colours.
DASHES: tuple[Any, ...] = ("-", "--", "-.", ":", (0, (5, 1)), (0, (3, 1, 1, 1)), (0, (1, 2)))
SIGNS = "osD^vPX"
WIDE, ROW, HEAD = 8.0, 0.26, 1.1  # inches
MOST_EFFECTS, MOST_PANELS = 50, 12
APART = 0.04  # of a stage
MOST_OF, FAR_OUT = 0.8, 3.0  # times what most effects reach: what lies farther out is told by an arrow


class Plot(Protocol):
    """A plot before it is drawn: what it shows, how high it is, and how it is drawn."""

    @property
    def title(self) -> str:
        """What it shows."""
        ...

    @property
    def high(self) -> float:
        """How high it is."""
        ...

    def draw(self, canvas: Canvas) -> None:
        """Draw it."""
        ...


def plots(found: Comparison) -> list[Plot]:
    """What can be drawn of a comparison."""
    every: list[Plot] = [Forest(found), Winners(found), Courses(found)]
    return [plot for plot in every if plot.high]


def saved(found: Comparison, file: Path) -> None:
    """Draw all plots of a comparison into one file, whose ending says how."""
    content = _drawn(plots(found), file.suffix)
    with named_in_errors(file):
        file.write_bytes(content)


def inline(found: Comparison) -> Iterator[tuple[str, str]]:
    """Each plot by its title, as SVG that can stand in a page: in the page's ink, with ids that are its own."""
    for number, plot in enumerate(plots(found)):
        text = _drawn([plot], ".svg", f"crex-{number}", titled=False).decode()
        text = text[text.index("<svg") :]
        text = re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.S)
        text = re.sub(r'\s+xmlns(:\w+)?="[^"]*"', "", text).replace("xlink:href", "href")
        text = re.sub(r'(\bid="|url\(#|href="#)', rf"\g<1>plot-{number}-", text).replace(INK, "currentColor")
        text = re.sub(r'\s(width|height)="[\d.]+pt"', "", text, count=2)
        yield plot.title, text.replace("<svg", f'<svg role="img" aria-label="{escape(plot.title)}"', 1)


def _drawn(every: Sequence[Plot], suffix: str, salt: str = "crex", titled: bool = True) -> bytes:
    """Plots one below another, as a file of some ending."""
    heights = [plot.high for plot in every] or [HEAD]

    def draw(figure: Figure) -> None:
        parts = figure.subfigures(len(heights), 1, squeeze=False, height_ratios=heights)
        if not every:
            figure.suptitle(said("no games to show"))
        for part, plot in zip(parts[:, 0], every, strict=False):
            if titled:
                part.suptitle(plot.title, fontweight="bold")
            plot.draw(part)

    return drawn(draw, WIDE, sum(heights), suffix, salt)


# ---- effects ----
@dataclass(frozen=True)
class Forest:
    """Every effect with its interval, those of several rulebooks only where they are significant.

    Shares are told in points of a hundred, other figures in standard deviations of a game, so that they fit together;
    a figure that is the same in all games of either rulebook has none, and stands in the tables only.
    """

    found: Comparison

    @property
    def title(self) -> str:
        """What is shown."""
        first = self.found.first.name
        if len(self._largest_effects()) < len(self._every()):
            return said("The {number} largest effects, held against {rulebook}", number=MOST_EFFECTS, rulebook=first)
        several = len(self.found.others) > 1
        return said(
            "Significant effects, held against {rulebook}" if several else "Effects, held against {rulebook}",
            rulebook=first,
        )

    @property
    def high(self) -> float:
        """A row for each effect and for each rulebook."""
        rows = self.rows()
        return HEAD + 0.4 + ROW * len(rows) if rows else 0.0

    def _every(self) -> list[Effect]:
        several = len(self.found.others) > 1
        able = [each for each in self.found.effects if each.share or each.scale]
        return [effect for effect in able if effect.significant or not several]

    def _largest_effects(self) -> list[Effect]:
        largest = sorted(self._every(), key=_size, reverse=True)[:MOST_EFFECTS]
        return [effect for effect in self.found.effects if effect in largest]  # in the order of the tables

    def rows(self) -> list[str | Effect]:
        """The effects shown, each rulebook's behind its name."""
        rows: list[str | Effect] = []
        for rulebook, effects in groupby(self._largest_effects(), key=lambda effect: effect.rulebook):
            rows += [rulebook, *effects]
        return rows

    def draw(self, canvas: Canvas) -> None:
        """Shares on the left, other figures on the right, on rows of their own."""
        rows = self.rows()
        units = {True: said("points of a hundred"), False: said("standard deviations of a game")}
        shown = {row.share for row in rows if isinstance(row, Effect)}
        sides = canvas.subplots(1, len(shown), sharey=True, squeeze=False)[0]
        for axes, shares in zip(sides, sorted(shown, reverse=True), strict=True):
            axes.axvline(0, color=FAINT, linewidth=1)
            for place, row in enumerate(rows):
                if isinstance(row, Effect) and row.share is shares:
                    _whisker(axes, place, row, 0.01 if shares else row.scale)
            _bounded(
                axes, {place: row for place, row in enumerate(rows) if isinstance(row, Effect) and row.share is shares}
            )
            axes.set_xlabel(units[shares])
            axes.tick_params(axis="y", length=0)
            axes.grid(axis="y", color=FAINT, alpha=0.3, linewidth=0.5)
            axes.spines["left"].set_visible(False)
        sides[0].set_yticks(range(len(rows)), [row if isinstance(row, str) else _wrapped(row.title) for row in rows])
        for label, row in zip(sides[0].get_yticklabels(), rows, strict=True):
            label.set_fontweight("bold" if isinstance(row, str) else "normal")
        sides[0].set_ylim(len(rows) - 0.5, -0.5)
        _legend(canvas, _signs())


def _size(effect: Effect) -> float:
    """How large an effect is, whatever its unit."""
    return abs(effect.difference) / effect.scale if effect.scale else inf if effect.difference else 0.0


def _whisker(axes: Any, place: int, effect: Effect, unit: float) -> None:
    """An effect and its interval; full where it is significant, hollow where it is not."""
    middle = effect.difference / unit
    reach = [[middle - effect.low / unit], [effect.high / unit - middle]]
    axes.errorbar(
        [middle],
        [place],
        xerr=[[max(0.0, each) for each in side] for side in reach],
        fmt="o",
        color=COLOURS[0],
        markerfacecolor=COLOURS[0] if effect.significant else "none",
        capsize=2,
    )


def _bounded(axes: Any, effects: dict[int, Effect]) -> None:
    """Let a few effects that lie far out leave the picture, so that the others can be told apart; arrows say where."""
    units = {place: 0.01 if effect.share else effect.scale for place, effect in effects.items()}
    reaches = sorted(max(abs(each.low), abs(each.high)) / units[place] for place, each in effects.items())
    usual = reaches[int(MOST_OF * (len(reaches) - 1))] if reaches else 0.0
    if not usual or reaches[-1] <= FAR_OUT * usual:
        return
    edge = 1.1 * max(reach for reach in reaches if reach <= FAR_OUT * usual)
    axes.set_xlim(-edge, edge)
    for place, effect in effects.items():
        middle = effect.difference / units[place]
        if abs(middle) > edge:
            side = 1 if middle > 0 else -1
            axes.annotate(
                f"{middle:+.1f}".replace("-", "−"),
                (side * edge, place),
                (side * edge * 0.7, place),
                arrowprops={"arrowstyle": "->", "color": COLOURS[0]},
                color=INK,
                va="center",
                ha="center",
                fontsize="small",
            )


def _signs() -> list[Any]:
    from matplotlib.lines import Line2D

    return [
        Line2D([], [], color=COLOURS[0], marker="o", markerfacecolor=inside, label=label)
        for inside, label in ((COLOURS[0], said("plot-significant")), ("none", said("not significant")))
    ]


# ---- winners ----
@dataclass(frozen=True)
class Winners:
    """How often each player won under each rulebook."""

    found: Comparison

    @property
    def title(self) -> str:
        """What is shown."""
        return said("Who wins, in percent of games, with 95% intervals")

    @property
    def high(self) -> float:
        """A row for each rulebook."""
        return HEAD + 1.2 * ROW * len(self.found.rulebooks) if self._players() else 0.0

    def _players(self) -> dict[str, str]:
        """Every player by id, as the first rulebook that has them names them."""
        names: dict[str, str] = {}
        for book in self.found.rulebooks:
            for won in book.winners:
                names.setdefault(won.player, won.called)
        return names

    def draw(self, canvas: Canvas) -> None:
        """A panel for each player."""
        players, books = self._players(), self.found.rulebooks
        panels = canvas.subplots(1, len(players), sharex=True, sharey=True, squeeze=False)[0]
        for axes, (player, called) in zip(panels, players.items(), strict=True):
            shares = [next((won for won in book.winners if won.player == player), None) for book in books]
            known = [(place, won) for place, won in enumerate(shares) if won is not None]
            axes.barh(
                [place for place, _ in known],
                [100 * won.share for _, won in known],
                xerr=[
                    [100 * (won.share - won.low) for _, won in known],
                    [100 * (won.high - won.share) for _, won in known],
                ],
                height=0.7,
                color=[COLOURS[1] if place else COLOURS[0] for place, _ in known],
                ecolor=INK,
                capsize=2,
            )
            axes.set_title(called, fontsize="medium")
            axes.set_xlim(0, 100)
            axes.tick_params(axis="y", length=0)
        panels[0].set_yticks(range(len(books)), [_wrapped(book.name) for book in books])
        panels[0].set_ylim(len(books) - 0.5, -0.5)


# ---- courses ----
@dataclass(frozen=True)
class Courses:
    """What is measured at the end of every stage, stage by stage, under the first rulebooks."""

    found: Comparison

    @property
    def title(self) -> str:
        """What is shown."""
        if len(self.found.rulebooks) <= len(COLOURS):
            return said("The course of games, on average, with 95% intervals")
        return said(
            "The course of games, on average, with 95% intervals, the first {number} rulebooks", number=len(COLOURS)
        )

    @property
    def high(self) -> float:
        """A row for every two measures."""
        panels = len(self._panels())
        return HEAD + 2.2 * ((panels + 1) // 2) if panels else 0.0

    def _panels(self) -> dict[str, list[tuple[int, Course]]]:
        """By what is measured of whom, its course under each rulebook that has it."""
        found: dict[str, list[tuple[int, Course]]] = {}
        for number, book in enumerate(self.found.rulebooks[: len(COLOURS)]):
            for course in book.courses:
                title = heading(course.title, course.called, course.each_called, counts=False)
                found.setdefault(title, []).append((number, course))
        return dict(list(found.items())[:MOST_PANELS])

    def draw(self, canvas: Canvas) -> None:
        """A panel for each measure, a line for each rulebook."""
        from matplotlib.ticker import MaxNLocator

        panels = self._panels()
        every = canvas.subplots((len(panels) + 1) // 2, 2, squeeze=False).flat
        for axes, (title, lines) in zip(every, panels.items(), strict=False):
            for number, course in lines:
                means = course.means
                apart = APART * (number - (len(lines) - 1) / 2)  # so that intervals do not cover each other
                axes.errorbar(
                    [place + apart for place in range(1, len(means) + 1)],
                    [each.mean for each in means],
                    yerr=[each.reach for each in means],
                    color=COLOURS[number],
                    linestyle=DASHES[number],
                    marker=SIGNS[number],
                    markersize=3.5,
                    linewidth=1.2,
                    capsize=1.5,
                )
            axes.set_title(_wrapped(title), fontsize="medium")
            axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        for axes in every[len(panels) :]:
            axes.set_visible(False)
        _legend(canvas, self._lines())

    def _lines(self) -> list[Any]:
        from matplotlib.lines import Line2D

        books = self.found.rulebooks[: len(COLOURS)]
        return [
            Line2D([], [], color=colour, linestyle=dashes, marker=sign, markersize=3.5, label=book.name)
            for book, colour, dashes, sign in zip(books, COLOURS, DASHES, SIGNS, strict=False)
        ]


def _legend(canvas: Canvas, handles: list[Any]) -> None:
    canvas.legend(handles=handles, loc="outside lower center", ncols=min(3, len(handles)), frameon=False)


def _wrapped(text: str) -> str:
    return "\n".join(textwrap.wrap(text, 44, break_on_hyphens=False))
