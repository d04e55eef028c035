"""What `crex check` is about: the games that its files belong to, and the rulebooks to look at."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from crex_dsl.cli.asked import editions_named
from crex_dsl.cli.documents import Finding
from crex_dsl.cli.loose import games_for
from crex_dsl.cli.refusals import WrongUsage
from crex_dsl.cli.survey import Task, broken, tasks
from crex_dsl.language.diagnostics import RuleError, did_you_mean, listed
from crex_dsl.rulebook.catalogue import game_named, index_of
from crex_dsl.rulebook.library import GameFiles, Library, UnknownGame
from crex_dsl.rulebook.selection import GameIndex, SelectionError

FOLDERS = ("ruleset", "variants")


@dataclass
class Desk:
    """The rule files at hand, and which games they are to be checked in (none named: in all)."""

    library: Library
    games: dict[str, list[Path]] = field(default_factory=dict)

    def files(self) -> list[GameFiles]:
        """The files of each game, with the loose files that are for it."""
        return [Library(self.library.roots, extra).files(game) for game, extra in self.games.items()]


def scope(
    paths: list[Path], rules: list[Path], game: str | None, edition: str | None, options: list[str], quick: bool
) -> tuple[list[Task], list[Finding]]:
    """The rulebooks to look at, and the mistakes of the games that offer none."""
    found: dict[str, tuple[GameFiles, GameIndex]] = {}
    mistakes: list[Finding] = []
    for files in _desk(paths, rules, game).files():
        try:
            found[files.id] = files, index_of(files)
        except RuleError as error:
            mistakes += broken(files.id, error.diagnostics)
    indexes = [index for _, index in found.values()]
    if edition is not None and indexes:
        chosen = editions_named(indexes, edition)
    else:
        chosen = [(index, each) for index in indexes for each in index.editions]
    if not options:
        work = [task for index, each in chosen for task in tasks(*found[index.game], each, quick)]
        return work, mistakes
    work, refusals = [], []
    for index, each in chosen:
        try:
            work.append(Task(found[index.game][0], index.select(each.id, options)))
        except SelectionError as error:
            refusals.append(str(error))
    if chosen and not work:
        raise SelectionError(refusals[0])
    return work, mistakes


def _desk(paths: list[Path], rules: list[Path], game: str | None) -> Desk:
    """The games asked about, each with its loose files."""
    at_hand = Library.at_hand(rules)
    roots, loose = list(at_hand.roots), at_hand.extra
    named: list[str] = []
    alone: list[Path] = []
    for path in paths:
        home = _home(path)
        if home is None:
            alone.append(path)
            continue
        root, games = home
        if root.resolve() not in [known.resolve() for known in roots]:
            roots.append(root)
        named += games
    library = Library(roots)
    if game is not None:
        only = game_named(library, game)
        strangers = [name for name in named if name != only]
        if strangers:
            raise WrongUsage(f"-g {only} leaves out {strangers[0]}, which a file named here belongs to")
        return Desk(library, {only: [*loose, *alone]})
    unknown = [name for name in named if name not in library.games()]
    if unknown:
        hint = did_you_mean(unknown[0], library.games())
        raise UnknownGame(f"there is no game in ruleset/{unknown[0]}" + (f": {hint}" if hint else ""))
    desk = Desk(library, {name: [] for name in (named if paths else library.games())})
    for path in alone:
        for name in games_for(path, library) or _only_game(path, library):
            desk.games.setdefault(name, []).append(path)
    for path in loose:
        fitting = games_for(path, library) if library.games() else None
        for name in desk.games:
            if fitting is None or name in fitting:
                desk.games[name].append(path)
    return desk


def _home(path: Path) -> tuple[Path, list[str]] | None:
    """The folder over ruleset/ and variants/ in which a path lies, and the games that it belongs to."""
    if not path.exists():
        raise WrongUsage(f"there is no file or folder {path}")
    if any((path / name).is_dir() for name in FOLDERS):
        return path, Library([path]).games()
    whole = path.resolve()
    for folder in (whole, *whole.parents):
        if folder.name in FOLDERS and (folder.parent / FOLDERS[0]).is_dir():
            below = whole.relative_to(folder).parts
            root = folder.parent
            if len(below) > 1 or (below and whole.is_dir()):
                return root, [below[0]]
            if not below:
                return root, _games_under(folder, root)
    return None


def _games_under(folder: Path, root: Path) -> list[str]:
    return [game for game in Library([root]).games() if (folder / game).is_dir()]


def _only_game(path: Path, library: Library) -> Iterable[str]:
    """The game that a file is for which names none."""
    if not library.games():
        raise UnknownGame(f"{path} adds to a game, and there are none at hand: name a folder of them with --rules")
    try:
        return [game_named(library, None)]
    except UnknownGame:
        games = listed(library.games(), "or")
        raise UnknownGame(f"{path} does not say which game it is for: name it with -g ({games})") from None
