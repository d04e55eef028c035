"""Every refusal of the command line: its sentence, and its exit code."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from crex_dsl.system.console import painted, say
from crex_dsl.text.messages import said
from crex_dsl.text.truncation import bounded, printable

if TYPE_CHECKING:
    from crex_dsl.language.diagnostics import Diagnostic


NO = 1
WRONG_USAGE = 2
INTERRUPTED = 130


class NoAnswer(Exception):
    """The question is a fair one, and the answer is no."""


class WrongUsage(Exception):
    """What was asked cannot be asked like this."""


def refused(error: Exception) -> int | None:
    """Tell the user of an error that he can do something about; its exit code, or None for any other error."""
    from crex_dsl.engine.errors import CrexError
    from crex_dsl.engine.scenarios.setup import CannotStage
    from crex_dsl.lab.bots.registry import UnknownBot
    from crex_dsl.lab.plot_style import NoPlots
    from crex_dsl.lab.simulation.cluster import ClusterError
    from crex_dsl.lab.simulation.results_file import LedgerError
    from crex_dsl.lab.tuning.errors import CannotTune
    from crex_dsl.language.diagnostics import RuleError
    from crex_dsl.lawyer.lookup.reference import NotFound
    from crex_dsl.rulebook.files.games import UnknownGame
    from crex_dsl.rulebook.selection.selection import SelectionError
    from crex_dsl.system.input_files import refusal

    match error:
        case WrongUsage() | UnknownGame() | UnknownBot() | CannotStage() | SelectionError():
            code = WRONG_USAGE
        case NoAnswer() | NoPlots() | NotFound() | CrexError() | LedgerError() | ClusterError() | CannotTune():
            code = NO
        case RuleError():
            show_diagnostics(error.diagnostics)
            return NO
        case BrokenPipeError():
            return None  # whoever read our answer has read enough
        case OSError():
            what = f"{error.filename}: " if error.filename else ""
            show_refusal(f"{what}{refusal(error)}")
            return NO
        case _:
            return None
    show_refusal(str(error))
    return code


def show_refusal(sentence: str) -> None:
    """Print why there is no answer, apart from any answer."""
    from rich.text import Text

    head = said("Error: {sentence}", sentence="")
    say(Text.assemble((head, "bold red"), printable(bounded(sentence))), stderr=True)


def show_diagnostics(diagnostics: Iterable[Diagnostic]) -> None:
    """Print the mistakes that kept us from an answer."""
    for number, diagnostic in enumerate(diagnostics):
        if number:
            say(stderr=True)
        say(painted(diagnostic.render()), stderr=True)
