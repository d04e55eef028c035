"""`crex play` and its saves: a script plays through a pipe, is interrupted, and goes on."""

import fcntl
import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import termios
import time
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from crex_dsl.cli.app import app
from tests.cli.conftest import GAMES, heed_interrupts

FORD = ("--rules", str(GAMES), "-g", "ford", "--seed", "7")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CREX_SAVES", str(tmp_path / "kept"))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "kept"


def play(typed: str, *arguments: str) -> Any:
    """Run `crex play` with some lines on its input."""
    return CliRunner().invoke(app, ["play", *arguments], input=typed, prog_name="crex")


def kept(folder: Path) -> dict[str, Any]:
    """The one game that is kept."""
    (file,) = folder.glob("*.json")
    found: dict[str, Any] = json.loads(file.read_text())
    return found


def test_a_script_plays(folder: Path) -> None:
    answer = play("mill\n3\nwhy not group bridge\n", *FORD)
    assert answer.exit_code == 0
    assert answer.stderr == ""
    assert "\x1b" not in answer.stdout
    lines = answer.stdout.splitlines()
    assert lines[0] == "The Ford, plain-1.0: north person, south person"
    assert lines[1].startswith(f"The game is saved in {folder}/ford-plain-1.0-")
    assert "north> mill" in lines
    assert "north: move the group at mill  [3.1 group-moves]" in lines
    assert "move the group at bridge: not legal now." in lines
    assert lines[-1].startswith(f"The game is saved in {folder}/ford-plain-1.0-")
    assert kept(folder)["decisions"] == ["group-move(mill)"]


def test_resume_goes_on_with_the_latest(folder: Path) -> None:
    play("group mill\n", *FORD, "--as", "south=bold", "--sandbox")
    answer = play("log\n1\n", "--resume")
    assert answer.exit_code == 0
    assert "The Ford, plain-1.0: north person, south bold" in answer.stdout
    assert "north: move the group at mill  [3.1 group-moves]" in answer.stdout
    saved = kept(folder)
    assert len(saved["decisions"]) == 2
    assert saved["table"] == {
        "seats": {"north": "person", "south": "bold"},
        "rules": [str(GAMES)],
        "sandbox": True,
        "orders": [],
    }


def test_a_game_begins_with_a_scenario(folder: Path) -> None:
    scene = ("--scenario", "clash mill abbey-mill fox-riders,ox-levy defenders=yew-bows")
    begun = play("1\n", *FORD, *scene, "--as", "south=random")
    assert begun.exit_code == 0, begun.output
    assert kept(folder)["scenario"]["name"] == "clash"
    over = play("", "--resume", "--as", "north=random")
    assert "The game is over: the " in over.stdout, over.output
    (file,) = folder.glob("*.json")
    replayed = CliRunner().invoke(app, ["replay", str(file), "--json"])
    assert json.loads(replayed.stdout)["result"].startswith("the ")
    assert "leave it out" in play("", str(file), *scene).stderr
    assert "did you mean `clash`?" in play("", *FORD, "--scenario", "clsh").stderr


def test_a_save_goes_on_with_somebody_else(tmp_path: Path) -> None:
    play("group mill\n", *FORD, "--save", "mine.json")
    before = (tmp_path / "mine.json").read_bytes()
    answer = play("", "mine.json", "--as", "north=random", "--as", "south=random", "--save", "copy.json")
    assert answer.exit_code == 0
    assert "The game is over: " in answer.stdout
    assert answer.stdout.endswith("The game is kept in copy.json: `crex replay copy.json` steps through it.\n")
    assert (tmp_path / "mine.json").read_bytes() == before
    over = play("", "copy.json")
    assert (over.exit_code, over.stdout) == (1, "")
    assert re.fullmatch(
        r"Error: copy\.json: this game is over \(.*\); `crex replay copy\.json` steps through it\n", over.stderr
    )


def test_somebody_who_is_gone_can_be_replaced(tmp_path: Path) -> None:
    play("group mill\n", *FORD, "--as", "south=bold", "--save", "mine.json")
    (tmp_path / "mine.json").write_text(
        (tmp_path / "mine.json").read_text().replace('"south":"bold"', '"south":"gone"')
    )
    answer = play("", "mine.json")
    assert (answer.exit_code, answer.stdout) == (2, "")
    assert answer.stderr.startswith("Error: --as: nobody called `gone` plays The Ford")
    assert "south random" in play("", "mine.json", "--as", "south=random").stdout


