"""The catalogues of all games asked for; those that do not load are told about and left out."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from crex_dsl.cli.asked import games

if TYPE_CHECKING:
    from crex_dsl.language.diagnostics import Diagnostic
    from crex_dsl.rulebook.selection import GameIndex


def catalogues(rules: Iterable[Path], game: str | None) -> tuple[list[GameIndex], list[Diagnostic]]:
    """What can be chosen in each game asked for, and the mistakes of those that do not load."""
    from crex_dsl.language.diagnostics import RuleError
    from crex_dsl.rulebook.catalogue import index_of

    found: list[GameIndex] = []
    mistakes: list[Diagnostic] = []
    for files in games(rules, game):
        try:
            found.append(index_of(files))
        except RuleError as error:
            mistakes += [mistake for mistake in error.diagnostics if mistake not in mistakes]
    return found, mistakes
