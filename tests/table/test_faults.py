"""What breaks loses nothing: the server killed under tables in play, a locked database, a killed worker."""

from __future__ import annotations

import os
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random

import httpx
import pytest

from crex_dsl.table.store.database import FILE
from tests.table.browser import EDITION, SMALL, Browser, Listener
from tests.table.conftest import RunningServer


class Process:
    """`crex serve` as a process of its own, on a port that stays the same."""

    def __init__(self, folder: Path) -> None:
        with closing(socket.create_server(("127.0.0.1", 0))) as probe:
            self.port = probe.getsockname()[1]
        self.folder, self.address = folder, f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        command = "from crex_dsl.cli.app import main; main()"
        words = ["serve", "--port", str(self.port), "--data", str(self.folder), "--no-rules"]
        self.process = subprocess.Popen([sys.executable, "-c", command, *words], stdout=subprocess.DEVNULL)
        until = time.monotonic() + 60
        while True:
            try:
                httpx.get(f"{self.address}/api/mine", timeout=5)
                return
            except httpx.HTTPError:
                assert time.monotonic() < until and self.process.poll() is None
                time.sleep(0.05)

    def kill(self) -> None:
        assert self.process is not None
        self.process.kill()
        self.process.wait()


def test_a_server_that_is_ended_ends_its_streams(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    process = Process(tmp_path)
    process.start()
    assert process.process is not None
    with Browser(process.address) as reader:
        listener = Listener(reader)
        process.process.send_signal(signal.SIGINT)
        process.process.wait(30)
        listener.close()
    assert "graceful shutdown exceeded" not in capfd.readouterr().err


class Player(threading.Thread):
    """Plays one table whatever happens, and counts the decisions that were acknowledged."""

    def __init__(self, address: str, table: str, cookies: httpx.Cookies, seed: int) -> None:
        super().__init__(daemon=True)
        self.browser = Browser(address)
        self.browser.cookies.update(cookies)
        self.table, self.rng = table, Random(seed)
        self.acknowledged, self.over = 0, False
        self.ended = threading.Event()
        self.wrong: list[str] = []

    def run(self) -> None:
        seat = "red"
        while not self.ended.is_set() and not self.over:
            try:
                seat = self._turn(seat)
            except (httpx.HTTPError, OSError):
                time.sleep(0.05)

    def _turn(self, seat: str) -> str:
        response = self.browser.get(f"/api/tables/{self.table}/{seat}?svg=0&since=99999")
        if response.status_code == 503:
            time.sleep(0.05)
            return seat
        if not response.is_success:
            self.wrong.append(f"{response.status_code} {response.text[:300]}")
            time.sleep(0.5)
            return seat
        view = response.json()
        self.over = view["over"]
        if view["waiting_for"] != seat:
            return view["waiting_for"] or seat
        answer = self.rng.choice(view["decision"]["answers"])["id"]
        path = f"/api/tables/{self.table}/{seat}/decide"
        done = self.browser.post(path, json={"n": view["n"], "answer": answer})
        if done.is_success:
            self.acknowledged += 1
        elif done.status_code not in (409, 503):
            self.wrong.append(done.text)
        return seat


def check_tables(folder: Path, players: list[Player]) -> None:
    """Every acknowledged decision is there once; at most the one that nobody heard of is there besides."""
    with closing(sqlite3.connect(folder / FILE)) as database:
        for player in players:
            rows = database.execute(
                "SELECT number FROM decisions WHERE table_id = ? ORDER BY number", (player.table,)
            ).fetchall()
            (decided,) = database.execute("SELECT decided FROM tables WHERE id = ?", (player.table,)).fetchone()
            assert [number for (number,) in rows] == list(range(1, decided + 1))
            assert decided >= player.acknowledged


def kill_again_and_again(folder: Path, tables: int, kills: int) -> None:
    process = Process(folder)
    process.start()
    try:
        with Browser(process.address) as maker:
            seats = {"red": {"mine": True}, "green": {"mine": True}}
            made = []
            for _ in range(tables):
                while (found := maker.post("/api/tables", json=_table(seats))).status_code == 429:
                    time.sleep(0.2)
                made.append(found.json()["table"])
            players = [Player(process.address, table, maker.cookies, seed) for seed, table in enumerate(made)]
        heard = 0
        for each in players:
            each.start()
        for _ in range(kills):
            until = time.monotonic() + 200
            while sum(each.acknowledged for each in players) < heard + tables and time.monotonic() < until:
                if all(each.over for each in players):
                    break
                time.sleep(0.02)
            process.kill()
            heard = sum(each.acknowledged for each in players)
            unheard = _in_flight(folder, players)
            check_tables(folder, players)
            assert unheard <= len(players), "at most one decision of each table was on its way"
            process.start()
        for each in players:
            each.ended.set()
        for each in players:
            each.join(30)
            assert each.wrong == []
            view = each.browser.view(each.table, "red", since=9_999)
            assert view["n"] >= 0, "the table opens again"
            each.browser.close()
        assert heard >= tables
        check_tables(folder, players)
    finally:
        process.kill()


def _in_flight(folder: Path, players: list[Player]) -> int:
    time.sleep(0.2)  # answers that were sent before the end
    with closing(sqlite3.connect(folder / FILE)) as database:
        stored = dict(database.execute("SELECT id, decided FROM tables").fetchall())
    ahead = sum(stored[each.table] - each.acknowledged for each in players)
    for each in players:  # what nobody heard of is known now
        each.acknowledged = stored[each.table]
    return ahead


def _table(seats: dict[str, dict[str, bool]]) -> dict[str, object]:
    return {"game": SMALL, "edition": EDITION, "seats": seats}


def test_no_decision_is_lost_or_doubled_when_the_server_is_killed(tmp_path: Path) -> None:
    kill_again_and_again(tmp_path, tables=3, kills=1)


@pytest.mark.soak
def test_no_decision_of_fifty_tables_is_lost_in_twenty_kills(tmp_path: Path) -> None:
    kill_again_and_again(tmp_path, tables=50, kills=20)


def test_a_killed_worker_is_replaced(server: RunningServer, browser: Browser) -> None:
    table = browser.new_table()
    browser.play(table, Random(1), 5)
    before = browser.view(table, "red")
    for pids in server.service.workers.pids.values():
        for pid in pids:
            os.kill(pid, signal.SIGKILL)
    until = time.monotonic() + 30
    while (answer := browser.get(f"/api/tables/{table}/red?svg=0")).status_code == 503:
        assert answer.json()["kind"] == "busy" and "Retry-After" in answer.headers
        assert time.monotonic() < until
        time.sleep(0.1)
    assert answer.json() == before


def test_a_bot_goes_on_after_its_process_was_killed(server: RunningServer, browser: Browser) -> None:
    seats = {"red": {"mine": True}, "green": {"sort": "bot", "bot": "random"}}
    table = browser.new_table(seats=seats)
    rng = Random(2)
    for round_ in range(6):
        until = time.monotonic() + 40
        while not (view := browser.view(table, "red", since=9_999))["your_turn"]:
            if view["over"]:
                return
            assert time.monotonic() < until
            time.sleep(0.05)
        browser.decide(table, "red", rng, view)
        if round_ == 2:
            for pid in server.service.workers.pids["thinkers"]:
                os.kill(pid, signal.SIGKILL)


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """The database held by somebody else."""
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("BEGIN IMMEDIATE")
        yield
        database.execute("ROLLBACK")


def test_a_locked_database_is_told_and_then_play_goes_on(server: RunningServer, browser: Browser) -> None:
    table = browser.new_table()
    seat = browser.view(table, "red")["waiting_for"]
    view = browser.view(table, seat)
    path, answer = f"/api/tables/{table}/{seat}/decide", view["decision"]["answers"][0]["id"]
    with locked(server.folder / FILE):
        assert browser.view(table, seat) == view, "whoever only looks is not held up"
        refused = browser.refused(path, n=view["n"], answer=answer)
        assert (refused["status"], refused["kind"]) == (503, "busy")
        assert browser.view(table, seat) == view
    assert browser.send_to(path, n=view["n"], answer=answer)["done"]


def test_a_lost_stream_is_told_where_things_stand(browser: Browser) -> None:
    table = browser.new_table()
    first = Listener(browser)
    first.wait_for("red", browser.view(table, "red")["n"])
    first.close()
    browser.play(table, Random(5), 6)
    second = Listener(browser)
    for seat in ("red", "green"):
        second.wait_for(seat, browser.view(table, seat)["n"])
    second.close()
