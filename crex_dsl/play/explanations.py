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
from crex_dsl.lawyer.why.legality import ElsewhereJudgement, Ground, Inquiry, Judgement, verdict
from crex_dsl.lawyer.why.other_rulebooks import Other
from crex_dsl.lawyer.why.trace import Considered, Trace, TraceStep, seen_traces, told_trace
from crex_dsl.lawyer.why.trace import trace as traced
from crex_dsl.system.console import bare_table
from crex_dsl.text.messages import apart, headed, listed_as_said, said
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
        missing = said("play-no-clause", edition=game.edition, typed=reference)
        raise UnknownName(headed(missing, hint) if hint else missing)
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
    return Text.assemble((row.printed, "bold"), f" [{clause}]\n", row.wording or said("play-says-nothing"))


def cited(game: Game, clause: str) -> str:
    """A clause in a few words: its number in this edition, its heading, its id."""
    return f"{game.clause(clause).printed} [{clause}]" if clause else ""


def brief_cite(game: Game, clause: str) -> str:
    """A clause in the fewest words: the first number that it has in this edition, and its id."""
    return f"[{' '.join([*game.clause(clause).numbers[:1], clause])}]" if clause else ""


def news(game: Game, lines: Sequence[LogLine], width: int | None = None) -> Iterator[Text]:
    """Lines of the log, each with its clause; what happens several times on end is told once.

    Where a line is wider than the screen, its clause goes by its first number.
    """
    for drawn, some in groupby(lines, key=lambda line: line.drawn and line.clause):
        for line, same in [_draws(game, list(some))] if drawn else groupby(some):
            times = len(list(same))
            yield log_text(game, line, f", {said('play-times', count=times)}" if times > 1 else "", width)


def _draws(game: Game, lines: Sequence[LogLine]) -> tuple[LogLine, Sequence[LogLine]]:
    """Draws on end as one line: what is the same with its number, or else everything that was drawn."""
    counts = Counter(line.drawn for line in lines)
    if len(counts) == 1:
        return lines[0], lines
    every = [f"{name} ({said('play-times', count=times)})" if times > 1 else name for name, times in counts.items()]
    return replace(lines[0], text=game.namer.say("log-draws", what=", ".join(every))), lines[:1]


def log_text(game: Game, line: LogLine, also: str = "", width: int | None = None) -> Text:
    """A line of the log with its clause, which goes by its first number, or that alone, where the line is too wide."""
    forced = f" {said('play-forced')}" if line.forced else ""
    cite = f"  [{f'{game.clause(line.clause).number} {line.clause}'.strip()}]" if line.clause else ""
    told = Text.assemble(_with_hits(line), also, (forced, "dim"))
    if width is not None and line.clause and told.cell_len + len(cite) > width:
        cite = f"  {brief_cite(game, line.clause)}"
        if told.cell_len + len(cite) > width and (numbers := game.clause(line.clause).numbers):
            cite = f"  [{numbers[0]}]"
    return told.append(cite, "dim")


def _with_hits(line: LogLine) -> Text:
    """A line of the log, of its dice those in bold that are hits."""
    told, at = Text(str(line)), 0
    for face, hit in line.dice:
        at = told.plain.find(str(face), at)
        if at >= 0 and hit:
            told.stylize("bold", at, at + len(str(face)))
        at += 1
    return told


_SORTS = {
    "forbids": "play-ground-forbids",
    "may forbid": "play-ground-may-forbid",
    "does not permit": "play-ground-not-permit",
    "may permit": "play-ground-may-permit",
    "permits": "play-ground-permits",
    "would forbid": "play-ground-would-forbid",
}  # in the order in which they are told
_LAID_OUT = " *"


def judged(question: Inquiry, judgement: Judgement, actor: str = "") -> Iterator[Text]:
    """Why an action is legal or not: one thing for or against it per line, and the words of the clauses against it.

    The action goes by its text, where it has one now; whose it is, is said where he is named.
    """
    told = verdict(question, judgement)
    heading = Text(headed(actor, told) if actor else told)
    heading.highlight_words([question.told], "bold")
    yield heading
    if not judgement.legal:
        yield from (Text(f"  {note}") for note in judgement.notes)
    for ground in _sorted(judgement.grounds):
        if ground.sort == "permits" and not judgement.legal:  # which has not helped
            yield Text("  " + said("play-would-permit", clause=ground.cited))
        else:
            yield Text(f"  {_ground_sentence(ground)}")
    words = {ground.cited: ground.wording for ground in judgement.against if ground.wording and not judgement.legal}
    for cite, wording in words.items():
        yield Text(f"  {headed(cite, wording)}", "dim")


def refusal(judgement: Judgement) -> str:
    """Why an action is not legal, in one sentence."""
    return apart([*judgement.notes, *(_ground_sentence(ground) for ground in _sorted(judgement.against))])


def _sorted(grounds: Sequence[Ground]) -> list[Ground]:
    return sorted(grounds, key=lambda ground: list(_SORTS).index(ground.sort))


def _ground_sentence(ground: Ground) -> str:
    """What a clause does to an action, and what is the case."""
    told = said(_SORTS[ground.sort], clause=ground.cited)
    if ground.lifted_by:
        told = apart([told, said("play-exception", clauses=listed_as_said(ground.lifted_by))])
    return headed(told, apart(ground.facts)) if ground.facts else told


