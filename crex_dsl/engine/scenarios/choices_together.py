"""Worked examples of options and readings, many of which go together: run in one game, instead of each in its own."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace

from crex_dsl.engine.compile.compiler import compile_rulebook
from crex_dsl.engine.game import Game
from crex_dsl.engine.run.program import Program
from crex_dsl.language import nodes as n
from crex_dsl.language.diagnostics import Report
from crex_dsl.language.source import Word
from crex_dsl.rulebook.declarations.builder import build
from crex_dsl.rulebook.files.games import GameFiles
from crex_dsl.rulebook.files.layer_files import GameText
from crex_dsl.rulebook.selection.selection import GameIndex, Selection, SelectionError

Choice = tuple[str, ...]  # options and readings that an example is about


def choice_of(example: n.Example) -> Choice:
    """The options and readings that an example is about; none where it is about an edition as it is."""
    return tuple(map(str, example.options or ()))


def can_be_taken(index: GameIndex, edition: str, names: Iterable[str]) -> bool:
    """Whether an edition can be played with these options and readings."""
    try:
        index.select(edition, names)
    except SelectionError:
        return False
    return True


def companies(index: GameIndex, edition: str, choices: Iterable[Choice], most: int) -> Iterator[list[Choice]]:
    """Choices in companies of at most so many that can be taken together in an edition, no name twice in one."""
    found: list[list[Choice]] = []
    for choice in choices:
        for company in found:
            names = [name for other in (*company, choice) for name in other]
            if len(company) < most and len({*names}) == len(names) and can_be_taken(index, edition, names):
                company.append(choice)
                break
        else:
            if can_be_taken(index, edition, choice):
                found.append([choice])
    yield from found


def about_all(text: GameText, choices: Collection[Choice], names: Iterable[str]) -> GameText:
    """A game whose examples of any of some choices are about all these names."""
    alone, every = [frozenset(choice) for choice in choices], list(names)

    def widened(top: n.Top) -> n.Top:
        if isinstance(top, n.Example) and top.options is not None and frozenset(choice_of(top)) in alone:
            return replace(top, options=n.Choices(top.options.span, tuple(Word.at(name, top.span) for name in every)))
        return top

    layers = {name: replace(layer, tops=[widened(top) for top in layer.tops]) for name, layer in text.layers.items()}
    return GameText(text.id, layers)


def game_together(
    files: GameFiles, index: GameIndex, text: GameText, selection: Selection, choices: Collection[Choice]
) -> Game:
    """The game of a selection with the examples of all choices in it, compiled in haste; raises a RuleError where the
    choices do not go together after all.
    """
    return hasty_game(files, index, about_all(text, choices, selection.names), selection)


def hasty_game(files: GameFiles, index: GameIndex, text: GameText, selection: Selection) -> Game:
    """The game of a selection, built from a text of its files: it plays the same, in half the time before it."""
    book = build(text, index, selection, Report())
    made = compile_rulebook(book, hasty=True)
    play, words = (compile(part, f"<{selection.edition}>", "exec") for part in (made.play, made.words))
    game = Game(files, selection, Program(play, words, made.tables))
    game.rulebook = book
    return game
