"""`crex replay`: a saved game stepped through, or told from beginning to end."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from crex_dsl.cli.arguments import AsJson, Language, RulePaths
from crex_dsl.cli.completion import save_files, side_names
from crex_dsl.cli.errors import INTERRUPTED, WrongUsage
from crex_dsl.cli.table.play import loaded
from crex_dsl.system.console import say
from crex_dsl.text.messages import headed, said

if TYPE_CHECKING:
    from crex_dsl.cli.documents import ReplayDocument
    from crex_dsl.engine.explain.game_log import LogLine
    from crex_dsl.engine.game import Game
    from crex_dsl.gameplay.history import GameHistory
    from crex_dsl.gameplay.saved_games import Setting


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


At = Annotated[
    int | None,
    typer.Option(
        "--at", metavar="N", min=0, help="After N decisions; with a side, after N moments of what it was told."
    ),
]


def replay(
    save: SaveFile,
    rules: RulePaths = None,
    whole: Whole = False,
    side: Side = None,
    svg: Svg = None,
    at: At = None,
    as_json: AsJson = False,
    language: Language = None,
) -> None:
    """Step through a saved game, or tell it from beginning to end.

    Enter goes on by one decision; `back`, `jump N`, `next SIDE` and `end` go elsewhere, and `board`, `map`, `look`,
    `cite` and `log` show what was there, and `branch` begins another game there; `help` lists them all. As a side saw
    it, what it was told is counted instead, since the number of decisions would tell which choices were none. With --at
    one stands there at once; what is told at once ends there.

    \b
    Examples:
      crex replay my-game.json
      crex replay my-game.json --all
      crex replay my-game.json --side SIDE
      crex replay my-game.json --side SIDE --svg board.svg
      crex replay my-game.json --at 40
      crex replay my-game.json --json
      crex replay my-game.json --lang LANGUAGE
    """
    from crex_dsl.cli.output_files import see_to_image
    from crex_dsl.gameplay.history import GameHistory

    if svg is not None:
        see_to_image(svg)
    position, setting = loaded(save, rules or [], language)
    history = GameHistory.of(position)
    if side is not None:
        side = side_of(position.game, side)
    last = reached(history, side, at)
    if svg is not None:
        _draw(history, side, svg, last)
    if as_json:
        typer.echo(_document(history, side, last).model_dump_json(indent=2))
    elif svg is not None and not whole:
        typer.echo(
            said("{file}: where the game stands, as {side} sees it", file=svg, side=side)
            if side
            else said("{file}: where the game stands, with nothing hidden", file=svg)
        )
    elif whole or _only_read():
        _tell(history, side, last)
    else:
        _step(history, side, setting, 0 if at is None else last)


def reached(history: GameHistory, side: str | None, at: int | None) -> int:
    """After how many moments to stand: as many as are asked for, or all; raises WrongUsage where there are fewer."""
    count = history.count(side)
    if at is not None and at > count:
        raise WrongUsage(
            said(
                "--at: there is only {count} decision in this game",
                "--at: there are only {count} decisions in this game",
                count=count,
            )
            if side is None
            else said(
                "--at: there is only {count} moment in this game",
                "--at: there are only {count} moments in this game",
                count=count,
            )
        )
    return count if at is None else at


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
        raise WrongUsage(headed(flag, error)) from None


def _draw(history: GameHistory, side: str | None, file: Path, last: int) -> None:
    """Draw where a game stands to a side after some moments, and what has moved since the one before."""
    from crex_dsl.cli.output_files import write_file

    since = history.after(last - 1, side) if last else None
    write_file(file, history.after(last, side).svg(side, since=since))


def _happened(history: GameHistory, side: str | None, last: int) -> Iterator[tuple[int, LogLine]]:
    """Every line with the number of its moment; where nothing is hidden, of the decisions taken when it happened."""
    for number, moment in enumerate(history.moments(side)[: last + 1]):
        for line in moment.lines:
            yield number, line


def _document(history: GameHistory, side: str | None, last: int) -> ReplayDocument:
    from crex_dsl.cli.documents import HappenedLine, ReplayDocument

    now = history.after(last, side)
    game = now.game
    return ReplayDocument(
        game=game.id,
        edition=game.edition,
        options=list(game.options),
        side=side,
        moments=last,
        over=now.over,
        result=None if now.result is None else now.result.spelled,
        payoffs=now.payoffs,
        lines=[
            HappenedLine(
                moment=number,
                who=line.who,
                text=line.text,
                clause=line.clause,
                numbers=list(game.clause(line.clause).numbers) if line.clause else [],
                forced=line.forced,
            )
            for number, line in _happened(history, side, last)
        ],
    )


def _tell(history: GameHistory, side: str | None, last: int) -> None:
    from rich.text import Text

    from crex_dsl.play.explanations import log_text

    width = len(str(last))
    for number, line in _happened(history, side, last):
        say(Text.assemble((f"{number:>{width}} ", "dim"), log_text(history.now.game, line)))


def _step(history: GameHistory, side: str | None, setting: Setting, first: int) -> None:
    from crex_dsl.play.commands import Left
    from crex_dsl.play.line_input import Closed, Keyboard, closing
    from crex_dsl.play.replay import Stepping

    try:
        with closing():
            Stepping(history, side, Keyboard(say), say, setting, first).run()
    except (Left, EOFError):
        return
    except KeyboardInterrupt:
        raise typer.Exit(INTERRUPTED) from None
    except Closed as closed:
        raise typer.Exit(128 + closed.number) from None
