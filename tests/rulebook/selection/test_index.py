"""What can be chosen in a game, read off its headers and rulings."""

import pytest

from crex_dsl.language.diagnostics import RuleError
from crex_dsl.rulebook.files.games import Library
from crex_dsl.rulebook.selection.catalogue import index_of
from crex_dsl.rulebook.selection.selection import GameIndex
from tests.rulebook.small import HEAD, Small

VARIANTS = """
layer old of small
    language pl
    seats 2

edition old-1.0 "Old" of old
    language ru

edition old-2.0 "Older still" of old
    seats 3

edition new-1.0 "New" of small

ruling first-throw on playing in old
    asks "Who throws first?"
    reading eldest printed "The eldest: it says so."
    reading lot taken "By lot: the example shows it."
    reading nobody printed unplayable "Nobody: a misprint."

option fog "Fog" for old, new-1.0
    says
        "Nobody sees"
        "anything."
    excludes sun
    needs night
    recommends owls, night
    follows owls

option sun "Sun"
option night "Night"
option owls "Owls"
"""


def test_editions_know_their_layers_language_and_seats(small: Small) -> None:
    index = small.index("", VARIANTS, head=HEAD.replace("red, blue", "red, blue, green seated 2..3"))
    assert [(e.id, e.title, e.language, e.chain, e.seats) for e in index.editions] == [
        ("old-1.0", "Old", "ru", ["small", "old", "old-1.0"], 2),
        ("old-2.0", "Older still", "pl", ["small", "old", "old-2.0"], 3),
        ("new-1.0", "New", "en", ["small", "new-1.0"], None),
    ]


def test_a_game_without_editions_has_one(small: Small) -> None:
    index = small.index("", 'option sun "Sun"\n')
    assert [(e.id, e.title, e.language, e.chain, e.seats) for e in index.editions] == [
        ("standard", "Small", "en", ["small"], None)
    ]
    assert index.default_edition == "standard"


def test_families_and_options_are_layers_too(small: Small) -> None:
    families_and_editions = ["small", "old", "old-1.0", "old-2.0", "new-1.0"]
    assert small.index("", VARIANTS).layers == [*families_and_editions, "fog", "sun", "night", "owls"]


LOOSE = """
layer house of old

edition house-1.0 "House" of house

option snow "Snow" for house
"""


def with_loose(small: Small, text: str) -> GameIndex:
    """What can be chosen when a loose file stands beside the variants."""
    small.files("", VARIANTS)
    small.write({"loose.crex": text})
    return index_of(Library([small.root], [small.root / "loose.crex"]).files("small"))


def test_loose_layers_are_known_and_one_edition_is_the_default(small: Small) -> None:
    found, ours = with_loose(small, LOOSE), small.index("", VARIANTS)
    assert (found.loose, found.default_edition) == (["house", "house-1.0", "snow"], "house-1.0")
    assert (ours.loose, ours.default_edition) == ([], "old-1.0")


def test_two_loose_editions_leave_the_default_as_it_is(small: Small) -> None:
    assert with_loose(small, LOOSE + 'edition house-2.0 "Houses" of house\n').default_edition == "old-1.0"


def test_what_goes_on_with_a_layer_of_ours_is_loose_and_no_new_default(small: Small) -> None:
    found = with_loose(small, 'edition new-1.0 "New" of small\n\nclause more "More"\n    says "More."\n')
    assert (found.loose, found.default_edition) == (["new-1.0"], "old-1.0")


def test_without_a_word_the_language_is_english(small: Small) -> None:
    head = HEAD.replace("    language en\n", "")
    assert small.index("", 'edition one "One" of small\n', head=head).editions[0].language == "en"
    assert (
        small.index("", "", head=head.replace("Small", "Mała").replace("play\n\n", "play\n    language pl\n\n"))
        .editions[0]
        .language
        == "pl"
    )


@pytest.mark.parametrize(("line", "meant"), [("", "old-1.0"), ("    default edition new-1.0\n", "new-1.0")])
def test_the_default_edition_is_the_one_said_or_the_first(small: Small, line: str, meant: str) -> None:
    head = HEAD.replace("    language en\n", "    language en\n" + line).replace(
        "red, blue", "red, blue, green seated 2..3"
    )
    assert small.index("", VARIANTS, head=head).default_edition == meant


