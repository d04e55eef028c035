"""Procedures that stop: choices, loops with choices inside, stages and how they are left."""

from __future__ import annotations

from itertools import combinations, permutations

import pytest

from crex_dsl.engine.errors import IllegalAction, RuleFault
from crex_dsl.engine.run.position import Position
from crex_dsl.language.diagnostics import RuleError
from tests.engine.tiny import STOP, Tiny, ids, lines, play

# ---- choices ----
COINS = """
kind coin is penny, groat, crown
clause coins "Coins"
    set spent of coin
    state ended: 0..9
    action spend(coin) in game
        text "spend {coin}"
        do
            add coin to spent
    permit spend(coin) when coin not in spent
"""


def game_of(tiny: Tiny, steps: str, rules: str = "", before: str = COINS) -> Position:
    """The position where a procedure of these steps first stops."""
    body = "\n".join(f"        {line}" for line in steps.strip("\n").split("\n"))
    return tiny(f"{before}    procedure play\n{body}\n{rules}{STOP}").start()


def test_several_instances_are_a_decision(tiny: Tiny) -> None:
    position = game_of(tiny, "bob chooses spend\nend game drawn")
    decision = position.asked()
    assert decision.who == "bob"
    assert decision.clause == "coins"
    assert not decision.optional
    assert ids(position) == ["spend(penny)", "spend(groat)", "spend(crown)"]


def test_one_instance_is_forced_taken_and_logged(tiny: Tiny) -> None:
    position = game_of(tiny, "add [penny, groat] to spent\nann chooses spend\nann chooses stay, quit")
    assert position.read("spent") == ["penny", "groat", "crown"]
    assert lines(position) == ["ann: spend crown"]
    assert position.log[0].forced
    assert position.past == []


def test_none_runs_the_otherwise_block(tiny: Tiny) -> None:
    steps = """
add [penny, groat, crown] to spent
ann chooses spend
    otherwise
        ended becomes 4
        ann chooses stay, quit
        ended becomes 5
ended += 1
ann chooses stay, quit
"""
    position = game_of(tiny, steps)
    assert position.read("ended") == 4
    assert play(position, "stay").read("ended") == 6


def test_none_without_otherwise_is_a_gap_that_names_its_clause(tiny: Tiny) -> None:
    position = game_of(tiny, "ann chooses stay, quit\nadd [penny, groat, crown] to spent\nann chooses spend")
    before = (list(position.state), position.past)
    with pytest.raises(RuleFault, match="nothing is legal where somebody must choose among spend") as fault:
        position.take("stay")
    assert fault.value.clause == "coins"
    assert "tiny.crex:" in str(fault.value)
    assert (position.state, position.past) == before


def test_may_choose_is_never_forced_and_can_be_declined(tiny: Tiny) -> None:
    position = game_of(tiny, 'add [penny, groat] to spent\nann may choose spend or "keep it"\nann chooses stay, quit')
    assert ids(position) == ["spend(crown)", "done"]
    assert [action.text for action in position.asked().legal] == ["spend crown", "keep it"]
    declined = play(position.copy(), "done")
    assert declined.read("spent") == ["penny", "groat"]
    assert lines(declined) == ["ann: keep it"]
    assert play(position, "spend(crown)").read("spent") == ["penny", "groat", "crown"]


def test_may_choose_is_skipped_where_nothing_is_legal(tiny: Tiny) -> None:
    steps = 'add [penny, groat, crown] to spent\nann may choose spend or "keep it"\nann chooses stay, quit'
    assert ids(game_of(tiny, steps)) == ["stay", "quit"]


def test_keep_choosing_goes_on_until_declined(tiny: Tiny) -> None:
    position = game_of(tiny, 'ann may keep choosing spend or "enough"\nended becomes 1\nann chooses stay, quit')
    assert ids(play(position, "spend(groat)")) == ["spend(penny)", "spend(crown)", "done"]
    assert ids(play(position, "done")) == ["stay", "quit"]
    assert position.read("ended") == 1


