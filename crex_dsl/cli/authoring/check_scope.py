"""What `crex check` is about: the games that its files belong to, and the rulebooks to look at."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from crex_dsl.cli.arguments import editions_named
from crex_dsl.cli.errors import NoAnswer, WrongUsage
from crex_dsl.engine.verify.findings import Finding
from crex_dsl.engine.verify.rulebooks import Task, broken, tasks
from crex_dsl.language.diagnostics import RuleError
from crex_dsl.rulebook.checks.lint import warnings
from crex_dsl.rulebook.files.extra_files import shared_out
from crex_dsl.rulebook.files.games import GameFiles, Library, UnknownGame, loose_files
from crex_dsl.rulebook.selection.catalogue import game_named, index_of, parsed
from crex_dsl.rulebook.selection.selection import EditionInfo, GameIndex, SelectionError
from crex_dsl.text.messages import listed_as_said, said
from crex_dsl.text.spelling import did_you_mean

FOLDERS = ("ruleset", "variants")


@dataclass
class CheckScope:
    """The folders at hand, and the games to be checked: each with its loose files, and the layers it is all about."""

    roots: list[Path]
    games: dict[str, list[Path]] = field(default_factory=dict)
    about: dict[str, frozenset[str]] = field(default_factory=dict)

    def files(self) -> list[GameFiles]:
        """The files of each game, with the loose files that are for it."""
        return [Library(self.roots, extra).files(game) for game, extra in self.games.items()]


def scope(
    paths: list[Path], rules: list[Path], game: str | None, edition: str | None, options: list[str], quick: bool
) -> tuple[list[Task], list[Finding], list[GameFiles]]:
    """The rulebooks to look at, the mistakes of the games that offer none and the warnings about all; and the rest."""
    found: dict[str, tuple[GameFiles, GameIndex]] = {}
    mistakes: list[Finding] = []
    desk = _desk(paths, rules, game)
    for files in desk.files():
        try:
            found[files.id] = files, index_of(files)
        except RuleError as error:
            mistakes += broken(files.id, error.diagnostics)
            continue
        with suppress(RuleError):  # each of which is told with the rulebooks
            mistakes += broken(files.id, warnings(parsed(files)))
    indexes = [index for _, index in found.values()]
    if edition is not None and indexes:
        chosen = editions_named(indexes, edition)
    else:
        chosen = [(index, each) for index in indexes for each in index.editions]
    work: list[Task] = []
    refusals: list[str] = []
    for index, each in chosen:
        about = desk.about.get(index.game, frozenset())
        try:
            made = _asked(found[index.game][0], index, each, options) or tasks(*found[index.game], each, quick, about)
        except SelectionError as error:
            refusals.append(str(error))
            continue
        everything = not about or edition is not None  # who names an edition wants it checked, whoever writes it
        work += [task for task in made if everything or about & {*each.chain, *task.selection.options}]
    if chosen and len(refusals) == len(chosen):
        raise SelectionError(refusals[0])
    if chosen and not work:
        layers = listed_as_said(sorted(frozenset().union(*desk.about.values())))
        raise NoAnswer(
            said(
                "no edition at hand takes in {layers}, so nothing can be checked: write one that stands on it",
                layers=layers,
            )
        )
    return work, mistakes, [files for files, _ in found.values()]


def _asked(files: GameFiles, index: GameIndex, edition: EditionInfo, options: list[str]) -> list[Task]:
    """The rulebook of an edition with the options asked for, if any were."""
    return [Task(files, index.select(edition.id, options))] if options else []


def _desk(paths: list[Path], rules: list[Path], game: str | None) -> CheckScope:
    """The games asked about, each with its loose files; a loose file asks only about what it writes."""
    at_hand = Library.at_hand(rules)
    roots = list(at_hand.roots)
    named: list[str] = []
    alone: list[Path] = []
    for path in paths:
        home = _home(path)
        if home is None:
            alone += loose_files(path)
            continue
        root, games = home
        if root.resolve() not in [known.resolve() for known in roots]:
            roots.append(root)
        named += games
    bare = Library(roots)
    only = game_named(bare, game) if game is not None else None
    if only is not None:
        strangers = [name for name in named if name != only]
        if strangers:
            raise WrongUsage(
                said(
                    "-g {only} leaves out {strangers}, which a file named here belongs to",
                    only=only,
                    strangers=strangers[0],
                )
            )
    unknown = [name for name in named if name not in bare.games()]
    if unknown:
        hint = did_you_mean(unknown[0], bare.games())
        raise UnknownGame(
            said("there is no game in ruleset/{unknown}", unknown=unknown[0]) + (f": {hint}" if hint else "")
        )
    shares = shared_out(Library(roots, [*at_hand.extra, *alone]), only)
    wanted = [*named]
    for path in alone:
        fitting = [name for name, files in shares.items() if any(f.path == path and f.builds_on for f in files)]
        wanted += fitting or ([only] if only is not None else _only_game(path, bare))
    desk = CheckScope(roots)
    for name in dict.fromkeys(wanted if paths else shares):
        desk.games[name] = [file.path for file in shares[name]]
        if paths and name not in named:
            desk.about[name] = frozenset().union(*(file.writes for file in shares[name] if file.path in alone))
    return desk


def _home(path: Path) -> tuple[Path, list[str]] | None:
    """The folder over ruleset/ and variants/ in which a path lies, and the games that it belongs to."""
    if not path.exists():
        raise WrongUsage(said("there is no file or folder {path}", path=path))
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
        raise UnknownGame(
            said("{path} adds to a game, and there are none at hand: name a folder of them with --rules", path=path)
        )
    try:
        return [game_named(library, None)]
    except UnknownGame:
        games = listed_as_said(library.games(), "or")
        raise UnknownGame(
            said("{path} does not say which game it is for: name it with -g ({games})", path=path, games=games)
        ) from None
