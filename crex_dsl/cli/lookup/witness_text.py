"""Witnesses at the command line: the hunt with its bar, and each position with what two rulebooks make of it."""

from __future__ import annotations

import time
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from crex_dsl.cli.errors import NO, NoAnswer
from crex_dsl.system.console import console, say, show_table
from crex_dsl.text.messages import apart, headed, listed_as_said, said

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
        raise NoAnswer(
            said("{one} and {two} play everything alike, so that no position shows a difference", one=one, two=two)
            if order.clauses is None
            else said(
                "{one} and {two} play `{clauses}` alike, so that no position shows a difference",
                one=one,
                two=two,
                clauses=", ".join(sorted(order.clauses)),
            )
        )
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
        task = bar.add_task(said("looking for witnesses"), total=None, left="")
        try:
            for found in search_witnesses(order, workers):
                seconds = max(0, round(ends - time.monotonic()))
                left = said(
                    "{count} game, {seconds} s left",
                    "{count} games, {seconds} s left",
                    count=found.games,
                    seconds=seconds,
                )
                bar.update(task, total=len(found.sought), completed=len(found.best), left=left)
        except KeyboardInterrupt:
            pass  # what was found so far is worth telling
    return found


def show_witnesses(found: BestWitnesses) -> None:
    """Print the best witness of each clause, and which clauses have none."""
    for witness in found.best.values():
        show_witness(witness)
        say()
    played = said("in {count} game under either rulebook", "in {count} games under either rulebook", count=found.games)
    number, count = len(found.best), len(found.sought)
    say(
        said(
            "{number} of {count} clause witnessed {played}; none of {clauses}.",
            "{number} of {count} clauses witnessed {played}; none of {clauses}.",
            number=number,
            count=count,
            played=played,
            clauses=listed_as_said(found.missing),
        )
        if found.missing
        else said(
            "{number} of {count} clause witnessed {played}.",
            "{number} of {count} clauses witnessed {played}.",
            number=number,
            count=count,
            played=played,
        )
    )


def show_witness(witness: Witness) -> None:
    """Print one witness: the clause in both rulebooks, the position, the action, and what each makes of it."""
    say(headed(witness.clause, witness.title), "bold")
    tellings = (witness.first, witness.second)
    say(apart([*map(_printed, tellings), said("about {actions}", actions=", ".join(witness.about))]))
    if not witness.checked:
        other = next(one.rulebook for one in tellings if one.rulebook != witness.played)
        say(
            said(
                "(What {other} says is {played} with this alone of the other, and with {clauses}.)",
                other=other,
                played=witness.played,
                clauses=listed_as_said(witness.along),
            )
            if witness.along
            else said(
                "(What {other} says is {played} with this alone of the other.)", other=other, played=witness.played
            )
        )
    say()
    say(
        said(
            "{rulebook}, seed {seed}, after {count} decision:",
            "{rulebook}, seed {seed}, after {count} decisions:",
            rulebook=witness.played,
            seed=witness.seed,
            count=witness.after,
        )
    )
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
    show_table((said("col-rulebook"), "", said("col-says")), rows, whole=[said("col-rulebook"), ""])


def _verdict(telling: RulebookAccount) -> str:
    return "" if telling.legal is None else said("story-legal" if telling.legal else "story-refused")


def _printed(telling: RulebookAccount) -> str:
    if not telling.numbers:
        return said("not printed in {rulebook}", rulebook=telling.rulebook)
    return said("{numbers} in {rulebook}", numbers=", ".join(telling.numbers), rulebook=telling.rulebook)


def _lines(telling: RulebookAccount) -> list[str]:
    lines = telling.lines or [said("nothing of the kind")]
    only = said("only here: {actions}", actions=", ".join(telling.only))
    return [*lines, only] if len(telling.only) > 1 else lines


def save_witness(path: Path, order: Order, witness: Witness, rules: Iterable[Path] = ()) -> None:
    """Write the position of a witness as a save that `crex play` opens with the same rule files."""
    from crex_dsl.engine.game import game_of
    from crex_dsl.gameplay.saved_games import Setting, keep
    from crex_dsl.lawyer.witness_search.witness import retraced

    game = game_of(order.files, order.selections[order.names.index(witness.played)])
    keep(path, retraced(game, witness), Setting(rules=[str(place.resolve()) for place in rules]))