def test_keep_choosing_ends_where_nothing_is_legal_any_more(tiny: Tiny) -> None:
    position = game_of(tiny, 'ann may keep choosing spend or "enough"\nann chooses stay, quit')
    play(position, "spend(crown)", "spend(penny)")
    assert ids(position) == ["spend(groat)", "done"]  # one left, and still not forced
    assert ids(play(position, "spend(groat)")) == ["stay", "quit"]


def test_a_choice_may_give_arguments_and_leave_others_open(tiny: Tiny) -> None:
    rules = """
clause paying "Paying"
    action pay(coin, player) in game
        text "pay {coin} to {player}"
        do
            add coin to spent
    permit pay(coin, player) when player is not actor
"""
    position = game_of(tiny, "bob chooses pay(groat, any), pay(any, ann), stay\nann chooses stay, quit", rules)
    assert ids(position) == ["pay(groat, ann)", "pay(penny, ann)", "pay(crown, ann)", "stay"]  # each of them once


def test_an_instance_that_is_offered_twice_is_still_the_only_one(tiny: Tiny) -> None:
    steps = "add [penny, crown] to spent\nann chooses spend, spend(groat)\nann chooses stay, quit"
    assert game_of(tiny, steps).read("spent") == ["penny", "groat", "crown"]  # forced


def test_the_chooser_is_the_actor(tiny: Tiny) -> None:
    rules = """
clause paying "Paying"
    state payer: player or nobody
    action pay in game
        text "pay"
        do
            payer becomes actor
    permit pay when actor is bob
"""
    position = game_of(tiny, 'for each p in players\n    p may choose pay or "no"\nann chooses stay, quit', rules)
    assert position.asked().who == "bob"
    assert play(position, "pay").read("payer") == "bob"


# ---- unordered ----
def test_unordered_picks_come_in_rising_order_only(tiny: Tiny) -> None:
    before = COINS.replace("spend(coin) in game", "spend(coin) in game unordered")
    steps = 'ann may keep choosing spend or "enough"\nann chooses stay, quit'
    start = game_of(tiny, steps, before=before)
    assert ids(start) == ["spend(penny)", "spend(groat)", "spend(crown)", "done"]
    assert ids(play(start.copy(), "spend(groat)")) == ["spend(crown)", "done"]
    with pytest.raises(IllegalAction):
        play(start.copy(), "spend(groat)", "spend(penny)")
    reached: dict[frozenset[str], int] = {}
    todo = [start]
    while todo:
        position = todo.pop()
        if ids(position) == ["stay", "quit"]:
            picked = frozenset(position.read("spent"))
            reached[picked] = reached.get(picked, 0) + 1
            continue
        for answer in ids(position):
            todo.append(play(position.copy(), answer))
    coins = ("penny", "groat", "crown")
    every = {frozenset(c) for size in range(4) for c in combinations(coins, size)}
    assert reached == dict.fromkeys(every, 1)  # every set of picks, each by one path


def test_the_order_of_unordered_picks_starts_anew_each_time(tiny: Tiny) -> None:
    before = COINS.replace("spend(coin) in game", "spend(coin) in game unordered")
    steps = 'for each p in players\n    p may keep choosing spend or "enough"\nann chooses stay, quit'
    position = play(game_of(tiny, steps, before=before), "spend(crown)")
    assert position.asked().who == "bob"
    assert ids(position) == ["spend(penny)", "spend(groat)", "done"]


def test_ordered_picks_come_in_any_order(tiny: Tiny) -> None:
    steps = 'ann may keep choosing spend or "enough"\nann chooses stay, quit'
    for order in permutations(("penny", "groat", "crown")):
        position = play(game_of(tiny, steps), *(f"spend({coin})" for coin in order))
        assert ids(position) == ["stay", "quit"]


# ---- together ----
DUEL = """
clause duel "Duel"
    state shown(player): 0..3
    state answers: 0..99
    action show(n: from 0 to 3) in game
        text "show {n}"
        do
            shown(actor) becomes n
            answers becomes 10 * answers + n
    permit show(n) when shown(ann) = 0
"""


