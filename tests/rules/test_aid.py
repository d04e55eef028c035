"""The player aid of every edition: short enough for one sheet, and with the figures of its own family."""

import pytest

from crex_dsl.rulebook.catalogue import index_of
from crex_dsl.rulebook.library import Library
from crex_dsl.site.aid import aid_of, fits, type_size
from crex_dsl.site.book import Book
from crex_dsl.site.compendium import Compendium

LIBRARY = Library.at_hand()
BOOKS = {
    book.folder: book
    for game in ("crusader-rex", "na-grunwald")
    for book in Compendium(LIBRARY.files(game), index_of(LIBRARY.files(game))).books
}


def words(book: Book) -> dict[str, str]:
    """What the aid says, clause by clause."""
    named = (name for names in book.brief.aid for name in names)
    return dict(zip(named, (clause.wording for group in aid_of(book) for clause in group.clauses), strict=True))


@pytest.mark.parametrize("folder", BOOKS)
def test_every_book_has_an_aid_that_fits_on_one_sheet(folder: str) -> None:
    groups = aid_of(BOOKS[folder])
    assert len(groups) >= 10
    assert all(clause.wording for group in groups for clause in group.clauses)
    assert fits(groups, type_size(groups))


@pytest.mark.parametrize("folder", BOOKS)
def test_no_clause_stands_on_the_aid_twice_and_no_two_groups_bear_one_heading(folder: str) -> None:
    book = BOOKS[folder]
    named = [name for names in book.brief.aid for name in names]
    assert len(set(named)) == len(named)
    headings = [group.heading for group in aid_of(book)]
    assert len(set(headings)) == len(headings)


FIRST = ["french-1.x", "french-1.x/en", "polish-1.4", "polish-1.4/en"]
SECOND = ["english-2.0", "russian-2.0", "russian-2.0/en"]


@pytest.mark.parametrize(
    ("edition", "figures"),
    [
        *((edition, {"road-limits": "84", "attack-road-limits": "42", "combat-rounds": "4"}) for edition in FIRST),
        *((edition, {"road-limits": "42", "retreat-limits": "42", "combat-rounds": "3"}) for edition in SECOND),
    ],
)
def test_the_limits_are_those_of_the_family(edition: str, figures: dict[str, str]) -> None:
    said = words(BOOKS[f"crusader-rex/{edition}"])
    found = {name: "".join(filter(str.isdigit, said[name])) for name in figures}
    assert {name: found[name][: len(figure)] for name, figure in figures.items()} == figures


@pytest.mark.parametrize("edition", [*FIRST, *SECOND])
def test_only_the_first_family_tells_of_attack_limits_and_forced_marches(edition: str) -> None:
    own = {"attack-road-limits", "forced-march", "winter-move-rate"}
    assert own & words(BOOKS[f"crusader-rex/{edition}"]).keys() == (own if edition in FIRST else set())


@pytest.mark.parametrize("language", ["", "/en"])
@pytest.mark.parametrize(
    ("edition", "bonus", "own"),
    [
        ("two-players", "2", {"two-crown", "two-provisions", "two-ducats", "two-mercenaries"}),
        ("three-players", "4", {"three-ducats"}),
        ("four-players", "6", set()),
    ],
)
def test_the_rules_for_fewer_players_stand_on_their_aids_only(
    edition: str, bonus: str, own: set[str], language: str
) -> None:
    said = words(BOOKS[f"na-grunwald/{edition}{language}"])
    assert bonus in said["skirmish-teuton-strength"]
    assert {name for name in said if name.startswith(("two-", "three-"))} == own
