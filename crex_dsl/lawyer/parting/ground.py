"""A ground: one of two rulebooks, played at random while followers with strands of the other go along."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from crex_dsl.engine.game import game_of
from crex_dsl.language.diagnostics import Report, RuleError
from crex_dsl.lawyer.parting.bag import Bag
from crex_dsl.lawyer.parting.crossing import crossed, game_of_book
from crex_dsl.lawyer.parting.follower import Follower, Step, Unit, noting
from crex_dsl.lawyer.parting.parting import parting
from crex_dsl.lawyer.parting.strands import Strand, strands, together
from crex_dsl.lawyer.parting.telling import Teller
from crex_dsl.lawyer.parting.things import thing_witnesses
from crex_dsl.lawyer.parting.touching import Touching
from crex_dsl.lawyer.parting.wandering import Wanderer
from crex_dsl.lawyer.parting.witness import Witness
from crex_dsl.rulebook.build import build
from crex_dsl.rulebook.catalogue import index_of, parsed
from crex_dsl.rulebook.layers import overlay
from crex_dsl.rulebook.library import GameFiles
from crex_dsl.rulebook.selection import Selection

UNITS = 8  # how many crossings are written before a round
SELDOM, RARELY, MANY = 4, 16, 6  # in which games a strand is followed that has been witnessed, or in many ways
ENOUGH = 20  # partings of one follower in one game
STEPS = 100  # how many steps of a game a follower may go along and still be called quick
TRIES = (1, 3, 6)  # by turns, how choosy the players are

Over = Callable[[], bool]  # whether time is up


@dataclass(frozen=True)
class Order:
    """What to look for: two rulebooks of one game, some clauses or (None) all, and when to stop.

    `each` is how many witnesses of a kind are kept; if it is `thorough`, it goes on when every clause has a witness.
    """

    files: GameFiles
    selections: tuple[Selection, Selection]
    names: tuple[str, str]
    clauses: frozenset[str] | None = None
    seconds: float = 60.0
    games: int | None = None
    seed: int = 0
    each: int = 1
    thorough: bool = False

    def wants(self, strand: Strand) -> bool:
        """Whether a strand belongs to what is looked for."""
        return self.clauses is None or strand.clause in self.clauses


class Ground:
    """One side of an order, with its followers."""

    def __init__(self, order: Order, side: int) -> None:
        self.order, self.side = order, side
        text, index = parsed(order.files, scripts=False), index_of(order.files)
        one, two = (overlay(text, index, selection, Report()) for selection in order.selections)
        self._drafts = (one, two)
        self.strands = strands(one, two)
        first, second = (game_of(order.files, selection) for selection in order.selections)
        self.games = (first, second)
        self.game = self.games[side]
        self.clauses = list(dict.fromkeys(strand.clause for strand in self.strands if order.wants(strand)))
        self._touching = Touching(self.game, build(text, index, order.selections[side], Report()))
        self._teller = Teller(self.games, order.names, side)
        self._bag = Bag(self.clauses, order.each)
        self._followers: list[Follower] = []
        self._waiting = [strand for strand in self.strands if order.wants(strand) and not strand.lists]
        self._tried: list[Strand] = []
        if side:
            self._waiting.reverse()  # so that the two grounds begin at either end
        self._passed: set[int] = set()
        self._program = noting(self.game.program, self._passed)

    def things(self) -> list[Witness]:
        """The witnesses of things that only one rulebook has."""
        listing = [strand for strand in self.strands if strand.lists and self.order.wants(strand)]
        return list(thing_witnesses(self.games, self.order.names, listing, self.order.seed))

    def round(self, seeds: range, ways: Mapping[str, int], over: Over) -> list[Witness]:
        """What is new in the games of some seeds, given in how many ways each strand has been witnessed by now."""
        self._write(ways, over)
        return [witness for seed in seeds for witness in self._played(seed, ways, over)]

    # ---- followers ----
    def _write(self, ways: Mapping[str, int], over: Over) -> None:
        """Write some more crossings, those of strands without a witness first."""
        self._waiting.sort(key=lambda strand: strand.label in ways)
        for _ in range(UNITS):
            if not self._waiting or over():
                return
            if self._waiting[0].label in ways and not self.order.thorough:
                return
            self._follow(self._waiting[0])

    def _follow(self, strand: Strand) -> None:
        """Let a strand be followed, but first those that come with it and can do without it."""
        if strand in self._waiting:
            self._waiting.remove(strand)
        self._tried.append(strand)
        exchanged = together(self.strands, strand, self.side)
        if any(other.lists for other in exchanged):
            return  # where other things are needed, no position can be carried over
        for other in exchanged[1:]:
            if other not in self._tried and strand not in together(self.strands, other, self.side):
                self._follow(other)
        try:
            book = crossed(self._drafts[self.side], self._drafts[1 - self.side], exchanged, self.side)
        except RuleError:
            return  # it does not fit in
        follower = Follower(Unit(strand, exchanged, game_of_book(self.game, book)), self.game)
        names = {name for other in exchanged for name in other.about}
        follower.touched = self._touching.points(names | follower.passage.own_stages)
        follower.keepers = self._touching.keepers(names)
        self._followers.append(follower)

    def _awake(self, seed: int, ways: Mapping[str, int]) -> list[Follower]:
        """Who follows the game of a seed: by turns, most often who has no witness yet and is quick.

        Whoever may be to blame in place of another goes along with him.
        """
        found: list[Follower] = []
        for place, follower in enumerate(self._followers):
            seen = ways.get(follower.unit.strand.label, 0)
            pace = 1 if not seen else SELDOM if seen < MANY else RARELY
            if (seed + place) % (pace * follower.slowness(STEPS)) == 0:
                found.append(follower)
        smaller = [one for one in self._followers if any(one.within(other) for other in found)]
        return list(dict.fromkeys([*found, *smaller]))

    # ---- games ----
    def _played(self, seed: int, ways: Mapping[str, int], over: Over) -> Iterator[Witness]:
        """What is new in one game."""
        program, passed = self._program, self._passed
        wanderer = Wanderer(self.game, seed, TRIES[seed % len(TRIES)])
        followers = self._awake(seed, ways)
        for follower in followers:
            follower.begin(seed)
        past: list[int] = []
        state, code = program.start(seed), None
        while not over():
            before = list(state)
            passed.clear()
            codes = program.run(state, code)
            step = Step(before, code, passed, state, codes)
            for follower in [follower for follower in followers if follower.go(step)]:
                if follower.partings <= ENOUGH and self._to_blame(follower, followers):
                    yield from self._told(follower, step, seed, past)
            if not codes:
                return
            if code is not None:
                past.append(code)
            code = wanderer.choose(state, codes)

    def _to_blame(self, follower: Follower, followers: list[Follower]) -> bool:
        """Whether a follower that went elsewhere is sought, and nobody may have done so for a part of its reasons."""
        wanted = self.order.wants(follower.unit.strand)
        return wanted and not any(one.doubtful and one.within(follower) for one in followers)

    def _told(self, follower: Follower, step: Step, seed: int, past: list[int]) -> Iterator[Witness]:
        found = parting(self.game, follower.unit.game, follower.passage, step.before, follower.own, step.code)
        witness = None if found is None else self._teller.told(follower, found, seed, len(past))
        if found is not None and witness is not None and self._bag.add(witness):
            witness.decisions = [self.game.spelled(code) for code in [*past, *found.forced]]
            yield witness
