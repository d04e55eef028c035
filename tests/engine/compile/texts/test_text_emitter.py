"""The talking part: texts and plural forms, measures, worth and policies, as tools read them."""

from __future__ import annotations

from crex_dsl.engine.compile.tables import describe, quoted
from crex_dsl.engine.secrecy.mask import Mask
from crex_dsl.rulebook.terms.types import BOOL, NUMBER, Dice, Enum, ListOf, Number, Optional, SetOf, Thing
from tests.conformance.cases import Case
from tests.engine.tiny import STOP, Tiny, ids, play

TEXT = """
kind crate
    size : 1..9
table crate
    | id   | size |
    | box  | 2    |
    | case | 5    |
stage day in game with hour: 0..9
clause loading "Loading"
    says "A crate of {smallest} {smallest: stone | stones} or more."
    value smallest: number is 2
    state stock(player): 0..9, starts at 1
    set loaded of crate
    action put-on(crate, n: from 1 to 3) in day
        text "{n} {n: man | men} {n: lifts | lift} {crate}, {crate.size} {crate.size: lb | lbs} at {hour}, {loaded}"
        do
            add crate to loaded
    permit put-on(crate, n) when crate not in loaded
    procedure play
        open day with hour is 7
            while stock(ann) = 1
                ann may choose put-on or "{stock(ann)} {stock(ann): hour | hours} of rest for {actor_of_day}"
                ann chooses stay, quit
    define actor_of_day: player is bob
measure stones(p: player, crate) "Stones" is stock(p) * crate.size
measure on_board "Crates on board" is size of loaded each day
worth(p: player) is
    10                          when p is bob
    stock(p) + size of loaded   otherwise
policy heavy "Heavy things first"
    prefer put-on(crate, n) when n = 1 by crate.size
    avoid put-on(crate, n) when n = 3
    prefer stay
scenario evening(n: 0..9) "An evening"
    given
        hour becomes n
    begin play
glossary en
    crate "crate", "crates"
"""
POLISH = """
edition polish "Polski" of tiny
    language pl
names
    box "skrzynka"
    ann "Anna"
cite loading at "1" titled "Ładunek"
    says "Skrzynia ma co najmniej {smallest} {smallest: kamień | kamienie | kamieni}."
"""


def test_texts_have_live_values_and_plural_forms(tiny: Tiny) -> None:
    position = tiny(TEXT + STOP).start()
    texts = [action.text for action in position.asked().legal]
    assert texts[0] == "1 man lifts box, 2 lbs at 7, nothing"
    assert texts[2] == "3 men lift box, 2 lbs at 7, nothing"
    assert texts[-1] == "1 hour of rest for bob"
    play(position, "put-on(case, 1)", "stay")
    assert position.asked().legal[0].text == "1 man lifts box, 2 lbs at 7, case"


def test_an_edition_speaks_in_its_own_names_and_forms(tiny: Tiny) -> None:
    game = tiny(TEXT + STOP, {"polish": POLISH}, "polish")
    assert game.start().asked().legal[0].text.startswith("1 man lifts skrzynka, 2")
    assert game.clause("loading")[3] == "Skrzynia ma co najmniej 2 kamienie."
    assert game.clause("loading")[2] == "Ładunek"
    assert ids(game.start())[0] == "put-on(box, 1)"  # ids stay


CASES = """
clause loading "Loading"
    state stock(player): 0..9, starts at 1
    set loaded of crate
    kind crate
        size : 1..9
    table crate
        | id   | size |
        | box  | 2    |
        | case | 5    |
    action put-on(crate, n: from 0 to 3) in game
        text
            "look at {crate}"                        when n = 0
            "{actor} adds {crate} to {loaded}"       when some c in loaded
            "{actor} lifts {crate} with {n} others"  when crate.size > n and n > 1
            "lift {crate}"                           otherwise
        do
            add crate to loaded
            stock(actor) += n
    permit put-on(crate, n) when crate not in loaded
    procedure play
        while size of loaded < 2
            ann chooses put-on, quit
"""


def test_the_first_case_that_holds_gives_the_text(tiny: Tiny) -> None:
    position = tiny(CASES + STOP).start()
    assert [action.text for action in position.asked().legal][:8] == [
        "look at box",
        "lift box [n 1]",
        "lift box [n 2]",
        "lift box [n 3]",
        "look at case",
        "lift case",
        "ann lifts case with 2 others",
        "ann lifts case with 3 others",
    ]
    play(position, "put-on(case, 2)")
    assert [action.text for action in position.asked().legal][:2] == ["look at box", "ann adds box to case [n 1]"]
    assert [line.text for line in position.log] == ["ann lifts case with 2 others"]
    assert position.game.action("ann adds box to case [n 1]", position) == position.game.spelled_code("put-on(box, 1)")


