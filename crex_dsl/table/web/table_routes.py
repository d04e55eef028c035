"""Tables as a whole: what can be chosen, made, opened, joined, hosted; and the tables of one's own."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from crex_dsl.table.errors import Denied, Unknown, Wrong
from crex_dsl.table.store.decisions import last_decided
from crex_dsl.table.store.tables import HOST, OBSERVER, SeatRow, TableRow, read_seats, read_table
from crex_dsl.table.web import bodies
from crex_dsl.table.web.access import browser_of, give, is_host, seats_held, tables_of, take
from crex_dsl.table.web.openapi import Posted
from crex_dsl.table.web.seat_routes import made
from crex_dsl.table.web.service import Service, client_of, service_of
from crex_dsl.text.messages import said

MOST_TABLES = 50


# ---- choosing ----
async def games(request: Request) -> dict[str, Any]:
    """What can be chosen for a new table."""
    found: dict[str, Any] = await service_of(request).workers.think("games")
    return found


async def _games(request: Request) -> Response:
    """Games, editions, options and bots for a new table."""
    return JSONResponse(await games(request))


async def _check(request: Request) -> Response:
    service, sent = service_of(request), bodies.read(bodies.Choice, await request.body())
    service.thoughts.spend(client_of(request), 0.5)
    try:
        found = await service.workers.think(
            "check",
            game=sent.game,
            edition=sent.edition,
            options=sent.options,
            house=sent.house,
            scenario=sent.scenario,
        )
    except Wrong as wrong:
        return JSONResponse({"ok": False, "diagnostics": [], **wrong.data()})
    return JSONResponse(found)


async def _new(request: Request) -> Response:
    service, sent = service_of(request), bodies.read(bodies.NewTable, await request.body())
    service.makings.spend(client_of(request))
    table_id, keys = await service.workers.think(
        "new",
        game=sent.game,
        edition=sent.edition,
        options=sent.options,
        house=sent.house,
        scenario=sent.scenario,
        title=sent.title,
        sandbox=sent.sandbox,
        seating=_seating(sent.seats),
        name=sent.name,
        seed=sent.seed,
    )
    service.changed(table_id)
    return made(request, table_id, keys, f"/tables/{table_id}")


async def _open(request: Request) -> Response:
    service, sent = service_of(request), bodies.read(bodies.OpenedSave, await request.body())
    service.makings.spend(client_of(request))
    table_id, keys = await service.workers.think(
        "open", text=sent.save, title=sent.title, seating=_seating(sent.seats), name=sent.name
    )
    service.changed(table_id)
    return made(request, table_id, keys, f"/tables/{table_id}")


def _seating(seats: bodies.Seating) -> dict[str, dict[str, Any]]:
    return {seat: sitter.model_dump(exclude_unset=True) for seat, sitter in seats.items()}


# ---- one table ----
async def lobby(request: Request) -> dict[str, Any]:
    """A table to whoever holds a seat of it, or hosts it."""
    service, table, seats = await _found(request)
    mine, host = seats_held(request, table.id, seats), is_host(request, table)
    if not mine and not host:
        raise Denied(said("this table is not yours: open the link that you were given"))
    found: dict[str, Any] = await service.workers.table(
        table.id, "lobby", mine=mine, host=host, here=service.hub.here(table.id)
    )
    return found


async def _found(request: Request) -> tuple[Service, TableRow, list[SeatRow]]:
    service = service_of(request)
    return service, *await asyncio.to_thread(service.stores.tables.both, request.path_params["table"])


async def _hosted(request: Request) -> tuple[Service, TableRow, list[SeatRow]]:
    """A table to its host; raises Denied for others."""
    service, table, seats = await _found(request)
    if not is_host(request, table):
        raise Denied(said("only the host of this table may do that"))
    return service, table, seats


async def _lobby(request: Request) -> Response:
    """A table: its rulebook, and who sits where."""
    return JSONResponse(await lobby(request))


async def _join(request: Request) -> Response:
    service, sent = service_of(request), bodies.read(bodies.Claim, await request.body())
    table_id = request.path_params["table"]
    service.guesses.spend(client_of(request))
    seat, key = await asyncio.to_thread(service.stores.tables.claim, table_id, sent.token, sent.name)
    service.hub.say(table_id, "seats")
    response = JSONResponse({"address": f"/tables/{table_id}/{seat}", "seat": seat})
    give(request, response, table_id, seat, key)
    return response


async def _link(request: Request) -> Response:
    service, table, _ = await _hosted(request)
    sent = bodies.read(bodies.SeatName, await request.body())
    token = await asyncio.to_thread(service.stores.tables.renew, table.id, sent.seat)
    service.hub.shut_out(table.id, sent.seat)
    service.hub.say(table.id, "seats")
    return JSONResponse({"seat": sent.seat, "link": f"/join/{table.id}#{token}"})


async def _claim(request: Request) -> Response:
    service, table, seats = await _hosted(request)
    sent = bodies.read(bodies.SeatName, await request.body())
    held = seats_held(request, table.id, seats)
    name = next((seat.player for seat in seats if seat.seat in held and seat.player), "")
    key = await asyncio.to_thread(service.stores.tables.sit_down, table.id, sent.seat, name)
    service.hub.say(table.id, "seats")
    response = JSONResponse({"address": f"/tables/{table.id}/{sent.seat}"})
    give(request, response, table.id, sent.seat, key)
    return response


async def _reseat(request: Request) -> Response:
    service, table, _ = await _hosted(request)
    sent = bodies.read(bodies.SeatChange, await request.body())
    if sent.sort == "bot":
        name = await service.workers.table(table.id, "bot_named", name=sent.bot)
    else:
        name = None
    await asyncio.to_thread(service.stores.tables.seat_somebody, table.id, sent.seat, sent.sort, name)
    service.hub.say(table.id, "seats")
    service.changed(table.id)
    return JSONResponse({"seats": (await lobby(request))["seats"]})


async def _drop(request: Request) -> Response:
    service, table, seats = await _hosted(request)
    bodies.read(bodies.Nothing, await request.body())
    await asyncio.to_thread(service.stores.tables.drop, table.id)
    response = JSONResponse({"address": "/"})
    for holder in (HOST, *(seat.seat for seat in seats)):
        service.hub.shut_out(table.id, holder)
        take(response, table.id, holder)
    return response


# ---- one's own ----
async def mine(request: Request) -> dict[str, Any]:
    """The tables to which this browser has keys: its turn, somebody else's, over; where it decided last first."""
    service = service_of(request)

    def read() -> list[tuple[TableRow, list[SeatRow], str | None]]:
        found = []
        with service.stores.database.reading() as connection:
            for table_id in tables_of(request)[:MOST_TABLES]:
                try:
                    table, seats = read_table(connection, table_id), read_seats(connection, table_id)
                except Unknown:
                    continue  # it was dropped
                held = seats_held(request, table_id, seats)
                found.append((table, seats, last_decided(connection, table_id, held)))
        return found

    rows = await asyncio.to_thread(read)
    own = [each for row in rows if (each := _own(request, *row, service)) is not None]
    newest = sorted(own, key=lambda table: str(table["last"]), reverse=True)
    return {"tables": sorted(newest, key=lambda table: (not table["your_turn"], table["over"]))}


