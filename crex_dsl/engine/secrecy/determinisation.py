"""What could be, drawn by a plan from one whole number: the reference for deals that are drawn natively."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from crex_dsl.engine.errors import RuleFault, SaveError
from crex_dsl.engine.run.chance import Draws, advanced, deal_lots, members_of, scrambled
from crex_dsl.engine.run.memory import live_frames, rebuild_index
from crex_dsl.engine.run.runtime import FAULTS, WORK, WORK_LIMIT, unpacked
from crex_dsl.engine.run.slots import CHANCE, IDLE, OVER, POINT, POINTS
from crex_dsl.engine.saves.state_import import legal_codes
from crex_dsl.engine.secrecy.deal_plan import CODE, LIST, THING, DealPlan, Supply, supply_of
from crex_dsl.engine.secrecy.secret_state import Masked, Swap
from crex_dsl.text.messages import said

if TYPE_CHECKING:
    from crex_dsl.engine.game import Game

TRIES = 50
MOSTLY, OF = 9, 10  # how often a guess is what it mostly is


class Determinisation(NamedTuple):
    """A state that could be, the code that each own answer has in it, and the set's own numbers of hidden pieces."""

    state: list[int]
    called: list[int]
    back: Swap


def determinisation(plan: DealPlan, seed: int) -> Determinisation:
    """What could be, secrets drawn anew and dice fresh.

    It fits the question that is asked, unless no such state is found in many tries.
    """
    game, who, luck = plan.game, plan.information_set.who, Draws(seed)
    found: Determinisation | None = None
    why: Exception | None = None
    for _ in range(TRIES):
        try:
            deal = _dealt(plan, luck)
            legal = legal_codes(game, deal.state)
            asked = who is None or game.decider(deal.state) == who
        except (SaveError, *FAULTS) as error:  # what was drawn cannot be
            why = error
            continue
        found, called = deal, deal.called
        # whoever is asked is known and has a choice, and the viewer's own choice is known
        fits = sorted(called) == sorted(legal) if called else len(legal) > 1
        if found.state[POINT] in (OVER, IDLE) or (asked and fits):
            break
    if found is None:
        raise why if isinstance(why, RuleFault) else no_deal()
    return found


def no_deal() -> RuleFault:
    """What is told where nothing could be drawn."""
    return RuleFault(said("nothing that could be hidden here can be played on with"), "")


def _dealt(plan: DealPlan, luck: Draws) -> Determinisation:
    """One deal of the secrets, whether or not it fits the question."""
    WORK[0] = WORK_LIMIT
    dealing = plan.numbers[:]
    for first, group in plan.groups:
        shuffled = list(group)
        luck.shuffle(shuffled)
        for piece, number in zip(group, shuffled, strict=True):
            dealing[first + piece] = number
    seen = _renumbered(plan, dealing)
    fill(plan, seen, luck)
    state = [0 if value is None else value for value in seen]
    luck.state = advanced(luck.state)
    state[CHANCE] = scrambled(luck.state)
    deal_lots(plan.game.tables["lots"], state)
    for cell in plan.game.secret_state.indexed:
        rebuild_index(cell, state)
    if plan.recalls:
        recall(plan.game, seen, state, luck)
    _seal(plan, state, luck)
    _put_in_order(plan, dealing, state)
    return Determinisation(state, [each.dealt(dealing) for each in plan.answers], plan.back(dealing))


def _renumbered(plan: DealPlan, dealing: list[int]) -> Masked:
    """What is known of the state with hidden pieces renumbered everywhere they are named."""
    source: list[Any] = list(plan.information_set.state)
    for slot, how, first, bits, code in plan.mentions:
        value = source[slot]
        if how == CODE:
            source[slot] = code.dealt(dealing)
        elif how == THING:
            source[slot] = dealing[first + value]
        elif how == LIST:
            items = [dealing[first + item] for item in unpacked(value, bits)]
            source[slot] = sum(item << bits * place for place, item in enumerate(items)) | 1 << bits * len(items)
        else:
            source[slot] = sum(1 << dealing[first + member] for member in members_of(value))
    made: Masked = source[:]
    for first, base, stride, pieces in plan.moves:
        for piece in pieces:
            made[base + dealing[first + piece] * stride] = source[base + piece * stride]
    for terms in plan.crossed:
        made[terms.dealt(dealing)] = source[terms.value]
    return made


