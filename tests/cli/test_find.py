"""`crex find`: hits with their excerpts, highlighted on a terminal, and JSON that says the same."""

from crex_dsl.cli.documents import FindDocument
from tests.cli.conftest import GAMES, Crex, without_lines
from tests.cli.test_screen import on_a_terminal

ROYAL = ("-g", "ford", "-e", "royal", "--rules", str(GAMES))


def test_hits(crex: Crex) -> None:
    answer = crex("find", "JAZDA", "wrog", *ROYAL)
    assert answer.exit_code == 0
    assert without_lines(answer.stdout) == (
        "3.4 Wróg na drodze, riders-pass (ruleset/ford/movement.crex)\n    Jazda mija samotny bloczek wroga.\n"
    )


def test_words_may_come_as_one(crex: Crex) -> None:
    assert crex("find", "jazda wrog", *ROYAL).stdout == crex("find", "jazda", "wrog", *ROYAL).stdout


def test_rulings_and_terms_say_what_they_are(crex: Crex) -> None:
    assert without_lines(crex("find", "anybody", *ROYAL).stdout) == (
        "3.6 ruling attack-rounding (variants/ford/second.crex)\n"
        "    Half of a minor road's limit of one: does anybody attack by a minor road?\n"
    )
    assert "term step (variants/ford/royal-2.0.crex)\n    punkt siły, punkty siły, punktów siły\n" in without_lines(
        crex("find", "siły", *ROYAL).stdout
    )


def test_json(crex: Crex) -> None:
    answer = crex("find", "jazda", "wrog", "--json", *ROYAL)
    document = FindDocument.model_validate_json(answer.stdout)
    assert (document.query, document.edition) == ("jazda wrog", "royal-2.0")
    (hit,) = document.hits
    assert (hit.sort, hit.id, hit.numbers) == ("clause", "riders-pass", ["3.4"])
    assert [hit.excerpt[start:end] for start, end in hit.marks] == ["Jazda", "wroga"]


def test_hits_stand_out_on_a_terminal() -> None:
    shown = on_a_terminal("find", "wrog", *ROYAL, COLUMNS="200")
    assert "\x1b[1;33mWróg\x1b[0m na drodze" in shown
    assert "samotny bloczek \x1b[1;33mwroga\x1b[0m" in shown
    assert "\x1b[" not in on_a_terminal("--no-color", "find", "wrog", *ROYAL)
