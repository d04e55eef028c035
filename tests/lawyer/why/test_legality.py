"""Why an action is legal or not: here, where a position goes on, where only its memory can be laid out, and nowhere."""

import random
from pathlib import Path

import pytest

from crex_dsl.engine.game import Game
from crex_dsl.engine.run.position import Position
from crex_dsl.engine.secrecy.mask import Mask
from crex_dsl.engine.secrecy.secret_state import hidden_pieces
from crex_dsl.lawyer.why.legality import asked_elsewhere, asked_here, in_order, judged_under, others_of
from tests.conformance.cases import Case
from tests.conformance.test_conformance import swapped
from tests.engine.secrecy.test_view import pairs
from tests.engine.tiny import STOP, Tiny

PLAIN, ROYAL = Case("ford", "plain-1.0", ()), Case("ford", "royal-2.0", ())


@pytest.fixture(scope="module")
def opening() -> Position:
    return PLAIN.load().start(7)


def marching(game: Game) -> Position:
    """A block on its way."""
    position = game.start(7)
    position.take("group-move(mill)")
    return position


def code(position: Position, action: str) -> int:
    return position.game.spelled_code(action)


# ---- here ----
def test_a_legal_action_comes_with_what_permits_it(opening: Position) -> None:
    question, here = asked_here(opening, code(opening, "group-move(mill)"), None, None)
    assert (question.action, question.text, question.actor) == ("group-move(mill)", "move the group at mill", "north")
    assert (here.rulebook, here.basis, here.legal, here.asked) == ("plain-1.0", "here", True, True)
    (ground,) = here.grounds
    assert (ground.sort, ground.clause, ground.numbers) == ("permits", "group-moves", ["3.1"])
    assert ground.cited == "3.1 Moves [group-moves]"
    assert ground.facts[0] == "the moves (2) are more than 0"
    assert here.against == []


def test_an_illegal_action_comes_with_everything_against_it(opening: Position) -> None:
    _, here = asked_here(opening, code(opening, "group-move(bridge)"), None, None)
    assert not here.legal
    assert [(ground.sort, ground.clause) for ground in here.against] == [("does not permit", "group-moves")]
    assert here.against[0].facts
    assert here.against[0].wording.startswith("One move lets")


def test_what_is_not_asked_says_so(opening: Position) -> None:
    _, here = asked_here(opening, code(opening, "march(elm-guard, northgate-abbey)"), None, None)
    assert (here.legal, here.asked) == (False, False)
    assert here.notes == ["movement-basics (3.1) now asks north for group-move or muster"]


def test_what_belongs_to_a_stage_that_is_not_open_says_no_more(opening: Position) -> None:
    _, here = asked_here(opening, code(opening, "fire(ash-riders)"), None, None)
    assert here.notes[0].startswith("it belongs to the stage “")
    assert here.grounds == []


def test_another_player_is_asked_for(opening: Position) -> None:
    question, here = asked_here(opening, code(opening, "group-move(mill)"), "south", "south")
    assert (question.actor, question.viewer, here.legal) == ("south", "south", False)


def test_when_the_game_is_over_nothing_is_legal() -> None:
    rng, position = random.Random(2), PLAIN.load().start(2)
    while not position.over:
        position.take(rng.choice(position.codes))
    question, here = asked_here(position, code(position, "group-move(mill)"), None, None)
    assert (here.legal, here.notes, here.grounds, question.text) == (False, ["the game is over"], [], "")


def test_declining(opening: Position) -> None:
    _, here = asked_here(opening, 0, None, None)
    assert here.legal
    _, other = asked_here(opening, 0, "south", "south")
    assert (other.legal, other.notes) == (
        False,
        ["it is not up to south now: movement-basics (3.1) asks north for group-move or muster"],
    )


# ---- elsewhere ----
def test_where_the_position_goes_on_the_answer_is_exact() -> None:
    position = marching(PLAIN.load())
    question, here = asked_here(position, position.codes[0], None, None)
    there = judged_under(position, question, here.asked, Case("ford", "plain-1.0", ("dry-summer",)).load())
    assert (there.rulebook, there.basis, there.legal, there.missing) == (
        "plain-1.0 + dry-summer",
        "carried",
        True,
        [],
    )


