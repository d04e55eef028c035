"""Every refusal: what was typed, the sentence that answers, and the exit code."""

from pathlib import Path

import pytest

from tests.cli.conftest import GAMES, Crex, without_lines

pytestmark = pytest.mark.usefixtures("no_games_of_our_own")

NO_GAMES = "there are no games at hand: point to a folder that holds ruleset/ and variants/ with --rules FOLDER"

# What is typed (with GAMES for the folder of our small games), the sentence, the exit code.
REFUSALS = [
    ("show -g nosuch --rules GAMES", "there is no game `nosuch`: did you mean `noughts`?", 2),
    ("show -g quinse --rules GAMES", "there is no game `quinse`: did you mean `quince`?", 2),
    ("editions -g zzz --rules GAMES", "there is no game `zzz`: there are dash, ford, noughts and quince", 2),
    (
        "show -g ford -e plane --rules GAMES",
        "The Ford has no edition `plane`: there are plain-1.0 and royal-2.0",
        2,
    ),
    (
        "show -g dash -e player --rules GAMES",
        "Dash has no edition `player`: it could be four-player, three-player or two-player",
        2,
    ),
    (
        "options -g quince -e english-2 --rules GAMES",
        "Quince has no edition `english-2`: did you mean `english-1.0`?",
        2,
    ),
    (
        "show -e club-9 --rules GAMES",
        "The Ford has no edition `club-9`: there are plain-1.0 and royal-2.0",
        2,
    ),
    (
        "clause zzz --rules GAMES",
        "plain-1.0 has no clause or ruling `zzz`: `crex find WORDS` searches by word "
        "(-g asks another game: dash, noughts or quince)",
        1,
    ),
    (
        "show -g ford -o guide --rules GAMES",
        "The Ford has no option `guide`: did you mean `guides`?",
        2,
    ),
    (
        "show -g ford -e plain -o forced-marches --rules GAMES",
        "option `forced-marches` is for second, not for plain-1.0: "
        "plain-1.0 takes guides, scouts, spring-floods and dry-summer",
        2,
    ),
    (
        "check -g ford -e plain -o spring-floods -o dry-summer --rules GAMES",
        "options `spring-floods` and `dry-summer` exclude each other: take one of them",
        2,
    ),
    (
        "show -g ford -e royal -o spare-horses --rules GAMES",
        "option `spare-horses` needs `forced-marches`: take both or neither",
        2,
    ),
    (
        "show -g ford -e royal -o attack-rounding=both --rules GAMES",
        "ruling `attack-rounding` has no reading `both`: choose nobody-attacks or one-attacks",
        2,
    ),
    (
        "show -g ford -e royal -o attack-rounding=no-attack-at-all --rules GAMES",
        "reading `no-attack-at-all` of ruling `attack-rounding` is marked unplayable and never taken: "
        "choose nobody-attacks or one-attacks",
        2,
    ),
    ("show --rules nowhere", "there is no file or folder nowhere; name a rule file, or a folder of rule files", 2),
    (
        "show road-limit -g ford --rules GAMES",
        "plain-1.0 has no clause `road-limit`: did you mean `road-limits`?",
        1,
    ),
    (
        "show zzz -g ford -o guides --rules GAMES",
        "plain-1.0 + guides has no clause `zzz`: `crex show` without a clause lists them all",
        1,
    ),
    (
        "show riders-pass -g ford --rules GAMES",
        "clause `riders-pass` is not in force in plain-1.0: it is dropped by first (variants/ford/first.crex)",
        1,
    ),
    (
        "show local-guides -g ford --rules GAMES",
        "clause `local-guides` is not in force in plain-1.0: it is off unless guides is taken",
        1,
    ),
    (
        "show swift-horse -g ford --rules GAMES",
        "clause `swift-horse` is not in force in plain-1.0: it belongs to second (variants/ford/second.crex)",
        1,
    ),
    (
        "clause 3.6.1 -g ford -e royal --rules GAMES",
        "royal-2.0 has no clause or ruling `3.6.1`: near it is 3.6",
        1,
    ),
    (
        "find zebras -g ford --rules GAMES",
        "nothing in The Ford speaks of zebras: try another word, or the beginning of one",
        1,
    ),
    (
        "find dice -g ford -e nosuch --rules GAMES",
        "The Ford has no edition `nosuch`: there are plain-1.0 and royal-2.0",
        2,
    ),
    ("clause 1", NO_GAMES, 1),
    ("find dice", NO_GAMES, 1),
    (
        "simulate -g ford --bot nroth=bold --rules GAMES",
        "`nroth` does not play: did you mean `north`?",
        2,
    ),
    (
        "simulate -g ford --bot north=clever --rules GAMES",
        "`clever` is no bot of this game: there are random, easy, normal, hard, greedy, planner, bold and cautious",
        2,
    ),
    (
        "simulate -g ford --until turm=2 --rules GAMES",
        "The Ford has no stage `turm`: did you mean `turn`?",
        2,
    ),
    (
        "simulate -g dash --until round --rules GAMES",
        "--until round does not say how often: say, for instance, --until round=3",
        2,
    ),
    ("simulate", NO_GAMES, 1),
    ("show", NO_GAMES, 1),
    ("editions", NO_GAMES, 1),
    ("options --json", NO_GAMES, 1),
    ("check nowhere.crex", "there is no file or folder nowhere.crex", 2),
    (
        "check GAMES/ruleset/quince/tools.crex -g dash",
        "-g dash leaves out quince, which a file named here belongs to",
        2,
    ),
    ("fmt nowhere", "there is no file or folder nowhere", 2),
    (
        "fmt GAMES/ruleset/quince/cards.tsv",
        "GAMES/ruleset/quince/cards.tsv is no rule file: its name would end in .crex",
        2,
    ),
]


