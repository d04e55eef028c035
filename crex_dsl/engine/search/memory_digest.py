"""A digest of what a state remembers outside of a stage, by which orders that change nothing are recognised."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crex_dsl.engine.run.chance import MASK

if TYPE_CHECKING:
    from crex_dsl.engine.game import Game

_SEED = 0x6A09E667F3BCC909
_FACTOR = 0x9E3779B97F4A7C15


def spans_outside(game: Game, stage: str | None) -> list[tuple[int, int]]:
    """The slots that are remembered outside of a stage and those within it, as first and one past the last."""
    stages: dict[str, str | None] = game.tables["stages"]
    inside = {name for name in stages if stage is not None and stage in _chain(stages, name)}
    found: list[tuple[int, int]] = []
    for cell in sorted(game.cells, key=lambda cell: cell.base):
        first, last = cell.base, cell.base + cell.size
        if cell.stage in inside:
            continue
        if found and found[-1][1] == first:
            found[-1] = found[-1][0], last
        else:
            found.append((first, last))
    return found


def _chain(stages: dict[str, str | None], name: str | None) -> list[str]:
    """A stage and all around it."""
    found: list[str] = []
    while name is not None:
        found.append(name)
        name = stages.get(name)
    return found


def memory_digest(state: list[int], spans: list[tuple[int, int]]) -> int:
    """A whole number below 2 to the 64th power that is the same where the same is remembered."""
    made = _SEED
    wide: list[int] = []
    for first, last in spans:
        for slot, value in enumerate(state[first:last], first):
            made = (made ^ value & MASK) * _FACTOR & MASK
            made ^= made >> 32
            if value >> 64 not in (0, -1):
                wide.append(slot)
    for slot in wide:
        above = state[slot] >> 64
        while above not in (0, -1):
            if above & MASK not in (0, MASK):
                for word in (slot, above & MASK):
                    made = (made ^ word) * _FACTOR & MASK
                    made ^= made >> 32
            above >>= 64
    return made
