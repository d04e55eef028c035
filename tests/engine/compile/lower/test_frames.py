"""Room for running procedures: nobody writes into the slots of somebody who is still running."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from crex_dsl.engine.compile.lower.frames import RETURN, Frame, make_frames
from crex_dsl.engine.compile.lower.memory_layout import Layout
from crex_dsl.engine.compile.lower.woven_procedures import WovenProcedures, indexed_states
from crex_dsl.engine.run.memory import live_frames
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.terms.types import Dice, ListOf, Number, SetOf, Type, cardinality
from tests.conformance.cases import Case, cases, families
from tests.engine.compiled import positions
from tests.engine.tiny import STOP, Tiny, ids, play
from tests.soaked import soaked

OURS = [case for case in cases() if case.game in ("ford", "quince")]
PLAIN = [case for case in OURS if not case.options]


def frames_of(tiny: Tiny, text: str) -> dict[str, Frame]:
    book = tiny(text + STOP).rulebook
    layout = Layout(book, indexed_states(book))
    frames, size = make_frames(WovenProcedures(book), layout.frames_base)
    assert size == max(frame.base + frame.size for frame in frames.values())
    return {procedure.name: frame for procedure, frame in frames.items()}


CALLS = """
clause calls "Calls"
    tally n
    procedure play
        do left(3)
        do right(ann, 4)
    procedure left(k: number)
        do bottom(k)
    procedure right(player, k: number)
        let twice be 2 * k
        player chooses stay, quit
        do bottom(twice)
    procedure bottom(k: number)
        for each p in players
            repeat k times
                p chooses stay, quit
        for each p in players counting i
            n += i
        for each p in players where n > k counting i
            p chooses stay, quit
    procedure quiet(k: number)
        n += k
"""


def test_only_procedures_that_may_stop_have_frames(tiny: Tiny) -> None:
    frames = frames_of(tiny, CALLS)
    assert {"play", "left", "right", "bottom"} <= set(frames)
    assert "quiet" not in frames


def test_a_frame_lies_above_all_that_may_call_it(tiny: Tiny) -> None:
    frames = frames_of(tiny, CALLS)
    assert frames["left"].base == frames["play"].base + frames["play"].size
    assert frames["right"].base == frames["left"].base + 1  # a player may not stand where the number of `left` does
    assert frames["bottom"].base == frames["right"].base + frames["right"].size  # `right` needs more than `left`


def test_a_frame_holds_its_return_its_arguments_its_names_and_its_loops(tiny: Tiny) -> None:
    frames = frames_of(tiny, CALLS)
    assert [name for name, _ in frames["right"].names] == [RETURN, "player", "k", "0 twice"]
    names = [
        RETURN,
        "k",
        "0 p",
        "0 its rest",
        "0.0.0 its left",
        "2 p",
        "2 its rest",
        "2 i",
    ]  # nobody is asked in between
    assert [name for name, _ in frames["bottom"].names] == names
    assert len({name for name, _ in frames["bottom"].names}) == frames["bottom"].size


def test_a_procedure_called_twice_starts_afresh(tiny: Tiny) -> None:
    text = """
clause calls "Calls"
    state seen_luck: 0..9
    procedure play
        do throw-it(yes)
        do throw-it(no)
    procedure throw-it(first_time: yes or no)
        if first_time
            let luck be 7
            ann chooses stay, quit
            seen_luck becomes luck
        otherwise
            for each p in players
                p chooses stay, quit
            seen_luck becomes 3
"""
    position = play(tiny(text + STOP).start(), "stay")
    assert (position.read("seen_luck"), position.asked().who) == (7, "ann")
    assert play(position, "stay").asked().who == "bob"


@pytest.mark.parametrize("case", [*PLAIN, *soaked(case for case in OURS if case.options)], ids=str)
def test_running_procedures_never_share_a_slot(case: Case) -> None:
    game = case.load()
    deepest = 0
    for position in positions(case, (1,), 5):
        taken: set[int] = set()
        for _, base, size in live_frames(game.tables, position.state):
            slots = set(range(base, base + size))
            assert not taken & slots
            taken |= slots
        deepest = max(deepest, len(taken))
        assert taken <= set(range(game.tables["frames_base"], len(position.state)))
    assert deepest > 3


SORTS = f"""
kind star is {", ".join(f"s{number}" for number in range(70))}
clause sorts "Sorts"
    set bright of star
    set allied of player
    tally n
    procedure play
        do small(3, ann)
        do wide(4)
        do large(5)
        do tiny
    procedure small(k: 0..9, player)
        ann chooses stay, quit
    procedure wide(k: 0..9)
        for each s in bright
            ann chooses stay, quit
    procedure large(k: number)
        roll 2 dice as shot
        ann chooses stay, quit
        n += k + shot equal to 6
    procedure tiny
        for each p in allied
            p chooses stay, quit
"""


def sort_of(held: object) -> str:
    """What sort of values something in a frame has, by its type."""
    match held:
        case SetOf(of=of):
            return "set" if (cardinality(of) or 0) < 64 else "wide set"
        case Dice(sides=sides):
            return "set" if sides < 8 else "wide set"
        case ListOf():
            return "wide set"
        case Number(low=low, high=high):
            return "small" if low is not None and high is not None and -1000 <= low <= high <= 1000 else "number"
        case Type():
            return "small"
    return "number"


def sorts_by_slot(frames: Iterable[Frame]) -> dict[int, set[str]]:
    """By slot, the sorts of values that it may come to hold."""
    found: dict[int, set[str]] = {}
    for frame in frames:
        for slot, (_, held) in enumerate(frame.names, start=frame.base):
            found.setdefault(slot, set()).add(sort_of(held))
    return found


def test_a_slot_holds_values_of_one_sort_only(tiny: Tiny) -> None:
    frames = frames_of(tiny, SORTS)
    held = sorts_by_slot(frames.values())
    assert all(len(sorts) == 1 for sorts in held.values())
    assert {sort for sorts in held.values() for sort in sorts} == {"small", "number", "set", "wide set"}
    assert frames["small"].base == frames["wide"].base, "the same sorts share their slots"
    assert frames["large"].base != frames["small"].base, "a number without range stands apart from a small one"


@pytest.mark.parametrize("case", families(), ids=str)
def test_a_slot_holds_values_of_one_sort_only_in_every_game(case: Case) -> None:
    book = case.load().rulebook
    frames, _ = make_frames(WovenProcedures(book), 0)
    assert {slot: sorts for slot, sorts in sorts_by_slot(frames.values()).items() if len(sorts) > 1} == {}


def test_dice_thrown_before_a_choice_are_still_there_after_it(tiny: Tiny) -> None:
    text = """
clause luck "Luck"
    state sixes: 0..9
    procedure play
        roll 3 dice as shot
        repeat 2 times
            ann chooses stay, quit
        sixes becomes shot equal to 6
        ann chooses stay, quit
"""
    position = tiny(text + STOP).start(chance="told")
    position.tell((6, 2, 6))
    assert ids(position) == ["stay", "quit"]
    again = position.game.from_json(position.to_json())
    assert play(again, "stay", "stay").read("sixes") == 2
    assert play(position, "stay", "stay").read("sixes") == 2


def test_keys_of_frames_are_steps_and_names(tiny: Tiny) -> None:
    frames = frames_of(tiny, CALLS)
    keys = list(frames["bottom"].slots)
    assert keys[0] == RETURN
    assert isinstance(keys[1], t.Var)
    assert frames["bottom"].at(RETURN) == frames["bottom"].base
