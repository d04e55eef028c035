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
from crex_dsl.text.messages import apart, number_as_said, said

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
            left_out = said(
                "{rulebook}: these are left out, with the game of the same seed under the other rulebook",
                rulebook=book.name,
            )
            say(left_out, "bold")
            show_faults(book.faults)


def _show_heading(found: Comparison) -> None:
    if not found.paired:
        counts = ", ".join(
            said("{some} of {all}", some=number_as_said(book.played), all=book.name) for book in found.rulebooks
        )
        say(said("Games of {title} that were saved: {counts}", title=found.title, counts=counts), "bold")
        return
    least = min(book.played for book in found.rulebooks)
    games = (
        said("{some} of {all}", some=number_as_said(least), all=number_as_said(found.games))
        if least < found.games
        else number_as_said(least)
    )
    books = found.rulebooks
    names = ", ".join(book.name for book in books)
    if len(books) > FEW:
        names = said("under {count} rulebook", "under {count} rulebooks", count=len(books))
    heading = said(
        "{games} games each of {title}, {rulebooks}, from seed {seed}",
        games=games,
        title=found.title,
        rulebooks=names,
        seed=found.seed,
    )
    say(heading, "bold")
    if found.scenario is not None:
        say(said("each begins with {scenario}", scenario=found.scenario))
    seatings = {tuple(book.bots.items()): seating(book) for book in reversed(found.rulebooks)}  # as the first has it
    say(said("played by {bots}", bots=apart(dict.fromkeys(reversed(seatings.values())))))


def _show_effects(found: Comparison, book: Compared, everything: bool) -> None:
    first = found.first
    names, pairs = {"other": book.name, "first": first.name}, number_as_said(book.pairs)
    if found.paired:
        say(said("{other} held against {first}, {pairs} pairs of games", **names, pairs=pairs), "bold")
    else:
        counts = {"games": pairs, "others": number_as_said(first.pairs)}
        say(said("{other} held against {first}, {games} games and {others}", **names, **counts), "bold")
    every, significant = (found.effects_of(book.name, only) for only in (False, True))
    if found.alike(book):
        say(said("their rules do the same, only the words differ"))
    elif not every:
        say(said("too few games to tell"))
    shown = every if everything else significant
    if shown:
        _show_rows(first.name, book.name, shown)
    if every and not everything:
        left = len(every) - len(significant)
        if not left:
            say(said("that is all"))
        elif not significant:
            say(said("nothing is significant (--all tells the others)"))
        else:
            more = said(
                "{count} more is not significant (--all tells it)",
                "{count} more are not significant (--all tells them)",
                count=left,
            )
            say(more)
    for effect in shown:
        if effect.same:
            say(told_once(effect))
    if book.correlation is not None:
        say(said("games of one seed correlate by {number} (the median of its figures)", number=correlated(book)))


def _show_rows(first: str, other: str, shown: list[Effect]) -> None:
    """A row for each effect; on a screen that is too narrow a short paragraph."""
    columns = (
        said("lab-figure"),
        first,
        other,
        said("lab-difference"),
        said("95% interval"),
        said("lab-correlation"),
        said("p, corrected"),
        said("lab-significant"),
    )
    rows = [_row(effect) for effect in shown]
    if fits(columns, rows):
        show_table(columns, rows, numbers=columns[1:-1])
        return
    for effect in shown:
        say(effect.title, "bold" if effect.significant else None)
        before, after = figure(effect, effect.before), figure(effect, effect.after)
        say(f"  {before} → {after}: {difference(effect)} ({interval(effect)})")
        told = said("significant: {verdict}, p {chance}", verdict=verdict(effect), chance=chance(effect))
        say(f"  {told}")


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
    corrected = said(
        "p is corrected by Holm for all {effects} effects together; significant is what stays at {level}",
        effects=number_as_said(len(found.effects)),
        level=found.level,
    )
    say(corrected)
    if any(book.correlation is not None for book in found.others):
        say(said("where games of one seed correlate by 0, pairs are no better than games of other seeds"))
    if found.by_the_clock:
        say(unrepeatable(found))
