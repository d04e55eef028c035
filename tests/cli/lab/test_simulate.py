"""`crex simulate`: tables, JSON, exit codes, games that go wrong, and what an interrupt leaves."""

import os
import shlex
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from crex_dsl.cli.documents import SimulationDocument
from crex_dsl.cli.lab.summary_text import _show_winners
from crex_dsl.lab.simulation import series, summary
from crex_dsl.lab.simulation.summary import Outcome, Summary, Won
from crex_dsl.lab.statistics.intervals import share
from crex_dsl.system import console
from tests.cli.conftest import GAMES, Crex, heed_interrupts
from tests.system.test_console import on_a_terminal

DASH = ("-g", "dash", "-e", "two", "--rules", str(GAMES))


def simulated(crex: Crex, *arguments: str | Path, code: int = 0) -> SimulationDocument:
    answer = crex("simulate", "--json", *arguments)
    assert answer.exit_code == code, answer.output
    assert answer.stderr == ""
    return SimulationDocument.model_validate_json(answer.stdout)


def games(document: SimulationDocument) -> dict[str, Any]:
    """What was played, without how fast."""
    return document.summary.model_dump(exclude={"speed"})


# ---- what was played ----
def test_tables(crex: Crex) -> None:
    answer = crex("simulate", "-n", "20", *DASH, "--bot", "red=sprinter")
    assert answer.exit_code == 0
    heading, winners, endings, lengths, measures, course, speed = answer.stdout.split("\n\n")
    assert heading == "20 games of Dash, two-player, from seed 0\nplayed by red sprinter, blue random"
    table = [line.split() for line in winners.splitlines()]
    assert table[0] == ["winner", "games", "share", "95%", "interval"]
    assert sum(int(row[1]) for row in table[1:]) == 20
    assert endings.splitlines()[0].split()[:6] == ["ending", "number", "heading", "clause", "games", "share"]
    assert endings.splitlines()[0].endswith("95% interval")
    assert lengths.splitlines()[0].split()[1:5] == ["mean", "95%", "interval", "deviation"]
    assert [line.split()[0] for line in lengths.splitlines()] == ["length", "decisions", "round"]
    assert "Squares covered, red, each round" in measures
    assert course.splitlines()[0].split()[:4] == ["by", "round", "1", "2"]
    assert [line.partition("  ")[0] for line in course.splitlines()[1:]] == [
        "Squares covered, red",
        "Squares covered, blue",
    ]
    assert "±" in course
    assert "legal answers to a decision on average" in speed
    assert "games/s" in speed and "decisions/s" in speed


def test_more_than_two_players_have_a_column_each(crex: Crex) -> None:
    answer = crex("simulate", "-n", "20", "--rules", GAMES, "-g", "dash", "-e", "three")
    _, winners, endings, _, measures, *_ = answer.stdout.split("\n\n")
    assert [line.split()[0] for line in winners.splitlines()] == ["winner", "red", "blue", "green"]
    assert [line.split()[0] for line in endings.splitlines()[1:]] == ["won"]
    assert measures.splitlines()[0].split() == ["mean", "red", "blue", "green", "least", "most"]
    assert any(line.startswith("Squares covered, each round ") for line in measures.splitlines())


# ---- scenarios ----
CLASH = ("--scenario", "clash mill abbey-mill fox-riders,ox-levy defenders=yew-bows")


def test_games_begin_with_a_scenario(crex: Crex, tmp_path: Path) -> None:
    asked = ("simulate", "-n", "30", "-g", "ford", "-e", "plain", "--rules", GAMES, *CLASH)
    told = crex(*asked).stdout.split("\n\n")
    assert told[0].splitlines()[1] == (
        "each begins with A battle for one town: town mill, way abbey-mill, attackers fox-riders, ox-levy, "
        "defenders yew-bows"
    )
    outcomes = [line.rsplit(maxsplit=5)[0].strip() for line in told[1].splitlines()[1:]]
    assert outcomes and all(outcome.startswith("the ") for outcome in outcomes)
    assert "played in Python and not natively: it begins with a scenario" in told[-1]
    out = ("--out", tmp_path / "games.jsonl")
    every = [crex(*asked, "--json", *more).stdout for more in ((), out, out)]
    fresh, new, known = (SimulationDocument.model_validate_json(each).summary for each in every)
    assert fresh.endings == new.endings == known.endings and known.speed.known == 30
    other = crex(*asked[:-1], "clash mill abbey-mill fox-riders defenders=yew-bows", *out)
    assert other.exit_code == 1 and "stays as it is: the scenario (clash mill" in other.stderr


