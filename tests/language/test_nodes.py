"""Every rule of the grammar makes its node, and every node knows where it stands.

The expected nodes stand in `nodes/*.txt`: a text, then `=>` and what it makes.  After a deliberate change
`CREX_RECORD=1 pytest tests/language/test_nodes.py` writes them anew; review the diff.
"""

import dataclasses
import os
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from crex_dsl.language import nodes
from crex_dsl.language.parser import grammar, parse_text
from crex_dsl.language.source import Source, Span, Word
from tests.language.rule_files import RULE_FILES, name_of

FOLDER = Path(__file__).with_name("nodes")


# ---- how a node is told ----
def told(value: object) -> str:
    """A node in one line: its class and its fields, bare words bare, quoted texts in quotes."""
    match value:
        case None:
            return "-"
        case Word():
            quoted = value.span.source.line(value.span.line)[value.span.column - 1] == '"'
            return f'"{value}"' if quoted else str(value)
        case tuple():
            return f"[{' '.join(map(told, value))}]"
        case nodes.Name(name=name):
            return str(name)
        case nodes.Number(value=number):
            return str(number)
        case nodes.Node():
            fields = [told(getattr(value, field.name)) for field in dataclasses.fields(value) if field.name != "span"]
            return f"{type(value).__name__}({' '.join(fields)})"
    raise AssertionError(value)


def part(text: str) -> nodes.Node:
    (found,) = parse_text(f"{text}\n")
    assert isinstance(found, nodes.Node)
    return found


def item(text: str) -> nodes.Node:
    clause = part(f'clause c "C"\n{textwrap.indent(text, "    ")}')
    assert isinstance(clause, nodes.Clause)
    assert clause.body is not None
    (found,) = clause.body
    assert isinstance(found, nodes.Item)
    return found


def step(text: str) -> nodes.Node:
    procedure = item(f"procedure p\n{textwrap.indent(text, '    ')}")
    assert isinstance(procedure, nodes.Procedure)
    (found,) = procedure.block
    assert isinstance(found, nodes.Statement)
    return found


def type_(text: str) -> nodes.Node:
    value = item(f"open value v: {text}")
    assert isinstance(value, nodes.OpenValue)
    return value.type


def expression(text: str) -> nodes.Node:
    measure = part(f'measure m "M" is {text}')
    assert isinstance(measure, nodes.Measure)
    return measure.cases.of


SORTS: dict[str, Callable[[str], nodes.Node]] = {
    "expressions": expression,
    "types": type_,
    "steps": step,
    "items": item,
    "parts": part,
}


def entries(sort: str) -> Iterator[tuple[str, str]]:
    for entry in (FOLDER / f"{sort}.txt").read_text(encoding="utf-8").strip().split("\n\n"):
        text, _, expected = entry.partition("\n=> ")
        yield text, expected


def record() -> None:
    for sort, read in SORTS.items():
        made = [f"{text}\n=> {told(read(text))}" for text, _ in entries(sort)]
        (FOLDER / f"{sort}.txt").write_text("\n\n".join(made) + "\n", encoding="utf-8")


if os.environ.get("CREX_RECORD"):
    record()
ENTRIES = [(sort, text, expected) for sort in SORTS for text, expected in entries(sort)]


# ---- every rule makes its node ----
@pytest.mark.parametrize(("sort", "text", "expected"), ENTRIES, ids=[f"{sort}: {text}" for sort, text, _ in ENTRIES])
def test_a_text_makes_its_node(sort: str, text: str, expected: str) -> None:
    assert told(SORTS[sort](text)) == expected


def rules() -> set[str]:
    """The names under which the grammar makes nodes: its aliases, and its rules unless they only pass one on."""
    found: set[str] = set()
    for rule in grammar().rules:
        kept = [symbol for symbol in rule.expansion if not (symbol.is_term and symbol.filter_out)]
        passed_on = rule.options.expand1 and len(kept) + sum(map(bool, rule.options.empty_indices)) == 1
        if rule.alias:
            found.add(rule.alias)
        elif not rule.origin.name.startswith("_") and not passed_on:
            found.add(str(rule.origin.name))
    return found


def below(cls: type[nodes.Node]) -> set[type[nodes.Node]]:
    return {cls}.union(*(below(sub) for sub in cls.__subclasses__()))


def test_every_rule_has_a_node_and_every_node_a_rule() -> None:
    made = {nodes.node_class(rule) for rule in rules()}
    assert len(made) == len(rules())
    rest = {cls for cls in below(nodes.Node) - made if cls.__module__.startswith(nodes.__name__)}
    assert len(rest) < 20
    assert all(set(cls.__subclasses__()) for cls in rest), "a node that no rule makes and no other node builds on"


def test_every_node_stands_in_the_table() -> None:
    seen = {type(node) for sort, text, _ in ENTRIES for node in SORTS[sort](text).walk()}
    assert {nodes.node_class(rule) for rule in rules()} - seen == {nodes.Start}
    assert isinstance(parse_text(""), nodes.Start)


