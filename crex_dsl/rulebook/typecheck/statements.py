"""Statements: typed steps, with what is known about optional values kept exact across every change."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from crex_dsl.language import nodes as n
from crex_dsl.language.diagnostics import Report
from crex_dsl.language.source import Span, Word
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.declarations.scope import Mistake, Scope, Told, local
from crex_dsl.rulebook.terms.intervals import bounds, most_members
from crex_dsl.rulebook.terms.types import BOOL, NUMBER, Kind, ListOf, Number, SetOf, Thing, Unknown, solid
from crex_dsl.rulebook.typecheck import decisions
from crex_dsl.rulebook.typecheck.expressions import Typer
from crex_dsl.rulebook.typecheck.write_effects import Effects
from crex_dsl.text.messages import listed_as_said, marked, said
from crex_dsl.text.spelling import did_you_mean

MAX_LOOPS = 12


@dataclass(eq=False)
class Place:
    """A piece of memory that a statement names."""

    state: t.State
    args: tuple[t.Term, ...]
    term: t.Term


class Stepper:
    """Turns statement nodes into typed steps."""

    def __init__(self, typer: Typer, effects: Effects, report: Report) -> None:
        self.typer = typer
        self.world = typer.world
        self.effects = effects
        self.report = report
        self.loops = 0

    def block(self, statements: n.Block | n.GivenBlock, scope: Scope) -> tuple[t.Step, ...]:
        """The steps of a block; mistakes are noted and the rest is still read."""
        steps: list[t.Step] = []
        ended: Span | None = None
        for statement in statements:
            if ended is not None:
                self.report.error(
                    said("this can never be reached"),
                    statement.span,
                    said("the step before it leaves the procedure, the stage or the game"),
                    [(said("it leaves here"), ended)],
                )
                break
            try:
                step, scope = self.statement(statement, scope)
                steps.append(step)
                if isinstance(step, t.Leave | t.EndStage | t.EndGame):
                    ended = step.span
            except Mistake as mistake:
                mistake.tell(self.report)
                scope = _after_mistake(statement, scope)
        return tuple(steps)

    def statement(self, node: n.Statement, scope: Scope) -> tuple[t.Step, Scope]:
        """One step, and the scope after it."""
        method = RULES.get(type(node))
        if method is None:
            raise Mistake(said("this step cannot stand here"), node.span)
        loop = isinstance(node, n.ForEach | n.ForRange | n.While | n.Repeat)
        self.loops += loop
        try:
            if self.loops > MAX_LOOPS:
                raise Mistake(
                    said("loops nest more than {max_loops} deep", max_loops=MAX_LOOPS),
                    node.span,
                    said("move the inner ones into a procedure"),
                )
            step, after = method(self, node, scope)
        finally:
            self.loops -= loop
        return step, after.forget(self._undone(node, scope))

    # ---- memory ----
    def place(self, node: n.Expr, scope: Scope) -> Place:
        """The piece of memory that a node names."""
        term = self.typer.expr(node, scope)
        if not isinstance(term, t.Read):
            if isinstance(term, t.Fixed):
                raise Mistake(said("this is fixed and cannot change"), node.span, said("mark the attribute `changing`"))
            hint = said("name a state, set, tally or field")
            raise Mistake(said("this is no memory and cannot change"), node.span, hint)
        args = term.args
        if isinstance(node, n.Call):
            args = self.typer.arguments(node.name, term.state.params, node.arguments, scope)
        elif isinstance(node, n.Member):
            args = (self.typer.expr(node.of, scope, Thing(_kind_of(term))),)
        return Place(term.state, args, term)

    def fresh(self, name: Word, scope: Scope, value: t.Term) -> t.Var:
        """A new local name, not yet taken."""
        self.untaken(name, scope)
        if not isinstance(value.type, Number):
            return t.Var(str(name), value.type)
        low, high = bounds(value)
        return t.Var(str(name), NUMBER if low is None or high is None else Number(low, high))

    def untaken(self, name: Word, scope: Scope) -> None:
        """Make sure that a new local name hides nothing."""
        if name in scope.locals or name in self.world.states or name in self.world.definitions:
            raise Mistake(
                said("`{name}` means something here already", name=name), name.span, said("choose another name")
            )

    def placed(self, thing: t.Term, span: Span, scope: Scope) -> t.State:
        if isinstance(solid(thing.type), Thing) and not isinstance(thing.type, Thing):
            self.typer.fit(thing, solid(thing.type), scope)
        kinds = thing.type.kind.lineage if isinstance(thing.type, Thing) else ()
        placed = next((kind.placed for kind in kinds if kind.placed is not None), None)
        if placed is None:
            raise Mistake(said("{thing} has no `placed` attribute, so it cannot be moved", thing=thing.type), span)
        return placed

    def setting(self, thing: t.Term, setting: n.FieldIs, scope: Scope) -> t.Step:
        assert isinstance(thing.type, Thing)
        state = thing.type.kind.attribute(str(setting.name)) or self.world.states.get(str(setting.name))
        if not isinstance(state, t.State) or len(state.params) != 1:
            known = [
                *thing.type.kind.attribute_names(),
                *(s.name for s in self.world.states.values() if len(s.params) == 1),
            ]
            raise Mistake(
                said("a {kind} has no memory `{setting}`", kind=thing.type.kind.name, setting=setting.name),
                setting.name.span,
                did_you_mean(setting.name, known),
            )
        self.typer.fit(thing, state.params[0].type)
        if isinstance(state.type, SetOf):
            raise Mistake(
                said("`{setting}` is a set", setting=setting.name), setting.name.span, said("say `add … to …`")
            )
        return t.Assign(setting.span, state, (thing,), self.typer.expr(setting.value, scope, state.type))

    # ---- control ----
    def procedure(self, name: Word) -> t.Procedure:
        """The procedure or moment of that name."""
        found = self.world.procedures.get(str(name))
        if found is None:
            hint = did_you_mean(name, self.world.procedures)
            if name in self.world.actions:
                hint = said("`{name}` is an action: a player chooses it", name=name)
            raise self.world.lost(name, marked("the procedure `{name}` is not there in this edition")) or Mistake(
                said("there is no procedure `{name}`", name=name), name.span, hint
            )
        return found

    def event(self, name: Word) -> t.Action | t.Procedure:
        """The action, procedure or moment of that name."""
        found: t.Action | t.Procedure | None = self.world.actions.get(str(name)) or self.world.procedures.get(str(name))
        if found is None:
            if name in self.world.failed:
                raise Told(name.span)
            known = [*self.world.actions, *self.world.procedures]
            also = [self.world.gone[name]] if name in self.world.gone else []
            raise Mistake(
                said("nothing that happens is called `{name}`", name=name), name.span, did_you_mean(name, known), also
            )
        return found

    def inside(self, stage: str, scope: Scope, name: Word, what: str) -> None:
        """Make sure that what lives in a stage is used inside it."""
        if scope.stage is not None and stage not in self.world.stage_chain(scope.stage):
            raise Mistake(
                said(
                    "{what} belongs to stage `{stage}`, and this is stage `{stage_2}`",
                    what=what,
                    stage=stage,
                    stage_2=scope.stage,
                ),
                name.span,
                said("open `{stage}` first, or declare it in `{stage_2}`", stage=stage, stage_2=scope.stage),
            )

    def steady(self, node: n.Statement, scope: Scope) -> Scope:
        """What is still known when a loop's body comes round again."""
        return scope.forget(self._undone(node, scope))

    def _undone(self, node: n.Statement, scope: Scope) -> frozenset[str]:
        """What a step may change: memory, what asks it, and local names that are drawn or thrown again."""
        again = (str(part.name or "dice") for part in node.walk() if isinstance(part, n.Draw | n.Roll))
        return self.effects.changed(self.effects.statement(node)) | {local(name) for name in again}

    def unhidden(self, binder: n.Binder, scope: Scope) -> None:
        """Make sure that a loop's name hides no memory."""
        if binder.name in self.world.states or binder.name in self.world.definitions:
            raise Mistake(
                said("`{name}` means something here already", name=binder.name),
                binder.name.span,
                said("choose another name"),
            )

    # ---- choices ----
    def offers(self, nodes: n.Offers, scope: Scope) -> tuple[t.OfferTerm, ...]:
        """The actions that a choice offers."""
        made: list[t.OfferTerm] = []
        for offer in nodes:
            action = self.typer.action(offer.name)
            self.inside(action.stage, scope, offer.name, said("action `{action}`", action=action.name))
            made.append(t.OfferTerm(action, self.typer.open_arguments(offer.name, action, offer.arguments, scope)))
        return tuple(made)

    # ---- stages ----
    def stage(self, name: Word) -> t.StageTerm:
        """The stage of that name."""
        found = self.world.stages.get(str(name))
        if found is None:
            raise Mistake(
                said("there is no stage `{name}`", name=name),
                name.span,
                did_you_mean(name, self.world.stages)
                or said("the stages are {stages}", stages=listed_as_said(sorted(self.world.stages))),
            )
        return found


