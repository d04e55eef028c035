"""Where a piece would have to be for words to fit: told of the one piece that is meant, from what is seen alone."""

import pytest

from crex_dsl.engine.secrecy.visible_position import VisiblePosition
from crex_dsl.gameplay import counterfactuals
from crex_dsl.gameplay.counterfactuals import missing_place
from tests.play.conftest import the


def told(typed: str, *spelled: str, viewer: str | None = "north") -> str:
    game = the("ford")
    visible = VisiblePosition(game.start(7), viewer)
    return missing_place(visible, [game.spelled_code(each) for each in spelled], typed.split())


def test_the_places_from_which_it_would_read_so_are_told() -> None:
    assert told("march elm bridge", "march(elm-guard, abbey-bridge)", "march(elm-guard, mill-bridge)") == (
        "it would if elm-guard were at abbey or mill, and elm-guard is at northgate"
    )


def test_words_in_a_row_tell_where_to_from_where_from() -> None:
    spelled = ["march(elm-guard, abbey-bridge)"]
    assert "at abbey, and" in told("elm-guard marches to bridge", *spelled)
    assert "at bridge, and" in told("elm-guard marches to abbey", *spelled)


@pytest.mark.parametrize(
    "spelled",
    [
        ("march(elm-guard, abbey-bridge)", "march(yew-bows, abbey-bridge)"),
        ("group-move(bridge)",),
    ],
    ids=["several pieces", "no piece"],
)
def test_otherwise_nothing_is_told(spelled: tuple[str, ...]) -> None:
    assert told("to bridge", *spelled) == ""
    assert told("to the moon", "march(elm-guard, abbey-bridge)") == ""


def test_a_piece_that_is_not_known_is_nowhere() -> None:
    spelled = "march(fox-riders, abbey-bridge)"
    assert told("to bridge", spelled) == ""
    assert told("to bridge", spelled, viewer=None).endswith("and fox-riders is at southgate")


def test_only_so_many_texts_are_read_and_so_many_places_told(monkeypatch: pytest.MonkeyPatch) -> None:
    spelled = "march(elm-guard, abbey-bridge)"
    monkeypatch.setattr(counterfactuals, "_MOST_TOLD", 1)
    assert "were at abbey or some other places, and" in told("marches", spelled)
    monkeypatch.setattr(counterfactuals, "_MOST_TEXTS", 0)
    assert told("marches", spelled) == ""
