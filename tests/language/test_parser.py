"""Reading rule text: nodes that know their place, and advice that is given only where it helps."""

import re
from pathlib import Path

import pytest

from crex_dsl.language import nodes
from crex_dsl.language.diagnostics import Report
from crex_dsl.language.keywords import EXPRESSION_WORDS, ITEM_WORDS, PART_WORDS, STEP_WORDS
from crex_dsl.language.parser import grammar, parse, parse_text, read
from crex_dsl.language.source import MAX_LINE, Source
from crex_dsl.language.syntax_messages import FOREIGN, MISTAKES
from crex_dsl.system.input_files import MAX_RULE_BYTES as MAX_BYTES
from tests.language.rule_files import RULE_FILES, name_of

ROOT = Path(__file__).resolve().parents[2]
BAD = ROOT / "tests" / "rulebook" / "bad"


def mistakes(text: str) -> list[tuple[str, str | None]]:
    """The place and sentence of every mistake in a text, and the advice for it."""
    report = Report()
    parse(Source("text", text), report)
    return [(f"{found.span}: {found.message}", found.hint) for found in report]


def item(line: str) -> str:
    return f'clause a "A"\n    {line}\n'


def step(line: str) -> str:
    return f'clause a "A"\n    procedure p\n        {line}\n'


def hint(text: str) -> str | None:
    ((_, found),) = mistakes(text)
    return found


# ---- nodes ----
@pytest.mark.parametrize("path", RULE_FILES, ids=name_of)
def test_every_rule_file_parses(path: Path) -> None:
    assert mistakes(path.read_text(encoding="utf-8")) == []


def test_nodes_and_words_know_their_place() -> None:
    start = parse_text('game tiny "Tiny"\n\nclause turns "Turns"\n    value last: number is 3 + 4\n', "tiny.crex")
    clause = start.items[1]
    assert isinstance(clause, nodes.Clause)
    assert str(clause.title) == "Turns"
    assert str(clause.title.span) == "tiny.crex:3:14"
    (value,) = clause.body or ()
    (case,) = value.cases
    span = case.answer.span
    assert (span.line, span.column, span.end_line, span.end_column) == (4, 27, 4, 32)


def test_an_empty_text_says_nothing() -> None:
    assert len(parse_text("")) == 0
    assert len(parse_text("# only a remark\n\n   \n")) == 0


@pytest.mark.parametrize(
    "text", ["game a\r\n    players b\r\n", "game a\n    players b", "\ufeffgame a\n    players b\n"]
)
def test_line_breaks_and_marks_of_other_systems(text: str, tmp_path: Path) -> None:
    path = tmp_path / "a.crex"
    path.write_bytes(text.encode())
    report = Report()
    source = read(path, "a.crex", report)
    assert source is not None
    start = parse(source, report)
    assert start is not None
    assert [type(top) for top in start] == [nodes.Game]


def test_lines_that_begin_with_and_or_where_go_on() -> None:
    text = item("permit p when a\n        and b\nand c")
    assert mistakes(text) == []


def test_the_grammar_is_made_once(tmp_path: Path) -> None:
    assert grammar(str(tmp_path / "tables")) is grammar()


# ---- words of the language ----
def accepted(text: str, stop: str) -> set[str]:
    """The words of the language that could stand where `stop` stands."""
    lark = grammar()
    words = {terminal.name: terminal.pattern.value for terminal in lark.terminals}
    interactive = lark.parse_interactive(text)
    for token in interactive.iter_parse():
        if token == stop:
            break
    found = {words.get(name, "") for name in interactive.accepts()}  # type: ignore[no-untyped-call]
    return {word for word in found if re.fullmatch("[a-z]+", word)}


def test_words_are_those_of_the_grammar() -> None:
    assert accepted("", "") == PART_WORDS
    assert accepted(item("X is 3"), "X") == ITEM_WORDS
    assert accepted(item("value v: number is X"), "X") == EXPRESSION_WORDS
    assert accepted(step("X becomes 3"), "X") - EXPRESSION_WORDS == STEP_WORDS


