"""Tables under load: many games at once over HTTP, every seat listening; decisions a second, waiting, memory, cost."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import quantiles

from crex_dsl.engine.game import load
from crex_dsl.engine.run.decision import DECLINE
from crex_dsl.gameplay.progress.game_record import GameRecord
from tests.table.browser import Browser, Listener
from tests.table.test_faults import Process

TABLES, STREAMS = 200, 400
PLAYERS = 8  # threads that decide, each at tables of its own
SECONDS = 15.0
GAME, EDITION = "crusader-rex", "english-2.0"
SEATS = ("franks", "saracens")


@dataclass
class Course:
    """A game as it was played by chance: decisions one after the other, each with who took it and the answer by id."""

    seed: int
    codes: list[int]
    answers: list[tuple[str, str]]


def course(seed: int, decisions: int) -> Course:
    """A game in which whatever is picked together is left to chance as one answer, as far as so many decisions."""
    game, rng = load(GAME, EDITION), Random(seed)
    position, found = game.start(seed), Course(seed, [], [])
    while len(found.codes) < decisions and not position.over:
        gathers = game.asking(position.state).mode == "keep"
        codes = [code for code in position.codes if not (gathers and code != DECLINE and game.coding(code).unordered)]
        if not codes:
            break
        code = rng.choice(codes)
        found.answers.append((position.asked().who, position.seen_as(code).id))
        found.codes.append(code)
        position.take(code)
    return found


def engine_time(played: Course) -> float:
    """Seconds of processor time that the engine takes for a game: each decision is taken, and shown to who is next.

    Without the collector of garbage, which would come upon it by chance, and takes its share of the server.
    """
    position = load(GAME, EDITION).start(played.seed)
    gc.collect()
    gc.disable()
    begun = time.process_time()
    for code in played.codes:
        position = position.copy()  # a table keeps where it stood until the decision is on disk
        position.take(code)
        if not position.over:
            position.view(position.asked().who).decision  # noqa: B018 - it is worked out when it is looked at
    took = time.process_time() - begun
    gc.enable()
    return took


def server_time(process: Process, played: Course) -> float:
    """Seconds of processor time that all processes of the server take for the same game over HTTP.

    Counted is every decision from its request to its answer: read, checked, taken, stored on disk and acknowledged, in
    the process that listens, in the one with the rules, and in the system on their behalf. Nobody looks at the table.
    """
    assert process.process is not None
    record = GameRecord(load(GAME, EDITION).start(played.seed))
    bodies = []
    for code, (who, answer) in zip(played.codes, played.answers, strict=True):
        bodies.append((who, {"n": record.count(who), "answer": answer}))
        record.take(code)
    with Browser(process.address) as browser:
        seats = {seat: {"mine": True} for seat in SEATS}
        table = browser.send_to("/api/tables", game=GAME, edition=EDITION, seats=seats, seed=played.seed)["table"]
        browser.view(table, SEATS[0])
        pids = processes(process.process.pid)
        used = processor_time(pids)
        for who, body in bodies:
            while (found := browser.post(f"/api/tables/{table}/{who}/decide", json=body)).status_code == 429:
                time.sleep(0.2)
            assert found.is_success and found.json()["done"], found.text
        return processor_time(pids) - used


def decision_costs(process: Process, rounds: int = 5, decisions: int = 75) -> tuple[float, float, list[float]]:
    """Seconds of a decision in the engine and in the server, and how many times the first the second is in each round.

    Both play the same games, in turn, so that whatever else the machine does meets both.
    """
    games = [course(seed, decisions) for seed in range(rounds + 1)]
    both = [(engine_time(played), server_time(process, played)) for played in games][1:]  # after one to warm up
    count = sum(len(played.codes) for played in games[1:])
    engine, server = (sum(times) / count for times in zip(*both, strict=True))
    return engine, server, [one / other for other, one in both]


def processes(pid: int) -> list[int]:
    """A process and those that it started."""
    told = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True, check=False)
    return [pid, *(int(line) for line in told.stdout.split())]


def resident(pids: list[int]) -> int:
    """Bytes in memory of some processes."""
    page = os.sysconf("SC_PAGE_SIZE")
    return sum(int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * page for pid in pids if _runs(pid))


def processor_time(pids: list[int]) -> float:
    """Seconds of processor time of some processes with all their threads, as the scheduler counts nanoseconds."""
    threads = [thread for pid in pids if _runs(pid) for thread in Path(f"/proc/{pid}/task").iterdir()]
    return sum(int((thread / "schedstat").read_text().split()[0]) for thread in threads) / 1e9


def _runs(pid: int) -> bool:
    return Path(f"/proc/{pid}").is_dir()


class Players(threading.Thread):
    """Decides at some tables in turn, each in a browser of its own; how long each decision took to be acknowledged."""

    def __init__(self, address: str, tables: dict[str, dict[str, str]], seed: int) -> None:
        super().__init__(daemon=True)
        self.browsers = {table: Browser(address) for table in tables}
        for table, cookies in tables.items():
            self.browsers[table].cookies.update(cookies)
        self.rng, self.took, self.ended = Random(seed), list[float](), threading.Event()

    def run(self) -> None:
        while not self.ended.is_set():
            for table, browser in self.browsers.items():
                if self.ended.is_set():
                    break
                self._decide(table, browser)
        for browser in self.browsers.values():
            browser.close()

    def _decide(self, table: str, browser: Browser) -> None:
        seat = SEATS[0]
        view = browser.view(table, seat, since=99_999)
        if view["waiting_for"] not in (seat, None):
            seat = view["waiting_for"]
            view = browser.view(table, seat, since=99_999)
        if view["decision"] is None:
            return
        answer = self.rng.choice(view["decision"]["answers"])["id"]
        path = f"/api/tables/{table}/{seat}/decide"
        begun = time.perf_counter()
        response = browser.post(path, json={"n": view["n"], "answer": answer})
        if response.is_success:
            self.took.append(time.perf_counter() - begun)


def measured(tables: int = TABLES, streams: int = STREAMS, seconds: float = SECONDS) -> Iterator[tuple[str, str]]:
    """What is measured, each thing with its figure."""
    with tempfile.TemporaryDirectory() as folder:
        process = Process(Path(folder))
        process.start()
        ears: list[Listener] = []
        try:
            engine, alone, ratios = decision_costs(process)
            yield "processor time for a decision, ms", f"{1000 * alone:.1f}"
            yield "times the engine's take and view", f"{alone / engine:.1f} ({min(ratios):.1f}-{max(ratios):.1f})"
            with Browser(process.address) as maker:
                seats = {seat: {"mine": True} for seat in SEATS}
                made = []
                for _ in range(tables):
                    body = {"game": GAME, "edition": EDITION, "seats": seats}
                    while (found := maker.post("/api/tables", json=body)).status_code == 429:
                        time.sleep(0.2)
                    made.append((found.json()["table"], dict(maker.cookies)))
                    maker.cookies.clear()
                pids = processes(process.process.pid) if process.process else []
                empty = resident(pids)
                for number in range(streams):
                    maker.cookies.update(made[number % tables][1])
                    ears.append(Listener(maker))
                    maker.cookies.clear()
            players = [Players(process.address, dict(made[number::PLAYERS]), number) for number in range(PLAYERS)]
            used, begun = processor_time(pids), time.perf_counter()
            for each in players:
                each.start()
            time.sleep(seconds)
            for each in players:
                each.ended.set()
            for each in players:
                each.join(60)
            took, spent = time.perf_counter() - begun, processor_time(pids) - used
            waits = sorted(wait for each in players for wait in each.took)
            cuts = quantiles(waits, n=20)
            yield f"{tables} tables, {len(ears)} streams, decisions/s", f"{len(waits) / took:.0f}"
            yield "latency of a decision at 50 %, ms", f"{1000 * cuts[9]:.0f}"
            yield "latency of a decision at 95 %, ms", f"{1000 * cuts[18]:.0f}"
            yield "memory for a table in play, KB", f"{(resident(pids) - empty) / tables / 1024:.0f}"
            yield (
                "processor time for a decision with views and events of both sides, ms",
                f"{1000 * spent / len(waits):.1f}",
            )
            yield "times the engine's take and one view", f"{spent / len(waits) / engine:.1f}"
        finally:
            for ear in ears:
                ear.close()
            process.kill()


if __name__ == "__main__":
    for what, figure in measured(*(int(word) for word in sys.argv[1:3])):
        sys.stdout.write(f"{what}: {figure}\n")
        sys.stdout.flush()
