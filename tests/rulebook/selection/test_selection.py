"""Which edition and options are meant, what goes together, and what every refusal offers instead."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crex_dsl.rulebook.selection.selection import (
    Clash,
    EditionInfo,
    GameIndex,
    OptionInfo,
    ReadingInfo,
    RulingInfo,
    SelectionError,
    in_order,
)


def edition(name: str, *layers: str) -> EditionInfo:
    return EditionInfo(id=name, title=name, language="en", chain=["small", *layers, name], seats=None)


def option(name: str, layers: str = "", **others: str) -> OptionInfo:
    lists = {key: others.get(key, "").split() for key in ("excludes", "needs", "recommends", "follows", "reads")}
    return OptionInfo(id=name, title=name, says="", layers=layers.split(), **lists)


def ruling(name: str, layer: str, layers: str, **readings: str) -> RulingInfo:
    made = [
        ReadingInfo(
            id=key,
            reason="",
            printed="printed" in marks,
            taken="taken" in marks,
            unplayable="unplay" in marks,
            changes="taken" not in marks,
        )
        for key, marks in readings.items()
    ]
    return RulingInfo(id=name, asks="?", on=[], layer=layer, layers=layers.split(), readings=made)


def game(*options: OptionInfo, rulings: tuple[RulingInfo, ...] = ()) -> GameIndex:
    return GameIndex(
        game="small",
        title="Small",
        default=False,
        default_edition="french-1.0",
        editions=[
            edition("english-1.0", "old"),
            edition("english-2.0", "new"),
            edition("french-1.0", "old"),
            edition("new-french", "new"),
        ],
        options=list(options),
        rulings=list(rulings),
    )


GAME = game(
    option("fog", excludes="sun"),
    option("sun", excludes="fog"),
    option("owls", needs="night"),
    option("night", recommends="fog"),
    option("keep", "old"),
    option("keeps", "old english-2.0", follows="fog"),
    rulings=(
        ruling("throw", "small", "", eldest="printed", lot="taken", nobody="unplayable"),
        ruling("seats", "old", "", round="printed taken", square=""),
        ruling("cards", "small", "new", up="printed", down="taken"),
        ruling("misprint", "small", "", none="printed unplayable", some="taken"),
    ),
)
TERSE = game()


# ---- editions ----
@pytest.mark.parametrize(
    ("name", "meant"),
    [
        (None, "french-1.0"),
        ("english-1.0", "english-1.0"),
        ("english-2", "english-2.0"),
        ("f", "french-1.0"),
        ("french", "french-1.0"),  # a beginning goes before a part: new-french holds it too
        ("new", "new-french"),
        ("-french", "new-french"),
        ("2.0", "english-2.0"),
    ],
)
def test_an_edition_goes_by_any_short_form_that_fits_only_one(name: str | None, meant: str) -> None:
    assert GAME.edition(name).id == meant
    assert GAME.select(name, []).edition == meant


@given(st.data())
def test_every_beginning_that_fits_only_one_edition_means_it(data: st.DataObject) -> None:
    ids = [e.id for e in GAME.editions]
    name = data.draw(st.sampled_from(ids))
    short = name[: data.draw(st.integers(1, len(name)))]
    if sum(i.startswith(short) for i in ids) == 1:
        assert GAME.edition(short).id == name
    else:
        with pytest.raises(SelectionError, match="it could be "):
            GAME.edition(short)


# ---- what goes together ----
def test_options_are_those_of_the_edition() -> None:
    assert [o.id for o in GAME.options_for(GAME.edition("english-1"))] == [o.id for o in GAME.options]
    assert [o.id for o in GAME.options_for(GAME.edition("english-2"))] == ["fog", "sun", "owls", "night", "keeps"]
    assert [o.id for o in GAME.options_for(GAME.edition("new"))] == ["fog", "sun", "owls", "night"]


def test_rulings_are_those_of_the_edition() -> None:
    assert [r.id for r in GAME.rulings_for(GAME.edition("english-1"))] == ["throw", "seats", "misprint"]
    assert [r.id for r in GAME.rulings_for(GAME.edition("english-2"))] == ["throw", "cards", "misprint"]


REFUSED = [
    ("germ", [], "Small has no edition `germ`: there are english-1.0, english-2.0, french-1.0 and new-french"),
    ("english", [], "Small has no edition `english`: it could be english-1.0 or english-2.0"),
    ("frensh-1.0", [], "Small has no edition `frensh-1.0`: did you mean `french-1.0`?"),
    ("new", ["fogg"], "Small has no option `fogg`: did you mean `fog`?"),
    ("new", ["as-print"], "Small has no option `as-print`: did you mean `as-printed`?"),
    ("new", ["xyz"], "Small has no option `xyz`: there are fog, sun, owls, night, keep and keeps"),
    ("new", ["keep"], "option `keep` is for old, not for new-french: new-french takes fog, sun, owls and night"),
    (
        "new",
        ["keeps"],
        "option `keeps` is for old or english-2.0, not for new-french: new-french takes fog, sun, owls and night",
    ),
    ("new", ["fog", "sun"], "options `fog` and `sun` exclude each other: take one of them"),
    ("new", ["sun", "fog"], "options `fog` and `sun` exclude each other: take one of them"),
    ("new", ["owls"], "option `owls` needs `night`: take both or neither"),
    ("new", ["throws=lot"], "new-french has no ruling `throws`: did you mean `throw`?"),
    ("new", ["cards"], "`cards` is a ruling, not an option: take one of its readings, cards=up or cards=down"),
    ("new", ["cards=up", "cards=down"], "ruling `cards` cannot be read as `up` and `down` at once: take one of them"),
    (
        "new",
        ["seats=round"],
        "ruling `seats` is for english-1.0 and french-1.0, not for new-french: take another edition or ruling",
    ),
    ("new", ["throw=youngest"], "ruling `throw` has no reading `youngest`: choose eldest or lot"),
    (
        "new",
        ["throw=nobody"],
        "reading `nobody` of ruling `throw` is marked unplayable and never taken: choose eldest or lot",
    ),
]


@pytest.mark.parametrize(("edition", "options", "sentence"), REFUSED, ids=[sentence for _, _, sentence in REFUSED])
def test_every_refusal_says_what_is_possible(edition: str, options: list[str], sentence: str) -> None:
    with pytest.raises(SelectionError) as refused:
        GAME.select(edition, options)
    assert str(refused.value) == sentence


def test_where_there_is_nothing_to_choose_it_says_so() -> None:
    with pytest.raises(SelectionError, match="Small has no option `fog`: it has no options"):
        TERSE.select(None, ["fog"])
    with pytest.raises(SelectionError, match=r"french-1\.0 has no ruling `throw`: it has no rulings"):
        TERSE.select(None, ["throw=lot"])
    lonely = game(option("keep", "old"))
    with pytest.raises(
        SelectionError, match="option `keep` is for old, not for new-french: new-french takes no options"
    ):
        lonely.select("new", ["keep"])


def test_a_recommendation_binds_nobody() -> None:
    assert GAME.select("new", ["night"]).options == ["night"]


def test_an_option_given_twice_is_taken_once() -> None:
    assert GAME.select("new", ["night", "night"]).options == ["night"]


# ---- order ----
@given(st.permutations(["fog", "owls", "night", "keep", "keeps", "throw=eldest", "seats=square"]))
def test_the_order_in_which_options_are_given_is_of_no_account(asked: list[str]) -> None:
    assert GAME.select("english-1", asked) == GAME.select("english-1", sorted(asked))
    assert GAME.select("english-1", asked).options == ["fog", "owls", "night", "keep", "keeps"]


ORDER = st.integers(1, 6).flatmap(
    lambda size: st.lists(
        st.lists(st.integers(0, size - 1), max_size=2, unique=True), min_size=size, max_size=size
    ).flatmap(lambda follows: st.tuples(st.just(follows), st.permutations(range(size))))
)


@given(ORDER)
def test_each_option_comes_after_those_that_it_follows(case: tuple[list[list[int]], list[int]]) -> None:
    follows, names = case
    declared = [  # each follows only some of those with a lower name, so there is no circle
        option(f"o{name}", follows=" ".join(f"o{other}" for other in follows[name] if other < name)) for name in names
    ]
    placed = [o.id for o in in_order(declared)]
    assert sorted(placed) == sorted(o.id for o in declared)
    for made in declared:
        assert all(placed.index(other) < placed.index(made.id) for other in made.follows)


def test_without_follows_options_apply_as_declared() -> None:
    assert [o.id for o in in_order([option("zoo"), option("ant"), option("mole")])] == ["zoo", "ant", "mole"]


def test_follows_moves_no_more_than_it_must() -> None:
    assert game(option("a", follows="c"), option("b"), option("c")).select(None, ["a", "b", "c"]).options == [
        "b",
        "c",
        "a",
    ]
    assert game(option("a", follows="c"), option("b"), option("c")).select(None, ["b", "a"]).options == ["a", "b"]


# ---- readings ----
@pytest.mark.parametrize(
    ("options", "readings", "as_printed"),
    [
        ([], {}, False),
        (["throw=lot"], {}, False),  # the one taken anyway
        (["throw=eldest"], {"throw": "eldest"}, True),
        (["as-printed"], {"throw": "eldest"}, True),
        (["as-printed", "throw=lot"], {}, False),
        (["throw=lot", "as-printed"], {}, False),
        (["seats=square", "as-printed"], {"seats": "square", "throw": "eldest"}, False),
    ],
)
def test_a_reading_is_chosen_like_an_option(options: list[str], readings: dict[str, str], as_printed: bool) -> None:
    chosen = GAME.select("english-1", options)
    assert chosen.readings == readings
    assert chosen.as_printed is as_printed
    assert chosen.options == []
    assert chosen.names == [f"{key}={value}" for key, value in readings.items()]


def test_as_printed_takes_what_can_be_played() -> None:
    assert GAME.printed_readings(GAME.edition("english-2")) == {"throw": "eldest", "cards": "up"}
    assert GAME.select("english-2", ["as-printed", "fog"]).names == ["fog", "cards=up", "throw=eldest"]


# ---- what is permitted ----
def test_permitted_sets_go_together() -> None:
    new = GAME.edition("new")
    assert list(GAME.permitted(new, 0)) == [[]]
    assert list(GAME.permitted(new, 1)) == [["fog"], ["sun"], ["owls", "night"], ["night"]]
    assert [sorted(names) for names in GAME.permitted(new, 2)] == [
        ["fog", "night", "owls"],
        ["fog", "night"],
        ["night", "owls", "sun"],
        ["night", "sun"],
        ["night", "owls"],
    ]


def test_permitted_sets_bring_what_their_needs_need() -> None:
    chain = game(
        option("a", needs="b"), option("b", needs="c"), option("c"), option("d", needs="e"), option("e", "new")
    )
    assert list(chain.permitted(chain.edition("french"), 1)) == [["a", "b", "c"], ["b", "c"], ["c"]]
    assert ["d", "e"] in chain.permitted(chain.edition("new"), 1)


NEEDS = st.lists(st.lists(st.integers(0, 4), max_size=2, unique=True), min_size=5, max_size=5)


@given(NEEDS, NEEDS, st.integers(0, 3))
def test_every_permitted_set_can_be_selected(needs: list[list[int]], excludes: list[list[int]], size: int) -> None:
    made = game(
        *(
            option(
                f"o{i}",
                needs=" ".join(f"o{j}" for j in needs[i]),
                excludes=" ".join(f"o{j}" for j in excludes[i] if j > i),
            )
            for i in range(5)
        )
    )
    for names in made.permitted(made.edition(None), size):
        assert len(set(names)) == len(names) >= size
        assert set(made.select(None, names).options) == set(names)


def test_an_option_may_be_a_reading_by_another_name() -> None:
    index = game(
        option("mist", reads="first-throw=blue"),
        rulings=(ruling("first-throw", "old", "", red="taken", blue=""),),
    )
    named, spelled = index.select(None, ["mist"]), index.select(None, ["first-throw=blue"])
    assert named.readings == spelled.readings == {"first-throw": "blue"}
    assert (named.names, spelled.names) == (["mist"], ["first-throw=blue"])
    assert index.select(None, ["mist", "first-throw=blue"]).names == ["mist"]
    with pytest.raises(SelectionError, match="cannot be read as"):
        index.select(None, ["mist", "first-throw=red"])


def test_readings_that_clash_are_refused_by_name() -> None:
    index = game(option("fog"), rulings=(ruling("taste", "small", "", good="taken", bad=""),))
    index.clashes = [Clash(one="fog", other="taste=bad", point="value `courage`")]
    assert index.select(None, ["fog"]).names == ["fog"]
    assert index.select(None, ["fog", "taste=good"]).names == ["fog"]
    with pytest.raises(SelectionError) as refused:
        index.select(None, ["taste=bad", "fog"])
    assert str(refused.value) == (
        "`fog` and `taste=bad` cannot be taken together, for both change the value `courage`: take one of them"
    )
