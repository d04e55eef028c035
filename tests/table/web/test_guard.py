"""What the gate does with requests that the server can no longer wait for."""

from __future__ import annotations

import asyncio

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.types import Message, Receive, Scope, Send

from crex_dsl.table.errors import Refusal
from crex_dsl.table.web.guard import Guard, Rate


async def _refused(_: Request, refusal: Refusal) -> Response:
    return JSONResponse({"error": str(refusal), "kind": refusal.kind}, refusal.status)


def _cancelled(begins: bool) -> list[Message]:
    """What is sent where a request is cancelled while it waits, before or after its answer has begun."""
    waits, sent = asyncio.Event(), list[Message]()

    async def application(_: Scope, __: Receive, send: Send) -> None:
        if begins:
            await send({"type": "http.response.start", "status": 200, "headers": []})
        waits.set()
        await asyncio.Event().wait()

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        sent.append(message)

    async def run() -> None:
        scope = {"type": "http", "method": "GET", "path": "/", "query_string": b"", "headers": []}
        guard = Guard(application, _refused, frozenset(), Rate(1, 1))
        task = asyncio.create_task(guard(scope, receive, send))
        await waits.wait()
        task.cancel()
        await task

    asyncio.run(run())
    return sent


def test_whoever_waits_when_the_server_is_ended_is_told_so() -> None:
    start, body = _cancelled(begins=False)
    assert start["status"] == 503
    assert b"the server is being ended" in body["body"] and b'"busy"' in body["body"]


def test_an_answer_that_has_begun_just_ends() -> None:
    assert [message["type"] for message in _cancelled(begins=True)] == ["http.response.start"]
