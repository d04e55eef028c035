"""What came of tuning, on the screen."""

from __future__ import annotations

from crex_dsl.cli.lab.summary_text import show_faults
from crex_dsl.lab.simulation.summary import Fault
from crex_dsl.lab.tuning.tuning import Tuning
from crex_dsl.system.console import say, show_table
from crex_dsl.text.messages import said


def show_tuning(found: Tuning, faults: list[Fault]) -> None:
    """Print the weights before and after, what they rest on, and how the match went."""
    say(said("{title}, {rulebook}: what counts at the end of each {stage}", **_named(found)), "bold")
    columns = (said("What counts"), said("Before"), said("Now"))
    rows = [(weight.title, str(weight.old), str(weight.new)) for weight in found.weights]
    show_table(columns, rows, numbers=columns[1:])
    unseen = [weight.title for weight in found.weights if not weight.seen]
    for title in unseen:
        say(said("“{title}” never differed between sides, so nothing is known of it", title=title))
    say()
    for sentence in found.story():
        say(sentence)
    if faults:
        say()
        show_faults(faults)


def _named(found: Tuning) -> dict[str, object]:
    return {"title": found.title, "rulebook": found.rulebook, "stage": found.stage}
