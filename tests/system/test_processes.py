"""Processes that share work leave interrupts to the first, and end where the work is given up."""

import signal
import time
from multiprocessing import active_children, current_process
from pathlib import Path

import pytest

from crex_dsl.system.processes import do_apart, may_start_others, process_pool
from crex_dsl.text.messages import speaking, spoken


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


def leave(note: Path) -> None:
    """Leave a note of who and where one is."""
    note.write_text(f"{current_process().pid} {spoken()} {may_start_others()} {signal.getsignal(signal.SIGINT)}")


def stumble() -> None:
    raise ValueError


def test_what_is_done_apart_is_done_by_processes_of_its_own(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    others, notes = set(active_children()), [tmp_path / name for name in "abc"]
    with speaking("pl"):
        do_apart([(stumble, ()), *((leave, (note,)) for note in notes)], at_once=2)
    who, *rest = zip(*(note.read_text().split(" ", 1) for note in notes), strict=True)
    assert len(set(who)) == 3
    assert rest == [(f"pl False {signal.SIG_IGN}",) * 3]
    assert set(active_children()) <= others
    assert capfd.readouterr().err == ""


def test_what_is_done_apart_ends_with_whoever_waits_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_: object) -> None:
        raise KeyboardInterrupt

    others, begun = set(active_children()), time.monotonic()
    monkeypatch.setattr("multiprocessing.connection.wait", interrupted)
    with pytest.raises(KeyboardInterrupt):
        do_apart([(time.sleep, (60,))], at_once=2)
    assert set(active_children()) <= others
    assert time.monotonic() - begun < 30
