"""A cluster: real processes, one of them killed, and yet every game exactly once."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

import crex_dsl
from crex_dsl.lab.simulation import cluster, series
from crex_dsl.lab.simulation.cluster import ClusterError, Parcel, played_by
from crex_dsl.lab.simulation.playouts import Playout
from crex_dsl.lab.simulation.series import Bench, Order
from crex_dsl.rulebook.files.games import Library
from crex_dsl.rulebook.selection.catalogue import index_of
from tests.cli.conftest import Crex, crex
from tests.lab.conftest import GAMES, order

__all__ = ["crex"]  # a fixture
pytestmark = pytest.mark.skipif(find_spec("distributed") is None, reason="there is no Dask here")

FORD = ("simulate", "-n", "2", "-g", "ford", "-e", "plain", "--rules", GAMES)
Start = Callable[..., subprocess.Popen[bytes]]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Start a part of a cluster, in a process of its own that ends with the test."""
    begun: list[subprocess.Popen[bytes]] = []

    def run(*words: str, path: Path = Path(crex_dsl.__file__).parents[1]) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "dask", *words, "--scheduler-file", str(tmp_path / "scheduler.json")]
        environment = {**os.environ, "PYTHONPATH": str(path)}
        null = subprocess.DEVNULL
        begun.append(subprocess.Popen(command, cwd=tmp_path, env=environment, stdout=null, stderr=null))
        return begun[-1]

    yield run
    for process in begun:
        process.kill()
        process.wait()


def found(folder: Path) -> str:
    """The address that a scheduler tells once it listens, on a port that was free."""
    told, patience = folder / "scheduler.json", time.monotonic() + 60
    while not told.exists() or not told.read_text():
        assert time.monotonic() < patience, "the scheduler does not start"
        time.sleep(0.05)
    return str(json.loads(told.read_text())["address"])


