"""What a series of games adds up to, on the screen."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from crex_dsl.lab.comparison.game_metrics import FEW, ended
from crex_dsl.lab.simulation.measures import heading
from crex_dsl.lab.simulation.summary import Fault, Measured, Summary
from crex_dsl.lab.statistics.intervals import Share, Spread, share
from crex_dsl.system.console import say, show_table
from crex_dsl.text.messages import figure_as_said, number_as_said, said

if TYPE_CHECKING:
    from crex_dsl.lab.simulation.clause_coverage import Covered

FAULTS_SHOWN = 10
STAGES_SHOWN = 12
MINUTE, HOUR = 60.0, 3600.0
HEADED = {"permitted": "lab-permitted", "forbade": "lab-forbade", "excepted": "lab-excepted", "fired": "lab-fired"}
USED = {"never": "lab-never", "in part": "lab-in-part", "yes": ""}


def show_summary(told: Summary) -> None:
    """Print who won, by what, how long games were, what was measured, how fast it went and what went wrong."""
    _show_heading(told)
    if any(outcome.games for outcome in told.outcomes):
        say()
        _show_winners(told)
    if told.ended:
        say()
        _show_endings(told)
    _show_spreads(said("lab-length"), [(length.called, length) for length in told.lengths])
    _show_measures(told)
    say()
    if told.legal_answers is not None:
        say(said("{number} legal answers to a decision on average", number=figure_as_said(f"{told.legal_answers:.1f}")))
    speed = told.speed
    if speed.known:
        say(known_already(speed.known))
    went = said(
        "{time} in one process: {speed}, {decisions} decisions/s",
        "{time} in {count} processes: {speed}, {decisions} decisions/s",
        time=duration(speed.seconds),
        count=speed.workers,
        speed=pace(speed.games),
        decisions=f"{speed.decisions:,.0f}",
    )
    say(went)
    if speed.in_python:
        say(said("played in Python and not natively: {reason}", reason=speed.in_python))
    if told.faults:
        say()
        show_faults(told.faults)


def known_already(games: int) -> str:
    """How many games were not played again."""
    if games == 1:
        return said("one game was known already")
    return said("{number} games were known already", number=number_as_said(games))


def pace(games: float) -> str:
    """How fast games went by, by what they take where they are slow."""
    if games >= 1 or not games:
        return said("{number} games/s", number=figure_as_said(f"{games:,.1f}"))
    return said("{time} a game", time=duration(1 / games))


def duration(seconds: float) -> str:
    """Some time, in the unit that suits it."""
    if seconds < MINUTE:
        return said("{number} s", number=figure_as_said(f"{seconds:.1f}"))
    if seconds < 2 * HOUR:
        return said("{number} min", number=f"{seconds / MINUTE:.0f}")
    return said("{number} h", number=figure_as_said(f"{seconds / HOUR:.1f}"))


def _show_heading(told: Summary) -> None:
    rulebook = " + ".join([told.edition, *told.options])
    games = number_as_said(told.played)
    if told.played < told.asked:
        games = said("{some} of {all}", some=games, all=number_as_said(told.asked))
    which = {"games": games, "title": told.title, "rulebook": rulebook, "seed": told.seed}
    one = said("{games} game of {title}, {rulebook}, from seed {seed}", **which)
    many = said("{games} games of {title}, {rulebook}, from seed {seed}", **which)
    say(one if told.asked == 1 else many, "bold")
    if told.scenario is not None:
        say(said("each begins with {scenario}", scenario=told.scenario))
    names = set(told.bots.values())
    if len(names) == 1:
        say(said("played by {bots}", bots=said("{bot} bots", bot=names.pop())))
    else:
        say(said("played by {bots}", bots=", ".join(f"{won.called} {told.bots[won.player]}" for won in told.players)))
    if told.cut_short:
        say(
            said("{cut} cut short, {ended} ended", cut=number_as_said(told.cut_short), ended=number_as_said(told.ended))
        )


def _show_winners(told: Summary) -> None:
    """Who won how often; where victories were shared, everybody's part in them and not every company."""
    shared = any(won.shared for won in told.players)
    paid = () if told.payoff is None else (told.payoff.title,)
    apart_from = (said("lab-alone"), said("lab-shared")) if shared else ()
    columns = (said("lab-winner"), said("lab-games"), *apart_from, said("lab-share"), said("95% interval"), *paid)
    rows: list[tuple[str, ...]] = []
    for won in told.players:
        apart = (f"{won.alone:,}", f"{won.shared:,}") if shared else ()
        points = ("" if won.payoff is None else _mean(won.payoff),) if paid else ()
        rows.append((won.called, f"{won.games:,}", *apart, *_shares(won), *points))
    for outcome in told.outcomes:
        if not outcome.winners:
            rows.append(
                (
                    said("lab-drawn"),
                    f"{outcome.games:,}",
                    *(("", "") if shared else ()),
                    *_shares(outcome),
                    *(("",) * len(paid)),
                )
            )
    show_table(columns, rows, whole=columns, numbers=columns[1:])
    if told.payoff is not None and told.payoff.margin is not None:
        lead = _mean(told.payoff.margin)
        say(said("{points}, lead of the best over the next: {lead}", points=told.payoff.title, lead=lead))


