"""`crex find`: hits with their excerpts, highlighted on a terminal, and JSON that says the same."""

from pathlib import Path

import pytest

from crex_dsl.cli.documents import FindDocument
from tests.cli.conftest import GAMES, Crex
from tests.system.test_console import on_a_terminal

FORD = ("-g", "ford", "--rules", str(GAMES))
ROYAL = (*FORD, "-e", "royal")


def test_all_editions_are_searched(crex: Crex) -> None:
    answer = crex("find", "LIMITY", "drog", "--limit", "2", *FORD)
    assert answer.exit_code == 0
    assert answer.stdout == (
        "3.6 Limity dróg, road-limits, in royal-2.0 (also plain-1.0 3.4, play aid)\n"
        "    Drogą główną przejdą w ruchu najwyżej 2 bloczki, drugorzędną 1.\n"
        "3.6 Limity dróg, attack-limits, in royal-2.0 (also plain-1.0 3.4)\n"
        "    Atakuje połowa tej liczby: 1 drogą główną, 1 drugorzędną.\n"
    )


def test_an_edition_narrows_the_search(crex: Crex) -> None:
    answer = crex("find", "JAZDA", "wrog", *ROYAL)
    assert answer.exit_code == 0
    assert answer.stdout == "3.4 Wróg na drodze, riders-pass\n    Jazda mija samotny bloczek wroga.\n"


def test_options_are_taken_where_they_go(crex: Crex) -> None:
    assert "option guides" in crex("find", "przewodnicy", *FORD).stdout
    answer = crex("find", "marsz forsowny", "-o", "guides", *FORD)
    assert "8.1 option forced-marches, in royal-2.0\n" in answer.stdout
    assert "3.6 Forced marches, forced-march, in plain-1.0" in crex("find", "forced-march", *FORD).stdout
    taken = crex("find", "przewodnicy", "-o", "guides", *FORD).stdout
    assert "8.2 Przewodnicy, local-guides, in royal-2.0 (also plain-1.0 7)\n" in taken


def test_words_may_come_as_one(crex: Crex) -> None:
    assert crex("find", "jazda wrog", *ROYAL).stdout == crex("find", "jazda", "wrog", *ROYAL).stdout


def test_what_is_no_clause_says_what_it_is(crex: Crex) -> None:
    assert crex("find", "anybody", *FORD).stdout == (
        "3.6 ruling attack-rounding, in royal-2.0\n"
        "    Half of a minor road's limit of one: does anybody attack by a minor road?\n"
        "3.6 Limity dróg, attack-limits, in royal-2.0 (also plain-1.0 3.4)\n"
        "    Half of a minor road's limit of one: does anybody attack by a minor road?\n"
    )
    assert (
        "term step, in royal-2.0 (also plain-1.0 step)\n    punkt siły, punkty siły, punktów siły\n"
        in crex("find", "punkty siły", *FORD).stdout
    )


def test_a_limit_says_how_much_it_leaves_out(crex: Crex) -> None:
    lines = crex("find", "drogi", "--limit", "3", *ROYAL).stdout.splitlines()
    assert len(lines) == 7
    more, limit = (int(word) for word in lines[-1].split() if word.isdigit())
    assert lines[-1] == f"{more} more: --limit {limit} shows all"
    assert len(crex("find", "drogi", "--limit", str(limit), *ROYAL).stdout.splitlines()) == 2 * limit
    assert crex("find", "drogi", "--limit", "0", *ROYAL).exit_code == 2


def test_a_language_may_be_named(crex: Crex) -> None:
    found = FindDocument.model_validate_json(crex("find", "road", "--lang", "en", "--json", *FORD).stdout)
    assert {hit.language for hit in found.hits} == {"en"}
    refused = crex("find", "road", "--lang", "tlh", *FORD)
    assert (refused.exit_code, refused.stderr) == (2, "Error: nothing in The Ford is in `tlh`: choose en or pl\n")


