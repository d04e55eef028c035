"""What is to be drawn of a position, as plain data: who stands where, what lies in which tray, what is kept of whom.

Nothing of a position goes into a scene but what its viewer sees: values through the view, pictures through the mask.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from crex_dsl.drawing.board.pictures import PictureReader, ThingPicture
from crex_dsl.drawing.board.vocabulary import PictureVocabulary
from crex_dsl.drawing.position.backdrop import Backdrop, Spot, backdrop
from crex_dsl.engine.run.program_rows import Cell
from crex_dsl.engine.secrecy.mask import HIDDEN, OBSERVER
from crex_dsl.engine.secrecy.secret_state import Hidden
from crex_dsl.engine.secrecy.visible_position import VisiblePosition
from crex_dsl.text.messages import capital

_MOST_ROWS = 24
Key = tuple[Any, ...]


@dataclass(frozen=True)
class Tray:
    """Pieces that lie together somewhere else than on the board: what is written over them, and in which order."""

    title: str
    pieces: tuple[ThingPicture, ...]
    order: tuple[int, ...]
    spot: Spot | None = None
    hand: bool = False  # whether they are the viewer's, and kept from others


@dataclass(frozen=True)
class Ledger:
    """What is kept of players: a column each, and a row for every piece of memory or for every thing."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True)
class Scene:
    """A position as it is drawn."""

    backdrop: Backdrop
    viewer: str | None
    standing: tuple[str, ...]
    on_board: dict[int, tuple[ThingPicture, ...]]
    changed: dict[int, ThingPicture]
    trays: tuple[Tray, ...]
    ledgers: tuple[Ledger, ...]
    tokens: dict[int, tuple[tuple[int, str], ...]]


def scene_of(visible: VisiblePosition, before: Backdrop | None = None) -> Scene:
    """What somebody sees of a position, before a backdrop: the whole board unless another is given."""
    return _Setting(visible, before or backdrop(visible.game)).scene()


