"""Every sort of page opens without a complaint, and can be read by everybody."""

import itertools

import pytest
from selenium.webdriver import Keys

from tests.browser.looks import FAINT, HEADINGS, OVERFLOWING, UNFOLD, UNMARKED, UNNAMED
from tests.browser.reader import PHONE, WIDE, Reader
from tests.browser.sorts import SORTS

pytestmark = pytest.mark.browser

LANGUAGES = {"english-2.0": "en", "polish-1.4": "pl", "french-1.x": "fr", "russian-2.0": "ru", "four-players": "pl"}

every_sort = pytest.mark.parametrize("sort", SORTS)


# ---- it opens ----
@every_sort
def test_it_opens_without_a_complaint(reader: Reader, sort: str) -> None:
    reader.open(SORTS[sort])
    assert reader.one("h1").text


# ---- it is built as a page should be ----
@every_sort
def test_headings_make_a_tree(reader: Reader, sort: str) -> None:
    reader.open(SORTS[sort])
    levels = [level for level, _ in reader.run(HEADINGS)]
    assert levels.count(1) == 1
    assert levels[0] == 1
    steps = [(one, two) for one, two in itertools.pairwise(levels) if two > one + 1]
    assert steps == []


@every_sort
def test_everything_has_a_name(reader: Reader, sort: str) -> None:
    reader.open(SORTS[sort])
    reader.run(UNFOLD)
    assert reader.run(UNNAMED) == []


@every_sort
def test_it_says_which_language_it_is_in(reader: Reader, sort: str) -> None:
    reader.open(SORTS[sort])
    assert reader.run("return document.documentElement.lang")
    for book, language in LANGUAGES.items():
        if f"/{book}/" in SORTS[sort]:
            expected = "en" if f"/{book}/en/" in SORTS[sort] else language
            assert reader.one(".crex-page").get_attribute("lang") == expected
            assert reader.run("return document.documentElement.lang") == expected
    assert all(each.get_attribute("lang") for each in reader.all(".crex-clause .crex-says"))


# ---- it can be seen ----
@every_sort
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_its_text_stands_out(reader: Reader, sort: str, scheme: str) -> None:
    reader.prefer(scheme)
    reader.open(SORTS[sort])
    assert reader.scheme == {"light": "default", "dark": "slate"}[scheme]
    reader.run(UNFOLD)
    assert reader.run(FAINT, ".md-content") == []


@every_sort
@pytest.mark.parametrize("window", [PHONE, WIDE], ids=["phone", "wide"])
def test_nothing_sticks_out(reader: Reader, sort: str, window: dict[str, int]) -> None:
    reader.window(window)
    reader.open(SORTS[sort])
    reader.run(UNFOLD)
    assert reader.run("return window.innerWidth") == window["width"]
    assert reader.run("return document.documentElement.scrollWidth") <= window["width"]
    assert reader.run(OVERFLOWING) == []


@pytest.mark.parametrize("window", [PHONE, WIDE], ids=["phone", "wide"])
@pytest.mark.parametrize("edition", ["crusader-rex/french-1.x", "crusader-rex/polish-1.4", "na-grunwald/two-players"])
def test_tables_of_the_player_aid_stay_in_their_cards(reader: Reader, edition: str, window: dict[str, int]) -> None:
    reader.window(window)
    reader.open(f"{edition}/aid.html")
    beyond = """
    return [...document.querySelectorAll('.crex-aid-sheet')].filter((card) =>
      [...card.querySelectorAll('th, td')].some((cell) =>
        cell.getBoundingClientRect().right > card.getBoundingClientRect().right)).map((card) => card.textContent);
    """
    assert reader.run(beyond) == []


# ---- it can be used without a mouse ----
@every_sort
def test_the_keyboard_shows_where_it_is(reader: Reader, sort: str) -> None:
    reader.open(SORTS[sort])
    lost = []
    for _ in range(25):
        reader.press(Keys.TAB)
        if reader.run(UNMARKED):
            reader.settle()  # what unfolds may need a moment
            lost.append(reader.run(UNMARKED))
    assert not any(lost), lost
