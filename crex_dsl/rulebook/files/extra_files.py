"""Which games loose rule files are for, told by the layers that their headers build on."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel

from crex_dsl.language.diagnostics import RuleError
from crex_dsl.rulebook.files.games import GameFiles, Library, UnknownGame, loose_files
from crex_dsl.rulebook.selection.catalogue import index_of
from crex_dsl.system.cache import cached
from crex_dsl.system.input_files import rule_file_digest
from crex_dsl.text.messages import listed_as_said, said
from crex_dsl.text.spelling import did_you_mean


class StrayRules(UnknownGame):
    """A loose rule file is for no game that is asked about."""


class Heading(BaseModel):
    """A header of a rule file: the layer that it names, and those that this one builds on."""

    sort: str
    name: str
    on: list[str]


@dataclass(frozen=True)
class Loose:
    """A loose rule file: the layers that it writes, those that they build on, and the games that have all of these."""

    path: Path
    writes: frozenset[str]
    builds_on: frozenset[str]
    games: tuple[str, ...]

    def goes_with(self, game: str) -> bool:
        """Whether it is for a game, for any, or for none, so that this one can tell what is wrong with it."""
        return not self.games or game in self.games


def shared_out(library: Library, game: str | None = None) -> dict[str, list[Loose]]:
    """The loose files of a library that go with each of its games, or with the one named.

    A file that no game is for is refused, unless there is but one that could be meant: then the loading of that
    game tells what is wrong, and where.
    """
    games = library.games()
    layers = {name: _layers(library, name) for name in games} if library.extra else {}
    found = _found(library, layers)
    meant = [game] if game is not None else games
    for file in found:
        elsewhere = not (file.writes & file.builds_on) <= set(games)  # `game …` of another: no other looks farther
        if file.builds_on and not file.games and (len(meant) != 1 or elsewhere):
            raise StrayRules(_astray(file, layers))
    shares = {name: [file for file in found if file.goes_with(name)] for name in meant}
    if game is not None and found and not shares[game]:
        path, fitting = found[0].path, listed_as_said(found[0].games, "or")
        raise StrayRules(
            said(
                "{path} is for {fitting}, not for {game}: name other rule files, or another game",
                path=path,
                fitting=fitting,
                game=game,
            )
        )
    return shares


def whole_games(library: Library, games: Collection[str] = ()) -> list[GameFiles]:
    """The files of every game of a library, or of those named; a loose file goes only where it fits."""
    shares = shared_out(library, next(iter(games)) if len(games) == 1 else None)
    return [with_loose(library, name, loose) for name, loose in shares.items() if not games or name in games]


def with_loose(library: Library, game: str, loose: Iterable[Loose]) -> GameFiles:
    """The files of a game of a library, and only these of its loose files."""
    return Library(library.roots, [file.path for file in loose]).files(game)


def _found(library: Library, layers: Mapping[str, set[str]]) -> list[Loose]:
    """The loose files of a library; what one of them declares may be built on in another."""
    headings = {path: _headings(path) for given in library.extra for path in loose_files(given)}
    stands = {each.name: each.on for group in headings.values() for each in group if each.sort != "option"}
    found: list[Loose] = []
    for path, group in headings.items():
        wanted = _grounded([name for each in group for name in each.on], stands)
        games = tuple(game for game, known in layers.items() if wanted and wanted <= known)
        found.append(Loose(path, frozenset(each.name for each in group), frozenset(wanted), games))
    return found


def _grounded(names: list[str], stands: Mapping[str, list[str]]) -> set[str]:
    """The layers that some layers rest on in the end, down through those that loose files declare."""
    ground: set[str] = set()
    seen: set[str] = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        if stands.get(name, [name]) == [name]:
            ground.add(name)
        else:
            waiting += stands[name]
    return ground


def _headings(path: Path) -> list[Heading]:
    """The headers of a rule file, read once; a file that cannot be read is told about when its game is loaded."""
    return cached("headings", list[Heading], lambda: _parsed(path), rule_file_digest(path).hex())


def _parsed(path: Path) -> list[Heading]:
    from crex_dsl.language import nodes  # the parser is not needed as long as the cache answers
    from crex_dsl.language.diagnostics import Report
    from crex_dsl.language.parser import parse, read
    from crex_dsl.rulebook.files.layer_files import table_cache

    report = Report()
    source = read(path, path.as_posix(), report)
    start = parse(source, report, table_cache()) if source is not None else None
    found: list[Heading] = []
    for top in start or ():
        match top:
            case nodes.Game():
                found.append(Heading(sort="game", name=str(top.name), on=[str(top.name)]))
            case nodes.Layer() | nodes.Edition():
                found.append(Heading(sort="layer", name=str(top.name), on=[str(top.of)]))
            case nodes.Option():
                found.append(Heading(sort="option", name=str(top.name), on=[str(name) for name in top.layers or ()]))
    return found


def _layers(library: Library, game: str) -> set[str]:
    try:
        return set(index_of(Library(library.roots).files(game)).layers)
    except RuleError:
        return {game}


def _astray(file: Loose, layers: Mapping[str, set[str]]) -> str:
    """Why a file is for no game at hand."""
    known = set().union(*layers.values())
    unknown = sorted(file.builds_on - known)
    if not unknown:
        return said(
            "{file} builds on {builds_on}, which are layers of different games",
            file=file.path,
            builds_on=listed_as_said(sorted(file.builds_on)),
        )
    hint = did_you_mean(unknown[0], known) or said("name another folder of rule files with --rules")
    return said(
        "{file} builds on `{unknown}`, which no game at hand has: {hint}", file=file.path, unknown=unknown[0], hint=hint
    )