def test_a_save_that_is_named_goes_on_in_a_copy(folder: Path, tmp_path: Path) -> None:
    play("group mill\n", *FORD, "--save", "mine.json")
    before = (tmp_path / "mine.json").read_bytes()
    answer = play("1\n", "mine.json")
    assert "mine.json stays as it is. The game is saved in " in answer.stdout
    assert (tmp_path / "mine.json").read_bytes() == before
    assert len(kept(folder)["decisions"]) == 2
    assert "Nothing was decided, and mine.json is as it was." in play("board\n", "mine.json").stdout
    play("1\n", "mine.json", "--in-place")
    assert (tmp_path / "mine.json").read_bytes() != before
    assert len(list(folder.glob("*.json"))) == 1


def test_where_nothing_is_saved_there_is_nothing_to_resume(folder: Path) -> None:
    answer = play("", "--resume")
    assert (answer.stdout, answer.exit_code) == ("", 1)
    assert answer.stderr == f"Error: there is no unfinished game in {folder}: `crex play` begins one\n"


def test_resume_finds_a_game_wherever_it_was_saved(folder: Path, tmp_path: Path) -> None:
    play("group mill\n", *FORD, "--save", str(tmp_path / "mine.json"))
    assert "The Ford, plain-1.0: north person, south person" in play("", "--resume").stdout
    assert list(folder.glob("*.json")) == []


def test_saves_are_listed(folder: Path, tmp_path: Path) -> None:
    assert play_saves().stderr == f"Error: there is no saved game in {folder}: `crex play` begins one\n"
    play("group mill\n", *FORD, "--save", str(tmp_path / "mine.json"))
    play("group abbey\n", *FORD, "--as", "south=bold")
    lines = play_saves().stdout.splitlines()
    assert next(line for line in lines if line.startswith("20")).endswith(
        "  The Ford, plain-1.0: north person, south bold"
    )
    assert lines[-2:] == ["  north to decide", f"  {tmp_path / 'mine.json'}"]
    document = json.loads(play_saves("--json", "--limit", "1").stdout)
    assert [(row["game"], row["decisions"], row["over"]) for row in document["saves"]] == [("ford", 1, False)]


def play_saves(*arguments: str) -> Any:
    return CliRunner().invoke(app, ["saves", *arguments], prog_name="crex")


def test_bytes_that_are_no_text_lose_nothing(folder: Path) -> None:
    answer = CliRunner().invoke(app, ["play", *FORD], input=b"group mill\n\xff\xfe\n", prog_name="crex")
    assert answer.exit_code == 0
    assert kept(folder)["decisions"] == ["group-move(mill)"]


def test_the_same_seed_gives_the_same_game() -> None:
    bots = ("--as", "north=bold", "--as", "south=greedy")
    one, two = (play("", *FORD, *bots, "--save", name).stdout.splitlines()[2:-1] for name in ("a.json", "b.json"))
    assert one == two
    assert len(one) > 20


def test_nothing_is_kept_of_a_game_in_which_nothing_was_decided(folder: Path) -> None:
    answer = play("board\nquit\n", *FORD)
    assert answer.exit_code == 0
    assert answer.stdout.endswith("\nNothing was decided, so nothing is saved.\n")
    assert list(folder.iterdir()) == []


LOOKS = [
    ("play", "quit\n", ("mine.json",)),
    ("play", "board\nlog\nwhy not 1\nsave\n", ("mine.json", "--as", "south=bold", "--sandbox")),
    ("play", "", ("mine.json",)),
    ("why", "", ("mine.json", "group-move(mill)", "--quick")),
    ("replay", "", ("mine.json", "--all")),
    ("trace", "", ("mine.json",)),
]


@pytest.mark.parametrize(("command", "typed", "arguments"), LOOKS, ids=lambda part: str(part)[:20])
def test_a_look_at_a_save_leaves_it_as_it_was(tmp_path: Path, command: str, typed: str, arguments: Any) -> None:
    play("group mill\n", *FORD, "--save", "mine.json")
    file = tmp_path / "mine.json"
    file.write_bytes(file.read_bytes() + b"\n\n")  # as whoever wrote it by hand has it
    before = file.read_bytes(), file.stat().st_mtime_ns, file.stat().st_ino
    answer = CliRunner().invoke(app, [command, *arguments], input=typed, prog_name="crex")
    assert answer.exit_code in (0, 1), answer.output
    assert (file.read_bytes(), file.stat().st_mtime_ns, file.stat().st_ino) == before
    assert [path.name for path in tmp_path.iterdir() if path.suffix != ""] == ["mine.json"]


