"""A decision traced: what it did, clause by clause, and which clauses were considered and did not apply."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from pydantic import BaseModel

from crex_dsl.engine.explain.decision_trace import Changed, Happening, Passed, Ran, Told, traced
from crex_dsl.engine.explain.game_log import LogLine
from crex_dsl.engine.explain.legality import explained
from crex_dsl.engine.explain.verdict import Finding
from crex_dsl.engine.game import Game
from crex_dsl.engine.run.position import Position
from crex_dsl.lawyer.lookup.citation import Cited, citing
from crex_dsl.lawyer.phrasing.conditions import Facts
from crex_dsl.lawyer.why.legality import standpoint
from crex_dsl.text.messages import said


class TraceStep(Cited):
    """One thing that happened: a decision, chance, the end, something that ran, or a stage that opened or closed."""

    sort: Literal["decision", "chance", "over", "ran", "opened", "closed"]
    who: str | None = None
    called: str = ""  # who it was, as the edition names them
    name: str = ""
    text: str = ""
    forced: bool = False
    place: str = ""
    changes: list[str]


class Considered(Cited):
    """A clause that was considered and did not apply, with what is the case."""

    sort: Literal["trigger", "prohibition", "permission", "exception"]
    name: str
    facts: list[str]
    place: str = ""
    timed: bool = False  # whether its name says before or after what it would have happened


class Trace(BaseModel):
    """One decision and all that it set off, up to the next."""

    number: int
    who: str
    text: str
    steps: list[TraceStep]
    considered: list[Considered]
    next: str | None
    next_clause: str | None


def trace(before: Position, code: int, outcomes: tuple[tuple[int, ...], ...], number: int) -> Trace:
    """The trace of a decision taken in a position, with all that followed, chance being told what it was told then."""
    again, happened = _again(before, code, outcomes, None)
    writer = _Writer(before.game)
    steps = list(writer.steps(happened))
    decision = again.decision
    return Trace(
        number=number,
        who=before.asked().who,
        text=next((step.text for step in steps if step.sort == "decision"), ""),
        steps=steps,
        considered=_once([*writer.of_decision(before, code, None), *writer.considered(happened)]),
        next=None if decision is None else decision.prompt,
        next_clause=None if decision is None else decision.clause,
    )


def seen_traces(before: Position, code: int, outcomes: tuple[tuple[int, ...], ...], viewer: str) -> list[Trace]:
    """The same as a viewer may know it, a trace for each decision that he is told of, whether or not it was a choice.

    The first is of no decision: it is what he saw before he was told of one.  Nothing has its number yet.
    """
    game, seat = before.game, before.game.seat(viewer)
    _, happened = _again(before, code, outcomes, seat)
    writer = _Writer(game)
    parts: list[list[Happening]] = [[]]
    for each in happened:
        if isinstance(each, Told) and each.line.who:
            parts.append([])
        parts[-1].append(each)
    own = list(writer.of_decision(before, code, viewer)) if viewer == before.asked().who else []
    return [writer.seen(part, own if number == 1 else []) for number, part in enumerate(parts)]


def told_trace(game: Game, lines: Iterable[LogLine]) -> Trace:
    """What somebody was told of several decisions at once, without what each of them did."""
    return _Writer(game).seen([Told(line) for line in lines if line.clause], [])


def _again(
    before: Position, code: int, outcomes: tuple[tuple[int, ...], ...], seat: int | None
) -> tuple[Position, list[Happening]]:
    """A decision taken again where steps are told, and what happened."""
    again = before.under(before.game.traced)
    _take(again, code, outcomes)
    return again, traced(again, seat)


def _take(position: Position, code: int, outcomes: tuple[tuple[int, ...], ...]) -> None:
    if outcomes:
        position.chance = "told"
    position.take(code)
    for outcome in outcomes:
        position.tell(outcome)
    if outcomes:
        position.chance = "own"


class _Writer:
    """Puts what happened into words."""

    def __init__(self, game: Game) -> None:
        self.game, self.facts = game, Facts(game)

    def steps(self, happened: Iterable[Happening]) -> Iterator[TraceStep]:
        """Everything that happened, in order."""
        for each in happened:
            match each:
                case Told(line=line):
                    sort: Literal["decision", "chance", "over"] = (
                        "decision" if line.who else "over" if line.over else "chance"
                    )
                    yield TraceStep(
                        **citing(self.game, line.clause),
                        sort=sort,
                        who=line.who,
                        called=line.name,
                        text=line.text,
                        forced=line.forced,
                        changes=[],
                    )
                case Ran(sort=how, clause=clause, name=name, place=place, changes=changes):
                    yield TraceStep(
                        **citing(self.game, clause),
                        sort=_EDGES.get(how, "ran"),
                        name=self._event(how, name),
                        place=place,
                        changes=[self._change(change, anew=how == "opens") for change in changes],
                    )

    def seen(self, happened: list[Happening], own: list[Considered]) -> Trace:
        """What a viewer saw of a decision: what ran where he saw that it changed something.

        Not which line of the rules did so: it can tell what a covered thing was free to do.
        """
        steps = [step.model_copy(update={"place": ""}) for step in self.steps(happened)]
        first = next((step for step in steps if step.sort == "decision"), None)
        return Trace(
            number=0,
            who="" if first is None else first.who or "",
            text="" if first is None else first.text,
            steps=[step for step in steps if step.sort in ("decision", "chance", "over") or step.changes],
            considered=_once([*own, *self.considered(happened)]),
            next=None,
            next_clause=None,
        )

    def considered(self, happened: Iterable[Happening]) -> Iterator[Considered]:
        """The triggers that were tested and did not happen."""
        for each in happened:
            if isinstance(each, Passed):
                yield Considered(
                    **citing(self.game, each.clause),
                    sort="trigger",
                    name=self._event("tests", each.name),
                    timed=each.name.startswith(_TIMES),
                    facts=self.facts.all(each.reasons),
                    place=each.place,
                )

    def of_decision(self, before: Position, code: int, viewer: str | None) -> Iterator[Considered]:
        """What was held against the answer and did not hold, and what could have permitted it and did not."""
        answer = explained(standpoint(before, viewer), code if viewer is None else before.seen_as(code))
        for permit in answer.permits:
            if permit.holds is False:
                yield self._finding("permission", permit, answer.action)
        for forbid in answer.forbids:
            if forbid.holds is False:
                yield self._finding("prohibition", forbid, answer.action)
            for lift in forbid.lifts if forbid.holds else ():
                found = Finding(lift.clause, lift.holds, lift.reasons)
                lifts = said("lifts {clause}" if lift.holds else "does not lift {clause}", clause=forbid.clause)
                yield self._finding("exception", found, lifts)

    def _finding(
        self, sort: Literal["prohibition", "permission", "exception"], finding: Finding, name: str
    ) -> Considered:
        facts = self.facts.all(finding.reasons)
        return Considered(**citing(self.game, finding.clause), sort=sort, name=name, facts=facts)

    def _event(self, how: str, name: str) -> str:
        """What runs by its name, a trigger by what it hangs on."""
        name = name.partition(" (")[0]
        if how in _EDGES:
            return self.game.namer.term(name)
        if name.startswith(_TIMES):
            when, _, name = name.partition(" ")
            return self.facts.event(name, when)
        return self.facts.event(name)

    def _change(self, change: Changed, anew: bool) -> str:
        """A change in words: who came and went, where a thing moved, what a note held and holds, or holds anew."""
        say, headed = self.facts.grammar.say, self.game.namer.say.headed
        before, after = say(change.before), say(change.after)
        if change.placed:
            return headed(say(change.of[0]), f"{before} → {after}")
        called = self.facts.memory(change.memory, change.of)
        signed = ("+", change.added), ("-", change.removed)
        if change.added or change.removed:
            signs = [f"{sign} {say(name)}" for sign, names in signed for name in names]
            return headed(called, ", ".join(signs))
        return headed(called, after if anew else f"{before} → {after}")


def _once(considered: Iterable[Considered]) -> list[Considered]:
    """What was considered several times with the same result, told once."""
    return list({(each.sort, each.clause, each.name, *each.facts): each for each in considered}.values())


_EDGES: dict[str, Literal["opened", "closed"]] = {"opens": "opened", "closes": "closed"}


_TIMES = ("before ", "after ", "instead ")
