"""What loads but deserves a look."""

import pytest

from crex_dsl.rulebook.checks.lint import warnings
from crex_dsl.rulebook.selection.catalogue import parsed
from tests.conformance.cases import library
from tests.rulebook.small import Small

HIDDEN = "`{}` hides another `{}` that is known here"


def told(small: Small, base: str, variants: str = "") -> list[str]:
    return [f"{found.severity}: {found.message}" for found in warnings(parsed(small.files(base, variants)))]


def clause(*lines: str) -> str:
    return 'clause c "C"\n' + "".join(f"    {line}\n" for line in lines)


USED = "procedure p\n        if d\n            return"
HIDING = {
    "a name around it": ("define d: yes or no is some x in players where some x in players where x is red", "x"),
    "a parameter": ("define d(x: player): yes or no is some x in players where x is red", "x"),
    "a kind's name": ("define d(player): yes or no is every player where player is red", "player"),
    "memory": ("define d: yes or no is some heap in players where heap is red", "heap"),
    "a local name": (
        "procedure q\n        let x be red\n        if some x in players where x is red\n            return",
        "x",
    ),
    "a loop's name": (
        "procedure q\n        for each x in players\n            for each x in players\n                heap += 1",
        "x",
    ),
    "an action's parameter, in a prohibition": ("forbid go(x) when some x in players where x is red", "x"),
}
ACTION = ("action go(n: from 1 to 3) in game", '    text "go {n}"', "    do", "        return", "permit go(n)")


@pytest.mark.parametrize("case", HIDING)
def test_a_name_that_hides_another(small: Small, case: str) -> None:
    item, name = HIDING[case]
    found = told(small, clause("state heap: 0..9", *ACTION, item, "value v: yes or no is d or d(red)"))
    assert found == [f"warning: {HIDDEN.format(name, name)}"]


@pytest.mark.parametrize(
    "item",
    [
        "define d: yes or no is (some x in players where x is red) and some x in players where x is blue",
        "procedure q\n        draw x from all x in players where x is red\n        heap += size of [x]",
        "procedure q\n        let x be the x in players where x is red\n        heap += size of [x]",
        "procedure q\n        for each x in (order x in players by seats_after(red, x))\n            heap += 1",
    ],
)
def test_a_name_that_is_not_yet_known_or_no_longer_is_hidden_by_nobody(small: Small, item: str) -> None:
    assert told(small, clause("state heap: 0..9", item, "value v: yes or no is d")) == []


# ---- definitions that nothing uses ----
def test_a_definition_that_nothing_uses(small: Small) -> None:
    assert told(small, clause("define d: number is 3")) == ["warning: nothing uses the definition `d`"]


@pytest.mark.parametrize(
    ("use", "variants"),
    [
        (clause('says "There are {d} of them."'), ""),
        (clause("value v: number is d"), ""),
        ('measure m "M" is d\n', ""),
        ('example "E" on playing\n    then\n        d = 3\n', ""),
        ("", 'option o "O"\n    says "O."\n\namend playing\n    value v: number is d + 1\n'),
    ],
)
def test_whatever_asks_it_uses_it(small: Small, use: str, variants: str) -> None:
    first = 'clause first "First"\n    define d: number is 3\n\n'
    assert told(small, first + use, variants) == []


def test_to_give_it_cases_is_not_to_use_it(small: Small) -> None:
    assert told(small, clause("define d: number is 3") + 'clause e "E"\n    adjust d to it + 1\n') != []


@pytest.mark.parametrize("game", library().games())
def test_our_games_give_no_warning(game: str) -> None:
    assert [found.render() for found in warnings(parsed(library().files(game)))] == []
