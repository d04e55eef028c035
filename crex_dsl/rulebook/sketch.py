"""The bare shape of typed rules, free of places in files: equal shapes do the same."""

from __future__ import annotations

import dataclasses
from typing import Any

from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.types import Kind, Type


def sketch(value: Any) -> Any:
    """Nested tuples that are equal exactly where two pieces of rules read the same."""
    match value:
        case t.Step() | t.Term() | t.OfferTerm() | t.Template() | t.Plural():
            parts = [
                sketch(getattr(value, item.name))
                for item in dataclasses.fields(value)
                if item.name not in ("span", "type")
            ]
            return (type(value).__name__, *parts)
        case t.Var() | t.State() | t.Definition() | t.Action() | t.Procedure() | t.StageTerm() | t.FixedAttribute():
            return value.name
        case Kind():
            return value.name
        case Type():
            return str(value)
        case tuple() | list():
            return tuple(sketch(part) for part in value)
    return value
