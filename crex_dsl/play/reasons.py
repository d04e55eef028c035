"""Clauses as a person reads them: what they say, and what speaks for or against an action."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from rich.text import Text

from crex_dsl.engine.errors import UnknownName
from crex_dsl.engine.explain import Answer
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


def out_of_place(game: Game, answer: Answer, stage: str) -> Iterator[Text]:
    """Why an action of a stage that is not open cannot be taken: conditions of that stage would mean nothing now."""
    yield Text.assemble((answer.action, "bold"), " is not legal now.")
    yield Text(f"  it belongs to the stage `{stage}`, which is not open; {answer.not_asked}")
    yield from _words(game, [answer.clause])


def _words(game: Game, clauses: Iterable[str]) -> Iterator[Text]:
    """What clauses say, for those who do not know them by heart."""
    for clause in dict.fromkeys(clauses):
        if clause and game.clause(clause)[3]:
            yield Text(f"  {cited(game, clause)}: {game.clause(clause)[3]}", "dim")


def explained(game: Game, answer: Answer) -> Iterator[Text]:
    """What speaks for and against an action, one finding per line, and the words of the clauses against it."""
    if answer:
        permits = dict.fromkeys(finding.clause for finding in answer.permits if finding.holds)
        yield Text.assemble((answer.action, "bold"), " is legal now.")
        for clause in permits:
            yield Text(f"  {cited(game, clause)} permits it")
        for finding in answer.forbids:
            if finding.holds:
                lifting = "; ".join(cited(game, clause) for clause in finding.lifted_by)
                yield Text(f"  {cited(game, finding.clause)} would forbid it; {lifting} makes an exception")
        return
    yield Text.assemble((answer.action, "bold"), " is not legal now.")
    if answer.not_asked:
        yield Text(f"  {answer.not_asked}")
    if answer.out_of_range:
        yield Text(f"  {cited(game, answer.clause)}: {answer.out_of_range}")
    against: list[str] = []
    for finding in answer.forbids:
        if finding.holds and not finding.lifted_by:
            against.append(finding.clause)
            why = "; ".join(str(reason) for reason in finding.reasons)
            yield Text(f"  {cited(game, finding.clause)} forbids it" + (f": {why}" if why else ""))
    if not any(finding.holds for finding in answer.permits) and answer.clause and answer.action != "done":
        for finding in answer.permits:
            against.append(finding.clause)
            why = "; ".join(
                reason.denied + (f", by {cited(game, reason.clause)}" if reason.clause != finding.clause else "")
                for reason in finding.reasons
                if reason.condition not in ("no", "yes")  # a case of a definition: its condition has been named
            )
            yield Text(f"  {cited(game, finding.clause)} does not permit it" + (f": {why}" if why else ""))
        if not answer.permits:
            yield Text("  no clause permits it")
    yield from _words(game, against)
