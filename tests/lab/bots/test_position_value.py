"""Standings: who has won, and by how much sides are ahead before that."""

from crex_dsl import load
from crex_dsl.lab.bots.position_value import Standings
from tests.conformance.cases import GAMES
from tests.engine.tiny import STOP, Tiny, play
from tests.lab.bots.asked import SHOP
from tests.lab.bots.test_greedy_bot import ENDS


def test_a_victory_is_all_a_draw_is_parted(tiny: Tiny) -> None:
    game = tiny(ENDS + STOP)
    standings = Standings(game)
    assert standings.won(game.start().state, 0) is None
    assert [standings.won(play(game.start(), "win").state, seat) for seat in standings.seats] == [1, 0]
    assert [standings.won(play(game.start(), "quit").state, seat) for seat in standings.seats] == [0.5, 0.5]


def test_a_shared_victory_is_parted_among_the_winners(tiny: Tiny) -> None:
    game = tiny(ENDS.replace("won by actor", "won by [ann, bob]") + STOP)
    assert [Standings(game).won(play(game.start(), "win").state, seat) for seat in (0, 1)] == [0.5, 0.5]


def test_leads(tiny: Tiny) -> None:
    game = tiny(SHOP.replace(" - purse(enemy of p)", "") + STOP)
    state = play(game.start(), "earn(4)", "earn(1)").state
    assert Standings(game).leads(state) == [3, -3]


def test_a_lead_is_over_the_best_of_the_others() -> None:
    game = load("dash", "four", rules=[GAMES])
    standings, state = Standings(game), game.start(1).state
    worths = [standings.worth(state, seat) for seat in standings.seats]
    assert len(worths) == 4
    for place, lead in enumerate(standings.leads(state)):
        assert lead == worths[place] - max(worths[:place] + worths[place + 1 :])
