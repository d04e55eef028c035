"""Values of outcomes: who has won, by how much sides are ahead before that, and both on one scale."""

from __future__ import annotations

from collections.abc import Iterable

from crex_dsl import load
from crex_dsl.engine.game import Game
from crex_dsl.engine.run.position import Position
from crex_dsl.engine.run.slots import OVER, POINT, WINNERS
from crex_dsl.engine.search.trials import VICTORY, Outcome
from crex_dsl.lab.bots.position_value import ValueScale, leads, share_of_victory
from tests.conformance.cases import GAMES
from tests.engine.tiny import STOP, Tiny, play
from tests.lab.bots.asked import SHOP
from tests.lab.bots.test_greedy_bot import ENDS

ANN, BOB = 0, 1
HALF = VICTORY // 2


def ended(winners: int, seats: int = 2) -> Outcome:
    """A game that is over."""
    return Outcome(True, winners, (0,) * seats, 0, 0)


DRAWN, WON, SHARED = ended(0), ended(1 << ANN), ended(1 << ANN | 1 << BOB)


def outcome(position: Position) -> Outcome:
    """A position as what came of a playout."""
    state, worth = position.state, position.game.program.words["WORTH"]
    worths = tuple(worth(state, seat) for seat in position.game.seats)
    return Outcome(state[POINT] == OVER, state[WINNERS], worths, 0, 0)


def shares(game: Game, position: Position) -> list[int | None]:
    return [share_of_victory(outcome(position), seat, game.seats) for seat in game.seats]


def undecided(lead: int) -> Outcome:
    """A game that is not over, in which one of two is ahead."""
    return Outcome(False, 0, (lead, 0), 0, 0)


def scale(spread: Iterable[int] = ()) -> ValueScale:
    """A scale for two that has seen these leads."""
    made = ValueScale((ANN, BOB))
    for lead in spread:
        made.values(undecided(lead))
    return made


def test_a_victory_is_all_a_draw_is_parted(tiny: Tiny) -> None:
    game = tiny(ENDS + STOP)
    assert shares(game, game.start()) == [None, None]
    assert shares(game, play(game.start(), "win")) == [VICTORY, 0]
    assert shares(game, play(game.start(), "quit")) == [HALF, HALF]


def test_a_shared_victory_is_parted_among_the_winners(tiny: Tiny) -> None:
    game = tiny(ENDS.replace("won by actor", "won by [ann, bob]") + STOP)
    assert shares(game, play(game.start(), "win")) == [HALF, HALF]
    assert [share_of_victory(ended(0b011, 3), seat, (0, 1, 2)) for seat in range(3)] == [HALF, HALF, 0]


def test_leads(tiny: Tiny) -> None:
    game = tiny(SHOP.replace(" - purse(enemy of p)", "") + STOP)
    assert leads(outcome(play(game.start(), "earn(4)", "earn(1)")).worths) == [3, -3]


def test_a_lead_is_over_the_best_of_the_others() -> None:
    assert leads((5, 2, 9, 4)) == [-4, -7, 4, -5]
    game = load("dash", "four", rules=[GAMES])
    found = outcome(game.start(1))
    assert len(found.worths) == 4
    for place, lead in enumerate(leads(found.worths)):
        assert lead == found.worths[place] - max(found.worths[:place] + found.worths[place + 1 :])


def test_victory_is_all_and_defeat_nothing_whatever_leads_were_seen() -> None:
    for seen in ([], [5], [-40, 3, 700]):
        assert scale(seen).values(WON) == [VICTORY, 0]


def test_a_draw_and_a_victory_of_all_are_a_lead_of_nothing() -> None:
    assert scale().values(DRAWN) == scale().values(SHARED) == [HALF, HALF]
    ahead = scale([10, 20, 30])
    assert ahead.values(DRAWN)[ANN] < HALF < ahead.values(DRAWN)[BOB]  # who is mostly ahead loses by a draw


def test_a_victory_that_is_shared_lies_between_a_draw_and_one_of_ones_own() -> None:
    made = ValueScale((0, 1, 2))
    drawn, shared = made.values(ended(0, 3)), made.values(ended(0b011, 3))
    assert drawn[0] < shared[0] < made.values(ended(0b001, 3))[0] == VICTORY
    assert shared[2] == 0


def test_what_is_undecided_lies_about_the_middle_by_its_lead() -> None:
    found = [scale([-20, -5, 0, 5, 20]).values(undecided(lead)) for lead in (-30, -5, 0, 5, 30)]
    assert [values[ANN] for values in found] == sorted(values[ANN] for values in found)
    for values in found:
        assert 0 < values[ANN] < VICTORY
        assert values[ANN] + values[BOB] == VICTORY  # what one is ahead the other is behind
    assert found[2][ANN] == HALF


def test_the_same_lead_is_worth_less_where_leads_spread_more() -> None:
    narrow, wide = scale([-4, 4] * 20), scale([-400, 400] * 20)
    assert HALF < wide.values(undecided(4))[ANN] < narrow.values(undecided(4))[ANN]


def test_the_first_lead_is_as_good_as_any() -> None:
    assert scale().values(undecided(50)) == [HALF, HALF]
