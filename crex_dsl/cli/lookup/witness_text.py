"""Witnesses at the command line: the hunt with its bar, and each position with what two rulebooks make of it."""

from __future__ import annotations

import time
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from crex_dsl.cli.errors import NO, NoAnswer
from crex_dsl.system.console import console, say, show_table
from crex_dsl.text.locale import listed

if TYPE_CHECKING:
    from crex_dsl.lawyer.witness_search.witness import BestWitnesses, RulebookAccount, Witness
    from crex_dsl.lawyer.witness_search.worker import Order


Witnesses = Annotated[bool, typer.Option("--witness", help="Look for positions that show the difference.")]
Seconds = Annotated[
    float, typer.Option("--seconds", metavar="N", min=1, help="How long to look for witnesses, at most.")
]
Games = Annotated[
    int | None, typer.Option("--games", metavar="N", min=1, help="In how many games under either rulebook, at most.")
]
Workers = Annotated[
    int | None, typer.Option("--workers", "-w", metavar="N", min=1, help="How many processes, one or two; two if able.")
]
Save = Annotated[
    Path | None, typer.Option("--save", metavar="FILE", help="Save the position of the first witness, to be played.")
]


def answer(
    order: Order,
    workers: int | None = None,
    save: Path | None = None,
    rules: Iterable[Path] = (),
    as_json: bool = False,
) -> None:
    """Hunt for witnesses and tell the best of each clause; the answer is no where there is none."""
    found = hunted(order, workers)
    one, two = order.names
    if not found.sought:
        what = "everything" if order.clauses is None else f"`{', '.join(sorted(order.clauses))}`"
        raise NoAnswer(f"{one} and {two} play {what} alike, so that no position shows a difference")
    best = list(found.best.values())
    if save is not None and best:
        save_witness(save, order, best[0], rules)
    if as_json:
        from crex_dsl.cli.documents import WitnessesDocument

        document = WitnessesDocument(
            game=order.files.id, first=one, second=two, games=found.games, witnesses=best, missing=found.missing
        )
        typer.echo(document.model_dump_json(indent=2))
    else:
        show_witnesses(found)
    if not best:
        raise typer.Exit(NO)


def hunted(order: Order, workers: int | None = None) -> BestWitnesses:
    """What a hunt finds, with a bar on a terminal; an interrupt ends it early."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    from crex_dsl.lawyer.witness_search.search import search_witnesses
    from crex_dsl.lawyer.witness_search.witness import BestWitnesses

    screen = console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[left]}"))
    bar = Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal)
    found, ends = BestWitnesses([]), time.monotonic() + order.seconds
    with bar:
        task = bar.add_task("looking for witnesses", total=None, left="")
        try:
            for found in search_witnesses(order, workers):
                left = f"{_counted(found.games, 'game')}, {max(0, round(ends - time.monotonic()))} s left"
                bar.update(task, total=len(found.sought), completed=len(found.best), left=left)
        except KeyboardInterrupt:
            pass  # what was found so far is worth telling
    return found


def show_witnesses(found: BestWitnesses) -> None:
    """Print the best witness of each clause, and which clauses have none."""
    for witness in found.best.values():
        show_witness(witness)
        say()
    played = f"in {_counted(found.games, 'game')} under either rulebook"
    said = f"{len(found.best)} of {_counted(len(found.sought), 'clause')} witnessed {played}"
    say(f"{said}; none of {listed(found.missing)}." if found.missing else f"{said}.")


def show_witness(witness: Witness) -> None:
    """Print one witness: the clause in both rulebooks, the position, the action, and what each makes of it."""
    say(f"{witness.clause}: {witness.title}", "bold")
    tellings = (witness.first, witness.second)
    printed = [f"{', '.join(telling.numbers) or 'not printed'} in {telling.rulebook}" for telling in tellings]
    say("; ".join([*printed, f"about {', '.join(witness.about)}"]))
    if not witness.checked:
        other = next(one.rulebook for one in tellings if one.rulebook != witness.played)
        along = f" with {', '.join(witness.along)}" if witness.along else ""
        say(f"(What {other} says is {witness.played} with this alone of the other{along}.)")
    say()
    say(f"{witness.played}, seed {witness.seed}, after {_counted(witness.after, 'decision')}:")
    for line in [*witness.scene, witness.question]:
        if line:
            say(f"  {line}")
    action = f"{witness.text}  {witness.action}" if witness.action else witness.text
    say(f"  {'; '.join([action, *witness.chance])}")
    say()
    rows: list[tuple[str, str, str]] = []
    for telling in tellings:
        first, *others = _lines(telling)
        rows += [(telling.rulebook, _verdict(telling), first), *(("", "", line) for line in others)]
    show_table(("rulebook", "", "says"), rows, whole=["rulebook", ""])


def _verdict(telling: RulebookAccount) -> str:
    return "" if telling.legal is None else "legal" if telling.legal else "refused"


def _lines(telling: RulebookAccount) -> list[str]:
    lines = telling.lines or ["nothing of the kind"]
    return [*lines, f"only here: {', '.join(telling.only)}"] if len(telling.only) > 1 else lines


def _counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def save_witness(path: Path, order: Order, witness: Witness, rules: Iterable[Path] = ()) -> None:
    """Write the position of a witness as a save that `crex play` opens with the same rule files."""
    from crex_dsl.engine.game import game_of
    from crex_dsl.gameplay.saved_games import Setting, keep
    from crex_dsl.lawyer.witness_search.witness import retraced

    game = game_of(order.files, order.selections[order.names.index(witness.played)])
    keep(path, retraced(game, witness), Setting(rules=[str(place.resolve()) for place in rules]))
