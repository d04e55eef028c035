"""`crex docs` builds the site in one line, serves it, follows changes, and says in a sentence what it cannot do."""

import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import GAMES, Crex, heed_interrupts

CREX = [sys.executable, "-c", "from crex_dsl.cli.app import main; main()"]
NOUGHTS = ("-g", "noughts", "--rules", GAMES)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def test_a_site_is_built_and_told_in_one_line(crex: Crex, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    answer = crex("docs", "build", *NOUGHTS)
    assert (answer.exit_code, answer.stderr) == (0, "")
    pages = len(list(Path("site").rglob("*.html"))) - 1
    line = f"{pages} pages in site: open site/index.html, or see them with `crex docs serve`, search and all.\n"
    assert answer.stdout == line


def test_a_house_edition_gets_its_book(crex: Crex, tmp_path: Path) -> None:
    (tmp_path / "home.crex").write_text('edition home "At home" of noughts\n    language en\n')
    answer = crex("docs", "build", *NOUGHTS, "--rules", tmp_path / "home.crex", "--out", tmp_path / "out")
    assert answer.exit_code == 0, answer.stderr
    assert "At home" in (tmp_path / "out" / "noughts" / "home" / "index.html").read_text(encoding="utf-8")


# What is typed, the sentence, the exit code.
REFUSALS = [
    ("docs build --out FILE", "FILE is a file: name a folder for the site", 2),
    (
        "docs build --out FOLDER",
        "FOLDER holds other things, and a site would replace them: name a new or an empty folder",
        2,
    ),
    ("docs build -g zzz --rules GAMES", "there is no game `zzz`: did you mean", 2),
    ("docs build --rules nowhere", "there is no file or folder nowhere; name a rule file", 2),
    ("docs serve --rules nowhere", "there is no file or folder nowhere; name a rule file", 2),
    ("docs serve --port PORT", "port PORT of 127.0.0.1 is in use: name another with --port", 2),
    ("docs serve --host no.such.host.invalid", "there is no host `no.such.host.invalid`: name this machine", 2),
    ("docs build -g dash --rules GAMES --rules HOME", "HOME is for ford, not for dash: name other rule files", 2),
]


@pytest.fixture
def places(tmp_path: Path) -> Iterator[dict[str, str]]:
    """What the names in a refusal stand for."""
    (tmp_path / "file").write_text("mine")
    (tmp_path / "home.crex").write_text('edition home "At home" of royal-2.0\n')
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        yield {
            "FILE": str(tmp_path / "file"),
            "FOLDER": str(tmp_path),
            "GAMES": str(GAMES),
            "HOME": str(tmp_path / "home.crex"),
            "PORT": port,
        }


@pytest.mark.parametrize(("typed", "sentence", "code"), REFUSALS)
def test_every_refusal_is_a_sentence(crex: Crex, places: dict[str, str], typed: str, sentence: str, code: int) -> None:
    def meant(text: str) -> str:
        return re.sub(r"\b[A-Z]{4,}\b", lambda word: places[word[0]], text)

    answer = crex(*(meant(word) for word in typed.split()))
    if "did you mean" in sentence:
        sentence = sentence.partition(": did")[0]
    assert answer.stderr.startswith(f"Error: {meant(sentence)}")
    assert (answer.stdout, answer.exit_code) == ("", code)
    assert Path(places["FILE"]).read_text() == "mine"


def test_mistakes_in_rule_files_are_told_as_check_tells_them(crex: Crex, shelf: Path) -> None:
    (shelf / "variants" / "noughts" / "bad.crex").write_text('edition bad "Bad" of noughts\n\ndrop no-such-clause\n')
    for command in ("build", "serve"):
        answer = crex("docs", command, "-g", "noughts", "--rules", shelf)
        assert answer.stderr.startswith("variants/noughts/bad.crex:3:6: error: ")
        assert answer.exit_code == 1


@pytest.mark.parametrize("missing", ["mkdocs", "material"])
def test_without_mkdocs_it_says_what_to_install(crex: Crex, monkeypatch: pytest.MonkeyPatch, missing: str) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None if name == missing else object())
    for command in ("build", "serve"):
        answer = crex("docs", command, *NOUGHTS)
        sentence = "the site is made with MkDocs, which is not installed: pip install 'crex[docs]'"
        assert (answer.stderr, answer.exit_code) == (f"Error: {sentence}\n", 1)


# ---- serving ----
def eventually(holds: Callable[[], bool], seconds: float = 90) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it took too long"
        time.sleep(0.2)


def test_a_served_site_follows_the_rules_and_ends_in_peace(shelf: Path, tmp_path: Path) -> None:
    port = free_port()
    command = [*CREX, "docs", "serve", "-g", "noughts", "--rules", str(shelf), "--port", str(port)]
    told = tmp_path / "told"
    club = shelf / "variants" / "noughts" / "club.crex"
    address = f"http://127.0.0.1:{port}/"

    def page() -> str:
        with urllib.request.urlopen(f"{address}noughts/club/index.html") as answer:
            return str(answer.read().decode())

    with (
        told.open("w") as out,
        subprocess.Popen(command, stdout=out, stderr=out, cwd=tmp_path, preexec_fn=heed_interrupts) as server,
    ):
        try:
            eventually(lambda: f"pages at {address} (Ctrl-C ends it)\n" in told.read_text())
            assert "Noughts at the club" in page()

            club.write_text(club.read_text().replace("at the club", "at the new club"))
            eventually(lambda: "Noughts at the new club" in page())

            club.write_text(club.read_text() + "\ndrop no-such-clause\n")
            eventually(lambda: "club.crex:8:6: error: " in told.read_text())
            assert "Noughts at the new club" in page()
            server.send_signal(signal.SIGINT)
            assert server.wait(60) == 130
        finally:
            server.kill()
    assert told.read_text().endswith("\nGoodbye.\n")
