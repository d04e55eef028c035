"""What the shell may offer: names and references; where nothing can be known, nothing is offered."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from crex_dsl.engine.game import Game
    from crex_dsl.rulebook.selection import GameIndex

Offer = tuple[str, str]


def _offering(find: Callable[[typer.Context], Iterator[Offer]]) -> Callable[[typer.Context, str], list[Offer]]:
    """A completion that never fails: what goes wrong here is told when the command runs."""

    def complete(ctx: typer.Context, incomplete: str) -> list[Offer]:
        try:
            return [offer for offer in dict.fromkeys(find(ctx)) if offer[0].startswith(incomplete)]
        except Exception:
            return []

    return complete


def _indexes(ctx: typer.Context, named: bool) -> Iterator[GameIndex]:
    from crex_dsl.cli.asked import games
    from crex_dsl.language.diagnostics import RuleError
    from crex_dsl.rulebook.catalogue import index_of

    for files in games(ctx.params.get("rules") or (), ctx.params.get("game") if named else None):
        try:
            yield index_of(files)
        except RuleError:
            continue


@_offering
def game_names(ctx: typer.Context) -> Iterator[Offer]:
    """Every game."""
    for index in _indexes(ctx, named=False):
        yield index.game, index.title


@_offering
def edition_names(ctx: typer.Context) -> Iterator[Offer]:
    """The editions of the game named, or of all."""
    for index in _indexes(ctx, named=True):
        for edition in index.editions:
            yield edition.id, edition.title


@_offering
def option_names(ctx: typer.Context) -> Iterator[Offer]:
    """The options and readings of the game and edition named, or of all."""
    from crex_dsl.rulebook.selection import AS_PRINTED

    wanted = ctx.params.get("edition")
    for index in _indexes(ctx, named=True):
        editions = [index.edition(wanted)] if wanted else index.editions
        for edition in editions:
            for option in index.options_for(edition):
                yield option.id, option.title
            for ruling in index.rulings_for(edition):
                yield AS_PRINTED, "every printed reading"
                for reading in ruling.readings:
                    if not reading.unplayable:
                        yield f"{ruling.id}={reading.id}", reading.reason


@_offering
def references(ctx: typer.Context) -> Iterator[Offer]:
    """The numbers, clauses and rulings of the rulebook named, or of the default one."""
    from crex_dsl.cli.asked import selected
    from crex_dsl.lawyer.shelf import brief_of

    given = ctx.params.get
    brief = brief_of(*selected(given("rules") or (), given("game"), given("edition"), given("option") or ()))
    for clause in brief.clauses:
        for number in clause.numbers:
            yield number, clause.heading
    for clause in brief.clauses:
        yield clause.id, clause.heading
    for ruling in brief.rulings:
        yield ruling.id, ruling.asks


def _game(ctx: typer.Context) -> Game:
    from crex_dsl.cli.asked import selected
    from crex_dsl.engine.game import game_of

    given = ctx.params.get
    files, _, selection = selected(given("rules") or (), given("game"), given("edition"), given("option") or ())
    return game_of(files, selection)


@_offering
def seats_for_bots(ctx: typer.Context) -> Iterator[Offer]:
    """Every bot of the game named for all sides, and for each of them."""
    from crex_dsl.lab.bots import bot_names

    game = _game(ctx)
    titles = game.tables["policies"]
    for name in bot_names(game):
        yield name, titles.get(name, "any legal answer")
    for player in game.players:
        for name in bot_names(game):
            yield f"{player}={name}", titles.get(name, "any legal answer")


@_offering
def stage_names(ctx: typer.Context) -> Iterator[Offer]:
    """The stages of the game named, and decisions."""
    from crex_dsl.lab.table import DECISIONS

    for stage, within in _game(ctx).tables["stages"].items():
        if within is not None:
            yield f"{stage}=", f"a stage in {within}"
    yield f"{DECISIONS}=", "what bots are asked"
