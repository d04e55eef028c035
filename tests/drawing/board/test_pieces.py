"""Blocks and cards: each well-formed, with its texts in it and in words."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from crex_dsl.drawing.board.pictures import Icon, ThingPicture, drawings
from crex_dsl.drawing.board.pieces import piece_svg
from crex_dsl.drawing.svg.text_metrics import BOLD, width
from tests.conformance.cases import Case, editions

SVG = "{http://www.w3.org/2000/svg}"


def texts(drawn: ThingPicture) -> list[str | None]:
    return [each.text for each in ElementTree.fromstring(piece_svg(drawn)).iter(f"{SVG}text")]


@pytest.mark.parametrize("case", editions(), ids=str)
def test_every_piece_is_an_image_that_says_what_it_shows(case: Case) -> None:
    for of in drawings(case.load()).pieces().values():
        for drawn in of:
            svg = ElementTree.fromstring(piece_svg(drawn))
            assert (svg.get("role"), svg.get("aria-label"), svg.findtext(f"{SVG}title")) == (
                "img",
                drawn.told,
                drawn.told,
            )


@pytest.mark.parametrize("case", editions(), ids=str)
def test_nothing_on_a_piece_runs_over_its_edge(case: Case) -> None:
    for of in drawings(case.load()).pieces().values():
        for drawn in of:
            svg = ElementTree.fromstring(piece_svg(drawn))
            room = float(svg.get("width", "0"))
            for text in svg.iter(f"{SVG}text"):
                bold = BOLD if text.get("class") in ("crex-draw-name", "crex-draw-number") else 1
                assert width(text.text or "", float(text.get("font-size", "0"))) * bold <= room - 12, drawn.told


def test_a_block_is_its_label() -> None:
    found = drawings(Case("crusader-rex", "english-2.0", ()).load())
    guy = next(block for block in found.kinds["block"] if block.thing == "king-guy")
    assert texts(guy) == [
        "King Guy", "Outremer", "Acre, Ascalon, Beirut,", "Hebron, Jaffa, Jerusalem,", "Tyre", "B2", "2",
    ]  # fmt: skip
    svg = ElementTree.fromstring(piece_svg(guy))
    assert sum(each.get("class") == "crex-draw-pip" for each in svg.iter()) == 4


def test_a_card_shows_its_face_its_icons_and_how_many_there_are() -> None:
    card = ThingPicture(
        "card", ("a", "b"), "A", "Ride <3>", {"note": "a card"}, shape="card", icons=(Icon("flag", 3, True, "move"),)
    )
    assert texts(card) == ["Ride <3>", "a card", "×2"]
    assert piece_svg(card).count("crex-draw-flag") == 3


def test_a_disc_is_round() -> None:
    svg = ElementTree.fromstring(piece_svg(ThingPicture("prize", ("p",), "5", "5", shape="disc")))
    assert [each.tag for each in svg if each.get("class", "").startswith("crex-draw-face")] == [f"{SVG}circle"]
