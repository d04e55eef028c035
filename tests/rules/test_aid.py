"""The player aid of every edition: short enough for one sheet, and with the figures of its own family."""

from functools import cache

import pytest

from crex_dsl.rulebook.files.games import Library
from crex_dsl.rulebook.selection.catalogue import index_of
from crex_dsl.site.book.player_aid import aid_of, fits, tables_of, type_size
from crex_dsl.site.content.book import Book
from crex_dsl.site.content.game_content import GameContent

GAMES = ("crusader-rex", "na-grunwald")


@cache
def books(game: str) -> dict[str, Book]:
    """The books of a game by their folders."""
    files = Library.at_hand().files(game)
    return {book.folder: book for book in GameContent(files, index_of(files)).books}


def book_in(folder: str) -> Book:
    return books(folder.partition("/")[0])[folder]


def words(book: Book) -> dict[str, str]:
    """What the aid says, clause by clause."""
    named = (name for names in book.record.aid for name in names)
    return dict(zip(named, (clause.wording for group in aid_of(book) for clause in group.clauses), strict=True))


@pytest.mark.parametrize("game", GAMES)
def test_every_book_has_an_aid_that_fits_on_one_sheet(game: str) -> None:
    for folder, book in books(game).items():
        groups = aid_of(book)
        assert len(groups) >= 10, folder
        assert all(clause.wording for group in groups for clause in group.clauses), folder
        assert fits(groups, type_size(groups, tables_of(book)), tables_of(book)), folder


@pytest.mark.parametrize("game", GAMES)
def test_no_clause_stands_on_the_aid_twice_and_no_two_groups_bear_one_heading(game: str) -> None:
    for folder, book in books(game).items():
        named = [name for names in book.record.aid for name in names]
        assert len(set(named)) == len(named), folder
        headings = [group.heading for group in aid_of(book)]
        assert len(set(headings)) == len(headings), folder


FIRST = ["french-1.x", "french-1.x/en", "polish-1.4", "polish-1.4/en"]
SECOND = ["english-2.0", "russian-2.0", "russian-2.0/en"]


@pytest.mark.parametrize(
    ("edition", "limits", "rounds"),
    [
        *((edition, [["8", "4", "4"], ["4", "2", "2"]], "4") for edition in FIRST),
        *((edition, [["4", "4"], ["2", "2"]], "3") for edition in SECOND),
    ],
)
def test_the_limits_are_those_of_the_family(edition: str, limits: list[list[str]], rounds: str) -> None:
    book = book_in(f"crusader-rex/{edition}")
    table = next(each for each in tables_of(book) if each.id == "limits")
    assert [cells[1:] for _, cells in table.rows] == limits
    assert "".join(filter(str.isdigit, words(book)["combat-rounds"]))[:1] == rounds


@pytest.mark.parametrize("edition", [*FIRST, *SECOND])
def test_only_the_first_family_tells_of_forced_marches(edition: str) -> None:
    own = {"forced-march", "winter-move-rate"}
    assert own & words(book_in(f"crusader-rex/{edition}")).keys() == (own if edition in FIRST else set())


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
    said = words(book_in(f"na-grunwald/{edition}{language}"))
    assert bonus in said["skirmish-teuton-strength"]
    assert {name for name in said if name.startswith(("two-", "three-"))} == own
