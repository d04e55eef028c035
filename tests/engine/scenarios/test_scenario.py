"""Scenes: scenarios laid out, begun, recognised and told, without parsing the rules again."""

import pytest

from crex_dsl.engine.errors import NotLaidOut, RuleFault, UnknownName
from crex_dsl.engine.game import Game
from crex_dsl.engine.run.position import Position
from crex_dsl.engine.run.slots import FREELY, IDLE, POINT
from crex_dsl.engine.scenarios.scenario import Scenario, blank
from crex_dsl.engine.scenarios.worked_examples import run_examples
from tests.engine.tiny import STOP, Tiny

TEXT = """
stage day in game with hour: 0..9

clause loading "Loading"
    state load: 0..9
    state carried: 0..9
    procedure play
        open day
            do carry(2)
    procedure carry(n: 0..9) in day
        load becomes n
        ann chooses stay, quit
        carried becomes load
        ann chooses stay, quit
scenario laden(n: 0..9, loads: list of number) "Laden"
    given
        for each l in loads
            carried becomes min(9, max(0, l)) + 0
        load becomes carried + 1
    begin carry(n)
    found
        loads is [load, 7]
    outcome
        "{n} {n: stone | stones}"  when n < 5
        "heavy"                    otherwise
    measure carried "Carried" is carried
    measure sum_of "Sum" is sum of l for l in loads
scenario silent "Silent"
    begin play
"""


@pytest.fixture
def game(tiny: Tiny) -> Game:
    return tiny(TEXT + STOP)


def test_a_scene_is_laid_out_and_begun(game: Game) -> None:
    scene, state = Scenario(game, "laden"), blank(game)
    assert (scene.title, [name for name, _ in scene.params], scene.procedure) == ("Laden", ["n", "loads"], "carry")
    assert scene.tells
    assert not Scenario(game, "silent").tells
    scene.lay_out(state, (3, (4, 6)))
    assert scene.figures(state, (3, (4, 6))) == (6, 10)
    assert scene.enter(state, (3, (4, 6))) is None
    codes = game.program.run(state)
    assert len(codes) == 2
    assert Position(game, state, codes, state, None).read("load") == 3


def test_a_scene_is_over_where_its_procedure_is(game: Game) -> None:
    scene, state = Scenario(game, "laden"), blank(game)
    scene.lay_out(state, (3, ()))
    scene.enter(state, (3, ()))
    game.program.run(state)
    stay = game.spelled_code("stay")
    game.program.run(state, stay)
    assert game.program.run(state, stay) == []
    assert state[POINT] == IDLE
    assert scene.outcome(state, (3, ())) == "3 stones"
    assert scene.outcome(state, (1, ())) == "1 stone"
    assert scene.outcome(state, (6, ())) == "heavy"
    assert scene.figures(state, (3, ())) == (3, 0)


def test_a_scene_is_recognised_where_it_runs(game: Game) -> None:
    scene, position = Scenario(game, "laden"), game.start()
    assert scene.running(position.state) == (2, (2, 7))
    assert Scenario(game, "silent").running(position.state) is None
    assert scene.running(blank(game)) is None
    state = list(position.state)
    scene.cut_out(state)
    stay = game.spelled_code("stay")
    game.program.run(state, stay)
    assert game.program.run(state, stay) == []
    assert state[POINT] == IDLE


def test_a_scene_is_not_taken_for_one_that_never_runs_with_it(tiny: Tiny) -> None:
    game = tiny(
        """
clause carrying "Carrying"
    state carried: 0..9
    procedure play
        do rest(3)
        do carry(2)
    procedure rest(n: 0..9)
        ann chooses stay, quit
        carried becomes n
    procedure carry(n: 0..9)
        ann chooses stay, quit
        carried becomes n
scenario laden(n: 0..9, loads: list of number) "Laden"
    begin carry(n)
    found
        loads is [carried]
    measure carried "Carried" is carried
"""
        + STOP
    )
    rest, carry = (game.tables["procedures"][name][0] for name in ("rest", "carry"))
    assert rest[1:] == carry[1:], "they have one place in the state"
    scene, position = Scenario(game, "laden"), game.start()
    assert scene.running(position.state) is None
    position.take("stay")
    assert scene.running(position.state) == (2, (3,))


def test_what_is_not_given_is_found(game: Game) -> None:
    scene, state = Scenario(game, "laden"), list(game.start().state)
    assert scene.found(state, {0: 4}) == (4, (2, 7))
    assert scene.found(state, {0: 4, 1: (1,)}) == (4, (1,))
    assert scene.found(state, {}) is None


def test_a_set_up_that_breaks_off(game: Game) -> None:
    with pytest.raises(RuleFault) as fault:
        Scenario(game, "laden").lay_out(blank(game), (3, (9,)))
    assert str(fault.value) == "`laden` cannot be laid out like this: 10 does not fit"


PLACING = """
kind spot is yard, shed
kind tool
    heavy     : yes or no
    placed at : spot, starts at yard
table tool
    | id       | heavy |
    | rip-saw  | no    |
    | bow-saw  | no    |
    | big-maul | yes   |
kind saw is a tool where not tool.heavy
clause playing "Playing"
    procedure play
        ann chooses stay, quit
scenario tidy(tools: list of tool, saws: list of saw, spots: list of spot, hands: list of number) "Tidy"
    refused
        "{size of spots} {size of spots: spot | spots}, no tool"  when no t in tools
        "{nth 1 of tools} does not saw"                           when some t in tools where t.heavy
    given
        for each t in tools
            move t to shed
    begin play
    measure tools_away "Away" is count t: tool where t.at is shed
"""


@pytest.mark.parametrize(
    ("tools", "saws", "spots", "why"),
    [
        ((), (), (0, 1), "2 spots, no tool"),
        ((2,), (), (), "big-maul does not saw"),
        ((0, 0), (), (), "`rip-saw` is named twice, in tools"),
        ((0,), (1, 0), (), "`rip-saw` is named twice, in tools and saws"),
    ],
)
def test_what_does_not_go_together_is_not_laid_out(
    tiny: Tiny, tools: tuple[int, ...], saws: tuple[int, ...], spots: tuple[int, ...], why: str
) -> None:
    game = tiny(PLACING + STOP)
    state = blank(game)
    with pytest.raises(NotLaidOut) as refused:
        Scenario(game, "tidy").lay_out(state, (tools, saws, spots, ()))
    assert str(refused.value) == f"`tidy` cannot be laid out like this: {why}"
    assert state == blank(game)


def test_places_and_numbers_may_come_twice(tiny: Tiny) -> None:
    game = tiny(PLACING + STOP)
    scene, state, args = Scenario(game, "tidy"), blank(game), ((0,), (1,), (1, 1), (0, 0, 1))
    scene.lay_out(state, args)
    assert scene.figures(state, args) == (1,)


def test_an_example_is_refused_too(tiny: Tiny) -> None:
    example = """
example "A maul" on playing
    given
        set up tidy([big-maul], [], [], [])
    then
        next is ann
"""
    (result,) = run_examples(tiny(PLACING + STOP + example))
    assert not result.ok
    assert result.message == "`tidy` cannot be laid out like this: big-maul does not saw"


def test_an_unknown_scene(game: Game) -> None:
    with pytest.raises(UnknownName) as refused:
        Scenario(game, "ladn")
    assert str(refused.value) == "Tiny has no scenario `ladn`: did you mean `laden`?"


def test_a_blank_state_is_played_in_order(game: Game) -> None:
    assert blank(game)[FREELY] == 0
