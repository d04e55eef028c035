"""Worked examples run as scripts: real steps, real refusals, and a sentence where they do not come out."""

from __future__ import annotations

import pytest

from crex_dsl.engine.errors import CrexError
from crex_dsl.engine.scenarios.worked_examples import ExampleResult, Runner, run_examples
from crex_dsl.language.diagnostics import RuleError
from tests.conformance.cases import Case
from tests.engine.record import fixtures
from tests.engine.tiny import STOP, Tiny, ids, play

TEXT = """
kind cart is ox, mule
kind card is c1, c2
stage trip in game with driver: player starts at ann, miles: 0..9
clause carts "Carts"
    state load(cart): 0..9
    set rested of cart
    state order_of(card): 0..2
    action fill(cart) by driver in trip
        text "fill {cart}"
        do
            roll 1 die
            load(cart) += total of dice
    permit fill(cart) when load(cart) < 6
    action rest(cart) by driver in trip unordered
        text "{cart} rests"
        do
            add cart to rested
    permit rest(cart) when cart not in rested
clause overload "Overload"
    forbid fill(cart) when cart is mule and load(mule) > 3
clause trips "Trips"
    procedure play
        do journey
        end game won by ann
    procedure journey
        open trip with driver is bob, miles is 3
            do stop-over
    procedure stop-over in trip
        driver may choose fill or "no"
        driver may keep choosing rest or "no"
    procedure luck in trip
        roll 2 dice
        miles becomes max(dice at least 4, 1)
        draw c from all x: card
        shuffle all x: card by order_of
    procedure finish in trip
        end game won by driver
    procedure cut-short in trip
        bob chooses stay, quit
        end trip
scenario laden(cart, n: 0..9) "A laden cart"
    given
        load(cart) becomes n
    begin journey
scenario ranked(carts: list of cart) "Carts in a row"
    given
        for each c in carts counting i
            load(c) becomes i
    begin journey
"""


def results(tiny: Tiny, script: str) -> list[ExampleResult]:
    body = "\n".join(f"    {line}" for line in script.strip("\n").split("\n"))
    return run_examples(tiny(f'{TEXT}{STOP}\nexample "It" on carts at "1.2"\n{body}\n'))


def message(tiny: Tiny, script: str) -> str:
    (result,) = results(tiny, script)
    assert result.ok == (not result.message)
    return result.message


GOOD = {
    "a value": "then\n    load(ox) = 0",
    "given": "given\n    load(ox) becomes 4\nthen\n    load(ox) = 4",
    "given in turns": """
given
    for each cart counting i
        load(cart) becomes i + 3
then
    load(ox) = 4 and load(mule) = 5
""",
    "a scenario in turns": """
given
    set up ranked([mule, ox])
then
    load(mule) = 1 and load(ox) = 2
""",
    "deeds and dice": """
when
    begin journey
    bob: fill(ox) dice 5
then
    load(ox) = 5
    miles = 3
""",
    "declining": "when\n    begin journey\n    bob: done\nthen\n    next is bob for mule",
    "legal and refused": """
given
    load(mule) becomes 4
when
    begin journey
then
    legal fill(ox) by bob
    refused fill(mule) by bob citing overload
""",
    "a refusal for not permitting": """
given
    load(ox) becomes 6
when
    begin journey
then
    refused fill(ox) by bob citing carts
""",
    "any order of unordered picks": """
when
    begin journey
    bob: done
    bob: rest(mule)
    bob: rest(ox)
then
    ox in rested and mule in rested
""",
    "two parts": """
when
    begin journey
    bob: fill(ox) dice 2
then
    load(ox) = 2
when
    bob: rest(ox)
then
    ox in rested
""",
    "a scenario": """
given
    set up laden(mule, 5)
then
    next is bob
    load(mule) = 5
    refused fill(mule) by bob citing overload
""",
    "a procedure in which nobody decides": """
when
    begin luck dice 4, 3 draws c2 draws c2, c1
then
    miles = 1
    order_of(c2) = 1 and order_of(c1) = 2
""",
    "the end": "given\n    driver becomes bob\nwhen\n    begin finish\nthen\n    game won by bob",
    "other layers are passed over": "then\n    load(ox) = 0 under tiny",
    "one after the other": """
when
    begin cut-short
    bob: stay
    begin journey
    bob: fill(ox) dice 1
then
    load(ox) = 1
    next is bob for mule
""",
}


@pytest.mark.parametrize("script", GOOD)
def test_examples_that_come_out(tiny: Tiny, script: str) -> None:
    (result,) = results(tiny, GOOD[script])
    assert result.message == ""
    assert result.ok
    assert (result.title, result.clauses, result.at) == ("It", ("carts",), ("1.2",))