def test_together_asks_in_seat_order_and_acts_when_all_have_answered(tiny: Tiny) -> None:
    position = game_of(tiny, "together each p in players chooses show\nann chooses stay, quit", before=DUEL)
    assert position.asked().who == "ann"
    play(position, "show(2)")
    assert position.asked().who == "bob"
    assert position.read("answers") == 0  # sealed: nothing has happened yet
    assert ids(position) == ["show(0)", "show(1)", "show(2)", "show(3)"]  # judged before the first answer
    play(position, "show(3)")
    assert position.read("answers") == 23


def test_together_asks_only_whom_its_condition_means(tiny: Tiny) -> None:
    steps = "together each p in players where p is bob chooses show\nann chooses stay, quit"
    position = game_of(tiny, steps, before=DUEL)
    assert position.asked().who == "bob"
    assert play(position, "show(1)").read("answers") == 1


def test_a_forced_answer_is_sealed_too(tiny: Tiny) -> None:
    before = DUEL.replace("permit show(n) when shown(ann) = 0", "permit show(n) when actor is bob or n = 3")
    position = game_of(tiny, "together each p in players chooses show\nann chooses stay, quit", before=before)
    assert position.asked().who == "bob"
    assert position.read("answers") == 0
    assert [line.text for line in position.view("bob").log] == ["choice made"]
    assert not any(line.forced for line in position.view("bob").log)  # that she had no choice is her secret
    assert play(position, "show(1)").read("answers") == 31


def test_together_with_nothing_legal_is_a_gap(tiny: Tiny) -> None:
    with pytest.raises(RuleFault, match="nothing is legal") as fault:
        game_of(tiny, "shown(ann) becomes 1\ntogether each p in players chooses show", before=DUEL)
    assert fault.value.clause == "duel"


# ---- loops ----
LOOPS = """
kind unit is u1, u2, u3, u4
kind spot is here, there
clause loops "Loops"
    state at(unit): spot, starts at there
    state hp(unit): 0..9
    state ready(unit): yes or no
    set chosen of unit
    state visits: 0..99999
    procedure prepare
        for each u in [u1, u2, u3]
            at(u) becomes here
            hp(u) becomes 5
            ready(u) becomes yes
            add u to chosen
    procedure visit(unit)
        visits becomes 10 * visits + unit_number(unit)
    define unit_number(unit): number is
        1  when unit is u1
        2  when unit is u2
        3  when unit is u3
        4  otherwise
"""
# How members of a loop come and go: a condition, the step that lets one in and the step that throws one out.
MEMBERSHIPS = {
    "indexed": ("u: unit where at(u) is here", "at({}) becomes here", "at({}) becomes there"),
    "tested": ("u: unit where hp(u) > 2", "hp({}) becomes 5", "hp({}) becomes 0"),
    "bare": ("u: unit where ready(u)", "ready({}) becomes yes", "ready({}) becomes no"),
    "set": ("u in chosen", "add {} to chosen", "remove {} from chosen"),
    "mixed": ("u in chosen where hp(u) > 2 and at(u) is here", "hp({0}) becomes 5", "hp({0}) becomes 1"),
    "defined": ("u in fit", "hp({}) becomes 5", "hp({}) becomes 0"),
}
# What happens at which turn, and who is visited: who is gone is not, newcomers wait, who is back in time is.
CHANGES = {
    "nothing changes": ([], "123"),
    "one is gone before its turn": ([("u1", "out", "u2")], "13"),
    "one is gone at its own turn": ([("u2", "out", "u2")], "123"),
    "a newcomer waits": ([("u1", "in", "u4")], "123"),
    "one is gone and back in time": ([("u1", "out", "u3"), ("u2", "in", "u3")], "123"),
    "one is back too late": ([("u1", "out", "u2"), ("u3", "in", "u2")], "13"),
    "all others are gone": ([("u1", "out", "u2"), ("u1", "out", "u3")], "1"),
}


