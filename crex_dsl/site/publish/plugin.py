"""The MkDocs plugin: adds the generated pages of all games to a site, and checks its links when it is built."""

from __future__ import annotations

import logging
import shutil
import weakref
from collections.abc import Callable, Iterable
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from jinja2 import Environment
from mkdocs.config import config_options as options
from mkdocs.config.base import Config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.livereload import LiveReloadServer
from mkdocs.plugins import BasePlugin
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Navigation, Section
from mkdocs.structure.pages import Page as BuiltPage

from crex_dsl.drawing.svg.style import STYLE
from crex_dsl.engine.errors import CrexError
from crex_dsl.language.diagnostics import RuleError
from crex_dsl.rulebook.files.games import Library, UnknownGame, data_root
from crex_dsl.rulebook.selection.selection import SelectionError
from crex_dsl.site.content.page import BookName, Page
from crex_dsl.site.content.render import lighter
from crex_dsl.site.content.side_files import SideFiles
from crex_dsl.site.publish.all_pages import START, pages_of
from crex_dsl.site.publish.link_check import findings
from crex_dsl.site.publish.search_index import Found, file_name, search_file, sections
from crex_dsl.text.messages import OWN, Messages, languages

THEME = Path(__file__).parent.parent / "theme"
STYLES = [f"assets/{name}.css" for name in ("crex", "drawing", "charts", "aid", "across", "stories", "search", "start")]
SCRIPTS = [f"assets/{name}.js" for name in ("crex", "filter", "parts", "stories", "search", "start")]
MARK = ".crex-site"  # a folder that holds it is a site of ours, and may be replaced by the next
GUIDES = "guides"  # a section of the navigation, by the name of our message: called otherwise in each language
HEADING_LINK = "heading-link"  # what mkdocs.yml calls links to headings, by the name of our message

_log = logging.getLogger(f"mkdocs.plugins.{__name__}")


class CrexConfig(Config):  # type: ignore[no-untyped-call]
    """What a site may say about its rulebooks: more rule files, and the only games that it is about."""

    rules = options.ListOfItems(options.File(exists=False), default=[])
    games = options.ListOfItems(options.Type(str), default=[])


