"""Orders over several decisions: these pieces to that place, whatever one has to answer on the way.

Ways are looked for over one's own decisions alone, on a position that could be the one on the table and is the same for
all that look like it, so that a preview tells nothing that its reader does not know.  Chance ends the search; positions
that are the same but for what the stage at hand remembers count as one.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import blake2b
from heapq import heappop, heappush
from itertools import pairwise
from random import Random
from typing import Any

from crex_dsl.engine.errors import CrexError
from crex_dsl.engine.game import Game
from crex_dsl.engine.run.chance import TAKEN_OVER, NeedsOutcome, ScriptedOutcomes, members_of, scripted_chance
from crex_dsl.engine.run.decision import DECLINE
from crex_dsl.engine.run.memory import address, live_frames
from crex_dsl.engine.run.position import Position
from crex_dsl.engine.run.program_rows import Cell
from crex_dsl.engine.run.slots import CHANCE, HEAD, POINT
from crex_dsl.engine.secrecy.information_set import InformationSet
from crex_dsl.engine.secrecy.mask import Mask
from crex_dsl.engine.secrecy.secret_state import Masked

MOST_TRIED = 400  # decisions tried for one order: a number and no time, so that twins are told alike
MOST_WAYS = 6
_MOST_EACH = 150  # of them after one and the same beginning
_MOST_PIECE = 40  # for each of as many pieces as can go
_MOST_AIMS = 2
_WAYS_EACH = 4
_MOST_STEPS = 80
_DEALS, _OTHER_DEALS = 3, 6
_NO_ROAD = 50  # as far as it counts to a place to which no link leads

Path = tuple[tuple["_Trial", ...], tuple[int, ...]]  # what decisions on trial lead to, and the decisions
Seen = tuple[Masked, tuple[int, ...], int | None]  # what a seat sees of a state, its answers, who is asked


@dataclass(frozen=True)
class Order:
    """Some pieces of a kind, and the place to which they are to go: `every` one of them, or as many as can.

    They may be told a place `by` which all that move are to go.
    """

    kind: str
    pieces: tuple[int, ...]
    place: int
    every: bool = True
    by: int | None = None

    def places(self, game: Game, state: list[int]) -> list[int]:
        """Where each of the pieces is."""
        cell = placement(game, self.kind)
        return [state[address(cell, (piece,))] for piece in self.pieces]

    def root(self, game: Game) -> str:
        """The kind under whose names the pieces go."""
        name: str = game.tables["subkinds"][self.kind][0]
        return name


def things_named(game: Game, code: int, kind: str) -> set[int]:
    """The things of a kind that an answer names."""
    if code == DECLINE:
        return set()
    row = game.coding(code)
    things = zip(row.types, game.numbers(code), strict=True)
    return {value for of, value in things if (of[1] if of[0] == "optional" else of)[:2] == ("thing", kind)}


def placement(game: Game, kind: str) -> Cell:
    """What remembers where the pieces of a kind are."""
    cell: Cell = game.cells[game.tables["placements"][kind]]
    return cell


def place_kind(game: Game, kind: str) -> str:
    """The kind of the places where the pieces of a kind are."""
    of = placement(game, kind).type
    name: str = (of[1] if of[0] == "optional" else of)[1]
    return name


@dataclass(frozen=True)
class _Trial:
    """A state that decisions on trial have led to, with its legal codes; none where nobody is asked, or chance is."""

    state: list[int]
    codes: list[int]
    chance: bool = False

    def asks(self, game: Game, seat: int) -> bool:
        """Whether a seat decides here."""
        return bool(self.codes) and not self.chance and game.decider(self.state) == seat

    def seen(self, game: Game, seat: int) -> Seen:
        """What a seat sees of it."""
        codes = self.codes if self.asks(game, seat) else ()
        return _seen(InformationSet.of(game, seat, self.state, codes, waits=not self.codes)[0])


@dataclass(frozen=True)
class Way:
    """Decisions that carry an order out, tried on a position that could be the one on the table."""

    game: Game
    seat: int
    order: Order
    trials: tuple[_Trial, ...]
    taken: tuple[int, ...]

    def __len__(self) -> int:
        return len(self.taken)

    @property
    def arrived(self) -> list[int]:
        """The pieces that get there."""
        places = self.order.places(self.game, self.trials[-1].state)
        return [piece for piece, place in zip(self.order.pieces, places, strict=True) if place == self.order.place]

    @cached_property
    def routes(self) -> dict[tuple[int, ...], list[int]]:
        """The pieces that move, by the places through which they go, where they stood among them."""
        stood = [self.order.places(self.game, trial.state) for trial in self.trials]
        found: dict[tuple[int, ...], list[int]] = {}
        for number, piece in enumerate(self.order.pieces):
            places = [row[number] for row in stood]
            route = [place for at, place in enumerate(places) if not at or places[at - 1] != place]
            if len(route) > 1:
                found.setdefault(tuple(route), []).append(piece)
        return found

    def adds_to(self, other: Way) -> bool:
        """Whether all moves as it does on another way, and more is decided or done for it besides."""
        if other.deeds < self.deeds:
            return True
        more = Counter(other.texts) < Counter(self.texts)
        return more and self.routes == other.routes and self.deeds == other.deeds

    @property
    def deeds(self) -> set[str]:
        """What the pieces do, by the names of actions."""
        root = self.order.root(self.game)
        return {self.game.coding(code).name for code in self.taken if things_named(self.game, code, root)}

    @property
    def distance(self) -> int:
        """Over how many links the pieces go; where they are led on unasked, by how many they come nearer."""
        far = _distances(self.game, self.order)
        return sum(
            len(pieces) * max(1, abs(far.get(one, _NO_ROAD) - far.get(next, _NO_ROAD)))
            for route, pieces in self.routes.items()
            for one, next in pairwise(route)
        )

    @cached_property
    def texts(self) -> list[str]:
        """What is decided besides the steps of the pieces themselves, in the words of the answers."""
        return [
            self.game.text(trial.state, code, Mask(self.game, trial.state, self.seat))
            for trial, code in zip(self.trials, self.taken, strict=False)
            if code != DECLINE and not things_named(self.game, code, self.order.root(self.game))
        ]

    @cached_property
    def _expected(self) -> list[Seen]:
        """What is seen before each decision, and after the last, where nothing turns out otherwise."""
        return [trial.seen(self.game, self.seat) for trial in self.trials]

    @cached_property
    def _answers(self) -> list[int]:
        """The decisions, by the codes that they have in one's view."""
        found = []
        for trial, code in zip(self.trials, self.taken, strict=False):
            information_set, codes = InformationSet.of(self.game, self.seat, trial.state, trial.codes)
            found.append(information_set.answers[codes.index(code)])
        return found

    def code(self, number: int, position: Position) -> int | None:
        """One of its decisions as it is called in a position, or None: something has turned out otherwise before it."""
        if position.decision is None or self.game.decider(position.state) != self.seat:
            return None
        information_set, codes = InformationSet.of(self.game, self.seat, position.state, position.codes)
        if _seen(information_set) != self._expected[number]:
            return None
        return codes[information_set.answers.index(self._answers[number])]

    def as_expected(self, position: Position) -> bool:
        """Whether a position looks as its last decision was to leave it."""
        return _seen(position.information_set(self.seat)) == self._expected[-1]

    def could_show(self, position: Position) -> bool:
        """Whether something hidden could turn out on the way: it would not come out alike wherever that lies."""
        own = position.information_set(self.seat)
        for number in range(_OTHER_DEALS):
            deal = own.determinise(Random(f"{_seed(own)} other {number}"))
            trial = _Trial(deal.state, deal.called)
            for answer, expected in zip(self._answers, self._expected[1:], strict=True):
                information_set, codes = InformationSet.of(self.game, self.seat, trial.state, trial.codes)
                if answer not in information_set.answers:
                    return True
                after = _tried(self.game, trial, codes[information_set.answers.index(answer)])
                if after is None or after.chance or after.seen(self.game, self.seat) != expected:
                    return True
                trial = after
        return False


