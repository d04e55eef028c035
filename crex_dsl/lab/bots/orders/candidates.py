"""Candidates: orders by lot, the parts of orders that stand by themselves, and many pieces that do as one does."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import TYPE_CHECKING

from crex_dsl.engine.errors import RuleFault
from crex_dsl.engine.run.decision import DECLINE
from crex_dsl.engine.search.state_pool import StatePool
from crex_dsl.engine.search.trials import Deal, Path, Script, Standing, Trial
from crex_dsl.lab.bots.orders.codes import Codes, things_named, with_another

if TYPE_CHECKING:
    from crex_dsl.engine.game import Game

_QUIET = (0, 24, 64, 128)  # how often of 256 a sampled order declines where it may, from sample to sample
_AFFINITY = 12  # how much likelier an answer is that shares an argument with the last one
_HOLD = Script(quiet=256)  # carries out what was begun, and nothing else
LONGEST = 48  # answers in an order


class Candidates:
    """Draws and makes orders in one deal; all of them are as they were taken there."""

    def __init__(self, game: Game, pool: StatePool, deal: Deal, seat: int, outside: str | None, rng: Random) -> None:
        self.game, self.pool, self.deal, self.seat, self.rng = game, pool, deal, seat, rng
        self._outside = outside

    def taken(self, orders: Iterable[Codes], script: Script = _HOLD) -> list[Path]:
        """What orders come to, each carried out as far as it can be, and nothing else."""
        trials = [Trial(self.deal.number, codes, 0) for codes in dict.fromkeys(orders) if codes]
        return self._followed(trials, script)

    def _followed(self, trials: Sequence[Trial], script: Script) -> list[Path]:
        paths = self.pool.follow(trials, script, LONGEST, self._outside) if trials else []
        return [path for path in paths if path is not None and path.codes]

    def drawn(self, count: int) -> list[Codes]:
        """Orders by lot, every sort of first answer as likely as the other."""
        sorts: dict[int, list[int]] = {}
        for code in self.deal.called:
            if code != DECLINE:
                sorts.setdefault(self.game.action_number(code), []).append(code)
        rows = list(sorts.values())
        found: list[Path] = []
        for quiet in _QUIET if rows else ():
            trials = []
            for number in range(-(-count // len(_QUIET))):
                row = rows[number % len(rows)]
                trials.append(Trial(self.deal.number, (row[self.rng.randrange(len(row))],), self.rng.getrandbits(62)))
            found += self._followed(trials, Script(quiet=quiet, affinity=_AFFINITY))
        return [part for path in found for part in parts(path)]

    def varied(self, orders: Sequence[Codes], count: int) -> list[Codes]:
        """Orders that begin as some others do, and go on by lot."""
        trials = []
        for _ in range(count):
            one = orders[self.rng.randrange(len(orders))]
            at = 1 + self.rng.randrange(len(one))
            trials.append(Trial(self.deal.number, one[:at], self.rng.getrandbits(62)))
        return [path.codes for path in self._followed(trials, Script(quiet=_QUIET[2], affinity=_AFFINITY))]

    def herds(self, path: Path, sizes: Sequence[int]) -> list[Codes]:
        """What one piece does in an order, done by as many as can: by all of them, and by no more than some sizes."""
        unit = _unit(path)
        shared = [set(things_named(self.game, code)) for _, code in unit if code != DECLINE]
        found: list[Codes] = []
        for thing in sorted(set.intersection(*shared)) if shared else ():
            whole = self._herd(path.codes[0], unit, thing)
            ends = [whole[min(size, len(whole)) - 1] for size in sizes] + whole[-1:] if len(whole) > 1 else []
            found += dict.fromkeys(ends)
        return found

    def _herd(self, first: int, unit: Sequence[tuple[int, int]], thing: tuple[str, int]) -> list[Codes]:
        """The order after each piece that has done as the unit says, as far as the piece can."""
        made: list[Codes] = []
        number = self.pool.copy(self.deal.number)
        try:
            standing = self.pool.take(number, first)
            codes: Codes = (first,)
            followers = [thing[1], *self._others(standing, unit[0][1], thing)]
            for follower in followers:
                if with_another(self.game, unit[0][1], thing, follower) not in standing.legal:
                    continue
                for point, code in unit:
                    meant = with_another(self.game, code, thing, follower)
                    if standing.who == self.seat and standing.point == point and meant in standing.legal:
                        standing, codes = self.pool.take(number, meant), (*codes, meant)
                made.append(codes)
                if standing.who != self.seat or standing.point != unit[0][0]:
                    break
        except RuleFault:
            pass
        self.pool.keep(number)
        return made

    def _others(self, standing: Standing, code: int, thing: tuple[str, int]) -> list[int]:
        """The other things that may begin as one does, in any order."""
        kind, own = thing
        legal = set(standing.legal)
        named = {other for each in legal for of, other in things_named(self.game, each) if of == kind and other != own}
        others = sorted(other for other in named if with_another(self.game, code, thing, other) in legal)
        self.rng.shuffle(others)
        return others


def parts(path: Path) -> list[Codes]:
    """The parts of an order that stand by themselves: from one question like the first to the next."""
    starts = [at for at, point in enumerate(path.points) if point == path.points[0]]
    ends = [*starts[1:], len(path.codes)]
    return [path.codes[a:b] for a, b in zip(starts, ends, strict=True) if path.codes[a] != DECLINE]


def _unit(path: Path) -> list[tuple[int, int]]:
    """What the first piece does after the first answer: at which points, with which codes."""
    rows = list(zip(path.points, path.codes, strict=True))[1:]
    again = next((at for at, (point, _) in enumerate(rows) if at and point == rows[0][0]), len(rows))
    last = next((at for at, (point, _) in enumerate(rows) if point == path.points[0]), len(rows))
    return [row for row in rows[: min(again, last)] if row != (rows[0][0], DECLINE)]