class CrexPlugin(BasePlugin[CrexConfig]):  # type: ignore[no-untyped-call]
    """Generates the rulebooks of all games at hand as pages of the site."""

    def __init__(self) -> None:
        self._made: dict[str, Page] = {}
        self._found: dict[str, dict[BookName, list[Found]]] = {}  # what the search finds, by file and book
        self._guides: list[Section] = []
        self._top: list[Any] = []  # what stands at the top of the navigation in all languages
        self._shelves: dict[Section, list[Any]] = {}  # what stands in a section of the navigation in all languages
        self.drawn: Callable[[int], None] = lambda pages: None  # told how many pages are drawn up so far

    @property
    def _rules(self) -> list[Path]:
        return [Path(path) for path in self.config.rules]

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Draw up all pages, put them into the navigation, and dress the site."""
        folder = mkdtemp(prefix="crex-side-")
        self._side = SideFiles(Path(folder))
        self._clear = weakref.finalize(self, shutil.rmtree, folder, ignore_errors=True)
        try:
            self._made = {}
            for page in pages_of(self._rules, self.config.games, self._side):
                self._made[page.path] = page
                self.drawn(len(self._made))
        except (RuleError, UnknownGame, SelectionError, CrexError) as error:
            raise PluginError(str(error)) from error
        if self.config.games:
            config.validation.links.not_found = logging.INFO  # a written page may speak of a game that is left out
        config.use_directory_urls = False
        config.theme.dirs[:0] = [str(THEME), str(STYLE)]
        for listed, assets in ((config.extra_css, STYLES), (config.extra_javascript, SCRIPTS)):
            listed += [asset for asset in assets if asset not in map(str, listed)]
        if (Path(config.docs_dir) / START).is_file():  # a site of somebody's own begins with its own page
            self._made = {path: page for path, page in self._made.items() if page.shelf != ()}
        first = [page for page in self._made.values() if page.shelf == ()]
        config.nav = [*shelved(first), *shelved(p for p in self._made.values() if p not in first), *(config.nav or [])]
        return config

    def on_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        """Add the pages to those of the site."""
        for page in self._made.values():
            files.append(File.generated(config, page.path, content=page.text))
        for path in self._side.paths:
            files.append(File.generated(config, path, abs_src_path=str(self._side.file(path))))
        return files

    def on_nav(self, nav: Navigation, *, config: MkDocsConfig, files: Files) -> Navigation:
        """Let a book end with its last page, and take note of sections that each language has in its own way."""
        for page in nav.pages:
            folder = page.file.src_uri.rpartition("/")[0]
            for side in ("previous_page", "next_page"):
                other = getattr(page, side)
                if other is not None and (
                    other.file.src_uri.rpartition("/")[0] != folder or self._language(other) != self._language(page)
                ):
                    setattr(page, side, None)
        found = list(_sections(nav.items))
        self._top = nav.items
        self._guides = [each for each in found if each.title == Messages(OWN)(GUIDES)]
        self._shelves = {each: each.children for each in found if len(self._languages_in(each.children)) > 1}
        self._speak(nav, OWN)
        return nav

    def on_env(self, env: Environment, *, config: MkDocsConfig, files: Files) -> Environment:
        """Let templates speak the language of a page."""
        known = {path.name for folder in config.theme.dirs for path in Path(folder).glob("partials/languages/*.html")}
        env.globals |= {
            "crex_messages": Messages,
            "crex_language": self._language,
            "crex_chrome": lambda page: name if f"{(name := self._language(page))}.html" in known else OWN,
            "crex_book": self._book,
            "crex_search_files": lambda: " ".join(map(file_name, self._search_names())),
        }
        return env

    def on_page_markdown(self, markdown: str, *, page: BuiltPage, config: MkDocsConfig, files: Files) -> str:
        """Tell the theme what a page is called."""
        made = self._made.get(page.file.src_uri)
        if made is not None:
            page.meta["title"] = made.title
        return markdown

    def on_page_content(self, html: str, *, page: BuiltPage, config: MkDocsConfig, files: Files) -> str:
        """Take note of what the search finds on a page, call links to headings as its language does, and show
        code in fewer elements.
        """
        made = self._made.get(page.file.src_uri)
        address = page.file.dest_uri
        if made is None:
            guides = BookName("guides", Messages(OWN)("guides"), Messages(OWN)("guides"), OWN)
            of = self._found.setdefault("guides", {}).setdefault(guides, [])
            of += [(address, entry) for entry in sections(html)]
        elif made.book is not None and made.entries:
            of = self._found.setdefault(address.partition("/")[0], {}).setdefault(made.book, [])
            of += [(address, entry) for entry in made.entries]
        called = f'title="{Messages(self._language(page))(HEADING_LINK)}"'
        html = html.replace(f'title="{Messages(OWN)(HEADING_LINK)}"', called)
        return lighter(html) if made is None else html

    def on_page_context(self, context: Any, *, page: BuiltPage, config: MkDocsConfig, nav: Navigation) -> Any:
        """Show the navigation in the language of the page: titles of sections, and pages across editions."""
        self._speak(nav, self._language(page))
        return context

    def _speak(self, nav: Navigation, language: str) -> None:
        """Show the navigation to readers of a language."""
        for section in self._guides:
            section.title = Messages(language)(GUIDES)
        for section, children in self._shelves.items():
            section.children = self._spoken(children, language)
        nav.items = self._spoken(self._top, language)
        first = (page for page in nav.items if isinstance(page, BuiltPage) and self._language_of(page))
        nav.homepage = next(first, nav.homepage)

    def _spoken(self, items: list[Any], language: str) -> list[Any]:
        """The items of the navigation that are for readers of a language, or of our own where none is."""
        spoken = language if language in self._languages_in(items) else OWN
        return [each for each in items if self._language_of(each) in ("", spoken)]

    def _languages_in(self, items: Iterable[Any]) -> set[str]:
        """The languages in which a game is told across its editions, of what stands in a section of the navigation."""
        return {language for each in items if (language := self._language_of(each))}

    def _language_of(self, item: Any) -> str:
        """The language whose readers an item of the navigation is for; empty where it is for all."""
        page = next((each for each in item.children if isinstance(each, BuiltPage)), None) if item.children else item
        made = self._made.get(page.file.src_uri) if isinstance(page, BuiltPage) else None
        return made.language if made is not None and made.across else ""

    def on_pre_build(self, *, config: MkDocsConfig) -> None:
        """Mark the folder of the site as ours."""
        self._found = {}
        site = Path(config.site_dir)
        site.mkdir(parents=True, exist_ok=True)
        (site / MARK).write_text("Made by `crex docs build`: the next build replaces everything here.\n")

    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """Write the files of the search; warn of every link that leads nowhere, every id that stands twice, and
        everything that needs the network.
        """
        site = Path(config.site_dir)
        for name in self._search_names():
            file = site / file_name(name)
            file.parent.mkdir(exist_ok=True)
            file.write_text(search_file(self._found.get(name, {})), encoding="utf-8")
        self._clear()
        here = {path.partition("/")[0] for path in self._made}
        absent = set(Library.at_hand(self._rules).games()) - here if self.config.games else ()
        for finding in findings(site, absent):
            _log.warning(finding)

    def on_serve(self, server: LiveReloadServer, *, config: MkDocsConfig, builder: Any) -> LiveReloadServer:
        """Build anew when a rule file changes."""
        for path in [data_root() / "ruleset", data_root() / "variants", *self._rules]:
            if path.exists():
                server.watch(str(path))
        return server

    def _search_names(self) -> list[str]:
        """The files of the search: one for each game that has something to find, and one for the guides."""
        games = {page.path.partition("/")[0]: None for page in self._made.values() if page.entries}
        return [*games, "guides"]

    def _language(self, page: BuiltPage | None) -> str:
        made = self._made.get(page.file.src_uri) if page else None
        return made.language if made is not None and made.language in languages() else OWN

    def _book(self, page: BuiltPage | None) -> str:
        made = self._made.get(page.file.src_uri) if page else None
        return made.book.key if made is not None and made.book is not None else ""


def _sections(items: Iterable[Any]) -> Iterable[Section]:
    for item in items:
        if isinstance(item, Section):
            yield item
            yield from _sections(item.children)


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
