"""Every difference between the editions that `differences.tsv` lists is played out, or said to be one of words."""

from __future__ import annotations

import csv
import re
import shutil
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from crex_dsl.engine.scenarios.worked_examples import Runner
from crex_dsl.rulebook.files.games import Library, data_root
from crex_dsl.rulebook.selection.catalogue import index_of, rulebook
from tests.conformance.cases import Case, index, library
from tests.rules.hasty import hasty_game
from tests.rules.test_examples import written_hastily

GAME, LAST = "crusader-rex", 123
WORDS = "text-only"
OTHER = {"first-edition": "second-edition", "english-2.0": "russian-2.0"}
OTHER |= {other: layer for layer, other in OTHER.items()}
UNDER = re.compile(r"(?m) under [\w., -]+$")
SCRIPTS = data_root() / "ruleset" / GAME / "differences.crex"


@dataclass(frozen=True)
class Row:
    """A difference, two editions that it parts, the examples that show it, and what it comes to."""

    difference: str
    editions: str
    shown_by: str
    reason: str

    @property
    def titles(self) -> list[str]:
        """The examples: one that both editions play, or one for each in their order; none where only words differ."""
        return [] if self.shown_by == WORDS else self.shown_by.split(" | ")


@dataclass(frozen=True)
class Script:
    """An example as written."""

    options: tuple[str, ...]
    given: str
    rest: str


with Path(__file__).with_name("differences.tsv").open(encoding="utf-8", newline="") as table:
    HEADER, *LINES = csv.reader(table, delimiter="\t", quoting=csv.QUOTE_NONE)
ROWS = [Row(*line) for line in LINES]
PLAYED = [row for row in ROWS if row.titles]
SHARED = [row for row in PLAYED if len(row.titles) == 1]
PAIRS = [row for row in PLAYED if len(row.titles) > 1]


def test_the_table_lists_every_difference_in_order() -> None:
    assert HEADER == ["difference", "editions", "shown by", "reason"]
    assert [row.difference for row in ROWS] == [f"D{number:02}" for number in range(1, LAST + 1)]


def test_every_row_names_two_editions_or_tells_why_it_names_none() -> None:
    index = index_of(library().files(GAME))
    books = {edition.id for edition in index.editions}
    rulings = [ruling for edition in index.editions for ruling in index.rulings_for(edition)]
    readings = {f"{ruling.id}={reading.id}" for ruling in rulings for reading in ruling.readings}
    for row in ROWS:
        named = row.editions.split()
        assert (len(named) == 2 and {*named} <= books) if row.titles else row.editions == "-", row
        assert len(row.reason.split()) > 3, row
        assert {*re.findall(r"[\w-]+=[\w-]+", row.reason)} <= readings, row


def test_every_example_belongs_to_the_rows_that_name_it() -> None:
    named: dict[str, list[str]] = {title: [] for title in scripts()}
    for row in PLAYED:
        for title in row.titles:
            named[title].append(row.difference)
    assert named == {title: re.findall(r"\bD\d+\b", title) for title in named}


def shows(row: Row) -> list[tuple[str, str]]:
    """The editions that a difference parts, each with the example that it plays."""
    return list(zip(row.editions.split(), row.titles if len(row.titles) > 1 else row.titles * 2, strict=True))


def test_the_editions_that_they_part_play_the_examples() -> None:
    """And so they come out, as all examples of an edition do, and those of an option where it is first at hand."""
    for row in PLAYED:
        for edition, title in shows(row):
            examples = plain_examples(edition) if not scripts()[title].options else scripts()
            assert title in examples, row


@pytest.mark.soak
def test_the_examples_come_out_with_the_options_that_they_want() -> None:
    for row in PLAYED:
        for edition, title in shows(row):
            if scripts()[title].options:
                assert failure(edition, title) == "", row


@pytest.mark.soak
def test_what_an_example_expects_of_one_edition_fails_in_the_other(tmp_path: Path) -> None:
    lines = swap_layers(tmp_path)
    files = Library([tmp_path]).files(GAME)
    noticed: dict[str, set[str]] = {}
    for edition in sorted({edition for row in SHARED for edition in row.editions.split()}):
        runner = Runner(hasty_game(files, index_of(files).select(edition, ())))
        results = [runner.run(example) for example in runner.book.examples if example.title in scripts()]
        failed = {result.title: int(result.place.rpartition(":")[2]) for result in results if not result.ok}
        noticed[edition] = {title for title, line in failed.items() if UNDER.search(lines[line - 1])}
    chains = {edition.id: edition.chain for edition in index_of(files).editions}
    for row in SHARED:
        expecting = UNDER.findall(scripts()[row.titles[0]].rest)
        swapped = {OTHER.get(layer, layer) for line in expecting for layer in re.split(r", ", line[len(" under ") :])}
        asked = [edition for edition in row.editions.split() if swapped.intersection(chains[edition])]
        assert asked, row
        assert [edition for edition in asked if row.titles[0] not in noticed[edition]] == [], row


def test_two_examples_of_one_difference_part_from_one_position() -> None:
    written = scripts()
    for row in PAIRS:
        one, other = (written[title] for title in row.titles)
        assert one.given == other.given != "", row
        assert one.rest != other.rest, row


@cache
def scripts() -> dict[str, Script]:
    """The examples of differences by their titles."""
    found = {}
    for text in re.split(r"(?m)^(?=example )", SCRIPTS.read_text(encoding="utf-8"))[1:]:
        head, _, body = re.split(r"(?m)^# ====", text)[0].strip().partition("\n")
        options = re.search(r" with (.*)", head)
        given, rest = re.fullmatch(r"(    given\n(?: {8}[^\n]*\n)+)?(.*)", body, re.DOTALL).groups("")  # type: ignore[union-attr]
        found[head.split('"')[1]] = Script(tuple(options[1].split(", ")) if options else (), given, rest)
    return found


@cache
def runner_of(case: Case) -> Runner:
    """Who plays the examples of a rulebook."""
    return Runner(written_hastily((case,)))


def failure(edition: str, title: str) -> str:
    """What goes wrong with an example in an edition, with the options that it wants."""
    runner = runner_of(Case(GAME, edition, scripts()[title].options))
    for example in runner.book.examples:
        if example.title == title:
            return runner.run(example).message
    return f"{edition} does not play it"


@cache
def plain_examples(edition: str) -> set[str]:
    """The examples of an edition without options, by their titles."""
    book = rulebook(library().files(GAME), index(GAME).select(edition, (), "en"))
    return {example.title for example in book.examples}


def swap_layers(root: Path) -> list[str]:
    """Copy the rule files, with the editions exchanged in what examples of differences expect; the lines of these."""
    for folder in ("ruleset", "variants"):
        shutil.copytree(data_root() / folder / GAME, root / folder / GAME)
    for path in (root / "ruleset" / GAME).glob("*-examples.crex"):
        path.write_text(f"game {GAME}\n", encoding="utf-8")  # not needed here, and long
    path = root / SCRIPTS.relative_to(data_root())
    text = path.read_text(encoding="utf-8")
    swapped = UNDER.sub(lambda under: re.sub(r"[\w.-]+", exchanged, under.group()), text)
    path.write_text(swapped, encoding="utf-8")
    return swapped.splitlines()


def exchanged(layer: re.Match[str]) -> str:
    """The layer on the other side, for a layer that has one."""
    return OTHER.get(layer.group(), layer.group())
