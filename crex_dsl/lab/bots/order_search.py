"""The search for an order: what may be ordered, tried out in the same deals with the same dice, and halved."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from crex_dsl.engine.run.decision import DECLINE
from crex_dsl.engine.search.deals import Deal, deal_into
from crex_dsl.engine.search.state_pool import StatePool
from crex_dsl.engine.search.trials import Horizon, Outcome, Path, Script, Trial
from crex_dsl.engine.secrecy.information_set import InformationSet
from crex_dsl.engine.secrecy.secret_state import Swap

if TYPE_CHECKING:
    from crex_dsl.engine.game import Game

_QUIET = (0, 0, 24, 64, 128)  # how often of 256 a sampled order declines where it may, from sample to sample
_AFFINITY = 12  # how much likelier an answer is that shares an argument with the last one
_HOLD = Script(quiet=256)  # carries out what was begun, and nothing else
_LONGEST = 48  # answers in an order
_BREAKS = -(1 << 40)  # what an order is worth that breaks the rules


@dataclass(frozen=True)
class Effort:
    """How much thought an order is worth, counted in playouts and samples, so that it is the same on any machine."""

    deals: int  # states that could be, drawn for an order
    samples: int  # orders that are drawn by lot
    width: int  # orders of one generation that are tried out
    turns: int  # how often the best of a generation are tried out
    generations: int  # how often the best are put together, shortened and varied
    flat: int  # playouts for an answer that stands alone
    noise: int = 0  # how often of 256 it plays at random


@dataclass(eq=False)
class Order:
    """A side's answers in a row, by the information set's numbers, and what has come of it so far."""

    codes: tuple[int, ...]
    points: tuple[int, ...]
    digest: int
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
        information_set: InformationSet,
        rng: Random,
    ) -> None:
        self.game, self.pool, self.scripts, self.horizon = game, pool, scripts, horizon
        self.information_set, self.rng = information_set, rng
        self.place = game.seats.index(information_set.seat)
        self._deals: list[Deal] = []
        self._ways: list[_Codes] = []
        self._seeds: list[int] = []
        self._known: dict[int, Order] = {}  # by what they lead to
        self._margin = 1  # more than any lead so far
        pool.keep(0)

    # ---- what may be ordered ----
    def best(self, effort: Effort) -> Order:
        """The order that comes off best to the last."""
        self._deal(1)
        first = self._ways[0]
        attempts = [Trial(self._deals[0].number, (code,), 0) for code in self._deals[0].called]
        plain = self._paths(attempts, _HOLD)
        if all(len(path.codes) == 1 for path in plain if path is not None):
            return self._flat(effort)
        hold = next((path for path in plain if path is not None and path.codes[0] == DECLINE), None)
        held = self._enter(hold, first) if hold is not None else None
        orders = [held] if held is not None else []
        orders += self._entered(self._shortest(plain))
        orders += self._entered(self._sampled(effort.samples))
        return self._evolved(orders, held, effort)

    def _flat(self, effort: Effort) -> Order:
        """One answer: each is tried out as often as the next, and the worse half given up."""
        answers = self.information_set.answers
        orders = [Order((code,), (), number, number, []) for number, code in enumerate(answers)]
        rounds = max(1, (len(orders) - 1).bit_length())
        for _ in range(rounds):
            times = max(1, effort.flat // (rounds * len(orders)))
            self._try_out(orders, len(orders[0].values) + times, effort)
            orders = _ranked(orders)[: max(1, (len(orders) + 1) // 2)]
        return orders[0]

    def _sampled(self, count: int) -> list[Path | None]:
        """Orders by lot, every sort of first answer as likely as the other."""
        sorts: dict[int, list[int]] = {}
        for code in self._deals[0].called:
            if code != DECLINE:
                sorts.setdefault(self.game.action_number(code), []).append(code)
        if not sorts:
            return []
        rows, found = list(sorts.values()), []
        for quiet in _QUIET:
            attempts = []
            for number in range(count // len(_QUIET)):
                row = rows[number % len(rows)]
                code = row[self.rng.randrange(len(row))]
                attempts.append(Trial(self._deals[0].number, (code,), self.rng.getrandbits(62)))
            found += self._paths(attempts, Script(quiet=quiet, affinity=_AFFINITY))
        return self._shortest(found)

    def _shortest(self, paths: Iterable[Path | None]) -> list[Path | None]:
        """The parts of orders that stand by themselves: from one question like the first to the next, then no more."""
        attempts = []
        for path in paths:
            if path is None:
                continue
            starts = [at for at, point in enumerate(path.points) if point == path.points[0]]
            for begin, end in zip(starts, [*starts[1:], len(path.codes)], strict=True):
                if path.codes[begin] != DECLINE:
                    attempts.append(Trial(self._deals[0].number, path.codes[begin:end], 0))
        return self._paths(list(dict.fromkeys(attempts)), _HOLD)

    def _paths(self, attempts: Sequence[Trial], script: Script) -> list[Path | None]:
        return self.pool.follow(attempts, script, _LONGEST) if attempts else []

    def _enter(self, path: Path, codes: _Codes) -> Order | None:
        """An order as it was taken in the first deal; none where another is known that leads to the same."""
        if path.digest in self._known:
            known = self._known[path.digest]
            if len(path.codes) < len(known.codes):
                known.codes, known.points = codes.seen(path.codes), path.points
            return None
        order = Order(codes.seen(path.codes), path.points, path.digest, len(self._known), [])
        self._known[path.digest] = order
        return order

    def _entered(self, paths: Iterable[Path | None]) -> list[Order]:
        found = (self._enter(path, self._ways[0]) for path in paths if path is not None)
        return [order for order in found if order is not None]

    # ---- evolution ----
    def _evolved(self, orders: list[Order], held: Order | None, effort: Effort) -> Order:
        """The best of several generations: orders by themselves, then put together, shortened and varied."""
        parents = self._selected(orders, held, effort)
        for _ in range(effort.generations):
            children = self._entered(self._paths(self._offspring(parents, effort), _HOLD))
            if not children:
                break
            parents = self._selected([*parents, *children], held, effort)
        return parents[0]

    def _selected(self, orders: list[Order], held: Order | None, effort: Effort) -> list[Order]:
        """The best few of some orders, after as many trials as the best have; to hold is always one of those tried."""
        turns, most = 1, len(orders)
        while True:
            self._try_out(orders, turns, effort)
            ranked = _ranked(orders)
            if turns >= effort.turns:
                return ranked[: effort.width]
            turns = min(effort.turns, 2 * turns)
            most = max(effort.width, (min(most, 4 * effort.width) + 1) // 2)
            orders = ranked[:most]
            if held is not None and held not in orders:
                orders.append(held)

    def _offspring(self, parents: list[Order], effort: Effort) -> list[Trial]:
        """Orders made from the best: two one after the other, one without an answer, one that ends otherwise."""
        ways, number = self._ways[0], self._deals[0].number
        rows = [ways.meant(order.codes) for order in parents]
        made: list[tuple[int, ...]] = []
        for one in rows[: max(2, effort.width // 2)]:
            begun = _without_end(one)
            made += [begun + other for other in rows if other is not one]
        for one in rows[:2]:
            made += [one[:at] + one[at + 1 :] for at, code in enumerate(one) if code != DECLINE]
        attempts = [Trial(number, codes, 0) for codes in dict.fromkeys(made) if codes]
        varied = []
        for _ in range(effort.samples // 4):
            one = rows[self.rng.randrange(len(rows))]
            at = self.rng.randrange(len(one))
            varied.append(Trial(number, one[:at] or one[:1], self.rng.getrandbits(62)))
        for path in self._paths(varied, Script(quiet=_QUIET[3], affinity=_AFFINITY)):
            if path is not None:
                attempts.append(Trial(number, path.codes, 0))
        return attempts

    # ---- trials ----
    def _try_out(self, orders: Sequence[Order], turns: int, effort: Effort) -> None:
        """Every order until it has so many trials; the n-th trial of all is in the same deal with the same dice."""
        while len(self._seeds) < turns:
            self._seeds.append(self.rng.getrandbits(62))
        self._deal(min(effort.deals, turns))
        trials, asked = [], []
        for order in orders:
            for turn in range(len(order.values), turns):
                deal = turn % effort.deals
                codes = self._ways[deal].meant(order.codes)
                trials.append(Trial(self._deals[deal].number, codes, self._seeds[turn]))
                asked.append(order)
        outcomes = self.pool.rollouts(trials, self.scripts, self.horizon) if trials else []
        for outcome in outcomes:
            if outcome is not None and not outcome.over:
                self._margin = max(self._margin, 2 * abs(self._lead(outcome)))
        for order, outcome in zip(asked, outcomes, strict=True):
            order.values.append(self._value(outcome))

    def _lead(self, outcome: Outcome) -> int:
        """By how much this seat's worth is above the best of the others'."""
        own = outcome.worths[self.place]
        return own - max((worth for at, worth in enumerate(outcome.worths) if at != self.place), default=0)

    def _value(self, outcome: Outcome | None) -> int:
        """What a trial came to: winning and losing count more than any lead."""
        if outcome is None:
            return _BREAKS
        if not outcome.over:
            return self._lead(outcome)
        if not outcome.winners:
            return 0
        seat = self.information_set.seat
        return self._margin // outcome.winners.bit_count() if outcome.winners >> seat & 1 else -self._margin

    def _deal(self, count: int) -> None:
        """Draw what could be, until there are so many."""
        if count > len(self._deals):
            fresh = deal_into(self.pool, self.information_set, count - len(self._deals), self.rng)
            self._deals += fresh
            self._ways += [_Codes(self.game, deal.back) for deal in fresh]

    # ---- afterwards ----
    def expected(self, order: Order) -> list[tuple[int, tuple[int, ...], int]]:
        """What will be asked on the way: at which point, which answers there are, and which was meant."""
        ways, number = self._ways[0], self.pool.copy(self._deals[0].number)
        found = []
        for code, after in zip(order.codes, order.codes[1:], strict=False):
            standing = self.pool.take(number, ways.meant((code,))[0])
            if standing.who != self.information_set.seat:
                break
            found.append((standing.point, tuple(sorted(ways.seen(standing.legal))), after))
        return found


class _Codes:
    """Codes of a deal as those of the information set, and the other way round; each is worked out once."""

    def __init__(self, game: Game, back: Swap) -> None:
        self._secret = game.secret_state
        self._back = back
        self._forth: Swap = {kind: {number: piece for piece, number in of.items()} for kind, of in back.items()}
        self._seen: dict[int, int] = {}
        self._meant: dict[int, int] = {}

    def seen(self, codes: Sequence[int]) -> tuple[int, ...]:
        """By the set's numbers."""
        return tuple(self._turned(codes, self._seen, self._back))

    def meant(self, codes: Sequence[int]) -> tuple[int, ...]:
        """By the deal's numbers."""
        return tuple(self._turned(codes, self._meant, self._forth))

    def _turned(self, codes: Sequence[int], known: dict[int, int], swap: Swap) -> Iterable[int]:
        for code in codes:
            if code not in known:
                known[code] = self._secret.recoded(code, swap)
            yield known[code]


def _ranked(orders: Sequence[Order]) -> list[Order]:
    """The best first; among equals those that ask for less."""
    return sorted(orders, key=lambda order: (-order.total, len(order.codes), order.found))


def _without_end(codes: tuple[int, ...]) -> tuple[int, ...]:
    """An order without the answer that ends it."""
    return codes[:-1] if codes[-1] == DECLINE else codes