class _Setting:
    """Sets the scene of one position."""

    def __init__(self, visible: VisiblePosition, before: Backdrop) -> None:
        self.visible, self.game, self.backdrop = visible, visible.game, before
        self.words = PictureVocabulary(self.game, self.game.namer)
        self.reader = PictureReader(
            self.game, self.game.namer, visible.at.state, visible.mask, before.kept, before.ranks
        )
        self._changing = {root: self.game.changing(root) for root in before.fitting}
        self._terms: dict[str, str] = {}

    def scene(self) -> Scene:
        on_board, trays = self._pieces()
        return Scene(
            self.backdrop,
            self.visible.player,
            tuple(self._standing()),
            on_board,
            self._changed(),
            trays,
            () if self.backdrop.around else tuple(self._ledgers()),
            self._tokens(),
        )

    # ---- the board ----
    def _changed(self) -> dict[int, ThingPicture]:
        """The places that look otherwise than at the start, by their numbers in the plan."""
        found: dict[int, ThingPicture] = {}
        for (root, index), number in self.backdrop.spots.items():
            if number in self.backdrop.steady:
                continue
            assert self.backdrop.plan is not None
            drawn = self._drawn(root, index)
            before = self.backdrop.plan.things[number]
            if _look(drawn) != _look(before):
                found[number] = drawn
        return found

    def _drawn(self, root: str, index: int) -> ThingPicture:
        """A thing as it may be seen; of one that nobody can tell from others, the pictures that fit all of them."""
        fitting = self.backdrop.fitting[root]
        covered = not self.visible.knows(root, index)
        pictures: Sequence[str] = fitting[index]
        if covered:
            pictures = [name for name in pictures if all(name in fitting[other] for other in self._alike[root][index])]
        return self.reader.drawn(pictures, root, index, covered)

    @cached_property
    def _alike(self) -> dict[str, dict[int, list[int]]]:
        """By kind, for each covered piece those that could stand in its place."""
        hidden = {} if self.visible.view is None else self.visible.view.hidden
        return {
            kind: {piece: group for group in self.game.secret_state.groups(kind, pieces) for piece in group}
            for kind, pieces in hidden.items()
        }

    @cached_property
    def _kept_from_others(self) -> Hidden:
        """By kind, the pieces that whoever looks on cannot tell, as far as the viewer can say."""
        return self.game.secret_state.hidden(self.visible.at.state, OBSERVER)

    # ---- pieces ----
    def _pieces(self) -> tuple[dict[int, tuple[ThingPicture, ...]], tuple[Tray, ...]]:
        on_board: dict[int, list[ThingPicture]] = {}
        trays: dict[Key, tuple[Tray, list[ThingPicture]]] = {}
        for root, index, place in self._movable():
            number = None if place is None else self.backdrop.spots.get(place)
            if self.backdrop.around and (number is None or self._beside(number)):
                continue  # what lies elsewhere is cut off
            drawn = self._drawn(root, index)
            if not drawn.shape and drawn.kind not in self.game.tables["placements"]:
                continue
            if number is not None and not self._beside(number):
                on_board.setdefault(number, []).append(drawn)
                continue
            key = (place or root, *self._apart(root, index, place))
            if key not in trays:
                trays[key] = (self._tray(root, index, place), [])
            trays[key][1].append(drawn)
        made = [replace(tray, pieces=tuple(_in_order(of))) for tray, of in trays.values()]
        return {n: tuple(_in_order(of)) for n, of in on_board.items()}, tuple(sorted(made, key=lambda one: one.order))

    def _movable(self) -> Iterator[tuple[str, int, Spot | None]]:
        """Every thing that has a place or changes, and has a picture; with its place where that is seen."""
        tables, namer = self.game.tables, self.game.namer
        placed: dict[str, dict[int, Cell]] = {}
        for kind, number in tables["placements"].items():
            root, mask = tables["subkinds"][kind]
            cell = self.game.cells[number]
            for index in range(len(namer.kinds[root][0])):
                if mask >> index & 1:
                    placed.setdefault(root, {})[index] = cell
        for root, fitting in self.backdrop.fitting.items():
            changes = bool(self._changing[root])
            for index, pictures in enumerate(fitting):
                if not pictures or (root, index) in self.backdrop.spots:
                    continue
                cell = placed.get(root, {}).get(index)
                if cell is not None:
                    value = self.visible.value(cell, (index,))
                    of = cell.type[1] if cell.type[0] == "optional" else cell.type
                    there = value is not None and of[0] == "thing" and value < len(namer.kinds[of[1]][0])
                    if there and value is not None:
                        yield root, index, (of[1], value)
                elif changes and root not in placed:
                    yield root, index, None

    def _beside(self, number: int) -> bool:
        assert self.backdrop.plan is not None
        return self.backdrop.plan.things[number].beside

    def _apart(self, root: str, index: int, place: Spot | None) -> list[tuple[int, int | None]]:
        """What keeps pieces in different trays: whose they are, and for those without a place in which state."""
        found: list[tuple[int, int | None]] = []
        for number, cell in enumerate(self._changing[root]):
            if _is_player(cell.type) or (place is None and cell.type[0] == "enum"):
                found.append((number, self.visible.value(cell, (index,))))
        return found

    def _tray(self, root: str, index: int, place: Spot | None) -> Tray:
        """An empty tray for a piece, named after where it is and whose; the viewer's own come first."""
        words: list[str] = []
        rank, order, hand = (len(self.game.seats), 0), 0, False
        if place is not None:
            words.append(self.visible.name(*place))
            order = place[1]
        for cell in self._changing[root]:
            value = self.visible.value(cell, (index,))
            if _is_player(cell.type):
                if value is not None and value in self.game.seats:
                    words.append(self.visible.name("player", value))
                    rank = ((value - max(self.visible.seat or 0, 0)) % len(self.game.seats), 0)
                    hand = value == self.visible.seat and index in self._kept_from_others.get(root, ())
            elif place is None and cell.type[0] == "enum":
                words.append(HIDDEN if value is None else self.words.word(cell.type[1][value], cell.name))
                order = value or 0
        kinds = list(self.backdrop.fitting)
        title = " · ".join(words) or self.words.several(root)
        return Tray(capital(title), (), (rank[0], kinds.index(root), order), place, hand)

    # ---- where play stands, and what is kept ----
    def _standing(self) -> Iterator[str]:
        """Where play stands, in the words of the rule files; without them, the stages with what each is about."""
        if self.visible.says_status:
            stages = [*self.visible.open_stages(), "game"]
            if said := [text for stage in stages for text in self.visible.status(stage)]:
                yield " · ".join(said)
            return
        for stage in self.visible.open_stages():
            said = [
                text
                for cell in self.game.cells
                if cell.stage == stage and cell.sort == "field" and (text := self._said(cell))
            ]
            yield (
                self.game.namer.say.headed(self.words.term(stage), ", ".join(said)) if said else self.words.term(stage)
            )

    def _said(self, cell: Cell) -> str:
        value = self.visible.value(cell, ())
        if cell.type[0] == "bool":
            return self.words.term(cell.name) if value else ""
        if cell.type[0] == "optional" and value == self.game.namer.nothing(cell.type):
            return ""
        return f"{self.words.term(cell.name)} {self._text(cell, value)}"

    def _text(self, cell: Cell, value: int | None) -> str:
        if value is None:
            return HIDDEN
        if cell.type[0] == "set":
            return self.visible.text(cell.type, value)
        if cell.type[0] == "bool":
            return "×" if value else ""
        return self.words.shown(cell.type, value, None, self.visible.mask.hides)

    def _ledgers(self) -> Iterator[Ledger]:
        open_stages = {"game", *self.visible.open_stages()}
        seats = self.game.seats
        names = tuple(self.visible.name("player", seat) for seat in seats)
        whole = [cell for cell in self.game.cells if cell.kind is None and cell.stage in open_stages]
        rows: list[tuple[str, tuple[str, ...]]] = []
        for cell in whole:
            if [of[:2] for of in cell.params] == [("thing", "player")] and not self._lies_on_board(cell):
                values = [self.visible.value(cell, (seat,)) for seat in seats]
                told = any(value != cell.start[seat] for seat, value in zip(seats, values, strict=True))
                if told or (cell.stage == "game" and cell.type[0] == "number" and cell.sort == "state"):
                    rows.append((self.words.term(cell.name), tuple(self._text(cell, value) for value in values)))
        if rows:
            yield Ledger("", names, tuple(rows))
        for kind in self.game.namer.kinds:
            cells = [cell for cell in whole if cell.sort == "state" and self._of_players_and(cell, kind)]
            table = tuple(self._table(kind, cells))
            if table:
                yield Ledger(self.words.term(kind), names, table[:_MOST_ROWS])

    def _tokens(self) -> dict[int, tuple[tuple[int, str], ...]]:
        """By place of the board, which sides have something kept there, and what."""
        found: dict[int, tuple[tuple[int, str], ...]] = {}
        open_stages = {"game", *self.visible.open_stages()}
        whole = [cell for cell in self.game.cells if cell.kind is None and cell.stage in open_stages]
        cells = {
            root: [cell for cell in whole if cell.sort == "state" and self._of_players_and(cell, root)]
            for root in {root for root, _ in self.backdrop.spots}
        }
        for (root, index), number in self.backdrop.spots.items():
            tokens: list[tuple[int, str]] = []
            for seat in self.game.seats if cells[root] else ():
                marks = [self._mark(cell, seat, index, True, False) for cell in cells[root]]
                if any(marks):
                    told = ", ".join(mark for mark in marks if mark)
                    tokens.append((seat, self.game.namer.say.headed(self.visible.name("player", seat), told)))
            if tokens:
                found[number] = tuple(tokens)
        return found

    def _lies_on_board(self, cell: Cell) -> bool:
        """Whether something is kept that names a thing on the board."""
        of = cell.type[1] if cell.type[0] == "optional" else cell.type
        return of[0] == "thing" and of[1] in {root for root, _ in self.backdrop.spots}

    def _of_players_and(self, cell: Cell, kind: str) -> bool:
        """Whether something is kept of every player and thing of a kind, or of every player a thing on the board."""
        kinds = sorted(str(of[1]) for of in cell.params if of[0] == "thing")
        if kind == "player" or len(cell.params) not in (1, 2):
            return False
        if len(cell.params) == 2:
            return kinds == sorted(["player", kind])
        inner = cell.type[1] if cell.type[0] == "optional" else cell.type
        return kinds == ["player"] and self._lies_on_board(cell) and inner[1] == kind

    def _table(self, kind: str, cells: Sequence[Cell]) -> Iterator[tuple[str, tuple[str, ...]]]:
        """The things of a kind of which something is kept for players that is not as at the start."""
        every = not self.backdrop.spots and len(self.game.namer.kinds[kind][0]) <= _MOST_ROWS
        for index in range(len(self.game.namer.kinds[kind][0]) if cells else 0):
            if not self.visible.knows(kind, index):
                continue
            columns = []
            for seat in self.game.seats:
                marks = [self._mark(cell, seat, index, len(cells) > 1, every) for cell in cells]
                columns.append(", ".join(mark for mark in marks if mark))
            if any(columns):
                yield capital(self.visible.name(kind, index)), tuple(columns)

    def _term(self, cell: Cell) -> str:
        if cell.name not in self._terms:
            self._terms[cell.name] = self.words.term(cell.name)
        return self._terms[cell.name]

    def _mark(self, cell: Cell, seat: int, index: int, named: bool, every: bool) -> str:
        name = self._term(cell)
        if len(cell.params) == 1:  # what of a player names a thing
            return name if self.visible.value(cell, (seat,)) == index else ""
        first = cell.params[0][:2] == ("thing", "player")
        args = (seat, index) if first else (index, seat)
        value = self.visible.value(cell, args)
        if cell.type[0] == "set" or (not value and not (every and cell.type[0] == "number")):
            return ""
        if cell.type[0] == "bool":
            return name
        text = self._text(cell, value)
        return f"{name} {text}" if named and text else text


def _look(drawn: ThingPicture) -> Key:
    return drawn.label, drawn.texts, drawn.colour, drawn.icons, drawn.pips, drawn.shape


def _is_player(of: tuple[Any, ...]) -> bool:
    inner = of[1] if of[0] == "optional" else of
    return bool(inner[0] == "thing" and inner[1] == "player")


def _in_order(pieces: Sequence[ThingPicture]) -> list[ThingPicture]:
    """Pieces side by side: those of one colour together, inside after outside, covered ones last."""
    return sorted(pieces, key=lambda one: (one.within, one.colour.place if one.colour else -1, one.covered))
