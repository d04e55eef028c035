"""Clauses resolved into one rulebook: the order of cases, adjustments, bodies and triggers, and who may do what."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.rulebook import Rulebook
from crex_dsl.rulebook.terms.evaluate import evaluate
from crex_dsl.rulebook.terms.types import Number
from tests.rulebook.small import Small, answer

BASE = """
stage turn in game with mover: player

kind town
    size : big | small
table town
    | id   | size  |
    | acre | big   |
    | tyre | small |
    | homs | small |

clause figures "Figures"
    value toll(town): number is
        5  when town is acre
        1  otherwise
    value fee: number is 1

clause doing "Doing"
    tally years
    state mood: calm | wild, starts at calm
    action march(town) by mover in turn
        text "march"
        do
            years += 1
    permit march(town)
    action wait in turn
        text "wait"
        do
            return
    permit wait
    procedure settle(town) in turn
        return
    moment bell in turn
"""
FAMILY = """
layer old of small

in figures
    toll(town) is 7 when town is tyre

edition old-1.0 "Old" of old

in figures
    toll(t) is
        8  when t is homs
        9  when t is acre

option dear "Dear"

in figures
    toll(town) is 20 when town is acre
"""


def tolls(book: Rulebook) -> list[str]:
    return [answer(book, "toll", town) for town in ("acre", "tyre", "homs")]


def cases(book: Rulebook, name: str) -> list[tuple[str, str]]:
    return [(case.layer, case.clause) for case in book.world.definitions[name].cases]


# ---- cases ----
def test_later_layers_are_asked_first_and_what_they_leave_unsaid_stays(small: Small) -> None:
    assert tolls(small.book(BASE)) == ["5", "1", "1"]
    assert tolls(small.book(BASE, FAMILY)) == ["9", "7", "8"]
    assert tolls(small.book(BASE, FAMILY, options=["dear"])) == ["20", "7", "8"]


def test_cases_know_their_layer_and_clause(small: Small) -> None:
    book = small.book(BASE, FAMILY, options=["dear"])
    assert cases(book, "toll") == [
        ("dear", "figures"),
        ("old-1.0", "figures"),
        ("old-1.0", "figures"),
        ("old", "figures"),
        ("small", "figures"),
        ("small", "figures"),
    ]


def test_a_case_that_always_holds_ends_the_list(small: Small) -> None:
    book = small.book(
        BASE,
        (
            'edition new "New" of small\nin figures\n    toll(town) is\n'
            "        3  when town is homs\n        2  otherwise\n"
        ),
    )
    assert cases(book, "toll") == [("new", "figures")] * 2
    assert tolls(book) == ["2", "2", "3"]


def test_another_clause_of_the_layer_is_asked_before_the_one_that_declares_it(small: Small) -> None:
    other = 'clause ports "Ports"\n    toll(town) is 4 when town is acre\n'
    assert tolls(small.book(BASE + other)) == ["4", "1", "1"]
    first = BASE.replace('clause figures "Figures"', other + 'clause figures "Figures"')
    assert tolls(small.book(first)) == ["4", "1", "1"]


def test_another_clause_of_a_later_layer_is_asked_before_its_own_cases(small: Small) -> None:
    variants = (
        'edition new "New" of small\nin figures\n    fee is 5\nclause ports "Ports"\n    fee is 7 when toll(acre) = 5\n'
    )
    book = small.book(BASE, variants)
    assert cases(book, "fee") == [("new", "ports"), ("new", "figures")]
    assert answer(book, "fee") == "7"


SIBLINGS = {
    "ports": "toll(town) is 4 when town.size is big",
    "walls": "toll(town) is 6 when town is acre",
}


def siblings(*order: str, **follows: str) -> str:
    return "".join(
        f'clause {name} "{name}"\n'
        + (f"    follows {follows[name]}\n" if name in follows else "")
        + f"    {SIBLINGS[name]}\n"
        for name in order
    )


@pytest.mark.parametrize("order", list(permutations(SIBLINGS)))
def test_the_clause_that_follows_is_asked_first(small: Small, order: tuple[str, ...]) -> None:
    assert tolls(small.book(BASE + siblings(*order, walls="ports")))[0] == "6"
    assert tolls(small.book(BASE + siblings(*order, ports="walls")))[0] == "4"


def test_clauses_that_answer_alike_say_which_goes_first(small: Small) -> None:
    told = small.refusal(BASE + siblings("ports", "walls"))
    assert "clauses `ports` and `walls` both answer `toll`, and neither says which goes first" in told
    assert "say `follows ports` in clause walls" in told
    assert "clause ports answers here" in told


def test_following_somebody_else_is_no_order(small: Small) -> None:
    assert "neither says which goes first" in small.refusal(BASE + siblings("ports", "walls", walls="doing"))


def test_following_through_another_clause_is_an_order(small: Small) -> None:
    middle = 'clause middle "Middle"\n    follows ports\n    says "Between."\n'
    assert tolls(small.book(BASE + siblings("walls", "ports", walls="middle") + middle))[0] == "6"


def test_every_case_is_looked_at(small: Small) -> None:
    first = 'clause one "One"\n    toll(town) is\n        2  when town is acre\n        3  when town is tyre\n'
    second = 'clause two "Two"\n    toll(town) is 4 when town is acre\n'
    third = 'clause three "Three"\n    toll(town) is 4 when town is homs\n'
    assert "both answer `toll`" in small.refusal(BASE + first + second)
    assert tolls(small.book(BASE + first + third)) == ["2", "3", "4"]


def test_a_case_behind_one_that_always_holds_is_a_mistake_within_a_layer(small: Small) -> None:
    told = small.refusal(BASE + "in figures\n    fee is 2\n")
    assert "this case can never be reached [in clause figures]" in told
    assert "this one always holds" in told
    assert answer(small.book(BASE, 'edition new "New" of small\nin figures\n    fee is 2\n'), "fee") == "2"


TOTAL = [
    (
        "open value v(town): number",
        "v(town) is\n    1  when town is acre\n    2  when town is tyre\n    3  when homs is town",
    ),
    ("open value v(s: town.size): number", "v(s) is\n    1  when s = big\n    2  when s is small"),
    ("open value v(n: 1..3): number", "v(n) is\n    1  when n = 1\n    2  when n = 2\n    3  when n = 3"),
    ("open value v(b: yes or no): number", "v(b) is\n    1  when b = yes\n    2  when b = no"),
    ("open value v(player): number", "v(player) is\n    1  when player is red\n    2  when player is blue"),
    (
        "open value v(g: town.size or nothing): number",
        "v(g) is\n    1  when g is big\n    2  when g is small\n    3  when g is nothing",
    ),
    ("open value v(town): number", "v(town) is\n    1  when town is acre\n    2"),
]
PARTIAL = [
    ("open value v(town): number", "v(town) is\n    1  when town is acre\n    2  when town is tyre"),
    ("open value v(s: town.size): number", "v(s) is 1 when s is big"),
    ("open value v(n: 1..3): number", "v(n) is\n    1  when n = 1\n    2  when n = 3"),
    ("open value v(g: town.size or nothing): number", "v(g) is\n    1  when g is big\n    2  when g is small"),
    (
        "open value v(t: town or nothing): number",
        "v(t) is\n    1  when t is acre\n    2  when t is tyre\n    3  when t is homs",
    ),
    (
        "open value v(town): number",
        "v(town) is\n    1  when town is acre and years > 1\n    2  when town is tyre\n    3  when town is homs",
    ),
    (
        "open value v(a1: town, b1: town): number",
        "v(x, y) is\n    1  when x is acre\n    2  when y is tyre\n    3  when x is homs",
    ),
]


def said(value: str, cases_: str) -> tuple[str, str]:
    lines = "".join(f"    {line}\n" for line in cases_.splitlines())
    return f'{BASE}clause open "Open"\n    {value}\n', f'edition new "New" of small\nin open\n{lines}'


SAID = st.lists(
    st.lists(st.sampled_from(["acre", "tyre", "homs", ""]), max_size=3, unique=True), min_size=4, max_size=4
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=25, deadline=None)
@given(SAID)
def test_the_latest_layer_that_speaks_of_a_case_answers_it(small: Small, said_: list[list[str]]) -> None:
    """Every layer says figures of its own for some towns, and perhaps for all others."""
    expected = {"acre": "5", "tyre": "1", "homs": "1"}
    variants, headers = "", ["layer old of small", "layer older of old", 'edition first "First" of older']
    for place, (header, towns) in enumerate(zip(headers, said_[1:], strict=True), start=1):
        towns = sorted(towns, reverse=True)  # what always holds comes last
        lines = [
            f"        {place}{n} " + (f"when town is {town}" if town else "otherwise") for n, town in enumerate(towns)
        ]
        body = "in figures\n    toll(town) is\n" + "\n".join(lines) + "\n" if lines else ""
        variants += f"{header}\n{body}"
        for n, town in reversed(list(enumerate(towns))):
            expected.update(dict.fromkeys([town] if town else expected, f"{place}{n}"))
    assert tolls(small.book(BASE, variants)) == list(expected.values())


@pytest.mark.parametrize(("value", "cases_"), TOTAL, ids=[c for _, c in TOTAL])
def test_a_value_is_said_for_every_case(small: Small, value: str, cases_: str) -> None:
    assert small.book(*said(value, cases_)).world.definitions["v"].open


@pytest.mark.parametrize(("value", "cases_"), PARTIAL, ids=[c for _, c in PARTIAL])
def test_a_value_that_leaves_a_case_unsaid_is_told(small: Small, value: str, cases_: str) -> None:
    assert "the value `v` leaves cases unsaid" in small.refusal(*said(value, cases_))


def test_an_open_value_is_said_in_every_edition(small: Small) -> None:
    base = BASE + 'clause open "Open"\n    open value v: number\n'
    variants = 'edition one "One" of small\nin open\n    v is 3\nedition two "Two" of small\n'
    assert answer(small.book(base, variants, "one"), "v") == "3"
    assert "the open value `v` is never said in this edition" in small.refusal(base, variants, "two")


def test_parameters_may_be_renamed_where_a_value_is_said(small: Small) -> None:
    book = small.book(BASE, 'edition new "New" of small\nin figures\n    toll(where_to) is 4 when where_to is homs\n')
    assert tolls(book) == ["5", "1", "4"]


# ---- adjustments ----
def test_adjustments_follow_the_case_those_of_earlier_layers_first(small: Small) -> None:
    base = BASE + 'clause more "More"\n    adjust fee to it + 2\n'
    variants = (
        "layer old of small\namend figures\n    adjust fee to 10 * it\n"
        'edition old-1.0 "Old" of old\nin figures\n    fee is 4\n'
    )
    book = small.book(
        base,
        variants + 'option extra "Extra"\namend figures\n    adjust fee to it - 1 when it > 50\n',
        options=["extra"],
    )
    assert [(a.layer, a.clause) for a in book.world.definitions["fee"].adjusts] == [
        ("small", "more"),
        ("old", "figures"),
        ("extra", "figures"),
    ]
    assert answer(book, "fee") == "59"  # (4 + 2) * 10 - 1


@pytest.mark.parametrize("order", list(permutations(["plus", "times"])))
@pytest.mark.parametrize(("last", "figure"), [("plus", "5"), ("times", "6")])
def test_within_a_layer_the_clause_that_follows_adjusts_last(
    small: Small, order: tuple[str, ...], last: str, figure: str
) -> None:
    first = "times" if last == "plus" else "plus"
    bodies = {"plus": "adjust fee to it + 1", "times": "adjust fee to 2 * it"}
    text = "".join(
        f'clause {name} "{name}"\n' + (f"    follows {first}\n" if name == last else "") + f"    {bodies[name]}\n"
        for name in order
    )
    assert answer(small.book(BASE.replace("fee: number is 1", "fee: number is 2") + text), "fee") == figure


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("it + 1", "2 * it"),
        ("it - 1", "max(it, 3)"),
        ("it + 1", "it + it"),
        ("it + 1", "5"),
        ("it + 1", "it + 1 when it > 2"),
        ("it + 1", "years + it"),
    ],
)
def test_clauses_that_adjust_otherwise_say_which_goes_first(small: Small, one: str, two: str) -> None:
    told = small.refusal(
        f'{BASE}clause one "One"\n    adjust fee to {one}\nclause two "Two"\n    adjust fee to {two}\n'
    )
    assert "clauses `one` and `two` both adjust `fee`, and neither says which goes first" in told


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=15, deadline=None)
@given(st.lists(st.integers(1, 9), min_size=1, max_size=4), st.randoms(use_true_random=False))
def test_sums_may_come_in_any_order(small: Small, figures: list[int], random) -> None:  # type: ignore[no-untyped-def]
    clauses = [f'clause c{n} "C"\n    adjust fee to it + {figure}\n' for n, figure in enumerate(figures)]
    random.shuffle(clauses)
    assert answer(small.book(BASE + "".join(clauses)), "fee") == str(1 + sum(figures))


# ---- bodies ----
def test_the_body_of_the_latest_layer_counts(small: Small) -> None:
    variants = (
        "layer old of small\nin doing\n    procedure settle(t) is\n        years += 1\n"
        'edition old-1.0 "Old" of old\n'
        'edition old-2.0 "Old" of old\nin doing\n    procedure settle(t) is\n        years += 1\n        years += 1\n'
    )
    lengths = [len(small.book(BASE, variants, name).world.procedures["settle"].body) for name in ("old-1", "old-2")]
    assert lengths == [1, 2]
    assert small.book(BASE, variants, "old-2").world.procedures["settle"].layer == "old-2.0"


def test_one_layer_gives_one_body(small: Small) -> None:
    told = small.refusal(BASE + "in doing\n    procedure settle(t) is\n        years += 1\n")
    assert "`settle` has a body already" in told


BODIES = 'clause {0} "{0}"{1}\n{2}    procedure settle(t) is\n        years += {3}\n'


def settled(book: Rulebook) -> str:
    (step,) = book.world.procedures["settle"].body
    return "return" if isinstance(step, t.Leave) else f"+{evaluate(step.value, {})}"  # type: ignore[attr-defined]


@pytest.mark.parametrize("first", [True, False])
def test_another_clause_gives_a_body_in_place_of_the_one_that_declares_it(small: Small, first: bool) -> None:
    other = BODIES.format("other", "", "", 5)
    base = BASE.replace('clause doing "Doing"', other + 'clause doing "Doing"') if first else BASE + other
    assert settled(small.book(base)) == "+5"


def test_a_clause_that_wakes_may_bring_a_case_and_a_body(small: Small) -> None:
    base = BASE + BODIES.format("winter", " off", "    fee is 6\n", 5)
    asleep, awake = small.book(base), small.book(base, 'edition new "New" of small\nenable winter\n')
    assert (answer(asleep, "fee"), settled(asleep)) == ("1", "return")
    assert (answer(awake, "fee"), settled(awake)) == ("6", "+5")


def test_clauses_that_give_one_procedure_a_body_say_which_goes_first(small: Small) -> None:
    one, two = BODIES.format("one", "", "", 1), BODIES.format("two", "", "", 2)
    told = small.refusal(BASE + one + two)
    assert "clauses `one` and `two` both give `settle` a body, and neither says which goes first" in told
    assert settled(small.book(BASE + one + BODIES.format("two", "", "    follows one\n", 2))) == "+2"
    assert settled(small.book(BASE + BODIES.format("one", "", "    follows two\n", 1) + two)) == "+1"


def test_an_open_procedure_is_said_in_every_edition(small: Small) -> None:
    base = BASE + 'clause open "Open"\n    open procedure begin-all\n'
    variants = (
        'edition one "One" of small\nin open\n    procedure begin-all is\n        return\nedition two "Two" of small\n'
    )
    assert len(small.book(base, variants, "one").world.procedures["begin-all"].body) == 1
    assert "the open procedure `begin-all` is never said in this edition" in small.refusal(base, variants, "two")


# ---- triggers ----
def order_of(book: Rulebook, event: str, sort: str) -> list[str]:
    triggers = (book.world.actions.get(event) or book.world.procedures[event]).triggers
    return [trigger.clause for trigger in getattr(triggers, sort)]


TRIGGERED = """
clause first "First"
    after bell
        years += 1
    before bell
        years += 1
    instead of bell when years > 1
        years += 1

