"""`crex rulings`: what is open, what was taken, and why."""

from crex_dsl.cli.documents import RulingsDocument
from tests.cli.conftest import GAMES, Crex, without_lines

FORD = ("-g", "ford", "--rules", str(GAMES))


def test_a_question_with_its_readings(crex: Crex) -> None:
    answer = crex("rulings", *FORD)
    assert answer.exit_code == 0
    assert without_lines(answer.stdout).splitlines() == [
        "attack-rounding",
        "on attack-limits (3.6), in royal-2.0 (variants/ford/second.crex)",
        "Half of a minor road's limit of one: does anybody attack by a minor road?",
        "            reading           in play     rests on",
        "printed     nobody-attacks    changes it  No: the play aid rounds every half down.",
        "taken       one-attacks       as written  Yes: the book's own example attacks by a minor road, "
        "and the first book rounds up.",
        "unplayable  no-attack-at-all              Halved twice, as the index has it, "
        "the limit would forbid every attack.",
    ]


def test_narrowed(crex: Crex) -> None:
    for words in (["3.6"], ["attack-limits"], ["minor", "ROADS"], ["attack-rounding"]):
        assert crex("rulings", *words, *FORD).stdout.startswith("attack-rounding\n")
    answer = crex("rulings", "winter", *FORD)
    assert answer.exit_code == 1
    assert "no ruling of The Ford is on `winter` or speaks of it" in answer.stderr


def test_an_edition_without_any(crex: Crex) -> None:
    answer = crex("rulings", "-e", "plain", *FORD)
    assert (answer.exit_code, answer.stdout) == (0, "Nothing is open here.\n")


def test_every_edition(crex: Crex) -> None:
    shown = crex("rulings", "deck-mix").stdout
    assert ", in every edition (ruleset/" in shown
    assert shown.splitlines()[-1].startswith("Assumed: ")


def test_for_programs(crex: Crex) -> None:
    made = RulingsDocument.model_validate_json(crex("rulings", "--json", *FORD).stdout)
    (ruling,) = made.rulings
    assert (made.version, ruling.id, ruling.plays) == (1, "attack-rounding", True)