@pytest.mark.parametrize(("line", "default"), [("", False), ("    default\n", True)])
def test_a_game_may_be_the_default(small: Small, line: str, default: bool) -> None:
    assert small.index("", head=HEAD.replace("    language en\n", "    language en\n" + line)).default is default


def test_options_know_what_they_go_with(small: Small) -> None:
    secret_state, sun, night, owls = small.index("", VARIANTS).options
    assert (secret_state.id, secret_state.title, secret_state.says) == ("fog", "Fog", "Nobody sees anything.")
    assert secret_state.layers == ["old", "new-1.0"]
    assert (secret_state.excludes, secret_state.needs, secret_state.recommends, secret_state.follows) == (
        ["sun"],
        ["night"],
        ["owls", "night"],
        ["owls"],
    )
    assert (sun.layers, sun.says, sun.needs) == ([], "", [])
    assert (night.excludes, owls.excludes) == ([], [])


def test_excluding_is_mutual(small: Small) -> None:
    options = {option.id: option for option in small.index("", VARIANTS).options}
    assert options["sun"].excludes == ["fog"]


def test_rulings_know_their_readings(small: Small) -> None:
    (ruling,) = small.index("", VARIANTS).rulings
    assert (ruling.id, ruling.asks, ruling.on) == ("first-throw", "Who throws first?", ["playing"])
    assert (ruling.layer, ruling.layers) == ("new-1.0", ["old"])
    assert [(r.id, r.printed, r.taken, r.unplayable) for r in ruling.readings] == [
        ("eldest", True, False, False),
        ("lot", False, True, False),
        ("nobody", True, False, True),
    ]
    assert ruling.readings[1].reason == "By lot: the example shows it."


WRONG = [
    ('edition one "One" of smal\n', "layer `one` stands on `smal`, which does not exist", "did you mean `small`?"),
    (
        'option x "X"\nedition one "One" of x\n',
        "layer `one` stands on `x`, which does not exist",
        "there is only small",
    ),
    ("layer one of two\nlayer two of one\n", "layers go in a circle: one of two of one", "stand on the game itself"),
    ('option x "X" for smal\n', "option `x` is for `smal`, which does not exist", "did you mean `small`?"),
    ('option x "X"\n    needs yy\noption y "Y"\n', "option `x` needs `yy`, which is no option", ""),
    ('option x "X"\n    excludes small\n', "option `x` excludes `small`, which is no option", ""),
    ('option x "X"\n    needs y\noption y "Y"\n    excludes x\n', "option `x` both needs and excludes `y`", "keep one"),
    ('option x "X"\n    follows x\n', "option `x` follows itself, directly or through others", "circle"),
    (
        'option x "X"\nruling r on playing\n    asks "?"\n    reading a1 taken "Yes."\n',
        "ruling `r` stands in option `x`, where nobody could choose its readings",
        "move it to the game, a family or an edition",
    ),
    (
        'option x "X"\n    follows y\noption y "Y"\n    follows z\noption z "Z"\n    follows x\n',
        "option `x` follows itself, directly or through others",
        "take one `follows` of the circle out",
    ),
]


@pytest.mark.parametrize(("variants", "message", "hint"), WRONG, ids=[message for _, message, _ in WRONG])
def test_headers_that_do_not_fit_are_told(small: Small, variants: str, message: str, hint: str) -> None:
    with pytest.raises(RuleError) as refused:
        small.index("", variants)
    assert message in str(refused.value)
    assert hint in str(refused.value)


def test_a_circle_of_follows_is_no_circle_where_the_ways_only_meet(small: Small) -> None:
    variants = (
        'option a1 "A"\n    follows b1, c1\noption b1 "B"\n    follows d1\noption c1 "C"\n'
        '    follows d1\noption d1 "D"\n'
    )
    assert [option.follows for option in small.index("", variants).options] == [["b1", "c1"], ["d1"], ["d1"], []]
