"""Which games a loose rule file is for, told by the layers that its headers build on."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from crex_dsl.cli.refusals import WrongUsage
from crex_dsl.language import nodes
from crex_dsl.language.diagnostics import Report, RuleError, did_you_mean, listed
from crex_dsl.language.parser import parse, read
from crex_dsl.rulebook.catalogue import parsed
from crex_dsl.rulebook.library import SUFFIX, Library
from crex_dsl.rulebook.texts import table_cache


def games_for(path: Path, library: Library) -> list[str] | None:
    """The games that have every layer which a loose file or folder builds on; None where it builds on none."""
    wanted = _built_on(path)
    if not wanted:
        return None
    layers = {game: _layers(library, game) for game in library.games()}
    fitting = [game for game, known in layers.items() if wanted <= known]
    if not fitting:
        known = set().union(*layers.values())
        unknown = sorted(wanted - known)
        if not unknown:
            raise WrongUsage(f"{path} builds on {listed(sorted(wanted))}, which are layers of different games")
        hint = did_you_mean(unknown[0], known) or "name another folder of rule files with --rules"
        raise WrongUsage(f"{path} builds on `{unknown[0]}`, which no game at hand has: {hint}")
    return fitting


def _built_on(path: Path) -> set[str]:
    """The layers that the headers under a path build on and that it does not declare itself."""
    wanted: set[str] = set()
    declared: set[str] = set()
    for header in _headers(sorted(path.rglob(f"*{SUFFIX}")) if path.is_dir() else [path]):
        match header:
            case nodes.Game():
                wanted.add(str(header.name))
            case nodes.Layer() | nodes.Edition():
                wanted.add(str(header.of))
                declared.add(str(header.name))
            case nodes.Option():
                wanted.update(str(name) for name in header.layers or ())
    return wanted - declared


def _headers(paths: Iterable[Path]) -> Iterable[nodes.Header]:
    """The headers of files; a file that cannot be read is told about when its game is loaded."""
    for path in paths:
        report = Report()
        source = read(path, path.as_posix(), report)
        start = parse(source, report, table_cache()) if source is not None else None
        for top in start or ():
            if isinstance(top, nodes.Header):
                yield top


def _layers(library: Library, game: str) -> set[str]:
    try:
        return set(parsed(Library(library.roots).files(game)).layers)
    except RuleError:
        return {game}