def ways(position: Position, player: str, order: Order, most: int = MOST_TRIED) -> list[Way]:
    """The ways to carry an order out that lead over the fewest places; none where no way is found in so many trials."""
    game, seat = position.game, position.game.seat(player)
    information_set = position.information_set(seat)
    if information_set.who != seat:
        return []
    found: list[Way] = []
    left = most if order.every else most // 2
    for number in range(_DEALS):  # where it fails as things might be, it may not fail otherwise
        try:
            deal = information_set.determinise(Random(f"{_seed(information_set)} {number}"))
        except CrexError:
            return []
        start = _Trial(deal.state, deal.called)
        search = _Search(game, seat, order, start, left)
        found, left = search.found(), search.left
        if not found and not order.every:
            found = _as_many_as_can(game, seat, order, start)
        if found or left <= 0:
            break
    if order.by is not None:
        found = [way for way in found if all(order.by in route for route in way.routes)]
    nearest = min((way.distance for way in found), default=0)
    found = sorted((way for way in found if way.distance == nearest), key=lambda way: (len(way.routes), len(way)))
    told: dict[str, Way] = {}
    for way in found:  # of those that read alike one, and none that only adds something to another
        if not any(way.adds_to(other) for other in told.values()):
            told.setdefault(str((way.texts, way.routes)), way)
    return list(told.values())


