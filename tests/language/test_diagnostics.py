"""How mistakes look: in words, as JSON, many at once, and whatever the source line holds."""

import json

import pytest

from crex_dsl.language.diagnostics import (
    MAX_REPORTED,
    MAX_SHOWN,
    WINDOW,
    Diagnostic,
    Report,
    RuleError,
    excerpt,
    render_all,
    to_json,
)
from crex_dsl.language.parser import parse
from crex_dsl.language.source import Source, Span
from crex_dsl.text.locale import listed
from crex_dsl.text.spelling import did_you_mean
from crex_dsl.text.truncation import followed

TEXT = """\
game tiny

clause turns "Turns"
    says "In turn."
    procedure play
        do something

ruling taste on turns
    reading good taken "Yes."
        in courage
            bold is yes
"""
SOURCE = Source("tiny.crex", TEXT)


def at(line: int, column: int, width: int = 1) -> Span:
    return Span(SOURCE, line, column, line, column + width)


# ---- one mistake ----
def test_a_mistake_says_where_what_and_what_next() -> None:
    first = ("declared here", at(3, 8, 5))
    diagnostic = Diagnostic("there is no procedure `something`", at(6, 12, 9), "turns", "do nothing", (first,))
    assert diagnostic.render() == (
        "tiny.crex:6:12: error: there is no procedure `something` [in clause turns]\n"
        "    6 |         do something\n"
        "      |            ^^^^^^^^^\n"
        "  = do nothing\n"
        "  tiny.crex:3:8: declared here\n"
        '    3 | clause turns "Turns"\n'
        "      |        ^^^^^"
    )


def test_a_mistake_without_a_place() -> None:
    assert Diagnostic("nobody plays").render() == "error: nobody plays"


def test_a_span_over_several_lines_is_marked_to_the_end_of_its_first() -> None:
    assert excerpt(Span(SOURCE, 5, 5, 6, 21)) == ["    5 |     procedure play", "      |     ^^^^^^^^^^^^^^"]


def test_the_end_of_a_line_has_a_caret_too() -> None:
    assert excerpt(at(6, 21))[1] == "      |                     ^"


def test_no_line_no_excerpt() -> None:
    assert excerpt(at(2, 1)) == []
    assert excerpt(at(99, 1)) == []


@pytest.mark.parametrize("column", [1, 59, 60, 61, 100, 500, 941, 999])
def test_a_long_line_is_cut_around_the_caret(column: int) -> None:
    text = "".join(chr(97 + place % 26) for place in range(1_000))
    line, carets = excerpt(Span(Source("long", text), 1, column, 1, column + 3))
    assert len(line) <= WINDOW + len("    1 | ……")
    assert line[carets.index("^")] == text[column - 1]


def test_what_would_not_show_is_a_dot() -> None:
    source = Source("trick.crex", 'says "a\x1b[31m\u202eb\u00a0"')
    told = Diagnostic("bad \x07 text", Span(source, 1, 8, 1, 9)).render()
    assert all(char.isprintable() or char == "\n" for char in told)
    assert 'says "a·[31m·b·"' in told


# ---- for programs ----
def test_json() -> None:
    diagnostic = Diagnostic("too bold", at(10, 13, 4), "courage", None, (("said here", at(8, 8, 5)),))
    assert json.loads(to_json([diagnostic])) == [
        {
            "severity": "error",
            "message": "too bold",
            "clause": "courage",
            "hint": None,
            "file": "tiny.crex",
            "line": 10,
            "column": 13,
            "end_line": 10,
            "end_column": 17,
            "also": [
                {
                    "message": "said here",
                    "file": "tiny.crex",
                    "line": 8,
                    "column": 8,
                    "end_line": 8,
                    "end_column": 13,
                }
            ],
        }
    ]


def test_json_of_a_mistake_without_a_place() -> None:
    (found,) = json.loads(to_json([Diagnostic("nobody plays", severity="warning")]))
    assert found["severity"] == "warning"
    assert found["file"] is None
    assert found["line"] is None


