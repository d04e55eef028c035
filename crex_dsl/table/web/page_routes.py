"""Pages: each shows what its JSON twin tells, by a template; and the feeds and files beside them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from crex_dsl.drawing.svg.style import STYLE
from crex_dsl.table.errors import Busy, Refusal, Unknown
from crex_dsl.table.web import table_routes
from crex_dsl.table.web.guard import json_bytes, language_of
from crex_dsl.table.web.report_text import atom, markdown
from crex_dsl.table.web.seat_routes import place, view_bytes
from crex_dsl.table.web.service import service_of
from crex_dsl.text.messages import Messages, said

PAGES = Path(__file__).parents[1] / "pages"
_PHRASES = "table-"  # of the catalogue, for scripts
_templates = Environment(loader=FileSystemLoader(PAGES), autoescape=True, trim_blocks=True, lstrip_blocks=True)


def page(request: Request, name: str, data: bytes = b"null", code: int = 200, **values: Any) -> Response:
    """A page by its template, with its data and phrases for the scripts of the page."""
    language = language_of(request)
    say = Messages(language)
    content = _templates.get_template(f"{name}.html.jinja").render(
        say=say,
        language=language,
        data=_in_script(data),
        messages=_in_script(json_bytes(say.beginning(_PHRASES))),
        assets="/assets",
        **values,
    )
    return HTMLResponse(content, code)


def _in_script(data: bytes) -> str:
    """JSON that can stand in a script element: nothing in it ends the element or begins another."""
    text = data.decode()
    for letter in "<>&\u2028\u2029":
        text = text.replace(letter, f"\\u{ord(letter):04x}")
    return text


async def refused(request: Request, refusal: Refusal) -> Response:
    """A refusal as JSON, or as a page to whoever reads pages."""
    path = request.url.path
    if path.startswith("/api/") or path == "/events":
        response: Response = JSONResponse(refusal.data(), refusal.status)
    else:
        name = "rules" if path.startswith("/rules/") and isinstance(refusal, Busy) else "error"
        sentence, status = refusal.sentence, refusal.status
        response = page(request, name, code=status, title=sentence, sentence=sentence, status=status)
    if refusal.status in (429, 503):
        response.headers["Retry-After"] = "2"
    if refusal.status == 413:
        response.headers["Connection"] = "close"  # what is still to come is not read
    return response


# ---- pages ----
async def _home(request: Request) -> Response:
    mine = await table_routes.mine(request)
    return page(request, "home", json_bytes(mine), title="crex", mine=mine)


async def _new(request: Request) -> Response:
    games = await table_routes.games(request)
    return page(request, "new", json_bytes(games), title="crex", games=games)


async def _lobby(request: Request) -> Response:
    table = await table_routes.lobby(request)
    return page(request, "lobby", json_bytes(table), title=table["title"], table=table)


async def _join(request: Request) -> Response:
    return page(request, "join", title="crex", table_id=request.path_params["table"])


async def _seat(request: Request) -> Response:
    data = await view_bytes(request, svg=False)
    view = json.loads(data)
    return page(request, "seat", data, title=view["title"], view=view)


async def _report(request: Request) -> Response:
    report = await _reported(request)
    return page(request, "report", json_bytes(report), title=report["title"], report=report)


async def _report_text(request: Request) -> Response:
    return PlainTextResponse(
        markdown(await _reported(request), Messages(language_of(request))), media_type="text/markdown"
    )


async def _reported(request: Request) -> dict[str, Any]:
    service, table_id, seat, key = place(request)
    found: dict[str, Any] = await service.workers.table(table_id, "report", seat=seat, key=key)
    return found


async def _feed(request: Request) -> Response:
    service, table_id, seat = service_of(request), request.path_params["table"], request.path_params["seat"]
    key = request.query_params.get("key", "")[:100]
    title, times = await service.workers.table(table_id, "feed", seat=seat, key=key)
    say = Messages(language_of(request))
    address = str(request.url.replace(path=f"/tables/{table_id}/{seat}", query=""))
    return Response(atom(say, title, address, times), media_type="application/atom+xml")


# ---- files ----
async def _drawing_style(request: Request) -> Response:
    return PlainTextResponse((STYLE / "assets/drawing.css").read_text(encoding="utf-8"), media_type="text/css")


async def _rules(request: Request) -> Response:
    return await service_of(request).site.serve(request)


async def _rules_clause(request: Request) -> Response:
    return await service_of(request).site.find_clause(request)


async def nowhere(request: Request) -> Response:
    """What there is at no address."""
    raise Unknown(said("there is nothing at this address"))


routes = [
    Route("/", _home),
    Route("/new", _new),
    Route("/join/{table}", _join),
    Route("/tables/{table}", _lobby),
    Route("/tables/{table}/{seat}", _seat),
    Route("/tables/{table}/{seat}/report", _report),
    Route("/tables/{table}/{seat}/report.md", _report_text),
    Route("/tables/{table}/{seat}/feed", _feed),
    Route("/rules/-/{game}/{edition}/{clause}", _rules_clause),
    Route("/rules/{path:path}", _rules),
    Route("/assets/drawing.css", _drawing_style),
    Mount("/assets", StaticFiles(directory=PAGES / "assets", check_dir=False)),
]
