"""Counterfactuals: where the piece that words name would have to be for an action to read as they do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from operator import itemgetter

from crex_dsl.engine.run.memory import address, rebuild_index
from crex_dsl.engine.run.program_rows import Cell, Describe, FixedAttribute
from crex_dsl.engine.run.runtime import FAULTS
from crex_dsl.engine.secrecy.visible_position import VisiblePosition
from crex_dsl.gameplay.answers import holds, side_by_side
from crex_dsl.text.folding import plain
from crex_dsl.text.messages import listed_as_said, said

_MOST_TEXTS = 2_000
_MOST_TOLD = 6


@dataclass(frozen=True)
class _Piece:
    """A piece whose place these eyes see: its kind and number, and what remembers where it is."""

    kind: str
    index: int
    cell: Cell
    places: str


def missing_place(
    visible: VisiblePosition, codes: Sequence[int], words: Sequence[str], action: str | None = None
) -> str:
    """Where the one piece that some actions name would have to be for one of them to read so, and where it is.

    Nothing where they name no such piece or several, or where it could be anywhere and nothing would read so. With what
    the action is called it is told as one meaning among others.
    """
    pieces = {piece for code in codes for piece in _pieces(visible, code)}
    if len({(piece.kind, piece.index) for piece in pieces}) != 1:
        return ""
    piece = pieces.pop()
    name = visible.name(piece.kind, piece.index)
    here = visible.value(piece.cell, (piece.index,))
    read = side_by_side(list(_texts(visible, codes, words, piece)), words, itemgetter(1))
    places = [visible.name(piece.places, place) for place in dict.fromkeys(place for place, _ in read) if place != here]
    if not places or here is None:
        return ""
    told = [*places[:_MOST_TOLD], *([said("play-other-places")] if len(places) > _MOST_TOLD else [])]
    there, elsewhere = visible.text(piece.cell.type, here), listed_as_said(told, "or")
    if action is None:
        return said("play-would-if", piece=name, places=elsewhere, there=there)
    return said("{action}, if {piece} were at {places}", action=action, piece=name, places=elsewhere)


def along_links(visible: VisiblePosition, types: Sequence[Describe]) -> bool:
    """Whether an action is about a piece and a link along which it goes."""
    return any(_link_ends(visible, of) is not None for of in types)


def is_at_hand(visible: VisiblePosition, code: int) -> bool:
    """Whether the links that an action names begin where its pieces are seen to stand."""
    here = {(piece.places, visible.value(piece.cell, (piece.index,))) for piece in _pieces(visible, code)}
    return all(
        value is None or ends.type[1][1] != places or bool(ends.values[link] >> value & 1)
        for ends, link in _links(visible, code)
        for places, value in here
    )


def _links(visible: VisiblePosition, code: int) -> Iterator[tuple[FixedAttribute, int]]:
    """The links that an action names, each with what such links join."""
    game = visible.game
    for of, value in zip(game.coding(code).types, game.numbers(code), strict=True):
        ends = _link_ends(visible, of)
        if ends is not None and value < len(ends.values):
            yield ends, value


def _link_ends(visible: VisiblePosition, of: Describe) -> FixedAttribute | None:
    inner = of[1] if of[0] == "optional" else of
    return visible.game.link_ends.get(inner[1]) if inner[0] == "thing" else None


def _pieces(visible: VisiblePosition, code: int) -> Iterator[_Piece]:
    """The pieces that an action names and whose place is seen."""
    game = visible.game
    for of, value in zip(game.coding(code).types, game.numbers(code), strict=True):
        inner = of[1] if of[0] == "optional" else of
        if inner[0] != "thing":
            continue
        for kind, number in game.tables["placements"].items():
            cell = game.cells[number]
            root, members = game.tables["subkinds"][kind]
            place = cell.type[1] if cell.type[0] == "optional" else cell.type
            if root == inner[1] and members >> value & 1 and place[0] == "thing" and visible.knows(root, value):
                yield _Piece(root, value, cell, place[1])


def _texts(
    visible: VisiblePosition, codes: Sequence[int], words: Sequence[str], piece: _Piece
) -> Iterator[tuple[int, str]]:
    """The places from which some actions would read so, each with the text; as many as can be told in time."""
    places = range(len(visible.game.namer.kinds[piece.places][0]))
    state = list(visible.at.state)
    joined = {code: list(_links(visible, code)) for code in codes}
    tried = 0
    for place in places:
        near = [code for code in codes if all(ends.values[link] >> place & 1 for ends, link in joined[code])]
        tried += len(near)
        if tried > _MOST_TEXTS:
            return
        state[address(piece.cell, (piece.index,))] = place
        rebuild_index(piece.cell, state)
        for code in near:
            try:
                text = plain(visible.game.text(state, code, visible.mask, visible.at.who))
            except (LookupError, *FAULTS):
                continue
            if holds(text, words):
                yield place, text