def stuck_pieces(position: Position, player: str, order: Order) -> list[int]:
    """Those pieces of an order that could not go even alone, each looked at in its share of the trials."""
    share = MOST_TRIED // len(order.pieces)
    return [
        piece
        for piece in order.pieces
        if not ways(position, player, replace(order, pieces=(piece,), every=True), share)
    ]


def _as_many_as_can(game: Game, seat: int, order: Order, start: _Trial) -> list[Way]:
    """The way by which most pieces get there one after the other, begun with an answer about the place or at will."""
    search = _Search(game, seat, order, start, 0)
    beginnings: list[Path] = [((start,), ())]
    for code in [code for code in start.codes if search.aims(code)][:_MOST_AIMS]:
        after = _tried(game, start, code)
        if after is not None and after.asks(game, seat):
            beginnings.append(((start, after), (code,)))
    found = [search.settled(*_one_by_one(game, seat, order, path)) for path in beginnings]
    used = [way for way in found if way.routes and DECLINE not in way.taken[:2]]  # what was begun has served somebody
    return sorted(used, key=lambda way: (-len(way.arrived), len(way.texts)))[:1]


def _one_by_one(game: Game, seat: int, order: Order, path: Path) -> Path:
    """A path on which the pieces of an order go one after the other, the nearest first, as many as can."""
    far, state = _distances(game, order), path[0][-1].state
    waiting = [
        (far.get(place, _NO_ROAD), piece)
        for piece, place in zip(order.pieces, order.places(game, state), strict=True)
        if place != order.place
    ]
    left = MOST_TRIED
    for _, piece in sorted(waiting):
        allowed = min(left, _MOST_PIECE)
        search = _Search(game, seat, Order(order.kind, (piece,), order.place), path[0][-1], allowed)
        found = min(search.paths(), key=lambda each: len(each[1]), default=None)
        left -= allowed - search.left
        if found is not None:
            trials, taken = found
            path = (*path[0], *trials[1:]), (*path[1], *taken)
        if left <= 0 or not path[0][-1].asks(game, seat):
            break
    return path


