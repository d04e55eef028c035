"""Kinds, tables and stages: what there is, typed cell by cell, as the layers leave it."""

import pytest

from crex_dsl.rulebook.rulebook import Rulebook
from crex_dsl.rulebook.terms import FixedAttribute
from crex_dsl.rulebook.terms.types import Kind
from crex_dsl.rulebook.wording import shown
from tests.rulebook.small import HEAD, Small

LAND = """
kind place
    owner  : player or nobody
    ground : wet | dry
    rank   : 1..9
    allies : set of place
table place
    | id   | owner | ground | rank | allies     |
    | acre | red   | wet    | 3    | tyre, jaff |
    | tyre | -     | wet    | 2    | -          |
    | jaff | blue  | dry    | 1    | acre       |

kind road joins place
    length : 1..9
table road
    | from | to   | length |
    | acre | tyre | 1      |
    | tyre | jaff | 2      |
"""


def names(kind: Kind) -> list[str]:
    """The members of a kind by their ids."""
    return [kind.root.ids[index] for index in kind.members]


def values(book: Rulebook, kind: str, name: str) -> list[str]:
    """An attribute of every thing of a root kind as a reader sees it."""
    attribute = book.world.kinds[kind].attribute(name)
    assert isinstance(attribute, FixedAttribute)
    return [shown(value, attribute.type, {}) for value in attribute.values]


# ---- kinds ----
def test_things_are_numbered_in_the_order_of_their_table(small: Small) -> None:
    place = small.book(LAND).world.kinds["place"]
    assert place.ids == ["acre", "tyre", "jaff"]
    assert place.aliases == {"acre": 0, "tyre": 1, "jaff": 2}
    assert (place.mask, place.members, place.count) == (0b111, [0, 1, 2], 3)


def test_cells_are_typed(small: Small) -> None:
    book = small.book(LAND)
    assert values(book, "place", "owner") == ["red", "nothing", "blue"]
    assert values(book, "place", "ground") == ["wet", "wet", "dry"]
    assert values(book, "place", "rank") == ["3", "2", "1"]
    assert values(book, "place", "allies") == ["tyre, jaff", "nothing", "acre"]


def test_a_closed_list_has_things_without_attributes(small: Small) -> None:
    kind = small.book("kind letter is A, B, C\n").world.kinds["letter"]
    assert (names(kind), kind.fixed, kind.changing) == (["A", "B", "C"], {}, {})


def test_a_kind_without_rows_has_no_things(small: Small) -> None:
    book = small.book("kind way\n    length : 1..9\nkind sea is a way\n    depth : 0..9\n")
    assert names(book.world.kinds["way"]) == names(book.world.kinds["sea"]) == []


def test_a_part_picked_out_by_what_its_things_are(small: Small) -> None:
    kinds = small.book(
        LAND + "kind port is a place where ground is wet\nkind haven is a port where port.owner is not nobody\n"
    ).world.kinds
    assert names(kinds["port"]) == ["acre", "tyre"]
    assert names(kinds["haven"]) == ["acre"]
    assert kinds["haven"].root is kinds["place"]
    assert kinds["haven"].is_within(kinds["place"])
    assert not kinds["place"].is_within(kinds["haven"])


def test_a_part_with_rows_of_its_own_fills_the_columns_of_the_whole(small: Small) -> None:
    book = small.book(
        LAND
        + "kind isle is a place\n    reefs : 0..3\n"
        + "table isle\n    | id | owner | ground | rank | allies | reefs |\n    | arwad | - | wet | 4 | acre | 2 |\n"
    )
    place, isle = book.world.kinds["place"], book.world.kinds["isle"]
    assert names(place) == ["acre", "tyre", "jaff", "arwad"]
    assert names(isle) == ["arwad"]
    assert values(book, "place", "rank")[3] == "4"
    assert values(book, "isle", "reefs")[3] == "2"
    assert place.attribute("reefs") is None
    assert isle.attribute("rank") is place.attribute("rank")
    assert isle.attribute_names() == [*place.attribute_names(), "reefs"]


def test_a_part_that_is_picked_out_has_no_table_for_attributes_of_its_own(small: Small) -> None:
    told = small.refusal(LAND + "kind port is a place where ground is wet\n    depth : 1..9\n")
    assert "`port`" in told
    assert "`depth`" in told


