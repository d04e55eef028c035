"""Worked examples bite: change what a clause says, and the example that shows it no longer comes out.

A game's `bites.tsv` lists the changes: an edition (`four-players+open-hands`: with an option), a line of a clause, what
it becomes (`-`: it is waived), and the example that notices.
All changes stand in one copy of the rule files, each behind a switch of its own, so that one load serves for all.
An example is played with its switch off, when it must pass, and with its switch on, when it must fail.
"""

from __future__ import annotations

import csv
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from crex_dsl.engine.scenarios.worked_examples import run_examples
from crex_dsl.rulebook.files.games import Library, data_root
from crex_dsl.rulebook.selection.catalogue import index_of
from tests.conformance.cases import Case
from tests.rules.games import WHOLE
from tests.rules.hasty import hasty_game

WAIVED = "-"
SWITCH = '\nclause bitten "Which change is on" wording\n    state bite: 0..999\n'
EXAMPLE = re.compile(r"(?ms)^example .*?(?=^\S|\Z)")


@dataclass(frozen=True)
class Bite:
    """A line of a clause in an edition, what it is changed to, and the example that notices."""

    edition: str
    clause: str
    line: str
    change: str
    example: str


def listed(game: str) -> list[Bite]:
    """The changes that are listed for a game."""
    with (WHOLE[game].folder / "bites.tsv").open(encoding="utf-8", newline="") as table:
        return [Bite(**row) for row in csv.DictReader(table, delimiter="\t", quoting=csv.QUOTE_NONE)]


BITES = {game: listed(game) for game in WHOLE}
BOOKS = list(dict.fromkeys((game, bite.edition) for game in WHOLE for bite in BITES[game]))


def test_every_game_has_its_changes() -> None:
    for game, known in WHOLE.items():
        for edition, least in known.bites.items():
            assert sum(bite.edition == edition for bite in BITES[game]) >= least


@pytest.mark.parametrize(("game", "edition"), BOOKS, ids=str)
def test_every_change_is_noticed_by_the_example_that_shows_it(game: str, edition: str, tmp_path: Path) -> None:
    bites = [bite for bite in BITES[game] if bite.edition == edition]
    name, *options = edition.split("+")
    scripts = bitten(tmp_path, Case(game, name, tuple(options)), bites)
    files = Library([tmp_path]).files(game)
    results = {
        result.title: result for result in run_examples(hasty_game(files, index_of(files).select(name, options, "en")))
    }
    assert set(scripts) <= set(results)
    assert [title for title in {bite.example for bite in bites} if not results[title].ok] == []
    assert [bite for number, bite in enumerate(bites, 1) if results[on(bite, number)].ok] == []


def on(bite: Bite, number: int) -> str:
    """The title of an example that is played with a switch on."""
    return f"{bite.example} ({number})"


def bitten(root: Path, case: Case, bites: list[Bite]) -> list[str]:
    """Copy the rule files with every change behind its switch; the titles of the examples that are left."""
    for folder in ("ruleset", "variants"):
        shutil.copytree(data_root() / folder / case.game, root / folder / case.game)
    texts = {path: path.read_text(encoding="utf-8") for path in sorted(root.rglob("*.crex"))}
    scripts = {title: text for text in texts.values() for title, text in examples(text)}
    wanted = {bite.example for bite in bites}
    assert wanted <= set(scripts)
    lines = {path: unquoted(EXAMPLE.sub("", text)).splitlines() for path, text in texts.items()}
    own = {path: lines[path] for path in own_files(root, case)}
    places = {place(own, clause, line): changes for (clause, line), changes in changes_by_line(bites).items()}
    for (path, at), changes in sorted(places.items(), reverse=True):  # from below, so that the others stay in place
        lines[path][at : at + 1] = switched(lines[path][at], changes)
    kept = [scripts[title] for title in wanted]
    kept += [switched_on(scripts[bite.example], bite, number) for number, bite in enumerate(bites, 1)]
    for path, text in lines.items():
        path.write_text("\n".join(text) + "\n", encoding="utf-8")
    with (root / "ruleset" / case.game / "game.crex").open("a", encoding="utf-8") as file:
        file.write("\n".join([SWITCH, *kept]))
    return [*wanted, *(on(bite, number) for number, bite in enumerate(bites, 1))]


