"""Loose rule files: what they are refused with, and what they bring."""

import re
from pathlib import Path

import pytest

from crex_dsl.cli.documents import EditionsDocument, OptionsDocument
from tests.cli.conftest import GAMES, Crex

pytestmark = pytest.mark.usefixtures("no_games_of_our_own")

HOME = 'edition home "At home" of royal-2.0\n'
SLOW = 'option slow "Slow" for second\n    says "Roads carry less."\n\nin road-limits\n    size_limit(s) is 1\n'
DICED = 'edition diced "Diced" of two-player\n'


def written(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


# ---- which game ----
def test_the_game_is_known_by_the_file(crex: Crex, tmp_path: Path) -> None:
    written(tmp_path, {"diced.crex": DICED})
    assert crex("show", "--rules", GAMES, "--rules", "diced.crex").stdout.startswith("Dash, diced\n")


def test_files_of_several_games_leave_it_to_the_default_game(crex: Crex, tmp_path: Path) -> None:
    written(tmp_path, {"diced.crex": DICED, "home.crex": HOME, "fast.crex": 'edition fast "Fast" of quince\n'})
    both = ("--rules", GAMES, "--rules", "diced.crex")
    assert crex("show", *both, "--rules", "home.crex").stdout.startswith("The Ford, home\n")
    answer = crex("show", *both, "--rules", "fast.crex")
    assert answer.stderr == "Error: which game? The rule files named are for dash or quince: say which with -g\n"
    assert answer.exit_code == 2


# ---- what it is refused with ----
def test_a_file_for_another_game_is_refused(crex: Crex, tmp_path: Path) -> None:
    written(tmp_path, {"home.crex": HOME})
    for command in ("show", "editions", "check"):
        answer = crex(command, "-g", "dash", "--rules", GAMES, "--rules", "home.crex")
        assert answer.stderr == "Error: home.crex is for ford, not for dash: name other rule files, or another game\n"
        assert answer.exit_code == 2


@pytest.mark.parametrize("named", [("-g", "noughts"), ()])
def test_where_one_game_could_be_meant_it_tells_the_place(crex: Crex, shelf: Path, named: tuple[str, ...]) -> None:
    written(shelf, {"loose/typo.crex": 'edition home "At home" of clubb\n'})
    answer = crex("editions", *named, "--rules", shelf, "--rules", shelf / "loose")
    assert "typo.crex:1:27: error: layer `home` stands on `clubb`, which does not exist" in answer.stderr
    assert "did you mean `club`?" in answer.stderr
    assert answer.exit_code == 1


@pytest.mark.parametrize("named", [("-g", "noughts"), ()])
def test_a_game_that_is_not_there_is_refused(crex: Crex, shelf: Path, named: tuple[str, ...]) -> None:
    written(shelf, {"loose/typo.crex": "game nought\n"})
    answer = crex("editions", *named, "--rules", shelf, "--rules", shelf / "loose")
    assert answer.stderr.endswith("builds on `nought`, which no game at hand has: did you mean `noughts`?\n")
    assert answer.exit_code == 2


@pytest.mark.parametrize("text", ["", " \n\n"])
def test_a_place_without_rules_is_refused(crex: Crex, tmp_path: Path, text: str) -> None:
    written(tmp_path, {"empty/notes.md": "Notes.\n", "blank.crex": text, "men.tsv": "id\n"})
    for path in ("empty", "blank.crex", "men.tsv"):
        for command in (("editions", "--rules", path), ("check", path)):
            answer = crex(*command, "--rules", GAMES)
            sentence = f"there are no rules in {path}: name a file that holds some (.crex), or a folder of them"
            assert (answer.stdout, answer.stderr, answer.exit_code) == ("", f"Error: {sentence}\n", 2)


# ---- what it brings ----
def test_one_edition_is_the_default(crex: Crex, tmp_path: Path) -> None:
    written(tmp_path, {"home.crex": HOME, "two.crex": 'edition two "Two" of royal-2.0\n', "slow.crex": SLOW})

    def default(*paths: str) -> str:
        given = [word for path in paths for word in ("--rules", path)]
        answer = crex("editions", "-g", "ford", "--json", "--rules", GAMES, *given)
        return EditionsDocument.model_validate_json(answer.stdout).games[0].default_edition

    assert default() == "plain-1.0"
    assert default("slow.crex") == "plain-1.0"
    assert default("home.crex", "slow.crex") == "home"
    assert default("home.crex", "two.crex") == "plain-1.0"


def test_a_file_named_twice_counts_once(crex: Crex, tmp_path: Path) -> None:
    written(tmp_path, {"a/slow.crex": SLOW})
    given = ("--rules", "a/slow.crex", "--rules", "a", "--rules", tmp_path / "a" / ".." / "a" / "slow.crex")
    answer = crex("show", "road-limits", "-e", "royal", "-o", "slow", "--rules", GAMES, *given)
    assert answer.exit_code == 0
    assert len(re.findall(r"^slow +filled ", answer.stdout, re.MULTILINE)) == 1


def test_a_file_of_the_library_is_not_brought_again(crex: Crex) -> None:
    ours = GAMES / "variants" / "ford" / "royal-2.0.crex"
    assert crex("editions", "--rules", GAMES, "--rules", ours).stdout == crex("editions", "--rules", GAMES).stdout


def test_an_option_goes_with_a_house_edition(crex: Crex, tmp_path: Path) -> None:
    written(tmp_path, {"home.crex": HOME, "slow.crex": SLOW})
    given = ("--rules", GAMES, "--rules", "home.crex", "--rules", "slow.crex")
    document = OptionsDocument.model_validate_json(crex("options", "-e", "home", "--json", *given).stdout)
    assert "slow" in [option.id for game in document.games for option in game.options]
    answer = crex("clause", "road-limits", "-o", "slow", *given)
    assert ", home + slow (" in answer.stdout
    assert "the size limit of a size is 1" in answer.stdout


def test_an_option_that_meets_one_of_ours_is_refused_by_name(crex: Crex, tmp_path: Path) -> None:
    written(tmp_path, {"dropped.crex": 'option dropped "Dropped" for ford\n\ndrop local-guides\n'})
    answer = crex("show", "-g", "ford", "-o", "guides", "-o", "dropped", "--rules", GAMES, "--rules", "dropped.crex")
    sentence = "options `guides` and `dropped` both touch the clause `local-guides`, and neither says which goes first"
    assert answer.stderr.startswith(f"dropped.crex:3:6: error: {sentence}\n")
    assert "  = say `follows guides` under option dropped, or let one exclude the other\n" in answer.stderr
    assert re.search(r"variants/ford/options/guides.crex:\d+:\d+: option guides touches it here", answer.stderr)
    assert answer.exit_code == 1


def test_a_policy_may_be_added_to_the_game_itself(crex: Crex, tmp_path: Path) -> None:
    written(
        tmp_path,
        {"timid.crex": 'game noughts\n\npolicy timid "Timid"\n    avoid mark(square) when square is b2 by 9\n'},
    )
    answer = crex("simulate", "-n", "2", "--bot", "timid", "--rules", GAMES, "--rules", "timid.crex")
    assert answer.stdout.startswith("2 games of Noughts and crosses, standard, from seed 0\nplayed by timid bots\n")
