"""`crex compare`: tables, JSON, files, options in turn, games that go wrong, and what an interrupt leaves."""

import json
import re
import shlex
import signal
import sys
from html import unescape
from pathlib import Path
from random import Random

import pytest

from crex_dsl import load
from crex_dsl.cli.completion import seats_for_bots
from crex_dsl.cli.documents import CompareDocument
from crex_dsl.lab.bots.registry import DEFAULT
from crex_dsl.lab.comparison import compare
from crex_dsl.lab.simulation import series
from crex_dsl.system import console
from tests.cli.conftest import GAMES, Crex
from tests.cli.test_completion import context
from tests.system.test_console import on_a_terminal

FORD = ("-g", "ford", "--rules", str(GAMES), "--bot", "random")
BRISK = """\
option brisk "Brisk"
    says "Briskly."

amend walking
    says "They walk briskly."
"""


def compared(crex: Crex, *arguments: str | Path, code: int = 0) -> CompareDocument:
    answer = crex("compare", "--json", *arguments)
    assert answer.exit_code == code, answer.output
    assert answer.stderr == ""
    return CompareDocument.model_validate_json(answer.stdout)


# ---- what is told ----
def test_a_table(crex: Crex) -> None:
    answer = crex("compare", "plain", "royal+guides", "-n", "30", *FORD, "--bot", "south=bold")
    assert answer.exit_code == 0
    heading, headline, table, footing = answer.stdout.split("\n\n")
    assert (
        heading
        == "30 games each of The Ford, plain-1.0, royal-2.0+guides, from seed 0\nplayed by north random, south bold"
    )
    assert re.fullmatch(
        r"north win [\d.]+% of games under plain-1.0 and [\d.]+% under royal-2.0\+guides: (they|no) .* "
        r"south win [\d.]+% .*"
        r"That is how north random, south bold play, in 30 pairs of games\.",
        headline,
    )
    title, columns, *rest, correlation = table.splitlines()
    rows = [row for row in rest if not row.startswith("“")]
    assert title == "royal-2.0+guides held against plain-1.0, 30 pairs of games"
    assert columns.split()[:4] == ["figure", "plain-1.0", "royal-2.0+guides", "difference"]
    assert rows[0].startswith("won by north ") and rows[0].split()[3].endswith("%")
    (turn,) = [row for row in rows if row.startswith("turn ")]
    assert turn.split() == ["turn", "6.00", "5.00", "−1.00", "−1.00", "to", "−1.00", "<0.001", "yes"]
    assert footing.startswith(f"p is corrected by Holm for all {len(rows)} effects together")
    assert re.fullmatch(r"games of one seed correlate by −?\d\.\d\d \(the median of its figures\)", correlation)
    assert re.fullmatch(r"[\d.]+ s: [\d,.]+ games/s", footing.splitlines()[-1])
    assert "-" not in "".join([*rows, correlation, footing]), "a minus is no hyphen"


def test_the_same_games_whatever_the_processes_and_the_rounds(crex: Crex, monkeypatch: pytest.MonkeyPatch) -> None:
    one = compared(crex, "plain", "royal", "-n", "12", "--seed", "5", "--workers", "1", *FORD)
    assert (
        one.comparison
        == compared(crex, "plain", "royal", "-n", "12", "--seed", "5", "--workers", "2", *FORD).comparison
    )
    monkeypatch.setattr(series, "MOST", 2)
    assert one.comparison == compared(crex, "plain", "royal", "-n", "12", "--seed", "5", *FORD).comparison
    assert one.comparison != compared(crex, "plain", "royal", "-n", "12", "--seed", "6", *FORD).comparison


def test_the_command_gives_the_same_answer(crex: Crex) -> None:
    reading = "royal+attack-rounding=nobody-attacks"
    one = compared(crex, "royal", reading, "-n", "4", "--seed", "3", *FORD[:-2], "--bot", "bold", "--bot", "n=random")
    program, command, *arguments = shlex.split(one.command)
    assert (program, command) == ("crex", "compare")
    assert compared(crex, *arguments) == one
    book = one.comparison.rulebooks[1]
    assert (book.name, book.title) == ("royal-2.0+attack-rounding=nobody-attacks", "Bród, wydanie królewskie")
    assert list(book.taken) == ["attack-rounding=nobody-attacks"]
    assert book.bots == {"north": "random", "south": "bold"}


