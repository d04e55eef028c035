"""Tables are made, shared by links that only a button turns into seats, and found again."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.browser.table.guest import Guest

pytestmark = pytest.mark.browser

MINE, PERSON, BOT = {"sort": "person", "mine": True}, {"sort": "person"}, {"sort": "bot", "bot": "random"}
Guests = Callable[[int], Guest]
HOUSE_EDITION = """edition our-table "Our table" of english-2.0

in road-limits
    size_limit(s) is 3 when s is minor

option fasting "Fasting" for our-table
    says "In winter a town feeds one block less, but always one."

amend winter-supply
    adjust winter_room(p, t) to max(it - 1, 1)
"""
CLASH = ("double-quarters", "triple-quarters")


def made_here(guest: Guest) -> None:
    """Wait until what is chosen was checked, and make the table."""
    guest.until(lambda: guest.run("return !document.querySelector('#new .foot button').disabled"))
    guest.push("#new .foot button")
    guest.until(lambda: "/tables/" in guest.driver.current_url)


def test_a_table_is_made_and_found_again(host: Guest) -> None:
    host.visit("/new")
    host.until(lambda: host.all("#new fieldset"))
    made_here(host)
    host.until(lambda: "Play" in host.words("#lobby .actions"))
    host.push("#lobby a.button.first")
    host.until(lambda: host.all("#board svg"))
    host.until(host.texts)
    host.visit("/")
    host.until(lambda: host.all(".tables .button"))
    assert "Your turn" in host.words(".tables")


def test_what_does_not_go_together_says_why_at_once(host: Guest) -> None:
    host.visit("/new")
    host.until(lambda: host.all("#option-double-quarters"))
    for option in CLASH:
        host.push(f"#option-{option}")
    host.until(lambda: host.all(".conflict"))
    assert all(host.words(f"label[for=option-{option}]") in host.words(".conflict") for option in CLASH)
    assert host.run("return document.querySelector('#new .foot button').disabled")
    host.push(f"#option-{CLASH[0]}")
    host.until(lambda: not host.all(".conflict") and host.all(".foot .yes"))


def test_house_rules_come_from_a_file_and_are_checked(host: Guest, tmp_path: Path) -> None:
    house = tmp_path / "house.crex"
    house.write_text("this is no rule\n", encoding="utf-8")
    host.visit("/new")
    host.until(lambda: host.all(".foot .yes"))
    host.one("#new input[type=file]").send_keys(str(house))
    host.until(lambda: host.all(".conflict"))
    assert host.words(".conflict pre").startswith("house.crex:1:1: error: "), "with no folder of the server"


def test_an_edition_and_options_of_house_rules_are_offered(host: Guest, tmp_path: Path) -> None:
    house = tmp_path / "house.crex"
    house.write_text(HOUSE_EDITION, encoding="utf-8")
    host.visit("/new")
    host.until(lambda: host.all(".foot .yes"))
    host.one("#new input[type=file]").send_keys(str(house))
    host.until(lambda: host.all("#option-fasting") and host.all(".foot .yes"))
    host.push("#option-fasting")
    host.until(lambda: not host.all(".foot .yes"))
    made_here(host)
    host.until(lambda: "Fasting" in host.words("#lobby .by") or "fasting" in host.words("#lobby .by"))
    assert "Our table" in host.words("#lobby .by")


def test_a_link_gives_a_seat_by_a_button_only_and_a_new_one_shuts_out_the_old(guests: Guests) -> None:
    host, other, late = guests(0), guests(1), guests(2)
    table = host.make("na-grunwald", "two-players", {"red": MINE, "green": PERSON})
    host.visit(f"/tables/{table}")
    host.push("#lobby tbody tr:nth-child(2) button", "Make a link")
    first = str(host.until(lambda: host.run("return document.querySelector('.link-box input')?.value")))
    other.visit(first.removeprefix(host.address))
    assert "free" in host.words("#lobby")
    other.one("#name").send_keys("Berta")
    other.push("#join button")
    other.until(lambda: other.all("#board svg"))
    assert "#" not in other.driver.current_url
    host.until(lambda: "Berta" in host.words("#lobby"))
    host.visit(f"/tables/{table}")
    host.push("#lobby tbody tr:nth-child(2) button", "Renew")
    host.push("dialog .body button", "Renew")
    second = str(host.until(lambda: host.run("return document.querySelector('.link-box input')?.value")))
    assert second != first
    late.visit(first.removeprefix(host.address))
    late.push("#join button")
    late.until(late.banner)
    assert "/join/" in late.driver.current_url
    late.join(second.removeprefix(host.address))
    other.driver.refresh()
    assert other.until(lambda: other.all("h1"))
    assert not other.texts()


def test_a_bot_takes_over_a_free_seat(host: Guest) -> None:
    table = host.make("dash", "two-player", {}, seed=1)
    host.visit(f"/tables/{table}")
    host.until(lambda: host.all("#lobby tbody tr"))
    host.push("#lobby tbody tr:nth-child(2) button", "Let a bot play")
    host.until(lambda: "bot" in host.words("#lobby tbody tr:nth-child(2)"))


def test_a_rematch_is_found_by_both(guests: Guests) -> None:
    host, other = guests(0), guests(1)
    table = host.make("noughts", "standard", {}, seed=1)
    seats = host.seats(table)
    other.join(host.link(table, seats[1]))
    host.sit(f"/tables/{table}/{seats[0]}")
    host.autopilot(1)
    other.autopilot(2)
    host.until(host.over)
    host.push(".tools button", "Rematch")
    host.push("dialog .choices button", "swapped")
    host.until(lambda: table not in host.driver.current_url)
    other.until(lambda: "rematch" in other.words(".tools"))


def test_a_save_goes_down_and_up(host: Guest, tmp_path: Path) -> None:
    table = host.make("noughts", "standard", {}, seed=1, sandbox=True)
    seats = host.seats(table)
    text = host.run("return fetch(arguments[0]).then((r) => r.text())", f"/api/tables/{table}/{seats[0]}/save")
    assert '"noughts"' in text
    save = tmp_path / "game.json"
    save.write_text(text, encoding="utf-8")
    host.visit("/")
    host.push("summary")
    host.one("#save").send_keys(str(save))
    host.push("#open button")
    host.until(lambda: "/tables/" in host.driver.current_url and table not in host.driver.current_url)