MOMENTS = [
    # what has been done, the answer, who takes it, and the clause that refuses it (None: it may be taken now)
    ("begin journey", "fill(ox)", "bob", None),
    ("begin journey", "rest(ox)", "bob", "trips"),  # asked for later
    ("begin journey", "fill(ox)", "ann", "trips"),  # not hers to decide
    ("begin journey\n    bob: done", "rest(ox)", "bob", None),
    ("begin journey\n    bob: done", "fill(ox)", "bob", "trips"),  # asked for before
    ("begin finish", "fill(ox)", "bob", "trips"),  # the game is over
]


@pytest.mark.parametrize(("done", "answer", "who", "clause"), MOMENTS)
def test_legal_is_what_may_be_taken_now(tiny: Tiny, done: str, answer: str, who: str, clause: str | None) -> None:
    legal = message(tiny, f"when\n    {done}\nthen\n    legal {answer} by {who}")
    refused = message(tiny, f"when\n    {done}\nthen\n    refused {answer} by {who} citing {clause or 'trips'}")
    assert (legal == "", refused == "") == (clause is None, clause is not None)


BAD = {
    "a value": ("then\n    load(ox) = 1", "this does not hold"),
    "the wrong player": ("when\n    begin journey\n    ann: fill(ox) dice 5", "bob decides here, not ann"),
    "an illegal deed": (
        "given\n    load(mule) becomes 4\nwhen\n    begin journey\n    bob: fill(mule) dice 5",
        "fill(mule) is not legal: overload forbids it",
    ),
    "dice that are not said": (
        "when\n    begin journey\n    bob: fill(ox)",
        "chance decides here, and the example does not say how: 1 die",
    ),
    "dice that are not thrown": (
        "when\n    begin journey\n    bob: fill(ox) dice 5 dice 4",
        "the example tells more chance than there was: 4",
    ),
    "too many dice": (
        "when\n    begin journey\n    bob: fill(ox) dice 5, 5",
        "chance needs 1 die here, and the example says 5 and 5",
    ),
    "a die of seven": (
        "when\n    begin journey\n    bob: fill(ox) dice 7",
        "chance needs 1 die here, and the example says 7",
    ),
    "chance of a procedure in which nobody decides": (
        "when\n    begin luck dice 4, 3",
        "chance decides here, and the example does not say how: a draw",
    ),
    "a draw that cannot be": (
        "when\n    begin luck dice 4, 3 draws ox",
        "chance needs one of 2 here, and the example says ox",
    ),
    "nothing begun": ("when\n    bob: fill(ox)", "nothing has begun yet"),
    "nobody decides": ("when\n    begin finish\n    bob: fill(ox)", "nobody decides here, so bob cannot"),
    "not legal": (
        "given\n    load(ox) becomes 7\nwhen\n    begin journey\nthen\n    legal fill(ox) by bob",
        "fill(ox) is refused",
    ),
    "not asked": (
        "when\n    begin journey\nthen\n    legal rest(ox) by bob",
        "rest(ox) is refused: the clauses permit it, but trips now asks bob for fill",
    ),
    "asked of another": (
        "when\n    begin journey\nthen\n    legal fill(ox) by ann",
        "fill(ox) is refused: it is not up to ann now: trips asks bob for fill; "
        "carts does not permit it: it belongs to bob, and ann decides",
    ),
    "not refused": ("when\n    begin journey\nthen\n    refused fill(ox) by bob citing carts", "fill(ox) is legal"),
    "refused by another clause": (
        "given\n    load(mule) becomes 4\nwhen\n    begin journey\nthen\n    refused fill(mule) by bob citing carts",
        "it is refused by overload, not by carts",
    ),
    "somebody else is next": ("when\n    begin journey\nthen\n    next is ann", "next is bob, not ann"),
    "next is about others": (
        "given\n    load(mule) becomes 9\nwhen\n    begin journey\nthen\n    next is bob for mule",
        "bob decides about [fill(ox), done], not about mule",
    ),
    "not over": ("when\n    begin journey\nthen\n    game won by bob", "the game is not over"),
    "won by another": ("when\n    begin finish\nthen\n    game won by bob", "the game is won by ann"),
    "not drawn": ("when\n    begin finish\nthen\n    game drawn", "the game is won by ann"),
}


@pytest.mark.parametrize("script", BAD)
def test_examples_that_do_not_come_out_say_why(tiny: Tiny, script: str) -> None:
    text, expected = BAD[script]
    assert expected in message(tiny, text)


def test_the_place_of_a_failure_is_the_line_that_failed(tiny: Tiny) -> None:
    (result,) = results(tiny, "then\n    load(ox) = 0\n    load(mule) = 1\n    load(ox) = 2")
    source = (tiny.root / "ruleset" / "tiny" / "tiny.crex").read_text()
    line = source.split("load(mule) = 1")[0].count("\n") + 1
    assert result.place == f"ruleset/tiny/tiny.crex:{line}"


