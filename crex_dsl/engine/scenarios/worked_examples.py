"""Worked examples, run: set up by the rule files, played by real actions, observed after them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from crex_dsl.engine.compile.analysis.constant_folding import Simplifier
from crex_dsl.engine.compile.emit.expressions import Expressions
from crex_dsl.engine.compile.emit.legal_actions import Legality, code_actions
from crex_dsl.engine.compile.emit.procedures import ProcedureEmitter
from crex_dsl.engine.compile.emit.python_module import Env, GeneratedModule
from crex_dsl.engine.compile.lower.frames import make_frames
from crex_dsl.engine.compile.lower.memory_layout import Layout
from crex_dsl.engine.compile.lower.woven_procedures import WovenProcedures, indexed_states
from crex_dsl.engine.errors import CrexError
from crex_dsl.engine.explain.legality import explain
from crex_dsl.engine.game import Game
from crex_dsl.engine.run.chance import (
    ChanceEvent,
    EmptyDraw,
    NeedsOutcome,
    ScriptedOutcomes,
    TooManyDice,
    scripted_chance,
)
from crex_dsl.engine.run.decision import DECLINE
from crex_dsl.engine.run.memory import address
from crex_dsl.engine.run.position import Position
from crex_dsl.engine.run.program import fault_sentence
from crex_dsl.engine.run.runtime import PRELUDE, Broken, NoSuchThing
from crex_dsl.engine.run.slots import FREELY, WINNERS
from crex_dsl.engine.scenarios.scenario import Scenario, blank, entered
from crex_dsl.language.source import Span
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.rulebook import BeginTerm, CheckTerm, DeedTerm, ExampleTerm, Rulebook, ScenarioTerm, SetUpTerm
from crex_dsl.text.messages import listed_as_said, said
from crex_dsl.text.numerals import whole_number


@dataclass(frozen=True)
class ExampleResult:
    """How one example went."""

    title: str
    clauses: tuple[str, ...]
    at: tuple[str, ...]
    ok: bool
    message: str
    place: str


Part = tuple[t.Step, ...] | SetUpTerm | BeginTerm | DeedTerm | CheckTerm
Watch = Callable[[Part, Position, Position], None]


class _Failed(CrexError):
    """An example does not come out as it says."""

    def __init__(self, message: str, span: Span) -> None:
        super().__init__(message)
        self.message, self.span = message, span


class Scripts:
    """The compiled set-ups and checks of a rulebook, apart from the program that they exercise."""

    def __init__(self, book: Rulebook) -> None:
        events, layout, codings = WovenProcedures(book), Layout(book, indexed_states(book)), code_actions(book)
        frames, size = make_frames(events, layout.frames_base)
        layout.keep_lots(size)
        self.unit = GeneratedModule("X")
        self._space: dict[str, Any] = dict(PRELUDE)
        self.x = Expressions(self.unit, layout, Simplifier())
        self.steps = ProcedureEmitter(events, layout, frames, self.x, Legality(self.x, codings), codings)

    def function(self, params: tuple[t.Var, ...], body: Callable[[Env], list[str]]) -> Callable[..., Any]:
        """A Python function over a state and some values."""
        env = Env((var, self.x.names.of(var)) for var in params)
        name = self.unit.name("f")
        self.unit.function(name, ["S", *env.values()], body(env))
        exec(compile(self.unit.fresh(), "<example>", "exec"), self._space)
        made: Callable[..., Any] = self._space[name]
        return made

    def value(self, term: t.Term, params: tuple[t.Var, ...] = ()) -> Callable[..., Any]:
        """The function that works a term out."""
        return self.function(params, lambda env: [f"return {self.x.value(term, env)}"])

    def block(self, steps: tuple[t.Step, ...], params: tuple[t.Var, ...] = ()) -> Callable[..., Any]:
        """The function that carries out a set-up."""
        return self.function(params, lambda env: self.steps.block(steps, env))


class Runner:
    """Plays examples and scenarios of one game."""

    def __init__(self, game: Game) -> None:
        self.game, self.book = game, game.rulebook
        self.scripts = Scripts(self.book)

    def blank(self) -> list[int]:
        """A state in which nothing has happened and nothing runs."""
        state = blank(self.game)
        state[FREELY] = 1
        return state

    def begin(
        self,
        state: list[int],
        procedure: t.Procedure,
        args: list[int],
        chance: list[tuple[str, ...]] | None = None,
        span: Span | None = None,
    ) -> Position:
        """The position where a procedure, begun in a state, first stops; where it never does, `chance` is used up."""
        chance = [] if chance is None else chance
        state = list(state)
        how = entered(self.game, state, procedure.name, args)
        if how is not None:
            state = self._plainly(how, state, args, chance, procedure.span if span is None else span)
        return Position.begun(self.game, state, None, "told", forcing=False)

    def _plainly(
        self, how: str, state: list[int], args: list[int], chance: list[tuple[str, ...]], span: Span
    ) -> list[int]:
        """The state after a procedure in which nothing is decided."""
        told: list[tuple[int, ...]] = []
        while True:
            after = list(state)
            try:
                with scripted_chance(ScriptedOutcomes(told)):
                    self.game.program.call(how, after, args)
                return after
            except NeedsOutcome as need:
                told.append(self._outcome(need.event, chance, span))

    def scenario(self, scenario: ScenarioTerm, args: list[int], state: list[int] | None = None) -> Position:
        """The position that a scenario begins with."""
        state = self.blank() if state is None else state
        state[FREELY] = 0  # nobody scripts what follows
        scene = Scenario(self.game, scenario.name)
        scene.lay_out(state, args)
        return self.begin(state, scenario.begin, list(scene.begins_with(state, args)))

    # ---- examples ----
    def run(self, example: ExampleTerm, watch: Watch | None = None) -> ExampleResult:
        """Play one example; `watch` is told of each of its parts with the positions before and after it."""
        message, ok, place = "", True, example.span.place
        try:
            self._play(example, watch)
        except _Failed as failed:
            message, ok, place = failed.message, False, failed.span.place
        except CrexError as error:
            message, ok = str(error), False
        except NoSuchThing:
            message, ok = said("`the …` found nothing that qualifies"), False
        return ExampleResult(example.title, tuple(example.clauses), tuple(example.at), ok, message, place)

    def _play(self, example: ExampleTerm, watch: Watch | None) -> None:
        state, position = self.blank(), None
        laid_out: tuple[SetUpTerm, list[int]] | None = None
        for part in example.parts:
            if laid_out is not None and not isinstance(part, tuple | BeginTerm | SetUpTerm):
                begun, args = laid_out
                laid_out = None
                inner = Scenario(self.game, begun.scenario.name).begins_with(state, args)
                position = self.begin(state, begun.scenario.begin, list(inner))
                self._settle(position, [], begun.span)
            before = self._looked_at(position, state) if watch is not None else None
            match part:
                case tuple():
                    if position is not None:
                        state = list(position.state)
                    self._lay_out(part, state)
                    position = None if position is None else self._refreshed(position, state)
                case SetUpTerm():
                    args = [self._value(arg, state) for arg in part.args]
                    Scenario(self.game, part.scenario.name).lay_out(state, args)
                    laid_out = (part, args)
                case BeginTerm():
                    args = [self._value(arg, state) for arg in part.args]
                    chance = list(part.chance)
                    now = position.state if position else state
                    position = self.begin(now, part.procedure, args, chance, part.span)
                    laid_out = None
                    self._settle(position, chance, part.span)
                case DeedTerm():
                    if position is None:
                        raise _Failed(said("nothing has begun yet"), part.span)
                    self._deed(position, part)
                case CheckTerm():
                    if part.layers and not set(part.layers) & set(self.book.chain):
                        continue
                    self._check(position, state, part)
            if watch is not None and before is not None:
                watch(part, before, self._looked_at(position, state))

    def _looked_at(self, position: Position | None, state: list[int]) -> Position:
        """A position of its own, whether or not something has begun yet."""
        return Position(self.game, list(state), [], list(state), None) if position is None else position.from_here()

    def _lay_out(self, steps: tuple[t.Step, ...], state: list[int]) -> None:
        """Carry out a set-up, which leaves nothing to chance and keeps what memory promises."""
        try:
            self._run_script(self.scripts.block(steps), state)
        except NeedsOutcome as need:
            what = said(_CHANCE[need.event.sort])
            message = said("the set-up leaves something to chance ({what}), and nothing says how", what=what)
            raise _Failed(message, steps[0].span) from None

    def _value(self, term: t.Term, state: list[int]) -> Any:
        """What an example says or asks, worked out over a state."""
        return self._run_script(self.scripts.value(term), state)

    def _run_script(self, script: Callable[..., Any], state: list[int]) -> Any:
        try:
            return script(state)
        except (Broken, EmptyDraw, TooManyDice) as broken:
            fault, value = self.scripts.steps.faults[broken.site], getattr(broken, "value", None)
            raise _Failed(fault_sentence(fault.sort, fault.detail, value), fault.span) from None

    def _refreshed(self, position: Position, state: list[int]) -> Position:
        from crex_dsl.engine.saves.state_import import legal_codes

        return_to = Position(self.game, state, legal_codes(self.game, state), list(state), None)
        return_to._forcing = False
        return return_to

    def _deed(self, position: Position, deed: DeedTerm) -> None:
        game = self.game
        if position.event is not None:
            self._settle(position, [], deed.span)
        decision = position.decision
        who = game.player_name(deed.who)
        if decision is None:
            raise _Failed(said("nobody decides here, so {who} cannot", who=who), deed.span)
        if game.decider(position.state) != deed.who:
            raise _Failed(
                said("{player_name} decides here, not {who}", player_name=game.player_name(decision.who), who=who),
                deed.span,
            )
        code = DECLINE if deed.action is None else self._code(deed.action, deed.args)
        if code not in position.codes:
            raise _Failed(
                said("{action} is not legal: {why}", action=game.spelled(code), why=explain(position, code)),
                deed.span,
            )
        position._proceed(code, [])
        self._settle(position, list(deed.chance), deed.span)

    def _settle(self, position: Position, chance: list[tuple[str, ...]], span: Span) -> None:
        """Tell waiting random events what the script says, in order."""
        while position.event is not None:
            position.tell(self._outcome(position.event, chance, span))
        if chance:
            raise _Failed(
                said("the example tells more chance than there was: {chance}", chance=listed_as_said(chance[0])), span
            )

    def _outcome(self, event: ChanceEvent, chance: list[tuple[str, ...]], span: Span) -> tuple[int, ...]:
        """What the script says of the next random event."""
        if not chance:
            what = _dice(event) if event.sort == "roll" else said(_CHANCE[event.sort])
            raise _Failed(said("chance decides here, and the example does not say how: {what}", what=what), span)
        words = chance.pop(0)
        outcome = tuple(self._member(word, event) if (face := whole_number(word)) is None else face for word in words)
        if not event.accepts(outcome):
            need = _dice(event) if event.sort == "roll" else said("one of {count}", count=len(event.members))
            told = listed_as_said(words)
            raise _Failed(said("chance needs {need} here, and the example says {told}", need=need, told=told), span)
        return outcome

    def _member(self, word: str, event: ChanceEvent) -> int:
        kind = self.game.faults[event.site].kind
        return self.game.namer.kinds[kind][1].get(word, -1) if kind else -1

    def _code(self, action: t.Action, args: tuple[int, ...]) -> int:
        row = self.game.action_row(action.name)
        for arg, low, count in zip(args, row.lows, row.counts, strict=True):
            if not 0 <= arg - low < count:
                raise CrexError(said("{arg} is outside what `{action}` can choose", arg=arg, action=action.name))
        return address(row, args)

    def _check(self, position: Position | None, state: list[int], check: CheckTerm) -> None:
        if check.sort == "holds":
            assert check.term is not None
            now = position.state if position is not None else state
            if not self._value(check.term, now):
                raise _Failed(said("this does not hold"), check.span)
            return
        if position is None:
            raise _Failed(said("nothing has begun yet"), check.span)
        match check.sort:
            case "legal" | "refused":
                self._legality(position, check)
            case "next":
                self._next(position, check)
            case "won":
                if not position.over or position.state[WINNERS] != check.winners:
                    raise _Failed(_standing(position), check.span)
            case "drawn":
                if position.result is None or position.result.kind != "drawn":
                    raise _Failed(_standing(position), check.span)

    def _legality(self, position: Position, check: CheckTerm) -> None:
        assert check.action is not None
        code = self._code(check.action, check.args)
        answer = explain(position, code, actor=check.who)
        if check.sort == "legal":
            if not answer.legal:
                raise _Failed(said("{action} is refused: {answer}", action=answer.action, answer=answer), check.span)
            return
        if answer.legal:
            raise _Failed(said("{action} is legal", action=answer.action), check.span)
        for clause in check.citing:
            if clause not in answer.clauses:
                refused = said(
                    "it is refused by {clauses}, not by {clause}",
                    clauses=listed_as_said(answer.clauses) or said("no clause"),
                    clause=clause,
                )
                raise _Failed(refused, check.span)

    def _next(self, position: Position, check: CheckTerm) -> None:
        decision = position.decision
        who = self.game.player_name(check.who)
        if decision is None or self.game.decider(position.state) != check.who:
            asked = self.game.player_name(decision.who) if decision else said("nobody-at-all")
            raise _Failed(said("next is {asked}, not {who}", asked=asked, who=who), check.span)
        if check.thing is not None:
            kind, index = check.thing
            name = kind.ids[index]
            if not any(name in action.args.values() for action in decision.legal):
                raise _Failed(
                    said(
                        "{who} decides about {legal}, not about {name}", who=who, legal=repr(decision.legal), name=name
                    ),
                    check.span,
                )


_CHANCE = {"roll": "chance-roll", "draw": "chance-draw", "count": "chance-count", "shuffle": "chance-shuffle"}


def _dice(event: ChanceEvent) -> str:
    return said("{count} die", "{count} dice", count=event.count)


def _standing(position: Position) -> str:
    if position.result is None:
        return said("the game is not over")
    return said("the game is {result}", result=position.result)


def run_examples(game: Game) -> list[ExampleResult]:
    """How every example of a game goes under its edition and options."""
    if not game.rulebook.examples:
        return []
    runner = Runner(game)
    return [runner.run(example) for example in game.rulebook.examples]
