"""The balance of a rulebook in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from crex_dsl.lab.balance.balance import Balance, Decider, Level
from crex_dsl.lab.simulation.summary import Won
from crex_dsl.lab.statistics.intervals import Share
from crex_dsl.text.locale import listed

STAGES_TOLD = 12


def headlines(found: Balance) -> Iterator[str]:
    """Who wins at equal strength, how that depends on the level, and what decides: a sentence each."""
    level = found.strongest
    if not level.games:
        yield "No game came to an end."
        return
    yield _even_or_not(level)
    if len(found.levels) > 1:
        yield _by_level(found)
    yield _by_clause(level)
    early = next(iter(_early(found)), None)
    if early is not None:
        yield f"Whoever has most of “{early.title}” after {early.each} {early.stage} wins {interval(early)}."


def _even_or_not(level: Level) -> str:
    even = 1 / len(level.players)
    told = level.players[:1] if len(level.players) == 2 and not level.drawn.games else level.players
    shares = listed(f"{won.called} win {interval(won)}" for won in told)
    favoured = [won.called for won in level.players if won.low > even]
    harmed = [won.called for won in level.players if won.high < even]
    if favoured:
        verdict = f"it favours {listed(favoured)}"
    elif harmed:
        verdict = f"it is hard on {listed(harmed)}"
    else:
        verdict = f"an even game would give {percent(even)}, and this may be one"
    return f"At equal strength {shares} of {level.games:,} games, as {level.bot} bots play: {verdict}."


def _by_level(found: Balance) -> str:
    first = _first(found.strongest)
    shares = [f"{percent(_first(level).share)} as {level.bot} bots play" for level in found.levels if level.games]
    return f"By level, from the weakest: {first.called} win {listed(shares)}."


def _by_clause(level: Level) -> str:
    """The clause that ends most games, whoever wins by it."""
    games: Counter[str] = Counter()
    for ending in level.endings:
        games[ending.clause] += ending.games
    clause, most = games.most_common(1)[0]
    ending = next(each for each in level.endings if each.clause == clause)
    number = f" ({', '.join(ending.numbers)})" if ending.numbers else ""
    how = f"by {ending.heading or clause}{number}" if clause else "because nothing more happens"
    return f"{percent(most / level.games)} of games end {how}."


def _first(level: Level) -> Won:
    return level.players[0]


def _early(found: Balance) -> list[Decider]:
    """What tells early who will win: before the last stage, the best of each measure first."""
    last = max((each.stage or 0 for each in found.deciders), default=0)
    middle = [each for each in found.deciders if each.stage is not None and each.stage <= max(1, last // 2)]
    return sorted(middle, key=lambda each: -each.low)


def percent(part: float) -> str:
    """A share in percent."""
    return f"{100 * part:.0f}%" if part in (0, 1) else f"{100 * part:.1f}%"


def interval(of: Share) -> str:
    """A share with its interval."""
    return f"{percent(of.share)} ({percent(of.low)} to {percent(of.high)})"
