"""The whole site, guides and rulebooks, built by MkDocs with the configuration of the checkout or of the package."""

from __future__ import annotations

import logging
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from mkdocs.commands.build import build as built_by_mkdocs
from mkdocs.config import load_config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import Abort, BuildError
from mkdocs.plugins import BasePlugin
from mkdocs.structure.files import Files
from mkdocs.utils import clean_directory

from crex_dsl.rulebook.files.games import data_root
from crex_dsl.site.publish.plugin import MARK, CrexPlugin
from crex_dsl.text.messages import said

CONFIGURATION = "mkdocs.yml"

Watch = Callable[[int, int | None], None]  # how many steps are done, and of how many if that is known


def unwatched(done: int, steps: int | None) -> None:
    """Nobody looks on."""


class UnsoundSite(Exception):
    """A site was built, and not everything on it holds."""

    def __init__(self, findings: Sequence[str]) -> None:
        self.findings = list(findings)
        super().__init__("\n".join(self.findings))


class TakenFolder(Exception):
    """A site cannot be put where there is something else."""


@dataclass(frozen=True)
class Order:
    """What a site is to be about: all games at hand or those named, with more rule files; strict or with its faults."""

    rules: Sequence[Path] = ()
    games: Sequence[str] = ()
    strict: bool = True


@dataclass
class Building:
    """A site that is being built into a folder, step by step."""

    order: Order
    site: Path
    watch: Watch = unwatched
    pages: int = 0
    findings: list[str] = field(default_factory=list)

    def configured(self) -> MkDocsConfig:
        """The configuration of MkDocs for this site."""
        config = load_config(
            str(data_root() / CONFIGURATION), site_dir=str(self.site.resolve()), strict=self.order.strict
        )
        rules = [str(path.resolve()) for path in self.order.rules]
        books = config.plugins["crex"]
        assert isinstance(books, CrexPlugin)
        books.load_config({"rules": rules, "games": list(self.order.games)}, config.config_file_path)
        books.drawn = lambda pages: self.watch(pages, None)
        config.plugins["watch"] = _Watcher(self)
        return config

    def run(self, config: MkDocsConfig | None = None) -> None:
        """Build it; what keeps its pages from being made is raised as it is, what is wrong with them is noted."""
        config = config or self.configured()
        self.pages, self.findings = 0, []
        self.watch(0, None)
        with _heard() as said:
            try:
                built_by_mkdocs(config)
            except Abort as abort:
                if isinstance(abort.__context__, BuildError):
                    raise (abort.__context__.__cause__ or abort.__context__) from None
            finally:
                self.findings = said


def build(order: Order, out: Path, watch: Watch = unwatched) -> int:
    """Build a site into a folder, in the place of an older site or of nothing; how many pages it has.

    An older site stays as it is until the new one is whole.
    """
    keep_off(out)
    with TemporaryDirectory(prefix="crex-site-") as folder:
        building = Building(order, Path(folder), watch)
        building.run()
        if building.findings:
            raise UnsoundSite(building.findings)
        out.mkdir(parents=True, exist_ok=True)
        clean_directory(str(out))
        shutil.copytree(folder, out, dirs_exist_ok=True)
    return building.pages


def keep_off(out: Path) -> None:
    """Refuse a place where there is anything but a site of ours."""
    if out.exists() and not out.is_dir():
        raise TakenFolder(said("{out} is a file: name a folder for the site", out=out))
    if out.is_dir() and any(out.iterdir()) and not (out / MARK).is_file():
        raise TakenFolder(
            said("{out} holds other things, and a site would replace them: name a new or an empty folder", out=out)
        )


class _Watcher(BasePlugin):  # type: ignore[type-arg,no-untyped-call]
    """Counts pages: each is read, and then laid out."""

    def __init__(self, building: Building) -> None:
        self._building = building
        self._done = self._steps = 0

    def on_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        self._done, self._steps = 0, 2 * len(files.documentation_pages())
        return files

    def on_page_content(self, html: str, **_: Any) -> str:
        self._step()
        return html

    def on_post_page(self, output: str, **_: Any) -> str:
        self._building.pages += 1
        self._step()
        return output

    def _step(self) -> None:
        self._done += 1
        self._building.watch(self._done, self._steps)


@contextmanager
def _heard() -> Iterator[list[str]]:
    """What MkDocs warns of meanwhile, instead of on the screen."""
    said: list[str] = []

    class Ear(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            said.append(record.getMessage())

    log, ear = logging.getLogger("mkdocs"), Ear(logging.WARNING)
    before, log.propagate = log.propagate, False
    log.addHandler(ear)
    try:
        yield said
    finally:
        log.removeHandler(ear)
        log.propagate = before
