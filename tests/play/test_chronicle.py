"""How a game went: taken again from a save, looked at from any point, told as each side could follow it."""

import random

import pytest

from crex_dsl.engine.errors import SaveError
from crex_dsl.play.chronicle import Chronicle
from tests.play.conftest import the


def played(name: str, count: int, seed: int = 3) -> Chronicle:
    chronicle, rng = Chronicle(the(name).start(seed)), random.Random(seed)
    while not chronicle.now.over and len(chronicle.steps) < count:
        chronicle.take(rng.choice(chronicle.now.codes))
    return chronicle


@pytest.mark.parametrize("name", ["ford", "quince", "dash"])
def test_its_lines_are_the_log(name: str) -> None:
    chronicle = played(name, 1000)
    now = chronicle.now
    assert now.over
    for player, log in ((None, now.log), *((player, now.view(player).log) for player in now.game.players)):
        assert [line for line in chronicle.lines(player) if line.clause] == log  # the others tell what went unsaid


def test_it_is_found_again_in_a_save() -> None:
    chronicle = played("ford", 30)
    saved = chronicle.now.game.from_json(chronicle.now.to_json())
    again = Chronicle.of(saved)
    assert again.now == chronicle.now
    assert again.now.to_json() == chronicle.now.to_json()
    assert [(step.who, step.code) for step in again.steps] == [(step.who, step.code) for step in chronicle.steps]


def test_a_game_that_began_elsewhere_is_found_again() -> None:
    middle = played("dash", 5).now.from_here()
    chronicle = Chronicle(middle)
    for _ in range(3):
        chronicle.take(chronicle.now.codes[0])
    saved = chronicle.now.game.from_json(chronicle.now.to_json())
    assert Chronicle.of(saved).lines(None) == chronicle.lines(None)


def test_told_chance_is_told_again() -> None:
    position = the("dash").start(2)
    position.chance = "told"
    position.take(position.codes[0])
    assert position.event is not None
    while position.event is not None:
        position.tell([6, 6] if position.event.count == 2 else [6])
    position.chance = "own"
    chronicle = Chronicle.of(position)
    assert chronicle.now == position
    assert chronicle.lines(None) == position.log
    assert chronicle.steps[0].outcomes


def test_going_back_and_on_again() -> None:
    chronicle = played("ford", 20)
    text, codes = chronicle.now.to_json(), [step.code for step in chronicle.steps]
    assert chronicle.at(5) == chronicle.steps[5].before
    assert chronicle.at(20) == chronicle.now
    chronicle.back_to(5)
    assert len(chronicle.steps) == 5
    assert chronicle.now.past == codes[:5]
    for code in codes[5:]:
        chronicle.take(code)
    assert chronicle.now.to_json() == text


def test_a_refused_decision_leaves_it_as_it_was() -> None:
    chronicle = played("ford", 3)
    before = chronicle.now.to_json()
    with pytest.raises(Exception, match="is not legal"):
        chronicle.take(max(chronicle.now.codes) + 1)
    assert (len(chronicle.steps), chronicle.now.to_json()) == (3, before)


def test_a_save_that_does_not_add_up_is_refused() -> None:
    chronicle = played("ford", 10)
    game, text = chronicle.now.game, chronicle.now.to_json()
    shorter = game.from_json(text)
    shorter._past = shorter._past[0] if shorter._past else None
    with pytest.raises(SaveError, match="the save is damaged: its decisions do not lead to where it stands"):
        Chronicle.of(shorter)
    longer = game.from_json(text)
    longer._past = ((None, 1), max(longer.codes) + 1)
    with pytest.raises(SaveError, match="the save is damaged: its decisions cannot be taken again"):
        Chronicle.of(longer)


def test_every_decision_or_what_a_side_was_told_is_a_moment() -> None:
    chronicle = played("ford", 60)
    whole = chronicle.moments(None)
    assert chronicle.count(None) == len(whole) - 1 == 60
    assert [chronicle.now.game.player_id(moment.who or 0) for moment in whole[1:]] == [s.who for s in chronicle.steps]
    for number, step in enumerate(chronicle.steps):
        assert chronicle.after(number, None) == step.before
    moments = chronicle.moments("north")
    assert chronicle.count("north") == len(moments) - 1 != 60
    assert [line for moment in moments for line in moment.lines] == chronicle.lines("north")
    assert chronicle.lines("north", 5, 9) == [line for moment in moments[5:9] for line in moment.lines]
