"""The other rulebooks of a game: its editions, and one edition with one option or reading changed."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from crex_dsl.engine.game import Game, can_be_consulted, consulted_game
from crex_dsl.language.diagnostics import RuleError
from crex_dsl.lawyer.records.option_reach import EVERYTHING, Reach
from crex_dsl.rulebook.files.games import GameFiles
from crex_dsl.rulebook.selection.selection import GameIndex, ReadingInfo, RulingInfo, Selection, SelectionError
from crex_dsl.system.cache import cache_folder
from crex_dsl.system.processes import may_start_others, process_pool


@dataclass(frozen=True)
class Other:
    """Another rulebook: an edition without options, or one option or reading more, less or otherwise."""

    sort: Literal["edition", "option", "reading"]
    change: str
    selection: Selection
    names: tuple[str, ...] = ()  # the options and readings that make the difference


def other_editions(index: GameIndex, selection: Selection) -> list[Other]:
    """Every edition without options, but for the rulebook itself."""
    bare = [index.select(edition.id, ()) for edition in index.editions]
    return [Other("edition", other.edition, other) for other in bare if other != selection]


def other_options(index: GameIndex, selection: Selection) -> Iterator[Other]:
    """The rulebook with each option that it can take, and without each that it has."""
    edition = index.edition(selection.edition)
    for option in index.options_for(edition):
        if option.id in selection.options:
            names = [name for name in selection.names if name != option.id]
            yield from _other(index, selection, "option", f"without {option.id}", names, [option.id])
        else:
            more = [option.id]
            for name in more:  # which grows: what is needed may need more
                more += [need for need in index.option(name).needs if need not in [*more, *selection.options]]
            yield from _other(index, selection, "option", " + ".join(more), [*selection.names, *more], more)


def other_readings(index: GameIndex, selection: Selection) -> Iterator[Other]:
    """The rulebook with each other reading of each ruling that changes play."""
    edition = index.edition(selection.edition)
    for ruling in index.rulings_for(edition):
        current = _current(ruling, selection)
        names = [name for name in selection.names if not name.startswith(f"{ruling.id}=")]
        for reading in ruling.readings:
            if reading.unplayable or reading is current or not (reading.changes or (current and current.changes)):
                continue
            labels = [f"{ruling.id}={each.id}" for each in (reading, current) if each is not None]
            yield from _other(index, selection, "reading", labels[0], [*names, labels[0]], labels)


def _current(ruling: RulingInfo, selection: Selection) -> ReadingInfo | None:
    wanted = selection.readings.get(ruling.id)
    return next((each for each in ruling.readings if (each.taken if wanted is None else each.id == wanted)), None)


def _other(
    index: GameIndex,
    selection: Selection,
    sort: Literal["option", "reading"],
    change: str,
    options: list[str],
    names: list[str],
) -> Iterator[Other]:
    """The rulebook with other options, where they go together."""
    try:
        yield Other(sort, change, index.select(selection.edition, options), tuple(names))
    except SelectionError:
        return


def touching(others: Iterable[Other], reach: Reach, rests: Collection[str]) -> tuple[list[Other], list[Other]]:
    """Those that can change an answer that rests on some names, and those that cannot."""
    wanted = {EVERYTHING, *rests}
    near: list[Other] = []
    far: list[Other] = []
    for other in others:
        reached = {name for label in other.names for name in reach.get(label, (EVERYTHING,))}
        (near if reached & wanted else far).append(other)
    return near, far


def rests(game: Game, point: int, action: str) -> set[str]:
    """The names on which it rests whether an action is legal at a point where somebody is asked."""
    return {*game.tables["rests"].get(action, ()), *game.tables["rests_at"][point]}


def loaded(files: GameFiles, others: list[Other], jobs: int | None = None) -> Iterator[tuple[Other, Game | None]]:
    """The games of other rulebooks as they come: first those that are at hand, then those compiled meanwhile.

    There is none where the rules have mistakes.
    """
    missing = [other for other in others if not can_be_consulted(files, other.selection)]
    jobs = min(len(missing), jobs or os.cpu_count() or 1)
    if jobs < 2 or cache_folder() is None or not may_start_others():
        yield from ((other, _game(files, other.selection)) for other in others)
        return
    from concurrent.futures import as_completed

    with process_pool(jobs) as pool:
        futures = {pool.submit(_compile, files, other.selection): other for other in missing}
        yield from ((other, _game(files, other.selection)) for other in others if other not in missing)
        for future in as_completed(futures):
            future.result()
            yield futures[future], _game(files, futures[future].selection)


def _game(files: GameFiles, selection: Selection) -> Game | None:
    try:
        return consulted_game(files, selection)
    except RuleError:
        return None


def _compile(files: GameFiles, selection: Selection) -> None:
    """Compile a rulebook into the cache, in another process."""
    _game(files, selection)
