"""Measures, worth, scenarios, policies, status lines, pictures and glossaries, typed."""

from __future__ import annotations

from functools import cached_property

from crex_dsl.language import nodes as n
from crex_dsl.language.diagnostics import Report
from crex_dsl.language.source import Span, Word
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.declarations.scope import Mistake, Scope
from crex_dsl.rulebook.layers.draft import Draft, known_clauses
from crex_dsl.rulebook.rulebook import (
    ChapterTerm,
    ChartTerm,
    CountTerm,
    ExampleTerm,
    MeasureTerm,
    PictureTerm,
    PolicyTerm,
    PreferenceTerm,
    ScenarioTerm,
    StatusTerm,
    SuccessesTerm,
    WorthTerm,
)
from crex_dsl.rulebook.terms.types import NUMBER, Bool, ListOf, SetOf, Thing, cardinality, is_player
from crex_dsl.rulebook.tools.examples import example_term, is_about_selection, taken_together
from crex_dsl.rulebook.tools.pictures import blank_picture, fill_picture, unknown_meaning
from crex_dsl.rulebook.tools.status import status_term, successes_term
from crex_dsl.rulebook.tools.worth import add_up, reweigh, unknown_policy, worth_term
from crex_dsl.rulebook.typecheck.expressions import Typer
from crex_dsl.rulebook.typecheck.statements import Stepper
from crex_dsl.rulebook.typecheck.templates import refusals, text_cases
from crex_dsl.text.messages import listed_as_said, said
from crex_dsl.text.spelling import did_you_mean


