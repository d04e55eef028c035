"""`crex show`: a rulebook, a clause, and who overrides whom."""

from pathlib import Path

import pytest

from crex_dsl.cli.documents import RulebookDocument
from crex_dsl.lawyer.records.layer_sheet import RulebookSheet
from tests.cli.conftest import GAMES, Crex, without_lines
from tests.rulebook.small import Small


def shown(crex: Crex, *arguments: str) -> str:
    answer = crex("show", "--rules", GAMES, "-g", "ford", *arguments)
    assert answer.exit_code == 0, answer.output
    assert all(line == line.rstrip() for line in answer.stdout.splitlines())
    return str(answer.stdout)


def sheet(crex: Crex, *arguments: str) -> RulebookSheet:
    return RulebookDocument.model_validate_json(shown(crex, "--json", *arguments)).rulebook


def test_the_clauses_in_order(crex: Crex) -> None:
    lines = shown(crex, "-e", "plain").splitlines()
    assert lines[:3] == ["The Ford, plain-1.0", "", lines[2]]
    assert lines[2].split() == ["number", "heading", "clause", "layer"]
    assert any(line.split() == ["3.4,", "play", "aid", "Roads", "road-limits", "ford"] for line in lines)
    assert any(line.startswith("unprinted ") and " annihilation " in line for line in lines)
    assert any(line.split()[-2:] == ["attackers-leave", "first"] for line in lines)


def test_a_clause(crex: Crex) -> None:
    text = shown(crex, "road-limits", "-e", "royal", "-o", "dry-summer", "-o", "guides")
    assert text.startswith("3.6 Limity dróg\nroad-limits, in The Ford, royal-2.0 + dry-summer + guides\n")
    assert "najwyżej 2 bloczki, drugorzędną 1." in text
    history = [line.split()[:2] for line in text.partition("layer ")[2].partition("\n\n")[0].splitlines()[1:]]
    assert history == [["ford", "declared"], ["second", "filled"], ["royal-2.0", "cited"], ["dry-summer", "filled"]]
    values = text.partition("road_limit(road, player) is a number\n")[2].splitlines()[1:]
    assert [line.split()[0] for line in values] == ["dry-summer", "ford", "ford"]
    assert values[0].split("  ")[1] == "size_limit(major) when road.size is minor"
    assert values[2].endswith("in clause local-guides")


def test_a_number_finds_all_its_clauses(crex: Crex) -> None:
    text = shown(crex, "3.3", "-e", "plain")
    assert text.count("3.3 The enemy\n") == 2
    assert "stop-at-the-enemy, in" in text
    assert "held-in-place, in" in text


def test_marks_are_said(crex: Crex) -> None:
    assert "Words only: no book prints it." in shown(crex, "common-words")
    assert "Off unless a layer enables it." in shown(crex, "local-guides", "-o", "guides")
    quince = crex("show", "--rules", GAMES, "-g", "quince", "pack").stdout
    assert "Assumed: The leaflet counts the cards and lists none." in quince


TREES = [
    (
        "a replaced clause",
        ("retreat-limits", "-e", "royal"),
        "│   ├── tally retreated(road) per round\n│   │   └── replaced by second (variants/ford/second.crex",
    ),
    (
        "a wording",
        ("retreat-limits", "-e", "royal"),
        'along a major one."\n│   │   └── worded anew by royal-2.0 (variants/ford/royal-2.0.crex)',
    ),
    (
        "a value said anew",
        ("attack-limits", "-e", "royal", "-o", "as-printed"),
        "│   │   └── overridden by attack-rounding=nobody-attacks (variants/ford/second.crex",
    ),
    (
        "a value that yields",
        ("road-limits", "-o", "dry-summer"),
        "is size_limit(road.size)\n│   │   └── yields to dry-summer (variants/ford/options/weather.crex",
    ),
    (
        "another clause's case",
        ("main-road", "-e", "royal"),
        "swift-horse of second (variants/ford/second.crex)\n│   │   └── arrival(block, place) is 1 when ",
    ),
    (
        "an exception",
        ("stop-at-the-enemy", "-e", "royal"),
        "riders-pass of ford (ruleset/ford/movement.crex)\n        └── except stop-at-the-enemy for march",
    ),
    ("a trigger", ("retreats",), "└── after retreat(block, road)\n    │           retreated(road) += 1\n"),
    (
        "which layer is asked first",
        ("road-limits", "-o", "dry-summer"),
        "how road_limit(road, player) is found: The first case that holds wins, in this order.\n"
        "    ├── size_limit(major) when road.size is minor (dry-summer in road-limits, "
        "variants/ford/options/weather.crex)\n"
        "    └── size_limit(road.size) (ford in road-limits, ruleset/ford/movement.crex)\n"
        "        └── asked after dry-summer in road-limits: dry-summer is laid over ford\n",
    ),
    (
        "which case has the last word",
        ("attack-limits", "-e", "royal", "-o", "as-printed"),
        "how attack_limit(s) is found: attack-rounding=nobody-attacks in attack-limits has the last word, because its "
        "answer always holds and attack-rounding=nobody-attacks is laid over ford.\n",
    ),
    (
        "what is adjusted",
        ("road-limits", "-e", "royal", "-o", "guides"),
        "how road_limit(road, player) is found: The answer is then adjusted.\n",
    ),
    (
        "a ruling's reading",
        ("attack-limits", "-e", "royal"),
        "└── ruling attack-rounding Half of a minor road's limit of one: does anybody attack by a minor road?\n"
        "    └── one-attacks Yes: the book's own example attacks by a minor road",
    ),
    ("an enabled clause", ("forced-march",), "├── first enabled (variants/ford/first.crex)\n"),
    ("a procedure's body", ("last-stand",), "│   └── procedure leave-the-field is\n│           return  # whoever"),
]


