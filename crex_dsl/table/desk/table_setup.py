"""How tables come to be: new ones, saves of the terminal, forks, rematches; and what can be chosen for them."""

from __future__ import annotations

import secrets
import shlex
from collections.abc import Mapping, Sequence
from contextlib import suppress
from random import Random
from time import monotonic
from typing import Any

from crex_dsl.engine.errors import CrexError, NoCounterpart
from crex_dsl.engine.game import Game
from crex_dsl.engine.run.position import Position
from crex_dsl.engine.saves.state_import import parse_save
from crex_dsl.engine.scenarios.scenario import Scenario
from crex_dsl.engine.scenarios.setup import Opening, opening, taken
from crex_dsl.engine.secrecy.view import View
from crex_dsl.gameplay.saved_games import Setting
from crex_dsl.gameplay.seats import PERSON, checked
from crex_dsl.lab.bots.budget import Budget
from crex_dsl.lab.bots.registry import bots, default_bot
from crex_dsl.rulebook.selection.catalogue import index_of
from crex_dsl.rulebook.selection.selection import EditionInfo, GameIndex
from crex_dsl.table.desk.citations import position_at
from crex_dsl.table.desk.open_tables import Desk, OpenTable, others_asked, result_of, viewer_of
from crex_dsl.table.errors import Denied, Illegal, Wrong
from crex_dsl.table.store.tables import HOST, OBSERVER, NewSeat, digest_of, secret
from crex_dsl.text.messages import listed_as_said, number_as_said, said

_DRAWS = 12  # of what a seat cannot see, until one can be gone on with under another rulebook
_SEARCH_SECONDS = 2.0  # for a moment that another rulebook can go on from
_MOST_THOUGHT = 5_000  # playouts or milliseconds of a bot for one answer
Made = tuple[str, dict[str, str]]  # the id of a table, and by seat the keys for whoever made it
Seating = Mapping[str, Mapping[str, Any]]


def games(desk: Desk) -> dict[str, Any]:
    """What can be chosen: games with their editions, options and readings."""
    library = desk.stores.rules.library()
    found = []
    for name in library.games():
        index = index_of(library.files(name))
        found.append(
            {
                "id": index.game,
                "title": index.title,
                "default": index.default,
                "default_edition": index.default_edition,
                "editions": [_edition(index, edition) for edition in index.editions],
            }
        )
    return {"games": found}


def _edition(index: GameIndex, edition: EditionInfo) -> dict[str, Any]:
    return {
        "id": edition.id,
        "title": edition.title,
        "language": edition.language,
        "seats": edition.seats,
        "options": [
            option.model_dump(include={"id", "title", "says", "excludes", "needs", "recommends"})
            for option in index.options_for(edition)
        ],
        "rulings": [
            {
                "id": ruling.id,
                "asks": ruling.asks,
                "readings": [
                    reading.model_dump(include={"id", "reason", "printed", "taken", "unplayable"})
                    for reading in ruling.readings
                ],
            }
            for ruling in index.rulings_for(edition)
        ],
    }


def check(
    desk: Desk, game: str, edition: str | None, options: Sequence[str], house: Mapping[str, str], scenario: str
) -> dict[str, Any]:
    """What a choice comes to: players, bots, scenarios, and the options in order; raises what is wrong with it.

    Our own options are known to work together where they may be chosen so: only with house rules, or where a scenario
    is to be laid out, are the very rules compiled for it, which takes seconds.
    """
    rulebook = desk.stores.rules.keep(game, house)
    files = desk.stores.rules.files(rulebook)
    index = index_of(files)
    selection = index.select(edition, options)
    plays = desk.game(rulebook, selection.edition, selection.names if house or scenario else ())
    known = bots(plays)
    scenes = [Scenario(plays, name) for name in plays.tables["scenarios"]]
    begun = _opening(plays, scenario)
    return {
        "ok": True,
        "scenarios": [{"name": each.name, "title": each.title, "takes": taken(each)} for each in scenes],
        "scenario": None if begun is None else str(begun),
        "edition": _edition(index, index.edition(selection.edition)),
        "editions": [{"id": each.id, "title": each.title} for each in index.editions],
        "names": list(selection.names),
        "players": [{"seat": player, "name": plays.player_name(player)} for player in plays.players],
        "bots": [{"name": name, "says": says} for name, says in known.items()],
        "default_bot": usual_bot(plays),
    }


def usual_bot(game: Game) -> str:
    """The bot that plays where none is named."""
    return default_bot(game)


