"""Positions drawn: everything that somebody sees, each with its kind and id, and nothing else."""

from __future__ import annotations

import re
from random import Random
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

from crex_dsl.drawing.position.picture import position_svg
from crex_dsl.engine.errors import UnknownName
from crex_dsl.engine.run.position import Position
from crex_dsl.engine.secrecy.visible_position import VisiblePosition
from tests.conformance.cases import Case, editions

SVG = "{http://www.w3.org/2000/svg}"
EVERY = pytest.mark.parametrize("case", editions(), ids=str)
REX = Case("crusader-rex", "english-2.0", ())


def played(case: Case, decisions: int, seed: int = 5) -> Position:
    """A position some random decisions into a game."""
    position, rng = case.load().start(seed), Random(seed)
    for _ in range(decisions):
        if position.over:
            break
        position.take(rng.choice(position.codes))
    return position


def layer(svg: Element, name: str) -> list[Element]:
    """Everything in one layer that stands for a thing."""
    (found,) = [each for each in svg.iter() if each.get("data-layer") == name]
    return [each for each in found.iter() if each.get("data-id")]


def things(elements: list[Element]) -> list[tuple[str, str]]:
    return [(each.get("data-kind", ""), each.get("data-id", "")) for each in elements]


@EVERY
def test_every_position_is_drawn_for_every_side(case: Case) -> None:
    for decisions in (0, 7, 60):
        position = played(case, decisions)
        for side in (None, *position.game.players):
            svg = ElementTree.fromstring(position_svg(position, side))
            assert float(svg.get("height", "0")) > 50
            assert [each for each in svg.iter() if "id" in each.attrib] == []
            assert svg.findtext(f"{SVG}title") == svg.get("aria-label")


@EVERY
def test_the_same_position_gives_the_same_image(case: Case) -> None:
    position = played(case, 20)
    assert position_svg(position, None) == position_svg(position.copy(), None)


@EVERY
def test_what_is_drawn_later_does_not_rest_on_what_was_drawn_before(case: Case) -> None:
    position = played(case, 30)
    fresh = [position_svg(position, side) for side in position.game.players]
    for side in (None, *position.game.players):
        position_svg(played(case, 45, seed=6), side)
    assert [position_svg(position, side) for side in position.game.players] == fresh


def test_a_side_sees_its_own_pieces_by_name_and_the_others_by_their_backs() -> None:
    position = played(REX, 120)
    svg = ElementTree.fromstring(position_svg(position, "franks"))
    visible = VisiblePosition(position, "franks")
    ids = position.game.namer.kinds["block"][0]
    drawn = [thing for kind, thing in things(layer(svg, "pieces")) if kind == "block"]
    towns = {
        index
        for index, name in enumerate(ids)
        if position.read("block.at", name) not in ("frank-pool", "saracen-pool", "out-of-play", *OVERSEAS)
    }
    known = {ids[index] for index in towns if visible.mask.viewer is not None and _knows(position, index)}
    assert {thing for thing in drawn if not thing.startswith("?")} == known
    assert len(drawn) == len(towns)
    own = next(each for each in layer(svg, "pieces") if each.get("data-id") in known)
    assert re.search(r"strength: \d", own.findtext(f"{SVG}title") or "")
    covered = next(each for each in layer(svg, "pieces") if (each.get("data-id") or "").startswith("?"))
    assert covered.findtext(f"{SVG}title") == "? block (Saracens)"


OVERSEAS = ("england", "france", "germania")


def _knows(position: Position, index: int) -> bool:
    """Whether the Franks know a block, by the rules' own words for it."""
    name = position.game.namer.kinds["block"][0][index]
    owner = next(row for row in position.game.fixed if (row.kind, row.name) == ("block", "owner")).values[index]
    return position.game.player_id(owner) == "franks" or name in position.read("face_up")


def test_whoever_stands_inside_is_drawn_behind_walls() -> None:
    position, rng = REX.load().start(3), Random(1)
    while not any(position.read("block.post", name) == "castle" for name in position.game.namer.kinds["block"][0]):
        position.take(rng.choice(position.codes))
    assert 'class="crex-draw-walls"' in position_svg(position, "franks")
    assert 'class="crex-draw-walls"' in position_svg(position, "saracens")
    assert 'class="crex-draw-walls"' not in position_svg(REX.load().start(3), None)


def test_cards_lie_in_trays_by_where_they_are_and_whose() -> None:
    position = played(REX, 60)
    svg = ElementTree.fromstring(position_svg(position, "saracens"))
    titles = [each.findtext(f"{SVG}text") for each in layer(svg, "trays") if each.get("data-kind") == "tray"]
    assert titles[0] == "Hand · Saracens"
    assert "Hand · Franks" in titles and "Deck" in titles
    hand = next(each for each in layer(svg, "trays") if each.findtext(f"{SVG}text") == "Hand · Franks")
    assert all(thing.startswith("?card ") for kind, thing in things(list(hand.iter())) if kind == "card")