@pytest.mark.parametrize("asks", [False, True], ids=["at once", "with a choice"])
@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("membership", MEMBERSHIPS)
def test_a_loop_over_what_changes(tiny: Tiny, membership: str, change: str, asks: bool) -> None:
    binder, enter, leave = MEMBERSHIPS[membership]
    changes, expected = CHANGES[change]
    body = "".join(
        f"            if u is {turn}\n                {(enter if way == 'in' else leave).format(whom)}\n"
        for turn, way, whom in changes
    )
    rules = f"""    define fit: set of unit is all x: unit where hp(x) > 2
    procedure play
        do prepare
        do go-round
        ann chooses stay, quit
    procedure go-round
        for each {binder}
            do visit(u)
{body}{"            ann chooses stay, quit" if asks else ""}
"""
    position = tiny(LOOPS + rules + STOP).start()
    if asks:
        for _ in expected:
            play(position, "stay")
    assert str(position.read("visits")) == expected
    assert ids(position) == ["stay", "quit"]


@pytest.mark.parametrize("asks", [False, True], ids=["at once", "with a choice"])
def test_a_loop_over_a_list_keeps_the_list_and_asks_where_anew(tiny: Tiny, asks: bool) -> None:
    rules = f"""    procedure play
        do prepare
        do go-round
        ann chooses stay, quit
    procedure go-round
        for each u in (order x: unit by unit_number(x) descending) where hp(u) > 2
            do visit(u)
            hp(u4) becomes 5
            hp(u2) becomes 0
{"            ann chooses stay, quit" if asks else ""}
"""
    position = tiny(LOOPS + rules + STOP).start()
    while asks and position.read("visits") < 31:
        play(position, "stay")
    assert position.read("visits") == 31  # u4 stands first and did not qualify then, u2 does not any more


# What a loop ranges over, and its turns: ten times the member's number and the how manyth turn it is.
COUNTED = {
    "u: unit": [11, 22, 33, 44],
    "u in chosen": [11, 22, 33],
    "u: unit where hp(u) = 5 and u is not u2": [11, 32],
    "u in fit": [11, 22, 33],
    "u in backwards": [41, 32, 23, 14],
    "u in first 2 of backwards": [41, 32],
    "u in last 9 of backwards where hp(u) > 2": [31, 22, 13],
    "u in [u2, u4, u2, u1] where u is not u4": [21, 22, 13],
    "u in first 0 of backwards": [],
}


@pytest.mark.parametrize("asks", [False, True], ids=["at once", "with a choice"])
@pytest.mark.parametrize("binder", COUNTED)
def test_a_loop_counts_the_turns_that_it_takes(tiny: Tiny, binder: str, asks: bool) -> None:
    """Again and again; and a save in the middle goes on where it was."""
    rules = f"""    state turns: number
    define fit: set of unit is all x: unit where hp(x) > 2
    define backwards: list of unit is order x: unit by unit_number(x) descending
    procedure play
        do prepare
        repeat 2 times
            do go-round
        ann chooses stay, quit
    procedure go-round
        for each {binder} counting i
            turns becomes 100 * turns + 10 * unit_number(u) + i
{"            ann chooses stay, quit" if asks else ""}
        for each p in players counting i
            turns becomes 100 * turns + i
"""
    game = tiny(LOOPS + rules + STOP)
    position = game.start()
    if asks:
        for _ in 2 * COUNTED[binder]:
            again = game.from_json(position.to_json())
            assert again == position
            position = play(again, "stay")
    written = "".join(map(str, [*COUNTED[binder], "01", "02"]))
    assert position.read("turns") == int(2 * written)
    assert ids(position) == ["stay", "quit"]


