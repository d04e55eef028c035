"""A plan of deals: all that is the same in whatever is drawn for an information set, so that drawing it is quick."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from crex_dsl.engine.run.chance import members_of
from crex_dsl.engine.run.decision import DECLINE
from crex_dsl.engine.run.memory import live_frames
from crex_dsl.engine.secrecy.secret_state import Naming, Swap

if TYPE_CHECKING:
    from crex_dsl.engine.game import Game
    from crex_dsl.engine.secrecy.information_set import InformationSet

THING, SET, LIST, CODE = range(4)  # how a slot names things
FREE = 1 << 62  # farther than any number of the rules


class Terms(NamedTuple):
    """A code or a slot that changes with what is dealt: for each thing that it names, its place in the dealing, its
    number, and how far one number more goes."""

    value: int
    things: tuple[tuple[int, int, int], ...]

    def dealt(self, dealing: Sequence[int]) -> int:
        """It with the numbers that things have in a dealing."""
        value = self.value
        for place, number, stride in self.things:
            value += (dealing[place] - number) * stride
        return value


class Mention(NamedTuple):
    """A slot that names hidden things: how, from which place of the dealing on, how many bits each takes in a list."""

    slot: int
    how: int
    first: int
    bits: int = 0
    code: Terms = Terms(0, ())


class Move(NamedTuple):
    """Slots that hidden pieces of a kind have, each from `base` on, and where that kind begins in the dealing."""

    first: int
    base: int
    stride: int
    pieces: tuple[int, ...]


class Supply(NamedTuple):
    """What may be drawn for a secret value: any of so many numbers, any set within another, or one of some values.

    Where there may be nothing, that is as likely as all the rest.
    """

    low: int = 0
    choices: int = 0
    within: int | None = None
    values: tuple[int, ...] = ()
    nothing: int | None = None

    @property
    def least(self) -> int:
        """What stands for all of it: the least, which is nothing where there may be nothing."""
        if self.choices or self.within is not None:
            return self.low
        if self.nothing is not None:
            return self.nothing
        return self.values[0] if self.values else 0


class Blank(NamedTuple):
    """A piece of memory of which something is secret: by number, its slots, and what may be drawn, or is guessed."""

    number: int
    base: int
    rows: tuple[tuple[int, ...], ...]
    supply: Supply
    guess: Callable[..., tuple[int, ...]] | None
    ends: tuple[int, int]


class Envelope(NamedTuple):
    """An answer that is sealed: where it lies, where it stands who is asked, and whose it is."""

    slot: int
    asking: int
    seat: int


class Queue(NamedTuple):
    """Lots that unordered picks need: from which slot on, of which kind's dealing, and in which class each thing is."""

    base: int
    first: int  # -1 where nothing of the kind is hidden
    classes: tuple[int, ...]


@dataclass(eq=False)
class DealPlan:
    """What is drawn for an information set, and what follows from it."""

    information_set: InformationSet
    kinds: dict[str, tuple[int, int]] = field(default_factory=dict)  # where its numbers stand in a dealing, how many
    numbers: list[int] = field(default_factory=list)  # a dealing in which everything has its own number
    groups: list[tuple[int, tuple[int, ...]]] = field(default_factory=list)  # pieces that could be one another
    mentions: list[Mention] = field(default_factory=list)
    moves: list[Move] = field(default_factory=list)
    crossed: list[Terms] = field(default_factory=list)  # slots of several hidden pieces
    drawn: list[Blank] = field(default_factory=list)
    guessed: list[Blank] = field(default_factory=list)
    envelopes: list[Envelope] = field(default_factory=list)
    queues: list[Queue] = field(default_factory=list)
    answers: list[Terms] = field(default_factory=list)
    recalls: bool = False  # whether running procedures remember something secret

    @property
    def game(self) -> Game:
        """What is played."""
        return self.information_set.game

    def back(self, dealing: Sequence[int]) -> Swap:
        """The information set's numbers of hidden pieces, by those that they have in a dealing."""
        return {
            kind: dict(zip(dealing[first : first + count], range(count), strict=True))
            for kind, (first, count) in self.kinds.items()
        }


def plan_of(information_set: InformationSet) -> DealPlan:
    """What is the same in all that could be."""
    return _Planner(information_set).plan


