"""The balance of a rulebook in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from statistics import fmean

from crex_dsl.lab.balance.balance import Balance, Decider, Level
from crex_dsl.lab.simulation.summary import Won
from crex_dsl.lab.statistics.intervals import Share
from crex_dsl.text.messages import figure_as_said, listed_as_said, number_as_said, said

STAGES_TOLD = 12


def headlines(found: Balance) -> Iterator[str]:
    """Who wins at equal strength, how that depends on the level, and what decides: a sentence each."""
    level = found.strongest
    if not level.games:
        yield said("No game came to an end.")
        return
    yield _even_or_not(level)
    if len(found.levels) > 1:
        yield _by_level(found)
    yield _by_clause(level)
    early = next(iter(_early(found)), None)
    if early is not None:
        after, share = f"{early.each_called} {early.stage}", interval(early)
        yield said(
            "Whoever has most of “{what}” after {stage} wins {share}.", what=early.title, stage=after, share=share
        )


def _even_or_not(level: Level) -> str:
    even = fmean(won.share for won in level.players)  # what is drawn is nobody's, what is shared is everybody's
    told = level.players[:1] if len(level.players) == 2 and not level.drawn.games else level.players
    shares = listed_as_said(said("{side} win {share}", side=won.called, share=interval(won)) for won in told)
    favoured = [won.called for won in level.players if won.low > even]
    harmed = [won.called for won in level.players if won.high < even]
    if favoured:
        verdict = said("it favours {sides}", sides=listed_as_said(favoured))
    elif harmed:
        verdict = said("it is hard on {sides}", sides=listed_as_said(harmed))
    else:
        verdict = said("an even game would give {share}, and this may be one", share=percent(even))
    return said(
        "At equal strength {shares} of {games} games, as {bot} bots play: {verdict}.",
        shares=shares,
        games=number_as_said(level.games),
        bot=level.bot,
        verdict=verdict,
    )


def _by_level(found: Balance) -> str:
    first = _first(found.strongest)
    shares = [
        said("{share} as {bot} bots play", share=percent(_first(level).share), bot=level.bot)
        for level in found.levels
        if level.games
    ]
    return said("By level, from the weakest: {side} win {shares}.", side=first.called, shares=listed_as_said(shares))


def _by_clause(level: Level) -> str:
    """The clause that ends most games, whoever wins by it."""
    games: Counter[str] = Counter()
    for ending in level.endings:
        games[ending.clause] += ending.games
    clause, most = games.most_common(1)[0]
    ending = next(each for each in level.endings if each.clause == clause)
    share, heading = percent(most / level.games), ending.heading or clause
    if not clause:
        return said("{share} of games end because nothing more happens.", share=share)
    numbers = ", ".join(number for number in ending.numbers if number != heading)
    by = f"{heading} ({numbers})" if numbers else heading
    return said("{share} of games end by {clause}.", share=share, clause=by)


def _first(level: Level) -> Won:
    return level.players[0]


def _early(found: Balance) -> list[Decider]:
    """What tells early who will win: before the last stage, the best of each measure first."""
    last = max((each.stage or 0 for each in found.deciders), default=0)
    middle = [each for each in found.deciders if each.stage is not None and each.stage <= max(1, last // 2)]
    return sorted(middle, key=lambda each: -each.low)


def percent(part: float) -> str:
    """A share in percent."""
    return figure_as_said(f"{100 * part:.0f}%" if part in (0, 1) else f"{100 * part:.1f}%")


def interval(of: Share) -> str:
    """A share with its interval."""
    return said("{share} ({low} to {high})", share=percent(of.share), low=percent(of.low), high=percent(of.high))
