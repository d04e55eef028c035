"""A draft's clauses resolved and typed into a rulebook, with every mistake of the run told together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from crex_dsl.language import nodes as n
from crex_dsl.language.diagnostics import Report, did_you_mean, listed
from crex_dsl.language.source import Span, Word
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.bounds import bounds
from crex_dsl.rulebook.checks import check_definitions, check_rulebook
from crex_dsl.rulebook.effects import Effects
from crex_dsl.rulebook.hints import counted
from crex_dsl.rulebook.layers import ClauseDraft, Contribution, Draft, declared_name, known_clauses, overlay
from crex_dsl.rulebook.ranges import check_ranges
from crex_dsl.rulebook.rulebook import ClauseTerm, Rulebook
from crex_dsl.rulebook.scope import Mistake, Scope, Told, World
from crex_dsl.rulebook.selection import GameIndex, Selection
from crex_dsl.rulebook.stepper import Stepper
from crex_dsl.rulebook.templates import text_cases
from crex_dsl.rulebook.texts import GameText
from crex_dsl.rulebook.things import build_things
from crex_dsl.rulebook.tools import Tools
from crex_dsl.rulebook.typer import Typer
from crex_dsl.rulebook.types import (
    NUMBER,
    Enum,
    Kind,
    ListOf,
    Number,
    Optional,
    SetOf,
    Thing,
    Type,
    cardinality,
    is_player,
    solid,
)
from crex_dsl.rulebook.wording import base_language, clause_terms, thing_names

MAX_CELLS = 200_000
MAX_CHOICES = 10_000
MAX_PARAMETERS = 12
MAX_INSTANCES = 1_000_000


def build(text: GameText, index: GameIndex, selection: Selection, report: Report) -> Rulebook:
    """The rulebook of one selection; raises a RuleError with every mistake found."""
    draft = overlay(text, index, selection, report)
    report.raise_errors()
    try:
        return Builder(draft, report).rulebook()
    except RecursionError:
        report.clause = None
        report.error(
            "definitions or procedures rest on one another too many levels deep",
            text.base.span,
            "let some of them say directly what they mean",
        )
        report.raise_errors()
        raise


class Builder:
    """Types one draft, in the order in which names become known."""

    def __init__(self, draft: Draft, report: Report) -> None:
        self.draft = draft
        self.report = report
        self.world = World(draft.text.id, dict(draft.gone))
        self.typer = Typer(self.world)
        self.rank = {layer: place for place, layer in enumerate(draft.chain)}
        self.follows = {clause.id: self._follows(clause) for clause in draft.clauses.values()}
        self.order = self._clause_order()
        self.values = self._value_names()
        self.broken: set[str] = set()  # values that some mistake keeps from being said in full
        self.faulty: set[str] = set()  # clauses that some mistake keeps from doing all they should
        self.effects = Effects(frozenset(), {})
        self.stepper = Stepper(self.typer, self.effects, report)

    def rulebook(self) -> Rulebook:
        """The whole rulebook."""
        build_things(self.draft, self.world, self.typer, self.report)
        self._bury_sleepers()
        self._fields()
        self._each(self._declare)
        self._effects()
        self._each(self._actor)
        self._starts_and_secrecy()
        self._each(self._cases)
        check_definitions(self.world, self.report)
        self._each(self._spans)
        self._each(self._bodies)
        self._finish_definitions()
        self._finish_triggers()
        self._finish_procedures()
        begins = self._begins()
        check_definitions(self.world, self.report)
        tools = Tools(self.draft, self.typer, self.stepper, self.report)
        tools.build()
        self.report.raise_errors()
        assert begins is not None
        names = thing_names(self.draft, self.world, self.report)
        clauses = clause_terms(self.draft, self.typer, names, self.report)
        book = self._assemble(begins, clauses, names, tools)
        check_rulebook(book, self.report)
        check_ranges(book, self.report)
        self.report.raise_errors()
        book.warnings = [d for d in self.report.found if d.severity == "warning"]
        return book

    def _assemble(
        self, begins: t.Procedure, clauses: dict[str, ClauseTerm], names: dict[Kind, dict[int, str]], tools: Tools
    ) -> Rulebook:
        draft = self.draft
        return Rulebook(
            draft.selection,
            draft.text.base.title,
            draft.chain,
            draft.language,
            base_language(draft),
            self.world,
            begins,
            clauses,
            draft.rulings,
            tools.measures,
            tools.worth,
            tools.scenarios,
            tools.policies,
            tools.pictures,
            tools.charts,
            tools.chapters,
            tools.aid,
            tools.glossary,
            tools.examples,
            names,
            [],
            draft.citations,
        )

    # ---- order ----
    def _clause_order(self) -> dict[str, int]:
        """The place of every clause, each after those that it follows."""
        order: dict[str, int] = {}
        waiting = list(self.draft.clauses.values())
        while waiting:
            ids = {clause.id for clause in waiting}
            ready = next((c for c in waiting if not (self.follows[c.id] - {c.id}) & ids), None)
            if ready is None:
                self.report.error(
                    f"clauses follow one another in a circle: {listed(sorted(ids))}",
                    waiting[0].span,
                    "take one `follows` out",
                )
                ready = waiting[0]
            waiting.remove(ready)
            order[ready.id] = len(order)
        return order

    def _follows(self, clause: ClauseDraft) -> set[str]:
        named: set[str] = set()
        for contribution in clause.items:
            if isinstance(contribution.item, n.FollowsClause):
                for name in contribution.item.names:
                    if name in self.draft.clauses:
                        named.add(str(name))
                    elif name not in known_clauses(self.draft.text):  # one that this edition does without is no mistake
                        self.report.error(
                            f"clause `{clause.id}` follows `{name}`, which is not there",
                            name.span,
                            did_you_mean(name, self.draft.clauses),
                        )
        return named

    def _stated(self, one: str, other: str) -> bool:
        """Whether one of two clauses follows the other, directly or through others."""
        for clause, before in ((one, other), (other, one)):
            behind, todo = {clause}, [clause]
            while todo:
                found = self.follows.get(todo.pop(), set()) - behind
                behind |= found
                todo += found
            if before in behind:
                return True
        return False

    def _each(self, visit: Callable[[ClauseDraft, Contribution], None]) -> None:
        """Visit every item of every clause in force, telling mistakes with their clause."""
        for clause in self.draft.active():
            self.report.clause = clause.id
            for contribution in clause.items:
                try:
                    visit(clause, contribution)
                except Mistake as mistake:
                    mistake.tell(self.report)
                    self.faulty.add(clause.id)
        self.report.clause = None

    def _bury_sleepers(self) -> None:
        for clause in self.draft.clauses.values():
            if not clause.awake:
                for contribution in clause.items:
                    name = declared_name(contribution.item)
                    if name is not None:
                        self.world.gone[str(name)] = (
                            f"declared by clause {clause.id}, which is off here",
                            name.span,
                        )

    # ---- names ----
    def _value_names(self) -> dict[str, Span]:
        """The values and memory that any clause in force declares, and where."""
        found: dict[str, Span] = {}
        for clause in self.draft.active():
            for contribution in clause.items:
                item = contribution.item
                if isinstance(item, n.State | n.Tally | n.SetState | n.Value | n.OpenValue | n.Define):
                    found.setdefault(str(item.signature.name), item.signature.name.span)
        return found

    def _claim(self, name: Word) -> None:
        """Make sure that a name is declared once."""
        known = self.world.declared.get(str(name))
        if known is not None:
            raise Mistake(f"`{name}` is declared twice", name.span, "choose another name", [("first here", known)])
        self.world.declared[str(name)] = name.span
        self.world.gone.pop(str(name), None)

    def _fields(self) -> None:
        items = [c.item for c in self.draft.components]
        items += [c.item for clause in self.draft.active() for c in clause.items]
        for item in items:
            if not isinstance(item, n.Stage) or str(item.name) not in self.world.stages:
                continue
            stage = self.world.stages[str(item.name)]
            for field in item.fields:
                try:
                    self._claim(field.name)
                    of = self._storable(self.typer.type(field.type, f"{stage.name}.{field.name}"), field.type.span)
                    state = t.State(str(field.name), "field", (), of, stage.name, None, field.name.span)
                    stage.fields[state.name] = self.world.states[state.name] = state
                    self.world.memory.append(state)
                except Mistake as mistake:
                    mistake.tell(self.report)
                    self.world.failed.add(str(field.name))

    def _storable(self, of: Type, span: Span) -> Type:
        if isinstance(of, ListOf):
            raise Mistake("memory cannot hold a list", span, "use a set, or a number that gives the order")
        return of

    def params(self, signature: n.Signature, what: str) -> tuple[t.Var, ...]:
        """The parameters of a signature."""
        made: list[t.Var] = []
        if len(signature.parameters) > MAX_PARAMETERS:
            raise Mistake(
                f"`{signature.name}` has more than {MAX_PARAMETERS} parameters",
                signature.span,
                "keep what belongs together in memory",
            )
        for parameter in signature.parameters:
            name = str(parameter.name)
            if name in [var.name for var in made]:
                raise Mistake(f"two parameters are called `{name}`", parameter.name.span, f"write `other: {name}`")
            self._hides_nothing(parameter.name)
            if isinstance(parameter, n.SpanParameter):
                if what != "action":
                    raise Mistake("only an action chooses a number between bounds", parameter.span)
                made.append(t.Var(name, NUMBER))
            elif isinstance(parameter, n.NamedParameter):
                if name not in self.world.kinds:
                    raise Mistake(
                        f"`{name}` is no kind, so this parameter needs a type",
                        parameter.name.span,
                        did_you_mean(name, self.world.kinds) or f"write `{name}: kind`",
                    )
                made.append(t.Var(name, Thing(self.world.kinds[name])))
            else:
                made.append(t.Var(name, self.typer.type(parameter.type, f"{signature.name}.{name}")))
        return tuple(made)

    def _hides_nothing(self, name: Word) -> None:
        """Make sure that a parameter's name means nothing else, wherever that is declared."""
        taken = self.values.get(str(name)) or (self.world.states[name].span if name in self.world.states else None)
        if taken is not None:
            raise Mistake(
                f"`{name}` means something here already",
                name.span,
                "rename the parameter",
                [("declared here", taken)],
            )

    def _countable(self, params: Iterable[t.Var], span: Span, what: str) -> None:
        total = 1
        for var in params:
            count = cardinality(var.type)
            if count is None or isinstance(var.type, Optional | SetOf):
                raise Mistake(f"{what} cannot be kept for every `{var.name}`: {var.type} cannot be counted", span)
            total *= count + 1
        if total > MAX_CELLS:
            raise Mistake(f"{what} would need {total:,} places, more than {MAX_CELLS:,}", span)

    def _stage_name(self, word: Word | None) -> str:
        if word is None:
            return "game"
        if word not in self.world.stages:
            raise Mistake(f"there is no stage `{word}`", word.span, did_you_mean(word, self.world.stages))
        return str(word)

    def _declare(self, clause: ClauseDraft, contribution: Contribution) -> None:
        try:
            self._declare_item(clause, contribution.item)
        except Mistake:
            name = declared_name(contribution.item)
            if name is not None and self.world.declared.get(str(name)) in (None, name.span):
                self.world.failed.add(str(name))
            raise

    def _declare_item(self, clause: ClauseDraft, item: n.Item) -> None:
        world = self.world
        match item:
            case n.State() | n.Tally() | n.SetState():
                self._claim(item.signature.name)
                params = self.params(item.signature, "state")
                name = str(item.signature.name)
                self._countable(params, item.signature.name.span, f"`{name}`")
                of: Type = NUMBER
                if isinstance(item, n.State):
                    of = self._storable(self.typer.type(item.type, name), item.type.span)
                elif isinstance(item, n.SetState):
                    of = SetOf(Thing(self.typer.kind(item.of)))
                sort = type(item).__name__.lower().removesuffix("state") or "state"
                state = t.State(name, sort, params, of, self._stage_name(item.per), clause.id, item.signature.name.span)
                world.states[name] = state
                world.memory.append(state)
            case n.Value() | n.OpenValue() | n.Define():
                self._claim(item.signature.name)
                name = str(item.signature.name)
                definition = t.Definition(
                    name,
                    self.params(item.signature, "value"),
                    self.typer.type(item.type, name),
                    clause.id,
                    item.signature.name.span,
                    printed=not isinstance(item, n.Define),
                    open=isinstance(item, n.OpenValue),
                )
                world.definitions[name] = definition
            case n.Action():
                self._declare_action(clause, item)
            case n.Procedure() | n.OpenProcedure() | n.Moment():
                self._claim(item.signature.name)
                procedure = t.Procedure(
                    str(item.signature.name),
                    self.params(item.signature, "procedure"),
                    self._stage_name(item.stage),
                    clause.id,
                    item.signature.name.span,
                    open=isinstance(item, n.OpenProcedure),
                )
                world.procedures[procedure.name] = procedure

    def _declare_action(self, clause: ClauseDraft, item: n.Action) -> None:
        self._claim(item.signature.name)
        name = str(item.signature.name)
        params = self.params(item.signature, "action")
        for var in params:
            if isinstance(var.type, Optional | SetOf | ListOf) or (
                cardinality(var.type) is None and var.type != NUMBER
            ):
                raise Mistake(f"an action cannot choose {var.type}", item.signature.span, "choose things one by one")
        for parameter in item.signature.parameters:
            if isinstance(parameter, n.Parameter) and isinstance(parameter.type, n.NumberType):
                raise Mistake(
                    f"nothing bounds the number `{parameter.name}`",
                    parameter.span,
                    f"say between which numbers: `{parameter.name}: from 1 to …`",
                )
        total = 1
        for var in params:
            total *= cardinality(var.type) or 1
        if total > MAX_INSTANCES:
            raise Mistake(f"`{name}` would have {total:,} instances, more than {MAX_INSTANCES:,}", item.signature.span)
        self.world.actions[name] = t.Action(
            name,
            params,
            {},
            t.Var("actor", Thing(self.world.player)),
            None,
            self._stage_name(item.stage),
            item.unordered is not None,
            clause.id,
            item.signature.name.span,
        )

    # ---- effects, starts, secrecy ----
    def _effects(self) -> None:
        placed = frozenset(state.name for state in self.world.memory if state.placed)
        stages: dict[str, frozenset[str]] = {}
        for stage in self.world.stages:
            stages[stage] = frozenset(s.name for s in self.world.memory if s.stage == stage)
        self.effects = self.stepper.effects = Effects(placed, stages)
        for clause in self.draft.active():
            for contribution in clause.items:
                item = contribution.item
                match item:
                    case n.Procedure() | n.Action() | n.FillProcedure():
                        self.effects.body(str(item.signature.name), item.block)
                    case n.Before() | n.After() | n.Instead():
                        self.effects.body(str(item.head.name), item.block)
                    case n.Begins() | n.Ends():
                        self.effects.edge(str(item.stage), item.block)
                    case n.Value() | n.Define():
                        self.effects.meaning(str(item.signature.name), item.cases)
                    case n.FillValue() | n.Adjust():
                        self.effects.meaning(str(item.name), item)

    def _starts_and_secrecy(self) -> None:
        kinds: list[n.Kind | n.Subkind] = []
        for contribution in [*self.draft.components, *(c for d in self.draft.active() for c in d.items)]:
            if isinstance(contribution.item, n.Kind | n.Subkind):
                kinds.append(contribution.item)
            elif isinstance(contribution.item, n.Stage):
                self._field_starts(contribution.item)
        for node in kinds:
            kind = self.world.kinds[str(node.name)]
            for attribute in node.attributes:
                try:
                    if isinstance(attribute, n.Identity):
                        subject = t.Var(kind.name, Thing(kind))
                        scope = Scope(self.world, {kind.name: subject}, subject)
                        self.world.identities[kind.root] = self._secrecy(attribute.seen, (subject,), scope)
                    elif str(attribute.name) in kind.changing:
                        state = kind.changing[str(attribute.name)]
                        subject = state.params[0]
                        scope = Scope(self.world, {kind.name: subject}, subject)
                        self._start(state, attribute.starts, scope)
                        if attribute.seen is not None:
                            state.seen = self._secrecy(attribute.seen, state.params, scope)
                except Mistake as mistake:
                    mistake.tell(self.report)
        self._each(self._state_start)

    def _field_starts(self, item: n.Stage) -> None:
        for field in item.fields:
            state = self.world.states.get(str(field.name))
            if field.starts is not None and state is not None and state.span is field.name.span:
                try:
                    state.starts = self.typer.expr(field.starts, Scope(self.world), state.type)
                except Mistake as mistake:
                    mistake.tell(self.report)

    def _state_start(self, clause: ClauseDraft, contribution: Contribution) -> None:
        item = contribution.item
        if not isinstance(item, n.State | n.SetState):
            return
        state = self.world.states.get(str(item.signature.name))
        if state is None or state.span is not item.signature.name.span:
            return
        scope = Scope(self.world).bind(*state.params)
        if isinstance(item, n.State):
            self._start(state, item.starts, scope)
        if item.seen is not None:
            state.seen = self._secrecy(item.seen, state.params, scope)

    def _start(self, state: t.State, starts: n.Expr | None, scope: Scope) -> None:
        if starts is not None:
            state.starts = self.typer.expr(starts, scope, state.type)
        elif isinstance(state.type, Thing | Enum):
            raise Mistake(
                f"nothing says what `{state.name}` is at the start",
                state.span,
                "add `, starts at …` or `or nothing`",
            )

    def _secrecy(self, seen: n.Seen, subjects: tuple[t.Var, ...], scope: Scope) -> t.Secrecy:
        seers: list[t.Seer] = []
        for viewer in seen.viewers:
            who = None
            if isinstance(viewer, n.Viewer) and viewer.who is not None:
                who = self.typer.expr(viewer.who, scope)
                if not is_player(solid(who.type)):
                    raise Mistake(f"only players see, and this is {who.type}", viewer.who.span)
            when = None if viewer.when is None else self.typer.condition(viewer.when, scope)
            seers.append(t.Seer(who, when))
        guess = None
        if seen.guess is not None:
            guess = self.typer.number(seen.guess.low, scope), self.typer.number(seen.guess.high, scope)
        return t.Secrecy(subjects, tuple(seers), guess)

    # ---- values ----
    def _named(self, params: tuple[t.Var, ...], names: n.Names | None, span: Span, name: str) -> Scope:
        """A scope in which the parameters go by the names given here."""
        given = list(names or ())
        if len(given) != len(params):
            wanted = f"({', '.join(p.name for p in params)})" if params else "no parameters"
            raise Mistake(f"`{name}` takes {wanted}, not {counted(len(given), 'parameter')}", span)
        if len(set(given)) < len(given):
            raise Mistake(f"two parameters of `{name}` have one name here", span)
        for word in given:
            self._hides_nothing(word)
        return Scope(self.world, {str(g): p for g, p in zip(given, params, strict=True)})

    def _definition(self, name: Word) -> t.Definition:
        found = self.world.definitions.get(str(name))
        if found is None:
            if name in self.world.failed:
                raise Told(name.span)
            also = [self.world.gone[name]] if name in self.world.gone else []
            hint = None if also else did_you_mean(name, self.world.definitions)
            if name in self.world.states:
                hint = "it is memory, which changes by steps"
            raise Mistake(f"there is no value `{name}` to change", name.span, hint, also)
        return found

    def _cases(self, clause: ClauseDraft, contribution: Contribution) -> None:
        item = contribution.item
        if isinstance(item, n.Value | n.Define):
            definition = self.world.definitions.get(str(item.signature.name))
            if definition is not None and definition.span is item.signature.name.span:
                self._add_cases(
                    definition, item.cases, Scope(self.world).bind(*definition.params), clause, contribution
                )
        elif isinstance(item, n.FillValue):
            definition = self._definition(item.name)
            try:
                scope = self._named(definition.params, item.parameters, item.name.span, definition.name)
            except Mistake:
                self.broken.add(definition.name)
                raise
            self._add_cases(definition, item.cases, scope, clause, contribution)
        elif isinstance(item, n.Adjust):
            definition = self._definition(item.name)
            scope = self._named(definition.params, item.parameters, item.name.span, definition.name)
            it = t.Var("it", definition.type)
            scope = scope.bind(it)
            when = None if item.when is None else self.typer.condition(item.when, scope)
            to = self.typer.ranged(item.to, scope.given(when), definition.type, f"`{definition.name}`")
            definition.adjusts.append(t.AdjustTerm(it, to, when, clause.id, contribution.layer, item.span))

    def _add_cases(
        self,
        definition: t.Definition,
        cases: n.Cases,
        scope: Scope,
        clause: ClauseDraft,
        contribution: Contribution,
    ) -> None:
        settled: n.Case | None = None
        for case in cases:
            if settled is not None:
                raise Mistake(
                    "this case can never be reached",
                    case.span,
                    "put what always holds last",
                    [("this one always holds", settled.span)],
                )
            try:
                when = None if case.when is None else self.typer.condition(case.when, scope)
                known = scope.given(when)
                answer = self.typer.ranged(case.answer, known, definition.type, f"`{definition.name}`")
            except Mistake as mistake:
                mistake.tell(self.report)
                self.broken.add(definition.name)
                continue
            definition.cases.append(t.CaseTerm(answer, when, clause.id, contribution.layer, case.span))
            if when is None:
                settled = case
            else:
                scope = scope.given(when, False)

    def _finish_definitions(self) -> None:
        for definition in self.world.definitions.values():
            self.report.clause = definition.clause
            self._check_siblings(definition)
            definition.cases.sort(
                key=lambda case: (
                    -self.rank.get(case.layer, 0),
                    case.clause == definition.clause,
                    -self.order[case.clause],
                )
            )
            definition.adjusts.sort(key=lambda a: (self.rank.get(a.layer, 0), self.order[a.clause]))
            if not _total(definition) and definition.name not in self.broken:
                if not definition.cases:
                    message = f"the open value `{definition.name}` is never said in this edition"
                else:
                    message = f"the value `{definition.name}` leaves cases unsaid"
                self.report.error(
                    message,
                    definition.span,
                    f"say `{definition.name}` in every case: end with `… otherwise`",
                )
            settled = next((i for i, c in enumerate(definition.cases) if c.when is None), None)
            if settled is not None:
                self._check_reached(definition.cases[settled], definition.cases[settled + 1 :])
                definition.cases = definition.cases[: settled + 1]
        self.report.clause = None

    def _check_reached(self, settled: t.CaseTerm, behind: list[t.CaseTerm]) -> None:
        """A later layer or another clause may take the place of cases before it; within a clause that is a mistake."""
        for case in behind:
            if case.layer == settled.layer and case.clause == settled.clause:
                self.report.clause = case.clause
                self.report.error(
                    "this case can never be reached",
                    case.span,
                    "put what always holds last",
                    [("this one always holds", settled.span)],
                )

    def _check_siblings(self, definition: t.Definition) -> None:
        """Two clauses of one layer must not answer the same question without a stated order."""
        for place, case in enumerate(definition.cases):
            for other in definition.cases[:place]:
                clause = other.clause
                if (
                    other.layer == case.layer
                    and clause != case.clause
                    and definition.clause not in (clause, case.clause)
                    and not self._stated(clause, case.clause)
                    and not _apart(case, other, definition)
                ):
                    self.report.clause = case.clause
                    self.report.error(
                        f"clauses `{clause}` and `{case.clause}` both answer `{definition.name}`, "
                        "and neither says which goes first",
                        case.span,
                        f"say `follows {clause}` in clause {case.clause}",
                        [(f"clause {clause} answers here", other.span)],
                    )
        for place, adjust in enumerate(definition.adjusts):
            for earlier in definition.adjusts[:place]:
                if (
                    earlier.layer == adjust.layer
                    and earlier.clause != adjust.clause
                    and not self._stated(earlier.clause, adjust.clause)
                    and not (_adds(earlier) and _adds(adjust))
                ):
                    self.report.clause = adjust.clause
                    self.report.error(
                        f"clauses `{earlier.clause}` and `{adjust.clause}` both adjust `{definition.name}`, "
                        "and neither says which goes first",
                        adjust.span,
                        f"say `follows {earlier.clause}` in clause {adjust.clause}",
                        [(f"clause {earlier.clause} adjusts it here", earlier.span)],
                    )

    # ---- actions and procedures ----
    def _declared_action(self, item: n.Item) -> t.Action | None:
        """The action that an item declares; None where it declares none, or its declaration failed."""
        found = self.world.actions.get(str(item.signature.name)) if isinstance(item, n.Action) else None
        return found if found is not None and found.span is item.signature.name.span else None  # type: ignore[attr-defined]

    def _actor(self, clause: ClauseDraft, contribution: Contribution) -> None:
        """Type who acts, which every value may ask."""
        item = contribution.item
        action = self._declared_action(item)
        if action is not None and isinstance(item, n.Action) and item.by is not None:
            by = self.typer.expr(item.by, Scope(self.world).bind(*action.params))
            if not is_player(solid(by.type)):
                raise Mistake(f"`by` names a player, and this is {by.type}", item.by.span)
            action.by = by

    def _spans(self, clause: ClauseDraft, contribution: Contribution) -> None:
        """Type between which numbers an action chooses, which every permission may rely on."""
        item = contribution.item
        action = self._declared_action(item)
        if action is None or not isinstance(item, n.Action):
            return
        scope = Scope(self.world, {"actor": action.actor})
        for parameter, var in zip(item.signature.parameters, action.params, strict=True):
            if isinstance(parameter, n.SpanParameter):
                low = self.typer.number(parameter.low, scope)
                high = self.typer.number(parameter.high, scope)
                var.type = _span_type(low, high, parameter)
                action.spans[var] = (low, high)
            scope = scope.bind(var)

    def _head(self, head: n.Head) -> tuple[t.Action, Scope]:
        action = self.typer.action(head.name)
        scope = self._named(action.params, head.names, head.span, action.name)
        return action, Scope(self.world, {"actor": action.actor, **scope.locals}, stage=action.stage)

    def _bodies(self, clause: ClauseDraft, contribution: Contribution) -> None:
        item, world = contribution.item, self.world
        match item:
            case n.Action():
                declared = self._declared_action(item)
                if declared is None:
                    return
                scope = Scope(world, {"actor": declared.actor}, stage=declared.stage).bind(*declared.params)
                declared.body = self.stepper.block(item.block, scope)
                declared.texts = text_cases(item.texts, item.signature.name, self.typer, scope, self.report)
            case n.Permit():
                action, scope = self._head(item.head)
                when = None if item.when is None else self.typer.condition(item.when, scope)
                action.permits.append(t.Permission(when, clause.id, item.span))
            case n.Forbid():
                for head in item.heads:
                    action, scope = self._head(head)
                    when = None if item.when is None else self.typer.condition(item.when, scope)
                    action.forbids.append(t.Permission(when, clause.id, item.span))
            case n.Except():
                action, scope = self._head(item.head)
                if item.clause not in self.draft.clauses:
                    gone = self.draft.gone.get(str(item.clause))
                    raise Mistake(
                        f"`except {item.clause}` names no clause that is there",
                        item.clause.span,
                        did_you_mean(item.clause, self.draft.clauses),
                        [gone] if gone else [],
                    )
                when = None if item.when is None else self.typer.condition(item.when, scope)
                action.excepts.append(t.Lifting(when, clause.id, str(item.clause), item.span))
            case n.Procedure():
                procedure = world.procedures.get(str(item.signature.name))
                if procedure is not None and procedure.span is item.signature.name.span:
                    self._body(procedure, item.block, Scope(world).bind(*procedure.params), clause, contribution)
            case n.FillProcedure():
                self._fill_procedure(item, clause, contribution)
            case n.Before() | n.After() | n.Instead():
                self._trigger(item, clause, contribution)
            case n.Begins() | n.Ends():
                self._edge(item, clause, contribution)

    def _body(
        self, procedure: t.Procedure, block: n.Block, scope: Scope, clause: ClauseDraft, contribution: Contribution
    ) -> None:
        if procedure.layer and not self._gives_way(procedure, clause.id, contribution):
            return
        inner = Scope(self.world, scope.locals, stage=procedure.stage)
        procedure.body = self.stepper.block(block, inner)
        procedure.layer = contribution.layer
        procedure.giver = clause.id

    def _gives_way(self, procedure: t.Procedure, clause: str, contribution: Contribution) -> bool:
        """Whether the body that a procedure has gives way to another: that of a later layer, or of another clause."""
        before, now = self.rank.get(procedure.layer, 0), self.rank.get(contribution.layer, 0)
        if before != now:
            return before < now
        giver, span = procedure.giver, contribution.item.span
        if giver == clause:
            raise Mistake(f"`{procedure.name}` has a body already", span, "take one of the two bodies out")
        if procedure.clause in (giver, clause):
            return procedure.clause == giver
        if not self._stated(giver, clause):
            raise Mistake(
                f"clauses `{giver}` and `{clause}` both give `{procedure.name}` a body, "
                "and neither says which goes first",
                span,
                f"say `follows {giver}` in clause {clause}",
            )
        return self.order[giver] < self.order[clause]

    def _fill_procedure(self, item: n.FillProcedure, clause: ClauseDraft, contribution: Contribution) -> None:
        procedure = self.stepper.procedure(item.signature.name)
        for parameter in item.signature.parameters:
            if not isinstance(parameter, n.NamedParameter):
                raise Mistake(
                    "the types stand where the procedure is declared",
                    parameter.span,
                    "name the parameter only",
                )
        names = n.Names(item.signature.span, tuple(p.name for p in item.signature.parameters))
        scope = self._named(procedure.params, names, item.signature.span, procedure.name)
        self._body(procedure, item.block, scope, clause, contribution)

    def _trigger(self, item: n.Trigger, clause: ClauseDraft, contribution: Contribution) -> None:
        event = self.stepper.event(item.head.name)
        scope = self._named(event.params, item.head.names, item.head.span, event.name)
        names = dict(scope.locals)
        if isinstance(event, t.Action):
            names["actor"] = event.actor
        scope = Scope(self.world, names, stage=event.stage)
        when = None if item.when is None else self.typer.condition(item.when, scope)
        body = self.stepper.block(item.block, scope.given(when))
        sort = type(item).__name__.lower()
        group: list[t.TriggerTerm] = getattr(event.triggers, sort)
        label = f"{sort} {event.name} ({clause.id} in {contribution.layer}, {len(group) + 1})"
        group.append(t.TriggerTerm(label, when, body, clause.id, contribution.layer, item.span))

    def _edge(self, item: n.StageTrigger, clause: ClauseDraft, contribution: Contribution) -> None:
        stage = self.stepper.stage(item.stage)
        if stage.name == "game" and isinstance(item, n.Ends):
            raise Mistake("nothing happens after the game has ended", item.stage.span, "say it before `end game …`")
        scope = Scope(self.world, stage=stage.name)
        when = None if item.when is None else self.typer.condition(item.when, scope)
        body = self.stepper.block(item.block, scope.given(when))
        group = stage.begins if isinstance(item, n.Begins) else stage.ends
        sort = "begins" if isinstance(item, n.Begins) else "ends"
        label = f"{stage.name} {sort} ({clause.id} in {contribution.layer}, {len(group) + 1})"
        group.append(t.TriggerTerm(label, when, body, clause.id, contribution.layer, item.span))

    def _finish_triggers(self) -> None:
        def place(trigger: t.TriggerTerm) -> tuple[int, int]:
            return self.rank.get(trigger.layer, 0), self.order[trigger.clause]

        events: list[t.Action | t.Procedure] = [*self.world.actions.values(), *self.world.procedures.values()]
        for event in events:
            event.triggers.before.sort(key=place)
            event.triggers.after.sort(key=place)
            event.triggers.instead.sort(key=place, reverse=True)
        for stage in self.world.stages.values():
            stage.begins.sort(key=place)
            stage.ends.sort(key=place)

    def _finish_procedures(self) -> None:
        for procedure in self.world.procedures.values():
            if procedure.open and not procedure.layer:
                self.report.error(
                    f"the open procedure `{procedure.name}` is never said in this edition",
                    procedure.span,
                    f"say `in {procedure.clause}` and `procedure {procedure.name} is …` in a layer",
                )
        for action in self.world.actions.values():
            for exception in action.excepts:
                forbidding = {forbid.clause for forbid in action.forbids} | self.faulty
                if exception.lifts not in forbidding:
                    self.report.clause = exception.clause
                    self.report.error(
                        f"clause `{exception.lifts}` does not forbid `{action.name}`, so there is nothing to except",
                        exception.span,
                        f"it is forbidden by {listed(sorted({f.clause for f in action.forbids})) or 'no clause'}",
                    )
        self.report.clause = None

    def _begins(self) -> t.Procedure | None:
        line = self.draft.text.base.setting(n.BeginsWith)
        if not isinstance(line, n.BeginsWith):
            self.report.error(
                f"nothing says how `{self.draft.text.id}` is played",
                self.draft.text.base.span,
                "add a line `begins with PROCEDURE` under the game's header",
            )
            return None
        try:
            procedure = self.stepper.procedure(line.name)
        except Mistake as mistake:
            mistake.tell(self.report)
            return None
        if procedure.params or procedure.stage != "game":
            self.report.error(
                f"the procedure that is the game has no parameters and no stage, unlike `{line.name}`",
                line.name.span,
                "declare it as `procedure name` alone",
            )
        return procedure


