"""A game in little room tells the same as one that keeps every position."""

from __future__ import annotations

from random import Random

import pytest

from crex_dsl.engine.game import ONLOOKER, load
from crex_dsl.gameplay.history import GameHistory
from crex_dsl.gameplay.progress.game_record import GameRecord
from crex_dsl.text.messages import speaking


@pytest.mark.parametrize(("name", "edition"), [("crusader-rex", "english"), ("na-grunwald", "three")])
def test_a_record_tells_what_a_history_tells(name: str, edition: str) -> None:
    game, rng = load(name, edition), Random(2)
    history, record = GameHistory(game.start(5)), GameRecord(game.start(5))
    while not history.now.over and len(history.steps) < 150:
        code = rng.choice(history.now.codes)
        history.take(code)
        record.take(code)
        if len(record) == 70:
            for player in game.players[:2]:
                record.moments(player)  # told in between, both go on from there together
    for viewer in (*game.players, ONLOOKER):
        told = record.moments(viewer)
        with speaking(game.namer.language):  # which a record speaks, whoever reads it
            assert [moment.lines for moment in told] == [moment.lines for moment in history.moments(viewer)]
        assert record.count(viewer) == history.count(viewer)
        for moment in (0, 1, len(told) // 2, len(told) - 2, len(told) - 1):
            assert record.after(moment, viewer) == history.after(moment, viewer)
    for number in (0, 1, 63, 64, 65, 149, 150):
        if number <= len(record):
            assert record.at(number) == history.at(number)


def test_what_is_taken_back_is_forgotten() -> None:
    game, rng = load("na-grunwald", "two"), Random(1)
    record = GameRecord(game.start(1))
    for _ in range(30):
        record.take(rng.choice(record.now.codes))
    before = [moment.lines for moment in record.moments("red")]
    for _ in range(5):
        record.take(rng.choice(record.now.codes))
    record.moments("red")
    record.back_to(30)
    assert len(record) == 30 and [moment.lines for moment in record.moments("red")] == before
    assert record.now == record.history().now


def test_a_record_from_a_snapshot_is_the_same() -> None:
    game, rng = load("na-grunwald", "two"), Random(3)
    record = GameRecord(game.start(1))
    for _ in range(40):
        record.take(rng.choice(record.now.codes))
    state = record.at(25).state
    again = GameRecord.from_snapshot(game.start(1), list(record.decided), 25, state)
    assert again.now == record.now and again.at(10) == record.at(10)
    assert [moment.lines for moment in again.moments("green")] == [moment.lines for moment in record.moments("green")]
