"""A ground: one of two rulebooks, played at random while shadow games with hunks of the other go along."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from crex_dsl.engine.game import game_of
from crex_dsl.language.diagnostics import Report, RuleError
from crex_dsl.lawyer.witness_search.affected_points import AffectedPoints
from crex_dsl.lawyer.witness_search.divergence import first_divergence
from crex_dsl.lawyer.witness_search.hunks import RuleHunk, rule_hunks, together
from crex_dsl.lawyer.witness_search.hybrid_rulebook import game_of_book, hybrid_rulebook
from crex_dsl.lawyer.witness_search.new_things import thing_witnesses
from crex_dsl.lawyer.witness_search.novelty_policy import NoveltyPolicy
from crex_dsl.lawyer.witness_search.shadow_game import ShadowGame, Step, Unit, noting
from crex_dsl.lawyer.witness_search.witness import BestWitnesses, Witness
from crex_dsl.lawyer.witness_search.wording import WitnessWriter
from crex_dsl.rulebook.declarations.builder import build
from crex_dsl.rulebook.files.games import GameFiles
from crex_dsl.rulebook.layers.overlay import overlay
from crex_dsl.rulebook.selection.catalogue import index_of, parsed
from crex_dsl.rulebook.selection.selection import Selection

UNITS = 8  # how many crossings are written before a round
SELDOM, RARELY, MANY = 4, 16, 6  # in which games a hunk is followed that has been witnessed, or in many ways
ENOUGH = 20  # divergences of one follower in one game
STEPS = 100  # how many steps of a game a shadow game may go along and still be called quick
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

    def wants(self, hunk: RuleHunk) -> bool:
        """Whether a hunk belongs to what is looked for."""
        return self.clauses is None or hunk.clause in self.clauses


class WitnessWorker:
    """One side of an order, with its shadow games."""

    def __init__(self, order: Order, side: int) -> None:
        self.order, self.side = order, side
        text, index = parsed(order.files, scripts=False), index_of(order.files)
        one, two = (overlay(text, index, selection, Report()) for selection in order.selections)
        self._drafts = (one, two)
        self.hunks = rule_hunks(one, two)
        first, second = (game_of(order.files, selection) for selection in order.selections)
        self.games = (first, second)
        self.game = self.games[side]
        self.clauses = list(dict.fromkeys(hunk.clause for hunk in self.hunks if order.wants(hunk)))
        self._touching = AffectedPoints(self.game, build(text, index, order.selections[side], Report()))
        self._teller = WitnessWriter(self.games, order.names, side)
        self._bag = BestWitnesses(self.clauses, order.each)
        self._shadows: list[ShadowGame] = []
        self._waiting = [hunk for hunk in self.hunks if order.wants(hunk) and not hunk.lists]
        self._tried: list[RuleHunk] = []
        if side:
            self._waiting.reverse()  # so that the two grounds begin at either end
        self._passed: set[int] = set()
        self._program = noting(self.game.program, self._passed)

    def things(self) -> list[Witness]:
        """The witnesses of things that only one rulebook has."""
        listing = [hunk for hunk in self.hunks if hunk.lists and self.order.wants(hunk)]
        return list(thing_witnesses(self.games, self.order.names, listing, self.order.seed))

    def round(self, seeds: range, ways: Mapping[str, int], over: Over) -> list[Witness]:
        """What is new in the games of some seeds, given in how many ways each hunk has been witnessed by now."""
        self._write(ways, over)
        return [witness for seed in seeds for witness in self._played(seed, ways, over)]

    # ---- shadow games ----
    def _write(self, ways: Mapping[str, int], over: Over) -> None:
        """Write some more crossings, those of hunks without a witness first."""
        self._waiting.sort(key=lambda hunk: hunk.label in ways)
        for _ in range(UNITS):
            if not self._waiting or over():
                return
            if self._waiting[0].label in ways and not self.order.thorough:
                return
            self._follow(self._waiting[0])

    def _follow(self, hunk: RuleHunk) -> None:
        """Let a hunk be followed, but first those that come with it and can do without it."""
        if hunk in self._waiting:
            self._waiting.remove(hunk)
        self._tried.append(hunk)
        exchanged = together(self.hunks, hunk, self.side)
        if any(other.lists for other in exchanged):
            return  # where other things are needed, no position can be carried over
        for other in exchanged[1:]:
            if other not in self._tried and hunk not in together(self.hunks, other, self.side):
                self._follow(other)
        try:
            book = hybrid_rulebook(self._drafts[self.side], self._drafts[1 - self.side], exchanged, self.side)
        except RuleError:
            return  # it does not fit in
        shadow = ShadowGame(Unit(hunk, exchanged, game_of_book(self.game, book)), self.game)
        names = {name for other in exchanged for name in other.about}
        shadow.touched = self._touching.points(names | shadow.mapping.own_stages)
        shadow.keepers = self._touching.keepers(names)
        self._shadows.append(shadow)

    def _awake(self, seed: int, ways: Mapping[str, int]) -> list[ShadowGame]:
        """Who follows the game of a seed: by turns, most often who has no witness yet and is quick.

        Whoever may be to blame in place of another goes along with him.
        """
        found: list[ShadowGame] = []
        for place, shadow in enumerate(self._shadows):
            seen = ways.get(shadow.unit.hunk.label, 0)
            pace = 1 if not seen else SELDOM if seen < MANY else RARELY
            if (seed + place) % (pace * shadow.slowness(STEPS)) == 0:
                found.append(shadow)
        smaller = [one for one in self._shadows if any(one.within(other) for other in found)]
        return list(dict.fromkeys([*found, *smaller]))

    # ---- games ----
    def _played(self, seed: int, ways: Mapping[str, int], over: Over) -> Iterator[Witness]:
        """What is new in one game."""
        program, passed = self._program, self._passed
        wanderer = NoveltyPolicy(self.game, seed, TRIES[seed % len(TRIES)])
        shadows = self._awake(seed, ways)
        for shadow in shadows:
            shadow.begin(seed)
        past: list[int] = []
        state, code = program.start(seed), None
        while not over():
            before = list(state)
            passed.clear()
            codes = program.run(state, code)
            step = Step(before, code, passed, state, codes)
            for shadow in [shadow for shadow in shadows if shadow.go(step)]:
                if shadow.divergences <= ENOUGH and self._to_blame(shadow, shadows):
                    yield from self._witnesses_of(shadow, step, seed, past)
            if not codes:
                return
            if code is not None:
                past.append(code)
            code = wanderer.choose(state, codes)

    def _to_blame(self, shadow: ShadowGame, shadows: list[ShadowGame]) -> bool:
        """Whether a follower that went elsewhere is sought, and nobody may have done so for a part of its reasons."""
        wanted = self.order.wants(shadow.unit.hunk)
        return wanted and not any(one.doubtful and one.within(shadow) for one in shadows)

    def _witnesses_of(self, shadow: ShadowGame, step: Step, seed: int, past: list[int]) -> Iterator[Witness]:
        found = first_divergence(self.game, shadow.unit.game, shadow.mapping, step.before, shadow.own, step.code)
        witness = None if found is None else self._teller.told(shadow, found, seed, len(past))
        if found is not None and witness is not None and self._bag.add(witness):
            witness.decisions = [self.game.spelled(code) for code in [*past, *found.forced]]
            yield witness
