"""Why an action is legal or not, in five parts: not asked, out of range, not permitted, forbidden, lifted."""

from __future__ import annotations

import pytest

from crex_dsl.engine.errors import IllegalAction, UnknownName
from crex_dsl.engine.game import Game
from crex_dsl.engine.run.position import Position
from tests.conformance.cases import Case
from tests.engine.tiny import STOP, Tiny, play

TEXT = """
kind cart
    owner : player
    load  : 0..9
    wheel : sound | broken
table cart
    | id   | owner | load | wheel  |
    | ox   | ann   | 2    | sound  |
    | mule | ann   | 7    | broken |
    | goat | bob   | 1    | sound  |
kind road
    steep : yes or no
table road
    | id   | steep |
    | dale | no    |
    | pass | yes   |
clause driving "Driving"
    state mud: 0..9
    state guide: player or nobody
    set tired of cart
    action drive(cart, road) by cart.owner in game
        text "drive {cart} along {road}"
        do
            add cart to tired
    permit drive(cart, road) when fit(cart) and open_road(road)
clause night-driving "Driving by night"
    permit drive(cart, road) when guide is actor
clause fitness "Who is fit"
    define fit(cart): yes or no is cart not in tired and rolls(cart)
clause wheels "Wheels"
    define rolls(cart): yes or no is
        no               when cart.wheel is broken
        cart.load < cap  otherwise
    value cap: number is 5
clause roads "Roads"
    define open_road(road): yes or no is not road.steep or mud < 3
clause deep-mud "Deep mud"
    forbid drive(cart, road) when mud > 5 and cart.load > 1
clause toll "Toll"
    forbid drive(cart, road) when road is pass
clause friends "Friends of the guard"
    except toll for drive(cart, road) when guide is not nobody
clause paying "Paying"
    state purse(player): 0..9, starts at 3
    action pay(n: from 1 to purse(actor)) in game
        text "pay {n}"
        do
            purse(actor) -= n
    permit pay(n) when n is not 2
clause weather "Weather"
    action soak(n: from 0 to 9) in game
        text "mud {n}"
        do
            mud becomes n
    permit soak(n)
    action hire(player) in game
        text "hire {player}"
        do
            guide becomes player
    permit hire(player)
    action sleep in game
        text "sleep"
        do
            return
clause playing "Playing"
    procedure play
        while mud < 9
            ann chooses drive, soak, hire, quit
        ann chooses pay, quit
"""


@pytest.fixture
def start(tiny: Tiny) -> Position:
    return tiny(TEXT + STOP).start()


def drive(position: Position, cart: str = "ox", road: str = "dale") -> str:
    return str(position.why_not("drive", cart=cart, road=road))


# ---- legal ----
def test_a_legal_action_is_permitted_by_its_clauses(start: Position) -> None:
    answer = start.why("drive", cart="ox", road="dale")
    assert answer
    assert (answer.legal, answer.asked, answer.actor, answer.action) == (True, True, "ann", "drive(ox, dale)")
    assert answer.clauses == ("driving",)
    assert str(answer) == "drive(ox, dale) is permitted by driving"
    hired = play(start, "hire(ann)").why("drive", cart="ox", road="dale")
    assert hired.clauses == ("driving", "night-driving")
    assert str(hired) == "drive(ox, dale) is permitted by driving and night-driving"


# ---- first: not asked ----
def test_what_is_not_asked_says_what_is_and_of_whom(start: Position) -> None:
    answer = start.why_not("pay", n=1)
    assert (bool(answer), answer.legal, answer.permitted, answer.asked) == (False, False, True, False)
    assert answer.clauses == ("playing",)  # which asks for something else
    assert str(answer) == "the clauses permit it, but playing now asks ann for drive, soak, hire or quit"
    with pytest.raises(IllegalAction) as refusal:
        start.take("pay(1)")
    assert (refusal.value.clauses, str(refusal.value)) == (("playing",), f"pay(1) is not legal: {answer}")


def test_what_is_not_up_to_somebody_says_to_whom(start: Position) -> None:
    answer = start.view("bob").why_not("drive", cart="goat", road="dale")
    assert (answer.legal, answer.permitted, answer.actor, answer.clauses) == (False, True, "bob", ("playing",))
    assert str(answer) == (
        "the clauses permit it, but it is not up to bob now: playing asks ann for drive, soak, hire or quit"
    )
    declined = start.view("bob").why_not("done")
    assert (declined.legal, declined.permitted) == (False, False)
    assert str(declined).startswith("it is not up to bob now: playing asks ann for ")


