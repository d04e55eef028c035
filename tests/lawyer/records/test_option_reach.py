"""How far options and readings reach: by the names that their items are about."""

from pathlib import Path

from crex_dsl.lawyer.records.option_reach import EVERYTHING, reach_of
from crex_dsl.rulebook.files.games import Library
from tests.conformance.cases import GAMES
from tests.engine.tiny import STOP, Tiny

FORD = Library([GAMES]).files("ford")


def test_a_case_reaches_its_value_and_a_permission_its_action() -> None:
    reach = reach_of(FORD)
    assert reach["dry-summer"] == ["road_limit"]
    assert "scout" in reach["scouts"]
    assert "march" not in reach["scouts"]


def test_what_wakes_reaches_all_that_it_says() -> None:
    assert "road_limit" in reach_of(FORD)["guides"]
    assert {"farthest", "tires"} & set(reach_of(FORD)["forced-marches"])


def test_readings_go_by_ruling_and_reading() -> None:
    reach = reach_of(FORD)
    assert reach["attack-rounding=nobody-attacks"]
    assert reach["attack-rounding=one-attacks"] == []


CLAUSES = """
kind cart
    load : 0..9

table cart
    | id | load |
    | ox | 2    |

clause play "Play"
    state toll: 0..9
    procedure play
        ann chooses stay, quit
clause tolls "Tolls"
    forbid stay when toll > 3
    after quit
        toll becomes 0
"""
VARIANTS = {
    "dropping": 'option dropping "D"\n\ndrop tolls\n',
    "events": 'option events "E"\n\namend tolls\n    after stay\n        toll becomes 1\n',
    "heavy": 'option heavy "H"\n\namend play\n    table cart\n        change ox load is 3\n',
    "words": 'option words "W"\n\namend tolls\n    says "No more."\n',
}


def test_events_reach_nothing_and_things_everything(tmp_path: Path) -> None:
    reach = reach_of(Tiny(tmp_path).write(CLAUSES + STOP, VARIANTS))
    assert reach["dropping"] == ["stay"]
    assert reach["events"] == reach["words"] == []
    assert reach["heavy"] == [EVERYTHING]
