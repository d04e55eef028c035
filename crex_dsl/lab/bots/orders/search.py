"""The search for an order: candidates tried out in the same deals with the same dice, put together and halved."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING

from crex_dsl.engine.run.decision import DECLINE
from crex_dsl.engine.search.deals import deal_into
from crex_dsl.engine.search.state_pool import StatePool
from crex_dsl.engine.search.trials import Deal, Horizon, Outcome, Path, Script, Trial
from crex_dsl.engine.secrecy.information_set import InformationSet
from crex_dsl.lab.bots.orders.candidates import Candidates, parts
from crex_dsl.lab.bots.orders.codes import Codes, DealCodes, Named, things_named
from crex_dsl.lab.bots.orders.shorter import shortened, unrepeated, without_end, without_things

if TYPE_CHECKING:
    from crex_dsl.engine.game import Game

_BREAKS = -(1 << 40)  # what an order is worth that breaks the rules
_WAYS = 8  # other ways that are tried for two answers about the same thing
_GLANCE, _HOPEFUL = 8, 8  # how often shorter orders are tried at first, and how many of them further
_SIZES = (2, 3, 5)  # how many pieces do as one does, besides all that can


@dataclass(frozen=True)
class Effort:
    """How much thought an order is worth, counted in playouts and samples, so that it is the same on any machine."""

    deals: int  # states that could be, drawn for an order
    samples: int  # orders that are drawn by lot
    herds: int  # orders of one piece that many are made to follow
    width: int  # orders that are left of a generation
    turns: int  # how often those are tried out
    final: int  # how often the last few are
    generations: int  # how often the best are put together, shortened and varied
    polish: int  # how often the best is shortened at the end
    flat: int  # playouts for an answer that stands alone
    noise: int = 0  # how often of 256 it plays at random


@dataclass(eq=False)
class Order:
    """A side's answers in a row, by the information set's numbers, and what has come of it so far."""

    codes: Codes
    found: int  # how many were found before
    values: list[int]

    @property
    def total(self) -> int:
        """What it has come to in all trials."""
        return sum(self.values)


class OrderSearch:
    """One order, thought about by the seat that an information set is of."""

    def __init__(
        self,
        game: Game,
        pool: StatePool,
        scripts: Sequence[Script],
        horizon: Horizon,
        effort: Effort,
        information_set: InformationSet,
        rng: Random,
        counters: Sequence[int] = (),
    ) -> None:
        self.game, self.pool, self.scripts, self.horizon, self.effort = game, pool, scripts, horizon, effort
        self.information_set, self.seat, self.rng = information_set, information_set.seat, rng
        self._counters = counters
        self._place = game.seats.index(self.seat)
        self._others = [at for at in range(len(game.seats)) if at != self._place]
        self._deals: list[Deal] = []
        self._codes: list[DealCodes] = []
        self._seeds: list[int] = []
        self._known: dict[int, Order] = {}  # by what they lead to
        self._margin = 1  # more than any lead so far
        pool.keep(0)
        self._deal(1)

    def best(self) -> Order:
        """The order that comes off best to the last."""
        first = self._deals[0]
        candidates = Candidates(
            self.game, self.pool, first, self.seat, _innermost_stage(self.game, self.information_set), self.rng
        )
        plain = candidates.taken((code,) for code in first.called)
        if all(len(path.codes) == 1 for path in plain):
            return self._flat()
        held = next((self._enter(path) for path in plain if path.codes[0] == DECLINE), None)
        lots = candidates.drawn(self.effort.samples)
        straight = [codes for lot in lots for codes in unrepeated(self.game, lot)]
        drawn = candidates.taken([*(part for path in plain for part in parts(path)), *lots, *straight])
        orders = [held] if held is not None else []
        orders += self._entered(drawn)
        orders += self._entered(candidates.taken(self._herds(candidates, drawn)))
        if not orders:
            return self._flat()
        parents = self._selected(orders, held)
        for _ in range(self.effort.generations):
            children = self._entered(candidates.taken(self._offspring(candidates, parents)))
            if not children:
                break
            parents = self._selected([*parents, *children], held)
        return self._polished(candidates, self._final(parents, held))

    def _straightened(self, codes: Codes) -> list[Codes]:
        """An order in which a thing goes another way, seen in some order, where two answers in a row are about it."""
        ways: dict[Named, set[int]] = {}
        for order in self._known.values():
            for code in self._codes[0].meant(order.codes):
                for thing in things_named(self.game, code):
                    ways.setdefault(thing, set()).add(code)
        found: list[Codes] = []
        for at, (one, next_one) in enumerate(pairwise(codes)):
            both = set(things_named(self.game, one)) & set(things_named(self.game, next_one))
            others = {code for thing in both for code in ways.get(thing, ())} - {one, next_one}
            same = [code for code in sorted(others) if self.game.action_number(code) == self.game.action_number(one)]
            found += [(*codes[:at], other, *codes[at + 2 :]) for other in same[:_WAYS]]
        return found

    def _final(self, parents: list[Order], held: Order | None) -> Order:
        """The best of the last few by many more trials: so far those are ahead that were lucky."""
        last = parents if held is None or held in parents else [*parents, held]
        self._try_out(last, self.effort.final)
        return _ranked(last)[0]

    def _polished(self, candidates: Candidates, order: Order) -> Order:
        """An order without what it can do without: as long as less does no worse, less is asked for."""
        order = self._straight_on(candidates, order)
        for _ in range(self.effort.polish):
            codes = self._codes[0].meant(order.codes)
            simpler = [*without_things(self.game, codes), *shortened(self.game, codes), *self._straightened(codes)]
            paths = candidates.taken(simpler)
            self._entered(paths)
            less = [each for each in dict.fromkeys(self._known[path.digest] for path in paths) if each is not order]
            self._try_out(less, min(_GLANCE, len(order.values)))
            less = sorted(less, key=lambda each: -sum(each.values[:_GLANCE]))[:_HOPEFUL]
            self._try_out(less, len(order.values))
            best = _ranked([order, *less])[0]
            if best is order:
                break
            order = best
        return self._straight_on(candidates, order)

    def _straight_on(self, candidates: Candidates, order: Order) -> Order:
        """An order without what goes there and back, unless that is clearly worse."""
        paths = candidates.taken(unrepeated(self.game, self._codes[0].meant(order.codes)))
        self._entered(paths)
        straight = list(dict.fromkeys(self._known[path.digest] for path in paths))
        self._try_out(straight, len(order.values))
        fit = [each for each in straight if len(each.codes) < len(order.codes) and not clearly_worse(each, order)]
        return _ranked(fit)[0] if fit else order

    def _herds(self, candidates: Candidates, paths: Sequence[Path]) -> list[Codes]:
        """Orders in which many do as one does, of those that look best at once and of some others."""
        fit = [path for path in paths if len(path.codes) > 1]
        fit.sort(key=lambda path: -path.worths[self._place])
        half = self.effort.herds // 2
        rest = fit[half:]
        chosen = fit[:half] + self.rng.sample(rest, min(half, len(rest)))
        return [codes for path in chosen for codes in candidates.herds(path, _SIZES)]

    def _flat(self) -> Order:
        """One answer: each is tried out as often as the next, and the worse half given up."""
        orders = [Order((code,), number, []) for number, code in enumerate(self.information_set.answers)]
        rounds = max(1, (len(orders) - 1).bit_length())
        for _ in range(rounds):
            times = max(1, self.effort.flat // (rounds * len(orders)))
            self._try_out(orders, len(orders[0].values) + times)
            orders = _ranked(orders)[: max(1, (len(orders) + 1) // 2)]
        return orders[0]

    # ---- orders that are known ----
    def _enter(self, path: Path) -> Order | None:
        """An order as it was taken in the first deal; none where another is known that leads to the same."""
        known = self._known.get(path.digest)
        codes = self._codes[0].seen(path.codes)
        if known is not None:
            if len(codes) < len(known.codes):
                known.codes = codes
            return None
        self._known[path.digest] = order = Order(codes, len(self._known), [])
        return order

    def _entered(self, paths: Iterable[Path]) -> list[Order]:
        return [order for path in paths if (order := self._enter(path)) is not None]

    # ---- evolution ----
    def _selected(self, orders: list[Order], held: Order | None) -> list[Order]:
        """The best few of some orders, after as many trials as the best have; to hold is always one of those tried."""
        effort, turns, most = self.effort, 1, len(orders)
        while True:
            self._try_out(orders, turns)
            ranked = _ranked(orders)
            if turns >= effort.turns:
                return ranked[: effort.width]
            turns, most = min(effort.turns, 2 * turns), max(effort.width, (most + 1) // 3)
            orders = ranked[:most]
            if held is not None and held not in orders:
                orders.append(held)

    def _offspring(self, candidates: Candidates, parents: list[Order]) -> list[Codes]:
        """Orders made from the best: two one after the other, one without an answer, one that ends otherwise."""
        rows = [self._codes[0].meant(order.codes) for order in parents]
        made: list[Codes] = []
        for one in rows:
            made += [without_end(one) + other for other in rows if other is not one]
        for one in rows[:2]:
            made += shortened(self.game, one)
        return made + candidates.varied(rows, self.effort.samples // 4)

    # ---- trials ----
    def _try_out(self, orders: Sequence[Order], turns: int) -> None:
        """Every order until it has so many trials; the n-th trial of all is in the same deal with the same dice."""
        while len(self._seeds) < turns:
            self._seeds.append(self.rng.getrandbits(62))
        self._deal(min(self.effort.deals, turns))
        trials, asked = [], []
        for order in orders:
            for turn in range(len(order.values), turns):
                deal = turn % self.effort.deals
                codes = self._codes[deal].meant(order.codes)
                trials.append(Trial(self._deals[deal].number, codes, self._seeds[turn]))
                asked.append(order)
        outcomes = self.pool.rollouts(trials, self.scripts, self.horizon) if trials else []
        leads = [0 if outcome is None else self._lead(outcome.worths) for outcome in outcomes]
        for outcome, lead in zip(outcomes, leads, strict=True):
            if outcome is not None and not outcome.over and abs(lead) > self._margin // 2:
                self._margin = 2 * abs(lead)
        for order, outcome, lead in zip(asked, outcomes, leads, strict=True):
            order.values.append(self._value(outcome, lead))

    def _lead(self, worths: Sequence[int]) -> int:
        """By how much this seat's worth is above the best of the others'."""
        return worths[self._place] - max((worths[at] for at in self._others), default=0)

    def _value(self, outcome: Outcome | None, lead: int) -> int:
        """What a trial came to: winning and losing count more than any lead."""
        if outcome is None:
            return _BREAKS
        if not outcome.over:
            return lead
        if not outcome.winners:
            return 0
        return self._margin // outcome.winners.bit_count() if outcome.winners >> self.seat & 1 else -self._margin

    def _deal(self, count: int) -> None:
        """Draw what could be, until there are so many."""
        if count > len(self._deals):
            fresh = deal_into(self.pool, self.information_set, count - len(self._deals), self.rng, self._counters)
            self._deals += fresh
            self._codes += [DealCodes(self.game, deal.back) for deal in fresh]

    # ---- afterwards ----
    def expected(self, order: Order) -> list[tuple[int, Codes, int]]:
        """What will be asked on the way: at which point, which answers there are, and which was meant."""
        codes, number = self._codes[0], self.pool.copy(self._deals[0].number)
        found = []
        for code, after in pairwise(order.codes):
            standing = self.pool.take(number, codes.meant((code,))[0])
            if standing.who != self.seat:
                break
            found.append((standing.point, tuple(sorted(codes.seen(standing.legal))), after))
        return found


def clearly_worse(one: Order, other: Order) -> bool:
    """Whether an order comes off worse than another by more than the standard error of what parts them.

    Both have been tried equally often, and the n-th trial of either was in the same deal with the same dice.
    """
    apart = [mine - its for mine, its in zip(one.values, other.values, strict=True)]
    total, count = sum(apart), len(apart)
    return total < 0 and count * total * total > count * sum(each * each for each in apart) - total * total


def _ranked(orders: Sequence[Order]) -> list[Order]:
    """The best first; among equals those that ask for less."""
    return sorted(orders, key=lambda order: (-order.total, len(order.codes), order.found))


def _innermost_stage(game: Game, information_set: InformationSet) -> str | None:
    """The stage that is open inside all others."""
    stages: dict[str, str | None] = game.tables["stages"]
    doors = game.tables["doors"]
    opened = [stage for stage in stages if stage in doors and information_set.state[doors[stage]]]
    outer = {stages[stage] for stage in opened}
    return next((stage for stage in opened if stage not in outer), None)
