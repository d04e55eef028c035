"""Dice, draws and shuffles: from the position's own generator, or told from outside."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations_with_replacement, permutations
from math import comb, factorial, prod
from typing import Any

MASK = (1 << 64) - 1
_MULTIPLIER = 6364136223846793005
_INCREMENT = 1442695040888963407
TAKEN_OVER = -1
MAX_OUTCOMES = 100_000
MAX_DICE = 255


@dataclass(frozen=True, slots=True)
class ChanceEvent:
    """A random event that waits for its outcome: a roll, a draw, a shuffle, or how many of some dice show few pips."""

    sort: str
    count: int
    sides: int
    members: tuple[int, ...]
    site: int
    given: tuple[int, ...] = field(default=(), compare=False)  # what the procedure was given whose dice are counted

    def outcomes(self) -> list[tuple[tuple[int, ...], Fraction]]:
        """Every outcome with its probability: dice sorted, the member drawn, the members in order, or how many."""
        if self.sort == "count":
            few, many, total = self.members[0], self.sides - self.members[0], self.sides**self.count
            return [
                ((found,), Fraction(comb(self.count, found) * few**found * many ** (self.count - found), total))
                for found in range(self.count + 1)
            ]
        if self.sort == "roll":
            total = self.sides**self.count
            if self.count > 12:
                raise ValueError(f"{self.count} dice have too many outcomes to list; tell one")
            found = []
            for faces in combinations_with_replacement(range(1, self.sides + 1), self.count):
                ways = factorial(self.count) // prod(factorial(faces.count(face)) for face in set(faces))
                found.append((faces, Fraction(ways, total)))
            return found
        if self.sort == "draw":
            return [((member,), Fraction(1, len(self.members))) for member in self.members]
        if factorial(len(self.members)) > MAX_OUTCOMES:
            raise ValueError(f"{len(self.members)} members have too many orders to list; tell one")
        orders = list(permutations(self.members))
        return [(order, Fraction(1, len(orders))) for order in orders]

    def accepts(self, outcome: Sequence[int]) -> bool:
        """Whether the outcome is one that could happen."""
        if self.sort == "roll":
            return len(outcome) == self.count and all(1 <= face <= self.sides for face in outcome)
        if self.sort == "draw":
            return len(outcome) == 1 and outcome[0] in self.members
        if self.sort == "count":
            return len(outcome) == 1 and 0 <= outcome[0] <= self.count
        return sorted(outcome) == sorted(self.members)


class NeedsOutcome(Exception):
    """Chance is taken over and nobody has told this event's outcome yet."""

    def __init__(self, event: ChanceEvent) -> None:
        super().__init__("an outcome is needed")
        self.event = event


class ScriptedOutcomes:
    """The outcomes told for the decision at hand, used up in order.

    Where dice are told piecemeal, they stay unseen when they are rolled, and how many of them show at most a number is
    told when somebody asks.
    """

    def __init__(self, outcomes: Sequence[Sequence[int]], piecemeal: bool = False) -> None:
        self.outcomes = [tuple(outcome) for outcome in outcomes]
        self.used = 0
        self.piecemeal = piecemeal

    def next(self, event: ChanceEvent) -> tuple[int, ...]:
        """The outcome of the next event."""
        if self.used >= len(self.outcomes):
            raise NeedsOutcome(event)
        outcome = self.outcomes[self.used]
        self.used += 1
        return outcome


class LazyDice:
    """Dice that nobody has looked at: what they show is settled as far as somebody asks, and no further."""

    __slots__ = ("_known", "site")

    def __init__(self, count: int, sides: int, site: int) -> None:
        self._known = {0: 0, sides: count}  # how many show at most so many pips
        self.site = site

    def copy(self) -> LazyDice:
        """The same dice, to be looked at apart."""
        made = LazyDice.__new__(LazyDice)
        made._known, made.site = dict(self._known), self.site
        return made

    def __rshift__(self, bits: int) -> int:
        """How many show at most a number, where packed dice keep that."""
        pips = bits // 8 + 1
        if pips not in self._known:
            under = max(each for each in self._known if each < pips)
            over = min(each for each in self._known if each > pips)
            dice = self._known[over] - self._known[under]
            event = ChanceEvent("count", dice, over - under, (pips - under,), self.site)
            self._known[pips] = self._known[under] + (_told[-1].next(event)[0] if dice else 0)
        return self._known[pips]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LazyDice) and self._known == other._known

    def __hash__(self) -> int:
        return hash(frozenset(self._known.items()))


