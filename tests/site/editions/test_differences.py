"""The differences as a table."""

from collections import Counter

from crex_dsl.site.content.page import Page
from crex_dsl.site.editions.differences import TOLD, differences_page
from tests.site.conftest import compendium
from tests.site.editions.reading import Reading


def page(game: str) -> Page:
    found = differences_page(compendium(game))
    assert found is not None
    return found


def test_rows_are_as_many_as_the_tally_says() -> None:
    tally = compendium("ford").differences["plain-1.0", "royal-2.0"].tally
    kinds = Counter(row["data-kind"] for row in Reading(page("ford")).having("data-row"))
    assert kinds == {
        "play figures": tally.figures,
        "play effects": tally.effects,
        "play only": tally.first_only + tally.second_only,
        "play things": tally.things,
        "printing": tally.printed,
    }


def test_any_two_editions_stand_once() -> None:
    reading = Reading(page("dash"))
    pairs = [element["data-pick"] for element in reading.having("data-pick")]
    assert pairs == [
        "first=two-player&second=four-player",
        "first=two-player&second=three-player",
        "first=four-player&second=three-player",
    ]
    assert {row["data-editions"] for row in reading.having("data-row")} == {
        "two-player four-player",
        "two-player three-player",
        "four-player three-player",
    }


def test_a_row_says_what_differs_and_leads_to_its_page() -> None:
    text = page("ford").text
    (row,) = (line for line in text.splitlines() if "<code>road-limits</code>" in line)
    assert '<a href="differences/road-limits.html">Road limits</a>' in row
    assert "4 when s is major, 2 when s is minor → 2 when s is major, 1 when s is minor" in row
    (only,) = (line for line in text.splitlines() if "<code>forced-march</code>" in line)
    assert "<span>only in plain-1.0: A block may go one town farther." in only


def test_what_is_only_printed_otherwise_has_no_page() -> None:
    (row,) = (line for line in page("ford").text.splitlines() if "<code>fog</code>" in line)
    assert 'data-kind="printing"' in row
    assert "differences/" not in row


def test_things_differ_by_name() -> None:
    words = Reading(page("ford")).words
    assert "firepower: 2 → 3, stride: 2 → 1" in words
    assert "block only in royal-2.0" in words


def test_long_lists_of_changes_are_cut() -> None:
    rows = [line.split('<td class="crex-gists">')[-1] for line in page("crusader-rex").text.splitlines()]
    assert max(row.count("<span>") for row in rows) == TOLD
    assert any(">and 8 more</a>" in row for row in rows)