def let_step(stepper: Stepper, node: n.Let, scope: Scope) -> tuple[t.Step, Scope]:
    value = stepper.typer.expr(node.value, scope)
    if isinstance(value.type, ListOf):
        raise Mistake(
            said("`let` holds one value or a set, not a list"),
            node.value.span,
            said("name the ranking with `define`"),
        )
    var = stepper.fresh(node.name, scope, value)
    known = scope.bind(var)
    if isinstance(value.type, Number):
        known = known.given(t.Compare(BOOL, node.span, "==", t.Local(var.type, node.span, var), value))
    return t.SetVar(node.span, var, value), known


def becomes_step(stepper: Stepper, node: n.Becomes, scope: Scope) -> tuple[t.Step, Scope]:
    place = stepper.place(node.target, scope)
    if place.state.sort == "tally":
        raise Mistake(said("a tally only counts"), node.target.span, said("say `+=`, or declare a `state`"))
    value = stepper.typer.expr(node.value, scope, place.state.type)
    return t.Assign(node.span, place.state, place.args, value), scope


def change_step(stepper: Stepper, node: n.Increase | n.Decrease, scope: Scope) -> tuple[t.Step, Scope]:
    place, operator = stepper.place(node.target, scope), "+" if isinstance(node, n.Increase) else "-"
    if not isinstance(place.state.type, Number):
        raise Mistake(
            said("`{state}` is {state_2}, not a number", state=place.state.name, state_2=place.state.type),
            node.target.span,
        )
    return t.Change(node.span, place.state, place.args, operator, stepper.typer.number(node.value, scope)), scope


