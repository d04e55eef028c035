"""`crex assumed`: what rests on something that no book says."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from crex_dsl.cli.asked import AsJson, EditionName, GameName, RulePaths, one_game

if TYPE_CHECKING:
    from crex_dsl.lawyer.docket import Assumption


def assumed(
    game: GameName = None, edition: EditionName = None, rules: RulePaths = None, as_json: AsJson = False
) -> None:
    """List the clauses, tables and rulings that are marked as assumed, with the reason and the place.

    \b
    Examples:
      crex assumed
      crex assumed -g GAME
      crex assumed -e EDITION --json
    """
    from crex_dsl.lawyer.docket import docket_of

    files, index = one_game(rules or (), game, [edition] if edition else [])
    docket = docket_of(files, index)
    if edition is not None:
        docket.narrow(index.edition(edition).id)
    if as_json:
        from crex_dsl.cli.documents import AssumedDocument

        document = AssumedDocument(game=docket.game, title=docket.title, assumptions=docket.assumptions)
        typer.echo(document.model_dump_json(indent=2))
        return
    from crex_dsl.cli.screen import say, show_table

    if not docket.assumptions:
        say("Nothing is assumed here.")
        return
    every = [each.id for each in index.editions]
    columns = ("assumed", "what", "in", "reason", "place")
    show_table(columns, [_row(each, every) for each in docket.assumptions], whole=columns[:2])


def _row(assumption: Assumption, editions: list[str]) -> tuple[str, ...]:
    what = f"{assumption.id} in {assumption.clause}" if assumption.sort == "table" else assumption.id
    where = "every edition" if assumption.editions == editions else ", ".join(assumption.editions)
    return assumption.sort, what, where, assumption.reason, assumption.place
