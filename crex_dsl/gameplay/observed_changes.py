"""What happened without a word: the log tells decisions and chance, not what the rules do with things after them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache

from crex_dsl.engine.explain.game_log import LogLine, Moment, Place, recorded_for
from crex_dsl.engine.explain.observed_state import Args
from crex_dsl.engine.game import Game
from crex_dsl.engine.run.chance import members_of
from crex_dsl.engine.run.memory import address, memory_word
from crex_dsl.engine.run.position import Position
from crex_dsl.engine.run.program_rows import Cell
from crex_dsl.engine.secrecy.mask import Mask
from crex_dsl.text.messages import said

Piece = tuple[str, int]  # a kind and which of its things


@dataclass
class Way:
    """The way of one thing from place to place, as far as it was seen, and who has it then."""

    origin: str | None
    places: list[str] = field(default_factory=list)
    owner: str = ""

    def __str__(self) -> str:
        start = said("play-went-from", place=self.origin) + " " if self.origin is not None else ""
        end = f" ({self.owner})" if self.owner else ""
        return start + f", {said('play-then')} ".join(said("play-went-to", place=place) for place in self.places) + end


def followed_moments(trace: Position, viewers: Iterable[str | None]) -> list[list[Moment]]:
    """What happened in a past as each viewer could follow it: the log, and between its lines what was seen."""
    onlookers = [ChangeObserver(trace.game, viewer) for viewer in viewers]
    recorded = recorded_for(trace, [(onlooker.seat, onlooker.saw) for onlooker in onlookers])
    return [_followed(trace, onlooker, moments) for onlooker, moments in zip(onlookers, recorded, strict=True)]


def _followed(trace: Position, onlooker: ChangeObserver, moments: list[Moment]) -> list[Moment]:
    ends = [moment.before for moment in moments[1:]] + [trace.state]
    found = []
    for number, (moment, end) in enumerate(zip(moments, ends, strict=True)):
        earlier, later = (Mask(trace.game, state, onlooker.seat) for state in (moment.before, end))
        lines = [*onlooker.between(number, moment.lines, earlier)]
        lines += _come_to_light(earlier, later)
        if onlooker.seat is not None and earlier.state != later.state:
            lines += [*_covered_moves(earlier, later, lines), *_turned_up(earlier, later, lines)]
        found.append(replace(moment, lines=tuple(lines)))
    return found


def glimpsed(trace: Position, viewer: str) -> list[Piece]:
    """The things that a viewer saw at some moment of a past, and did not know where it began."""
    onlooker = ChangeObserver(trace.game, viewer)
    recorded_for(trace, [(onlooker.seat, onlooker.saw)])
    known = Mask(trace.game, trace.origin, onlooker.seat)
    return sorted(thing for thing in onlooker.glimpsed if known.hides(*thing))


class ChangeObserver:
    """Somebody who watches while the past is played again, and notes after which line of which moment he saw what."""

    def __init__(self, game: Game, viewer: str | None) -> None:
        self.game, self.seat = game, None if viewer is None else game.viewer(viewer)
        self._placed = {number: kind for kind, number in game.tables["placements"].items()}
        self._ways: dict[Place, dict[Piece, Way]] = {}
        self._counts: dict[Place, dict[tuple[int, Args], tuple[int, int]]] = {}
        self._noted: dict[Place, set[int]] = {}  # of whom something was written down there
        self.glimpsed: set[Piece] = set()  # things that were seen at some moment

    def saw(self, place: Place, number: int, args: Args, before: list[int], after: list[int]) -> None:
        """Note a piece of memory that was written, where it is to be told and can be seen."""
        cell = self.game.cells[number]
        old, new = before[address(cell, args)], after[address(cell, args)]
        if _of_a_player(cell) and Mask(self.game, after, self.seat).sees(number, args):
            self._noted.setdefault(place, set()).add(args[0])
        if old == new:
            return
        earlier, later = (Mask(self.game, state, self.seat) for state in (before, after))
        if number in self._placed or (cell.kind is not None and _player(cell.type)):
            thing = cell.params[0][1], args[0]
            if earlier.knows(*thing) or later.knows(*thing):
                self.glimpsed.add(thing)
                self._follow(self._ways.setdefault(place, {}), thing, number, earlier, later)
        elif (_counts(cell) or _stands(cell, args, earlier, later)) and all(
            mask.sees(number, args) for mask in (earlier, later)
        ):
            counts = self._counts.setdefault(place, {})
            first, last = counts.get((number, args), (old, old))
            ended = cell.kind is not None and last == cell.type[1] != first  # what has come to its end stays so told
            counts[number, args] = first, last if ended else new

    def _follow(self, ways: dict[Piece, Way], thing: Piece, number: int, earlier: Mask, later: Mask) -> None:
        """Go on with the way of a thing, or see into whose hands it comes."""
        placed, args = self._placement(thing), (thing[1],)
        if placed is None:
            return
        cell = self.game.cells[placed]
        known = earlier.knows(*thing) and earlier.sees(placed, args)
        way = ways.setdefault(thing, Way(self._text(cell, earlier.state, args) if known else None))
        if number == placed:
            way.places.append(
                self._text(cell, later.state, args) if later.sees(placed, args) else said("play-somewhere")
            )
        way.owner = self._owner(thing, later)

    def _placement(self, thing: Piece) -> int | None:
        """The memory that says where a thing is."""
        kinds = self.game.parts(*thing)
        return next((number for number, kind in self._placed.items() if kind in kinds), None)

    def _owner(self, thing: Piece, mask: Mask) -> str:
        """Who has a thing that may change hands."""
        for number, cell in enumerate(self.game.cells):
            if cell.kind is not None and cell.params[0][1] == thing[0] and _player(cell.type):
                seat = mask.state[address(cell, (thing[1],))]
                if seat in self.game.seats and mask.sees(number, (thing[1],)):
                    return self._text(cell, mask.state, (thing[1],))
        return ""

    def _text(self, cell: Cell, state: list[int], args: Args) -> str:
        return self.game.namer.text(cell.type, state[address(cell, args)])

    # ---- in words ----
    def between(self, moment: int, lines: Sequence[LogLine], earlier: Mask) -> Iterator[LogLine]:
        """The lines of a moment, and between them what was seen, is not said there and was not known before it."""
        for place in range(len(lines) + 1):
            yield from self._seen((moment, place), lines[:place], earlier)
            yield from (self._whose(line, (moment, place + 1)) for line in lines[place : place + 1])

    def _whose(self, line: LogLine, after: Place) -> LogLine:
        """A line; dice from which something is written down of one player at once are his."""
        noted = self._noted.get(after, set()) if line.dice and line.who is None else set()
        if len(noted) != 1:
            return line
        (seat,) = noted
        return replace(line, text=self.game.namer.say.headed(self.game.player_name(seat), line.text))

    def _seen(self, place: Place, lines: Sequence[LogLine], earlier: Mask) -> Iterator[LogLine]:
        """What was seen at a place, is not said in the lines of the moment so far and was not known before it."""
        ways: dict[str, list[str]] = {}
        for (kind, index), way in self._ways.get(place, {}).items():
            name = self.game.namer.text(("thing", kind, kind, -1), index)
            if not way.places or self._foreknown((kind, index), way, earlier):
                continue
            if not any(_says(line, name, way) for line in lines):
                ways.setdefault(str(way), []).append(name)
        for how, names in ways.items():
            yield LogLine(None, self.game.namer.say.headed(", ".join(names), how), "")
        changes: dict[int, list[str]] = {}
        for number, told in self._changes(place, lines[-1] if lines else None):
            changes.setdefault(number, []).append(told)
        for number, all_told in changes.items():
            name = memory_word(self.game, self.game.cells[number])
            yield LogLine(None, self.game.namer.say.headed(name, ", ".join(all_told)), "")

    def _foreknown(self, thing: Piece, way: Way, earlier: Mask) -> bool:
        """Whether a secret note that this viewer could read said before where a thing would go, and it went there."""
        return len(way.places) == 1 and any(
            cell.secret
            and number not in self._placed
            and [of[1] for of in cell.params] == [thing[0]]
            and earlier.sees(number, (thing[1],))
            and self._text(cell, earlier.state, (thing[1],)) == way.places[0]
            for number, cell in enumerate(self.game.cells)
        )

    def _changes(self, place: Place, line: LogLine | None) -> Iterator[tuple[int, str]]:
        """The numbers that are others now; not what one player's own decision has just named."""
        counts = {key: change for key, change in self._counts.get(place, {}).items() if change[0] != change[1]}
        for (number, args), (old, new) in sorted(counts.items()):
            cell = self.game.cells[number]
            alone = len(counts) == 1 and not self._ways.get(place)
            own = cell.kind is None and bool(args) and line is not None and line.who == self.game.player_id(args[0])
            if alone and own and line is not None and str(abs(new - old)) in line.text.split():
                continue
            who = f"{self.game.namer.text(cell.params[0], args[0])} " if args else ""
            values = {"old": self.game.namer.text(cell.type, old), "new": self.game.namer.text(cell.type, new)}
            yield number, who + said("play-changed", **values)


