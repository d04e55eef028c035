"""A comparison in words: who wins how often under each rulebook, whether they differ, how surely, by which players."""

from __future__ import annotations

from crex_dsl.lab.comparison.compare import Compared, Comparison, Effect
from crex_dsl.lab.comparison.wording import difference, figure, interval
from crex_dsl.lab.statistics.paired_tests import LEVEL

SLIGHT = 1e-9
FEW = 2  # players, all of whom are told of


def headlines(found: Comparison) -> list[str]:
    """A sentence for each rulebook that is held against the first."""
    return [_headline(found, book) for book in found.others]


def seating(book: Compared) -> str:
    """Who played under a rulebook, in a few words."""
    bots = set(book.bots.values())
    return f"{bots.pop()} bots" if len(bots) == 1 else ", ".join(book.seating)


def _headline(found: Comparison, book: Compared) -> str:
    first = found.first
    if found.alike(book):
        return f"{book.name} does the same as {first.name}: only the words differ."
    wins = [effect for effect in found.effects_of(book.name) if effect.sort == "winner"]
    if not wins:
        return f"{book.name}: too few games to tell."
    if not any(effect.before or effect.after for effect in wins):
        return _scene_headline(found, book)
    told = wins if len(first.winners) <= FEW else [min(wins, key=lambda effect: effect.p)]
    if all(abs(sum(shares) - 1) < SLIGHT for shares in zip(*((each.before, each.after) for each in told), strict=True)):
        told = told[:1]  # what one does not win, the other does
    called = {won.player: won.called for won in first.winners}
    sentences = [
        f"{called[effect.name]} win {_percent(effect.before)} of games under {first.name} and {_percent(effect.after)} "
        f"under {book.name}: {_verdict(effect)}."
        for effect in told
    ]
    return f"{' '.join(sentences)} {_played(found, book)}"


def _scene_headline(found: Comparison, book: Compared) -> str:
    """Where nobody wins, the outcome in which rulebooks differ most."""
    endings = [effect for effect in found.effects_of(book.name) if effect.sort == "ending"]
    if not endings:
        return f"{book.name}: no game came to an end."
    most = min(endings, key=lambda effect: effect.p)
    shares = f"{_percent(most.before)} of games under {found.first.name} and {_percent(most.after)} under {book.name}"
    return f"“{most.title}” comes out in {shares}: {_verdict(most)}. {_played(found, book)}"


def _played(found: Comparison, book: Compared) -> str:
    first = found.first
    if not found.paired:
        return f"That is how {first.pairs:,} and {book.pairs:,} games went that were saved."
    by = "; ".join(dict.fromkeys([seating(first), *([] if book.bots == first.bots else [seating(book)])]))
    return f"That is how {by} play, in {book.pairs:,} pairs of games."


def _percent(share: float) -> str:
    return f"{100 * share:.0f}%" if share in (0, 1) else f"{100 * share:.1f}%"


def _verdict(effect: Effect) -> str:
    """Whether that is a difference, and how sure one can be."""
    apart = f"{difference(effect)}, 95% interval {interval(effect)}"
    if effect.significant:
        return f"they differ ({apart}), and luck alone would hardly do that"
    if effect.p <= LEVEL:
        return f"they may differ ({apart}), but among all figures told here one may look like that by luck"
    most = figure(effect, max(abs(effect.low), abs(effect.high))).rstrip("%")
    return f"no difference is shown ({apart}); it is hardly more than {most} points, if there is one"
