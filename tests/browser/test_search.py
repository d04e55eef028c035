"""The search finds clauses by the words of their headings, in every language and its own letters."""

import re
from urllib.parse import unquote

import pytest
from selenium.webdriver import Keys
from selenium.webdriver.remote.webelement import WebElement

from tests.browser.reader import SITE, Reader

pytestmark = pytest.mark.browser

# The book, and letters that only its language has.
LETTERS = {
    "crusader-rex/english-2.0": "[a-z]",
    "crusader-rex/polish-1.4": "[ąćęłńóśźż]",
    "crusader-rex/french-1.x": "[àâçéèêëîïôûù]",
    "crusader-rex/russian-2.0": "[а-яё]",
    "na-grunwald/four-players": "[ąćęłńóśźż]",
}
FIRST = 6  # pages: the editions of a game may have the same words
HEADING = re.compile(r'<h2 id="([^"]+)">(.*?)(?:<a class="headerlink"|</h2>)', re.DOTALL)


def headings(book: str) -> dict[str, str]:
    """The headings over clauses of a book that hold its own letters in a word of some length, with their addresses."""
    found: dict[str, str] = {}
    for page in sorted((SITE / book).glob("*.html")):
        text = page.read_text(encoding="utf-8")
        if page.name == "unprinted.html" or 'class="crex-clause"' not in text:
            continue
        for anchor, inside in HEADING.findall(text):
            plain = re.sub(r'<span class="crex-number">.*?</span>|<[^>]+>', " ", inside)
            words = re.findall(r"[^\W\d_]+", plain)
            if any(len(word) > 5 and re.search(LETTERS[book], word.lower()) for word in words):
                found.setdefault(" ".join(words), f"{book}/{page.name}#{anchor}")
    return found


def sought(reader: Reader, words: str) -> list[str]:
    """The addresses that the search offers for some words, best first."""
    reader.open("index.html")
    reader.press("/")
    field = reader.until(lambda: reader.one(".md-search__input"))
    reader.until(lambda: reader.run("return document.activeElement === arguments[0]", field))
    field.send_keys(words)
    reader.until(lambda: reader.all(".md-search-result__item"))
    for more in reader.all(".md-search-result__more summary"):
        reader.run("arguments[0].click()", more)
    return [address_of(reader, link) for link in reader.all(".md-search-result__link")]


def address_of(reader: Reader, link: WebElement) -> str:
    """Where a hit leads, without the words that are to be marked there."""
    href = unquote(str(link.get_attribute("href")))
    return re.sub(r"\?[^#]*", "", href).removeprefix(reader.address)


@pytest.mark.parametrize("book", LETTERS)
def test_a_clause_is_found_by_its_heading(reader: Reader, book: str) -> None:
    found = headings(book)
    assert len(found) > 4
    chosen = list(found.items())
    for words, address in (chosen[0], chosen[len(chosen) // 2], chosen[-1]):
        hits = sought(reader, words)
        assert address in hits, words
        pages = list(dict.fromkeys(hit.partition("#")[0] for hit in hits))
        assert address.partition("#")[0] in pages[:FIRST], words


def test_a_hit_leads_to_its_clause(reader: Reader) -> None:
    words, address = next(iter(headings("crusader-rex/polish-1.4").items()))
    sought(reader, words)
    link = next(each for each in reader.all(".md-search-result__link") if address_of(reader, each) == address)
    reader.run("arguments[0].click()", link)
    reader.until(lambda: reader.run("return location.hash.length > 1"))
    reader.settle()
    shown = reader.run("return document.getElementById(decodeURIComponent(location.hash.slice(1))).textContent")
    assert words.split()[0] in shown


def test_accents_and_endings_need_not_be_typed_in_full(reader: Reader) -> None:
    word = max((word for words in headings("crusader-rex/russian-2.0") for word in words.split()), key=len)
    assert any("/russian-2.0/" in hit for hit in sought(reader, word[:-2]))


def test_nothing_is_found_of_nonsense(reader: Reader) -> None:
    reader.open("index.html")
    reader.press("/")
    reader.one(".md-search__input").send_keys("xqzwv")
    reader.until(lambda: "No matching" in reader.one(".md-search-result__meta").text)
    reader.press(Keys.ESCAPE)
    reader.until(lambda: not reader.run("return document.getElementById('__search').checked"))
