"""Ledgers: every game once, whatever stopped the run before; other people's files stay as they are."""

from dataclasses import replace
from pathlib import Path

import pytest

from crex_dsl.lab.simulation.match import Until
from crex_dsl.lab.simulation.playouts import Playout
from crex_dsl.lab.simulation.results_file import Heading, LedgerError, Line, heading_of, kept
from crex_dsl.lab.simulation.series import Order, played
from tests.lab.conftest import order


def run(path: Path, asked: Order, stop_after: int | None = None) -> list[Playout]:
    """Play what a ledger does not hold yet; the games that it holds then."""
    with kept(path, asked.game(), asked) as ledger:
        found = list(ledger.known())
        for batch in played(asked.without(len(found)), 1):
            ledger.add(batch.playouts)
            found += batch.playouts
            if len(found) == stop_after:
                break
    return found


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.jsonl"


@pytest.fixture
def asked() -> Order:
    return order("ford", "plain", games=5)


def test_lines_can_be_read_by_name(path: Path, asked: Order) -> None:
    played_games = run(path, asked)
    first, *lines = path.read_text(encoding="utf-8").splitlines()
    assert Heading.model_validate_json(first) == heading_of(asked)
    told = [Line.model_validate_json(line) for line in lines]
    assert [line.seed for line in told] == [0, 1, 2, 3, 4]
    assert (told[0].measures["towns_held(north)"], told[0].decisions) == (
        played_games[0].measured[0],
        played_games[0].decisions,
    )
    assert told[0].each.keys() == {"towns_held(north)", "towns_held(south)"}
    assert tuple(told[0].each["towns_held(south)"]) == played_games[0].series[1]


def test_what_is_read_back_is_what_was_played(path: Path, asked: Order) -> None:
    assert run(path, asked) == run(path, asked)
    wrong = replace(asked, cap=100)
    other = path.with_name("wrong.jsonl")
    first = run(other, wrong)
    assert {playout.fault is None for playout in first} == {True, False}
    assert run(other, wrong) == first
    short = replace(asked, until=Until("turn", 1))
    assert run(path.with_name("short.jsonl"), short) == run(path.with_name("short.jsonl"), short)


def test_a_stopped_run_goes_on(path: Path, asked: Order) -> None:
    whole = run(path.with_name("whole.jsonl"), asked)
    run(path, asked, stop_after=2)
    assert run(path, asked) == whole
    assert path.read_bytes() == path.with_name("whole.jsonl").read_bytes()


@pytest.mark.parametrize("missing", [1, 30, -1])
def test_a_line_torn_off_is_played_again(path: Path, asked: Order, missing: int) -> None:
    run(path, asked)
    whole = path.read_bytes()
    torn = whole[:-missing] if missing > 0 else whole[: len(whole.splitlines(keepends=True)[0]) - 5]
    path.write_bytes(torn)
    run(path, asked)
    assert path.read_bytes() == whole


def test_more_games_may_follow_and_fewer_be_asked_for(path: Path, asked: Order) -> None:
    few = run(path, asked)
    more = run(path, replace(asked, games=7))
    assert (len(more), more[:5]) == (7, few)
    kept_bytes = path.read_bytes()
    assert run(path, replace(asked, games=3)) == few[:3]
    assert path.read_bytes() == kept_bytes


# ---- what is refused ----
@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"seed": 4}, "the first seed (0, now 4)"),
        ({"cap": 9}, "the cap (100000, now 9)"),
        ({"bots": {"north": "bold", "south": "random"}}, "the bots (north random, south random, now north bold, "),
        ({"until": Until("turn", 2)}, "where games are cut short (nowhere, now turn=2)"),
    ],
)
def test_other_games_are_refused(path: Path, asked: Order, change: dict[str, object], sentence: str) -> None:
    run(path, asked, stop_after=1)
    before = path.read_bytes()
    with pytest.raises(LedgerError) as refused:
        run(path, replace(asked, **change))  # type: ignore[arg-type]
    assert str(refused.value).startswith(f"{path} holds other games and stays as it is: {sentence}")
    assert path.read_bytes() == before


def test_other_rules_are_refused(path: Path, asked: Order) -> None:
    run(path, asked, stop_after=1)
    changed = replace(asked, files=replace(asked.files, digest="0" * 64))
    with pytest.raises(LedgerError, match="the rule files"):
        run(path, changed)


@pytest.mark.parametrize("text", ["notes of mine", "notes of mine\n", '{"game": "ford"}\n', "\n"])
def test_somebody_elses_file_is_refused(path: Path, asked: Order, text: str) -> None:
    path.write_text(text, encoding="utf-8")
    with pytest.raises(LedgerError, match="holds something else than simulated games"):
        run(path, asked)
    assert path.read_text(encoding="utf-8") == text


@pytest.mark.parametrize(
    ("spoiled", "sentence"),
    [("{}\n", "is damaged in line 3"), (None, "line 3 holds the game of seed 2, not 1")],
)
def test_a_damaged_ledger_is_refused(path: Path, asked: Order, spoiled: str | None, sentence: str) -> None:
    run(path, asked)
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    lines[2:3] = [] if spoiled is None else [spoiled]
    path.write_text("".join(lines), encoding="utf-8")
    with pytest.raises(LedgerError, match=sentence):
        run(path, asked)
    assert path.read_text(encoding="utf-8") == "".join(lines)


def test_two_runs_do_not_write_to_one_file(path: Path, asked: Order) -> None:
    pytest.importorskip("fcntl")
    with kept(path, asked.game(), asked), pytest.raises(LedgerError, match="another run is writing to"):
        run(path, asked)