def test_json_of_a_file_that_does_not_parse() -> None:
    report = Report()
    parse(Source("bad.crex", 'clause zażółć "Ź"\nclaus b "B"\n'), report)
    found = json.loads(to_json(report))
    assert [(entry["line"], entry["column"]) for entry in found] == [(1, 10), (2, 1)]
    assert found[1]["hint"] == "did you mean `clause`?"


# ---- many ----
def test_a_report_keeps_each_mistake_once_and_sorts_them() -> None:
    report = Report()
    for line in (6, 3, 6):
        report.error("wrong", at(line, 1))
    assert [found.span.line for found in report if found.span] == [3, 6]
    with pytest.raises(RuleError) as refusal:
        report.raise_errors()
    assert [found.span.line for found in refusal.value.diagnostics if found.span] == [3, 6]
    assert str(refusal.value) == render_all(report)


def test_a_warning_stops_nothing() -> None:
    report = Report()
    report.warn("unusual", at(3, 1))
    report.raise_errors()
    assert [found.render().split(":")[3].strip() for found in report] == ["warning"]


def test_of_very_many_mistakes_the_first_are_shown() -> None:
    many = [Diagnostic(f"wrong {number}", at(3, number + 1)) for number in range(MAX_SHOWN + 7)]
    assert render_all(many).split("\n\n")[-1] == "… and 7 more"
    assert len(render_all(many).split("\n\n")) == MAX_SHOWN + 1


def test_nobody_looks_for_mistakes_for_ever() -> None:
    report = Report()
    for number in range(MAX_REPORTED - 1):
        report.error(f"wrong {number}", at(3, 1))
    with pytest.raises(RuleError) as refusal:
        report.error("wrong once too often", at(3, 1))
    assert len(refusal.value.diagnostics) == MAX_REPORTED
    assert str(refusal.value).endswith("… and many more")


# ---- the clause that a line stands in ----
@pytest.mark.parametrize(
    ("line", "clause"),
    [
        (1, None),
        (2, None),
        (3, "turns"),
        (4, "turns"),
        (6, "turns"),
        (8, None),
        (9, None),
        (10, "courage"),
        (11, "courage"),
    ],
)
def test_the_clause_is_read_off_the_margins(line: int, clause: str | None) -> None:
    assert SOURCE.clause_at(line) == clause


def test_a_mistake_knows_its_clause_without_being_told() -> None:
    report = Report()
    report.error("wrong", at(6, 1))
    report.clause = "at-hand"
    report.error("wrong again", at(6, 1))
    assert [found.clause for found in report] == ["turns", "at-hand"]


# ---- words ----
@pytest.mark.parametrize(
    ("word", "known", "hint"),
    [
        ("marhc", ["march", "retreat"], "did you mean `march`?"),
        ("march-onec", ["march-once", "marching"], "did you mean `march-once`?"),
        ("col", ["cold", "cool", "zebra"], "did you mean `cool` or `cold`?"),
        ("xyz", ["march", "retreat"], None),
        ("a" * 1_000, ["a" * 999], None),
        ("word", [f"word{number}" for number in range(30_000)], None),
    ],
)
def test_did_you_mean(word: str, known: list[str], hint: str | None) -> None:
    assert did_you_mean(word, known) == hint


@pytest.mark.parametrize(
    ("words", "sentence"), [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")]
)
def test_listed(words: list[str], sentence: str) -> None:
    assert listed(words) == sentence


def test_of_very_many_words_the_first_are_listed() -> None:
    told = listed([f"w{number}" for number in range(1_000)])
    assert told.endswith("w29 and 970 more")


def test_a_long_chain_is_told_by_its_ends() -> None:
    assert followed("abc") == "a → b → c"
    assert followed(f"d{number}" for number in range(300)) == "d0 → d1 → d2 → d3 → d4 → … 293 more … → d298 → d299"


def test_no_sentence_echoes_more_than_a_line() -> None:
    told = Diagnostic(f"nothing is called `{'x' * 1_900}`", hint="y" * 9_000, also=(("here", at(1, 1)),) * 90).render()
    assert len(told) < 2_500
    assert f"`{'x' * 60}…{'x' * 19}`" in told
