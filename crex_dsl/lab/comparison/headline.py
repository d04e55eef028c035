"""A comparison in words: who wins how often under each rulebook, whether they differ, how surely, by which players."""

from __future__ import annotations

from crex_dsl.lab.comparison.compare import Compared, Comparison, Effect
from crex_dsl.lab.comparison.wording import difference, figure, interval
from crex_dsl.lab.statistics.paired_tests import LEVEL
from crex_dsl.text.messages import apart, figure_as_said, number_as_said, said

SLIGHT = 1e-9
FEW = 2  # players, all of whom are told of


def headlines(found: Comparison) -> list[str]:
    """A sentence for each rulebook that is held against the first."""
    return [_headline(found, book) for book in found.others]


def seating(book: Compared) -> str:
    """Who played under a rulebook, in a few words."""
    bots = set(book.bots.values())
    return said("{bot} bots", bot=bots.pop()) if len(bots) == 1 else ", ".join(book.seating)


def _headline(found: Comparison, book: Compared) -> str:
    first = found.first
    if found.alike(book):
        return said("{other} does the same as {first}: only the words differ.", other=book.name, first=first.name)
    wins = [effect for effect in found.effects_of(book.name) if effect.sort == "winner"]
    if not wins:
        return said("{rulebook}: too few games to tell.", rulebook=book.name)
    if not any(effect.before or effect.after for effect in wins):
        return _scene_headline(found, book)
    told = wins if len(first.winners) <= FEW else [min(wins, key=lambda effect: effect.p)]
    if all(abs(sum(shares) - 1) < SLIGHT for shares in zip(*((each.before, each.after) for each in told), strict=True)):
        told = told[:1]  # what one does not win, the other does
    called = {won.player: won.called for won in first.winners}
    sentences = [
        said(
            "{side} win {before} of games under {first} and {after} under {other}: {verdict}.",
            side=called[effect.name],
            before=_percent(effect.before),
            after=_percent(effect.after),
            first=first.name,
            other=book.name,
            verdict=_verdict(effect),
        )
        for effect in told
    ]
    return f"{' '.join(sentences)} {_played(found, book)}"


def _scene_headline(found: Comparison, book: Compared) -> str:
    """Where nobody wins, the outcome in which rulebooks differ most."""
    endings = [effect for effect in found.effects_of(book.name) if effect.sort == "ending"]
    if not endings:
        return said("{rulebook}: no game came to an end.", rulebook=book.name)
    most = min(endings, key=lambda effect: effect.p)
    told = said(
        "“{outcome}” comes out in {before} of games under {first} and {after} under {other}: {verdict}.",
        outcome=most.title,
        before=_percent(most.before),
        after=_percent(most.after),
        first=found.first.name,
        other=book.name,
        verdict=_verdict(most),
    )
    return f"{told} {_played(found, book)}"


def _played(found: Comparison, book: Compared) -> str:
    first = found.first
    if not found.paired:
        games = {"first": number_as_said(first.pairs), "other": number_as_said(book.pairs)}
        return said("That is how {first} and {other} games went that were saved.", **games)
    by = apart(dict.fromkeys([seating(first), *([] if book.bots == first.bots else [seating(book)])]))
    return said("That is how {bots} play, in {pairs} pairs of games.", bots=by, pairs=number_as_said(book.pairs))


def _percent(share: float) -> str:
    return figure_as_said(f"{100 * share:.0f}%" if share in (0, 1) else f"{100 * share:.1f}%")


def _verdict(effect: Effect) -> str:
    """Whether that is a difference, and how sure one can be."""
    apart = said("{difference}, 95% interval {interval}", difference=difference(effect), interval=interval(effect))
    if effect.significant:
        return said("they differ ({apart}), and luck alone would hardly do that", apart=apart)
    if effect.p <= LEVEL:
        return said(
            "they may differ ({apart}), but among all figures told here one may look like that by luck", apart=apart
        )
    most = figure(effect, max(abs(effect.low), abs(effect.high))).removesuffix("%").rstrip()
    return said(
        "no difference is shown ({apart}); it is hardly more than {most} points, if there is one",
        apart=apart,
        most=most,
    )
