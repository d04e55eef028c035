"""The interface described as OpenAPI, from the routes and from what each takes."""

from __future__ import annotations

import inspect
import re
from collections.abc import Awaitable, Callable, Iterable
from importlib.metadata import version
from typing import Any

from pydantic.json_schema import models_json_schema
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from crex_dsl.table.web.bodies import Body

PREFIX = "/api/"
_NAMES = "#/components/schemas/{model}"
_PARAMETER = re.compile(r"{(\w+)}")
_NUMBER = {"type": "integer", "minimum": 0, "maximum": 99_999_999}
_QUERIES = {  # of GETs, by the end of their address
    "{seat}": {"at": _NUMBER, "since": _NUMBER, "arrows": _NUMBER, "svg": {"enum": ["0", "1"]}},
}
_REFUSAL = {
    "type": "object",
    "description": "A refusal: a sentence, its status, and which sort it is.",
    "required": ["error", "status", "kind"],
    "properties": {"error": {"type": "string"}, "status": {"type": "integer"}, "kind": {"type": "string"}},
}


class Posted(Route):
    """An address to which something is posted: of which form."""

    def __init__(self, path: str, endpoint: Callable[[Request], Awaitable[Response]], body: type[Body]) -> None:
        super().__init__(path, endpoint, methods=["POST"])
        self.body = body


def description(routes: Iterable[BaseRoute]) -> dict[str, Any]:
    """All addresses with JSON, as OpenAPI 3.1 describes them."""
    own = [route for route in routes if isinstance(route, Route) and route.path.startswith(PREFIX)]
    bodies = {route.body for route in own if isinstance(route, Posted)}
    _, schemas = models_json_schema(
        [(body, "validation") for body in sorted(bodies, key=lambda body: body.__name__)], ref_template=_NAMES
    )
    paths: dict[str, dict[str, Any]] = {}
    for route in own:
        paths.setdefault(route.path, {}).update(_operation(route))
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "crex serve",
            "version": version("crex"),
            "description": "Tables in the browser. A seat is held by a cookie that joining gives; posts are JSON, "
            "with the Origin of the server.",
        },
        "paths": paths,
        "components": {"schemas": {**schemas["$defs"], "Refusal": _REFUSAL}},
    }


def _operation(route: Route) -> dict[str, Any]:
    posted = isinstance(route, Posted)
    ending = route.path.rpartition("/")[2]
    parameters = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in _PARAMETER.findall(route.path)
    ] + [
        {"name": name, "in": "query", "schema": schema}
        for name, schema in ({} if posted else _QUERIES.get(ending, {})).items()
    ]
    told: dict[str, Any] = {
        "summary": inspect.getdoc(route.body if isinstance(route, Posted) else route.endpoint),
        "parameters": parameters,
        "responses": {
            "2XX": {"description": "What was asked for.", "content": _json({"type": "object"})},
            "4XX": {"description": "A refusal.", "content": _json({"$ref": "#/components/schemas/Refusal"})},
            "503": {"description": "Not just now.", "content": _json({"$ref": "#/components/schemas/Refusal"})},
        },
    }
    if isinstance(route, Posted):
        schema = {"$ref": f"#/components/schemas/{route.body.__name__}"}
        told["requestBody"] = {"required": True, "content": _json(schema)}
    return {"post" if posted else "get": told}


def _json(schema: dict[str, Any]) -> dict[str, Any]:
    return {"application/json": {"schema": schema}}
