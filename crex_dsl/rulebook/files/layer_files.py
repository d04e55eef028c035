"""A game as written: its files parsed and sorted under the layers that their headers name."""

from __future__ import annotations

import functools
import importlib.util
import os
import re
import sys
from dataclasses import dataclass, field
from pathlib import Path

from crex_dsl.language import nodes
from crex_dsl.language.diagnostics import Report
from crex_dsl.language.parser import GRAMMAR, has_scripts, parse, read
from crex_dsl.language.reserved_names import report_reserved
from crex_dsl.language.source import Source, Span, Word
from crex_dsl.rulebook.files.games import SUFFIX, GameFiles
from crex_dsl.system.cache import cache_folder, entry
from crex_dsl.system.input_files import rule_file_digest
from crex_dsl.text.messages import said
from crex_dsl.text.spelling import did_you_mean

_INTRODUCTION = re.compile(r"(?:[ \t]*(?:#.*)?\n)*game .*\n(?:[ \t]+\S.*\n)+")  # with its settings


@dataclass(eq=False)
class LayerText:
    """One layer as written: its header and everything that follows it, file by file."""

    id: str
    header: nodes.Header
    tops: list[nodes.Top] = field(default_factory=list)

    @property
    def sort(self) -> str:
        """game, layer, edition or option."""
        return type(self.header).__name__.lower()

    @property
    def span(self) -> Span:
        """Where its header stands."""
        return self.header.name.span

    @property
    def title(self) -> str:
        """Its title, or its id where it has none."""
        return str(getattr(self.header, "title", None) or self.id)

    @property
    def parent(self) -> Word | None:
        """The layer that it stands on."""
        return getattr(self.header, "of", None)

    def setting(self, sort: type[nodes.Node]) -> nodes.Node | None:
        """The header's setting of one sort, or None."""
        return next((line for line in self.header.settings if isinstance(line, sort)), None)

    def layer_names(self, sort: type[nodes.Node]) -> list[Word]:
        """The layers that a setting of one sort names."""
        found: list[Word] = []
        for line in self.header.settings:
            if isinstance(line, sort):
                found.extend(line.names)  # type: ignore[attr-defined]
        return found


@dataclass(eq=False)
class GameText:
    """A game as written: its layers by id, in reading order."""

    id: str
    layers: dict[str, LayerText] = field(default_factory=dict)
    translated: dict[str, GameText] = field(default_factory=dict)  # the same in other languages, once made

    @property
    def base(self) -> LayerText:
        """The layer that every edition stands on."""
        return self.layers[self.id]


@functools.lru_cache(maxsize=512)
def _parsed(name: str, path: Path, digest: str, scripts: bool) -> tuple[nodes.Start | None, Report]:
    report = Report()
    source = read(path, name, report)
    if source is not None and not scripts and not has_scripts(source):
        return _parsed(name, path, digest, True)  # once for both
    start = parse(source, report, table_cache(), scripts) if source is not None else None
    if start is not None:
        report_reserved(start, report)
    return start, report


@functools.cache
def table_cache() -> str | None:
    """Where Lark keeps its tables between runs: with our compiled modules, or in the user's cache; None if nowhere.

    Lark itself checks that they are of this grammar, this Lark and this Python, and makes them anew where they are not.
    """
    compiled = Path(importlib.util.cache_from_source(str(GRAMMAR)))
    known = compiled.with_suffix(".lark-tables")
    if known.is_file() or _writable(known.parent):
        return str(known)
    folder = cache_folder()
    return str(entry(folder, "grammar.lark-tables")) if folder else None


def _writable(folder: Path) -> bool:
    """Whether compiled modules may be kept in a folder."""
    if sys.dont_write_bytecode:
        return False
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK)


def game_text(files: GameFiles, report: Report, scripts: bool = True) -> GameText | None:
    """The layers of a game, parsed; None where a file has mistakes, all of which are reported.

    Without `scripts` the examples are known by their headings alone.
    """
    text = GameText(files.id)
    ordered: list[tuple[str, nodes.Start, bool]] = []
    for extra, group in ((False, files.files), (True, files.extra)):
        for name, path in group:
            if path.suffix == ".tsv":
                continue
            digest = rule_file_digest(path).hex()
            start, found = _parsed(name, path, digest, scripts)
            report.found.extend(d for d in found.found if d not in report.found)
            if start is not None:
                ordered.append((name, start, extra))
    if report.errors:
        return None
    chapters = _chapters(files.id, [start for _, start, _ in ordered])
    ordered.sort(key=lambda entry: (2, 0, "") if entry[2] else _rank(entry[0], files.id, chapters))
    _check_chapters(files.id, chapters, [name for name, _, _ in ordered], report)
    for _, start, extra in ordered:
        _collect(text, start, extra, report)
    if files.id not in text.layers:
        report.error(
            said("no file of `{files}` starts with `game {files}`", files=files.id),
            next((Span(Source(name, ""), 1, 1, 1, 1) for name, _ in files.files if name.endswith(SUFFIX)), None),
            said("begin a file in ruleset/{files}/ with that line", files=files.id),
        )
        return None
    return text


