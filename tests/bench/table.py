"""`make bench`: one table of what matters, measured now; `pytest tests/bench --benchmark-only` measures more."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import astuple, dataclass, replace
from functools import cache
from random import Random

from crex_dsl.engine.game import game_of
from crex_dsl.engine.native.availability import SWITCH
from crex_dsl.engine.native.library import machine_of
from crex_dsl.engine.search.state_pool import pool_of
from crex_dsl.engine.search.trials import Horizon, Script, Trial
from crex_dsl.engine.secrecy.information_set import InformationSet
from crex_dsl.lab.bots.registry import RANDOM
from crex_dsl.lab.simulation.match import Match, Until
from crex_dsl.lab.simulation.series import AHEAD, Batch, Bench, Order, played
from crex_dsl.rulebook.files.games import Library, data_root
from crex_dsl.rulebook.selection.catalogue import index_of
from crex_dsl.system.console import say, show_table, watched
from tests.bench.tables import measured as tables_under_load

ROUNDS, SECONDS = 3, 1.5  # of games on one core; the best round counts
STEADY = 4.0  # seconds of games on all cores, once they have sat down
MANY = 10_000  # games of a whole simulation; in Python some seconds of them tell how long all would take
FOREVER = 10_000_000
SCALED = 6_000  # games that take one process some seconds natively
NATIVELY = 200  # games in one call
PLAYOUTS = 200
OPENING = 40  # decisions of a game in which a planner thinks, the same in both engines

LOAD = """
import sys, time
import crex_dsl.lab.simulation.match, crex_dsl.rulebook.selection.selection
from crex_dsl.engine.native.availability import NoNative
from crex_dsl.engine.native.library import machine_of
before = time.process_time()
game = crex_dsl.engine.game.load(sys.argv[1], sys.argv[2], watched=True)
game.start(1)
loaded = time.process_time()
try:
    import wasmtime
    imported = time.process_time()
    machine_of(game)
except (ImportError, NoNative):
    imported = time.process_time()
print(loaded - before, time.process_time() - imported)
"""
SIMULATE = """
import atexit, resource, sys
from pathlib import Path
from crex_dsl.cli.app import main

def most():  # kilobytes; what is told of a process otherwise includes whoever began it
    status = Path("/proc/self/status")
    lines = status.read_text().splitlines() if status.exists() else []
    told = [line.split()[1] for line in lines if line.startswith("VmHWM")]
    return told[0] if told else resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

atexit.register(lambda: print(most(), file=sys.stderr))
main()
"""


@dataclass(frozen=True)
class Row:
    """What was measured in Python and natively, how many times as fast that is, and natively on all cores."""

    what: str
    python: str = ""
    native: str = ""
    times: str = ""
    several: str = ""


@dataclass(frozen=True)
class Target:
    """How many times as fast a thing is to be natively, by the start of the game's name."""

    what: str
    game: str
    least: float


TARGETS = (
    Target("games/s", "crusader-rex", 35),
    Target("games/s", "na-grunwald", 30),
    Target("playouts/s", "", 20),
    Target("simulate", "", 20),
)


@dataclass(frozen=True)
class Pace:
    """How fast games go."""

    games: float
    decisions: float


@cache
def orders() -> dict[str, Order]:
    """Endless random games of every edition of every game that we ship, by name."""
    found: dict[str, Order] = {}
    library = Library([data_root()])
    for game in library.games():
        files = library.files(game)
        index = index_of(files)
        for edition in index.editions:
            selection = index.select(edition.id, ())
            bots = dict.fromkeys(game_of(files, selection).players, RANDOM)
            found[f"{game} {edition.id}"] = Order(files, selection, bots, FOREVER)
    return found


def alone(order: Order, native: bool = True) -> Pace:
    """The pace of one process by its processor time: the best of several rounds over the same games, tables warm."""
    bench, paces = Bench(order, native), []
    at_once = NATIVELY if bench.table.machine is not None else 1
    bench.batch(range(3))
    for _ in range(ROUNDS):
        begun, seed, decisions = time.process_time(), 0, 0
        while time.process_time() - begun < SECONDS:
            decisions += sum(playout.decisions for playout in bench.batch(range(seed, seed + at_once)).playouts)
            seed += at_once
        took = time.process_time() - begun
        paces.append(Pace(seed / took, decisions / took))
    return max(paces, key=lambda pace: pace.games)


