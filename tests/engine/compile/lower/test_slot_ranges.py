"""What slots can hold: by type, by what is declared, and in frames that share slots; and that games keep to it."""

from __future__ import annotations

import random

import pytest

from crex_dsl.engine.compile.lower.frames import RETURN, Frame, make_frames
from crex_dsl.engine.compile.lower.memory_layout import Layout
from crex_dsl.engine.compile.lower.slot_ranges import NUMBERS, Ends, slot_ends, type_ends
from crex_dsl.engine.compile.lower.woven_procedures import WovenProcedures, indexed_states
from crex_dsl.engine.game import game_of
from crex_dsl.engine.run.slots import CHANCE, ENDING, HEAD, POINT, POINTS, WINNERS
from crex_dsl.rulebook.selection.catalogue import index_of
from crex_dsl.rulebook.terms.types import BOOL, NUMBER, Dice, Enum, Kind, ListOf, Number, Optional, SetOf, Thing, Type
from tests.conformance.cases import Case, library
from tests.engine.record import fixtures
from tests.engine.tiny import STOP, Tiny

HUT = Thing(Kind("hut", None, ids=["h1", "h2", "h3"], mask=0b111))
STAR = Thing(Kind("star", None, ids=[f"s{number}" for number in range(70)], mask=(1 << 70) - 1))
STEPS = -1, 2 * POINTS
CODES = 500

WORLD = """
kind hut is h1, h2, h3, h4, h5, h6
stage day in game with hour: 2..5
clause memory "Memory"
    state coins(player, hut): 1..9
    state mood: calm | wild, starts at wild
    state owner(hut): player or nobody
    set lit of hut
    tally sips
    define order_of_huts: list of hut is order h: hut by coins(ann, h)
    define owned(p: player): set of hut is all h: hut where owner(h) is p
    procedure play
        do left(3, 4)
        do right(h2)
        do low(9)
        do list
    procedure left(k: 0..3, n: number)
        ann chooses stay, quit
    procedure right(h: hut)
        ann chooses stay, quit
    procedure low(k: 8..9)
        ann chooses stay, quit
    procedure list
        for each h in order_of_huts
            ann chooses stay, quit
        for each h in lit
            ann chooses stay, quit
        roll 3 dice as shot
        repeat 2 times
            ann chooses stay, quit
        sips += shot equal to 6
"""


@pytest.mark.parametrize(
    ("of", "ends"),
    [
        (Number(-3, 9), (-3, 9)),
        (NUMBER, NUMBERS),
        (BOOL, (0, 2)),
        (Enum("mood", ("calm", "wild")), (0, 2)),
        (HUT, (0, 3)),
        (Optional(HUT), (0, 4)),
        (SetOf(HUT), (0, 0b111)),
        (SetOf(STAR), (0, (1 << 70) - 1)),
        (SetOf(Enum("mood", ("calm", "wild"))), (0, 0b11)),
        (Dice(), (0, (1 << 48) - 1)),
        (Dice(20), (0, (1 << 160) - 1)),
        (ListOf(HUT), None),
    ],
    ids=str,
)
def test_ends_by_type(of: Type, ends: Ends | None) -> None:
    assert type_ends(of) == ends


class Slots:
    """What the slots of the world above can hold, by name."""

    def __init__(self, tiny: Tiny) -> None:
        book = tiny(WORLD + STOP).rulebook
        self.layout = Layout(book, indexed_states(book))
        frames, self.size = make_frames(WovenProcedures(book), self.layout.frames_base)
        self.frames: dict[str, Frame] = {procedure.name: frame for procedure, frame in frames.items()}
        self.ends = slot_ends(self.layout, frames, self.size, CODES)

    def memory(self, name: str) -> set[Ends | None]:
        """What the slots of a piece of memory hold."""
        (cell,) = (cell for state, cell in self.layout.cells.items() if state.name == name)
        return set(self.ends[cell.base : cell.base + cell.size])

    def frame(self, procedure: str) -> list[Ends | None]:
        """What the slots of a frame hold, in their order."""
        frame = self.frames[procedure]
        return self.ends[frame.base : frame.base + frame.size]


@pytest.fixture
def slots(tiny: Tiny) -> Slots:
    return Slots(tiny)


def test_every_slot_has_ends(slots: Slots) -> None:
    assert len(slots.ends) == slots.size
    assert (slots.ends[POINT], slots.ends[ENDING], slots.ends[WINNERS]) == (STEPS, (0, 2), (0, 0b11))
    assert slots.ends[HEAD] == STEPS, "the door of a stage"


def test_memory_holds_what_it_declares(slots: Slots) -> None:
    assert slots.memory("coins") == {(1, 9)}
    assert slots.memory("mood") == {(0, 2)}
    assert slots.memory("hour") == {(2, 5)}
    assert slots.memory("owner") == {(0, 3)}  # two players, and nobody
    assert slots.memory("lit") == {(0, (1 << 6) - 1)}
    assert slots.memory("sips") == {NUMBERS}


def test_members_by_value_are_sets_of_them(slots: Slots) -> None:
    cells = [cell for cell in slots.layout.cells.values() if cell.index is not None]
    assert cells
    for cell in cells:
        assert cell.index is not None
        found = slots.ends[cell.index : cell.index_end + 1]
        assert found == [(0, (1 << cell.size) - 1)] * len(cell.index_start)


def test_frames_that_share_a_slot_are_taken_together(slots: Slots) -> None:
    left, right, low = slots.frames["left"], slots.frames["right"], slots.frames["low"]
    assert left.base == right.base == low.base
    assert slots.ends[left.at(RETURN)] == STEPS
    # a number from 0 to 3 or from 8 to 9 with one beside each for loops, a hut, and what a frame begins with
    assert slots.ends[left.base + 1] == (-1, 10)


def test_a_number_without_range_leaves_room_beside_it(slots: Slots) -> None:
    assert slots.frame("left")[2] == (NUMBERS[0] - 1, NUMBERS[1] + 1)


def test_lists_sets_dice_and_counts_in_frames(slots: Slots) -> None:
    found = dict(zip([name for name, _ in slots.frames["list"].names], slots.frame("list"), strict=True))
    assert found["0 its rest"] is None, "of a list nothing is declared"
    assert found["1 its rest"] == (0, (1 << 6) - 1)
    assert found["2 shot"] == (0, (1 << 48) - 1)
    assert found["3 its left"] is None, "how often something is still to be done is worked out"
    assert found["1 h"] == (0, 6)


@pytest.mark.parametrize("case", fixtures(), ids=str)
def test_games_keep_to_it(case: Case) -> None:
    files = library().files(case.game)
    game = game_of(files, index_of(files).select(case.edition, case.options), watched=True)
    ends = game.native_parts()["slots"]
    for seed in range(3):
        state, rng = game.program.start(seed), random.Random(seed)
        codes = game.program.run(state)
        while codes:
            for slot, (value, between) in enumerate(zip(state, ends, strict=False)):
                if between is not None and slot != CHANCE:
                    assert between[0] <= value <= between[1], f"slot {slot} at decision point {state[POINT]}"
            codes = game.program.run(state, rng.choice(codes))
