"""`crex editions` and `crex options`: what can be chosen."""

import re
from pathlib import Path

from crex_dsl.cli.documents import EditionsDocument, OptionsDocument
from tests.cli.conftest import GAMES, Crex


def test_editions(crex: Crex) -> None:
    answer = crex("editions", "--rules", GAMES)
    lines = answer.stdout.splitlines()
    assert answer.exit_code == 0
    assert lines[0].split() == ["game", "edition", "title", "language", "built", "on", "seats"]
    dash = next(line for line in lines if line.startswith("dash ") and "two-player" in line)
    assert re.split(r"\s{2,}", dash) == ["dash", "two-player", "Dash for two", "en", "dash", "2", "default edition"]
    assert any(re.match(r"ford +plain-1.0", line) and line.endswith("default game and edition") for line in lines)
    assert len({line.index(word) for line, word in zip(lines, ("edition", "english-2.0"), strict=False)}) == 1
    assert len([line for line in lines if line.split()[0] in ("dash", "ford", "noughts", "quince")]) == 8
    assert all(line == line.rstrip() for line in lines)


def test_editions_of_one_game(crex: Crex) -> None:
    answer = crex("editions", "--rules", GAMES, "-g", "qui")
    assert [line.split()[1] for line in answer.stdout.splitlines()] == ["edition", "english-1.0", "polish-1.0"]


def test_editions_for_programs(crex: Crex) -> None:
    document = EditionsDocument.model_validate_json(crex("editions", "--rules", GAMES, "--json").stdout)
    assert document.version == 1
    assert [game.game for game in document.games] == [
        "crusader-rex",
        "na-grunwald",
        "dash",
        "ford",
        "noughts",
        "quince",
    ]
    ford = document.games[3]
    assert (ford.default, ford.default_edition) == (True, "plain-1.0")
    assert ford.editions[1].chain == ["ford", "second", "royal-2.0"]


def test_options(crex: Crex) -> None:
    apart = crex("options", "--rules", GAMES, "-g", "ford").stdout.splitlines()
    assert apart[-1].startswith("The books leave 1 question open: --readings lists how it can be read")
    answer = crex("options", "--rules", GAMES, "-g", "ford", "--readings")
    assert answer.exit_code == 0
    options, readings = answer.stdout.split("\n\n")
    assert "\n".join(apart[:-2]) == options
    assert [line.split()[1] for line in options.splitlines()[1:]] == [
        "guides",
        "forced-marches",
        "spare-horses",
        "scouts",
        "spring-floods",
        "dry-summer",
    ]
    assert "for second; needs forced-marches" in options
    assert "excludes spring-floods; recommends guides" in options
    marks = {line.split()[1]: line.split()[2] for line in readings.splitlines()[2:]}
    assert marks == {
        "attack-rounding=nobody-attacks": "printed",
        "attack-rounding=one-attacks": "taken",
        "attack-rounding=no-attack-at-all": "unplayable",
    }


def test_options_of_one_edition(crex: Crex) -> None:
    answer = crex("options", "--rules", GAMES, "-e", "plain")
    assert [line.split()[1] for line in answer.stdout.splitlines()[1:]] == [
        "guides",
        "scouts",
        "spring-floods",
        "dry-summer",
    ]


def test_options_for_programs(crex: Crex) -> None:
    document = OptionsDocument.model_validate_json(crex("options", "--rules", GAMES, "-e", "royal", "--json").stdout)
    (ford,) = document.games
    assert (ford.game, ford.edition) == ("ford", "royal-2.0")
    assert len(ford.options) == 6
    assert [reading.id for reading in ford.rulings[0].readings if reading.printed] == ["nobody-attacks"]


def test_nothing_to_choose(crex: Crex) -> None:
    assert crex("options", "--rules", GAMES, "-g", "noughts").stdout == "There is nothing to choose here.\n"


def test_a_loose_file_adds_an_option_to_its_game_only(crex: Crex, tmp_path: Path) -> None:
    loose = tmp_path / "loose.crex"
    loose.write_text('option far "Far" for second\n')
    document = OptionsDocument.model_validate_json(crex("options", "--rules", GAMES, "--rules", loose, "--json").stdout)
    assert [game.game for game in document.games if "far" in [option.id for option in game.options]] == ["ford"]


def test_a_broken_game_does_not_hide_the_others(crex: Crex, shelf: Path) -> None:
    broken = shelf / "ruleset" / "broken"
    broken.mkdir()
    (broken / "broken.crex").write_text("game broken broken\n")
    for command in ("editions", "options"):
        answer = crex(command, "--rules", shelf)
        assert "noughts" in answer.stdout
        assert "ruleset/broken/broken.crex:1:13: error: " in answer.stderr
        assert answer.exit_code == 1
