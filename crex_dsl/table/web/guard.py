"""The gate before all addresses: origin, sizes, rates, headers, and every refusal as a sentence with a status."""

from __future__ import annotations

import asyncio
import json
import sys
import time
import traceback
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from crex_dsl.table.errors import Busy, Denied, Fault, Malformed, Refusal, TooLarge, TooOften
from crex_dsl.table.web.access import browser_of
from crex_dsl.table.web.bodies import MOST_BYTES, MOST_FILE_BYTES
from crex_dsl.text.messages import OWN, languages, number_as_said, said, speaking

_EACH_ADDRESS = 1_000.0  # posts a second: whole houses and proxies have one address
_LARGE = ("/api/tables", "/api/games/check", "/api/open")
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "connect-src 'self'; font-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
# The generated rulebook brings scripts and workers of its own; it knows no table.
_RULES_POLICY = (
    "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "worker-src 'self' blob:; connect-src 'self'; base-uri 'self'; frame-ancestors 'none'"
)
_HEADERS = (
    (b"referrer-policy", b"no-referrer"),
    (b"x-content-type-options", b"nosniff"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
)
Refused = Callable[[Request, Refusal], Awaitable[Response]]


class Rate:
    """So many requests a second for each client, and so many more at once."""

    def __init__(self, each_second: float, at_once: float, most: int = 20_000) -> None:
        self._each_second, self._at_once, self._most = each_second, at_once, most
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def spend(self, client: str, cost: float = 1.0) -> None:
        """Count a request; raises TooOften where there were too many."""
        now = time.monotonic()
        left, since = self._left.pop(client, (self._at_once, now))
        left = min(self._at_once, left + (now - since) * self._each_second)
        self._left[client] = (left - cost if left >= cost else left), now
        while len(self._left) > self._most:
            self._left.popitem(last=False)
        if left < cost:
            raise TooOften(said("you ask more often than is answered: wait a moment"))


class Guard:
    """Lets requests through that may be answered, and sees how they are answered."""

    def __init__(self, app: ASGIApp, refused: Refused, hosts: frozenset[str], posts: Rate) -> None:
        self._app, self._refused, self._hosts, self._posts = app, refused, hosts, posts
        self._addresses = Rate(_EACH_ADDRESS, 4 * _EACH_ADDRESS)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request, begun = Request(scope), False

        async def answered(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                message = {**message, "headers": [*message["headers"], *_headers(request.url.path)]}
            await send(message)

        with speaking(language_of(request)):
            try:
                self._check(request)
                await self._app(scope, _bounded(receive, _limit(request.url.path)), answered)
            except Refusal as refusal:
                if begun:
                    return
                await (await self._refused(request, refusal))(scope, receive, answered)
            except asyncio.CancelledError:  # the server ends, and has waited for the answer as long as it does
                if begun:
                    return
                ending = Busy(said("the server is being ended: nothing more is answered, ask again when it is back"))
                await (await self._refused(request, ending))(scope, receive, answered)
            except Exception as error:
                if begun or _went_away(error):
                    return
                traceback.print_exc(file=sys.stderr)
                fault = Fault.noted()
                await (await self._refused(request, fault))(scope, receive, answered)

    def _check(self, request: Request) -> None:
        host = request.headers.get("host", "")
        if self._hosts and (urlsplit(f"//{host}").hostname or "") not in self._hosts:
            raise Denied(said("this address is not served here: use the one that the server told"))
        if request.method in ("GET", "HEAD", "OPTIONS"):
            return
        size = request.headers.get("content-length", "0")
        if not size.isascii() or not size.isdigit() or int(size[:12]) > _limit(request.url.path):
            raise _too_large(_limit(request.url.path))
        origin, site = request.headers.get("origin"), request.headers.get("sec-fetch-site")
        if (origin is None and site is None) or (site not in (None, "same-origin")):
            raise Denied(said("this was sent from another page than ours, and is not taken"))
        if origin is not None and urlsplit(origin).netloc != host:
            raise Denied(said("this was sent from another page than ours, and is not taken"))
        if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
            raise Malformed(said("send JSON, and say so in its Content-Type"))
        self._addresses.spend(request.client.host if request.client else "")
        self._posts.spend(browser_of(request))


def _too_large(limit: int) -> TooLarge:
    return TooLarge(said("at most {number} bytes are read here", number=number_as_said(limit)))


def _limit(path: str) -> int:
    return MOST_FILE_BYTES if path in _LARGE else MOST_BYTES


def _bounded(receive: Receive, limit: int) -> Receive:
    """What comes in, up to a limit, whatever was said about its size."""
    total = 0

    async def bounded() -> Message:
        nonlocal total
        message = await receive()
        total += len(message.get("body", b""))
        if total > limit:
            raise _too_large(limit)
        return message

    return bounded


def _headers(path: str) -> list[tuple[bytes, bytes]]:
    policy = _RULES_POLICY if path.startswith("/rules/") else _POLICY
    # Scripts and the rulebook change with an update: browsers keep them, and ask whether they are still so.
    kept = b"no-cache" if path.startswith(("/assets/", "/rules/")) else b"no-store"
    return [*_HEADERS, (b"content-security-policy", policy.encode()), (b"cache-control", kept)]


def _went_away(error: Exception) -> bool:
    return type(error).__name__ == "ClientDisconnect"


def language_of(request: Request) -> str:
    """The first of the reader's languages in which we speak."""
    wanted = request.headers.get("accept-language", "")[:200].split(",")
    spoken = [part.partition(";")[0].strip().partition("-")[0].casefold() for part in wanted]
    return next((name for name in spoken if name in languages()), OWN)


def json_bytes(data: Any) -> bytes:
    """Data as JSON."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()
