"""A seat is played by clicking things, by words, and by orders; it explains itself, and nothing is lost."""

import re
from collections.abc import Callable

import pytest
from selenium.webdriver import Keys

from tests.browser.reader import WIDE
from tests.browser.table.guest import Guest
from tests.browser.table.house import House
from tests.browser.table.positions import save_where

pytestmark = pytest.mark.browser

MINE, PERSON, BOT = {"sort": "person", "mine": True}, {"sort": "person"}, {"sort": "bot", "bot": "random"}
Guests = Callable[[int], Guest]

TITLES = """
return [...document.querySelectorAll('[data-kind]')]
  .map((each) => [each.dataset.kind, each.dataset.id, each.querySelector('title')?.textContent ?? '']);
"""

STREAMS = "return navigator.locks.query().then(({ held, pending }) => [held.length, pending.length])"

# The next decision is sent as if the table had been seen at another number.
STALE = r"""
const real = window.fetch;
window.fetch = (to, more) => {
  if (!String(to).endsWith("/decide")) return real(to, more);
  window.fetch = real;
  return real(to, { ...more, body: more.body.replace(/"n":\d+/, '"n":99') });
};
"""

# A system that shows notices, and a window that is out of sight.
NOTICES = """
window.notices = [];
window.Notification = class {
  static permission = "granted";
  static requestPermission = async () => "granted";
  constructor(title, { body }) { window.notices.push([title, body]); }
};
Object.defineProperty(document, "hidden", { get: () => true });
"""


def seated(guest: Guest, action: str, least: int = 1) -> str:
    """Sit down as the Franks where they are asked about an action, both sides in one hand; answers with the table."""
    table = guest.open_save(save_where(action, "franks", least=least), {"franks": MINE, "saracens": MINE})
    guest.sit(f"/tables/{table}/franks")
    return table


# ---- things ----
def test_things_are_clicked_until_one_answer_is_left(host: Guest) -> None:
    seated(host, "march", least=8)
    before, moments = host.texts(), host.moments()
    piece = ("block", "reynald-kerak")  # who has three ways to go
    assert piece in host.lit()
    host.click(*piece)
    host.until(host.chosen)
    left = [text for text in host.texts() if text.startswith("march")]
    assert 0 < len(left) < len(before)
    name = host.chosen()[0].split(" (")[0]
    assert all(name in text for text in left), (name, left)
    host.press(Keys.ESCAPE)
    host.until(lambda: not host.chosen())
    assert host.texts() == before
    host.click(*piece)
    host.until(host.chosen)
    host.click(*next(thing for thing in host.lit() if thing[0] != "block"))
    host.until(lambda: host.moments() > moments)
    assert any(text.startswith(f"march {name}") or name in text for text in host.log()[-6:])


def test_what_an_answer_is_about_is_marked_while_one_looks_at_it(host: Guest) -> None:
    seated(host, "march", least=4)
    host.press("a")
    host.press(Keys.DOWN)
    assert host.all("#board .meant")


def test_a_few_words_find_the_answer(host: Guest) -> None:
    seated(host, "march", least=4)
    moments = host.moments()
    wanted = next(text for text in host.texts() if text.startswith("march"))
    host.press("/")
    host.press(wanted)
    assert host.texts() == [wanted]
    host.press(Keys.ENTER)
    host.until(lambda: host.moments() > moments)


def test_an_order_in_words_is_offered_and_carried_out(host: Guest) -> None:
    seated(host, "march", least=4)
    moments = host.moments()
    place = next(text for text in host.texts() if text.startswith("march")).split(" to ")[-1]
    host.press("/")
    host.press(f"all to {place}", Keys.ENTER)
    host.until(lambda: host.all("dialog .choices button"))
    host.push("dialog button.shut")
    host.push("#order")  # which takes what is typed too
    host.push("dialog .choices button")
    host.until(lambda: host.moments() > moments)


def test_an_order_by_pieces_and_a_place(host: Guest) -> None:
    seated(host, "march", least=4)
    moments = host.moments()
    found = re.fullmatch(r"march (.+) from .+ to (.+)", next(text for text in host.texts() if text.startswith("march")))
    assert found
    rows = host.run(TITLES)
    piece = next(row for row in rows if row[2].startswith(found[1]) and row[0] == "block")
    place = next(row for row in rows if row[2].split(" (")[0] == found[2] and row[0] == "place")
    host.press("o")
    host.click(*piece[:2])
    host.until(lambda: host.all("#board .chosen"))
    host.click(*place[:2])
    host.push("dialog .choices button")
    host.until(lambda: host.moments() > moments)


