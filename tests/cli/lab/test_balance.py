"""`crex balance`: in words and tables, as data, as a page, kept and gone on with."""

import re
import shlex
from pathlib import Path

import pytest

from crex_dsl.cli.documents import BalanceDocument
from crex_dsl.lab.bots.registry import LEVELS
from crex_dsl.lab.simulation import series
from tests.cli.conftest import GAMES, Crex
from tests.system.test_console import on_a_terminal

FORD = ("-g", "ford", "--rules", str(GAMES))
QUICK = ("--bot", "random", "--bot", "bold")


def balanced(crex: Crex, *arguments: str | Path) -> BalanceDocument:
    answer = crex("balance", "--json", *arguments)
    assert (answer.exit_code, answer.stderr) == (0, ""), answer.output
    return BalanceDocument.model_validate_json(answer.stdout)


def test_in_words_and_tables(crex: Crex) -> None:
    told = crex("balance", "royal", "-o", "guides", "-n", "30", *FORD, *QUICK).stdout.split("\n\n")
    assert told[0] == "The Ford, royal-2.0+guides, 30 games at each level, from seed 0"
    assert told[1].startswith("At equal strength ") and " as bold bots play: " in told[1]
    assert [line.split()[:2] for line in told[2].splitlines() if line[0] != " "] == [
        ["bots", "games"],
        ["random", "30"],
        ["bold", "30"],
    ]
    assert told[3].startswith("how games of bold end ")
    assert told[4].startswith("whoever had most of ") and "turn 1" in told[4].splitlines()[0]
    assert "random: has no aim" in told[5] and "games/s" in told[5]


def test_a_narrow_screen_gets_a_list() -> None:
    shown = on_a_terminal("balance", "plain", "-n", "30", *FORD, *QUICK, COLUMNS="60")
    shown = re.sub(r"\r|\x1b\[[0-9;?]*[a-zA-Z]", "", shown)
    assert re.search(r"\nwhoever had most of\n[^\n]+: won [\d.]+% \([\d.]+% to [\d.]+%\)\n  turn \d ", shown), shown
    assert "an even game would give 25.0%" in " ".join(shown.split()), "half of the games are drawn"


def test_all_levels_unless_some_are_named(crex: Crex) -> None:
    found = balanced(crex, "plain", "-n", "2", *FORD).balance
    assert [level.bot for level in found.levels] == list(LEVELS)
    assert found.games == 2


def test_the_command_gives_the_same_answer(crex: Crex) -> None:
    one = balanced(crex, "royal+guides", "-n", "5", "--seed", "3", *FORD, *QUICK)
    assert balanced(crex, *shlex.split(one.command)[2:]) == one


def test_it_stops_when_wins_are_known_and_goes_on_where_it_was_stopped(crex: Crex, tmp_path: Path) -> None:
    out = ("--out", tmp_path / "games")
    found = balanced(crex, "plain", *FORD, *QUICK, "--until", "25pp", *out).balance
    wins = [won for level in found.levels for won in level.players]
    assert all((won.high - won.low) / 2 <= 0.25 for won in wins) and found.games < 200
    assert sorted(file.name for file in (tmp_path / "games").iterdir()) == ["bold.jsonl", "random.jsonl"]
    again = crex("balance", "plain", *FORD, *QUICK, "-n", str(found.games), *out)
    assert f"{2 * found.games} games were known already" in again.stdout


def test_a_report(crex: Crex, tmp_path: Path) -> None:
    page = tmp_path / "balance.html"
    answer = crex("balance", "plain", "-n", "12", *FORD, *QUICK, "--report", page)
    assert answer.stdout.endswith(f"written: {page}\n")
    text = page.read_text(encoding="utf-8")
    assert "<h1>The Ford: the balance of plain-1.0</h1>" in text and "At equal strength " in text
    assert "No match of theirs is on record" in text and 'class="bar"' in text
    assert "<script" not in text and "http" not in text.replace("http://www.w3.org", "")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["plain", "--until", "soon"], "--until soon does not say how narrow: say 5pp for wins within 5 points"),
        (["plain", "--until", "0pp"], "--until 0pp does not say how narrow"),
        (["plain", "--bot", "bald"], "`bald` is no bot of this game: did you mean `bold`?"),
        (["plain", "--report", "x.txt"], "x.txt: a report is an .html file"),
    ],
)
def test_refusals(crex: Crex, monkeypatch: pytest.MonkeyPatch, arguments: list[str], sentence: str) -> None:
    monkeypatch.setattr(series, "played_in_turn", lambda *_: pytest.fail("a game was played for nothing"))
    answer = crex("balance", *arguments, *FORD)
    assert answer.exit_code == 2 and answer.stderr.startswith(f"Error: {sentence}"), answer.stderr
