"""Small games, written down where a test needs them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest

from crex_dsl.language.diagnostics import Report, RuleError
from crex_dsl.rulebook import catalogue
from crex_dsl.rulebook.evaluate import apply
from crex_dsl.rulebook.index import index
from crex_dsl.rulebook.layers import Draft, overlay
from crex_dsl.rulebook.library import GameFiles, Library
from crex_dsl.rulebook.rulebook import Rulebook
from crex_dsl.rulebook.selection import GameIndex
from crex_dsl.rulebook.texts import GameText, game_text
from crex_dsl.rulebook.types import Thing, solid
from crex_dsl.rulebook.wording import shown

HEAD = """game small "Small"
    players red, blue
    begins with play
    language en

clause playing "Playing"
    procedure play
        end game drawn

"""


class Small:
    """A game called `small` in a folder of its own: a bare game, what a test adds to it, and its variants."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def write(self, files: Mapping[str, str]) -> None:
        """Write files under the folder."""
        for name, text in files.items():
            path = self.root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")

    def files(self, base: str = "", variants: str = "", *, head: str = HEAD) -> GameFiles:
        """The game with `base` added to its one file, and `variants` as its one variants file."""
        self.write({"ruleset/small/small.crex": head + base, "variants/small/variants.crex": variants})
        return Library([self.root]).files("small")

    def text(self, base: str = "", variants: str = "", *, head: str = HEAD) -> GameText:
        """The game parsed."""
        report = Report()
        found = game_text(self.files(base, variants, head=head), report)
        report.raise_errors()
        assert found is not None
        return found

    def index(self, base: str = "", variants: str = "", *, head: str = HEAD) -> GameIndex:
        """What can be chosen in the game."""
        report = Report()
        found = index(self.text(base, variants, head=head), report)
        report.raise_errors()
        return found

    def draft(
        self,
        base: str = "",
        variants: str = "",
        edition: str | None = None,
        options: Iterable[str] = (),
        *,
        head: str = HEAD,
    ) -> Draft:
        """The game's layers laid over one another."""
        text, report = self.text(base, variants, head=head), Report()
        found = index(text, report)
        made = overlay(text, found, found.select(edition, options), report)
        report.raise_errors()
        return made

    def book(
        self,
        base: str = "",
        variants: str = "",
        edition: str | None = None,
        options: Iterable[str] = (),
        *,
        head: str = HEAD,
    ) -> Rulebook:
        """The game's rulebook."""
        files = self.files(base, variants, head=head)
        return catalogue.rulebook(files, catalogue.index_of(files).select(edition, options))

    def refusal(
        self,
        base: str = "",
        variants: str = "",
        edition: str | None = None,
        options: Iterable[str] = (),
        *,
        head: str = HEAD,
    ) -> str:
        """What is told when the game does not load."""
        with pytest.raises(RuleError) as refused:
            self.book(base, variants, edition, options, head=head)
        return str(refused.value)


def answer(book: Rulebook, name: str, *args: Any) -> str:
    """The answer of a value or definition as a reader sees it; things are given by their ids."""
    definition = book.world.definitions[name]
    given = []
    for arg, param in zip(args, definition.params, strict=True):
        of = solid(param.type)
        given.append(of.kind.root.aliases[arg] if isinstance(of, Thing) and isinstance(arg, str) else arg)
    return shown(apply(definition, given), definition.type, book.world)
