"""Told alike over HTTP: two tables that differ only in what a seat cannot see give it the same bodies and events."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from crex_dsl.engine.errors import CrexError
from crex_dsl.engine.game import ONLOOKER, Game, load
from crex_dsl.engine.run.position import Position
from crex_dsl.engine.run.runtime import FAULTS
from crex_dsl.engine.secrecy.mask import OBSERVER
from tests.conformance.twins import onward, twin
from tests.table.browser import Browser, Listener
from tests.table.conftest import RunningServer

QUICK = [("crusader-rex", "english-2.0", 3), ("na-grunwald", "three-players", 2)]
SOAK = [
    (game, edition, seed)
    for game, edition in (
        ("crusader-rex", "english-2.0"),
        ("crusader-rex", "polish-1.4"),
        ("na-grunwald", "four-players"),
        ("na-grunwald", "two-players"),
    )
    for seed in range(10, 16)
]
_TIMES = re.compile(r"\d{4}-\d\d-\d\dT[\d:.]+Z")
_SPANS = re.compile(r'"(seconds|median|longest)":[\d.]+')
_KEYS = re.compile(r"feed\?key=[0-9a-f]+")


class TwinTables:
    """Two tables at twin positions: one person at all sides but one, and a reader who must know no difference."""

    def __init__(self, server: RunningServer, one: Position, two: Position, reader: str) -> None:
        self.reader = "observer" if reader == ONLOOKER else reader
        self.makers = [server.browser() for _ in range(2)]
        self.readers = [server.browser() for _ in range(2)]
        self.ids: list[str] = []
        for maker, other, position in zip(self.makers, self.readers, (one, two), strict=True):
            everybody = {player: {"mine": player != reader} for player in one.game.players}
            made = maker.send_to("/api/open", save=position.to_json(), title="Twins", seats=everybody)
            self.ids.append(made["table"])
            link = maker.send_to(f"/api/tables/{made['table']}/links", seat=self.reader)["link"]
            other.send_to(f"/api/tables/{made['table']}/join", token=link.partition("#")[2], name="Reader")
        self.ears = [Listener(each) for each in self.readers]

    def decide(self, which: int, position: Position, code: int) -> None:
        who, table = position.asked().who, self.ids[which]
        browser = self.readers[which] if who == self.reader else self.makers[which]
        view = browser.view(table, who, since=9_999)
        answer = position.seen_as(code)
        assert answer.id in [each["id"] for each in view["decision"]["answers"]]
        found = browser.post(f"/api/tables/{table}/{who}/decide", json={"n": view["n"], "answer": answer.id})
        if found.is_success and not found.json()["done"]:  # a pick alone, in the order of the rules
            raise Ended
        assert found.is_success, found.text

    def bodies(self, which: int, wishes: list[str]) -> Iterator[tuple[str, str]]:
        """All that the reader can read of a table."""
        browser, table = self.readers[which], self.ids[which]
        at = f"/api/tables/{table}/{self.reader}"
        view = browser.get(at)
        yield "view", view.text
        last = view.json()["moments"]
        for moment in sorted({0, last // 2, max(0, last - 1)}):
            yield f"moment {moment}", browser.get(f"{at}?at={moment}").text
        yield "moves", browser.get(f"{at}?arrows={max(0, last - 1)}").text
        yield "page", browser.get(f"/tables/{table}/{self.reader}").text
        yield "lobby", browser.get(f"/api/tables/{table}").text
        yield "mine", browser.get("/api/mine").text
        yield "report", browser.get(f"{at}/report").text
        yield "save", browser.get(f"{at}/save").text if not view.json()["over"] else ""
        for wish in wishes:
            yield f"why {wish}", browser.post(f"{at}/why", json={"action": wish}).text
            yield f"decide {wish}", browser.post(f"{at}/decide", json={"n": view.json()["n"] + 1, "answer": wish}).text
        if view.json()["can"]["odds"]:
            yield "odds", browser.post(f"{at}/odds", json={}).text
        if view.json()["your_turn"]:
            for place in ("jerusalem", "acre"):
                sent = {"n": view.json()["n"], "words": f"all to {place}"}
                yield f"order {place}", browser.post(f"{at}/order", json=sent).text

    def compare(self, wishes: list[str]) -> int:
        """Let the reader read both tables; how much there was to read."""
        one, two = (list(self.bodies(which, wishes)) for which in range(2))
        for (what, first), (also, second) in zip(one, two, strict=True):
            assert what == also
            assert self._plain(first, 0) == self._plain(second, 1), f"{self.reader} reads another {what}"
        heard = [self._heard(which) for which in range(2)]
        assert heard[0] == heard[1], f"{self.reader} hears other events"
        return sum(len(text) for _, text in one)

    def _plain(self, text: str, which: int) -> str:
        text = _SPANS.sub("SPAN", text)
        return _TIMES.sub("TIME", _KEYS.sub("feed", text.replace(self.ids[which], "TABLE")))

    def _heard(self, which: int) -> list[tuple[str, Any]]:
        """The events of the reader up to how things stand."""
        number = self.readers[which].view(self.ids[which], self.reader, since=9_999)["n"]
        self.ears[which].wait_for(self.reader, number)
        return [data["n"] for name, data in self.ears[which].events if name == "news"]

    def close(self) -> None:
        for each in (*self.ears, *self.makers, *self.readers):
            each.close()


class Ended(Exception):
    """These twins cannot be followed farther here."""


def twins_of(game: Game, seed: int, most: int) -> Iterator[tuple[str, Position, Any]]:
    """Positions from all over a random game, each with a twin for somebody."""
    rng = Random(seed)
    position, walked = game.start(seed), []
    while not position.over:
        walked.append(position.copy())
        position.take(rng.choice(position.codes))
    seats = [*game.seats, OBSERVER]
    found: dict[int, int] = dict.fromkeys(seats, 0)
    for start in rng.sample(walked, len(walked)):
        for seat in seats:
            if found[seat] < most and (other := twin(start, seat, rng)) is not None:
                found[seat] += 1
                yield game.viewer_id(seat), start.from_here(), other
        if min(found.values()) >= most:
            return


def follow(server: RunningServer, game: Game, seed: int, most: int, steps: int) -> dict[str, int]:
    """By reader, how often twin tables were compared."""
    compared: dict[str, int] = {}
    rng = Random(seed)
    for reader, one, (two, swap) in twins_of(game, seed, most):
        tables = TwinTables(server, one, two, reader)
        try:
            for _ in range(steps):
                asked = [rng.choice(list(each.asked().legal)) for each in (one, two)]
                wishes = [word for action in asked for word in (action.id, action.text)]
                assert tables.compare(wishes) > 1_000
                compared[reader] = compared.get(reader, 0) + 1
                try:
                    went = onward(one, (two, swap), reader, rng)
                    if went is None or went[0].over:
                        break
                    before = one, two
                    one, two, *codes = went
                    for which, (position, code) in enumerate(zip(before, codes, strict=True)):
                        tables.decide(which, position, code)
                except (Ended, CrexError, *FAULTS):
                    break
                one, two = one.from_here(), two.from_here()
        finally:
            tables.close()
    return compared


@pytest.mark.parametrize(("name", "edition", "seed"), QUICK)
def test_a_seat_reads_the_same_wherever_covered_things_are(
    server: RunningServer, name: str, edition: str, seed: int
) -> None:
    game = load(name, edition)
    compared = follow(server, game, seed, most=1, steps=2)
    assert set(compared) == {*game.players, ONLOOKER} and sum(compared.values()) > len(compared)


@pytest.mark.soak
@pytest.mark.parametrize(("name", "edition", "seed"), SOAK)
def test_many_seats_read_the_same(server: RunningServer, name: str, edition: str, seed: int) -> None:
    game = load(name, edition)
    compared = follow(server, game, seed, most=3, steps=12)
    assert sum(compared.values()) > 3 * len(game.players)


def test_no_body_holds_the_seed_or_the_dice_to_come(browser: Browser) -> None:
    seed = 8_675_309_123_456
    table = browser.new_table("crusader-rex", "english-2.0", seed=seed)
    browser.play(table, Random(1), 12)
    position = load("crusader-rex", "english-2.0").start(seed)
    for seat in ("franks", "saracens"):
        for path in ("", "/report", "/../"):
            text = browser.get(f"/api/tables/{table}/{seat}{path}").text
            assert str(seed) not in text and str(position.generator) not in text
