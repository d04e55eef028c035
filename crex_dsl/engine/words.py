"""The talking part of a program: texts, reasons, secrecy and what tools ask, compiled apart from play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from crex_dsl.engine.events import Events
from crex_dsl.engine.expressions import Expressions
from crex_dsl.engine.frame_secrets import FrameSecrets
from crex_dsl.engine.frames import Frame
from crex_dsl.engine.information_flow import InformationFlow
from crex_dsl.engine.layout import Layout
from crex_dsl.engine.legality import Coding, Legality
from crex_dsl.engine.points import Fault, Mark, Point
from crex_dsl.engine.simplify import Simplifier, free_vars, substitute
from crex_dsl.engine.source import Env, Unit
from crex_dsl.engine.steps import Steps
from crex_dsl.language.source import Span
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.rulebook import PictureTerm, Rulebook, ScenarioTerm
from crex_dsl.rulebook.types import BOOL, Bool, Dice, Enum, ListOf, Number, Optional, SetOf, Thing, Type


def describe(of: Type) -> tuple[Any, ...]:
    """A type as plain data."""
    match of:
        case Number(low=low, high=high):
            return ("number", low, high)
        case Bool():
            return ("bool",)
        case Enum(words=words):
            return ("enum", words)
        case Thing(kind=kind):
            return ("thing", kind.root.name, kind.name, kind.mask)
        case Optional(of=inner):
            return ("optional", describe(inner))
        case SetOf(of=inner):
            return ("set", describe(inner))
        case ListOf(of=inner):
            return ("list", describe(inner))
        case Dice(sides=sides):
            return ("dice", sides)
    return ("number", None, None)


def quoted(span: Span) -> str:
    """The words of the rule file at a span, on one line."""
    lines = span.source.text.split("\n")[span.line - 1 : span.end_line]
    if not lines:
        return ""
    if span.line == span.end_line:
        lines = [lines[0][span.column - 1 : span.end_column - 1]]
    else:
        lines[0] = lines[0][span.column - 1 :]
        lines[-1] = lines[-1][: span.end_column - 1]
    return " ".join(" ".join(line.split("#")[0].split()) for line in lines).strip()


class Words:
    """Emits the talking part."""

    def __init__(
        self,
        book: Rulebook,
        layout: Layout,
        codings: dict[t.Action, Coding],
        points: list[Point],
        events: Events,
        frames: dict[t.Procedure, Frame],
        faults: list[Fault],
    ) -> None:
        self.book, self.layout, self.codings, self.points = book, layout, codings, points
        self.unit = Unit("W")
        self.x = Expressions(self.unit, layout, Simplifier(), faults)
        self.legality = Legality(self.x, codings)
        self.steps = Steps(events, layout, frames, self.x, self.legality, codings)
        self.flow = InformationFlow(book, self.x, {state: number for number, state in enumerate(layout.cells)})
        self.remembered = FrameSecrets(self.flow, events, frames)
        self._explained: dict[t.Definition, int] = {}
        self._members: dict[t.Definition, int] = {}
        self._definitions: list[str] = []
        self.tables: list[str] = []

    def emit(self, marks: Iterable[Mark] = ()) -> str:
        """The generated module; `marks` are those of a traced program."""
        self._texts()
        self.triggers(marks)
        self._reasons()
        self._secrecy()
        self._tools()
        return self.unit.text() + "\n".join(self.tables) + "\n"

    def _table(self, name: str, rows: Iterable[str]) -> None:
        self.tables.append(f"{name} = [{', '.join(rows)}]")

    def _env(self, variables: Iterable[t.Var]) -> Env:
        return Env((var, self.x.names.of(var)) for var in variables)

    def _lambda(self, env: Env, text: str) -> str:
        return f"(lambda {', '.join(['S', *env.values()])}: {text})"

    # ---- texts ----
    def template(self, template: t.Template, env: Env) -> str:
        """The expression for a text; `T` shows a value, `P` a word's form, or hides it from who may not see it."""
        parts: list[str] = []
        for part in template.parts:
            if isinstance(part, str):
                parts.append(repr(part))
            elif isinstance(part, t.Plural):
                value, secrets = self._value(part.number, env)
                parts.append(f"P({value}, {part.forms!r}, {secrets})")
            else:
                parts.append(self.shown(part, env))
        return f"''.join(({', '.join(parts)},))" if parts else "''"

    def shown(self, term: t.Term, env: Env) -> str:
        """The expression that shows one value."""
        value, secrets = (self.x.value(term, env), "()") if isinstance(term, t.Const) else self._value(term, env)
        return f"T({self.unit.constant(describe(term.type))}, {value}, {secrets})"

    def _value(self, term: t.Term, env: Env) -> tuple[str, str]:
        """A value with the secrets that it rests on; where there are any, it is worked out only when it is shown."""
        value, secrets = self.x.value(term, env), self.flow.secrets(term, env)
        return (value if secrets == "()" else f"lambda: {value}"), secrets

    def _rests(self, terms: Iterable[t.Term], env: Env) -> str:
        """The function that gives the secrets on which some terms rest, or None where there are none."""
        rows = dict.fromkeys(secrets for term in terms if (secrets := self.flow.secrets(term, env)) != "()")
        return self._lambda(env, f"({' + '.join(rows)})") if rows else "None"

    def _told(self, cases: tuple[t.TextCase, ...], env: Env) -> Iterator[str]:
        """The lines that give the text of an action; who may not know whether a case holds gets the last one."""
        *others, last = cases
        for case in others:
            assert case.when is not None
            yield f"H = {self._known(case.when, env)}"
            yield f"if H: return {self.template(case.text, env)}"
            if case is not others[-1] and self.flow.secrets(case.when, env) != "()":
                yield f"if H is None: return {self.template(last.text, env)}"
        yield f"return {self.template(last.text, env)}"

    def _known(self, term: t.Term, env: Env) -> str:
        """Whether a condition holds, part by part as it is written; None where the viewer may not know."""
        secrets = self.flow.secrets(term, env)
        secret = secrets != "()"
        match term:
            case t.And(items=items) if secret:
                return f"({' and '.join(self._known(item, env) for item in items)})"
            case t.Or(items=items) if secret:
                *before, made = [self._known(item, env) for item in items]
                for item in reversed(before):
                    made = f"(H if (H := {item}) is not False else {made})"
                return made
            case t.Not(of=of) if secret:
                return f"(None if (H := {self._known(of, env)}) is None else not H)"
        holds = f"bool({self.x.test(term, env)})"
        return f"({holds} if K({secrets}) else None)" if secret else holds

    def _texts(self) -> None:
        texts: list[str] = []
        for action in self.codings:
            env = self._env((action.actor, *action.params))
            name = self.unit.name("x")
            self.unit.function(name, ["S", "T", "P", "K", *env.values()], [*self._told(action.texts, env)])
            texts.append(name)
        self._table("TEXTS", texts)
        declines: list[str] = []
        for point in self.points:
            if isinstance(point.step, t.Ask) and point.step.decline is not None:
                name = self.unit.name("x")
                body = f"return {self.template(point.step.decline, point.env)}"
                self.unit.function(name, ["S", "T", "P"], [body])
                declines.append(name)
            else:
                declines.append("None")
        self._table("DECLINES", declines)

    # ---- reasons ----
    def tree(self, term: t.Term, env: Env) -> str:
        """A condition as data: conjunctions, definitions and leaves that can be evaluated one by one."""
        match term:
            case t.And(items=items):
                return f"('all', [{', '.join(self.tree(item, env) for item in items)}])"
            case t.Or(items=items):
                return f"('any', [{', '.join(self.tree(item, env) for item in items)}])"
            case t.Not(of=of) if of.span is not term.span:  # `x not in S` reads as one condition
                return f"('not', {self.tree(of, env)})"
            case t.Apply(definition=definition, args=args) if isinstance(definition.type, Bool):
                given = self._lambda(env, f"({''.join(f'{self.x.value(arg, env)}, ' for arg in args)})")
                call = self._lambda(env, self.x.value(term, env))
                number = self._explain(definition)
                values, names = self._values(args, env), self._values(_within(args, env), env)
                rests = f"{self._rests((term,), env)}, {self._rests(args, env)}"
                return f"('define', {call}, {quoted(term.span)!r}, {number}, {given}, [{values}], [{names}], {rests})"
            case t.InSet(of=of, source=t.Apply(definition=definition, args=args)):
                given = self._lambda(env, f"({''.join(f'{self.x.value(arg, env)}, ' for arg in (*args, of))})")
                call = self._lambda(env, self.x.value(term, env))
                number = self._explain_member(definition)
                values, names = self._values((of, *args), env), self._values(_within((of, *args), env), env)
                rests = f"{self._rests((term,), env)}, {self._rests((*args, of), env)}"
                return f"('define', {call}, {quoted(term.span)!r}, {number}, {given}, [{values}], [{names}], {rests})"
        call = self._lambda(env, self.x.value(term, env))
        operands = _operands(term)
        values, names = self._values(operands, env), self._values(_within(operands or (term,), env), env)
        witnesses = _witnesses(term)
        if witnesses is not None:
            values = self._row_of(witnesses.var.name, witnesses, env)
        return f"('leaf', {call}, {quoted(term.span)!r}, [{values}], [{names}], {self._rests((term,), env)})"

    def _values(self, terms: Iterable[t.Term], env: Env) -> str:
        shown: dict[str, t.Term] = {}
        for term in terms:
            if not isinstance(term, t.Const):
                shown.setdefault(quoted(term.span), term)
        return ", ".join(self._row_of(text, term, env) for text, term in shown.items())

    def _row_of(self, text: str, term: t.Term, env: Env) -> str:
        name = self.unit.name("x")
        self.unit.function(name, ["S", "T", "P", *env.values()], [f"return {self.shown(term, env)}"])
        return f"({text!r}, {name})"

    def _explain(self, definition: t.Definition) -> int:
        """The number of a definition whose cases can be walked."""
        if definition not in self._explained:
            number = self._explained[definition] = len(self._definitions)
            self._definitions.append("")
            env = self._env(definition.params)
            rows = []
            for case in definition.cases:
                when = "None" if case.when is None else self.tree(case.when, env)
                rows.append(f"({case.clause!r}, {when}, {self.tree(case.answer, env)})")
            self._definitions[number] = self._defined(definition, rows, env)
        return self._explained[definition]

    def _defined(self, definition: t.Definition, rows: list[str], env: Env) -> str:
        """A definition with its cases and its parameters."""
        names = tuple((var.name, describe(var.type)) for var in env)
        return f"({definition.name!r}, {definition.clause!r}, [{', '.join(rows)}], {self.unit.constant(names)})"

    def _explain_member(self, definition: t.Definition) -> int:
        """The number of the question whether something is in a set that a definition names."""
        if definition not in self._members:
            number = self._members[definition] = len(self._definitions)
            self._definitions.append("")
            assert isinstance(definition.type, SetOf)
            name = next(
                (case.answer.var.name for case in definition.cases if isinstance(case.answer, t.Quant)), "member"
            )
            member = t.Var(name, definition.type.of)
            env = self._env((*definition.params, member))
            rows = []
            for case in definition.cases:
                when = "None" if case.when is None else self.tree(case.when, env)
                rows.append(f"({case.clause!r}, {when}, {self.tree(_membership(member, case.answer), env)})")
            self._definitions[number] = self._defined(definition, rows, env)
        return self._members[definition]

    def _rule(self, rule: t.Permission, env: Env) -> str:
        tree = "None" if rule.when is None else self.tree(rule.when, env)
        return f"({rule.clause!r}, {tree}, {rule.span.place!r})"

    def triggers(self, marks: Iterable[Mark]) -> None:
        """Add the conditions of triggers: as data, and whether a viewer may know how they come out."""
        rows = []
        for mark in marks:
            if mark.when is None:
                rows.append("None")
                continue
            env = self._env(mark.params)
            names = self.unit.constant(tuple((var.name, describe(var.type)) for var in env))
            known = f"(lambda {', '.join(['S', 'K', *env.values()])}: {self._known(mark.when, env)})"
            rows.append(f"({self.tree(mark.when, env)}, {names}, {known})")
        self._table("TESTS", rows)

    def _reasons(self) -> None:
        rows: list[str] = []
        for action in self.codings:
            env = self._env((action.actor, *action.params))
            by = "None"
            if action.by is not None:
                by = f"({self._lambda(env, self.x.value(action.by, env))}, {self._rests((action.by,), env)})"
            limits = [
                f"({place}, {self._lambda(env, self.x.value(action.spans[var][0], env))}, "
                f"{self._lambda(env, self.x.value(action.spans[var][1], env))}, {self._rests(action.spans[var], env)})"
                for place, var in enumerate(action.params)
                if var in action.spans
            ]
            permits = [self._rule(rule, env) for rule in action.permits]
            forbids = [self._rule(rule, env) for rule in action.forbids]
            excepts = [
                f"({e.clause!r}, {e.lifts!r}, {'None' if e.when is None else self.tree(e.when, env)})"
                for e in action.excepts
            ]
            legal = "None"
            if self.legality.possible(action):
                legal = self.legality.finder(action, (True,) * len(action.params), True)
            rows.append(
                f"({legal}, {by}, [{', '.join(limits)}], [{', '.join(permits)}], "
                f"[{', '.join(forbids)}], [{', '.join(excepts)}])"
            )
        self._table("REASONS", rows)
        self._table("DEFINITIONS", self._definitions)

    # ---- secrecy ----
    def _seers(self, secrecy: t.Secrecy) -> str:
        env = self._env(secrecy.subjects)
        tests: list[str] = []
        for seer in secrecy.seers:
            parts = [] if seer.who is None else [f"viewer == {self.x.value(seer.who, env)}"]
            parts += [] if seer.when is None else [self.x.test(seer.when, env)]
            tests.append(" and ".join(parts) or "True")
        name = self.unit.name("y")
        self.unit.function(
            name, ["S", "viewer", *env.values()], [f"return bool({' or '.join(f'({p})' for p in tests)})"]
        )
        return name

    def _secrecy(self) -> None:
        sees, guesses = [], []
        for state in self.layout.memory:
            sees.append("None" if state.seen is None else self._seers(state.seen))
            if state.seen is None or state.seen.guess is None:
                guesses.append("None")
            else:
                env = self._env(state.seen.subjects)
                low, high = (self.x.value(term, env) for term in state.seen.guess)
                guesses.append(self._lambda(env, f"({low}, {high})"))
        self._table("REMEMBERED", self.remembered.rows())
        self._table("SEES", sees)
        self._table("GUESSES", guesses)
        rows = [f"{kind.name!r}: {self._seers(secrecy)}" for kind, secrecy in self.book.world.identities.items()]
        self.tables.append(f"IDENTITIES = {{{', '.join(rows)}}}")

    # ---- tools ----
    def _tools(self) -> None:
        measures = []
        for measure in self.book.measures:
            if measure.counts is not None and measure.counts.kept not in self.layout.cells:
                continue  # nobody watches, so nothing is counted
            env = self._env(measure.params)
            measures.append(f"{measure.name!r}: {self._lambda(env, self.x.value(measure.of, env))}")
        self.tables.append(f"MEASURES = {{{', '.join(measures)}}}")
        worth = "None"
        if self.book.worth is not None:
            worth = self.x.definition(self.book.worth)
        self.tables.append(f"WORTH = {worth}")
        policies = []
        numbers = {action: number for number, action in enumerate(self.codings)}
        for policy in self.book.policies:
            rows = []
            for preference in policy.preferences:
                action = preference.action
                env = self._env((action.actor, *action.params))
                when = "None" if preference.when is None else self._lambda(env, self.x.value(preference.when, env))
                by = "None" if preference.by is None else self._lambda(env, self.x.value(preference.by, env))
                rows.append(f"({preference.prefer}, {numbers[action]}, {when}, {by})")
            policies.append(f"{policy.name!r}: [{', '.join(rows)}]")
        self.tables.append(f"POLICIES = {{{', '.join(policies)}}}")
        pictures = [f"{picture.kind.name!r}: {{{', '.join(self._drawn(picture))}}}" for picture in self.book.pictures]
        self.tables.append(f"PICTURES = {{{', '.join(pictures)}}}")
        scenarios = [f"{name!r}: {self._scenario(scenario)}" for name, scenario in self.book.scenarios.items()]
        self.tables.append(f"SCENARIOS = {{{', '.join(scenarios)}}}")

    def _scenario(self, scenario: ScenarioTerm) -> str:
        """How a scenario is refused and laid out, with what it begins, what it is where that runs, how it came out."""
        env = self._env(scenario.params)
        given, outcome, found = self.unit.name("x"), "None", "None"
        self.unit.function(given, ["S", *env.values()], self.steps.block(scenario.given, Env(env)))
        begin = self._lambda(env, f"({''.join(f'{self.x.value(arg, env)}, ' for arg in scenario.args)})")
        refused = self.unit.name("x")
        self.unit.function(refused, ["S", "T", "P", "K", *env.values()], [*self._refused(scenario.refused, env)])
        if scenario.outcome:
            outcome = self.unit.name("x")
            self.unit.function(outcome, ["S", "T", "P", "K", *env.values()], [*self._told(scenario.outcome, env)])
        if scenario.found is not None:
            known = [arg.var for arg in scenario.args if isinstance(arg, t.Local)]
            values = [env[var] if var in known else self._found(var, scenario.found.get(var), env) for var in env]
            found = self._lambda(self._env(dict.fromkeys(known)), f"({''.join(f'{value}, ' for value in values)})")
        measures = ", ".join(self._lambda(env, self.x.value(measure.of, env)) for measure in scenario.measures)
        return f"({refused}, {given}, {begin}, {found}, {outcome}, [{measures}])"

    def _refused(self, cases: tuple[t.TextCase, ...], env: Env) -> Iterator[str]:
        """The lines that give the first text whose case holds, or none."""
        for case in cases:
            assert case.when is not None
            yield f"if {self.x.test(case.when, env)}: return {self.template(case.text, env)}"
        yield "return ''"

    def _found(self, var: t.Var, term: t.Term | None, env: Env) -> str:
        """What a parameter is in a position that somebody has come to: a list may be given as a set, or not at all."""
        if term is None:
            return "()"
        value = self.x.value(term, env)
        return f"MEMBERS[{value}]" if isinstance(var.type, ListOf) and isinstance(term.type, SetOf) else value

    def _drawn(self, picture: PictureTerm) -> Iterator[str]:
        """The properties of a picture, each as a text over the thing that hides what is secret."""
        env = self._env((picture.subject,))
        for name, of in picture.properties.items():
            text = self.shown(of, env) if isinstance(of, t.Term) else repr(of)
            if isinstance(of, t.Template):
                text = self.template(of, env)
            drawn = self.unit.name("x")
            self.unit.function(drawn, ["S", "T", "P", *env.values()], [f"return {text}"])
            yield f"{name!r}: {drawn}"


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


def _operands(term: t.Term) -> tuple[t.Term, ...]:
    """The parts of a leaf whose values tell a reader why."""
    match term:
        case t.Not(of=of):
            return _operands(of)
        case t.Compare(left=left, right=right):
            return (left, right)
        case t.InSet(of=of, source=source):
            return (of, source)
        case t.InKind(of=of):
            return (of,)
    return ()


def _witnesses(term: t.Term) -> t.Quant | None:
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
