"""What can be chosen, without parsing when nothing has changed: the index of each game, cached by digest."""

from __future__ import annotations

import functools
import gc
import pickle
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from crex_dsl.language.diagnostics import Report
from crex_dsl.rulebook.files.games import GameFiles, Library, UnknownGame
from crex_dsl.rulebook.selection.selection import GameIndex, Selection, there_are
from crex_dsl.system.cache import cache_key, cached, load_entry, store_entry
from crex_dsl.text.messages import listed_as_said, said
from crex_dsl.text.spelling import did_you_mean

if TYPE_CHECKING:
    from crex_dsl.rulebook.files.layer_files import GameText
    from crex_dsl.rulebook.rulebook import Rulebook

WORTH_KEEPING = 400_000  # bytes of nodes; fewer are parsed in a moment


def parsed(files: GameFiles, scripts: bool = True) -> GameText:
    """A game's layers, with the scripts of their examples or without; raises a RuleError with every syntax mistake."""
    return _with_scripts(files) if scripts else _without_scripts(files)


def _with_scripts(files: GameFiles, scripts: bool = True) -> GameText:
    """A game's layers as their files have them now."""
    from crex_dsl.rulebook.files.layer_files import game_text  # the parser is not needed as long as the cache answers

    report = Report()
    text = game_text(files, report, scripts)
    report.raise_errors()
    assert text is not None
    return text


@functools.lru_cache(maxsize=8)
def _without_scripts(files: GameFiles) -> GameText:
    """A game's layers without scripts, kept in the cache: to parse them takes longer than to compile what they say."""
    places = [str(path.absolute()) for _, path in (*files.files, *files.extra)]
    key = cache_key("layers", files.digest, *places)
    known = load_entry(key)
    if known is not None:
        with suppress(zlib.error, pickle.UnpicklingError), _without_collecting():
            kept: GameText = pickle.loads(zlib.decompress(known))  # ours alone, as are the programs beside it
            return kept
    text = _with_scripts(files, scripts=False)
    with suppress(RecursionError):  # of rules that nest as deeply as can just be read
        written = pickle.dumps(text, pickle.HIGHEST_PROTOCOL)
        if len(written) >= WORTH_KEEPING:
            store_entry(key, zlib.compress(written, level=1))
    return text


@contextmanager
def _without_collecting() -> Iterator[None]:
    """While many things are made, all of which stay, nobody looks for those that could go."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


def index_of(files: GameFiles, language: str | None = None) -> GameIndex:
    """What can be chosen in a game, told in a language if one is named; raises a RuleError where headers are wrong."""

    def made() -> GameIndex:
        from crex_dsl.rulebook.selection.index import index  # nor are the nodes
        from crex_dsl.rulebook.translation.catalogue import translated

        report = Report()
        text = parsed(files, scripts=False)
        text = text if language is None else translated(text, language)
        found = index(text, report, {name for name, _ in files.extra})
        report.raise_errors()
        return found

    return cached("index", GameIndex, made, files.digest, *([] if language is None else [language]))


def is_default(files: GameFiles) -> bool:
    """Whether a game is meant where none is named, read off its header alone, without the rest of its files."""

    def made() -> bool:
        from crex_dsl.language.nodes import DefaultGame
        from crex_dsl.rulebook.files.layer_files import introduction

        header = introduction(files)
        if header is None:
            return index_of(files).default
        return any(isinstance(line, DefaultGame) for line in header.settings)

    return cached("default", bool, made, files.digest)


def rulebook(files: GameFiles, selection: Selection, scripts: bool = True) -> Rulebook:
    """The rulebook of one selection, checked; raises a RuleError with every mistake."""
    from crex_dsl.rulebook.declarations.builder import build  # nor is the checker

    return build(parsed(files, scripts), index_of(files), selection, Report())


def game_named(library: Library, name: str | None) -> str:
    """The id of the game that `name` means; None means the default game, or the only one."""
    games = library.games()
    if not games:
        raise UnknownGame(said("there are no rule files here; point to some with `--rules FOLDER` (rules=[…])"))
    if name is None:
        if len(games) == 1:
            return games[0]
        defaults = [game for game in games if is_default(library.files(game))]
        if len(defaults) == 1:
            return defaults[0]
        raise UnknownGame(said("which game? There are {games}", games=listed_as_said(games)))
    if name in games:
        return name
    near = [game for game in games if game.startswith(name)] or [game for game in games if name in game]
    if len(near) == 1:
        return near[0]
    hint = did_you_mean(name, games) or there_are(games)
    raise UnknownGame(said("there is no game `{name}`: {hint}", name=name, hint=hint))
