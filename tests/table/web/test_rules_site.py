"""The rulebook beside the tables is built once, in the background; then it is served, or a sentence tells why not."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from crex_dsl.table.errors import Refusal
from crex_dsl.table.web.rules_site import RulesSite

# Makes what `crex docs build --out FOLDER` makes, in small: the clause stands in the book and in its summary.
BUILDS = """
import pathlib, sys
book = pathlib.Path(sys.argv[-1], "game", "first")
book.mkdir(parents=True)
(book.parent.parent / "index.html").write_text("start")
for page in ("aid", "combat"):
    (book / f"{page}.html").write_text('<h2 id="storm-exit">Out</h2>')
"""


@asynccontextmanager
async def read(folder: Path, command: Sequence[str] | None) -> AsyncIterator[httpx.AsyncClient]:
    """Whoever reads the rulebook of a data folder."""
    site = RulesSite(folder, "0123456789abcdef", command)

    async def refused(_: Request, error: Exception) -> Response:
        assert isinstance(error, Refusal)
        return PlainTextResponse(error.sentence, error.status)

    routes = [Route("/rules/-/{game}/{edition}/{clause}", site.find_clause), Route("/rules/{path:path}", site.serve)]
    app = Starlette(routes=routes, exception_handlers={Refusal: refused})
    site.start()
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://here") as reader:
        yield reader
    site.close()


async def settled(reader: httpx.AsyncClient) -> str:
    """What stands under /rules/ once nothing is being built any more."""
    async with asyncio.timeout(30):
        while (answer := await reader.get("/rules/")).status_code == 503:
            assert "is being built" in answer.text
            await asyncio.sleep(0.05)
    return f"{answer.status_code} {answer.text}"


def test_the_rulebook_is_built_and_citations_lead_into_it(tmp_path: Path) -> None:
    async def reads() -> None:
        async with read(tmp_path, [sys.executable, "-c", BUILDS]) as reader:
            assert await settled(reader) == "200 start"
            found = await reader.get("/rules/-/game/first/storm-exit")
            assert found.headers["location"] == "/rules/game/first/combat.html#storm-exit"
            for path in ("game/first/nothing", "game/second/storm-exit", "%2e%2e/first/storm-exit"):
                assert (await reader.get(f"/rules/-/{path}")).status_code == 404
        async with read(tmp_path, [sys.executable, "-c", "raise SystemExit('it is there')"]) as reader:
            assert (await reader.get("/rules/")).text == "start"

    (tmp_path / "site-older").mkdir()
    asyncio.run(reads())
    assert [each.name for each in tmp_path.iterdir()] == ["site-0123456789abcdef"], "those of older rules are gone"


@pytest.mark.parametrize(
    ("command", "told"),
    [
        (None, "404 the rulebook cannot be built here, for MkDocs is not installed: pip install 'crex[docs]'"),
        (["-c", "import sys; sys.exit(1)"], "404 the rulebook could not be built: try `crex docs build`"),
    ],
)
def test_what_cannot_be_built_is_told(tmp_path: Path, command: list[str] | None, told: str) -> None:
    async def reads() -> None:
        async with read(tmp_path, command and [sys.executable, *command]) as reader:
            assert await settled(reader) == told

    asyncio.run(reads())
    assert not list(tmp_path.iterdir())