def include_step(stepper: Stepper, node: n.Add | n.Remove, scope: Scope) -> tuple[t.Step, Scope]:
    place, operator = stepper.place(node.target, scope), "+" if isinstance(node, n.Add) else "-"
    of = place.state.type
    if not isinstance(of, SetOf):
        raise Mistake(
            said("`{state}` is {of}, not a set", state=place.state.name, of=of),
            node.target.span,
            said("say `becomes`, `+=` or `-=`"),
        )
    value = stepper.typer.expr_near(node.value, scope, of.of)
    value = stepper.typer.fit(value, of if isinstance(value.type, SetOf | ListOf) else of.of, scope)
    return t.Include(node.span, place.state, place.args, operator, value), scope


def clear_step(stepper: Stepper, node: n.Clear, scope: Scope) -> tuple[t.Step, Scope]:
    if isinstance(node.target, n.Name):
        state = stepper.world.states.get(str(node.target.name))
        if state is not None:
            return t.Reset(node.span, state, None), scope
    place = stepper.place(node.target, scope)
    return t.Reset(node.span, place.state, place.args), scope


def move_step(stepper: Stepper, node: n.Move, scope: Scope) -> tuple[t.Step, Scope]:
    thing = stepper.typer.expr(node.thing, scope)
    state = stepper.placed(thing, node.thing.span, scope)
    return t.Assign(node.span, state, (thing,), stepper.typer.expr(node.to, scope, state.type)), scope


