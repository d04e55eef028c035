"""Whole games compiled in haste, for worked examples: the same play, in half the time before it."""

from __future__ import annotations

from crex_dsl.engine.game import Game
from crex_dsl.engine.scenarios import choices_together
from crex_dsl.rulebook.files.games import GameFiles
from crex_dsl.rulebook.files.layer_files import GameText
from crex_dsl.rulebook.selection.catalogue import index_of, parsed
from crex_dsl.rulebook.selection.selection import Selection


def hasty_game(files: GameFiles, selection: Selection, text: GameText | None = None) -> Game:
    """The game of a selection, read from its files, or from a `text` that stands for them."""
    return choices_together.hasty_game(files, index_of(files), text or parsed(files), selection)
