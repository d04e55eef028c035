"""The next step for a reader whose value does not fit, or whose name means nothing."""

from __future__ import annotations

from crex_dsl.rulebook.terms.types import (
    Bool,
    Enum,
    ListOf,
    Number,
    Optional,
    SetOf,
    Thing,
    Type,
    comparable,
    fits,
    is_player,
    plain,
    solid,
)
from crex_dsl.text.locale import listed
from crex_dsl.text.numerals import is_whole_number

# What other languages call some values.
FOREIGN_VALUES = {
    "true": "write `yes`",
    "false": "write `no`",
    **dict.fromkeys(("none", "null", "nil"), "write `nothing`, or `nobody` for a player"),
    **dict.fromkeys(("self", "this"), "name the thing by its kind or parameter"),
}

# What other languages call some types.
FOREIGN_TYPES = {
    **dict.fromkeys(("bool", "boolean"), "write `yes or no`"),
    **dict.fromkeys(("int", "integer", "num"), "write `number`, or a range such as `0..9`"),
    **dict.fromkeys(("string", "str", "text"), "nothing holds a text; write out the words: `dry | wet`"),
}

# Where a value was asked about, but a step since then may have changed it.
ASK_AGAIN = "it was asked about before, but a step may have changed it since: bind it with `let` first, or ask again"


def counted(number: int, what: str) -> str:
    """A number of things in words: `1 argument`, `2 arguments`."""
    return f"{number} {what}{'' if number == 1 else 's'}"


def minus(name: str, known: set[str]) -> str | None:
    """A hint where a name with hyphens reads as a subtraction whose blanks were left out."""
    for place, char in enumerate(name):
        left, right = name[:place], name[place + 1 :]
        if char == "-" and left in known and (right in known or is_whole_number(right)):
            return f"minus needs blanks on both sides: `{left} - {right}`"
    return None


def way_across(given: Type, asked: Type) -> str | None:
    """How to come from a value of one type to what is asked for, or None."""
    missing = "nobody" if is_player(solid(given)) else "nothing"
    if isinstance(given, Optional) and fits(given.of, asked):
        return f"it may be {missing}: ask `is not {missing}` first, or add `else …`"
    if isinstance(given, Thing) and isinstance(solid(asked), Thing) and comparable(given, asked):
        return f"ask `is a {plain(solid(asked))}` first"
    if isinstance(asked, Bool):
        return _question(given, missing)
    if isinstance(given, Thing):
        names = [f"`{name}`" for name in given.kind.attribute_names() if _leads_to(given, name, asked)]
        if names:
            return f"say its {listed(names, 'or')}"
    if isinstance(solid(asked), Enum) and not isinstance(given, Enum):
        return f"say {plain(solid(asked)).removeprefix('one of ')}"
    return None


def _question(given: Type, missing: str) -> str:
    if isinstance(given, Number):
        return "compare it with a number"
    if isinstance(given, Optional):
        return f"ask `is {missing}`, or what else it is"
    if isinstance(given, SetOf | ListOf):
        return "ask `some … in` it, or for its `size of`"
    return "ask what it `is`"


def _leads_to(given: Thing, name: str, asked: Type) -> bool:
    attribute = given.kind.attribute(name)
    return attribute is not None and fits(attribute.type, asked)
