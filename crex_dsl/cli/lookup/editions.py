"""`crex editions`: which games and editions there are."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from crex_dsl.cli.arguments import AsJson, GameName, RulePaths, catalogues
from crex_dsl.cli.lookup.headings import show_table
from crex_dsl.text.messages import said

if TYPE_CHECKING:
    from crex_dsl.rulebook.selection.selection import GameIndex


def editions(game: GameName = None, rules: RulePaths = None, as_json: AsJson = False) -> None:
    """List the editions of every game, or of one.

    The default game is meant where none is named, and the default edition of a game where none is named.

    \b
    Examples:
      crex editions
      crex editions -g GAME
      crex editions --rules my-rules --json
    """
    from crex_dsl.cli.documents import EditionsDocument, GameEditions
    from crex_dsl.language.diagnostics import RuleError

    found, mistakes = catalogues(rules or (), game)
    if as_json:
        fields = set(GameEditions.model_fields)
        games = [GameEditions(**index.model_dump(include=fields)) for index in found]
        typer.echo(EditionsDocument(games=games).model_dump_json(indent=2))
    elif found:
        columns = ("game", "edition", "title", "language", "built on", "seats", "")
        rows = [row for index in found for row in _rows(index)]
        show_table(columns, rows, whole=columns[:2], numbers=["seats"])
    if mistakes:
        raise RuleError(mistakes)


def _rows(index: GameIndex) -> list[tuple[str, ...]]:
    return [
        (
            index.game,
            edition.id,
            edition.title,
            edition.language,
            " > ".join(edition.chain[:-1]),
            str(edition.seats or ""),
            _default(index, edition.id),
        )
        for edition in index.editions
    ]


def _default(index: GameIndex, edition: str) -> str:
    if edition != index.default_edition:
        return ""
    return said("default game and edition") if index.default else said("default edition")