def test_json(crex: Crex) -> None:
    answer = crex("find", "jazda", "wrog", "--json", *FORD)
    document = FindDocument.model_validate_json(answer.stdout)
    assert (document.version, document.query, document.edition) == (1, "jazda wrog", "plain-1.0")
    assert (document.editions, document.found) == (["plain-1.0", "royal-2.0"], 1)
    (hit,) = document.hits
    assert (hit.sort, hit.id, hit.edition, hit.numbers, hit.also) == ("clause", "riders-pass", "royal-2.0", ["3.4"], [])
    assert (hit.language, hit.place.partition(":")[0]) == ("pl", "ruleset/ford/movement.crex")
    assert [hit.excerpt[start:end] for start, end in hit.marks] == ["Jazda", "wroga"]


def test_what_is_off_is_shown_with_its_option(crex: Crex) -> None:
    assert crex("find", "przewodnicy", "--limit", "1", *ROYAL).stdout.startswith(
        "8.2 Przewodnicy, local-guides with guides\n"
    )
    alone = crex("find", "przewodnicy", "--limit", "1", *FORD).stdout
    assert alone.startswith("8.2 Przewodnicy, local-guides, in royal-2.0 with guides (also plain-1.0")
    document = FindDocument.model_validate_json(crex("find", "przewodnicy", "--json", *ROYAL).stdout)
    assert document.hits[0].options == ["guides"]


def test_words_that_nothing_has_are_named_below_the_hits(crex: Crex) -> None:
    asked = crex("find", "limyt", "roads", "--limit", "1", *FORD).stdout.splitlines()
    assert asked[-1] == "nothing in The Ford speaks of limyt: did you mean `limit`, `limity` or `limits`?"
    some = crex("find", "jazda", "gwardia", "limity", *FORD).stdout.splitlines()
    assert some[-1] == "nothing in The Ford has jazda, gwardia and limity together: these come nearest"
    document = FindDocument.model_validate_json(crex("find", "limyt", "roads", "--json", *FORD).stdout)
    assert (document.unknown, document.hits[0].missing) == (["limyt"], [])


def test_a_limit_in_json(crex: Crex) -> None:
    document = FindDocument.model_validate_json(crex("find", "road", "--limit", "2", "--json", *FORD).stdout)
    assert len(document.hits) == 2 < document.found


def test_hits_stand_out_on_a_terminal() -> None:
    shown = on_a_terminal("find", "wrog", *ROYAL, COLUMNS="200")
    assert "\x1b[1;33mWróg\x1b[0m na drodze" in shown
    assert "samotny bloczek \x1b[1;33mwroga\x1b[0m" in shown
    assert "\x1b[" not in on_a_terminal("--no-color", "find", "wrog", *ROYAL)


@pytest.mark.parametrize("columns", ["40", "120"])
def test_a_terminal_gets_what_it_can_hold(columns: str) -> None:
    shown = on_a_terminal("--no-color", "find", "drogi", *FORD, COLUMNS=columns, LINES="16").splitlines()
    assert 10 <= len(shown) <= 15
    assert "more: --limit" in shown[-1]


# ---- nothing found ----
def test_what_is_near_is_named(crex: Crex) -> None:
    answer = crex("find", "limyt", *FORD)
    assert answer.exit_code == 1
    assert answer.stderr == (
        "Error: nothing in The Ford speaks of limyt: did you mean `limit`, `limity` or `limits`?\n"
    )


def test_other_editions_are_named(crex: Crex) -> None:
    answer = crex("find", "jazda", *FORD, "-e", "plain")
    assert answer.exit_code == 1
    assert answer.stderr == "Error: nothing in plain-1.0 speaks of jazda, but royal-2.0 does: leave out -e\n"


@pytest.mark.usefixtures("no_games_of_our_own")
def test_other_games_are_named(crex: Crex, shelf: Path) -> None:
    (shelf / "ruleset" / "main").mkdir()
    (shelf / "ruleset" / "main" / "main.crex").write_text(MAIN)
    answer = crex("find", "row", "--rules", shelf)
    assert answer.exit_code == 1
    assert answer.stderr == (
        "Error: nothing in Main speaks of row, but Noughts and crosses does: ask with -g noughts\n"
    )
    assert crex("find", "row", "-g", "noughts", "--rules", shelf).exit_code == 0
    assert crex("find", "row", "-g", "main", "--rules", shelf).stderr == (
        "Error: nothing in Main speaks of row: try another word, or the beginning of one\n"
    )


MAIN = """\
game main "Main"
    default
    players one, two
    begins with slumber

clause sleep "Sleep"
    says "Both sleep."
    procedure slumber
        end game drawn
"""
