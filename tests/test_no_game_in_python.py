"""Contract C1: the engine knows no game, neither by its words nor by what any name happens to be."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from crex_dsl import load
from crex_dsl.rulebook.files.games import Library, data_root
from crex_dsl.rulebook.selection.catalogue import index_of, rulebook
from tests.conformance.cases import GAMES, Case, editions, index, library
from tests.engine.test_perft import perft
from tests.renaming import Renaming

PACKAGE = Path(__file__).parent.parent / "crex_dsl"

# Ordinary English words that the engine uses in their ordinary sense, and that some game also gives to a thing.
ORDINARY = {
    "pass": "the Python keyword",
    "red": "a colour of the terminal",
    "blue": "a colour of the terminal",
    "green": "a colour of the terminal",
    "yellow": "a colour of the terminal",
    "roll": "what dice do in any game",
    "board": "what any game is played on",
    "play": "what is done with any game",
    "turns": "any sequence of turns",
    "hand": "as in `at hand`",
    "laid": "what layers are, one over another",
    "star": "the name of the sign *",
    "falling": "a descending order",
    "rising": "an ascending order",
}


def proper_words(case: Case) -> set[str]:
    """The words that are a game's own: its sides, its things, its clauses, actions and procedures of two words."""
    book = rulebook(library().files(case.game), index(case.game).select(case.edition, ()), scripts=False)
    words = {case.game, *book.world.player.ids}
    for kind in book.world.kinds.values():
        words.update(word for word in kind.ids if not word[-1].isdigit())
    words.update(name for name in book.clauses if "-" in name)
    words.update(name for name in [*book.world.actions, *book.world.procedures] if "-" in name)
    return {word.lower() for word in words if len(word) > 3} - set(ORDINARY)


@pytest.mark.parametrize("game", library().games())
def test_no_word_of_a_game_stands_in_the_engine(game: str) -> None:
    words = set().union(*(proper_words(case) for case in editions() if case.game == game))
    for path in sorted(PACKAGE.rglob("*")):
        if path.is_file() and not {"__pycache__", "_data"} & set(path.parts):
            said = set(re.findall(r"[\w-]+", path.read_text(encoding="utf-8").lower())) & words
            assert not said, f"{path.name} says {sorted(said)}"


LONG = {"crusader-rex", "na-grunwald"}  # their twins take longer than all the others together
GAMES_AT_HAND = [pytest.param(game, marks=pytest.mark.soak) if game in LONG else game for game in library().games()]


@pytest.mark.parametrize("game", GAMES_AT_HAND)
def test_a_renamed_twin_plays_the_same_game(game: str, tmp_path: Path) -> None:
    renaming = Renaming(GAMES if (GAMES / "ruleset" / game).is_dir() else data_root(), game)
    renaming.write(tmp_path)
    twins = index_of(Library([tmp_path]).files(game))
    own = index_of(library().files(game))
    assert len(renaming.names) > 10
    for mine, theirs in zip(own.editions, twins.editions, strict=True):
        one = load(game, mine.id, rules=[GAMES])
        two = _load(tmp_path, game, theirs.id)
        for seed in range(5):
            past = playthrough(one, seed)
            assert playthrough(two, seed) == past
        for program_depth in (1, 2):
            states = [g.program.start(3) for g in (one, two)]
            counts = [
                perft(g.program, state, g.program.run(state), program_depth)
                for g, state in zip((one, two), states, strict=True)
            ]
            assert counts[0] == counts[1]


def _load(root: Path, game: str, edition: str):  # type: ignore[no-untyped-def]
    from crex_dsl.engine.game import game_of

    files = Library([root]).files(game)
    return game_of(files, index_of(files).select(edition, ()))


def playthrough(game, seed: int) -> list[object]:  # type: ignore[no-untyped-def]
    """The codes of one random game and how it ends, by seats."""
    rng = random.Random(seed)
    position = game.start(seed)
    while not position.over:
        position.take(rng.choice(position.codes))
    return [*position.past, position.result.kind, position.state[3]]
