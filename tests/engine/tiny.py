"""Games of a few lines, written where they are tested."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from crex_dsl.engine.game import Game, game_of
from crex_dsl.engine.run.position import Position
from crex_dsl.rulebook.files.games import GameFiles, Library
from crex_dsl.rulebook.selection.catalogue import index_of

HEAD = """\
game tiny "Tiny"
    players ann, bob
    begins with play

"""

# A choice that changes nothing: a place to stop at, so that the position can be looked at.
STOP = """
clause stopping "Stopping"
    action stay in game
        text "stay"
        do
            return
    action quit in game
        text "quit"
        do
            end game drawn
    permit stay
    permit quit
"""


class Tiny:
    """A game called `tiny` in a folder of its own: one base file, and variants by file name."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def write(self, text: str, variants: dict[str, str] | None = None, head: str = HEAD) -> GameFiles:
        """The files of the game."""
        base = self.root / "ruleset" / "tiny"
        base.mkdir(parents=True, exist_ok=True)
        (base / "tiny.crex").write_text(head + text, encoding="utf-8")
        for name, variant in (variants or {}).items():
            path = self.root / "variants" / "tiny" / f"{name}.crex"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(variant, encoding="utf-8")
        return Library([self.root]).files("tiny")

    def load(self, files: GameFiles, edition: str | None = None, options: Iterable[str] = ()) -> Game:
        """The game of files written before."""
        return game_of(files, index_of(files).select(edition, options))

    def __call__(
        self,
        text: str,
        variants: dict[str, str] | None = None,
        edition: str | None = None,
        options: Iterable[str] = (),
        head: str = HEAD,
    ) -> Game:
        """The game of a rule text."""
        return self.load(self.write(text, variants, head), edition, options)


def ids(position: Position) -> list[str]:
    """The legal answers by id, in the order in which they are offered."""
    return [action.id for action in position.asked().legal]


def lines(position: Position) -> list[str]:
    """The log, line by line."""
    return [str(line) for line in position.log]


def play(position: Position, *actions: str) -> Position:
    """The position after some actions by id."""
    for action in actions:
        position.take(action)
    return position


def by_lot(position: Position, kind: str, *names: str) -> list[str]:
    """Things in the order of their lots."""
    base, numbers = position.game.tables["lots"][kind][0], position.game.namer.kinds[kind][1]
    return sorted(names, key=lambda name: position.state[base + numbers[name]])
