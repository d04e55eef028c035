"""Work shared out among processes, which leave interrupts to the first of them and end with what it gives up."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

from crex_dsl.text.messages import speak, spoken

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing.process import BaseProcess

Task = tuple[Callable[..., object], tuple[Any, ...]]  # what is done, with what


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


def do_apart(tasks: Sequence[Task], at_once: int) -> None:
    """Do tasks for what they leave in the cache, so many at once, each in a process that gives its memory back.

    What fails there fails again for whoever asks.
    """
    from multiprocessing import get_context
    from multiprocessing.connection import wait

    waiting = list(reversed(tasks))
    under_way: dict[int, BaseProcess] = {}  # by what ends with each
    try:
        while waiting or under_way:
            while waiting and len(under_way) < at_once:
                do, given = waiting.pop()
                process: BaseProcess = get_context("spawn").Process(target=_do, args=(spoken(), do, given), daemon=True)
                with interrupts_ignored():
                    process.start()
                under_way[process.sentinel] = process
            for ended in wait(list(under_way)):
                assert isinstance(ended, int)
                under_way.pop(ended).join()
    finally:
        for process in under_way.values():
            process.terminate()
            process.join()


def may_start_others() -> bool:
    """Whether this process may start others, which those may not that end with another."""
    from multiprocessing import current_process

    return not current_process().daemon


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


def _do(language: str, do: Callable[..., object], given: tuple[Any, ...]) -> None:
    """Do a task in the language of whoever started us, and keep to ourselves what goes wrong."""
    speak(language)
    with suppress(Exception):
        do(*given)


def _stand_by() -> None:
    """Nothing: whoever is asked has started."""
