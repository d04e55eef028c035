"""The program that plays a million games: what it finds is told, with its seed, and every rulebook is among them."""

from __future__ import annotations

import pytest

from crex_dsl.engine.native.availability import engine_version
from tests.conformance.cases import Case, cases
from tests.conformance.million import Soaked, main, report, rulebooks, soak, soaked

pytestmark = pytest.mark.skipif(engine_version() is None, reason="there is no native engine here")
SMALL = Case("dash", "two-player", ())


def test_every_rulebook_is_played() -> None:
    every = rulebooks()
    assert set(cases()) <= set(every)
    assert len([case for case in every if len(case.options) > 1]) >= 20


def test_games_are_shared_out_and_added_up() -> None:
    lines: list[str] = []
    assert report(soaked([SMALL, SMALL], 31, workers=1), 2, lines.append)
    assert lines[0].split()[:3] == ["1/2", "16", "games"]
    assert lines[-1].startswith("32 games of 2 rulebooks, ")
    assert lines[-1].endswith("none stuck, none endless, no fault")


def test_games_that_do_not_end_are_told_with_their_seeds() -> None:
    found = soak(SMALL, 5, most=3)
    assert (found.games, len(found.wrong)) == (5, 5)
    assert found.wrong[1] == "seed 1 goes on after 3 decisions"
    lines: list[str] = []
    assert not report([found], 1, lines.append)
    assert lines[-1].endswith("5 went wrong")


def test_a_rulebook_that_cannot_be_played_is_told() -> None:
    found = soak(Case("dash", "two-player", ("no-such-option",)), 5)
    assert found.games == 0
    assert "no-such-option" in found.wrong[0]
    assert not report([found, Soaked(SMALL, 1)], 2, list[str]().append)


def test_a_part_is_played_alone(capsys: pytest.CaptureFixture[str]) -> None:
    every = len(rulebooks())
    assert main(["--games", "1", "--workers", "1", "--part", f"{every}/{every}"]) == 0
    assert capsys.readouterr().out.splitlines()[-1].startswith("1 games of 1 rulebooks, ")