def test_a_fault_of_the_rules_fails_the_example_that_meets_it(tiny: Tiny) -> None:
    found = message(tiny, "given\n    load(ox) becomes 5\nwhen\n    begin journey\n    bob: fill(ox) dice 5")
    assert found.startswith("10 does not fit load, which stays within 0..9 (clause carts")


def test_forcing_is_off_so_that_every_line_is_a_step(tiny: Tiny) -> None:
    script = """given
    load(ox) becomes 9
    load(mule) becomes 3
when
    begin pick
    bob: fill(mule) dice 1
then
    load(mule) = 4"""
    body = "\n".join(f"    {line}" for line in script.split("\n"))
    text = TEXT.replace(
        "    procedure finish in trip",
        "    procedure pick in trip\n        bob chooses fill\n    procedure finish in trip",
    )
    text = text.replace('by driver in trip\n        text "fill', 'in trip\n        text "fill')
    assert [r.message for r in run_examples(tiny(f'{text}{STOP}\nexample "It" on carts\n{body}\n'))] == [""]


def test_a_game_without_examples_has_none(tiny: Tiny) -> None:
    assert run_examples(tiny(TEXT + STOP)) == []


# ---- scenarios ----
def test_a_scenario_is_a_position_to_play_from(tiny: Tiny) -> None:
    game = tiny(TEXT + STOP)
    runner = Runner(game)
    position = runner.scenario(runner.book.scenarios["laden"], [1, 5])
    assert position.read("load", "mule") == 5
    assert ids(position) == ["fill(ox)", "done"]
    assert position.chance == "told"
    play(position, "fill(ox)").tell((6,))
    assert position.read("load", "ox") == 6
    play(position, "done")
    assert position.decision is None
    assert not position.over


def test_unordered_picks_of_a_scenario_come_in_rising_order(tiny: Tiny) -> None:
    """Only a script may name them in any order."""
    runner = Runner(tiny(TEXT + STOP))
    position = play(runner.scenario(runner.book.scenarios["laden"], [1, 5]), "done", "rest(mule)")
    assert position.decision is None


def test_a_scenario_that_begins_with_chance_nobody_tells_says_so(tiny: Tiny) -> None:
    text = TEXT.replace("    begin journey\n", "    begin luck\n")
    runner = Runner(tiny(text + STOP))
    with pytest.raises(CrexError, match="chance decides here"):
        runner.scenario(runner.book.scenarios["laden"], [1, 5])


# ---- the fixtures ----
FIXTURES = [
    *fixtures(),
    Case("dash", "two-player", ("lucky-six",)),
    Case("ford", "plain-1.0", ("guides",)),
    Case("ford", "royal-2.0", ("forced-marches",)),
    Case("quince", "english-1.0", ("sealed-auction",)),
]


@pytest.mark.parametrize("case", FIXTURES, ids=str)
def test_every_example_of_the_fixtures_comes_out(case: Case) -> None:
    found = run_examples(case.load())
    assert found
    assert [(result.title, result.message) for result in found if not result.ok] == []


CHANCE = "the set-up leaves something to chance (dice), and nothing says how"
SET_UPS = [
    ("roll 1 die", CHANCE),
    ("draw c from all x: card", "the set-up leaves something to chance (a draw), and nothing says how"),
    ("load(ox) becomes min(9, load(ox) + 9)\n        load(ox) += 1", "10 does not fit load, which stays within 0..9"),
    ("while load(ox) = 0\n            load(mule) becomes 1", "a loop never ends"),
    ("let c be (the x: cart where x in rested)\n        load(c) becomes 1", "`the …` found nothing that qualifies"),
]


@pytest.mark.parametrize(("given", "message"), SET_UPS)
def test_a_set_up_that_goes_wrong_is_told_in_a_sentence(given: str, message: str, tiny: Tiny) -> None:
    example = f'example "x" on carts\n    given\n        {given}\n    then\n        yes\n'
    (result,) = run_examples(tiny(TEXT + STOP + example))
    assert (result.ok, result.message) == (False, message)


ENDINGS = ["end game drawn", "do over", "bob chooses stay, quit", "do asking"]


@pytest.mark.parametrize("given", ENDINGS)
def test_a_set_up_neither_asks_nor_ends_anything(given: str, tiny: Tiny) -> None:
    more = (
        'clause more "More"\n    procedure over\n        end game drawn\n'
        "    procedure asking\n        bob chooses stay, quit\n"
    )
    example = f'example "x" on carts\n    given\n        {given}\n    then\n        yes\n'
    with pytest.raises(RuleError, match="the set-up of example “x” asks somebody or ends a stage"):
        run_examples(tiny(TEXT + STOP + more + example))
