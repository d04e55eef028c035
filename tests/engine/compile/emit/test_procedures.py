"""Steps in which nothing is decided: changes of memory, their ranges, branches and endless loops."""

from __future__ import annotations

import pytest

from crex_dsl.engine.errors import RuleFault
from crex_dsl.engine.run.position import Position
from tests.engine.tiny import HEAD, STOP, Tiny, play

MEMORY = """
kind jar
    size : 1..9
    placed on_shelf : shelf, starts at low
    changing level  : 0..5, starts at jar.size - 1
table jar
    | id  | size |
    | jug | 3    |
    | pot | 2    |
    | urn | 1    |
kind shelf is low, high
clause memory "Memory"
    state n: 2..9
    state deep: 0..9, starts at 4
    state choice: left | right, starts at right
    state maybe: jar or nothing
    state flag: yes or no
    state cold(jar): yes or no
    state pairs(jar, k: 3..4): 0..9
    tally count_up(jar)
    set chosen of jar
    set heap(shelf) of jar
"""


def run(tiny: Tiny, steps: str, stop: bool = True) -> Position:
    """The position after some steps."""
    body = "\n".join(f"        {line}" for line in steps.strip("\n").split("\n"))
    last = "        ann chooses stay, quit\n" if stop else ""
    return tiny(f"{MEMORY}    procedure play\n{body}\n{last}{STOP}").start()


def test_memory_starts_as_declared(tiny: Tiny) -> None:
    position = run(tiny, "flag becomes no")
    assert position.read("n") == 2  # the lowest of its range
    assert position.read("deep") == 4
    assert position.read("choice") == "right"
    assert position.read("maybe") is None
    assert position.read("flag") is False
    assert position.read("chosen") == []
    assert [position.read("level", jar) for jar in ("jug", "pot", "urn")] == [2, 1, 0]
    assert position.read("on_shelf", "jug") == "low"


def test_changes(tiny: Tiny) -> None:
    steps = """
n becomes 5
n += 3
n -= 1
choice becomes left
maybe becomes pot
flag becomes yes
jug.level += 2
move jug to high
pairs(pot, 4) becomes 7
pairs(pot, 3) becomes 1
count_up(urn) += 4
count_up(urn) -= 6
add jug to chosen
add [pot, urn] to chosen
remove pot from chosen
add chosen to heap(high)
remove chosen from chosen
cold(urn) becomes yes
"""
    position = run(tiny, steps)
    assert position.read("n") == 7
    assert position.read("choice") == "left"
    assert position.read("maybe") == "pot"
    assert position.read("flag") is True
    assert position.read("level", "jug") == 4
    assert position.read("on_shelf", "jug") == "high"
    assert [position.read("pairs", jar, k) for jar in ("jug", "pot") for k in (3, 4)] == [0, 0, 1, 7]
    assert position.read("count_up", "urn") == -2
    assert position.read("heap", "high") == ["jug", "urn"]
    assert position.read("heap", "low") == []
    assert position.read("chosen") == []
    assert position.read("cold", "urn") is True


def test_clear_returns_one_cell_or_all_of_it_to_the_start(tiny: Tiny) -> None:
    steps = """
for each jar
    jar.level becomes 5
    cold(jar) becomes yes
    pairs(jar, 3) becomes 2
clear jug.level
clear pairs
clear cold(pot)
"""
    position = run(tiny, steps)
    assert [position.read("level", jar) for jar in ("jug", "pot", "urn")] == [2, 5, 5]
    assert [position.read("cold", jar) for jar in ("jug", "pot", "urn")] == [True, False, True]
    assert [position.read("pairs", jar, 3) for jar in ("jug", "pot", "urn")] == [0, 0, 0]


def test_place_moves_several_and_sets_their_memory(tiny: Tiny) -> None:
    position = run(tiny, "place jug, urn at high with level is 4, cold is yes")
    assert [position.read("on_shelf", jar) for jar in ("jug", "pot", "urn")] == ["high", "low", "high"]
    assert [position.read("level", jar) for jar in ("jug", "pot", "urn")] == [4, 1, 4]
    assert [position.read("cold", jar) for jar in ("jug", "pot", "urn")] == [True, False, True]


def test_the_first_branch_that_holds_runs(tiny: Tiny) -> None:
    steps = """
if deep = 5
    n becomes 3
otherwise if deep = 4
    n becomes 4
otherwise if deep > 3
    n becomes 5
otherwise
    n becomes 6
if deep = 5
    n becomes 9
"""
    assert run(tiny, steps).read("n") == 4


