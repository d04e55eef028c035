"""Facts in sentences: every form of condition, so and not so, with the names of its edition."""

import random

import pytest

from crex_dsl.engine.explain.legality import explain
from crex_dsl.engine.explain.verdict import Reason
from crex_dsl.engine.game import Game
from crex_dsl.engine.secrecy.mask import Mask
from crex_dsl.lawyer.phrasing.conditions import Facts
from crex_dsl.text.grammar.functions import Tree
from tests.conformance.cases import Case, families

B: Tree = ("text", "Ash")
OAK: Tree = ("text", "Oak")


def figure(name: str, *of: Tree) -> Tree:
    return ("figure", name, f"{name}()", (), of, False)


@pytest.fixture(scope="module")
def ford() -> Game:
    return Case("ford", "plain-1.0", ()).load()


MOVES = ("known", figure("moves"), ("number", 2))
BLOCK = ("local", "block", 1, "block", 1, False, False)
SOME = ("some", BLOCK, ("among", figure("forces", ("text", "North"))), None)

# The phrase with its values, whether it is so, and the sentence.
FORMS: list[tuple[Tree, bool | None, str]] = [
    (("more", MOVES, ("number", 0)), True, "the moves (2) are more than 0"),
    (("more", MOVES, ("number", 3)), False, "the moves (2) are at most 3"),
    (("more", MOVES, ("number", 3)), None, "it is hidden whether the moves (2) are more than 3"),
    (("more", ("known", figure("bid"), None), ("number", 3)), None, "it is hidden whether the bid is more than 3"),
    (("is_known", figure("walker"), (B,), B), True, "the walker is Ash"),
    (("is_known", figure("walker"), (B,), OAK), False, "the walker is Oak, not Ash"),
    (("is_known", figure("walker"), (B,), None), False, "the walker is not Ash"),
    (("at_known", B, (OAK,), ("text", "Mill")), False, "Ash is at Mill, not at Oak"),
    (("at_known", B, (OAK,), OAK), True, "Ash is at Oak"),
    (("in", B, ("known", figure("fed"), ("series", (OAK,)))), False, "Ash is not among the fed (Oak)"),
    (("in", B, ("known", figure("fed"), ("series", (OAK,) * 4))), False, "Ash is not among the fed"),
    (
        ("witnessed", SOME, "some", ("series", (OAK, B))),
        True,
        "there is a block among the forces of North: Oak and Ash",
    ),
    (("witnessed", SOME, "some", None), False, "there is no block among the forces of North"),
    (("some", BLOCK, ("among", figure("fed blocks")), None), True, "there are fed blocks"),
    (("some", BLOCK, ("among", figure("fed blocks")), None), False, "there are no fed blocks"),
    (("equals", MOVES, ("number", 2)), True, "the moves are 2"),
    (("belongs", B, ("text", "ann")), True, "it belongs to Ash, and ann decides"),
    (("covered", ("kind", "block")), True, "a covered block"),
]


@pytest.mark.parametrize(("phrase", "holds", "sentence"), FORMS)
def test_every_form(ford: Game, phrase: Tree, holds: bool | None, sentence: str) -> None:
    assert Facts(ford).fact(Reason("stride", "…", holds=holds, phrase=phrase)) == sentence


def test_many_are_cut_short(ford: Game) -> None:
    many = tuple(("text", letter) for letter in "ABCDEFGH")
    reason = Reason("stride", "…", phrase=("witnessed", SOME, "some", ("series", many)))
    assert Facts(ford).fact(reason).endswith(": A, B, C, D, E, F and 2 more")


def test_things_go_by_the_names_of_the_edition() -> None:
    game = Case("ford", "royal-2.0", ()).load()
    mill, bridge, road = (
        Mask(game, game.start(1).state, None).told(("thing", kind, kind, -1), game.namer.kinds[kind][1][name], ())
        for kind, name in (("place", "mill"), ("place", "bridge"), ("road", "mill-bridge"))
    )
    facts = Facts(game)
    assert facts.fact(Reason("stride", "…", holds=False, phrase=("is", bridge, (mill,)))) == "Most is not Młyn"
    assert facts.grammar.say(road) == "Młyn–Most"


def test_a_bare_yes_or_no_says_nothing_and_nothing_is_said_twice(ford: Game) -> None:
    moves = Reason("stride", "moves > 0", phrase=("more", MOVES, ("number", 0)))
    assert Facts(ford).all([moves, Reason("stride", "no"), moves]) == ["the moves (2) are more than 0"]


@pytest.mark.parametrize("case", families(), ids=str)
def test_whatever_is_asked_is_told_in_words(case: Case) -> None:
    """No sentence keeps the underscores, dots and operators of a rule file."""
    game, rng = case.load(), random.Random(3)
    facts, position, told = Facts(game), game.start(3), 0
    for _ in range(60 if case.is_fixture else 20):
        if position.over:
            break
        for row in game.actions:
            answer = explain(position, rng.randrange(row.base, row.end))
            for finding in (*answer.permits, *answer.forbids):
                for sentence in facts.all(finding.reasons):
                    told += 1
                    assert not any(sign in sentence for sign in ("_", ">", "<", "=", " not not ")), sentence
        position.take(rng.choice(position.codes))
    assert told > 5
