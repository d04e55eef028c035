"""Light and dark: as the system is, until the reader says otherwise; by mouse and by keyboard."""

import pytest
from selenium.webdriver import Keys

from tests.browser.reader import PHONE, Reader

pytestmark = pytest.mark.browser

PAGE = "crusader-rex/english-2.0/combat.html"
TOGGLE = "[data-md-component=palette] label:not([hidden])"


def ground(reader: Reader) -> int:
    """How light the page is, from 0 to 765."""
    colour = reader.run("return getComputedStyle(document.body).backgroundColor")
    return sum(int(part) for part in colour.partition("(")[2].rstrip(")").split(",")[:3])


@pytest.mark.parametrize(("system", "scheme"), [("light", "default"), ("dark", "slate")])
def test_it_follows_the_system(reader: Reader, system: str, scheme: str) -> None:
    reader.prefer(system)
    reader.open(PAGE)
    assert reader.scheme == scheme
    assert (ground(reader) > 600) == (system == "light")
    assert (ground(reader) < 200) == (system == "dark")


def test_what_the_reader_says_holds_on_the_next_page(reader: Reader) -> None:
    reader.open(PAGE)
    reader.one(TOGGLE).click()
    reader.until(lambda: reader.scheme == "slate")
    reader.open("index.html")
    assert reader.scheme == "slate"
    reader.until(lambda: reader.one(TOGGLE)).click()
    reader.until(lambda: reader.scheme == "default")
    assert ground(reader) > 600


def test_on_a_phone(reader: Reader) -> None:
    reader.window(PHONE)
    reader.open(PAGE)
    reader.one(TOGGLE).click()
    reader.until(lambda: reader.scheme == "slate")


def test_the_keyboard_reaches_everything(reader: Reader) -> None:
    reader.open(PAGE)
    reader.press(Keys.TAB)
    assert reader.run("return document.activeElement.matches('.md-skip')")
    reader.tab_to("[data-md-component=palette] input")
    reader.press(Keys.ARROW_RIGHT)
    reader.until(lambda: reader.scheme == "slate")
    reader.tab_to(".crex-find-open")
    reader.press(Keys.ENTER)
    reader.press("siege")
    reader.until(lambda: reader.all(".crex-find-hit"))
    reader.press(Keys.ESCAPE)
    reader.tab_to(".crex-switch a")
    reader.tab_to(".crex-clause summary")
    reader.press(Keys.ENTER)
    assert reader.run("return document.activeElement.parentElement.open")
