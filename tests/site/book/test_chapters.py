"""The pages of a book: all of them, with headings, an index and a glossary."""

import re
from html import unescape
from itertools import pairwise

import pytest

from crex_dsl.site.book.chapters import book_pages
from crex_dsl.site.content.clause_view import label_of
from crex_dsl.site.content.page import Page
from tests.site.conftest import compendium


def pages(edition: str = "royal-2.0", language: str | None = None) -> dict[str, Page]:
    book = compendium().book(edition, language)
    made = list(book_pages(compendium(), book))
    assert len({page.path for page in made}) == len(made)
    return {page.path.removeprefix(f"{book.folder}/").removesuffix(".md"): page for page in made}


def test_a_book_has_contents_chapters_index_and_glossary() -> None:
    made = pages()
    assert list(made)[:3] == ["index", "rules", "unprinted"]
    assert {"terms", "glossary"} <= made.keys()
    assert {page.language for page in made.values()} == {"pl"}
    assert {page.shelf for name, page in made.items() if name != "whole"} == {
        ("The Ford", label_of(compendium().book("royal-2.0")))
    }


def test_chapters_have_one_title_and_a_heading_for_each_section() -> None:
    text = pages()["rules"].text
    assert re.findall(r"^# (.*)$", text, re.MULTILINE) == ["Zasady"]
    assert '## <span class="crex-number">3.6</span> Limity dróg { #3.6 }' in text
    assert re.findall(r"^## .*\{ #(stride) \}$", text, re.MULTILINE) == ["stride"]


def test_what_the_rules_say_is_escaped() -> None:
    book = compendium().book("royal-2.0")
    clause = book.clauses["road-limits"]
    honest = clause.wording
    try:
        clause.wording = "<script>1 & 2</script>"
        assert "&lt;script&gt;1 &amp; 2&lt;/script&gt;" in pages()["rules"].text
    finally:
        clause.wording = honest


def test_the_index_names_headings_and_terms_with_their_numbers() -> None:
    text = pages()["terms"].text
    assert re.search(r"<dt>Limity dróg</dt><dd><a href=\"rules.html#3.6\" title=\"Limity dróg\">3.6</a>", text)
    letters = re.findall(r"^## (.*)$", text, re.MULTILINE)
    assert letters == sorted(letters)


def test_the_glossary_has_the_terms_of_all_languages() -> None:
    text = pages()["glossary"].text
    row = next(line for line in text.splitlines() if 'id="block"' in line)
    assert "bloczek, bloczki, bloczków" in row
    assert '<td lang="en">block</td>' in row
    assert 'href="rules.html#3.6"' in row  # bent as `bloczki`


@pytest.mark.soak  # which plays and draws every example of a whole game
def test_on_one_page_no_heading_is_said_twice_in_a_row() -> None:
    book = compendium("crusader-rex").book("english-2.0")
    (whole,) = (page for page in book_pages(compendium("crusader-rex"), book) if page.path.endswith("/whole.md"))
    headings = [re.sub(r"<[^>]*>", "", found) for found in re.findall(r"<h[23][^>]*>(.*?)</h[23]>", whole.text)]
    assert len(headings) > 60
    assert [one for one, two in pairwise(headings) if one == two] == []
    said = [clause.wording for clause in book.record.clauses if clause.numbers and clause.wording]
    assert all(text.split("\n")[0] in unescape(whole.text) for text in said)