def test_what_cannot_be_repeated(crex: Crex) -> None:
    told = "planner:1ms thinks by the clock, so these games cannot be repeated\n"
    asked = ("compare", "two-player", "three-player", "-n", "2", "-g", "dash", "--rules", str(GAMES))
    assert f"\n{told}" in crex(*asked, "--bot", "red=planner:1ms", "--bot", "random").stdout
    assert "by the clock" not in crex(*asked, "--bot", "red=planner:1", "--bot", "random").stdout
    document = compared(crex, *asked[1:], "--bot", "red=planner:1ms", "--bot", "random")
    assert document.comparison.by_the_clock == ["planner:1ms"]


def test_each_option(crex: Crex) -> None:
    found = compared(crex, "royal", "--each-option", "-n", "3", *FORD).comparison
    assert [book.name.partition("+")[2] for book in found.rulebooks] == [
        "",
        "guides",
        "forced-marches",
        "forced-marches+spare-horses",  # which it needs
        "scouts",
        "spring-floods",
        "dry-summer",
    ]
    assert found.rulebooks[1].taken == {"guides": "Local guides"}
    answer = crex("compare", "royal", "--each-option", "-n", "3", *FORD)
    assert answer.stdout.startswith("3 games each of The Ford, under 7 rulebooks, from seed 0\n")


@pytest.mark.soak
def test_each_option_beside_one(crex: Crex) -> None:
    some = compared(crex, "royal+spring-floods", "--each-option", "-n", "2", *FORD).comparison
    names = [book.name for book in some.rulebooks]
    assert names[0] == "royal-2.0+spring-floods"
    assert len(names) == 5 and not any("dry-summer" in name for name in names)  # which spring-floods excludes


def test_of_several_only_what_is_significant(crex: Crex) -> None:
    asked = ("compare", "plain", "royal", "plain+guides", "-n", "20", *FORD)
    royal, guides = crex(*asked).stdout.split("\n\n")[2:4]
    *shown, correlation = [line for line in royal.splitlines() if not line.startswith("“")]
    more = shown.pop()
    assert all(line.endswith(" yes") for line in shown[2:])
    assert more.endswith(" more are not significant (--all tells them)")
    assert correlation != guides.splitlines()[-1], "each rulebook's by itself"
    assert guides.splitlines()[-1].startswith("games of one seed correlate by ")
    every = crex(*asked, "--all").stdout
    assert "(--all" not in every
    assert every.count("won by north ") == 2 > (royal + guides).count("won by north ")


def test_whoever_is_not_named_is_played_by_the_default(crex: Crex) -> None:
    asked = ("plain", "royal", "-n", "2", *FORD[:-2])
    assert compared(crex, *asked, "--bot", "n=random").comparison.first.bots == {"north": "random", "south": DEFAULT}


def test_rulebooks_are_compared_on_a_scenario(crex: Crex) -> None:
    scene = ("--scenario", "clash mill abbey-mill fox-riders,ox-levy yew-bows")
    told = crex("compare", "plain", "royal", "-n", "20", *FORD, *scene).stdout
    assert "\neach begins with A battle for one town: " in told
    assert re.search(r"\n“the [a-z ]+” comes out in [\d.]+% of games under plain", told)
    assert shlex.join(scene) in compared(crex, "plain", "royal", "-n", "2", *FORD, *scene).command
    refused = crex("compare", "plain", "royal", *FORD, *scene, "--until", "5pp")
    assert refused.stderr == "Error: --until 5pp: nobody wins a scenario; say which figure, as in decisions=2\n"


# ---- how long it goes on ----
def test_enough_is_enough(crex: Crex) -> None:
    asked = ("plain", "royal", "--seed", "2", *FORD)
    found = compared(crex, *asked, "--until", "12pp").comparison
    wins = [effect for effect in found.effects if effect.sort == "winner"]
    assert wins and all((effect.high - effect.low) / 2 <= 0.12 for effect in wins)
    assert 50 < found.games == found.first.played == found.first.pairs < 500
    for more in (("--workers", "2"), ("-n", str(found.games))):
        assert compared(crex, *asked, "--until", "12pp", *more).comparison == found
    fewer = compared(crex, *asked, "-n", "20", "--until", "north=12pp").comparison
    assert (fewer.games, fewer.first.played) == (20, 20), "-n is the most"
    by_length = compared(crex, *asked, "--until", "decisions=3").comparison
    (length,) = [effect for effect in by_length.effects if effect.title == "decisions"]
    assert (length.high - length.low) / 2 <= 3


def test_the_command_of_what_was_enough_plays_as_many_games(crex: Crex) -> None:
    found = compared(crex, "plain", "royal", *FORD, "--until", "15pp")
    assert f"--games {found.comparison.games} " in found.command and "--until" not in found.command
    assert compared(crex, *shlex.split(found.command)[2:]) == found


