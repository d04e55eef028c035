"""`crex options`: what can be chosen in a game besides its edition."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from crex_dsl.cli.arguments import AsJson, EditionName, GameName, Language, RulePaths, catalogues, editions_named
from crex_dsl.cli.lookup.headings import MARKS, show_table
from crex_dsl.system.console import say
from crex_dsl.text.messages import apart, marked, said

if TYPE_CHECKING:
    from crex_dsl.cli.documents import GameOptions
    from crex_dsl.rulebook.selection.selection import GameIndex, OptionInfo, RulingInfo


Readings = Annotated[bool, typer.Option("--readings", help="The readings of the rulings too.")]


def options(
    game: GameName = None,
    edition: EditionName = None,
    readings: Readings = False,
    rules: RulePaths = None,
    language: Language = None,
    as_json: AsJson = False,
) -> None:
    """List the optional rules of every game or of one; with --readings the readings of its rulings too.

    Each is taken with -o: an option by its id, a reading as RULING=READING; as-printed takes every printed
    reading at once. A reading marked taken is in force unless another is chosen.

    \b
    Examples:
      crex options
      crex options -g GAME -e EDITION
      crex options -e EDITION --readings
      crex options --json
    """
    from crex_dsl.cli.documents import OptionsDocument
    from crex_dsl.language.diagnostics import RuleError

    found, mistakes = catalogues(rules or (), game, edition, language)
    games = list(_chosen(found, edition)) if found else []
    if as_json:
        typer.echo(OptionsDocument(games=games).model_dump_json(indent=2))
    else:
        _show(games, readings)
    if mistakes:
        raise RuleError(mistakes)


def _chosen(found: list[GameIndex], edition: str | None) -> Iterator[GameOptions]:
    """What can be chosen in each game; with an edition, in the games that have it."""
    from crex_dsl.cli.documents import GameOptions

    for index, info in [(index, None) for index in found] if edition is None else editions_named(found, edition):
        options = index.options if info is None else index.options_for(info)
        rulings = index.rulings if info is None else index.rulings_for(info)
        name = None if info is None else info.id
        yield GameOptions(game=index.game, title=index.title, edition=name, options=options, rulings=rulings)


def _show(games: list[GameOptions], with_readings: bool) -> None:
    options = [_option(game.game, option) for game in games for option in game.options]
    readings = [row for game in games for ruling in game.rulings for row in _readings(game.game, ruling)]
    if options:
        show_table(("game", "option", "title", "conditions", "says"), options, whole=["game", "option"])
    if options and readings:
        say()
    if readings and not with_readings:
        count = sum(len(game.rulings) for game in games)
        say(
            said(
                "The books leave {count} question open: --readings lists how it can be read, `crex rulings` tells why.",
                "The books leave {count} questions open: --readings lists how they can be read, "
                "`crex rulings` tells why.",
                count=count,
            )
        )
    elif readings:
        columns = ("game", "ruling=reading", "on", "for", "mark", "says")
        show_table(columns, readings, whole=["game", "ruling=reading"])
    if games and not options and not readings:
        say(said("There is nothing to choose here."))


def _option(game: str, option: OptionInfo) -> tuple[str, ...]:
    groups = (
        (marked("for {names}"), option.layers),
        (marked("needs {names}"), option.needs),
        (marked("excludes {names}"), option.excludes),
        (marked("recommends {names}"), option.recommends),
        (marked("reads {names}"), option.reads),
    )
    conditions = apart(said(sentence, names=", ".join(names)) for sentence, names in groups if names)
    return game, option.id, option.title, conditions, option.says


def _readings(game: str, ruling: RulingInfo) -> Iterator[tuple[str, ...]]:
    yield (
        game,
        ruling.id,
        ", ".join(ruling.on),
        ", ".join(ruling.layers or [ruling.layer]),
        said("col-asks"),
        ruling.asks,
    )
    for reading in ruling.readings:
        yield (
            game,
            f"{ruling.id}={reading.id}",
            "",
            "",
            ", ".join(said(MARKS[mark]) for mark in reading.marks),
            reading.reason,
        )
