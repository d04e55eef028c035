"""Positions: plain data that plays, ends, is asked, copied and compared."""

from __future__ import annotations

import json
import random

import pytest

from crex_dsl.engine.errors import IllegalAction, NoCounterpart, NoDecision, UnknownName
from crex_dsl.engine.run.position import Position
from crex_dsl.engine.run.slots import CHANCE
from tests.conformance.cases import Case
from tests.engine.tiny import HEAD, STOP, Tiny, ids, lines, play

# ---- endings ----
TRIO = HEAD.replace("ann, bob", "ann, bob, cyd seated 2..3")
ENDS = """
clause scoring "Scoring"
    state points(player): 0..9
    action score(p: player) in game
        text "a point for {p}"
        do
            points(p) += 1
    permit score(p)
clause playing "Playing"
    procedure play
        repeat 2 times
            ann may choose score or "none"
        do finish
clause finishing "Finishing"
    procedure finish
        let best be those p in players with most points(p)
        if size of best = size of players
            end game drawn
        end game won by best
"""


@pytest.mark.parametrize(
    ("moves", "kind", "winners", "text"),
    [
        (["score(bob)", "done"], "won", ("bob",), "won by bob"),
        (["score(cyd)", "score(ann)"], "shared", ("ann", "cyd"), "shared by ann and cyd"),
        (["done", "done"], "drawn", (), "drawn"),
    ],
)
def test_endings(tiny: Tiny, moves: list[str], kind: str, winners: tuple[str, ...], text: str) -> None:
    position = tiny(ENDS + STOP, head=TRIO).start()
    assert not position.over
    assert position.result is None
    play(position, *moves)
    assert position.over
    result = position.result
    assert result is not None
    assert (result.kind, result.winners, result.clause, str(result)) == (kind, winners, "finishing", text)
    assert position.decision is None
    assert repr(position) == f"<tiny: {text}>"
    with pytest.raises(NoDecision, match="the game is over"):
        position.take("done")


def test_won_by_one_player(tiny: Tiny) -> None:
    text = ENDS.replace("end game won by best", "end game won by bob")
    position = play(tiny(text + STOP, head=TRIO).start(), "score(ann)", "done")
    assert str(position.result) == "won by bob"


def test_won_by_nobody_is_drawn(tiny: Tiny) -> None:
    text = ENDS.replace("end game won by best", "end game won by all p in players where points(p) > 5")
    assert str(play(tiny(text + STOP, head=TRIO).start(), "score(ann)", "done").result) == "drawn"


def test_a_game_that_runs_out_is_drawn_by_no_clause(tiny: Tiny) -> None:
    text = """
clause other "Other"
    procedure nowhere
        end game won by ann
clause playing "Playing"
    procedure play
        ann chooses stay, quit
"""
    position = play(tiny(text + STOP).start(), "stay")
    assert position.result is not None
    assert (position.result.kind, position.result.clause) == ("drawn", "")
    again = position.game.from_json(position.to_json())
    assert again.result == position.result
    assert lines(again)[-1] == "game over: drawn"


def test_the_clause_that_ends_the_game_survives_a_save(tiny: Tiny) -> None:
    position = play(tiny(ENDS + STOP, head=TRIO).start(), "score(bob)", "done")
    again = position.game.from_json(position.to_json())
    assert again.over
    assert again.result == position.result


# ---- taking ----
def test_a_refused_action_leaves_everything_as_it_was(tiny: Tiny) -> None:
    position = tiny(ENDS + STOP, head=TRIO).start()
    before = (list(position.state), list(position.codes), position.past)
    with pytest.raises(IllegalAction) as refusal:
        position.take("stay")
    assert "now asks ann for score" in str(refusal.value)
    with pytest.raises(UnknownName):
        position.take(999)
    with pytest.raises((IllegalAction, UnknownName)):
        position.take("score(dan)")
    assert (position.state, position.codes, position.past) == before


