"""`crex concordance`: every clause and its numbers."""

import csv

import pytest

from crex_dsl.cli.documents import ConcordanceDocument
from tests.cli.conftest import GAMES, Crex

FORD = ("-g", "ford", "--rules", str(GAMES))


def told(crex: Crex, *arguments: str) -> list[str]:
    answer = crex("concordance", *arguments, *FORD)
    assert answer.exit_code == 0, answer.output
    return str(answer.stdout).splitlines()


def test_all_clauses(crex: Crex) -> None:
    lines = told(crex)
    assert lines[0].split() == ["plain-1.0", "royal-2.0", "heading", "clause"]
    assert "3.4, play aid            3.6                        Road limits" in lines[16]
    assert any(line.startswith("–  ") and line.endswith(" riders-pass") for line in lines)
    assert any("8.1 (with forced-marches)" in line for line in lines)
    assert any(line.startswith("unprinted ") and line.endswith(" annihilation") for line in lines)


def test_in_the_order_of_a_book(crex: Crex) -> None:
    lines = told(crex, "--by", "royal")
    assert lines[0].split()[:2] == ["royal-2.0", "plain-1.0"]
    assert [line.split()[0] for line in lines[1:4]] == ["1.1", "1.2", "2.1"]


def test_some_editions(crex: Crex) -> None:
    assert told(crex, "-e", "royal")[0].split() == ["royal-2.0", "heading", "clause"]
    assert told(crex, "-e", "royal", "-e", "plain")[0].split()[:2] == ["royal-2.0", "plain-1.0"]


def test_headings_in_a_language(crex: Crex) -> None:
    assert any("Limity dróg" in line and line.endswith(" road-limits") for line in told(crex, "--lang", "pl"))


def test_in_markdown(crex: Crex) -> None:
    assert told(crex, "--markdown")[:2] == ["| plain-1.0 | royal-2.0 | heading | clause |", "| --- | --- | --- | --- |"]


def test_for_spreadsheets(crex: Crex) -> None:
    rows = list(csv.reader(told(crex, "--csv")))
    assert rows[0] == ["plain-1.0", "royal-2.0", "heading", "clause"]
    assert ["3.4, play aid", "3.6", "Road limits", "road-limits"] in rows


def test_for_programs(crex: Crex) -> None:
    made = ConcordanceDocument.model_validate_json("\n".join(told(crex, "-e", "royal", "--json"))).concordance
    road = next(clause for clause in made.clauses if clause.id == "road-limits")
    assert {edition: entry.numbers for edition, entry in road.entries.items()} == {"royal-2.0": ["3.6"]}
    assert made.languages == {"royal-2.0": "pl"}


REFUSALS = [
    (("--lang", "fr"), "aucune édition de The Ford n’est en `fr` : il y a en et pl"),
    (("--csv", "--json"), "an answer has one form: take one of --markdown, --csv and --json"),
    (("--by", "nosuch"), "The Ford has no edition `nosuch`"),
]


@pytest.mark.parametrize(("arguments", "sentence"), REFUSALS, ids=[row[0][0] for row in REFUSALS])
def test_refusals(crex: Crex, arguments: tuple[str, ...], sentence: str) -> None:
    answer = crex("concordance", *arguments, *FORD)
    assert answer.exit_code == 2
    assert sentence in answer.stderr