def test_legal_is_what_is_offered(start: Position) -> None:
    """One meaning everywhere: what may be taken now."""
    game, offered = start.game, set(start.codes)
    for name, base, end, *_ in game.actions:
        for code in range(base, end):
            answer = start.why(code)
            assert bool(answer) is answer.legal is (code in offered), f"{name}: {answer}"
            assert answer.legal is (answer.permitted and answer.asked)
            assert answer.legal or answer.clauses


def test_an_action_that_nobody_permits_says_so(start: Position) -> None:
    answer = start.why_not("sleep")
    assert not answer.legal
    assert str(answer) == "playing now asks ann for drive, soak, hire or quit; no clause permits it"


def test_over_is_over(start: Position) -> None:
    answer = play(start, "quit").why_not("pay", n=1)
    assert str(answer) == "the game is over"
    assert not answer.legal


def test_what_is_asked_about_others_only_says_so(tiny: Tiny) -> None:
    text = TEXT.replace("ann chooses drive, soak, hire, quit", "ann chooses drive(any, pass), soak, quit")
    answer = tiny(text + STOP).start().why_not("drive", cart="ox", road="dale")
    assert (answer.legal, answer.permitted, answer.asked) == (False, True, False)
    assert str(answer) == "the clauses permit it, but it is not among the answers that playing now leaves to ann"


# ---- second: out of range ----
def test_a_number_out_of_range_cites_the_action(start: Position) -> None:
    position = play(start, "soak(9)")
    answer = position.why_not("pay", n=4)
    assert answer.out_of_range == "a number from 1 to 3 is possible here, and 4 is not"
    assert answer.clauses == ("paying",)
    assert "a number from 1 to 3 is possible here, and 4 is not" in str(answer)
    assert position.why_not("pay", n=3).legal


# ---- third: not permitted ----
def test_a_failed_permission_shows_the_first_condition_that_fails(start: Position) -> None:
    answer = play(start, "soak(9)").why_not("pay", n=2)
    assert answer.clauses == ("paying",)
    assert str(answer) == "paying does not permit it: not n is not 2 (n is 2)"


def test_a_failed_permission_is_followed_into_the_definition_that_makes_it_fail(start: Position) -> None:
    answer = start.why_not("drive", cart="mule", road="dale")
    first = answer.permits[0]
    assert [reason.clause for reason in first.reasons] == ["fitness", "wheels", "wheels"]
    assert set(answer.clauses) == {"driving", "fitness", "wheels", "night-driving"}
    assert "by fitness" in str(answer)
    assert "by wheels" in str(answer)


def test_the_case_that_answers_is_the_one_that_is_followed(tiny: Tiny) -> None:
    text = TEXT.replace("| mule | ann   | 7    | broken |", "| mule | ann   | 7    | sound  |")
    answer = tiny(text + STOP).start().why_not("drive", cart="mule", road="dale")
    assert answer.permits[0].reasons[-1].condition == "cart.load < cap"
    assert dict(answer.permits[0].reasons[-1].values) == {"cart.load": "7", "cap": "5"}
    assert "cart.load < cap (cart.load is 7, cap is 5), by wheels" in str(answer)


def test_the_first_failing_conjunct_is_told_and_no_other(start: Position) -> None:
    position = play(start, "soak(4)", "drive(ox, dale)")
    reasons = position.why_not("drive", cart="ox", road="pass").permits[0].reasons
    assert [reason.condition for reason in reasons] == ["fit(cart)", "cart not in tired"]
    assert not any("open_road" in reason.condition for reason in reasons)


def test_an_alternative_that_fails_shows_all_its_parts(start: Position) -> None:
    position = play(start, "soak(4)")
    reasons = position.why_not("drive", cart="ox", road="pass").permits[0].reasons
    assert [reason.clause for reason in reasons] == ["roads", "roads", "roads"]
    assert {reason.condition for reason in reasons} >= {"open_road(road)", "mud < 3"}
    assert dict(reasons[-1].values) == {"mud": "4"}


def test_every_permission_that_fails_is_told(start: Position) -> None:
    answer = start.why_not("drive", cart="mule", road="dale")
    assert [permit.clause for permit in answer.permits] == ["driving", "night-driving"]
    assert [permit.holds for permit in answer.permits] == [False, False]
    assert "night-driving does not permit it: not guide is actor (guide is nobody, actor is ann)" in str(answer)


def test_what_belongs_to_another_says_to_whom(start: Position) -> None:
    answer = start.why_not("drive", cart="goat", road="dale")
    assert not answer.legal
    assert "it belongs to bob, and ann decides" in str(answer)


