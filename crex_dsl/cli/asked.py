"""What a question is about: the rule files, the game, the edition and the options that the user names."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from crex_dsl.cli.completion import edition_names, game_names, option_names
from crex_dsl.cli.refusals import NoAnswer

if TYPE_CHECKING:
    from crex_dsl.rulebook.library import GameFiles, Library
    from crex_dsl.rulebook.selection import EditionInfo, GameIndex, Selection

GameName = Annotated[
    str | None,
    typer.Option(
        "--game", "-g", metavar="GAME", help="The game, in any short form that fits one.", autocompletion=game_names
    ),
]
EditionName = Annotated[
    str | None,
    typer.Option(
        "--edition",
        "-e",
        metavar="EDITION",
        help="The edition, in any short form that fits one.",
        autocompletion=edition_names,
    ),
]
OptionNames = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        "-o",
        metavar="OPTION",
        help="An optional rule, a reading (RULING=READING) or as-printed; may be repeated.",
        autocompletion=option_names,
    ),
]
RulePaths = Annotated[
    list[Path] | None,
    typer.Option(
        "--rules",
        metavar="PATH",
        help="More rule files: a folder with ruleset/ and variants/, or loose files; may be repeated.",
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Answer in JSON, for programs.")]

NO_GAMES = "there are no games at hand: point to a folder that holds ruleset/ and variants/ with --rules FOLDER"


def games(rules: Iterable[Path], game: str | None) -> list[GameFiles]:
    """The files of the game asked for, or of every game; a loose file goes only where it fits."""
    from crex_dsl.rulebook.catalogue import game_named
    from crex_dsl.rulebook.library import Library

    library = Library.at_hand(rules)
    bare = _with_games(library)
    if game is not None:
        return [library.files(game_named(bare, game))]
    fitting = {path: _games_for(path, bare) for path in library.extra}
    return [
        Library(library.roots, [path for path, names in fitting.items() if names is None or name in names]).files(name)
        for name in bare.games()
    ]


def selected(
    rules: Iterable[Path], game: str | None, edition: str | None, options: Iterable[str]
) -> tuple[GameFiles, GameIndex, Selection]:
    """The one rulebook asked for: its files, what could be chosen, and what was."""
    from crex_dsl.rulebook.catalogue import game_named, index_of
    from crex_dsl.rulebook.library import Library

    library = Library.at_hand(rules)
    bare = _with_games(library)
    if game is None:
        fitting = {name for path in library.extra for name in _games_for(path, bare) or ()}
        game = fitting.pop() if len(fitting) == 1 else None
    files = library.files(game_named(bare, game))
    index = index_of(files)
    return files, index, index.select(edition, options)


def _with_games(library: Library) -> Library:
    """The library without its loose files, once we know that it holds a game."""
    from crex_dsl.rulebook.library import Library

    if not library.games():
        raise NoAnswer(NO_GAMES)
    return Library(library.roots)


def _games_for(path: Path, library: Library) -> list[str] | None:
    from crex_dsl.cli.loose import games_for  # parses

    return games_for(path, library)


def editions_named(indexes: Iterable[GameIndex], name: str) -> list[tuple[GameIndex, EditionInfo]]:
    """The edition that a name means in each game that has it; raises a SelectionError where none has."""
    from crex_dsl.rulebook.selection import SelectionError

    found: list[tuple[GameIndex, EditionInfo]] = []
    refusals: list[SelectionError] = []
    for index in indexes:
        try:
            found.append((index, index.edition(name)))
        except SelectionError as error:
            refusals.append(error)
    if not found:
        raise SelectionError("; ".join(str(refusal) for refusal in refusals))
    return found
