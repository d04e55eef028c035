"""`crex replay`: a saved game stepped through, or told from beginning to end."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from crex_dsl.cli.arguments import AsJson, RulePaths
from crex_dsl.cli.completion import save_files, side_names
from crex_dsl.cli.errors import INTERRUPTED, WrongUsage
from crex_dsl.cli.table.play import loaded
from crex_dsl.system.console import say

if TYPE_CHECKING:
    from crex_dsl.cli.documents import ReplayDocument
    from crex_dsl.engine.explain.game_log import LogLine
    from crex_dsl.engine.game import Game
    from crex_dsl.gameplay.history import GameHistory


SaveFile = Annotated[Path, typer.Argument(metavar="SAVE", help="A saved game.", autocompletion=save_files)]
Whole = Annotated[bool, typer.Option("--all", help="Tell the whole game at once, every line with its clause.")]
Side = Annotated[
    str | None,
    typer.Option(
        "--side", metavar="SIDE", help="As this side saw it; without it nothing is hidden.", autocompletion=side_names
    ),
]
Svg = Annotated[
    Path | None,
    typer.Option("--svg", metavar="FILE", help="Draw where the game stands, with arrows for what moved last."),
]


def replay(
    save: SaveFile,
    rules: RulePaths = None,
    whole: Whole = False,
    side: Side = None,
    svg: Svg = None,
    as_json: AsJson = False,
) -> None:
    """Step through a saved game, or tell it from beginning to end.

    Enter goes on by one decision; `back`, `jump N`, `next SIDE` and `end` go elsewhere, and `board`, `map`, `look`,
    `cite` and `log` show what was there; `help` lists them all. As a side saw it, what it was told is counted instead,
    since the number of decisions would tell which choices were none.

    \b
    Examples:
      crex replay my-game.json
      crex replay my-game.json --all
      crex replay my-game.json --side SIDE
      crex replay my-game.json --side SIDE --svg board.svg
      crex replay my-game.json --json
    """
    from crex_dsl.cli.output_files import see_to_image
    from crex_dsl.gameplay.history import GameHistory

    if svg is not None:
        see_to_image(svg)
    position, _ = loaded(save, rules or [])
    history = GameHistory.of(position)
    if side is not None:
        side = side_of(position.game, side)
    if svg is not None:
        _draw(history, side, svg)
    if as_json:
        typer.echo(_document(history, side).model_dump_json(indent=2))
    elif svg is not None and not whole:
        typer.echo(f"{svg}: where the game stands, " + (f"as {side} sees it" if side else "with nothing hidden"))
    elif whole or _only_read():
        _tell(history, side)
    else:
        _step(history, side)


def _only_read() -> bool:
    """Whether somebody at a terminal sends the answer elsewhere, to be read as a whole."""
    import sys

    return sys.stdin.isatty() and not sys.stdout.isatty()


def side_of(game: Game, side: str, flag: str = "--side") -> str:
    """The side that a name means after a flag; raises WrongUsage where there is none."""
    from crex_dsl.engine.errors import UnknownName

    try:
        return game.player_id(game.seat(side))
    except UnknownName as error:
        raise WrongUsage(f"{flag}: {error}") from None


def _draw(history: GameHistory, side: str | None, file: Path) -> None:
    """Draw where a game stands to a side, and what has moved since the moment before."""
    from crex_dsl.cli.output_files import write_image

    last = history.count(side)
    since = history.after(last - 1, side) if last else None
    write_image(file, history.after(last, side).svg(side, since=since))


def _happened(history: GameHistory, side: str | None) -> Iterator[tuple[int, LogLine]]:
    """Every line with the number of its moment; where nothing is hidden, of the decisions taken when it happened."""
    for number, moment in enumerate(history.moments(side)):
        for line in moment.lines:
            yield number, line


def _document(history: GameHistory, side: str | None) -> ReplayDocument:
    from crex_dsl.cli.documents import HappenedLine, ReplayDocument

    now = history.now
    game = now.game
    return ReplayDocument(
        game=game.id,
        edition=game.edition,
        options=list(game.options),
        side=side,
        moments=history.count(side),
        over=now.over,
        result=None if now.result is None else now.result.spelled,
        lines=[
            HappenedLine(
                moment=number,
                who=line.who,
                text=line.text,
                clause=line.clause,
                numbers=list(game.clause(line.clause).numbers) if line.clause else [],
                forced=line.forced,
            )
            for number, line in _happened(history, side)
        ],
    )


def _tell(history: GameHistory, side: str | None) -> None:
    from rich.text import Text

    from crex_dsl.play.explanations import log_text

    width = len(str(history.count(side)))
    for number, line in _happened(history, side):
        say(Text.assemble((f"{number:>{width}} ", "dim"), log_text(history.now.game, line)))


def _step(history: GameHistory, side: str | None) -> None:
    from crex_dsl.play.commands import Left
    from crex_dsl.play.line_input import Closed, Keyboard, closing
    from crex_dsl.play.replay import Stepping

    try:
        with closing():
            Stepping(history, side, Keyboard(say), say).run()
    except (Left, EOFError):
        return
    except KeyboardInterrupt:
        raise typer.Exit(INTERRUPTED) from None
    except Closed as closed:
        raise typer.Exit(128 + closed.number) from None