def _says(line: LogLine, name: str, way: Way) -> bool:
    """Whether a line tells of a thing where it is now: both are named, or it was drawn, and by nobody."""
    return (name in line.text and way.places[-1] in line.text) or (line.drawn == name and not way.owner)


def _stands(cell: Cell, args: Args, earlier: Mask, later: Mask) -> bool:
    """Whether a piece of memory is a number of a thing that was known before and is known after."""
    if cell.kind is None or cell.type[0] != "number" or len(args) != 1:
        return False
    kind: str = cell.params[0][1]
    return earlier.knows(kind, args[0]) and later.knows(kind, args[0])


def _counts(cell: Cell) -> bool:
    """Whether a piece of memory is an account of the whole game: a number of each player or of all, or one player."""
    if cell.kind is not None or cell.stage != "game" or cell.sort == "set" or len(cell.params) > 1:
        return False
    if cell.params:
        return _of_a_player(cell)
    return cell.type[0] == "number" or _player(cell.type)


def _of_a_player(cell: Cell) -> bool:
    """Whether a piece of memory is a number of each player."""
    alone = cell.kind is None and cell.sort != "set" and len(cell.params) == 1
    return alone and _player(cell.params[0]) and cell.type[0] == "number"


def _player(of: tuple[object, ...]) -> bool:
    inner = of[1] if of[0] == "optional" else of
    return isinstance(inner, tuple) and inner[:2] == ("thing", "player")


