"""Clauses as a person reads them: what they say, and what happened by them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from rich.text import Text

from crex_dsl.engine.errors import UnknownName
from crex_dsl.engine.game import Game
from crex_dsl.engine.log import LogLine
from crex_dsl.language.diagnostics import did_you_mean


def clauses_named(game: Game, reference: str) -> list[str]:
    """The clause of that id, or those printed under that number or heading; raises UnknownName where there is none."""
    rows = game.tables["clauses"]
    if reference in rows:
        return [reference]
    found = [clause for clause, row in rows.items() if reference in row[1]]
    if not found:  # a number that the book prints twice is told apart by a letter
        found = [clause for clause, row in rows.items() if any(_lettered(reference, number) for number in row[1])]
    if not found:
        found = clauses_headed(game, reference)
    if not found:
        hint = did_you_mean(reference, [*rows, *(number for row in rows.values() for number in row[1])])
        raise UnknownName(f"{game.edition} has no clause `{reference}`" + (f": {hint}" if hint else ""))
    return found


def clauses_headed(game: Game, words: str) -> list[str]:
    """The clauses with that title or heading, in one or in several."""
    wanted = {words.casefold(), f"{words}s".casefold()}
    return [
        clause
        for clause, row in game.tables["clauses"].items()
        if wanted & {row[0].casefold(), (row[2] or "").casefold()}
    ]


def _lettered(reference: str, number: str) -> bool:
    return number[:-1] == reference and number[-1].isalpha()


def wording(game: Game, clause: str) -> Text:
    """A clause with its number, heading, id and words."""
    title, numbers, heading, words, _ = game.clause(clause)
    number = ", ".join(numbers)
    return Text.assemble(
        (f"{number} {heading or title}".strip(), "bold"), f" [{clause}]\n", words or "It says nothing."
    )


def cited(game: Game, clause: str) -> str:
    """A clause in a few words: its number in this edition, its heading, its id."""
    if not clause:
        return ""
    title, numbers, heading, _, _ = game.clause(clause)
    return " ".join(filter(None, [", ".join(numbers), heading or title, f"[{clause}]"]))


def news(game: Game, lines: Sequence[LogLine]) -> Iterator[Text]:
    """Lines of the log, each with its clause; what happens several times on end is told once."""
    for drawn, some in groupby(lines, key=lambda line: line.drawn and line.clause):
        for line, same in [_draws(list(some))] if drawn else groupby(some):
            times = len(list(same))
            yield told(game, line, f", {times} times" if times > 1 else "")


def _draws(lines: Sequence[LogLine]) -> tuple[LogLine, Sequence[LogLine]]:
    """Draws on end as one line: what is the same with its number, or else everything that was drawn."""
    counts = Counter(line.drawn for line in lines)
    if len(counts) == 1:
        return lines[0], lines
    every = [f"{name} ({times} times)" if times > 1 else name for name, times in counts.items()]
    return replace(lines[0], text=f"draws {', '.join(every)}"), lines[:1]


def told(game: Game, line: LogLine, also: str = "") -> Text:
    """A line of the log with its clause."""
    forced = " (no other choice)" if line.forced else ""
    numbers = ", ".join(game.clause(line.clause)[1]) if line.clause else ""
    cite = " ".join(filter(None, [numbers, line.clause]))
    return Text.assemble(str(line), also, (forced, "dim"), (f"  [{cite}]" if cite else "", "dim"))
