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


def sought(reader: Reader, words: str, page: str = "index.html") -> list[str]:
    """The addresses that the search offers for some words, best first, each with its other editions behind it."""
    reader.open(page)
    reader.press("/")
    field = reader.until(lambda: reader.one(".crex-find [name=words]"))
    reader.until(lambda: reader.run("return document.activeElement === arguments[0]", field))
    field.send_keys(words)
    reader.until(lambda: reader.run("return /\\d/.test(document.querySelector('.crex-find-count').textContent)"))
    return [address_of(reader, link) for link in reader.all(".crex-find-list a")]


def address_of(reader: Reader, link: WebElement) -> str:
    """Where a hit leads."""
    return unquote(str(link.get_attribute("href"))).removeprefix(reader.address)


@pytest.mark.parametrize("book", LETTERS)
def test_a_clause_is_found_by_its_heading(reader: Reader, book: str) -> None:
    found = headings(book)
    assert len(found) > 4
    chosen = list(found.items())
    for words, address in (chosen[0], chosen[len(chosen) // 2], chosen[-1]):
        hits = sought(reader, words)
        assert any(hit.partition("#")[0] == address.partition("#")[0] for hit in hits), words
        pages = list(dict.fromkeys(hit.partition("#")[0] for hit in hits))
        assert address.partition("#")[0] in pages[:FIRST], words


def test_a_hit_leads_to_its_clause(reader: Reader) -> None:
    words, address = next(iter(headings("crusader-rex/polish-1.4").items()))
    sought(reader, words)
    link = next(each for each in reader.all(".crex-find-list a") if address_of(reader, each) == address)
    reader.run("arguments[0].click()", link)
    reader.until(lambda: reader.run("return location.hash.length > 1"))
    reader.settle()
    shown = reader.run("return document.getElementById(decodeURIComponent(location.hash.slice(1))).textContent")
    assert words.split()[0] in shown


@pytest.mark.parametrize(
    ("words", "book"),
    [
        ("oblezenie", "polish-1.4"),
        ("oblężeń", "polish-1.4"),
        ("zamku", "polish-1.4"),
        ("harcelement", "french-1.x"),
        ("крепостей", "russian-2.0"),
    ],
)
def test_accents_and_endings_need_not_be_typed_in_full(reader: Reader, words: str, book: str) -> None:
    assert any(f"/{book}/" in hit for hit in sought(reader, words)[:10])


def test_only_one_edition_is_searched_if_asked_for(reader: Reader) -> None:
    sought(reader, "siege")
    reader.run("""
    const scope = document.querySelector('.crex-find [name=book]');
    scope.value = 'crusader-rex/english-2.0';
    scope.dispatchEvent(new Event('input', { bubbles: true }));
    """)
    hits = [address_of(reader, link) for link in reader.all(".crex-find-list a")]
    assert hits
    assert all(hit.startswith("crusader-rex/english-2.0/") for hit in hits)


def test_a_clause_is_offered_once(reader: Reader) -> None:
    sought(reader, "storm")
    heads = [link.text for link in reader.all(".crex-find-hit")]
    assert len(reader.all(".crex-find-also")) > 2
    assert len(heads) == len(set(heads)) or len(heads) < 41


def test_it_works_from_a_folder(reader: Reader) -> None:
    reader.driver.get((SITE / "crusader-rex/polish-1.4/movement.html").as_uri())
    reader.press("/")
    reader.one(".crex-find [name=words]").send_keys("oblezenie")
    reader.until(lambda: reader.all(".crex-find-hit"))
    reader.press(Keys.ESCAPE)
    reader.until(lambda: not reader.run("return document.getElementById('crex-find').open"))
    reader.one(".crex-more summary").click()
    reader.until(lambda: reader.all(".crex-part"))
    reader.driver.get("about:blank")


def test_nothing_is_found_of_nonsense(reader: Reader) -> None:
    reader.open("index.html")
    reader.press("/")
    reader.one(".crex-find [name=words]").send_keys("xqzwv")
    reader.until(lambda: "Nothing" in reader.one(".crex-find-count").text)
    reader.press(Keys.ESCAPE)
    reader.until(lambda: not reader.run("return document.getElementById('crex-find').open"))
