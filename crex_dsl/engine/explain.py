"""Why an action is legal or not: permissions, prohibitions and exceptions, with the values that decide."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from crex_dsl.engine.decision import DECLINE
from crex_dsl.engine.mask import HIDDEN, Mask
from crex_dsl.engine.runtime import FAULTS
from crex_dsl.language.diagnostics import listed

if TYPE_CHECKING:
    from crex_dsl.engine.game import Game
    from crex_dsl.engine.position import Position

Tree = tuple[Any, ...]
ACTOR, PLAYER = "actor", ("thing", "player", "player")


@dataclass(frozen=True)
class Reason:
    """One thing that decides: the clause, the condition as written, the values in it and what its names stand for.

    `holds` tells whether the condition is so as it is written, without a `not` that was put before it.
    """

    clause: str
    condition: str
    values: tuple[tuple[str, str], ...] = ()
    names: tuple[tuple[str, str], ...] = field(default=(), compare=False)
    holds: bool = field(default=True, compare=False)

    def __str__(self) -> str:
        facts = (f"{name} is {value}" for name, value in self.values)
        told = ", ".join(fact for fact in facts if fact != self.condition)
        return f"{self.condition} ({told})" if told else self.condition

    @property
    def denied(self) -> str:
        """The reason as what is not so."""
        told = str(self)
        return told.removeprefix("not ") if told.startswith("not ") else f"not {told}"

    @property
    def written(self) -> str:
        """The condition as its rule file has it."""
        return self.condition.removeprefix("not ")


@dataclass(frozen=True)
class Lift:
    """An exception to a prohibition: by which clause, whether it holds, and why or why not."""

    clause: str
    holds: bool
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True)
class Finding:
    """One permission or prohibition, whether it holds, why or why not, and the exceptions to it."""

    clause: str
    holds: bool
    reasons: tuple[Reason, ...] = ()
    lifts: tuple[Lift, ...] = ()

    @property
    def lifted_by(self) -> tuple[str, ...]:
        """The clauses that lift a prohibition."""
        return tuple(lift.clause for lift in self.lifts if lift.holds)

    @property
    def stands(self) -> bool:
        """Whether it holds and nothing lifts it."""
        return self.holds and not self.lifted_by


@dataclass(frozen=True)
class Answer:
    """Everything that speaks for and against one instance of an action."""

    action: str
    asked: bool
    actor: str | None
    clause: str = ""
    not_asked: str | None = None
    out_of_range: str | None = None
    permits: tuple[Finding, ...] = ()
    forbids: tuple[Finding, ...] = ()
    citations: dict[str, str] = field(default_factory=dict)

    @property
    def legal(self) -> bool:
        """Whether the rules allow it, asked or not."""
        return self.out_of_range is None and self.unopposed

    @property
    def unopposed(self) -> bool:
        """Whether some permission covers it and no prohibition stands, its bounds apart."""
        permitted = any(permit.holds for permit in self.permits)
        return permitted and not any(forbid.stands for forbid in self.forbids)

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses that stand against it, or, where it is legal, that permit it."""
        if self.legal:
            found = [permit.clause for permit in self.permits if permit.holds]
            if not self.asked:
                found = []
            return tuple(dict.fromkeys(found))
        found = [self.clause] if self.out_of_range else []
        found += [forbid.clause for forbid in self.forbids if forbid.stands]
        if not self.permits:
            found.append(self.clause)
        if not any(permit.holds for permit in self.permits):
            for permit in self.permits:
                found += [reason.clause for reason in permit.reasons]
                found.append(permit.clause)
        return tuple(dict.fromkeys(clause for clause in found if clause))

    def __bool__(self) -> bool:
        return self.legal and self.asked

    def __str__(self) -> str:
        parts: list[str] = []
        if self.not_asked:
            parts.append(self.not_asked)
        if self.out_of_range:
            parts.append(self.out_of_range)
        for forbid in self.forbids:
            if forbid.stands:
                why = "; ".join(str(reason) for reason in forbid.reasons)
                parts.append(f"{self.cited(forbid.clause)} forbids it" + (f": {why}" if why else ""))
        if not any(permit.holds for permit in self.permits) and self.action != "done":
            if not self.permits and self.clause:
                parts.append("no clause permits it")
            for permit in self.permits:
                why = "; ".join(
                    reason.denied + (f", by {self.cited(reason.clause)}" if reason.clause != permit.clause else "")
                    for reason in permit.reasons
                )
                parts.append(f"{self.cited(permit.clause)} does not permit it" + (f": {why}" if why else ""))
        if not parts:
            permits = [self.cited(permit.clause) for permit in self.permits if permit.holds]
            return f"{self.action} is permitted by {listed(dict.fromkeys(permits))}"
        return "; ".join(parts)

    def cited(self, clause: str) -> str:
        """A clause as the edition cites it."""
        return self.citations.get(clause, clause)