def _come_to_light(earlier: Mask, later: Mask) -> Iterator[LogLine]:
    """Secret notes that a viewer sees at the end of a moment and did not see before, each with what it holds."""
    game, seat, begin, end = later.game, later.viewer, earlier.state, later.state
    if seat is None or begin == end:  # nothing is hidden, or nothing has happened
        return
    doors = game.tables["doors"]
    for veiled in game.secret_state.veiled:
        cell, seer = veiled.cell, veiled.seer
        if not cell.secret or cell.kind is not None or not (cell.stage == "game" or end[doors[cell.stage]]):
            continue
        found = [
            " ".join([*_named(game, cell, args), game.namer.text(cell.type, end[slot], later.hides)])
            for args, slot in veiled.rows
            if seer(end, seat, *args) and not seer(begin, seat, *args) and _in_play(later, cell, args)
        ]
        if found:
            yield LogLine(None, game.namer.say.headed(memory_word(game, cell), ", ".join(found)), "")


def _covered_moves(earlier: Mask, later: Mask, lines: Sequence[LogLine]) -> Iterator[LogLine]:
    """Things that a viewer never knew and that are elsewhere after a moment, as far as their numbers show it.

    What matters is how many are where: two that trade places are not told, nor what could be told in several ways.
    """
    game = later.game
    for kind, number in game.tables["placements"].items():
        cell, (root, mask) = game.cells[number], game.tables["subkinds"][kind]
        gone: Counter[str] = Counter()
        for index in _members(mask):
            slot = address(cell, (index,))
            if earlier.state[slot] == later.state[slot]:
                continue
            seen = earlier.sees(number, (index,)) and later.sees(number, (index,))
            if seen and not earlier.knows(root, index) and not later.knows(root, index):
                gone[game.namer.text(cell.type, earlier.state[slot])] += 1
                gone[game.namer.text(cell.type, later.state[slot])] -= 1
        left, come = ([place for place in gone if sign * gone[place] > 0] for sign in (1, -1))
        if min(len(left), len(come)) != 1 or all(_mentioned(place, lines) for place in come):
            continue
        for origin in left:
            for goal in come:
                count = min(gone[origin], -gone[goal])
                thing = game.namer.covered(kind) if count == 1 else f"{count} × {game.namer.called(kind)}"
                yield LogLine(None, game.namer.say.headed(thing, Way(origin, [goal])), "")


@cache
def _members(mask: int) -> tuple[int, ...]:
    return tuple(members_of(mask))


def _mentioned(place: str, lines: Sequence[LogLine]) -> bool:
    return any(place in line.text for line in lines)


def _turned_up(earlier: Mask, later: Mask, lines: Sequence[LogLine]) -> Iterator[LogLine]:
    """Things without a place, such as cards, that a viewer knows after a moment and did not know before it."""
    game, found = later.game, dict[str, list[str]]()
    for kind in game.program.words["IDENTITIES"]:
        if kind in game.tables["placements"]:
            continue
        cells = [(number, cell) for number, cell in enumerate(game.cells) if cell.kind == kind]
        for index in range(len(game.namer.kinds[kind][0])):
            if earlier.knows(kind, index) or not later.knows(kind, index):
                continue
            name = game.namer.text(("thing", kind, kind, -1), index)
            if _mentioned(name, lines):
                continue
            owned: dict[bool, list[str]] = {True: [], False: []}
            for number, cell in cells:
                if cell.type[0] != "bool" and later.sees(number, (index,)):
                    owned[_player(cell.type)].append(game.namer.text(cell.type, later.state[address(cell, (index,))]))
            owners = f" ({', '.join(owned[True])})" if owned[True] else ""
            found.setdefault(", ".join(owned[False]) + owners, []).append(name)
    for how, names in found.items():
        yield LogLine(None, game.namer.say.headed(", ".join(names), how) if how else ", ".join(names), "")


def _named(game: Game, cell: Cell, args: Args) -> Iterator[str]:
    return (game.namer.text(of, arg) for of, arg in zip(cell.params, args, strict=True))


def _in_play(mask: Mask, cell: Cell, args: Args) -> bool:
    """Whether a piece of memory is kept of players who play and of things that a viewer knows."""
    things = [(of[1], arg) for of, arg in zip(cell.params, args, strict=True) if of[0] == "thing"]
    seats = mask.game.seats
    return all(arg in seats if kind == "player" else mask.knows(kind, arg) for kind, arg in things)
