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
    assert (
        "forbids    march for a block and a road when the count of passed for the road is at least "
        "the road limit of the road for the block's owner  ruleset"
    ) in answer.stdout


def test_the_words_of_the_rule_file(crex: Crex) -> None:
    answer = crex("clause", "group-moves", "--source", *ROYAL)
    assert "\noffers   group-move(town)" in answer.stdout
    assert "\n           moves -= 1\n" in answer.stdout
    phrases = crex("clause", "group-moves", *ROYAL).stdout
    assert "\noffers   group move for a town, by the mover, during a movement" in phrases
    assert "\n           the moves shrink by 1\n" in phrases


def test_what_bears_on_a_clause(crex: Crex) -> None:
    parts = without_lines(crex("clause", "road-limits", *ROYAL).stdout).split("\n\n")
    assert parts[3:] == [
        "option or reading  does                  says\n"
        "guides             adjusts “road limit”  "
        "Guides find one more way between two towns of their side, in flood or drought.\n"
        "spring-floods      fills it in           In turns 1 and 2 nobody marches along a minor road.\n"
        "dry-summer         fills it in           Minor roads are as good as major ones.",
        "example      place\nRoad limits  ruleset/ford/movement.crex",
        "edition    number         heading  differs\n"
        "plain-1.0  3.4, play aid  Roads    the size limit of a size is 4 when the size is major; "
        "the size limit of a size is 2 when the size is minor",
        "Used by 3.2 group-moves (passed); 3.3 muster-reach (passed, road limit); 3.6 attack-limits (size limit).\n"
        "Uses 3.2 group-moves (march).",
        "number  before it      after it\n3.6     3.5 Związanie  3.7 Droga główna natarcia\n",
    ]


def test_what_is_below_a_number(crex: Crex) -> None:
    answer = crex("clause", "6", *ROYAL)
    assert answer.exit_code == 0
    assert answer.stdout == (
        "royal-2.0 prints nothing under 6 itself, but there is more below it.\n"
        "\n"
        "number  below it\n"
        "6       6.1 Odpoczynek\n"
        "        6.2 Maruderzy\n"
    )


def test_a_heading_of_another_edition_is_shown_as_this_one_has_it(crex: Crex) -> None:
    answer = crex("clause", "ROADS OF RETREAT", *ROYAL)
    lines = answer.stdout.splitlines()
    assert lines[0].startswith("royal-2.0 has no `ROADS OF RETREAT`: plain-1.0 has 4.7 Roads of retreat")
    assert lines[2] == "5.2, 5.3 Drogi odwrotu"
    assert "attacker-retreat-roads, in The Ford, royal-2.0" in lines[3]


def test_a_clause_of_another_edition_is_shown_as_that_one_has_it(crex: Crex) -> None:
    answer = crex("clause", "attackers-leave", *ROYAL)
    assert answer.exit_code == 0
    assert "attackers-leave, in The Ford, plain-1.0 (" in answer.stdout
    assert "(It is not in force in royal-2.0: it belongs to first (variants/ford/first.crex" in answer.stdout
    assert "(No edition has words for it in `pl`: these are in `en`.)" in answer.stdout
    assert "\nroyal-2.0  gone    it belongs to first (" in answer.stdout


def test_a_clause_that_is_off_is_shown_with_the_option_that_wakes_it(crex: Crex) -> None:
    for reference in ("forced-march", "8.1", "Marsz forsowny"):
        answer = crex("clause", reference, *ROYAL)
        assert answer.exit_code == 0
        assert answer.stdout.startswith(
            "8.1 Marsz forsowny\nforced-march, in The Ford, royal-2.0 + forced-marches (ruleset/ford/movement.crex:"
        )
        assert "(It is not in force in royal-2.0: it is off unless forced-marches is taken.)" in answer.stdout
        assert "forced-marches     taken  puts it in force" in answer.stdout


def test_languages(crex: Crex) -> None:
    ours = crex("clause", "road-limits", "--lang", "en", *ROYAL).stdout
    assert "\n\nIn our own words:\nAt most 2 blocks use a major road in a movement, 1 a minor one.\n" in ours
    plain = ("-g", "ford", "-e", "plain", "--rules", str(GAMES))
    theirs = crex("clause", "road-limits", "--lang", "pl", *plain).stdout
    assert "\n\n3.6 Limity dróg, tak jak to ma royal-2.0:\nDrogą główną przejdą" in theirs
    own = crex("clause", "road-limits", "--lang", "pl", *ROYAL).stdout
    assert "\nguides                zmienia „road limit”  " in own
    assert "\nspring-floods         uzupełnia go          " in own
    assert "\n\nDrogą główną przejdą" in own
    unknown = crex("clause", "road-limits", "--lang", "de", *ROYAL)
    assert (unknown.exit_code, unknown.stderr) == (2, "Error: The Ford has no words in `de`: choose en or pl\n")


def test_an_edition_with_mistakes_is_left_out(crex: Crex, shelf: Path) -> None:
    late = shelf / "variants" / "noughts" / "broken.crex"
    late.write_text('edition broken "Broken" of noughts\n\namend full-board\n    value x: number is y\n')
    answer = crex("clause", "full-board", "--rules", shelf, "-g", "noughts", "-e", "club")
    assert answer.exit_code == 0
    assert "broken" not in answer.stdout


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
    examples = "\n\nexample                   place\nRiders pass a lone enemy  variants/ford/second.crex\n\n"
    assert examples in without_lines(answer.stdout)


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
    assert document.clauses[0].effects[1].phrase == "the count of passed for each road during one movement"
    assert [each.edition for each in document.clauses[0].editions] == ["plain-1.0"]
    assert [each.id for each in document.clauses[0].touches] == ["guides", "spring-floods", "dry-summer"]
    assert [each.id for each in document.clauses[0].used_by] == ["group-moves", "muster-reach", "attack-limits"]
    assert [each.number for each in document.numbers] == ["3.6"]
    assert (document.reference, document.elsewhere) == ("3.6", [])


def test_options_count(crex: Crex) -> None:
    taken = crex("clause", "8.2", "-o", "guides", *ROYAL).stdout
    assert taken.startswith("8.2 Przewodnicy\nlocal-guides, in The Ford, royal-2.0 + guides (")
    assert "not in force" not in taken


def test_an_edition_that_only_one_game_has_names_the_game(crex: Crex) -> None:
    asked = ("--rules", GAMES, "-e", "three-player")
    assert "in Dash, three-player" in crex("clause", "throwing", *asked).stdout
    assert "in The Ford, plain-1.0" in crex("clause", "victory", "--rules", GAMES, "-e", "plain").stdout
