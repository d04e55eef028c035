"""`crex clause`: all clauses under a number, rulings with their readings, and JSON that says the same."""

from pathlib import Path

from crex_dsl.cli.documents import ClauseDocument
from tests.cli.conftest import GAMES, Crex, without_lines

ROYAL = ("-g", "ford", "-e", "royal", "--rules", str(GAMES))


def test_a_number_shows_all_its_clauses(crex: Crex) -> None:
    answer = crex("clause", "3.6", *ROYAL)
    assert answer.exit_code == 0
    parts = without_lines(answer.stdout).split("\n\n")
    assert [part for part in parts if part.startswith(("3.6 ", "Ruling"))] == [
        "3.6 Limity dróg\nroad-limits, in The Ford, royal-2.0 (ruleset/ford/movement.crex)",
        "3.6 Limity dróg\nattack-limits, in The Ford, royal-2.0 (ruleset/ford/movement.crex)",
        "Ruling attack-rounding\non attack-limits, in The Ford, royal-2.0 (variants/ford/second.crex)",
    ]
    assert "Drogą główną przejdą w ruchu najwyżej 2 bloczki, drugorzędną 1." in parts
    assert "forbids    march(block, road) when passed(road) >= road_limit(road, block.owner)  ruleset" in answer.stdout


def test_a_ruling_shows_what_is_printed_and_taken(crex: Crex) -> None:
    answer = crex("clause", "attack-r", *ROYAL)
    assert without_lines(answer.stdout) == (
        "Ruling attack-rounding\n"
        "on attack-limits, in The Ford, royal-2.0 (variants/ford/second.crex)\n"
        "\n"
        "Half of a minor road's limit of one: does anybody attack by a minor road?\n"
        "\n"
        "reading           mark        says\n"
        "nobody-attacks    printed     No: the play aid rounds every half down.\n"
        "one-attacks       taken       "
        "Yes: the book's own example attacks by a minor road, and the first book rounds up.\n"
        "no-attack-at-all  unplayable  Halved twice, as the index has it, the limit would forbid every attack.\n"
    )


def test_examples_are_named(crex: Crex) -> None:
    answer = crex("clause", "riders-pass", *ROYAL)
    assert without_lines(answer.stdout).endswith(
        "\nexample                   place\nRiders pass a lone enemy  variants/ford/second.crex\n"
    )


def test_words_in_another_language_are_marked(crex: Crex, shelf: Path) -> None:
    answer = crex("clause", "full-board", "--rules", shelf, "-g", "noughts")
    assert "no words of its own" not in answer.stdout
    club = shelf / "variants" / "noughts" / "club.crex"
    club.write_text(club.read_text().replace("language en", "language pl"))
    answer = crex("clause", "full-board", "--rules", shelf, "-g", "noughts")
    assert "(This book has no words of its own for it in `pl`: these are in `en`.)" in answer.stdout


def test_json(crex: Crex) -> None:
    answer = crex("clause", "3.6", "--json", *ROYAL)
    document = ClauseDocument.model_validate_json(answer.stdout)
    assert (document.version, document.edition, document.language) == (1, "royal-2.0", "pl")
    assert [clause.id for clause in document.clauses] == ["road-limits", "attack-limits"]
    assert [ruling.id for ruling in document.rulings] == ["attack-rounding"]
    forbids = [effect.text for effect in document.clauses[0].effects if effect.sort == "forbids"]
    assert forbids == ["march(block, road) when passed(road) >= road_limit(road, block.owner)"]


def test_options_count(crex: Crex) -> None:
    assert crex("clause", "8.2", *ROYAL).exit_code == 1
    assert crex("clause", "8.2", "-o", "guides", *ROYAL).stdout.startswith("8.2 Przewodnicy\nlocal-guides, in")


def test_an_edition_that_only_one_game_has_names_the_game(crex: Crex) -> None:
    asked = ("--rules", GAMES, "-e", "three-player")
    assert "in Dash, three-player" in crex("clause", "throwing", *asked).stdout
    assert "in The Ford, plain-1.0" in crex("clause", "victory", "--rules", GAMES, "-e", "plain").stdout
