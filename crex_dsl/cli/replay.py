"""`crex replay`: a saved game stepped through, or told from beginning to end."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from crex_dsl.cli.asked import AsJson, RulePaths
from crex_dsl.cli.completion import save_files, side_names
from crex_dsl.cli.play import loaded
from crex_dsl.cli.refusals import INTERRUPTED, WrongUsage

if TYPE_CHECKING:
    from crex_dsl.cli.documents import ReplayDocument
    from crex_dsl.engine.log import LogLine
    from crex_dsl.play.chronicle import Chronicle

SaveFile = Annotated[Path, typer.Argument(metavar="SAVE", help="A saved game.", autocompletion=save_files)]
Whole = Annotated[bool, typer.Option("--all", help="Tell the whole game at once, every line with its clause.")]
Side = Annotated[
    str | None,
    typer.Option(
        "--side", metavar="SIDE", help="As this side saw it; without it nothing is hidden.", autocompletion=side_names
    ),
]


def replay(
    save: SaveFile, rules: RulePaths = None, whole: Whole = False, side: Side = None, as_json: AsJson = False
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
      crex replay my-game.json --json
    """
    from crex_dsl.play.chronicle import Chronicle

    position, _ = loaded(save, rules or [])
    chronicle = Chronicle.of(position)
    if side is not None:
        side = side_of(chronicle, side)
    if as_json:
        typer.echo(_document(chronicle, side).model_dump_json(indent=2))
    elif whole or _only_read():
        _tell(chronicle, side)
    else:
        _step(chronicle, side)


def _only_read() -> bool:
    """Whether somebody at a terminal sends the answer elsewhere, to be read as a whole."""
    import sys

    return sys.stdin.isatty() and not sys.stdout.isatty()


def side_of(chronicle: Chronicle, side: str) -> str:
    """The side that a name means; raises WrongUsage where there is none."""
    from crex_dsl.engine.errors import UnknownName

    game = chronicle.now.game
    try:
        return game.player_id(game.seat(side))
    except UnknownName as error:
        raise WrongUsage(f"--side: {error}") from None


def _happened(chronicle: Chronicle, side: str | None) -> Iterator[tuple[int, LogLine]]:
    """Every line with the number of its moment; where nothing is hidden, of the decisions taken when it happened."""
    for number, moment in enumerate(chronicle.moments(side)):
        for line in moment.lines:
            yield number, line


def _document(chronicle: Chronicle, side: str | None) -> ReplayDocument:
    from crex_dsl.cli.documents import HappenedLine, ReplayDocument

    now = chronicle.now
    game = now.game
    return ReplayDocument(
        game=game.id,
        edition=game.edition,
        options=list(game.options),
        side=side,
        moments=chronicle.count(side),
        over=now.over,
        result=None if now.result is None else now.result.spelled,
        lines=[
            HappenedLine(
                moment=number,
                who=line.who,
                text=line.text,
                clause=line.clause,
                numbers=list(game.clause(line.clause)[1]) if line.clause else [],
                forced=line.forced,
            )
            for number, line in _happened(chronicle, side)
        ],
    )


def _tell(chronicle: Chronicle, side: str | None) -> None:
    from rich.text import Text

    from crex_dsl.cli.screen import say
    from crex_dsl.play.reasons import told

    width = len(str(chronicle.count(side)))
    for number, line in _happened(chronicle, side):
        say(Text.assemble((f"{number:>{width}} ", "dim"), told(chronicle.now.game, line)))


def _step(chronicle: Chronicle, side: str | None) -> None:
    from crex_dsl.cli.screen import say
    from crex_dsl.play.desk import Left
    from crex_dsl.play.keyboard import Closed, Keyboard, closing
    from crex_dsl.play.stepping import Stepping

    try:
        with closing():
            Stepping(chronicle, side, Keyboard(say), say).run()
    except (Left, EOFError):
        return
    except KeyboardInterrupt:
        raise typer.Exit(INTERRUPTED) from None
    except Closed as closed:
        raise typer.Exit(128 + closed.number) from None
