"""Who may sit where: cookies that hold the keys to seats, one for each, and links that are traded for them."""

from __future__ import annotations

import hashlib
import re

from starlette.requests import Request
from starlette.responses import Response

from crex_dsl.table.store.tables import HOST, SeatRow, TableRow, not_yours

_COOKIE = re.compile(r"crex-([a-z2-9]{10})-(host|[0-9a-f]{8})")
_YEAR = 365 * 24 * 3600


def cookie_name(table_id: str, seat: str) -> str:
    """The cookie that holds the key to a seat, or to the table as its host."""
    tag = HOST if seat == HOST else hashlib.sha256(seat.encode()).hexdigest()[:8]
    return f"crex-{table_id}-{tag}"


def key_of(request: Request, table_id: str, seat: str) -> str:
    """The key to a seat that the browser has; raises Denied where it has none."""
    key = request.cookies.get(cookie_name(table_id, seat))
    if not key:
        raise not_yours()
    return key


def tables_of(request: Request) -> list[str]:
    """The tables to which a browser has keys."""
    found = (_COOKIE.fullmatch(name) for name in request.cookies)
    return list(dict.fromkeys(match[1] for match in found if match is not None))


def keys_to(request: Request, table_id: str) -> list[str]:
    """All keys to seats of a table that a browser has."""
    found = ((_COOKIE.fullmatch(name), key) for name, key in request.cookies.items())
    return [key for match, key in found if match is not None and match[1] == table_id and match[2] != HOST]


def seats_held(request: Request, table_id: str, seats: list[SeatRow]) -> list[str]:
    """The seats of a table that a browser holds."""
    keys = {seat.seat: request.cookies.get(cookie_name(table_id, seat.seat), "") for seat in seats}
    return [seat.seat for seat in seats if seat.opened_by(keys[seat.seat])]


def is_host(request: Request, table: TableRow) -> bool:
    """Whether a browser is the host of a table."""
    return table.hosted_by(host_key(request, table.id))


def host_key(request: Request, table_id: str) -> str:
    """The key of a table's host that a browser has; none where it has none."""
    return request.cookies.get(cookie_name(table_id, HOST), "")


def give(request: Request, response: Response, table_id: str, seat: str, key: str) -> None:
    """Give a browser the key to a seat."""
    response.set_cookie(
        cookie_name(table_id, seat),
        key,
        max_age=_YEAR,
        path="/",
        secure=request.url.scheme == "https",
        httponly=True,
        samesite="lax",
    )


def take(response: Response, table_id: str, seat: str) -> None:
    """Take the key to a seat from a browser."""
    response.delete_cookie(cookie_name(table_id, seat), path="/", httponly=True, samesite="lax")


def browser_of(request: Request) -> str:
    """One browser, as far as its address and its keys tell."""
    keys = sorted(value for name, value in request.cookies.items() if _COOKIE.fullmatch(name))
    client = request.client.host if request.client else ""
    return hashlib.sha256("\0".join([client, *keys]).encode()).hexdigest()