def test_attributes_are_fixed_changing_or_placed(small: Small) -> None:
    book = small.book(
        LAND
        + "kind unit\n    home : place\n    placed at : place, starts at unit.home\n    changing tired : yes or no\n"
        + "table unit\n    | id | home |\n    | fox | acre |\n"
    )
    unit = book.world.kinds["unit"]
    assert (list(unit.fixed), list(unit.changing)) == (["home"], ["at", "tired"])
    assert unit.placed is unit.changing["at"]
    assert [(state.name, state.sort, state.stage, state.placed) for state in book.world.memory] == [
        ("at", "attribute", "game", True),
        ("tired", "attribute", "game", False),
    ]


def test_a_fixed_attribute_may_be_seen_by_all(small: Small) -> None:
    base = "kind unit\n    owner : player, seen by all\n    power : 1..4\n    identity seen by unit.owner\n"
    fixed = (
        small.book(base + "table unit\n    | id | owner | power |\n    | fox | red | 2 |\n").world.kinds["unit"].fixed
    )
    assert {name: attribute.shown for name, attribute in fixed.items()} == {"owner": True, "power": False}


# ---- links ----
def test_a_link_goes_by_either_order_of_its_ends(small: Small) -> None:
    book = small.book(LAND)
    road = book.world.kinds["road"]
    assert road.ids == ["acre-tyre", "tyre-jaff"]
    assert road.aliases == {"acre-tyre": 0, "tyre-acre": 0, "tyre-jaff": 1, "jaff-tyre": 1}
    assert road.joins is book.world.kinds["place"]
    assert values(book, "road", "ends") == ["acre, tyre", "tyre, jaff"]


def test_a_link_stands_once_in_its_table(small: Small) -> None:
    told = small.refusal(LAND + "table road\n    | from | to | length |\n    | tyre | acre | 4 |\n")
    assert "`tyre-acre` is already a road" in told


WAYS = """
kind way
    size : 1..3
kind track is a way joins place
kind lane is a way joins place
    mud : yes or no
table track
    | from | to   | size |
    | acre | jaff | 2    |
table lane
    | from | to   | size | mud |
    | jaff | tyre | 1    | yes |
"""


def test_links_may_be_parts_of_one_kind(small: Small) -> None:
    book = small.book(LAND + WAYS)
    way, track, lane = (book.world.kinds[name] for name in ("way", "track", "lane"))
    assert (names(way), names(track), names(lane)) == (["acre-jaff", "jaff-tyre"], ["acre-jaff"], ["jaff-tyre"])
    assert way.aliases["tyre-jaff"] == way.aliases["jaff-tyre"] == 1
    assert track.joins is lane.joins is book.world.kinds["place"]
    assert values(book, "lane", "ends")[1] == "tyre, jaff"
    assert values(book, "way", "size") == ["2", "1"]


def test_layers_name_a_link_from_either_end(small: Small) -> None:
    variants = 'edition new "New" of small\ntable road\n    change tyre-acre length is 7\n    drop jaff-tyre\n'
    book = small.book(LAND, variants)
    assert book.world.kinds["road"].ids == ["acre-tyre"]
    assert values(book, "road", "length") == ["7"]


# ---- tables ----
TYPES = """
kind thing
    flag  : yes or no
    count : number
    mood  : calm | wild | none
    maybe : calm2 | wild2 or nothing
    mate  : thing or nothing
    mates : set of thing
    moods : set of thing.mood
    row   : list of thing
    sums  : list of number
    name2 : player or nobody
"""


def test_a_dash_is_nothing_no_none_or_empty(small: Small) -> None:
    table = (
        "table thing\n"
        "    | id | flag | count | mood | maybe | mate | mates | moods | row | sums | name2 |\n"
        "    | one | - | 0 | - | - | - | - | - | - | - | - |\n"
        "    | two | yes | 12 | wild | wild2 | one | one, two | calm, wild | two, one, two | 3, 1, 3 | red |\n"
    )
    book = small.book(TYPES + table)
    row = {name: values(book, "thing", name) for name in book.world.kinds["thing"].fixed}
    assert row == {
        "flag": ["no", "yes"],
        "count": ["0", "12"],
        "mood": ["none", "wild"],
        "maybe": ["nothing", "wild2"],
        "mate": ["nothing", "one"],
        "mates": ["nothing", "one, two"],
        "moods": ["nothing", "calm, wild"],
        "row": ["", "two, one, two"],
        "sums": ["", "3, 1, 3"],
        "name2": ["nothing", "red"],
    }


