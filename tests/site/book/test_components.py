"""The board and the pieces of a book, each with an anchor, and what is said of places."""

import re

from crex_dsl.site.book.components import Display, display
from tests.site.conftest import compendium


def shown(game: str = "ford", edition: str = "royal-2.0", language: str | None = None) -> Display:
    found = display(compendium(game), compendium(game).book(edition, language))
    assert found is not None
    return found


def test_every_link_of_the_board_leads_to_a_row() -> None:
    made = shown("crusader-rex", "english-2.0")
    assert made.board is not None
    links = set(re.findall(r'href="#([^"]+)"', made.board))
    assert links == {place.anchor for place in made.places}
    assert len(links) > 50


def test_places_tell_their_ways_and_who_names_them() -> None:
    made = shown("crusader-rex", "english-2.0")
    (tyre,) = (place for place in made.places if place.anchor == "tyre")
    assert {link.href for link in tyre.ways} == {"#acre", "#beaufort", "#sidon"}
    assert [link.href for link in tyre.named_by] == ["#conrad", "#king-guy"]
    assert made.columns == ["facts", "ways", "named-by"]


def test_anchors_are_unique() -> None:
    for game, edition in (("crusader-rex", "french-1.x"), ("na-grunwald", "two-players"), ("ford", "plain-1.0")):
        made = shown(game, edition)
        anchors = [place.anchor for place in made.places]
        anchors += [piece.anchor for _, pieces in made.pieces for piece in pieces]
        assert len(set(anchors)) == len(anchors)


def test_names_are_those_of_the_book_s_language() -> None:
    polish, english = shown("na-grunwald", "four-players"), shown("na-grunwald", "four-players", "en")
    assert "Krzyżacy" in {place.title for place in polish.places}
    assert "Krzyżacy" not in {place.title for place in english.places}
    assert next(title for title, _ in polish.pieces) == "Karty wojska"
    assert next(title for title, _ in english.pieces) == "Fighting cards"
