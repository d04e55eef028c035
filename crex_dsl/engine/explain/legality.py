"""Why an action is legal or not: permissions, prohibitions and exceptions, as far as whoever asks may know."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from crex_dsl.engine.explain.verdict import Answer, Finding, Lift, Reason, both, citation, either, negation
from crex_dsl.engine.run.decision import DECLINE
from crex_dsl.engine.run.program_rows import ActionRow
from crex_dsl.engine.run.runtime import FAULTS
from crex_dsl.engine.run.slots import NOWHERE, OVER, POINT, SITE
from crex_dsl.engine.secrecy.mask import HIDDEN, InformationSetMask, Mask
from crex_dsl.text.messages import listed_as_said, said

if TYPE_CHECKING:
    from crex_dsl.engine.game import Game
    from crex_dsl.engine.run.position import Position
    from crex_dsl.engine.secrecy.information_set import InformationSet
    from crex_dsl.engine.secrecy.visible_decision import SeenAction


Tree = tuple[Any, ...]
ACTOR, PLAYER = "actor", ("thing", "player", "player")
_DEEPEST = 4  # how many definitions are followed into one another


@dataclass(frozen=True)
class Standpoint:
    """What questions are answered from: a state, who looks at it, who is asked (None: nobody), and the legal answers.

    To a viewer, `state` is one that could be, and `answers` are his own; where they are not `sure`, they too are only
    what could be.
    """

    game: Game
    state: list[int]
    mask: Mask
    who: int | None
    answers: Sequence[int]
    sure: bool = True

    @classmethod
    def of(cls, position: Position) -> Standpoint:
        """The standpoint of somebody who sees everything."""
        game, state = position.game, position.state
        who = None if position.decision is None else game.decider(state)
        return cls(game, state, Mask(game, state, None), who, position.codes)

    @classmethod
    def from_outlook(cls, information_set: InformationSet) -> Standpoint:
        """The standpoint of a seat, worked out from its information set alone."""
        state = information_set.stand_in()
        return cls(
            information_set.game,
            state,
            InformationSetMask(information_set, state),
            information_set.who,
            information_set.answers,
        )

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state[POINT] == OVER

    @property
    def ended_by(self) -> str:
        """The clause that has ended the game, to somebody who sees everything; nothing while it goes on."""
        if not self.over or self.mask.viewer is not None or self.state[SITE] == NOWHERE:
            return ""
        clause: str = self.game.faults[self.state[SITE]].clause
        return clause

    def text(self, code: int) -> str:
        """An action in words."""
        return self.game.text(self.state, code, self.mask, self.who)


def explain(position: Position, code: int, actor: int | None = None) -> Answer:
    """What speaks for and against an instance, nothing being hidden; `actor` is who decides unless named."""
    return explained(Standpoint.of(position), code, actor)


def explained(at: Standpoint, action: SeenAction | int, actor: int | None = None) -> Answer:
    """What speaks for and against an instance, from a standpoint; `actor` is who decides unless named.

    Only an answer of the viewer's own may name things that he does not know.
    """
    game, mask, decider = at.game, at.mask, at.who
    code = action if isinstance(action, int) else action.code
    cites = {clause: citation(game, clause) for clause in game.clauses}
    if decider is None:
        why = said("the game is over") if at.over else said("nothing is asked now")
        return Answer(mask.spelled(code), False, None, not_asked=why, asking=at.ended_by, citations=cites)
    _, _, clause, offered = game.asking(at.state)
    actor = decider if actor is None else actor
    who, asks = game.player_name(decider), cites.get(clause, clause)
    wanted = listed_as_said(dict.fromkeys(map(game.namer.term, offered)), "or")
    if code == DECLINE:
        finding = Finding(clause, DECLINE in at.answers and actor == decider)
        answer = Answer("done", False, game.player_id(actor), clause, permits=(finding,), citations=cites)
        if actor == decider and not finding.holds:
            return replace(answer, not_asked=said("{clause} leaves no choice to decline", clause=asks))
    else:
        if isinstance(action, int) and (unknown := mask.unknown_thing(code)) is not None:
            viewer = game.player_name(mask.viewer or 0)
            why = said("{player} cannot tell which {kind} that is", player=viewer, kind=game.namer.term(unknown))
            return Answer(game.spelled(code), False, game.player_id(decider), not_asked=why, citations=cites)
        answer = weighed(game, at.state, code, actor, mask)
    if actor != decider:
        note = said(
            "it is not up to {other} now: {clause} asks {player} for {actions}",
            other=game.player_name(actor),
            clause=asks,
            player=who,
            actions=wanted,
        )
    elif code in at.answers and (at.sure or answer.permitted):
        return replace(answer, asked=True)
    elif game.coding(code).name not in offered:
        note = said("{clause} now asks {player} for {actions}", clause=asks, player=who, actions=wanted)
    elif answer.permitted:
        note = said("it is not among the answers that {clause} now leaves to {player}", clause=asks, player=who)
    else:
        return answer
    return replace(answer, not_asked=note, asking=clause)


def weighed(game: Game, state: list[int], code: int, actor: int, mask: Mask) -> Answer:
    """What speaks for and against an instance by somebody, whatever is asked now."""
    walker = _Walker(game, state, mask)
    row, args = game.coding(code), game.numbers(code)
    _, by, limits, permits, forbids, excepts = game.program.words["REASONS"][game.action_number(code)]
    values = (actor, *args)
    case = _Case("", values, ((ACTOR, (*PLAYER, -1)), *zip(row.params, row.types, strict=True)))
    permitted = [walker.permit(rule, case) for rule in permits]
    untold = walker.bounds_untold(limits, values, row)
    if by is not None:
        if not walker.knows(by[1], values):
            untold = said("whose it is is hidden")
        elif (owner := by[0](state, *values)) != actor:
            whose, who = (game.namer.text((*PLAYER, -1), seat) or "nobody" for seat in (owner, actor))
            seats = tuple(mask.told((*PLAYER, -1), seat, ()) for seat in (owner, actor))
            reason = Reason(row.clause, f"not it belongs to {whose}, and {who} decides", phrase=("belongs", *seats))
            permitted = [Finding(found.clause, False, (reason,)) for found in permitted]
    return Answer(
        mask.spelled(code),
        False,
        game.player_id(actor),
        row.clause,
        out_of_range=walker.range(limits, values),
        untold=untold,
        permits=tuple(permitted),
        forbids=tuple(walker.forbid(rule, case, excepts) for rule in forbids),
        citations={clause: citation(game, clause) for clause in game.clauses},
    )


def standing(game: Game, state: list[int], code: int, actor: int, mask: Mask) -> list[str] | None:
    """The clauses that forbid an instance to somebody, quickly, as a viewer knows; None where none permits it."""
    walker = _Walker(game, state, mask)
    values = (actor, *game.numbers(code))
    _, by, limits, permits, forbids, excepts = game.program.words["REASONS"][game.action_number(code)]
    if by is not None and walker.knows(by[1], values) and by[0](state, *values) != actor:
        return None
    if walker.range(limits, values) is not None:
        return None
    if not any(tree is None or walker.truth(tree, values) for _, tree, _ in permits):
        return None
    return [
        clause
        for clause, tree, _ in forbids
        if (tree is None or walker.truth(tree, values))
        and not any(
            lifts == clause and (when is None or walker.truth(when, values) is not False) for _, lifts, when in excepts
        )
    ]


def reasons_for(
    game: Game, state: list[int], mask: Mask, tree: Tree, clause: str, values: tuple[int, ...], names: Tree
) -> tuple[Reason, ...]:
    """What makes a condition so or not, whosever condition it is."""
    return _Walker(game, state, mask).judged(tree, _Case(clause, values, names))[1]


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
    """Walks condition trees over a state; what rests on something hidden is neither so nor not so."""

    def __init__(self, game: Game, state: list[int], mask: Mask) -> None:
        self.game, self.state, self.mask = game, state, mask
        self.definitions: list[Tree] = game.program.words["DEFINITIONS"]

    def knows(self, rests: Any, values: tuple[int, ...]) -> bool:
        """Whether the viewer sees all that something rests on."""
        return rests is None or self.mask.viewer is None or self.mask.sees_all(rests(self.state, *values))

    def range(self, limits: list[Tree], values: tuple[int, ...]) -> str | None:
        """The sentence for an argument outside its bounds, or None."""
        for place, low, high, rests in limits:
            if not self.knows(rests, values):
                continue
            least, most = low(self.state, *values), high(self.state, *values)
            given = values[place + 1]
            if not least <= given <= most:
                values_of = {"least": least, "most": most, "given": given}
                return said("a number from {least} to {most} is possible here, and {given} is not", **values_of)
        return None

    def bounds_untold(self, limits: list[Tree], values: tuple[int, ...], row: ActionRow) -> str | None:
        """The sentence for an argument whose bounds are hidden, or None."""
        for place, _, _, rests in limits:
            if not self.knows(rests, values):
                return said("the bounds of {name} are hidden", name=row.params[place])
        return None

    def permit(self, rule: Tree, case: _Case) -> Finding:
        """A permission: whether it holds, and the conditions that make it so, or the first that fails."""
        return Finding(rule[0], *self.judged(rule[1], case.at(rule[0])))

    def forbid(self, rule: Tree, case: _Case, excepts: list[Tree]) -> Finding:
        """A prohibition: whether it holds, the values that make it so or not, and what lifts it."""
        clause = rule[0]
        holds, reasons = self.judged(rule[1], case.at(clause))
        lifting = [(by, when) for by, lifts, when in excepts if holds is not False and lifts == clause]
        lifts = [Lift(by, *self.judged(when, case.at(by))) for by, when in lifting]
        return Finding(clause, holds, reasons, tuple(lifts))

    def judged(self, tree: Tree | None, case: _Case) -> tuple[bool | None, tuple[Reason, ...]]:
        """Whether a condition holds, and what makes it so; where that is hidden, on what it hangs."""
        if tree is None:
            return True, ()
        holds = self.truth(tree, case.values)
        if holds is None:
            return None, tuple(self.hanging(tree, case))
        return holds, tuple(self.towards(tree, case) if holds else self.against(tree, case, 0))

    def truth(self, tree: Tree, values: tuple[int, ...], depth: int = 0) -> bool | None:
        """Whether a condition holds; None where that is hidden."""
        match tree[0]:
            case "all":
                return self._first(tree[1], values, depth, stop=False)
            case "any":
                return self._first(tree[1], values, depth, stop=True)
            case "not":
                return negation(self.truth(tree[1], values, depth))
            case "define" if not self.knows(tree[7], values):
                return self._within(tree, values, depth)
            case "leaf" if not self.knows(tree[5], values):
                return None
        return bool(tree[1](self.state, *values))

    def _first(self, parts: Sequence[Tree], values: tuple[int, ...], depth: int, stop: bool) -> bool | None:
        """The truth of parts in order, up to one that decides; what comes after a hidden one may make no sense."""
        found: list[bool | None] = []
        for part in parts:
            try:
                found.append(self.truth(part, values, depth))
            except (LookupError, *FAULTS):
                if None not in found:
                    raise
                found.append(None)
            if found[-1] is stop:
                break
        return either(found) if stop else both(*found)

    def _within(self, tree: Tree, values: tuple[int, ...], depth: int) -> bool | None:
        """The truth of a definition of which not everything is known, by its cases."""
        if depth > _DEEPEST or not self.knows(tree[8], values):
            return None
        args = tree[4](self.state, *values)
        for _, when, answer in self.definitions[tree[3]][2]:
            holds = True if when is None else self.truth(when, args, depth + 1)
            if holds is not False:
                return self.truth(answer, args, depth + 1) if holds else None
        return None

    def _reason(self, tree: Tree, case: _Case, negated: bool) -> Reason:
        rows, inner = tree[3:5] if tree[0] == "leaf" else tree[5:7]
        told = tuple((text, value) for text, value in self._shown_values(rows, case.values) if text != value)
        names = (*self._shown_values(inner, case.values), *self._parameter_values(case))
        holds = self.truth(tree, case.values)
        phrase = self._phrase(tree[-1], {**dict(inner), **dict(rows)}, case)
        return Reason(case.clause, f"not {tree[2]}" if negated else tree[2], told, names, holds, phrase)

    def _phrase(self, tree: Any, rows: Mapping[str, Any], case: _Case) -> Any:
        """The phrase of a condition with what is known of its names and parts in their places, as the viewer knows."""
        match tree:
            case ("given", int(place)):
                return self.mask.told(case.names[place][1], case.values[place], ())
            case ("value", str(text)):
                with suppress(LookupError, *FAULTS):
                    value = rows[text](self.state, self.mask.told, self.mask.plural, *case.values)
                    return None if value in (("hidden",), ("nothing",), ("nobody",)) else value
                return None
            case ("by_value", part, value):
                known = self._phrase(value, rows, case)
                return self._phrase(part, rows, case) if known is None or known[0] == "series" else known
            case tuple():
                return tuple(self._phrase(part, rows, case) for part in tree)
        return tree

    def _shown_values(self, rows: Sequence[Tree], values: tuple[int, ...]) -> Iterator[tuple[str, str]]:
        """Parts of a condition with their values; what makes no sense in this state has none."""
        for text, show in rows:
            with suppress(LookupError, *FAULTS):
                yield text, show(self.state, self.mask.show, self.mask.plural, *values)

    def _parameter_values(self, case: _Case) -> Iterator[tuple[str, str]]:
        """What the names of a condition's parameters stand for."""
        for (name, of), value in zip(case.names, case.values, strict=True):
            yield name, self.mask.show(of, value, ())

    def hanging(self, tree: Tree, case: _Case) -> list[Reason]:
        """The conditions that are hidden, and on which it hangs whether another holds."""
        match tree[0]:
            case "all" | "any":
                hidden = (part for part in tree[1] if self._hidden(part, case.values))
                return [reason for part in hidden for reason in self.hanging(part, case)]
            case "not":
                return self.hanging(tree[1], case)
        return [self._reason(tree, case, False)]

    def _hidden(self, tree: Tree, values: tuple[int, ...]) -> bool:
        try:
            return self.truth(tree, values) is None
        except (LookupError, *FAULTS):
            return False

    def against(self, tree: Tree, case: _Case, depth: int) -> list[Reason]:
        """The first conditions that make a false condition false, followed into definitions."""
        match tree[0]:
            case "all":
                failing = next(part for part in tree[1] if self.truth(part, case.values) is False)
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
        if depth > _DEEPEST or any(value == HIDDEN for _, value in own.values):
            return [own]
        args = tree[4](self.state, *case.values)
        for case_clause, when, answer in cases:
            holds = True if when is None else self.truth(when, args)
            if holds is None or (holds and self.truth(answer, args) is not False):
                return [own]
            if holds:
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