def place_step(stepper: Stepper, node: n.Place, scope: Scope) -> tuple[t.Step, Scope]:
    """`place a, b at X with f is e` as the changes that it stands for."""
    steps: list[t.Step] = []
    for name in node.names:
        thing = stepper.typer.expr(n.Name(name.span, name), scope)
        state = stepper.placed(thing, name.span, scope)
        steps.append(t.Assign(node.span, state, (thing,), stepper.typer.expr(node.at, scope, state.type)))
        scope = stepper.steady(node, scope)  # what comes next is asked when that is done
        for setting in node.settings or ():
            steps.append(stepper.setting(thing, setting, scope))
    return t.Branch(node.span, ((t.Const(BOOL, node.span, 1), tuple(steps)),), ()), scope


def do_step(stepper: Stepper, node: n.Do, scope: Scope) -> tuple[t.Step, Scope]:
    procedure = stepper.procedure(node.name)
    stepper.inside(procedure.stage, scope, node.name, said("procedure `{procedure}`", procedure=procedure.name))
    args = stepper.typer.arguments(node.name, procedure.params, node.arguments, scope)
    return t.Perform(node.span, procedure, args), scope


def if_step(stepper: Stepper, node: n.If, scope: Scope) -> tuple[t.Step, Scope]:
    branches: list[tuple[t.Term, tuple[t.Step, ...]]] = []
    after, ways = scope, []
    for branch in node.branches:
        test = stepper.typer.condition(branch.condition, after)
        inside = after.given(test)
        body = stepper.block(branch.block, inside)
        branches.append((test, body))
        ways += [] if _leaves(body) else [inside]
        after = after.given(test, False)
    otherwise = () if node.otherwise is None else stepper.block(node.otherwise.block, after)
    ways += [] if _leaves(otherwise) else [after]
    return t.Branch(node.span, tuple(branches), otherwise), scope.common(ways) if ways else scope


def foreach_step(stepper: Stepper, node: n.ForEach, scope: Scope) -> tuple[t.Step, Scope]:
    stepper.unhidden(node.binder, scope)
    var, source = stepper.typer.binder(node.binder, scope)
    steady = stepper.steady(node, scope)
    if isinstance(source.type, SetOf) and (steady.facts, steady.guards) != (scope.facts, scope.guards):
        try:
            var, source = stepper.typer.binder(node.binder, steady)
        except Mistake as mistake:
            hint = said("the loop changes it and asks again before each turn: bind it with `let` first")
            raise Mistake(mistake.message, mistake.span, hint) from None
    inner = steady.bind(var)
    where = None if node.where is None else stepper.typer.condition(node.where, inner)
    known = inner.given(where)
    counter = None
    if node.counting is not None:
        stepper.untaken(node.counting, inner)
        most = most_members(source)
        counter = t.Var(str(node.counting), NUMBER if most is None else Number(1, max(1, most)))
        known = known.bind(counter)
    return t.Each(node.span, var, source, where, stepper.block(node.block, known), counter), scope


