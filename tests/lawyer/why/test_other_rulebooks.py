"""The other rulebooks: which there are, which can matter to an answer, and that the rest cannot."""

import random
from functools import cache
from multiprocessing import current_process

import pytest

from crex_dsl.engine.errors import UnknownName
from crex_dsl.engine.explain.legality import weighed
from crex_dsl.engine.game import Game, game_of
from crex_dsl.engine.run.position import Position
from crex_dsl.engine.run.slots import POINT, POINTS
from crex_dsl.engine.saves.migration import laid_out
from crex_dsl.engine.secrecy.mask import Mask
from crex_dsl.lawyer.records.option_reach import EVERYTHING, reach_of
from crex_dsl.lawyer.why.legality import asked_here, judged_under
from crex_dsl.lawyer.why.other_rulebooks import (
    Other,
    loaded,
    other_editions,
    other_options,
    other_readings,
    rests,
    touching,
)
from crex_dsl.rulebook.files.games import GameFiles, Library
from crex_dsl.rulebook.selection.catalogue import index_of
from tests.conformance.cases import GAMES

FORD = Library([GAMES]).files("ford")


def changes(edition: str, *options: str) -> list[str]:
    index = index_of(FORD)
    selection = index.select(edition, options)
    return [other.change for other in (*other_options(index, selection), *other_readings(index, selection))]


def test_every_option_that_goes_with_it_and_every_other_reading() -> None:
    assert changes("royal") == [
        "guides",
        "forced-marches",
        "spare-horses + forced-marches",
        "scouts",
        "spring-floods",
        "dry-summer",
        "attack-rounding=nobody-attacks",
    ]
    assert "forced-marches" not in changes("plain")
    assert changes("plain") == ["guides", "scouts", "spring-floods", "dry-summer"]


def test_what_is_taken_can_be_left_out_and_what_it_excludes_is_not_offered() -> None:
    found = changes("royal", "dry-summer", "attack-rounding=nobody-attacks")
    assert "without dry-summer" in found
    assert "spring-floods" not in found
    assert "attack-rounding=one-attacks" in found
    assert "attack-rounding=nobody-attacks" not in found


def test_the_editions_are_bare_and_others() -> None:
    index = index_of(FORD)
    assert [other.change for other in other_editions(index, index.select("royal", ()))] == ["plain-1.0"]
    taken = other_editions(index, index.select("royal", ["scouts"]))
    assert [(other.change, other.selection.names) for other in taken] == [("plain-1.0", []), ("royal-2.0", [])]


def test_only_what_reaches_a_name_can_touch() -> None:
    index = index_of(FORD)
    others = list(other_options(index, index.select("plain", ())))
    near, far = touching(others, reach_of(FORD), {"road_limit"})
    assert [other.change for other in near] == ["guides", "spring-floods", "dry-summer"]
    assert [other.change for other in far] == ["scouts"]
    assert touching(others, {"guides": [EVERYTHING]}, set())[0] == others  # what is not known may matter


def test_games_come_whether_they_are_at_hand_or_not(monkeypatch: pytest.MonkeyPatch) -> None:
    index = index_of(FORD)
    others = list(other_options(index, index.select("plain", ())))
    sequential = [(other.change, game.options) for other, game in loaded(FORD, others, jobs=1) if game]
    assert sequential == [(other.change, tuple(other.selection.names)) for other in others]
    compiled: list[tuple[str, ...]] = []
    monkeypatch.setattr(
        "crex_dsl.lawyer.why.other_rulebooks.can_be_consulted", lambda files, selection: selection.names == ["guides"]
    )
    for other, game in loaded(FORD, others, jobs=2):
        assert game is not None
        compiled.append(game.options)
        assert tuple(other.selection.names) == game.options
    assert compiled[0] == ("guides",)  # what is at hand comes first
    assert len(compiled) == len(others)


def test_a_process_that_may_start_no_others_compiles_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(current_process()._config, "daemon", True)  # type: ignore[attr-defined]
    monkeypatch.setattr("crex_dsl.lawyer.why.other_rulebooks.can_be_consulted", lambda files, selection: False)
    index = index_of(FORD)
    others = list(other_options(index, index.select("plain", ())))
    assert all(game is not None for _, game in loaded(FORD, others, jobs=2))


# ---- what cannot matter does not matter ----
@cache
def game(files: GameFiles, edition: str, *options: str) -> Game:
    return game_of(files, index_of(files).select(edition, options))


def exists(here: Game, code: int) -> bool:
    """Whether there are things that an action could be done with."""
    try:
        return here.spelled_code(here.spelled(code)) == code
    except UnknownName:
        return False


def verdict(position: Position, code: int, actor: int, other: Game) -> bool:
    """Whether a position's memory allows an action under other rules, whatever is asked."""
    still, _ = laid_out(position, other)
    there = other.spelled_code(position.game.spelled(code))
    return weighed(other, still.state, there, actor, Mask(other, still.state, None)).permitted


@pytest.mark.parametrize(
    ("name", "edition"),
    [
        ("quince", "polish"),
        *(pytest.param("ford", edition, marks=pytest.mark.soak) for edition in ("plain", "royal")),
    ],
)
def test_what_touches_nothing_changes_no_answer(name: str, edition: str) -> None:
    """Against the exhaustive answer: every rulebook that is left out gives the same verdict."""
    files = Library([GAMES]).files(name)
    index, here = index_of(files), game(files, edition)
    others = [*other_options(index, here.selection), *other_readings(index, here.selection)]
    reach, rng = reach_of(files), random.Random(6)
    left_out = differing = 0
    for seed in range(2):
        position = here.start(seed)
        while not position.over:
            if rng.random() < 0.1:
                actor = here.decider(position.state)
                for row in here.actions:
                    codes = {c for c in position.codes if row.base <= c < row.end}
                    codes |= {c for c in (rng.randrange(row.base, row.end),) if exists(here, c)}
                    near, far = touching(others, reach, rests(here, position.state[POINT] - POINTS - 2, row.name))
                    for code in sorted(codes)[:3]:
                        truth = verdict(position, code, actor, here)
                        for other in far:
                            there = game(files, here.edition, *other.selection.names)
                            assert verdict(position, code, actor, there) is truth, (here.spelled(code), other.change)
                            assert _same(position, code, there)
                            left_out += 1
                        differing += sum(_differs(position, code, actor, files, here, truth, other) for other in near)
            position.take(rng.choice(position.codes))
    assert left_out > 50
    assert differing > 0 or name != "ford"


def _differs(
    position: Position, code: int, actor: int, files: GameFiles, here: Game, truth: bool, other: Other
) -> bool:
    return verdict(position, code, actor, game(files, here.edition, *other.selection.names)) is not truth


def _same(position: Position, code: int, other: Game) -> bool:
    """Whether the judgement is the same where the position goes on as it is."""
    question, here = asked_here(position, code, None, None)
    there = judged_under(position, question, here.asked, other)
    return there.basis != "carried" or there.legal is here.legal
