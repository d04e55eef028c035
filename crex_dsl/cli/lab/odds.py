"""`crex odds`: how a scene comes out under one rulebook or several, and how probably."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from crex_dsl.cli.arguments import AsJson, GameName, OptionNames, RulePaths, book_name, each_once, several_selected
from crex_dsl.cli.completion import policy_names, rulebooks, scene_words
from crex_dsl.cli.errors import NoAnswer, WrongUsage
from crex_dsl.cli.output_files import see_to_plots
from crex_dsl.system.console import watched

if TYPE_CHECKING:
    from crex_dsl.engine.run.position import Position
    from crex_dsl.engine.scenarios.setup import Staged


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
    the interval in which they lie 95 times out of 100. Nothing is hidden from a policy. Without words it lists what
    scenarios and policies there are.

    \b
    Examples:
      crex odds
      crex odds SCENARIO PLACE THING,THING THING
      crex odds SCENARIO NAME=PLACE NAME=THING,THING --with THING.MEMORY=2
      crex odds SCENARIO PLACE THING THING --policy SIDE=POLICY --plot odds.png
      crex odds SCENARIO PLACE THING THING -e EDITION -e EDITION+OPTION
      crex odds my-game.json
      crex odds my-game.json --at 40
      crex odds my-game.json SCENARIO PLACE --json | jq '.rulebooks[0].outcomes'
    """
    from crex_dsl.lab.odds.odds import odds as odds_of
    from crex_dsl.lab.odds.scene_policies import ScenePolicies

    see_to_plots([plot] if plot is not None else [])
    said = list(words or ())
    if not said:
        from crex_dsl.cli.lab.odds_text import show_scenarios
        from crex_dsl.engine.game import game_of

        files, _, selection = several_selected(rules or (), game, edition or (), option or ())[0]
        show_scenarios(game_of(files, selection))
        return
    found = []
    for staged in _staged(said, game, edition or [], option or [], rules or [], changes or [], at):
        scene_policies = ScenePolicies(staged.game, policy or ())
        found.append(odds_of(staged, scene_policies, budget, games, seed, watched))
    if plot is not None:
        from crex_dsl.lab.odds.chart import drawn

        drawn(found, plot)
    if as_json:
        from crex_dsl.cli.documents import OddsDocument

        typer.echo(OddsDocument(rulebooks=found).model_dump_json(indent=2))
        return
    from crex_dsl.cli.lab.odds_text import show_odds

    show_odds(found)


def _staged(
    words: list[str],
    game: str | None,
    written: list[str],
    options: list[str],
    rules: list[Path],
    changes: list[str],
    at: int | None,
) -> Iterator[Staged]:
    """The scene asked for, under each rulebook asked for."""
    from crex_dsl.engine.game import game_of
    from crex_dsl.engine.scenarios.setup import CannotStage, set_up, staged_from

    first, *rest = words
    if Path(first).suffix == ".json" or Path(first).is_file():
        for position in _positions(Path(first), game, written, options, rules, at):
            try:
                yield staged_from(position, rest[0] if rest else None, rest[1:], changes)
            except CannotStage as error:
                raise CannotStage(f"{first}: {error}") from None
        return
    if at is not None:
        raise WrongUsage("--at goes with a save: name one, or leave it out")
    chosen = each_once(several_selected(rules, game, written, options))
    for files, _, selection in chosen:
        plays = game_of(files, selection, watched=True)
        try:
            yield set_up(plays, first, rest, changes)
        except CannotStage as error:
            raise CannotStage(f"{book_name(selection)}: {error}" if len(chosen) > 1 else str(error)) from None


def _positions(
    save: Path, game: str | None, written: list[str], options: list[str], rules: list[Path], at: int | None
) -> Iterator[Position]:
    """The position in a save, or an earlier one of its game, under its own rulebook or those asked for."""
    from crex_dsl.cli.table.play import loaded
    from crex_dsl.cli.table.replay import reached
    from crex_dsl.engine.errors import NoCounterpart
    from crex_dsl.engine.game import game_of

    position, setting = loaded(save, rules)
    if game is not None or options:
        raise WrongUsage(
            "a save knows its game and options: leave out -g and -o; -e EDITION+OPTION asks another rulebook"
        )
    if at is not None:
        from crex_dsl.gameplay.history import GameHistory

        history = GameHistory.of(position)
        position = history.after(reached(history, None, at), None)
    if position.over:
        raise NoAnswer(f"{save}: this game is over ({position.result})")
    if not written:
        own = position.game
        yield position.under(game_of(own.files, own.selection, watched=True))
        return
    paths = rules or [Path(path) for path in setting.rules]
    for files, _, selection in each_once(several_selected(paths, position.game.id, written)):
        try:
            under = position.under(game_of(files, selection, watched=True))
        except NoCounterpart as error:
            raise NoAnswer(f"{save}: under {book_name(selection)} {error}; leave this rulebook out") from None
        yield under
