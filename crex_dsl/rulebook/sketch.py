"""The bare shape of typed rules, free of places in files: equal shapes do the same."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.evaluate import bits, nothing_of
from crex_dsl.rulebook.types import Enum, Kind, Optional, SetOf, Thing, Type


def sketch(value: Any, called: Callable[[t.Var], Any] = lambda var: var.name) -> Any:
    """Nested tuples that are equal exactly where two pieces of rules read the same; what goes unsaid leaves no mark.

    Local names are as they are `called`.
    """
    match value:
        case t.Const(type=Thing(kind=kind), value=int(index)) if index < kind.count:
            return kind.root.ids[index]
        case t.Const(type=Enum(words=words), value=int(index)) if index < len(words):
            return words[index]
        case t.Const(type=Optional() as of, value=int(index)) if index == nothing_of(of):
            return "nothing"
        case t.Const(type=SetOf(of=Thing(kind=kind)), value=int(mask)):
            return kind.name if mask == kind.mask else tuple(kind.root.ids[index] for index in bits(mask))
        case t.Within(of=of):
            return sketch(of, called)
        case t.Step() | t.Term() | t.OfferTerm() | t.Template() | t.Plural():
            parts = [
                sketch(getattr(value, item.name), called)
                for item in dataclasses.fields(value)
                if item.name not in ("span", "type") and getattr(value, item.name) is not item.default
            ]
            return (type(value).__name__, *parts)
        case t.Var():
            return called(value)
        case t.State() | t.Definition() | t.Action() | t.Procedure() | t.StageTerm() | t.FixedAttribute():
            return value.name
        case Kind():
            return value.name
        case Type():
            return str(value)
        case tuple() | list():
            return tuple(sketch(part, called) for part in value)
    return value