def test_declining_where_one_must_choose_is_refused(tiny: Tiny) -> None:
    text = 'clause playing "Playing"\n    procedure play\n        ann chooses stay, quit\n'
    position = tiny(text + STOP).start()
    with pytest.raises(IllegalAction, match="cannot be declined") as refusal:
        position.take("done")
    assert refusal.value.clauses == ("playing",)


def test_an_action_of_another_edition_goes_by_its_name(tiny: Tiny) -> None:
    """Editions number their actions in different ways; an answer taken from one means the same in the other."""
    text = """
kind coin
    worth : 1..9
clause coins "Coins"
    table coin
        | id    | worth |
        | penny | 1     |
        | groat | 4     |
    state purse: 0..9
    action lose(coin) in game
        text "lose {coin}"
        do
            purse becomes 0
    action find-it(coin) in game
        text "find {coin}"
        do
            purse += coin.worth
    permit lose(coin)
    permit find-it(coin)
    procedure play
        ann chooses lose, find-it
        ann chooses stay, quit
"""
    more = 'edition more "More" of tiny\namend coins\n    table coin\n        | id | worth |\n        | mite | 2 |\n'
    files = tiny.write(text + STOP, {"few": 'edition few "Few" of tiny\n', "more": more})
    few, many = tiny.load(files, "few"), tiny.load(files, "more")
    action = next(action for action in few.start().asked().legal if action.id == "find-it(groat)")
    assert many.spelled(action.code) == "find-it(penny)"
    position = many.start()
    assert position.why(action).action == "find-it(groat)"
    position.take(action)
    assert position.read("purse") == 4


def test_an_answer_of_a_view_can_be_taken_and_asked_about() -> None:
    position = Case("ford", "plain-1.0", ()).load().start()
    answer = position.view("north").legal[1]
    assert position.why(answer)
    position.take(answer)
    assert len(position.past) == 1


# ---- copies and keys ----
def test_the_key_leaves_out_generator_and_log() -> None:
    game = Case("noughts", "standard", ()).load()
    one = play(game.start(1), "mark(a1)", "mark(b2)", "mark(c3)")
    two = play(game.start(2), "mark(c3)", "mark(b2)", "mark(a1)")
    assert one.state[CHANCE] != two.state[CHANCE]
    assert one.past != two.past
    assert one == two
    assert hash(one) == hash(two)
    assert len({one, two, game.start(1)}) == 2
    assert one != "something else"


def test_the_key_holds_where_play_stands(tiny: Tiny) -> None:
    text = """
clause playing "Playing"
    procedure play
        ann chooses stay, quit
        ann chooses stay, quit
"""
    start = tiny(text + STOP).start()
    assert play(start.copy(), "stay") != start


def test_the_key_forgets_what_finished_procedures_remembered(tiny: Tiny) -> None:
    text = """
clause playing "Playing"
    action name-it(n: from 1 to 3) in game
        text "name {n}"
        do
            do keep-it(n)
    permit name-it(n)
    procedure keep-it(n: number)
        let twice be 2 * n
        ann may choose stay or "no"
        if twice = 99
            ann chooses stay, quit
    procedure play
        ann chooses name-it
        ann chooses stay, quit
"""
    start = tiny(text + STOP).start()
    assert play(start.copy(), "name-it(1)", "done") == play(start.copy(), "name-it(3)", "done")
    assert play(start.copy(), "name-it(1)") != play(start.copy(), "name-it(3)")


def test_fresh_dice_and_nothing_else() -> None:
    game = Case("dash", "two-player", ()).load()
    position = game.start(1)
    position.take(position.codes[0])
    other = position.reseeded(5)
    assert other == position
    assert other.state[CHANCE] != position.state[CHANCE]
    assert (other.past, other.seed) == ([], None)
    assert position.reseeded(5).state == other.state
    other.take(other.codes[0])
    assert other != position


