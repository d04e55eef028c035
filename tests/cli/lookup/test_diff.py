"""`crex diff`: two rulebooks held against each other."""

import pytest

from crex_dsl.cli.documents import DiffDocument
from tests.cli.conftest import GAMES, Crex

FORD = ("-g", "ford", "--rules", str(GAMES))


def told(crex: Crex, *arguments: str) -> str:
    answer = crex("diff", *arguments, *FORD)
    assert answer.exit_code == 0, answer.output
    assert all(line == line.rstrip() for line in answer.stdout.splitlines())
    return str(answer.stdout)


def document(crex: Crex, *arguments: str) -> DiffDocument:
    return DiffDocument.model_validate_json(told(crex, *arguments, "--json"))


def test_everything_at_a_glance(crex: Crex) -> None:
    lines = told(crex, "plain", "royal").splitlines()
    assert lines[0] == "The Ford: plain-1.0 and royal-2.0"
    assert lines[1].startswith(
        "Clauses: 5 alike, 30 only printed otherwise, 6 with other figures, 4 with other effects"
    )
    assert lines[2] == "Options of royal-2.0 only: forced-marches, spare-horses."
    assert lines[3] == (
        "Read against the words of royal-2.0: attack-rounding on attack-limits. royal-2.0+as-printed has what they say."
    )
    assert lines[5].split() == ["plain-1.0", "royal-2.0", "clause", "title", "what", "differs"]
    (row,) = [line for line in lines if " road-limits " in line]
    assert row.startswith("3.4, play aid  3.6")
    assert row.endswith(
        "4 when the size is major; 2 when the size is minor -> 2 when the size is major; 1 when the size is minor"
    )
    (only,) = [line for line in lines if " riders-pass " in line]
    assert only.startswith("– ")
    assert only.endswith("only in royal-2.0: Horse may ride on through a town that a single enemy block holds.")
    assert not any(" fog " in line for line in lines)
    things = lines[lines.index("Things") + 2 :]
    assert things[0].split(maxsplit=2) == ["block", "elm-guard", "firepower: 2 -> 3, stride: 2 -> 1"]
    assert things[1].split()[:5] == ["block", "pine-levy", "only", "in", "plain-1.0:"]


def test_what_is_only_printed_otherwise(crex: Crex) -> None:
    (row,) = [line for line in told(crex, "plain", "royal", "--all").splitlines() if " fog " in line]
    assert row.endswith("renumbered")


@pytest.mark.parametrize("reference", ["road-limits", "3.4", "road-lim"])
def test_a_clause_in_full(crex: Crex, reference: str) -> None:
    text = told(crex, "plain", "royal", reference)
    section = text.partition("Road limits (road-limits)\n")[2].partition("\n\n")[0].splitlines()
    assert section[1].split()[:2] == ["plain-1.0", "3.4,"]
    assert section[2].endswith("Drogą główną przejdą w ruchu najwyżej 2 bloczki, drugorzędną 1.")
    assert "the size limit of a size\n  - 4 when the size is major\n  - 2 when the size is minor\n  + " in text


def test_a_number_of_either_book(crex: Crex) -> None:
    clauses = {clause.id for clause in document(crex, "plain", "royal", "3.6").clauses}
    assert clauses == {"forced-march", "road-limits", "attack-limits"}


def test_a_clause_that_differs_only_through_others(crex: Crex) -> None:
    text = told(crex, "plain", "royal", "attack-limits")
    assert "It does the same in both, with figures that differ in road-limits (3.4).\n" in text
    assert "ruling           plain-1.0  royal-2.0    asks\nattack-rounding  –          one-attacks  Half of" in text


def test_a_clause_of_one_book(crex: Crex) -> None:
    text = told(crex, "plain", "royal", "attackers-leave")
    assert "Only plain-1.0 has this clause.\nforbids\n  - fire, pass or charge for a block when the bout" in text
    assert "example         runs in    place\nThe last round  plain-1.0  variants/ford/first.crex:" in text


def test_options_and_readings_on_either_side(crex: Crex) -> None:
    text = told(crex, "royal+guides", "royal+guides+attack-rounding=nobody-attacks")
    assert text.startswith("The Ford: royal-2.0 + guides and royal-2.0 + guides + attack-rounding=nobody-attacks\n")
    assert "half of the size limit of the size rounded up -> half of the size limit of the size rounded down" in text
    assert told(crex, "royal", "royal+as-printed").count("the attack limit of a size") == 1
    assert "only in royal-2.0 + guides" in told(crex, "royal", "royal + guides")


