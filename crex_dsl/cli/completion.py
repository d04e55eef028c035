"""What the shell may offer: names, references, saves; where nothing can be known, nothing is offered."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from crex_dsl.text.messages import said
from crex_dsl.text.numerals import whole_number

if TYPE_CHECKING:
    from crex_dsl.engine.game import Game
    from crex_dsl.lawyer.records.models import RulebookRecord
    from crex_dsl.rulebook.selection.selection import GameIndex


Offer = tuple[str, str]

ASKED = "_CREX_COMPLETE"  # what a shell sets when it asks


def _offering(find: Callable[[typer.Context], Iterator[Offer]]) -> Callable[[typer.Context, str], list[Offer]]:
    """A completion that never fails: what goes wrong here is told when the command runs."""

    def complete(ctx: typer.Context, incomplete: str) -> list[Offer]:
        try:
            return [offer for offer in dict.fromkeys(find(ctx)) if offer[0].startswith(incomplete)]
        except Exception:
            return []

    return complete


def _indexes(ctx: typer.Context, named: bool) -> Iterator[GameIndex]:
    from crex_dsl.cli.arguments import games
    from crex_dsl.language.diagnostics import RuleError
    from crex_dsl.rulebook.selection.catalogue import index_of

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
def language_names(ctx: typer.Context) -> Iterator[Offer]:
    """The languages in which the game named has words."""
    from crex_dsl.cli.arguments import selected

    _, index, _ = selected(ctx.params.get("rules") or (), ctx.params.get("game"), ctx.params.get("edition"), ())
    for edition in index.editions:
        yield edition.language, edition.title


@_offering
def option_names(ctx: typer.Context) -> Iterator[Offer]:
    """The options and readings of the game and edition named, or of all."""
    yield from _options(ctx, _edition(ctx))


def _edition(ctx: typer.Context) -> str | None:
    """The edition named; of several rulebooks, that of the first."""
    named = ctx.params.get("edition")
    return str(named[0]).split("+")[0] if isinstance(named, list) and named else named or None


def _options(ctx: typer.Context, wanted: str | None) -> Iterator[Offer]:
    from crex_dsl.rulebook.selection.selection import AS_PRINTED, SelectionError

    for index in _indexes(ctx, named=True):
        editions = index.editions
        if wanted:
            try:
                editions = [index.edition(wanted)]
            except SelectionError:
                continue  # an edition of another game
        for edition in editions:
            for option in index.options_for(edition):
                yield option.id, option.title
            for ruling in index.rulings_for(edition):
                yield AS_PRINTED, said("every printed reading")
                for reading in ruling.readings:
                    if not reading.unplayable:
                        yield f"{ruling.id}={reading.id}", reading.reason


@_offering
def references(ctx: typer.Context) -> Iterator[Offer]:
    """The numbers, clauses and rulings of the rulebook named, or of the default one."""
    record = _brief(ctx)
    yield from _clauses(record)
    for ruling in record.rulings:
        yield ruling.id, ruling.asks


@_offering
def clause_names(ctx: typer.Context) -> Iterator[Offer]:
    """The numbers and clauses of the rulebook named, or of the default one."""
    yield from _clauses(_brief(ctx))


def _brief(ctx: typer.Context) -> RulebookRecord:
    from crex_dsl.cli.arguments import selected
    from crex_dsl.lawyer.records.store import record_of

    given = ctx.params.get
    return record_of(*selected(given("rules") or (), given("game"), given("edition"), given("option") or ()))


def _clauses(record: RulebookRecord) -> Iterator[Offer]:
    """Numbers before ids; a number that is printed as several words is left out: a shell would take it apart."""
    for clause in record.clauses:
        for number in clause.numbers:
            if " " not in number:
                yield number, clause.heading
    for clause in record.clauses:
        yield clause.id, clause.heading


def rulebooks(ctx: typer.Context, incomplete: str) -> list[Offer]:
    """Editions; behind a plus, the options and readings of the edition before it."""
    before, plus, _ = incomplete.rpartition("+")
    if not plus:
        return edition_names(ctx, incomplete)

    @_offering
    def more(ctx: typer.Context) -> Iterator[Offer]:
        for name, says in _options(ctx, before.split("+")[0]):
            yield f"{before}+{name}", says

    return more(ctx, incomplete)


@_offering
def references_in_two(ctx: typer.Context) -> Iterator[Offer]:
    """The numbers and clauses of two rulebooks."""
    from crex_dsl.cli.arguments import several_selected
    from crex_dsl.lawyer.records.store import record_of

    given = ctx.params
    chosen = several_selected(given.get("rules") or (), given.get("game"), (given["one"], given["two"]))
    both = [record_of(*each) for each in chosen]
    for record in both:
        yield from _clauses(record)


@_offering
def rulings_and_clauses(ctx: typer.Context) -> Iterator[Offer]:
    """The rulings of the game named, and the clauses that they are on."""
    from crex_dsl.cli.arguments import one_game

    edition = ctx.params.get("edition")
    _, index = one_game(ctx.params.get("rules") or (), ctx.params.get("game"), [edition] if edition else [])
    rulings = index.rulings_for(index.edition(edition)) if edition else index.rulings
    for ruling in rulings:
        yield ruling.id, ruling.asks
    for ruling in rulings:
        for clause in ruling.on:
            yield clause, said("a clause")


@_offering
def seats_for_bots(ctx: typer.Context) -> Iterator[Offer]:
    """Every bot of the game named for all sides, and for each of them."""
    from crex_dsl.lab.bots.registry import bots

    yield from _for_sides(_game(ctx), bots)


@_offering
def bot_names(ctx: typer.Context) -> Iterator[Offer]:
    """Every bot of the game named."""
    from crex_dsl.lab.bots.registry import bots

    yield from bots(_game(ctx)).items()


@_offering
def stage_names(ctx: typer.Context) -> Iterator[Offer]:
    """The stages of the game named, and decisions."""
    from crex_dsl.lab.simulation.match import DECISIONS

    for stage, within in _game(ctx).tables["stages"].items():
        if within is not None:
            yield f"{stage}=", said("a stage in {stage}", stage=within)
    yield f"{DECISIONS}=", said("what bots are asked")


@_offering
def scenario_names(ctx: typer.Context) -> Iterator[Offer]:
    """Every scenario of the game named."""
    yield from ((name, row[0]) for name, row in _game(ctx).tables["scenarios"].items())


@_offering
def policy_names(ctx: typer.Context) -> Iterator[Offer]:
    """Every policy of the game named for all sides, and for each of them."""
    from crex_dsl.lab.odds.scene_policies import policies

    yield from _for_sides(_game(ctx), policies)


def _for_sides(game: Game, named: Callable[[Game], Mapping[str, str]]) -> Iterator[Offer]:
    found = named(game)
    yield from found.items()
    for player in game.players:
        for name, says in found.items():
            yield f"{player}={name}", says


def scene_words(ctx: typer.Context, incomplete: str) -> list[Offer]:
    """A scenario or a save; behind it the names of its parameters, and what each can be."""
    words = [str(word) for word in ctx.params.get("words") or ()]

    @_offering
    def more(ctx: typer.Context) -> Iterator[Offer]:
        game = _game(ctx)
        scenarios = game.tables["scenarios"]
        named = next((word for word in words if word in scenarios), None)
        if named is None:
            yield from ((name, row[0]) for name, row in scenarios.items())
            return
        given, equals, value = incomplete.partition("=")
        start = f"{given}={value[: value.rfind(',') + 1]}"
        for name, of in scenarios[named][1]:
            if not equals:
                yield f"{name}=", ""
            elif name == given:
                yield from ((f"{start}{each}", "") for each in _every(game, of))

    saves = [] if words else [(save, said("a save")) for save in save_files(ctx, incomplete)]
    return [*more(ctx, incomplete), *saves]


def _every(game: Game, of: tuple[Any, ...]) -> Iterator[str]:
    """The names of all values of a type, or of one that it is made of."""
    match of:
        case ("list" | "set" | "optional", inner):
            yield from _every(game, inner)
        case ("enum", words):
            yield from words
        case ("thing", root, _, mask):
            yield from (each for place, each in enumerate(game.namer.kinds[root][0]) if mask >> place & 1)


@_offering
def seatings(ctx: typer.Context) -> Iterator[Offer]:
    """Who can play each side of the game named."""
    from crex_dsl.gameplay.seats import PERSON
    from crex_dsl.lab.bots.registry import bots

    game = _game(ctx)
    for side in game.players:
        yield f"{side}={PERSON}", said("a person at the keyboard")
        for name, says in bots(game).items():
            yield f"{side}={name}", says


@_offering
def side_names(ctx: typer.Context) -> Iterator[Offer]:
    """The sides of the game in the save named."""
    for side in _game(ctx).players:
        yield side, ""


@_offering
def action_ids(ctx: typer.Context) -> Iterator[Offer]:
    """The legal answers in the save named, and the names of all actions."""
    from crex_dsl.cli.table.play import loaded

    params = ctx.params
    position = loaded(Path(params["save"]), [Path(path) for path in params.get("rules") or ()])[0]
    if position.decision is not None:
        for action in position.decision.legal:
            yield action.id, action.text
    for row in position.game.actions:
        yield f"{row.name}({', '.join(row.params)})" if row.params else row.name, ""


def _game(ctx: typer.Context) -> Game:
    """The game of the save named, or the game and edition named."""
    from crex_dsl.cli.arguments import selected
    from crex_dsl.cli.table.play import loaded
    from crex_dsl.engine.game import game_of

    params = ctx.params
    rules = [Path(path) for path in params.get("rules") or ()]
    save = params.get("save") or next((word for word in params.get("words") or () if Path(word).is_file()), None)
    if save:
        return loaded(Path(save), rules)[0].game
    files, _, selection = selected(rules, params.get("game"), _edition(ctx), params.get("option") or ())
    return game_of(files, selection)


def save_files(ctx: typer.Context, incomplete: str) -> list[str]:
    """Saves here or where a path leads, and those in the user's own folder."""
    from crex_dsl.gameplay.saved_games import saves_folder

    try:
        here = [str(path) for path in Path().glob(f"{incomplete}*") if path.is_dir() or path.suffix == ".json"]
        kept = [str(path) for path in saves_folder().glob("*.json")]
    except (OSError, ValueError, NotImplementedError):
        return []
    return sorted(here) + sorted(path for path in kept if path.startswith(incomplete))


