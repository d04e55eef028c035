"""The generated rulebook beside the tables: built in the background, then served, its clauses found by name."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.staticfiles import StaticFiles

from crex_dsl.table.errors import Busy, Unknown
from crex_dsl.text.messages import said

_FOLDER = "site-"
_ANCHOR = re.compile(r'\bid="([a-z0-9][a-z0-9_-]*)"')
_SUMMARIES = ("aid.html", "index.html")  # pages that repeat what chapters say


class RulesSite:
    """One folder with the site; `command` builds it into a folder that is named at its end."""

    def __init__(self, folder: Path, digest: str, command: Sequence[str] | None) -> None:
        self._folder, self._command = folder / f"{_FOLDER}{digest[:16]}", command
        self._anchors: dict[tuple[str, str], dict[str, str]] = {}
        self._task: asyncio.Task[None] | None = None
        self._files: StaticFiles | None = None
        self._failed = False

    def start(self) -> None:
        """Build the site in the background where it is not there."""
        if not self._folder.is_dir() and self._command is not None:
            self._task = asyncio.create_task(self._build(self._command))

    async def _build(self, command: Sequence[str]) -> None:
        """Build beside the place where it belongs, and move it there when it is whole."""
        made = self._folder.with_name(f"{self._folder.name}.{os.getpid()}")
        process = await asyncio.create_subprocess_exec(
            *command,
            str(made),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.DEVNULL,
            preexec_fn=_in_the_background if os.name == "posix" else None,
        )
        try:
            self._failed = await process.wait() != 0
            if not self._failed:
                with suppress(OSError):  # another server was faster
                    made.rename(self._folder)
                for older in self._folder.parent.glob(f"{_FOLDER}*"):
                    if older not in (self._folder, made):
                        await asyncio.to_thread(shutil.rmtree, older, ignore_errors=True)
        except asyncio.CancelledError:
            with suppress(ProcessLookupError):
                process.kill()
            raise
        finally:
            shutil.rmtree(made, ignore_errors=True)

    def close(self) -> None:
        """Stop building."""
        if self._task is not None:
            self._task.cancel()

    def _site(self) -> Path:
        """The folder with the site; raises Busy where it is not there yet, Unknown where it never will be."""
        if self._folder.is_dir():
            return self._folder
        if self._command is None or self._failed:
            raise Unknown(
                said("the rulebook cannot be built here, for MkDocs is not installed: pip install 'crex[docs]'")
                if self._command is None
                else said("the rulebook could not be built: try `crex docs build`")
            )
        raise Busy(
            said(
                "the rulebook is being built, which takes some minutes the first time: this page looks again by itself"
            )
        )

    async def serve(self, request: Request) -> Response:
        """A page of the rulebook."""
        folder = self._site()
        if self._files is None:
            self._files = StaticFiles(directory=folder, html=True)
        return await self._files.get_response(request.path_params["path"] or ".", request.scope)

    async def find_clause(self, request: Request) -> Response:
        """The place where an edition prints a clause."""
        folder = self._site()
        game, edition, clause = (request.path_params[name] for name in ("game", "edition", "clause"))
        book = game, edition
        if book not in self._anchors:
            self._anchors[book] = await asyncio.to_thread(_anchors, folder, *book)
        page = self._anchors[book].get(clause)
        if page is None:
            raise Unknown(said("the rulebook of this edition has no such clause"))
        return RedirectResponse(f"/rules/{page}#{clause}", 302)


def _anchors(folder: Path, game: str, edition: str) -> dict[str, str]:
    """By clause, the page of an edition that holds it."""
    found: dict[str, str] = {}
    book = (folder / game / edition).resolve()
    if not book.is_relative_to(folder.resolve()) or not book.is_dir():
        return found
    # The book in its own language first: translations stand in folders below it.
    pages = sorted(book.rglob("*.html"), key=lambda page: (len(page.parts), page.name in _SUMMARIES, page))
    for page in pages:
        address = page.relative_to(folder.resolve()).as_posix()
        for anchor in _ANCHOR.findall(page.read_text(encoding="utf-8", errors="replace")):
            found.setdefault(anchor, address)
    return found


def _in_the_background() -> None:
    os.nice(10)
