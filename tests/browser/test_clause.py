"""What a reader can do with a clause: try what it forbids, copy it, and go on to the next chapter."""

import pytest
from selenium.webdriver.remote.webelement import WebElement

from tests.browser.reader import Reader

pytestmark = pytest.mark.browser

CHAPTERS = [
    "crusader-rex/english-2.0/movement.html",
    "crusader-rex/polish-1.4/movement.html",
    "na-grunwald/four-players/skirmish.html",
]
every_chapter = pytest.mark.parametrize("chapter", CHAPTERS)
JUDGED = (
    "const box = arguments[0]; return [box.querySelector('svg').outerHTML, box.querySelector('figcaption').innerText]"
)


def unfold(reader: Reader, box: WebElement) -> None:
    """Open everything that a thing on the page is folded into."""
    reader.run("for (let at = arguments[0]; at; at = at.parentElement) if (at.matches('details')) at.open = true", box)


def first(reader: Reader, selector: str) -> WebElement:
    """The first such thing of a chapter, once all that belongs to its clauses has come."""
    reader.run("document.querySelectorAll('.crex-more').forEach((each) => (each.open = true))")
    reader.until(lambda: reader.all(selector))
    return reader.one(selector)


@every_chapter
def test_what_is_refused_stays_and_what_is_legal_is_seen_done(reader: Reader, chapter: str) -> None:
    reader.open(chapter)
    box = first(reader, ".crex-try:has([data-verdict=legal][data-then]):has([data-verdict=refused])")
    unfold(reader, box)
    reader.until(lambda: reader.run("return !!arguments[0].querySelector('svg')", box))
    shown = {}
    for verdict in ("refused", "legal"):
        press = f"arguments[0].querySelector('[data-verdict={verdict}]').click()"
        reader.run(press, box)
        once = reader.run(JUDGED, box)
        reader.run(press, box)
        shown[verdict] = once, reader.run(JUDGED, box)
    (refused, again), (legal, done) = shown["refused"], shown["legal"]
    assert refused == again
    assert refused[1].startswith("✗")
    assert legal[1].startswith("✓")
    assert legal[0] != done[0]


@every_chapter
def test_a_clause_is_copied_as_a_link_and_as_markdown(reader: Reader, chapter: str) -> None:
    reader.open(chapter)
    copied = {}
    for sort in ("link", "markdown"):
        button = first(reader, f".crex-copy[data-copy={sort}]")
        reader.run("arguments[0].click()", button)
        reader.until(lambda button=button: button.get_attribute("data-copied"))
        copied[sort] = str(button.get_attribute("data-copied"))
    page, _, anchor = copied["link"].partition("#")
    assert page == reader.address + chapter
    assert reader.run("return !!document.getElementById(decodeURIComponent(arguments[0]))", anchor)
    label, blank, *says = copied["markdown"].splitlines()
    assert label.startswith("**[")
    assert label.endswith(f"]({copied['link']})**")
    assert blank == ""
    assert says
    assert all(line.startswith(">") for line in says)


@every_chapter
def test_the_next_chapter_leads_back(reader: Reader, chapter: str) -> None:
    reader.open(chapter)
    reader.run("document.querySelector('.md-footer__link--next').click()")
    reader.until(lambda: reader.page != chapter)
    reader.settle()
    assert reader.page.rpartition("/")[0] == chapter.rpartition("/")[0]
    reader.run("document.querySelector('.md-footer__link--prev').click()")
    reader.until(lambda: reader.page == chapter)
