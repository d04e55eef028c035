"""`crex trace`: what the last decisions of a saved game did, clause by clause."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from crex_dsl.cli.arguments import AsJson, RulePaths
from crex_dsl.cli.completion import save_files
from crex_dsl.cli.errors import NoAnswer
from crex_dsl.cli.table.replay import At, Side, reached, side_of
from crex_dsl.system.console import busy, say
from crex_dsl.text.messages import said

SaveFile = Annotated[Path, typer.Argument(metavar="SAVE", hidden=True, autocompletion=save_files)]
Steps = Annotated[int, typer.Option("--steps", metavar="N", min=1, help="The last N decisions rather than one.")]


def trace(
    save: SaveFile,
    steps: Steps = 1,
    side: Side = None,
    at: At = None,
    rules: RulePaths = None,
    as_json: AsJson = False,
) -> None:
    """Say what the last decision of a saved game did, clause by clause.

    Everything that ran stands in order with its clause and what it changed: procedures, triggers, dice, choices that
    were none. Then come the clauses that were considered and did not apply, with what was the case.

    \b
    Examples:
      crex trace my-game.json
      crex trace my-game.json --steps 5
      crex trace my-game.json --side SIDE
      crex trace my-game.json --at 40
      crex trace my-game.json --json
    """
    from crex_dsl.cli.table.play import loaded
    from crex_dsl.gameplay.history import GameHistory
    from crex_dsl.play.explanations import trace_lines, traces

    history = GameHistory.of(loaded(save, rules or [])[0])
    side = None if side is None else side_of(history.now.game, side)
    last = reached(history, side, at)
    if not last:
        raise NoAnswer(said("{save}: nothing has been decided in this game yet", save=save))
    with busy(said("play-tracing")):
        found = traces(history, last, steps, side)
    if as_json:
        from crex_dsl.cli.documents import TraceDocument

        game = history.now.game
        names = {"game": game.id, "title": game.title, "edition": game.edition, "options": list(game.options)}
        typer.echo(TraceDocument.model_validate({**names, "side": side, "decisions": found}).model_dump_json(indent=2))
        return
    for number, each in enumerate(found):
        if number:
            say()
        for line in trace_lines(each):
            say(line)
