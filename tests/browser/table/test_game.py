"""Whole games are played through the page: by two browsers, with bots, and under somebody's eyes."""

import shutil
from collections.abc import Callable

import pytest

from tests.browser.table.guest import Guest

pytestmark = pytest.mark.browser

PERSON, MINE, BOT = {"sort": "person"}, {"sort": "person", "mine": True}, {"sort": "bot", "bot": "random"}
Guests = Callable[[int], Guest]


def wait_for_the_end(guests: list[Guest], patience: int) -> None:
    """Wait until the game is over on every page, however long it takes as long as it goes on."""
    still, last = 0, -1
    while not all(guest.over() for guest in guests):
        assert still < patience, (guests[0].asked(), guests[0].banner(), guests[0].moments())
        guests[0].run("return new Promise((resolve) => setTimeout(resolve, 250))")
        still, last = (still + 1 if guests[0].moments() == last else 0), guests[0].moments()


def played_by_two(guests: Guests, game: str, edition: str, sides: tuple[str, str], seed: int) -> tuple[Guest, ...]:
    """Two people and an observer at a table, until it is over."""
    host, other, watcher = guests(0), guests(1), guests(2)
    table = host.make(game, edition, {sides[0]: MINE, sides[1]: PERSON}, seed=seed)
    other.join(host.link(table, sides[1]), "Berta")
    watcher.join(host.link(table, "observer"))
    host.sit(f"/tables/{table}/{sides[0]}")
    host.autopilot(seed)
    other.autopilot(seed + 1)
    wait_for_the_end([host, other, watcher], 120)
    return host, other, watcher


def all_say_the_same(host: Guest, other: Guest, watcher: Guest) -> None:
    """The result is the same on every page; whoever watches was never asked."""
    results = {guest.words(".turn.over") for guest in (host, other, watcher)}
    assert len(results) == 1 and results.pop()
    assert watcher.run("return window.given") is None
    assert not watcher.texts()
    assert host.run("return window.given") > 5 < other.run("return window.given")


def test_two_browsers_play_a_whole_game_and_a_third_one_watches(guests: Guests) -> None:
    host, other, watcher = played_by_two(guests, "na-grunwald", "two-players", ("red", "green"), 4)
    all_say_the_same(host, other, watcher)
    assert "Berta" in host.words(".seats")


@pytest.mark.soak
@pytest.mark.skipif(shutil.which("chromium") is None, reason="there is no browser: `make browser` installs one")
def test_two_browsers_play_a_whole_english_game(guests: Guests) -> None:
    host, other, watcher = played_by_two(guests, "crusader-rex", "english-2.0", ("franks", "saracens"), 7)
    all_say_the_same(host, other, watcher)
    assert host.moments() > 300


def test_three_sides_with_two_bots(guests: Guests) -> None:
    host = guests(0)
    table = host.make("na-grunwald", "three-players", {"red": MINE, "green": BOT, "violet": BOT}, seed=2)
    host.sit(f"/tables/{table}/red")
    host.autopilot(2)
    wait_for_the_end([host], 120)
    assert len(host.all(".counts thead th")) == 3
    assert len(host.all(".seats li")) == 3
