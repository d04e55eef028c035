"""Differences between two rulebooks, clause by clause."""

import pytest

from crex_dsl.lawyer.compare.difference import Change, ClauseDifference, Written, contrasts, difference
from crex_dsl.lawyer.records.build import build_record
from crex_dsl.lawyer.records.models import RulebookRecord
from crex_dsl.rulebook.selection.catalogue import index_of
from tests.lawyer.conftest import brief
from tests.rulebook.small import Small


def of(name: str) -> ClauseDifference:
    """What differs in one clause from the plain edition of the ford to the royal one."""
    return next(each for each in contrasts(brief("ford", "plain"), brief("ford", "royal")) if each.id == name)


def test_a_rulebook_does_not_differ_from_itself() -> None:
    found = difference(brief(), brief())
    assert (found.clauses, found.things, found.tally.alike) == ([], [], len(brief().clauses))


def test_another_figure_and_another_number() -> None:
    changes = {change.sort: change for change in of("road-limits").changes}
    assert changes["value"] == Change(
        sort="value",
        name="size_limit",
        about="the size limit of a size",
        before=["4 when the size is major", "2 when the size is minor"],
        after=["2 when the size is major", "1 when the size is minor"],
        written=Written(
            before=["size_limit(s) is 4 when s is major", "size_limit(s) is 2 when s is minor"],
            after=["size_limit(s) is 2 when s is major", "size_limit(s) is 1 when s is minor"],
        ),
    )
    assert changes["renumbered"].after == ["3.6"]
    assert of("road-limits").in_play


def test_names_of_one_box_in_two_languages_are_no_other_number() -> None:
    plain, royal = (brief("ford", edition).model_copy(deep=True) for edition in ("plain", "royal"))
    for book, numbers in ((plain, ["3.4", "box Roads"]), (royal, ["3.4", "ramka Drogi"])):
        next(clause for clause in book.clauses if clause.id == "road-limits").numbers = numbers
    found = next(each for each in contrasts(plain, royal) if each.id == "road-limits")
    assert "renumbered" not in {change.sort for change in found.changes}


def test_a_ruling_against_the_words_of_one_rulebook_is_told() -> None:
    (levelled,) = difference(brief("ford", "plain"), brief()).levelled
    assert (levelled.id, levelled.rulebook, levelled.clauses) == ("attack-rounding", "royal-2.0", ["attack-limits"])
    assert difference(brief("ford", "plain"), brief("ford", "royal", "as-printed")).levelled == []
    assert difference(brief(), brief()).levelled == []


def test_a_clause_that_only_one_of_them_has() -> None:
    (gone,), (new,) = of("forced-march").changes, of("riders-pass").changes
    assert (gone.sort, new.sort, gone.after, new.before) == ("missing", "added", [], [])
    assert new.after == ["Jazda mija samotny bloczek wroga."]


def test_other_steps_and_other_prohibitions() -> None:
    steps = next(change for change in of("last-stand").changes if change.sort == "effect")
    assert (steps.does, steps.before) == ("runs", ["leave the field", "    nothing happens"])
    forbids = next(change for change in of("retreat-limits").changes if change.does == "forbids")
    (told,) = forbids.after
    assert told.startswith("retreat for a block and a road when the road's size is minor and the count of retreated")


def test_only_printed_otherwise() -> None:
    map_ = of("fog")
    assert not map_.in_play
    assert {change.sort for change in map_.changes} == {"renumbered"}


def test_things() -> None:
    found = {thing.id: thing for thing in difference(brief("ford", "plain"), brief("ford", "royal")).things}
    assert found["pine-levy"].after is None
    assert found["reed-crew"].before is None
    assert (found["elm-guard"].before or {})["stride"] == "2"
    assert (found["elm-guard"].after or {})["stride"] == "1"


def test_everything_counted() -> None:
    tally = difference(brief("ford", "plain"), brief("ford", "royal")).tally
    assert tally.model_dump() == {
        "alike": 5,
        "printed": 30,
        "figures": 6,
        "effects": 4,
        "first_only": 2,
        "second_only": 5,
        "things": 3,
    }


def test_a_clause_that_uses_figures_of_others() -> None:
    attack = of("attack-limits")
    assert not attack.in_play
    assert attack.rests_on == ["road-limits"]


def test_rulings_that_differ() -> None:
    (ruling,) = of("attack-limits").rulings
    assert (ruling.id, ruling.before, ruling.after) == ("attack-rounding", None, "one-attacks")
    printed = contrasts(brief("ford", "royal"), brief("ford", "royal", "as-printed"))
    (other,) = next(each for each in printed if each.id == "attack-limits").rulings
    assert (other.before, other.after) == ("one-attacks", "nobody-attacks")


