"""A cluster: the games of an order played by the workers of a Dask scheduler, wherever they are.

The rule files travel with the order. Scheduler and workers need crex, the very same as here, and nothing else.
"""

from __future__ import annotations

import logging
import re
import shutil
import tempfile
import threading
import time
import warnings
import weakref
from collections.abc import Iterator, Sequence
from concurrent.futures import CancelledError
from dataclasses import dataclass, replace
from importlib import import_module
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from crex_dsl.lab.simulation.series import MOST_BENCHES, Batch, Bench, Order, Turn, in_order
from crex_dsl.system.cache import code_digest, release
from crex_dsl.system.input_files import MAX_RULE_BYTES, read_bytes
from crex_dsl.text.messages import marked, said

CONNECT = 10.0  # seconds until a scheduler must have answered
WORKERS = 30.0  # seconds that a cluster may be without any worker
LOOK = 2.0  # seconds between two looks at who is there
GO_ON = marked("with --out, the same command goes on later")


class ClusterError(Exception):
    """A cluster cannot be used, or can no longer."""


@dataclass(frozen=True)
class Parcel:
    """An order as it is sent: with its rule files, each as the name that we know it by, its place and its content."""

    order: Order
    files: tuple[tuple[str, str, bytes], ...]
    extra: tuple[tuple[str, str, bytes], ...]
    crex: str

    @classmethod
    def packed(cls, order: Order) -> Parcel:
        """An order with everything that is needed to play it."""

        def content(files: tuple[tuple[str, Path], ...]) -> tuple[tuple[str, str, bytes], ...]:
            whole = [(name, path.resolve(), read_bytes(path, MAX_RULE_BYTES)) for name, path in files]
            return tuple((name, path.relative_to(path.anchor).as_posix(), held) for name, path, held in whole)

        files = order.files
        bare = replace(order, files=replace(files, files=(), extra=()))
        return cls(bare, content(files.files), content(files.extra), this_crex())

    def unpacked(self, folder: Path) -> Order:
        """The order, with its rule files under a folder; they lie to each other as they did."""

        def written(files: tuple[tuple[str, str, bytes], ...]) -> tuple[tuple[str, Path], ...]:
            for _, place, content in files:
                (folder / place).parent.mkdir(parents=True, exist_ok=True)
                (folder / place).write_bytes(content)
            return tuple((name, folder / place) for name, place, _ in files)

        files = replace(self.order.files, files=written(self.files), extra=written(self.extra))
        return replace(self.order, files=files)


def this_crex() -> str:
    """The crex at hand, told so that two that may play differently are told apart."""
    return f"crex {release()}, code {code_digest('lab')[:12]}"


def played_by(address: str, orders: Sequence[Order]) -> Iterator[tuple[int, Batch]]:
    """The games of some orders in turn, each exactly once, even where workers are lost."""
    distributed, packed = _dask(), [Parcel.packed(order) for order in orders]
    client = _client(distributed, address)
    crew, numbers = _Crew(client, address), count()
    try:
        crew.wait()
        # As tasks, not as scattered data: should the worker be lost that holds one, it is sent again.
        parcels = [client.submit(_handed_over, parcel, pure=False) for parcel in packed]

        def submit(turn: Turn) -> Any:
            number, seeds = turn
            parcel = parcels[number]
            key = f"games-{seeds.start}-{seeds.stop - 1}-{parcel.key}-{next(numbers)}"
            return client.submit(_play, parcel, seeds, key=key, pure=False)

        yield from in_order(orders, submit, crew.answer, crew.size)
    except (distributed.KilledWorker, ImportError, RuntimeError, CancelledError, OSError) as error:
        raise _cluster_error(error, address) from None
    finally:
        client.close(timeout=2)  # which takes back what is not done


