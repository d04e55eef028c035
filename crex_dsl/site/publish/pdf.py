"""One PDF for each edition: its rules on one page of the site, printed by a browser without a screen."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from crex_dsl.site.book.chapters import WHOLE
from crex_dsl.site.publish.build import Order, Watch, build, unwatched
from crex_dsl.text.messages import said

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
PATIENCE = 120  # seconds for one book


class NoBrowser(Exception):
    """There is no browser that could print."""


class Unprinted(Exception):
    """The browser did not print a book."""


def browser() -> str:
    """The browser that prints; raises NoBrowser where there is none."""
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        raise NoBrowser(
            said(
                "a PDF is printed by Chromium, and there is none here: install the package chromium, or print the page "
                "{page} of an edition from any browser",
                page=f"{WHOLE}.html",
            )
        )
    return found


def print_books(order: Order, out: Path, watch: Watch = unwatched) -> list[Path]:
    """Print the rules of every edition into a folder, in its own language; the files, in order."""
    program = browser()
    if out.exists() and not out.is_dir():
        raise Unprinted(said("{file} is a file: name a folder for the PDFs", file=out))
    out.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix="crex-print-") as folder:
        site = Path(folder) / "site"
        build(order, site, watch)
        return [_printed(program, page, out / name, folder) for page, name in _books(site)]


def _books(site: Path) -> Iterator[tuple[Path, str]]:
    """The pages that hold whole books in their own languages, and what their files are called."""
    for page in sorted(site.glob(f"*/*/{WHOLE}.html")):
        yield page, f"{page.parent.parent.name}-{page.parent.name}.pdf"


def _printed(program: str, page: Path, file: Path, home: str) -> Path:
    words = [program, "--headless", "--disable-gpu", "--no-pdf-header-footer", f"--user-data-dir={home}/browser"]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        words.append("--no-sandbox")  # which it asks for where it is run by root
    _run([*words, f"--print-to-pdf={file.resolve()}", page.as_uri()], file)
    return file


def _run(words: Sequence[str], file: Path) -> None:
    before, names = file.stat().st_mtime_ns if file.exists() else 0, {"program": words[0], "file": file.name}
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE, check=False)
    except subprocess.TimeoutExpired:
        told = said("{program} has not printed {file} within {limit} seconds", limit=PATIENCE, **names)
        raise Unprinted(told) from None
    if done.returncode or not file.exists() or file.stat().st_mtime_ns == before:
        why = [line for line in done.stderr.splitlines() if line.strip()]
        if not why:
            raise Unprinted(said("{program} did not print {file}, and says nothing of why", **names))
        raise Unprinted(said("{program} did not print {file}: {why}", why=why[-1], **names))