def elsewhere(
    here: Judgement, others: Sequence[ElsewhereJudgement], indifferent: Sequence[Other]
) -> Iterator[RenderableType]:
    """The other editions, what an option or reading would change, and what would not change it."""
    told = [other for other in others if other.sort == "edition" or other.legal is not here.legal]
    if told:
        table = bare_table()
        table.add_column(said("play-col-elsewhere"), no_wrap=True)
        table.add_column(said("play-col-answer"), no_wrap=True)
        table.add_column(said("play-col-because"), overflow="fold")
        for other in told:
            table.add_row(other.change, *_verdict(other))
        yield table
    yield from _laid_out(told)
    same = [other.change for other in others if other not in told]
    if same:
        yield Text(said("play-stays-legal" if here.legal else "play-stays-illegal", changes=listed_as_said(same)))
    if indifferent:
        yield Text(said("play-indifferent", others=_counted(indifferent)))


def _laid_out(others: Sequence[ElsewhereJudgement]) -> Iterator[Text]:
    """What a position that cannot go on elsewhere is judged by, and what it lacks there."""
    for missing in dict.fromkeys(tuple(other.missing) for other in others if other.basis == "laid out"):
        where = [other.change for other in others if other.basis == "laid out" and tuple(other.missing) == missing]
        lacks = ", ".join(missing[:2])
        if len(missing) > 2:
            lacks = said("play-and-more", some=lacks, count=len(missing) - 2)
        yield Text(said("play-laid-out", books=listed_as_said(where), missing=lacks), "dim")


def _verdict(judgement: Judgement) -> tuple[str, str]:
    """The answer, and the clauses behind it or why there is none."""
    if judgement.basis == "unknown":
        return said("play-untold"), apart(judgement.notes)
    behind = (
        [ground for ground in judgement.grounds if ground.sort == "permits"] if judgement.legal else judgement.against
    )
    notes = [] if judgement.legal else judgement.notes
    mark = _LAID_OUT if judgement.basis == "laid out" else ""
    if judgement.legal is None:
        may = [ground for ground in judgement.grounds if ground.sort in ("may permit", "may forbid")]
        return said("play-rests-on-hidden") + mark, apart(dict.fromkeys(_because(ground) for ground in may))
    why = dict.fromkeys([*notes, *(_because(ground) for ground in behind)])
    return said("play-legal" if judgement.legal else "play-illegal") + mark, apart(why)


def _because(ground: Ground) -> str:
    told = ground.facts and ground.sort != "permits"
    return headed(ground.printed, ground.facts[-1]) if told else ground.printed


def _counted(others: Sequence[Other]) -> str:
    """How many options and readings there are, in words."""
    options = sum(other.sort == "option" for other in others)
    counts = (options, "play-other-options"), (len(others) - options, "play-other-readings")
    return listed_as_said(said(key, count=count) for count, key in counts if count)


_CONSIDERED = {"prohibition": "play-not-forbid", "permission": "play-not-permit"}


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
            trace.next = decision.prompt if asked else said("play-decides", side=game.player_name(decision.who))
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
            yield Text("    " + said("play-no-effect", names=", ".join(names)), "dim")
        else:
            yield from (_step(step, trace.number) for step in some)
    if trace.next is not None:
        asked = f"{trace.next} [{trace.next_clause}]" if trace.next_clause else trace.next
        yield Text("  " + said("play-next", question=asked))
    if trace.considered:
        yield Text("  " + said("play-considered"), "dim")
        yield from (_considered(each) for each in trace.considered)


def _step(step: TraceStep, number: int) -> Text:
    match step.sort:
        case "decision":
            forced = f" {said('play-forced')}" if step.forced else ""
            return Text.assemble(
                (f"{number} ", "dim"), (headed(step.called, step.text), "bold"), f"{forced}  {step.cited}"
            )
        case "chance" | "over":
            return Text(f"    {step.text}  {step.cited}")
        case "opened":
            opens = said("play-stage-opens", stage=step.name, clause=step.cited)
            return Text(f"    {headed(opens, apart(step.changes)) if step.changes else opens}")
        case "closed":
            return Text("    " + said("play-stage-closes", stage=step.name), "dim")
    return Text(f"    {headed(f'{step.name}, {step.cited}', apart(step.changes))}")


def _considered(each: Considered) -> Text:
    if each.sort == "trigger":
        happens = said("play-not-happen" if each.timed else "play-not-happen-when", when=each.name)
    else:
        happens = each.name if each.sort == "exception" else said(_CONSIDERED[each.sort])
    told = f"{each.cited} {happens}"
    return Text(f"    {headed(told, apart(each.facts)) if each.facts else told}", "dim")


def forced_lines(forced: Forced, clause: str) -> Iterator[Text]:
    """A step that left no choice, and what ruled out everything else."""
    yield Text.assemble((headed(forced.called, forced.text), "bold"), " ", said("play-only-choice"))
    offered = f" {said('play-or')} ".join(forced.offered)
    yield Text("  " + said("play-asked-for", clause=clause, offered=offered, action=forced.action))
    for each in forced.ruled_out:
        example = each.example
        if each.count > 1:
            example = said("play-and-more", some=example, count=each.count - 1)
        told, facts = said("play-rules-out", clause=each.ground.cited, example=example), each.ground.facts
        yield Text(f"  {headed(told, apart(facts)) if facts else told}")
    if not forced.ruled_out:
        yield Text("  " + said("play-nothing-else-permitted"))
