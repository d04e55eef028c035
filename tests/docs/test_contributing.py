"""CONTRIBUTING.md and CHANGELOG.md name only what is there."""

import re
import shlex

import pytest

from crex_dsl.rulebook.files.games import Library
from crex_dsl.rulebook.selection.catalogue import index_of
from tests.docs.pages import FENCE, ROOT

CONTRIBUTING, CHANGELOG = ((ROOT / name).read_text(encoding="utf-8") for name in ("CONTRIBUTING.md", "CHANGELOG.md"))


def test_the_ten_steps_name_only_what_is_there() -> None:
    rows = re.findall(r"^\| (\d+) \| (.+?) \| (.+) \|$", CONTRIBUTING, re.MULTILINE)
    assert [int(number) for number, _, _ in rows] == list(range(1, 11))
    for _, where, what in rows:
        places = re.findall(r"`([^`]+)`", where)
        assert places, where
        for place in places:
            assert (ROOT / place).is_dir() if place.endswith("/") else (ROOT / place).is_file(), place
        for file in re.findall(r"`([\w/]+\.py)`", what):
            assert (ROOT / file).is_file() or (ROOT / places[0] / file).is_file(), file


@pytest.mark.parametrize("text", [CONTRIBUTING, CHANGELOG], ids=["CONTRIBUTING.md", "CHANGELOG.md"])
def test_places_and_links_lead_somewhere(text: str) -> None:
    links = re.findall(r"\]\(([^)#]+)\)", text)
    named = re.findall(r"`((?:crex_dsl|tests|docs|ruleset|variants)/[\w./-]*)`", text)
    assert links
    assert [place for place in [*links, *named] if "GAME" not in place and not (ROOT / place).exists()] == []


def test_tests_are_run_where_they_are() -> None:
    typed = re.findall(r"`([^`]*pytest [^`]*)`", CONTRIBUTING)
    assert len(typed) == 2
    for line in typed:
        for place in shlex.split(line.partition("pytest ")[2]):
            assert (ROOT / place).exists(), place


def test_the_rulings_that_are_new_are_there() -> None:
    told = CHANGELOG.partition("- New rulings")[2].partition("\n- ")[0]
    known = {ruling.id for ruling in index_of(Library.at_hand().files("crusader-rex")).rulings}
    assert set(re.findall(r"`([\w-]+)`", told)) <= known
    assert told


def test_no_fence_is_left_open() -> None:
    assert CONTRIBUTING.count("\n```") == 2 * len(FENCE.findall(CONTRIBUTING))
