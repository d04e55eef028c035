"""What can be asked and done from a seat: each a call to the process of the table, with the key of the browser."""

from __future__ import annotations

import asyncio

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from crex_dsl.table.errors import Denied, Malformed
from crex_dsl.table.store.tables import HOST, OBSERVER, not_yours, read_seat, read_seats
from crex_dsl.table.web import bodies
from crex_dsl.table.web.access import give, host_key, is_host, key_of, keys_to, seats_held, take
from crex_dsl.table.web.openapi import Posted
from crex_dsl.table.web.service import Service, client_of, service_of
from crex_dsl.text.messages import said

JSON = "application/json"
_AT = "/api/tables/{table}/{seat}"


def place(request: Request) -> tuple[Service, str, str, str]:
    """The server, the table, the seat, and the browser's key to it."""
    table_id, seat = request.path_params["table"], request.path_params["seat"]
    return service_of(request), table_id, seat, key_of(request, table_id, seat)


async def view_bytes(request: Request, svg: bool) -> bytes:
    """The view of a seat as JSON, at the moment that the address names."""
    service, table_id, seat, key = place(request)
    query = request.query_params
    found: bytes = await service.workers.table(
        table_id,
        "view",
        seat=seat,
        key=key,
        at=_number(query.get("at")),
        since=_number(query.get("since")),
        svg=svg,
        arrows=_number(query.get("arrows")),
        here=service.hub.here(table_id),
        host_key=host_key(request, table_id),
        keys=keys_to(request, table_id),
    )
    return found


def _number(text: str | None) -> int | None:
    if text is None or text == "":
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 9):
        raise Malformed(said("a moment goes by its number"))
    return int(text)


async def _view(request: Request) -> Response:
    """What a seat sees, now or at an earlier moment: board, question, log, chat."""
    picture = request.query_params.get("svg", "1")
    if picture not in ("0", "1"):
        raise Malformed(said("this address is not asked in that way"))
    return Response(await view_bytes(request, picture == "1"), media_type=JSON)


def _asked(
    call: str, of: type[bodies.Body], *, think: bool = False, changes: bool = False, without: tuple[str, ...] = ()
) -> Posted:
    """An address that passes a body on as a call; where that `changes` the table, those concerned are told."""

    async def answered(request: Request) -> Response:
        service, table_id, seat, key = place(request)
        sent = bodies.read(of, await request.body()).model_dump(exclude=set(without))
        if think:
            service.thoughts.spend(client_of(request))
            found = await service.workers.think(call, long=True, table_id=table_id, seat=seat, key=key, **sent)
        else:
            found = await service.workers.table(table_id, call, seat=seat, key=key, **sent)
        if changes:
            found, bot_next = found
            service.changed(table_id, bot_next)
        return Response(found, media_type=JSON)

    return Posted(f"{_AT}/{call}", answered, of)


async def _take_back(request: Request) -> Response:
    service, table_id, seat, key = place(request)
    sent = bodies.read(bodies.Consent, await request.body())
    found, bot_next = await service.workers.table(table_id, "take_back", seat=seat, key=key, **sent.model_dump())
    service.changed(table_id, bot_next)
    service.hub.say(table_id, "seats")
    return Response(found, media_type=JSON)


async def _why(request: Request) -> Response:
    service, table_id, seat, key = place(request)
    sent = bodies.read(bodies.Wished, await request.body())
    found = await service.workers.table(table_id, "why", seat=seat, key=key, wish=sent.wish, at=sent.at)
    return Response(found, media_type=JSON)


async def _elsewhere(request: Request) -> Response:
    service, table_id, seat, key = place(request)
    sent = bodies.read(bodies.Wished, await request.body())
    service.thoughts.spend(client_of(request))
    found = await service.workers.think(
        "elsewhere", long=True, table_id=table_id, seat=seat, key=key, wish=sent.wish, at=sent.at
    )
    return Response(found, media_type=JSON)


async def _play_on(request: Request) -> Response:
    service, table_id, seat, key = place(request)
    sent = bodies.read(bodies.PlayedOn, await request.body())
    service.thoughts.spend(client_of(request), 2)
    found = await service.workers.think(
        "play_on", long=True, table_id=table_id, seat=seat, key=key, at=sent.at, games=sent.games, bots=sent.bots or {}
    )
    return Response(found, media_type=JSON)


# ---- without rules ----
async def admitted(request: Request) -> tuple[Service, str, str]:
    """The server, the table and the seat, for whoever has the key; raises Denied."""
    service, table_id, seat, key = place(request)

    def check() -> bool:
        with service.stores.database.reading() as connection:
            return read_seat(connection, table_id, seat).opened_by(key)

    if not await asyncio.to_thread(check):
        raise not_yours()
    return service, table_id, seat