def test_where_it_cannot_go_on_its_memory_speaks() -> None:
    rng, position, seen = random.Random(3), PLAIN.load().start(3), set()
    for _ in range(120):
        if position.over:
            break
        question, here = asked_here(position, rng.choice(position.codes), None, None)
        there = judged_under(position, question, here.asked, ROYAL.load())
        seen.add(there.basis)
        assert (there.basis in ("laid out", "unknown")) is bool(
            there.missing or there.notes
        ) or there.basis == "carried"
        position.take(rng.choice(position.codes))
    assert "laid out" in seen


def test_what_does_not_exist_there_cannot_be_told() -> None:
    scouting = Case("ford", "plain-1.0", ("scouts",)).load().start(7)
    question, here = asked_here(scouting, scouting.codes[0], None, None)
    there = judged_under(scouting, question, here.asked, PLAIN.load())
    assert (there.basis, there.legal) == ("unknown", False)
    assert there.notes == ["there is no such thing: there is no action `scout`"]


def test_what_nobody_asks_for_here_is_not_called_legal_there() -> None:
    position = marching(PLAIN.load())
    question, here = asked_here(position, code(position, "muster(mill)"), None, None)
    assert not here.asked
    assert not judged_under(position, question, here.asked, ROYAL.load()).legal


def test_all_others_are_asked_that_can_make_a_difference() -> None:
    position = marching(PLAIN.load())
    march = next(action for action in position.asked().legal if action.name == "march")
    question, here = asked_here(position, march.code, None, None)
    near, far = others_of(position, question, quick=False)
    assert [other.change for other in near] == ["royal-2.0", "guides", "spring-floods", "dry-summer"]
    assert [other.change for other in far] == ["scouts"]
    assert [other.change for other in others_of(position, question, quick=True)[0]] == ["royal-2.0"]
    answers = in_order(reversed(list(asked_elsewhere(position, question, here.asked, near))), near)
    assert [answer.change for answer in answers] == [other.change for other in near]


def test_an_option_that_changes_the_answer_is_found() -> None:
    """In a flood nobody marches by a minor road."""
    position = PLAIN.load().start(7)
    found = set()
    for group in [action.id for action in position.asked().legal if action.name == "group-move"]:
        there = position.copy()
        there.take(group)
        for action in [each for each in there.asked().legal if each.name == "march"]:
            question, here = asked_here(there, action.code, None, None)
            near, _ = others_of(there, question, quick=False)
            for answer in asked_elsewhere(there, question, here.asked, near):
                if answer.legal is not here.legal and answer.basis == "carried":
                    found.add((answer.change, answer.against[0].clause))
    assert ("spring-floods", "road-limits") in found


def test_a_rulebook_with_mistakes_cannot_be_asked(tmp_path: Path) -> None:
    text = 'clause play "Play"\n    procedure play\n        ann chooses stay, quit\n'
    odd = 'option odd "Odd"\n\namend play\n    forbid stay when nonsense\n'
    position = Tiny(tmp_path)(text + STOP, {"odd": odd}).start()
    question, here = asked_here(position, code(position, "stay"), None, None)
    near, _ = others_of(position, question, quick=False)
    (answer,) = asked_elsewhere(position, question, here.asked, near)
    assert (answer.change, answer.basis) == ("odd", "unknown")
    assert answer.notes == ["its rules have mistakes, which `crex check` tells"]


# ---- secrets ----
@pytest.mark.parametrize("case", [PLAIN, ROYAL, Case("quince", "polish-1.0", ())], ids=str)
def test_judgements_give_nothing_away(case: Case) -> None:
    rng, count = random.Random(5), 0
    for player, one, two in pairs(case):
        for row in one.game.actions:
            for action in rng.sample(range(row.base, row.end), min(3, row.end - row.base)):
                mine, yours = (asked_here(p, action, player, player) for p in (one, two))
                assert mine == yours
        count += 1
    assert count > 10


def test_swapping_is_no_idle_test() -> None:
    """The same judgement without a viewer does tell two swapped pieces apart, now and then."""
    case, told = PLAIN, 0
    for player, one, _ in pairs(case):
        game, seat = one.game, one.game.seat(player)
        for kind, pieces in hidden_pieces(game, Mask(game, one.state, seat)).items():
            first, *others = sorted(pieces)
            for other in others[:2]:
                two = swapped(one, kind, first, other)
                for action in one.codes[:3]:
                    told += asked_here(one, action, None, None) != asked_here(two, action, None, None)
    assert told
