"""The application: all addresses behind one gate, and what starts and ends with them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from crex_dsl.table.errors import Malformed, Refusal, Unknown
from crex_dsl.table.web import page_routes, seat_routes, table_routes
from crex_dsl.table.web.guard import Guard, Rate
from crex_dsl.table.web.openapi import PREFIX, description
from crex_dsl.table.web.service import Service
from crex_dsl.text.messages import said

_JSON = [*table_routes.routes, *seat_routes.routes]


def application(service: Service, hosts: Collection[str] = (), posts: Rate | None = None) -> Starlette:
    """The application of a server; it answers under the names of `hosts` alone, or under any where there are none."""

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await service.start()
        try:
            yield
        finally:
            service.close()

    guard = Middleware(
        Guard, refused=page_routes.refused, hosts=frozenset(hosts), posts=posts or Rate(each_second=20, at_once=80)
    )
    app = Starlette(
        routes=[*_JSON, *page_routes.routes, Route(f"{PREFIX}openapi.json", _described)],
        middleware=[guard],
        exception_handlers={Refusal: _refused, HTTPException: _no_route},
        lifespan=lifespan,
    )
    app.state.service = service
    return app


async def _described(_: Request) -> Response:
    return JSONResponse(description(_JSON))


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refusal)
    return await page_routes.refused(request, error)


async def _no_route(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 404:
        return await page_routes.refused(request, Unknown(said("there is nothing at this address")))
    refusal = Malformed(said("this address is not asked in that way"))
    refusal.status = error.status_code
    response = await page_routes.refused(request, refusal)
    response.headers.update(error.headers or {})  # which methods there are
    return response
