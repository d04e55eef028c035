"""`crex why`: why an action is legal or not in a saved game, and under which other rulebooks it would be."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from crex_dsl.cli.arguments import AsJson, RulePaths
from crex_dsl.cli.completion import action_ids, side_names
from crex_dsl.cli.errors import NO, WrongUsage
from crex_dsl.cli.table.replay import At, reached, side_of
from crex_dsl.cli.table.trace import SaveFile
from crex_dsl.system.console import say, watched
from crex_dsl.system.input_files import refusal
from crex_dsl.text.messages import headed, said

if TYPE_CHECKING:
    from crex_dsl.engine.run.position import Position
    from crex_dsl.engine.secrecy.visible_decision import SeenAction
    from crex_dsl.lawyer.why.legality import Inquiry, Judgement


ActionWords = Annotated[list[str], typer.Argument(metavar="ACTION", hidden=True, autocompletion=action_ids)]
As = Annotated[
    str | None,
    typer.Option(
        "--as",
        metavar="SIDE",
        help="Ask for this side, as far as it may know; else for whoever decides, and nothing is hidden.",
        autocompletion=side_names,
    ),
]
Svg = Annotated[
    Path | None,
    typer.Option("--svg", metavar="FILE", help="Draw the position as whoever asks sees it, the action marked."),
]
Quick = Annotated[bool, typer.Option("--quick", help="Ask other editions only, no options and readings.")]


def why(
    save: SaveFile,
    action: ActionWords,
    side: As = None,
    quick: Quick = False,
    svg: Svg = None,
    at: At = None,
    rules: RulePaths = None,
    as_json: AsJson = False,
) -> None:
    """Say why an action is legal or not in a saved game, and under which other editions and options it would be.

    ACTION is spelled as in examples, or given by its text, a few words of it, or the number of an answer that
    `crex play` lists. Every clause for or against it comes with what is the case. Then the other editions are
    asked, and this one with each option or reading changed that can make a difference.

    Exit codes: 0 legal, 1 not legal, 2 wrong usage.

    \b
    Examples:
      crex why my-game.json 'ACTION(THING, PLACE)'
      crex why my-game.json WORDS
      crex why my-game.json ACTION --as SIDE
      crex why my-game.json ACTION --at 40
      crex why my-game.json ACTION --quick --json
      crex why my-game.json ACTION --as SIDE --svg board.svg
    """
    from crex_dsl.cli.output_files import see_to_image
    from crex_dsl.lawyer.why.legality import asked_elsewhere, asked_here, in_order, others_of

    if svg is not None:
        see_to_image(svg)
    position = opened(save, rules or [])
    side = None if side is None else side_of(position.game, side, "--as")
    position = position if at is None else _earlier(position, side, at)
    wish = " ".join(action)
    meant = _meant(position, wish, side)
    question, here = asked_here(position, meant, side, side)
    if svg is not None:
        _draw(position, meant, side, svg)
    near, far = ([], []) if position.decision is None else others_of(position, question, quick)
    asked = asked_elsewhere(position, question, here.asked, near)
    others = in_order(watched(asked, len(near), said("play-asked")), near)
    if as_json:
        from crex_dsl.cli.documents import WhyDocument

        document = WhyDocument(
            game=position.game.id,
            title=position.game.title,
            question=question,
            here=here,
            elsewhere=others,
            indifferent=[other.change for other in far],
        )
        typer.echo(document.model_dump_json(indent=2))
    else:
        from crex_dsl.play.explanations import elsewhere

        _tell(position.game.player_name(question.actor), question, here)
        _tell_others(position, side, wish, meant)
        for part in elsewhere(here, others, far):
            say()
            say(part)
    if not here.legal:
        raise typer.Exit(NO)


def opened(save: Path, rules: list[Path]) -> Position:
    """The position in a save; where there is none, nothing can be asked of it."""
    from crex_dsl.cli.table.play import loaded
    from crex_dsl.engine.errors import CrexError

    try:
        return loaded(save, rules)[0]
    except CrexError as error:
        raise WrongUsage(str(error)) from None
    except OSError as error:
        raise WrongUsage(headed(error.filename or save, refusal(error))) from None


def _earlier(position: Position, side: str | None, at: int) -> Position:
    """Where the game stood after so many moments."""
    from crex_dsl.gameplay.history import GameHistory

    history = GameHistory.of(position)
    return history.after(reached(history, side, at), side)


def _meant(position: Position, wish: str, side: str | None) -> SeenAction | int:
    from crex_dsl.engine.errors import UnknownName
    from crex_dsl.engine.secrecy.visible_position import VisiblePosition
    from crex_dsl.gameplay.action_matching import chosen_action, offered

    visible = VisiblePosition(position, side)
    try:
        return chosen_action(visible, offered(visible), wish, side)
    except UnknownName as error:
        raise WrongUsage(str(error)) from None


def _draw(position: Position, meant: SeenAction | int, side: str | None, file: Path) -> None:
    """Draw a position as a side sees it, with what an action names."""
    from crex_dsl.cli.output_files import write_file
    from crex_dsl.engine.run.decision import Action

    action = Action(position.game, meant, position.state) if isinstance(meant, int) else meant
    write_file(file, position.svg(side, action=action))


def _tell_others(position: Position, side: str | None, wish: str, meant: SeenAction | int) -> None:
    """Say what else the words fit, so that nothing is picked in silence."""
    from crex_dsl.engine.secrecy.visible_position import VisiblePosition
    from crex_dsl.gameplay.action_matching import also_meant, offered

    visible = VisiblePosition(position, side)
    others = also_meant(visible, offered(visible), wish, meant)
    if others:
        say(said("play-also-fits", typed=wish, others=", ".join(others)), "dim")


def _tell(actor: str, question: Inquiry, here: Judgement) -> None:

    from crex_dsl.play.explanations import judged

    for line in judged(question, here, actor if question.text else ""):
        say(line)