# ---- every node knows where it stands ----
def text_at(span: Span) -> str:
    lines = span.source.text.split("\n")
    if span.line == span.end_line:
        return lines[span.line - 1][span.column - 1 : span.end_column - 1]
    first, *middle, last = lines[span.line - 1 : span.end_line]
    return "\n".join([first[span.column - 1 :], *middle, last[: span.end_column - 1]])


def inside(node: nodes.Node) -> Iterator[nodes.Node | Word]:
    """The nodes and words directly inside a node."""

    def parts(value: object) -> Iterator[nodes.Node | Word]:
        if isinstance(value, nodes.Node | Word):
            yield value
        elif isinstance(value, tuple):
            for each in value:
                yield from parts(each)

    for field in dataclasses.fields(node):
        if field.name != "span":
            yield from parts(getattr(node, field.name))


def reach(span: Span) -> tuple[tuple[int, int], tuple[int, int]]:
    return (span.line, span.column), (span.end_line, span.end_column)


def assert_in_place(start: nodes.Start) -> None:
    """Every word is the text at its span, every node begins with a word, and all lie within what they belong to."""
    for node in start.walk():
        text = text_at(node.span)
        assert text == text.lstrip() or isinstance(
            node,
            nodes.Body
            | nodes.Below
            | nodes.Block
            | nodes.GivenBlock
            | nodes.Start
            | nodes.Text
            | nodes.Cases
            | nodes.TextCases
            | nodes.Weights,
        )
        begin, end = reach(node.span)
        assert begin <= end
        for child in inside(node):
            first, last = reach(child.span)
            if isinstance(child, Word):
                assert text_at(child.span) in (str(child), f'"{child}"')
            if not isinstance(node, nodes.ElseIf):  # the first branch of an `if` stands for its condition
                assert begin <= first
                assert last <= end


@pytest.mark.parametrize("path", RULE_FILES, ids=name_of)
def test_spans_point_at_the_text(path: Path) -> None:
    assert_in_place(parse_text(path.read_text(encoding="utf-8"), path.name))


@pytest.mark.parametrize(("sort", "text"), [(sort, text) for sort, text, _ in ENTRIES if sort == "parts"])
def test_spans_point_at_the_text_of_every_part(sort: str, text: str) -> None:
    assert_in_place(parse_text(f"# a remark\n\n{text}\n"))


@pytest.mark.parametrize(
    ("text", "cls", "at"),
    [
        ('clause c "C"\n    permit go(x) when a1 and b1 > 2\n', nodes.And, "a1 and b1 > 2"),
        ('clause c "C"\n    permit go(x) when a1 and b1 > 2\n', nodes.Compare, "b1 > 2"),
        ('clause c "C"\n    permit go(x) when a1 and b1 > 2\n', nodes.Head, "go(x)"),
        ('clause c "C"\n    define d(t: town): number is f(t.x, 2) + 1\n', nodes.Sum, "f(t.x, 2) + 1"),
        ('clause c "C"\n    define d(t: town): number is f(t.x, 2) + 1\n', nodes.Call, "f(t.x, 2)"),
        ('clause c "C"\n    define d(t: town): number is f(t.x, 2) + 1\n', nodes.Member, "t.x"),
        ('clause c "C"\n    define d(t: town): number is f(t.x, 2) + 1\n', nodes.Parameter, "t: town"),
        ('clause c "C"\n    permit go when some x in s\n    where a1\n', nodes.Quantified, "some x in s\n    where a1"),
        ('clause c "C"\n    define d: number is f(\n        1)\n', nodes.Arguments, "(\n        1)"),
        ("game g\n    players red, blue seated 2..3\n", nodes.Range, "2..3"),
    ],
)  # fmt: skip
def test_a_span_covers_its_text_and_no_more(text: str, cls: type[nodes.Node], at: str) -> None:
    found = next(node for node in parse_text(text).walk() if isinstance(node, cls))
    assert text_at(found.span) == at


# ---- nodes themselves ----
def test_nodes_are_equal_wherever_they_stand() -> None:
    one, two = expression("a1 + f(b1, 2)"), expression("a1  +   f( b1,2 )")
    assert one == two
    assert one.span != two.span
    assert one != expression("a1 + f(b1, 3)")


def test_walking_meets_every_node_once() -> None:
    found = [type(node).__name__ for node in expression("a1 + f(b1, 2)").walk()]
    assert found == ["Sum", "Name", "Call", "Arguments", "Name", "Number"]


def test_a_chain_of_conditions_is_flat() -> None:
    assert told(expression("a1 and b1 and c1 and some x in s where d1")).startswith("And([a1 b1 c1 Quantified(")
    assert told(expression("a1 and (b1 and c1)")) == "And([a1 b1 c1])"
    assert told(expression("a1 or (b1 and c1)")) == "Or([a1 And([b1 c1])])"


def test_a_word_knows_its_place() -> None:
    word = Word.at("acre", Span(Source("file", 'table "acre"'), 1, 7, 1, 13))
    assert word == "acre"
    assert str(word.span) == "file:1:7"
    assert text_at(word.span) == '"acre"'


def test_a_wording_over_several_lines_is_one_text() -> None:
    says = item('says\n    "One"\n    "two."')
    assert isinstance(says, nodes.Says)
    assert says.text.text == "One two."
    assert len(says.text) == 2