def _own(
    request: Request, table: TableRow, seats: list[SeatRow], last: str | None, service: Service
) -> dict[str, Any] | None:
    held, host = seats_held(request, table.id, seats), is_host(request, table)
    if not held and not host:
        return None
    here = service.hub.here(table.id)
    asked = next((each for each in held if table.asks(each)), None)
    seat = asked or next((each for each in held if each != OBSERVER), held[0] if held else None)
    return {
        "table": table.id,
        "title": table.title,
        **table.about,
        "sandbox": table.sandbox,
        "created": table.created,
        "last": last or table.created,
        "seats": [
            {
                "seat": each.seat,
                "name": each.side,
                "sort": each.sort,
                "bot": each.bot,
                "player": each.player,
                "claimed": each.claimed,
                "yours": each.seat in held,
                "here": each.seat in here,
            }
            for each in seats
        ],
        "mine": held,
        "host": host,
        "over": table.result is not None,
        "result": None if table.result is None else table.result["text"],
        "waiting_for": table.waiting,
        "your_turn": asked is not None,
        "rematch": None if table.rematch is None else f"/tables/{table.rematch}",
        "address": f"/tables/{table.id}" if seat is None else f"/tables/{table.id}/{seat}",
    }


async def _mine(request: Request) -> Response:
    """The tables of this browser."""
    return JSONResponse(await mine(request))


async def _events(request: Request) -> Response:
    service = service_of(request)
    wanted = [name for name in request.query_params.get("tables", "").split(",") if name]
    known = [name for name in tables_of(request) if not wanted or name in wanted][:MOST_TABLES]

    def read() -> list[tuple[str, str]]:
        found = []
        with service.stores.database.reading() as connection:
            for table_id in known:
                held = seats_held(request, table_id, read_seats(connection, table_id))
                found += [(table_id, seat) for seat in held]
        return found

    stream = service.hub.stream(browser_of(request), await asyncio.to_thread(read))
    first = await anext(stream)

    async def events() -> AsyncIterator[bytes]:
        yield first
        try:
            async for event in stream:
                yield event
        finally:
            await stream.aclose()

    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(events(), media_type="text/event-stream", headers=headers)


routes = [
    Route("/api/games", _games),
    Posted("/api/games/check", _check, bodies.Choice),
    Posted("/api/tables", _new, bodies.NewTable),
    Posted("/api/open", _open, bodies.OpenedSave),
    Route("/api/mine", _mine),
    Route("/api/tables/{table}", _lobby),
    Posted("/api/tables/{table}/join", _join, bodies.Claim),
    Posted("/api/tables/{table}/links", _link, bodies.SeatName),
    Posted("/api/tables/{table}/claim", _claim, bodies.SeatName),
    Posted("/api/tables/{table}/seats", _reseat, bodies.SeatChange),
    Posted("/api/tables/{table}/drop", _drop, bodies.Nothing),
    Route("/events", _events),
]
