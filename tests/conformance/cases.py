"""Every game at hand under every edition and option set: what the conformance suite runs over."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from crex_dsl import load
from crex_dsl.engine.game import Game
from crex_dsl.rulebook.catalogue import index_of
from crex_dsl.rulebook.library import Library
from crex_dsl.rulebook.selection import AS_PRINTED, GameIndex, SelectionError

GAMES = Path(__file__).parent.parent / "games"
HOUSE_EDITIONS = 50


@dataclass(frozen=True)
class Case:
    """One rulebook."""

    game: str
    edition: str
    options: tuple[str, ...]

    def __str__(self) -> str:
        return "+".join([f"{self.game}:{self.edition}", *self.options])

    def load(self) -> Game:
        """The game of this case."""
        return loaded(self)

    @property
    def rereads(self) -> bool:
        """Whether a reading is taken that we do not take ourselves."""
        return any("=" in option or option == AS_PRINTED for option in self.options)

    @property
    def is_fixture(self) -> bool:
        """Whether the game is one of the small ones made for the tests."""
        return (GAMES / "ruleset" / self.game).is_dir()


@cache
def loaded(case: Case) -> Game:
    """The game of a case, loaded once per process."""
    return load(case.game, case.edition, case.options, rules=[GAMES])


def library() -> Library:
    """Our own rule files and the fixtures."""
    return Library.at_hand([GAMES])


def option_sets(index: GameIndex, edition_id: str, most: int = 1) -> Iterator[tuple[str, ...]]:
    """No option, every permitted set up to a size, every other reading that changes the game, and as printed."""
    edition = index.edition(edition_id)
    yield ()
    for size in range(1, most + 1):
        for names in index.permitted(edition, size):
            yield tuple(names)
    rulings = index.rulings_for(edition)
    by_option = {name for option in index.options for name in option.reads}
    for ruling in rulings:
        for reading in ruling.readings:
            name = f"{ruling.id}={reading.id}"
            if not reading.taken and not reading.unplayable and reading.changes and name not in by_option:
                yield (name,)
    if rulings:
        yield (AS_PRINTED,)


def cases(most: int = 1) -> list[Case]:
    """Every case, options in sets of up to `most`."""
    found: dict[Case, None] = {}
    shelf = library()
    for game in shelf.games():
        index = index_of(shelf.files(game))
        for edition in index.editions:
            for options in option_sets(index, edition.id, most):
                found.setdefault(Case(game, edition.id, options))
    return list(found)


def editions() -> list[Case]:
    """Every edition without options."""
    return [case for case in cases(0) if not case.options]


def with_one_option() -> list[Case]:
    """Every edition of a whole game with each of its options."""
    return [case for case in cases() if case.options and not case.rereads and not case.is_fixture]


def house_editions(each: int = HOUSE_EDITIONS) -> list[Case]:
    """For every edition of a whole game up to so many sets of options that go together, at least two, at random."""
    found: dict[Case, None] = {}
    for case in editions():
        index = index_of(library().files(case.game))
        options = [option.id for option in index.options_for(index.edition(case.edition))]
        if case.is_fixture or len(options) < 2:
            continue
        rng, wanted = random.Random(str(case)), len(found) + each
        for _ in range(20 * each):
            if len(found) == wanted:
                break
            names = rng.sample(options, rng.randint(2, len(options)))
            try:
                found.setdefault(Case(case.game, case.edition, tuple(index.select(case.edition, names).names)))
            except SelectionError:
                continue
    return list(found)