def planning(order: Order, native: bool) -> float:
    """Playouts a second of a planner that thinks long about the first decisions of a game: the best of some rounds."""
    return max(_planned(order, native) for _ in range(5 if native else 2))


def _planned(order: Order, native: bool) -> float:
    player = next(iter(order.bots))
    bots = {**order.bots, player: f"planner:{PLAYOUTS}"}
    table = Match(order.game(), bots, order.cap, Until("decisions", OPENING), native)
    thought = 0
    planner = table.bots[table.game.seat(player)]
    choose = planner.choose

    def counted(information_set: InformationSet, rng: Random) -> int:
        nonlocal thought
        thought += 1
        return choose(information_set, rng)

    planner.choose = counted  # type: ignore[method-assign]
    begun = time.process_time()
    deque(table.games(range(1)), maxlen=0)
    return PLAYOUTS * thought / (time.process_time() - begun)


def shared(order: Order, workers: int) -> Pace:
    """The pace of several processes, from when all of them play."""
    batches = played(order, workers)
    for _ in range(2 * AHEAD * workers):
        next(batches)
    begun, games, decisions = time.perf_counter(), 0, 0
    while time.perf_counter() - begun < STEADY:
        batch: Batch = next(batches)
        games += len(batch.playouts)
        decisions += sum(playout.decisions for playout in batch.playouts)
    took = time.perf_counter() - begun
    batches.close()  # type: ignore[attr-defined]
    return Pace(games / took, decisions / took)


def loading(order: Order) -> list[tuple[float, float]]:
    """Seconds of processor time from the imports to the first decision, in Python and what is native besides.

    First where nothing is known, then where everything is, in fresh interpreters.
    """
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", LOAD, order.files.id, order.selection.edition]
        environment = {**os.environ, "CREX_CACHE": folder}
        told = [
            subprocess.run(command, capture_output=True, text=True, check=True, env=environment).stdout.split()
            for _ in range(4)
        ]
    took = [(float(python), float(native)) for python, native in told]
    return [took[0], min(took[1:])]


def copying(order: Order) -> tuple[float, float]:
    """Seconds for one copy of a position from which one can go on, in Python and natively."""
    game = game_of(order.files, order.selection, watched=True)
    state, machine = game.start(1).state, machine_of(game)
    machine.write(2, state)
    return _best(state.copy), _best(lambda: machine.copy(2, 3))


def _best(work: Callable[[], object]) -> float:
    """Seconds that something takes, where it is quickest."""
    best = float("inf")
    for _ in range(20):
        begun = time.perf_counter()
        for _ in range(1000):
            work()
        best = min(best, (time.perf_counter() - begun) / 1000)
    return best


def trying(order: Order) -> tuple[float, float]:
    """Trials of a search a second, in Python and natively: an answer, and forty decisions by chance after it."""
    game = game_of(order.files, order.selection, watched=True)
    position, scripts = game.start(1), [Script()] * len(game.seats)
    found: list[float] = []
    for machine, count in ((None, 40), (machine_of(game), 4_000)):
        pool = pool_of(game, machine)
        number, codes = pool.put(position.state), position.codes
        trials = [Trial(number, codes[seed % len(codes) :][:1], seed) for seed in range(count)]
        paces = []
        for _ in range(ROUNDS):
            begun = time.process_time()
            pool.rollouts(trials, scripts, Horizon(40))
            paces.append(count / (time.process_time() - begun))
        found.append(max(paces))
    return found[0], found[1]


def simulated(order: Order, games: int, workers: int, native: bool = True) -> tuple[float, float]:
    """How many seconds of processor time `crex simulate` takes, and how many MB its first process needs at most."""
    arguments = ["simulate", "-g", order.files.id, "-e", order.selection.edition, "-n", str(games)]
    command = [sys.executable, "-c", SIMULATE, *arguments, "--workers", str(workers)]
    environment = {**os.environ, SWITCH: "1" if native else "0"}
    begun = children()
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    kilobytes = float(done.stderr.split()[-1]) / (1 if sys.platform != "darwin" else 1024)
    return children() - begun, kilobytes / 1024