# ---- why ----
def test_an_answer_tells_why_and_something_else_why_not(host: Guest) -> None:
    seated(host, "march", least=4)
    host.press("a")
    host.press(Keys.DOWN)
    host.press("w")
    host.until(lambda: host.all(".grounds li"))
    assert "permits" in host.dialog()
    assert host.all(".grounds a.clause")
    host.press(Keys.ESCAPE)
    host.until(lambda: not host.all("dialog"))
    lit = {thing for kind, thing in host.lit()}
    unlit = host.run("return [...document.querySelectorAll('#board [data-kind=place]')].map((e) => e.dataset.id)")
    host.click("place", next(place for place in unlit if place not in lit))
    host.push("dialog.here button.quiet", "Why not")
    host.until(lambda: host.all("dialog.wide .grounds li, dialog.wide .choices li, dialog.wide .body p:not([role])"))


def test_other_editions_are_asked(host: Guest) -> None:
    table = host.make("quince", "english", {}, seed=6)
    host.sit(f"/tables/{table}/{host.seats(table)[0]}")
    host.push("button.why")
    host.push(".elsewhere button")
    host.until(lambda: host.all(".elsewhere tbody tr"))
    assert "legal" in host.words(".elsewhere tbody")


def test_the_log_shows_what_happened_last(host: Guest) -> None:
    seated(host, "fire")
    far = "const log = document.querySelector('.log'); return log.scrollHeight - log.clientHeight - log.scrollTop"
    assert host.run("return document.querySelector('.log').scrollHeight") > 5_000
    host.until(lambda: host.run(far) < 2)
    host.run("document.querySelector('.log').scrollTop = 100")
    host.window({**WIDE, "height": 700})
    host.run("return new Promise((resolve) => setTimeout(resolve, 300))")
    assert host.run(far) > 1_000, "whoever reads farther up is left there"


def test_odds_stand_beside_a_battle(host: Guest) -> None:
    seated(host, "fire", least=1)
    host.push(".tools button", "Odds")
    host.until(lambda: host.all(".bars li"))
    assert "%" in host.dialog()


# ---- back ----
def test_a_decision_is_taken_back(host: Guest) -> None:
    table = host.make("crusader-rex", "english-2.0", {"franks": MINE, "saracens": BOT}, seed=5)
    host.sit(f"/tables/{table}/franks")
    before, moments = host.texts(), host.moments()
    host.give()
    host.until(lambda: host.texts() and host.texts() != before)
    host.press("u")
    host.until(lambda: host.moments() == moments and host.texts() == before)


def test_the_slider_shows_earlier_moments_and_an_address_leads_to_them(host: Guest) -> None:
    table = host.make("crusader-rex", "english-2.0", {"franks": MINE, "saracens": BOT}, seed=5)
    host.sit(f"/tables/{table}/franks")
    for _ in range(3):
        host.give()
    host.press("[")
    host.until(lambda: "?at=" in host.driver.current_url)
    assert not host.texts()
    assert f"of {host.moments()}" in host.asked()
    host.driver.refresh()
    host.until(lambda: host.all("#board svg"))
    assert "?at=" in host.driver.current_url
    assert not host.texts()
    host.push("#replay button.first")
    host.until(host.texts)
    assert "?at=" not in host.driver.current_url


# ---- together ----
def test_chat_is_text_whatever_is_said(guests: Guests) -> None:
    host, other = guests(0), guests(1)
    table = host.make("na-grunwald", "two-players", {"red": MINE, "green": PERSON}, name="<b>Ada</b>")
    other.join(host.link(table, "green"), "<script>alert(1)</script>")
    host.sit(f"/tables/{table}/red")
    host.press("c")
    host.press("<img src=x onerror=alert(1)>", Keys.ENTER)
    other.until(lambda: "onerror" in other.words(".chat"))
    assert "<b>Ada</b>" in other.words(".chat")
    assert not other.all(".chat img, .chat b b, .seats script, .seats b")
    assert "<script>" in host.words(".seats")


def test_two_windows_of_a_seat_share_one_stream_and_show_the_same(host: Guest) -> None:
    table = host.make("crusader-rex", "english-2.0", {"franks": MINE, "saracens": BOT}, seed=5)
    host.sit(f"/tables/{table}/franks")
    first = host.driver.current_window_handle
    host.driver.switch_to.new_window("tab")
    try:
        host.sit(f"/tables/{table}/franks")
        assert host.run(STREAMS) == [1, 1]  # one window has the stream, the other would take it over
        host.driver.switch_to.window(first)
        moments = host.moments()
        host.give()
        second = next(handle for handle in host.driver.window_handles if handle != first)
        host.driver.switch_to.window(second)
        host.until(lambda: host.moments() > moments)
    finally:
        for handle in host.driver.window_handles:
            host.driver.switch_to.window(handle)
            if handle != first:
                host.driver.close()
        host.driver.switch_to.window(first)