# ---- advice ----
GOES_ON = "a line goes on with `and`, `or`, `where`, `through` or `else`, or inside brackets: put the whole in brackets"
MISSING = "what comes after it is missing; an expression over several lines stands in brackets"
BELOW = "a range has no numbers below 0: count from the lowest one, such as `0..2` for -1 to 1"
CASES = "a value has no `if`: its cases are lines `answer when condition` below a `define … is`"
ADVICE = {
    item('says "a'): "the text in quotes has no end on this line",
    item("says 'a'"): "texts stand in double quotes",
    item("says „a”"): 'texts stand in straight quotes: "…"',
    step("x becomes y\u00a0+ 1"): "this is a special blank; write a plain one",
    step("x becomes y == 1"): "write a single `=`",
    step("x becomes y != 1"): "write `is not`",
    step("x becomes y <> 1"): "write `is not`",
    step("x becomes y =< 1"): "write `<=` or `>=`",
    step("x becomes y ≤ 1"): "write `<=` or `>=`",
    step("x becomes !y"): "write `not`",
    step("x becomes y & z"): "write `and`",
    step("x becomes y || z"): "write `or`",
    step("x becomes y // 2"): "write `/ … rounded down`",
    step("x becomes y % 2"): "there is no remainder; write `/ … rounded down` to divide",
    step("x becomes y × 2"): "write `*`",
    step("x becomes y – 2"): "write a plain minus `-` between blanks",
    step("if x {"): "blocks are shown by indentation, without braces",
    step("return;"): "each step has a line of its own, without a semicolon",
    item("state x: 1-4"): "write a range with two dots: `0..4`",
    item("state x: 1 to 4"): "write a range with two dots: `0..4`",
    step("x becomes 1.5"): "numbers are whole",
    step("x becomes 3rd"): "a name begins with a letter",
    step("let 3rd be 1"): "a name begins with a letter",
    step("let _x be 1"): "a name begins with a letter",
    step("let über be 1"): "names are of the letters a to z; only a text in quotes holds others",
    "game Tiny\n": "the name of a layer is of small letters, digits, hyphens and dots",
    step("let x = 1"): "write `let name be …`",
    step("x = 1"): "memory changes with `becomes`; `=` compares",
    step("set x to 1"): "memory changes with `becomes`, without `set`",
    item("value x: number = 1"): "write `is`",
    step("do x\n        else if y\n            do z"): "write `otherwise if`",
    step("x becomes 1\n        else if y\n            do z"): "write `otherwise if`",
    step("do x\n        else\n            do z"): (
        "write `otherwise` for the last branch; `else` stands inside an expression"
    ),
    step("x becomes 1\n        else\n            do z"): (
        "write `otherwise` for the last branch; `else` stands inside an expression"
    ),
    step("if x then"): "what is to be done stands indented below, without `then`",
    step("if x:"): "a block is what stands indented below, without a colon",
    item("permit p if x"): "write `when`",
    item("permit p unless x"): "write `when not`",
    item("when turn begins when x"): "write `if`",
    step("for x in y"): "write `for each`",
    step("return x"): "`return` gives nothing back; what is worked out from others is a `define`",
    item("define x is 1"): "say its type: `name(x: kind): type`",
    item("state x"): "say its type: `state name: type`",
    item("set x to 1"): "say what it holds: `set name of kind`",
    item("says hello"): "texts stand in double quotes",
    step("x becomes y is in z"): "write `in` without `is`",
    step("x becomes y is not in z"): "write `not in` without `is`",
    step("x becomes y is an z"): "write `is a`",
    step("x becomes y is not a z"): "write `not … is a …`",
    step("x becomes y is size"): "the word before it belongs to the language and cannot be a name",
    step("x becomes y is those p in q with most z"): (
        "an open-ended `those …` stands last in an expression, or in brackets"
    ),
    step("x becomes y is order p in q by z"): "an open-ended `order …` stands last in an expression, or in brackets",
    step("x becomes y is reach from p"): "an open-ended `reach …` stands last in an expression, or in brackets",
    step("x becomes size of all p in q where z"): (
        "an open-ended `… where …` stands last in an expression, or in brackets"
    ),
    step("for each x in y counting i where z"): "`where …` stands before `counting …`",
    step("do x()"): "without arguments the brackets go too",
    step("do x(y, )"): "a comma stands between two parts: take it out, or add the part that is missing",
    step("x becomes y)"): "no bracket that it could close is open here",
    step("x becomes -1"): "no sign stands before a value: write `0 - …`",
    step("x becomes y / 2"): "a division says how it rounds: `rounded down` or `rounded up`",
    step("x becomes y else z else w"): "`else` beside `and`, `or` or another `else` needs brackets",
    step("x becomes y and z or w"): "say what belongs together: (… and …) or …",
    step("// a comment"): "a comment begins with `#`",
    item("define d: number is a\n        + b"): GOES_ON,
    item("permit p when a\n        = b"): GOES_ON,
    step("x becomes a\n            - b"): GOES_ON,
    item("define d: yes or no is a\n        is b"): GOES_ON,
    item("define d: number is a +\n        b"): MISSING,
    item("permit p when a and\n        b"): MISSING,
    step("if x =\n            return"): MISSING,
    step("x++"): "write `+= 1`",
    step("x--"): "write `-= 1`",
    step("x *= 2"): "only `+=` and `-=` change a number in place; for the rest write `becomes`",
    step("x becomes y ^ 2"): "there are no powers; multiply with `*`",
    step("x becomes y ** 2"): "there are no powers; multiply with `*`",
    step("x becomes y mod 2"): "there is no remainder; write `/ … rounded down` to divide",
    item("state dx: -1..1"): BELOW,
    "kind k\n    dx : -1..1\n": BELOW,
    item("define f(n: -3..3): number is n"): BELOW,
    item("state x: 0..-1"): BELOW,
    item("state x: 5"): "write a range with two dots: `0..4`",
    item("state x: 0...5"): "write a range with two dots: `0..4`",
    step("for each i in 1..3\n            return"): "numbers are counted with `for each n from 1 to 3`",
    step("roll d6"): "write `roll 1 die`, or `roll 2 dice of 10 sides`",
    step("roll 2d6"): "write `roll 1 die`, or `roll 2 dice of 10 sides`",
    step("x becomes if a then b else c"): CASES,
    item("define d: number is if a = 1 then 2 else 3"): CASES,
    item("define d: number is a = 1 then 2 else 3"): CASES,
    item("define d: number is a = 1 ? 2 : 3"): CASES,
    item("define d: number is 2 if a = 1 else 3"): "write `when`",
    step("x becomes y if z"): "a step under a condition stands indented below `if …`",
    step("when x\n            return"): "write `if`",
    item("forbid p where x = 1"): "write `when`",
    item("permit p(x) x.y = 1"): "a condition begins with `when`",
    step("while x do\n            return"): "what is to be done stands indented below, without `do`",
    item("state x: 0..4 starts at 2"): "a comma stands before it",
    item("state x: player or none"): "write `or nothing`, or `or nobody` for a player",
    step("end game"): "say how it ends: `end game won by …` or `end game drawn`",
    step("end the game"): "say how it ends: `end game won by …` or `end game drawn`",
    step("x chooses go or stop"): 'actions are separated by commas; `or "…"` is how to decline after `may choose`',
    step("x becomes y[1]"): "a member of a list is `nth 1 of …`; memory is asked with round brackets",
    step("x becomes y.size()"): "an attribute takes no brackets; ask `size of …`, or a definition `name(…)`",
    "layer a_b of c\n": "the name of a layer is of small letters, digits, hyphens and dots",
    step("break"): FOREIGN["break"],
    step("continue"): FOREIGN["continue"],
    step("choose x from y"): FOREIGN["choose"],
    item("import x"): FOREIGN["import"],
    step("elif x"): FOREIGN["elif"],
    step("match = 1"): "memory changes with `becomes`; `=` compares",
    step("roll 2 dices"): "`dices` is no word of the language; after `dice` comes a blank",
    item("forbit p"): "did you mean `forbid`?",
    item("permit p whn x"): "did you mean `when`?",
    item('clause b "B"'): "`clause …` starts at the margin",
    step("permit p"): "`permit …` is no step: it stands in the clause itself",
    item("let x be 1"): "`let …` is a step: it stands in a procedure, an action or a trigger",
    "permit p\n": "`permit …` stands indented, inside a clause",
}


