"""How effects are worded, on the screen and in a report."""

from __future__ import annotations

from collections.abc import Sequence

from crex_dsl.lab.comparison.compare import Compared, Comparison, Effect
from crex_dsl.text.messages import figure_as_said, listed_as_said, number_as_said, said

MANY_GAMES = 1_000_000


def figure(effect: Effect, number: float) -> str:
    """A share in percent, any other number with two decimals."""
    return figure_as_said(_figure(effect, number))


def _figure(effect: Effect, number: float) -> str:
    return f"{100 * number:.1f}%" if effect.share else _decimal(number)


def difference(effect: Effect) -> str:
    """How far apart the two rulebooks lie, with its sign; shares in percentage points."""
    return _signed(effect, effect.difference) + _unit(effect)


def interval(effect: Effect) -> str:
    """Where the difference lies 95 times out of 100."""
    return said("{low} to {high}", low=_signed(effect, effect.low), high=_signed(effect, effect.high)) + _unit(effect)


def _signed(effect: Effect, number: float) -> str:
    text = _figure(effect, abs(number)).rstrip("%")
    return figure_as_said(text if not text.strip("0.,") else f"{'−' if number < 0 else '+'}{text}")


def _decimal(number: float) -> str:
    """Two decimals; what rounds to zero has no sign."""
    return f"{number:z,.2f}"


def _unit(effect: Effect) -> str:
    return f" {said('lab-pp')}" if effect.share else ""


def unrepeatable(found: Comparison) -> str:
    """Why these games cannot be repeated; nothing where they can."""
    return by_the_clock(found.by_the_clock) if found.by_the_clock else ""


def by_the_clock(bots: Sequence[str]) -> str:
    """That games of some bots cannot be repeated."""
    if len(bots) == 1:
        return said("{bot} thinks by the clock, so these games cannot be repeated", bot=bots[0])
    return said("{bots} think by the clock, so these games cannot be repeated", bots=listed_as_said(bots))


def correlated(told: Effect | Compared) -> str:
    """How much alike games of one seed run; nothing where figures never change."""
    return "" if told.correlation is None else figure_as_said(_decimal(told.correlation))


def told_once(effect: Effect) -> str:
    """Which figures say what an effect says, and are not told again."""
    same = listed_as_said(said("“{title}”", title=title) for title in effect.same)
    return said("“{title}” also tells {same}", title=effect.title, same=same)


def chance(effect: Effect) -> str:
    """The corrected p."""
    return figure_as_said("<0.001" if effect.corrected < 0.001 else f"{effect.corrected:.3f}")


def verdict(effect: Effect) -> str:
    """Whether an effect is significant, and if not, in about how many games it would be."""
    if effect.significant:
        return said("lab-yes")
    if effect.games is None:
        return said("lab-no")
    if effect.games > MANY_GAMES:
        return said("no: takes over a million games")
    return said("no: takes about {games} games", games=number_as_said(round(float(f"{effect.games:.2g}"))))
