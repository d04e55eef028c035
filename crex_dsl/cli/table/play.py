"""`crex play`: a game at the table, people and bots, in the terminal or line by line through a pipe."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from crex_dsl.cli.arguments import EditionName, GameName, Language, OptionNames, RulePaths, selected
from crex_dsl.cli.completion import save_files, scenario_names, seatings
from crex_dsl.cli.errors import INTERRUPTED, NoAnswer, WrongUsage
from crex_dsl.system.console import say
from crex_dsl.system.input_files import refusal
from crex_dsl.text.messages import apart, headed, listed_as_said, said

if TYPE_CHECKING:
    from crex_dsl.engine.game import Game
    from crex_dsl.engine.run.position import Position
    from crex_dsl.gameplay.history import GameHistory
    from crex_dsl.gameplay.saved_games import Setting
    from crex_dsl.play.game_loop import TerminalGame


SaveFile = Annotated[
    Path | None, typer.Argument(metavar="SAVE", help="A saved game to go on with.", autocompletion=save_files)
]
Seats = Annotated[
    list[str] | None,
    typer.Option(
        "--as",
        metavar="SIDE=WHO",
        help="Who plays a side: person, easy, normal, hard, random, greedy, planner (planner:200, planner:100ms), a "
        "policy of the rule files or module:Class; may be repeated.",
        autocompletion=seatings,
    ),
]
Seed = Annotated[int | None, typer.Option("--seed", metavar="N", help="Start from this seed: same seed, same dice.")]
Scenario = Annotated[
    str | None,
    typer.Option(
        "--scenario",
        metavar="'NAME VALUE...'",
        help="Begin with a scenario of the rule files, its values as `crex odds` takes them; the game is over with it.",
        autocompletion=scenario_names,
    ),
]
Sandbox = Annotated[bool, typer.Option("--sandbox", help="Let everything be taken back, dice and secrets too.")]
Resume = Annotated[bool, typer.Option("--resume", help="Go on with the latest game that is not over.")]
From = Annotated[
    str | None,
    typer.Option(
        "--from",
        metavar="TEXT|FILE",
        help="Go on from a position or a game in notation, as Python and mails hold it: in quotes, or a file with it.",
    ),
]
InPlace = Annotated[bool, typer.Option("--in-place", help="Go on in the save itself rather than in a copy of it.")]
SaveTo = Annotated[Path | None, typer.Option("--save", metavar="FILE", help="Save the game here.")]


def play(
    save: SaveFile = None,
    game: GameName = None,
    edition: EditionName = None,
    option: OptionNames = None,
    rules: RulePaths = None,
    seats: Seats = None,
    seed: Seed = None,
    scenario: Scenario = None,
    sandbox: Sandbox = False,
    resume: Resume = False,
    notation: From = None,
    in_place: InPlace = False,
    save_to: SaveTo = None,
    language: Language = None,
) -> None:
    """Play a game in the terminal: people at one keyboard, bots, or both.

    Without --as every side is a person; between two people the screen is hidden. Answers go by number, by their
    text (Tab completes) or by a few letters of it, orders as PIECES to PLACE; `help` lists what else can be typed.
    The game is saved after every decision and can be gone on with, however it was left. A save that is named goes on
    in a copy, so that it can be opened again as it is; --resume goes on in the latest game itself.

    \b
    Examples:
      crex play -e EDITION -o OPTION
      crex play --as SIDE=random --seed 7
      crex play --scenario 'SCENARIO PLACE THING,THING THING' --as SIDE=greedy
      crex play --resume
      crex play my-game.json --as SIDE=normal
      crex play my-game.json --in-place
      crex play --save my-game.json --sandbox
      crex play --from '[crex position of GAME, EDITION; …] …'
    """
    if scenario is not None and (save is not None or resume or notation is not None):
        raise WrongUsage(said("--scenario begins a game, and this one has begun: leave it out"))
    if save is not None and resume:
        raise WrongUsage(said("name a save or say --resume, not both"))
    if in_place and (save is None or save_to is not None):
        raise WrongUsage(said("--in-place goes with a save that is named, and without --save"))
    if notation is not None:
        if save is not None or resume:
            raise WrongUsage(said("go on with a save or from a notation, not both"))
        if game or edition or option or seed is not None:
            raise WrongUsage(
                said("a notation knows its game, edition, options and dice: leave out -g, -e, -o and --seed")
            )
        table = _noted(notation, rules or [], seats or [], sandbox, save_to, language)
    elif save is None and not resume:
        chosen, asked = option or [], seats or []
        table = _begun(game, edition, chosen, rules or [], asked, seed, scenario, sandbox, save_to, language)
    elif game or edition or option or seed is not None:
        raise WrongUsage(said("a save knows its game, edition, options and dice: leave out -g, -e, -o and --seed"))
    else:
        where = save or _latest()
        table = _resumed(where, rules or [], seats or [], sandbox, save_to, in_place or resume, language)
    _sit(table)


def _begun(
    name: str | None,
    edition: str | None,
    options: list[str],
    rules: list[Path],
    wanted: list[str],
    seed: int | None,
    scenario: str | None,
    sandbox: bool,
    save_to: Path | None,
    language: str | None,
) -> TerminalGame:
    """A new game."""
    import secrets

    from crex_dsl.cli.configuration import settings
    from crex_dsl.cli.lab.simulate import begins_with
    from crex_dsl.engine.game import game_of
    from crex_dsl.gameplay.history import GameHistory
    from crex_dsl.gameplay.saved_games import Setting, new_file

    files, _, selection = selected(rules, name, edition, options, language)
    game = game_of(files, selection)
    wanted = wanted or settings().of(game.id).seats
    setting = Setting(seats=_seated(game, wanted), rules=[str(path.resolve()) for path in rules], sandbox=sandbox)
    file = _free(save_to) if save_to is not None else new_file(game.id, game.edition)
    name_and_values = begins_with(game, scenario)
    dice = secrets.randbits(32) if seed is None else seed
    if name_and_values:
        begun = game.start(dice, scenario=name_and_values[0], values=name_and_values[1:])
    else:
        begun = game.start(dice)
    if begun.over:
        raise NoAnswer(said("this is over before anybody has decided anything: {result}", result=begun.result))
    return _table(GameHistory(begun), setting, file)


def _noted(
    text: str, rules: list[Path], wanted: list[str], sandbox: bool, save_to: Path | None, language: str | None
) -> TerminalGame:
    """A game that goes on from a notation."""
    from crex_dsl.engine.errors import SaveError
    from crex_dsl.engine.game import game_of
    from crex_dsl.engine.saves.notation import parse_notation
    from crex_dsl.gameplay.history import GameHistory
    from crex_dsl.gameplay.saved_games import Setting, new_file

    text = _notation(text)
    try:
        noted = parse_notation(text)
        files, _, selection = selected(rules, noted.game, noted.edition, noted.options, language)
        game = game_of(files, selection)
        position = game.from_notation(text)
    except SaveError as error:
        raise WrongUsage(f"--from: {error}") from None
    if position.over:
        raise NoAnswer(said("--from: this game is over ({result})", result=position.result))
    setting = Setting(seats=_seated(game, wanted), rules=[str(path.resolve()) for path in rules], sandbox=sandbox)
    file = _free(save_to) if save_to is not None else new_file(game.id, game.edition)
    return _table(GameHistory.of(position), setting, file)


def _notation(told: str) -> str:
    """The notation that was given, itself or by the name of a file that holds it."""
    if told.lstrip().startswith(("[", ">")):
        return told
    try:
        if Path(told).is_file():
            return Path(told).read_text(encoding="utf-8-sig")
    except (OSError, ValueError):  # a name that no file could have, or no text
        pass
    raise WrongUsage(
        said(
            "--from: this is neither a notation in quotes, which begins with `[crex position of …]`, "
            "nor a text file with one"
        )
    )


def _resumed(
    save: Path,
    rules: list[Path],
    wanted: list[str],
    sandbox: bool,
    save_to: Path | None,
    in_place: bool,
    language: str | None,
) -> TerminalGame:
    """A saved game, with whoever sat there unless somebody else is named; in a copy unless it goes on in place."""
    from crex_dsl.gameplay.history import GameHistory
    from crex_dsl.gameplay.saved_games import held_by, new_file

    held = held_by(save) if in_place else None  # before it is read: whatever is written since is noticed
    position, setting = loaded(save, rules, language)
    if position.over:
        raise NoAnswer(
            said(
                "{save}: this game is over ({result}); `crex replay {save}` steps through it",
                save=save,
                result=position.result,
            )
        )
    named = {word.partition("=")[0].strip() for word in wanted}
    sat = [f"{side}={who}" for side, who in setting.seats.items() if side not in named]
    setting.seats = _seated(position.game, [*sat, *wanted])
    setting.sandbox |= sandbox
    if in_place and save_to is None:
        return _table(GameHistory.of(position), setting, save, held=held)
    copy = _free(save_to) if save_to is not None else new_file(position.game.id, position.game.edition)
    return _table(GameHistory.of(position), setting, copy, save)


def loaded(save: Path, rules: list[Path], language: str | None = None) -> tuple[Position, Setting]:
    """The position in a save with its setting, under the rule files that it was played with unless others are named."""
    from crex_dsl.engine.errors import SaveError
    from crex_dsl.engine.game import game_of
    from crex_dsl.gameplay.saved_games import opened
    from crex_dsl.rulebook.files.games import UnknownGame
    from crex_dsl.rulebook.selection.selection import SelectionError

    try:
        text, model, setting = opened(save)
    except FileNotFoundError as error:
        raise WrongUsage(
            said(
                "{save}: {error}: name a save, such as `crex play --save FILE` writes", save=save, error=refusal(error)
            )
        ) from None
    played_with = (
        said("it was played with --rules {rules}", rules=listed_as_said(setting.rules)) if setting.rules else ""
    )
    gone = [path for path in setting.rules if not Path(path).exists()]
    if gone and not rules:
        raise NoAnswer(
            said(
                "{save}: it was played with {gone}, which is gone: say with --rules where it lies now",
                save=save,
                gone=gone[0],
            )
        )
    try:
        files, _, selection = selected(
            rules or [Path(path) for path in setting.rules], model.game, model.edition, model.options, language
        )
    except (SelectionError, UnknownGame) as error:
        hint = played_with or said("name the rule files that it was played with by --rules")
        raise type(error)(apart([headed(save, error), hint])) from None
    if rules:
        setting.rules = [str(path.resolve()) for path in rules]
    try:
        return game_of(files, selection).from_json(text), setting
    except SaveError as error:
        raise SaveError(headed(save, error)) from None


def _seated(game: Game, wanted: list[str]) -> dict[str, str]:
    from crex_dsl.engine.errors import UnknownName
    from crex_dsl.gameplay.seats import seats

    try:
        return seats(game, wanted)
    except UnknownName as error:
        raise WrongUsage(headed("--as", error)) from None


def _free(file: Path) -> Path:
    if file.exists():
        raise WrongUsage(
            said("{file} exists already: go on with it by `crex play {file}`, or name another file", file=file)
        )
    if not file.parent.is_dir():
        raise WrongUsage(said("there is no folder {parent}: make it first, or name another file", parent=file.parent))
    return file


def _latest() -> Path:
    from crex_dsl.gameplay.saved_games import saves_folder, unfinished

    found = next(unfinished(), None)
    if found is None:
        raise NoAnswer(
            said("there is no unfinished game in {saves_folder}: `crex play` begins one", saves_folder=saves_folder())
        )
    return found


def _table(
    history: GameHistory, setting: Setting, file: Path, source: Path | None = None, held: str | None = None
) -> TerminalGame:
    from crex_dsl.play.game_loop import TerminalGame
    from crex_dsl.play.line_input import Keyboard

    return TerminalGame(history, setting, file, Keyboard(say), say, source, held)


def _sit(table: TerminalGame) -> None:
    """Play at a table, and say at the end how to go on, however it ended."""
    from crex_dsl.gameplay.seats import seated
    from crex_dsl.play.commands import Left
    from crex_dsl.play.line_input import Closed, closing

    game = table.game
    extra = "".join(f" + {name}" for name in game.options)
    sat = ", ".join(seated(game.player_name(side), who) for side, who in table.setting.seats.items())
    table.say(headed(f"{game.title}, {game.edition}{extra}", sat))
    stays = "" if table.source is None else said("play-opened-from", source=table.source) + " "
    table.say(stays + said("play-saved-in", file=table.file))
    table.say("")
    code = 0
    try:
        with closing():
            table.play()
    except (Left, EOFError):
        pass
    except KeyboardInterrupt:
        code = INTERRUPTED
    except Closed as closed:
        code = 128 + closed.number
    with contextlib.suppress(OSError):  # whoever closed the terminal reads nothing more
        table.say("")
        table.say(_farewell(table))
    raise typer.Exit(code)


def _farewell(table: TerminalGame) -> str:
    if not table.begun:
        return said("play-left-nothing")
    if table.unchanged:
        return said("play-left-unchanged", source=table.source)
    if table.history.now.over:
        return said("play-left-over", file=table.file)
    return said("play-left-saved", file=table.file)