@pytest.mark.parametrize("text", ADVICE, ids=lambda text: text.split("\n", 1)[-1].strip() or text)
def test_advice(text: str) -> None:
    assert hint(text) == ADVICE[text]


def test_every_advice_has_its_mistake() -> None:
    assert {advice for _, _, _, advice in MISTAKES} <= set(ADVICE.values())


@pytest.mark.parametrize(
    "text",
    [
        item('permit p "a == b" when x'),
        item("permit p(x) q - 3"),
        item("permit p when x = 4 / 2 rounded down y"),
        item("permit p when (a and b) or c d"),
        item("permit p when a or (b and c) d"),
        item("permit p when x is none y"),
        item("permit p when some x in y where a b"),
        item("state port: none | open | fortified x"),
        item("permit p # == && else if"),
        step("let x be y z # becomes -1"),
        step("do x y"),
        step("x becomes yes true"),
        "layer x y\n",
    ],
)
def test_no_advice_is_better_than_wrong_advice(text: str) -> None:
    assert [found for _, found in mistakes(text)] in ([], [None])


# ---- where a mistake is told ----
@pytest.mark.parametrize(
    ("text", "place"),
    [
        (step("do x(a\n        do y"), "text:3:13: this bracket is never closed; expected `)`"),
        (step("do x(a"), "text:3:13: this bracket is never closed; expected `)`"),
        (step("do x((a)\n        do y"), "text:3:13: this bracket is never closed; expected `)`"),
        (step("do x(a,\n          b c)"), "text:4:13: `c` does not belong here; expected an operator, `)` or `,`"),
        (step("if x\n        do y"), "text:3:9: nothing is indented below this line; expected an indented block"),
        (item("procedure p # what?\n\n"), "text:2:5: nothing is indented below this line; expected an indented block"),
        (
            item('says "a"\n      says "b"'),
            "text:3:7: this line is indented deeper than the line above, which takes no block",
        ),
        (
            step("do x\n      do y"),
            "text:4:1: this line is indented by 6, like none of the lines above that it could stand beside",
        ),
        (item('action a in b\n        text "x"'), "text:3:17: the block ends too early; expected `do`"),
        (item("permit"), "text:2:11: the line ends too early; expected a name"),
        (item("permit # p"), "text:2:11: the line ends too early; expected a name"),
        ("game", "text:1:5: the line ends too early; expected the name of a layer"),
    ],
)
def test_where_it_is_told(text: str, place: str) -> None:
    ((found, _),) = mistakes(text)
    assert found == place


