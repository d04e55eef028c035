"""Phrases: every form of expression in words, and no punctuation of the rule language in any of them."""

import re
from functools import cache

import pytest

from crex_dsl.engine.compile.texts.phrase_trees import Figures, PhraseTrees
from crex_dsl.lawyer.phrasing.grammars import book_grammar
from crex_dsl.lawyer.records.build import build_record
from crex_dsl.lawyer.records.models import RulebookRecord
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.selection.catalogue import index_of
from crex_dsl.rulebook.terms.types import BOOL, NUMBER, Bool, Dice, Thing
from crex_dsl.text.grammar.functions import Tree
from crex_dsl.text.grammar.languages import PHRASED
from tests.conformance.cases import Case, families, library
from tests.rulebook.small import realm, scope_of, typed

CODE = re.compile(r"[_(){}<>=*|\\/]|\.\.")
SIGNS = re.compile(r"[_{}<>=*|\\/~]|\.\.")  # brackets are prose where no name is told by its arguments

SAID = [
    ("score(east) + five * 2", "the score of east plus 10"),
    ("(score(east) + 1) * 2", "2 times the sum of the score of east and 1"),
    ("score(east) - (score(west) + 1)", "the score of east minus the sum of the score of west and 1"),
    ("score(east) / 2 rounded up", "half of the score of east rounded up"),
    ("max(score(east), 3)", "the greater of 3 and the score of east"),
    ("min(score(east), score(west))", "the smaller of the score of east and the score of west"),
    ("limit(high)", "3"),
    ("used(aspen-birch)", "the count of used for aspen birch"),
    ("years", "the count of years"),
    ("nth 2 of prizes", "the second of the prizes"),
    ("nth score(east) of prizes", "the entry of the prizes at place the score of east"),
    ("nth score(east) of queue", "the entry of the queue at place the score of east"),
    ("first 2 of queue", "the first 2 of the queue"),
    ("last score(east) of queue", "the last of the queue, as many as the score of east"),
    ("size of opened", "the number of the opened carts"),
    ("total of prizes", "the total of the prizes"),
    ("sky", "the sky"),
    ("ox.at", "ox's place"),
    ("ox.cargo", "ox's cargo"),
    ("ox.home", "aspen"),
    ("ox.owner", "east"),
    ("ox.at.side", "the side of ox's place"),
    ("all c: cart", "all carts"),
    ("all c: cart where c.load > 2", "all carts whose load is more than 2"),
    ("count c: cart where c in opened", "the number of carts that are among the opened carts"),
    ("count c in carts_of(east) where heavy(c)", "1"),
    (
        "sum of c.cargo for c: cart where c.owner is east",
        "the sum of the cart's cargo over all carts whose owner is east",
    ),
    (
        "those c: cart with most c.cargo then least c.load",
        "those carts with the cart's cargo highest, then the cart's load lowest",
    ),
    (
        "order c: cart by c.cargo descending then c.load",
        "the carts in the order of the cart's cargo, the highest first, then of the cart's load",
    ),
    ("opened + carts_of(east)", "the opened carts together with the carts of east"),
    ("opened - carts_of(east)", "the opened carts without the carts of east"),
    ("[ox, mule]", "ox and mule"),
    ("enemy of mover", "the enemy of the mover"),
    ("seats_after(mover, east)", "the number of seats from the mover to east"),
    ("beyond(aspen-birch, aspen)", "birch"),
    ("beyond(aspen-birch, capital)", "ferry"),
    ("beyond(aspen-birch, (goal else aspen))", "the other end of aspen birch from the goal or, failing that, aspen"),
    ("(goal else aspen)", "the goal or, failing that, aspen"),
    (
        "reach from aspen within score(east) by r: road where used(r) < 1 through t: town where t.price > 1",
        "the towns within the score of east of aspen by roads for which the count of used for the road "
        "is less than 1, through towns whose price is more than 1",
    ),
    ("standing(aspen)", "those standing of aspen"),
    ("heard(east)", "the heard of east"),
    ("score(east) > 2", "the score of east is more than 2"),
    ("score(east) >= five", "the score of east is at least 5"),
    ("score(east) <= 2 and years = 3", "the score of east is at most 2 and the count of years is 3"),
    ("not score(east) < 2", "the score of east is at least 2"),
    ("sky is wet", "the sky is wet"),
    ("spirits is nothing", "there is no spirits"),
    ("goal is nothing", "there is no goal"),
    ("goal is not nothing", "there is a goal"),
    ("guest is nobody", "there is no guest"),
    ("guest is east", "the guest is east"),
    ("pledged(ox) is not nothing", "the pledged town of ox is something"),
    ("ox.at is aspen", "ox is at aspen"),
    ("ox.at is not aspen", "ox is not at aspen"),
    ("ox.at is a town", "ox is at a town"),
    ("ox in opened", "ox is among the opened carts"),
    ("ox not in opened", "ox is not among the opened carts"),
    ("sky in [wet, frost]", "the sky is wet or frost"),
    ("heavy(ox)", "always"),
    (
        "no c in opened where c.cargo > 1",
        "there is no cart among the opened carts whose cargo is more than 1",
    ),
    ("every c in opened where c.cargo > 1", "for every cart among the opened carts, the cart's cargo is more than 1"),
    (
        "not every c in opened where c.cargo > 1",
        "there is a cart among the opened carts whose cargo is at most 1",
    ),
    (
        "not some c in opened where c.cargo > 1",
        "there is no cart among the opened carts whose cargo is more than 1",
    ),
    (
        "some c: cart where some d: cart where c.cargo > d.cargo and d in opened",
        "there is a cart for which there is a second cart for which the cart's cargo is more than the "
        "second cart's cargo and the second cart is among the opened carts",
    ),
    (
        "some c: cart where c in opened and every d in opened where d.cargo > c.cargo",
        "there is a cart for which the cart is among the opened carts; and for every second cart among "
        "the opened carts, the second cart's cargo is more than the cart's cargo",
    ),
    ("not (years = 2 or sky is wet)", "the count of years is not 2 and the sky is not wet"),
    (
        "years = 2 and (sky is wet or sky is frost or score(east) = 1)",
        "the count of years is 2; and either the sky is wet, the sky is frost or the score of east is 1",
    ),
    ("can drive", "some drive is legal"),
    ("can drive(ox, any)", "some drive for ox is legal"),
    ("not can drive(ox, any)", "no drive for ox is legal"),
    ("west can wave", "some wave by west is legal"),
    ("some p in players where score(p) > 2", "there is a player for whom the score of the player is more than 2"),
]