def _span_type(low: t.Term, high: t.Term, node: n.SpanParameter) -> Number:
    """The bounds that a chosen number can never leave."""
    least, most = bounds(low)[0], bounds(high)[1]
    if least is None or most is None:
        raise Mistake(
            f"nothing bounds the number `{node.name}`",
            node.span,
            "use memory with a range such as 0..99 in its bounds",
        )
    if most - least > MAX_CHOICES:
        raise Mistake(f"`{node.name}` could take more than {MAX_CHOICES:,} values", node.span, "narrow its bounds")
    return Number(least, max(least, most))


def _equalities(when: t.Term | None, params: tuple[t.Var, ...]) -> Iterator[tuple[t.Var, int]]:
    """The parameters that a condition asks to be one known value."""
    parts = when.items if isinstance(when, t.And) else (when,)
    for part in parts:
        if isinstance(part, t.Compare) and part.operator == "==":
            for one, two in ((part.left, part.right), (part.right, part.left)):
                if isinstance(one, t.Local) and one.var in params and isinstance(two, t.Const):
                    yield one.var, two.value


def _adds(adjust: t.AdjustTerm) -> bool:
    """Whether an adjustment only adds to the figure so far, or takes from it, whatever that is."""
    to = adjust.to.of if isinstance(adjust.to, t.Within) else adjust.to
    if not isinstance(to, t.Arith) or to.operator not in "+-" or not isinstance(to.left, t.Local):
        return False
    others = [to.right, *([adjust.when] if adjust.when is not None else [])]
    return to.left.var is adjust.it and not any(
        isinstance(part, t.Local) and part.var is adjust.it for term in others for part in term.walk()
    )


def _apart(one: t.CaseTerm, two: t.CaseTerm, definition: t.Definition) -> bool:
    """Whether two cases can never both hold, as far as can be seen."""
    mine = dict(_equalities(one.when, definition.params))
    theirs = dict(_equalities(two.when, definition.params))
    return any(var in theirs and theirs[var] != value for var, value in mine.items())


def _total(definition: t.Definition) -> bool:
    """Whether some case always holds: the last one says no `when`, or one parameter's values are all covered."""
    if any(case.when is None for case in definition.cases):
        return True
    for var in definition.params:
        count = cardinality(var.type)
        covered: set[int] = set()
        for case in definition.cases:
            parts = case.when.items if isinstance(case.when, t.And) else (case.when,)
            if len(parts) == 1:
                covered.update(value for v, value in _equalities(case.when, definition.params) if v is var)
        wanted = set(var.type.kind.members) if isinstance(var.type, Thing) else set(range(count or 0))
        if isinstance(var.type, Number) and var.type.low is not None:
            wanted = {var.type.low + k for k in range(count or 0)}
        if isinstance(var.type, Optional) and count is not None:
            wanted.add(count)
        if wanted and wanted <= covered:
            return True
    return False
