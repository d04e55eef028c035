"""Whether a rulebook is even, on the screen."""

from __future__ import annotations

from crex_dsl.cli.lab.summary_text import show_faults
from crex_dsl.lab.balance.balance import Balance, Decider
from crex_dsl.lab.balance.wording import headlines, percent
from crex_dsl.lab.comparison.blind_spots import blind_spots
from crex_dsl.lab.comparison.game_metrics import FEW, ended
from crex_dsl.lab.comparison.wording import by_the_clock
from crex_dsl.lab.statistics.intervals import Share
from crex_dsl.system.console import fits, say, show_table
from crex_dsl.text.messages import figure_as_said, headed, number_as_said, said


def show_balance(found: Balance) -> None:
    """Print it in words, then wins level by level, what decides, and what went wrong."""
    heading = said(
        "{title}, {rulebook}, {games} games at each level, from seed {seed}",
        title=found.title,
        rulebook=found.rulebook,
        games=number_as_said(found.games),
        seed=found.seed,
    )
    say(heading, "bold")
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
        say(headed(level.bot, blind_spots(level.bot)))
    if found.by_the_clock:
        say(by_the_clock(found.by_the_clock))
    for level in found.levels:
        if level.faults:
            say()
            say(said("{bot}: these are left out", bot=level.bot), "bold")
            show_faults(level.faults)


def _show_levels(found: Balance) -> None:
    paid = [] if found.strongest.payoff is None else [found.strongest.payoff.title]
    columns = (said("lab-bots"), said("lab-games"), said("lab-winner"), said("lab-share"), said("95% interval"), *paid)
    rows: list[tuple[str, ...]] = []
    for level in found.levels:
        heads = [(level.bot, number_as_said(level.games)), *[("", "")] * len(level.players)]
        for (bot, games), won in zip(heads, level.players, strict=False):
            points = ["" if won.payoff is None else figure_as_said(f"{won.payoff.mean:.2f}")] if paid else []
            rows.append((bot, games, won.called, *_shares(won), *points))
        if level.drawn.games:
            rows.append(("", "", said("lab-drawn"), *_shares(level.drawn), *[""] * len(paid)))
    show_table(columns, rows, numbers=(columns[1], *columns[3:]))


def _show_endings(found: Balance) -> None:
    level = found.strongest
    columns = (
        said("how games of {bot} end", bot=level.bot),
        said("lab-number"),
        said("lab-heading"),
        said("lab-clause"),
        said("lab-share"),
        said("95% interval"),
    )
    rows = [
        (
            ended(ending.kind, ending.called if len(level.players) <= FEW else ()),
            ", ".join(number for number in ending.numbers if number != ending.heading),
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
    each = next((each.each_called for each in found.deciders if each.each_called), None)
    columns = (
        said("whoever had most of"),
        said("lab-won"),
        said("95% interval"),
        *(f"{each} {stage}" for stage in range(1, stages + 1)),
    )
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
    if fits(columns, told):
        show_table(columns, told, numbers=columns[1:])
        return
    say(columns[0], "bold")
    for title, won, interval, *course in told:
        say(said("{what}: won {share} ({interval})", what=title, share=won, interval=interval))
        early = [f"{column} {part}" for column, part in zip(columns[3:], course, strict=True) if part]
        if early:
            say(f"  {', '.join(early)}")


def _shares(of: Share) -> tuple[str, str]:
    return percent(of.share), said("{low} to {high}", low=percent(of.low), high=percent(of.high))