def introduction(files: GameFiles) -> nodes.Game | None:
    """The header that introduces a game, read without the rest of its files; None where none can be read alone."""
    for name, path in files.files:
        if not name.startswith(f"ruleset/{files.id}/") or path.suffix != SUFFIX:
            continue
        report = Report()
        source = read(path, name, report)
        header = _INTRODUCTION.match(source.text) if source is not None else None
        start = parse(Source(name, header.group()), report, table_cache()) if header else None
        for top in start or ():
            if isinstance(top, nodes.Game):
                return top
    return None


def _chapters(game: str, starts: list[nodes.Start]) -> list[Word]:
    for start in starts:
        for top in start:
            if isinstance(top, nodes.Game) and top.name == game:
                for line in top.lines:
                    if isinstance(line, nodes.Chapters):
                        return list(line.names)
    return []


def _rank(name: str, game: str, chapters: list[Word]) -> tuple[int, int, str]:
    """The place of a file in reading order: the game's own files by chapter, then the variants by name."""
    if not name.startswith(f"ruleset/{game}/"):
        return (1, 0, name)
    stem = Path(name).stem
    if stem in chapters:
        return (0, [str(chapter) for chapter in chapters].index(stem) + 1, name)
    return (0, 0, name)


def _check_chapters(game: str, chapters: list[Word], names: list[str], report: Report) -> None:
    stems = {Path(name).stem for name in names if name.startswith(f"ruleset/{game}/")}
    for chapter in chapters:
        if chapter not in stems:
            report.error(
                said(
                    "chapter `{chapter}` has no file ruleset/{game}/{chapter}{suffix}",
                    chapter=chapter,
                    game=game,
                    suffix=SUFFIX,
                ),
                chapter.span,
                did_you_mean(chapter, stems) or said("write the file, or take the chapter off the list"),
            )


def _collect(text: GameText, start: nodes.Start, extra: bool, report: Report) -> None:
    """Sort what stands in a file under the layers that its headers name."""
    layer: LayerText | None = None
    for top in start:
        if isinstance(top, nodes.Header):
            if extra and isinstance(top, nodes.Game) and top.name != text.id:
                return  # the rest of the file is about another game
            layer = _layer(text, top, extra, report)
        elif layer is None:
            report.error(
                said("this stands before any header"),
                top.span,
                said("begin the file with `game …`, `layer …`, `edition …` or `option …`"),
            )
            return
        else:
            layer.tops.append(top)


def _goes_on(first: nodes.Header, header: nodes.Header) -> bool:
    """Whether a header goes on with the layer that an earlier one began: the same line, and no settings."""
    if type(first) is not type(header) or header.settings:
        return False
    return all(getattr(first, part, None) == getattr(header, part, None) for part in ("of", "title", "layers"))


def _layer(text: GameText, header: nodes.Header, extra: bool, report: Report) -> LayerText:
    """The layer that a header names, made at its first header and gone on with at a bare later one."""
    name = str(header.name)
    known = text.layers.get(name)
    if isinstance(header, nodes.Game):
        if name != text.id:
            if not extra:
                report.error(
                    said("this file lies with the game `{text}` but says `game {name}`", text=text.id, name=name),
                    header.name.span,
                    said("move the file, or name its game"),
                )
            return LayerText(name, header)
        if known is None or (header.title is not None and not header.lines and known.header is header):
            known = text.layers[name] = known or LayerText(name, header)
        elif header.title is not None or header.lines:
            if getattr(known.header, "title", None) is not None or known.header.settings:
                report.error(
                    said("the game `{name}` is introduced twice", name=name),
                    header.name.span,
                    said("keep the title and settings in one file; the others start with the bare `game` line"),
                    [(said("first here"), known.span)],
                )
            else:
                known.header = header
        return known
    if known is not None:
        if not _goes_on(known.header, header):
            report.error(
                said("the layer `{name}` is declared twice", name=name),
                header.name.span,
                said("choose another name; a layer goes on in another file under the same header without settings"),
                [(said("first here"), known.span)],
            )
        return known
    made = text.layers[name] = LayerText(name, header)
    return made