def citation(game: Game, clause: str) -> str:
    """A clause's id with the numbers under which the edition prints it."""
    row = game.tables["clauses"].get(clause)
    numbers = ", ".join(row[1]) if row else ""
    return f"{clause} ({numbers})" if numbers else clause


def explain(position: Position, code: int, viewer: int | None = None, actor: int | None = None) -> Answer:
    """What speaks for and against an instance, as a viewer may read it; `actor` is who decides unless named."""
    game, state = position.game, position.state
    decision = position.decision
    cites = {clause: citation(game, clause) for clause in game.tables["clauses"]}
    if decision is None:
        why = "the game is over" if position.over else "nothing is asked now"
        return Answer(game.spelled(code), False, None, not_asked=why, citations=cites)
    if code == DECLINE:
        asks = cites.get(decision.clause, decision.clause)
        note = None if DECLINE in decision.codes else f"{asks} leaves no choice to decline"
        if actor not in (None, game.decider(state)):
            note = f"{asks} now asks {decision.who}"
        asked = note is None
        finding = Finding(decision.clause, asked)
        return Answer("done", asked, decision.who, decision.clause, not_asked=note, permits=(finding,), citations=cites)
    mask = Mask(game, state, viewer)
    for of, arg in zip(game.coding(code)[7], game.numbers(code), strict=True):
        if of[0] == "thing" and mask.hides(of[1], arg):
            why = f"{game.player_id(viewer or 0)} cannot tell which {of[2]} that is"
            return Answer(game.spelled(code), False, decision.who, not_asked=why, citations=cites)
    decider = game.decider(state)
    actor = decider if actor is None else actor
    answer = weighed(game, state, code, actor, mask)
    if code in decision.codes and actor == decider:
        return replace(answer, asked=True)
    offered = decision.actions
    if game.coding(code)[0] not in offered or actor != decider:
        asks = cites.get(decision.clause, decision.clause)
        note = f"{asks} now asks {decision.who} for {listed(dict.fromkeys(offered), 'or')}"
        return replace(answer, not_asked=note)
    return replace(answer, not_asked=_narrowed(decision.who)) if answer.unopposed else answer


def weighed(game: Game, state: list[int], code: int, actor: int, mask: Mask) -> Answer:
    """What speaks for and against an instance by somebody, whatever is asked now."""
    walker = _Walker(game, state, mask)
    row, args = game.coding(code), game.numbers(code)
    _, by, limits, permits, forbids, excepts = game.program.words["REASONS"][game.action_number(code)]
    values = (actor, *args)
    case = _Case("", values, ((ACTOR, (*PLAYER, -1)), *zip(row[6], row[7], strict=True)))
    permitted = [walker.permit(rule, case) for rule in permits]
    if by is not None and by(state, *values) != actor:
        whose, who = (game.namer.plain((*PLAYER, -1), seat) or "nobody" for seat in (by(state, *values), actor))
        reason = Reason(row[8], f"not it belongs to {whose}, and {who} decides")
        permitted = [Finding(found.clause, False, (reason,)) for found in permitted]
    return Answer(
        game.spelled(code),
        False,
        game.player_id(actor),
        row[8],
        out_of_range=walker.range(limits, values, row),
        permits=tuple(permitted),
        forbids=tuple(walker.forbid(rule, case, excepts) for rule in forbids),
        citations={clause: citation(game, clause) for clause in game.tables["clauses"]},
    )


def standing(game: Game, state: list[int], code: int, actor: int) -> list[str] | None:
    """The clauses that forbid an instance to somebody, quickly; None where no clause permits it anyway."""
    walker = _Walker(game, state, Mask(game, state, None))
    row, values = game.coding(code), (actor, *game.numbers(code))
    _, by, limits, permits, forbids, excepts = game.program.words["REASONS"][game.action_number(code)]
    if (by is not None and by(state, *values) != actor) or walker.range(limits, values, row) is not None:
        return None
    if not any(tree is None or walker.truth(tree, values) for _, tree, _ in permits):
        return None
    return [
        clause
        for clause, tree, _ in forbids
        if (tree is None or walker.truth(tree, values))
        and not any(lifts == clause and (when is None or walker.truth(when, values)) for _, lifts, when in excepts)
    ]


def reasons_for(
    game: Game, state: list[int], mask: Mask, tree: Tree, clause: str, values: tuple[int, ...], names: Tree
) -> tuple[Reason, ...]:
    """What makes a condition so or not, whosever condition it is."""
    return _Walker(game, state, mask).judged(tree, _Case(clause, values, names))[1]


def _narrowed(who: str) -> str:
    return f"{who} is asked about other instances of it now"


@dataclass(frozen=True)
class _Case:
    """What a condition is asked of: the clause that asks, the values of its names, and these with their types."""

    clause: str
    values: tuple[int, ...]
    names: tuple[tuple[str, Tree], ...]

    def at(self, clause: str) -> _Case:
        """The same for another clause."""
        return replace(self, clause=clause)