def forrange_step(stepper: Stepper, node: n.ForRange, scope: Scope) -> tuple[t.Step, Scope]:
    stepper.untaken(node.name, scope)
    low, high = stepper.typer.number(node.low, scope), stepper.typer.number(node.high, scope)
    least, most = bounds(low)[0], bounds(high)[1]
    of = NUMBER if least is None or most is None else Number(least, max(least, most))
    var = t.Var(str(node.name), of)
    this = t.Local(of, node.span, var)
    known = scope.bind(var).given(t.Compare(BOOL, node.span, ">=", this, low))
    known = known.given(t.Compare(BOOL, node.span, "<=", this, high))
    return t.Count(node.span, var, low, high, stepper.block(node.block, stepper.steady(node, known))), scope


def while_step(stepper: Stepper, node: n.While, scope: Scope) -> tuple[t.Step, Scope]:
    steady = stepper.steady(node, scope)
    test = stepper.typer.condition(node.condition, steady)
    changes = frozenset(stepper.effects.block(node.block)) or _throws_again(node.block, scope)
    if not changes and not _leaves_somewhere(node.block):
        raise Mistake(
            said("nothing in this loop changes anything, so it would never end"),
            node.condition.span,
            said("change what the condition reads, or leave the loop"),
        )
    body = stepper.block(node.block, steady.given(test))
    return t.Loop(node.span, test, body), steady.given(test, False)


def repeat_step(stepper: Stepper, node: n.Repeat, scope: Scope) -> tuple[t.Step, Scope]:
    times = stepper.typer.number(node.times, scope)
    return t.Times(node.span, times, stepper.block(node.block, stepper.steady(node, scope))), scope


def return_step(stepper: Stepper, node: n.Return, scope: Scope) -> tuple[t.Step, Scope]:
    return t.Leave(node.span), scope


def _kind_of(read: t.Read) -> Kind:
    first = read.state.params[0].type
    assert isinstance(first, Thing)
    return first.kind


def _leaves(steps: tuple[t.Step, ...]) -> bool:
    """Whether a block never goes on with what comes after it."""
    return any(
        isinstance(step, t.Leave | t.EndStage | t.EndGame)
        or (isinstance(step, t.Branch) and step.otherwise and all(_leaves(b) for b in t.blocks(step)))
        for step in steps
    )


def _throws_again(block: n.Block, scope: Scope) -> bool:
    """Whether a block throws dice, or draws, under a name that is known outside it."""
    return any(isinstance(node, n.Roll | n.Draw) and str(node.name or "dice") in scope.locals for node in block.walk())


def _leaves_somewhere(block: n.Block) -> bool:
    return any(isinstance(node, n.Return | n.EndStage | n.EndWon | n.EndDrawn) for node in block.walk())


def _after_mistake(statement: n.Statement, scope: Scope) -> Scope:
    """The scope that spares what follows from being told the same mistake again."""
    name = getattr(statement, "name", None)
    if isinstance(statement, n.Let | n.Draw | n.Roll) and name is not None:
        return scope.bind(t.Var(str(name), Unknown()))
    return scope


RULES: dict[type[n.Node], Callable[..., tuple[t.Step, Scope]]] = {
    n.Let: let_step,
    n.Becomes: becomes_step,
    n.Increase: change_step,
    n.Decrease: change_step,
    n.Add: include_step,
    n.Remove: include_step,
    n.Clear: clear_step,
    n.Move: move_step,
    n.Place: place_step,
    n.Do: do_step,
    n.If: if_step,
    n.ForEach: foreach_step,
    n.ForRange: forrange_step,
    n.While: while_step,
    n.Repeat: repeat_step,
    n.Return: return_step,
    n.Choose: decisions.choose_step,
    n.MayChoose: decisions.maychoose_step,
    n.KeepChoosing: decisions.maychoose_step,
    n.Together: decisions.together_step,
    n.Roll: decisions.roll_step,
    n.Draw: decisions.draw_step,
    n.Shuffle: decisions.shuffle_step,
    n.OpenStage: decisions.openstage_step,
    n.EndStage: decisions.endstage_step,
    n.EndWon: decisions.endwon_step,
    n.EndDrawn: decisions.enddrawn_step,
}
