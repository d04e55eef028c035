"""A small map of places and the links between them: drawn where pictures say where places lie, else listed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from crex_dsl.engine.game import Game
from crex_dsl.engine.run.chance import members_of
from crex_dsl.engine.secrecy.visible_position import VisiblePosition
from crex_dsl.play.board import whereabouts
from crex_dsl.play.piece_labels import Figure, side_style
from crex_dsl.system.console import plain_table
from crex_dsl.text.messages import said
from crex_dsl.text.numerals import is_whole_number, signed_number

_STROKES = "·:~="
_SIGNS = {"anchor": "≈", "star": "★"}
_HOLDS = ("yes", "1")
_NARROWEST = 40
_TALLEST = 60


@dataclass(frozen=True)
class Link:
    """A link between two places, and what sort of link it is."""

    ends: tuple[int, int]
    sort: str


def chart(visible: VisiblePosition, width: int, around: int | None = None, lines: int = _TALLEST) -> RenderableType:
    """The map; where it is taller than the screen, the part around a place, or the part that matters now.

    Around a place on a map that fits, the links are told instead.
    """
    kind = place_kind(visible.game)
    if kind is None:
        return Text(said("play-no-map"))
    links = list(_links(visible, kind))
    where = _coordinates(visible, kind)
    if len(where) > 1 and width >= _NARROWEST:
        return _drawn(visible, kind, links, where, width, lines, around)
    return _roads(visible, kind, links, around)


def links_around(visible: VisiblePosition, place: int) -> RenderableType:
    """A place and those that are linked to it, each with who stands there and where its links lead."""
    kind = place_kind(visible.game)
    assert kind is not None
    return _roads(visible, kind, list(_links(visible, kind)), place)


def place_kind(game: Game) -> str | None:
    """The kind whose things are linked, or else drawn at some place, if any."""
    tables, pictures = game.tables, game.program.words["PICTURES"]
    drawn = [kind for kind, traits in pictures.items() if "x" in traits and "y" in traits]
    return next((tables["subkinds"][kind][0] for kind in (*tables["links"].values(), *drawn)), None)


def _links(visible: VisiblePosition, kind: str) -> Iterator[Link]:
    for root, row in visible.game.link_ends.items():
        for link, ends in enumerate(row.values):
            members = list(members_of(ends))
            if members and row.type[1][1] == kind:
                yield Link((members[0], members[-1]), _sort(visible, root, link))


def _sort(visible: VisiblePosition, kind: str, link: int) -> str:
    """What sort of link it is: as it is drawn, else its first attribute that is a word."""
    drawn = visible.drawn(kind, link, "line")
    if drawn is not None:
        return drawn
    words = (row for row in visible.game.fixed if row.kind == kind and row.type[0] == "enum")
    return next((visible.text(row.type, row.values[link]) for row in words), "")


def _coordinates(visible: VisiblePosition, kind: str) -> dict[int, tuple[int, int]]:
    found: dict[int, tuple[int, int]] = {}
    for place in range(len(visible.game.namer.kinds[kind][0])):
        across, down = (signed_number(visible.drawn(kind, place, axis) or "") for axis in ("x", "y"))
        if across is not None and down is not None:
            found[place] = across, down
    return found


# ---- listed ----
def _roads(visible: VisiblePosition, kind: str, links: list[Link], around: int | None) -> RenderableType:
    """Every place with who stands there and where its links lead."""
    there = whereabouts(visible).get(kind, {})
    table = plain_table(visible.game.namer.called(kind), said("play-map-there"), said("play-map-links"))
    near = {around} | {end for link in links if around in link.ends for end in link.ends}
    for place in range(len(visible.game.namer.kinds[kind][0])):
        leading: dict[str, list[str]] = {}
        for link in links:
            if place in link.ends:
                other = link.ends[0] if link.ends[1] == place else link.ends[1]
                leading.setdefault(link.sort, []).append(visible.name(kind, other))
        if leading and (around is None or place in near):
            ways = visible.game.namer.say.apart(
                visible.game.namer.say.headed(sort, ", ".join(names)) if sort else ", ".join(names)
                for sort, names in leading.items()
            )
            table.add_row(visible.name(kind, place), _counts(visible, there.get(place, [])), ways)
    return table if table.row_count else Text(said("play-no-links"))


def _counts(visible: VisiblePosition, figures: list[Figure]) -> Text:
    """How many of each side stand somewhere, sides by as many letters as tell them apart."""
    text = Text()
    for side in (*visible.game.seats, None):
        count = sum(one.side == side for one in figures)
        if count:
            text.append(" " if text else "")
            text.append(f"{_initial(visible, side)}{count}", side_style(visible.game, side))
    return text


def _initial(visible: VisiblePosition, side: int | None) -> str:
    if side is None:
        return "×"
    names = [visible.name("player", seat) for seat in visible.game.seats]
    own = visible.name("player", side)
    length = next((n for n in range(1, len(own)) if sum(name[:n] == own[:n] for name in names) == 1), len(own))
    return own[:length].capitalize()


# ---- drawn ----
def _drawn(
    visible: VisiblePosition,
    kind: str,
    links: list[Link],
    where: dict[int, tuple[int, int]],
    width: int,
    lines: int,
    around: int | None,
) -> RenderableType:
    there = whereabouts(visible).get(kind, {})
    labels = {place: _label(visible, kind, place, there.get(place, [])) for place in where}
    widest = max(label.cell_len for label in labels.values())
    width = min(width, 2 * (len(set(where.values())) + 1) * widest)
    rows = sorted({down for _, down in where.values()})
    crowd = sum(label.cell_len + 2 for label in labels.values()) * 2 // width
    height = min(_TALLEST, max(2 * len(rows) - 1, crowd, 1))
    if lines < height and 2 * crowd <= lines:  # closer together, and all of it
        height = lines
    if around is not None and height <= lines:  # all of it can be seen anyway
        return _roads(visible, kind, links, around)
    canvas = _Canvas(width, height)
    spots = {place: canvas.spot(point, list(where.values()), widest) for place, point in where.items()}
    sorts = list(dict.fromkeys(link.sort for link in links))
    for link in links:
        if link.ends[0] in spots and link.ends[1] in spots:
            canvas.line(spots[link.ends[0]], spots[link.ends[1]], _STROKES[sorts.index(link.sort) % len(_STROKES)])
    for place, (column, row) in sorted(spots.items(), key=lambda item: item[1][::-1]):
        canvas.write(column, row, labels[place])
    legend = [f"{_STROKES[number % len(_STROKES)]} {sort}" for number, sort in enumerate(sorts) if sort]
    legend += _legend(visible, kind)
    first = 0
    if height > lines:
        own = [place for place, figures in there.items() if any(one.side == visible.seat for one in figures)]
        matter = [around] if around in spots else _matters(visible, kind) or own
        centre = [spots[place][1] for place in matter if place in spots] or [height // 2]
        first = max(0, min(sum(centre) // len(centre) - lines // 2, height - lines))
        legend.append(said("play-map-more"))
    drawn = canvas.text(first, min(height, first + lines))
    return Group(drawn, Text("  ".join(legend), "dim")) if legend else drawn


def _matters(visible: VisiblePosition, kind: str) -> list[int]:
    """The places that matter now: those that the open stages are about."""
    found: list[int] = []
    for cell in visible.game.cells:
        of = cell.type[1] if cell.type[0] == "optional" else cell.type
        if cell.stage in visible.open_stages() and not cell.params and of[:2] == ("thing", kind):
            value = visible.value(cell, ())
            if value is not None and value < len(visible.game.namer.kinds[kind][0]):
                found.append(value)
    return found


def _marks(visible: VisiblePosition, kind: str, place: int) -> str:
    """The figure and the signs of a place, as its picture has them."""
    shield = visible.drawn(kind, place, "shield") or ""
    signs = (sign for trait, sign in _SIGNS.items() if visible.drawn(kind, place, trait) in _HOLDS)
    return f"{shield if is_whole_number(shield) and shield != '0' else ''}{''.join(signs)}"


def _legend(visible: VisiblePosition, kind: str) -> list[str]:
    """What the signs of places mean, in the words of the glossary."""
    meanings = visible.game.tables["meanings"].get(kind, {})
    glossary = visible.game.tables["glossary"].get(visible.game.tables["language"], {})
    told = {"shield": "3", **_SIGNS}
    return [f"{sign} {_term(glossary, meanings[trait])}" for trait, sign in told.items() if trait in meanings]


def _term(glossary: dict[str, Any], term: str) -> str:
    """A term as the glossary has it, else as it is written."""
    forms = glossary.get(term)
    return str(forms[0]) if forms else term.replace("-", " ")


def _label(visible: VisiblePosition, kind: str, place: int, figures: list[Figure]) -> Text:
    text = Text(visible.drawn(kind, place, "label") or visible.name(kind, place), "bold")
    if marks := _marks(visible, kind, place):
        text.append(f" {marks}", "dim")
    counts = _counts(visible, figures)
    return Text.assemble(text, " ", counts) if counts else text


class _Canvas:
    """Characters in rows, each with its style; what is written first stays."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self._cells: dict[tuple[int, int], tuple[str, str]] = {}
        self._written: set[tuple[int, int]] = set()

    def spot(self, point: tuple[int, int], points: list[tuple[int, int]], margin: int) -> tuple[int, int]:
        """The column and row of a point."""

        def scaled(value: int, values: list[int], room: int) -> int:
            low, high = min(values), max(values)
            return 0 if high == low else round((value - low) * (room - 1) / (high - low))

        column = scaled(point[0], [across for across, _ in points], max(1, self.width - margin)) + margin // 2
        return column, scaled(point[1], [down for _, down in points], self.height)

    def line(self, start: tuple[int, int], end: tuple[int, int], stroke: str) -> None:
        """A line of dots."""
        steps = max(abs(end[0] - start[0]) // 2, abs(end[1] - start[1]), 1)
        for step in range(steps + 1):
            column = round(start[0] + (end[0] - start[0]) * step / steps)
            row = round(start[1] + (end[1] - start[1]) * step / steps)
            self._cells.setdefault((row, column), (stroke, "dim"))

    def write(self, column: int, row: int, text: Text) -> None:
        """A label around a column, in the nearest row that has room for it."""
        length = text.cell_len
        start = max(0, min(column - length // 2, self.width - length))
        nearest = sorted(range(self.height), key=lambda other: abs(other - row))
        free = (r for r in nearest if not any((r, c) in self._written for c in range(start - 1, start + length + 1)))
        row = next(free, row)
        place = start
        for character, style in _styled(text):
            self._cells[row, place] = character, style
            self._written.add((row, place))
            place += 1

    def text(self, first: int, last: int) -> Text:
        """The rows from one up to another."""
        lines: list[Text] = []
        for row in range(first, last):
            columns = [column for r, column in self._cells if r == row]
            line = Text(no_wrap=True)
            for column in range(max(columns, default=-1) + 1):
                character, style = self._cells.get((row, column), (" ", ""))
                line.append(character, style)
            lines.append(line)
        return Text("\n").join(lines)


def _styled(text: Text) -> Iterator[tuple[str, str]]:
    """The characters of a text, each with its style."""
    for offset, character in enumerate(text.plain):
        spans = [str(span.style) for span in text.spans if span.start <= offset < span.end]
        yield character, spans[-1] if spans else str(text.style)