class _Walker:
    """Walks condition trees over a state."""

    def __init__(self, game: Game, state: list[int], mask: Mask) -> None:
        self.game, self.state, self.mask = game, state, mask
        self.definitions: list[Tree] = game.program.words["DEFINITIONS"]

    def range(self, limits: list[Tree], values: tuple[int, ...], row: Tree) -> str | None:
        """The sentence for an argument outside its bounds, or None."""
        for place, low, high in limits:
            least, most = low(self.state, *values), high(self.state, *values)
            given = values[place + 1]
            if not least <= given <= most:
                return f"{row[6][place]} lies between {least} and {most}, and {given} does not"
        return None

    def permit(self, rule: Tree, case: _Case) -> Finding:
        """A permission: whether it holds, and the conditions that make it so, or the first that fails."""
        return Finding(rule[0], *self.judged(rule[1], case.at(rule[0])))

    def forbid(self, rule: Tree, case: _Case, excepts: list[Tree]) -> Finding:
        """A prohibition: whether it holds, the values that make it so or not, and what lifts it."""
        clause = rule[0]
        holds, reasons = self.judged(rule[1], case.at(clause))
        lifts = [Lift(by, *self.judged(when, case.at(by))) for by, lifts, when in excepts if holds and lifts == clause]
        return Finding(clause, holds, reasons, tuple(lifts))

    def judged(self, tree: Tree | None, case: _Case) -> tuple[bool, tuple[Reason, ...]]:
        """Whether a condition holds, and what makes it so."""
        if tree is None:
            return True, ()
        if self.truth(tree, case.values):
            return True, tuple(self.towards(tree, case))
        return False, tuple(self.against(tree, case, 0))

    def truth(self, tree: Tree, values: tuple[int, ...]) -> bool:
        """Whether a condition holds."""
        match tree[0]:
            case "all":
                return all(self.truth(part, values) for part in tree[1])
            case "any":
                return any(self.truth(part, values) for part in tree[1])
            case "not":
                return not self.truth(tree[1], values)
        return bool(tree[1](self.state, *values))

    def _reason(self, tree: Tree, case: _Case, negated: bool) -> Reason:
        rows, inner = tree[3:5] if tree[0] == "leaf" else tree[5:7]
        told = tuple((text, value) for text, value in self._shown(rows, case.values) if text != value)
        names = (*self._shown(inner, case.values), *self._named(case))
        holds = bool(tree[1](self.state, *case.values))
        return Reason(case.clause, f"not {tree[2]}" if negated else tree[2], told, names, holds)

    def _shown(self, rows: Sequence[Tree], values: tuple[int, ...]) -> Iterator[tuple[str, str]]:
        """Parts of a condition with their values; what makes no sense in this state has none."""
        for text, show in rows:
            with suppress(LookupError, *FAULTS):
                yield text, show(self.state, self.mask.show, self.mask.plural, *values)

    def _named(self, case: _Case) -> Iterator[tuple[str, str]]:
        """What the names of a condition's parameters stand for."""
        for (name, of), value in zip(case.names, case.values, strict=True):
            yield name, self.mask.show(of, value, ())

    def against(self, tree: Tree, case: _Case, depth: int) -> list[Reason]:
        """The first conditions that make a false condition false, followed into definitions."""
        match tree[0]:
            case "all":
                failing = next(part for part in tree[1] if not self.truth(part, case.values))
                return self.against(failing, case, depth)
            case "any":
                return [reason for part in tree[1] for reason in self.against(part, case, depth)][:4]
            case "not":
                return self.towards(tree[1], case, negated=True)
            case "define":
                return self._into(tree, case, depth)
        return [self._reason(tree, case, False)]

    def _into(self, tree: Tree, case: _Case, depth: int) -> list[Reason]:
        """The reason inside the definition that makes a condition false; not where its arguments are secret."""
        own = self._reason(tree, case, False)
        _, inner_clause, cases, names = self.definitions[tree[3]]
        if depth > 4 or any(value == HIDDEN for _, value in own.values):
            return [own]
        args = tree[4](self.state, *case.values)
        for case_clause, when, answer in cases:
            if when is None or self.truth(when, args):
                clause = case_clause or inner_clause
                deeper = self.against(answer, _Case(clause, args, names), depth + 1)
                return [replace(own, clause=clause), *deeper]
        return [own]

    def towards(self, tree: Tree, case: _Case, negated: bool = False) -> list[Reason]:
        """The conditions that make a true condition true."""
        match tree[0]:
            case "all":
                return [reason for part in tree[1] for reason in self.towards(part, case, negated)]
            case "any":
                holding = [part for part in tree[1] if self.truth(part, case.values)]
                return self.towards(holding[0], case, negated) if holding else []
            case "not":
                if tree[1][0] in ("leaf", "define"):
                    return [self._reason(tree[1], case, not negated)]
                return self.against(tree[1], case, 0)
        return [self._reason(tree, case, negated)]