def phrases() -> PhraseTrees:
    return PhraseTrees(Figures())


def told(tree: Tree) -> str:
    return book_grammar(realm()).say(tree)


def said(term: t.Term) -> str:
    voice = phrases()
    settled = voice.figures.fold(term)
    return told(voice.holds(settled) if isinstance(term.type, Bool) else voice.value(settled))


@pytest.mark.parametrize(("expression", "phrase"), SAID, ids=[row[0] for row in SAID])
def test_expressions(expression: str, phrase: str) -> None:
    assert said(typed(expression)) == phrase


def test_local_names_are_called_by_their_kinds_and_by_themselves_where_they_are_words() -> None:
    scope = scope_of(realm(), c="cart", d="cart", target="town", n="", hits="", player="player")
    names = [said(typed(name, scope)) for name in ("c", "target", "n", "hits", "player", "c.load")]
    assert names == ["the cart", "the target town", "the number", "the number “hits”", "the player", "the cart's load"]
    voice, (one, two) = phrases(), (scope.locals[name] for name in "cd")
    assert (told(voice.meet(one)), told(voice.meet(two))) == ("cart", "second cart")
    said_of_both = told(voice.holds(typed("c.load > d.load", scope)))
    assert said_of_both == "the cart's load is more than the second cart's load"