clause second "Second"
{follows}    before bell
        years += 2
    after bell when years > 3
        years += 2
    instead of bell
        years += 2
"""
LATER = """
edition new "New" of small

clause zero "Zero"
    after bell
        years += 3
    instead of bell when years > 7
        years += 3

amend first
    after bell
        years += 4
"""


def test_triggers_run_layer_by_layer_and_clause_by_clause(small: Small) -> None:
    book = small.book(BASE + TRIGGERED.format(follows=""), LATER)
    assert order_of(book, "bell", "before") == ["first", "second"]
    assert order_of(book, "bell", "after") == ["first", "second", "first", "zero"]
    assert order_of(book, "bell", "instead") == ["zero", "second", "first"]


def test_follows_changes_the_order_of_triggers(small: Small) -> None:
    text = TRIGGERED.replace('clause first "First"\n', 'clause first "First"\n    follows second\n').format(follows="")
    book = small.book(BASE + text)
    assert order_of(book, "bell", "before") == ["second", "first"]
    assert order_of(book, "bell", "after") == ["second", "first"]
    assert order_of(book, "bell", "instead") == ["first", "second"]


def test_a_clause_may_follow_one_that_the_edition_does_without(small: Small) -> None:
    text = BASE + TRIGGERED.format(follows="    follows first\n")
    assert order_of(small.book(text, 'edition new "New" of small\ndrop first\n'), "bell", "after") == ["second"]


def test_triggers_of_one_clause_stay_as_written(small: Small) -> None:
    text = 'clause own "Own"\n' + "".join(f"    after march(town)\n        years += {n}\n" for n in (1, 2, 3))
    triggers = small.book(BASE + text).world.actions["march"].triggers.after
    assert [evaluate(trigger.body[0].value, {}) for trigger in triggers] == [1, 2, 3]  # type: ignore[attr-defined]


def test_the_edges_of_a_stage_have_triggers_too(small: Small) -> None:
    text = (
        'clause own "Own"\n    when turn begins\n        years += 1\n'
        "    when turn ends if years > 1\n        years += 1\n"
    )
    stage = small.book(BASE + text).world.stages["turn"]
    assert [(trigger.clause, trigger.when is None) for trigger in stage.begins] == [("own", True)]
    assert [(trigger.clause, trigger.when is None) for trigger in stage.ends] == [("own", False)]


# ---- permissions, prohibitions, exceptions ----
RULES = """
clause peace "Peace"
    forbid march(town), wait when years > 1