def test_what_a_scenario_lacks_is_told(crex: Crex) -> None:
    asked = ("simulate", "-n", "3", "-g", "ford", "--rules", GAMES, "--scenario")
    for words, sentence in (
        ("clsh mill", "--scenario: The Ford has no scenario `clsh`: did you mean `clash`?"),
        ("clash mill", "--scenario: `clash` needs way: say way=VALUE; it takes town"),
        ("clash 'mill", "--scenario clash 'mill: a quotation mark is open"),
        ("", "--scenario: The Ford has no scenario ``: there are"),
    ):
        answer = crex(*asked, words)
        assert answer.exit_code == 2 and answer.stderr.startswith(f"Error: {sentence}"), answer.stderr


def test_shared_victories_are_everybodys(capsys: pytest.CaptureFixture[str]) -> None:
    shares = [share(games, 10).model_dump() for games in (7, 4, 1)]
    told = Summary.model_construct(
        players=[
            Won(player="a", called="ann", alone=6, shared=1, payoff=None, **shares[0]),
            Won(player="b", called="bob", alone=3, shared=1, payoff=None, **shares[1]),
        ],
        outcomes=[Outcome(winners=[], **shares[2])],
        payoff=None,
    )
    _show_winners(told)
    assert [line.split()[:4] for line in capsys.readouterr().out.splitlines()] == [
        ["winner", "games", "alone", "shared"],
        ["ann", "7", "6", "1"],
        ["bob", "4", "3", "1"],
        ["drawn", "1", "10.0%", "1.8%"],
    ]


def test_the_same_seed_the_same_games(crex: Crex) -> None:
    one = simulated(crex, "-n", "8", "--seed", "5", *DASH)
    assert games(one) == games(simulated(crex, "-n", "8", "--seed", "5", "--workers", "2", *DASH))
    assert games(one) != games(simulated(crex, "-n", "8", "--seed", "6", *DASH))
    assert one.coverage is None


def test_each_side_has_its_bot(crex: Crex) -> None:
    summary = simulated(crex, "-n", "1", "--bot", "bully", "--bot", "b=random", *DASH).summary
    assert summary.bots == {"red": "bully", "blue": "random"}


def test_until(crex: Crex) -> None:
    summary = simulated(crex, "-n", "3", "--until", "round=2", *DASH).summary
    assert (summary.ended, summary.cut_short) == (0, 3)
    assert next(length for length in summary.lengths if length.what == "round").most == 2
    answer = crex("simulate", "-n", "3", "--until", "decisions=4", *DASH)
    assert "\n3 cut short, 0 ended\n" in answer.stdout
    assert "winner" not in answer.stdout


def test_coverage(crex: Crex) -> None:
    document = simulated(crex, "-n", "3", "--coverage", *DASH)
    assert document.coverage
    used = [row.used for row in document.coverage]
    assert used == sorted(used, key=["never", "in part", "yes"].index)
    answer = crex("simulate", "-n", "3", "--coverage", *DASH)
    table, verdict = answer.stdout.split("\n\n")[-2:]
    assert table.splitlines()[0].split()[-5:] == ["heading", "clause", "permitted", "forbade", "fired"]
    assert len(table.splitlines()) == len(document.coverage) + 1
    assert verdict == (
        f"{len(used)} clauses have an effect: {used.count('never')} never used, {used.count('in part')} used in part\n"
    )


# ---- what goes wrong ----
def test_a_stuck_game_can_be_played_again(crex: Crex, stuck: Path) -> None:
    rules = ("-g", "stuck", "--rules", stuck)
    document = simulated(crex, "-n", "40", *rules, code=1)
    fault = document.summary.faults[0]
    assert 0 < len(document.summary.faults) < 40
    assert document.summary.ended == 40 - len(document.summary.faults)
    assert fault.what.startswith("nothing is legal where somebody must choose among walk, stop (clause walking")
    program, command, *arguments = shlex.split(fault.command)
    assert (program, command) == ("crex", "simulate")
    (again,) = simulated(crex, *arguments, code=1).summary.faults
    assert again == fault
    answer = crex("simulate", "-n", "40", *rules)
    assert answer.exit_code == 1
    assert f"\nseed {fault.seed}, after 3 decisions: {fault.what}\n    {fault.command}\n" in answer.stdout


def test_many_faults_are_not_all_shown(crex: Crex) -> None:
    answer = crex("simulate", "-n", "12", "--cap", "1", *DASH)
    assert answer.exit_code == 1
    assert answer.stdout.count("it goes on after 1 decisions") == 10
    assert answer.stdout.endswith("\nand 2 more (--json tells them all)\n")
    assert len(simulated(crex, "-n", "12", "--cap", "1", *DASH, code=1).summary.faults) == 12


def test_an_interrupt_adds_up_what_was_played(crex: Crex, monkeypatch: pytest.MonkeyPatch) -> None:
    real = series.Bench.batch

    def interrupted(self: series.Bench, seeds: range) -> series.Batch:
        if seeds.start:  # the first batch is one game
            raise KeyboardInterrupt
        return real(self, seeds)

    monkeypatch.setattr(series.Bench, "batch", interrupted)
    summary = simulated(crex, "-n", "9", *DASH, code=130).summary
    assert (summary.asked, summary.played) == (9, 1)
    answer = crex("simulate", "-n", "9", *DASH)
    assert answer.stdout.startswith("1 of 9 games of Dash")


