"""The talking part of a program: texts, reasons, secrecy and what tools ask, compiled apart from play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from crex_dsl.engine.compile.analysis.constant_folding import Simplifier
from crex_dsl.engine.compile.analysis.frame_information_flow import FrameSecrets
from crex_dsl.engine.compile.analysis.information_flow import InformationFlow
from crex_dsl.engine.compile.emit.expressions import Expressions
from crex_dsl.engine.compile.emit.legal_actions import Coding, Legality
from crex_dsl.engine.compile.emit.procedures import ProcedureEmitter
from crex_dsl.engine.compile.emit.python_module import Env, GeneratedModule
from crex_dsl.engine.compile.lower.decision_points import Fault, Mark, Point
from crex_dsl.engine.compile.lower.frames import Frame
from crex_dsl.engine.compile.lower.memory_layout import Layout
from crex_dsl.engine.compile.lower.woven_procedures import WovenProcedures
from crex_dsl.engine.compile.tables import describe, quoted
from crex_dsl.engine.compile.texts.reason_trees import ReasonTrees
from crex_dsl.engine.compile.texts.reasons import (
    compared_operands,
    emit_reasons,
    explained_definition,
    membership_witnesses,
    named_values,
    row_of,
)
from crex_dsl.engine.compile.texts.secrecy import emit_secrecy
from crex_dsl.engine.compile.texts.tools import emit_tools
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.rulebook import Rulebook
from crex_dsl.rulebook.terms.free_variables import free_vars
from crex_dsl.rulebook.terms.types import Bool, Enum, Optional, Thing


class TextEmitter:
    """Emits the talking part."""

    def __init__(
        self,
        book: Rulebook,
        layout: Layout,
        codings: dict[t.Action, Coding],
        points: list[Point],
        events: WovenProcedures,
        frames: dict[t.Procedure, Frame],
        faults: list[Fault],
    ) -> None:
        self.book, self.layout, self.codings, self.points = book, layout, codings, points
        self.unit = GeneratedModule("W")
        self.x = Expressions(self.unit, layout, Simplifier(), faults)
        self.legality = Legality(self.x, codings)
        self.steps = ProcedureEmitter(events, layout, frames, self.x, self.legality, codings)
        self.flow = InformationFlow(book, self.x, {state: number for number, state in enumerate(layout.cells)})
        self.remembered = FrameSecrets(self.flow, events, frames)
        self.explained: dict[tuple[t.Definition, bool], int] = {}
        self.definitions: list[str] = []
        self.tables: list[str] = []

    def emit(self, marks: Iterable[Mark] = ()) -> str:
        """The generated module; `marks` are those of a traced program."""
        self._texts()
        self.triggers(marks)
        emit_reasons(self)
        emit_secrecy(self)
        emit_tools(self)
        return self.unit.text() + "\n".join(self.tables) + "\n"

    def table(self, name: str, rows: Iterable[str]) -> None:
        self.tables.append(f"{name} = [{', '.join(rows)}]")

    def env(self, variables: Iterable[t.Var]) -> Env:
        return Env((var, self.x.names.of(var)) for var in variables)

    def lambda_text(self, env: Env, text: str) -> str:
        return f"(lambda {', '.join(['S', *env.values()])}: {text})"

    def function_of(self, term: t.Term | None, env: Env) -> str:
        """The function that gives a value, or None where there is none to give."""
        return "None" if term is None else self.lambda_text(env, self.x.value(term, env))

    # ---- texts ----
    def template(self, template: t.Template, env: Env) -> str:
        """The expression for a text; `T` shows a value, `P` a word's form, or hides it from who may not see it."""
        parts: list[str] = []
        for part in template.parts:
            if isinstance(part, str):
                parts.append(repr(part))
            elif isinstance(part, t.Plural):
                value, secrets = self._value(part.number, env)
                other = "" if part.language == self.book.language else f", {part.language!r}"
                parts.append(f"P({value}, {part.forms!r}, {secrets}{other})")
            elif isinstance(part, t.Inflected):
                parts.append(self.shown(part.of, env, part.form))
            else:
                parts.append(self.shown(part, env))
        return f"''.join(({', '.join(parts)},))" if parts else "''"

    def shown(self, term: t.Term, env: Env, form: str | tuple[str, ...] | None = None) -> str:
        """The expression that shows one value, a thing perhaps in a form, or a word that agrees with it."""
        value, secrets = (self.x.value(term, env), "()") if isinstance(term, t.Const) else self._value(term, env)
        last = "" if form is None else f", {form!r}"
        return f"T({self.unit.constant(describe(term.type))}, {value}, {secrets}{last})"

    def _value(self, term: t.Term, env: Env) -> tuple[str, str]:
        """A value with the secrets that it rests on; where there are any, it is worked out only when it is shown."""
        value, secrets = self.x.value(term, env), self.flow.secrets(term, env)
        return (value if secrets == "()" else f"lambda: {value}"), secrets

    def rests(self, terms: Iterable[t.Term], env: Env) -> str:
        """The function that gives the secrets on which some terms rest, or None where there are none."""
        rows = dict.fromkeys(secrets for term in terms if (secrets := self.flow.secrets(term, env)) != "()")
        return self.lambda_text(env, f"({' + '.join(rows)})") if rows else "None"

    def action_text_lines(self, cases: tuple[t.TextCase, ...], env: Env) -> Iterator[str]:
        """The lines that give the text of an action; who may not know whether a case holds gets the last one."""
        *others, last = cases
        for case in others:
            assert case.when is not None
            yield f"H = {self.known(case.when, env)}"
            yield f"if H: return {self.template(case.text, env)}"
            if case is not others[-1] and self.flow.secrets(case.when, env) != "()":
                yield f"if H is None: return {self.template(last.text, env)}"
        yield f"return {self.template(last.text, env)}"

    def known(self, term: t.Term, env: Env) -> str:
        """Whether a condition holds, part by part as it is written; None where the viewer may not know."""
        secrets = self.flow.secrets(term, env)
        secret = secrets != "()"
        match term:
            case t.And(items=items) if secret:
                return f"({' and '.join(self.known(item, env) for item in items)})"
            case t.Or(items=items) if secret:
                *before, made = [self.known(item, env) for item in items]
                for item in reversed(before):
                    made = f"(H if (H := {item}) is not False else {made})"
                return made
            case t.Not(of=of) if secret:
                return f"(None if (H := {self.known(of, env)}) is None else not H)"
        holds = f"bool({self.x.test(term, env)})"
        return f"({holds} if K({secrets}) else None)" if secret else holds

    def _texts(self) -> None:
        texts: list[str] = []
        for action in self.codings:
            env = self.env((action.actor, *action.params))
            name = self.unit.name("x")
            self.unit.function(name, ["S", "T", "P", "K", *env.values()], [*self.action_text_lines(action.texts, env)])
            texts.append(name)
        self.table("TEXTS", texts)
        declines: list[str] = []
        for point in self.points:
            if isinstance(point.step, t.Ask) and point.step.decline is not None:
                name = self.unit.name("x")
                body = f"return {self.template(point.step.decline, point.env)}"
                self.unit.function(name, ["S", "T", "P"], [body])
                declines.append(name)
            else:
                declines.append("None")
        self.table("DECLINES", declines)

    # ---- reasons ----
    def tree(self, term: t.Term | None, env: Env) -> str:
        """A condition as data: conjunctions, definitions and leaves that can be evaluated one by one; None for none."""
        match term:
            case None:
                return "None"
            case t.And(items=items):
                return f"('all', [{', '.join(self.tree(item, env) for item in items)}])"
            case t.Or(items=items):
                return f"('any', [{', '.join(self.tree(item, env) for item in items)}])"
            case t.Not(of=of) if of.span is not term.span:  # `x not in S` reads as one condition
                return f"('not', {self.tree(of, env)})"
            case t.Apply(definition=definition, args=args) if isinstance(definition.type, Bool):
                return self._defined(term, definition, args, None, env)
            case t.InSet(of=of, source=t.Apply(definition=definition, args=args)):
                return self._defined(term, definition, args, of, env)
        call = self.lambda_text(env, self.x.value(term, env))
        operands = compared_operands(term)
        values, names = named_values(self, operands, env), named_values(self, _within(operands or (term,), env), env)
        witnesses = membership_witnesses(term)
        if witnesses is not None:
            values = row_of(self, witnesses.var.name, witnesses, env)
        trees = ReasonTrees(_places(env), operands, _within(operands or (term,), env))
        phrase = self.unit.constant(trees.leaf(term, witnesses))
        rests = self.rests((term,), env)
        return f"('leaf', {call}, {quoted(term.span)!r}, [{values}], [{names}], {rests}, {phrase})"

    def _defined(
        self, term: t.Term, definition: t.Definition, args: tuple[t.Term, ...], member: t.Term | None, env: Env
    ) -> str:
        """A condition that a definition answers: of its arguments, or of what may be a member of the set it names."""
        more = () if member is None else (member,)
        given = self.lambda_text(env, f"({''.join(f'{self.x.value(arg, env)}, ' for arg in (*args, *more))})")
        call = self.lambda_text(env, self.x.value(term, env))
        number, told = explained_definition(self, definition, member is not None), (*more, *args)
        values, names = named_values(self, told, env), named_values(self, _within(told, env), env)
        rests = f"{self.rests((term,), env)}, {self.rests((*args, *more), env)}"
        trees = ReasonTrees(_places(env), looked_up=(*told, *_within(told, env)))
        phrase = self.unit.constant(trees.leaf(term, None))
        return f"('define', {call}, {quoted(term.span)!r}, {number}, {given}, [{values}], [{names}], {rests}, {phrase})"

    def triggers(self, marks: Iterable[Mark]) -> None:
        """Add the conditions of triggers: as data, and whether a viewer may know how they come out."""
        rows = []
        for mark in marks:
            if mark.when is None:
                rows.append("None")
                continue
            env = self.env(mark.params)
            names = self.unit.constant(tuple((var.name, describe(var.type)) for var in env))
            known = f"(lambda {', '.join(['S', 'K', *env.values()])}: {self.known(mark.when, env)})"
            rows.append(f"({self.tree(mark.when, env)}, {names}, {known})")
        self.table("TESTS", rows)


def _places(env: Env) -> dict[t.Var, int]:
    """The names of a condition by the places of their values."""
    return {var: place for place, var in enumerate(env)}


def _within(terms: Iterable[t.Term], env: Env) -> Iterator[t.Term]:
    """The things and words inside some terms that are looked up: a reader would rather have them by name."""
    for term in terms:
        for part in term.children():
            of = part.type.of if isinstance(part.type, Optional) else part.type
            if isinstance(part, t.Const | t.Local):
                continue
            if isinstance(of, Thing | Enum) and all(var in env for var in free_vars(part)):
                yield part
            else:
                yield from _within((part,), env)
