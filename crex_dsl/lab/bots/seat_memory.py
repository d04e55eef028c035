"""What a seat remembers of covered pieces: where each was seen last, and how sure that still is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING

from crex_dsl.engine.secrecy.information_set import InformationSet
from crex_dsl.engine.secrecy.secret_state import Masked, Swap

if TYPE_CHECKING:
    from crex_dsl.engine.game import Game
    from crex_dsl.engine.run.program_rows import Cell

_STARTS = 1, 2  # seeds of games that are begun to see what is the same in all
_SURE = 1.0
_FORGOTTEN = 0.2  # below this a piece is as good as unknown


Spot = tuple[int, ...]  # the things that lasting memory names of a piece: where it stands, who holds it


@dataclass
class _Sight:
    """Where a piece was seen last, what else of it is secret at times, and how likely that is still so."""

    spot: Spot
    secrets: tuple[int | None, ...]
    sure: float = _SURE


@dataclass
class _Kind:
    """Pieces of one kind that can be covered: where they stand, what else can be secret of them, what is remembered."""

    name: str
    spots: list[Cell]
    secrets: list[Cell]
    groups: list[list[int]]
    seen: dict[int, _Sight] = field(default_factory=dict)
    before: list[Counter[Spot]] = field(default_factory=list)  # how many of a group stood where, at the last outlook

    def spot(self, piece: int, state: Sequence[int | None]) -> Spot | None:
        """Where a piece stands; None where that is not seen."""
        values = [state[cell.base + piece] for cell in self.spots]
        return tuple(value for value in values if value is not None) if None not in values else None

    def sight(self, piece: int, state: Sequence[int | None]) -> _Sight | None:
        """What is seen of a piece that lies open."""
        spot = self.spot(piece, state)
        return None if spot is None else _Sight(spot, tuple(state[cell.base + piece] for cell in self.secrets))

    def counted(self, group: list[int], state: Sequence[int | None]) -> Counter[Spot]:
        """How many of a group stand where."""
        spots = (self.spot(piece, state) for piece in group)
        return Counter(spot for spot in spots if spot is not None)


class SeatMemory:
    """Remembers for one seat, from its outlooks and from what every game begins with, and from nothing else.

    A piece that is covered stays known where it was seen.  When fewer are left there, each of them is the less likely
    to have stayed.  What is believed is drawn anew for every thought, by how likely it is.
    """

    def __init__(self, game: Game) -> None:
        self.game, self._begun = game, False
        secret, lasting = game.secret_state, next(iter(game.tables["stages"]))
        self._kinds: list[_Kind] = []
        for kind in secret.kinds:
            spots = [cell for cell in game.cells if _kind_of(cell) == kind and cell.stage == lasting and _names(cell)]
            if spots:
                secrets = [veiled.cell for veiled in secret.veiled if veiled.guess and _kind_of(veiled.cell) == kind]
                pieces = frozenset(range(len(game.namer.kinds[kind][0])))
                self._kinds.append(_Kind(kind, spots, secrets, secret.groups(kind, pieces)))
        if self._kinds:
            self._remember_the_start()

    def _remember_the_start(self) -> None:
        """Pieces that could stand for one another are known to everybody if no game begins with them otherwise."""
        states = [self.game.program.start(seed) for seed in _STARTS]
        with self.game.unheard():
            for state in states:
                self.game.program.run(state)
        for kind in self._kinds:
            for group in kind.groups:
                first, *others = ([kind.sight(piece, state) for piece in group] for state in states)
                if all(other == first for other in others):
                    kind.seen.update((piece, sight) for piece, sight in zip(group, first, strict=True) if sight)
            kind.before = [kind.counted(group, states[0]) for group in kind.groups]

    def look(self, information_set: InformationSet) -> None:
        """Take in an outlook; to look again at what has not changed makes no difference."""
        state = information_set.state
        if not self._begun:
            self._begun = True
            for kind in self._kinds:
                if kind.before != [kind.counted(group, state) for group in kind.groups]:
                    kind.seen.clear()  # much has happened before anybody looked
        for kind in self._kinds:
            self._look(kind, state, information_set.hidden.get(kind.name, frozenset()))

    def believed(self, information_set: InformationSet, rng: Random) -> tuple[InformationSet, Swap]:
        """The outlook with what is remembered put in, for one thought, and by which numbers pieces went before."""
        self.look(information_set)
        state, swap = information_set.state, Swap()
        hidden = dict(information_set.hidden)
        filled: list[tuple[int, int]] = []
        for kind in self._kinds:
            covered = hidden.get(kind.name, frozenset())
            if not covered:
                continue
            known: set[int] = set()
            for group in self.game.secret_state.groups(kind.name, covered):
                chosen = self._placed(kind, group, state, rng)
                rest = iter([piece for piece in group if piece not in chosen.values()])
                swap.setdefault(kind.name, {}).update(
                    {number: chosen[number] if number in chosen else next(rest) for number in group}
                )
                known.update(chosen.values())
            hidden[kind.name] = covered - known
            for piece in known:
                for cell, value in zip(kind.secrets, kind.seen[piece].secrets, strict=True):
                    if value is not None and rng.random() < kind.seen[piece].sure:
                        filled.append((cell.base + piece, value))
        if not swap:
            return information_set, {}
        secret = self.game.secret_state
        made = secret.renumbered(state, swap)
        for slot, value in filled:
            if made[slot] is None:
                made[slot] = value
        answers = tuple(secret.recoded(code, swap) for code in information_set.answers)
        back = {kind: {new: old for old, new in numbers.items()} for kind, numbers in swap.items()}
        left = {kind: pieces for kind, pieces in hidden.items() if pieces}
        found = InformationSet(self.game, information_set.seat, made, left, information_set.who, answers)
        return found, back

    def _look(self, kind: _Kind, state: Masked, covered: frozenset[int]) -> None:
        """Take in what is seen now: what lies open, and where pieces have gone away."""
        for at, group in enumerate(kind.groups):
            now = kind.counted(group, state)
            before = kind.before[at]
            open_pieces = [piece for piece in group if piece not in covered]
            for piece in open_pieces:
                known, sight = kind.seen.get(piece), kind.sight(piece, state)
                if sight is None:
                    continue
                if known is not None and known.spot != sight.spot:
                    before[known.spot] -= 1
                kind.seen[piece] = sight
            for piece in group:
                known = kind.seen.get(piece)
                if known is None or piece not in covered:
                    continue
                left, were = now[known.spot], before[known.spot]
                if left < were:
                    known.sure *= left / were
                if not left or known.sure < _FORGOTTEN:
                    del kind.seen[piece]
            kind.before[at] = now

    def _placed(self, kind: _Kind, group: list[int], state: Masked, rng: Random) -> dict[int, int]:
        """By number in the outlook, the pieces of a group that are believed to be where they were seen."""
        free: dict[Spot, list[int]] = {}
        for number in group:
            spot = kind.spot(number, state)
            if spot is not None:
                free.setdefault(spot, []).append(number)
        likely = [piece for piece in group if piece in kind.seen and rng.random() < kind.seen[piece].sure]
        rng.shuffle(likely)
        chosen: dict[int, int] = {}
        for piece in likely:
            numbers = free.get(kind.seen[piece].spot)
            if numbers:
                chosen[numbers.pop()] = piece
        return chosen


def _kind_of(cell: Cell) -> str | None:
    """The kind of which a piece of memory is an attribute."""
    return cell.params[0][1] if len(cell.params) == 1 and cell.params[0][0] == "thing" else None


def _names(cell: Cell) -> bool:
    """Whether a piece of memory names a thing."""
    of = cell.type[1] if cell.type[0] == "optional" else cell.type
    return bool(of[0] == "thing")
