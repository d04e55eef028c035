"""`crex saves`: the games that were kept, wherever they lie."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from crex_dsl.cli.arguments import AsJson
from crex_dsl.cli.errors import NoAnswer
from crex_dsl.text.messages import headed, said

if TYPE_CHECKING:
    from pathlib import Path

    from crex_dsl.cli.documents import SavedGame
    from crex_dsl.engine.run.position import Position
    from crex_dsl.engine.saves.save_format import SaveModel
    from crex_dsl.gameplay.saved_games import Setting


Limit = Annotated[int, typer.Option("--limit", metavar="N", min=1, help="At most so many, the latest.")]


def saves(limit: Limit = 12, as_json: AsJson = False) -> None:
    """List the games that were saved: when, who plays, where play stands, where the file is.

    \b
    Examples:
      crex saves
      crex saves --limit 3
      crex saves --json
    """
    from itertools import islice

    from crex_dsl.gameplay.saved_games import saved, saves_folder

    names: dict[str, dict[str, str]] = {}  # by file, what the sides are called
    found = [_row(*each, names) for each in islice(saved(), limit)]
    if as_json:
        from crex_dsl.cli.documents import SavesDocument

        typer.echo(SavesDocument(saves=found).model_dump_json(indent=2))
        return
    if not found:
        raise NoAnswer(
            said("there is no saved game in {saves_folder}: `crex play` begins one", saves_folder=saves_folder())
        )
    from rich.text import Text

    from crex_dsl.gameplay.seats import seated
    from crex_dsl.system.console import say

    for number, game in enumerate(found):
        if number:
            say()
        sat = ", ".join(seated(names[game.file].get(side, side), who) for side, who in game.seats.items())
        line = Text(headed(head := f"{game.when}  {game.title}, {game.edition}", sat))
        line.stylize("bold", 0, len(head))
        say(line)
        say(f"  {game.stands}")
        say(Text(f"  {game.file}", "dim"))


def _row(path: Path, model: SaveModel, setting: Setting, names: dict[str, dict[str, str]]) -> SavedGame:
    import time

    from crex_dsl.cli.documents import SavedGame
    from crex_dsl.cli.table.play import loaded
    from crex_dsl.engine.errors import CrexError
    from crex_dsl.rulebook.files.games import UnknownGame
    from crex_dsl.rulebook.selection.selection import SelectionError

    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(path.stat().st_mtime))
    title, stands, over = model.game, "", model.position.point == "over"
    called = names[str(path)] = {}
    try:
        position, setting = loaded(path, [])
        called |= {side: position.game.player_name(side) for side in position.game.players}
        title, stands = position.game.title, _stands(position, setting)
    except (CrexError, UnknownGame, SelectionError, NoAnswer) as error:
        stands = said("cannot be opened: {error}", error=error)
    decisions = sum(isinstance(each, str) for each in model.decisions)
    return SavedGame(
        file=str(path),
        when=when,
        game=model.game,
        title=title,
        edition=model.edition,
        options=model.options,
        seats=setting.seats,
        decisions=decisions,
        over=over,
        stands=stands or said("after {count} decision", "after {count} decisions", count=decisions),
    )


def _stands(position: Position, setting: Setting) -> str:
    """Where play stands, as far as everybody who plays there may know it."""
    from crex_dsl.engine.secrecy.visible_position import VisiblePosition
    from crex_dsl.play.board import public_status

    if position.over:
        return said("over: {result}", result=position.result)
    who = (
        said("play-decides", side=position.game.player_name(position.asked().who))
        if position.decision is not None
        else ""
    )
    told = public_status([VisiblePosition(position, side) for side in setting.seats or position.game.players])
    return " · ".join(part for part in (*told, who) if part)