clause truce "Truce"
    except peace for march(where_to) when where_to is acre
    permit march(x) when x.size is big
"""


def test_an_action_knows_who_permits_forbids_and_excepts(small: Small) -> None:
    actions = small.book(BASE + RULES.replace("march(town), wait", "march(town)")).world.actions
    march = actions["march"]
    assert [(p.clause, p.when is None) for p in march.permits] == [("doing", True), ("truce", False)]
    assert [(p.clause, p.when is None) for p in march.forbids] == [("peace", False)]
    assert [(p.clause, p.lifts) for p in march.excepts] == [("truce", "peace")]
    assert actions["wait"].forbids == []
    assert (march.stage, march.clause, march.by is not None, actions["wait"].by) == ("turn", "doing", True, None)


def test_one_prohibition_may_serve_several_actions(small: Small) -> None:
    actions = small.book(BASE + RULES).world.actions
    assert [p.clause for p in actions["wait"].forbids] == ["peace"]
    assert actions["wait"].forbids[0].when is not actions["march"].forbids[0].when


def test_an_exception_needs_a_prohibition(small: Small) -> None:
    told = small.refusal(BASE + RULES.replace("forbid march(town), wait", "forbid wait"))
    assert "clause `peace` does not forbid `march`, so there is nothing to except" in told


def test_conditions_are_over_the_parameters_whatever_they_are_called(small: Small) -> None:
    march = small.book(BASE + RULES).world.actions["march"]
    (town,) = march.params
    when = march.permits[1].when
    assert when is not None
    assert [evaluate(when, {town: index}) for index in range(3)] == [1, 0, 0]


def test_a_number_is_chosen_between_bounds_that_use_what_came_before(small: Small) -> None:
    text = (
        'clause own "Own"\n    state purse(player): 0..9\n'
        "    action pay(town, n: from 1 to min(purse(actor), toll(town)), m: from n to 9) in turn\n"
        '        text "pay"\n        do\n            return\n    permit pay(town, n, m)\n'
    )
    pay = small.book(BASE + text).world.actions["pay"]
    town, n, m = pay.params
    assert (n.type, m.type) == (Number(1, 5), Number(1, 9))
    assert list(pay.spans) == [n, m]
    assert isinstance(pay.spans[m][0], t.Local)
    assert town not in pay.spans


# ---- off, drop, absent ----
def test_a_clause_that_is_off_has_no_effect(small: Small) -> None:
    sleeping = BASE + RULES.replace('"Peace"', '"Peace" off').replace(
        "    except peace for march(where_to) when where_to is acre\n", ""
    )
    assert small.book(sleeping).world.actions["march"].forbids == []
    awake = small.book(sleeping, 'edition new "New" of small\nenable peace\n')
    assert [p.clause for p in awake.world.actions["march"].forbids] == ["peace"]


@pytest.mark.parametrize("word", ["drop", "absent"])
def test_what_is_gone_has_no_effect(small: Small, word: str) -> None:
    book = small.book(BASE + RULES, f'edition new "New" of small\n{word} truce, peace\n')
    assert (book.world.actions["march"].forbids, len(book.world.actions["march"].permits)) == ([], 1)
    assert "peace" not in book.clauses


def test_a_name_of_a_clause_that_is_off_is_told_with_its_place(small: Small) -> None:
    base = (
        BASE
        + 'clause fog "Fog" off\n    define hidden: number is 1\nclause own "Own"\n    define more: number is hidden\n'
    )
    told = small.refusal(base)
    assert "`hidden` is not there in this edition" in told
    assert "declared by clause fog, which is off here" in told


# ---- memory and secrecy ----
MEMORY = """
kind card
    owner : player
    changing face : up | down, starts at down, seen by card.owner, by all when card in shown, guessed from 1 to 2
    identity seen by card.owner