class Tools:
    """Types everything that stands beside the clauses."""

    def __init__(self, draft: Draft, typer: Typer, stepper: Stepper, report: Report) -> None:
        self.draft, self.typer, self.stepper, self.report = draft, typer, stepper, report
        self.world = typer.world
        self.measures: list[MeasureTerm] = []
        self.worth: WorthTerm | None = None
        self.payoff: Span | None = None
        self.scenarios: dict[str, ScenarioTerm] = {}
        self.policies: list[PolicyTerm] = []
        self.status: dict[str, StatusTerm] = {}
        self.hits: dict[str, SuccessesTerm] = {}
        self.pictures: list[PictureTerm] = []
        self.charts: list[ChartTerm] = []
        self.chapters: list[ChapterTerm] = []
        self.aid: list[list[str]] = []
        self.glossary: dict[str, dict[str, list[str]]] = {}
        self.examples: list[ExampleTerm] = []

    def build(self) -> None:
        """Type all of them; mistakes are noted one by one."""
        for top, layer in self.draft.tools:
            try:
                self._tool(top, layer)
            except Mistake as mistake:
                mistake.tell(self.report)
        self._weigh_anew()
        known = {term for terms in self.glossary.values() for term in terms}
        for top, _ in self.draft.tools:
            wrong = None
            if isinstance(top, n.Picture):
                wrong = unknown_meaning(top, known)
            elif isinstance(top, n.Worth):
                wrong = unknown_policy(self, top)
            if wrong is not None:
                wrong.tell(self.report)
        for example, layer in self.draft.examples:
            if not is_about_selection(self, example, layer):
                continue
            before = len(self.report.found)
            try:
                self.examples.append(example_term(self, example, layer))
            except Mistake as mistake:
                mistake.tell(self.report)
            if layer not in self.draft.loose and not self.draft.loose.isdisjoint(self.draft.chain):
                self._excuse(example, before)

    def _excuse(self, example: n.Example, before: int) -> None:
        """Leave an example of the books out of a house edition that took away what it names, with a warning."""
        mistakes = self.report.found[before:]
        if mistakes:
            del self.report.found[before:]
            self.examples = [each for each in self.examples if each.span is not example.span]
            message = said(
                "example “{example}” cannot be told under these rules: {message}",
                example=example.title,
                message=mistakes[0].message,
            )
            self.report.warn(message, mistakes[0].span)

    def _tool(self, top: n.Top, layer: str) -> None:
        match top:
            case n.Measure():
                params = self._params(top.signature)
                scope = Scope(self.world).bind(*params)
                each = top.cases.each
                if each is not None:
                    self.stepper.stage(each)
                of = self.typer.number(top.cases.of, scope)
                name, pays = str(top.signature.name), isinstance(top, n.Payoff)
                if pays:
                    self._see_to_payoff(top, params)
                self.measures.append(
                    MeasureTerm(name, str(top.title), params, of, str(each) if each else None, pays=pays)
                )
            case n.Counting():
                self.measures.append(self._counting(top))
            case n.Worth():
                self._worth(top, layer)
            case n.Scenario():
                self._scenario(top)
            case n.Policy():
                self.policies.append(self._policy(top))
            case n.Status():
                self.status[str(top.name)] = status_term(self, top, layer)
            case n.Successes() if str(top.head.name) not in self.world.gone:  # else nothing rolls them here
                self.hits[str(top.head.name)] = successes_term(self, top)
            case n.Picture():
                self._picture(top)
            case n.Chart():
                opens = tuple(self.stepper.procedure(name) for name in top.opens or ())
                self.charts.append(ChartTerm(self.stepper.procedure(top.name), opens))
            case n.Chapter():
                self._chapter(top)
            case n.Aid():
                self.aid += [taken_together(self, line.names) for line in top.lines]
            case n.Glossary():
                terms = self.glossary.setdefault(str(top.language), {})
                for line in top.lines:
                    terms[str(line.name)] = [str(text) for text in line.texts]

    def _params(self, signature: n.Signature) -> tuple[t.Var, ...]:
        made: list[t.Var] = []
        for parameter in signature.parameters:
            if isinstance(parameter, n.NamedParameter):
                made.append(t.Var(str(parameter.name), Thing(self.typer.kind(parameter.name))))
            elif isinstance(parameter, n.Parameter):
                made.append(t.Var(str(parameter.name), self.typer.type(parameter.type)))
            else:
                raise Mistake(said("only an action chooses a number between bounds"), parameter.span)
        return tuple(made)

    def _chapter(self, top: n.Chapter) -> None:
        if any(chapter.id == top.name for chapter in self.chapters):
            raise Mistake(said("the chapter `{top}` is declared twice", top=top.name), top.name.span)
        self.chapters.append(ChapterTerm(str(top.name), str(top.title), [str(number) for number in top.at]))

    def _counting(self, top: n.Counting) -> MeasureTerm:
        name, event, span = str(top.signature.name), self.stepper.event(top.head.name), top.head.span
        params = self._params(top.signature)
        for var, parameter in zip(params, top.signature.parameters, strict=True):
            if isinstance(var.type, Bool) or not cardinality(var.type):
                raise Mistake(said("what counts is of things, of words, or of numbers in a range"), parameter.span)
        scope = Scope(self.world, stage=event.stage).bind(*params)
        names = list(top.head.names or ())
        if names and len(names) != len(event.params):
            raise Mistake(
                said("`{name}` takes ({params})", name=event.name, params=", ".join(p.name for p in event.params)),
                span,
            )
        for word, var in zip(names, event.params, strict=False):
            self.stepper.untaken(word, scope)
            scope = Scope(self.world, {**scope.locals, str(word): var}, stage=event.stage)
        if isinstance(event, t.Action):
            scope = Scope(self.world, {**scope.locals, "actor": event.actor}, stage=event.stage)
        when = None if top.when is None else self.typer.condition(top.when, scope)
        known = scope.given(when)
        by = t.Const(NUMBER, span, 1) if top.by is None else self.typer.number(top.by, known)
        if top.each is not None:
            self.stepper.stage(top.each)
        kept = t.State(name, "measure", params, NUMBER, "game", None, top.span)
        of = t.Read(NUMBER, top.span, kept, tuple(t.Local(var.type, top.span, var) for var in params))
        each = str(top.each) if top.each else None
        return MeasureTerm(name, str(top.title), params, of, each, CountTerm(event, when, by, kept, top.span))

    def _see_to_payoff(self, top: n.Measure, params: tuple[t.Var, ...]) -> None:
        """Refuse a second payoff, and one that is not of each player."""
        if self.payoff is not None:
            raise Mistake(said("what players get is said twice"), top.span, None, [(said("first here"), self.payoff)])
        if len(params) != 1 or not is_player(params[0].type):
            name = top.signature.name
            raise Mistake(
                said("a `payoff` is of each player"), name.span, said("write `payoff {name}(p: player) …`", name=name)
            )
        self.payoff = top.span

    def _worth(self, top: n.Worth, layer: str) -> None:
        if self.worth is not None:
            first = self.worth.definition.span
            raise Mistake(said("a side's worth is said twice"), top.span, None, [(said("first here"), first)])
        self.worth = worth_term(self, top, layer)

    def _weigh_anew(self) -> None:
        """Let later layers say how much things count, and add up what does."""
        for top, layer in self.draft.tools:
            for line in top.lines if isinstance(top, n.Reweighing) else ():
                try:
                    reweigh(self, self.worth, line, layer)
                except Mistake as mistake:
                    mistake.tell(self.report)
        if self.worth is not None:
            add_up(self.worth)

    def _scenario(self, top: n.Scenario) -> None:
        name = str(top.signature.name)
        if name in self.scenarios:
            raise Mistake(said("the scenario `{name}` is declared twice", name=name), top.signature.name.span)
        params = self._params(top.signature)
        scope = Scope(self.world).bind(*params)
        given = () if top.given is None else self.stepper.block(top.given, scope)
        procedure = self.stepper.procedure(top.begin)
        args = self.typer.arguments(top.begin, procedure.params, top.arguments, scope)
        made = self.scenarios[name] = ScenarioTerm(name, str(top.title), params, given, procedure, args)
        if top.barred is not None:
            made.refused = refusals(top.barred, self.typer, scope, self.report)
        if top.found is not None:
            made.found = self._found(made, top.found)
        if top.upshot is not None:
            made.outcome = text_cases(top.upshot.texts, top.signature.name, self.typer, scope, self.report, "outcome")
        for reported in top.reported:
            if any(measure.name == reported.name for measure in made.measures):
                raise Mistake(said("`{reported}` is measured twice", reported=reported.name), reported.name.span)
            of = self.typer.number(reported.of, scope)
            made.measures.append(MeasureTerm(str(reported.name), str(reported.title), params, of, None))

    def _found(self, scenario: ScenarioTerm, found: n.Found) -> dict[t.Var, t.Term]:
        """What the parameters are in a position that was not laid out; what the procedure is begun with is known."""
        begun = [arg.var for arg in scenario.args if isinstance(arg, t.Local)]
        scope = Scope(self.world).bind(*begun)
        others = {var.name: var for var in scenario.params if var not in begun}
        made: dict[t.Var, t.Term] = {}
        for line in found:
            name = line.name
            if name not in others or others[name] in made:
                if name in others:
                    why, hint = said("`{name}` is said twice", name=name), None
                elif name in {var.name for var in begun}:
                    why = said("`{name}` is known from `begin {procedure}`", name=name, procedure=scenario.begin.name)
                    hint = said("leave it out")
                else:
                    why = said("`{name}` is no parameter of `{scenario}`", name=name, scenario=scenario.name)
                    hint = did_you_mean(name, others)
                raise Mistake(why, name.span, hint)
            var = others[name]
            term = self.typer.expr(line.of, scope)
            wanted = var.type
            if isinstance(wanted, ListOf) and isinstance(term.type, SetOf):
                wanted = SetOf(wanted.of)
            made[var] = self.typer.ranged(line.of, scope, wanted, f"`{name}` of `{scenario.name}`")
        unsaid = [name for name, var in others.items() if var not in made and not isinstance(var.type, ListOf)]
        if unsaid:
            raise Mistake(
                said("`found` does not say what `{unsaid}` is", unsaid=unsaid[0]),
                found.span,
                said("add `{unsaid} is …`", unsaid=unsaid[0]),
            )
        return made

    def _policy(self, top: n.Policy) -> PolicyTerm:
        made: list[PreferenceTerm] = []
        for preference in top.preferences:
            action = self.typer.action(preference.head.name)
            names = list(preference.head.names or ())
            if names and len(names) != len(action.params):
                raise Mistake(
                    said(
                        "`{name}` takes ({params})",
                        name=action.name,
                        params=", ".join(p.name for p in action.params),
                    ),
                    preference.head.span,
                )
            bound = {str(name): var for name, var in zip(names, action.params, strict=False)}
            scope = Scope(self.world, {"actor": action.actor, **bound})
            when = None if preference.when is None else self.typer.condition(preference.when, scope)
            by = None if preference.by is None else self.typer.number(preference.by, scope)
            made.append(PreferenceTerm(preference.leaning == "prefer", action, when, by))
        return PolicyTerm(str(top.name), str(top.title), made)

    def _picture(self, top: n.Picture) -> None:
        kind = self.typer.kind(top.kind)
        picture = next((earlier for earlier in self.pictures if earlier.kind is kind), None)
        if picture is None:
            picture = blank_picture(kind)
            self.pictures.append(picture)
        fill_picture(picture, top, self.typer)

    @cached_property
    def clauses(self) -> dict[str, Span]:
        """Every clause of the game, in force or not."""
        return known_clauses(self.draft.text)

    @cached_property
    def awake(self) -> set[str]:
        """The clauses in force."""
        return {clause.id for clause in self.draft.active()}

    @cached_property
    def readings(self) -> dict[str, dict[str, n.Reading]]:
        """The readings of every ruling of the game."""
        tops = [top for layer in self.draft.text.layers.values() for top in layer.tops if isinstance(top, n.Ruling)]
        return {str(top.name): {str(reading.name): reading for reading in top.readings} for top in tops}

    def player(self, name: Word) -> int:
        kind = self.world.player
        if name not in kind.aliases:
            hint = did_you_mean(name, kind.aliases) or said("there are {known}", known=listed_as_said(kind.ids))
            raise Mistake(said("`{name}` is no player", name=name), name.span, hint)
        return kind.aliases[str(name)]

    def known_clauses(self, names: n.Names) -> None:
        for name in names:
            if name not in self.draft.clauses:
                raise Mistake(
                    said("`{name}` is no clause", name=name), name.span, did_you_mean(name, self.draft.clauses)
                )