def test_texts_change_nothing_that_the_rules_do(tiny: Tiny) -> None:
    text = CASES.replace(
        "state stock(player): 0..9", "state held(crate): player or nobody\n    state stock(player): 0..9"
    )
    found = {
        tiny(text.replace("some c in loaded", when) + STOP).does
        for when in ("some c in loaded", "held(crate) is actor", "some c: crate where held(c) is actor")
    }
    assert len(found) == 1


def test_measures_and_worth(tiny: Tiny) -> None:
    position = tiny(TEXT + STOP).start()
    assert position.measure("stones", "ann", "case") == 5
    assert position.measure("on_board") == 0
    play(position, "put-on(box, 2)")
    assert position.measure("on_board") == 1
    assert (position.worth("ann"), position.worth("bob")) == (2, 10)
    tables = position.game.tables["measures"]
    assert tables["stones"][0] == "Stones"
    assert tables["on_board"][2] == "day"


def test_policies_weigh_instances(tiny: Tiny) -> None:
    game = tiny(TEXT + STOP)
    position = game.start()
    rows = game.program.words["POLICIES"]["heavy"]
    assert game.tables["policies"] == {"heavy": "Heavy things first"}
    assert [row[0] for row in rows] == [True, False, True]
    names = [game.actions[row[1]].name for row in rows]
    assert names == ["put-on", "put-on", "stay"]
    _, _, when, by = rows[0]
    args = (0, *game.numbers(game.spelled_code("put-on(case, 1)")))
    assert (bool(when(position.state, *args)), by(position.state, *args)) == (True, 5)
    args = (0, *game.numbers(game.spelled_code("put-on(case, 2)")))
    assert not when(position.state, *args)
    assert rows[2][2:] == (None, None)


def test_pictures_are_drawn_through_the_mask() -> None:
    game = Case("ford", "plain-1.0", ()).load()
    position = game.start()
    block = game.program.words["PICTURES"]["block"]
    assert list(block) == ["label", "pips", "colour", "shape"]
    riders = game.namer.kinds["block"][1]["fox-riders"]
    own, other = (Mask(game, position.state, seat).show for seat in (1, 0))
    plural = Mask(game, position.state, None).plural
    assert [block[name](position.state, own, plural, riders) for name in block] == [
        "fox-riders A2",
        "3",
        "south",
        "square",
    ]
    assert block["pips"](position.state, other, plural, riders) == "?"
    assert block["label"](position.state, other, plural, riders) == "a block ??"
    assert game.tables["links"] == {"road": "town"}
    assert game.cells[game.tables["placements"]["block"]][0] == "at"


def test_scenarios_are_listed_with_their_parameters(tiny: Tiny) -> None:
    game = tiny(TEXT + STOP)
    assert game.tables["scenarios"] == {"evening": ("An evening", (("n", ("number", 0, 9)),), "play", (), ())}


def test_types_as_plain_data() -> None:
    kind = Case("ford", "plain-1.0", ()).load().rulebook.world.kinds["town"]
    thing = ("thing", "place", "town", kind.mask)
    assert describe(Thing(kind)) == thing
    assert describe(Optional(Thing(kind))) == ("optional", thing)
    assert describe(SetOf(Thing(kind))) == ("set", thing)
    assert describe(ListOf(Thing(kind))) == ("list", thing)
    assert describe(Number(1, 4)) == ("number", 1, 4)
    assert describe(NUMBER) == ("number", None, None)
    assert describe(BOOL) == ("bool",)
    assert describe(Enum("x", ("a", "b"))) == ("enum", ("a", "b"))
    assert describe(Dice(10)) == ("dice", 10)


def test_conditions_are_quoted_as_they_are_written(tiny: Tiny) -> None:
    text = TEXT.replace(
        "    permit put-on(crate, n) when crate not in loaded\n",
        "    permit put-on(crate, n) when crate not in loaded\n"
        "        and crate.size   > 1  # not too small\n"
        "        and n < 9\n",
    )
    book = tiny(text + STOP).rulebook
    when = book.world.actions["put-on"].permits[0].when
    assert when is not None
    assert quoted(when.span) == "crate not in loaded and crate.size > 1 and n < 9"
