"""`crex odds`: how a scene comes out under one rulebook or several, and how probably."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from crex_dsl.cli.arguments import (
    AsJson,
    GameName,
    OptionNames,
    RulePaths,
    book_name,
    each_once,
    in_one_language,
    several_selected,
)
from crex_dsl.cli.completion import policy_names, rulebooks, scene_words
from crex_dsl.cli.errors import NoAnswer, WrongUsage
from crex_dsl.cli.output_files import see_to_plots
from crex_dsl.system.console import watched
from crex_dsl.text.messages import headed, said

if TYPE_CHECKING:
    from crex_dsl.engine.run.position import Position
    from crex_dsl.engine.scenarios.setup import Staged
    from crex_dsl.gameplay.saved_games import Setting


SceneWords = Annotated[
    list[str] | None, typer.Argument(metavar="[SAVE] [SCENARIO [NAME=VALUE]...]", autocompletion=scene_words)
]
Rulebooks = Annotated[
    list[str] | None,
    typer.Option(
        "--edition",
        "-e",
        metavar="EDITION[+OPTION]",
        help="A rulebook: an edition in any short form, with what is taken besides; may be repeated.",
        autocompletion=rulebooks,
    ),
]
Policies = Annotated[
    list[str] | None,
    typer.Option(
        "--policy",
        metavar="SIDE=NAME",
        help="What a side follows: a policy of the rule files, or random; NAME alone is for all; may be repeated.",
        autocompletion=policy_names,
    ),
]
Changes = Annotated[
    list[str] | None,
    typer.Option("--with", metavar="THING.MEMORY=VALUE", help="Set a piece of memory otherwise; may be repeated."),
]
WhatIf = Annotated[
    bool, typer.Option("--what-if", help="Say for each of the answers that are legal now how it comes out by it.")
]
Budget = Annotated[
    int, typer.Option("--budget", metavar="N", min=0, help="Count up to so many positions; beyond that, sample.")
]
At = Annotated[
    int | None, typer.Option("--at", metavar="N", min=0, help="From a save: where it stood after N decisions.")
]
GameCount = Annotated[int, typer.Option("--games", "-n", metavar="N", min=1, help="How many games a sample has.")]
Seed = Annotated[int, typer.Option("--seed", metavar="SEED", min=0, help="The seed of the first game of a sample.")]
Plot = Annotated[
    Path | None, typer.Option("--plot", metavar="FILE", help="Also draw it, as .png or .svg (needs crex[lab]).")
]


def odds(
    words: SceneWords = None,
    game: GameName = None,
    edition: Rulebooks = None,
    option: OptionNames = None,
    rules: RulePaths = None,
    policy: Policies = None,
    changes: Changes = None,
    at: At = None,
    what_if: WhatIf = False,
    budget: Budget = 100_000,
    games: GameCount = 10_000,
    seed: Seed = 0,
    plot: Plot = None,
    as_json: AsJson = False,
) -> None:
    """Say how a scene comes out, and how probably, while each side follows a policy.

    SCENARIO is one of the rule files, its values come by name or in their order, several with commas. From a save
    it goes on with what runs there, or lays a scenario out with what is there. Every way that dice, draws and equal
    answers can go is counted, each position once; where that is too much, games are played, and shares come with
    the interval in which they lie 95 times out of 100. Nothing is hidden from a policy. A save that cannot go on
    under another rulebook, because its cards or what runs there are unknown to it, lends the forces of the scene
    alone, which is laid out anew under all of them. Without words it lists what scenarios and policies there are.

    \b
    Examples:
      crex odds
      crex odds SCENARIO PLACE THING,THING THING
      crex odds SCENARIO NAME=PLACE NAME=THING,THING --with THING.MEMORY=2
      crex odds SCENARIO PLACE THING THING --policy SIDE=POLICY --plot odds.png
      crex odds SCENARIO PLACE THING THING -e EDITION -e EDITION+OPTION
      crex odds my-game.json
      crex odds my-game.json --at 40
      crex odds my-game.json --what-if
      crex odds my-game.json -e EDITION -e EDITION
      crex odds my-game.json SCENARIO PLACE --json | jq '.rulebooks[0].outcomes'
    """
    from crex_dsl.lab.odds.odds import odds as odds_of
    from crex_dsl.lab.odds.scene_policies import ScenePolicies

    see_to_plots([plot] if plot is not None else [])
    typed = list(words or ())
    if not typed:
        from crex_dsl.cli.lab.odds_text import show_scenarios
        from crex_dsl.engine.game import game_of

        files, _, selection = several_selected(rules or (), game, edition or (), option or ())[0]
        show_scenarios(game_of(files, selection))
        return
    scenes, laid_out = _scenes(typed, game, edition or [], option or [], rules or [], changes or [], at)
    if what_if:
        if len(scenes) > 1 or plot is not None:
            raise WrongUsage(
                said("--what-if is about one rulebook, and is not drawn: leave out the others, and --plot")
            )
        _tell_answers(scenes[0], policy or (), (budget, games, seed), as_json)
        return
    found = [
        odds_of(staged, ScenePolicies(staged.game, policy or ()), budget, games, seed, watched) for staged in scenes
    ]
    if plot is not None:
        from crex_dsl.lab.odds.chart import drawn

        drawn(found, plot)
    if as_json:
        from crex_dsl.cli.documents import OddsDocument

        typer.echo(OddsDocument(rulebooks=found, laid_out=laid_out, what_if=None).model_dump_json(indent=2))
        return
    from crex_dsl.cli.lab.odds_text import show_odds

    show_odds(found, laid_out)


def _tell_answers(staged: Staged, policies: Iterable[str], how: tuple[int, int, int], as_json: bool) -> None:
    """Say what comes of each answer that is legal now."""
    from crex_dsl.lab.odds.scene_policies import ScenePolicies
    from crex_dsl.lab.odds.what_if import what_if

    found = what_if(staged, ScenePolicies(staged.game, policies), *how, watched)
    if as_json:
        from crex_dsl.cli.documents import OddsDocument

        typer.echo(OddsDocument(rulebooks=[], laid_out=False, what_if=found).model_dump_json(indent=2))
        return
    from crex_dsl.cli.lab.odds_text import show_answers

    show_answers(found)


def _scenes(
    words: list[str],
    game: str | None,
    written: list[str],
    options: list[str],
    rules: list[Path],
    changes: list[str],
    at: int | None,
) -> tuple[list[Staged], bool]:
    """The scene asked for, under each rulebook asked for, and whether a save's was laid out anew for that."""
    from crex_dsl.engine.game import game_of
    from crex_dsl.engine.scenarios.setup import CannotStage, set_up

    first, *rest = words
    if Path(first).suffix == ".json" or Path(first).is_file():
        try:
            return _from_save(Path(first), rest, game, written, options, rules, changes, at)
        except CannotStage as error:
            raise CannotStage(headed(first, error)) from None
    if at is not None:
        raise WrongUsage(said("--at goes with a save: name one, or leave it out"))
    chosen = in_one_language(each_once(several_selected(rules, game, written, options)))
    found = []
    for files, _, selection in chosen:
        plays = game_of(files, selection, watched=True)
        try:
            found.append(set_up(plays, first, rest, changes))
        except CannotStage as error:
            raise CannotStage(headed(book_name(selection), error) if len(chosen) > 1 else str(error)) from None
    return found, False


