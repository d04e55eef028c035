"""Actions that somebody has in mind: spelled, loosely spelled, or in a few words; never by what is hidden."""

import pytest

from crex_dsl.engine.errors import UnknownName
from crex_dsl.play.sight import Sight
from crex_dsl.play.wishes import wished
from tests.play.conftest import the


def meant(typed: str, viewer: str | None = "north") -> list[str]:
    game = the("ford")
    return [game.spelled(code) for code in wished(Sight(game.start(7), viewer), typed)]


@pytest.mark.parametrize(
    "typed",
    ["march(elm-guard, northgate-abbey)", "march elm-guard abbey-northgate", "march elm-guard, northgate-abbey"],
)
def test_spelled(typed: str) -> None:
    assert meant(typed) == ["march(elm-guard, northgate-abbey)"]


def test_by_words_of_what_is_asked_for_first() -> None:
    assert meant("group bridge") == ["group-move(bridge)"]  # nobody stands there: it is not legal


def test_by_words_of_other_actions() -> None:
    assert meant("fire elm") == ["fire(elm-guard)"]
    assert len(meant("levy march")) > 8


def test_hidden_pieces_are_found_by_nobody() -> None:
    with pytest.raises(UnknownName, match="nothing like `fire fox` can be done"):
        meant("fire fox")
    with pytest.raises(UnknownName, match="north cannot tell which block `fox-riders` is"):
        meant("fire the fox-riders")
    assert meant("fire fox", "south") == ["fire(fox-riders)"]


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        (
            "fly to the moon",
            "nothing like `fly to the moon` can be done in this game; write it as in `group-move(town)`, "
            "or with words of its text",
        ),
        ("march(elm-gard, northgate-abbey)", "`elm-gard` is no block: did you mean `elm-guard`?"),
        ("march(elm-guard)", "`march` takes (block, road), not 1 arguments"),
    ],
)
def test_what_nobody_can_mean(typed: str, sentence: str) -> None:
    with pytest.raises(UnknownName) as error:
        meant(typed)
    assert str(error.value) == sentence
