"""Every command and every import that a page names is there, and what looks something up is run.

Sessions with their output are run where their page is tested.  Here are the command lines beside them: in blocks
without output, in tables, in sentences.  Those that look something up are run; those that play, build or hunt for long
are read as the command line reads them, and the games, editions and options that they name are looked up.
"""

from __future__ import annotations

import importlib
import re
import shlex
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from crex_dsl.cli.app import app
from crex_dsl.rulebook.files.games import Library
from crex_dsl.rulebook.selection.catalogue import game_named, index_of
from crex_dsl.rulebook.selection.selection import GameIndex
from tests.commands import commands_of
from tests.docs.pages import DOCS, FENCE, ROOT

PAGES = [*sorted(ROOT.glob("*.md")), *sorted(DOCS.glob("*.md"))]
FORMS = sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml"))
QUICK = {"assumed", "clause", "concordance", "diff", "editions", "find", "options", "rulings", "show"}
# Words that stand for whatever the reader wants, and what they stand for here.
MEANT = {
    "CLAUSE": "road-limits",
    "EDITION": "english",
    "EDITION+OPTION": "english+double-quarters",
    "FILE": "my-game.json",
    "GAME": "na-grunwald",
    "NUMBER": "5.1",
    "OPTION": "double-quarters",
    "POLICY": "stout",
    "SIDE": "saracens",
}


@dataclass(frozen=True)
class Shown:
    """A command line as a page shows it."""

    page: str
    line: int
    text: str

    @property
    def words(self) -> list[str]:
        """What is typed after `crex`, each word that stands for another replaced."""
        words = shlex.split(self.text)[1:]
        return [
            re.sub(r"[A-Z][A-Z+]+", lambda word: MEANT.get(word[0], word[0]), word) for word in words if word != "…"
        ]

    def __str__(self) -> str:
        return f"{self.page}:{self.line}: {self.text}"


def commands(path: Path) -> list[Shown]:
    """The command lines of a page that no session shows."""
    text = path.read_text(encoding="utf-8")
    found: list[Shown] = []
    for fence in FENCE.finditer(text):
        if fence["info"] != "console":
            for number, line in enumerate(fence["text"].split("\n"), start=text.count("\n", 0, fence.start()) + 2):
                typed = re.match(r"(?:.* \| )?(crex .*?)(?:\s{2,}.*|\s+#.*)?$", line)
                if typed and "error" not in line:
                    found.append(Shown(path.name, number, _without_remark(typed[1])))
    prose = FENCE.sub(lambda fence: "\n" * fence[0].count("\n"), text)
    for inline in re.finditer(r"`(crex [^`]*)`", prose):
        found.append(Shown(path.name, prose.count("\n", 0, inline.start()) + 1, " ".join(inline[1].split())))
    return found


def _without_remark(line: str) -> str:
    """A command line whose remark stands one blank behind it."""
    for remark in (" as that side may know it", " two books, with Polish headings"):
        line = line.removesuffix(remark)
    return line


ALL = [shown for path in [*PAGES, *FORMS] for shown in commands(path)]


def read(shown: Shown) -> dict[str, Any]:
    """What a command line gives, as the command line itself reads it; raises where it is wrong."""
    command: Any = commands_of(app)
    words, parent = shown.words, None
    while True:
        made = command.make_context(command.name or "crex", list(words), parent=parent)
        if not hasattr(command, "commands"):
            return dict(made.params)
        rest = [*made._protected_args, *made.args]
        assert rest[0] in command.commands, f"there is no command {rest[0]}"
        command, words, parent = command.commands[rest[0]], rest[1:], made


@cache
def index_for(game: str | None) -> GameIndex:
    """What can be chosen in the game that a command line means."""
    library = Library.at_hand()
    return index_of(library.files(game_named(library, game)))


def test_there_are_many() -> None:
    assert len(ALL) > 100
    assert {shown.words[0] for shown in ALL if shown.words} >= QUICK | {"play", "simulate", "compare", "odds", "docs"}


def bare(shown: Shown) -> bool:
    """Whether only the command is named, as one speaks of it."""
    return len(shown.words) == 1 and not shown.words[0].startswith("-")


@pytest.mark.parametrize("shown", [shown for shown in ALL if not bare(shown)], ids=str)
def test_a_command_is_read_and_what_it_names_is_there(
    shown: Shown, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for file in re.findall(r"[\w-]+\.(?:json|crex)", shown.text):
        (tmp_path / file).write_text("")
    if shown.words in (["--install-completion"], ["--version"]):
        return
    given = read(shown)
    if given.get("rules"):
        return  # the page itself makes those files
    index = index_for(given.get("game"))
    editions = given.get("edition") or given.get("editions") or ()
    options = given.get("option") or given.get("options") or ()
    for edition in [editions] if isinstance(editions, str) else editions or [None]:
        name, *more = edition.split("+") if edition else [None]
        index.select(name, [*more, *(option for option in options if option != "RULING=READING")])
    if shown.words[0] in ("diff", "compare"):
        for name in [word for word in shown.words[1:3] if not word.startswith("-")]:
            index.select(name.split("+")[0], name.split("+")[1:])


@pytest.mark.parametrize("shown", [s for s in ALL if bare(s)], ids=str)
def test_a_command_that_is_spoken_of_is_there(shown: Shown) -> None:
    group: Any = commands_of(app)
    assert shown.words[0] in group.commands


LOOKED_UP = list(
    {
        s.text: s
        for s in ALL
        if s.words and s.words[0] in QUICK and not bare(s) and "--witness" not in s.text and "--rules" not in s.text
    }.values()
)


@pytest.mark.parametrize("shown", LOOKED_UP, ids=str)
def test_what_looks_something_up_finds_it(shown: Shown) -> None:
    answer = CliRunner().invoke(app, shown.words, prog_name="crex")
    assert answer.exit_code == 0, answer.output


# ---- make ----
TARGETS = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_every_target_of_make_is_there(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert set(re.findall(r"(?:^|`)make ([a-z-]+)", text, re.MULTILINE)) <= TARGETS


# ---- Python ----
def names(path: Path) -> list[str]:
    """The modules, and what is in them, that a page names: by its dotted name, or where it imports it."""
    text = path.read_text(encoding="utf-8")
    found = set(re.findall(r"\bcrex_dsl(?:\.\w+)+", text))
    for module, imported in re.findall(r"from (crex_dsl[\w.]*) import ([\w, ]+)", text):
        found |= {f"{module}.{name.strip()}" for name in imported.split(",")}
    found |= {folder.replace("/", ".") for folder in re.findall(r"`(crex_dsl(?:/\w+)+)`", text)}
    return sorted(found)


@pytest.mark.parametrize(("path", "name"), [(path, name) for path in PAGES for name in names(path)], ids=str)
def test_every_import_is_there(path: Path, name: str) -> None:
    parts = name.split(".")
    for size in range(len(parts), 0, -1):
        try:
            found: object = importlib.import_module(".".join(parts[:size]))
        except ModuleNotFoundError:
            continue
        for part in parts[size:]:
            found = getattr(found, part)
        return
    raise AssertionError(f"{path.name} names {name}, which is not there")


def test_classes_are_said_with_their_module() -> None:
    text = (DOCS / "python.md").read_text(encoding="utf-8")
    assert re.findall(r"`\w+`[^.`]*\(of\s+`crex_dsl", text) == []