def test_a_stopped_comparison_goes_on(crex: Crex, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = ("plain", "royal+guides", *FORD)
    out = tmp_path / "games"
    compared(crex, *asked, "-n", "5", "--out", out)
    assert sorted(file.name for file in out.iterdir()) == ["plain-1.0.jsonl", "royal-2.0+guides.jsonl"]
    played: list[range] = []
    real = series.Bench.batch

    def noted(self: series.Bench, seeds: range) -> series.Batch:
        played.append(seeds)
        return real(self, seeds)

    monkeypatch.setattr(series.Bench, "batch", noted)
    (out / "plain-1.0.jsonl").write_bytes((out / "plain-1.0.jsonl").read_bytes()[:-10])  # torn off
    found = compared(crex, *asked, "-n", "9", "--workers", "1", "--out", out).comparison
    assert sorted(seed for seeds in played for seed in seeds) == [4, *(seed for k in range(5, 9) for seed in (k, k))]
    assert found == compared(crex, *asked, "-n", "9").comparison
    answer = crex("compare", *asked, "-n", "9", "--out", out)
    assert "\n18 games were known already\n" in answer.stdout and "games/s" not in answer.stdout
    told = crex("simulate", "-e", "plain", "-n", "9", *FORD, "--out", out / "plain-1.0.jsonl").stdout
    assert "9 games were known already" in told, "it is what simulate keeps"
    other = crex("compare", *asked, "-n", "9", "--seed", "1", "--out", out)
    assert other.exit_code == 1 and "holds other games and stays as it is: the first seed (0, now 1)" in other.stderr


# ---- games that people saved ----
@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """Games of two rulebooks that are over, one that is not, and something else."""
    folder = tmp_path / "saved"
    folder.mkdir()
    for edition, games in (("plain", 12), ("royal", 11)):
        game = load("ford", edition, rules=[GAMES])
        for seed in range(games):
            position, rng = game.start(seed), Random(seed)
            while not position.over:
                position.take(rng.choice(position.codes))
            (folder / f"{edition}-{seed}.json").write_text(position.to_json(), encoding="utf-8")
    (folder / "begun.json").write_text(load("ford", "plain", rules=[GAMES]).start(1).to_json(), encoding="utf-8")
    (folder / "damaged.json").write_text("{}", encoding="utf-8")
    return folder


def test_games_that_people_saved(crex: Crex, saved: Path, tmp_path: Path) -> None:
    asked = ("compare", "plain", "royal", *FORD[:-2], "--games-from", saved)
    answer = crex(*asked, "--json")
    assert answer.exit_code == 0 and answer.stderr.startswith(f"left out: {saved / 'damaged.json'}: ")
    found = CompareDocument.model_validate_json(answer.stdout).comparison
    assert not found.paired
    assert [(book.played, book.pairs) for book in found.rulebooks] == [(12, 12), (11, 11)]
    (turn,) = [effect for effect in found.effects if effect.title == "turn"]
    assert (turn.before, turn.after, turn.significant) == (6, 5, True)
    (length,) = [effect for effect in found.effects if effect.title == "decisions"]
    lengths = [len(json.loads(file.read_text())["decisions"]) for file in saved.glob("plain-*.json")]
    assert length.before == sum(lengths) / 12
    told = crex(*asked, "--report", tmp_path / "r.html").stdout
    assert told.startswith("Games of The Ford that were saved: 12 of plain-1.0, 11 of royal-2.0\n")
    assert "That is how 12 and 11 games went that were saved." in told
    assert "These games are not paired." in (tmp_path / "r.html").read_text(encoding="utf-8")


def test_saved_games_are_not_played(crex: Crex, saved: Path) -> None:
    for more, code, sentence in (
        (("-n", "5"), 2, "--games-from plays nothing: leave out -n"),
        (("plain+guides",), 1, "holds fewer than 2 finished games of plain-1.0+guides: nothing can be compared"),
    ):
        answer = crex("compare", "plain", "royal", *more, *FORD[:-2], "--games-from", saved)
        assert answer.exit_code == code and sentence in answer.stderr, answer.stderr
    nowhere = crex("compare", "plain", "royal", *FORD[:-2], "--games-from", saved / "nowhere")
    assert nowhere.exit_code == 2 and "is no folder: name one with saved games in it" in nowhere.stderr


# ---- files ----
def test_files(crex: Crex, tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("effects.png", "effects.svg", "report.html")]
    report = ("--report", files[2], "--plot", files[0], "--plot", files[1])
    answer = crex("compare", "plain", "royal", "-n", "3", *FORD, *report)
    assert answer.exit_code == 0
    assert answer.stdout.endswith("\n" + "".join(f"written: {file}\n" for file in files))
    assert files[0].read_bytes().startswith(b"\x89PNG")
    assert "</svg>" in files[1].read_text(encoding="utf-8")
    assert f"--games 3 --seed 0 --bot random --rules {GAMES} --report report.html</pre>" in files[2].read_text(
        encoding="utf-8"
    )


def test_the_command_in_a_report_gives_the_same_report(
    crex: Crex, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    here, elsewhere = tmp_path / "here", tmp_path / "elsewhere"
    for folder in (here, elsewhere):
        folder.mkdir()
    crex("compare", "royal", "plain+guides", "-n", "3", "--seed", "4", *FORD, "--report", here / "my report.html")
    report = (here / "my report.html").read_text(encoding="utf-8")
    (command,) = re.findall(r"<pre>(.*?)</pre>", report)
    monkeypatch.chdir(elsewhere)
    assert crex(*shlex.split(unescape(command))[1:]).exit_code == 0
    assert (elsewhere / "my report.html").read_text(encoding="utf-8") == report


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["plain", "--each-option", "royal"], "--each-option takes one rulebook: name the one that has the options"),
        (["plain"], "name two rulebooks or more, or one with --each-option"),
        (["plain+guides", "royal", "plain-1.0+guides"], "plain-1.0+guides is named twice: name rulebooks that differ"),
        (["plain", "royal", "--plot", "x.pdf"], "x.pdf: a plot is a .png or .svg file"),
        (
            ["plain", "royal", "--plot", "x.png", "--plot", "x.svg", "--plot", "./x.png"],
            "x.png is named twice: name every file once",
        ),
        (["plain", "royal", "--report", "x.txt"], "x.txt: a report is an .html file"),
        (
            ["plain", "royal", "--report", "nowhere/x.html"],
            "nowhere/x.html: there is no folder nowhere; make it, or name another file",
        ),
        (["plain", "royal", "--report", "folder.html"], "folder.html is a folder: name a file"),
        (
            ["plain", "royal", "--until", "5pp", "--out", "file"],
            "file is a file: name a folder, in which each rulebook gets a file of its own",
        ),
        (
            ["plain", "royal", "--until", "soon"],
            "--until soon does not say how narrow: say 5pp for wins within 5 points to either side, or FIGURE=2.5",
        ),
        (["plain", "royal", "--until", "north=5"], "--until north=5: won by north is a share: say 5pp"),
        (["plain", "royal", "--until", "turn=5pp"], "--until turn=5pp: turn is no share: leave out pp after 5"),
        (["plain", "royal", "--until", "trun=5"], "`trun` is no figure of this game: did you mean `turn`?"),
        (
            ["plain", "royal", "--until", "towns held, n=1"],
            "`towns held, n` fits several figures: Towns held, north, at the end and Towns held, north, each turn; "
            "say which",
        ),
        (["plain", "royal", "--bot", "east=bold"], "`east` does not play: there are north and south"),
    ],
)
def test_refusals(
    crex: Crex, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, arguments: list[str], sentence: str
) -> None:
    (tmp_path / "folder.html").mkdir()
    (tmp_path / "file").touch()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(series, "played_in_turn", lambda *_: pytest.fail("a game was played for nothing"))
    answer = crex("compare", *arguments, *FORD)
    assert (answer.stderr, answer.exit_code) == (f"Error: {sentence}\n", 2)


