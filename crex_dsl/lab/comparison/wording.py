"""How effects are worded, on the screen and in a report."""

from __future__ import annotations

from crex_dsl.lab.comparison.compare import Compared, Comparison, Effect
from crex_dsl.text.locale import listed

MANY_GAMES = 1_000_000


def figure(effect: Effect, number: float) -> str:
    """A share in percent, any other number with two decimals."""
    return f"{100 * number:.1f}%" if effect.share else _decimal(number)


def difference(effect: Effect) -> str:
    """How far apart the two rulebooks lie, with its sign; shares in percentage points."""
    return _signed(effect, effect.difference) + _unit(effect)


def interval(effect: Effect) -> str:
    """Where the difference lies 95 times out of 100."""
    return f"{_signed(effect, effect.low)} to {_signed(effect, effect.high)}{_unit(effect)}"


def _signed(effect: Effect, number: float) -> str:
    text = figure(effect, abs(number)).rstrip("%")
    return text if not text.strip("0.,") else f"{'−' if number < 0 else '+'}{text}"


def _decimal(number: float) -> str:
    """Two decimals, below zero with the sign that differences have; what rounds to zero has none."""
    return f"{number:z,.2f}".replace("-", "−")


def _unit(effect: Effect) -> str:
    return " pp" if effect.share else ""


def unrepeatable(found: Comparison) -> str:
    """Why these games cannot be repeated; nothing where they can."""
    bots = found.by_the_clock
    think = "thinks" if len(bots) == 1 else "think"
    return f"{listed(bots)} {think} by the clock, so these games cannot be repeated" if bots else ""


def correlated(told: Effect | Compared) -> str:
    """How much alike games of one seed run; nothing where figures never change."""
    return "" if told.correlation is None else _decimal(told.correlation)


def told_once(effect: Effect) -> str:
    """Which figures say what an effect says, and are not told again."""
    return f"“{effect.title}” also tells {listed(f'“{title}”' for title in effect.same)}"


def chance(effect: Effect) -> str:
    """The corrected p."""
    return "<0.001" if effect.corrected < 0.001 else f"{effect.corrected:.3f}"


def verdict(effect: Effect) -> str:
    """Whether an effect is significant, and if not, in about how many games it would be."""
    if effect.significant:
        return "yes"
    if effect.games is None:
        return "no"
    if effect.games > MANY_GAMES:
        return "no: takes over a million games"
    return f"no: takes about {float(f'{effect.games:.2g}'):,.0f} games"
