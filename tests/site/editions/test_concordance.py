"""The concordance as a page."""

from crex_dsl.site.editions.concordance import concordance_page
from tests.site.conftest import compendium, told_across
from tests.site.editions.reading import Reading


def rows() -> dict[str, list[int]]:
    """By clause, its places in the books of both editions, in the order of the page."""
    reading = Reading(concordance_page(told_across("ford")))
    return {row["id"]: [int(place) for place in row["data-places"].split()] for row in reading.having("data-row")}


def test_every_clause_has_a_row_in_the_order_of_the_default_edition() -> None:
    found = rows()
    assert set(found) == {clause.id for clause in compendium("ford").concordance.clauses}
    assert [places[0] for places in found.values()] == list(range(len(found)))


def test_rows_know_their_place_in_every_book() -> None:
    found = rows()
    assert sorted(places[1] for places in found.values()) == list(range(len(found)))
    book = compendium("ford").records["royal-2.0"]
    first = {clause.id: clause.numbers[0] for clause in book.clauses if clause.numbers}
    printed = [first[clause] for clause in sorted(found, key=lambda clause: found[clause][1]) if clause in first]
    assert printed[:3] == ["1.1", "1.2", "2.1"]


def test_the_concordance_itself_keeps_its_order() -> None:
    before = compendium("ford").concordance.model_dump()
    concordance_page(told_across("ford"))
    assert compendium("ford").concordance.model_dump() == before


def test_numbers_lead_into_the_books_and_options_to_where_they_are_told() -> None:
    page = concordance_page(told_across("ford")).text
    assert '<a class="crex-number" href="royal-2.0/rules.html#3.6" title="Limity dróg" lang="pl">3.6</a>' in page
    assert (
        '<span class="crex-number" lang="pl">8.1</span> <span class="crex-brought">with <a href="options.html#' in page
    )
    assert '<a class="crex-unprinted" href="royal-2.0/unprinted.html#combat-pass" title="Passing">unprinted</a>' in page
    assert '<span class="crex-unseen">not in First printing</span>' in page
