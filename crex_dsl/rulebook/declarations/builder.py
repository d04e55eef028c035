"""A draft's clauses resolved and typed into a rulebook, with every mistake of the run told together."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from crex_dsl.language import nodes as n
from crex_dsl.language.diagnostics import Report
from crex_dsl.language.source import Span
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.checks.cycles import check_definitions, check_rulebook
from crex_dsl.rulebook.checks.ranges import check_ranges
from crex_dsl.rulebook.declarations.definitions import clause_cases, clause_spans, finish_definitions
from crex_dsl.rulebook.declarations.hints import takes_parameters
from crex_dsl.rulebook.declarations.kinds import build_things
from crex_dsl.rulebook.declarations.memory import starts_and_secrecy
from crex_dsl.rulebook.declarations.names import declare_item, hides_nothing, stage_fields
from crex_dsl.rulebook.declarations.procedures import (
    clause_actors,
    clause_bodies,
    finish_procedures,
    finish_triggers,
    first_procedure,
)
from crex_dsl.rulebook.declarations.scope import Mistake, Scope, World
from crex_dsl.rulebook.files.layer_files import GameText
from crex_dsl.rulebook.layers.draft import ClauseDraft, Contribution, Draft, declared_name, known_clauses
from crex_dsl.rulebook.layers.overlay import overlay
from crex_dsl.rulebook.rulebook import ClauseTerm, Rulebook
from crex_dsl.rulebook.selection.selection import GameIndex, Selection
from crex_dsl.rulebook.terms.types import NUMBER, Kind, Thing
from crex_dsl.rulebook.tools.lessons import teach
from crex_dsl.rulebook.tools.measures import Tools
from crex_dsl.rulebook.translation.catalogue import phrases
from crex_dsl.rulebook.translation.inflection import Noun, inflection
from crex_dsl.rulebook.translation.phrases import check_phrases
from crex_dsl.rulebook.typecheck.expressions import Typer
from crex_dsl.rulebook.typecheck.statements import Stepper
from crex_dsl.rulebook.typecheck.write_effects import Effects
from crex_dsl.rulebook.wording import base_language, clause_terms, kind_nouns, thing_nouns
from crex_dsl.text.messages import OWN, listed_as_said, said
from crex_dsl.text.spelling import did_you_mean

MAX_PARAMETERS = 12


def build(text: GameText, index: GameIndex, selection: Selection, report: Report) -> Rulebook:
    """The rulebook of one selection; raises a RuleError with every mistake found."""
    draft = overlay(text, index, selection, report)
    report.raise_errors()
    try:
        return Builder(draft, report).rulebook()
    except RecursionError:
        report.clause = None
        report.error(
            said("definitions or procedures rest on one another too many levels deep"),
            text.base.span,
            said("let some of them say directly what they mean"),
        )
        report.raise_errors()
        raise


class Builder:
    """Types one draft, in the order in which names become known."""

    def __init__(self, draft: Draft, report: Report) -> None:
        self.draft = draft
        self.report = report
        how = inflection(draft.language, base_language(draft), draft.inflections)
        self.world = World(draft.text.id, {name: each.note for name, each in draft.gone.items()}, inflection=how)
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
        stage_fields(self)
        self.each(self._declare)
        self._effects()
        self.each(partial(clause_actors, self))
        starts_and_secrecy(self)
        self.each(partial(clause_cases, self))
        check_definitions(self.world, self.report)
        self.each(partial(clause_spans, self))
        self.each(partial(clause_bodies, self))
        finish_definitions(self)
        finish_triggers(self)
        finish_procedures(self)
        begins = first_procedure(self)
        check_definitions(self.world, self.report)
        tools = Tools(self.draft, self.typer, self.stepper, self.report)
        tools.build()
        self.report.raise_errors()
        assert begins is not None
        for language in dict.fromkeys((self.draft.language, OWN)):
            check_phrases(self.draft.text, language, self.report)
        nouns = thing_nouns(self.draft, self.world, self.report)
        clauses = clause_terms(self.draft, self.typer, nouns, self.report)
        book = self._assemble(begins, clauses, nouns, tools)
        teach(book, self.draft, self.typer, self.report)
        check_rulebook(book, self.report)
        check_ranges(book, self.report)
        self.report.raise_errors()
        book.warnings = [d for d in self.report.found if d.severity == "warning"]
        return book

    def _assemble(
        self, begins: t.Procedure, clauses: dict[str, ClauseTerm], nouns: dict[Kind, dict[int, Noun]], tools: Tools
    ) -> Rulebook:
        draft = self.draft
        return Rulebook(
            draft.selection,
            draft.text.base.title,
            draft.chain,
            draft.language,
            draft.printed,
            base_language(draft),
            self.world,
            begins,
            clauses,
            draft.rulings,
            tools.measures,
            tools.worth,
            tools.scenarios,
            tools.policies,
            tools.status,
            tools.hits,
            tools.pictures,
            tools.charts,
            tools.chapters,
            tools.aid,
            tools.glossary,
            tools.examples,
            nouns,
            kind_nouns(draft, self.world, self.report),
            phrases(draft.text, draft.language),
            phrases(draft.text, OWN),
            [],
            draft.citations,
            [],
            [],
            [],
        )

    # ---- order ----
    def _clause_order(self) -> dict[str, int]:
        """The place of every clause, each after those that it follows."""
        order: dict[str, int] = {}
        waiting = list(self.draft.clauses.values())
        # Not graphlib, whose orders go by generations: what follows nothing stays where it is declared.
        while waiting:
            ids = {clause.id for clause in waiting}
            ready = next((c for c in waiting if not (self.follows[c.id] - {c.id}) & ids), None)
            if ready is None:
                self.report.error(
                    said("clauses follow one another in a circle: {ids}", ids=listed_as_said(sorted(ids))),
                    waiting[0].span,
                    said("take one `follows` out"),
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
                            said("clause `{clause}` follows `{name}`, which is not there", clause=clause.id, name=name),
                            name.span,
                            did_you_mean(name, self.draft.clauses),
                        )
        return named

    def stated(self, one: str, other: str) -> bool:
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

    def each(self, visit: Callable[[ClauseDraft, Contribution], None]) -> None:
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
                            said("declared by clause {clause}, which is off here", clause=clause.id),
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

    def params(self, signature: n.Signature, what: str) -> tuple[t.Var, ...]:
        """The parameters of a signature."""
        made: list[t.Var] = []
        if len(signature.parameters) > MAX_PARAMETERS:
            raise Mistake(
                said(
                    "`{signature}` has more than {max_parameters} parameters",
                    signature=signature.name,
                    max_parameters=MAX_PARAMETERS,
                ),
                signature.span,
                said("keep what belongs together in memory"),
            )
        for parameter in signature.parameters:
            name = str(parameter.name)
            if name in [var.name for var in made]:
                raise Mistake(
                    said("two parameters are called `{name}`", name=name),
                    parameter.name.span,
                    said("write `other: {name}`", name=name),
                )
            hides_nothing(self, parameter.name)
            if isinstance(parameter, n.SpanParameter):
                if what != "action":
                    raise Mistake(said("only an action chooses a number between bounds"), parameter.span)
                made.append(t.Var(name, NUMBER))
            elif isinstance(parameter, n.NamedParameter):
                if name not in self.world.kinds:
                    raise Mistake(
                        said("`{name}` is no kind, so this parameter needs a type", name=name),
                        parameter.name.span,
                        did_you_mean(name, self.world.kinds) or said("write `{name}: kind`", name=name),
                    )
                made.append(t.Var(name, Thing(self.world.kinds[name])))
            else:
                made.append(t.Var(name, self.typer.type(parameter.type, f"{signature.name}.{name}")))
        return tuple(made)

    def _declare(self, clause: ClauseDraft, contribution: Contribution) -> None:
        try:
            declare_item(self, clause, contribution.item)
        except Mistake:
            name = declared_name(contribution.item)
            if name is not None and self.world.declared.get(str(name)) in (None, name.span):
                self.world.failed.add(str(name))
            raise

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

    # ---- values ----
    def scope_of_names(self, params: tuple[t.Var, ...], names: n.Names | None, span: Span, name: str) -> Scope:
        """A scope in which the parameters go by the names given here."""
        given = list(names or ())
        if len(given) != len(params):
            raise Mistake(takes_parameters(name, params, len(given)), span)
        if len(set(given)) < len(given):
            raise Mistake(said("two parameters of `{name}` have one name here", name=name), span)
        for word in given:
            hides_nothing(self, word)
        return Scope(self.world, {str(g): p for g, p in zip(given, params, strict=True)})