@pytest.mark.parametrize("asks", [False, True], ids=["at once", "with a choice"])
@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("membership", MEMBERSHIPS)
def test_who_is_gone_is_not_counted(tiny: Tiny, membership: str, change: str, asks: bool) -> None:
    binder, enter, leave = MEMBERSHIPS[membership]
    changes, expected = CHANGES[change]
    body = "".join(
        f"            if u is {turn}\n                {(enter if way == 'in' else leave).format(whom)}\n"
        for turn, way, whom in changes
    )
    rules = f"""    define fit: set of unit is all x: unit where hp(x) > 2
    procedure play
        do prepare
        do go-round
        ann chooses stay, quit
    procedure go-round
        for each {binder} counting i
            visits becomes 10 * visits + i
{body}{"            ann chooses stay, quit" if asks else ""}
"""
    position = tiny(LOOPS + rules + STOP).start()
    if asks:
        for _ in expected:
            play(position, "stay")
    assert position.read("visits") == int("123"[: len(expected)])
    assert ids(position) == ["stay", "quit"]


def test_a_loop_that_was_cut_short_counts_from_one_again(tiny: Tiny) -> None:
    text = """
stage day in game
clause days "Days"
    state counts: 0..9999
    procedure play
        repeat 2 times
            open day
                for each p in players counting i
                    counts becomes 10 * counts + i
                    ann chooses stay, leave
        ann chooses stay, quit
    action leave in day
        text "leave"
        do
            end day
    permit leave
"""
    position = tiny(text + STOP).start()
    assert play(position, "leave").read("counts") == 11
    assert play(position, "stay", "stay").read("counts") == 112
    assert ids(position) == ["stay", "quit"]


def test_loops_within_one_another_count_each_for_itself(tiny: Tiny) -> None:
    text = """
clause days "Days"
    tally trace
    procedure play
        for each p in players counting i
            for each q in players where q is not p counting k
                trace += 10 * i + k
                ann chooses stay, quit
            trace += 100 * i
        ann chooses stay, quit
"""
    position = tiny(text + STOP).start()
    assert [position.read("trace"), play(position, "stay").read("trace")] == [11, 132]
    assert play(position, "stay").read("trace") == 332


WHERE = {
    "a procedure": """
    procedure play
        do go-round
        ann chooses stay, quit
    procedure go-round
""",
    "an action": """
    procedure play
        ann chooses nod
        ann chooses stay, quit
    permit nod
    action nod in game
        text "nod"
        do
""",
    "a trigger": """
    procedure play
        do bells
        ann chooses stay, quit
    moment bells
    after bells
""",
    "the beginning of a stage": """
    procedure play
        open day
            return
    when day begins
""",
    "the end of a stage": """
    procedure play
        open day
            return
    when day ends
""",
}


@pytest.mark.parametrize("asks", [False, True], ids=["at once", "with a choice"])
@pytest.mark.parametrize("where", WHERE)
def test_turns_are_counted_wherever_steps_stand(tiny: Tiny, where: str, asks: bool) -> None:
    loop = "for each p in players counting i\n    trace becomes 10 * trace + i\n"
    loop += "    ann chooses stay, quit\n" if asks else ""
    steps = "".join(f"            {line}\n" for line in loop.splitlines())
    text = f'stage day in game\nclause counts "Counts"\n    state trace: 0..99{WHERE[where]}{steps}'
    position = tiny(text + STOP).start()
    while asks and not position.over and position.read("trace") < 12:
        play(position, "stay")
    assert position.read("trace") == 12


@pytest.mark.parametrize("numbers", ["[10, 12, 11]", "[1000000, 3]", "[0 - 2, 5, 0 - 7]", "[7]"])
@pytest.mark.parametrize("of", ["number", "10..12"])
def test_a_loop_over_numbers_stops_at_each_of_them(tiny: Tiny, numbers: str, of: str) -> None:
    if of == "10..12" and numbers != "[10, 12, 11]":
        numbers = "[12, 10]"
    text = f"""
clause numbers "Numbers"
    value figures: list of {of} is {numbers}
    tally sum_so_far
    procedure play
        for each n in figures
            sum_so_far += n
            ann chooses stay, quit
"""
    position = tiny(text + STOP).start()
    figures = [eval(part) for part in numbers.strip("[]").split(", ")]
    for count in range(1, len(figures) + 1):
        assert position.read("sum_so_far") == sum(figures[:count])
        play(position, "stay")
    assert position.over


