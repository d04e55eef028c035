"""Everybody can play: by keyboard alone, on a phone, in the dark, in every language; axe-core finds nothing wrong."""

from collections.abc import Callable
from typing import Any

import pytest
from selenium.webdriver import Keys

from tests.browser.accessibility import violations
from tests.browser.looks import OVERFLOWING
from tests.browser.reader import PHONE, WIDE
from tests.browser.table.guest import Guest
from tests.browser.table.positions import save_where

pytestmark = pytest.mark.browser

MINE, BOT = {"sort": "person", "mine": True}, {"sort": "bot", "bot": "random"}
Guests = Callable[[int], Guest]

IN_SIGHT = """
const sheet = document.getElementById("decision").getBoundingClientRect().top;
const board = document.getElementById("board").getBoundingClientRect();
return [...document.querySelectorAll("#board .lit")]
  .map((each) => each.getBoundingClientRect())
  .some((box) => box.top >= Math.max(board.top, 0) && box.bottom <= Math.min(board.bottom, sheet));
"""
SMALL_TARGETS = """
return [...document.querySelectorAll('button, a.button, input, select, summary')]
  .filter((each) => each.checkVisibility({ visibilityProperty: true }))
  .map((each) => [each.getBoundingClientRect(), each])
  .filter(([box]) => box.width && (box.width < 24 || box.height < 24))
  .map(([box, each]) => `${each.outerHTML.slice(0, 80)} ${box.width} × ${box.height}`);
"""


# ---- by keyboard ----
@pytest.mark.parametrize(
    ("edition", "others"),
    [("two-players", ["green"]), pytest.param("three-players", ["green", "violet"], marks=pytest.mark.soak)],
)
def test_a_whole_game_by_keyboard_alone(host: Guest, edition: str, others: list[str]) -> None:
    table = host.make("na-grunwald", edition, {"red": MINE, **dict.fromkeys(others, BOT)}, seed=3)
    host.sit(f"/tables/{table}/red")
    for step in range(300):
        host.until(lambda: host.texts() or host.over())
        if host.over():
            break
        before = host.moments(), host.texts(), host.chosen()
        host.press("a")
        host.press(*[Keys.DOWN] * (step % 3), Keys.ENTER)
        host.until(lambda was=before: (host.moments(), host.texts(), host.chosen()) != was)
    assert host.over()


def test_the_board_by_keyboard_and_the_keys_told(host: Guest) -> None:
    table = host.open_save(save_where("march", "franks", least=4), {"franks": MINE, "saracens": MINE})
    host.sit(f"/tables/{table}/franks")
    moments = host.moments()
    host.press("?")
    assert "Esc" in host.dialog()
    host.press(Keys.ESCAPE)
    host.until(lambda: not host.all("dialog"))
    host.tab_to("#board")
    for _ in range(12):
        host.press(Keys.DOWN)
        if host.run("return document.activeElement.dataset.kind === 'place'"):
            break
        host.press(Keys.RIGHT)
    assert host.run("return document.activeElement.getAttribute('role')") == "button"
    host.press(Keys.ENTER)
    host.until(lambda: host.chosen() or host.moments() > moments)
    if host.chosen():
        host.press(Keys.ESCAPE)
        host.until(lambda: not host.chosen())


def test_what_happens_is_told_to_whoever_hears_the_page(host: Guest) -> None:
    table = host.make("crusader-rex", "english-2.0", {"franks": MINE, "saracens": BOT}, seed=5)
    host.sit(f"/tables/{table}/franks")
    given = host.texts()[0]
    host.give()
    host.until(lambda: given in host.words("#told"))
    assert "Your turn" in host.words("#told")


# ---- on a phone ----
def test_a_phone_shows_the_board_and_stacks_open_at_a_touch(host: Guest) -> None:
    table = host.open_save(save_where("march", "franks", least=8), {"franks": MINE, "saracens": MINE})
    host.window(PHONE)
    host.sit(f"/tables/{table}/franks")
    assert host.run("return document.documentElement.scrollWidth") <= 390
    assert host.run(OVERFLOWING) == []
    assert host.run(SMALL_TARGETS) == []
    host.push(".handle")
    host.tap("block", "reynald-kerak")
    host.push("dialog.here .choices button.lit", "Reynald")
    host.until(host.chosen)


