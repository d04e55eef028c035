"""Layers laid over one another: what each does to clauses, citations and readings, and two on one point."""

import pytest

from crex_dsl.rulebook.layers.draft import ClauseDraft, Draft, known_clauses
from crex_dsl.rulebook.layers.overlay import clashes
from crex_dsl.rulebook.selection.selection import SelectionError
from tests.rulebook.small import Small, answer

BASE = """
kind town
    size : big | small
    port : yes or no
table town
    | id   | size  | port |
    | acre | big   | yes  |
    | tyre | small | yes  |
    | homs | small | no   |
    | lydd | small | no   |

kind road joins town
    length : 1..9
table road
    | from | to   | length |
    | acre | homs | 1      |
    | acre | tyre | 1      |

clause limits "Limits"
    says "At most {limit(acre)}."
    value limit(town): number is 2
    value toll: number is 1
    value way(one: town, two: town): number is 0
    value dust(road): number is 0
    value fee(n: 0..3): number is 0
    define capital: town is acre
    procedure close
        return
    moment opened

clause fog "Fog" off
    says "Nobody sees."

clause night "Night"
    says "It is dark."
"""

FAMILY = """
layer old of small

in limits
    limit(town) is 3 when town is acre

amend night
    says "And cold."

edition old-1.0 "Old" of old

replace night "No night"
    says "It is bright."

enable fog
"""


def history(clause: ClauseDraft) -> list[tuple[str, str]]:
    return [(layer, what) for layer, what, _ in clause.history]


def sorts(clause: ClauseDraft) -> list[tuple[str, str]]:
    return [(type(c.item).__name__, c.layer) for c in clause.items]


# ---- one chain ----
def test_a_layer_adds_to_what_the_layers_before_it_say(small: Small) -> None:
    draft = small.draft(BASE, FAMILY)
    assert draft.chain == ["small", "old", "old-1.0"]
    limits = draft.clauses["limits"]
    assert sorts(limits)[-2:] == [("Moment", "small"), ("FillValue", "old")]
    assert history(limits) == [("small", "declared"), ("old", "filled")]
    assert limits.title == "Limits"
    assert limits.layer == "small"


def test_amend_keeps_what_was_there(small: Small) -> None:
    draft = small.draft(BASE, FAMILY.split("edition")[0] + 'edition plain "Plain" of old\n')
    assert sorts(draft.clauses["night"]) == [("Says", "small"), ("Says", "old")]
    assert history(draft.clauses["night"]) == [("small", "declared"), ("old", "amended")]


def test_replace_starts_anew_and_keeps_the_place(small: Small) -> None:
    draft = small.draft(BASE, FAMILY)
    night = draft.clauses["night"]
    assert (night.title, sorts(night)) == ("No night", [("Says", "old-1.0")])
    assert history(night) == [("small", "declared"), ("old", "amended"), ("old-1.0", "replaced")]
    assert list(draft.clauses) == ["playing", "limits", "fog", "night"]


def test_enable_wakes_a_clause_that_is_off(small: Small) -> None:
    asleep = small.draft(BASE, 'edition plain "Plain" of small\n')
    assert asleep.clauses["fog"].awake is False
    assert [clause.id for clause in asleep.active()] == ["playing", "limits", "night"]
    awake = small.draft(BASE, FAMILY)
    assert [clause.id for clause in awake.active()] == ["playing", "limits", "fog", "night"]
    assert history(awake.clauses["fog"]) == [("small", "declared"), ("old-1.0", "enabled")]


def test_enabling_twice_is_no_mistake(small: Small) -> None:
    variants = 'layer old of small\nenable fog\nedition old-1.0 "Old" of old\nenable fog\n'
    assert small.draft(BASE, variants).clauses["fog"].awake


@pytest.mark.parametrize(("word", "how"), [("drop", "dropped by"), ("absent", "absent from")])
def test_what_is_gone_is_remembered_with_its_names(small: Small, word: str, how: str) -> None:
    draft = small.draft(BASE, f'edition plain "Plain" of small\n{word} limits\n')
    assert "limits" not in draft.clauses
    assert draft.gone["limits"].note[0] == f"{how} plain"
    for name in ("limit", "toll", "close", "opened"):
        assert draft.gone[name].note[0] == f"declared by clause limits, {how} plain here"
        assert str(draft.gone[name].span).startswith("variants/small/variants.crex:2:")


def test_a_clause_that_was_dropped_may_be_declared_anew(small: Small) -> None:
    variants = (
        'layer old of small\ndrop night\nedition old-1.0 "Old" of old\nclause night "A new night"\n    says "Stars."\n'
    )
    draft = small.draft(BASE, variants)
    assert (draft.clauses["night"].title, draft.clauses["night"].layer) == ("A new night", "old-1.0")
    assert "night" not in draft.gone


