"""What each clause does, as a reader is told it."""

from crex_dsl.lawyer.records.build import build_record
from crex_dsl.rulebook.selection.catalogue import index_of
from tests.lawyer.conftest import clause
from tests.rulebook.small import Small

EVERYTHING = """
kind spot
    price : 0..4

clause spots "Spots"
    table spot
        | id  | price |
        | one | 1     |

clause much "Much"
    says "Much happens."
    value most: number is 3
    value limit(spot): number is
        2  when spot is one
        1  otherwise
    define dear(spot): yes or no is spot.price > most
    state heap: 0..9
    action take(spot) in game
        text "take {spot}"
        do
            heap += 1
    action leave(spot) in game
        text "leave {spot}"
        do
            heap -= 1
    permit take(spot) when heap < limit(spot)
        and not dear(spot)
    forbid take(spot), leave(spot) when heap > 7
    after take(spot) when heap = 2
        heap becomes 0
    procedure tidy(spot)
        heap becomes 0

clause more "More"
    except much for take(spot) when heap = 8
    adjust most to it + 2
    limit(spot) is 5 when heap = 0
"""


def told(small: Small, name: str) -> list[tuple[str, str]]:
    files = small.files(EVERYTHING)
    index = index_of(files)
    record = build_record(files, index, index.select(None, ()))
    found = next(each for each in record.clauses if each.id == name)
    return [(effect.sort, effect.text) for effect in found.effects]


def test_every_sort(small: Small) -> None:
    assert told(small, "spots") == [("table", "spot: one")]
    assert told(small, "much") == [
        ("value", "most is 5"),
        ("value", "limit(spot) is 2 when spot is one"),
        ("value", "limit(spot) is 1 otherwise"),
        ("definition", "dear(spot) is spot.price > most"),
        ("memory", "heap"),
        ("action", "take(spot)"),
        ("action", "leave(spot)"),
        ("permits", "take(spot) when heap < limit(spot) and not dear(spot)"),
        ("forbids", "take(spot), leave(spot) when heap > 7"),
        ("trigger", "after take(spot) when heap = 2"),
        ("procedure", "tidy(spot)"),
    ]
    assert told(small, "more") == [
        ("excepts", "much for take(spot) when heap = 8"),
        ("adjusts", "most to it + 2"),
        ("value", "limit(spot) is 5 when heap = 0"),
    ]


def test_the_edition_decides() -> None:
    first = [effect.text for effect in clause("road-limits", edition="plain").effects]
    second = [effect.text for effect in clause("road-limits").effects]
    assert "size_limit(s) is 2 when s is major" in second
    assert "size_limit(s) is 2 when s is major" not in first


STEPS = """
clause doing "Doing"
    state heap: 0..9
    procedure tidy
        if heap > 3  # too much
            heap becomes 0

        heap += 1
    procedure next
        heap -= 1
"""


def test_steps_end_where_the_next_item_begins(small: Small) -> None:
    files = small.files(STEPS)
    index = index_of(files)
    doing = next(each for each in build_record(files, index, index.select(None, ())).clauses if each.id == "doing")
    steps = {effect.name: effect.steps for effect in doing.effects}
    assert steps["tidy"] == ["if heap > 3", "    heap becomes 0", "heap += 1"]
    assert steps["next"] == ["heap -= 1"]


def test_cases_stand_in_the_order_in_which_they_are_asked() -> None:
    texts = [effect.text for effect in clause("road-limits", "dry-summer").effects if effect.name == "road_limit"]
    assert texts == [
        "road_limit(road, player) is size_limit(major) when road.size is minor",
        "road_limit(road, player) is size_limit(road.size)",
    ]


def test_a_table_is_told_by_its_rows() -> None:
    (table,) = [effect for effect in clause("armies").effects if "reed-crew" in effect.text]
    assert table.text == "block: reed-crew; without pine-levy; change elm-guard firepower is 3, stride is 1"


def test_every_effect_knows_its_place() -> None:
    places = {effect.text: effect.place for effect in clause("attack-limits").effects}
    assert places["assaults(road)"].startswith("ruleset/ford/movement.crex:")


def test_steps_are_those_of_the_effect_alone(small: Small) -> None:
    files = small.files(EVERYTHING)
    index = index_of(files)
    record = build_record(files, index, index.select(None, ()))
    steps = {effect.text: effect.steps for each in record.clauses for effect in each.effects if effect.steps}
    assert steps == {
        "play": ["end game drawn"],
        "take(spot)": ["heap += 1"],
        "leave(spot)": ["heap -= 1"],
        "after take(spot) when heap = 2": ["heap becomes 0"],
        "tidy(spot)": ["heap becomes 0"],
    }


def test_effects_are_phrases_too() -> None:
    limits = {effect.name: effect.phrase for effect in clause("road-limits").effects}
    assert limits["passed"] == "the count of passed for each road during one movement"
    assert limits["march"] == (
        "march for a block and a road when the count of passed for the road is at least "
        "the road limit of the road for the block's owner"
    )