@pytest.mark.parametrize("asks", [False, True], ids=["at once", "with a choice"])
def test_counted_loops_take_their_bounds_once(tiny: Tiny, asks: bool) -> None:
    stop = "            ann chooses stay, quit" if asks else ""
    text = f"""
clause counting "Counting"
    state limit: 0..9, starts at 3
    tally turns
    tally rounds
    procedure play
        do count-up
        ann chooses stay, quit
    procedure count-up
        for each n from limit - 1 to limit
            turns += 10 + n
            limit += 1
{stop}
        repeat limit times
            rounds += 1
            limit becomes 9
{stop}
        for each n from 3 to 2
            turns += 1000
{stop}
"""
    position = tiny(text + STOP).start()
    for _ in range(2 + 5 if asks else 0):
        play(position, "stay")
    assert (position.read("turns"), position.read("rounds")) == (25, 5)


def test_while_asks_anew_each_time(tiny: Tiny) -> None:
    steps = "while some c: coin where c not in spent\n    ann chooses spend\nann chooses stay, quit"
    position = play(game_of(tiny, steps), "spend(groat)", "spend(penny)")  # the last one is forced
    assert position.read("spent") == ["penny", "groat", "crown"]


def test_a_loop_that_never_ends_is_a_fault_that_names_its_clause(tiny: Tiny) -> None:
    steps = "ann chooses stay, quit\nwhile ended < 5\n    ended becomes 1\n    if ended = 2\n        ann chooses spend"
    position = game_of(tiny, steps)
    before = list(position.state)
    with pytest.raises(RuleFault, match="without ever asking anybody") as fault:
        position.take("stay")
    assert fault.value.clause == "coins"
    assert position.state == before


def test_names_of_sequential_loops_do_not_meet(tiny: Tiny) -> None:
    """Two loops with one name in one procedure: a save in either must come back to it."""
    text = """
clause loops "Loops"
    state seen_by: player or nobody
    procedure play
        for each p in players
            seen_by becomes p
            p chooses stay, quit
        for each p in players
            p chooses stay, quit
            seen_by becomes p
        end game drawn
"""
    game = tiny(text + STOP)
    position = game.start()
    for _ in range(4):
        again = game.from_json(position.to_json())
        assert again == position
        assert again.asked().who == position.asked().who
        play(position, "stay")
        assert play(again, "stay") == position
    assert position.over


# ---- return ----
def test_return_leaves_the_procedure_and_no_more(tiny: Tiny) -> None:
    text = """
clause leaving "Leaving"
    tally steps_done
    procedure play
        do inner
        steps_done += 1
        ann chooses stay, quit
    procedure inner
        for each n from 1 to 3
            if n = 2
                return
            steps_done += 10
            ann chooses stay, quit
        steps_done += 100
"""
    position = play(tiny(text + STOP).start(), "stay")
    assert position.read("steps_done") == 11


def test_return_in_a_trigger_leaves_the_trigger_only(tiny: Tiny) -> None:
    text = """
clause events "Events"
    tally steps_done
    procedure play
        do event
        ann chooses stay, quit
    procedure event
        steps_done += 1
clause first "First"
    after event
        if steps_done = 1
            return
        steps_done += 1000
clause second "Second"
    after event
        steps_done += 10
"""
    assert tiny(text + STOP).start().read("steps_done") == 11


# ---- stages ----
STAGES = """
stage day in game with hour: 0..9, host: player starts at ann
stage meal in day with course: 0..9
stage nap in day
clause memory "Memory"
    tally eaten per meal
    tally walked per day
    set guests of player per day
    tally ended_days
    tally ended_meals
    tally ended_naps
    tally later
"""


def staged(tiny: Tiny, rules: str) -> Position:
    return tiny(STAGES + rules + STOP).start()


