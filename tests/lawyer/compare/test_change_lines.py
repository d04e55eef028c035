"""The gist of a difference, change by change."""

import pytest

from crex_dsl.lawyer.compare.change_lines import LONG, Names, about, change_line, change_lines, short, thing_change_line
from crex_dsl.lawyer.compare.difference import Change, ThingDifference, contrasts
from tests.lawyer.conftest import brief

NAMES = Names({"away": "away (2.1)"}, {"away": "away (3.4)"})
CASES = ["limit(s) is 4 when s is major", "limit(s) is 2 otherwise"]
GISTS = [
    (
        {"sort": "value", "name": "limit", "before": CASES, "after": ["limit(s) is 8"]},
        "limit(s): 4 when s is major, 2 otherwise -> 8",
    ),
    (
        {"sort": "value", "name": "most", "before": ["most is 3"], "after": [], "elsewhere": ["away"]},
        "most: 3 -> as away (3.4) says",
    ),
    (
        {"sort": "value", "name": "most", "before": [], "after": ["most is 5"], "elsewhere": ["away"]},
        "most: 5, not as away (2.1) says",
    ),
    ({"sort": "value", "name": "most", "before": ["most is 3"], "after": []}, "no longer most: 3"),
    ({"sort": "value", "name": "most", "before": [], "after": ["most is 3"]}, "also most: 3"),
    (
        {"sort": "value", "name": "most", "does": "adjusts", "before": [], "after": ["most to it + 1"]},
        "also adjusts most to it + 1",
    ),
    (
        {"sort": "moved", "name": "most", "before": ["most is 3"], "after": [], "elsewhere": ["away"]},
        "most: stands in away (3.4)",
    ),
    (
        {"sort": "effect", "name": "go", "does": "forbids", "before": ["go(b) when x"], "after": []},
        "no longer forbids go(b) when x",
    ),
    (
        {"sort": "effect", "name": "go", "does": "permits", "before": ["go(b) when x"], "after": ["go(b) when y"]},
        "permits go(b): when x -> when y",
    ),
    (
        {"sort": "effect", "name": "go", "does": "permits", "before": ["go(b) when x"], "after": ["go(b)"]},
        "permits go(b): when x -> always",
    ),
    (
        {
            "sort": "effect",
            "name": "go",
            "does": "happens",
            "before": [],
            "after": ["after go(b)", "    do one", "    do two"],
        },
        "also happens after go(b): do one; do two",
    ),
    (
        {"sort": "effect", "name": "go", "does": "runs", "before": ["go", "    a", "    b"], "after": ["go", "    a"]},
        "runs go: b -> no step",
    ),
    ({"sort": "renumbered", "name": "go", "before": ["1"], "after": ["2"]}, "renumbered"),
    ({"sort": "heading", "name": "go", "before": ["Go"], "after": ["Gone"]}, "heading: Go -> Gone"),
    ({"sort": "wording", "name": "go", "before": ["Go."], "after": ["Gone."]}, "worded otherwise"),
    ({"sort": "missing", "name": "go", "before": ["Go."], "after": []}, "Go."),
]


@pytest.mark.parametrize(("change", "line"), GISTS, ids=[line for _, line in GISTS])
def test_a_change_on_a_line(change: dict[str, object], line: str) -> None:
    assert change_line(Change.model_validate(change), NAMES) == line


def test_what_is_only_remembered_goes_unsaid() -> None:
    one, two = brief("ford", "plain"), brief("ford", "royal")
    clause = next(each for each in contrasts(one, two) if each.id == "initiative")
    lines = change_lines(clause, Names.of(one, two))
    assert any(change.does == "remembers" for change in clause.changes)
    assert [line.split()[0] for line in lines] == ["runs", "also"]


def test_what_is_too_long_is_cut_between_words() -> None:
    cut = short("word " * 100)
    assert len(cut) <= LONG + 1
    assert cut.endswith("word …")
    assert short("word") == "word"


def test_what_a_change_is_about() -> None:
    told = Change(sort="value", name="most", before=["most is 3"], after=["most is 4"])
    assert about(told, NAMES) == "sets most"
    assert about(told.model_copy(update={"does": "adjusts"}), NAMES) == "adjusts most"
    assert about(told.model_copy(update={"after": [], "elsewhere": ["away"]}), NAMES) == "most: 3 -> as away (3.4) says"


def test_things_are_told_by_what_differs() -> None:
    both = ThingDifference(kind="k", id="a", before={"x": "1", "y": "2"}, after={"y": "3", "z": "4"})
    assert thing_change_line(both, "one", "two") == "x: 1 -> –, y: 2 -> 3, z: – -> 4"
    assert thing_change_line(both.model_copy(update={"before": None}), "one", "two") == "only in two: y 3, z 4"
    assert thing_change_line(both.model_copy(update={"after": None, "before": {}}), "one", "two") == "only in one"
