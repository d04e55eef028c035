"""Processes with rules: begun, asked, replaced."""

from __future__ import annotations

import asyncio
import pickle
import time
from pathlib import Path
from socket import socket

import pytest

from crex_dsl.table.desk.calls import HEAD, READY
from crex_dsl.table.errors import Slow
from crex_dsl.table.web import workers
from crex_dsl.table.web.workers import Worker

BEGINNING = 1.0


def answer_late(connection: socket, *_: object) -> None:
    """A process that takes its time to begin, and then answers at once, except to `sleep`."""
    time.sleep(BEGINNING)
    with connection, connection.makefile("rb") as incoming:
        connection.sendall(READY)
        while len(head := incoming.read(HEAD)) == HEAD:
            name, *_rest = pickle.loads(incoming.read(int.from_bytes(head)))
            if name == "sleep":
                time.sleep(60)
            answer = pickle.dumps((True, name))
            connection.sendall(len(answer).to_bytes(HEAD) + answer)


def test_the_clock_of_a_question_does_not_run_while_its_process_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "answer_calls", answer_late)

    async def asked() -> list[object]:
        worker = Worker(tmp_path, [], seconds=BEGINNING * 0.6)
        try:
            first = await asyncio.gather(worker.ask("one"), worker.ask("two"))
            late = await asyncio.gather(worker.ask("sleep"), return_exceptions=True)
            return [*first, *late, await worker.ask("three")]
        finally:
            worker.close()

    one, two, late, three = asyncio.run(asked())
    assert (one, two, three) == ("one", "two", "three")
    assert isinstance(late, Slow) and late.kind == "slow"
