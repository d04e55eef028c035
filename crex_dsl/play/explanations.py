"""Clauses, verdicts and traces as a person reads them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from rich.console import RenderableType
from rich.text import Text

from crex_dsl.engine.errors import UnknownName
from crex_dsl.engine.explain.game_log import LogLine, Moment
from crex_dsl.engine.game import Game
from crex_dsl.gameplay.history import GameHistory
from crex_dsl.lawyer.why.forced_moves import Forced
from crex_dsl.lawyer.why.legality import ElsewhereJudgement, Ground, Judgement
from crex_dsl.lawyer.why.other_rulebooks import Other
from crex_dsl.lawyer.why.trace import Considered, Trace, TraceStep, seen_traces, told_trace
from crex_dsl.lawyer.why.trace import trace as traced
from crex_dsl.system.console import bare_table
from crex_dsl.text.locale import listed
from crex_dsl.text.spelling import did_you_mean


def clauses_named(game: Game, reference: str) -> list[str]:
    """The clause of that id, or those printed under that number or heading; raises UnknownName where there is none."""
    rows = game.clauses
    if reference in rows:
        return [reference]
    found = [clause for clause, row in rows.items() if reference in row.numbers]
    if not found:  # a number that the book prints twice is told apart by a letter
        found = [clause for clause, row in rows.items() if any(_lettered(reference, number) for number in row.numbers)]
    if not found:
        found = clauses_headed(game, reference)
    if not found:
        hint = did_you_mean(reference, [*rows, *(number for row in rows.values() for number in row.numbers)])
        raise UnknownName(f"{game.edition} has no clause `{reference}`" + (f": {hint}" if hint else ""))
    return found


def clauses_headed(game: Game, words: str) -> list[str]:
    """The clauses with that title or heading, in one or in several."""
    wanted = {words.casefold(), f"{words}s".casefold()}
    return [clause for clause, row in game.clauses.items() if wanted & {row.title.casefold(), row.heading.casefold()}]


def _lettered(reference: str, number: str) -> bool:
    return number[:-1] == reference and number[-1].isalpha()


def wording(game: Game, clause: str) -> Text:
    """A clause with its number, heading, id and words."""
    row = game.clause(clause)
    return Text.assemble((row.printed, "bold"), f" [{clause}]\n", row.wording or "It says nothing.")


def cited(game: Game, clause: str) -> str:
    """A clause in a few words: its number in this edition, its heading, its id."""
    return f"{game.clause(clause).printed} [{clause}]" if clause else ""


def news(game: Game, lines: Sequence[LogLine]) -> Iterator[Text]:
    """Lines of the log, each with its clause; what happens several times on end is told once."""
    for drawn, some in groupby(lines, key=lambda line: line.drawn and line.clause):
        for line, same in [_draws(game, list(some))] if drawn else groupby(some):
            times = len(list(same))
            yield log_text(game, line, f", {times} times" if times > 1 else "")


def _draws(game: Game, lines: Sequence[LogLine]) -> tuple[LogLine, Sequence[LogLine]]:
    """Draws on end as one line: what is the same with its number, or else everything that was drawn."""
    counts = Counter(line.drawn for line in lines)
    if len(counts) == 1:
        return lines[0], lines
    every = [f"{name} ({times} times)" if times > 1 else name for name, times in counts.items()]
    text = game.namer.say("log-draws", what=", ".join(every))
    return replace(lines[0], text=text), lines[:1]


def log_text(game: Game, line: LogLine, also: str = "") -> Text:
    """A line of the log with its clause."""
    forced = " (no other choice)" if line.forced else ""
    cite = f"  [{f'{game.clause(line.clause).number} {line.clause}'.strip()}]" if line.clause else ""
    return Text.assemble(str(line), also, (forced, "dim"), (cite, "dim"))


_ORDER = ("forbids", "may forbid", "does not permit", "may permit", "permits", "would forbid")
_LAID_OUT = " *"


def judged(judgement: Judgement, action: str) -> Iterator[Text]:
    """Why an action is legal or not: one thing for or against it per line, and the words of the clauses against it."""
    yield Text.assemble((action, "bold"), " is legal now." if judgement.legal else " is not legal now.")
    if not judgement.legal:
        yield from (Text(f"  {note}") for note in judgement.notes)
    for ground in _sorted(judgement.grounds):
        if ground.sort == "permits" and not judgement.legal:  # which has not helped
            yield Text(f"  {ground.cited} would permit it")
        else:
            yield Text(f"  {_ground_sentence(ground)}")
    words = {ground.cited: ground.wording for ground in judgement.against if ground.wording and not judgement.legal}
    for cite, wording in words.items():
        yield Text(f"  {cite}: {wording}", "dim")


def refusal(judgement: Judgement) -> str:
    """Why an action is not legal, in one sentence."""
    return "; ".join([*judgement.notes, *(_ground_sentence(ground) for ground in _sorted(judgement.against))])


def _sorted(grounds: Sequence[Ground]) -> list[Ground]:
    return sorted(grounds, key=lambda ground: _ORDER.index(ground.sort))


def _ground_sentence(ground: Ground) -> str:
    """What a clause does to an action, and what is the case."""
    also = f"; {listed(ground.lifted_by)} makes an exception" if ground.lifted_by else ""
    return f"{ground.cited} {ground.sort} it{also}" + (f": {'; '.join(ground.facts)}" if ground.facts else "")


def elsewhere(
    here: Judgement, others: Sequence[ElsewhereJudgement], indifferent: Sequence[Other]
) -> Iterator[RenderableType]:
    """The other editions, what an option or reading would change, and what would not change it."""
    told = [other for other in others if other.sort == "edition" or other.legal is not here.legal]
    if told:
        table = bare_table()
        table.add_column("elsewhere", no_wrap=True)
        table.add_column("answer", no_wrap=True)
        table.add_column("because", overflow="fold")
        for other in told:
            table.add_row(other.change, *_verdict(other))
        yield table
    yield from _laid_out(told)
    same = [other.change for other in others if other not in told]
    if same:
        yield Text(f"It stays {'legal' if here.legal else 'illegal'} with {listed(same)}.")
    if indifferent:
        yield Text(f"{_counted(indifferent)} cannot make a difference to it.")


def _laid_out(others: Sequence[ElsewhereJudgement]) -> Iterator[Text]:
    """What a position that cannot go on elsewhere is judged by, and what it lacks there."""
    for missing in dict.fromkeys(tuple(other.missing) for other in others if other.basis == "laid out"):
        where = [other.change for other in others if other.basis == "laid out" and tuple(other.missing) == missing]
        more = f" and {len(missing) - 2} more" if len(missing) > 2 else ""
        yield Text(
            f"* By its memory alone: the position cannot go on under {listed(where)}, "
            f"where it lacks {', '.join(missing[:2])}{more}.",
            "dim",
        )


def _verdict(judgement: Judgement) -> tuple[str, str]:
    """The answer, and the clauses behind it or why there is none."""
    if judgement.basis == "unknown":
        return "cannot be told", "; ".join(judgement.notes)
    behind = (
        [ground for ground in judgement.grounds if ground.sort == "permits"] if judgement.legal else judgement.against
    )
    notes = [] if judgement.legal else judgement.notes
    mark = _LAID_OUT if judgement.basis == "laid out" else ""
    if judgement.legal is None:
        may = [ground for ground in judgement.grounds if ground.sort in ("may permit", "may forbid")]
        return f"rests on what is hidden{mark}", "; ".join(dict.fromkeys(_because(ground) for ground in may))
    why = dict.fromkeys([*notes, *(_because(ground) for ground in behind)])
    return f"{'legal' if judgement.legal else 'not legal'}{mark}", "; ".join(why)


def _because(ground: Ground) -> str:
    return f"{ground.printed}: {ground.facts[-1]}" if ground.facts and ground.sort != "permits" else ground.printed


def _counted(others: Sequence[Other]) -> str:
    """How many options and readings there are, in words."""
    options = sum(other.sort == "option" for other in others)
    counts = (options, "option"), (len(others) - options, "reading")
    return listed(f"{count} other {word if count == 1 else word + 's'}" for count, word in counts if count)


_CONSIDERED = {"trigger": "does not happen", "prohibition": "does not forbid it", "permission": "does not permit it"}


def traces(history: GameHistory, last: int, count: int, viewer: str | None) -> list[Trace]:
    """The traces of some moments up to the last one, as a viewer may know them; for None moments are decisions."""
    first = max(1, last - count + 1)
    if viewer is None:
        steps = enumerate(history.steps[first - 1 : last], start=first)
        return [traced(step.before, step.code, step.outcomes, number) for number, step in steps]
    game, moments = history.now.game, history.moments(viewer)
    known = _seen(history, moments[first : last + 1], viewer)
    found = []
    for number, moment in enumerate(moments[first : last + 1], start=first):
        trace = known.get(id(moment.before))
        if trace is None or moment.veiled:
            trace = told_trace(game, moment.lines)
        decision = history.after(number, viewer).decision
        trace.number = number
        if decision is not None:
            asked = decision.who == viewer
            trace.next = decision.prompt if asked else f"{game.player_name(decision.who)} decides"
            trace.next_clause = decision.clause if asked else None
        found.append(trace)
    return found


def _seen(history: GameHistory, moments: Sequence[Moment], viewer: str) -> dict[int, Trace]:
    """The traces of moments, each by the state that it began in."""
    begun = {id(part.before) for moment in moments for part in (moment.parts or (moment,))}
    found: dict[int, Trace] = {}
    last: Trace | None = None
    for step in history.steps:
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
