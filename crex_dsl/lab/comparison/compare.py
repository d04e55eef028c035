"""A comparison: the same seeds under several rulebooks, and what each does otherwise than the first."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from statistics import median

from pydantic import BaseModel

from crex_dsl.engine.game import Game
from crex_dsl.engine.scenarios.setup import opening
from crex_dsl.lab.bots.registry import by_the_clock
from crex_dsl.lab.comparison.game_metrics import SORTS, Quantity, Reader, Sort
from crex_dsl.lab.simulation.playouts import Playout
from crex_dsl.lab.simulation.series import Order
from crex_dsl.lab.simulation.summary import Fault
from crex_dsl.lab.statistics.intervals import Share, share, spread
from crex_dsl.lab.statistics.paired_tests import FEW, LEVEL, Paired, holm, needed, paired
from crex_dsl.lab.statistics.unpaired_tests import unpaired


class Effect(BaseModel):
    """What a rulebook does to one quantity, held against the first rulebook on the same seeds.

    `p` is what the test says, `corrected` what is left of it among all effects told together; `games` is how many
    would show an effect of this size where it is not significant. Figures that say the `same`, because each can be
    worked out from the other in every game, are not told again.
    """

    rulebook: str
    sort: Sort
    name: str
    of: list[str]
    each: str | None
    title: str
    same: list[str]
    share: bool
    before: float
    after: float
    difference: float
    low: float
    high: float
    p: float
    corrected: float
    significant: bool
    correlation: float | None
    scale: float
    games: int | None


class Winner(Share):
    """How often a player won under a rulebook, and how its edition names them."""

    player: str
    called: str


class Mean(BaseModel):
    """An average of some games, with its 95% interval unless there is only one."""

    games: int
    mean: float
    low: float | None
    high: float | None

    @classmethod
    def of(cls, numbers: Counter[int]) -> Mean:
        """The average of numbers of which we know how often each came."""
        found = spread(numbers)
        assert found is not None, "there is at least one game"
        return cls(games=found.numbers, mean=found.mean, low=found.low, high=found.high)

    @property
    def reach(self) -> float:
        """How far the truth may lie from the average, as far as that is known."""
        return 0.0 if self.high is None else self.high - self.mean


class Course(BaseModel):
    """A measure at the end of the first stage, of the second, and so on, under a rulebook."""

    name: str
    title: str
    of: list[str]
    called: list[str]
    each: str
    each_called: str | None
    means: list[Mean]


class Compared(BaseModel):
    """A rulebook and its part in a comparison; `does` is a digest of what its rules do.

    `correlation` is the median of its effects': how much alike games of one seed run here and under the first.
    """

    name: str
    edition: str
    title: str
    taken: dict[str, str]
    does: str
    bots: dict[str, str]
    played: int
    pairs: int
    correlation: float | None
    winners: list[Winner]
    courses: list[Course]
    faults: list[Fault]

    @property
    def seating(self) -> list[str]:
        """Who is played by which bot."""
        return [f"{won.called} {self.bots[won.player]}" for won in self.winners]


class Comparison(BaseModel):
    """Rulebooks compared on the same seeds: all of them, and the effects of each but the first.

    Games cannot be repeated where some bots think `by_the_clock`. Games that people saved are not `paired`.
    """

    game: str
    title: str
    scenario: str | None
    seed: int
    games: int
    level: float
    rulebooks: list[Compared]
    effects: list[Effect]
    by_the_clock: list[str]
    paired: bool

    @property
    def first(self) -> Compared:
        """The rulebook that the others are held against."""
        return self.rulebooks[0]

    @property
    def others(self) -> list[Compared]:
        """The rulebooks that are held against the first."""
        return self.rulebooks[1:]

    @property
    def faults(self) -> list[tuple[Compared, Fault]]:
        """Every game that went wrong, and under which rulebook."""
        return [(book, fault) for book in self.rulebooks for fault in book.faults]

    def effects_of(self, rulebook: str, significant: bool = False) -> list[Effect]:
        """What one rulebook does otherwise, all of it or what is significant."""
        mine = [effect for effect in self.effects if effect.rulebook == rulebook]
        return [effect for effect in mine if effect.significant or not significant]

    def alike(self, book: Compared) -> bool:
        """Whether a rulebook does the same as the first, whatever its words."""
        return book is not self.first and book.does == self.first.does


# ---- games ----
@dataclass
class Record:
    """The games of one rulebook in the order of their seeds: a column of numbers for each quantity."""

    name: str
    game: Game
    order: Order
    title: str = ""
    taken: dict[str, str] = field(default_factory=dict)
    whole: list[bool] = field(default_factory=list)
    columns: dict[Quantity, array[float]] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.reader = Reader(self.game)
        self.courses: list[list[Counter[int]]] = [[] for _ in self.reader.gauges]

    def add(self, playouts: Iterable[Playout]) -> None:
        """Write down the next games."""
        for playout in playouts:
            read: dict[Quantity, float] = {}
            if playout.fault is None:
                read = self.reader.read(playout)
                self._follow(playout.series)
            else:
                self.faults.append(Fault(seed=playout.seed, what=playout.fault, decisions=playout.decisions))
            for quantity in read:
                if quantity not in self.columns:
                    self.columns[quantity] = array("d", [0.0] * len(self.whole))
            for quantity, column in self.columns.items():
                column.append(read.get(quantity, 0.0))
            self.whole.append(playout.fault is None)

    def _follow(self, series: Sequence[Sequence[int]]) -> None:
        for course, numbers in zip(self.courses, series, strict=True):
            course += [Counter[int]() for _ in range(len(numbers) - len(course))]
            for counted, number in zip(course, numbers, strict=False):
                counted[number] += 1

    def column(self, quantity: Quantity, places: Iterable[int]) -> list[float]:
        """A quantity of some games; what none of them had is zero."""
        column = self.columns.get(quantity)
        return [column[place] if column is not None else 0.0 for place in places]


# ---- what they add up to ----
def comparison(records: Sequence[Record], are_paired: bool = True) -> Comparison:
    """What the games of some rulebooks say about each of them, held against the first."""
    first, *others = records
    found = [
        (record, figure, effect, min(map(len, places)))
        for record in others
        for places in [_held(first, record, are_paired)]
        for figure, effect in _effects(first, record, places, are_paired)
    ]
    corrected = holm([effect.p for _, _, effect, _ in found])
    effects = [
        _effect(record.name, figure, effect, chance, pairs, len(found))
        for (record, figure, effect, pairs), chance in zip(found, corrected, strict=True)
    ]
    return Comparison(
        game=first.game.id,
        title=first.game.title,
        scenario=str(opening(first.game, *_name_and_values(first.order))) if first.order.scenario else None,
        seed=first.order.seed,
        games=first.order.games,
        level=LEVEL,
        rulebooks=[_compared(record, first, effects, are_paired) for record in records],
        effects=effects,
        by_the_clock=by_the_clock(name for record in records for name in record.order.bots.values()),
        paired=are_paired,
    )


def _name_and_values(order: Order) -> tuple[str, tuple[str, ...]]:
    return order.scenario[0], order.scenario[1:]


def pairs_of(first: Record, other: Record) -> list[int]:
    """The games that went well under either rulebook."""
    whole = zip(first.whole, other.whole, strict=False)
    return [place for place, (here, there) in enumerate(whole) if here and there]


def _held(first: Record, other: Record, are_paired: bool) -> tuple[list[int], list[int]]:
    """The games of either rulebook that are held against each other."""
    if are_paired:
        return pairs_of(first, other), pairs_of(first, other)
    whole, its = ([place for place, well in enumerate(record.whole) if well] for record in (first, other))
    return whole, its


@dataclass
class Figure:
    """A quantity in the games of two rulebooks, with the titles of all others that say the same there."""

    quantity: Quantity
    before: list[float]
    after: list[float]
    same: list[str] = field(default_factory=list)


def _effects(
    first: Record, other: Record, places: tuple[list[int], list[int]], are_paired: bool
) -> Iterator[tuple[Figure, Paired]]:
    """Every quantity that both rulebooks have, and every ending that either has; nothing of less than two games."""
    here, there = places
    least = min(len(here), len(there))
    if least < 2:
        return
    every = [
        quantity
        for quantity in dict.fromkeys([*first.columns, *other.columns])
        if quantity.sort == "ending" or (quantity in first.columns and quantity in other.columns)
    ]
    ordered = sorted(every, key=lambda quantity: SORTS.index(quantity.sort))
    read = [Figure(each, first.column(each, here), other.column(each, there)) for each in ordered]
    test = paired if are_paired else unpaired
    duel = len(first.game.players) == len(other.game.players) == 2
    for figure in _told_once(read, few=least < FEW, duel=duel):
        yield figure, test(figure.before, figure.after, figure.quantity.share)


def _told_once(figures: Iterable[Figure], few: bool, duel: bool) -> list[Figure]:
    """Figures without those that say in every game what one before them says, as a measure in all and each stage may.

    What never changes says nothing, and stays. In a few games many things agree by luck: there only wins of a
    duel are held against each other, and a measure against itself.
    """
    told: list[Figure] = []
    known: dict[tuple[tuple[str, ...], tuple[float, ...]], Figure] = {}
    for figure in figures:
        numbers = (*figure.before, *figure.after)
        other = next((number for number in numbers if number != numbers[0]), None)
        if other is None:
            told.append(figure)
            continue
        # on a scale on which the first is 0 and the next other 1, figures are equal that grow and shrink together
        scaled = tuple(round((number - numbers[0]) / (other - numbers[0]), 9) for number in numbers)
        quantity = figure.quantity
        of: tuple[str, ...] = () if quantity.share else (quantity.name,)  # measures of their own may agree by luck
        if few:
            of = (
                (quantity.sort,) if duel and quantity.sort == "winner" else (quantity.sort, quantity.name, *quantity.of)
            )
        found = known.setdefault((of, scaled), figure)
        if found is figure:
            told.append(figure)
        else:
            found.same.append(figure.quantity.title)
    return told


def _effect(rulebook: str, figure: Figure, found: Paired, corrected: float, pairs: int, together: int) -> Effect:
    quantity, significant = figure.quantity, corrected <= LEVEL
    return Effect(
        rulebook=rulebook,
        sort=quantity.sort,
        name=quantity.name,
        of=list(quantity.of),
        each=quantity.each,
        title=quantity.title,
        same=figure.same,
        share=quantity.share,
        before=found.before,
        after=found.after,
        difference=found.difference,
        low=found.low,
        high=found.high,
        p=found.p,
        corrected=corrected,
        significant=significant,
        correlation=found.correlation,
        scale=found.scale,
        games=None if significant else needed(found, pairs, together),
    )


def _compared(record: Record, first: Record, effects: Iterable[Effect], are_paired: bool) -> Compared:
    whole = sum(record.whole)
    mine = [effect.correlation for effect in effects if effect.rulebook == record.name]
    known = [correlation for correlation in mine if correlation is not None]
    return Compared(
        name=record.name,
        edition=record.game.edition,
        title=record.title,
        taken=record.taken,
        does=record.game.does,
        bots=record.order.bots,
        played=len(record.whole),
        pairs=len(_held(first, record, are_paired)[1]),
        correlation=median(known) if known else None,
        winners=[
            Winner(
                player=quantity.name,
                called=record.reader.names[quantity.name],
                **share(round(sum(column)), whole).model_dump(),
            )
            for quantity, column in record.columns.items()
            if quantity.sort == "winner"
        ],
        courses=[
            Course(
                name=measure.name,
                title=measure.title,
                of=list(measure.of),
                called=list(measure.called),
                each=measure.each,
                each_called=measure.each_called,
                means=[Mean.of(numbers) for numbers in course],
            )
            for measure, course in zip(record.reader.gauges, record.courses, strict=True)
            if measure.each is not None and course
        ],
        faults=record.faults,
    )
