"""The described interface holds: what fits its schemas is read, and nothing that is sent breaks anything."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.routing import Route

from tests.table.browser import EDITION, SMALL, Browser
from tests.table.conftest import RunningServer

SCRIPT = "<script>alert(1)</script><img src=x onerror=alert(1)>\"'&{{7*7}}"
WORDS = [
    "red",
    "green",
    "observer",
    SMALL,
    EDITION,
    "done",
    "agree",
    "random",
    "bot",
    "all to x",
    "x.crex",
    "x",
    SCRIPT,
]
STRANGE = st.sampled_from(
    [None, True, -1, 2**70, 1.5, "", " ", "\x00", "\ud800", "é" * 500, [], {}, [[]], {"a": 1}, "x" * 2_000]
)
# What would end the table for all that comes after it is tried on one of its own.
ENDING = ("/drop", "/leave", "/links", "/seats", "/claim")
Schema = dict[str, Any]


class Interface:
    """The server's description of itself, and bodies that fit it or do not."""

    def __init__(self, told: Schema) -> None:
        self.paths: dict[str, Schema] = told["paths"]
        self._schemas: dict[str, Schema] = told["components"]["schemas"]

    def posts(self) -> list[str]:
        return [path for path, told in self.paths.items() if "post" in told]

    def schema(self, path: str) -> Schema:
        found: Schema = self.paths[path]["post"]["requestBody"]["content"]["application/json"]["schema"]
        return found

    def fitting(self, schema: Schema) -> st.SearchStrategy[Any]:
        """Values of a schema, as the words of which it is made here allow."""
        if "$ref" in schema:
            return self.fitting(self._schemas[schema["$ref"].rpartition("/")[2]])
        if "anyOf" in schema:
            return st.one_of([self.fitting(each) for each in schema["anyOf"]])
        if "enum" in schema:
            return st.sampled_from(schema["enum"])
        match schema["type"]:
            case "null":
                return st.none()
            case "boolean":
                return st.booleans()
            case "integer":
                low = schema.get("minimum", 0)
                return st.integers(low, min(low + 5, schema.get("maximum", low + 5)))
            case "string":
                most = schema.get("maxLength", 100)
                return st.sampled_from([word[:most] for word in WORDS])
            case "array":
                return st.lists(self.fitting(schema["items"]), max_size=2)
        if schema.get("additionalProperties"):
            return st.dictionaries(st.sampled_from(WORDS), self.fitting(schema["additionalProperties"]), max_size=2)
        fields = schema.get("properties", {})
        needed = {name: self.fitting(fields[name]) for name in schema.get("required", ())}
        free = {name: self.fitting(of) for name, of in fields.items() if name not in needed}
        return st.fixed_dictionaries(needed, optional=free)

    def wrong(self, schema: Schema) -> st.SearchStrategy[Any]:
        """Bodies in which something strange stands in a field, or in one that there is not."""
        fields = [*self._schemas[schema["$ref"].rpartition("/")[2]].get("properties", {}), "other"]
        strange = st.dictionaries(st.sampled_from(fields), STRANGE, min_size=1, max_size=2)
        return st.builds(lambda body, change: {**body, **change}, self.fitting(schema), strange)


@pytest.fixture(scope="module")
def interface(server: RunningServer) -> Iterator[Interface]:
    with server.browser() as reader:
        yield Interface(reader.get("/api/openapi.json").json())


@pytest.fixture(scope="module")
def maker(server: RunningServer) -> Iterator[Browser]:
    with server.browser() as made:
        yield made


@pytest.fixture(scope="module")
def table(maker: Browser) -> str:
    made = maker.new_table(title="Interface")
    maker.play(made, Random(1), 3)
    return made


def test_every_address_with_json_is_described(server: RunningServer, interface: Interface) -> None:
    routes = [each for each in server.app.routes if isinstance(each, Route) and each.path.startswith("/api/")]
    methods = {(each.path, method.lower()) for each in routes for method in each.methods or () if method != "HEAD"}
    described = {(path, method) for path, told in interface.paths.items() for method in told}
    assert methods - described == {("/api/openapi.json", "get")} and described <= methods
    for path, told in interface.paths.items():
        for operation in told.values():
            assert operation["summary"], path
            named = {each["name"] for each in operation["parameters"] if each["in"] == "path"}
            assert named == {part.strip("{}") for part in path.split("/") if part.startswith("{")}


def send(maker: Browser, table: str, path: str, body: Any) -> tuple[int, dict[str, Any]]:
    """How a body is answered, whatever it is."""
    if path.endswith("/play-on") and isinstance(body.get("games", 100), int):
        body = {**body, "games": min(1, body.get("games", 1)), "bots": dict.fromkeys(("red", "green"), "random")}
    content = json.dumps(body).encode()
    address = path.replace("{table}", table).replace("{seat}", "red")
    answer = maker.post(address, content=content, headers={"Content-Type": "application/json"})
    assert answer.status_code < 500, (path, body, answer.text)
    assert "Traceback" not in answer.text, (path, body)
    found: dict[str, Any] = answer.json()
    if answer.is_error:
        assert found["status"] == answer.status_code and found["kind"], (path, found)
        assert 0 < len(found["error"]) < 1_000, (path, found)
    return answer.status_code, found


def tried(interface: Interface, maker: Browser, table: str, examples: int) -> None:
    """Send bodies to every address: those that fit its schema are read, others are refused."""
    paths = [path for path in interface.posts() if not path.endswith(ENDING)]

    @settings(max_examples=examples, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(data=st.data())
    def once(data: st.DataObject) -> None:
        path = data.draw(st.sampled_from(paths))
        schema = interface.schema(path)
        if data.draw(st.booleans()):
            status, found = send(maker, table, path, data.draw(interface.fitting(schema)))
            assert status != 400 or "say which action" in found["error"], (path, found)
        else:
            send(maker, table, path, data.draw(interface.wrong(schema)))

    once()


def test_what_is_sent_breaks_nothing(
    interface: Interface, maker: Browser, table: str, capfd: pytest.CaptureFixture[str]
) -> None:
    tried(interface, maker, table, 40)
    for path in interface.posts():
        if path.endswith(ENDING):
            own = maker.new_table(seats={"red": {"mine": True}, "green": {"sort": "person"}})
            for body in ({"seat": "green", "sort": "bot", "bot": SCRIPT}, {"seat": "nobody"}, {"seat": "observer"}, {}):
                send(maker, own, path, body)
    assert "Traceback" not in capfd.readouterr().err


@pytest.mark.soak
def test_much_that_is_sent_breaks_nothing(
    interface: Interface, maker: Browser, table: str, capfd: pytest.CaptureFixture[str]
) -> None:
    tried(interface, maker, table, 2_000)
    assert "Traceback" not in capfd.readouterr().err