@pytest.fixture
def address(start: Start, tmp_path: Path) -> str:
    """The address of a scheduler."""
    start("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
    return found(tmp_path)


@pytest.fixture
def thread() -> Iterator[Callable[[int], str]]:
    """Start a cluster of so many workers in threads of this process, which is soon there; its address."""
    import distributed  # not while tests are collected: it takes a second

    begun: list[Any] = []

    def run(workers: int) -> str:
        begun.append(
            distributed.LocalCluster(
                n_workers=workers, threads_per_worker=1, processes=False, protocol="tcp://", dashboard_address=None
            )
        )
        return str(begun[-1].scheduler_address)

    yield run
    for each in begun:
        each.close()


def worker(start: Start) -> subprocess.Popen[bytes]:
    return start("worker", "--no-nanny", "--nthreads", "1", "--no-dashboard", "--host", "127.0.0.1")


def games(batches: Iterable[tuple[int, series.Batch]]) -> list[Playout]:
    return [playout for _, batch in batches for playout in batch.playouts]


# ---- real processes ----
def test_a_worker_is_killed_and_every_game_is_played_once(
    start: Start, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    import distributed

    monkeypatch.setenv("CREX_NATIVE", "0")  # natively all is over before anybody could be missed
    monkeypatch.setattr(series, "BATCH", 0.05)
    monkeypatch.setattr(cluster, "LOOK", 0.2)
    asked = order("ford", "plain", games=300)
    one, _ = worker(start), worker(start)
    with distributed.Client(address, set_as_default=False) as client:
        client.wait_for_workers(2, timeout=60)
    played_games: list[Playout] = []
    sizes: list[int] = []
    for _, batch in played_by(address, [asked]):
        played_games += batch.playouts
        sizes.append(batch.among)
        if one.poll() is None and 2 in sizes:
            os.kill(one.pid, signal.SIGKILL)
            killed_after = len(played_games)
            one.wait()
    assert killed_after < 200
    assert sizes[-1] == 1
    assert [playout.seed for playout in played_games] == list(range(300))
    assert played_games == games(series.played_in_turn([asked], 1))


def test_a_scheduler_that_is_gone_is_told(start: Start, tmp_path: Path) -> None:
    scheduler = start("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
    batches = played_by(found(tmp_path), [order("ford", "plain", games=100_000)])
    worker(start)
    next(batches)
    scheduler.kill()
    with pytest.raises(ClusterError, match="is gone; with --out, the same command goes on later"):
        games(batches)


def test_a_cluster_without_crex_is_told(start: Start, tmp_path: Path) -> None:
    (tmp_path / "crex_dsl").mkdir()
    (tmp_path / "crex_dsl" / "__init__.py").touch()
    start("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", path=tmp_path)
    start("worker", "--no-nanny", "--nthreads", "1", "--no-dashboard", "--host", "127.0.0.1", path=tmp_path)
    with pytest.raises(ClusterError, match="have no crex, or another: install crex"):
        games(played_by(found(tmp_path), [order("ford", "plain", games=2)]))


# ---- threads that pass for them ----
def test_the_command(thread: Callable[[int], str], crex: Crex, tmp_path: Path) -> None:
    from crex_dsl.cli.documents import SimulationDocument

    address = thread(1)
    here = tmp_path / "elsewhere"
    asked = ("simulate", "--json", "-n", "12", "-g", "ford", "-e", "plain", "--rules", GAMES)
    answer = crex(*asked, "--cluster", address, "--out", here)
    assert (answer.exit_code, answer.stderr) == (0, "")
    told = SimulationDocument.model_validate_json(answer.stdout).summary
    assert told.played == 12
    local = SimulationDocument.model_validate_json(crex(*asked, "--out", here).stdout).summary
    assert local.speed.known == 12, "what the cluster played is played"
    assert local.model_dump(exclude={"speed"}) == told.model_dump(exclude={"speed"})


def test_workers_of_another_crex_are_told(thread: Callable[[int], str], monkeypatch: pytest.MonkeyPatch) -> None:
    asked = order("ford", "plain", games=2)
    foreign = replace(Parcel.packed(asked), crex="crex 9.9, code 0")
    monkeypatch.setattr(Parcel, "packed", lambda order: foreign)
    with pytest.raises(ClusterError, match=r"a worker of the cluster runs crex .*, and this is crex 9\.9, code 0"):
        games(played_by(thread(1), [asked]))


def test_a_cluster_without_workers_is_told(thread: Callable[[int], str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "WORKERS", 0.3)
    with pytest.raises(ClusterError, match="has no workers: start some with `dask worker`"):
        games(played_by(thread(0), [order("ford", "plain", games=2)]))


# ---- what can be told without ----
def test_nobody_answers(crex: Crex, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "CONNECT", 0.5)
    answer = crex(*FORD, "--cluster", "tcp://127.0.0.1:1")
    assert (answer.exit_code, answer.stdout) == (1, "")
    assert "nobody answers at tcp://127.0.0.1:1: start a scheduler" in answer.stderr
    assert answer.stderr.count("\n") == 1


@pytest.mark.parametrize("address", ["nowhere", "127.0.0.1:port", ""])
def test_no_address(address: str, crex: Crex) -> None:
    answer = crex(*FORD, "--cluster", address)
    assert (answer.exit_code, answer.stdout) == (1, "")
    assert f"`{address}` is no address of a scheduler" in answer.stderr
    assert answer.stderr.count("\n") == 1


def test_dask_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ClusterError, match=r"pip install 'crex\[cluster\]'"):
        games(played_by("tcp://127.0.0.1:1", [order("ford", "plain", games=2)]))


def test_workers_here_or_a_cluster(crex: Crex) -> None:
    answer = crex(*FORD, "--workers", "2", "--cluster", "tcp://127.0.0.1:1")
    assert answer.exit_code == 2
    assert "--workers is about this machine" in answer.stderr


def test_a_parcel_needs_nothing_of_ours(tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "loose.crex").write_text(
        'edition ours "Ours" of plain-1.0\n    language en\n\nnames from "names.tsv"\n', encoding="utf-8"
    )
    (mine / "names.tsv").write_text("id\tname\n", encoding="utf-8")
    library = Library([GAMES], [mine / "loose.crex"])
    files = library.files("ford")
    asked: Order = order("ford", "plain", games=3)
    asked = replace(asked, files=files, selection=index_of(files).select("plain", ()))
    parcel = Parcel.packed(asked)
    assert parcel.order.files.files == ()
    there = parcel.unpacked(tmp_path / "there")
    assert [path.read_bytes() for _, path in there.files.extra] == [path.read_bytes() for _, path in files.extra]
    assert all(path.is_relative_to(tmp_path / "there") for _, path in there.files.files)
    assert (there.files.digest, [name for name, _ in there.files.files]) == (
        files.digest,
        [name for name, _ in files.files],
    )
    table = next(path for _, path in there.files.extra if path.suffix == ".tsv")
    assert table.parent == next(path for _, path in there.files.extra if path.suffix == ".crex").parent
    assert Bench(there).batch(range(2)).playouts == Bench(asked).batch(range(2)).playouts