_told: list[ScriptedOutcomes] = []
_heard: list[Callable[[ChanceEvent, tuple[int, ...]], None]] = []


class scripted_chance:  # noqa: N801 - reads as a statement: with scripted_chance(outcomes)
    """While this lasts, chance in positions that are taken over follows what is told."""

    def __init__(self, told: ScriptedOutcomes) -> None:
        self.told = told

    def __enter__(self) -> ScriptedOutcomes:
        _told.append(self.told)
        return self.told

    def __exit__(self, *_: object) -> None:
        _told.pop()


class listening:  # noqa: N801 - reads as a statement: with listening(note)
    """While this lasts, every random event and its outcome is told to a listener."""

    def __init__(self, note: Callable[[ChanceEvent, tuple[int, ...]], None]) -> None:
        self.note = note

    def __enter__(self) -> None:
        _heard.append(self.note)

    def __exit__(self, *_: object) -> None:
        _heard.pop()


def scrambled(seed: int) -> int:
    """A generator state from a seed; near seeds give states far apart."""
    x = (seed + 0x9E3779B97F4A7C15) & MASK
    x = ((x ^ x >> 30) * 0xBF58476D1CE4E5B9) & MASK
    x = ((x ^ x >> 27) * 0x94D049BB133111EB) & MASK
    return x ^ x >> 31


def advanced(x: int) -> int:
    """The generator state after another one."""
    return (x * _MULTIPLIER + _INCREMENT) & MASK


class Draws:
    """Whole numbers drawn from a seed, the same in every engine."""

    __slots__ = ("state",)

    def __init__(self, seed: int) -> None:
        self.state = scrambled(seed & MASK)

    def below(self, limit: int) -> int:
        """A number from 0 up to a limit."""
        self.state = advanced(self.state)
        return (self.state >> 32) * limit >> 32

    def bits(self, count: int) -> int:
        """A number of at least so many bits: whole words of them, the lowest first."""
        made = 0
        for place in range(0, count, 32):
            made |= self.below(1 << 32) << place
        return made

    def shuffle(self, items: list[int]) -> None:
        """Put items in any order."""
        for place in range(len(items) - 1, 0, -1):
            other = self.below(place + 1)
            items[place], items[other] = items[other], items[place]


def deal_lots(lots: dict[str, tuple[int, int]], state: list[int]) -> None:
    """Deal every thing its lot, from the position's generator, which stays as it is."""
    own = [scrambled(state[0])]
    for base, count in lots.values():
        dealt = list(range(count))
        _shuffle(own, dealt)
        state[base : base + count] = dealt


def _shuffle(S: list[int], items: list[int]) -> None:
    for place in range(len(items) - 1, 0, -1):
        other = _below(S, place + 1)
        items[place], items[other] = items[other], items[place]


def _event(S: list[int], event: ChanceEvent, own: Callable[[], tuple[int, ...]]) -> tuple[int, ...]:
    outcome = own() if S[0] >= 0 else (_told[-1].next(event) if _told else _nobody(event))
    if _heard:
        _heard[-1](event, outcome)
    return outcome


def _nobody(event: ChanceEvent) -> tuple[int, ...]:
    raise NeedsOutcome(event)


def roll(S: list[int], count: int, sides: int, site: int, given: tuple[int, ...] = ()) -> int:
    """Dice, packed: byte k counts those that show at most k + 1."""
    x = S[0]
    if count > MAX_DICE:
        raise TooManyDice(site)
    if x < 0 or _heard:
        return _roll_slowly(S, count, sides, site, given)
    faces = _FACES if sides == 6 else _faces(sides)
    packed = 0
    while count > 0:
        x = (x * _MULTIPLIER + _INCREMENT) & MASK
        packed += faces[(x >> 32) * sides >> 32]
        count -= 1
    S[0] = x
    return packed


