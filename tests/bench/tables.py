"""Tables under load: many games at once over HTTP, every seat listening; decisions a second, waiting, memory, cost."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from statistics import quantiles

from crex_dsl.engine.game import load
from crex_dsl.gameplay.progress.game_record import GameRecord
from tests.table.browser import Browser, Listener
from tests.table.test_faults import Process

TABLES, STREAMS = 200, 400
PLAYERS = 8  # threads that decide, each at tables of its own
SECONDS = 15.0
GAME, EDITION = "crusader-rex", "english-2.0"
SEATS = ("franks", "saracens")


def engine_cost(decisions: int = 400) -> float:
    """Seconds of processor time that the engine takes for a decision: to take it, and to show it to whoever is next."""
    game, rng = load(GAME, EDITION), Random(1)
    position = game.start(1)
    begun = time.process_time()
    for seed in range(decisions):
        if position.over:
            position = game.start(seed)
        position = position.copy()
        position.take(rng.choice(position.codes))
        if not position.over:
            position.view(position.asked().who).decision  # noqa: B018 - it is worked out when it is looked at
    return (time.process_time() - begun) / decisions


def decision_cost(process: Process, decisions: int = 75) -> float:
    """Seconds of processor time that the server takes for a decision and nothing else, from request to answer.

    Whoever decides plays the same game here, and so need not look at the table; several do so in turn, each no more
    often than is answered at once.
    """
    game, rng = load(GAME, EDITION), Random(2)
    assert process.process is not None
    with ExitStack() as stack:
        players = []
        for seed in range(77, 81):
            browser = stack.enter_context(Browser(process.address))
            seats = {seat: {"mine": True} for seat in SEATS}
            table = browser.send_to("/api/tables", game=GAME, edition=EDITION, seats=seats, seed=seed)["table"]
            browser.view(table, SEATS[0])
            players.append((browser, table, GameRecord(game.start(seed))))
        pids = processes(process.process.pid)
        used, taken = processor_time(pids), 0
        for _ in range(decisions):
            for browser, table, record in players.copy():
                code = rng.choice(record.now.codes)
                who, answer = record.now.asked().who, record.now.seen_as(code).id
                body = {"n": record.count(who), "answer": answer}
                found = browser.send_to(f"/api/tables/{table}/{who}/decide", **body)
                taken += 1
                if found["done"]:
                    record.take(code)
                else:  # a pick, which is decided with the last of them
                    players.remove((browser, table, record))
        return (processor_time(pids) - used) / taken


def processes(pid: int) -> list[int]:
    """A process and those that it started."""
    told = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True, check=False)
    return [pid, *(int(line) for line in told.stdout.split())]


def resident(pids: list[int]) -> int:
    """Bytes in memory of some processes."""
    page = os.sysconf("SC_PAGE_SIZE")
    return sum(int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * page for pid in pids if _runs(pid))


def processor_time(pids: list[int]) -> float:
    """Seconds of processor time of some processes."""
    ticks = os.sysconf("SC_CLK_TCK")
    stats = [Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split() for pid in pids if _runs(pid)]
    return sum(int(each[11]) + int(each[12]) for each in stats) / ticks


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
    engine = engine_cost()
    with tempfile.TemporaryDirectory() as folder:
        process = Process(Path(folder))
        process.start()
        ears: list[Listener] = []
        try:
            alone = decision_cost(process)
            yield "processor time for a decision alone, ms", f"{1000 * alone:.1f}"
            yield "times the engine's take and view", f"{alone / engine:.1f}"
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
            yield "processor time for a decision with its views and events, ms", f"{1000 * spent / len(waits):.1f}"
            yield "times the engine's take and view, all that in it", f"{spent / len(waits) / engine:.1f}"
        finally:
            for ear in ears:
                ear.close()
            process.kill()


if __name__ == "__main__":
    for what, figure in measured(*(int(word) for word in sys.argv[1:3])):
        sys.stdout.write(f"{what}: {figure}\n")
        sys.stdout.flush()