def test_a_copy_may_begin_its_past_here() -> None:
    game = Case("dash", "two-player", ()).load()
    position = game.start(1)
    position.take(position.codes[0])
    whole = len(position.log)
    other = position.from_here()
    assert (other, other.state, other.past, other.log) == (position, position.state, [], [])
    position.take(position.codes[0])
    other.take(other.codes[0])
    assert other.state == position.state
    assert other.log == position.log[whole:]


# ---- questions ----
def test_memory_measures_and_worth_by_name() -> None:
    game = Case("ford", "plain-1.0", ()).load()
    position = game.start()
    assert position.read("strength", "ash-riders") == 3
    assert position.read("block.at", "ash-riders") == "northgate"
    assert position.measure("towns_held", "north") == 3
    assert position.measure("steps_standing", "south") == 19
    assert position.worth("north") == 0
    with pytest.raises(UnknownName, match="there is no measure `luck`"):
        position.measure("luck", "north")
    with pytest.raises(UnknownName, match="is of 1 things, and 0 were named"):
        position.measure("towns_held")
    with pytest.raises(UnknownName, match="`nroth` is no player"):
        position.measure("towns_held", "nroth")


def test_a_game_may_say_nothing_about_worth(tiny: Tiny) -> None:
    position = tiny(ENDS + STOP, head=TRIO).start()
    with pytest.raises(UnknownName, match="says nothing about a side's worth"):
        position.worth("ann")


# ---- under other rules ----
def test_a_position_goes_under_another_edition_where_what_runs_reads_the_same() -> None:
    plain, royal = Case("ford", "plain-1.0", ()).load(), Case("ford", "royal-2.0", ()).load()
    position = play(plain.start(4), "group-move(abbey)", "march(oak-spears, abbey-bridge)")
    other = position.under(royal)
    assert other.game is royal
    assert other.read("at", "oak-spears") == "bridge"
    assert other.read("moves") == position.read("moves")
    assert other.asked().who == position.asked().who
    assert ids(other) == ids(position)
    ends = [json.loads(one.to_json())["position"]["frames"][-2]["values"]["0 its last"] for one in (position, other)]
    assert ends == [6, 5]  # a loop goes no further than the rules let it
    assert play(other, "done").game is royal
    assert other.under(plain).read("at", "oak-spears") == "bridge"


def test_what_has_no_counterpart_is_listed() -> None:
    plain, royal = Case("ford", "plain-1.0", ()).load(), Case("ford", "royal-2.0", ()).load()
    position = play(plain.start(4), "group-move(mill)", "march(pine-levy, mill-bridge)")
    with pytest.raises(NoCounterpart) as none:
        position.under(royal)
    assert all("pine-levy" in missing for missing in none.value.missing)
    assert none.value.missing[0] == "block pine-levy"
    assert none.value.things == ("block pine-levy",)
    assert len(set(none.value.missing)) == len(none.value.missing)
    assert "the position cannot be carried over" in str(none.value)


def test_of_much_that_has_no_counterpart_a_sentence_tells_a_little() -> None:
    error = NoCounterpart(["a", "b", "c", "d", "e"])
    assert str(error) == "the position cannot be carried over: a; b; c; and 2 more"
    assert error.missing == ("a", "b", "c", "d", "e")
    assert str(NoCounterpart(["a", "b", "c"])).endswith(": a; b; c")


