"""What running procedures remember of secrets: hidden with what it was made from, and supposed anew in samples."""

from __future__ import annotations

import random

import pytest

from crex_dsl.engine.game import Game
from crex_dsl.engine.run.memory import live_frames
from crex_dsl.engine.run.position import Position
from tests.engine.tiny import STOP, Tiny, play

TEXT = """
kind coin
    value : 1..9
    changing keeper : player or nobody, seen by all
    identity seen by coin.keeper
table coin
    | id | value |
    | c1 | 5     |
    | c2 | 7     |
clause hoarding "Hoarding"
    state hoard(player): 0..9, seen by player, by all when hoards_open
    set liked(player) of coin, seen by player
    state hoards_open: yes or no
    state score: 0..9
    define wealth(p: player): number is hoard(p) * 2
    action save(n: from 0 to 9) in game
        text "save {n}"
        do
            hoard(actor) becomes n
    permit save(n)
    action like(coin) in game
        text "like {coin}"
        do
            add coin to liked(actor)
    permit like(coin)
    action open in game
        text "open"
        do
            hoards_open becomes yes
    permit open
    procedure ask(n: number)
        bob chooses stay, quit, open
    procedure play
        c1.keeper becomes ann
        c2.keeper becomes ann
        together each p in players chooses save, like
{steps}
        bob chooses stay, quit
"""
ASK = "bob chooses stay, quit, open"
HIDDEN = {
    "a name": (f"let x be hoard(ann)\n{ASK}", "x"),
    "through a definition": (f"let x be wealth(ann) + 1\n{ASK}", "x"),
    "through another name": (f"let y be hoard(ann)\nlet x be y > 3\n{ASK}", "x"),
    "an argument": ("do ask(hoard(ann) + 1)", "n"),
    "an argument through a name": ("let x be hoard(ann)\ndo ask(x)", "n"),
    "how often": (f"repeat (hoard(ann) + 1) times\n    {ASK}", "left"),
    "up to what": (f"for each k from 1 to hoard(ann) + 1\n    {ASK}", "last"),
}


def game_of(tiny: Tiny, steps: str) -> Game:
    lines = "".join(f"        {line}\n" for line in steps.split("\n"))
    return tiny(TEXT.replace("{steps}\n", lines) + STOP)


def kept(position: Position, player: str, name: str) -> int | None:
    """What a player sees of what running procedures remember under a name."""
    tables, state = position.game.tables, position.state
    (slot,) = [
        base + place
        for frame, base, _ in live_frames(tables, state)
        for place, (called, _) in enumerate(frame.slots)
        if called.split()[-1] == name
    ]
    return position.view(player).state[slot]


@pytest.mark.parametrize(("steps", "name"), HIDDEN.values(), ids=HIDDEN)
def test_a_name_is_as_secret_as_what_it_was_made_from(tiny: Tiny, steps: str, name: str) -> None:
    game = game_of(tiny, steps)
    one, two = (play(game.start(), f"save({n})", "save(0)") for n in (4, 7))
    for position in (one, two):
        assert kept(position, "bob", name) is None
        assert kept(position, "ann", name) is not None
    assert kept(one, "ann", name) != kept(two, "ann", name) or "> 3" in steps
    assert one.view("bob") == two.view("bob")
    assert one.view("bob").data() == two.view("bob").data()
    assert one.view("ann") != two.view("ann")


@pytest.mark.parametrize(("steps", "name"), HIDDEN.values(), ids=HIDDEN)
def test_it_is_supposed_anew_from_what_is_supposed(tiny: Tiny, steps: str, name: str) -> None:
    position = play(game_of(tiny, steps).start(), "save(4)", "save(0)")
    view, drawn = position.view("bob"), set()
    for seed in range(12):
        sample = view.sample(random.Random(seed))
        assert sample.view("bob") == view
        drawn.add(sample.read("hoard", "ann"))
        if name in ("x", "n") and "> 3" not in steps:
            made = {"wealth": lambda n: 2 * n + 1, "+ 1)": lambda n: n + 1}
            expected = next((how for word, how in made.items() if word in steps), lambda n: n)
            assert kept(sample, "ann", name) == expected(sample.read("hoard", "ann"))
    assert len(drawn) > 3


def test_a_name_is_seen_by_all_once_its_secret_is(tiny: Tiny) -> None:
    position = play(game_of(tiny, f"let x be hoard(ann)\n{ASK}\n{ASK}").start(), "save(4)", "save(0)")
    assert kept(position, "bob", "x") is None
    assert kept(play(position, "open"), "bob", "x") == 4


def test_whom_a_loop_goes_through_is_as_secret_as_the_set(tiny: Tiny) -> None:
    game = game_of(tiny, f"for each c in liked(ann)\n    {ASK}")
    position = play(game.start(), "like(c2)", "save(0)")
    assert kept(position, "bob", "c") is None
    assert kept(position, "bob", "rest") is None
    assert kept(position, "ann", "c") == 1
    assert position.view("bob").sample(random.Random(3)).view("bob") == position.view("bob")


def test_a_loop_may_have_used_up_what_it_goes_through(tiny: Tiny) -> None:
    game = game_of(tiny, f"for each c: coin where c in liked(ann)\n    remove c from liked(ann)\n    {ASK}")
    view = play(game.start(), "like(c2)", "save(0)").view("bob")
    for seed in range(12):  # where nothing is supposed to be liked, nobody can say how far the loop has come
        assert view.sample(random.Random(seed)).view("bob") == view


def test_a_text_hides_such_a_name(tiny: Tiny) -> None:
    steps = 'let x be hoard(ann)\nbob may choose open or "leave the {x}"'
    view = play(game_of(tiny, steps).start(), "save(4)", "save(0)").view("bob")
    assert [action.text for action in view.legal] == ["leave the ?", "open"]
    assert play(game_of(tiny, steps).start(), "save(4)", "save(0)").asked().legal[-1].text == "leave the 4"


def test_what_rests_on_no_secret_is_left_alone(tiny: Tiny) -> None:
    game = game_of(tiny, f"let x be score + 1\n{ASK}")
    assert game.secret_state.remembered == {}
    assert kept(play(game.start(), "save(4)", "save(0)"), "bob", "x") == 1
