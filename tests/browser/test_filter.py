"""Tables across the editions: words and choices narrow them, and a narrowed table can be shared."""

import pytest

from tests.browser.reader import PHONE, Reader

pytestmark = pytest.mark.browser

TABLES = [
    "crusader-rex/between/english-2.0--french-1.x.html",
    "crusader-rex/concordance.html",
    "na-grunwald/between/four-players--two-players.html",
]
SHOWN = """
return [...document.querySelectorAll('#crex-rows [data-row]')].filter((row) => row.checkVisibility())
  .map((row) => row.textContent.toLowerCase())
"""


def rows(reader: Reader) -> list[str]:
    return list(reader.run(SHOWN))


@pytest.mark.parametrize("page", TABLES)
def test_words_narrow_it(reader: Reader, page: str) -> None:
    reader.open(page)
    before = rows(reader)
    assert len(before) > 3
    word = max((word for word in before[0].split() if word.isalpha() and word.isascii()), key=len)
    reader.one(".crex-filter input[name=words]").send_keys(word)
    reader.until(lambda: len(rows(reader)) < len(before))
    assert rows(reader)
    assert all(word in row for row in rows(reader))
    assert f"{len(rows(reader))} of " in reader.one(".crex-filter output").text


def test_what_is_chosen_stays_in_the_address(reader: Reader) -> None:
    reader.open(TABLES[0])
    before = rows(reader)
    reader.tab_to(".crex-filter select[name=kind]")
    reader.press("played")
    reader.until(lambda: 0 < len(rows(reader)) < len(before))
    narrowed = rows(reader)
    address = str(reader.driver.current_url).removeprefix(reader.address)
    assert "kind=effects" in address
    reader.open(address)
    assert rows(reader) == narrowed
    reader.one(".crex-filter button[type=reset]").click()
    reader.until(lambda: len(rows(reader)) == len(before))


def test_on_a_phone(reader: Reader) -> None:
    reader.window(PHONE)
    reader.open(TABLES[0])
    reader.one(".crex-filter input[name=words]").send_keys("winter")
    reader.until(lambda: rows(reader) and all("winter" in row for row in rows(reader)))
    assert reader.run("return document.documentElement.scrollWidth") <= PHONE["width"]


def test_a_row_leads_to_the_wording_in_its_book(reader: Reader) -> None:
    reader.open(TABLES[0])
    link = next(each for each in reader.all("#crex-rows [data-row] td a") if each.is_displayed())
    target = str(link.get_attribute("href")).removeprefix(reader.address).partition("#")[0]
    assert target.startswith("crusader-rex/english-2.0/")
    link.click()
    reader.until(lambda: reader.page == target)
    reader.settle()
    assert reader.one("h1").text