# ---- bash ----
@contextmanager
def words_made_whole() -> Iterator[None]:
    """While bash asks, which takes words apart at `=`: put them together, and answer with what goes after the `=`."""
    place = whole_number(os.environ.get("COMP_CWORD", "")) or 0
    words, cursor = rejoined(os.environ.get("COMP_WORDS", "").split("\n"), place)
    before = words[cursor].rpartition("=")[:2] if cursor < len(words) else ("", "")
    if os.environ.get(ASKED) != "complete_bash" or not before[1]:
        yield
        return
    os.environ |= {"COMP_WORDS": "\n".join(words), "COMP_CWORD": str(cursor)}
    answer = StringIO()
    try:
        with redirect_stdout(answer):
            yield
    finally:
        sys.stdout.write("\n".join(line.removeprefix("".join(before)) for line in answer.getvalue().split("\n")))


def rejoined(words: list[str], cursor: int) -> tuple[list[str], int]:
    """Words as they were typed before they were taken apart at `=`, and which of them the cursor is in."""
    whole: list[str] = []
    place = cursor
    for number, word in enumerate(words):
        if whole and (word == "=" or whole[-1].endswith("=")):
            whole[-1] += word
        else:
            whole.append(word)
        if number == cursor:
            place = len(whole) - 1
    return whole, place if cursor < len(words) else len(whole) + cursor - len(words)