def test_whoever_holds_two_seats_goes_from_one_to_the_other(host: Guest) -> None:
    table = host.make("noughts", "standard", {}, seed=1)
    one, other = host.seats(table)
    host.post(f"/api/tables/{table}/claim", seat=other)
    host.sit(f"/tables/{table}/{one}")
    host.until(lambda: host.texts() or host.all("#decision a.button"))
    if not host.texts():
        one, other = other, one
        host.push("#decision a.button")
        host.until(host.texts)
    assert not host.all("#decision a.button.first")
    host.push("button.answer")
    host.push("#decision a.button.first")
    host.until(lambda: f"/{other}" in host.driver.current_url and host.texts())


def test_all_who_choose_in_secret_choose_at_once(guests: Guests) -> None:
    host, other = guests(0), guests(1)
    table = host.open_save(save_where("lay", "franks"), {"franks": MINE, "saracens": PERSON})
    other.join(host.link(table, "saracens"))
    host.sit(f"/tables/{table}/franks")
    before, moments = host.texts(), other.moments()
    assert before and other.texts(), "both are asked"
    assert host.run("return document.querySelector('#hand svg').getBoundingClientRect().bottom") < 900, "in sight"
    assert "at the same time" in other.words(".asked")
    other.push("button.answer", "lay")
    other.until(lambda: "You have chosen: lay" in other.words(".asked"))
    assert not other.texts() and other.moments() == moments
    assert other.asked() == other.words(".turn") == "Waiting until all have chosen"
    assert not other.all(".seats .deciding"), "nobody can tell who is the one that is waited for"
    other.press("u")
    other.until(other.texts)
    other.push("button.answer", "lay")
    other.until(lambda: not other.texts())
    assert host.texts() == before
    host.push("button.answer", "lay")
    other.until(lambda: other.moments() > moments)


def test_what_is_over_offers_what_is_left_to_do(host: Guest) -> None:
    table = host.make("noughts", "standard", {}, seed=6)
    first, second = host.seats(table)
    assert host.post(f"/api/tables/{table}/seats", seat=second, sort="bot", bot="random")["status"] == 200
    host.sit(f"/tables/{table}/{first}")
    host.autopilot(6)
    host.until(host.over)
    assert host.every("#decision .tools :is(button, a)") == ["Rematch", "Report", "Save to a file"]


def test_a_notice_comes_when_it_is_ones_turn(guests: Guests) -> None:
    host, other = guests(0), guests(1)
    table = host.make("noughts", "standard", {}, seed=1, title="Three in a row")
    seats = host.seats(table)
    other.join(host.link(table, seats[1]))
    host.sit(f"/tables/{table}/{seats[0]}")
    first, second = (host, other) if host.texts() else (other, host)
    first.run(NOTICES)
    first.push(".menu button", "Notices")
    first.push("button.answer")
    first.until(lambda: not first.texts())
    assert "Your turn" not in first.driver.title
    second.push("button.answer")
    first.until(lambda: first.run("return window.notices"))
    assert first.run("return window.notices") == [["Your turn", "Three in a row"]]
    assert "Your turn" in first.driver.title


def test_a_take_back_needs_the_others(guests: Guests) -> None:
    host, other = guests(0), guests(1)
    save = save_where("fire", "franks")
    table = host.open_save(save, {"franks": MINE, "saracens": PERSON})
    other.join(host.link(table, "saracens"), "Berta")
    host.sit(f"/tables/{table}/franks")
    moments = host.moments()
    host.push("button.answer", "fire")
    host.until(lambda: host.moments() > moments)
    host.press("u")
    host.push("#news button", "Ask")
    other.push("#news button", "Agree")
    host.until(lambda: host.moments() == moments)


# ---- nothing is lost ----
def test_a_stale_decision_is_told_and_the_page_goes_on(host: Guest) -> None:
    table = host.make("crusader-rex", "english-2.0", {"franks": MINE, "saracens": BOT}, seed=5)
    host.sit(f"/tables/{table}/franks")
    host.run(STALE)
    moments = host.moments()
    host.push("button.answer")
    host.until(lambda: "moved on" in host.banner())
    assert host.moments() == moments
    host.give()
    assert not host.banner()


def test_a_lost_server_comes_back(host: Guest, served: House) -> None:
    table = host.make("crusader-rex", "english-2.0", {"franks": MINE, "saracens": BOT}, seed=5)
    host.sit(f"/tables/{table}/franks")
    served.close()
    try:
        host.until(lambda: "connection is lost" in host.banner())
        host.push("button.answer")
        host.until(lambda: "does not answer" in host.banner())
    finally:
        served.open()
    host.until(lambda: "connection is lost" not in host.banner())
    host.give()
    host.complaints()  # of what could not be fetched meanwhile
