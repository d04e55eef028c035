"""Whether a rulebook is even, on the screen."""

from __future__ import annotations

from crex_dsl.cli.lab.summary_text import show_faults
from crex_dsl.lab.balance.balance import Balance, Decider
from crex_dsl.lab.balance.wording import headlines, percent
from crex_dsl.lab.comparison.blind_spots import blind_spots
from crex_dsl.lab.statistics.intervals import Share
from crex_dsl.system.console import say, show_table
from crex_dsl.text.locale import listed


def show_balance(found: Balance) -> None:
    """Print it in words, then wins level by level, what decides, and what went wrong."""
    say(f"{found.title}, {found.rulebook}, {found.games:,} games at each level, from seed {found.seed}", "bold")
    say()
    for headline in headlines(found):
        say(headline)
    say()
    _show_levels(found)
    if found.strongest.endings:
        say()
        _show_endings(found)
    if found.deciders:
        say()
        _show_deciders(found)
    say()
    for level in found.levels:
        say(f"{level.bot}: {blind_spots(level.bot)}")
    if found.by_the_clock:
        say(f"{listed(found.by_the_clock)} think by the clock, so these games cannot be repeated")
    for level in found.levels:
        if level.faults:
            say()
            say(f"{level.bot}: these are left out", "bold")
            show_faults(level.faults)


def _show_levels(found: Balance) -> None:
    paid = [] if found.strongest.payoff is None else [found.strongest.payoff.title]
    columns = ("bots", "games", "winner", "share", "95% interval", *paid)
    rows: list[tuple[str, ...]] = []
    for level in found.levels:
        heads = [(level.bot, f"{level.games:,}"), *[("", "")] * len(level.players)]
        for (bot, games), won in zip(heads, level.players, strict=False):
            points = ["" if won.payoff is None else f"{won.payoff.mean:.2f}"] if paid else []
            rows.append((bot, games, won.called, *_shares(won), *points))
        if level.drawn.games:
            rows.append(("", "", "drawn", *_shares(level.drawn), *[""] * len(paid)))
    show_table(columns, rows, numbers=("games", *columns[3:]))


def _show_endings(found: Balance) -> None:
    level = found.strongest
    columns = (f"how games of {level.bot} end", "number", "heading", "clause", "share", "95% interval")
    rows = [
        (
            f"{ending.kind} by {listed(ending.called)}" if ending.called and len(level.players) <= 2 else ending.kind,
            ", ".join(ending.numbers),
            ending.heading,
            ending.clause,
            *_shares(ending),
        )
        for ending in level.endings
    ]
    show_table(columns, rows, numbers=columns[4:])


def _show_deciders(found: Balance) -> None:
    """A row for each measure: how often whoever had most of it won, at the end and after each stage."""
    stages = max((each.stage or 0 for each in found.deciders), default=0)
    each = next((each.each for each in found.deciders if each.each), None)
    columns = ("whoever had most of", "won", "95% interval", *(f"{each} {stage}" for stage in range(1, stages + 1)))
    rows: dict[str, list[Decider]] = {}
    for decider in found.deciders:
        rows.setdefault(decider.name, []).append(decider)
    told = [
        (
            of[0].title,
            *_shares(of[0]),
            *(next((percent(one.share) for one in of if one.stage == stage), "") for stage in range(1, stages + 1)),
        )
        for of in rows.values()
    ]
    show_table(columns, told, numbers=columns[1:])


def _shares(of: Share) -> tuple[str, str]:
    return percent(of.share), f"{percent(of.low)} to {percent(of.high)}"