def test_a_second_interrupt_takes_nothing_away(crex: Crex, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    def added_up(*given: Any) -> Summary:
        signal.raise_signal(signal.SIGINT)
        return add_up(*given)

    add_up = summary.summary
    monkeypatch.setattr(series.Bench, "batch", interrupted)
    monkeypatch.setattr(summary, "summary", added_up)
    answer = crex("simulate", "-n", "9", *DASH)
    assert answer.exit_code == 130
    assert answer.stdout.startswith("0 of 9 games of Dash")


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="asks Linux when the processes are there")
def test_an_interrupt_of_several_processes() -> None:
    command = [sys.executable, "-c", "from crex_dsl.cli.app import main; main()", "simulate", "-n", "1000000"]
    command += ["--workers", "2", *DASH]
    running = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=heed_interrupts,
    )
    try:
        children = Path(f"/proc/{running.pid}/task/{running.pid}/children")
        while len(children.read_text().split()) < 2 and running.poll() is None:  # until it plays
            time.sleep(0.1)
        time.sleep(1)
        os.killpg(running.pid, signal.SIGINT)
        answer, complaint = running.communicate(timeout=60)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(running.pid, signal.SIGKILL)
    assert running.returncode == 130
    assert " of 1,000,000 games of Dash, two-player, from seed 0\n" in answer
    assert complaint == ""


# ---- games kept in a file ----
def test_a_stopped_run_goes_on(crex: Crex, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = simulated(crex, "-n", "9", *DASH)
    out = ("--out", tmp_path / "games.jsonl")
    real = series.Bench.batch

    def interrupted(self: series.Bench, seeds: range) -> series.Batch:
        if seeds.start:  # the first batch is one game
            raise KeyboardInterrupt
        return real(self, seeds)

    with monkeypatch.context() as patch:
        patch.setattr(series.Bench, "batch", interrupted)
        assert simulated(crex, "-n", "9", *out, *DASH, code=130).summary.played == 1
    rest = simulated(crex, "-n", "9", *out, *DASH)
    assert games(rest) == games(whole)
    assert (whole.summary.speed.known, rest.summary.speed.known) == (0, 1)
    assert "\n9 games were known already\n" in crex("simulate", "-n", "9", *out, *DASH).stdout


def test_a_killed_run_goes_on(crex: Crex, tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    command = [sys.executable, "-c", "from crex_dsl.cli.app import main; main()", "simulate", "-n", "100000"]
    running = subprocess.Popen([*command, "--workers", "1", "--out", str(out), *DASH], stdout=subprocess.DEVNULL)
    while (not out.exists() or out.read_bytes().count(b"\n") < 5) and running.poll() is None:
        time.sleep(0.02)
    running.kill()
    running.wait()
    finished = out.read_bytes().count(b"\n") - 1
    assert finished >= 4
    asked = str(finished + 3)
    rest = simulated(crex, "-n", asked, "--out", out, *DASH)
    assert rest.summary.speed.known == finished
    assert games(rest) == games(simulated(crex, "-n", asked, *DASH))


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        (("--coverage",), 2, "--coverage counts while games are played and is not kept with them: leave out --out"),
        (("--seed", "3"), 1, "holds other games and stays as it is: the first seed (0, now 3). Ask for the same again"),
        (("--bot", "bully"), 1, "the bots (red random, blue random, now red bully, blue bully)"),
        (("-e", "three"), 1, "the edition (two-player, now three-player); the bots (red random, blue random, now "),
    ],
)
def test_other_games_are_not_mixed_in(
    crex: Crex, tmp_path: Path, arguments: tuple[str, ...], code: int, sentence: str
) -> None:
    out = tmp_path / "games.jsonl"
    simulated(crex, "-n", "2", "--out", out, *DASH)
    before = out.read_bytes()
    answer = crex("simulate", "-n", "2", "--out", out, *DASH, *arguments)
    assert (answer.exit_code, answer.stdout) == (code, "")
    assert sentence in answer.stderr and answer.stderr.count("\n") == 1
    assert out.read_bytes() == before


def test_no_folder_for_the_file(crex: Crex, tmp_path: Path) -> None:
    answer = crex("simulate", "-n", "2", "--out", tmp_path / "nowhere" / "games.jsonl", *DASH)
    assert answer.exit_code == 2
    assert answer.stderr.endswith("nowhere; make it, or name another file\n")


# ---- on a terminal ----
def test_a_bar_on_a_terminal_only(crex: Crex, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(console, "PATIENCE", 0.0)
    monkeypatch.setenv("CREX_NATIVE", "0")  # natively it is over before there is anything to show
    assert crex("simulate", "-n", "5", *DASH).stderr == ""
    shown = on_a_terminal("simulate", "-n", "12000", "--workers", "1", *DASH)
    assert "playing" in shown and "/12000" in shown
