"""Processes that share work leave interrupts to the first, and end where the work is given up."""

import signal
import time
from multiprocessing import active_children

import pytest

from crex_dsl.system.processes import process_pool


def test_interrupts_are_left_to_the_first_process() -> None:
    before = signal.getsignal(signal.SIGINT)
    with process_pool(1) as pool:
        assert signal.getsignal(signal.SIGINT) is before
        assert pool.submit(signal.getsignal, signal.SIGINT).result(20) is signal.SIG_IGN


def give_up() -> None:
    with process_pool(1) as pool:
        pool.submit(time.sleep, 60)
        raise KeyboardInterrupt


def test_given_up_work_ends_at_once_and_other_processes_go_on() -> None:
    others = set(active_children())
    with process_pool(1) as bystander:
        begun = time.monotonic()
        with pytest.raises(KeyboardInterrupt):
            give_up()
        assert time.monotonic() - begun < 30
        assert bystander.submit(abs, -7).result(20) == 7
    assert set(active_children()) <= others
