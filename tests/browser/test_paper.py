"""Pages on paper: the aid is one sheet of A4 without the frame of the site, lessons have all their pictures."""

import base64
import re

import pytest

from tests.browser.reader import SITE, Reader

pytestmark = pytest.mark.browser

A4 = {"paperWidth": 8.27, "paperHeight": 11.69}
AIDS = [
    "crusader-rex/english-2.0/aid.html",
    "crusader-rex/polish-1.4/aid.html",
    "crusader-rex/french-1.x/aid.html",
    "crusader-rex/russian-2.0/aid.html",
    "na-grunwald/four-players/aid.html",
    "na-grunwald/four-players/en/aid.html",
]


def sheets(reader: Reader, page: str) -> int:
    """How many sheets a page takes, printed as a browser does unless told otherwise."""
    reader.open(page)
    printed = reader.cdp("Page.printToPDF", **A4)
    return len(re.findall(rb"/Type\s*/Page\b(?!s)", base64.b64decode(printed["data"])))


@pytest.mark.parametrize("page", AIDS)
def test_it_fits_on_one_sheet(reader: Reader, page: str) -> None:
    assert sheets(reader, page) == 1


def test_a_chapter_takes_more(reader: Reader) -> None:
    assert sheets(reader, "crusader-rex/english-2.0/combat.html") > 1


def test_what_is_folded_is_not_printed(reader: Reader) -> None:
    chapter = "crusader-rex/english-2.0/movement.html"
    folded = sheets(reader, chapter)
    assert folded <= 4
    assert reader.run("return document.querySelectorAll('.crex-part').length") == 0
    reader.one(".crex-more summary").click()
    reader.until(lambda: reader.all(".crex-part"))
    printed = reader.cdp("Page.printToPDF", **A4)
    assert reader.run("return document.querySelectorAll('.crex-part').length") == 1
    assert len(printed["data"]) > 0
    assert reader.until(lambda: reader.run("return !document.querySelector('.crex-folded')"))


@pytest.mark.parametrize("book", ["crusader-rex/polish-1.4", "na-grunwald/four-players"])
def test_lessons_are_printed_with_all_their_pictures(reader: Reader, book: str) -> None:
    reader.open(f"{book}/learn.html")
    bare = "return document.querySelectorAll('.crex-walked .crex-frame:not(:has(svg))').length"
    assert reader.run(bare) > 0  # what is far from the window
    files = "return new Set([...document.querySelectorAll('.crex-walked .crex-story')].map((e) => e.dataset.key)).size"
    come = "return performance.getEntriesByType('resource').filter((e) => e.initiatorType === 'script').length"
    reader.until(lambda: reader.run(come) >= reader.run(files))
    reader.settle()
    reader.cdp("Page.printToPDF", **A4)
    assert reader.run(bare) == 0


def test_every_book_has_one() -> None:
    books = {path.parent for path in SITE.glob("*/**/glossary.html")}
    assert books
    assert [book for book in books if not (book / "aid.html").is_file()] == []


def test_only_the_rules_are_printed(reader: Reader) -> None:
    reader.cdp("Emulation.setEmulatedMedia", media="print")
    reader.open(AIDS[0])
    shown = "return [...document.querySelectorAll(arguments[0])].filter((each) => each.checkVisibility()).length"
    assert reader.run(shown, ".md-header, .md-tabs, .md-sidebar, .md-footer, .crex-switch") == 0
    assert reader.run(shown, ".crex-aid section") > 2
    reader.cdp("Emulation.setEmulatedMedia", media="")


def test_dark_readers_print_black_on_white(reader: Reader) -> None:
    reader.open(AIDS[0])
    reader.one("[data-md-component=palette] label:not([hidden])").click()
    reader.until(lambda: reader.scheme == "slate")
    reader.cdp("Emulation.setEmulatedMedia", media="print")
    dark = """
    const [r, g, b] = getComputedStyle(document.querySelector('.crex-aid p')).color.match(/[0-9.]+/g);
    return Number(r) + Number(g) + Number(b);
    """
    assert reader.run(dark) < 200
    reader.cdp("Emulation.setEmulatedMedia", media="")
