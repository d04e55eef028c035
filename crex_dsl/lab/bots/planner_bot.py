"""The planner: playouts from what could be, by sequential halving and the worth that the rule files declare."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from math import isqrt
from random import Random
from typing import TYPE_CHECKING

from crex_dsl.engine.native.machine import Machine
from crex_dsl.engine.run.slots import POINT, POINTS
from crex_dsl.engine.search.deals import deal_into
from crex_dsl.engine.search.trials import Deal, Horizon, Script, Trial
from crex_dsl.engine.secrecy.information_set import InformationSet
from crex_dsl.lab.bots.budget import Budget
from crex_dsl.lab.bots.greedy_bot import GreedyBot
from crex_dsl.lab.bots.position_value import ValueScale

if TYPE_CHECKING:
    from crex_dsl.engine.game import Game


HORIZON = Horizon(40)  # how far a playout goes on
QUIET = Script(quiet=205)  # mostly whoever may decline does so in a playout
_DEALS = 128  # how many states that could be are drawn for a decision
_WIDTH = 3, 2  # so many times the root of the budget are the answers that are tried, the greedy ones first
_EACH = 6  # how many playouts every reply must get that is looked at
_FEW = 6  # in how many deals it is looked what may be replied
_MANY = 24  # how many are looked at where time is all that counts
_MEAN = 20  # bits of a mean below its whole numbers
_TOGETHER = "together"
NONE = -1

Arm = tuple[int, int, int]  # an answer, who replies and what; -1 where nothing is asked of the reply
Try = tuple[int, int]  # a state of the pool, and the code that is tried in it


class PlannerBot:
    """Tries its answers in the same states that could be, with the same luck, and halves them until few are left.

    Of these it looks at what is replied: whoever is asked next, itself included, is expected to find what is best for
    him, by what he can tell.  A playout goes on quietly for a while: mostly whoever may decline does, so that what was
    begun is carried out and not much else.  Where it stops, winning or losing counts most, and before that by how much
    a side's worth is above the others'.
    """

    def __init__(self, game: Game, budget: Budget, machine: Machine | None = None) -> None:
        self.game, self.budget = game, budget
        self.greedy = GreedyBot(game, machine)
        self.pool, self.scripts = self.greedy.pool, [QUIET] * len(game.seats)

    def begin(self) -> None:
        """Nothing is kept from game to game."""

    def indifferent(self, point: int) -> bool:
        """Never."""
        return False

    def choose(self, information_set: InformationSet, rng: Random) -> int:
        """The answer that came off best to the last."""
        search = _Search(self, information_set, rng)
        shares = list(self.budget.shares(search.rounds))
        for number, share in enumerate(shares):
            rest = sum(shares[number:], Budget.nothing(self.budget))
            arms = search.replies(rest.playouts // _EACH if rest.playouts is not None else _MANY)
            if arms:
                search.try_out_for(arms, rest)
                return search.best(arms)
            search.try_out_for([(place, NONE, NONE) for place in search.left], share)
            search.halve()
        return search.left[0]


class _Search:
    """One decision, thought about."""

    def __init__(self, planner: PlannerBot, information_set: InformationSet, rng: Random) -> None:
        self.game, self.pool, self.scripts = planner.game, planner.pool, planner.scripts
        self.information_set, self.rng = information_set, rng
        self.left = planner.greedy.ranked(information_set, rng)  # the answers that are still tried, the best first
        if planner.budget.playouts is not None:
            most, of = _WIDTH
            del self.left[max(2, isqrt(most * most * planner.budget.playouts) // of) :]
        self.rounds = max(1, (len(self.left) - 1).bit_length())
        self._scale = ValueScale(planner.game.seats)
        self._deals: list[Deal] = []
        self._tried = 0
        self._totals: dict[Arm, list[int]] = defaultdict(lambda: [0] * len(planner.game.seats))
        self._told: dict[Arm, int] = defaultdict(int)
        self._replies: dict[Arm, list[Try]] = {}  # a reply in the states in which it can be given
        self.pool.keep(0)

    def try_out_for(self, arms: Sequence[Arm], budget: Budget) -> None:
        """Every arm as often as a budget is enough for."""
        for times in budget.portions(len(arms)):
            self.try_out(arms, times)

    def try_out(self, arms: Sequence[Arm], times: int) -> None:
        """Every arm so many times more, each time in the same deal and with the same luck."""
        self._deal(self._tried + times)
        trials: list[Trial] = []
        ways = [(arm, self._ways(arm)) for arm in arms]
        for turn in range(self._tried, self._tried + times):
            luck = self.rng.getrandbits(62)
            for _, tries in ways:
                number, code = tries[turn % len(tries)]
                trials.append(Trial(number, (code,), luck))
        self._tried += times
        outcomes = iter(self.pool.rollouts(trials, self.scripts, HORIZON))
        for _ in range(times):
            for arm in arms:
                outcome = next(outcomes)
                if outcome is not None:
                    self._told[arm] += 1
                    totals = self._totals[arm]
                    for place, value in enumerate(self._scale.values(outcome)):
                        totals[place] += value

    def _ways(self, arm: Arm) -> list[Try]:
        """In which states an arm is tried, in turn, and as which code."""
        return self._replies.get(arm) or [(deal.number, deal.called[arm[0]]) for deal in self._deals]

    def _deal(self, times: int) -> None:
        """Draw what could be, as often as it is needed and not too often."""
        fresh = min(_DEALS, times) - len(self._deals)
        if fresh > 0:
            self._deals += deal_into(self.pool, self.information_set, fresh, self.rng)

    def _mean(self, arm: Arm, seat: int) -> int:
        """How well a seat came off; what broke the rules each time is the worst for whoever tried it."""
        told = self._told[arm]
        return (self._totals[arm][self.game.seats.index(seat)] << _MEAN) // told if told else -1

    def halve(self) -> None:
        """Give up the half that came off worse; equals stay in their order."""
        seat = self.information_set.seat
        self.left.sort(key=lambda place: self._mean((place, NONE, NONE), seat), reverse=True)
        del self.left[max(1, (len(self.left) + 1) // 2) :]

    def replies(self, most: int) -> list[Arm]:
        """The answers that are left with what may be replied to them; none where that is too many.

        Replies go by the information set's numbers of hidden pieces, so that they mean the same in every deal.  Those
        that are given together stay sealed: whoever answers later chooses as if he had not heard the first.
        """
        if 2 * len(self.left) > most:
            return []
        found: dict[int, dict[Arm, list[Try]]] = {place: {} for place in self.left}
        self._deal(_FEW)
        for deal in self._deals[:_FEW]:
            branches = self.pool.branch([(deal.number, deal.called[place]) for place in found])
            for (place, arms), branch in zip(found.items(), branches, strict=True):
                if branch is None or branch[1].who < 0 or self._sealed(branch[1].point):
                    arms[place, NONE, NONE] = []
                    continue
                number, standing = branch
                for code in standing.legal:
                    seen = self.game.secret_state.recoded(code, deal.back)
                    arms.setdefault((place, standing.who, seen), []).append((number, code))
            if sum(map(len, found.values())) > most:
                return []
        whole = {arm: tries for arms in found.values() for arm, tries in _unbroken(arms).items()}
        self._replies = {arm: tries for arm, tries in whole.items() if tries}
        return list(whole)

    def _sealed(self, point: int) -> bool:
        """Whether what is asked next is asked together with this."""
        return point == self.information_set.state[POINT] and self.game.points[point - POINTS - 2].mode == _TOGETHER

    def best(self, arms: Sequence[Arm]) -> int:
        """The answer after which this seat comes off best, if every seat replies as is best for it."""
        seat = self.information_set.seat
        by_seat: dict[int, dict[int, Arm]] = {place: {} for place in self.left}
        for arm in arms:
            place, who, _ = arm
            known = by_seat[place].get(who)
            if known is None or self._mean(arm, who if who >= 0 else seat) > self._mean(
                known, who if who >= 0 else seat
            ):
                by_seat[place][who] = arm
        values = {
            place: sum(self._mean(arm, seat) for arm in found.values()) // len(found)
            for place, found in by_seat.items()
        }
        return max(self.left, key=values.__getitem__)


def _unbroken(arms: dict[Arm, list[Try]]) -> dict[Arm, list[Try]]:
    """Replies to one answer; the answer alone where it is not always replied to."""
    alone = {arm: tries for arm, tries in arms.items() if not tries}
    return alone or arms
