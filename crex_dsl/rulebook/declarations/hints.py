"""The next step for a reader whose value does not fit, or whose name means nothing."""

from __future__ import annotations

from collections.abc import Sequence

from crex_dsl.rulebook.terms import Var
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
from crex_dsl.text.messages import listed_as_said, marked, said
from crex_dsl.text.numerals import is_whole_number

# What other languages call some values.
FOREIGN_VALUES = {
    "true": marked("write `yes`"),
    "false": marked("write `no`"),
    **dict.fromkeys(("none", "null", "nil"), marked("write `nothing`, or `nobody` for a player")),
    **dict.fromkeys(("self", "this"), marked("name the thing by its kind or parameter")),
}

# What other languages call some types.
FOREIGN_TYPES = {
    **dict.fromkeys(("bool", "boolean"), marked("write `yes or no`")),
    **dict.fromkeys(("int", "integer", "num"), marked("write `number`, or a range such as `0..9`")),
    **dict.fromkeys(("string", "str", "text"), marked("nothing holds a text; write out the words: `dry | wet`")),
}

# Where a value was asked about, but a step since then may have changed it.
ASK_AGAIN = marked(
    "it was asked about before, but a step may have changed it since: bind it with `let` first, or ask again"
)


def said_if(hint: str | None) -> str | None:
    """A hint as it is said, where there is one."""
    return None if hint is None else said(hint)


def takes(name: str, params: Sequence[Var], given: int) -> str:
    """That something takes other arguments than it was given."""
    if not params:
        return said(
            "`{name}` takes no arguments, not {count} argument",
            "`{name}` takes no arguments, not {count} arguments",
            name=name,
            count=given,
        )
    return said(
        "`{name}` takes ({params}), not {count} argument",
        "`{name}` takes ({params}), not {count} arguments",
        name=name,
        params=", ".join(param.name for param in params),
        count=given,
    )


def takes_parameters(name: str, params: Sequence[Var], given: int) -> str:
    """That something has other parameters than are named."""
    if not params:
        return said(
            "`{name}` takes no parameters, not {count} parameter",
            "`{name}` takes no parameters, not {count} parameters",
            name=name,
            count=given,
        )
    return said(
        "`{name}` takes ({params}), not {count} parameter",
        "`{name}` takes ({params}), not {count} parameters",
        name=name,
        params=", ".join(param.name for param in params),
        count=given,
    )


def minus(name: str, known: set[str]) -> str | None:
    """A hint where a name with hyphens reads as a subtraction whose blanks were left out."""
    for place, char in enumerate(name):
        left, right = name[:place], name[place + 1 :]
        if char == "-" and left in known and (right in known or is_whole_number(right)):
            return said("minus needs blanks on both sides: `{left} - {right}`", left=left, right=right)
    return None


def way_across(given: Type, asked: Type) -> str | None:
    """How to come from a value of one type to what is asked for, or None."""
    missing = "nobody" if is_player(solid(given)) else "nothing"  # words of the language
    if isinstance(given, Optional) and fits(given.of, asked):
        return said("it may be {missing}: ask `is not {missing}` first, or add `else …`", missing=missing)
    if isinstance(given, Thing) and isinstance(solid(asked), Thing) and comparable(given, asked):
        return said("ask `is a {kind}` first", kind=plain(solid(asked)))
    if isinstance(asked, Bool):
        return _question(given, missing)
    if isinstance(given, Thing):
        names = [f"`{name}`" for name in given.kind.attribute_names() if _leads_to(given, name, asked)]
        if names:
            return said("say its {names}", names=listed_as_said(names, "or"))
    words = getattr(solid(asked), "words", ())
    if isinstance(solid(asked), Enum) and not isinstance(given, Enum):
        return said("say {words}", words=" | ".join(words))
    return None


def _question(given: Type, missing: str) -> str:
    if isinstance(given, Number):
        return said("compare it with a number")
    if isinstance(given, Optional):
        return said("ask `is {missing}`, or what else it is", missing=missing)
    if isinstance(given, SetOf | ListOf):
        return said("ask `some … in` it, or for its `size of`")
    return said("ask what it `is`")


def _leads_to(given: Thing, name: str, asked: Type) -> bool:
    attribute = given.kind.attribute(name)
    return attribute is not None and fits(attribute.type, asked)
