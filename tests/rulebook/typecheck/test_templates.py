"""Texts with live values: what stands in braces is typed, and its mistakes are shown inside the text."""

import pytest

from crex_dsl.language import nodes
from crex_dsl.language.diagnostics import Report, RuleError
from crex_dsl.language.parser import parse_text
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.declarations.scope import Mistake
from crex_dsl.rulebook.typecheck.expressions import Typer
from crex_dsl.rulebook.typecheck.templates import template, text_cases
from tests.rulebook.small import realm, scope_of


def made(*texts: str) -> t.Template:
    lines = "".join(f'        "{text}"\n' for text in texts)
    clause = parse_text(f'clause c "C"\n    says\n{lines}').items[0]
    assert isinstance(clause, nodes.Clause)
    assert clause.body is not None
    says = clause.body.items[0]
    assert isinstance(says, nodes.Says)
    return template(says.text, Typer(realm().world), scope_of(realm(), cart="cart", n=""))


def told(text: t.Template) -> list[str]:
    """The parts of a text: words as they are, values by their types, plurals by their forms."""
    return [
        part
        if isinstance(part, str)
        else f"<{' | '.join(part.forms)}>"
        if isinstance(part, t.Plural)
        else f"<{part.type}>"
        for part in text.parts
    ]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("", []),
        ("plain words", ["plain words"]),
        ("{five}", ["<a number>"]),
        ("at most {five} blocks", ["at most ", "<a number>", " blocks"]),
        ("{cart} drives to {cart.at}", ["<a cart>", " drives to ", "<a place>"]),
        ("{five}{few}", ["<a number>", "<a number 1..3>"]),
        ("{n: block | blocks}", ["<block | blocks>"]),
        ("{n} {n:block|blocks}", ["<a number>", " ", "<block | blocks>"]),
        ("{n - 1: bloczek | bloczki | bloczków}", ["<bloczek | bloczki | bloczków>"]),
        ("{limit(high): one road | many roads}", ["<one road | many roads>"]),
        ("{size of carts_of(east): cart | carts}", ["<cart | carts>"]),
        ("{count c: cart where heavy(c)}", ["<a number 0..3>"]),
        ("{count c: cart where heavy(c): cart | carts}", ["<cart | carts>"]),
        ("{nth 1 of prizes} and {max(five, 2)}", ["<a number>", " and ", "<a number>"]),
        ("a | b: c", ["a | b: c"]),
    ],
)
def test_what_stands_in_braces_is_live(text: str, parts: list[str]) -> None:
    assert told(made(text)) == parts


def test_several_lines_are_one_text() -> None:
    assert told(made("One {five}.", "Two.", "{n}")) == ["One ", "<a number>", ".", " ", "Two.", " ", "<a number>"]


@pytest.mark.parametrize(
    ("text", "message", "at"),
    [
        ("at most {fiv} blocks", "nothing is called `fiv`", "fiv"),
        ("{five} and {cart.lode}", "a cart has no attribute `lode`", "cart.lode"),
        ("{cart: block | blocks}", "this is a cart, but a number is needed", "cart: block | blocks"),
        ("{1 +}", "cannot be read", "1 +"),
        ("{one two}", "cannot be read", "one two"),
        ("{}", "these braces are empty", "{}"),
        ("{five", "this brace has no partner", "{"),
        ("five} and {five}", "this brace has no partner", "}"),
        ("{five} and } there", "this brace has no partner", "}"),
        ("{{five}}", "this brace has no partner", "{"),
        ("{five each turn}", "cannot be read", "five each turn"),
    ],
)
def test_a_mistake_is_shown_inside_the_text(text: str, message: str, at: str) -> None:
    with pytest.raises(Mistake) as mistake:
        made(text)
    assert message in mistake.value.message
    span = mistake.value.span
    assert span.source.line(span.line)[span.column - 1 : span.end_column - 1] == at
    assert span.line == 3


def test_every_part_of_a_live_value_stands_in_the_text() -> None:
    text = made("at most {limit(high) + five} and {five - 2: cart | carts}")
    for part in text.parts:
        term = part.number if isinstance(part, t.Plural) else part
        if isinstance(term, t.Term):
            assert {(inner.span.source.name, inner.span.line) for inner in term.walk()} == {("text", 3)}


# ---- the texts of an action ----
def cases(*lines: str) -> tuple[t.TextCase, ...]:
    """The texts of an action; raises the first mistake, told or not."""
    text = "".join(f"            {line}\n" for line in lines)
    clause = parse_text(
        f'clause c "C"\n    action go in turn\n        text\n{text}        do\n            return\n'
    ).items[0]
    assert isinstance(clause, nodes.Clause)
    assert clause.body is not None
    (action,) = clause.body
    report = Report()
    made = text_cases(
        action.texts, action.signature.name, Typer(realm().world), scope_of(realm(), cart="cart", n=""), report
    )
    report.raise_errors()
    return made


def test_each_case_has_its_text_and_its_condition() -> None:
    found = cases('"{n} carts" when n > 1', '"{cart}" when n = 1', '"none" otherwise')
    assert [told(case.text) for case in found] == [["<a number>", " carts"], ["<a cart>"], ["none"]]
    assert [case.when is None for case in found] == [False, False, True]
    assert told(cases('"go {n}"')[0].text) == ["go ", "<a number>"]


def test_a_case_knows_what_it_asks_and_what_was_asked_in_vain() -> None:
    assert cases('"{leader.at}" when leader is not nothing', '"none"')
    assert cases('"none" when leader is nothing', '"{leader.at}" when n = 1', '"{leader}"')


def test_the_last_text_knows_nothing_of_the_others() -> None:
    with pytest.raises(RuleError) as error:
        cases('"none" when leader is nothing', '"{leader.at}" otherwise')
    (found,) = error.value.diagnostics
    assert found.hint is not None
    assert "may not know what the others ask" in found.hint
    with pytest.raises(RuleError) as error:
        cases('"none" when n = 1', '"{leader.at}" otherwise')
    assert "is not nothing" in (error.value.diagnostics[0].hint or "")


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (('"a" when n = 1', '"b" when n = 2'), "the text of `go` leaves cases unsaid"),
        (('"a"', '"b"'), "this case can never be reached"),
        (('"a" otherwise', '"b" when n = 2'), "this case can never be reached"),
    ],
)
def test_the_last_text_is_the_one_that_always_fits(lines: tuple[str, ...], message: str) -> None:
    with pytest.raises(Mistake, match=message):
        cases(*lines)