# What is typed on the command line, the sentence, the exit code.
REFUSALS = [
    ("mine.json --resume", "name a save or say --resume, not both", 2),
    ("mine.json -g ford", "a save knows its game, edition, options and dice: leave out -g, -e, -o and --seed", 2),
    ("mine.json --seed 7", "a save knows its game, edition, options and dice: leave out -g, -e, -o and --seed", 2),
    ("nosuch.json", "nosuch.json: No such file or directory: name a save, such as `crex play --save FILE` writes", 2),
    ("notes.json", "notes.json: this is no save: it is not JSON", 1),
    (
        "old.json",
        "old.json: the rules have changed since this was saved, so it would not go on as it began; "
        "go on with the rule files that it was saved under",
        1,
    ),
    (
        "-g ford --rules GAMES --as south",
        "--as: `south` does not say who plays which side: write SIDE=WHO, such as north=person",
        2,
    ),
    ("-g ford --rules GAMES --as east=random", "--as: `east` does not play: they are north, south", 2),
    ("-g ford --rules GAMES --as south=blod", "--as: nobody called `blod` plays The Ford: did you mean `bold`?", 2),
    (
        "-g ford --rules GAMES --save no/mine.json",
        "there is no folder no: make it first, or name another file",
        2,
    ),
    (
        "-g ford --rules GAMES --save notes.json",
        "notes.json exists already: go on with it by `crex play notes.json`, or name another file",
        2,
    ),
]


@pytest.mark.parametrize(("typed", "sentence", "code"), REFUSALS, ids=[typed for typed, _, _ in REFUSALS])
def test_refusals_lose_nothing(folder: Path, tmp_path: Path, typed: str, sentence: str, code: int) -> None:
    play("group mill\n", *FORD, "--save", "mine.json")
    (tmp_path / "notes.json").write_text("dear diary")
    text = (tmp_path / "mine.json").read_text()
    (tmp_path / "old.json").write_text(re.sub(r'"does": "\w+"', '"does": "0"', text))
    before = {path: path.read_bytes() for path in tmp_path.glob("*.json")}
    answer = play("1\n1\n", *typed.replace("GAMES", str(GAMES)).split())
    assert (answer.stdout, answer.exit_code) == ("", code)
    assert answer.stderr == f"Error: {sentence.replace('KEPT', str(folder))}\n"
    assert {path: path.read_bytes() for path in tmp_path.glob("*.json")} == before


# ---- on a terminal ----
class Terminal:
    """`crex play` on a terminal of its own."""

    def __init__(self, *arguments: str) -> None:
        self.master, slave = pty.openpty()
        program = "from crex_dsl.cli.app import main; main()"
        self.running = subprocess.Popen(
            [sys.executable, "-c", program, "play", *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
            preexec_fn=self._sit_down,
            env=os.environ | {"TERM": "xterm", "COLUMNS": "80", "LINES": "30", "NO_COLOR": "1"},
        )
        os.close(slave)

    @staticmethod
    def _sit_down() -> None:
        heed_interrupts()
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)

    def until(self, wanted: str, typed: str = "") -> str:
        """Type something, and read until something is shown; gives what was shown."""
        os.write(self.master, typed.encode())
        shown, deadline = "", time.monotonic() + 20
        while wanted not in shown and time.monotonic() < deadline:
            if not select.select([self.master], [], [], 0.1)[0]:
                continue
            try:
                shown += os.read(self.master, 4096).decode(errors="replace")
            except OSError:  # it has ended
                break
        assert wanted in shown, shown
        return shown

    def end(self) -> int:
        """Its exit code."""
        code = self.running.wait(20)
        os.close(self.master)
        return code


