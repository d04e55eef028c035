"""What a user has set once and for all: which game, edition and seats are meant where none are named."""

from pathlib import Path

import pytest

from crex_dsl.cli.configuration import command_language
from crex_dsl.text.messages import _spoken
from tests.cli.conftest import GAMES, Crex

MINE = """\
game = "ford"
[games.ford]
edition = "royal"
as = ["south=random"]
"""


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    file = tmp_path / "config.toml"
    monkeypatch.setenv("CREX_CONFIG", str(file))
    monkeypatch.setenv("CREX_SAVES", str(tmp_path / "kept"))
    return file


def test_what_is_set_is_taken_where_nothing_is_said(crex: Crex, config: Path) -> None:
    config.write_text(MINE)
    said = crex("play", "--rules", GAMES).stdout
    assert said.startswith("The Ford, royal-2.0: Północ person, Południe random\n")
    named = crex("play", "--rules", GAMES, "-e", "plain", "--as", "north=random").stdout
    assert named.startswith("The Ford, plain-1.0: north random, south person\n")
    other = crex("play", "--rules", GAMES, "-g", "noughts").stdout
    assert other.startswith("Noughts")


def test_without_a_file_nothing_is_set(crex: Crex, config: Path) -> None:
    assert crex("play", "--rules", GAMES, "-g", "ford").stdout.startswith("The Ford, plain-1.0: north person")


# What the file says, and the refusal.
BAD = [
    ("game = ", "this is no TOML: "),
    ("game = 3\n", "`game`: this takes a text in quotes"),
    (
        "gmae = 'x'\n",
        "`gmae`: there is no such setting; there are language, game and games: did you mean `game` or `games`?",
    ),
    ("language = 'xx'\n", "`language`: we speak en, fr, pl and ru"),
    ("[games.ford]\nas = 'x'\n", '`games.ford.as`: this takes a list of texts, such as ["SIDE=normal"]'),
    ("[games.ford]\nas = [3]\n", "`games.ford.as.0`: this takes a text in quotes"),
    ("[games.ford]\nbots = []\n", "`games.ford.bots`: there is no such setting; there are edition, options and as"),
    ("[games.ford]\nseats = []\n", "`games.ford.seats`: there is no such setting; there are edition, options and as"),
    ("games = 3\n", "`games`: this takes a section of its own, such as [games.GAME]"),
]


@pytest.mark.parametrize(("text", "refusal"), BAD, ids=[text[:12] for text, _ in BAD])
def test_a_file_that_cannot_be_read(crex: Crex, config: Path, text: str, refusal: str) -> None:
    config.write_text(text)
    answer = crex("play", "--rules", GAMES)
    assert answer.exit_code == 2
    assert answer.stderr.startswith(f"Error: {config}: {refusal}")


def test_the_language_is_spoken_at_the_prompt(crex: Crex, config: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spoken: list[str] = []
    monkeypatch.setattr("crex_dsl.cli.table.play.said", lambda key, **_: spoken.append(_spoken.get()) or key)
    config.write_text('language = "pl"\n')
    crex("play", "--rules", GAMES, "-g", "noughts")
    assert set(spoken) == {"pl"}
    assert _spoken.get() == "en"  # and afterwards no longer


LOCALES = [
    ({"LC_ALL": "pl_PL.UTF-8", "LANG": "fr_FR"}, "pl"),
    ({"LC_ALL": "", "LC_MESSAGES": "ru_RU", "LANG": "fr_FR"}, "ru"),
    ({"LC_ALL": "", "LC_MESSAGES": "", "LANG": "fr"}, "fr"),
    ({"LC_ALL": "de_DE.UTF-8"}, "en"),
    ({"LC_ALL": "C"}, "en"),
]


@pytest.mark.parametrize(("environment", "language"), LOCALES, ids=[language for _, language in LOCALES])
def test_without_a_setting_the_locale_is_spoken(
    config: Path, monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], language: str
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert command_language() == language


def test_a_setting_goes_before_the_locale(config: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "pl_PL.UTF-8")
    config.write_text('language = "en"\n')
    assert command_language() == "en"


def test_a_language_that_is_asked_for_is_spoken_by_rules_and_prompt(crex: Crex, config: Path, tmp_path: Path) -> None:
    config.write_text('language = "fr"\n')
    save = tmp_path / "game.json"
    bots = ["--as", "north=random", "--as", "south=random"]
    played = crex("play", "--rules", GAMES, "-g", "ford", "--seed", "5", "--save", save, *bots, "--lang", "pl").stdout
    assert "Gra jest zapisywana w " in played
    assert "\nKoniec gry: " in played
    assert crex("replay", save, "--side", "south", "--lang", "pl").stdout == "decyzja: Północ\n"
    assert crex("replay", save, "--side", "south").stdout == "décision : north\n"
    assert _spoken.get() == "en"