table card
    | id  | owner |
    | sun | red   |

clause memory "Memory"
    state guess(player): 0..9, starts at 4 per turn, seen by player
    set shown of card
    set heard(player) of town per turn, seen by player, by enemy of player when years > 1
"""


def test_memory_knows_its_sort_type_stage_and_start(small: Small) -> None:
    world = small.book(BASE + MEMORY.replace(", guessed from 1 to 2", "")).world
    told = {state.name: (state.sort, str(state.type), state.stage) for state in world.memory}
    assert told == {
        "face": ("attribute", "one of up | down", "game"),
        "mover": ("field", "a player", "turn"),
        "years": ("tally", "a number", "game"),
        "mood": ("state", "one of calm | wild", "game"),
        "guess": ("state", "a number 0..9", "turn"),
        "shown": ("set", "a set of card", "game"),
        "heard": ("set", "a set of town", "turn"),
    }
    starts = world.states["guess"].starts
    assert starts is not None
    assert evaluate(starts, {}) == 4


def test_secrecy_is_who_sees_it_and_when(small: Small) -> None:
    world = small.book(BASE + MEMORY).world
    face = world.kinds["card"].changing["face"].seen
    assert face is not None
    assert [(seer.who is None, seer.when is None) for seer in face.seers] == [(False, True), (True, False)]
    assert face.guess is not None
    heard = world.states["heard"].seen
    assert heard is not None
    assert [str(seer.who.type) for seer in heard.seers if seer.who] == ["a player", "a player"]
    assert world.states["shown"].seen is None
    assert list(world.identities) == [world.kinds["card"]]


def test_what_begins_the_game_is_a_procedure_of_the_game(small: Small) -> None:
    assert small.book(BASE).begins.name == "play"
    assert small.book(BASE).title == "Small"