def own_files(root: Path, case: Case) -> list[Path]:
    """The rule files that a rulebook is made of, without those that hold rulings or examples alone."""
    base, variants = root / "ruleset" / case.game, root / "variants" / case.game
    layers = index_of(Library([root]).files(case.game)).edition(case.edition).chain
    found = [variants / f"{layer}.crex" for layer in layers]
    found += [variants / "options" / f"{option}.crex" for option in case.options]
    return [*sorted(base.glob("*.crex")), *(path for path in found if path.exists())]


def switched_on(script: str, bite: Bite, number: int) -> str:
    """An example that is played with a switch on."""
    head, _, body = script.partition("\n")
    head = head.replace(f'"{bite.example}"', f'"{on(bite, number)}"')
    return f"{head}\n    given\n        bite becomes {number}\n{body}"


def unquoted(text: str) -> str:
    """Rule text whose wording quotes no figures: under a switch they are not fixed."""
    return re.sub(r'"[^"\n]*"', lambda found: re.sub(r"\{[^{}]*\}", "…", found.group()), text)


def examples(text: str) -> Iterator[tuple[str, str]]:
    """The titles and texts of a file's examples."""
    for found in EXAMPLE.findall(text):
        yield found.split('"')[1], found


def changes_by_line(bites: list[Bite]) -> dict[tuple[str, str], dict[int, str]]:
    """The changes to each line, by the number of their switch."""
    found: dict[tuple[str, str], dict[int, str]] = {}
    for number, bite in enumerate(bites, 1):
        found.setdefault((bite.clause, bite.line), {})[number] = bite.change
    return found


def plain(line: str) -> str:
    """A line without its comment, its indentation and the blanks that align it with others."""
    return re.sub(" {3,}", "  ", line.strip().split("  #")[0])


def place(lines: dict[Path, list[str]], clause: str, line: str) -> tuple[Path, int]:
    """Where the one line stands that is to change."""
    found = []
    for path, text in lines.items():
        here = ""
        for number, other in enumerate(text):
            if other[:1].strip():
                here = [*other.split(), ""][1]
            elif here == clause and plain(other) == line:
                found.append((path, number))
    assert len(found) == 1, f"{clause} has the line {line!r} {len(found)} times"
    return found[0]


def switched(line: str, changes: dict[int, str]) -> list[str]:
    """A line, and what holds instead of it while a switch is on."""
    indent, body = line[: len(line) - len(line.lstrip())], plain(line)
    value = re.fullmatch(r"((?:value |define )?[\w-]+(?:\([^)]*\))?(?:: [\w. ]+?)?) is (.*)", body)
    case = re.fullmatch(r".*\S  (?:when (.*)|otherwise)", body)
    condition = re.fullmatch(r"(.* when|(?:otherwise )?if) (.*)", body)
    if case:
        tail = f"({case[1]}) and " if case[1] else ""
        return [*(f"{indent}{change}  when {tail}bite = {n}" for n, change in changes.items()), line]
    if condition:
        met = condition[2]
        for n, change in changes.items():
            met = f"not bite = {n} and ({met})"
            met = met if change == WAIVED else f"({met}) or (bite = {n} and ({change}))"
        return [f"{indent}{condition[1]} {met}"]
    if value:
        cases = [f"{indent}    {change}  when bite = {n}" for n, change in changes.items()]
        return [f"{indent}{value[1]} is", *cases, f"{indent}    {value[2]}  otherwise"]
    off = " and ".join(f"not bite = {n}" for n in changes)
    instead = [(n, change) for n, change in changes.items() if change != WAIVED]
    made = [f"{indent}if {off}", f"{indent}    {body}"]
    return made + [line for n, change in instead for line in (f"{indent}if bite = {n}", f"{indent}    {change}")]
