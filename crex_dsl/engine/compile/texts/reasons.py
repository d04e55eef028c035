"""Why a rule applies: its condition as a tree of named parts with their values."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from crex_dsl.engine.compile.emit.python_module import Env
from crex_dsl.engine.compile.tables import describe, quoted
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.terms.free_variables import substitute
from crex_dsl.rulebook.terms.types import BOOL, ListOf, SetOf, Thing

if TYPE_CHECKING:
    from crex_dsl.engine.compile.texts.text_emitter import TextEmitter


def named_values(emitter: TextEmitter, terms: Iterable[t.Term], env: Env) -> str:
    shown: dict[str, t.Term] = {}
    for term in terms:
        if not isinstance(term, t.Const):
            shown.setdefault(quoted(term.span), term)
    return ", ".join(row_of(emitter, text, term, env) for text, term in shown.items())


def row_of(emitter: TextEmitter, text: str, term: t.Term, env: Env) -> str:
    name = emitter.unit.name("x")
    emitter.unit.function(name, ["S", "T", "P", *env.values()], [f"return {emitter.shown(term, env)}"])
    return f"({text!r}, {name})"


def explained_definition(emitter: TextEmitter, definition: t.Definition, member: bool = False) -> int:
    """The number of a definition whose cases can be walked, or of the question whether something is a member of it."""
    key = definition, member
    if key not in emitter.explained:
        number = emitter.explained[key] = len(emitter.definitions)
        emitter.definitions.append("")
        who = _member_of(definition) if member else None
        env = emitter.env((*definition.params, *([] if who is None else [who])))
        rows = [
            f"({case.clause!r}, {emitter.tree(case.when, env)}, "
            f"{emitter.tree(case.answer if who is None else _membership(who, case.answer), env)})"
            for case in definition.cases
        ]
        names = emitter.unit.constant(tuple((var.name, describe(var.type)) for var in env))
        emitter.definitions[number] = f"({definition.name!r}, {definition.clause!r}, [{', '.join(rows)}], {names})"
    return emitter.explained[key]


def _member_of(definition: t.Definition) -> t.Var:
    """A name for something that may be in the set which a definition names."""
    assert isinstance(definition.type, SetOf)
    name = next((case.answer.var.name for case in definition.cases if isinstance(case.answer, t.Quant)), "member")
    return t.Var(name, definition.type.of)


def rule_row(emitter: TextEmitter, rule: t.Permission, env: Env) -> str:
    return f"({rule.clause!r}, {emitter.tree(rule.when, env)}, {rule.span.place!r})"


def emit_reasons(emitter: TextEmitter) -> None:
    rows: list[str] = []
    for action in emitter.codings:
        env = emitter.env((action.actor, *action.params))
        by = "None"
        if action.by is not None:
            by = f"({emitter.function_of(action.by, env)}, {emitter.rests((action.by,), env)})"
        spans = [(place, action.spans[var]) for place, var in enumerate(action.params) if var in action.spans]
        limits = [
            f"({place}, {', '.join(emitter.function_of(end, env) for end in span)}, {emitter.rests(span, env)})"
            for place, span in spans
        ]
        permits = [rule_row(emitter, rule, env) for rule in action.permits]
        forbids = [rule_row(emitter, rule, env) for rule in action.forbids]
        excepts = [f"({e.clause!r}, {e.lifts!r}, {emitter.tree(e.when, env)})" for e in action.excepts]
        legal = "None"
        if emitter.legality.possible(action):
            legal = emitter.legality.finder(action, (True,) * len(action.params), True)
        rows.append(
            f"({legal}, {by}, [{', '.join(limits)}], [{', '.join(permits)}], "
            f"[{', '.join(forbids)}], [{', '.join(excepts)}])"
        )
    emitter.table("REASONS", rows)
    emitter.table("DEFINITIONS", emitter.definitions)


def _membership(member: t.Var, group: t.Term) -> t.Term:
    """The condition that something is in a set, taken apart where the set says who is in it."""
    this = t.Local(member.type, group.span, member)
    if isinstance(group, t.Quant) and group.word == "all" and not isinstance(group.source.type, ListOf):
        inside = _membership(member, group.source)
        if group.where is None:
            return inside
        where = substitute(group.where, {group.var: this})
        if isinstance(group.source, t.Const):
            return where
        return t.And(BOOL, group.span, (inside, where))
    return t.InSet(BOOL, group.span, this, group)


def compared_operands(term: t.Term) -> tuple[t.Term, ...]:
    """The parts of a leaf whose values tell a reader why."""
    match term:
        case t.Not(of=of):
            return compared_operands(of)
        case t.Compare(left=left, right=right):
            return (left, right)
        case t.InSet(of=of, source=source):
            return (of, source)
        case t.InKind(of=of):
            return (of,)
    return ()


def membership_witnesses(term: t.Term) -> t.Quant | None:
    """Those who make it so that there is somebody, or not everybody is such; None where nobody can be named."""
    while isinstance(term, t.Not):
        term = term.of
    if not isinstance(term, t.Quant) or not isinstance(term.var.type, Thing) or isinstance(term.source.type, ListOf):
        return None
    if term.word not in ("some", "no", "every"):
        return None
    where = term.where
    if term.word == "every" and where is not None:
        where = t.Not(BOOL, where.span, where)
    return t.Quant(SetOf(term.var.type), term.span, "all", term.var, term.source, where)
