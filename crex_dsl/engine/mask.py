"""The one mask through which every text and view passes: who may see which value and which identity."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from crex_dsl.engine.game import Game

HIDDEN = "?"
Secrets = tuple[tuple[int | str, tuple[int, ...]], ...]  # cells of memory, and things by their kind


class Mask:
    """What one viewer may see of a state; a viewer of None sees everything."""

    def __init__(self, game: Game, state: list[int], viewer: int | None) -> None:
        self.game, self.state, self.viewer = game, state, viewer

    def sees(self, cell: int | str, args: tuple[int, ...]) -> bool:
        """Whether the viewer sees one cell of memory, or, by the name of a kind, which thing it is."""
        if self.viewer is None:
            return True
        if isinstance(cell, str):
            return self.knows(cell, args[0])
        if cell < 0:
            return False
        seer = self.game.program.words["SEES"][cell]
        return seer is None or bool(seer(self.state, self.viewer, *args))

    def knows(self, kind: str, index: int) -> bool:
        """Whether the viewer knows which thing it is."""
        if self.viewer is None:
            return True
        seer = self.game.program.words["IDENTITIES"].get(kind)
        return seer is None or bool(seer(self.state, self.viewer, index))

    def hides(self, kind: str, index: int) -> bool:
        """Whether a thing's identity is secret from the viewer."""
        return not self.knows(kind, index)

    def sees_all(self, secrets: Secrets) -> bool:
        """Whether the viewer sees everything that something rests on."""
        return self.viewer is None or all(self.sees(cell, args) for cell, args in secrets)

    def show(self, of: tuple[Any, ...], value: Any, secrets: Secrets) -> str:
        """A value in words, or a question mark where it rests on something secret."""
        if not self.sees_all(secrets):
            return HIDDEN
        return self.game.namer.text(of, value, self.hides)

    def plural(self, number: int, forms: tuple[str, ...], secrets: Secrets) -> str:
        """The form of a word that goes with a number, or the last one where that rests on something secret."""
        return self.game.namer.plural(number, forms) if self.sees_all(secrets) else forms[-1]
