"""What a series of games adds up to, on the screen."""

from __future__ import annotations

from collections.abc import Iterable

from crex_dsl.lab.simulation.clause_coverage import COUNTED, Covered
from crex_dsl.lab.simulation.measures import heading
from crex_dsl.lab.simulation.summary import Fault, Measured, Summary
from crex_dsl.lab.statistics.intervals import Share, Spread, share
from crex_dsl.system.console import say, show_table
from crex_dsl.text.locale import listed

FAULTS_SHOWN = 10
STAGES_SHOWN = 12
MINUTE, HOUR = 60.0, 3600.0
USED = {"never": "never", "in part": "in part", "yes": ""}


def show_summary(told: Summary) -> None:
    """Print who won, by what, how long games were, what was measured, how fast it went and what went wrong."""
    _show_heading(told)
    if any(outcome.games for outcome in told.outcomes):
        say()
        _show_winners(told)
    if told.ended:
        say()
        _show_endings(told)
    _show_spreads("length", [(length.what, length) for length in told.lengths])
    _show_measures(told)
    say()
    if told.legal_answers is not None:
        say(f"{told.legal_answers:.1f} legal answers to a decision on average")
    speed = told.speed
    if speed.known:
        say(f"{speed.known:,} {'game was' if speed.known == 1 else 'games were'} known already")
    workers = f"{speed.workers} processes" if speed.workers > 1 else "one process"
    say(f"{duration(speed.seconds)} in {workers}: {pace(speed.games)}, {speed.decisions:,.0f} decisions/s")
    if speed.in_python:
        say(f"played in Python and not natively: {speed.in_python}")
    if told.faults:
        say()
        show_faults(told.faults)


def pace(games: float) -> str:
    """How fast games went by, by what they take where they are slow."""
    return f"{games:,.1f} games/s" if games >= 1 or not games else f"{duration(1 / games)} a game"


def duration(seconds: float) -> str:
    """Some time, in the unit that suits it."""
    if seconds < MINUTE:
        return f"{seconds:.1f} s"
    if seconds < 2 * HOUR:
        return f"{seconds / MINUTE:.0f} min"
    return f"{seconds / HOUR:.1f} h"


def _show_heading(told: Summary) -> None:
    rulebook = " + ".join([told.edition, *told.options])
    of = f" of {told.asked:,}" if told.played < told.asked else ""
    games = "game" if told.asked == 1 else "games"
    say(f"{told.played:,}{of} {games} of {told.title}, {rulebook}, from seed {told.seed}", "bold")
    if told.scenario is not None:
        say(f"each begins with {told.scenario}")
    names = set(told.bots.values())
    if len(names) == 1:
        say(f"played by {names.pop()} bots")
    else:
        say(f"played by {', '.join(f'{won.called} {told.bots[won.player]}' for won in told.players)}")
    if told.cut_short:
        say(f"{told.cut_short:,} cut short, {told.ended:,} ended")


def _show_winners(told: Summary) -> None:
    """Who won how often; where victories were shared, everybody's part in them and not every company."""
    shared = any(won.shared for won in told.players)
    paid = () if told.payoff is None else (told.payoff.title,)
    columns = ("winner", "games", *(("alone", "shared") if shared else ()), "share", "95% interval", *paid)
    rows: list[tuple[str, ...]] = []
    for won in told.players:
        apart = (f"{won.alone:,}", f"{won.shared:,}") if shared else ()
        points = ("" if won.payoff is None else _mean(won.payoff),) if paid else ()
        rows.append((won.called, f"{won.games:,}", *apart, *_shares(won), *points))
    for outcome in told.outcomes:
        if not outcome.winners:
            rows.append(
                ("drawn", f"{outcome.games:,}", *(("", "") if shared else ()), *_shares(outcome), *(("",) * len(paid)))
            )
    show_table(columns, rows, whole=columns, numbers=columns[1:])
    if told.payoff is not None and told.payoff.margin is not None:
        say(f"{told.payoff.title}, lead of the best over the next: {_mean(told.payoff.margin)}")


def _shares(of: Share) -> tuple[str, str]:
    return _percent(of.share), f"{_percent(of.low)} to {_percent(of.high)}"


