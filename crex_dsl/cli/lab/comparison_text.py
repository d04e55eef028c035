"""What rulebooks do to a game, on the screen."""

from __future__ import annotations

from crex_dsl.cli.lab.summary_text import show_faults
from crex_dsl.lab.comparison.compare import Compared, Comparison, Effect
from crex_dsl.lab.comparison.headline import headlines, seating
from crex_dsl.lab.comparison.wording import (
    chance,
    correlated,
    difference,
    figure,
    interval,
    told_once,
    unrepeatable,
    verdict,
)
from crex_dsl.system.console import fits, say, show_table

FEW = 3  # rulebooks, all of whose names fit into a heading


def show_comparison(found: Comparison, everything: bool) -> None:
    """Print what it comes to in words, the effects of each rulebook, how they were found, and what went wrong."""
    _show_heading(found)
    say()
    for headline in headlines(found):
        say(headline)
    for book in found.others:
        say()
        _show_effects(found, book, everything or len(found.others) == 1)
    say()
    _show_footing(found)
    for book in found.rulebooks:
        if book.faults:
            say()
            say(f"{book.name}: these are left out, with the game of the same seed under the other rulebook", "bold")
            show_faults(book.faults)


def _show_heading(found: Comparison) -> None:
    if not found.paired:
        counts = ", ".join(f"{book.played:,} of {book.name}" for book in found.rulebooks)
        say(f"Games of {found.title} that were saved: {counts}", "bold")
        return
    least = min(book.played for book in found.rulebooks)
    of = f" of {found.games:,}" if least < found.games else ""
    books = found.rulebooks
    names = ", ".join(book.name for book in books) if len(books) <= FEW else f"under {len(books)} rulebooks"
    say(f"{least:,}{of} games each of {found.title}, {names}, from seed {found.seed}", "bold")
    if found.scenario is not None:
        say(f"each begins with {found.scenario}")
    seatings = {tuple(book.bots.items()): seating(book) for book in reversed(found.rulebooks)}  # as the first has it
    say(f"played by {'; '.join(dict.fromkeys(reversed(seatings.values())))}")


def _show_effects(found: Comparison, book: Compared, everything: bool) -> None:
    first = found.first
    games = f"{book.pairs:,} pairs of games" if found.paired else f"{book.pairs:,} games and {first.pairs:,}"
    say(f"{book.name} held against {first.name}, {games}", "bold")
    every, significant = (found.effects_of(book.name, only) for only in (False, True))
    if found.alike(book):
        say("their rules do the same, only the words differ")
    elif not every:
        say("too few games to tell")
    shown = every if everything else significant
    if shown:
        _show_rows(first.name, book.name, shown)
    if every and not everything:
        left = len(every) - len(significant)
        more = "nothing is significant" if not significant else f"{left} more are not significant"
        say(f"{more} (--all tells them)" if left else "that is all")
    for effect in shown:
        if effect.same:
            say(told_once(effect))
    if book.correlation is not None:
        say(f"games of one seed correlate by {correlated(book)} (the median of its figures)")


def _show_rows(first: str, other: str, shown: list[Effect]) -> None:
    """A row for each effect; on a screen that is too narrow a short paragraph."""
    columns = ("figure", first, other, "difference", "95% interval", "correlation", "p, corrected", "significant")
    rows = [_row(effect) for effect in shown]
    if fits(columns, rows):
        show_table(columns, rows, numbers=columns[1:-1])
        return
    for effect in shown:
        say(effect.title, "bold" if effect.significant else None)
        before, after = figure(effect, effect.before), figure(effect, effect.after)
        say(f"  {before} → {after}: {difference(effect)} ({interval(effect)})")
        say(f"  significant: {verdict(effect)}, p {chance(effect)}")


def _row(effect: Effect) -> tuple[str, ...]:
    return (
        effect.title,
        figure(effect, effect.before),
        figure(effect, effect.after),
        difference(effect),
        interval(effect),
        correlated(effect),
        chance(effect),
        verdict(effect),
    )


def _show_footing(found: Comparison) -> None:
    """How it was told what is significant, what the pairs were worth, and whether games can be repeated."""
    number = len(found.effects)
    say(f"p is corrected by Holm for all {number:,} effects together; significant is what stays at {found.level}")
    if any(book.correlation is not None for book in found.others):
        say("where games of one seed correlate by 0, pairs are no better than games of other seeds")
    if found.by_the_clock:
        say(unrepeatable(found))
