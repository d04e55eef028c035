"""The map: every place is a link to what is told of it, by mouse, finger and keyboard."""

import pytest
from selenium.webdriver import Keys

from tests.browser.reader import PHONE, WIDE, Reader

pytestmark = pytest.mark.browser

MAPS = ["crusader-rex/english-2.0/pieces.html", "crusader-rex/polish-1.4/pieces.html"]
PLACES = """
// The links of the map to places of this page: what they are called, and where they lead.
return [...document.querySelectorAll('.md-content svg a')]
  .map((each) => [each.querySelector('title').textContent, each.getAttribute('href')])
  .filter(([, href]) => href.startsWith('#'));
"""
STANDS = """
// The row that an address leads to, and whether the window shows it below the bar that sticks to its top.
const row = document.getElementById(decodeURIComponent(location.hash.slice(1)));
const bar = document.querySelector('.crex-switch').getBoundingClientRect().bottom;
const box = row.getBoundingClientRect();
return [row.textContent.trim(), box.bottom > bar && box.top < window.innerHeight];
"""


def places(reader: Reader) -> list[tuple[str, str]]:
    found = [(name, href) for name, href in reader.run(PLACES)]
    assert len(found) > 20
    return found


def assert_at(reader: Reader, name: str, href: str) -> None:
    reader.until(lambda: reader.run("return decodeURIComponent(location.hash)") == href)
    reader.settle()
    told, seen = reader.run(STANDS)
    assert seen
    assert told.startswith(name.partition(" (")[0])


@pytest.mark.parametrize("window", [WIDE, PHONE], ids=["wide", "phone"])
@pytest.mark.parametrize("page", MAPS)
def test_a_place_leads_to_what_is_told_of_it(reader: Reader, page: str, window: dict[str, int]) -> None:
    reader.window(window)
    reader.open(page)
    known = places(reader)
    for name, href in (known[0], known[len(known) // 2], known[-1]):
        reader.open(page)
        link = reader.one(f'.md-content svg a[href="{href}"]')
        reader.run("arguments[0].scrollIntoView({ block: 'center', inline: 'center' })", link)
        link.click()
        assert_at(reader, name, href)


def test_by_the_keyboard(reader: Reader) -> None:
    reader.open(MAPS[0])
    name, href = places(reader)[3]
    reader.tab_to(f'.md-content svg a[href="{href}"]')
    reader.press(Keys.ENTER)
    assert_at(reader, name, href)


def test_every_row_of_the_table_has_its_place_on_the_map(reader: Reader) -> None:
    reader.open(MAPS[0])
    rows = reader.run("return [...document.querySelectorAll('.crex-places tbody tr')].map((row) => '#' + row.id)")
    assert sorted({href for _, href in places(reader)} & set(rows)) == sorted(rows)


def test_its_letters_can_be_read_on_a_phone(reader: Reader) -> None:
    reader.window(PHONE)
    reader.open(MAPS[0])
    smallest = """
    return Math.min(...[...document.querySelectorAll('.md-content svg')][0].querySelectorAll('text').values()
      .filter((each) => each.textContent.trim())
      .map((each) => each.getBoundingClientRect().height))
    """
    assert reader.run(smallest) >= 9
