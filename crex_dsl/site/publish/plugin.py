"""The MkDocs plugin: adds the generated pages of all games to a site, and checks its links when it is built."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from mkdocs.config import config_options as options
from mkdocs.config.base import Config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.livereload import LiveReloadServer
from mkdocs.plugins import BasePlugin
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page as BuiltPage

from crex_dsl.drawing.svg.style import STYLE
from crex_dsl.engine.errors import CrexError
from crex_dsl.language.diagnostics import RuleError
from crex_dsl.rulebook.files.games import Library, UnknownGame, data_root
from crex_dsl.rulebook.selection.selection import SelectionError
from crex_dsl.site.content.page import Page
from crex_dsl.site.publish.all_pages import pages_of
from crex_dsl.site.publish.link_check import findings

THEME = Path(__file__).parent.parent / "theme"
STORIES_CSS, STORIES_JS = "assets/stories.css", "assets/stories.js"
MARK = ".crex-site"  # a folder that holds it is a site of ours, and may be replaced by the next

_log = logging.getLogger(f"mkdocs.plugins.{__name__}")


class CrexConfig(Config):  # type: ignore[no-untyped-call]
    """What a site may say about its rulebooks: more rule files, and the only games that it is about."""

    rules = options.ListOfItems(options.File(exists=False), default=[])
    games = options.ListOfItems(options.Type(str), default=[])


class CrexPlugin(BasePlugin[CrexConfig]):  # type: ignore[no-untyped-call]
    """Generates the rulebooks of all games at hand as pages of the site."""

    def __init__(self) -> None:
        self._made: dict[str, Page] = {}
        self.drawn: Callable[[int], None] = lambda pages: None  # told how many pages are drawn up so far

    @property
    def _rules(self) -> list[Path]:
        return [Path(path) for path in self.config.rules]

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Draw up all pages, put them into the navigation, and dress the site."""
        try:
            self._made = {}
            for page in pages_of(self._rules, self.config.games):
                self._made[page.path] = page
                self.drawn(len(self._made))
        except (RuleError, UnknownGame, SelectionError, CrexError) as error:
            raise PluginError(str(error)) from error
        if self.config.games:
            config.validation.links.not_found = logging.INFO  # a written page may speak of a game that is left out
        config.use_directory_urls = False
        config.theme.dirs[:0] = [str(THEME), str(STYLE)]
        for listed, asset in ((config.extra_css, STORIES_CSS), (config.extra_javascript, STORIES_JS)):
            if asset not in map(str, listed):
                listed.append(asset)  # without them the examples on a page cannot be opened
        config.nav = [*(config.nav or []), *shelved(self._made.values())]
        return config

    def on_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        """Add the pages to those of the site."""
        for page in self._made.values():
            files.append(File.generated(config, page.path, content=page.text))
        for path, text in {path: text for page in self._made.values() for path, text in page.files}.items():
            files.append(File.generated(config, path, content=text))
        return files

    def on_page_markdown(self, markdown: str, *, page: BuiltPage, config: MkDocsConfig, files: Files) -> str:
        """Tell the theme which language a page is in, and the search how much it weighs."""
        made = self._made.get(page.file.src_uri)
        if made is not None:
            page.meta["language"] = made.language
            page.meta["title"] = made.title
            page.meta.setdefault("search", {})["boost"] = made.weight
        return markdown

    def on_pre_build(self, *, config: MkDocsConfig) -> None:
        """Mark the folder of the site as ours."""
        site = Path(config.site_dir)
        site.mkdir(parents=True, exist_ok=True)
        (site / MARK).write_text("Made by `crex docs build`: the next build replaces everything here.\n")

    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """Warn of every link that leads nowhere, every id that stands twice, and everything that needs the network."""
        here = {path.partition("/")[0] for path in self._made}
        absent = set(Library.at_hand(self._rules).games()) - here if self.config.games else ()
        for finding in findings(Path(config.site_dir), absent):
            _log.warning(finding)

    def on_serve(self, server: LiveReloadServer, *, config: MkDocsConfig, builder: Any) -> LiveReloadServer:
        """Build anew when a rule file changes."""
        for path in [data_root() / "ruleset", data_root() / "variants", *self._rules]:
            if path.exists():
                server.watch(str(path))
        return server


def shelved(pages: Iterable[Page]) -> list[Any]:
    """The navigation over pages: sections within sections, in the order in which pages come."""
    root: list[Any] = []
    for page in pages:
        if page.shelf is None:
            continue
        shelf = root
        for title in page.shelf:
            found = next((each[title] for each in shelf if title in each and isinstance(each[title], list)), None)
            if found is None:
                found = []
                shelf.append({title: found})
            shelf = found
        shelf.append({page.title: page.path})
    return root