def test_a_name_is_free_again_once_it_means_nothing() -> None:
    both = typed("(some c in opened where c.cargo = 1) and some d in opened where d.cargo = 2")
    assert said(both) == (
        "there is a cart among the opened carts whose cargo is 1; "
        "and there is a cart among the opened carts whose cargo is 2"
    )


def test_dice() -> None:
    span = typed("1").span
    dice, volley = (t.Local(Dice(), span, t.Var(name, Dice())) for name in ("dice", "volley"))
    three = t.Const(NUMBER, span, 3)
    assert said(t.Pips(NUMBER, span, "<=", dice, three)) == "the number of dice that show at most 3"
    assert said(t.Pips(NUMBER, span, "==", volley, three)) == "the number of dice of the volley that show exactly 3"
    assert said(t.TotalOf(NUMBER, span, dice)) == "the total of the dice"


def test_one_thing_or_another() -> None:
    test, one, two = typed("guest is east"), typed("score(east)"), typed("score(west)")
    choice = t.Cond(NUMBER, test.span, test, one, two)
    assert said(choice) == "the score of east if the guest is east, otherwise the score of west"
    condition = t.Cond(BOOL, test.span, test, typed("ox in opened"), typed("mule in opened"))
    assert said(condition) == (
        "if the guest is east, ox is among the opened carts, otherwise mule is among the opened carts"
    )


def test_conditions_that_are_settled() -> None:
    assert phrases().condition(None) is True
    assert phrases().condition(typed("five = 5")) is True
    assert phrases().condition(typed("five = 6")) is False
    left = phrases().condition(typed("five = 5 and guest is east"))
    assert isinstance(left, tuple) and told(left) == "the guest is east"


def test_a_whole_kind_and_some_of_it() -> None:
    carts = realm().world.kinds["cart"]
    assert told(phrases().constant(0b101, typed("opened").type)) == "ox and goat"
    assert told(phrases().constant(carts.mask, typed("opened").type)) == "all carts"
    assert told(phrases().constant(0, typed("opened").type)) == "none"
    assert told(phrases().constant(1, Thing(carts))) == "mule"


@cache
def brief_of(case: Case) -> RulebookRecord:
    files = library().files(case.game)
    index = index_of(files)
    return build_record(files, index, index.select(case.edition, case.options))


@pytest.mark.parametrize("case", families(), ids=str)
def test_no_phrase_of_any_game_reads_like_code(case: Case) -> None:
    record = brief_of(case)
    effects = [(clause.id, effect) for clause in record.clauses for effect in clause.effects]
    english = record.language not in PHRASED
    assert effects
    for clause, effect in effects:
        assert effect.phrase, f"{clause}: {effect.text}"
        for phrase in (effect.phrase, *effect.phrases):
            assert not (CODE if english else SIGNS).search(phrase), f"{clause}: {phrase}"
        assert bool(effect.phrases) == bool(effect.steps), f"{clause}: {effect.text}"


def test_an_index_reads_as_it_is_written() -> None:
    number = typed("score(east) + 1")
    assert said(t.Within(NUMBER, number.span, number, 1, 3, "`n` of `f`")) == said(number)


def test_every_form_of_the_language_is_said_somewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that a new form cannot come in without words for it; dice, and what only the engine makes, are tried above."""
    seen: set[type[t.Term]] = set()
    for name in ("value", "holds"):
        plain = getattr(PhraseTrees, name)

        def noting(self: PhraseTrees, term: t.Term, plain=plain) -> Tree:  # type: ignore[no-untyped-def]
            seen.add(type(term))
            made: Tree = plain(self, term)
            return made

        monkeypatch.setattr(PhraseTrees, name, noting)
    for expression, _ in SAID:
        said(typed(expression))
    language = {form for form in t.Term.__subclasses__() if form.__module__ == t.Term.__module__}
    assert language - seen == {t.Cond, t.Pips, t.Within}
