"""A page across editions: how all of them are shelved and laid out."""

from __future__ import annotations

import shlex

from crex_dsl.site.compendium import Compendium
from crex_dsl.site.page import Page
from crex_dsl.site.templates import rendered

SHELF = "Across editions"


def sheet(compendium: Compendium, name: str, title: str, **values: object) -> Page:
    """A page of a game that belongs to no edition, laid out by the template of its name."""
    text = rendered(f"across/{name}.md.jinja", title=title, game=compendium.index.title, **values)
    return Page(compendium.path(name), title, text, shelf=(compendium.index.title, SHELF))


def command(compendium: Compendium, verb: str, *words: str) -> str:
    """A command line about the game, with its rule files; it is named where it is not the one that is meant anyway."""
    rules = [part for path in compendium.rules for part in ("--rules", shlex.quote(path.as_posix()))]
    game = () if compendium.index.default else ("-g", compendium.game)
    return " ".join(["crex", verb, *rules, *game, *words])
