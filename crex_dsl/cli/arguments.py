"""What a question is about: the rule files, the game, the edition and the options that the user names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from crex_dsl.cli.completion import edition_names, game_names, language_names, option_names
from crex_dsl.cli.errors import NoAnswer, WrongUsage
from crex_dsl.text.messages import apart, listed_as_said, marked, said

if TYPE_CHECKING:
    from crex_dsl.language.diagnostics import Diagnostic
    from crex_dsl.rulebook.files.games import GameFiles, Library
    from crex_dsl.rulebook.selection.selection import EditionInfo, GameIndex, Selection

    Chosen = tuple[GameFiles, GameIndex, Selection]


GameName = Annotated[
    str | None,
    typer.Option(
        "--game",
        "-g",
        metavar="GAME",
        help="The game, in any short form that fits one; the default, or the only one with the edition named.",
        autocompletion=game_names,
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


def _spoken(ctx: typer.Context, language: str | None) -> str | None:
    """Let the prompt speak the language that is asked for as long as the command lasts."""
    if language is not None:
        from crex_dsl.text.messages import speaking

        ctx.with_resource(speaking(language))
    return language


Language = Annotated[
    str | None,
    typer.Option(
        "--lang",
        metavar="LANGUAGE",
        help="The language in which rules and prompt speak; else the edition's, and the prompt your own.",
        callback=_spoken,
        autocompletion=language_names,
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Answer in JSON, for programs.")]
Markdown = Annotated[bool, typer.Option("--markdown", help="Answer in Markdown.")]
FirstSeed = Annotated[
    int, typer.Option("--seed", metavar="SEED", min=0, help="The seed of the first game; the next has the next.")
]

NO_GAMES = marked("there are no games at hand: point to a folder that holds ruleset/ and variants/ with --rules FOLDER")


def games(rules: Iterable[Path], game: str | None) -> list[GameFiles]:
    """The files of the game asked for, or of every game; a loose file goes only where it fits."""
    from crex_dsl.rulebook.files.extra_files import whole_games
    from crex_dsl.rulebook.selection.catalogue import game_named

    library, bare = _at_hand(rules)
    return whole_games(library, [game_named(bare, game)] if game is not None else [])


def selected(
    rules: Iterable[Path],
    game: str | None,
    edition: str | None,
    options: Iterable[str],
    language: str | None = None,
) -> Chosen:
    """The one rulebook asked for: its files, what could be chosen, and what was, in a language if one is named."""
    from crex_dsl.cli.configuration import settings
    from crex_dsl.rulebook.files.extra_files import shared_out, with_loose
    from crex_dsl.rulebook.selection.catalogue import game_named, index_of

    library, bare = _at_hand(rules)
    if game is None and edition is None and settings().game in bare.games():
        game = settings().game
    options = list(options)
    shares = shared_out(library, game_named(bare, game) if game is not None else None)
    fitting = [name for name, loose in shares.items() if any(file.builds_on for file in loose)]
    name = fitting[0] if len(fitting) == 1 else _game_meant(bare, game, edition)
    if fitting and name not in fitting:
        raise WrongUsage(
            said(
                "which game? The rule files named are for {fitting}: say which with -g",
                fitting=listed_as_said(fitting, "or"),
            )
        )
    files = with_loose(library, name, shares[name])
    index = index_of(files)
    if edition is None and not options:
        edition, options = settings().of(name).edition, settings().of(name).options
    return files, index, index.select(edition, options, language)


def one_game(rules: Iterable[Path], game: str | None, editions: Iterable[str]) -> tuple[GameFiles, GameIndex]:
    """The game asked for, by name or by the editions named: its files, and what can be chosen in it."""
    names = list(editions)
    files, index, _ = selected(rules, game, names[0] if names else None, ())
    for name in names:
        index.edition(name)
    return files, index


def several_selected(
    rules: Iterable[Path], game: str | None, written: Iterable[str], options: Iterable[str] = ()
) -> list[Chosen]:
    """Rulebooks of one game, each written as one word and taken with the same options besides; at least the default.

    A word is an edition with what is taken with it: EDITION+OPTION+RULING=READING.
    """
    rules, options = tuple(rules), tuple(options)
    word, *others = list(written) or [""]
    first = _written(rules, game, word, options)
    return [first, *(_beside(first, rules, game, other, options) for other in others)]


def each_once(chosen: list[Chosen]) -> list[Chosen]:
    """Rulebooks that are to stand side by side, all of them different."""
    for place, (_, _, selection) in enumerate(chosen):
        if selection in [other for _, _, other in chosen[:place]]:
            raise WrongUsage(
                said("{book_name} is named twice: name rulebooks that differ", book_name=book_name(selection))
            )
    return chosen


def in_one_language(chosen: list[Chosen]) -> list[Chosen]:
    """Rulebooks that all speak as the first does, so that what they say can stand side by side."""
    _, index, first = chosen[0]
    spoken = first.language or index.edition(first.edition).language
    return [(files, own, own.select(each.edition, each.names, spoken)) for files, own, each in chosen]


def book_name(selection: Selection) -> str:
    """A rulebook as one word, as it is named on the command line."""
    return "+".join([selection.edition, *selection.names])


def _beside(first: Chosen, rules: tuple[Path, ...], game: str | None, written: str, options: tuple[str, ...]) -> Chosen:
    """Another rulebook of the same game."""
    from crex_dsl.rulebook.files.games import UnknownGame
    from crex_dsl.rulebook.selection.selection import SelectionError

    try:
        return _written(rules, first[1].game, written, options)
    except SelectionError:
        if game is not None:
            raise
        try:
            other = _written(rules, None, written, options)
        except (SelectionError, UnknownGame):
            other = first
        if other[1].game == first[1].game:
            raise
        (_, index, book), (_, other_index, other_book) = first, other
        raise WrongUsage(
            said(
                "{edition} is an edition of {title} and {other_edition} is an edition of {other_title}: "
                "name rulebooks of one game",
                edition=book.edition,
                title=index.title,
                other_edition=other_book.edition,
                other_title=other_index.title,
            )
        ) from None


def _written(rules: tuple[Path, ...], game: str | None, written: str, options: tuple[str, ...]) -> Chosen:
    """The rulebook that is written as one word, with some options besides."""
    edition, *own = (part.strip() for part in written.split("+"))
    return selected(rules, game, edition or None, [*own, *options])


def _game_meant(library: Library, game: str | None, edition: str | None) -> str:
    """The game that is meant: the one named; else the default, unless just one other has the edition named."""
    from crex_dsl.language.diagnostics import RuleError
    from crex_dsl.rulebook.selection.catalogue import game_named, index_of
    from crex_dsl.rulebook.selection.selection import SelectionError

    if game is not None or edition is None:
        return game_named(library, game)
    having: dict[str, str] = {}
    for name in library.games():
        with suppress(SelectionError, RuleError):
            having[name] = index_of(library.files(name)).edition(edition).id
    meant = [name for name, found in having.items() if found == edition] or list(having)
    return meant[0] if len(meant) == 1 else game_named(library, None)


def _at_hand(rules: Iterable[Path]) -> tuple[Library, Library]:
    """The library with and without its loose files, once we know that it holds a game."""
    from crex_dsl.rulebook.files.games import Library

    library = Library.at_hand(rules)
    if not library.games():
        raise NoAnswer(said(NO_GAMES))
    return library, Library(library.roots)


@contextmanager
def asking_one_of_several(rules: Iterable[Path], game: str | None, edition: str | None) -> Iterator[None]:
    """Where nothing is found in the game that is meant when none is named, say that there are others."""
    from crex_dsl.lawyer.lookup.reference import NotFound

    try:
        yield
    except NotFound as error:
        library, bare = _at_hand(rules)
        others = [name for name in library.games() if game is None and name != _game_meant(bare, None, edition)]
        if not others:
            raise
        raise NotFound(
            said("{error} (-g asks another game: {others})", error=error, others=listed_as_said(others, "or"))
        ) from None


def editions_named(indexes: Iterable[GameIndex], name: str) -> list[tuple[GameIndex, EditionInfo]]:
    """The edition that a name means in each game that has it; raises a SelectionError where none has."""
    from crex_dsl.rulebook.selection.selection import SelectionError

    found: list[tuple[GameIndex, EditionInfo]] = []
    refusals: list[SelectionError] = []
    for index in indexes:
        try:
            found.append((index, index.edition(name)))
        except SelectionError as error:
            refusals.append(error)
    if not found:
        raise SelectionError(apart(str(refusal) for refusal in refusals))
    return found


def catalogues(
    rules: Iterable[Path], game: str | None, edition: str | None = None, language: str | None = None
) -> tuple[list[GameIndex], list[Diagnostic]]:
    """What can be chosen in each game asked for, and the mistakes of those that do not load.

    It is told in a language, else in that of an edition where one is named.
    """
    from crex_dsl.language.diagnostics import RuleError
    from crex_dsl.rulebook.selection.catalogue import index_of
    from crex_dsl.rulebook.selection.selection import SelectionError

    found: list[GameIndex] = []
    mistakes: list[Diagnostic] = []
    for files in games(rules, game):
        try:
            found.append(index_of(files, language))
            if edition is not None and language is None:
                with suppress(SelectionError):
                    found[-1] = index_of(files, found[-1].edition(edition).language)
        except RuleError as error:
            mistakes += [mistake for mistake in error.diagnostics if mistake not in mistakes]
    return found, mistakes