async def _chat(request: Request) -> Response:
    service, table_id, seat = await admitted(request)
    if seat == OBSERVER:
        raise Denied(said("whoever looks on says nothing here"))
    sent = bodies.read(bodies.Told, await request.body())
    number = await asyncio.to_thread(service.stores.records.say, table_id, seat, sent.text)
    service.hub.say(table_id, "chat", number=number)
    return JSONResponse({"number": number})


async def _name(request: Request) -> Response:
    service, table_id, seat = await admitted(request)
    if seat == OBSERVER:
        raise Denied(said("several may look on from this seat, so it has no name"))
    sent = bodies.read(bodies.Named, await request.body())
    await asyncio.to_thread(service.stores.tables.rename, table_id, seat, sent.name)
    service.hub.say(table_id, "seats")
    return JSONResponse({"name": sent.name})


async def _leave(request: Request) -> Response:
    service, table_id, seat = await admitted(request)
    bodies.read(bodies.Nothing, await request.body())
    if seat != OBSERVER:
        await asyncio.to_thread(service.stores.tables.leave, table_id, seat)
        service.hub.shut_out(table_id, seat)
    service.hub.say(table_id, "seats")
    response = JSONResponse({"address": "/"})
    take(response, table_id, seat)
    return response


# ---- other tables ----
def made(request: Request, table_id: str, keys: dict[str, str], address: str, status: int = 201) -> Response:
    """The answer to whoever made a table, with the keys to it."""
    response = JSONResponse({"table": table_id, "address": address, "missing": []}, status)
    for holder, key in keys.items():
        give(request, response, table_id, holder, key)
    return response


async def _fork(request: Request) -> Response:
    service, table_id, seat, key = place(request)
    sent = bodies.read(bodies.Forked, await request.body())
    service.makings.spend(client_of(request))
    other, keys = await service.workers.think("fork", table_id=table_id, seat=seat, key=key, **sent.model_dump())
    sides = [holder for holder in keys if holder != HOST]
    return made(request, other, keys, f"/tables/{other}/{seat if seat in sides else sides[0]}")


async def _rematch(request: Request) -> Response:
    service, table_id, seat, key = place(request)
    sent = bodies.read(bodies.Again, await request.body())
    service.makings.spend(client_of(request))
    other: str = await service.workers.table(table_id, "rematch", seat=seat, key=key, swap=sent.swap)

    def own() -> str:
        with service.stores.database.reading() as connection:
            return next(each.seat for each in read_seats(connection, other) if each.opened_by(key))

    mine = await asyncio.to_thread(own)
    old = await asyncio.to_thread(service.stores.tables.table, table_id)
    keys = {mine: key}
    if is_host(request, old):
        keys[HOST] = key_of(request, table_id, HOST)
    service.hub.say(table_id, "seats")
    service.changed(other)
    return made(request, other, keys, f"/tables/{other}/{mine}")


async def _save(request: Request) -> Response:
    """The game as a save, for the terminal and the lab."""
    service, table_id, seat, key = place(request)
    seats = await asyncio.to_thread(service.stores.tables.seats, table_id)
    held = seats_held(request, table_id, seats)
    text = await service.workers.table(table_id, "save", seat=seat, key=key, held=held)
    headers = {"Content-Disposition": f'attachment; filename="crex-{table_id}.json"'}
    return Response(text, media_type=JSON, headers=headers)


async def _report(request: Request) -> Response:
    """What a playtest leaves behind, as far as the seat may know it."""
    service, table_id, seat, key = place(request)
    return JSONResponse(await service.workers.table(table_id, "report", seat=seat, key=key))


routes = [
    Route(_AT, _view),
    _asked("decide", bodies.Answered, changes=True),
    _asked("order", bodies.Ordered, changes=True),
    _asked("undo", bodies.Numbered, changes=True),
    Posted(f"{_AT}/take-back", _take_back, bodies.Consent),
    Posted(f"{_AT}/why", _why, bodies.Wished),
    Posted(f"{_AT}/elsewhere", _elsewhere, bodies.Wished),
    _asked("odds", bodies.OddsAsked, think=True, without=("n",)),
    _asked("clause", bodies.Referred),
    _asked("ask", bodies.Question),
    Posted(f"{_AT}/play-on", _play_on, bodies.PlayedOn),
    Posted(f"{_AT}/chat", _chat, bodies.Told),
    Posted(f"{_AT}/name", _name, bodies.Named),
    Posted(f"{_AT}/leave", _leave, bodies.Nothing),
    Posted(f"{_AT}/fork", _fork, bodies.Forked),
    Posted(f"{_AT}/rematch", _rematch, bodies.Again),
    Route(f"{_AT}/save", _save),
    Route(f"{_AT}/report", _report),
]
