"""A plan of deals as machine words, which `deals.wat` reads."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from crex_dsl.engine.native.emit.search_emitter import PLAN
from crex_dsl.engine.native.memory_map import StateMap
from crex_dsl.engine.run.program_rows import Cell
from crex_dsl.engine.run.slots import IDLE, OVER, POINT, POINTS
from crex_dsl.engine.secrecy.deal_plan import CODE, FREE, Blank, DealPlan, Supply, Terms

_MOST = 1 << 31  # that luck can choose from


def deal_words(plan: DealPlan, states: StateMap) -> list[int] | None:
    """What stands after the address of the state in a native plan; None where only Python can draw what could be."""
    if plan.recalls or not _narrow(plan, states):
        return None
    point, who = plan.information_set.state[POINT], plan.information_set.who
    assert point is not None
    words = [-1 if point in (OVER, IDLE) else point - POINTS - 2, -1 if who is None else who]
    words += [len(plan.numbers), *plan.numbers]
    words += _rows([first, len(pieces), *pieces] for first, pieces in plan.groups)
    words += _rows(
        [each.how, each.slot, *(_terms(each.code) if each.how == CODE else (each.first, each.bits))]
        for each in plan.mentions
    )
    words += _rows([*each[:3], len(each.pieces), *each.pieces] for each in plan.moves)
    words += _rows(_terms(each) for each in plan.crossed)
    words += _rows([each.base, len(each.rows), *_supply(each.supply)] for each in plan.drawn)
    words += _rows(_guess(each) for each in plan.guessed)
    words += _rows(_index(cell, states) for cell in plan.game.secret_state.indexed)
    words += _rows(plan.envelopes)
    words += _rows([each.base, each.first, len(each.classes), *each.classes] for each in plan.queues)
    words += _rows(_terms(each) for each in plan.answers)
    return words if 8 * (len(words) + 1) <= PLAN else None


def _narrow(plan: DealPlan, states: StateMap) -> bool:
    """Whether all that is moved, drawn and guessed fits into machine words."""
    slots = [each.slot for each in plan.mentions] + [each.value for each in plan.crossed]
    slots += [each.base + piece * each.stride for each in plan.moves for piece in each.pieces[:1]]
    slots += [each.base for each in (*plan.drawn, *plan.guessed)]
    return all(states.limbs[slot] == 1 for slot in slots) and all(
        each.supply.choices < _MOST and (each.supply.within or 0) < FREE for each in plan.drawn
    )


def _rows(rows: Iterable[Sequence[int]]) -> list[int]:
    """How many rows there are, and these."""
    found = list(rows)
    return [len(found), *(word for row in found for word in row)]


def _terms(terms: Terms) -> list[int]:
    return [terms.value, len(terms.things), *(word for thing in terms.things for word in thing)]


def _supply(supply: Supply) -> list[int]:
    if supply.choices:
        return [0, supply.low, supply.choices, 0]
    if supply.within is not None:
        return [1, supply.within, 0, 0]
    return [2, supply.nothing or 0, int(supply.nothing is not None), len(supply.values), *supply.values]


def _guess(blank: Blank) -> list[int]:
    return [blank.base, len(blank.rows), blank.number, *blank.ends, blank.supply.least]


def _index(cell: Cell, states: StateMap) -> list[int]:
    low = cell.type[1] or 0 if cell.type[0] == "number" else 0
    first = cell.index_base or 0
    return [cell.base, cell.size, low, first, cell.index_size, states.limbs[first], states.high[first]]