def new_table(
    desk: Desk,
    game: str,
    edition: str | None,
    options: Sequence[str],
    house: Mapping[str, str],
    scenario: str,
    title: str,
    sandbox: bool,
    seating: Seating,
    name: str,
    seed: int | None,
) -> Made:
    """A new game at a new table, or a scenario of it."""
    rulebook = desk.stores.rules.keep(game, house)
    index = index_of(desk.stores.rules.files(rulebook))
    selection = index.select(edition, options)
    plays = desk.game(rulebook, selection.edition, selection.names)
    dice = secrets.randbits(63) if seed is None else seed
    position = plays.start(dice, scenario=_opening(plays, scenario))
    return _made(desk, rulebook, title, dice, _kept(position), position, sandbox, seating, name)


def _opening(game: Game, words: str) -> Opening | None:
    """The scenario that somebody names with its values, as on the command line; None where he names none."""
    try:
        name, *values = shlex.split(words) or [""]
    except ValueError:
        raise Wrong(said("a quotation mark is open in the values of the scenario")) from None
    return opening(game, name, values) if name else None


def _kept(position: Position) -> str | None:
    """What must be stored of a start besides its seed."""
    return None if position.opening is None else position.to_json()


def open_save(desk: Desk, text: str, title: str, seating: Seating, name: str) -> Made:
    """A game from a save, which goes on at a table as far as rule files at hand can play it."""
    model = parse_save(text)
    rulebook = desk.stores.rules.keep(model.game, {})
    plays = desk.game(rulebook, model.edition, model.options)
    position = plays.from_json(text)
    return _made(desk, rulebook, title, position.seed or 0, position.to_json(), position, False, seating, name)


def fork(
    desk: Desk, table: OpenTable, seat: str, moment: int | None, edition: str | None, options: Sequence[str] | None
) -> Made:
    """A sandbox from a moment that a seat has seen, what it cannot see dealt anew; perhaps under another rulebook."""
    seen = position_at(table, seat, moment)
    if seen.decision is None:
        raise Illegal(said("the game is over there: go back to a moment where somebody decides"), clauses=[])
    view, dice = seen.view(viewer_of(seat)), Random(secrets.randbits(64))
    rulebook, plays = table.row.rulebook, table.game
    if edition is None and options is None:
        position = view.sample(dice)
    else:
        index = index_of(desk.stores.rules.files(rulebook))
        selection = index.select(edition or plays.edition, plays.options if options is None else options)
        plays = desk.game(rulebook, selection.edition, selection.names)
        try:
            position = _dealt_under(view, plays, dice, _DRAWS)
        except NoCounterpart as error:
            earlier = _last_that_fits(table, seat, moment, plays)
            told = _not_carried(index.edition(selection.edition).title, error.things, earlier)
            raise Illegal(told, missing=list(error.missing), clauses=[]) from None
    title = f"{table.row.title} (fork)"
    seating = {player: {"sort": "person", "mine": True} for player in plays.players}
    name = table.seat(seat).player
    return _made(desk, rulebook, title, 0, position.to_json(), position, True, seating, name)


def _dealt_under(view: View, plays: Game, dice: Random, draws: int) -> Position:
    """A position that fits what a seat sees, under another rulebook: what it does not see may exist there or not.

    Raises NoCounterpart with what was missing however it was drawn.
    """
    gaps: list[NoCounterpart] = []
    for _ in range(draws):
        try:
            return view.sample(dice).under(plays)
        except NoCounterpart as error:
            gaps.append(error)
    last = gaps[-1]
    missing = [each for each in last.missing if all(each in gap.missing for gap in gaps)]
    raise NoCounterpart(missing or last.missing, [each for each in last.things if each in (missing or last.missing)])


def _last_that_fits(table: OpenTable, seat: str, moment: int | None, plays: Game) -> int | None:
    """The last moment before one from which a seat can fork under another rulebook, if one is found in time."""
    until = monotonic() + _SEARCH_SECONDS
    last = table.record.count(viewer_of(seat)) if moment is None else moment
    for earlier in reversed(range(last)):
        if monotonic() > until:
            return None
        with suppress(CrexError):
            _dealt_under(position_at(table, seat, earlier).view(viewer_of(seat)), plays, Random(earlier), 1)
            return earlier
    return None


def _not_carried(edition: str, things: Sequence[str], earlier: int | None) -> str:
    """Why a moment cannot be gone on with under an edition, and what can be done instead."""
    why = (
        said("table-fork-lacks", edition=edition, things=listed_as_said(things))
        if things
        else said("table-fork-otherwise", edition=edition)
    )
    instead = said("table-fork-nowhere") if earlier is None else said("table-fork-earlier", moment=earlier)
    return f"{why} {instead}"