def test_a_name_keeps_its_value_while_memory_changes(tiny: Tiny) -> None:
    steps = """
let was be deep
let jars be chosen
deep becomes 9
add jug to chosen
n becomes was
count_up(jug) += size of jars
"""
    position = run(tiny, steps)
    assert (position.read("n"), position.read("count_up", "jug")) == (4, 0)


# ---- ranges ----
FAULTS = [
    ("n becomes deep - 3", "1 does not fit n, which stays within 2..9"),
    ("n += deep + deep", "10 does not fit n, which stays within 2..9"),
    ("n -= 1", "1 does not fit n, which stays within 2..9"),
    ("jug.level += 4", "6 does not fit level, which stays within 0..5"),
    ("pairs(jug, 3) -= 1", "-1 does not fit pairs, which stays within 0..9"),
    ("shuffle all j: jar by level\n        jug.level += pot.level + urn.level + 5", "does not fit level"),
]


@pytest.mark.parametrize(("step", "sentence"), FAULTS)
def test_a_value_beyond_its_range_is_a_fault_of_the_clause_and_changes_nothing(
    tiny: Tiny, step: str, sentence: str
) -> None:
    text = f"""{MEMORY}    procedure play
        ann chooses stay, quit
        do overdo
        end game drawn
clause overdoing "Overdoing"
    procedure overdo
        flag becomes yes
        {step}
{STOP}"""
    position = tiny(text).start()
    before, past = list(position.state), position.past
    with pytest.raises(RuleFault) as fault:
        position.take("stay")
    assert sentence in str(fault.value)
    assert fault.value.clause == "overdoing"
    assert (position.state, position.past, position.read("flag")) == (before, past, False)
    play(position, "quit")
    assert position.over


def test_the_fault_names_the_line(tiny: Tiny) -> None:
    text = f"{MEMORY}    procedure play\n        ann chooses stay, quit\n        n += 9\n{STOP}"
    line = (HEAD + text).split("n += 9")[0].count("\n") + 1
    with pytest.raises(RuleFault, match=rf"clause memory, ruleset/tiny/tiny\.crex:{line}\)"):
        play(tiny(text).start(), "stay")


def test_a_field_beyond_its_range_is_a_fault(tiny: Tiny) -> None:
    text = f"""
stage day in game with hour: 0..3
{MEMORY}    procedure play
        ann chooses stay, quit
        open day with hour is deep
            flag becomes yes
{STOP}"""
    with pytest.raises(RuleFault, match=r"4 does not fit hour, which stays within 0\.\.3"):
        play(tiny(text).start(), "stay")


def test_a_shuffle_that_counts_too_far_is_a_fault(tiny: Tiny) -> None:
    text = """
kind card is c1, c2, c3
clause cards "Cards"
    state turn(card): 0..2
    procedure play
        ann chooses stay, quit
        shuffle all c: card by turn
"""
    with pytest.raises(RuleFault, match="3 does not fit turn"):
        play(tiny(text + STOP).start(), "stay")


def test_unbounded_tallies_never_fault(tiny: Tiny) -> None:
    assert run(tiny, "repeat 1000 times\n    count_up(jug) += 1000000").read("count_up", "jug") == 10**9


# ---- loops ----
def test_an_endless_loop_is_a_fault_of_the_clause(tiny: Tiny) -> None:
    text = f"""{MEMORY}    procedure play
        ann chooses stay, quit
        do spin
clause spinning "Spinning"
    procedure spin
        while n < 9
            deep becomes 5
{STOP}"""
    with pytest.raises(RuleFault, match=r"a loop never ends \(clause spinning") as fault:
        play(tiny(text).start(), "stay")
    assert fault.value.clause == "spinning"


def test_a_fault_before_the_first_decision_is_a_fault_all_the_same(tiny: Tiny) -> None:
    with pytest.raises(RuleFault, match="11 does not fit n"):
        run(tiny, "n += 9")


def test_a_fault_in_a_game_that_never_asks_is_a_fault_all_the_same(tiny: Tiny) -> None:
    with pytest.raises(RuleFault, match="11 does not fit n") as fault:
        run(tiny, "n += 9", stop=False)
    assert fault.value.clause == "memory"


def test_a_condition_that_is_known_leaves_only_its_branch(tiny: Tiny) -> None:
    text = f"""{MEMORY}    value harsh: yes or no is no
    procedure play
        if harsh
            n becomes 9
        otherwise if not harsh
            n becomes 3
        otherwise
            n becomes 8
        ann chooses stay, quit
{STOP}"""
    game = tiny(text)
    assert game.start().read("n") == 3
