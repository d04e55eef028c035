"""A million random games, played natively: of every edition, with each option and reading, and with several at once.

    python -m tests.conformance.million [--games N] [--workers N] [--part K/N]

Each rulebook first plays some games in both engines, decision by decision.  None may get stuck, go on without end, or
break a rule; whatever does is told with its seed, and the exit code is 1.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from crex_dsl.engine.native.availability import engine_version, why_none
from crex_dsl.engine.native.game_records import Record
from crex_dsl.rulebook.selection.catalogue import rulebook
from crex_dsl.system.console import say
from crex_dsl.system.processes import process_pool
from tests.conformance.cases import Case, cases, house_editions, index, library
from tests.engine.native.lockstep import assert_same_games, both_engines

GAMES = 1_000_000
HOUSES = 4  # sets of several options for each edition of a whole game
IN_BOTH = 2  # games of each rulebook that are played in both engines
MOST_DECISIONS = 20_000


@dataclass(frozen=True)
class Soaked:
    """What the games of one rulebook came to."""

    case: Case
    games: int
    decisions: int = 0
    seconds: float = 0.0  # of processor time, what it takes to compile included
    wrong: list[str] = field(default_factory=list)


def soak(case: Case, games: int, most: int = MOST_DECISIONS) -> Soaked:
    """Play so many games of a rulebook; whatever goes wrong is told, and never raised."""
    begun, played, decisions = time.process_time(), 0, 0
    wrong: list[str] = []
    try:
        selection = index(case.game).select(case.edition, case.options)
        program, machine = both_engines(rulebook(library().files(case.game), selection, scripts=False))
        assert_same_games(program, machine, range(IN_BOTH))
        machine.limits(most)
        for seed, record in machine.games(0, games):
            played += 1
            if not isinstance(record, Record):
                wrong.append(f"seed {seed}: {record}")
                continue
            decisions += record.decisions
            if record.status or not record.ending:
                wrong.append(f"seed {seed} goes on after {most:,} decisions" if record.status else f"seed {seed} stops")
    except Exception as error:
        wrong.append(f"{type(error).__name__}: {error}")
    return Soaked(case, played, decisions, time.process_time() - begun, wrong)


def rulebooks() -> list[Case]:
    """Every edition of every game, with each option and reading alone, as printed, and with several options."""
    return [*cases(), *house_editions(HOUSES)]


def soaked(chosen: Sequence[Case], games: int, workers: int) -> Iterator[Soaked]:
    """So many games shared out evenly among rulebooks, by several processes where that is asked."""
    each = -(-games // max(1, len(chosen)))
    if workers == 1:
        yield from (soak(case, each) for case in chosen)
        return
    with process_pool(workers) as pool:
        yield from pool.map(soak, chosen, [each] * len(chosen))


def report(found: Iterable[Soaked], total: int, tell: Callable[[str], object] = say) -> bool:
    """Tell of rulebooks as they come, and of all of them at the end; whether nothing went wrong."""
    games = decisions = count = 0
    seconds, wrong = 0.0, 0
    for each in found:
        count += 1
        games, decisions, seconds = games + each.games, decisions + each.decisions, seconds + each.seconds
        wrong += len(each.wrong)
        figures = f"{each.games:7,} games  {each.decisions:11,} decisions  {each.seconds:5.1f} s"
        tell(f"{count:4}/{total}  {figures}  {each.case}")
        for line in each.wrong[:5]:
            tell(f"      WRONG: {line}")
    tell(
        f"{games:,} games of {count:,} rulebooks, {decisions:,} decisions, {seconds:,.0f} s of processor time: "
        + (f"{wrong:,} went wrong" if wrong else "none stuck, none endless, no fault")
    )
    return not wrong


def main(arguments: Sequence[str] | None = None) -> int:
    """Play, and tell."""
    parser = argparse.ArgumentParser(description="Play random games of every rulebook natively.")
    parser.add_argument("--games", type=int, default=GAMES, help="how many in all rulebooks together")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="how many processes share the work")
    parser.add_argument("--part", default="1/1", help="which part of the rulebooks, such as 2/4")
    given = parser.parse_args(arguments)
    if engine_version() is None:
        say(f"There is no native engine to play a million games: {why_none()}.", stderr=True)
        return 1
    part, parts = map(int, given.part.split("/"))
    chosen = rulebooks()[part - 1 :: parts]
    found = soaked(chosen, -(-given.games // parts), given.workers)
    return 0 if report(found, len(chosen)) else 1


if __name__ == "__main__":
    sys.exit(main())
