"""What is drawn of things: every picture worked out, in the language of the edition."""

from __future__ import annotations

import pytest

from crex_dsl.drawing.board.pictures import ThingPicture, ThingPictures, drawings
from tests.conformance.cases import Case, editions

OURS = [case for case in editions() if not case.is_fixture]


def drawn(game: str, edition: str) -> ThingPictures:
    return drawings(Case(game, edition, ()).load())


def one(game: str, edition: str, kind: str, thing: str) -> ThingPicture:
    return next(each for each in drawn(game, edition).kinds[kind] if thing in each.things)


@pytest.mark.parametrize("case", editions(), ids=str)
def test_every_pictured_thing_is_drawn_once(case: Case) -> None:
    game = case.load()
    found = drawings(game)
    pictured = list(game.program.words["PICTURES"])
    for root in {game.tables["subkinds"][kind][0] for kind in pictured}:
        masks = [game.tables["subkinds"][kind][1] for kind in pictured if game.tables["subkinds"][kind][0] == root]
        wanted = {index for mask in masks for index in range(mask.bit_length()) if mask >> index & 1}
        things = [thing for kind, of in found.kinds.items() if game.tables["subkinds"][kind][0] == root
                  for each in of for thing in each.things]  # fmt: skip
        assert sorted(things) == sorted(game.namer.kinds[root][0][index] for index in wanted)


def test_a_game_without_pictures_has_no_drawings() -> None:
    game = Case("dash", "two-player", ()).load()
    before = dict(game.program.words)
    try:
        game.program.words["PICTURES"] = {}
        assert drawings(game).kinds == {}
    finally:
        game.program.words.update(before)


@pytest.mark.parametrize(
    ("edition", "told"),
    [
        ("english-2.0", "Tripoli (realm: Tripoli; town rating: 2; port; victory city; fortified port)"),
        ("polish-1.4", "Tripoli (kraina: Trypolis; poziom miasta: 2; port; kluczowe miasto)"),
        ("french-1.x", "Tripoli (royaume: Tripoli; valeur: 2; port; objectif de victoire)"),
        ("russian-2.0", "Tripoli (земля: Триполи; ранг: 2; порт; ключевой город; укреплённый порт)"),
    ],
)
def test_a_place_tells_its_facts_in_the_words_of_the_edition(edition: str, told: str) -> None:
    assert one("crusader-rex", edition, "place", "tripoli").told == told


def test_a_block_tells_its_label() -> None:
    block = one("crusader-rex", "polish-1.4", "block", "conrad")
    assert block.told == ("Konrad (rodzaj: Outremer; siedziba: Tyre; siła: 4; współczynnik walki: B3; poziom ruchu: 2)")
    assert (block.pips, block.colour and block.colour.word) == (4, "Frankowie")


def test_a_block_without_a_seat_says_nothing_of_it() -> None:
    block = one("crusader-rex", "english-2.0", "block", "richard")
    assert block.texts["foot"] == ""
    assert "seat" not in dict(block.facts)


def test_cards_that_look_alike_are_drawn_once() -> None:
    counts = {card.title: len(card.things) for card in drawn("crusader-rex", "english-2.0").kinds["card"]}
    assert counts == {
        "Move 3": 6, "Move 2": 9, "Move 1": 6, "Winter Campaign": 1,
        "Assassins": 1, "Jihad": 1, "Manna": 1, "Guide": 1, "Intrigue": 1,
    }  # fmt: skip


def test_things_without_a_title_are_drawn_one_by_one() -> None:
    assert all(len(block.things) == 1 for block in drawn("crusader-rex", "english-2.0").kinds["block"])


def test_equal_values_have_equal_colours_in_all_pictures() -> None:
    found = drawn("na-grunwald", "two-players")
    field = next(each for each in found.kinds["field"] if each.thing == "crown")
    knights = {each.colour for each in found.kinds["fighter"] if each.thing.startswith("crown-")}
    assert field.colour is not None
    assert knights == {field.colour}
    assert len({each.colour for each in found.kinds["field"]}) == len(found.kinds["field"])


def test_what_lies_beside_the_board_has_no_colour() -> None:
    boxes = [place for place in drawn("crusader-rex", "english-2.0").kinds["place"] if place.beside]
    assert len(boxes) == 6
    assert {box.colour for box in boxes} == {None}


@pytest.mark.parametrize("case", OURS, ids=str)
def test_every_term_of_a_picture_has_words_in_the_language_of_the_edition(case: Case) -> None:
    tables = case.load().tables
    own = tables["glossary"][tables["language"]]
    terms = {term for of in tables["meanings"].values() for term in of.values()}
    assert terms - set(own) == set()


@pytest.mark.parametrize("edition", ["english-2.0", "polish-1.4", "french-1.x", "russian-2.0"])
def test_every_word_of_a_picture_is_put_into_the_language_of_the_edition(edition: str) -> None:
    found = drawn("crusader-rex", edition)
    own = {forms[0] for forms in Case("crusader-rex", edition, ()).load().tables["glossary"][found.language].values()}
    assert {place.colour.word for place in found.kinds["place"] if place.colour} <= own
    assert {road.line.word for road in found.kinds["road"] if road.line} <= own
    assert {block.texts["note"] for block in found.kinds["block"]} <= own
    assert {card.texts["note"] for card in found.kinds["card"]} <= own