def test_a_table_in_a_file_says_the_same(small: Small) -> None:
    base = LAND.split("table place")[0]
    small.write(
        {
            "ruleset/small/tables/places.tsv": "\ufeff# who holds what\nid\towner\tground\trank\tallies\r\n\n"
            "acre\tred\twet\t3\ttyre, jaff\r\ntyre\t-\twet\t2\t-\njaff\t blue \tdry\t1\tacre\n"
        }
    )
    filed = small.book(base + 'table place from "tables/places.tsv"\n')
    inline = small.book(base + "table place" + LAND.split("table place")[1].split("kind road")[0])
    for name in ("owner", "ground", "rank", "allies"):
        assert values(filed, "place", name) == values(inline, "place", name)
    assert names(filed.world.kinds["place"]) == ["acre", "tyre", "jaff"]


def test_a_mistake_in_a_file_is_shown_in_the_file(small: Small) -> None:
    small.write({"ruleset/small/p.tsv": "id\tx\nacre\t3\ntyre\t11\n"})
    told = small.refusal('kind place\n    x : 1..9\ntable place from "p.tsv"\n')
    assert told.startswith("ruleset/small/p.tsv:3:6: error: 11 is outside 1..9")


def test_a_table_file_is_one_that_the_digest_counts(small: Small) -> None:
    small.write({"ruleset/small/p.txt": "id\tx\nacre\t3\n"})
    assert ".tsv" in small.refusal('kind place\n    x : 1..9\ntable place from "p.txt"\n')
    assert ".tsv" in small.refusal(LAND, 'edition new "New" of small\nnames from "names.txt"\n')


def test_several_tables_of_one_kind_add_up(small: Small) -> None:
    more = (
        'clause east "The east"\n    table place\n'
        "        | id | allies | rank | ground | owner |\n        | homs | - | 9 | dry | - |\n"
    )
    book = small.book(LAND + more)
    assert names(book.world.kinds["place"]) == ["acre", "tyre", "jaff", "homs"]
    assert values(book, "place", "rank") == ["3", "2", "1", "9"]


def test_a_name_column_is_what_readers_see(small: Small) -> None:
    book = small.book(
        "kind town\n    x : 1..9\ntable town\n    | id | name | x |\n    | acre | Saint-Jean d'Acre | 1 |\n"
    )
    assert book.names[book.world.kinds["town"]] == {0: "Saint-Jean d'Acre"}
    assert list(book.world.kinds["town"].fixed) == ["x"]


def test_rows_of_a_clause_that_is_off_are_not_there(small: Small) -> None:
    more = (
        'clause east "The east" off\n    table place\n'
        "        | id | owner | ground | rank | allies |\n        | homs | - | dry | 9 | - |\n"
    )
    assert "homs" not in small.book(LAND + more).world.kinds["place"].aliases
    assert "homs" in small.book(LAND + more, 'edition new "New" of small\nenable east\n').world.kinds["place"].aliases


# ---- edits by layers ----
EDIT = """
layer old of small

table place
    | id   | owner | ground | rank | allies     |
    | homs | red   | dry    | 5    | acre, homs |
    drop jaff
    change acre rank is 9, owner is nobody, allies is [tyre, homs]
    change tyre allies is [], ground is dry

table road
    drop tyre-jaff

edition old-1.0 "Old" of old

table place
    change homs owner is blue
    change acre rank is 8
"""


def test_layers_add_change_and_drop_rows(small: Small) -> None:
    book = small.book(LAND, EDIT)
    assert names(book.world.kinds["place"]) == ["acre", "tyre", "homs"]
    assert values(book, "place", "owner") == ["nothing", "nothing", "blue"]
    assert values(book, "place", "rank") == ["8", "2", "5"]
    assert values(book, "place", "ground") == ["wet", "dry", "dry"]
    assert values(book, "place", "allies") == ["tyre, homs", "nothing", "acre, homs"]
    assert names(book.world.kinds["road"]) == ["acre-tyre"]