def test_a_running_procedure_that_reads_differently_has_no_counterpart(tiny: Tiny) -> None:
    text = """
clause playing "Playing"
    open procedure middle
    procedure play
        ann chooses stay, quit
        do middle
        ann chooses stay, quit
"""
    variants = {
        "one": 'edition one "One" of tiny\nin playing\n    procedure middle is\n        bob chooses stay, quit\n',
        "two": 'edition two "Two" of tiny\nin playing\n    procedure middle is\n        bob chooses quit, stay\n',
        "gone": 'edition gone "Gone" of tiny\nin playing\n    procedure middle is\n        return\n',
    }
    files = tiny.write(text + STOP, variants)
    one, two, gone = (tiny.load(files, name) for name in ("one", "two", "gone"))
    start = one.start()
    assert ids(play(start.under(two), "stay")) == ["quit", "stay"]
    inside = play(start.copy(), "stay")
    with pytest.raises(NoCounterpart, match="procedure `middle`, which is running and reads differently"):
        inside.under(two)
    with pytest.raises(NoCounterpart, match="procedure `middle`, which is running and does not exist"):
        inside.under(gone)
    behind = play(inside, "stay")
    assert behind.under(gone).asked().who == behind.under(two).asked().who == "ann"


def test_another_game_has_no_counterpart() -> None:
    with pytest.raises(NoCounterpart, match="noughts is another game than ford"):
        Case("noughts", "standard", ()).load().start().under(Case("ford", "plain-1.0", ()).load())


FIGURES = """
clause playing "Playing"
    open value first_purse: number
    value rounds: number is 2
    open value harsh: yes or no
    state purse(player): 0..9, starts at first_purse
    state taxed: 0..9
    procedure play
        if harsh
            taxed += 1
            ann chooses stay, quit
        for each p in players
            if harsh
                taxed += 1
            p chooses stay, quit
            do levy
        ann chooses stay, quit
    moment levy
"""
BOOKS = {
    "mild": 'edition mild "Mild" of tiny\nin playing\n    first_purse is 3\nin playing\n    harsh is no\n',
    "hard": """edition hard "Hard" of tiny
in playing
    first_purse is 5
in playing
    harsh is yes
clause levying "Levying"
    after levy
        bob chooses stay, quit
""",
}


def test_a_position_keeps_its_values_where_the_other_edition_starts_with_others(tiny: Tiny) -> None:
    files = tiny.write(FIGURES + STOP, BOOKS)
    mild, hard = tiny.load(files, "mild"), tiny.load(files, "hard")
    position = mild.start()
    assert (position.read("purse", "ann"), hard.start().read("purse", "ann")) == (3, 5)
    assert position.under(hard).read("purse", "ann") == 3


def test_a_position_stands_at_the_same_step_whatever_is_known_in_either_edition(tiny: Tiny) -> None:
    """In one edition a branch can never be taken and a moment asks nobody; steps are the same ones all the same."""
    files = tiny.write(FIGURES + STOP, BOOKS)
    mild, hard = tiny.load(files, "mild"), tiny.load(files, "hard")
    position = mild.start()
    assert position.asked().who == "ann"
    other = position.under(hard)
    assert play(other, "stay").asked().who == "bob"  # the levy of the hard book
    assert play(other, "stay").asked().who == "bob"  # his own turn
    assert other.read("taxed") == 1
    last = play(position, "stay", "stay").under(hard)
    assert last.asked().who == "ann"
    assert play(last, "stay").over
    with pytest.raises(NoCounterpart, match="levying"):
        play(hard.start(), "stay", "stay").under(mild)


@pytest.mark.parametrize("seed", range(3))
def test_carrying_there_and_back_changes_nothing(seed: int) -> None:
    plain, floods = Case("ford", "plain-1.0", ()).load(), Case("ford", "plain-1.0", ("spring-floods",)).load()
    rng, position, carried = random.Random(seed), plain.start(seed), 0
    while not position.over:
        try:
            there = position.under(floods)
        except NoCounterpart:
            there = None
        if there is not None:
            carried += 1
            assert there.under(plain) == position
        position.take(rng.choice(position.codes))
    assert carried > 50


def test_a_carried_position_goes_on_and_tells_its_own_log() -> None:
    plain, royal = Case("ford", "plain-1.0", ()).load(), Case("ford", "royal-2.0", ()).load()
    other: Position = plain.start(4).under(royal)
    other.take("done")
    assert [line.who for line in other.log][:1] == ["north"]
    assert royal.from_json(other.to_json()) == other
