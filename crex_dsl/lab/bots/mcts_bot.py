"""The planner: Monte-Carlo tree search over what could be, by the worth that the rule files declare."""

from __future__ import annotations

from math import sqrt, tanh
from random import Random
from typing import TYPE_CHECKING

from crex_dsl.engine.run.decision import DECLINE
from crex_dsl.engine.run.slots import POINT
from crex_dsl.engine.secrecy.information_set import Determinisation, InformationSet
from crex_dsl.lab.bots.budget import Budget
from crex_dsl.lab.bots.greedy_bot import GreedyBot
from crex_dsl.lab.bots.mcts_tree import Arm, Node
from crex_dsl.lab.bots.position_value import BROKEN, Standings

if TYPE_CHECKING:
    from crex_dsl.engine.game import Game


HORIZON = 40  # how many decisions a playout goes on after the tree
QUIET = 0.8  # how often whoever may decline does so in a playout
_TOGETHER = "together"
_UNDECIDED = 0.8  # the part of the scale that is left to games which are not decided


class MctsBot:
    """Plays on from what could be, drawn anew again and again, and takes the answer that it tried most.

    A playout goes down the tree by the most promising answers of whoever is asked, then on for a while by quiet play:
    mostly whoever may decline does, so that what was begun is carried out and not much else.  Where it stops, winning
    or losing counts most, and before that by how much a side's worth is above the others'.
    """

    def __init__(self, game: Game, budget: Budget) -> None:
        self.game, self.budget = game, budget
        self.standings, self.greedy = Standings(game), GreedyBot(game)

    def indifferent(self, point: int) -> bool:
        """Never."""
        return False

    def choose(self, information_set: InformationSet, rng: Random) -> int:
        """The answer that was tried most often, of equals the one that did best."""
        turns, search = self.budget.turns(), _Search(self, information_set, rng)
        for _ in turns:
            search.playout()
        tried = search.root.tried(information_set.seat)
        return max(tried, key=lambda place: (tried[place].visits, tried[place].mean))


class _Search:
    """One decision, thought about."""

    def __init__(self, planner: MctsBot, information_set: InformationSet, rng: Random) -> None:
        self.game, self.information_set, self.rng = planner.game, information_set, rng
        self.root = Node()
        self._deals: list[Determinisation] = []
        self._scale = _Scale(planner.standings)
        self._liked = planner.greedy.ranked(information_set, rng)

    def playout(self) -> None:
        """Go down the tree, on for a while, and back up with what came of it.

        An answer that breaks the rules is as bad as a defeat; where they break later, that tells nothing of any.
        """
        path: list[tuple[Arm, int]] = []
        broken: Arm | None = None
        values: dict[int, float] = {}
        try:
            state, codes = self._descend(path)
            if codes is None:
                broken = path[-1][0]
            else:
                self._run_on(state, codes)
                values = self._scale.values(state)
        except BROKEN:
            values = {}
        for arm, seat in path:
            arm.add(0.0 if arm is broken else values.get(seat))

    def _deal(self, number: int) -> Determinisation:
        """One of the states that could be.

        Every answer is tried in the first, then in the second, and so on: they are told apart by what they are, not by
        the luck of the deal and of the dice.
        """
        while len(self._deals) <= number:
            self._deals.append(self.information_set.determinise(self.rng))
        return self._deals[number]

    def _descend(self, path: list[tuple[Arm, int]]) -> tuple[list[int], list[int] | None]:
        """Answer as the tree says until an answer is new; the state then, and what is legal in it, None if it broke.

        Answers go by the information set's numbers of hidden pieces, so that they mean the same in every deal.
        Those that are given together stay sealed: whoever answers later chooses as if he had not heard the first.
        """
        game, rng, node, seat = self.game, self.rng, self.root, self.information_set.seat
        choice, arm, fresh = node.pick(seat, range(len(self.information_set.answers)), rng, self._liked)
        deal = self._deal(arm.visits)
        state, code = deal.state[:], deal.called[choice]
        sealed: dict[int, int] = {}
        while True:
            path.append((arm, seat))
            point, together = state[POINT], game.asking(state).mode == _TOGETHER
            sealed[seat] = choice
            try:
                codes = game.program.run(state, code)
            except BROKEN:
                return state, None
            if fresh or not codes:
                return state, codes
            seat = game.decider(state)
            if not together or state[POINT] != point or seat in sealed:
                node = node.after.setdefault(tuple(sealed.items()), Node())
                sealed.clear()
            seen = [game.secret_state.recoded(each, deal.back) for each in codes]
            choice, arm, fresh = node.pick(seat, seen, rng)
            code = codes[seen.index(choice)]

    def _run_on(self, state: list[int], codes: list[int]) -> None:
        """Play on quietly, not too far."""
        run, chance = self.game.program.run, self.rng.random
        for _ in range(HORIZON):
            if not codes:
                return
            quiet = DECLINE in codes and chance() < QUIET
            codes = run(state, DECLINE if quiet else codes[int(chance() * len(codes))])


class _Scale:
    """Puts all that can come of a playout between 0 and 1, by how far leads have spread so far.

    Victory is 1 and defeat 0.  What is undecided lies about the middle, by how much a lead is better or worse than
    mostly.  A draw is a lead of nothing, and a victory that is shared lies between a draw and one of one's own.
    """

    def __init__(self, standings: Standings) -> None:
        self.standings = standings
        self._count = 0
        self._means = [0.0] * len(standings.seats)
        self._squares = [0.0] * len(standings.seats)

    def values(self, state: list[int]) -> dict[int, float]:
        """By seat, how well a side has come off."""
        seats = self.standings.seats
        if self.standings.won(state, seats[0]) is not None:
            return {seat: self._won(place, self.standings.won(state, seat) or 0.0) for place, seat in enumerate(seats)}
        self._count += 1
        found: dict[int, float] = {}
        for place, (seat, lead) in enumerate(zip(seats, self.standings.leads(state), strict=True)):
            before = lead - self._means[place]
            self._means[place] += before / self._count
            self._squares[place] += before * (lead - self._means[place])
            found[seat] = self._undecided(place, lead)
        return found

    def _undecided(self, place: int, lead: float) -> float:
        spread = sqrt(self._squares[place] / max(1, self._count)) or 1.0
        return 0.5 + _UNDECIDED / 2 * tanh((lead - self._means[place]) / (1.5 * spread))

    def _won(self, place: int, part: float) -> float:
        """What a part of the victory is worth; all sides have the same part in a draw."""
        equal, drawn = 1 / len(self.standings.seats), self._undecided(place, 0)
        return part / equal * drawn if part < equal else drawn + (part - equal) / (1 - equal) * (1 - drawn)
