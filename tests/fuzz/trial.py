"""One mutated game after the other: loaded, checked, played and asked, each within ten seconds and a gigabyte.

`python -m tests.fuzz.trial FIRST LAST` tries the seeds from one up to another and prints a line for each that ends
otherwise than in play or in a sentence; `--keep FOLDER` writes the games of the seeds that are tried.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import resource
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from crex_dsl.engine.errors import CrexError
from crex_dsl.engine.game import Game, game_of
from crex_dsl.engine.scenarios.worked_examples import run_examples
from crex_dsl.language.diagnostics import RuleError
from crex_dsl.rulebook.files.games import Library, UnknownGame
from crex_dsl.rulebook.selection.catalogue import index_of
from crex_dsl.rulebook.selection.selection import SelectionError
from tests.fuzz.mutations import GAMES, ROOT, mutated

SECONDS, BYTES = 10.0, 1_000_000_000
SENTENCES = (RuleError, SelectionError, UnknownGame, CrexError)
LONGEST = 60_000  # characters of all that is told of fifty mistakes
DECISIONS = 12
# How often each game is taken: what loads quickly, most.
WEIGHTS = {"noughts": 30, "dash": 25, "quince": 15, "matches": 8, "toss": 10, "salt": 6, "ford": 4}
LARGE = {"crusader-rex": 1, "na-grunwald": 1}

Files = dict[str, bytes]


class TooSlow(BaseException):
    """A trial has used up its time."""


@dataclass(frozen=True)
class Outcome:
    """How a trial went: how far it came, how long it took, and what went wrong."""

    seed: int
    reached: str
    seconds: float
    wrong: str = ""


@cache
def originals() -> dict[str, Files]:
    """The files of every game that is mutated, those of the guides among them."""
    found: dict[str, Files] = {}
    for root in (GAMES, ROOT):
        for folder in sorted((root / "ruleset").iterdir()):
            if folder.is_dir():
                paths = [*folder.rglob("*.*"), *(root / "variants" / folder.name).rglob("*.*")]
                found[folder.name] = {path.relative_to(root).as_posix(): path.read_bytes() for path in sorted(paths)}
    guide = (ROOT / "docs" / "language.md").read_text("utf-8")
    for text in re.findall(r"```crex\n(.*?)```", guide, re.DOTALL):
        game = re.match(r"game ([\w-]+) \"", text)
        if game:
            found[game[1]] = {f"ruleset/{game[1]}/{game[1]}.crex": text.encode()}
    return found


def mutant(seed: int, games: dict[str, int]) -> tuple[str, Files]:
    """The game of a seed: which it was, and its files with one or two of them changed."""
    chance = random.Random(seed)
    game = chance.choices(list(games), list(games.values()))[0]
    files = dict(originals()[game])
    for name in chance.sample(sorted(files), min(len(files), chance.choice((1, 1, 1, 2)))):
        files[name] = mutated(files[name], chance)
    return game, files


def written(files: Files, folder: Path) -> None:
    """Write the files of a game under a folder."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text)


# ---- what is tried ----
def tried(game: str, folder: Path, chance: random.Random) -> str:
    """Load a game, run an example of it, play on and ask; how far that came, where it ended in a sentence."""
    reached = "read"
    try:
        files = Library([folder]).files(game)
        index = index_of(files)
        reached = "indexed"
        edition = chance.choice(index.editions)
        options = [option.id for option in index.options if chance.random() < 0.3]
        try:
            selection = index.select(edition.id, options)
        except SelectionError:
            selection = index.select(edition.id, [])
        loaded = game_of(files, selection)
        reached = "compiled"
        asked(loaded, chance)
        reached = "played"
        if chance.random() < 0.25:
            run_examples(loaded)
            reached = "examples"
    except SENTENCES as refusal:
        told = str(refusal)
        if not 0 < len(told.strip()) <= LONGEST:
            raise ValueError(f"{len(told):,} characters are told: {told[:400]}") from refusal
    return reached


def asked(game: Game, chance: random.Random) -> None:
    """Play some decisions at random, and ask at each what can be asked."""
    position = game.start(seed=chance.randrange(1_000))
    spelled = [game.spelled(chance.randrange(row.base, row.end)) for row in game.actions[:20]]
    for _ in range(DECISIONS):
        if position.over or position.decision is None:
            break
        legal = position.asked().legal
        for action in chance.sample(spelled, min(3, len(spelled))):
            str(position.why_not(action))
        view = position.view(chance.choice(game.players))
        str(view)
        choice = legal[chance.randrange(len(legal))]
        str(choice.text)
        position.take(choice)
    for line in position.log:
        str(line)
    with suppress(CrexError):
        game.from_json(position.to_json())


# ---- within limits ----
@contextmanager
def limited() -> Iterator[None]:
    """Let a trial take ten seconds of this process, whatever else the machine does."""

    def stop(*_: Any) -> None:
        raise TooSlow

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def trial(seed: int, games: dict[str, int]) -> Outcome:
    """What comes of one seed."""
    game, files = mutant(seed, games)
    folder = Path(tempfile.mkdtemp(prefix="crex-fuzz-"))
    reached, wrong, begun = "failed", "", time.process_time()
    try:
        written(files, folder)
        with limited():
            reached = tried(game, folder, random.Random(seed))
    except TooSlow:
        wrong = "it takes more than ten seconds: " + "".join(traceback.format_exc().splitlines(keepends=True)[-24:])
    except MemoryError:
        wrong = "it takes more than a gigabyte: " + "".join(traceback.format_exc().splitlines(keepends=True)[-24:])
    except Exception:
        wrong = traceback.format_exc()
    finally:
        shutil.rmtree(folder)
    return Outcome(seed, reached, time.process_time() - begun, wrong)


def main() -> None:
    """Try a range of seeds; a line of JSON for each failure, and one that adds everything up."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("first", type=int)
    parser.add_argument("last", type=int)
    parser.add_argument("--small", action="store_true", help="only small games")
    parser.add_argument("--keep", type=Path, help="write the games of these seeds under a folder")
    wanted = parser.parse_args()
    games = WEIGHTS if wanted.small else WEIGHTS | LARGE
    resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
    reached: Counter[str] = Counter()
    slowest, failures = Outcome(-1, "", 0.0), 0
    for seed in range(wanted.first, wanted.last):
        if wanted.keep is not None:
            written(mutant(seed, games)[1], wanted.keep / str(seed))
        found = trial(seed, games)
        reached[found.reached] += 1
        slowest = max(slowest, found, key=lambda outcome: outcome.seconds)
        if found.wrong:
            failures += 1
            sys.stdout.write(json.dumps({"seed": seed, "seconds": found.seconds, "wrong": found.wrong}) + "\n")
            sys.stdout.flush()
    whole = {
        "tried": wanted.last - wanted.first,
        "failures": failures,
        "reached": dict(reached),
        "slowest": [slowest.seed, round(slowest.seconds, 2)],
        "most_memory": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024,
    }
    sys.stdout.write(json.dumps(whole) + "\n")


if __name__ == "__main__":
    os.environ["CREX_CACHE"] = ""  # nothing that is tried is remembered
    main()