def test_what_can_be_chosen_is_in_sight_on_a_phone(host: Guest) -> None:
    host.window(PHONE)
    choice = {"scenario": "battle jerusalem king-guy,balian saladin"}
    table = host.make("crusader-rex", "english-2.0", {"franks": MINE, "saracens": MINE}, **choice)
    for seat in ("franks", "saracens"):
        host.sit(f"/tables/{table}/{seat}")
        if host.texts():
            host.until(lambda: host.run(IN_SIGHT))
            return
    raise AssertionError("nobody is asked")


def test_a_game_with_two_bots_on_a_phone(host: Guest) -> None:
    host.window(PHONE)
    table = host.make("na-grunwald", "three-players", {"red": MINE, "green": BOT, "violet": BOT}, seed=2)
    host.sit(f"/tables/{table}/red")
    host.autopilot(2)
    for _ in range(400):
        if host.over():
            break
        host.run("return new Promise((resolve) => setTimeout(resolve, 200))")
    assert host.over()
    assert len(host.all(".seats li")) == 3
    assert host.run("return document.documentElement.scrollWidth") <= 390


# ---- small games, which the page has never seen ----
SMALL = [("noughts", "standard"), ("dash", "two-player"), ("ford", "plain"), ("quince", "english")]


@pytest.mark.parametrize("game", SMALL)
def test_a_small_game_is_played_to_its_end(host: Guest, game: tuple[str, str]) -> None:
    table = host.make(*game, {}, seed=6)
    first, *others = host.seats(table)
    for seat in others:
        assert host.post(f"/api/tables/{table}/seats", seat=seat, sort="bot", bot="random")["status"] == 200
    host.sit(f"/tables/{table}/{first}")
    host.autopilot(6)
    host.until(host.over)


# ---- in every language ----
@pytest.mark.parametrize(("language", "words"), [("pl", "Nowy stół"), ("fr", "Nouvelle table"), ("ru", "Новый стол")])
def test_the_pages_speak_the_language_of_the_reader(host: Guest, language: str, words: str) -> None:
    host.cdp("Emulation.setUserAgentOverride", userAgent="Mozilla/5.0", acceptLanguage=language)
    try:
        host.visit("/new")
        assert host.run("return document.documentElement.lang") == language
        assert host.words("h1") == words
        host.until(lambda: host.all("#new fieldset"))
        assert "table-" not in host.words("main")
    finally:
        host.cdp("Emulation.setUserAgentOverride", userAgent="", acceptLanguage="en")


# ---- axe ----
def pages(host: Guest) -> dict[str, str]:
    """One page of every sort."""
    one = host.open_save(save_where("march", "franks", least=4), {"franks": MINE, "saracens": MINE})
    two = host.make("na-grunwald", "four-players", {"red": MINE}, seed=1)
    return {
        "home": "/",
        "new": "/new",
        "lobby": f"/tables/{one}",
        "join": f"/join/{one}#none",
        "movement": f"/tables/{one}/franks",
        "waiting": f"/tables/{one}/saracens",
        "four": f"/tables/{two}/red",
        "report": f"/tables/{one}/franks/report",
        "error": "/tables/nowhere000",
    }


LOOKS = {"light": ("light", WIDE), "dark": ("dark", WIDE), "phone": ("dark", PHONE)}


@pytest.mark.parametrize(("scheme", "window"), LOOKS.values(), ids=LOOKS.keys())
def test_axe_finds_nothing(host: Guest, scheme: str, window: dict[str, Any]) -> None:
    host.prefer(scheme)
    host.window(window)
    found = {}
    for name, path in pages(host).items():
        host.visit(path)
        if name in ("movement", "waiting", "four"):
            host.until(lambda: host.all("#board svg"))
        found[name] = violations(host)
        if name == "movement":
            host.push("button.why")
            host.until(lambda: host.all(".grounds li"))
            found["why"] = violations(host)
    assert {name: wrong for name, wrong in found.items() if wrong} == {}
    host.complaints()  # the page that is not there


def test_axe_would_find_something(host: Guest) -> None:
    host.run("document.querySelector('main').append(new Image(), document.createElement('button'))")
    assert {rule for rule, _ in violations(host)} >= {"image-alt", "button-name"}