def test_an_example_by_another_name_in_another_language_parts_nobody() -> None:
    plain, royal = (brief("ford", edition).model_copy(deep=True) for edition in ("plain", "royal"))
    for clause in royal.clauses:
        for example in clause.examples:
            example.title = f"po polsku: {example.title}"
    found = {each.id: [one.place for one in each.examples] for each in contrasts(plain, royal)}
    assert found == {each.id: [one.place for one in each.examples] for each in contrasts(plain, brief("ford", "royal"))}


def test_examples_that_part_the_two() -> None:
    assert [example.title for example in of("attackers-leave").examples] == ["The last round"]
    assert of("fog").examples == []


# ---- what is no difference ----
BASE = """
clause home "Home"
    state heap(p: player): 0..9
    open value room(p: player): number
    value most: number is 3
    open procedure tidy(p: player)
    action take(p: player) in game
        text "take"
        do
            heap(p) += 1
    permit take(p) when heap(p) < room(p) and heap(p) < most

clause away "Away"
    says "Away."
"""


def two(small: Small, one: str, other: str) -> tuple[RulebookRecord, RulebookRecord]:
    """The small game in two editions."""
    variants = f'edition one "One" of small\n\n{one}\nedition other "Other" of small\n\n{other}'
    files = small.files(BASE, variants)
    index = index_of(files)
    first, second = (build_record(files, index, index.select(name, ())) for name in ("one", "other"))
    return first, second


TIDY = """    procedure tidy({p}) is
        for each {q} in players where {q} is not {p}
            heap({q}) becomes 0
"""


def test_names_blanks_and_layers_make_no_difference(small: Small) -> None:
    one = "in home\n    room(p) is 2 * heap(p)  # twice\n" + TIDY.format(p="p", q="q")
    other = "in home\n    room(who) is 2   *   heap(who)\n" + TIDY.format(p="whose", q="each_one")
    assert difference(*two(small, one, other)).clauses == []


def test_the_order_of_prohibitions_makes_none(small: Small) -> None:
    fill = "in home\n    room(p) is 1\n    procedure tidy(p) is\n        heap(p) becomes 0\n\n"
    forbids = ["    forbid take(p) when heap(p) = 1\n", "    forbid take(p) when heap(p) = 2\n"]
    one, other = (fill + "amend away\n" + "".join(lines) for lines in (forbids, reversed(forbids)))
    assert difference(*two(small, one, other)).clauses == []


FILLED = "in home\n    procedure tidy(p) is\n        heap(p) becomes 0\n"


def test_the_order_of_cases_makes_one(small: Small) -> None:
    cases = ["        2  when p is red\n", "        3  when heap(p) = 0\n"]
    one, other = (
        f"{FILLED}    room(p) is\n{''.join(lines)}        1  otherwise\n" for lines in (cases, reversed(cases))
    )
    (clause,) = difference(*two(small, one, other)).clauses
    assert (clause.id, clause.in_play) == ("home", True)


def test_what_another_clause_says_has_only_moved(small: Small) -> None:
    one = f"{FILLED}    room(p) is 2 * heap(p)\n"
    other = f"{FILLED}\namend away\n    room(p) is 2 * heap(p)\n"
    found = difference(*two(small, one, other))
    assert [(each.id, each.in_play) for each in found.clauses] == [("home", False), ("away", False)]
    home, away = ([change for change in each.changes if change.sort == "moved"] for each in found.clauses)
    assert (home[0].name, home[0].elsewhere, away[0].elsewhere) == ("room", ["away"], ["home"])


def test_what_another_clause_says_instead(small: Small) -> None:
    one = f"{FILLED}    room(p) is 1\n"
    other = f"{one}\namend away\n    most is 5\n"
    home, away = difference(*two(small, one, other)).clauses
    assert [(change.sort, change.before, change.elsewhere) for change in home.changes] == [("value", ["3"], ["away"])]
    assert [(change.sort, change.after, change.elsewhere) for change in away.changes] == [("value", ["5"], ["home"])]


@pytest.mark.parametrize("sort", ["heading", "wording"])
def test_other_words_in_one_language(small: Small, sort: str) -> None:
    fill = f"{FILLED}    room(p) is 1\n\n"
    one = fill + 'cite away at "1" titled "Away"\n    says "Far away."\n'
    other = one.replace('"Away"', '"Off"') if sort == "heading" else one.replace("Far", "Right")
    (clause,) = difference(*two(small, one, other)).clauses
    assert [change.sort for change in clause.changes] == [sort]
    assert not clause.in_play
