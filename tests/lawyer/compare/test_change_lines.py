"""The gist of a difference, change by change."""

import pytest

from crex_dsl.lawyer.compare.change_lines import LONG, Names, about, change_line, change_lines, short, thing_change_line
from crex_dsl.lawyer.compare.difference import Change, ThingDifference, contrasts
from tests.lawyer.conftest import brief

NAMES = Names({"away": "away (2.1)"}, {"away": "away (3.4)"})
LIMIT = {"sort": "value", "name": "limit", "about": "the limit of a size"}
MOST = {"sort": "value", "name": "most", "about": "the most"}
GISTS = [
    (
        LIMIT | {"before": ["4 when the size is major", "otherwise 2"], "after": ["8"]},
        "the limit of a size: 4 when the size is major; otherwise 2 -> 8",
    ),
    (MOST | {"before": ["3"], "after": [], "elsewhere": ["away"]}, "the most: 3 -> as away (3.4) says"),
    (MOST | {"before": [], "after": ["5"], "elsewhere": ["away"]}, "the most: 5, not as away (2.1) says"),
    (MOST | {"before": ["3"], "after": []}, "no longer the most: 3"),
    (MOST | {"before": [], "after": ["3"]}, "also the most: 3"),
    (
        {"sort": "value", "name": "most", "does": "adjusts", "before": [], "after": ["the most becomes 4"]},
        "also adjusts the most becomes 4",
    ),
    (MOST | {"sort": "moved", "before": ["3"], "after": [], "elsewhere": ["away"]}, "the most: stands in away (3.4)"),
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
    told = Change(sort="value", name="most", about="the most", before=["3"], after=["4"])
    assert about(told, NAMES) == "the most"
    assert about(told.model_copy(update={"does": "adjusts", "about": ""}), NAMES) == "adjusts [most]"
    there = told.model_copy(update={"after": [], "elsewhere": ["away"]})
    assert about(there, NAMES) == "the most: 3 -> as away (3.4) says"


def test_things_are_told_by_what_differs() -> None:
    both = ThingDifference(kind="k", id="a", before={"x": "1", "y": "2"}, after={"y": "3", "z": "4"})
    assert thing_change_line(both, "one", "two") == "x: 1 -> –, y: 2 -> 3, z: – -> 4"
    assert thing_change_line(both.model_copy(update={"before": None}), "one", "two") == "only in two: y 3, z 4"
    assert thing_change_line(both.model_copy(update={"after": None, "before": {}}), "one", "two") == "only in one"
