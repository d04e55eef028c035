"""A game under one edition: its names, its actions by name, and refusals that help."""

from __future__ import annotations

import pytest

from crex_dsl import load
from crex_dsl.engine.errors import IllegalAction, UnknownName
from crex_dsl.engine.game import Game
from tests.conformance.cases import GAMES, Case
from tests.engine.tiny import STOP, Tiny

FORD = Case("ford", "plain-1.0", ("guides",))


@pytest.fixture
def ford() -> Game:
    return FORD.load()


def test_who_it_is(ford: Game) -> None:
    assert (ford.id, ford.title, ford.edition, ford.options) == ("ford", "The Ford", "plain-1.0", ("guides",))
    assert ford.players == ("north", "south")
    assert repr(ford) == "<ford, plain-1.0 + guides>"
    assert ford.rulebook.title == ford.title


def test_editions_go_by_any_short_form() -> None:
    assert load("ford", "royal", rules=[GAMES]).edition == "royal-2.0"
    assert load("quince", "polish", rules=[GAMES]).edition == "polish-1.0"


def test_seats_of_an_edition_are_its_players() -> None:
    seats = {
        edition: Case("dash", edition, ()).load().players for edition in ("two-player", "three-player", "four-player")
    }
    assert seats == {
        "two-player": ("red", "blue"),
        "three-player": ("red", "blue", "green"),
        "four-player": ("red", "blue", "green", "gold"),
    }


def test_who_does_not_sit_does_not_play() -> None:
    game = Case("dash", "two-player", ()).load()
    with pytest.raises(UnknownName, match="`green` does not play"):
        game.seat("green")
    with pytest.raises(UnknownName, match="`bleu` does not play: did you mean `blue`"):
        game.start().view("bleu")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("martch(oak-spears, abbey-bridge)", "there is no action `martch`: did you mean `march`"),
        ("march(oak-spears)", r"`march` takes \(block, road\), not 1 argument"),
        ("march(oak-speers, abbey-bridge)", "`oak-speers` is no block: did you mean `oak-spears`"),
        ("march(oak-spears, north)", "`north` is no road"),
        ("group-move(north-camp)", "`north-camp` is no town"),
    ],
)
def test_a_misspelt_action_is_refused_with_a_hint(ford: Game, text: str, message: str) -> None:
    with pytest.raises(UnknownName, match=message):
        ford.spelled_code(text)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({}, r"`march\(block, road\)` needs `block`"),
        ({"block": "oak-spears"}, r"`march\(block, road\)` needs `road`"),
        ({"block": "oak-spears", "road": "abbey-bridge", "speed": 3}, r"`march\(block, road\)` has no `speed`"),
    ],
)
def test_arguments_go_by_their_names(ford: Game, arguments: dict[str, object], message: str) -> None:
    with pytest.raises(UnknownName, match=message):
        ford.code("march", arguments)


@pytest.mark.parametrize(
    "text", ["raise(²)", "raise(-1)", "raise(999)", "raise(1.5)", f"raise({'9' * 5000})", "raise(x)"]
)
def test_numbers_that_cannot_be_chosen_are_refused(text: str) -> None:
    with pytest.raises(UnknownName):
        Case("quince", "english-1.0", ()).load().spelled_code(text)


def test_a_text_is_read_back_in_its_position(ford: Game) -> None:
    position = ford.start()
    text = position.asked().legal[0].text
    assert ford.action(text, position) == position.codes[0]
    with pytest.raises(IllegalAction, match="is no legal action here: did you mean"):
        ford.action(text[:-1], position)
    with pytest.raises(UnknownName):
        ford.action(text)


def test_a_clause_by_its_id(ford: Game) -> None:
    title, numbers, heading, wording, place = ford.clause("road-limits")
    assert (title, numbers, heading) == ("Road limits", ("3.4", "play aid"), "Roads")
    assert wording == "Per movement a major road carries 4 blocks, a minor road 2."
    assert place.startswith("ruleset/ford/movement.crex:")
    with pytest.raises(UnknownName, match="there is no clause `road-limit`: did you mean `road-limits`"):
        ford.clause("road-limit")


def test_a_replay_takes_codes_and_ids(ford: Game) -> None:
    position = ford.start(3)
    position.take(position.codes[0])
    position.take(position.codes[-1])
    codes = position.past
    assert ford.replay(3, [ford.spelled(code) if isinstance(code, int) else "" for code in codes]) == position


def test_the_order_of_declining_and_acting_is_kept(tiny: Tiny) -> None:
    text = """
clause one "One"
    procedure play
        ann may choose stay or "decline"
        end game drawn
"""
    game = tiny(text + STOP)
    assert game.spelled(0) == "done"
    assert game.spelled_code(" done ") == 0
    assert [line.text for line in game.replay(0, ["done"]).log] == ["decline", "game over: drawn"]