def _from_save(
    save: Path,
    words: list[str],
    game: str | None,
    written: list[str],
    options: list[str],
    rules: list[Path],
    changes: list[str],
    at: int | None,
) -> tuple[list[Staged], bool]:
    """The scene in a save, or in an earlier position of its game, under its own rulebook or those asked for.

    Where the position cannot go on under one of them, the forces of the scene are laid out anew under all.
    """
    from crex_dsl.engine.errors import NoCounterpart
    from crex_dsl.engine.game import game_of
    from crex_dsl.engine.scenarios.setup import CannotStage, staged_elsewhere, staged_from

    position, setting = _position(save, game, options, rules, at)
    name, values = (words[0] if words else None), words[1:]
    own = position.game
    position = position.under(game_of(own.files, own.selection, watched=True))
    if not written:
        return [staged_from(position, name, values, changes)], False
    paths = rules or [Path(path) for path in setting.rules]
    chosen = in_one_language(each_once(several_selected(paths, own.id, written)))
    books = [(book_name(selection), game_of(files, selection, watched=True)) for files, _, selection in chosen]
    try:
        return [staged_from(position.under(book), name, values, changes) for _, book in books], False
    except NoCounterpart:
        here = staged_from(position, name, values)
    found = []
    for called, book in books:
        try:
            found.append(staged_elsewhere(here, position, book, changes))
        except CannotStage as error:
            raise CannotStage(
                said("under {called} {error}; leave this rulebook out", called=called, error=error)
            ) from None
    return found, True


def _position(
    save: Path, game: str | None, options: list[str], rules: list[Path], at: int | None
) -> tuple[Position, Setting]:
    """The position in a save, or an earlier one of its game, and what else the save knows."""
    from crex_dsl.cli.table.play import loaded
    from crex_dsl.cli.table.replay import reached

    position, setting = loaded(save, rules)
    if game is not None or options:
        raise WrongUsage(
            said("a save knows its game and options: leave out -g and -o; -e EDITION+OPTION asks another rulebook")
        )
    if at is not None:
        from crex_dsl.gameplay.history import GameHistory

        history = GameHistory.of(position)
        position = history.after(reached(history, None, at), None)
    if position.over:
        raise NoAnswer(said("{save}: this game is over ({result})", save=save, result=position.result))
    return position, setting