def test_a_board_that_changes_is_drawn_as_it_is() -> None:
    game = Case("noughts", "standard", ()).load()
    position = game.start()
    position.take(position.codes[4])
    svg = ElementTree.fromstring(position_svg(position, None))
    texts = [each.text for each in svg.iter(f"{SVG}text")]
    assert texts.count("cross") + texts.count("nought") == 1


def test_a_game_without_a_board_has_trays_and_tables() -> None:
    svg = ElementTree.fromstring(position_svg(played(Case("quince", "english-1.0", ()), 10), "anna"))
    assert things(layer(svg, "trays"))
    table = ElementTree.fromstring(position_svg(played(Case("dash", "four-player", ()), 10), None))
    assert "runner" in [each.text for each in table.iter(f"{SVG}text")]


# ---- marks ----
def test_an_action_is_marked_with_an_arrow_to_where_it_leads() -> None:
    position, rng = REX.load().start(3), Random(1)
    while not (position.asked().who == "franks" and "march" in {action.name for action in position.asked().legal}):
        position.take(rng.choice(position.codes))
    march = next(action for action in position.view("franks").legal if action.name == "march")
    svg = ElementTree.fromstring(position_svg(position, "franks", action=march))
    marked = things(layer(svg, "marks"))
    assert ("road", march.args["r"]) in marked and ("block", march.args["b"]) in marked
    assert sum(each.get("class") == "crex-draw-arrow" for each in svg.iter()) == 1


def test_arrows_show_what_has_moved_since() -> None:
    position, rng = REX.load().start(3), Random(1)
    while not (position.asked().who == "franks" and "march" in {action.name for action in position.asked().legal}):
        position.take(rng.choice(position.codes))
    before = position.copy()
    position.take(next(action for action in position.asked().legal if action.name == "march"))
    for side in ("franks", "saracens", None):
        svg = ElementTree.fromstring(position_svg(position, side, since=before))
        assert sum(each.get("class") == "crex-draw-arrow" for each in svg.iter()) == 1


# ---- cut-outs ----
def test_a_cut_out_shows_some_places_and_those_next_to_them() -> None:
    position = played(REX, 120)
    svg = ElementTree.fromstring(position_svg(position, "franks", around=["jerusalem"]))
    assert set(things(layer(svg, "places"))) == {
        ("place", name) for name in ("jerusalem", "nablus", "ramallah", "jericho", "hebron")
    }
    assert float(svg.get("width", "0")) <= 400


def test_a_cut_out_of_parts_shows_only_these() -> None:
    position = played(Case("na-grunwald", "four-players", ()), 30)
    svg = ElementTree.fromstring(position_svg(position, "red", around=["crown", "helpers"]))
    assert {thing for _, thing in things(layer(svg, "places"))} == {"crown", "helpers"}


def test_a_cut_around_nothing_that_is_there_is_refused() -> None:
    with pytest.raises(UnknownName, match="`jerusalm` lies nowhere on the board: did you mean `jerusalem`"):
        position_svg(REX.load().start(), None, around=["jerusalm"])
    with pytest.raises(UnknownName, match="has no board"):
        position_svg(Case("dash", "four-player", ()).load().start(), None, around=["a"])


# ---- how it looks ----
@EVERY
def test_letters_are_large_enough_on_a_phone(case: Case) -> None:
    svg = ElementTree.fromstring(position_svg(played(case, 40), None))
    scale = min(1, 390 / float(svg.get("width", "1")))
    sizes = [
        float(each.get("font-size", "0"))
        for each in svg.iter(f"{SVG}text")
        if "crex-draw-plain" in each.get("class", "") or "crex-draw-label" in each.get("class", "")
    ]
    assert min(sizes, default=9) * scale >= 7.9


def test_an_image_alone_has_its_colours_with_it_and_one_on_a_page_has_not() -> None:
    position = played(REX, 10)
    alone, embedded = position_svg(position, None), position_svg(position, None, embedded=True)
    assert "<style>" in alone and "prefers-color-scheme: dark" in alone.replace("scheme:dark", "scheme: dark")
    assert "<style>" not in embedded
    used = set(re.findall(r"var\(--crex-draw-([\w-]+)\)", alone))
    assert used - {"tint"} <= set(re.findall(r"--crex-draw-([\w-]+):", alone))


def test_nothing_is_fetched() -> None:
    image = position_svg(played(REX, 10), None)
    assert re.findall(r"https?://[^\"]+", image) == ["http://www.w3.org/2000/svg"]
    assert "url(" not in image and "<script" not in image
