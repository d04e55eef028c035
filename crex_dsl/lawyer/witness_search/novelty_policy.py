"""A wanderer: plays at random, but of a few answers takes the one that changes what has seldom changed in its game."""

from __future__ import annotations

from random import Random

from crex_dsl.engine.game import Game


class NoveltyPolicy:
    """Whoever decides in one game; with a single try, every answer is as likely as any other."""

    def __init__(self, game: Game, seed: int, tries: int) -> None:
        self._run, self._chance, self._tries = game.program.run, Random(seed).random, tries
        self._cells = [slice(cell.base, cell.base + cell.size) for cell in game.cells]
        self._changes = [0] * len(self._cells)

    def choose(self, state: list[int], codes: list[int]) -> int:
        """One of the legal answers in a state."""
        drawn = list({codes[int(self._chance() * len(codes))]: None for _ in range(self._tries)})
        if len(drawn) == 1:
            return drawn[0]
        changed = {code: self._changed(state, code) for code in drawn}
        best = max(drawn, key=lambda code: sum(1 / (1 + self._changes[place]) for place in changed[code]))
        for place in changed[best]:
            self._changes[place] += 1
        return best

    def _changed(self, state: list[int], code: int) -> list[int]:
        """Which pieces of memory an answer changes until the next decision."""
        after = list(state)
        self._run(after, code)
        return [place for place, cell in enumerate(self._cells) if after[cell] != state[cell]]
