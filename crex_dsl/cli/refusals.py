"""Every refusal of the command line: its sentence, and its exit code."""

from __future__ import annotations

NO = 1
WRONG_USAGE = 2
INTERRUPTED = 130


class NoAnswer(Exception):
    """The question is a fair one, and the answer is no."""


class WrongUsage(Exception):
    """What was asked cannot be asked like this."""


def refused(error: Exception) -> int | None:
    """Tell the user of an error that he can do something about; its exit code, or None for any other error."""
    from crex_dsl.cli.screen import show_diagnostics, show_refusal
    from crex_dsl.engine.errors import CrexError
    from crex_dsl.lab.bots.roster import UnknownBot
    from crex_dsl.lab.cluster import ClusterError
    from crex_dsl.lab.drawing import NoPlots
    from crex_dsl.lab.ledger import LedgerError
    from crex_dsl.lab.staging import CannotStage
    from crex_dsl.language.diagnostics import RuleError
    from crex_dsl.lawyer.reference import NotFound
    from crex_dsl.rulebook.library import UnknownGame
    from crex_dsl.rulebook.selection import SelectionError

    match error:
        case WrongUsage() | UnknownGame() | UnknownBot() | CannotStage() | SelectionError():
            code = WRONG_USAGE
        case NoAnswer() | NoPlots() | NotFound() | CrexError() | LedgerError() | ClusterError():
            code = NO
        case RuleError():
            show_diagnostics(error.diagnostics)
            return NO
        case BrokenPipeError():
            return None  # whoever read our answer has read enough
        case OSError():
            what = f"{error.filename}: " if error.filename else ""
            show_refusal(f"{what}{error.strerror or error}")
            return NO
        case _:
            return None
    show_refusal(str(error))
    return code