def fill(plan: DealPlan, state: Masked, luck: Draws | None) -> None:
    """Fill in secret values: any that the type allows, then as guessed by the rules; without luck the least."""
    for blank in plan.drawn:
        for slot in range(blank.base, blank.base + len(blank.rows)):
            if state[slot] is None:
                state[slot] = _any(blank.supply, luck)
    if not plan.guessed:
        return
    whole = [0 if value is None else value for value in state]
    for blank in plan.guessed:
        for slot in range(blank.base, blank.base + len(blank.rows)):
            if state[slot] is None:
                whole[slot] = blank.supply.least
    for blank in plan.guessed:
        least, most = blank.ends
        for slot, args in enumerate(blank.rows, blank.base):
            if state[slot] is not None or blank.guess is None:
                continue
            low, high, *mostly = blank.guess(whole, *args)
            low, high = min(max(low, least), most), min(max(high, least), most)
            if luck is not None and mostly and luck.below(OF) < MOSTLY:
                state[slot] = min(max(mostly[0], low), high)
            else:
                state[slot] = low if luck is None or high <= low else low + luck.below(high - low + 1)


def _any(supply: Supply, luck: Draws | None) -> int:
    """Any of what may be drawn; without luck the least."""
    if luck is None:
        return supply.least
    if supply.choices:
        return supply.low + luck.below(supply.choices)
    if supply.within is not None:
        return luck.bits(supply.within.bit_length()) & supply.within
    if supply.nothing is not None and (not luck.below(2) or not supply.values):
        return supply.nothing
    return supply.values[luck.below(len(supply.values))] if supply.values else 0


# ---- what procedures remember ----
def recall(game: Game, state: Masked, whole: list[int], luck: Draws | None) -> None:
    """Fill in what running procedures remember of secrets: made anew from what is supposed, else as the type allows."""
    rooms = [(base, frame.slots) for frame, base, _ in live_frames(game.tables, state)]
    types = {base + place: of for base, names in rooms for place, (_, of) in enumerate(names)}
    for slot, one in game.secret_state.running(state):
        if state[slot] is not None:
            continue
        of = types[slot] if isinstance(types[slot], tuple) else ("number", None, None)
        whole[slot] = _any(supply_of(game, of), luck if one.part == "" else None)
        if one.value is None:
            continue
        with suppress(LookupError, ValueError, *FAULTS):  # what it was made from may be used up
            whole[slot] = _part(game, of, one.part, one.value(whole), whole[slot - 1], luck)


def _part(game: Game, of: tuple[Any, ...], part: str, made: Any, member: int, luck: Draws | None) -> int:
    """What a slot holds of what it was made from: all of it, a member, or what comes after one.

    Nobody who does not see a loop's list knows how far it has come: it is supposed to be at its first.
    """
    if part == "":
        return int(made)
    ordered = isinstance(made, list | tuple)
    members = list(made) if ordered else list(members_of(made))
    if part == "member":
        return members[0] if luck is None or ordered else members[luck.below(len(members))]
    if of[0] == "list":
        return game.secret_state.packed(of[1], members[members.index(member) + 1 :])
    return sum(1 << one for one in members if one != member)


def _seal(plan: DealPlan, state: list[int], luck: Draws) -> None:
    """Put legal answers into the envelopes that the viewer cannot open."""
    for slot, asking, seat in plan.envelopes:
        before = state[asking]
        state[asking] = seat
        answers = plan.game.program.legal[state[POINT] - POINTS - 2](state)
        state[asking] = before
        state[slot] = answers[luck.below(len(answers))] if answers else 0


def _put_in_order(plan: DealPlan, dealing: list[int], state: list[int]) -> None:
    """Give things lots that their classes have: the lower class first, within it as they were dealt."""
    for base, first, classes in plan.queues:
        rank = [(0, 0)] * len(classes)
        for thing, of in enumerate(classes):
            number = thing if first < 0 else dealing[first + thing]
            rank[number] = of, state[base + number]
        for lot, number in enumerate(sorted(range(len(classes)), key=rank.__getitem__)):
            state[base + number] = lot
