"""Saves changed at random: a few with every test, thousands by `make soak`."""

import subprocess
import sys
from collections import Counter

import pytest

from tests.fuzz.saves import run_case


def test_a_changed_save_is_refused_or_goes_on() -> None:
    outcomes = Counter(run_case(1, number, whole=False) for number in range(80))
    assert outcomes["refused"] > 40
    assert outcomes["accepted"] > 5


@pytest.mark.soak
@pytest.mark.parametrize("seed", [1, 2, 3, 4, 5])
def test_thousands_of_changed_saves(seed: int) -> None:
    command = [sys.executable, "-m", "tests.fuzz.saves", "--cases", "1000", "--seed", str(seed)]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