def rematch(desk: Desk, table: OpenTable, swap: bool) -> str:
    """The same game once more, with sides swapped or not, for whoever held the seats: its id.

    Whoever asks first decides whether sides are swapped.
    """
    if table.row.rematch is not None:
        return table.row.rematch
    if not table.now.over:
        raise Denied(said("this game is not over yet"))
    sides = [seat for seat in table.seats if seat.sort != OBSERVER]
    shifted = sides[1:] + sides[:1] if swap else sides
    seats = [
        NewSeat(side.seat, side.side, who.sort, who.bot, who.key_digest, who.player)
        for side, who in zip(sides, shifted, strict=True)
    ]
    seed = secrets.randbits(63)
    position = table.game.start(seed, scenario=table.now.opening)
    made = _stored(
        desk,
        table.row.rulebook,
        table.row.title,
        seed,
        _kept(position),
        position,
        table.row.sandbox,
        table.row.host_digest,
        seats,
    )
    desk.forget(table.row.id)
    return desk.stores.tables.set_rematch(table.row.id, made)


def _made(
    desk: Desk,
    rulebook: str,
    title: str,
    seed: int,
    opening: str | None,
    position: Position,
    sandbox: bool,
    seating: Seating,
    name: str,
) -> Made:
    """Store a table with whoever is wished for on its seats; the keys to what its maker holds."""
    game = position.game
    if set(seating) - set(game.players):
        raise Wrong(said("nobody of that name plays this game"), seats=list(game.players))
    wishes = {player: seating.get(player, {}) for player in game.players}
    people = [player for player, wish in wishes.items() if wish.get("sort", PERSON) == PERSON]
    chosen = [player for player in people if wishes[player].get("mine")]
    mine = chosen or ([] if any("mine" in wish for wish in wishes.values()) else people[:1])
    keys = {holder: secret() for holder in (HOST, *mine)}
    seats = [
        NewSeat(player, game.player_name(player), "person", None, digest_of(keys[player]), name)
        if player in mine
        else NewSeat(player, game.player_name(player), "person")
        if player in people
        else NewSeat(player, game.player_name(player), "bot", bot_named(game, wishes[player].get("bot")))
        for player in game.players
    ]
    made = _stored(desk, rulebook, title, seed, opening, position, sandbox, digest_of(keys[HOST]), seats)
    return made, keys


def bot_named(game: Game, name: str | None) -> str:
    """The full name of a bot that plays a game, the usual one where none is named.

    Only those that the game lists sit down here: a class of somebody's own would be code from a request.
    """
    wanted, known = (name or usual_bot(game)).casefold(), bots(game)
    kind, _, budget = wanted.partition(":")
    if kind not in known:
        raise Wrong(said("no bot of that name plays here: there are {names}", names=listed_as_said(known)))
    full = checked(game, wanted)
    thought = Budget.read(budget) if budget else Budget()
    if max(thought.playouts or 0, thought.milliseconds or 0) > _MOST_THOUGHT:
        raise Wrong(
            said(
                "a bot thinks for at most {number} playouts or milliseconds here", number=number_as_said(_MOST_THOUGHT)
            )
        )
    return full


def _stored(
    desk: Desk,
    rulebook: str,
    title: str,
    seed: int,
    opening: str | None,
    position: Position,
    sandbox: bool,
    host_digest: str,
    seats: Sequence[NewSeat],
) -> str:
    game, decision = position.game, position.decision
    edition = index_of(game.files).edition(game.edition)
    about = {
        "game": {"id": game.id, "title": game.title},
        "edition": {"id": edition.id, "title": edition.title, "language": edition.language},
        "options": list(game.options),
        # its values name things that are covered to others
        "scenario": None if position.opening is None else position.opening.scene.title,
    }
    return desk.stores.tables.make(
        rulebook,
        game.edition,
        game.options,
        about,
        title or game.title,
        seed,
        opening,
        sandbox,
        host_digest,
        [*seats, NewSeat(OBSERVER, "", OBSERVER)],
        None if decision is None else decision.who,
        result_of(position),
        others_asked(position),
    )


def save_text(desk: Desk, table: OpenTable) -> str:
    """The game as a save that the terminal and the lab read."""
    setting = Setting(
        seats={seat.seat: seat.bot or "person" for seat in table.seats if seat.sort != OBSERVER},
        sandbox=table.row.sandbox,
        orders=desk.stores.decisions.orders(table.row.id),
    )
    text = table.record.history().now.to_json().rstrip()
    return f'{text.removesuffix("}").rstrip()},\n "table": {setting.model_dump_json()}\n}}\n'