def _roll_slowly(S: list[int], count: int, sides: int, site: int, given: tuple[int, ...]) -> int:
    def own() -> tuple[int, ...]:
        return tuple(_below(S, sides) + 1 for _ in range(count))

    if count <= 0:
        return 0
    if S[0] < 0 and _told and _told[-1].piecemeal:
        return LazyDice(count, sides, site)  # type: ignore[return-value]  # answers like packed dice
    event = ChanceEvent("roll", count, sides, (), site, given)
    faces = _faces(sides)
    return sum(faces[face - 1] for face in _event(S, event, own))


def _faces(sides: int) -> tuple[int, ...]:
    if sides not in _FACE_TABLES:
        whole = [sum(1 << 8 * k for k in range(face, sides)) for face in range(sides)]
        _FACE_TABLES[sides] = tuple(whole)
    return _FACE_TABLES[sides]


_FACE_TABLES: dict[int, tuple[int, ...]] = {}
_FACES = _faces(6)


def _below(S: list[int], limit: int) -> int:
    x = S[0] = (S[0] * _MULTIPLIER + _INCREMENT) & MASK
    return (x >> 32) * limit >> 32


def members_of(mask: int) -> tuple[int, ...]:
    """The members of a set, lowest first."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return tuple(found)


def pick(S: list[int], mask: int, site: int) -> int:
    """A member of a set at random."""
    if not mask:
        raise EmptyDraw(site)
    if S[0] < 0 or _heard:
        members = members_of(mask)
        event = ChanceEvent("draw", 1, 0, members, site)
        return _event(S, event, lambda: (members[_below(S, len(members))],))[0]
    skip = _below(S, mask.bit_count())
    while skip:
        mask &= mask - 1
        skip -= 1
    return (mask & -mask).bit_length() - 1


def shuffled(S: list[int], mask: int, site: int) -> Iterator[tuple[int, int]]:
    """The members of a set in random order, numbered from 1."""
    members = members_of(mask)

    def own() -> tuple[int, ...]:
        order = list(members)
        _shuffle(S, order)
        return tuple(order)

    order = _event(S, ChanceEvent("shuffle", 0, 0, members, site), own) if len(members) > 1 else members
    return iter(enumerate(order, start=1))


class TooManyDice(Exception):
    """A rule rolls more dice than a hand can hold."""

    def __init__(self, site: int) -> None:
        super().__init__(site)
        self.site = site


class EmptyDraw(Exception):
    """A rule draws from nothing."""

    def __init__(self, site: int) -> None:
        super().__init__(site)
        self.site = site


def at_most(packed: int, pips: int, sides: int) -> int:
    """How many dice show at most a number."""
    if pips < 1:
        return 0
    return packed >> 8 * (min(pips, sides) - 1) & 255


def at_least(packed: int, pips: int, sides: int) -> int:
    """How many dice show at least a number."""
    return at_most(packed, sides, sides) - at_most(packed, pips - 1, sides)


def equal_to(packed: int, pips: int, sides: int) -> int:
    """How many dice show a number."""
    return at_most(packed, pips, sides) - at_most(packed, pips - 1, sides)


def total(packed: int, sides: int) -> int:
    """The sum of dice."""
    count = at_most(packed, sides, sides)
    return sum(count - at_most(packed, face, sides) for face in range(sides))


def faces_of(packed: int, sides: int) -> list[int]:
    """The faces that dice show, lowest first."""
    return [face for face in range(1, sides + 1) for _ in range(equal_to(packed, face, sides))]


PRELUDE: dict[str, Any] = {
    "roll": roll,
    "pick": pick,
    "shuffled": shuffled,
    "at_most": at_most,
    "at_least": at_least,
    "equal_to": equal_to,
    "total": total,
}
