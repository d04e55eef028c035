"""Every game at hand under every edition and option set: what the conformance suite runs over."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from crex_dsl import load
from crex_dsl.engine.game import Game
from crex_dsl.rulebook.files.games import Library
from crex_dsl.rulebook.selection.catalogue import index_of
from crex_dsl.rulebook.selection.selection import AS_PRINTED, GameIndex, SelectionError

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


@cache
def library() -> Library:
    """Our own rule files and the fixtures."""
    return Library.at_hand([GAMES])


@cache
def index(game: str) -> GameIndex:
    """What can be chosen in a game."""
    return index_of(library().files(game))


def option_sets(known: GameIndex, edition_id: str, most: int = 1) -> Iterator[tuple[str, ...]]:
    """No option, every permitted set up to a size, every other reading that changes the game, and as printed."""
    edition = known.edition(edition_id)
    yield ()
    for size in range(1, most + 1):
        for names in known.permitted(edition, size):
            yield tuple(names)
    rulings = known.rulings_for(edition)
    by_option = {name for option in known.options for name in option.reads}
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
    for game in library().games():
        known = index(game)
        for edition in known.editions:
            for options in option_sets(known, edition.id, most):
                found.setdefault(Case(game, edition.id, options))
    return list(found)


def editions() -> list[Case]:
    """Every edition without options."""
    return [case for case in cases(0) if not case.options]


def families() -> list[object]:
    """Every edition of the small games, and one of each family of the whole ones; the others for the soak.

    For what an edition shows as well as its neighbours: how it is compiled, not what it says.
    """
    found: list[object] = []
    seen: set[tuple[str, ...]] = set()
    for case in editions():
        family = (case.game, *index(case.game).edition(case.edition).chain[:-1])
        again = family in seen and not case.is_fixture
        found.append(pytest.param(case, marks=pytest.mark.soak) if again else case)
        seen.add(family)
    return found


def first_editions() -> list[object]:
    """The first edition of every game, of whole ones the short one; the others for the soak.

    For what takes long to compile, and is the same whatever is played.
    """
    found: list[object] = []
    seen: set[str] = {"crusader-rex"}
    for case in editions():
        found.append(pytest.param(case, marks=pytest.mark.soak) if case.game in seen else case)
        seen.add(case.game)
    return found


def with_one_option() -> list[Case]:
    """Every edition of a whole game with each of its options."""
    return [case for case in cases() if case.options and not case.rereads and not case.is_fixture]


@cache
def house_editions(each: int = HOUSE_EDITIONS) -> list[Case]:
    """For every edition of a whole game up to so many sets of options that go together, at least two, at random."""
    found: dict[Case, None] = {}
    for case in editions():
        known = index(case.game)
        options = [option.id for option in known.options_for(known.edition(case.edition))]
        if case.is_fixture or len(options) < 2:
            continue
        rng, wanted = random.Random(str(case)), len(found) + each
        for _ in range(20 * each):
            if len(found) == wanted:
                break
            names = rng.sample(options, rng.randint(2, len(options)))
            try:
                found.setdefault(Case(case.game, case.edition, tuple(known.select(case.edition, names).names)))
            except SelectionError:
                continue
    return list(found)
