"""How a game went: taken again from a save, looked at from any point, told as each side could follow it."""

import random
from dataclasses import replace

import pytest

from crex_dsl.engine.errors import SaveError
from crex_dsl.engine.explain.game_log import LogLine
from crex_dsl.gameplay.history import GameHistory
from tests.play.conftest import the


def played(name: str, count: int, seed: int = 3) -> GameHistory:
    history, rng = GameHistory(the(name).start(seed)), random.Random(seed)
    while not history.now.over and len(history.steps) < count:
        history.take(rng.choice(history.now.codes))
    return history


@pytest.mark.parametrize("name", ["ford", "quince", "dash"])
def test_its_lines_are_the_log(name: str) -> None:
    history = played(name, 1000)
    now = history.now
    assert now.over
    for player, log in ((None, now.log), *((player, now.view(player).log) for player in now.game.players)):
        told = [_unowned(line) for line in history.lines(player) if line.clause]  # the others tell what went unsaid
        assert told == log


def _unowned(line: LogLine) -> LogLine:
    """A line of the log as the engine writes it, without whose dice these are."""
    return replace(line, text=line.text[line.text.index("dice: ") :]) if line.dice else line


def test_it_is_found_again_in_a_save() -> None:
    history = played("ford", 30)
    saved = history.now.game.from_json(history.now.to_json())
    again = GameHistory.of(saved)
    assert again.now == history.now
    assert again.now.to_json() == history.now.to_json()
    assert [(step.who, step.code) for step in again.steps] == [(step.who, step.code) for step in history.steps]


def test_a_game_that_began_elsewhere_is_found_again() -> None:
    middle = played("dash", 5).now.from_here()
    history = GameHistory(middle)
    for _ in range(3):
        history.take(history.now.codes[0])
    saved = history.now.game.from_json(history.now.to_json())
    assert GameHistory.of(saved).lines(None) == history.lines(None)


def test_told_chance_is_told_again() -> None:
    position = the("dash").start(2)
    position.chance = "told"
    position.take(position.codes[0])
    assert position.event is not None
    while position.event is not None:
        position.tell([6, 6] if position.event.count == 2 else [6])
    position.chance = "own"
    history = GameHistory.of(position)
    assert history.now == position
    assert history.lines(None) == position.log
    assert history.steps[0].outcomes


def test_going_back_and_on_again() -> None:
    history = played("ford", 20)
    text, codes = history.now.to_json(), [step.code for step in history.steps]
    assert history.at(5) == history.steps[5].before
    assert history.at(20) == history.now
    history.back_to(5)
    assert len(history.steps) == 5
    assert history.now.past == codes[:5]
    for code in codes[5:]:
        history.take(code)
    assert history.now.to_json() == text


def test_a_refused_decision_leaves_it_as_it_was() -> None:
    history = played("ford", 3)
    before = history.now.to_json()
    with pytest.raises(Exception, match="is not legal"):
        history.take(max(history.now.codes) + 1)
    assert (len(history.steps), history.now.to_json()) == (3, before)


def test_a_save_that_does_not_add_up_is_refused() -> None:
    history = played("ford", 10)
    game, text = history.now.game, history.now.to_json()
    shorter = game.from_json(text)
    shorter._past = shorter._past[0] if shorter._past else None
    with pytest.raises(SaveError, match="the save is damaged: its decisions do not lead to where it stands"):
        GameHistory.of(shorter)
    longer = game.from_json(text)
    longer._past = ((None, 1), max(longer.codes) + 1)
    with pytest.raises(SaveError, match="the save is damaged: its decisions cannot be taken again"):
        GameHistory.of(longer)


def test_every_decision_or_what_a_side_was_told_is_a_moment() -> None:
    history = played("ford", 60)
    whole = history.moments(None)
    assert history.count(None) == len(whole) - 1 == 60
    assert [history.now.game.player_id(moment.who or 0) for moment in whole[1:]] == [s.who for s in history.steps]
    for number, step in enumerate(history.steps):
        assert history.after(number, None) == step.before
    moments = history.moments("north")
    assert history.count("north") == len(moments) - 1 != 60
    assert [line for moment in moments for line in moment.lines] == history.lines("north")
    assert history.lines("north", 5, 9) == [line for moment in moments[5:9] for line in moment.lines]