class _Search:
    """A best-first search: those first that are nearest to their goal, by the links between places."""

    def __init__(self, game: Game, seat: int, order: Order, start: _Trial, left: int) -> None:
        self.game, self.seat, self.order, self.start = game, seat, order, start
        self._far = _distances(game, order)
        self._outside = _slots_outside(game, start.state)
        self.left = left  # how much may still be tried
        self._seen: set[tuple[int, ...]] = set()
        self._ends: dict[
            tuple[int, ...], tuple[tuple[int, bool, bool, int], Path]
        ] = {}  # the best path to each, with its rank
        self._scattered = len(set(order.places(game, start.state))) > 1
        self._depth = _running(game, start.state)
        self._pieces = set(order.pieces)
        self._named: dict[int, tuple[set[int], set[int]]] = {}

    def found(self) -> list[Way]:
        """The ways that are found, each to its end."""
        return [self.settled(*path) for path in self.paths()]

    def paths(self) -> list[Path]:
        """What is found before too much is tried, some for each answer that could begin a way; the best first."""
        for code in sorted(self._fitting(self.start), key=self._look):
            if self.left > 0 and len(self._ends) < 2 * MOST_WAYS:
                self._follow(code)
        return [path for _, path in sorted(self._ends.values(), key=lambda ranked: ranked[0])]

    def _follow(self, beginning: int) -> None:
        """Look for ways that begin with an answer, those first that come nearest."""
        least, full = max(0, self.left - _MOST_EACH), len(self._ends) + _WAYS_EACH
        queue: list[tuple[Any, ...]] = [(0, 0, 0, 0, (self.start,), ())]
        while queue and self.left > least and len(self._ends) < full:
            *_, trials, taken = heappop(queue)
            for code in self._fitting(trials[-1]) if taken else [beginning]:
                after = _tried(self.game, trials[-1], code)
                self.left -= 1
                if after is None:
                    continue
                path, codes, key = (*trials, after), (*taken, code), tuple(after.state[POINT:])
                if self._arrived(after) == len(self.order.pieces):  # seen or not: by this path it may be less to decide
                    self._note(path, codes)
                elif key not in self._seen and self._goes_on(after) and len(codes) < _MOST_STEPS:
                    self._seen.add(key)
                    heappush(queue, (*self._promise(after), len(codes), -self.left, path, codes))

    def _note(self, trials: tuple[_Trial, ...], taken: tuple[int, ...]) -> None:
        """Note a path that leads to its end, where none that is better leads to the same."""
        end = tuple(trials[-1].state[slot] for slot in self._outside)
        ranked = self._rank(trials, taken), (trials, taken)
        self._ends[end] = min(self._ends.get(end, ranked), ranked, key=lambda each: each[0])

    def _look(self, code: int) -> tuple[int, int, int]:
        """Which beginnings go first: those about a place, about pieces, others; and how near they come.

        Where pieces come from several places, what is about the one to which all go is before anything else.  A
        beginning that is the whole way is noted at once.
        """
        after = _tried(self.game, self.start, code)
        self.left -= 1
        if after is not None and self._arrived(after) == len(self.order.pieces):
            self._note((self.start, after), (code,))
        pieces, places = self._things(code)
        rank = 2 if pieces else 0 if self._scattered and self.aims(code) else 1 if places else 3
        return (rank, _NO_ROAD * len(self.order.pieces), True) if after is None else (rank, *self._promise(after))

    def _fitting(self, trial: _Trial) -> list[int]:
        """The answers that are about the order: its pieces and no others, where one stands or where they are to go."""
        places = {self.order.place, *self.order.places(self.game, trial.state)}
        return [code for code in trial.codes if self._ours(code) and (self._about(code) or self._near(code, places))]

    def _about(self, code: int) -> bool:
        """Whether an answer names a piece of the order, or no place at all."""
        return bool(self._things(code)[0]) or not self._things(code)[1]

    def aims(self, code: int) -> bool:
        """Whether an answer is about the place where the order leads, and about no piece."""
        pieces, places = self._things(code)
        return not pieces and places == {self.order.place}

    def _near(self, code: int, places: set[int]) -> bool:
        return bool(self._things(code)[1] & places)

    def _ours(self, code: int) -> bool:
        """Whether an answer names no piece but those of the order."""
        return self._things(code)[0] <= self._pieces

    def _things(self, code: int) -> tuple[set[int], set[int]]:
        """The pieces and the places that an answer names."""
        if code not in self._named:
            self._named[code] = (
                things_named(self.game, code, self.order.root(self.game)),
                things_named(self.game, code, place_kind(self.game, self.order.kind)),
            )
        return self._named[code]

    def _goes_on(self, trial: _Trial) -> bool:
        """Whether one decides oneself, and more can be answered than that one is done."""
        return trial.asks(self.game, self.seat) and any(code != DECLINE for code in self._fitting(trial))

    def _promise(self, trial: _Trial) -> tuple[int, int]:
        """How far it is, and whether no piece of the order can be moved just now."""
        far = sum(self._far.get(place, _NO_ROAD) for place in self.order.places(self.game, trial.state))
        return far, not any(self._things(code)[0] & self._pieces for code in trial.codes)

    def _arrived(self, trial: _Trial) -> int:
        return self.order.places(self.game, trial.state).count(self.order.place)

    def _rank(self, trials: tuple[_Trial, ...], taken: tuple[int, ...]) -> tuple[int, bool, bool, int]:
        """How good a path is: how few decisions it takes besides those about pieces, and whether all of it is ended.

        Pieces that stand together are not called together.
        """
        besides = sum(code != DECLINE and not self._things(code)[0] for code in taken)
        end = self.settled(trials, taken).trials[-1].state
        called = not self._scattered and self.aims(taken[0])
        return besides, called, _running(self.game, end) > self._depth, len(taken)

    def settled(self, trials: tuple[_Trial, ...], taken: tuple[int, ...]) -> Way:
        """A way to its end: where a question is left that is about nothing but its pieces, it is declined."""
        arrived = self._arrived(trials[-1])
        while trials[-1].asks(self.game, self.seat) and DECLINE in trials[-1].codes:
            others = (self._things(code)[0] for code in trials[-1].codes if code != DECLINE)
            if not all(named and named <= self._pieces for named in others):
                break
            after = _tried(self.game, trials[-1], DECLINE)
            if after is None or self._arrived(after) < arrived:
                break
            trials, taken = (*trials, after), (*taken, DECLINE)
            if not after.asks(self.game, self.seat):
                break
        return Way(self.game, self.seat, self.order, trials, taken)