def test_opening_sets_fields_then_begins_then_the_steps_then_ends_then_forgets(tiny: Tiny) -> None:
    rules = """
    state trace: 0..99999
    procedure note(n: number)
        trace becomes 10 * trace + n
    procedure play
        open day with hour is 3
            do note(hour)
            walked += 2
            add bob to guests
            host becomes bob
            ann chooses stay, quit
        ann chooses stay, quit
        open day
            do note(hour)
            ann chooses stay, quit
    when day begins if hour = 3
        hour += 1
        do note(7)
    when day ends
        do note(walked)
"""
    position = staged(tiny, rules)
    assert position.read("trace") == 74
    assert (position.read("walked"), position.read("guests"), position.read("host")) == (2, ["bob"], "bob")
    play(position, "stay")
    assert position.read("trace") == 742  # `ends` still sees what the stage remembers
    assert (position.read("walked"), position.read("guests"), position.read("host")) == (0, [], "ann")
    assert position.read("hour") == 0
    play(position, "stay")
    assert position.read("trace") == 7420  # no field given: it starts as declared, and `begins` asks its condition


def test_positions_after_a_stage_are_equal_whatever_happened_in_it(tiny: Tiny) -> None:
    rules = """
    action eat(n: from 1 to 3) in meal
        text "eat {n}"
        do
            eaten += n
    permit eat(n)
    procedure play
        open day
            open meal with course is 1
                ann chooses eat
            ann chooses stay, quit
        end game drawn
"""
    start = staged(tiny, rules)
    one, two = play(start.copy(), "eat(1)"), play(start.copy(), "eat(3)")
    assert one == two
    assert hash(one) == hash(two)
    assert one.past != two.past


ENDINGS = """
    procedure play
        open day with hour is 1
            walked += 1
            do breakfast
            later += 1
        later += 10
        ann chooses stay, quit
    procedure breakfast in day
        open meal with course is 1
            eaten += 1
            do chew
            later += 100
        later += 1000
    when day ends
        ended_days += 1 + walked
    when meal ends
        ended_meals += 1 + eaten
"""


def test_end_leaves_a_stage_from_any_depth_and_closes_those_inside(tiny: Tiny) -> None:
    rules = """
    procedure chew in meal
        ann chooses stay, quit
        if hour = 1
            end day
        later += 10000
"""
    position = play(staged(tiny, ENDINGS + rules), "stay")
    assert position.read("later") == 10  # only what stands behind the day
    assert (position.read("ended_meals"), position.read("ended_days")) == (2, 2)  # each once, memory still there
    assert (position.read("eaten"), position.read("walked"), position.read("hour")) == (0, 0, 0)


def test_end_of_the_inner_stage_goes_on_in_the_outer_one(tiny: Tiny) -> None:
    rules = """
    procedure chew in meal
        for each n from 1 to 5
            ann chooses stay, quit
            end meal
"""
    position = play(staged(tiny, ENDINGS + rules), "stay")
    assert position.read("later") == 1011
    assert (position.read("ended_meals"), position.read("ended_days")) == (2, 2)


def test_end_out_of_an_action_and_out_of_a_trigger(tiny: Tiny) -> None:
    rules = """
    action swallow in meal
        text "swallow"
        do
            eaten += 1
    permit swallow
    action spit in meal
        text "spit"
        do
            end meal
    permit spit
    after swallow when eaten >= 2
        end day
    procedure chew in meal
        while eaten < 9
            ann chooses swallow, spit
"""
    start = staged(tiny, ENDINGS + rules)
    assert play(start.copy(), "spit").read("later") == 1011
    assert play(start.copy(), "swallow").read("later") == 10


def test_choices_inside_ends_are_asked_also_when_the_stage_is_cut_short(tiny: Tiny) -> None:
    rules = """
    procedure chew in meal
        ann chooses stay, quit
        end day
    when meal ends
        bob chooses stay, quit
        later += 100000
    when day ends
        ann chooses stay, quit
        later += 200000
"""
    position = staged(tiny, ENDINGS + rules)
    play(position, "stay")
    assert position.asked().who == "bob"
    assert position.read("eaten") == 1
    again = position.game.from_json(position.to_json())
    assert again == position
    for one in (position, again):
        play(one, "stay")
        assert one.asked().who == "ann"
        assert play(one, "stay").read("later") == 300010
        assert (one.read("ended_meals"), one.read("ended_days")) == (2, 2)


