"""`make matches`: two bots play each other from the same seeds in every seating, and two tables say who is better and
what their orders are good for.

Every match gets some seeds in turn until its interval reaches no farther than 5 points to either side.  Games are kept
in `build/matches`, or in a folder that is named: stopped in whatever way, the same command goes on.  Games of another
crex or of other rules are refused there, so that no table mixes them.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import combinations
from math import log10
from pathlib import Path

from crex_dsl.engine.game import game_of
from crex_dsl.lab.comparison.ladder import FILE
from crex_dsl.lab.simulation.playouts import Playout
from crex_dsl.lab.simulation.results_file import kept
from crex_dsl.lab.simulation.series import Order, played
from crex_dsl.lab.statistics.intervals import Share, mean_share, share
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


LADDER = (("greedy", "random", 50), ("easy", "greedy", 50), ("normal", "easy", 50), ("hard", "normal", 50))
NEIGHBOURS = (("normal", "easy", 50), ("hard", "normal", 50))  # of the level that the guides name
LONG = (
    *(Match("crusader-rex", "english-2.0", *rung) for rung in LADDER),
    Match("crusader-rex", "english-2.0", "normal", "greedy", 50),
    Match("crusader-rex", "english-2.0", "hard", "planner:1000", 50),  # about the same processor time for a game
    *(Match("na-grunwald", "two-players", *rung) for rung in LADDER),
    Match("na-grunwald", "two-players", "normal", "greedy", 50),
    Match("na-grunwald", "two-players", "hard", "planner:600", 50),  # about the same processor time for a game
    *(
        Match("crusader-rex", edition, *rung)
        for edition in ("polish-1.4", "french-1.x", "russian-2.0")
        for rung in NEIGHBOURS
    ),
    *(Match("na-grunwald", edition, *rung) for edition in ("three-players", "four-players") for rung in NEIGHBOURS),
)
REACH = 0.05  # to either side of a share, at which a match has said enough
ROUND, MOST = 5, 200  # seeds that a match gets at a time, and in all
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
    """What the first bot got of the victories in each of his seatings, and for how many games he took those seats.

    A victory counts one, a draw half of it, and of a shared victory the part of the winners that he was.  The interval
    is that of the whole victories below it, so it never flatters him, and seating by seating: who sits where is the
    same for both, and no luck.
    """

    parts: Mapping[tuple[str, ...], tuple[float, int]]

    @property
    def games(self) -> int:
        """How many games there are in all."""
        return sum(games for _, games in self.parts.values())

    @property
    def points(self) -> float:
        """What he got in all of them."""
        return sum(won for won, _ in self.parts.values())

    @property
    def share(self) -> Share:
        """The part of all victories."""
        return mean_share([share(int(won), games) for won, games in self.parts.values()])

    @property
    def narrow(self) -> bool:
        """Whether the interval is as narrow as a ladder wants it."""
        return self.games > 0 and (self.share.high - self.share.low) / 2 <= REACH

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


def orders(match: Match) -> list[tuple[tuple[str, ...], Order]]:
    """The games of a match: the seats of the first bot, and all seeds in that seating."""
    files = library().files(match.game)
    selection = index_of(files).select(match.edition, ())
    players = game_of(files, selection).players
    return [
        (seats, Order(files, selection, {of: match.one if of in seats else match.other for of in players}, match.seeds))
        for seats in seatings(players)
    ]


def score(match: Match, workers: int | None = 1, folder: Path | None = None) -> Score:
    """The score of the first bot in all seatings together; with a folder, what lies there is not played again."""
    parts = {}
    for seats, order in orders(match):
        file = folder and folder / f"{_file_name(match, seats)}.jsonl"
        won = [points(game, seats) for game in _games(order, workers, file)]
        parts[seats] = (sum(won), len(won))
    return Score(parts)


def _file_name(match: Match, seats: Sequence[str]) -> str:
    return "-".join([match.game, match.edition or "", match.one, match.other, *seats]).replace(":", "-")


def _games(order: Order, workers: int | None, file: Path | None) -> Iterator[Playout]:
    """The games of an order: those that are kept, then the others, which are kept as they come."""
    if file is None:
        for batch in played(order, workers):
            yield from batch.playouts
        return
    with kept(file, order.game(), order) as ledger:
        known = list(ledger.known())
        yield from known
        if len(known) < order.games:
            for batch in played(order.without(len(known)), workers):
                ledger.add(batch.playouts)
                yield from batch.playouts


def points(game: Playout, seats: tuple[str, ...]) -> float:
    """What some seats got of a game that has an end."""
    assert game.result is not None, f"seed {game.seed} has no end: {game.fault or 'it was cut short'}"
    winners = game.result.winners
    return sum(winner in seats for winner in winners) / len(winners) if winners else 0.5


class Ladder:
    """All matches under way: each gets some seeds more in turn, until it has said enough."""

    def __init__(self, matches: Sequence[Match], folder: Path, most: int = MOST) -> None:
        self.folder, self._most = folder, most
        self.scores: dict[Match, Score] = dict.fromkeys(matches, Score({}))
        folder.mkdir(parents=True, exist_ok=True)

    def play(self, workers: int | None = None) -> Iterator[Match]:
        """A round of every match that has not said enough, and again; each match as it gets on."""
        for seeds in range(ROUND, self._most + 1, ROUND):
            open_matches = [match for match, made in self.scores.items() if not made.narrow]
            for match in open_matches:
                self.scores[match] = score(replace(match, seeds=seeds), workers, self.folder)
                yield match

    def rows(self) -> list[tuple[str, ...]]:
        """What is known of the matches that have begun."""
        return [_row(match, made) for match, made in self.scores.items() if made.games]

    def kept(self, game: str) -> str:
        """The matches of a game as the table that lies beside its rule files."""
        lines = ["edition\tfirst\tsecond\tseats\tgames\twon"]
        for match, made in self.scores.items():
            if match.game == game:
                lines += [
                    f"{match.edition}\t{match.one}\t{match.other}\t{', '.join(seats)}\t{games}\t{int(won)}"
                    for seats, (won, games) in made.parts.items()
                ]
        return "".join(f"{line}\n" for line in lines)


def _row(match: Match, made: Score) -> tuple[str, ...]:
    low, high = (f"{100 * end:.0f}" for end in (made.share.low, made.share.high))
    elo = " to ".join(f"{ahead(end):+.0f}" for end in (made.share.low, made.share.high))
    return str(match), str(made.games), f"{100 * made.points / made.games:.0f} %", f"{low}-{high} %", elo


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


def main(folder: Path) -> None:
    """Play, with a bar on a terminal, until all matches have said enough or somebody stops it, and print the tables.

    What is known of a game is also written as its `ladder.tsv`, for the folder of its rule files.
    """
    ladder = Ladder(LONG, folder)
    with suppress(KeyboardInterrupt):
        for _ in watched(ladder.play(), len(LONG) * (MOST // ROUND), "playing"):
            pass
    for game in dict.fromkeys(match.game for match in LONG):
        (folder / game).mkdir(exist_ok=True)
        (folder / game / FILE).write_text(ladder.kept(game), encoding="utf-8")
    columns = ("match", "games", "won by the first", "95 % interval", "Elo ahead")
    show_table(columns, ladder.rows(), numbers=columns[1:])
    judged = ("sense", *JUDGED_BOTS)
    show_table(judged, list(sense_rows()), numbers=judged[1:])


if __name__ == "__main__":
    main(Path(*sys.argv[1:] or ("build", "matches")))
