"""The first page: a reader comes to the one in his language, and may choose another."""

from collections.abc import Iterator

import pytest

from tests.browser.reader import SITE, Reader

pytestmark = pytest.mark.browser


@pytest.fixture
def polish(reader: Reader) -> Iterator[Reader]:
    """A reader of Polish who has not been here before."""
    reader.open("index.html")
    reader.run("sessionStorage.clear()")
    reader.speak("pl-PL,pl,en")
    yield reader
    reader.speak("en-US,en")


def test_who_comes_in_is_led_to_his_language_once(polish: Reader) -> None:
    polish.driver.get(polish.address + "index.html")
    polish.until(lambda: polish.page == "pl.html")
    polish.settle()
    assert polish.run("return document.documentElement.lang") == "pl"
    polish.one('.crex-switch a[hreflang="en"]').click()
    polish.until(lambda: polish.page == "index.html")
    polish.settle()
    assert polish.page == "index.html"


def test_who_asks_for_a_page_gets_it(polish: Reader) -> None:
    polish.open("fr.html")
    assert polish.page == "fr.html"


def test_it_works_from_a_folder(polish: Reader) -> None:
    polish.driver.get((SITE / "fr.html").as_uri())
    polish.run("sessionStorage.clear()")  # other tests may have been in the folder before
    polish.driver.get((SITE / "index.html").as_uri())
    polish.until(lambda: polish.driver.current_url.endswith("/pl.html"))
    polish.driver.get("about:blank")


@pytest.mark.parametrize("language", ["pl", "fr", "ru"])
def test_books_lead_back_to_the_one_in_their_language(reader: Reader, language: str) -> None:
    book = {"pl": "polish-1.4", "fr": "french-1.x", "ru": "russian-2.0"}[language]
    reader.open(f"crusader-rex/{book}/index.html")
    assert reader.one(".md-header .md-logo").get_attribute("href").endswith(f"/{language}.html")
    assert reader.one(".md-tabs__link").get_attribute("href").endswith(f"/{language}.html")
