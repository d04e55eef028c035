"""Words about the rules: live values, plural forms of each language, and how things are named."""

import pytest

from crex_dsl.rulebook.terms.types import BOOL, NUMBER, Enum, ListOf, Optional, SetOf, Thing, Type
from crex_dsl.rulebook.wording import shown
from tests.rulebook.small import HEAD, Small, realm

LIMITS = """
kind town
    size : big | small
table town
    | id   | name           | size  |
    | acre | Saint-Jean     | big   |
    | tyre | Tyre           | small |

clause limits "Limits"
    says "At most {limit} {limit: block | blocks}."
    value limit: number is 2
"""


# ---- live values ----
def test_a_wording_quotes_the_figure_of_the_edition(small: Small) -> None:
    variants = (
        'edition one "One" of small\nin limits\n    limit is 1\noption many "Many"\n'
        "amend limits\n    adjust limit to it + 4\n"
    )
    assert small.book(LIMITS).clauses["limits"].says == "At most 2 blocks."
    assert small.book(LIMITS, variants).clauses["limits"].says == "At most 1 block."
    assert small.book(LIMITS, variants, options=["many"]).clauses["limits"].says == "At most 5 blocks."


def test_a_wording_names_things_as_the_edition_does(small: Small) -> None:
    base = LIMITS + '    define harbours: set of town is [acre, tyre]\n    says "In {acre}; in {harbours}."\n'
    variants = 'edition polska "Polska" of small\nnames\n    tyre "Tyr"\n'
    assert small.book(base).clauses["limits"].says.endswith("In Saint-Jean; in Saint-Jean, Tyre.")
    assert small.book(base, variants).clauses["limits"].says.endswith("In Saint-Jean; in Saint-Jean, Tyr.")


def test_several_wordings_are_joined_those_of_later_layers_last(small: Small) -> None:
    variants = 'edition one "One" of small\namend limits\n    says\n        "Then {limit + 1}."\n        "Then more."\n'
    assert small.book(LIMITS, variants).clauses["limits"].says == "At most 2 blocks. Then 3. Then more."


def test_what_comes_after_the_edition_speaks_after_it(small: Small) -> None:
    variants = (
        'edition old "Old" of small\ncite limits at "1"\n    says "Nie więcej niż {limit}."\n'
        'ruling more on limits\n    asks "More?"\n    reading no taken "No."\n'
        '    reading yes "Yes: one more."\n        in limits\n            limit is 3\n'
        'option many "Many"\n    says "Five are many."\nin limits\n    limit is 5\n'
        'option night "Night"\n    says "At night."\namend limits\n    says "None at night."\n'
        'edition house "House" of old\namend limits\n    says "At home we count."\n'
    )

    def wording(edition: str, *options: str) -> str | None:
        return small.book(LIMITS, variants, edition=edition, options=options).clauses["limits"].wording

    assert wording("old") == "Nie więcej niż 2."
    assert wording("old", "many") == "Nie więcej niż 5. With Many: Five are many."
    assert wording("old", "night") == "Nie więcej niż 2. None at night."
    assert wording("old", "more=yes") == "Nie więcej niż 3. By more=yes: Yes: one more."
    assert wording("house") == "Nie więcej niż 2. At home we count."


@pytest.mark.parametrize(
    ("language", "forms", "worded"),
    [
        ("en", "block | blocks", ["0 blocks", "1 block", "2 blocks", "5 blocks", "22 blocks"]),
        ("fr", "bloc | blocs", ["0 bloc", "1 bloc", "2 blocs", "5 blocs", "22 blocs"]),
        ("pl", "bloczek | bloczki | bloczków", ["0 bloczków", "1 bloczek", "2 bloczki", "5 bloczków", "22 bloczki"]),
        ("ru", "блок | блока | блоков", ["0 блоков", "1 блок", "2 блока", "5 блоков", "22 блока"]),
        (
            "pl",
            "bloczek | bloczki",
            ["0 bloczki", "1 bloczek", "2 bloczki", "5 bloczki", "22 bloczki"],
        ),  # the last serves
    ],
)
def test_the_form_of_a_word_goes_with_the_language(small: Small, language: str, forms: str, worded: list[str]) -> None:
    variants = (
        f'edition own "Own" of small\n    language {language}\ncite limits at "1"\n'
        f'    says "{{limit}} {{limit: {forms}}}"\n' + "in limits\n    limit is {n}\n"
    )
    found = [small.book(LIMITS, variants.replace("{n}", str(n))).clauses["limits"].wording for n in (0, 1, 2, 5, 22)]
    assert found == worded


def test_the_clause_speaks_its_own_language_and_the_citation_that_of_the_edition(small: Small) -> None:
    variants = (
        'edition polska "Polska" of small\n    language pl\nin limits\n    limit is 5\ncite limits at "1"\n'
        '    says "{limit: bloczek | bloczki | bloczków}"\n'
    )
    clause = small.book(LIMITS, variants).clauses["limits"]
    assert (clause.says, clause.wording) == ("At most 5 blocks.", "bloczków")


