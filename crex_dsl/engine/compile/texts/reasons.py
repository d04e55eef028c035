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


def explained_definition(emitter: TextEmitter, definition: t.Definition) -> int:
    """The number of a definition whose cases can be walked."""
    if definition not in emitter.explained:
        number = emitter.explained[definition] = len(emitter.definitions)
        emitter.definitions.append("")
        env = emitter.env(definition.params)
        rows = []
        for case in definition.cases:
            when = "None" if case.when is None else emitter.tree(case.when, env)
            rows.append(f"({case.clause!r}, {when}, {emitter.tree(case.answer, env)})")
        emitter.definitions[number] = definition_reason(emitter, definition, rows, env)
    return emitter.explained[definition]


def definition_reason(emitter: TextEmitter, definition: t.Definition, rows: list[str], env: Env) -> str:
    """A definition with its cases and its parameters."""
    names = tuple((var.name, describe(var.type)) for var in env)
    return f"({definition.name!r}, {definition.clause!r}, [{', '.join(rows)}], {emitter.unit.constant(names)})"


def explained_membership(emitter: TextEmitter, definition: t.Definition) -> int:
    """The number of the question whether something is in a set that a definition names."""
    if definition not in emitter.members:
        number = emitter.members[definition] = len(emitter.definitions)
        emitter.definitions.append("")
        assert isinstance(definition.type, SetOf)
        name = next((case.answer.var.name for case in definition.cases if isinstance(case.answer, t.Quant)), "member")
        member = t.Var(name, definition.type.of)
        env = emitter.env((*definition.params, member))
        rows = []
        for case in definition.cases:
            when = "None" if case.when is None else emitter.tree(case.when, env)
            rows.append(f"({case.clause!r}, {when}, {emitter.tree(_membership(member, case.answer), env)})")
        emitter.definitions[number] = definition_reason(emitter, definition, rows, env)
    return emitter.members[definition]


def rule_row(emitter: TextEmitter, rule: t.Permission, env: Env) -> str:
    tree = "None" if rule.when is None else emitter.tree(rule.when, env)
    return f"({rule.clause!r}, {tree}, {rule.span.place!r})"


def emit_reasons(emitter: TextEmitter) -> None:
    rows: list[str] = []
    for action in emitter.codings:
        env = emitter.env((action.actor, *action.params))
        by = "None"
        if action.by is not None:
            by = f"({emitter.lambda_text(env, emitter.x.value(action.by, env))}, {emitter.rests((action.by,), env)})"
        limits = [
            f"({place}, {emitter.lambda_text(env, emitter.x.value(action.spans[var][0], env))}, "
            f"{emitter.lambda_text(env, emitter.x.value(action.spans[var][1], env))}, "
            f"{emitter.rests(action.spans[var], env)})"
            for place, var in enumerate(action.params)
            if var in action.spans
        ]
        permits = [rule_row(emitter, rule, env) for rule in action.permits]
        forbids = [rule_row(emitter, rule, env) for rule in action.forbids]
        excepts = [
            f"({e.clause!r}, {e.lifts!r}, {'None' if e.when is None else emitter.tree(e.when, env)})"
            for e in action.excepts
        ]
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
