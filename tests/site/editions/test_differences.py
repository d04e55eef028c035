"""The differences: how many, and two editions side by side."""

import re

from crex_dsl.site.editions.differences import differences_page, pair_pages
from tests.site.conftest import compendium, told_across
from tests.site.editions.reading import Reading

FORD = compendium("ford")
(PAIR,) = pair_pages(told_across("ford"))


def row(clause: str) -> str:
    """The row of a clause."""
    (found,) = (line for line in PAIR.text.splitlines() if line.startswith(f'<tr id="{clause}"'))
    return found


def test_every_two_editions_have_a_page() -> None:
    page = differences_page(told_across("ford"))
    assert page is not None
    assert PAIR.path == "ford/between/plain-1.0--royal-2.0.md"
    assert "between/plain-1.0--royal-2.0.html" in Reading(page).links
    tally = FORD.differences["plain-1.0", "royal-2.0"].tally
    assert f"<td>{tally.effects}</td>" in page.text


def test_both_words_stand_side_by_side() -> None:
    line = row("road-limits")
    assert 'lang="pl">Drogą główną' in line
    assert line.index("plain-1.0/rules.html#3.4") < line.index("royal-2.0/rules.html#3.6")


def test_what_differs_is_told_in_sentences() -> None:
    gists = re.findall(r'<span class="crex-gist">(.*?)</span></?(?:span|th)', row("road-limits"))
    told = re.sub("<[^>]+>", " ", row("road-limits"))
    first, second = (FORD.records[name] for name in ("plain-1.0", "royal-2.0"))
    says = [next(each.says for each in record.clauses if each.id == "road-limits") for record in (first, second)]
    assert says[0] != says[1]
    assert all(text.split(". ")[0].rstrip(".") in told for text in says) or gists


def test_a_clause_that_one_has_not() -> None:
    line = row("riders-pass")
    assert "not in First printing" in line
    assert 'data-kind="play only"' in line


def test_what_is_alike_is_there_too() -> None:
    assert 'data-kind="alike"' in PAIR.text or 'data-kind="printing"' in PAIR.text


def test_one_edition_has_none() -> None:
    assert differences_page(told_across("noughts")) is None
