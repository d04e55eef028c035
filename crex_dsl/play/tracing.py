"""Traces as a person reads them: what a decision did, clause by clause, and what was considered without effect."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from rich.text import Text

from crex_dsl.engine.log import Moment
from crex_dsl.lawyer.forced import Forced
from crex_dsl.lawyer.trace import Considered, Trace, TraceStep, seen_traces, told_trace
from crex_dsl.lawyer.trace import trace as traced
from crex_dsl.play.chronicle import Chronicle

_CONSIDERED = {"trigger": "does not happen", "prohibition": "does not forbid it", "permission": "does not permit it"}


def traces(chronicle: Chronicle, last: int, count: int, viewer: str | None) -> list[Trace]:
    """The traces of some moments up to the last one, as a viewer may know them; for None moments are decisions."""
    first = max(1, last - count + 1)
    if viewer is None:
        steps = enumerate(chronicle.steps[first - 1 : last], start=first)
        return [traced(step.before, step.code, step.outcomes, number) for number, step in steps]
    game, moments = chronicle.now.game, chronicle.moments(viewer)
    known = _seen(chronicle, moments[first : last + 1], viewer)
    found = []
    for number, moment in enumerate(moments[first : last + 1], start=first):
        trace = known.get(id(moment.before))
        if trace is None or moment.veiled:
            trace = told_trace(game, moment.lines)
        decision = chronicle.after(number, viewer).decision
        trace.number = number
        if decision is not None:
            asked = decision.who == viewer
            trace.next = decision.prompt if asked else f"{game.player_name(decision.who)} decides"
            trace.next_clause = decision.clause if asked else None
        found.append(trace)
    return found


def _seen(chronicle: Chronicle, moments: Sequence[Moment], viewer: str) -> dict[int, Trace]:
    """The traces of moments, each by the state that it began in."""
    begun = {id(part.before) for moment in moments for part in (moment.parts or (moment,))}
    found: dict[int, Trace] = {}
    last: Trace | None = None
    for step in chronicle.steps:
        told = [moment for moment in step.moments(viewer) if moment.who is not None]
        if last is None and not any(id(moment.before) in begun for moment in told):
            continue
        untold, *seen = seen_traces(step.before, step.code, step.outcomes, viewer)
        if last is not None:  # what followed a decision that he was not told of
            last.steps += untold.steps
            last.considered += untold.considered
        for moment, last in zip(told, seen, strict=True):
            found[id(moment.before)] = last
    return found


def trace_lines(trace: Trace) -> Iterator[Text]:
    """One decision: what happened, what comes next, and what did not apply."""
    for idle, some in groupby(trace.steps, key=lambda step: step.sort == "ran" and not step.changes):
        if idle:
            names = dict.fromkeys(f"{step.name} [{step.clause}]" for step in some)
            yield Text(f"    without effect: {', '.join(names)}", "dim")
        else:
            yield from (_step(step, trace.number) for step in some)
    if trace.next is not None:
        yield Text(f"  then: {trace.next} [{trace.next_clause}]" if trace.next_clause else f"  then {trace.next}")
    if trace.considered:
        yield Text("  considered, and did not apply:", "dim")
        yield from (_considered(each) for each in trace.considered)


def _step(step: TraceStep, number: int) -> Text:
    match step.sort:
        case "decision":
            forced = " (no other choice)" if step.forced else ""
            return Text.assemble(
                (f"{number} ", "dim"), (f"{step.called}: {step.text}", "bold"), f"{forced}  {step.cited}"
            )
        case "chance" | "over":
            return Text(f"    {step.text}  {step.cited}")
        case "opened":
            begins = f": {'; '.join(step.changes)}" if step.changes else ""
            return Text(f"    the stage `{step.name}` opens, {step.cited}{begins}")
        case "closed":
            return Text(f"    the stage `{step.name}` closes", "dim")
    return Text(f"    {step.name}, {step.cited}: {'; '.join(step.changes)}")


def _considered(each: Considered) -> Text:
    how = each.name if each.sort == "exception" else _CONSIDERED[each.sort]
    when = "" if each.name.startswith(("before ", "after ", "instead ")) else "when "
    happens = f"{how} {when}{each.name}" if each.sort == "trigger" else how
    return Text(f"    {each.cited} {happens}" + (f": {'; '.join(each.facts)}" if each.facts else ""), "dim")


def forced_lines(forced: Forced, clause: str) -> Iterator[Text]:
    """A step that left no choice, and what ruled out everything else."""
    yield Text.assemble((f"{forced.called}: {forced.text}", "bold"), " was the only choice.")
    yield Text(f"  {clause} asked for {' or '.join(forced.offered)}, and only {forced.action} was legal")
    for each in forced.ruled_out:
        more = f" and {each.count - 1} more" if each.count > 1 else ""
        facts = f": {'; '.join(each.ground.facts)}" if each.ground.facts else ""
        yield Text(f"  {each.ground.cited} rules out {each.example}{more}{facts}")
    if not forced.ruled_out:
        yield Text("  no clause permitted anything else")
