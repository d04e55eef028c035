"""Facts in sentences: every form of condition, so and not so, with the names of its edition."""

import random

import pytest

from crex_dsl.engine.explain.legality import explain
from crex_dsl.engine.explain.verdict import Reason
from crex_dsl.engine.game import Game
from crex_dsl.lawyer.phrasing.conditions import Facts
from tests.conformance.cases import Case, families

BLOCK = ("b", "Ash Riders")


@pytest.fixture(scope="module")
def ford() -> Game:
    return Case("ford", "plain-1.0", ()).load()


# The condition, whether it is so, the values in it, the names in it, and the sentence.
FORMS = [
    ("moves > 0", True, {"moves": "2"}, {}, "moves is 2, more than 0"),
    ("moves > 0", False, {"moves": "0"}, {}, "moves is 0, not more than 0"),
    ("n <= most(b)", False, {"n": "4", "most(b)": "3"}, {"n": "4"}, "n is 4, more than most (Ash Riders), which is 3"),
    (
        "passed(r) >= limit(r, b.owner)",
        True,
        {"passed(r)": "2", "limit(r, b.owner)": "2"},
        {"r": "mill-abbey", "b.owner": "North"},
        "passed (mill-abbey) is 2, at least limit (mill-abbey, North), which is 2",
    ),
    ("walker is b", True, {"walker": "Ash Riders", "b": "Ash Riders"}, {}, "walker is Ash Riders"),
    ("walker is b", False, {"walker": "nothing", "b": "Ash Riders"}, {}, "walker is nothing, not Ash Riders"),
    ("walker is nothing", False, {"walker": "Ash Riders"}, {}, "walker is Ash Riders, not nothing"),
    ("goal is not nothing", False, {"goal": "nothing"}, {}, "goal is nothing"),
    ("b.post is castle", False, {"b.post": "field"}, {}, "post of Ash Riders is field, not castle"),
    (
        "b.owner is mover",
        False,
        {"b.owner": "North", "mover": "South"},
        {},
        "owner of Ash Riders is North, and mover is South",
    ),
    ("mover is first", True, {"mover": "North", "first": "North"}, {}, "mover is North, as first is"),
    ("guard", False, {"b.class": "horse"}, {}, "class of Ash Riders is horse, not guard"),
    ("b.at is a town", False, {"b.at": "the pool"}, {}, "the place of Ash Riders is the pool, no town"),
    ("b not in moved", False, {"moved": "Ash Riders, Oak"}, {}, "Ash Riders is in moved"),
    ("b in moved", False, {"moved": "Oak"}, {}, "Ash Riders is not in moved, which is Oak"),
    ("b in moved", False, {"moved": "nothing"}, {}, "Ash Riders is not in moved"),
    ("b in moved", False, {"moved": "A, B, C, D"}, {}, "Ash Riders is not in moved"),
    ("forces(p)", False, {"forces(p)": "Oak"}, {"p": "North"}, "Oak is not in forces (North)"),
    ("some e in forces(p)", True, {"e": "Oak, Elm"}, {"p": "North"}, "there is one in forces (North): Oak, Elm"),
    ("some e in forces(p)", False, {"e": "nothing"}, {"p": "North"}, "there is none in forces (North)"),
    (
        "no e: block where e.at is t",
        False,
        {"e": "Oak"},
        {"t": "Mill"},
        "there is a block e with the place of e is Mill: Oak",
    ),
    (
        "no e: block where e.at is t",
        True,
        {"e": "nothing"},
        {"t": "Mill"},
        "there is no block e with the place of e is Mill",
    ),
    ("every e in kept where e.tame", False, {"e": "Ox"}, {}, "not every e in kept is one with tame of e: Ox"),
    ("can march(b, any)", False, {}, {}, "march (Ash Riders, any) is not possible"),
    ("winter_turn", False, {}, {}, "winter turn is no"),
    ("b.family", True, {}, {}, "family of Ash Riders is yes"),
    ("friendly(mover, t)", False, {"mover": "North", "t": "Mill"}, {}, "friendly (North, Mill) does not hold"),
    ("friendly(mover, t)", True, {"mover": "North", "t": "Mill"}, {}, "friendly (North, Mill) holds"),
    ("it belongs to bob, and ann decides", True, {}, {}, "it belongs to bob, and ann decides"),
    ("(count c in seated) >= 2", False, {"count c in seated": "1"}, {}, "count c in seated is 1, less than 2"),
    (
        "card_of(p).sort is event",
        False,
        {"card_of(p).sort": "move"},
        {"p": "North"},
        "card of (North) in its sort is move, not event",
    ),
]


@pytest.mark.parametrize(("condition", "holds", "values", "names", "sentence"), FORMS)
def test_every_form(
    ford: Game, condition: str, holds: bool, values: dict[str, str], names: dict[str, str], sentence: str
) -> None:
    known = (*names.items(), BLOCK)
    reason = Reason("stride", condition, tuple(values.items()), known, holds)
    if "b" in values:
        reason = Reason("stride", condition, tuple(values.items()), (*names.items(), ("b", values["b"])), holds)
    assert Facts(ford).fact(reason) == sentence


def test_many_are_cut_short(ford: Game) -> None:
    reason = Reason("stride", "some e in all_of_them", (("e", "A, B, C, D, E, F, G, H"),))
    assert Facts(ford).fact(reason) == "there is one in all of them: A, B, C, D, E, F and 2 more"


def test_things_go_by_the_names_of_the_edition() -> None:
    facts = Facts(Case("ford", "royal-2.0", ()).load())
    assert facts.called("mill-bridge") == "Młyn–Most"
    assert facts.called("field") == "field"
    reason = Reason("stride", "t is mill", (), (("t", "bridge"),), holds=False)
    assert facts.fact(reason) == "Most is not Młyn"


def test_a_bare_yes_or_no_says_nothing_and_nothing_is_said_twice(ford: Game) -> None:
    moves = Reason("stride", "moves > 0", (("moves", "2"),))
    assert Facts(ford).all([moves, Reason("stride", "no"), moves]) == ["moves is 2, more than 0"]


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
