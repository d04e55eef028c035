"""Bots: their turns at tables, and whole games played on from a position."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any

from crex_dsl.engine.run.position import Position
from crex_dsl.lab.bots.protocol import answer
from crex_dsl.lab.bots.registry import bot
from crex_dsl.lab.statistics.intervals import share
from crex_dsl.table.desk.bot_minds import BotMind
from crex_dsl.table.desk.citations import position_at
from crex_dsl.table.desk.open_tables import Desk, OpenTable, viewer_of
from crex_dsl.table.desk.table_setup import bot_named
from crex_dsl.table.errors import Wrong
from crex_dsl.text.messages import number_as_said, said

MOST_GAMES = 1_000
_STRETCH = 0.5  # seconds after which a bot that goes on deciding lets others see what it did
_CAP = 100_000
_PATIENCE = 45.0  # seconds after which no further game is begun


def take_turns(desk: Desk, table_id: str) -> int:
    """Let bots decide while it is their turn, for a stretch; how many decisions were taken.

    The luck of a bot comes from the table and the number of the decision, and what it knows from what its seat could
    see until then: whoever thinks twice finds the same.
    """
    table = desk.table(table_id)
    begun, count = time.monotonic(), 0
    bots = {seat.seat: seat.bot for seat in table.seats if seat.sort == "bot" and seat.bot}
    while (who := table.waiting) in bots and (not count or time.monotonic() - begun < _STRETCH):
        rng = Random(f"{table.row.seed} {table.row.id} {table.row.epoch} {table.decided}")
        name = bots[who]
        if (who, name) not in table.minds:
            table.minds[who, name] = BotMind(table.game, who, name)
        order = table.minds[who, name].order(table.record, rng)
        desk.append(table, order)
        count += len(order)
    return count


def play_on(table: OpenTable, seat: str, moment: int | None, games: int, wished: Mapping[str, str]) -> dict[str, Any]:
    """So many games by bots from what a seat sees, what it cannot see dealt anew: who wins, with intervals.

    Where they take longer than somebody waits for, it is fewer.
    """
    if not 1 <= games <= MOST_GAMES:
        raise Wrong(said("from 1 to {number} games are played on at once", number=number_as_said(MOST_GAMES)))
    game, view = table.game, position_at(table, seat, moment).view(viewer_of(seat))
    if view.over:
        raise Wrong(said("the game is over there: go back to a moment where somebody decides"))
    if set(wished) - set(game.players):
        raise Wrong(said("name a bot for each player, and for nobody else"))
    names = {player: bot_named(game, wished.get(player)) for player in game.players}
    bots = {game.seat(player): bot(game, name) for player, name in names.items()}
    rng = Random(repr(view.key))
    wins: Counter[str] = Counter()
    ends, played = time.monotonic() + _PATIENCE, 0
    while played < games and (not played or time.monotonic() < ends):
        position = view.sample(rng)
        _play(position, bots, rng)
        result = position.result
        wins.update(result.winners if result is not None and len(result.winners) == 1 else ("",))
        played += 1
    return {
        "games": played,
        "wished": games,
        "wins": [
            {"seat": player, "name": game.player_name(player), **share(wins[player], played).model_dump()}
            for player in game.players
        ],
        "drawn": wins[""],
        "by": {game.player_name(player): name for player, name in names.items()},
    }


def _play(position: Position, bots: Mapping[int, Any], rng: Random) -> None:
    game = position.game
    for each in bots.values():
        each.begin()
    for _ in range(_CAP):
        if position.over:
            return
        who = bots[game.decider(position.state)]
        position.take(answer(who, game, position.state, position.codes, rng))