def test_two_families_may_each_declare_a_clause_of_one_id(small: Small) -> None:
    variants = "".join(
        f'layer {name} of small\nclause event "{name}"\n    says "{name}."\nedition {name}-1.0 "{name}" of {name}\n'
        for name in ("old", "new")
    )
    for name in ("old", "new"):
        assert small.draft(BASE, variants, name).clauses["event"].layer == name
    assert set(known_clauses(small.text(BASE, variants))) == {"playing", "limits", "fog", "night", "event"}


def test_using_a_name_that_went_with_its_clause_shows_both_places(small: Small) -> None:
    told = small.refusal(
        BASE + 'clause users "Users"\n    define more: number is toll + 1\n',
        'edition plain "Plain" of small\ndrop limits\n',
    )
    assert "ruleset/small/small.crex:46:28: error: `toll` is not there in this edition [in clause users]" in told
    assert "variants/small/variants.crex:2:6: declared by clause limits, dropped by plain here" in told


# ---- readings of rulings ----
RULINGS = """
ruling how-many on limits
    asks "How many?"
    reading one printed "One."
        in limits
            toll is 5
    reading two taken "Two."
        in limits
            toll is 7
            procedure close is
                end game drawn
    reading three "Three."
        drop night
"""


def test_the_taken_reading_goes_over_the_layer_in_which_its_ruling_stands(small: Small) -> None:
    book = small.book(BASE + RULINGS)
    assert answer(book, "toll") == "7"
    assert len(book.world.procedures["close"].body) == 1
    assert [(r.node.name, r.layer, r.chosen.name) for r in book.rulings] == [("how-many", "small", "two")]


def test_a_later_layer_goes_over_a_taken_reading(small: Small) -> None:
    assert (
        answer(small.book(BASE + RULINGS, 'edition plain "Plain" of small\nin limits\n    toll is 8\n'), "toll") == "8"
    )
    assert (
        answer(small.book(BASE + RULINGS, 'option dear "Dear"\nin limits\n    toll is 9\n', options=["dear"]), "toll")
        == "9"
    )


def test_another_reading_takes_the_place_of_the_taken_one(small: Small) -> None:
    one = small.book(BASE + RULINGS, options=["how-many=one"])
    assert answer(one, "toll") == "5"
    three = small.book(BASE + RULINGS, options=["how-many=three"])
    assert answer(three, "toll") == "1"
    assert "night" not in three.clauses
    assert three.chain[-1] == "how-many=three"


def test_a_reading_is_no_reading_where_its_ruling_does_not_count(small: Small) -> None:
    variants = 'layer old of small\nedition old-1.0 "Old" of old\nedition new-1.0 "New" of small\n'
    base = BASE + RULINGS.replace("on limits\n", "on limits in old\n", 1)
    assert answer(small.book(base, variants, "old"), "toll") == "7"
    new = small.book(base, variants, "new")
    assert (answer(new, "toll"), new.rulings) == ("1", [])


def test_a_ruling_on_an_unknown_clause_is_told(small: Small) -> None:
    told = small.refusal(BASE + RULINGS.replace("on limits", "on limit"))
    assert "ruling `how-many` is on `limit`, which is no clause of this game" in told
    assert "did you mean `limits`?" in told


