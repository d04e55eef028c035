"""Boards: everything drawn, nothing overlapping, every place a link."""

from __future__ import annotations

from functools import cache
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

from crex_dsl.drawing.board.board import board_svg
from crex_dsl.drawing.board.layout import PHONE, plan
from crex_dsl.drawing.board.pictures import ThingPictures, drawings
from tests.conformance.cases import Case, editions

SVG = "{http://www.w3.org/2000/svg}"
BOARDED = [case for case in editions() if case.game not in ("dash", "quince")]


@cache
def board(case: Case) -> tuple[ThingPictures, Element]:
    found = drawings(case.load())
    svg = board_svg(found, lambda kind, thing: f"#{kind}-{thing}", "A board & “more”")
    assert svg is not None
    return found, ElementTree.fromstring(svg)


def classed(svg: Element, sort: str) -> list[Element]:
    return [each for each in svg.iter() if sort in each.get("class", "").split()]


@pytest.mark.parametrize("case", BOARDED, ids=str)
def test_every_place_is_a_link_that_tells_its_facts(case: Case) -> None:
    found, svg = board(case)
    places = {each.get("href"): each.findtext(f"{SVG}title") for each in classed(svg, "crex-draw-place")}
    assert places == {f"#{each.kind}-{each.thing}": each.told for each in found.placed()}


@pytest.mark.parametrize("case", BOARDED, ids=str)
def test_every_line_is_drawn(case: Case) -> None:
    found, svg = board(case)
    joins = [each for of in found.kinds.values() for each in of if each.ends]
    assert len(classed(svg, "crex-draw-line")) == len(joins)


@pytest.mark.parametrize("case", BOARDED, ids=str)
def test_nothing_overlaps_at_the_natural_size(case: Case) -> None:
    made = plan(board(case)[0])
    assert made is not None
    taken = [*made.markers, *(label for label in made.labels if label is not None)]
    assert [(a, b) for n, a in enumerate(taken) for b in taken[n + 1 :] if a.covers(b)] == []
    assert all(box.left >= 0 and box.right <= made.width and box.top >= 0 for box in taken)
    assert all(box.bottom <= made.height for box in taken)


@pytest.mark.parametrize("case", BOARDED, ids=str)
def test_letters_are_no_smaller_than_nine_pixels_on_a_phone(case: Case) -> None:
    _, svg = board(case)
    width = float(svg.get("viewBox", "").split()[2])
    labels = [each for each in svg.iter(f"{SVG}text") if "crex-draw-label" in each.get("class", "")]
    assert all(float(each.get("font-size", "0")) * min(1, PHONE / width) >= 9 for each in labels)


def test_a_game_without_places_has_no_board() -> None:
    assert board_svg(drawings(Case("quince", "polish-1.0", ()).load()), lambda kind, thing: None, "") is None


def test_a_place_without_an_address_is_no_link() -> None:
    svg = board_svg(drawings(Case("noughts", "standard", ()).load()), lambda kind, thing: None, "")
    assert svg is not None
    assert {each.tag for each in classed(ElementTree.fromstring(svg), "crex-draw-place")} == {f"{SVG}g"}


def test_a_board_is_drawn_alike_every_time() -> None:
    found = drawings(Case("crusader-rex", "english-2.0", ()).load())
    assert board_svg(found, lambda kind, thing: None, "") == board_svg(found, lambda kind, thing: None, "")


def test_a_drawing_has_no_ids() -> None:
    _, svg = board(Case("crusader-rex", "english-2.0", ()))
    assert [each for each in svg.iter() if "id" in each.attrib] == []


def test_links_are_not_hidden_in_an_image() -> None:
    _, svg = board(Case("crusader-rex", "english-2.0", ()))
    assert (svg.get("role"), svg.get("aria-label")) == ("group", "A board & “more”")


@pytest.mark.parametrize(
    ("edition", "words"),
    [
        (
            "english-2.0",
            ["Realm", "Antioch", "Tripoli", "Jerusalem", "Syria", "Egypt", "Masyaf", "town rating", "port",
             "fortified port", "victory city", "major road", "minor road"],
        ),
        (
            "polish-1.4",
            ["Kraina", "Antiochia", "Trypolis", "Jerozolima", "Syria", "Egipt", "Masyaf", "poziom miasta", "port",
             "kluczowe miasto", "droga główna", "droga drugorzędna"],
        ),
    ],
)  # fmt: skip
def test_the_legend_says_what_is_on_the_map(edition: str, words: list[str]) -> None:
    _, svg = board(Case("crusader-rex", edition, ()))
    (legend,) = classed(svg, "crex-draw-legend")
    assert [each.text for each in legend.iter(f"{SVG}text")] == words


def test_the_first_word_of_an_attribute_has_the_widest_line() -> None:
    _, svg = board(Case("crusader-rex", "english-2.0", ()))
    lines = {each.findtext(f"{SVG}title"): each for each in classed(svg, "crex-draw-line")}
    assert classed(lines["Jerusalem – Nablus (major road)"], "crex-draw-wide")
    assert classed(lines["Acre – Tyre (minor road)"], "crex-draw-dashed")
    assert not classed(lines["Acre – Tyre (minor road)"], "crex-draw-casing")
