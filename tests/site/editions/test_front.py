"""The front page of a game."""

import re

from crex_dsl.site.editions.all_pages import across_pages
from crex_dsl.site.editions.front import PURPOSES, front_page
from tests.site.conftest import compendium, told_across
from tests.site.editions.reading import Reading


def test_it_begins_with_the_first_words_of_the_default_edition() -> None:
    text = next(across_pages(compendium("ford"))).text
    assert '<p lang="en">The campaign lasts 6 turns.' in text
    assert 'Read on: <a href="plain-1.0/rules.html#1" hreflang="en" lang="en">First printing</a>' in text


def test_it_speaks_english_where_the_default_edition_does_not() -> None:
    text = next(across_pages(compendium("na-grunwald"))).text
    clause = compendium("na-grunwald").records["four-players"].clauses[0]
    assert clause.language == "pl"
    assert f'<p lang="en">{clause.says}</p>' in text


def test_editions_are_told_with_their_books_and_figures() -> None:
    (row,) = (line for line in next(across_pages(compendium("ford"))).text.splitlines() if "royal-2.0/en/" in line)
    assert 'lang="pl">polski</a>, <a href="royal-2.0/en/index.html" hreflang="en" lang="en">English</a>' in row
    record = compendium("ford").records["royal-2.0"]
    printed = sum(bool(clause.numbers) for clause in record.clauses)
    assert re.findall(r"<td>(\w+)</td>", row) == [str(len(record.clauses)), str(printed), "6", "1"]


def test_every_page_across_editions_is_led_to() -> None:
    front, *others = (page for page in across_pages(compendium("ford")) if page.language == "en")
    names = [page.path.removeprefix("ford/").removesuffix(".md") for page in others if page.shelf]
    assert names and {f"{name}.html" for name in names} <= set(Reading(front).links)
    assert all(told_across().say(PURPOSES[name]) in front.text for name in names)


def test_one_edition_needs_no_heading_for_several() -> None:
    text = front_page(told_across("noughts"), []).text
    assert "## Rules" in text
    assert "Across editions" not in text
    assert "crex play -g noughts" in text