def test_the_clauses_may_be_worded_in_any_language(small: Small) -> None:
    base = LIMITS.replace("{limit: block | blocks}", "{limit: bloczek | bloczki | bloczków}").replace("is 2", "is 22")
    polish = small.book(base, head=HEAD.replace("language en", "language pl"))
    assert polish.base_language == polish.language == "pl"
    assert polish.clauses["limits"].says == "At most 22 bloczki."
    english = small.book(
        base, 'edition one "One" of small\n    language en\n', head=HEAD.replace("language en", "language pl")
    )
    assert (english.base_language, english.language) == ("pl", "en")


def test_what_a_reader_of_no_edition_gets_is_the_clause_itself(small: Small) -> None:
    assert small.book(LIMITS).clauses["limits"].wording is None


@pytest.mark.parametrize(
    "text", ["{memory}", "{memory: one | more}", "{limit + memory}", "{count t: town where t in seen}"]
)
def test_a_wording_quotes_nothing_that_play_changes(small: Small, text: str) -> None:
    base = LIMITS + f'    state memory: 0..9\n    set seen of town\n    says "It is {text}."\n'
    told = small.refusal(base)
    assert "a wording quotes only what is fixed for the edition [in clause limits]" in told
    assert told.startswith("ruleset/small/small.crex:")


def test_a_clause_that_is_off_need_not_make_sense_yet(small: Small) -> None:
    base = LIMITS + 'clause fog "Fog" off\n    says "At most {missing}."\n'
    assert "fog" not in small.book(base).clauses
    assert "nothing is called `missing`" in small.refusal(base, 'edition one "One" of small\nenable fog\n')


def test_what_is_assumed_is_kept_with_its_reasons(small: Small) -> None:
    base = LIMITS + (
        '    assumed\n        "Nobody counts."\n        "We do."\n    table town assumed "The map is lost."\n'
        "        | id | size |\n        | homs | small |\n"
    )
    assert small.book(base).clauses["limits"].assumed == "Nobody counts. We do. The map is lost."
    assert small.book(LIMITS).clauses["limits"].assumed is None


# ---- names of things ----
def names(small: Small, variants: str = "", head: str = HEAD) -> dict[str, str]:
    book = small.book(LIMITS, variants, head=head)
    return {kind.root.ids[index]: text for kind, rows in book.names.items() for index, text in sorted(rows.items())}


def test_things_go_by_the_column_of_their_table(small: Small) -> None:
    assert names(small) == {"acre": "Saint-Jean", "tyre": "Tyre"}


def test_the_names_of_an_edition_go_before_the_column(small: Small) -> None:
    variants = 'edition polska "Polska" of small\nnames\n    acre "Akka"\n    red "Czerwony", "Czerwonego"\n'
    assert names(small, variants) == {"acre": "Akka", "tyre": "Tyre", "red": "Czerwony"}


def test_the_names_of_a_later_layer_go_before_those_of_an_earlier_one(small: Small) -> None:
    variants = (
        'layer slavic of small\nnames\n    acre "Akka"\n    tyre "Tyr"\n'
        'edition polska "Polska" of slavic\nnames\n    acre "Akra"\n'
    )
    assert names(small, variants) == {"acre": "Akra", "tyre": "Tyr"}


def test_names_may_stand_in_a_file(small: Small) -> None:
    small.write({"variants/small/names.tsv": "\ufeff# Polish\nacre\tAkka\n\ntyre\t Tyr \nred\t\n"})
    variants = 'edition polska "Polska" of small\nnames from "names.tsv"\n    tyre "Tyrus"\n'
    assert names(small, variants) == {"acre": "Akka", "tyre": "Tyrus"}  # what is written beside it goes first
    assert names(small, variants.replace('    tyre "Tyrus"\n', "")) == {"acre": "Akka", "tyre": "Tyr"}


def test_a_name_of_nothing_is_told(small: Small) -> None:
    told = small.refusal(LIMITS, 'edition polska "Polska" of small\nnames\n    acer "Akka"\n')
    assert "nothing is called `acer`" in told
    assert "did you mean `acre`?" in told


# ---- values as a reader sees them ----
def _shown() -> list[tuple[object, Type, str]]:
    kinds = realm().world.kinds
    town, size = Thing(kinds["town"]), Enum("size", ("high", "low"))
    return [
        (7, NUMBER, "7"),
        (-2, NUMBER, "-2"),
        (1, BOOL, "yes"),
        (0, BOOL, "no"),
        (1, size, "low"),
        (2, Optional(size), "nothing"),
        (2, town, "ferry"),
        (5, Optional(town), "nothing"),
        (0b101, SetOf(town), "aspen, ferry"),
        (0, SetOf(town), "nothing"),
        (0b10, SetOf(size), "low"),
        ((2, 0, 2), ListOf(town), "ferry, aspen, ferry"),
        ((), ListOf(town), ""),
    ]


@pytest.mark.parametrize("place", range(13))
def test_a_value_is_shown_as_a_reader_sees_it(place: int) -> None:
    value, of, text = _shown()[place]
    assert shown(value, of, {}) == text  # type: ignore[arg-type]
