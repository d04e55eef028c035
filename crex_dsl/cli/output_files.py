"""Files that a command is asked to write: refused before the work what could not be written after it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from crex_dsl.cli.errors import WrongUsage
from crex_dsl.text.messages import headed, listed_as_said, said


def see_to_plots(files: Iterable[Path]) -> None:
    """Refuse plots that cannot be drawn, and the same file twice."""
    from crex_dsl.lab.plot_style import SUFFIXES, ready

    seen: set[Path] = set()
    for file in files:
        _see_to(file, said("a plot is a {endings} file", endings=_endings(SUFFIXES)), SUFFIXES)
        if file.resolve() in seen:
            raise WrongUsage(said("{file} is named twice: name every file once", file=file))
        seen.add(file.resolve())
        ready()


def see_to_report(file: Path) -> None:
    """Refuse a report that cannot be written."""
    from crex_dsl.lab.comparison.report import ready

    _see_to(file, said("a report is an {endings} file", endings=".html"), (".html",))
    ready()


def see_to_image(file: Path) -> None:
    """Refuse an image that cannot be written."""
    _see_to(file, said("an image is an {endings} file", endings=".svg"), (".svg",))


def write_file(file: Path, content: str) -> None:
    """Write an image, a report or rules that were asked for."""
    from crex_dsl.system.input_files import named_in_errors

    with named_in_errors(file):
        file.write_text(content, encoding="utf-8")


def see_to_rules(file: Path) -> None:
    """Refuse a rule file that cannot be written, or would take the place of another."""
    _see_to(file, said("a rule file is a {endings} file", endings=".crex"), (".crex",))
    if file.exists():
        raise WrongUsage(said("{file} is there already, and stays as it is: name another file with --to", file=file))


def see_to_ledger(file: Path) -> None:
    """Refuse a file for games that has no place."""
    _see_to_place(file)


def see_to_folder(folder: Path) -> None:
    """Refuse a folder that games cannot be kept in; one that is not there is made."""
    from crex_dsl.system.input_files import named_in_errors

    if folder.exists() and not folder.is_dir():
        raise WrongUsage(
            said("{folder} is a file: name a folder, in which each rulebook gets a file of its own", folder=folder)
        )
    with named_in_errors(folder):
        folder.mkdir(exist_ok=True)


def _see_to(file: Path, what: str, suffixes: Sequence[str]) -> None:
    if file.suffix not in suffixes:
        raise WrongUsage(headed(file, what))
    _see_to_place(file)


def _endings(suffixes: Sequence[str]) -> str:
    return listed_as_said(suffixes, "or")


def _see_to_place(file: Path) -> None:
    if not file.parent.is_dir():
        raise WrongUsage(
            said("{file}: there is no folder {parent}; make it, or name another file", file=file, parent=file.parent)
        )
    if file.is_dir():
        raise WrongUsage(said("{file} is a folder: name a file", file=file))