# ---- two options on one point ----
ALLOWED = {
    "cases that ask one name for two things": (
        "in limits\n    limit(town) is 4 when town is acre\n",
        "in limits\n    limit(town) is 5 when town is tyre and town.size is big\n",
    ),
    "cases that ask a number for two figures": (
        "in limits\n    fee(n) is 4 when n = 1 and capital is acre\n",
        "in limits\n    fee(m) is 5 when m is 2\n",
    ),
    "two links": (
        "in limits\n    dust(road) is 4 when road is acre-homs\n",
        "in limits\n    dust(r) is 5 when r is acre-tyre\n",
    ),
    "two sums": (
        "amend limits\n    adjust toll to it + 1\n",
        "amend limits\n    adjust toll to it - limit(acre) when limit(tyre) = 2\n",
    ),
    "a case and an adjustment": ("in limits\n    toll is 3\n", "amend limits\n    adjust toll to 2 * it\n"),
    "words and words": ('amend night\n    says "One."\n', 'amend night\n    says "Two."\n'),
    "words and cases": ('amend limits\n    says "One."\n', "in limits\n    toll is 3\n"),
    "waking it twice": ("enable fog\n", "enable fog\n"),
    "waking and amending it": ("enable fog\n", 'amend fog\n    says "More."\n'),
    "two columns of one row": (
        "table town\n    change acre size is small\n",
        "table town\n    change acre port is no\n",
    ),
    "two rows": ("table town\n    change acre size is small\n", "table town\n    change tyre size is big\n"),
    "new rows": (
        "table town\n    | id | size | port |\n    | dara | big | no |\n",
        "table town\n    | id | size | port |\n    | edes | big | no |\n",
    ),
}
CLASHES = {
    "two cases that always hold": ("value `toll`", "in limits\n    toll is 3\n", "in limits\n    toll is 4\n"),
    "cases that may both hold": (
        "value `limit`",
        "in limits\n    limit(town) is 4 when town is acre\n",
        "in limits\n    limit(town) is 5 when town.size is big\n",
    ),
    "cases that ask different parameters": (
        "value `way`",
        "in limits\n    way(a1, b1) is 4 when a1 is acre\n",
        "in limits\n    way(b1, a1) is 5 when a1 is tyre\n",
    ),
    "a word that another word may mean": (
        "value `limit`",
        "in limits\n    limit(town) is 4 when town is acre\n",
        "in limits\n    limit(town) is 5 when town is capital\n",
    ),
    "a link named from both ends": (
        "value `dust`",
        "in limits\n    dust(road) is 4 when road is acre-homs\n",
        "in limits\n    dust(road) is 5 when road is homs-acre\n",
    ),
    "a sum that asks for the figure": (
        "adjustment of `toll`",
        "amend limits\n    adjust toll to it + 1 when it < 3\n",
        "amend limits\n    adjust toll to it + 1\n",
    ),
    "one case out of several": (
        "value `limit`",
        "in limits\n    limit(town) is\n        4 when town is acre\n        5 when town is tyre\n",
        "in limits\n    limit(town) is 6 when town is tyre\n",
    ),
    "cases from clauses of their own": (
        "value `toll`",
        'clause first "First"\n    toll is 3\n',
        'clause second "Second"\n    toll is 4\n',
    ),
    "two bodies of one procedure": (
        "procedure `close`",
        "in limits\n    procedure close is\n        end game drawn\n",
        "in limits\n    procedure close is\n        return\n",
    ),
    "a sum and a product": (
        "adjustment of `toll`",
        "amend limits\n    adjust toll to it + 1\n",
        "amend limits\n    adjust toll to 2 * it\n",
    ),
    "a sum that takes the figure twice": (
        "adjustment of `toll`",
        "amend limits\n    adjust toll to it + it\n",
        "amend limits\n    adjust toll to it + 1\n",
    ),
    "two new beginnings": (
        "clause `night`",
        'replace night "One"\n    says "One."\n',
        'replace night "Two"\n    says "Two."\n',
    ),
    "words that a new beginning takes away": (
        "clause `night`",
        'amend night\n    says "One."\n',
        'replace night "Two"\n    says "Two."\n',
    ),
    "cases that a new beginning takes away": (
        "clause `limits`",
        "in limits\n    toll is 3\n",
        'replace limits "Two"\n    value limit(town): number is 1\n    value toll: number is 1\n',
    ),
    "words that go with their clause": ("clause `night`", 'amend night\n    says "One."\n', "drop night\n"),
    "a clause woken and dropped": ("clause `fog`", "enable fog\n", "drop fog\n"),
    "one cell": (
        "row of town `acre`",
        "table town\n    change acre size is small\n",
        "table town\n    change acre port is no, size is big\n",
    ),
    "a cell of a row that goes": (
        "row of town `lydd`",
        "table town\n    change lydd port is yes\n",
        "table town\n    drop lydd\n",
    ),
    "a cell, edited in a clause": (
        "row of town `acre`",
        "amend limits\n    table town\n        change acre size is small\n",
        "table town\n    change acre size is big\n",
    ),
}


def options(one: str, two: str, follows: str = "") -> str:
    return f'option one "One"\n\n{one}\noption two "Two"\n{follows}\n{two}'


@pytest.mark.parametrize("case", ALLOWED)
def test_options_that_do_not_meet_go_together(small: Small, case: str) -> None:
    draft = small.draft(BASE, options(*ALLOWED[case]), options=["one", "two"])
    assert draft.chain == ["small", "one", "two"]
    assert small.draft(BASE, options(*reversed(ALLOWED[case])), options=["one", "two"]) is not None


@pytest.mark.parametrize("case", CLASHES)
def test_options_that_meet_on_one_point_are_refused(small: Small, case: str) -> None:
    point, one, two = CLASHES[case]
    told = small.refusal(BASE, options(one, two), options=["one", "two"])
    assert f"options `one` and `two` both touch the {point}, and neither says which goes first" in told
    assert "say `follows one` under option two, or let one exclude the other" in told
    assert "option one touches it here" in told


@pytest.mark.parametrize("case", CLASHES)
def test_each_of_them_alone_is_fine(small: Small, case: str) -> None:
    _, one, two = CLASHES[case]
    for name in ("one", "two"):
        assert small.book(BASE, options(one, two), options=[name]).selection.options == [name]


