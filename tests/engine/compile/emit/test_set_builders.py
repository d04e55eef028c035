"""Sets worked out as a whole hold exactly those who would pass the test one by one."""

from __future__ import annotations

import random

import pytest

from crex_dsl.engine.compile.compiler import compile_rulebook
from crex_dsl.engine.compile.emit import set_builders
from crex_dsl.engine.run.runtime import places_of
from tests.conformance.cases import Case
from tests.engine.compiled import Pieces, positions
from tests.engine.oracle import Oracle
from tests.engine.tiny import STOP, Tiny, ids, play

RULES = """
kind town is aim, bog, cut, dun, elm, fen, gap, hay, inn, jut
kind band
    owner : player
    home  : town
    changing at    : town, starts at aim
    changing awake : yes or no
table band
    | id | owner | home |
    | a1 | ann   | aim  |
    | a2 | ann   | bog  |
    | a3 | ann   | bog  |
    | b1 | bob   | bog  |
    | b2 | bob   | cut  |
clause words "Words"
    define bands(p: player, t: town): set of band is all b: band where b.owner is p and b.at is t
    define awake(p: player, t: town): set of band is all b in bands(p, t) where b.awake
    define held(p: player, t: town): yes or no is
        no   when t is jut
        some b in awake(p, t)  when some b in bands(p, t) and some b in bands(enemy of p, t)
        yes  when some b in bands(p, t)
        no   when some b in bands(enemy of p, t)
        t is gap or t is hay  otherwise
    action name(t: town) in game
        text "name {t}"
        do
            return
    permit name(t) when held(ann, t)
    procedure play
        for each b: band
            b.at becomes b.home
        ann chooses name, stay, quit
        a3.awake becomes yes
        ann chooses name, stay, quit
        a1.at becomes jut
        ann chooses name, stay, quit
"""


def test_towns_that_are_held(tiny: Tiny, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(set_builders, "WIDE", 8)
    game = tiny(RULES + STOP)
    assert "places_of" in compile_rulebook(game.rulebook).play
    position = game.start(1)
    assert ids(position) == ["name(aim)", "name(gap)", "name(hay)", "stay", "quit"]
    assert ids(play(position, "stay")) == ["name(aim)", "name(bog)", "name(gap)", "name(hay)", "stay", "quit"]
    assert ids(play(position, "stay")) == ["name(bog)", "name(gap)", "name(hay)", "stay", "quit"]


MISSING = """
kind town is aim, bog, cut, dun, elm, fen, gap, hay, inn, jut
kind band
    placed at : town, starts at aim
table band
    | id |
    | a1 |
    | a2 |
    | a3 |
    | a4 |
    | a5 |
    | a6 |
    | a7 |
    | a8 |
clause words "Words"
    state guard(town): 0..9
    define followed(t: town): yes or no is (the u: town where guard(u) = guard(t) + 1) is bog
    action name(b: band) in game
        text "name {b}"
        do
            return
    permit name(b) when followed(b.at)
    procedure play
        guard(aim) becomes 1
        guard(bog) becomes 2
        ann chooses name, stay, quit
"""


def test_places_where_nobody_stands_are_not_asked_for_what_may_be_missing(
    tiny: Tiny, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(set_builders, "WIDE", 8)
    game = tiny(MISSING + STOP)
    assert ids(game.start(1)) == [*(f"name(a{number})" for number in range(1, 9)), "stay", "quit"]


def test_small_sets_are_tested_one_by_one(tiny: Tiny, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(set_builders, "WIDE", 99)
    game = tiny(RULES + STOP)
    assert "places_of" not in compile_rulebook(game.rulebook).play


def test_where_members_stand() -> None:
    where = [3, 0, 3, 1]
    state = [0, *where, *(sum(1 << i for i, at in enumerate(where) if at == place) for place in range(4))]
    for members in range(16):
        expected = {where[i] for i in range(4) if members >> i & 1}
        assert places_of(state, members, 1, 5) == sum(1 << place for place in expected)


@pytest.mark.parametrize("case", [Case("ford", "plain-1.0", ()), Case("quince", "english-1.0", ())], ids=str)
def test_legal_instances_where_everything_is_gathered(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(set_builders, "WIDE", 1)
    pieces = Pieces(case.load())
    actions = list(pieces.book.world.actions.values())
    for action in actions:
        pieces.add_generator(action.name, action, (False,) * len(action.params))
    pieces.run()
    met = 0
    for position in random.Random(2).sample(positions(case, (1, 2), 3), 6):
        oracle = Oracle(pieces.compiled, position.state)
        seat = case.load().seat(position.asked().who)
        for action in actions:
            if action.name in position.asked().actions and action.name in pieces:
                out: list[int] = []
                pieces[action.name](list(position.state), out, seat)
                coding = pieces.compiled.codings[action]
                legal = oracle.instances(action, seat)
                met += len(legal)
                assert sorted(out) == sorted(
                    coding.base
                    + sum((a - low) * s for a, s, low in zip(args, coding.strides, coding.lows, strict=True))
                    for args in legal
                )
    assert met
