"""A state that somebody looks at while a game is played again: each piece of memory, before and after it is written."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from crex_dsl.engine.run.memory import SlotIndex, rebuild_index

if TYPE_CHECKING:
    from crex_dsl.engine.game import Game


Args = tuple[int, ...]
Saw = Callable[[int, Args, list[int], list[int]], None]  # which memory, of what; the state before and after


class ObservedState(list[int]):
    """A state in play; whoever watches is shown whatever is written to memory, but for whole stages that close."""

    def __init__(self, game: Game, state: Iterable[int], saw: Saw) -> None:
        super().__init__(state)
        self._cells = game.cells
        self._slots = SlotIndex(self._cells)
        self._saw = saw
        self._guarded: dict[Callable[[], None], int] = {}

    def guard(self, slot: int, left: Callable[[], None]) -> None:
        """Tell somebody, once, when a slot is emptied or taken for something else; of the last that he named."""
        self._guarded[left] = slot

    def __setitem__(self, slot: Any, value: Any) -> None:
        if self._guarded:
            for left, guarded in list(self._guarded.items()):
                if (slot == guarded and not value) or _within(guarded, slot):
                    del self._guarded[left]
                    left()
        found = self._slots.find(slot) if isinstance(slot, int) else None
        if found is None:
            super().__setitem__(slot, value)
            return
        number, args = found
        before = list(self)
        rebuild_index(self._cells[number], before)  # the sets by value follow the value itself
        after = list(before)
        after[slot] = value
        rebuild_index(self._cells[number], after)
        super().__setitem__(slot, value)
        self._saw(number, args, before, after)


def _within(slot: int, slots: Any) -> bool:
    return isinstance(slots, slice) and slots.start <= slot < slots.stop