def test_no_difference(crex: Crex) -> None:
    assert told(crex, "royal", "royal-2.0+attack-rounding=one-attacks").splitlines() == [
        "The Ford: royal-2.0 and royal-2.0",
        "There is no difference: both are royal-2.0.",
    ]


def test_in_full(crex: Crex) -> None:
    text = told(crex, "plain", "royal", "--full")
    assert text.count("rulebook   number") == 17
    assert (
        "runs [leave-the-field]\n  - leave the field\n  -     nothing happens\n  + leave the field\n  +     if “"
        in text
    )


def test_in_markdown(crex: Crex) -> None:
    lines = told(crex, "plain", "royal", "--markdown").splitlines()
    assert lines[0] == "## The Ford: plain-1.0 and royal-2.0"
    assert "| plain-1.0 | royal-2.0 | clause | title | what differs |" in lines
    assert "| 3.1 | 3.1 | movement-basics | Movement | the moves per turn: 2 -> 3 |" in lines
    assert "```diff\n- 4\n+ 3\n```\n" in told(crex, "plain", "royal", "battle-rounds", "--markdown")


def test_words_in_a_language(crex: Crex) -> None:
    assert "Horse may ride" in told(crex, "plain", "royal", "riders-pass", "--lang", "en")
    assert "Jazda mija" in told(crex, "plain", "royal", "riders-pass")
    assert "tylko w royal-2.0: Jazda mija" in told(crex, "plain", "royal", "--lang", "pl")


def test_for_programs(crex: Crex) -> None:
    made = document(crex, "plain", "royal")
    assert (made.version, made.first.edition, made.second.offers) == (
        2,
        "plain-1.0",
        ["forced-marches", "spare-horses"],
    )
    assert [(each.id, each.rulebook) for each in made.levelled] == [("attack-rounding", "royal-2.0")]
    printed = made.clauses[0].first
    assert printed is not None and "effects" not in printed.model_dump()
    assert (made.tally.figures, len(made.clauses), len(made.things)) == (6, 17, 3)
    assert len(document(crex, "plain", "royal", "--all").clauses) == 47


REFUSALS = [
    (("plain", "two-player"), 2, "plain-1.0 is an edition of The Ford and two-player is an edition of Dash: name"),
    (("plain", "nosuch"), 2, "The Ford has no edition `nosuch`: there are plain-1.0 and royal-2.0"),
    (("plain", "royal+nosuch"), 2, "The Ford has no option `nosuch`"),
    (("plain", "royal", "9.9"), 1, "royal-2.0 has no clause or ruling `9.9`"),
    (("plain", "royal", "--lang", "fr"), 2, "ni plain-1.0 ni royal-2.0 n’a de texte en `fr` : il y a en et pl"),
]


@pytest.mark.parametrize(("arguments", "code", "sentence"), REFUSALS, ids=[" ".join(row[0]) for row in REFUSALS])
def test_refusals(crex: Crex, arguments: tuple[str, ...], code: int, sentence: str) -> None:
    answer = crex("diff", *arguments, "--rules", GAMES)
    assert answer.exit_code == code
    assert sentence in answer.stderr


def test_two_editions_of_our_own(crex: Crex) -> None:
    text = crex("diff", "english", "polish").stdout
    for line in (
        "the size limit of a size: 4 when the size is major; otherwise 2 -> 8 when the size is major; otherwise 4",
        "the battle rounds: 3 -> 4",
        "whether battles are fought this winter: no -> as winter-campaign-moves (9.11) says",
        "exactly when either a winter campaign is fought by franks or a winter campaign is fought by saracens, not as "
        "winter-turn (8.0) says",
        "also permits pass for a block when the block is to act now",
        "no longer forbids retreat for a block and a road when a storm is under way",
        "only in english-2.0: Guide gives one group move",
        "only in polish-1.4: In the winter turn blocks march one town less",
    ):
        assert line in text


# What differs in figures is a sentence in every language that the game has, whatever the two books speak.
SPOKEN = {
    "pl": "mnożnik kwater we własnym mieście\n  - 1\n  + 3\n",
    "fr": "le facteur des quartiers dans une ville de son camp\n  - 1\n  + 3\n",
    "ru": "множитель снабжения в своём городе\n  - 1\n  + 3\n",
}


@pytest.mark.parametrize("language", SPOKEN)
def test_figures_are_told_in_every_language(crex: Crex, language: str) -> None:
    assert SPOKEN[language] in crex("diff", "english", "polish", "winter-supply", "--lang", language).stdout