def _shares(of: Share) -> tuple[str, str]:
    return _percent(of.share), said("{low} to {high}", low=_percent(of.low), high=_percent(of.high))


def _show_endings(told: Summary) -> None:
    """How games ended, by whom where there are no more than two players."""
    rows: dict[tuple[str, ...], int] = {}
    for ending in told.endings:
        how = ending.outcome or ended(ending.kind, ending.called if len(told.players) <= FEW else ())
        key = how, ", ".join(ending.numbers), ending.heading, ending.clause
        rows[key] = rows.get(key, 0) + ending.games
    keys = ("lab-ending", "lab-number", "lab-heading", "lab-clause", "lab-games", "lab-share", "95% interval")
    names = tuple(said(key) for key in keys)
    told_rows = [(*key, f"{games:,}", *_shares(share(games, told.ended))) for key, games in rows.items()]
    show_table(names, told_rows, whole=[names[3]], numbers=names[4:])


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
            rows.setdefault(heading(measured.title, (), measured.each_called, measured.counts), []).append(measured)
        say()
        columns = (said("lab-mean"), *(won.called for won in told.players), said("lab-least"), said("lab-most"))
        told_rows = [
            (
                title,
                *(_mean(each) for each in row),
                number_as_said(min(e.least for e in row)),
                number_as_said(max(e.most for e in row)),
            )
            for title, row in rows.items()
        ]
        show_table(columns, told_rows, numbers=columns[1:])
    others = [each for each in told.measures if each not in of_players]
    _show_spreads(
        said("lab-measure"),
        [(heading(each.title, each.called, each.each_called, each.counts), each) for each in others],
    )
    for stage in dict.fromkeys(each.each_called for each in told.measures if each.each_called is not None):
        _show_course(stage, [each for each in told.measures if each.each_called == stage])


def _show_course(stage: str, measures: list[Measured]) -> None:
    """What was measured stage by stage, where the stages are not too many to stand side by side."""
    stages = max(len(each.course) for each in measures)
    if 1 < stages <= STAGES_SHOWN:
        say()
        columns = (said("by {stage}", stage=stage), *(str(number) for number in range(1, stages + 1)))
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
    return figure_as_said(f"{spread.mean:z,.2f}{reach}")


def _percent(share: float) -> str:
    return figure_as_said(f"{100 * share:.1f}%")


def _show_spreads(what: str, rows: Iterable[tuple[str, Spread]]) -> None:
    told = [
        (
            name,
            figure_as_said(f"{each.mean:z,.2f}"),
            ""
            if each.low is None or each.high is None
            else said(
                "{low} to {high}", low=figure_as_said(f"{each.low:z,.2f}"), high=figure_as_said(f"{each.high:z,.2f}")
            ),
            "" if each.deviation is None else figure_as_said(f"{each.deviation:z,.2f}"),
            figure_as_said(f"{each.median:,.10g}"),
            number_as_said(each.least),
            number_as_said(each.most),
        )
        for name, each in rows
    ]
    if told:
        say()
        keys = ("lab-mean", "95% interval", "lab-deviation", "lab-median", "lab-least", "lab-most")
        columns = (what, *(said(key) for key in keys))
        show_table(columns, told, numbers=columns[1:])


def show_faults(faults: list[Fault]) -> None:
    """Print the games that went wrong, each with the command that plays it again."""
    say(said("{count} game went wrong", "{count} games went wrong", count=len(faults)), "bold red")
    for fault in faults[:FAULTS_SHOWN]:
        after = {"seed": fault.seed, "decisions": number_as_said(fault.decisions), "what": fault.what}
        say(said("seed {seed}, after {decisions} decisions: {what}", **after))
        say(f"    {fault.command}")
    if len(faults) > FAULTS_SHOWN:
        say(said("and {number} more (--json tells them all)", number=number_as_said(len(faults) - FAULTS_SHOWN)))


def show_coverage(covered: list[Covered]) -> None:
    """Print how often each clause had an effect, those that never had one first."""
    from crex_dsl.lab.simulation.clause_coverage import COUNTED

    say()
    keys = ("lab-used", "lab-number", "lab-heading", "lab-clause", *HEADED.values())
    columns = tuple(said(key) for key in keys)
    rows = [
        (
            said(USED[row.used]) if USED[row.used] else "",
            ", ".join(row.numbers),
            row.heading,
            row.clause,
            *("" if count is None else number_as_said(count) for count in (getattr(row, name) for name in COUNTED)),
        )
        for row in covered
    ]
    show_table(columns, rows, whole=[columns[0], *columns[3:]], numbers=columns[4:])
    say()
    never = sum(row.used == "never" for row in covered)
    part = sum(row.used == "in part" for row in covered)
    counts = {"clauses": len(covered), "never": never, "part": part}
    say(said("{clauses} clauses have an effect: {never} never used, {part} used in part", **counts))
