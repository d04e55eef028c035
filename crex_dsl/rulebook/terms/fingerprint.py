"""The bare shape of typed rules, free of places in files and of how we call our classes: equal shapes do the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.terms import types as y
from crex_dsl.rulebook.terms.evaluate import bits, nothing_of

# By class its tag and the parts that count, in this order for ever: saves rest on it.  A class or a part may get
# another name in Python, never another tag or place here; a new part goes last, and leaves no mark where it is None.
FORMS: dict[type, tuple[str, ...]] = {
    # expressions
    t.Const: ("value", "value"),
    t.Local: ("local", "var"),
    t.Read: ("memory", "state", "args"),
    t.Fixed: ("attribute", "attribute", "of"),
    t.Apply: ("apply", "definition", "args"),
    t.Arith: ("arithmetic", "operator", "left", "right"),
    t.SetArith: ("sets", "operator", "left", "right"),
    t.Compare: ("compare", "operator", "left", "right"),
    t.Not: ("not", "of"),
    t.And: ("and", "items"),
    t.Or: ("or", "items"),
    t.Cond: ("when", "test", "then", "otherwise"),
    t.InSet: ("in", "of", "source"),
    t.InKind: ("is-a", "of", "kind"),
    t.ElseOf: ("else", "of", "instead"),
    t.Quant: ("members", "word", "var", "source", "where"),
    t.SumOver: ("sum", "of", "var", "source", "where"),
    t.Best: ("best", "var", "source", "where", "keys"),
    t.Ranked: ("order", "var", "source", "where", "keys"),
    t.Items: ("items", "items"),
    t.Nth: ("nth", "place", "of"),
    t.Slice: ("slice", "end", "count", "of"),
    t.SizeOf: ("size", "of"),
    t.TotalOf: ("total", "of"),
    t.Pips: ("pips", "operator", "dice", "pips"),
    t.EnemyOf: ("enemy", "of"),
    t.SeatsAfter: ("seats-after", "start", "of"),
    t.Beyond: ("beyond", "link", "place"),
    t.CanDo: ("can", "action", "args", "by"),
    t.Reachable: ("within-reach", "start", "within", "link", "where", "place", "through"),
    # steps
    t.SetVar: ("let", "var", "value"),
    t.Assign: ("becomes", "state", "args", "value"),
    t.Change: ("changes", "state", "args", "operator", "value"),
    t.Include: ("includes", "state", "args", "operator", "value"),
    t.Reset: ("resets", "state", "args"),
    t.Perform: ("do", "procedure", "args"),
    t.Branch: ("if", "branches", "otherwise"),
    t.Each: ("for-each", "var", "source", "where", "body", "counter"),
    t.Count: ("from-to", "var", "low", "high", "body"),
    t.Loop: ("while", "test", "body"),
    t.Times: ("times", "times", "body"),
    t.OfferTerm: ("offer", "action", "args"),
    t.Ask: ("chooses", "mode", "who", "offers", "otherwise"),
    t.AskTogether: ("choose-together", "var", "source", "where", "offers"),
    t.Throw: ("roll", "var", "count", "sides"),
    t.Pick: ("draw", "var", "source"),
    t.Mix: ("shuffle", "source", "state"),
    t.OpenStage: ("stage", "stage", "settings", "body"),
    t.EndStage: ("end-stage", "stage"),
    t.EndGame: ("end-game", "winners"),
    t.Leave: ("return",),
    # around them
    t.CaseTerm: ("case", "answer", "when"),
    t.AdjustTerm: ("adjusts", "it", "to", "when"),
    t.Permission: ("rule", "when"),
    t.Lifting: ("except", "when", "lifts"),
    t.TriggerTerm: ("trigger", "name", "when", "body"),
    t.Triggers: ("triggers", "before", "instead", "after"),
    t.Secrecy: ("seen", "subjects", "seers", "guess"),
    t.Seer: ("by", "who", "when"),
    # types
    y.Number: ("number", "low", "high"),
    y.Bool: ("yes-or-no",),
    y.Enum: ("one-of", "words"),
    y.Thing: ("a", "kind"),
    y.Optional: ("or-nothing", "of"),
    y.SetOf: ("set", "of"),
    y.ListOf: ("list", "of"),
    y.Dice: ("dice", "sides"),
    y.Nothing: ("nothing",),
}
NAMED = (t.Definition, t.Action, t.Procedure, t.StageTerm, y.Kind)  # these stand for their names
ATTRIBUTES = (t.State, t.FixedAttribute)  # and these, where they are of a kind, for its name too
WORDING = ("span", "type", "clause", "layer", "decline")  # parts that change nothing in play, or follow from others


def fingerprint(
    value: Any, called: Callable[[t.Var], Any] = lambda var: var.name, meet: Callable[[Any], None] = lambda named: None
) -> Any:
    """Nested tuples that are equal exactly where two pieces of rules read the same; what goes unsaid leaves no mark.

    Local names are as they are `called`; everything else that has a name stands for it, and `meet` hears of it.
    """
    if isinstance(value, t.Within):
        return fingerprint(value.of, called, meet)
    if isinstance(value, t.Const):
        return _constant(value)
    if isinstance(value, tuple | list):
        return tuple(fingerprint(part, called, meet) for part in value)
    if isinstance(value, t.Var):
        return called(value)
    if isinstance(value, NAMED):
        meet(value)
        return value.name
    if isinstance(value, ATTRIBUTES):
        meet(value)
        return f"{value.kind.name}.{value.name}" if value.kind else value.name
    if type(value) not in FORMS:
        return value
    tag, *parts = FORMS[type(value)]
    if isinstance(value, t.Items):
        tag = "list-of" if isinstance(value.type, y.ListOf) else "set-of"
    drawn = [fingerprint(getattr(value, part), called, meet) for part in parts]
    while drawn and drawn[-1] is None:
        drawn.pop()
    return (tag, *drawn)


def _constant(term: t.Const) -> Any:
    """A known value, things and words by name."""
    value = term.value
    match term.type:
        case y.Thing(kind=kind) if isinstance(value, int) and value < kind.count:
            return ("thing", kind.root.ids[value])
        case y.Enum(words=words) if isinstance(value, int) and value < len(words):
            return ("word", words[value])
        case y.Optional() as of if value == nothing_of(of):
            return ("nothing",)
        case y.SetOf(of=y.Thing(kind=kind)) if isinstance(value, int):
            return ("kind", kind.name) if value == kind.mask else ("things", *(kind.root.ids[i] for i in bits(value)))
        case y.Optional(of=of):
            return _constant(t.Const(of, term.span, value))
    return (FORMS[t.Const][0], value)
