"""Keys: what makes positions of one game equal, small enough to remember very many."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crex_dsl.engine.memory import live_frames
from crex_dsl.engine.slots import ENDING, HEAD, LEAVING, POINT, POINTS, WINNERS

if TYPE_CHECKING:
    from crex_dsl.engine.game import Game

PIECE = 64  # slots; most pieces of a position are those of the one before


class Keys:
    """Gives equal keys to equal positions, as `Position.key` does: memory and what runs, not generator and log."""

    def __init__(self, game: Game) -> None:
        self._tables = game.tables
        self._pieces: dict[tuple[int, ...], int] = {}
        self._starts = range(HEAD, game.tables["frames_base"], PIECE)
        self._end: int = game.tables["frames_base"]
        self._spans: dict[int, tuple[int, int]] = {}

    def of(self, state: list[int]) -> tuple[object, ...]:
        """The key of a state."""
        pieces, end = self._pieces, self._end
        made: list[object] = [state[ENDING], state[WINNERS], state[LEAVING]]
        for start in self._starts:
            piece = tuple(state[start : min(start + PIECE, end)])
            made.append(pieces.setdefault(piece, len(pieces)))
        point = state[POINT]
        while point < POINTS or point > POINTS + 1:
            made.append(point)
            base, size = self._spans.get(point) or self._span(point)
            made.append(tuple(state[base : base + size]))
            point = state[base]
        return tuple(made)

    def _span(self, point: int) -> tuple[int, int]:
        """Where the frame of the procedure lies in which a point is."""
        _, base, size = next(live_frames(self._tables, [0, point]))  # the innermost needs no more of a state
        self._spans[point] = base, size
        return base, size
