"""Mutated rule files end in play or in a sentence, within ten seconds and a gigabyte each, never in a traceback."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from tests.fuzz.mutations import EDITS, ROOT
from tests.fuzz.trial import LARGE, WEIGHTS, mutant, originals

SOAKED = 10_000
SHARE = 250  # seeds that one process tries


def tried(first: int, last: int, *more: str) -> dict[str, object]:
    """What comes of some seeds, tried in a process of their own that may not take more than they may."""
    command = [sys.executable, "-m", "tests.fuzz.trial", str(first), str(last), *more]
    environment = os.environ | {"CREX_CACHE": "", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2_000:]
    *failures, whole = map(json.loads, done.stdout.splitlines())
    assert failures == [], "\n\n".join(f"seed {found['seed']}: {found['wrong']}" for found in failures)
    assert whole["tried"] == last - first
    return dict(whole)


def test_some_mutants() -> None:
    reached = tried(0, 24, "--small")["reached"]
    assert isinstance(reached, dict)
    assert reached.get("played", 0) + reached.get("examples", 0) > 2, "hardly any mutant can be played"


@pytest.mark.soak
@pytest.mark.parametrize("first", range(0, SOAKED, SHARE))
def test_many_mutants(first: int) -> None:
    tried(first, first + SHARE)


def test_a_seed_names_one_mutant() -> None:
    games = WEIGHTS | LARGE
    assert set(games) <= set(originals())
    assert mutant(7, games) == mutant(7, games)
    changed = sum(mutant(seed, WEIGHTS)[1] != originals()[mutant(seed, WEIGHTS)[0]] for seed in range(40))
    assert changed > 30


@pytest.mark.parametrize("sort", EDITS)
def test_every_edit_changes_something(sort: str) -> None:
    text = originals()["noughts"]["ruleset/noughts/noughts.crex"]
    assert any(EDITS[sort](text, a, b) != text for a in (3, 40, 77) for b in (1, 2))