@pytest.mark.parametrize(("typed", "sentence", "code"), REFUSALS, ids=[typed for typed, _, _ in REFUSALS])
def test_refusal(crex: Crex, typed: str, sentence: str, code: int) -> None:
    answer = crex(*typed.replace("GAMES", str(GAMES)).split())
    assert answer.stdout == ""
    assert without_lines(answer.stderr) == f"Error: {sentence.replace('GAMES', str(GAMES))}\n"
    assert answer.exit_code == code


# Loose rule files that do not find their game.
LOOSE = [
    (
        'option far "Far" for secnd\n',
        "loose.crex builds on `secnd`, which no game at hand has: did you mean `second`?",
    ),
    ("game naughts\n", "loose.crex builds on `naughts`, which no game at hand has: did you mean `noughts`?"),
    (
        'option far "Far" for second, two-player\n',
        "loose.crex builds on second and two-player, which are layers of different games",
    ),
]


@pytest.mark.parametrize(("text", "sentence"), LOOSE, ids=[sentence for _, sentence in LOOSE])
def test_loose_file_without_a_game(crex: Crex, tmp_path: Path, text: str, sentence: str) -> None:
    (tmp_path / "loose.crex").write_text(text)
    for command in (("check", "loose.crex"), ("options", "--rules", "loose.crex")):
        answer = crex(*command, "--rules", GAMES)
        assert (answer.stdout, answer.stderr, answer.exit_code) == ("", f"Error: {sentence}\n", 2)


def test_loose_file_for_any_game(crex: Crex, shelf: Path) -> None:
    (shelf / "ruleset" / "twin").mkdir()
    text = (shelf / "ruleset" / "noughts" / "noughts.crex").read_text()
    (shelf / "ruleset" / "twin" / "twin.crex").write_text(text.replace("game noughts", "game twin"))
    (shelf / "loose.crex").write_text('option far "Far"\n')
    answer = crex("check", shelf / "loose.crex", "--rules", shelf)
    assert answer.stderr.endswith("does not say which game it is for: name it with -g (noughts or twin)\n")
    assert answer.exit_code == 2


# Usage that the parser of arguments refuses, with some of what it says.
MISUSE = [
    ("nosuch", "No such command 'nosuch'"),
    ("show --tre", "No such option: --tre"),
    ("simulate -n 0", "it must be at least 1"),
    ("simulate --seed x", "Invalid value"),
    ("clause", "Missing argument"),
    ("find", "Missing argument"),
    ("show one two", "Got unexpected extra argument"),
    ("editions -g", "requires an argument"),
]


@pytest.mark.parametrize(("typed", "sentence"), MISUSE, ids=[typed for typed, _ in MISUSE])
def test_misuse(crex: Crex, typed: str, sentence: str) -> None:
    answer = crex(*typed.split())
    assert answer.stdout == ""
    assert sentence in answer.stderr
    assert answer.exit_code == 2


def test_broken_rules_are_told_in_full(crex: Crex, shelf: Path) -> None:
    (shelf / "variants" / "noughts" / "late.crex").write_text('option late "Late"\n\ndrop full-bord\n')
    answer = crex("show", "--rules", shelf, "-o", "late")
    assert answer.stdout == ""
    assert "variants/noughts/late.crex:3:6: error: `drop full-bord` names no clause that is there" in answer.stderr
    assert "did you mean `full-board`" in answer.stderr
    assert answer.exit_code == 1


def test_an_unreadable_place_is_told_in_a_sentence(crex: Crex, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied", "rules")

    monkeypatch.setattr("crex_dsl.rulebook.files.games.Library.games", refuse)
    answer = crex("editions")
    assert (answer.stderr, answer.exit_code) == ("Error: rules: Permission denied\n", 1)


def test_an_interrupt_is_quiet(crex: Crex, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("crex_dsl.rulebook.files.games.Library.games", interrupt)
    answer = crex("editions")
    assert (answer.output, answer.exit_code) == ("", 130)


def test_a_mistake_of_our_own_is_not_dressed_up(crex: Crex, monkeypatch: pytest.MonkeyPatch) -> None:
    def stumble(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("crex_dsl.rulebook.files.games.Library.games", stumble)
    assert isinstance(crex("editions").exception, ZeroDivisionError)
