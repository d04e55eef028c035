"""Somebody with a browser: makes tables, joins them by link, looks, decides, listens."""

from __future__ import annotations

import json
import threading
import time
from contextlib import suppress
from http.client import HTTPConnection, HTTPException
from random import Random
from socket import SHUT_RDWR
from typing import Any

import httpx

SMALL, EDITION = "na-grunwald", "two-players"
LARGE = "crusader-rex"


class Browser(httpx.Client):
    """A browser with its own cookies."""

    def __init__(self, address: str) -> None:
        super().__init__(base_url=address, headers={"Origin": address}, timeout=60)

    def send_to(self, path: str, **body: Any) -> Any:
        """What a POST is answered with; anything but success fails the test."""
        response = self.post(path, json=body)
        assert response.is_success, (path, response.status_code, response.text)
        return response.json()

    def refused(self, path: str, **body: Any) -> dict[str, Any]:
        """How a POST is refused."""
        response = self.post(path, json=body)
        assert response.is_error, (path, response.text[:300])
        found: dict[str, Any] = response.json()
        assert found["status"] == response.status_code
        return found

    def new_table(self, game: str = SMALL, edition: str = EDITION, **more: Any) -> str:
        """A new table; all seats are one's own unless more is said."""
        if "seats" not in more:
            choice = self.send_to("/api/games/check", game=game, edition=edition)
            more["seats"] = {player["seat"]: {"mine": True} for player in choice["players"]}
        made: str = self.send_to("/api/tables", game=game, edition=edition, **more)["table"]
        return made

    def view(self, table: str, seat: str, **query: Any) -> Any:
        response = self.get(f"/api/tables/{table}/{seat}", params={"svg": 0, **query})
        assert response.is_success, response.text
        return response.json()

    def decide(self, table: str, seat: str, rng: Random, view: Any = None) -> Any:
        """Take any answer, and whatever must be picked with it."""
        view = view or self.view(table, seat, since=9_999)
        decision, picks = view["decision"], []
        while True:
            answer = rng.choice(decision["answers"])["id"]
            found = self.send_to(f"/api/tables/{table}/{seat}/decide", n=view["n"], answer=answer, picks=picks)
            if found["done"]:
                return found
            decision, picks = found["decision"], found["picks"]

    def play(self, table: str, rng: Random, most: int) -> Any:
        """Decide for all seats of one's own, so many times or to the end; the last view."""
        seats = self.get(f"/api/tables/{table}").json()["mine"]
        seat = seats[0]
        for _ in range(most):
            view = self.view(table, seat, since=9_999)
            if view["over"]:
                break
            if view["waiting_for"] != seat:
                if view["waiting_for"] not in seats:
                    time.sleep(0.02)
                    continue
                seat = view["waiting_for"]
                view = self.view(table, seat, since=9_999)
            self.decide(table, seat, rng, view)
        return self.view(table, seat)


class Listener:
    """The events of a browser, as they come."""

    def __init__(self, browser: Browser) -> None:
        self.events: list[tuple[str, dict[str, Any]]] = []
        self._connection = HTTPConnection(browser.base_url.host, browser.base_url.port, timeout=60)
        cookies = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
        self._connection.request("GET", "/events", headers={"Cookie": cookies})
        self._socket = self._connection.sock
        self._response = self._connection.getresponse()
        assert self._response.status == 200
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()

    def _listen(self) -> None:
        name = ""
        try:
            while line := self._response.readline().decode():
                if line.startswith("event: "):
                    name = line.removeprefix("event: ").strip()
                elif line.startswith("data: "):
                    self.events.append((name, json.loads(line.removeprefix("data: "))))
        except (OSError, HTTPException, ValueError):
            return

    def news(self, seat: str) -> list[int]:
        """The numbers that a seat was told."""
        return [data["n"] for name, data in list(self.events) if name == "news" and data["seat"] == seat]

    def wait_for(self, seat: str, number: int, seconds: float = 10) -> None:
        """Wait until a seat was told of a number."""
        until = time.monotonic() + seconds
        while number not in self.news(seat):
            assert time.monotonic() < until, (seat, number, self.events)
            time.sleep(0.01)

    def close(self) -> None:
        with suppress(OSError):
            self._socket.shutdown(SHUT_RDWR)
        self._thread.join(5)
        self._response.close()
        self._connection.close()
        self._socket.close()
