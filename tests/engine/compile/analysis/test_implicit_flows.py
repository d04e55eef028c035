"""What only a branch betrays: a warning where a secret that never comes to light shows in what others see."""

from __future__ import annotations

import pytest

from crex_dsl.engine.compile.analysis.implicit_flows import implicit_flows
from crex_dsl.rulebook.selection.catalogue import index_of, rulebook
from tests.conformance.cases import Case, families, library
from tests.engine.tiny import STOP, Tiny

TEXT = """
kind coin
    value : 1..9
    changing keeper : player or nobody, seen by all
    identity seen by coin.keeper
table coin
    | id | value |
    | c1 | 5     |
    | c2 | 7     |
clause hoarding "Hoarding"
    state hoard(player): 0..9, seen by player
    state bid(player): 0..9, seen by player, by all when bids_open
    state bids_open: yes or no
    state debt(player): 0..9, seen by player
    state score: 0..9
    define rich(p: player): yes or no is hoard(p) > 3
    procedure tell
        score += 1
    procedure play
{steps}
        ann chooses stay, quit
"""
BAD = {
    "an open note": ("if hoard(ann) > 3\n    score becomes 1", "`hoard`", "`score`, which all see, changes by it"),
    "what is done otherwise": (
        "if hoard(ann) > 3\n    debt(ann) becomes 1\notherwise\n    score += 1",
        "`hoard`",
        "`score`",
    ),
    "through a definition": ("if rich(ann)\n    score becomes 1", "a secret", "`score`"),
    "through a procedure": ("if hoard(ann) > 3\n    do tell", "`hoard`", "`score`"),
    "through a name": ("let x be hoard(ann)\nif x > 3\n    score becomes 1", "a secret", "`score`"),
    "a question": ("if hoard(ann) > 3\n    bob chooses stay, quit", "`hoard`", "somebody is asked by it"),
    "how often": ("repeat hoard(ann) times\n    score += 1", "`hoard`", "`score`"),
    "for whom": ("for each p in players where hoard(p) > 3\n    score += 1", "`hoard`", "`score`"),
    "dice": ("if hoard(ann) > 3\n    roll 1 die", "`hoard`", "chance is called for by it"),
    "the end": ("if hoard(ann) > 3\n    end game drawn", "`hoard`", "something ends by it"),
    "which thing it is": (
        "if some c: coin where c.value > 5 and c.keeper is ann\n    score becomes 1",
        "a secret",
        "`score`",
    ),
}
GOOD = {
    "what comes to light": "if bid(ann) > 3\n    score becomes 1",
    "another secret": "if hoard(ann) > 3\n    debt(ann) becomes 1",
    "what all see": "if score > 3\n    score becomes 1",
    "a name of its own": "if hoard(ann) > 3\n    let x be 1\n    debt(ann) becomes x",
}


def found(tiny: Tiny, steps: str) -> list[tuple[str, str]]:
    """The warnings about some steps, each with where it points."""
    lines = "".join(f"        {line}\n" for line in steps.split("\n"))
    book = tiny(TEXT.replace("{steps}\n", lines) + STOP).rulebook
    return [(diagnostic.message, diagnostic.render()) for diagnostic in implicit_flows(book)]


@pytest.mark.parametrize(("steps", "secret", "seen"), BAD.values(), ids=BAD)
def test_a_branch_that_betrays_a_secret_is_warned_of(tiny: Tiny, steps: str, secret: str, seen: str) -> None:
    ((message, rendered),) = found(tiny, steps)
    assert message.startswith(f"this rests on {secret}, which is never shown to others, and yet {seen}")
    assert ": warning: " in rendered
    assert "say when it comes to light, as in `seen by …, by all when …`" in rendered
    assert "this is what they see" in rendered


@pytest.mark.parametrize("steps", GOOD.values(), ids=GOOD)
def test_what_betrays_nothing_is_left_alone(tiny: Tiny, steps: str) -> None:
    assert found(tiny, steps) == []


@pytest.mark.parametrize("case", families(), ids=str)
def test_no_game_betrays_what_it_never_shows(case: Case) -> None:
    files = library().files(case.game)
    selection = index_of(files).select(case.edition, case.options)
    assert implicit_flows(rulebook(files, selection, scripts=False)) == []
