"""What options and readings would do to clauses."""

from crex_dsl.lawyer.records.build import build_record
from crex_dsl.lawyer.records.models import LayerChange
from crex_dsl.rulebook.selection.catalogue import index_of
from tests.lawyer.conftest import clause
from tests.rulebook.small import Small

BASE = """
clause limits "Limits"
    value most: number is 3
    value least: number is 1
    open procedure rest-a-while
    action take in game
        text "take"
        do
            return
    permit take
    forbid take when most = 3
    procedure wait
        return
clause asleep "Asleep" off
    adjust most to it + 1
clause spare "Spare"
    says "It is spare."
in limits
    procedure rest-a-while is
        return

ruling which on spare
    asks "Which is it?"
    reading one taken "One."
    reading two "Two."
        drop spare
"""
VARIANTS = """
option wide "Wide"
    says "More of everything."
amend limits
    says "And more."
clause wider "Wider"
    most is 9
    least is 2 when most = 9
    except limits for take

option woken "Woken"
enable asleep

option bare "Bare"
drop spare
replace limits "Limits"
    says "None."
"""


def test_the_ford() -> None:
    found = {touch.id: touch.does for touch in clause("road-limits").touches}
    assert found == {
        "guides": "adjusts “road limit”",
        "spring-floods": "fills it in",
        "dry-summer": "fills it in",
    }
    rounding = clause("attack-limits").touches[0]
    assert (rounding.sort, rounding.id, rounding.does) == ("reading", "attack-rounding=nobody-attacks", "fills it in")
    assert rounding.title == "No: the play aid rounds every half down."


def test_what_is_taken_is_marked() -> None:
    taken = {touch.id: touch.taken for touch in clause("road-limits", "guides").touches}
    assert taken == {"guides": True, "spring-floods": False, "dry-summer": False}


def touches(small: Small, name: str) -> list[LayerChange]:
    files = small.files(BASE, VARIANTS)
    index = index_of(files)
    record = build_record(files, index, index.select(None, ()))
    return next(each for each in record.clauses if each.id == name).touches


def test_every_way_to_touch_a_clause(small: Small) -> None:
    told = [(touch.id, touch.does) for touch in touches(small, "limits")]
    assert told == [
        ("wide", "amends it, answers otherwise for “most”, answers otherwise for “least”, excepts from it"),
        ("woken", "adjusts “most”"),
        ("bare", "replaces it"),
    ]
    assert [(touch.id, touch.does) for touch in touches(small, "spare")] == [
        ("bare", "drops it"),
        ("which=two", "drops it"),
    ]
    assert touches(small, "limits")[0].title == "More of everything."
