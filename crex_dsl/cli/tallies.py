"""What a series of games adds up to, on the screen."""

from __future__ import annotations

from collections.abc import Iterable

from crex_dsl.cli.screen import say, show_table
from crex_dsl.lab.coverage import COUNTED, Covered
from crex_dsl.lab.figures import Spread
from crex_dsl.lab.summary import Ending, Fault, Measured, Summary

FAULTS_SHOWN = 10
USED = {"never": "never", "in part": "in part", "yes": ""}


def show_summary(told: Summary) -> None:
    """Print who won, by what, how long games were, what was measured, how fast it went and what went wrong."""
    _show_heading(told)
    if told.ended:
        say()
        columns = ("winner", "games", "share", "95% interval")
        rows: list[tuple[str, ...]] = [
            (
                " and ".join(outcome.winners) or "drawn",
                f"{outcome.games:,}",
                _percent(outcome.share),
                f"{_percent(outcome.low)} to {_percent(outcome.high)}",
            )
            for outcome in told.outcomes
        ]
        show_table(columns, rows, whole=columns, numbers=columns[1:])
        say()
        rows = [_ending(ending) for ending in told.endings]
        names = ("ending", "number", "heading", "clause", "games", "share")
        show_table(names, rows, whole=["clause"], numbers=["games", "share"])
    _show_spreads("length", [(length.what, length) for length in told.lengths])
    _show_spreads("measure", [(_title(measured), measured) for measured in told.measures])
    say()
    if told.legal_answers is not None:
        say(f"{told.legal_answers:.1f} legal answers to a decision on average")
    speed = told.speed
    jobs = f"{speed.jobs} processes" if speed.jobs > 1 else "one process"
    say(f"{speed.seconds:.1f} s in {jobs}: {speed.games:,.1f} games/s, {speed.decisions:,.0f} decisions/s")
    if told.faults:
        say()
        _show_faults(told.faults)


def _show_heading(told: Summary) -> None:
    rulebook = " + ".join([told.edition, *told.options])
    of = f" of {told.asked:,}" if told.played < told.asked else ""
    games = "game" if told.asked == 1 else "games"
    say(f"{told.played:,}{of} {games} of {told.title}, {rulebook}, from seed {told.seed}", "bold")
    names = set(told.bots.values())
    if len(names) == 1:
        say(f"played by {names.pop()} bots")
    else:
        say(f"played by {', '.join(f'{player} {name}' for player, name in told.bots.items())}")
    if told.cut_short:
        say(f"{told.cut_short:,} cut short, {told.ended:,} ended")


def _percent(share: float) -> str:
    return f"{100 * share:.1f}%"


def _ending(ending: Ending) -> tuple[str, ...]:
    how = f"{ending.kind} by {' and '.join(ending.winners)}" if ending.winners else ending.kind
    games = f"{ending.games:,}"
    return how, ", ".join(ending.numbers), ending.heading, ending.clause, games, _percent(ending.share)


def _title(measured: Measured) -> str:
    of = f", {', '.join(measured.of)}" if measured.of else ""
    return f"{measured.title}{of}, {f'each {measured.each}' if measured.each else 'at the end'}"


def _show_spreads(what: str, rows: Iterable[tuple[str, Spread]]) -> None:
    told = [
        (name, f"{each.mean:,.2f}", f"{each.median:,.10g}", f"{each.least:,}", f"{each.most:,}") for name, each in rows
    ]
    if told:
        say()
        columns = (what, "mean", "median", "least", "most")
        show_table(columns, told, numbers=columns[1:])


def _show_faults(faults: list[Fault]) -> None:
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