class _Crew:
    """The workers of a cluster, looked at now and then."""

    def __init__(self, client: Any, address: str) -> None:
        self._client, self._address = client, address
        self._size, self._looked, self._seen = 0, float("-inf"), time.monotonic()

    def size(self) -> int:
        """How many games the workers play at a time, at least one."""
        now = time.monotonic()
        if now - self._looked > LOOK:
            self._size, self._looked = sum(self._client.nthreads().values()), now
        if self._size:
            self._seen = now
        elif now - self._seen > WORKERS:
            raise ClusterError(
                said(
                    "the cluster at {address} has no workers: start some with `dask worker`; {go_on}",
                    address=self._address,
                    go_on=said(GO_ON),
                )
            )
        return max(1, self._size)

    def wait(self) -> None:
        """Wait until there are workers."""
        while self.size() and not self._size:
            time.sleep(0.1)
            self._looked = float("-inf")

    def answer(self, future: Any) -> Batch:
        """What a worker answers; while none does, whether there are any."""
        while True:
            try:
                batch: Batch = future.result(timeout=LOOK)
            except TimeoutError:
                self.size()
            else:
                future.release()
                return batch


def _dask() -> Any:
    """Dask's distributed, which talks to us alone."""
    try:
        distributed = import_module("distributed")
    except ImportError:
        raise ClusterError(said("--cluster needs Dask: install it with pip install 'crex[cluster]'")) from None
    for name in list(logging.root.manager.loggerDict):
        if name.partition(".")[0] == "distributed":
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    return distributed


def _client(distributed: Any, address: str) -> Any:
    if not re.fullmatch(r"(\w+://)?\S+:\d+", address):
        raise ClusterError(
            said("`{address}` is no address of a scheduler: it tells one, such as tcp://HOST:8786", address=address)
        )
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # that another Dask runs elsewhere is no matter as long as it works
            return distributed.Client(address, timeout=CONNECT, set_as_default=False)
    except (OSError, ValueError, TypeError):
        raise ClusterError(
            said(
                "nobody answers at {address}: start a scheduler with `dask scheduler`, and name the address that it "
                "tells",
                address=address,
            )
        ) from None


def _cluster_error(error: BaseException, address: str) -> ClusterError:
    """What went wrong out there, in a sentence."""
    if isinstance(error, ImportError | RuntimeError):  # nothing of ours could be read there
        return ClusterError(
            said(
                "scheduler or workers at {address} have no crex, or another: install {this_crex} there",
                address=address,
                this_crex=this_crex(),
            )
        )
    if isinstance(error, CancelledError | OSError):
        return ClusterError(said("the scheduler at {address} is gone; {go_on}", address=address, go_on=said(GO_ON)))
    return ClusterError(
        said(
            "the cluster at {address} lost several workers over the same games ({error}); {go_on}",
            address=address,
            error=error,
            go_on=said(GO_ON),
        )
    )


# ---- on the workers ----
_LOCAL = threading.local()


class _Kept(NamedTuple):
    """A parcel that a thread has unpacked, and the bench where it is played."""

    parcel: Parcel
    bench: Bench


def _handed_over(parcel: Parcel) -> Parcel:
    return parcel


def _play(parcel: Parcel, seeds: range) -> Batch:
    """Some games of a parcel, on a bench that this thread keeps as long as it is among the latest."""
    if parcel.crex != this_crex():
        raise ClusterError(
            said(
                "a worker of the cluster runs {this_crex}, and this is {crex}: install the same there",
                this_crex=this_crex(),
                crex=parcel.crex,
            )
        )
    kept: list[_Kept] = _LOCAL.__dict__.setdefault("kept", [])
    held = next((each for each in kept if each.parcel == parcel), None)
    if held is None:
        folder = tempfile.mkdtemp(prefix="crex-")
        held = _Kept(parcel, Bench(parcel.unpacked(Path(folder))))
        weakref.finalize(held.bench, shutil.rmtree, folder, ignore_errors=True)
        kept[:] = [*kept[-MOST_BENCHES + 1 :], held]
    return held.bench.batch(seeds)
