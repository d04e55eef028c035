"""`crex assumed`: what no book says."""

from crex_dsl.cli.documents import AssumedDocument
from tests.cli.conftest import GAMES, Crex, without_lines

QUINCE = ("-g", "quince", "--rules", str(GAMES))


def test_everything_marked(crex: Crex) -> None:
    lines = without_lines(crex("assumed", *QUINCE).stdout).splitlines()
    assert lines[0].split() == ["assumed", "what", "in", "reason", "place"]
    assert lines[1].startswith("table    card in pack  every edition  The leaflet counts the cards and lists none.")
    assert lines[2].endswith("ruleset/quince/quince.crex")


def test_nothing(crex: Crex) -> None:
    answer = crex("assumed", "-g", "ford", "--rules", GAMES)
    assert (answer.exit_code, answer.stdout) == (0, "Nothing is assumed here.\n")


def test_for_programs(crex: Crex) -> None:
    made = AssumedDocument.model_validate_json(crex("assumed", "-e", "polish", "--json", *QUINCE).stdout)
    assert [each.sort for each in made.assumptions] == ["table", "clause"]
