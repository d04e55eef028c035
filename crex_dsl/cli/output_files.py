"""Files that a command is asked to write: refused before the work what could not be written after it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from crex_dsl.cli.errors import WrongUsage
from crex_dsl.text.messages import said


def see_to_plots(files: Iterable[Path]) -> None:
    """Refuse plots that cannot be drawn, and the same file twice."""
    from crex_dsl.lab.plot_style import SUFFIXES, ready

    seen: set[Path] = set()
    for file in files:
        _see_to(file, "a plot is a", SUFFIXES)
        if file.resolve() in seen:
            raise WrongUsage(f"{file} is named twice: name every file once")
        seen.add(file.resolve())
        ready()


def see_to_report(file: Path) -> None:
    """Refuse a report that cannot be written."""
    from crex_dsl.lab.comparison.report import ready

    _see_to(file, "a report is an", (".html",))
    ready()


def see_to_image(file: Path) -> None:
    """Refuse an image that cannot be written."""
    _see_to(file, "an image is an", (".svg",))


def write_file(file: Path, content: str) -> None:
    """Write an image, a report or rules that were asked for."""
    from crex_dsl.system.input_files import named_in_errors

    with named_in_errors(file):
        file.write_text(content, encoding="utf-8")


def see_to_rules(file: Path) -> None:
    """Refuse a rule file that cannot be written, or would take the place of another."""
    _see_to(file, "a rule file is a", (".crex",))
    if file.exists():
        raise WrongUsage(said("{file} is there already, and stays as it is: name another file with --to", file=file))


def see_to_ledger(file: Path) -> None:
    """Refuse a file for games that has no place."""
    _see_to_place(file)


def see_to_folder(folder: Path) -> None:
    """Refuse a folder that games cannot be kept in; one that is not there is made."""
    from crex_dsl.system.input_files import named_in_errors

    if folder.exists() and not folder.is_dir():
        raise WrongUsage(f"{folder} is a file: name a folder, in which each rulebook gets a file of its own")
    with named_in_errors(folder):
        folder.mkdir(exist_ok=True)


def _see_to(file: Path, what: str, suffixes: Sequence[str]) -> None:
    if file.suffix not in suffixes:
        raise WrongUsage(f"{file}: {what} {' or '.join(suffixes)} file")
    _see_to_place(file)


def _see_to_place(file: Path) -> None:
    if not file.parent.is_dir():
        raise WrongUsage(f"{file}: there is no folder {file.parent}; make it, or name another file")
    if file.is_dir():
        raise WrongUsage(f"{file} is a folder: name a file")