@pytest.mark.parametrize(
    ("typed", "number", "code"),
    [
        ("\x03", None, 130),
        ("\x04", None, 0),
        ("quit\n", None, 0),
        ("", signal.SIGTERM, 128 + signal.SIGTERM),
        ("", signal.SIGHUP, 128 + signal.SIGHUP),
    ],
    ids=["Ctrl-C", "Ctrl-D", "quit", "SIGTERM", "SIGHUP"],
)
def test_however_it_is_left_it_goes_on(folder: Path, typed: str, number: int | None, code: int) -> None:
    terminal = Terminal(*FORD, "--as", "south=random")
    terminal.until("north> ")
    terminal.until("north> ", "group mill\n")
    if number is not None or typed == "\x03":
        time.sleep(0.5)  # a signal in the instant before it waits for a key is only seen with the key
    if number is not None:
        os.kill(terminal.running.pid, number)
    terminal.until("`crex play --resume` goes on", typed)
    assert terminal.end() == code
    assert kept(folder)["decisions"] == ["group-move(mill)"]
    assert "north: move the group at mill" in play("", "--resume").stdout


def test_the_terminal_is_closed(folder: Path) -> None:
    terminal = Terminal(*FORD, "--as", "south=random")
    terminal.until("north> ")
    terminal.until("north> ", "group mill\n")
    os.close(terminal.master)
    assert terminal.running.wait(20) is not None
    assert kept(folder)["decisions"] == ["group-move(mill)"]


def test_two_people_at_one_terminal() -> None:
    terminal = Terminal(*FORD)
    terminal.until("Pass the keyboard to north; north: press Enter.")
    first = terminal.until("north> ", "\n")
    assert "ash-riders A2 ■■■" in first
    assert "fox-riders" not in first
    terminal.until("north: press Enter to hide the screen.", "0\n")
    hidden = terminal.until("Pass the keyboard to south; south: press Enter.", "\n")
    assert "\x1b[2J\x1b[3J\x1b[H" in hidden
    second = terminal.until("south> ", "\n")
    assert "fox-riders A2 ■■■" in second
    assert "ash-riders" not in second
    back = terminal.until("south> ", "\x1b[A\n")  # what north typed cannot be called back
    assert "south> 0" not in back
    terminal.until("goes on", "quit\n")
    assert terminal.end() == 0


def test_tab_completes_on_a_terminal() -> None:
    pytest.importorskip("readline")
    terminal = Terminal(*FORD, "--as", "south=random")
    terminal.until("north> ")
    assert "muster at northgate" in terminal.until("muster at northgate", "muster at n\t")
    terminal.until("goes on", "\n/quit\n")
    assert terminal.end() == 0


# ---- from a notation ----
def test_a_game_goes_on_from_a_notation(folder: Path) -> None:
    from tests.conformance.cases import Case

    position = Case("ford", "plain-1.0", ()).load().start(7)
    position.take("group-move(mill)")
    for text in (position.notation, position.game_notation):
        answer = play("1\nquit\n", "--rules", str(GAMES), "--from", text)
        assert answer.exit_code == 0
        assert "1 yew-bows marches to northgate" in answer.stdout
    saves = [json.loads(file.read_text()) for file in folder.glob("*.json")]
    assert sorted(save["seed"] is None for save in saves) == [False, True]


def test_a_file_may_hold_the_notation(tmp_path: Path) -> None:
    from tests.conformance.cases import Case

    file = tmp_path / "mail.txt"
    file.write_text("> " + Case("ford", "plain-1.0", ()).load().start(7).notation + "\n", encoding="utf-8")
    assert play("quit\n", "--rules", str(GAMES), "--from", str(file)).exit_code == 0
    file.write_bytes(b"\xff\xfe")
    refused = play("", "--rules", str(GAMES), "--from", str(file))
    assert (refused.exit_code, "nor a text file with one" in " ".join(refused.stderr.split())) == (2, True)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (
            ("--from", "hello"),
            "--from: this is neither a notation in quotes, which begins with `[crex position of …]`, nor",
        ),
        (("--from", "h" * 5000), "--from: this is neither a notation in quotes"),
        (("--from", "[hello]"), "--from: this is no notation"),
        (("--from", "[crex position of ford, plain-1.0; all] AAAA"), "--from: the notation is damaged"),
        (("--from", "hello", "--resume"), "go on with a save or from a notation, not both"),
        (("--from", "hello", "--seed", "3"), "leave out -g, -e, -o and --seed"),
    ],
)
def test_what_is_no_notation_is_refused(arguments: tuple[str, ...], told: str) -> None:
    answer = play("", "--rules", str(GAMES), *arguments)
    assert answer.exit_code == 2
    assert told in " ".join(answer.stderr.split())
