"""Orders over several decisions: the ways that are found, what they look like to twins, and what carrying out does."""

import pytest

from crex_dsl.engine.run.position import Position
from crex_dsl.engine.secrecy.visible_position import VisiblePosition
from crex_dsl.gameplay.order_words import left_behind, order_said, way_said
from crex_dsl.gameplay.orders import MOST_TRIED, Order, Way, ways
from tests.conformance.cases import Case
from tests.engine.tiny import Tiny
from tests.play.conftest import the


def found(position: Position, player: str, typed: str) -> list[Way]:
    order = order_said(VisiblePosition(position, player), typed)
    assert order is not None
    return ways(position, player, order)


def carried_out(way: Way, position: Position) -> Position:
    """The position after a way, every decision of which comes as it was expected."""
    now = position.copy()
    for number in range(len(way)):
        code = way.code(number, now)
        assert code is not None
        now.take(code)
    return now


# What is ordered, and the ways that are listed for it.
WAYS = [
    ("oak to bridge", ["move the group at abbey; oak-spears: abbey – bridge"]),
    ("birch pine to northgate", ["muster at northgate; birch-levy: abbey – northgate; pine-levy: mill – northgate"]),
    ("all abbey to bridge", ["move the group at abbey; oak-spears, birch-levy: abbey – bridge"]),
    ("oak to bridge by mill", ["move the group at abbey; oak-spears: abbey – mill – bridge"]),
    ("mill -> southgate", []),
]


@pytest.mark.parametrize(("typed", "listed"), WAYS)
def test_the_shortest_way_is_listed_first(typed: str, listed: list[str]) -> None:
    position = the("ford").start(7)
    visible = VisiblePosition(position, "north")
    assert [way_said(visible, way) for way in found(position, "north", typed)][:1] == listed


def test_a_way_is_carried_out_decision_by_decision() -> None:
    position = the("ford").start(7)
    for way in found(position, "north", "ash elm to bridge"):
        after = carried_out(way, position)
        assert way.as_expected(after)
        assert not way.could_show(position)
        assert [after.read("at", block) for block in ("ash-riders", "elm-guard")] == ["bridge", "bridge"]
        assert after.read("walker") is None  # the last of them has stopped


def test_as_many_as_can_go() -> None:
    position = the("ford").start(7)
    visible = VisiblePosition(position, "north")
    (best,) = found(position, "north", "all to orchard")
    assert way_said(visible, best).startswith("move the group at abbey; move the group at mill; ")
    assert left_behind(visible, best) == "ash-riders, elm-guard, birch-levy and pine-levy"
    assert found(position, "north", "yew birch to orchard") == []  # both are named, so both must go


def test_only_the_asked_gives_orders() -> None:
    position = the("ford").start(7)
    assert ways(position, "south", Order("block", (6,), 0)) == []


def test_the_search_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = []
    from crex_dsl.gameplay import orders

    plain = orders._tried
    monkeypatch.setattr(orders, "_tried", lambda *given: tried.append(given[2]) or plain(*given))
    position = Case("ford", "plain-1.0", ()).load().start(7)
    found(position, "north", "all to southgate")
    assert 0 < len(tried) < MOST_TRIED + 100


TRAPS = """
kind spot is here, there, yonder
kind piece
    owner : player, seen by all
    placed at     : spot, starts at here, seen by all
    changing trap : yes or no, seen by owner
    identity seen by piece.owner
table piece
    | id | owner |
    | a1 | ann   |
    | b1 | bob   |
    | b2 | bob   |
clause play "Play"
    action go(piece, spot) by piece.owner in game
        text "{piece} goes to {spot}"
        do
            if spot is there and b1.trap
                luck += 1
            otherwise
                move piece to spot
    state luck: 0..99
    permit go(piece, spot) when piece.at is here and spot is there
    permit go(piece, spot) when piece.at is there and spot is yonder
    action rest in game
        text "rest"
        do
            return
    permit rest
    procedure play
        bob chooses set, rest
        repeat 9 times
            ann chooses go, rest
    action set by bob in game
        text "set the trap"
        do
            b1.trap becomes yes
    permit set
"""


@pytest.mark.parametrize(("first", "steps"), [("set", 1), ("rest", 2)])
def test_an_order_stops_where_something_turns_out_otherwise(tiny: Tiny, first: str, steps: int) -> None:
    game = tiny(TRAPS)
    position = game.start(1)
    position.take(game.spelled_code(first))
    (way,) = ways(position, "ann", Order("piece", (0,), 2))
    assert way.could_show(position)
    taken = 0
    while taken < len(way) and (code := way.code(taken, position)) is not None:
        position.take(code)
        taken += 1
    assert taken == steps


# An order, after which beginning, and how it is carried out: nothing is begun in vain, what gathers many goes first.
SPARING = [
    ("krak tartus margat to tripoli", ["muster at Tripoli"]),
    ("margat to tripoli", []),
    ("tripoli to beirut", ["move the group at Tripoli"]),
]


@pytest.mark.parametrize(("typed", "texts"), SPARING)
def test_the_first_way_decides_no_more_than_it_must(typed: str, texts: list[str]) -> None:
    position = Case("crusader-rex", "english-2.0", ()).load().start(11)
    while position.asked().who != "franks" or "group-move" not in position.asked().actions:
        position.take(position.asked().legal[0])
    every = found(position, "franks", typed)
    assert every[0].texts == texts
    assert all(way.texts.count(text) == 1 for way in every for text in way.texts)
