"""Actions that somebody has in mind: spelled, loosely spelled, or in a few words; never by what is hidden."""

import pytest

from crex_dsl.engine.decision import Action
from crex_dsl.engine.errors import UnknownName
from crex_dsl.engine.position import Position
from crex_dsl.play import wishes
from crex_dsl.play.sight import Sight
from crex_dsl.play.wishes import wished
from tests.play.conftest import the


def meant(typed: str, viewer: str | None = "north") -> list[str]:
    game = the("ford")
    return [game.spelled(code) for code in wished(Sight(game.start(7), viewer), typed)]


def marches(position: Position) -> list[Action]:
    assert position.decision is not None
    return [action for action in position.decision.legal if action.name == "march"]


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


def test_an_action_is_understood_by_its_own_text_however_many_instances_there_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(wishes, "_MOST_INSTANCES", 150)
    position = the("ford").start(7)
    position.take("group-move(mill)")
    sight = Sight(position, None)
    for action in marches(position):
        assert wished(sight, action.text) == [action.code]


def test_what_reads_so_goes_before_what_is_only_spelled_so() -> None:
    position = the("ford").start(7)
    position.take("group-move(mill)")
    found = wished(Sight(position, None), "march yew-bows to abbey")  # the road from abbey to northgate is spelled so
    assert [the("ford").spelled(code) for code in found] == ["march(yew-bows, abbey-mill)"]


def test_where_nothing_reads_so_it_is_told_what_it_would_take() -> None:
    position = the("ford").start(7)
    position.take("group-move(mill)")
    sight = Sight(position, None)
    block = str(marches(position)[0].args["block"]).replace("-", " ")
    with pytest.raises(UnknownName, match=r"nothing that can be done as things stand reads `march .*`: it would take "):
        wishes.meant(sight, wishes.offered(sight), f"march {block} to southgate", None)


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
