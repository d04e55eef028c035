"""The switch between editions stays on the clause that is being read, however one came there."""

import pytest
from selenium.webdriver import Keys

from tests.browser.reader import PHONE, Reader

pytestmark = pytest.mark.browser

START = "crusader-rex/english-2.0/movement.html"
OTHERS = ["polish-1.4", "french-1.x", "russian-2.0"]

# The clause that an anchor stands for: the article itself, or the one under the heading.
CLAUSE_AT = """
const place = document.getElementById(decodeURIComponent(arguments[0]));
if (!place) return null;
let clause = place.closest('.crex-clause') || place.nextElementSibling;
while (clause && !clause.matches('.crex-clause')) clause = clause.nextElementSibling;
return clause && clause.dataset.clause;
"""
SHARED = """
// The clauses of this page that have a place in every other edition, each with the anchor that leads to it.
const anchored = new Map();
for (const heading of document.querySelectorAll('.md-content h2[id]')) {
  const next = heading.nextElementSibling;
  if (next && next.matches('.crex-clause')) anchored.set(next, heading.id);
}
return [...document.querySelectorAll('.crex-clause')]
  .filter((clause) => arguments[0].every((key) => clause.querySelector(`.crex-elsewhere[data-edition="${key}"]`)))
  .map((clause) => [clause.dataset.clause, anchored.get(clause) || clause.id])
  .filter(([, anchor]) => anchor);
"""
SCROLL_TO = """
const clause = document.querySelector(`.crex-clause[data-clause="${arguments[0]}"]`);
const bar = document.querySelector('.crex-switch');
for (let times = 0; times < 2; times += 1)  // once the bar sticks it stands elsewhere
  window.scrollTo(0, window.scrollY + clause.getBoundingClientRect().top - bar.getBoundingClientRect().bottom - 4);
"""
IN_SIGHT = """
const box = document.querySelector(`.crex-clause[data-clause="${arguments[0]}"]`).getBoundingClientRect();
const top = document.querySelector('.crex-switch').getBoundingClientRect().bottom;
return box.bottom > top && box.top < window.innerHeight;
"""


def shared(reader: Reader, page: str = START) -> list[tuple[str, str]]:
    """Clauses of a page that every other edition has too: the first, one of the middle and the last."""
    reader.open(page)
    found = [(clause, anchor) for clause, anchor in reader.run(SHARED, OTHERS)]
    assert len(found) > 5
    return [found[0], found[len(found) // 2], found[-1]]


def switched(reader: Reader, edition: str) -> str | None:
    """The clause that one is at after the switch to an edition."""
    reader.until(lambda: f"/{edition}/" in reader.page)
    reader.settle()
    assert reader.complaints() == []
    anchor = reader.run("return location.hash.slice(1)")
    clause = reader.run(CLAUSE_AT, anchor)
    assert clause is None or reader.run(IN_SIGHT, clause)
    return clause


def link_to(edition: str) -> str:
    return f'.crex-switch a[data-edition="{edition}"]'


@pytest.mark.parametrize("edition", OTHERS)
def test_from_a_number_to_the_same_clause(reader: Reader, edition: str) -> None:
    for clause, anchor in shared(reader):
        reader.open(f"{START}#{anchor}")
        reader.one(link_to(edition)).click()
        assert switched(reader, edition) == clause


@pytest.mark.parametrize("edition", OTHERS)
def test_from_where_one_has_read_to(reader: Reader, edition: str) -> None:
    for clause, _ in shared(reader)[:2]:  # the last may stand too low for the window to begin with it
        reader.open(START)
        reader.run(SCROLL_TO, clause)
        reader.one(link_to(edition)).click()
        assert switched(reader, edition) == clause


def test_by_the_keyboard(reader: Reader) -> None:
    clause, anchor = shared(reader)[1]
    reader.open(f"{START}#{anchor}")
    reader.tab_to(link_to("polish-1.4"))
    reader.press(Keys.ENTER)
    assert switched(reader, "polish-1.4") == clause


def test_by_the_keyboard_from_what_folds_out(reader: Reader) -> None:
    clause, anchor = shared(reader)[1]
    reader.open(f"{START}#{anchor}")
    reader.tab_to(".crex-clause summary")
    reader.press(Keys.ENTER)
    reader.tab_to('.crex-elsewhere[data-edition="polish-1.4"]')
    reader.press(Keys.ENTER)
    assert switched(reader, "polish-1.4") == clause


def test_on_a_phone(reader: Reader) -> None:
    reader.window(PHONE)
    clause, anchor = shared(reader)[1]
    reader.open(f"{START}#{anchor}")
    reader.one(link_to("french-1.x")).click()
    assert switched(reader, "french-1.x") == clause


def test_there_and_back_through_all_editions(reader: Reader) -> None:
    clause, anchor = shared(reader)[1]
    reader.open(f"{START}#{anchor}")
    for edition in [*OTHERS, "english-2.0"]:
        reader.one(link_to(edition)).click()
        assert switched(reader, edition) == clause


def test_to_the_same_edition_in_the_other_language(reader: Reader) -> None:
    reader.open("crusader-rex/polish-1.4/movement.html")
    (clause, anchor), *_ = reader.run(SHARED, ["polish-1.4/en"])
    reader.open(f"crusader-rex/polish-1.4/movement.html#{anchor}")
    reader.one(link_to("polish-1.4/en")).click()
    assert switched(reader, "polish-1.4/en") == clause


def test_at_the_top_of_a_chapter_it_leads_to_that_chapter(reader: Reader) -> None:
    reader.open(START)
    reader.one(link_to("polish-1.4")).click()
    assert switched(reader, "polish-1.4") is None
    assert reader.page == "crusader-rex/polish-1.4/movement.html"


def test_a_clause_that_the_other_edition_lacks_leads_to_a_page_of_it(reader: Reader) -> None:
    lacking = """
    return [...document.querySelectorAll('.crex-clause')]
      .filter((clause) => !clause.querySelector('.crex-elsewhere[data-edition="polish-1.4"]'))
      .map((clause) => clause.dataset.clause)
    """
    reader.open("crusader-rex/english-2.0/draws.html")
    clause, *_ = reader.run(lacking)
    reader.run(SCROLL_TO, clause)
    reader.one(link_to("polish-1.4")).click()
    reader.until(lambda: "/polish-1.4/" in reader.page)
    reader.settle()
    assert reader.one("h1").text