class _Planner:
    """Makes a plan."""

    def __init__(self, information_set: InformationSet) -> None:
        self.game, self.state = information_set.game, information_set.state
        self.secret = self.game.secret_state
        self.hidden = information_set.hidden
        self.plan = DealPlan(information_set)
        self._groups()
        self._memory()
        self._frames(information_set.seat)
        self._blanks()
        self.plan.answers = [self._code(code) for code in information_set.answers]
        self._queues()

    def _groups(self) -> None:
        plan = self.plan
        for kind, pieces in self.hidden.items():
            first, count = len(plan.numbers), len(self.game.namer.kinds[kind][0])
            plan.kinds[kind] = first, count
            plan.numbers += range(count)
            plan.groups += [(first, tuple(group)) for group in self.secret.groups(kind, pieces)]

    def _memory(self) -> None:
        """What memory says of hidden pieces."""
        for naming in self.secret.naming if self.hidden else ():
            cell = naming.cell
            places = [place for place, of in enumerate(cell.params) if of[0] == "thing" and of[1] in self.hidden]
            if len(places) == 1:
                self._moves(naming, places[0])
            elif places:
                for args, slot in naming.rows:
                    things = [
                        (self.plan.kinds[cell.params[place][1]][0] + args[place], args[place], cell.strides[place])
                        for place in places
                        if args[place] in self.hidden[cell.params[place][1]]
                    ]
                    self.plan.crossed += [Terms(slot, tuple(things))] if things else []
            if naming.of is None:
                for _, slot in naming.rows:
                    self._mention(slot, cell.type)

    def _moves(self, naming: Naming, place: int) -> None:
        """Note the slots that move with one argument of theirs: of each, where it would be for the thing numbered 0."""
        kind, stride = naming.cell.params[place][1], naming.cell.strides[place]
        pieces = tuple(sorted(self.hidden[kind]))
        rows = naming.rows if len(naming.cell.params) > 1 else naming.rows[:1]
        for base in dict.fromkeys(slot - args[place] * stride for args, slot in rows):
            self.plan.moves.append(Move(self.plan.kinds[kind][0], base, stride, pieces))

    def _mention(self, slot: int, of: Any) -> None:
        """Note a slot that names hidden pieces."""
        value = self.state[slot]
        if value is None or not isinstance(of, tuple) or of[0] == "sealed":
            return
        if of[0] == "code":
            code = self._code(value)
            if code.things:
                self.plan.mentions.append(Mention(slot, CODE, 0, 0, code))
            return
        if of[0] == "list":
            items = self.secret.unpacked(of[1], value)
            if items and not self.hidden.get(of[1][1], frozenset()).isdisjoint(items):
                first = self.plan.kinds[of[1][1]][0]
                self.plan.mentions.append(Mention(slot, LIST, first, self.secret.bits(of[1])))
            return
        inner = of[1] if of[0] == "optional" else of
        how = THING if inner[0] == "thing" else SET if inner[0] == "set" and inner[1][0] == "thing" else None
        if how is None:
            return
        kind = inner[1] if how == THING else inner[1][1]
        pieces = self.hidden.get(kind, frozenset())
        if value in pieces if how == THING else not pieces.isdisjoint(members_of(value)):
            self.plan.mentions.append(Mention(slot, how, self.plan.kinds[kind][0]))

    def _frames(self, seat: int) -> None:
        """What running procedures remember: hidden pieces, sealed answers, and what is not seen of it."""
        for frame, base, _ in live_frames(self.game.tables, self.state):
            for slot, (_, of) in enumerate(frame.slots, base):
                self._mention(slot, of)
                if isinstance(of, tuple) and of[0] == "sealed" and of[1] != seat and self.state[slot] == -1:
                    # the name of who is asked stands two slots before the first answer
                    self.plan.envelopes.append(Envelope(slot, slot - of[1] - 2, of[1]))
        self.plan.recalls = any(self.state[slot] is None for slot, _ in self.secret.running(self.state))

    def _blanks(self) -> None:
        for veiled in self.secret.veiled:
            cell = veiled.cell
            if None not in self.state[cell.base : cell.base + cell.size]:
                continue
            supply = supply_of(self.game, cell.type)
            ends = (-FREE, FREE)
            if veiled.guess is not None and cell.type[1] is not None and cell.type[2] is not None:
                ends = cell.type[1], cell.type[2]
            rows = tuple(args for args, _ in veiled.rows)
            blank = Blank(veiled.number, cell.base, rows, supply, veiled.guess, ends)
            (self.plan.drawn if veiled.guess is None else self.plan.guessed).append(blank)

    def _code(self, code: int) -> Terms:
        """A code of an answer, with the hidden pieces that it names."""
        kinds, things = self.plan.kinds, []
        if code != DECLINE and kinds:
            for kind, value, stride in self.secret.named(code):
                if value in self.hidden.get(kind, ()):
                    things.append((kinds[kind][0] + value, value, stride))
        return Terms(code, tuple(things))

    def _queues(self) -> None:
        """Where unordered picks go on, those that are offered have lots after the last pick's, all others before it."""
        running = next(live_frames(self.game.tables, self.state), None)
        slots = enumerate(running[0].slots, running[1]) if running else ()
        last = [value for slot, (_, of) in slots if of == ("code",) and (value := self.state[slot])]
        answers = [each.value for each in self.plan.answers]
        for kind, (first, count) in self.game.tables["lots"].items() if last and answers else ():
            picked, offered = (_things(self.game, kind, some) for some in (last, answers))
            classes = tuple(2 * (thing in offered) + (thing in picked) for thing in range(count))
            self.plan.queues.append(Queue(first, self.plan.kinds.get(kind, (-1, 0))[0], classes))


def _things(game: Game, kind: str, codes: list[int]) -> set[int]:
    """The things of a kind that actions name."""
    return {
        thing
        for code in codes
        if code != DECLINE
        for of, thing in zip(game.coding(code).types, game.numbers(code), strict=True)
        if of[0] == "thing" and of[1] == kind
    }


def supply_of(game: Game, of: tuple[Any, ...]) -> Supply:
    """All values of a type."""
    match of[0]:
        case "number":
            low: int = of[1] or 0
            return Supply(low, 1 + (of[2] if of[2] is not None else low) - low)
        case "list":
            return Supply(1, 1)  # nothing is left of it
        case "set":
            return Supply(within=_all(game, of[1]))
    nothing = game.namer.nothing(of) if of[0] == "optional" else None
    return Supply(values=members_of(_all(game, of[1] if of[0] == "optional" else of)), nothing=nothing)


def _all(game: Game, of: tuple[Any, ...]) -> int:
    """The values of a type that are there, as a set: a part of a kind has only some of its numbers."""
    match of[0]:
        case "bool":
            return 0b11
        case "enum":
            return (1 << len(of[1])) - 1
        case "thing":
            mask: int = of[3]
            return mask & (1 << len(game.namer.kinds[of[1]][0])) - 1
    return 1