def test_a_file_that_cannot_be_written_costs_no_answer(
    crex: Crex, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device", "x.png")

    monkeypatch.setattr("crex_dsl.lab.comparison.plots.saved", full)
    answer = crex("compare", "plain", "royal", "-n", "2", "--plot", tmp_path / "x.png", *FORD)
    assert answer.exit_code == 1
    assert answer.stderr == "Error: x.png: No space left on device\n"
    assert "royal-2.0 held against plain-1.0, 2 pairs of games" in answer.stdout


def test_rulebooks_of_two_games(crex: Crex) -> None:
    answer = crex("compare", "plain", "two-player", "--rules", GAMES)
    sentence = "plain-1.0 is an edition of The Ford and two-player is an edition of Dash: name rulebooks of one game"
    assert (answer.stderr, answer.exit_code) == (f"Error: {sentence}\n", 2)


def test_no_options_to_take(crex: Crex, stuck: Path) -> None:
    answer = crex("compare", "standard", "--each-option", "-g", "stuck", "--rules", stuck)
    assert answer.exit_code == 1
    assert answer.stderr == "Error: standard takes no options: `crex options` lists them\n"


def test_without_the_extra(crex: Crex, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.setattr(series, "played_in_turn", lambda *_: pytest.fail("a game was played for nothing"))
    answer = crex("compare", "plain", "royal", "--plot", "x.png", *FORD)
    assert answer.exit_code == 1
    assert answer.stderr == "Error: plots need matplotlib: install it with `pip install crex[lab]`\n"


# ---- what goes wrong ----
def test_games_that_go_wrong(crex: Crex, stuck: Path) -> None:
    (stuck / "variants" / "stuck").mkdir(parents=True)
    (stuck / "variants" / "stuck" / "brisk.crex").write_text(BRISK)
    asked = ("standard", "standard+brisk", "-n", "40", "-g", "stuck", "--rules", stuck)
    found = compared(crex, *asked, code=1).comparison
    one, two = found.rulebooks
    assert 0 < len(one.faults) == len(two.faults) < 40
    assert two.pairs == 40 - len(one.faults)
    assert "-o brisk" in two.faults[0].command
    assert crex(*shlex.split(two.faults[0].command)[1:]).exit_code == 1
    answer = crex("compare", *asked)
    assert answer.exit_code == 1
    assert "\ntheir rules do the same, only the words differ\n" in answer.stdout
    assert answer.stdout.count(" games went wrong\n") == 2
    assert f"\n    {one.faults[0].command}\n" in answer.stdout


def test_an_interrupt_compares_what_was_played(crex: Crex, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    real = series.Bench.batch
    played: list[int] = []

    def interrupted(self: series.Bench, seeds: range) -> series.Batch:
        played.append(seeds.start)
        if len(played) % 8 == 0:
            raise KeyboardInterrupt
        return real(self, seeds)

    monkeypatch.setattr(series.Bench, "batch", interrupted)
    monkeypatch.setattr(series, "MOST", 1)
    found = compared(crex, "plain", "royal", "-n", "9", "--workers", "1", *FORD, code=130).comparison
    assert played == [0, 0, 1, 1, 2, 2, 3, 3], "the rulebooks take turns"
    assert [(book.played, book.pairs) for book in found.rulebooks] == [(4, 4), (3, 3)]
    answer = crex("compare", "plain", "royal", "-n", "9", "--workers", "1", "--report", tmp_path / "r.html", *FORD)
    assert answer.exit_code == 130
    assert answer.stdout.startswith("3 of 9 games each of The Ford")
    assert "royal-2.0 held against plain-1.0, 3 pairs of games" in answer.stdout
    assert "3 of 9 games under each rulebook" in (tmp_path / "r.html").read_text(encoding="utf-8")


def test_a_second_interrupt_takes_nothing_away(crex: Crex, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    def reckoned(records: list[compare.Record], are_paired: bool = True) -> compare.Comparison:
        signal.raise_signal(signal.SIGINT)
        return reckon(records, are_paired)

    reckon = compare.comparison
    monkeypatch.setattr(series.Bench, "batch", interrupted)
    monkeypatch.setattr(compare, "comparison", reckoned)
    before = signal.getsignal(signal.SIGINT)
    answer = crex("compare", "plain", "royal", "-n", "9", "--workers", "1", *FORD)
    assert answer.exit_code == 130
    assert answer.stdout.startswith("0 of 9 games each of The Ford")
    assert signal.getsignal(signal.SIGINT) is before


# ---- on a terminal ----
@pytest.mark.soak
def test_a_bar_on_a_terminal_only(crex: Crex, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(console, "PATIENCE", 0.0)
    monkeypatch.setenv("CREX_NATIVE", "0")  # natively it is over before there is anything to show
    assert crex("compare", "plain", "royal", "-n", "3", *FORD).stderr == ""
    shown = on_a_terminal("compare", "plain", "royal", "-n", "800", "--workers", "1", *FORD)
    assert "playing" in shown and "/1600" in shown


def test_a_narrow_screen_gets_a_list(crex: Crex) -> None:
    shown = on_a_terminal("compare", "plain", "royal", "-n", "12", *FORD, COLUMNS="60")
    assert "correlation" not in shown.partition("held against")[2].partition("games of one seed")[0]
    assert re.search(r"\n  6\.00 → 5\.00: −1\.00 \(−1\.00 to −1\.00\)\r?\n  significant: yes, p 0\.006", shown)


def test_bots_are_offered_for_the_first_rulebook() -> None:
    offered = seats_for_bots(context(game="ford", edition=["royal+guides", "plain"]), "south=")
    assert ("south=bold", "Marches on the enemy and stays") in offered