def simulations(name: str, order: Order, pace: float) -> Iterator[Row]:
    """What `crex simulate` of many games with all measures takes from start to end, and how much memory."""
    few = round(4 * pace)
    (begun, _), (in_python, room) = (simulated(order, games, 1, native=False) for games in (1, few))
    slow = begun + (in_python - begun) * (MANY - 1) / (few - 1)
    quick, roomy = min(simulated(order, MANY, 1) for _ in range(3))
    both, _ = simulated(order, MANY, os.cpu_count() or 1)
    what = f"{name}, simulate {MANY:,} games"
    yield Row(f"{what}, s in all", f"{slow:.0f}", f"{quick:.2f}", f"{slow / quick:.1f}", f"{both:.2f}")
    yield Row(f"{what}, MB at most", f"{room:.0f}", f"{roomy:.0f}")


def reached(rows: Sequence[Row]) -> Iterator[str]:
    """For each target the least that was measured."""
    for target in TARGETS:
        found = [
            row for row in rows if row.times and row.what.startswith(target.game) and f", {target.what}" in row.what
        ]
        if found:
            least = min(found, key=lambda row: float(row.times))
            whether = "reached" if float(least.times) >= target.least else "MISSED"
            yield f"{whether}: at least {target.least:g} times Python; the least is {least.times}, {least.what}"


def scaling(order: Order) -> tuple[float, float]:
    """How many times as fast two workers are as one, by the clock and by the processor time that games take.

    The clock tells the truth where nothing else runs; processor time also where others keep the cores busy.
    """
    clock = max(shared(order, 2).games / shared(order, 1).games for _ in range(2))
    few, more = replace(order, games=2), replace(order, games=SCALED)
    deque(played(few, 1), maxlen=0)
    one, start, two = (_processor_time(some, workers) for some, workers in ((more, 1), (few, 2), (more, 2)))
    return clock, 2 * one / (two - start)


def _processor_time(order: Order, workers: int) -> float:
    before = time.process_time(), children()
    deque(played(order, workers), maxlen=0)
    return time.process_time() - before[0] + children() - before[1]


def children() -> float:
    """The processor time of all processes that we started and that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def rows() -> Iterator[Row]:
    """Everything that is measured, as it is."""
    cores = os.cpu_count() or 1
    paces: dict[str, float] = {}
    for name, order in orders().items():
        python, one, several = alone(order, native=False), alone(order), shared(order, cores)
        paces[name] = one.games
        yield Row(f"{name}, games/s", *_beside(python.games, one.games), f"{several.games:,.0f}")
        yield Row(f"{name}, decisions/s", *_beside(python.decisions, one.decisions), f"{several.decisions:,.0f}")
        planned = planning(order, native=False), planning(order, native=True)
        yield Row(f"{name}, playouts/s of planner:{PLAYOUTS}", *_beside(*planned))
        yield Row(f"{name}, trials/s of a search", *_beside(*trying(order)))
        slow, quick = copying(order)
        yield Row(f"{name}, copy, µs", f"{1e6 * slow:.2f}", f"{1e6 * quick:.2f}", f"{slow / quick:.1f}")
        for how, (alone_took, besides) in zip(("cold", "warm"), loading(order), strict=True):
            yield Row(f"{name}, load {how}, ms", f"{1000 * alone_took:,.0f}", f"+{1000 * besides:,.0f}")
        yield from simulations(name, order, python.games)
    slowest = min(paces, key=paces.__getitem__)
    clock, processor = scaling(orders()[slowest])
    yield Row(f"{slowest}, 2 workers, times as fast as 1", several=f"{clock:.2f}")
    yield Row(f"{slowest}, 2 workers, times as fast by processor time", several=f"{processor:.2f}")
    yield from (Row(f"tables in the browser: {what}", several=figure) for what, figure in tables_under_load())


def _beside(python: float, native: float) -> tuple[str, str, str]:
    """Two paces, and how many times as fast the second is."""
    return f"{python:,.0f}", f"{native:,.0f}", f"{native / python:.1f}"


def main() -> None:
    """Measure, with a bar on a terminal, and print the table and what it says of the targets."""
    total = 9 * len(orders()) + 10
    columns = ("measured", "Python", "native", "times", f"{os.cpu_count() or 1} cores")
    found = list(watched(rows(), total, "measuring"))
    show_table(columns, [astuple(row) for row in found], numbers=columns[1:])
    for line in reached(found):
        say(line)


if __name__ == "__main__":
    main()
