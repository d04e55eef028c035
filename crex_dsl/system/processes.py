"""Work shared out among processes, which leave interrupts to the first of them and end with what it gives up."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from crex_dsl.text.messages import speak, spoken

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor


@contextmanager
def process_pool(
    workers: int, initializer: Callable[..., object] | None = None, initargs: tuple[Any, ...] = ()
) -> Iterator[ProcessPoolExecutor]:
    """So many other processes, started now, which speak the language spoken here; work given up ends them at once."""
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import active_children, get_context

    others = set(active_children())
    with ProcessPoolExecutor(workers, get_context("spawn"), _begin, (spoken(), initializer, initargs)) as pool:
        try:
            with interrupts_ignored():  # as processes that start meanwhile do for good
                for _ in range(workers):
                    pool.submit(_stand_by)
            yield pool
        except BaseException:
            results: Any = getattr(pool, "_result_queue", None)
            pool.shutdown(wait=False, cancel_futures=True)
            for process in set(active_children()) - others:
                process.terminate()
            if results is not None:
                results._writer.close()  # or a thread would wait for the rest of a result whose sender is gone
            raise


@contextmanager
def interrupts_ignored() -> Iterator[None]:
    """For what must not be lost, and for processes that start meanwhile: they are not the ones to be interrupted."""
    if threading.current_thread() is not threading.main_thread():
        yield  # where interrupts do not arrive anyway
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _begin(language: str, initializer: Callable[..., object] | None, initargs: tuple[Any, ...]) -> None:
    """Speak as whoever started us, and do what he wants done first."""
    speak(language)
    if initializer is not None:
        initializer(*initargs)


def _stand_by() -> None:
    """Nothing: whoever is asked has started."""
