"""`crex fmt`: rule files in their one canonical layout."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from crex_dsl.cli.errors import NO, WrongUsage, show_diagnostics
from crex_dsl.system.console import say, watched
from crex_dsl.text.messages import listed_as_said, said

PathsArgument = Annotated[list[Path] | None, typer.Argument(metavar="PATHS", hidden=True)]


def fmt(
    paths: PathsArgument = None,
    check: Annotated[bool, typer.Option("--check", help="Write nothing; exit 1 if a file would change.")] = False,
    diff: Annotated[bool, typer.Option("--diff", help="Write nothing; show what would change.")] = False,
) -> None:
    """Put rule files in shape, comments and all.

    PATHS are rule files, or folders whose rule files are all meant; without any, it is the rule files at hand.
    A file with mistakes is left as it is and its mistakes are told; the others are put in shape nevertheless.

    \b
    Examples:
      crex fmt
      crex fmt ruleset variants
      crex fmt --check --diff my-option.crex
    """
    from crex_dsl.language.diagnostics import RuleError
    from crex_dsl.system.input_files import named_in_errors

    files = list(_files(paths or _rule_folders()))
    changed = failed = 0
    for path in watched(files, len(files), said("laying out")):
        try:
            layout = _layout(path)
        except RuleError as error:
            show_diagnostics(error.diagnostics)
            failed += 1
            continue
        if layout.settled:
            continue
        changed += 1
        if diff:
            say(layout.difference())
        elif not check:
            with named_in_errors(path):
                layout.write()
        if not diff or check:
            say(said("{file} would change" if check else "{file} is in shape now", file=path))
    say(_summed_up(len(files), changed, failed, written=not (check or diff)), stderr=True)
    if failed or (check and changed):
        raise typer.Exit(NO)


def _summed_up(files: int, changed: int, failed: int, written: bool) -> str:
    """How many rule files there were, and what became of them."""
    told = []
    if changed:
        told.append(said("{count} put in shape" if written else "{count} would change", count=changed))
    if files - changed - failed:
        told.append(said("{count} in shape already", count=files - changed - failed))
    if failed:
        told.append(said("{count} with mistakes", count=failed))
    if not told:
        return said("There is nothing to format.")
    return said("{count} rule file: {what}", "{count} rule files: {what}", count=files, what=listed_as_said(told))


def _rule_folders() -> list[Path]:
    from crex_dsl.rulebook.files.games import data_root

    return [folder for name in ("ruleset", "variants") if (folder := data_root() / name).is_dir()]


def _files(paths: Iterable[Path]) -> Iterator[Path]:
    """Each rule file once, in order."""
    from crex_dsl.rulebook.files.games import SUFFIX

    seen: set[Path] = set()
    for path in paths:
        if path.is_dir():
            inside = sorted(file for file in path.rglob(f"*{SUFFIX}") if file.is_file())
        elif not path.exists():
            raise WrongUsage(said("there is no file or folder {path}", path=path))
        elif path.suffix != SUFFIX:
            raise WrongUsage(said("{path} is no rule file: its name would end in {suffix}", path=path, suffix=SUFFIX))
        else:
            inside = [path]
        for file in inside:
            if file.resolve() not in seen:
                seen.add(file.resolve())
                yield file


@dataclass(frozen=True)
class Layout:
    """A rule file as it is and as it should be."""

    path: Path
    before: bytes
    after: bytes

    @property
    def settled(self) -> bool:
        """Whether there is nothing to do."""
        return self.before == self.after

    def difference(self) -> str:
        """What would change, as a unified diff."""
        import difflib

        before, after = (text.decode("utf-8", "replace").splitlines() for text in (self.before, self.after))
        lines = list(
            difflib.unified_diff(before, after, str(self.path), said("{file} (in shape)", file=self.path), lineterm="")
        )
        return "\n".join(lines) or said("{file}: line ends or a byte order mark", file=self.path)

    def write(self) -> None:
        """Put the new text in the place of the old one, at once or not at all."""
        import os
        import shutil
        import tempfile

        target = self.path.resolve()  # a link stays a link
        handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(self.after)
                file.flush()
                os.fsync(file.fileno())
            shutil.copymode(target, name)
            Path(name).replace(target)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise


def _layout(path: Path) -> Layout:
    """The layout of one file; raises a RuleError with its mistakes."""
    from crex_dsl.language.diagnostics import Diagnostic, Report, RuleError
    from crex_dsl.language.formatter import format_text
    from crex_dsl.language.parser import read
    from crex_dsl.language.source import Span
    from crex_dsl.rulebook.files.layer_files import table_cache
    from crex_dsl.system.input_files import MAX_RULE_BYTES, read_bytes

    report = Report()
    source = read(path, str(path), report)
    report.raise_errors()
    assert source is not None
    before, after = read_bytes(path, MAX_RULE_BYTES), format_text(source, table_cache())
    if _characters(source.text) != _characters(after):
        start = Span(source, 1, 1, 1, 2)
        lost = said("this file would lose text; it is left as it is")
        raise RuleError([Diagnostic(lost, start, hint=said("please report it to us"))])
    return Layout(path, before, after.encode())


def _characters(text: str) -> str:
    """Everything that a layout must keep: all but blanks, line breaks and the bars of tables."""
    return re.sub(r"[\s|]", "", text)
