"""What each helper can give that generated code leans on, by what it is given."""

from __future__ import annotations

from crex_dsl.engine.native.ranges.memory import Memory
from crex_dsl.engine.native.ranges.values import (
    FARTHEST,
    FLAG,
    ZERO,
    Items,
    Num,
    Pair,
    Table,
    Untranslatable,
    Value,
    as_items,
)


def helper_range(name: str, found: list[Value | None], memory: Memory) -> Value | None:
    """What a helper gives for what it is given, the state left out; None as long as nothing is known of that."""
    first = found[0] if found else None
    match name:
        case "roll":
            sides = _known(found[1])
            return Num(0, (1 << 8 * sides) - 1)
        case "pick" | "the" | "foremost":
            return Num(0, max(0, first.high.bit_length() - 1)) if isinstance(first, Num) else None
        case "at_most" | "at_least" | "equal_to":
            return Num(0, 255)
        case "total":
            return Num(0, 255 * _known(found[1]))
        case "in_order":
            if not isinstance(first, Num):
                return None
            return Items((Num(0, max(0, first.high.bit_length() - 1)),), first.high.bit_length())
        case "places_of":
            return _set_of(memory.reached(_known(found[1])))
        case "holders_of":
            who = memory.reached(_known(found[1]))
            return Num(~who.high, who.high)
        case "otherwise":
            one, two = found[0], found[2]
            return one | two if isinstance(one, Num) and isinstance(two, Num) else None
        case "nth":
            items = as_items(first) if isinstance(first, Table | Pair) else first
            missing = found[2]
            if not isinstance(items, Items) or not isinstance(missing, Num):
                return None
            return items.parts[0] | missing if items.parts else missing
        case "first_of" | "last_of":
            return as_items(first) if isinstance(first, Table | Pair) else first
        case "packed":
            items = as_items(first) if isinstance(first, Table | Pair) else first
            if not isinstance(items, Items):
                return None
            return Num(0, (1 << items.most * _known(found[1]) + 1) - 1)
        case "len":
            return Num(0, as_items(first).most) if isinstance(first, Items | Table | Pair) else None
        case "sum":
            items = as_items(first) if isinstance(first, Table | Pair) else first
            if not isinstance(items, Items) or not items.parts:
                return ZERO if isinstance(items, Items) else None
            part = items.parts[0]
            return Num(min(0, part.low * items.most), max(0, part.high * items.most))
        case "within":
            return Num(_known(found[1]), _known(found[2]))
        case "bool":
            return FLAG
        case "out_of_range" | "endless" | "spend" | "N":
            return None
    raise Untranslatable(f"`{name}`, which is not known")


def _set_of(places: Num) -> Num:
    """A set of numbers of a range."""
    if places.high > FARTHEST:
        raise Untranslatable("a set without bounds")
    return Num(0, (1 << places.high + 1) - 1)


def _known(value: Value | None) -> int:
    """The number that must be known before the game begins."""
    if isinstance(value, Num) and value.low == value.high:
        return value.low
    raise Untranslatable("a number that should be fixed")
