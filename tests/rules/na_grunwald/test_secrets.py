"""Who sees which cards of Na Grunwald!: the own ones and those face up, and with open hands those of the others too."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from crex_dsl.engine.run.position import Position
from crex_dsl.engine.secrecy.mask import Mask
from crex_dsl.engine.secrecy.secret_state import hidden_pieces
from crex_dsl.engine.secrecy.view import View
from tests.conformance.cases import Case
from tests.rules.na_grunwald.table import SEATS, Reader

FACE_UP = {"board", "laid", "box"}
HELD = {"hand", "camp"}
OPEN = "open-hands"
BOOKS = [Case("na-grunwald", edition, options) for edition in SEATS for options in ((), (OPEN,))]


def positions(case: Case, seed: int) -> Iterator[Position]:
    """Every position of a random game in which somebody is asked."""
    position, rng = case.load().start(seed), random.Random(seed)
    while not position.over:
        yield position
        position.take(rng.choice(position.codes))


def secrets(reader: Reader, state: list[int], seat: int, open_hands: bool) -> set[int]:
    """The cards that a player may not know: those in stacks, and those that others hold."""
    table = reader.table(state)
    seen = FACE_UP | HELD if open_hands else FACE_UP
    return {
        number
        for number, (spot, held) in enumerate(zip(table.at, table.held, strict=True))
        if spot not in seen and held != seat
    }


@pytest.mark.parametrize("case", BOOKS, ids=str)
def test_a_view_hides_what_others_hold(case: Case) -> None:
    reader = Reader(case.load())
    for position in (position for seed in range(2) for position in positions(case, seed)):
        for seat in range(SEATS[case.edition]):
            hidden = hidden_pieces(position.game, Mask(position.game, position.state, seat))
            assert hidden["card"] == secrets(reader, position.state, seat, OPEN in case.options)


def test_sealed_bids_are_secret_until_all_are_written() -> None:
    case, asked = Case("na-grunwald", "three-players", ()), 0
    sealed = Reader(case.load()).cells_of("sealed")
    for position in (position for seed in range(40) for position in positions(case, seed)):
        if position.asked().clause == "auction-sealed":
            asked += 1
            for seat in range(SEATS[case.edition]):
                bids = View(position, seat).state[sealed][: SEATS[case.edition]]
                assert [bid is None for bid in bids] == [other != seat for other in range(len(bids))]
    assert asked > 20