def _running(game: Game, state: list[int]) -> int:
    """How many procedures are running."""
    return sum(1 for _ in live_frames(game.tables, state))


def _tried(game: Game, trial: _Trial, code: int) -> _Trial | None:
    """What a decision leads to, up to where chance is asked; None where the rules fail."""
    state = trial.state[:]
    state[CHANCE] = TAKEN_OVER
    try:
        with scripted_chance(ScriptedOutcomes([])):
            return _Trial(state, game.program.run(state, code))
    except NeedsOutcome:
        return _Trial(state, [], chance=True)
    except CrexError:
        return None


def _seen(information_set: InformationSet) -> Seen:
    """What is seen of a state: its memory, and where each procedure stands; not what they keep for themselves.

    That may be left over from before, and whatever of it matters shows in the answers.
    """
    state, tables = information_set.state, information_set.game.tables
    stands = [state[base] for _, base, _ in live_frames(tables, state)]
    return [state[POINT], *stands, *state[HEAD : tables["frames_base"]]], information_set.answers, information_set.who


def _seed(information_set: InformationSet) -> str:
    """A seed that is the same for all that look alike."""
    return blake2b(repr(_seen(information_set)).encode(), digest_size=8).hexdigest()


def _distances(game: Game, order: Order) -> dict[int, int]:
    """How many links it is from each place to where an order leads."""
    places = place_kind(game, order.kind)
    links = [
        members
        for row in game.link_ends.values()
        if row.type[1][1] == places
        for ends in row.values
        if len(members := list(members_of(ends))) > 1
    ]
    found, edge = {order.place: 0}, [order.place]
    while edge:
        edge = [
            other
            for place in edge
            for ends in links
            if place in ends
            for other in ends
            if other not in found and not found.update({other: found[place] + 1})
        ]
    return found


def _slots_outside(game: Game, state: list[int]) -> list[int]:
    """The slots of memory that outlasts the innermost stage in which play stands."""
    within, doors = game.tables["stages"], game.tables["doors"]

    def path(stage: str | None) -> list[str]:
        return [] if stage is None else [stage, *path(within.get(stage))]

    open_stages = [stage for stage, slot in doors.items() if state[slot]]
    innermost = max(open_stages, key=lambda stage: len(path(stage)), default=None)
    outside = [cell for cell in game.cells if innermost is None or innermost not in path(cell.stage)]
    return [slot for cell in outside for slot in range(cell.base, cell.base + cell.size)]