def test_after_a_mistake_reading_goes_on_at_the_margin() -> None:
    text = item("permit p if x") + item("permit p") + "claus c\n    x\n" + step("do x(\n") + item("permit q(")
    assert [found.split(": ")[0] for found, _ in mistakes(text)] == ["text:2:14", "text:5:1", "text:9:13", "text:12:13"]


def test_a_list_at_the_margin_is_no_mistake_of_its_own() -> None:
    text = step("x becomes [a,\nb,\nc]") + item("permit")
    assert [found.split(": ")[0] for found, _ in mistakes(text)] == ["text:7:11"]


def test_one_sort_of_mistake_in_many_lines_is_told_once() -> None:
    text = 'clause a "A"\n\tsays "b"\n\tpermit c\n' + f'clause {"d" * MAX_LINE} "D"\n' + "\x07\n"
    assert [found for found, _ in mistakes(text)] == [
        "text:2:1: this line is indented with a tab; so is 1 more line",
        f"text:4:1: this line has {MAX_LINE + 11:,} characters; a rule line has at most {MAX_LINE:,}",
        "text:5:1: character 7 is not text",
    ]


# ---- files ----
def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    report = Report()
    missing, large, other = tmp_path / "missing.crex", tmp_path / "large.crex", tmp_path / "other.crex"
    large.write_bytes(b"#" * (MAX_BYTES + 1))
    other.write_bytes('# é\nclause a "é"'.encode("latin-1"))
    assert [read(path, path.name, report) for path in (missing, large, other, tmp_path)] == [None] * 4
    told = {str(found.span): found.message for found in report}
    assert told["large.crex:1:1"] == "large.crex is larger than 400,000 bytes, the most that a rule file may hold"
    assert told["other.crex:1:3"] == "byte 0xe9 is not UTF-8"
    assert told["missing.crex:1:1"].startswith("missing.crex cannot be read: ")
    assert len(told) == 4


SCRIPTED = """game g "G"

example "One" on a, b from g at "1" with x
    given
        n becomes 2

    when
        begin p
# a remark at the margin
    then
        n = 2

clause after "After"
    says "Later."
"""


def test_without_scripts_an_example_is_its_heading_and_nothing_moves() -> None:
    source = Source("t", SCRIPTED)
    whole, bare = (parse(source, Report(), scripts=scripts) for scripts in (True, False))
    assert whole is not None and bare is not None
    examples = [next(top for top in start if isinstance(top, nodes.Example)) for start in (whole, bare)]
    headings = [(str(e.title), [str(name) for name in e.on], e.span.place) for e in examples]
    assert headings == [("One", ["a", "b"], "t:3")] * 2
    assert [len(e.parts) for e in examples] == [3, 2]
    assert list(whole)[-1].span == list(bare)[-1].span


def test_an_example_without_a_script_is_a_mistake_either_way() -> None:
    for scripts in (True, False):
        report = Report()
        assert parse(Source("t", 'game g "G"\n\nexample "One" on a\n\nclause b "B"\n'), report, scripts=scripts) is None
        assert report.errors
