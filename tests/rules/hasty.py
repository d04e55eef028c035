"""Whole games compiled in haste, for worked examples: the same play, in half the time before it."""

from __future__ import annotations

from crex_dsl.engine.compile.compiler import compile_rulebook
from crex_dsl.engine.game import Game
from crex_dsl.engine.run.program import Program
from crex_dsl.language.diagnostics import Report
from crex_dsl.rulebook.declarations.builder import build
from crex_dsl.rulebook.files.games import GameFiles
from crex_dsl.rulebook.files.layer_files import GameText
from crex_dsl.rulebook.selection.catalogue import index_of, parsed
from crex_dsl.rulebook.selection.selection import Selection


def hasty_game(files: GameFiles, selection: Selection, text: GameText | None = None) -> Game:
    """The game of a selection, read from its files, or from a `text` that stands for them."""
    book = build(text or parsed(files), index_of(files), selection, Report())
    made = compile_rulebook(book, hasty=True)
    play, words = (compile(part, f"<{selection.edition}>", "exec") for part in (made.play, made.words))
    game = Game(files, selection, Program(play, words, made.tables))
    game.rulebook = book
    return game
