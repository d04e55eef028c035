"""The table of bad inputs: each small rule text beside the diagnostics that it earns.

The inputs stand in `bad/*.md`, one section each, spoiling the good game in `bad/base`.  After a deliberate change
`CREX_RECORD=1 pytest tests/rulebook/test_bad_inputs.py` writes the expected diagnostics anew; review the diff.
"""

import json
import os
import re
import shutil
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from crex_dsl.engine.compile.compiler import compile_rulebook
from crex_dsl.language.diagnostics import Report, RuleError, to_json
from crex_dsl.rulebook.declarations.builder import build
from crex_dsl.rulebook.files.games import Library, UnknownGame
from crex_dsl.rulebook.files.layer_files import game_text
from crex_dsl.rulebook.selection.index import index
from crex_dsl.rulebook.selection.selection import SelectionError

BAD = Path(__file__).with_name("bad")
BASE = BAD / "base"
GAME = "tiny"
USUAL = f"ruleset/{GAME}/bad.crex"
RECORD = bool(os.environ.get("CREX_RECORD"))


def clause(*items: str) -> bytes:
    """A rule file of one clause."""
    return "".join(
        f"{line}\n" for line in ("game tiny", "", 'clause bad "Bad"', *(f"    {item}" for item in items))
    ).encode()


def nested(count: int, line: str, last: str) -> list[str]:
    """Lines that nest so many levels deep, inside a procedure."""
    return ["procedure deep", *(" " * 4 * level + line for level in range(1, count + 1)), " " * 4 * (count + 1) + last]


# Inputs that nobody wants to see in a table, by the title of their section.
MADE: dict[str, bytes] = {
    "bytes that are not UTF-8": clause('says "café"').decode().encode("latin-1"),
    "a control character": clause('says "a\x1b[31mb"'),
    "a line of ten thousand characters": clause(f'says "{"x" * 10_000}"'),
    "a line of a megabyte": clause("x" * 1_000_000),
    "brackets a thousand deep": clause(f"define deep: number is {'(' * 900}1{')' * 900}"),
    "a sum of six hundred parts": clause(f"define deep: number is {'1+' * 600}1"),
    "blocks fifty deep": clause(*nested(50, "if weather is wet", "return")),
    "loops thirteen deep": clause(*nested(13, "repeat 2 times", "weather becomes wet")),
    "definitions a hundred deep": clause(
        "define d0: number is 1", *(f"define d{number}: number is d{number - 1} + 1" for number in range(1, 100))
    ),
    "procedures a hundred deep": clause(
        "procedure p0\n        weather becomes wet",
        *(f"procedure p{number}\n        do p{number - 1}" for number in range(1, 100)),
    ),
    "more parameters than anybody can name": clause(
        f"define many({', '.join(f'p{number}: piece' for number in range(13))}): number is 1"
    ),
}


@dataclass
class Section:
    """One bad input: its files, what is chosen, and the diagnostics expected."""

    page: Path
    title: str
    files: dict[str, str] = field(default_factory=dict)
    edition: str | None = None
    options: list[str] = field(default_factory=list)
    expected: str = ""

    @property
    def name(self) -> str:
        return f"{self.page.stem}: {self.title}"


def sections(page: Path) -> Iterator[Section]:
    for text in re.split(r"^## ", page.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
        title, _, rest = text.partition("\n")
        section = Section(page, title.strip())
        for info, body in re.findall(r"^```(.*)\n((?:.*\n)*?)```$", rest, flags=re.MULTILINE):
            sort, _, where = info.partition(" ")
            if sort in ("crex", "tsv"):
                section.files[where or USUAL] = body
            else:
                assert sort == "text", info
                section.expected = body.rstrip("\n")
        chosen = re.search(r"^Chosen:(?: edition (\S+))?(?: options? (.+))?$", rest, flags=re.MULTILINE)
        if chosen:
            section.edition = chosen.group(1)
            section.options = chosen.group(2).split(", ") if chosen.group(2) else []
        yield section


PAGES = sorted(page for page in BAD.glob("*.md") if page.stem != "README")
SECTIONS = [section for page in PAGES for section in sections(page)]


def load(root: Path, edition: str | None = None, options: Iterable[str] = ()) -> None:
    """Load the game under `root`."""
    report = Report()
    text = game_text(Library([root]).files(GAME), report)
    report.raise_errors()
    assert text is not None
    found = index(text, report)
    report.raise_errors()
    compile_rulebook(build(text, found, found.select(edition, options), Report()))


def outcome(root: Path, edition: str | None = None, options: Iterable[str] = ()) -> str:
    """What comes of loading the game under `root`: its diagnostics, or `it loads`."""
    try:
        load(root, edition, options)
    except RuleError as error:
        return str(error)
    except (SelectionError, UnknownGame) as error:
        return f"{type(error).__name__}: {error}"
    return "it loads"


def spoilt(section: Section, folder: Path) -> Path:
    """A copy of the good game with the files of a section laid over it."""
    root = folder / "rules"
    shutil.copytree(BASE, root)
    for name, body in section.files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(body, encoding="utf-8")
    if section.title in MADE:
        (root / USUAL).write_bytes(MADE[section.title])
    return root


def record(section: Section, found: str) -> None:
    """Write what was found into the section's last block."""
    text = section.page.read_text(encoding="utf-8")
    start = text.index(f"## {section.title}\n")
    end = text.find("\n## ", start)
    part = text[start:] if end < 0 else text[start:end]
    blank, _, _ = part.partition("```text\n")
    made = f"{blank.rstrip()}\n\n```text\n{found}\n```\n"
    section.page.write_text(text[:start] + made + ("" if end < 0 else text[end:]), encoding="utf-8")


def test_the_good_game_loads(tmp_path: Path) -> None:
    root = tmp_path / "rules"
    shutil.copytree(BASE, root)
    assert outcome(root) == "it loads"
    assert outcome(root, "first", ["fog"]) == "it loads"
    assert outcome(root, "first", ["gales"]) == "it loads"


@pytest.mark.parametrize("section", SECTIONS, ids=lambda section: section.name)
def test_bad_input(section: Section, tmp_path: Path) -> None:
    found = outcome(spoilt(section, tmp_path), section.edition, section.options)
    if RECORD:
        record(section, found)
    else:
        assert found == section.expected


def test_there_are_many() -> None:
    assert len(SECTIONS) >= 75
    assert len({section.name for section in SECTIONS}) == len(SECTIONS)
    assert set(MADE) <= {section.title for section in SECTIONS}


# Mistakes of what is chosen have no place in a file.
PLACELESS = ("SelectionError:", "UnknownGame:")


@pytest.mark.parametrize("section", SECTIONS, ids=lambda section: section.name)
def test_every_mistake_has_a_place(section: Section) -> None:
    assert section.expected != "it loads"
    for told in section.expected.split("\n\n"):
        if not told.startswith(PLACELESS):
            assert re.match(r"\S+:\d+:\d+: error: \S", told)


@pytest.mark.parametrize("section", [s for s in SECTIONS if s.page.stem == "several"], ids=lambda section: section.name)
def test_programs_are_told_the_same(section: Section, tmp_path: Path) -> None:
    with pytest.raises(RuleError) as refusal:
        load(spoilt(section, tmp_path))
    told = json.loads(to_json(refusal.value.diagnostics))
    heads = [line for line in section.expected.split("\n") if " error: " in line]
    assert len(told) > 1
    assert heads == [
        f"{found['file']}:{found['line']}:{found['column']}: error: {found['message']}"
        + (f" [in clause {found['clause']}]" if found["clause"] else "")
        for found in told
    ]