@pytest.mark.parametrize(("arguments", "part"), [tree[1:] for tree in TREES], ids=[tree[0] for tree in TREES])
def test_who_overrides_whom(crex: Crex, arguments: tuple[str, ...], part: str) -> None:
    assert part in without_lines(shown(crex, "--tree", *arguments))


def test_the_tree_of_a_whole_rulebook(crex: Crex) -> None:
    text = shown(crex, "--tree")
    heads = [line.split()[0] for line in text.splitlines() if line[0] not in "│├└ "]
    assert len(heads) == len(sheet(crex).clauses)


def test_for_programs(crex: Crex) -> None:
    book = sheet(crex, "attack-limits", "-e", "royal", "-o", "attack-rounding=nobody-attacks")
    assert (book.game, book.edition, book.options) == ("ford", "royal-2.0", ["attack-rounding=nobody-attacks"])
    (clause,) = book.clauses
    assert (clause.numbers, clause.status, clause.layer) == (["3.6"], "cited", "ford")
    limit = next(value for value in clause.values if value.name == "attack_limit(s)")
    assert [(said.layer, said.text) for said in limit.cases] == [
        ("attack-rounding=nobody-attacks", "size_limit(s) / 2 rounded down"),
        ("ford", "size_limit(s) / 2 rounded up"),
    ]
    assert limit.cases[0].overridden is None
    assert str(limit.cases[1].overridden).startswith("overridden by attack-rounding=nobody-attacks")


ORDER = """
clause much "Much"
    value most: number is 1
    state heap: 0..9

clause more "More"
    most is 2 when heap = 1

clause again "Again"
    follows more
    most is 3 when heap > 0
    adjust most to 2 * it

clause also "Also"
    follows again
    adjust most to it + 1
    adjust most to it - 2 when heap = 3
"""


def test_turns_within_a_layer(crex: Crex, tmp_path: Path, no_games_of_our_own: None) -> None:
    Small(tmp_path).files(ORDER)
    lines = crex("show", "--tree", "much", "--rules", tmp_path).stdout.splitlines()
    told = [
        line.strip("│├└─ ").partition(" (")[0] for line in lines[[" how most" in line for line in lines].index(True) :]
    ]
    assert told == [
        "how most is found: The first case that holds wins, in this order. The answer is then adjusted, in this order.",
        "3 when heap > 0",
        "2 when heap = 1",
        "asked after again: again follows more",
        "1",
        "asked after more: in one layer the clause that declares a value answers last",
        "adjust most to 2 * it",
        "adjust most to it + 1",
        "adjusts after again: also follows again",
        "adjust most to it - 2 when heap = 3",
        "adjusts next, as written",
    ]
    also = crex("show", "--tree", "also", "--rules", tmp_path).stdout.splitlines()
    assert [line.strip("│├└─ ") for line in also[3:5]] == [
        "adjust most to it + 1",
        "adjusts the figure after small in again",
    ]


def test_a_procedure_said_anew(crex: Crex, shelf: Path) -> None:
    (shelf / "variants" / "noughts" / "late.crex").write_text(
        'option late "Late"\n\nin full-board\n    procedure board-full is\n        end game won by cross\n'
    )
    answer = crex("show", "--rules", shelf, "-g", "noughts", "-o", "late", "--tree", "full-board")
    assert "end game drawn\n│       └── said anew by late (variants/noughts/late.crex:4)\n" in answer.stdout


def test_the_second_answer_is_the_first(crex: Crex, shelf: Path) -> None:
    arguments = ("show", "--rules", shelf, "-g", "noughts", "--json")
    first = crex(*arguments)
    assert crex(*arguments).stdout == first.stdout
    club = shelf / "variants" / "noughts" / "club.crex"
    club.write_text(club.read_text().replace("one-mark-each", "full-board"))
    assert crex(*arguments).stdout != first.stdout


def test_a_loose_file_tells_the_game(crex: Crex, tmp_path: Path) -> None:
    loose = tmp_path / "loose.crex"
    loose.write_text('option far "Far" for english-1.0\n\nin dealing\n    hand_size is 2\n')
    answer = crex("show", "dealing", "--rules", GAMES, "--rules", loose, "-o", "far")
    assert "Each player gets 2 cards at random" in answer.stdout