def _show_endings(told: Summary) -> None:
    """How games ended, by whom where there are no more than two players."""
    rows: dict[tuple[str, ...], int] = {}
    for ending in told.endings:
        how = f"{ending.kind} by {listed(ending.called)}" if ending.winners and len(told.players) <= 2 else ending.kind
        how = ending.outcome or how
        key = how, ", ".join(ending.numbers), ending.heading, ending.clause
        rows[key] = rows.get(key, 0) + ending.games
    names = ("ending", "number", "heading", "clause", "games", "share", "95% interval")
    told_rows = [(*key, f"{games:,}", *_shares(share(games, told.ended))) for key, games in rows.items()]
    show_table(names, told_rows, whole=["clause"], numbers=names[4:])


def _show_measures(told: Summary) -> None:
    """What was measured: everything of two players, of more a column with the mean of each; then stage by stage."""
    players = [won.player for won in told.players]
    of_players = [
        measured
        for measured in told.measures
        if len(players) > 2 and len(measured.of) == 1 and measured.of[0] in players
    ]
    if of_players:
        rows: dict[str, list[Measured]] = {}
        for measured in of_players:
            rows.setdefault(heading(measured.title, (), measured.each, measured.counts), []).append(measured)
        say()
        columns = ("mean", *(won.called for won in told.players), "least", "most")
        told_rows = [
            (
                title,
                *(_mean(each) for each in row),
                f"{min(e.least for e in row):,}",
                f"{max(e.most for e in row):,}",
            )
            for title, row in rows.items()
        ]
        show_table(columns, told_rows, numbers=columns[1:])
    others = [each for each in told.measures if each not in of_players]
    _show_spreads("measure", [(heading(each.title, each.called, each.each, each.counts), each) for each in others])
    for stage in dict.fromkeys(each.each for each in told.measures if each.each is not None):
        _show_course(stage, [each for each in told.measures if each.each == stage])


def _show_course(stage: str, measures: list[Measured]) -> None:
    """What was measured stage by stage, where the stages are not too many to stand side by side."""
    stages = max(len(each.course) for each in measures)
    if 1 < stages <= STAGES_SHOWN:
        say()
        columns = (f"by {stage}", *(str(number) for number in range(1, stages + 1)))
        rows = [
            (
                ", ".join([each.title, *each.called]),
                *(_mean(step) for step in each.course),
                *[""] * (stages - len(each.course)),
            )
            for each in measures
        ]
        show_table(columns, rows, numbers=columns[1:])


def _mean(spread: Spread) -> str:
    """A mean, and how far from it the truth may lie."""
    reach = "" if spread.high is None else f" ±{spread.high - spread.mean:z,.2f}"
    return f"{spread.mean:z,.2f}{reach}"


def _percent(share: float) -> str:
    return f"{100 * share:.1f}%"


def _show_spreads(what: str, rows: Iterable[tuple[str, Spread]]) -> None:
    told = [
        (
            name,
            f"{each.mean:z,.2f}",
            "" if each.low is None or each.high is None else f"{each.low:z,.2f} to {each.high:z,.2f}",
            "" if each.deviation is None else f"{each.deviation:z,.2f}",
            f"{each.median:,.10g}",
            f"{each.least:,}",
            f"{each.most:,}",
        )
        for name, each in rows
    ]
    if told:
        say()
        columns = (what, "mean", "95% interval", "deviation", "median", "least", "most")
        show_table(columns, told, numbers=columns[1:])


def show_faults(faults: list[Fault]) -> None:
    """Print the games that went wrong, each with the command that plays it again."""
    say("1 game went wrong" if len(faults) == 1 else f"{len(faults):,} games went wrong", "bold red")
    for fault in faults[:FAULTS_SHOWN]:
        say(f"seed {fault.seed}, after {fault.decisions:,} decisions: {fault.what}")
        say(f"    {fault.command}")
    if len(faults) > FAULTS_SHOWN:
        say(f"and {len(faults) - FAULTS_SHOWN:,} more (--json tells them all)")


def show_coverage(covered: list[Covered]) -> None:
    """Print how often each clause had an effect, those that never had one first."""
    say()
    columns = ("used", "number", "heading", "clause", *COUNTED)
    rows = [
        (
            USED[row.used],
            ", ".join(row.numbers),
            row.heading,
            row.clause,
            *("" if count is None else f"{count:,}" for count in (getattr(row, name) for name in COUNTED)),
        )
        for row in covered
    ]
    show_table(columns, rows, whole=["used", "clause", *COUNTED], numbers=list(COUNTED))
    say()
    never = sum(row.used == "never" for row in covered)
    part = sum(row.used == "in part" for row in covered)
    say(f"{len(covered)} clauses have an effect: {never} never used, {part} used in part")
