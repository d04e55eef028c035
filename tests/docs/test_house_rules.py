"""The page on house rules tells the truth: its rule files load, its sessions run as shown, its messages are told."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from crex_dsl.cli.app import app
from crex_dsl.language.formatter import format_text
from crex_dsl.language.source import Source
from tests.docs.pages import ROOT, Typed, fences, page, runs_as_doctest, sessions
from tests.soaked import first_of

GAMES = ROOT / "tests" / "games"
PAGE = page("house-rules.md")
BLOCKS = fences(PAGE)
FILES = {block.text.split()[1]: block.text for block in BLOCKS if block.info == "crex"}


@pytest.fixture
def folder(away: Path) -> Path:
    """A folder far from the package with the rule files of the page, in which we stand."""
    for name, text in FILES.items():
        (away / name).write_text(text, encoding="utf-8")
    return away


def crex(*arguments: str, typed: str = "") -> Any:
    return CliRunner().invoke(app, list(arguments), prog_name="crex", input=typed)


# ---- the snippets ----
def test_every_block_is_of_a_known_sort() -> None:
    assert {block.info for block in BLOCKS} == {"crex", "console", "python"}
    assert list(FILES) == ["our-table.crex", "winters.crex"]


def test_it_is_ten_lines_below_a_header() -> None:
    edition = FILES["our-table.crex"].splitlines()
    header, *lines = [line for line in edition if line and not line.startswith("#")]
    assert header.startswith("edition our-table ")
    assert len(lines) == 10


@pytest.mark.parametrize("name", FILES)
def test_it_is_laid_out_as_crex_fmt_would(name: str) -> None:
    assert format_text(Source(name, FILES[name])) == FILES[name]


SESSIONS = sessions(BLOCKS)
PLAYED, CHECKED = (  # each compiles rulebooks of its own
    [typed for typed in SESSIONS if typed.command.startswith(command)] for command in ("crex simulate", "crex check")
)
SOON = [typed for typed in SESSIONS if typed not in (*PLAYED, *CHECKED)]


@pytest.mark.parametrize("typed", [*SOON, *first_of(1, CHECKED), *first_of(1, PLAYED)], ids=lambda typed: typed.command)
def test_it_runs_as_shown(folder: Path, typed: Typed) -> None:
    typed.runs_as_shown()


@pytest.mark.parametrize("advice", ["follows hungry-winters", "excludes hungry-winters"])
def test_what_the_refusal_advises_helps(folder: Path, advice: str) -> None:
    text = FILES["winters.crex"]
    says = '    says "In winter a town feeds twice as many blocks."\n'
    (folder / "winters.crex").write_text(text.replace(says, f"{says}    {advice}\n"), encoding="utf-8")
    both = ("-o", "rich-winters", "-o", "hungry-winters")
    answer = crex("clause", "winter-supply", "-e", "english-2.0", "--rules", "winters.crex", *both)
    if advice.startswith("excludes"):
        assert answer.stderr.endswith(" exclude each other: take one of them\n")
    else:
        assert "english-2.0 + hungry-winters + rich-winters" in answer.stdout


def test_the_python_is_a_doctest(folder: Path) -> None:
    runs_as_doctest("house-rules.md", "".join(block.text for block in BLOCKS if block.info == "python"))


# ---- the messages: what a rule file must say, and what must be typed, to meet each of them ----
HOUSE = 'edition house "House" of noughts\n\n'
NOUGHTS = f"-g noughts --rules {GAMES}"
MESSAGES = {
    "there is no file or folder …": ("", "editions --rules theirs.crex", 2),
    "there are no rules in …": ("", "editions --rules ours.crex", 2),
    "the layer … is declared twice": (
        'edition royal-2.0 "Mine" of second\n',
        f"editions -g ford --rules {GAMES} --rules ours.crex",
        1,
    ),
    "layer … stands on …, which does not exist": (
        'edition house "House" of nouhgts\n',
        f"show {NOUGHTS} --rules ours.crex",
        1,
    ),
    "… builds on …, which no game at hand has": (
        'edition house "House" of nouhgts\n',
        f"show --rules {GAMES} --rules ours.crex",
        2,
    ),
    "… is for …, not for …": (HOUSE, f"show -g dash --rules {GAMES} --rules ours.crex", 2),
    "… names no clause that is there": (f"{HOUSE}drop truns\n", f"show {NOUGHTS} --rules ours.crex", 1),
    "there is no value … to change": (f"{HOUSE}in turns\n    speed is 3\n", f"show {NOUGHTS} --rules ours.crex", 1),
    "the open value … is never said in this edition": (
        f'{HOUSE}clause speed "Speed"\n    open value speed: number\n',
        f"show {NOUGHTS} --rules ours.crex",
        1,
    ),
    "… is not there in this edition": (f"{HOUSE}drop full-board\n", f"show {NOUGHTS} --rules ours.crex", 1),
    "example … cannot be told under these rules": (
        f"{HOUSE}drop one-mark-each\n",
        f"check {NOUGHTS} --rules ours.crex --quick",
        0,
    ),
    "… exclude each other: take one of them": (
        'option scoutless "No scouts" for ford\n    excludes scouts\n',
        f"show -g ford --rules {GAMES} --rules ours.crex -o scouts -o scoutless",
        2,
    ),
    "… has no edition …": (HOUSE, f"show {NOUGHTS} -e house", 2),
    "no edition at hand takes in …": ("layer houses of noughts\n", f"check ours.crex {NOUGHTS}", 1),
    "… comes out otherwise under these rules": (
        f'{HOUSE}replace one-mark-each "Any square"\n    says "A square takes any number of marks."\n',
        f"check ours.crex --quick {NOUGHTS}",
        0,
    ),
}
SAVED: dict[str, Callable[[Path], Any]] = {
    "… which is gone: say with --rules where it lies now": lambda file: file.rename("theirs.crex"),
    "the rules have changed since this was saved": lambda file: file.write_text(
        f"{HOUSE}amend turns\n    forbid mark(square) when square is b2 and to_move is cross\n"
    ),
}


def test_the_messages_of_the_page_are_tried() -> None:
    table = PAGE.split("\n| message | what to do |\n", 1)[1].splitlines()[1:]
    assert [row.split("`")[1] for row in table] == [*MESSAGES, *SAVED]


def told(message: str) -> str:
    return ".*".join(map(re.escape, message.split("…")))


@pytest.mark.parametrize("message", MESSAGES)
def test_a_message_is_told(folder: Path, message: str) -> None:
    text, command, code = MESSAGES[message]
    (folder / "ours.crex").write_text(text)
    answer = crex(*command.split())
    assert re.search(told(message), answer.output), answer.output
    assert answer.exit_code == code


@pytest.mark.parametrize("message", SAVED)
def test_a_save_tells_when_its_rules_are_gone_or_others(folder: Path, message: str) -> None:
    ours = folder / "ours.crex"
    ours.write_text(HOUSE)
    assert crex("play", *NOUGHTS.split(), "--rules", "ours.crex", "--save", "war.json", typed="1\n").exit_code == 0
    ours.write_text(f'# Other words only.\n{HOUSE}amend turns\n    says "Cross is the one with the X."\n')
    assert crex("replay", "war.json", "--all").exit_code == 0
    SAVED[message](ours)
    answer = crex("play", "war.json", typed="1\n")
    assert re.search(told(message), answer.stderr), answer.output
    assert answer.exit_code == 1
