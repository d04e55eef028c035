"""`make matches`: two bots play each other from the same seeds in every seating, and two tables say who is better and
what their orders are good for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from math import log10

from crex_dsl.engine.game import game_of
from crex_dsl.lab.simulation.playouts import Playout
from crex_dsl.lab.simulation.series import Order, played
from crex_dsl.lab.statistics.intervals import Share, share
from crex_dsl.rulebook.selection.catalogue import index_of
from crex_dsl.system.console import show_table, watched
from tests.conformance.cases import library
from tests.lab.sense import Referee


@dataclass(frozen=True)
class Match:
    """One bot against another in an edition of a game: so many seeds, each in every seating."""

    game: str
    edition: str | None
    one: str
    other: str
    seeds: int

    def __str__(self) -> str:
        return " ".join(part for part in (self.game, self.edition, self.one, "v", self.other) if part)


LONG = (  # `hard` and the planner take about the same processor time for a game
    Match("crusader-rex", "english-2.0", "greedy", "random", 50),
    Match("crusader-rex", "english-2.0", "easy", "random", 20),
    Match("crusader-rex", "english-2.0", "normal", "easy", 40),
    Match("crusader-rex", "english-2.0", "normal", "greedy", 40),
    Match("crusader-rex", "english-2.0", "hard", "normal", 10),
    Match("crusader-rex", "english-2.0", "hard", "planner:1000", 10),
    Match("crusader-rex", "polish-1.4", "greedy", "random", 50),
    Match("crusader-rex", "polish-1.4", "normal", "greedy", 20),
    Match("na-grunwald", "two-players", "greedy", "random", 100),
    Match("na-grunwald", "two-players", "easy", "greedy", 100),
    Match("na-grunwald", "two-players", "normal", "easy", 100),
    Match("na-grunwald", "two-players", "hard", "normal", 50),
    Match("na-grunwald", "two-players", "hard", "planner:600", 50),
    Match("na-grunwald", "three-players", "normal", "greedy", 10),
    Match("na-grunwald", "four-players", "normal", "greedy", 10),
)
JUDGED = (("crusader-rex", "english-2.0", 10), ("na-grunwald", "two-players", 20))
JUDGED_BOTS = ("greedy", "planner:40", "easy", "normal")
SHARES = (  # of what is counted, which part is what
    ("opened_by_weaker", "battles_opened"),
    ("opened_by_far_weaker", "battles_opened"),
    ("opened_by_fewer", "battles_opened"),
    ("rash_attacks", "attacks"),
    ("walks_back", "walks"),
)


@dataclass(frozen=True)
class Score:
    """What the first bot got of the victories, with its 95 % interval, and for how many games it took the seats.

    A victory counts one, a draw half of it, and of a shared victory the part of the winners that he was.  The interval
    is that of the whole victories below it, so it never flatters him.
    """

    points: float
    games: int

    @property
    def share(self) -> Share:
        """The part of all victories."""
        return share(int(self.points), self.games)

    @property
    def clear(self) -> bool:
        """Whether he is better beyond luck: as he sits everywhere equally often, equals get half of the points."""
        return self.share.low > 0.5


def seatings(players: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Where the first of two bots sits: on half of the seats, and for each such seating also on all the others."""
    half = [set(some) for some in combinations(players, len(players) // 2)]
    every = [some for here in half for some in (here, set(players) - here)]
    found = dict.fromkeys(tuple(player for player in players if player in some) for some in every)
    return list(found)


def score(match: Match, workers: int | None = 1) -> Score:
    """The score of the first bot in all seatings together."""
    files = library().files(match.game)
    selection = index_of(files).select(match.edition, ())
    players = game_of(files, selection).players
    won, games = 0.0, 0
    for seats in seatings(players):
        bots = {player: match.one if player in seats else match.other for player in players}
        for batch in played(Order(files, selection, bots, match.seeds), workers):
            won += sum(points(game, seats) for game in batch.playouts)
            games += len(batch.playouts)
    return Score(won, games)


def points(game: Playout, seats: tuple[str, ...]) -> float:
    """What some seats got of a game that has an end."""
    assert game.result is not None, f"seed {game.seed} has no end: {game.fault or 'it was cut short'}"
    winners = game.result.winners
    return sum(winner in seats for winner in winners) / len(winners) if winners else 0.5


def rows() -> Iterator[tuple[str, ...]]:
    """The matches, as they are played."""
    for match in LONG:
        made = score(match, None)
        low, high = (f"{100 * end:.0f}" for end in (made.share.low, made.share.high))
        elo = " to ".join(f"{ahead(end):+.0f}" for end in (made.share.low, made.share.high))
        yield str(match), str(made.games), f"{100 * made.points / made.games:.0f} %", f"{low}-{high} %", elo


def ahead(share: float) -> float:
    """By how many points of Elo a player is ahead who wins such a share; at most 800."""
    return max(-800.0, min(800.0, 400 * log10(max(share, 1e-9) / max(1 - share, 1e-9))))


def sense_rows() -> Iterator[tuple[str, ...]]:
    """What the orders of each bot that plays itself come to, in each game that is judged."""
    for name, edition, seeds in JUDGED:
        files = library().files(name)
        game = game_of(files, index_of(files).select(edition, ()), watched=True)
        stage = game.tables["worth"][0]
        found = [Referee(game, bot).judge(range(seeds)) for bot in JUDGED_BOTS]
        yield f"{name} {edition}: games", *(str(each.games) for each in found)
        yield f"orders each {stage}", *(f"{each.orders / max(1, each.closed[stage]):.2f}" for each in found)
        yield "orders that change nothing", *(f"{100 * each.empty / max(1, each.orders):.1f} %" for each in found)
        for measure, (title, *_) in game.tables["measures"].items():
            if measure in found[0].counted:
                yield f"{title}, a game", *(f"{each.counted[measure] / each.games:.1f}" for each in found)
        for part, whole in SHARES:
            if part in found[0].counted:
                title, of = (game.tables["measures"][name][0] for name in (part, whole))
                yield f"{title}, of 100: {of}", *(f"{100 * each.per(part, whole):.0f}" for each in found)


def main() -> None:
    """Play, with a bar on a terminal, and print the tables."""
    columns = ("match", "games", "won by the first", "95 % interval", "Elo ahead")
    show_table(columns, list(watched(rows(), len(LONG), "playing")), numbers=columns[1:])
    judged = ("sense", *JUDGED_BOTS)
    show_table(judged, list(sense_rows()), numbers=judged[1:])


if __name__ == "__main__":
    main()
