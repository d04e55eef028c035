"""Steps put together: what is empty is skipped, what has one way in is joined, and nothing else changes."""

from __future__ import annotations

import random
import re

import pytest

from crex_dsl.engine.compile.emit.step_linking import link


def run(linked: dict[str, list[str]], entry: int) -> list[str] | None:
    """What steps note when they are run from an entry until they return 1000; None where they never do."""
    space: dict[str, object] = {}
    for number, lines in enumerate(linked.values()):
        body = "\n".join(f"    {line}" for line in lines)
        exec(f"def s{number}(S):\n{body}", space)
    noted: list[str] = []
    state = {"noted": noted, "turns": 0}
    point = entry
    for _ in range(1_000):
        if point == 1_000:
            return noted
        assert point < len(linked)
        point = space[f"s{point}"](state)  # type: ignore[operator]
    return None


def note(word: str) -> str:
    return f"S['noted'].append({word!r})"


def linked_run(code: dict[str, list[str]], entry: str, kept: set[str]) -> list[str] | None:
    linked = link(code, {}, kept)
    return run(dict(linked.steps), int(linked.numbers[entry]))


def test_a_step_with_one_way_in_is_joined_to_it() -> None:
    code = {"@0@": [note("a"), "return @1@"], "@1@": [note("b"), "return 1000"]}
    linked = link(code, {}, {"@0@"})
    assert len(linked.steps) == 1
    assert linked_run(code, "@0@", {"@0@"}) == ["a", "b"]


def test_a_step_with_two_ways_in_stays_a_step() -> None:
    code = {
        "@0@": ["S['turns'] += 1", "if S['turns'] > 1: return @2@", "return @1@"],
        "@1@": [note("b"), "return @0@"],
        "@2@": [note("c"), "return 1000"],
    }
    linked = link(code, {}, {"@0@"})
    assert [label for label, _ in linked.steps] == ["@0@"]
    assert linked_run(code, "@0@", {"@0@"}) == ["b", "c"]


def test_empty_steps_are_skipped() -> None:
    code = {
        "@0@": [note("a"), "return @1@"],
        "@1@": ["return @2@"],
        "@2@": ["return @3@"],
        "@3@": [note("d"), "return 1000"],
    }
    linked = link(code, {}, {"@0@", "@1@"})
    assert linked.numbers["@1@"] == linked.numbers["@3@"]
    assert linked_run(code, "@0@", {"@0@", "@1@"}) == ["a", "d"]


def test_a_step_that_goes_to_itself_is_no_alias() -> None:
    code = {"@0@": ["return @0@"], "@1@": ["return @2@"], "@2@": ["return @1@"]}
    linked = link(code, {}, {"@0@", "@1@", "@2@"})
    assert {"@0@"} <= {label for label, _ in linked.steps}
    assert all(linked.numbers[label].isdigit() for label in code)


def test_labels_in_other_code_become_numbers_too() -> None:
    code = {"@0@": [note("a"), "return @1@"], "@1@": [note("b"), "return 1000"]}
    linked = link(code, {"take": ["if c == 0: return @1@", "return @0@"]}, {"@0@"})
    numbers = linked.numbers
    assert linked.others["take"] == [f"if c == 0: return {numbers['@1@']}", f"return {numbers['@0@']}"]
    assert "@" not in "".join(line for _, lines in linked.steps for line in lines)


def scramble(rng: random.Random) -> dict[str, list[str]]:
    """Steps that note, branch and go on at random, mostly onwards."""
    labels = [f"@{number}@" for number in range(rng.randint(3, 14))]
    code: dict[str, list[str]] = {}
    for number, label in enumerate(labels):
        lines = [] if rng.random() < 0.3 else [note(str(number))]
        for _ in range(rng.choice([0, 0, 1, 2])):
            lines += ["S['turns'] += 1", f"if S['turns'] % {rng.randint(2, 5)} == 0: return {rng.choice(labels)}"]
        later = labels[number + 1 :]
        lines.append(f"return {rng.choice(later)}" if later and rng.random() < 0.9 else "return 1000")
        code[label] = lines
    return code


def loose(code: dict[str, list[str]]) -> dict[str, list[str]]:
    """Every step on its own, by its number."""
    return {label: [re.sub(r"@(\d+)@", r"\1", line) for line in lines] for label, lines in code.items()}


@pytest.mark.parametrize("seed", range(30))
def test_joined_steps_do_the_same_as_loose_ones(seed: int) -> None:
    rng = random.Random(seed)
    expected = None
    while expected is None:  # until one is found that stops
        code = scramble(rng)
        expected = run(loose(code), 0)
    linked = link(code, {}, {"@0@"})
    assert run(dict(linked.steps), int(linked.numbers["@0@"])) == expected
