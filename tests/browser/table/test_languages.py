"""At a table whose book is in the reader's language, no page has a word of another."""

from collections.abc import Callable

import pytest
from selenium.webdriver import Keys

from crex_dsl import load
from tests.browser.table.guest import Guest
from tests.browser.told import strange, told
from tests.rules.foreign_words import ForeignWords

pytestmark = pytest.mark.browser

MINE, BOT = {"sort": "person", "mine": True}, {"sort": "bot", "bot": "random"}
Guests = Callable[[int], Guest]
BOOKS = [
    ("crusader-rex", "english-2.0", ("franks", "saracens")),
    ("crusader-rex", "polish-1.4", ("franks", "saracens")),
    ("crusader-rex", "french-1.x", ("saracens", "franks")),
    ("crusader-rex", "russian-2.0", ("franks", "saracens")),
    ("na-grunwald", "two-players", ("red", "green")),
]
DECISIONS, LOOKS = 24, 4


@pytest.mark.parametrize(("game", "edition", "sides"), BOOKS, ids=[f"{game} {edition}" for game, edition, _ in BOOKS])
def test_no_page_of_a_table_has_a_word_of_another_language(
    host: Guest, game: str, edition: str, sides: tuple[str, str]
) -> None:
    book = load(game, edition)
    known = {book.namer.language: ForeignWords(book)}
    found: dict[str, str] = {}

    def look() -> None:
        found.update(strange(told(host), known))

    host.speak(book.namer.language)
    try:
        host.visit("/")
        look()
        table = host.make(game, edition, {sides[0]: MINE, sides[1]: BOT}, seed=5)
        host.visit(f"/tables/{table}")
        host.until(lambda: host.all("#lobby .actions"))
        look()
        host.sit(f"/tables/{table}/{sides[0]}")
        for number in range(1, LOOKS + 1):
            host.autopilot(number, DECISIONS)
            host.until(lambda: host.run("return window.given") >= DECISIONS or host.over())
            host.run("clearInterval(window.autopilot)")
            host.until(lambda: host.over() or (host.texts() and not host.all("#decision[aria-busy]")))
            look()
            if not host.over():
                host.push("#decision button.why")
                host.until(lambda: host.all("dialog[open] .body > *:not([role=status])"))
                look()
                host.press(Keys.ESCAPE)
                host.until(lambda: not host.all("dialog[open]"))
    finally:
        host.speak("en")
    assert found == {}