# ---- fourth: forbidden ----
def test_a_prohibition_tells_its_values(start: Position) -> None:
    position = play(start, "soak(6)")
    answer = position.why_not("drive", cart="ox", road="dale")
    assert answer.clauses == ("deep-mud",)
    assert str(answer) == "deep-mud forbids it: mud > 5 (mud is 6); cart.load > 1 (cart.load is 2)"
    (held,) = (forbid for forbid in answer.forbids if forbid.holds)
    assert held.clause == "deep-mud"
    assert position.why_not("drive", cart="ox", road="dale").permits[0].holds


def test_every_prohibition_that_stands_is_told(start: Position) -> None:
    answer = play(start, "soak(6)").why_not("drive", cart="ox", road="pass")
    assert answer.clauses[:2] == ("deep-mud", "toll")
    assert "deep-mud forbids it" in str(answer)
    assert "toll forbids it: road is pass" in str(answer)


# ---- fifth: forbidden but lifted ----
def test_a_lifted_prohibition_is_told_for_information(start: Position) -> None:
    refused = start.why_not("drive", cart="ox", road="pass")
    assert refused.clauses == ("toll",)
    allowed = play(start, "hire(bob)").why("drive", cart="ox", road="pass")
    assert allowed
    (lifted,) = (forbid for forbid in allowed.forbids if forbid.holds)
    assert (lifted.clause, lifted.lifted_by) == ("toll", ("friends",))
    assert "toll" not in str(allowed)


# ---- declining, citing, refusing ----
def test_declining(start: Position, tiny: Tiny) -> None:
    answer = start.why_not("done")
    assert not answer
    assert str(answer) == "playing leaves no choice to decline"
    text = TEXT.replace("        ann chooses pay, quit\n", '        ann may choose pay or "no"\n')
    allowed = play(tiny(text + STOP).start(), "soak(9)").why("done")
    assert allowed
    assert allowed.clauses == ("playing",)


def test_clauses_are_cited_as_the_edition_prints_them(tiny: Tiny) -> None:
    book = 'edition book "Book" of tiny\ncite toll, friends at "4.2", "play aid" titled "Tolls"\ncite driving at "3"\n'
    position = tiny(TEXT + STOP, {"book": book}, "book").start()
    assert drive(position, "ox", "pass") == "toll (4.2, play aid) forbids it: road is pass"
    assert str(position.why("drive", cart="ox", road="dale")) == "drive(ox, dale) is permitted by driving (3)"


def test_a_refused_action_carries_its_clauses(start: Position) -> None:
    with pytest.raises(IllegalAction) as refusal:
        start.take("drive(ox, pass)")
    assert refusal.value.clauses == ("toll",)
    assert str(refusal.value) == "drive(ox, pass) is not legal: toll forbids it: road is pass"


def test_questions_by_id_text_code_and_name(start: Position) -> None:
    game: Game = start.game
    code = game.spelled_code("drive(ox, pass)")
    answers = {str(start.why_not(question)) for question in (code, "drive(ox, pass)")}
    assert answers == {str(start.why_not("drive", cart="ox", road="pass"))}
    assert start.why(start.asked().legal[0])
    assert start.why("drive ox along dale")
    with pytest.raises(UnknownName, match="needs `cart`"):
        start.why_not("drive", road="dale")
    with pytest.raises(UnknownName, match="there is no action `fly`"):
        start.why_not("fly", cart="ox")


def test_those_who_spoil_an_every_are_named(tiny: Tiny) -> None:
    text = TEXT.replace("permit soak(n)", "permit soak(n) when every c: cart where c.load < 2")
    (permit,) = tiny(text + STOP).start().why_not("soak", n=1).permits
    assert [reason.values for reason in permit.reasons] == [(("c", "ox, mule"),)]


# ---- in a real battle ----
def test_a_block_that_may_not_fire_yet_is_refused_by_the_order_of_combat() -> None:
    """The reason lives in a definition of another clause than the one that permits."""
    game = Case("ford", "plain-1.0", ()).load()
    from crex_dsl.engine.scenarios.worked_examples import Runner

    runner = Runner(game)
    scenario = runner.book.scenarios["clash"]
    things = [game.namer.kinds[kind][1][name] for kind, name in (("place", "market"), ("road", "bridge-market"))]
    block = game.namer.kinds["block"][1]
    position = runner.scenario(scenario, [*things, (block["yew-bows"], block["oak-spears"]), (block["ox-levy"],)])
    answer = position.why_not("fire", block="oak-spears")
    assert "combat-order" in answer.clauses
    assert "block.letter is letter_now (block.letter is B, letter_now is A), by combat-order (4.3)" in str(answer)
