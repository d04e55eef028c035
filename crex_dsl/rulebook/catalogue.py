"""What can be chosen, without parsing when nothing has changed: the index of each game, cached by digest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import TypeAdapter

from crex_dsl.language.diagnostics import Report, did_you_mean, listed
from crex_dsl.rulebook.cache import code_digest, remembered
from crex_dsl.rulebook.library import GameFiles, Library, UnknownGame
from crex_dsl.rulebook.selection import GameIndex, Selection, there_are

if TYPE_CHECKING:
    from crex_dsl.rulebook.rulebook import Rulebook
    from crex_dsl.rulebook.texts import GameText

_INDEX = TypeAdapter(GameIndex)
_DEFAULT = TypeAdapter(bool)


def parsed(files: GameFiles, scripts: bool = True) -> GameText:
    """A game's layers, with the scripts of their examples or without; raises a RuleError with every syntax mistake."""
    from crex_dsl.rulebook.texts import game_text  # the parser is not needed as long as the cache answers

    report = Report()
    text = game_text(files, report, scripts)
    report.raise_errors()
    assert text is not None
    return text


def index_of(files: GameFiles) -> GameIndex:
    """What can be chosen in a game; raises a RuleError where its headers are wrong."""

    def made() -> GameIndex:
        from crex_dsl.rulebook.index import index  # nor are the nodes

        report = Report()
        found = index(parsed(files, scripts=False), report, {name for name, _ in files.extra})
        report.raise_errors()
        return found

    return remembered(_key(files, "index"), _INDEX, made)


def is_default(files: GameFiles) -> bool:
    """Whether a game is meant where none is named, read off its header alone, without the rest of its files."""

    def made() -> bool:
        from crex_dsl.language.nodes import DefaultGame
        from crex_dsl.rulebook.texts import introduction

        header = introduction(files)
        if header is None:
            return index_of(files).default
        return any(isinstance(line, DefaultGame) for line in header.settings)

    return remembered(_key(files, "default"), _DEFAULT, made)


def _key(files: GameFiles, sort: str) -> str:
    return f"{files.id}-{files.digest[:24]}-{code_digest()[:12]}.{sort}"


def rulebook(files: GameFiles, selection: Selection, scripts: bool = True) -> Rulebook:
    """The rulebook of one selection, checked; raises a RuleError with every mistake."""
    from crex_dsl.rulebook.build import build  # nor is the checker

    return build(parsed(files, scripts), index_of(files), selection, Report())


def game_named(library: Library, name: str | None) -> str:
    """The id of the game that `name` means; None means the default game, or the only one."""
    games = library.games()
    if not games:
        raise UnknownGame("there are no rule files here; point to some with `--rules FOLDER` (rules=[…])")
    if name is None:
        if len(games) == 1:
            return games[0]
        defaults = [game for game in games if is_default(library.files(game))]
        if len(defaults) == 1:
            return defaults[0]
        raise UnknownGame(f"which game? There are {listed(games)}")
    if name in games:
        return name
    near = [game for game in games if game.startswith(name)] or [game for game in games if name in game]
    if len(near) == 1:
        return near[0]
    hint = did_you_mean(name, games) or there_are(games)
    raise UnknownGame(f"there is no game `{name}`: {hint}")
