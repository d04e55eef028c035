"""What generated code leans on: small functions, and the faults that name the clause at hand."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from operator import getitem
from typing import Any, NoReturn

from crex_dsl.engine.run.chance import PRELUDE as CHANCE
from crex_dsl.engine.run.chance import EmptyDraw, TooManyDice, members_of

_REMEMBERED = 20_000  # how many sets are remembered with their members
LONG = 64  # bits of a number in a packed list
LOOP_LIMIT = 100_000  # the most turns of a loop in which nobody decides anything
WORK_LIMIT = 300_000_000  # the most work between two decisions, by estimate
WORK = [WORK_LIMIT]  # what is left of it
BIT = tuple(1 << place for place in range(4_096))


class Broken(Exception):
    """Play has broken a promise of the rules; raised at a numbered site."""

    def __init__(self, site: int, value: int | None = None) -> None:
        super().__init__(site)
        self.site, self.value = site, value


class NoSuchThing(Exception):
    """`the` found nothing that qualifies."""


def out_of_range(site: int, value: int) -> NoReturn:
    """A value would leave the range of its memory."""
    raise Broken(site, value)


def within(value: int, low: int, high: int, site: int) -> int:
    """An index that nothing proves to lie in its range, if it does."""
    if not low <= value <= high:
        raise Broken(site, value)
    return value


def endless(site: int) -> NoReturn:
    """A loop goes on and on."""
    raise Broken(site)


def spend(work: int, site: int) -> None:
    """Take some work off what is left until the next decision, and break off where nothing is left."""
    WORK[0] -= work
    if WORK[0] < 0:
        raise Broken(site)


def counted(low: int, high: int, site: int, work: int) -> range:
    """The numbers from one to another, unless they are so many that nobody would ever see the end."""
    if high - low > LOOP_LIMIT:
        raise Broken(site)
    if high >= low:
        spend((high - low + 1) * work, site)
    return range(low, high + 1)


def otherwise(value: int, nothing: int, instead: int) -> int:
    """An optional value, or what stands in for it."""
    return instead if value == nothing else value


def nth(items: Sequence[int], place: int, missing: int) -> int:
    """The item at a place counted from 1, or what stands for none."""
    return items[place - 1] if 1 <= place <= len(items) else missing


def first_of(items: Sequence[int], count: int) -> Sequence[int]:
    """The first items of a list."""
    return items[: max(0, count)]


def last_of(items: Sequence[int], count: int) -> Sequence[int]:
    """The last items of a list."""
    return items[max(0, len(items) - max(0, count)) :]


def the(mask: int) -> int:
    """The only member of a set; the lowest where there are several."""
    if not mask:
        raise NoSuchThing
    return (mask & -mask).bit_length() - 1


def in_order(state: Sequence[int], members: int, keys: tuple[int, ...]) -> Sequence[int]:
    """The members of a set by what all can see of them, and by their lots where that is the same."""
    found = MEMBERS[members]
    return sorted(found, key=lambda each: [state[key + each] for key in keys]) if len(found) > 1 else found


def foremost(state: Sequence[int], members: int, keys: tuple[int, ...]) -> int:
    """The only member of a set; where there are several, the first of them in order."""
    return in_order(state, members, keys)[0] if members & members - 1 else the(members)


def places_of(state: Sequence[int], members: int, base: int, index: int) -> int:
    """The set of all values that members have: each stands from `base` on, who has it from `index` on."""
    found = 0
    while members:
        value = state[base + (members & -members).bit_length() - 1]
        found |= BIT[value]
        members &= ~state[index + value]
    return found


def known_places(found: dict[Any, int], state: Sequence[int], members: int, base: int, index: int) -> int:
    """The set of all values that members have, kept for whoever asks for it again."""
    key = members, base
    places = found.get(key)
    if places is None:
        places = found[key] = places_of(state, members, base, index)
    return places


def known(found: dict[Any, int], gather: Callable[..., int], state: Sequence[int], *args: int) -> int:
    """What a function gathers, kept for whoever asks for it again."""
    key = gather, *args
    members = found.get(key)
    if members is None:
        members = found[key] = gather(state, *args, found)
    return members


@functools.cache
def _byte_members() -> tuple[tuple[tuple[int, ...], ...], ...]:
    """The members of a set of up to 64, for every byte of it and every value of that byte."""
    return tuple(tuple(members_of(byte << 8 * place) for byte in range(256)) for place in range(8))


class Members(dict[int, tuple[int, ...]]):
    """The members of sets, remembered: most sets that a game ranges over come again and again."""

    def __missing__(self, mask: int) -> tuple[int, ...]:
        if len(self) >= _REMEMBERED:
            self.clear()
        if mask >> 64:
            found = members_of(mask)
        else:
            a, b, c, d, e, f, g, h = map(getitem, _byte_members(), mask.to_bytes(8, "little"))
            found = (*a, *b, *c, *d, *e, *f, *g, *h)
        self[mask] = found
        return found


MEMBERS = Members()


def holders_of(state: Sequence[int], values: int, index: int, whole: int) -> int:
    """All whose value is in a set (bits of nobody may be set): who has each stands from `index` on."""
    found, values = 0, values & whole
    others = whole ^ values
    if values.bit_count() <= others.bit_count():
        for value in MEMBERS[values]:
            found |= state[index + value]
        return found
    for value in MEMBERS[others]:
        found |= state[index + value]
    return ~found


def packed(items: Sequence[int], bits: int) -> int:
    """A list in one integer, its first item lowest, a 1 above its last."""
    made, mask = 1, (1 << bits) - 1
    for item in reversed(items):
        made = made << bits | item & mask
    return made


def as_far(row: Callable[[], Any]) -> tuple[Any, ...]:
    """What a value may rest on; nothing where that cannot be named, for then the value was found without it."""
    try:
        return (row(),)
    except (Broken, NoSuchThing):
        return ()


def unpacked(value: int, bits: int, signed: bool = False) -> list[int]:
    """The items of a list in one integer."""
    found, mask, sign = [], (1 << bits) - 1, signed << bits - 1
    while value > 1:
        found.append(((value & mask) ^ sign) - sign)
        value >>= bits
    return found


PRELUDE: dict[str, Any] = {
    **CHANCE,
    "BIT": BIT,
    "out_of_range": out_of_range,
    "within": within,
    "as_far": as_far,
    "endless": endless,
    "counted": counted,
    "spend": spend,
    "otherwise": otherwise,
    "nth": nth,
    "first_of": first_of,
    "last_of": last_of,
    "the": the,
    "in_order": in_order,
    "foremost": foremost,
    "packed": packed,
    "MEMBERS": MEMBERS,
    "places_of": places_of,
    "holders_of": holders_of,
    "known_places": known_places,
    "known": known,
    "NoSuchThing": NoSuchThing,
    "Broken": Broken,
}

FAULTS = (Broken, NoSuchThing, EmptyDraw, TooManyDice)