@pytest.mark.parametrize("case", CLASHES)
def test_options_in_a_stated_order_go_together(small: Small, case: str) -> None:
    _, one, two = CLASHES[case]
    book = small.book(BASE, options(one, two, "    follows one\n"), options=["two", "one"])
    assert book.chain == ["small", "one", "two"]


def test_the_option_that_follows_has_the_last_word(small: Small) -> None:
    three, four = "in limits\n    toll is 3\n", "in limits\n    toll is 4\n"
    later = options(three, four, "    follows one\n")
    earlier = options(three, four).replace('"One"\n', '"One"\n    follows two\n')
    assert answer(small.book(BASE, later, options=["one", "two"]), "toll") == "4"
    assert answer(small.book(BASE, earlier, options=["one", "two"]), "toll") == "3"


def test_an_option_and_a_reading_on_one_point_are_refused(small: Small) -> None:
    with pytest.raises(SelectionError) as refused:
        small.book(BASE + RULINGS, options("in limits\n    toll is 3\n", ""), options=["one", "how-many=one"])
    assert str(refused.value) == (
        "`how-many=one` and `one` cannot be taken together, for both change the value `toll`: take one of them"
    )


def test_a_layer_of_the_chain_never_clashes_with_an_option(small: Small) -> None:
    variants = FAMILY + "\nin limits\n    toll is 6\n" + options("in limits\n    toll is 3\n", "")
    assert answer(small.book(BASE, variants, options=["one"]), "toll") == "3"


# ---- citations ----
def citation(draft: Draft, clause: str) -> tuple[str, str, list[str], str | None, str | None]:
    found = draft.citations[clause]
    return found.status, found.layer, found.at, found.titled, found.says.text if found.says else None


CITED = """
layer old of small

cite limits, night at "1" titled "Old heading"
    says "Old words."

unprinted playing titled "Play"

edition old-1.0 "Old" of old

cite limits at "2", "back" titled "Heading"
cite limits at "3", "2" titled "Later heading"
    says "Words."

absent fog
"""


def test_each_layer_says_where_it_prints_a_clause(small: Small) -> None:
    draft = small.draft(BASE, CITED)
    assert citation(draft, "limits") == ("cited", "old-1.0", ["2", "back", "3"], "Heading", "Words.")
    assert citation(draft, "night") == ("cited", "old", ["1"], "Old heading", "Old words.")
    assert citation(draft, "playing") == ("unprinted", "old", [], "Play", None)
    assert citation(draft, "fog") == ("absent", "old-1.0", [], None, None)
    assert "fog" not in draft.clauses


def test_an_option_that_replaces_a_clause_puts_it_in_its_own_words(small: Small) -> None:
    variants = CITED + '\noption lights "Lights"\nreplace night "Lit nights"\n    says "Nights are lit."\n'
    draft = small.draft(BASE, variants, options=["lights"])
    assert citation(draft, "night") == ("cited", "old", ["1"], "Old heading", None)
    clause = small.book(BASE, variants, options=["lights"]).clauses["night"]
    assert (clause.wording, clause.says) == (None, "Nights are lit.")


def test_a_clause_of_another_edition_may_be_called_absent(small: Small) -> None:
    variants = 'edition a1 "A" of small\nclause only-a "A"\n    says "A."\nedition b1 "B" of small\nabsent only-a\n'
    assert small.draft(BASE, variants, "b1").citations["only-a"].status == "absent"
    assert small.draft(BASE, variants, "a1").citations == {}


def test_a_citation_of_no_clause_is_told(small: Small) -> None:
    told = small.refusal(BASE, 'edition a1 "A" of small\ncite limitss at "1"\n')
    assert "`limitss` is no clause of this game" in told
    assert "did you mean `limits`?" in told


CLASHING = """
layer family of small
edition one "One" of family
option bold "Bold" for family
    says "Bold."

in courage
    valour is 9

ruling taste on courage
    asks "How much?"
    reading little taken "Little."
    reading much "Much."
        in courage
            valour is 7
    reading none "None."
        drop courage

ruling hue on courage
    asks "Which?"
    reading red taken "Red."
    reading blue "Blue."
        amend courage
            says "Blue."
"""


def test_readings_that_clash_are_known_without_laying_anything_out(small: Small) -> None:
    base = 'clause courage "Courage"\n    value valour: number is 5\n'
    rulings = CLASHING[CLASHING.index("ruling taste") :]
    found = set(clashes(small.text(base + rulings, CLASHING[: CLASHING.index("ruling taste")])))
    assert found == {
        ("taste=much", "bold", "value `valour`"),
        ("taste=none", "bold", "clause `courage`"),
        ("taste=none", "hue=blue", "clause `courage`"),
    }