def test_what_hangs_on_an_end_may_open_and_end_stages_of_its_own(tiny: Tiny) -> None:
    """A turn that is cut short still has its evening, with stages of its own, and is then over."""
    rules = """
    procedure chew in meal
        ann chooses stay, quit
        end day
    when day ends
        open nap
            ann chooses stay, quit
            later += 100000
        later += 200000
    when meal ends
        do siesta
    procedure siesta in day
        open nap
            if hour = 1
                end nap
            later += 7
        later += 400000
    when nap ends
        ended_naps += 1
"""
    position = play(staged(tiny, ENDINGS + rules), "stay")
    assert play(position, "stay").read("later") == 700010
    assert (position.read("ended_meals"), position.read("ended_days"), position.read("ended_naps")) == (2, 2, 2)


def test_what_hangs_on_the_end_of_a_stage_may_end_the_one_around_it(tiny: Tiny) -> None:
    rules = """
    procedure chew in meal
        ann chooses stay, quit
    when meal ends
        if eaten = 1
            end day
"""
    position = play(staged(tiny, ENDINGS + rules), "stay")
    assert position.read("later") == 10 + 100
    assert (position.read("ended_meals"), position.read("ended_days")) == (2, 2)
    assert (position.read("eaten"), position.read("walked")) == (0, 0)


def test_the_outermost_of_two_ends_counts(tiny: Tiny) -> None:
    text = """
stage year in game
stage day in year
stage meal in day
clause memory "Memory"
    tally later
    tally ended_days
    procedure play
        open year
            open day
                open meal
                    ann chooses stay, quit
                    end year
                later += 1
            later += 10
        later += 100
        ann chooses stay, quit
    when meal ends
        end day
    when day ends
        ended_days += 1
"""
    position = play(tiny(text + STOP).start(), "stay")
    assert position.read("later") == 100
    assert position.read("ended_days") == 1


def test_a_stage_whose_end_sets_off_its_own_end_is_refused(tiny: Tiny) -> None:
    with pytest.raises(RuleError, match="sets itself off again"):
        staged(tiny, ENDINGS + "    procedure chew in meal\n        return\n    when meal ends\n        end meal\n")


@pytest.mark.parametrize("asks", [False, True], ids=["at once", "with a choice"])
def test_return_out_of_a_stage_closes_it(tiny: Tiny, asks: bool) -> None:
    stop = "ann chooses stay, quit" if asks else "later += 0"
    rules = f"""
    procedure play
        do outing
        later += 1
        ann chooses stay, quit
    procedure outing
        open day with hour is 4
            walked += 2
            open meal with course is 1
                eaten += 3
                {stop}
                if hour = 4
                    return
                later += 10
            later += 100
        later += 1000
    when day ends
        ended_days += walked
    when meal ends
        ended_meals += eaten
"""
    position = staged(tiny, rules)
    if asks:
        play(position, "stay")
    assert position.read("later") == 1
    assert (position.read("ended_meals"), position.read("ended_days")) == (3, 2)
    assert (position.read("walked"), position.read("eaten"), position.read("hour")) == (0, 0, 0)


def test_return_behind_a_stage_that_was_left_is_plain_again(tiny: Tiny) -> None:
    rules = """
    procedure play
        do outing
        do outing
        ann chooses stay, quit
    procedure outing
        open day
            ann chooses stay, quit
            if later = 0
                later += 1
                return
            later += 10
        later += 100
"""
    assert play(staged(tiny, rules), "stay", "stay").read("later") == 111


def test_end_game_runs_nothing_more(tiny: Tiny) -> None:
    rules = """
    procedure chew in meal
        ann chooses stay, quit
        end game won by bob
"""
    position = play(staged(tiny, ENDINGS + rules), "stay")
    assert str(position.result) == "won by bob"
    assert (position.read("ended_meals"), position.read("ended_days"), position.read("later")) == (0, 0, 0)
