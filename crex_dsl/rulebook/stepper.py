"""Statements: typed steps, with what is known about optional values kept exact across every change."""

from __future__ import annotations

from dataclasses import dataclass, replace

from crex_dsl.language import nodes as n
from crex_dsl.language.diagnostics import Report, did_you_mean, listed
from crex_dsl.language.source import Span, Word
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.bounds import bounds, most_members
from crex_dsl.rulebook.effects import Effects
from crex_dsl.rulebook.scope import Mistake, Scope, Told, local
from crex_dsl.rulebook.templates import template
from crex_dsl.rulebook.typer import Typer
from crex_dsl.rulebook.types import (
    BOOL,
    NUMBER,
    Dice,
    Enum,
    Kind,
    ListOf,
    Number,
    SetOf,
    Thing,
    Unknown,
    solid,
)

MAX_SIDES = 100
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
                    "this can never be reached",
                    statement.span,
                    "the step before it leaves the procedure, the stage or the game",
                    [("it leaves here", ended)],
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
        method = getattr(self, f"_{type(node).__name__.lower()}", None)
        if method is None:
            raise Mistake("this step cannot stand here", node.span)
        loop = isinstance(node, n.ForEach | n.ForRange | n.While | n.Repeat)
        self.loops += loop
        try:
            if self.loops > MAX_LOOPS:
                raise Mistake(
                    f"loops nest more than {MAX_LOOPS} deep", node.span, "move the inner ones into a procedure"
                )
            step, after = method(node, scope)
        finally:
            self.loops -= loop
        return step, after.forget(self._undone(node, scope))

    # ---- memory ----
    def place(self, node: n.Expr, scope: Scope) -> Place:
        """The piece of memory that a node names."""
        term = self.typer.expr(node, scope)
        if not isinstance(term, t.Read):
            what = "fixed" if isinstance(term, t.Fixed) else "no memory"
            hint = "mark the attribute `changing`" if isinstance(term, t.Fixed) else "name a state, set, tally or field"
            raise Mistake(f"this is {what} and cannot change", node.span, hint)
        args = term.args
        if isinstance(node, n.Call):
            args = self.typer.arguments(node.name, term.state.params, node.arguments, scope)
        elif isinstance(node, n.Member):
            args = (self.typer.expr(node.of, scope, Thing(_kind_of(term))),)
        return Place(term.state, args, term)

    def _let(self, node: n.Let, scope: Scope) -> tuple[t.Step, Scope]:
        value = self.typer.expr(node.value, scope)
        if isinstance(value.type, ListOf):
            raise Mistake(
                "`let` holds one value or a set, not a list",
                node.value.span,
                "name the ranking with `define`",
            )
        var = self.fresh(node.name, scope, value)
        known = scope.bind(var)
        if isinstance(value.type, Number):
            known = known.given(t.Compare(BOOL, node.span, "==", t.Local(var.type, node.span, var), value))
        return t.SetVar(node.span, var, value), known

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
            raise Mistake(f"`{name}` means something here already", name.span, "choose another name")

    def _becomes(self, node: n.Becomes, scope: Scope) -> tuple[t.Step, Scope]:
        place = self.place(node.target, scope)
        if place.state.sort == "tally":
            raise Mistake("a tally only counts", node.target.span, "say `+=`, or declare a `state`")
        value = self.typer.expr(node.value, scope, place.state.type)
        return t.Assign(node.span, place.state, place.args, value), scope

    def _by(self, node: n.Increase | n.Decrease, operator: str, scope: Scope) -> tuple[t.Step, Scope]:
        place = self.place(node.target, scope)
        if not isinstance(place.state.type, Number):
            raise Mistake(f"`{place.state.name}` is {place.state.type}, not a number", node.target.span)
        return t.Change(node.span, place.state, place.args, operator, self.typer.number(node.value, scope)), scope

    def _increase(self, node: n.Increase, scope: Scope) -> tuple[t.Step, Scope]:
        return self._by(node, "+", scope)

    def _decrease(self, node: n.Decrease, scope: Scope) -> tuple[t.Step, Scope]:
        return self._by(node, "-", scope)

    def _include(self, node: n.Add | n.Remove, operator: str, scope: Scope) -> tuple[t.Step, Scope]:
        place = self.place(node.target, scope)
        of = place.state.type
        if not isinstance(of, SetOf):
            raise Mistake(f"`{place.state.name}` is {of}, not a set", node.target.span, "say `becomes`, `+=` or `-=`")
        value = self.typer.expr_near(node.value, scope, of.of)
        value = self.typer.fit(value, of if isinstance(value.type, SetOf | ListOf) else of.of, scope)
        return t.Include(node.span, place.state, place.args, operator, value), scope

    def _add(self, node: n.Add, scope: Scope) -> tuple[t.Step, Scope]:
        return self._include(node, "+", scope)

    def _remove(self, node: n.Remove, scope: Scope) -> tuple[t.Step, Scope]:
        return self._include(node, "-", scope)

    def _clear(self, node: n.Clear, scope: Scope) -> tuple[t.Step, Scope]:
        if isinstance(node.target, n.Name):
            state = self.world.states.get(str(node.target.name))
            if state is not None:
                return t.Reset(node.span, state, None), scope
        place = self.place(node.target, scope)
        return t.Reset(node.span, place.state, place.args), scope

    def _move(self, node: n.Move, scope: Scope) -> tuple[t.Step, Scope]:
        thing = self.typer.expr(node.thing, scope)
        state = self._placed(thing, node.thing.span, scope)
        return t.Assign(node.span, state, (thing,), self.typer.expr(node.to, scope, state.type)), scope

    def _placed(self, thing: t.Term, span: Span, scope: Scope) -> t.State:
        if isinstance(solid(thing.type), Thing) and not isinstance(thing.type, Thing):
            self.typer.fit(thing, solid(thing.type), scope)
        kind = thing.type.kind if isinstance(thing.type, Thing) else None
        while kind is not None and kind.placed is None:
            kind = kind.parent
        if kind is None or kind.placed is None:
            raise Mistake(f"{thing.type} has no `placed` attribute, so it cannot be moved", span)
        return kind.placed

    def _place(self, node: n.Place, scope: Scope) -> tuple[t.Step, Scope]:
        """`place a, b at X with f is e` as the changes that it stands for."""
        steps: list[t.Step] = []
        for name in node.names:
            thing = self.typer.expr(n.Name(name.span, name), scope)
            state = self._placed(thing, name.span, scope)
            steps.append(t.Assign(node.span, state, (thing,), self.typer.expr(node.at, scope, state.type)))
            scope = self._steady(node, scope)  # what comes next is asked when that is done
            for setting in node.settings or ():
                steps.append(self._setting(thing, setting, scope))
        return t.Branch(node.span, ((t.Const(BOOL, node.span, 1), tuple(steps)),), ()), scope

    def _setting(self, thing: t.Term, setting: n.FieldIs, scope: Scope) -> t.Step:
        assert isinstance(thing.type, Thing)
        state = thing.type.kind.attribute(str(setting.name)) or self.world.states.get(str(setting.name))
        if not isinstance(state, t.State) or len(state.params) != 1:
            known = [
                *thing.type.kind.attribute_names(),
                *(s.name for s in self.world.states.values() if len(s.params) == 1),
            ]
            raise Mistake(
                f"a {thing.type.kind.name} has no memory `{setting.name}`",
                setting.name.span,
                did_you_mean(setting.name, known),
            )
        self.typer.fit(thing, state.params[0].type)
        if isinstance(state.type, SetOf):
            raise Mistake(f"`{setting.name}` is a set", setting.name.span, "say `add … to …`")
        return t.Assign(setting.span, state, (thing,), self.typer.expr(setting.value, scope, state.type))

    # ---- control ----
    def procedure(self, name: Word) -> t.Procedure:
        """The procedure or moment of that name."""
        found = self.world.procedures.get(str(name))
        if found is None:
            if name in self.world.failed:
                raise Told(name.span)
            if name in self.world.gone:
                how, where = self.world.gone[name]
                raise Mistake(f"the procedure `{name}` is not there in this edition", name.span, None, [(how, where)])
            hint = did_you_mean(name, self.world.procedures)
            if name in self.world.actions:
                hint = f"`{name}` is an action: a player chooses it"
            raise Mistake(f"there is no procedure `{name}`", name.span, hint)
        return found

    def event(self, name: Word) -> t.Action | t.Procedure:
        """The action, procedure or moment of that name."""
        found: t.Action | t.Procedure | None = self.world.actions.get(str(name)) or self.world.procedures.get(str(name))
        if found is None:
            if name in self.world.failed:
                raise Told(name.span)
            known = [*self.world.actions, *self.world.procedures]
            also = [self.world.gone[name]] if name in self.world.gone else []
            raise Mistake(f"nothing that happens is called `{name}`", name.span, did_you_mean(name, known), also)
        return found

    def _do(self, node: n.Do, scope: Scope) -> tuple[t.Step, Scope]:
        procedure = self.procedure(node.name)
        self._inside(procedure.stage, scope, node.name, f"procedure `{procedure.name}`")
        args = self.typer.arguments(node.name, procedure.params, node.arguments, scope)
        return t.Perform(node.span, procedure, args), scope

    def _inside(self, stage: str, scope: Scope, name: Word, what: str) -> None:
        """Make sure that what lives in a stage is used inside it."""
        if scope.stage is not None and stage not in self.world.stage_chain(scope.stage):
            raise Mistake(
                f"{what} belongs to stage `{stage}`, and this is stage `{scope.stage}`",
                name.span,
                f"open `{stage}` first, or declare it in `{scope.stage}`",
            )

    def _if(self, node: n.If, scope: Scope) -> tuple[t.Step, Scope]:
        branches: list[tuple[t.Term, tuple[t.Step, ...]]] = []
        after, ways = scope, []
        for branch in node.branches:
            test = self.typer.condition(branch.condition, after)
            inside = after.given(test)
            body = self.block(branch.block, inside)
            branches.append((test, body))
            ways += [] if _leaves(body) else [inside]
            after = after.given(test, False)
        otherwise = () if node.otherwise is None else self.block(node.otherwise.block, after)
        ways += [] if _leaves(otherwise) else [after]
        return t.Branch(node.span, tuple(branches), otherwise), scope.common(ways) if ways else scope

    def _steady(self, node: n.Statement, scope: Scope) -> Scope:
        """What is still known when a loop's body comes round again."""
        return scope.forget(self._undone(node, scope))

    def _undone(self, node: n.Statement, scope: Scope) -> frozenset[str]:
        """What a step may change: memory, what asks it, and local names that are drawn or thrown again."""
        again = (str(part.name or "dice") for part in node.walk() if isinstance(part, n.Draw | n.Roll))
        return self.effects.changed(self.effects.statement(node)) | {local(name) for name in again}

    def _foreach(self, node: n.ForEach, scope: Scope) -> tuple[t.Step, Scope]:
        self.unhidden(node.binder, scope)
        var, source = self.typer.binder(node.binder, scope)
        steady = self._steady(node, scope)
        if isinstance(source.type, SetOf) and (steady.facts, steady.guards) != (scope.facts, scope.guards):
            try:
                var, source = self.typer.binder(node.binder, steady)
            except Mistake as mistake:
                hint = "the loop changes it and asks again before each turn: bind it with `let` first"
                raise Mistake(mistake.message, mistake.span, hint) from None
        inner = steady.bind(var)
        where = None if node.where is None else self.typer.condition(node.where, inner)
        known = inner.given(where)
        counter = None
        if node.counting is not None:
            self.untaken(node.counting, inner)
            most = most_members(source)
            counter = t.Var(str(node.counting), NUMBER if most is None else Number(1, max(1, most)))
            known = known.bind(counter)
        return t.Each(node.span, var, source, where, self.block(node.block, known), counter), scope

    def unhidden(self, binder: n.Binder, scope: Scope) -> None:
        """Make sure that a loop's name hides no memory."""
        if binder.name in self.world.states or binder.name in self.world.definitions:
            raise Mistake(f"`{binder.name}` means something here already", binder.name.span, "choose another name")

    def _forrange(self, node: n.ForRange, scope: Scope) -> tuple[t.Step, Scope]:
        self.untaken(node.name, scope)
        low, high = self.typer.number(node.low, scope), self.typer.number(node.high, scope)
        least, most = bounds(low)[0], bounds(high)[1]
        of = NUMBER if least is None or most is None else Number(least, max(least, most))
        var = t.Var(str(node.name), of)
        this = t.Local(of, node.span, var)
        known = scope.bind(var).given(t.Compare(BOOL, node.span, ">=", this, low))
        known = known.given(t.Compare(BOOL, node.span, "<=", this, high))
        return t.Count(node.span, var, low, high, self.block(node.block, self._steady(node, known))), scope

    def _while(self, node: n.While, scope: Scope) -> tuple[t.Step, Scope]:
        steady = self._steady(node, scope)
        test = self.typer.condition(node.condition, steady)
        changes = frozenset(self.effects.block(node.block)) or _throws_again(node.block, scope)
        if not changes and not _leaves_somewhere(node.block):
            raise Mistake(
                "nothing in this loop changes anything, so it would never end",
                node.condition.span,
                "change what the condition reads, or leave the loop",
            )
        body = self.block(node.block, steady.given(test))
        return t.Loop(node.span, test, body), steady.given(test, False)

    def _repeat(self, node: n.Repeat, scope: Scope) -> tuple[t.Step, Scope]:
        times = self.typer.number(node.times, scope)
        return t.Times(node.span, times, self.block(node.block, self._steady(node, scope))), scope

    def _return(self, node: n.Return, scope: Scope) -> tuple[t.Step, Scope]:
        return t.Leave(node.span), scope

    # ---- choices ----
    def offers(self, nodes: n.Offers, scope: Scope) -> tuple[t.OfferTerm, ...]:
        """The actions that a choice offers."""
        made: list[t.OfferTerm] = []
        for offer in nodes:
            action = self.typer.action(offer.name)
            self._inside(action.stage, scope, offer.name, f"action `{action.name}`")
            made.append(t.OfferTerm(action, self.typer.open_arguments(offer.name, action, offer.arguments, scope)))
        return tuple(made)

    def _choose(self, node: n.Choose, scope: Scope) -> tuple[t.Step, Scope]:
        who, offers = self.typer.player(node.who, scope), self.offers(node.offers, scope)
        otherwise = None if node.otherwise is None else self.block(node.otherwise, scope)
        return t.Ask(node.span, "must", who, offers, None, otherwise), scope

    def _maychoose(self, node: n.MayChoose, scope: Scope) -> tuple[t.Step, Scope]:
        who, offers = self.typer.player(node.who, scope), self.offers(node.offers, scope)
        return t.Ask(node.span, "may", who, offers, template(node.decline, self.typer, scope), None), scope

    def _keepchoosing(self, node: n.KeepChoosing, scope: Scope) -> tuple[t.Step, Scope]:
        steady = self._steady(node, scope)
        who, offers = self.typer.player(node.who, steady), self.offers(node.offers, steady)
        return t.Ask(node.span, "keep", who, offers, template(node.decline, self.typer, steady), None), scope

    def _together(self, node: n.Together, scope: Scope) -> tuple[t.Step, Scope]:
        var, source = self.typer.binder(node.binder, scope)
        self.typer.fit(t.Local(var.type, node.binder.span, var), Thing(self.world.player))
        inner = scope.bind(var)
        where = None if node.where is None else self.typer.condition(node.where, inner)
        return t.AskTogether(node.span, var, source, where, self.offers(node.offers, inner)), scope

    # ---- chance ----
    def _roll(self, node: n.Roll, scope: Scope) -> tuple[t.Step, Scope]:
        count = self.typer.number(node.count, scope)
        sides = 6 if node.sides is None else self.typer.whole(node.sides)
        if not 2 <= sides <= MAX_SIDES:
            raise Mistake(f"a die has 2 to {MAX_SIDES} sides", node.sides.span if node.sides else node.span)
        if node.name is not None and node.name not in scope.locals:
            self.untaken(node.name, scope)
        name = "dice" if node.name is None else str(node.name)
        known = scope.locals.get(name)
        var = known if known is not None and known.type == Dice(sides) else t.Var(name, Dice(sides))
        return t.Throw(node.span, var, count, sides), scope.bind(var)

    def _draw(self, node: n.Draw, scope: Scope) -> tuple[t.Step, Scope]:
        source = self.typer.expr(node.source, scope)
        if not isinstance(source.type, SetOf):
            raise Mistake(f"`draw` takes a set, and this is {source.type}", source.span)
        if node.name not in scope.locals:
            self.untaken(node.name, scope)
        known = scope.locals.get(str(node.name))
        var = known if known is not None and known.type == source.type.of else t.Var(str(node.name), source.type.of)
        return t.Pick(node.span, var, source), scope.bind(var)

    def _shuffle(self, node: n.Shuffle, scope: Scope) -> tuple[t.Step, Scope]:
        source = self.typer.expr(node.source, scope)
        if not isinstance(source.type, SetOf) or not isinstance(source.type.of, Thing):
            raise Mistake(f"`shuffle` takes a set of things, and this is {source.type}", source.span)
        kind = source.type.of.kind
        state = kind.attribute(str(node.by)) or self.world.states.get(str(node.by))
        if not isinstance(state, t.State) or len(state.params) != 1 or not isinstance(state.type, Number):
            raise Mistake(
                f"`shuffle … by` names a number that every {kind.name} remembers",
                node.by.span,
                did_you_mean(node.by, kind.attribute_names()),
            )
        self.typer.fit(t.Local(source.type.of, node.source.span, t.Var("_", source.type.of)), state.params[0].type)
        return t.Mix(node.span, source, state), scope

    # ---- stages ----
    def stage(self, name: Word) -> t.StageTerm:
        """The stage of that name."""
        found = self.world.stages.get(str(name))
        if found is None:
            raise Mistake(
                f"there is no stage `{name}`",
                name.span,
                did_you_mean(name, self.world.stages) or f"the stages are {listed(sorted(self.world.stages))}",
            )
        return found

    def _openstage(self, node: n.OpenStage, scope: Scope) -> tuple[t.Step, Scope]:
        stage = self.stage(node.stage)
        chain = self.world.stage_chain(scope.stage) if scope.stage else []
        if scope.stage is not None and (stage.within not in chain or stage.name in chain):
            raise Mistake(
                f"stage `{stage.name}` lies in `{stage.within}`, and this is stage `{scope.stage}`",
                node.stage.span,
                "open it from a procedure of that stage",
            )
        settings: list[tuple[t.State, t.Term]] = []
        for setting in node.settings or ():
            state = stage.fields.get(str(setting.name))
            if state is None:
                raise Mistake(
                    f"stage `{stage.name}` has no field `{setting.name}`",
                    setting.name.span,
                    did_you_mean(setting.name, stage.fields),
                )
            settings.append((state, self.typer.expr(setting.value, scope, state.type)))
        given = {state.name for state, _ in settings}
        for state in stage.fields.values():
            if state.starts is None and state.name not in given and isinstance(state.type, Thing | Enum):
                raise Mistake(
                    f"nothing says what `{state.name}` is when `{stage.name}` opens",
                    node.span,
                    f"add `{state.name} is …`, or declare it with `starts at`",
                    [("the field is declared here", state.span)],
                )
        inner = replace(self._steady(node, scope), stage=stage.name)
        body = self.block(node.block, inner)
        return t.OpenStage(node.span, stage, tuple(settings), body), scope

    def _endstage(self, node: n.EndStage, scope: Scope) -> tuple[t.Step, Scope]:
        stage = self.stage(node.stage)
        if stage.name == "game":
            raise Mistake("the game ends with a result", node.span, "say `end game won by …` or `end game drawn`")
        if scope.stage is not None and stage.name not in self.world.stage_chain(scope.stage):
            raise Mistake(
                f"stage `{stage.name}` is not open in stage `{scope.stage}`",
                node.stage.span,
                f"end it from a procedure of stage `{stage.name}`",
            )
        return t.EndStage(node.span, stage), scope

    def _endwon(self, node: n.EndWon, scope: Scope) -> tuple[t.Step, Scope]:
        player = Thing(self.world.player)
        winners = self.typer.expr_near(node.winners, scope, player)
        winners = self.typer.fit(winners, SetOf(player) if isinstance(winners.type, SetOf | ListOf) else player, scope)
        return t.EndGame(node.span, winners), scope

    def _enddrawn(self, node: n.EndDrawn, scope: Scope) -> tuple[t.Step, Scope]:
        return t.EndGame(node.span, None), scope


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