def test_edits_of_one_edition_leave_the_others_alone(small: Small) -> None:
    variants = EDIT + 'edition new "New" of small\n'
    assert values(small.book(LAND, variants, "old"), "place", "rank") == ["8", "2", "5"]
    assert values(small.book(LAND, variants, "new"), "place", "rank") == ["3", "2", "1"]


def test_the_later_layer_edits_what_the_earlier_one_left_wherever_it_stands(small: Small) -> None:
    base = LAND + 'clause late "Late"\n    table place\n        change acre rank is 4\n'
    variants = 'edition new "New" of small\ntable place\n    change acre rank is 6\n'
    assert values(small.book(base), "place", "rank")[0] == "4"
    assert values(small.book(base, variants), "place", "rank")[0] == "6"


def test_a_part_may_lose_and_gain_members_by_an_edit(small: Small) -> None:
    base = LAND + "kind port is a place where ground is wet\n"
    variants = 'edition new "New" of small\ntable place\n    change tyre ground is dry\n    change jaff ground is wet\n'
    assert names(small.book(base).world.kinds["port"]) == ["acre", "tyre"]
    assert names(small.book(base, variants).world.kinds["port"]) == ["acre", "jaff"]


def test_a_cell_may_name_only_things_of_the_part_that_is_asked_for(small: Small) -> None:
    base = LAND + "kind port is a place where ground is wet\nkind ship\n    home : port\n"
    assert "`jaff` is no port" in small.refusal(base + "table ship\n    | id | home |\n    | nef | jaff |\n")
    assert values(small.book(base + "table ship\n    | id | home |\n    | nef | tyre |\n"), "ship", "home") == ["tyre"]


# ---- players and seats ----
FOUR = HEAD.replace("red, blue", "red, blue, green, gold seated 2..4")


@pytest.mark.parametrize(("seats", "seated"), [(2, ["red", "blue"]), (3, ["red", "blue", "green"])])
def test_an_edition_says_how_many_sit_down(small: Small, seats: int, seated: list[str]) -> None:
    book = small.book("", f'edition few "Few" of small\n    seats {seats}\n', head=FOUR)
    assert names(book.world.player) == seated
    assert book.world.player.count == 4


def test_without_a_word_every_seat_is_taken(small: Small) -> None:
    assert names(small.book("", head=FOUR).world.player) == ["red", "blue", "green", "gold"]
    assert names(small.book().world.player) == ["red", "blue"]


@pytest.mark.parametrize("seats", [0, 1, 5])
def test_nobody_sits_down_where_there_is_no_seat(small: Small, seats: int) -> None:
    told = small.refusal("", f'edition few "Few" of small\n    seats {seats}\n', head=FOUR)
    assert f"{seats} players cannot sit down here: the game seats 2 to 4" in told


BADGE = "kind player\n    badge : star | moon\ntable player\n    | id | badge |\n    | red | moon |\n"


def test_players_may_have_attributes(small: Small) -> None:
    book = small.book(BADGE + "    | blue | star |\n")
    assert values(book, "player", "badge") == ["moon", "star"]


def test_a_player_without_a_row_is_told(small: Small) -> None:
    assert "the table of `player` has no row for `blue`" in small.refusal(BADGE)
    assert "nothing says what `badge` is of a player" in small.refusal(BADGE.split("table")[0])


# ---- stages ----
def test_stages_are_a_tree_under_the_game(small: Small) -> None:
    stages = (
        "stage round in battle with bout: 1..4\nstage battle in turn\nstage turn\n"
        "stage night in turn with x: 0..1, y: yes or no\n"
    )
    world = small.book(stages).world
    assert {name: stage.within for name, stage in world.stages.items()} == {
        "game": None,
        "round": "battle",
        "battle": "turn",
        "turn": "game",
        "night": "turn",
    }
    assert world.stage_chain("round") == ["round", "battle", "turn", "game"]
    assert list(world.stages["night"].fields) == ["x", "y"]
    assert world.states["bout"].stage == "round"
    assert world.states["bout"].sort == "field"


def test_a_field_may_start_at_a_value(small: Small) -> None:
    base = (
        'clause speed "Speed"\n    value moves_each: 0..9 is 3\nstage turn with moves: 0..9 starts at moves_each + 1\n'
    )
    starts = small.book(base).world.states["moves"].starts
    assert starts is not None
