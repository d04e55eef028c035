"""Verdicts as a person reads them: what speaks for and against an action, here and under other rulebooks."""

import pytest

from crex_dsl.engine.run.position import Position
from crex_dsl.lawyer.why.legality import ElsewhereJudgement, asked_here
from crex_dsl.lawyer.why.other_rulebooks import Other
from crex_dsl.play.explanations import elsewhere, judged, refusal
from crex_dsl.rulebook.selection.selection import Selection
from tests.engine.tiny import STOP, Tiny
from tests.play.conftest import shown

TAKING = """
clause heap "Heap"
    state heap: 0..9, starts at 9
    value most: 1..5 is 5
    action take(n: from 1 to most) in game
        text "take {n}"
        do
            heap -= n
    permit take(n) when n <= heap
    action rest(n: from 0 to 9) in game
        text "rest {n}"
        do
            heap -= 0
    permit rest(n) when n = heap
    procedure play
        repeat 5 times
            ann chooses take, stay, rest
clause no-twos "No twos"
    says "Nobody takes an even number."
    forbid take(n) when n = 2 or n = 4
clause fours "Fours"
    except no-twos for take(n) when n = 4
"""


@pytest.fixture
def start(tiny: Tiny) -> Position:
    head = 'game tiny "Tiny"\n    players ann, bob\n    begins with play\n    language en\n\n'
    return tiny(TAKING + STOP, head=head).start()


@pytest.mark.parametrize(
    ("action", "lines"),
    [
        ("take(1)", ["take 1: legal now.", "  Heap [heap] permits it: the number (1) is at most the heap (9)"]),
        (
            "take(4)",
            [
                "take 4: legal now.",
                "  Heap [heap] permits it: the number (4) is at most the heap (9)",
                "  No twos [no-twos] would forbid it; fours makes an exception: the number is 4",
            ],
        ),
        (
            "take(2)",
            [
                "take 2: not legal now.",
                "  No twos [no-twos] forbids it: the number is 2",
                "  Heap [heap] would permit it",
                "  No twos [no-twos]: Nobody takes an even number.",
            ],
        ),
        (
            "rest(3)",
            ["rest 3: not legal now.", "  Heap [heap] does not permit it: the number (3) is not the heap (9)"],
        ),
        (
            "quit",
            [
                "quit: not legal now.",
                "  the clauses permit it, but heap now asks ann for take, stay or rest",
                "  Stopping [stopping] would permit it",
            ],
        ),
    ],
)
def test_what_speaks_for_and_against(start: Position, action: str, lines: list[str]) -> None:
    question, here = asked_here(start, start.game.spelled_code(action), None, None)
    assert [shown(line) for line in judged(question, here)] == lines


def test_a_refusal_in_one_sentence(start: Position) -> None:
    _, here = asked_here(start, start.game.spelled_code("take(2)"), None, None)
    assert refusal(here) == "No twos [no-twos] forbids it: the number is 2"


# ---- elsewhere ----
def other(change: str, legal: bool, sort: str = "option", basis: str = "carried", **more: object) -> ElsewhereJudgement:
    book = {"rulebook": change, "edition": "first", "options": [], "basis": basis, "legal": legal}
    return ElsewhereJudgement.model_validate({**book, "sort": sort, "change": change, **more})


def test_editions_are_told_and_options_that_change_the_answer(start: Position) -> None:
    _, here = asked_here(start, start.game.spelled_code("take(2)"), None, None)
    ground = {"clause": "c", "numbers": ["4"], "heading": "C", "wording": "", "facts": ["x is 1"], "lifted_by": []}
    answers = [
        other("second", False, "edition", "laid out", missing=["a", "b", "c"], grounds=[{**ground, "sort": "forbids"}]),
        other("third", False, "edition", "unknown", notes=["there is no such thing"]),
        other("odd", True, grounds=[{**ground, "sort": "permits"}]),
        other("dull", False),
        other("ruling=so", False, "reading"),
    ]
    selection = Selection(game="tiny", edition="first", options=[], readings={}, names=[])
    far = [Other("option", "x", selection), Other("reading", "y", selection), Other("reading", "z", selection)]
    text = "\n".join(shown(part, 200) for part in elsewhere(here, answers, far))
    assert text == (
        "elsewhere  answer          because\n"
        "second     not legal *     4 C: x is 1\n"
        "third      cannot be told  there is no such thing\n"
        "odd        legal           4 C\n"
        "* By its memory alone: the position cannot go on under second, where it lacks a, b and 1 more.\n"
        "It stays illegal with dull and ruling=so.\n"
        "1 other option and 2 other readings cannot make a difference to it."
    )
