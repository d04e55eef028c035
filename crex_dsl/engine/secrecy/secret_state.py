"""What can be secret in a game: which memory hides something, which names pieces that can be mistaken for others.

All of it rests on the declarations alone and is worked out once for a game; what is secret in a state is then read off
quickly, however often it is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from crex_dsl.engine.run.chance import members_of
from crex_dsl.engine.run.decision import DECLINE
from crex_dsl.engine.run.memory import address, instances, live_frames
from crex_dsl.engine.run.program_rows import Cell
from crex_dsl.engine.run.runtime import FAULTS, packed, unpacked
from crex_dsl.engine.run.slots import CHANCE, SITE
from crex_dsl.engine.secrecy.mask import HIDDEN, REMEMBERED, Mask, Secrets

if TYPE_CHECKING:
    from crex_dsl.engine.game import Game


Masked = list[int | None]  # a state in which None stands for what is secret
Swap = dict[str, dict[int, int]]  # by kind: which number each hidden piece goes by
Hidden = dict[str, frozenset[int]]  # by kind: the pieces whose identity is secret
Rows = list[tuple[tuple[int, ...], int]]  # the arguments of a piece of memory, each with its slot


@dataclass(frozen=True)
class Veiled:
    """A piece of memory of which something can be secret: who sees it, and what may be guessed."""

    number: int
    cell: Cell
    seer: Callable[..., Any]
    guess: Callable[..., tuple[int, ...]] | None  # the least, the most, and what it mostly is
    rows: Rows


@dataclass(frozen=True)
class Naming:
    """A piece of memory that names pieces whose identity can be secret.

    It may be `of` one kind of them alone and say nothing about others: then it is looked at piece by piece.
    """

    number: int
    cell: Cell
    seer: Callable[..., Any] | None
    rows: Rows
    of: str | None


@dataclass(frozen=True)
class Remembered:
    """A slot of a frame that may hold something secret: on what it rests if some caller has called, how it was made."""

    place: int
    caller: str | None
    rests: Callable[[list[int]], Secrets]
    value: Callable[[list[int]], Any] | None
    part: str


class SecretState:
    """The secrets of a game, by its declarations."""

    def __init__(self, game: Game) -> None:
        self.game = game
        words, cells = game.program.words, game.cells
        self.kinds: dict[str, Callable[..., Any]] = words["IDENTITIES"]
        self.indexed: list[Cell] = [cell for cell in cells if cell.index_size]
        self.remembered: dict[str, list[Remembered]] = {}
        for frame, *row in words["REMEMBERED"]:
            self.remembered.setdefault(frame, []).append(Remembered(*row))
        self.veiled: list[Veiled] = []
        self.naming: list[Naming] = []
        for number, (cell, seer, guess) in enumerate(zip(cells, words["SEES"], words["GUESSES"], strict=True)):
            rows = list(instances(game, cell))
            if seer is not None:
                self.veiled.append(Veiled(number, cell, seer, guess, rows))
            if any(self._names(of) for of in (*cell.params, cell.type)):
                alone = len(cell.params) == 1 and not self._names(cell.type)
                self.naming.append(Naming(number, cell, seer, rows, cell.params[0][1] if alone else None))
        self._groups = {kind: self._alike(kind) for kind in self.kinds}
        self._arguments = [
            [
                (what[1], stride, low, count)
                for of, stride, low, count in zip(row.types, row.strides, row.lows, row.counts, strict=True)
                if (what := _thing(of)) is not None and what[1] in self.kinds
            ]
            for row in game.actions
        ]

    def _names(self, of: tuple[Any, ...]) -> bool:
        """Whether a type names pieces whose identity can be secret."""
        if of[0] in ("optional", "set"):
            return self._names(of[1])
        return of[0] == "thing" and of[1] in self.kinds

    def _alike(self, kind: str) -> list[list[int]]:
        """The pieces of a kind, together those that could stand for one another: their open attributes are the same."""
        open_values = [row.values for row in self.game.fixed if row.kind == kind and row.shown]
        found: dict[tuple[Any, ...], list[int]] = {}
        for piece in range(len(self.game.namer.kinds[kind][0])):
            found.setdefault(tuple(values[piece] for values in open_values), []).append(piece)
        return list(found.values())

    # ---- what is secret in a state ----
    def hidden(self, state: list[int], viewer: int) -> Hidden:
        """By kind, the pieces whose identity a viewer does not know."""
        found: Hidden = {}
        for kind, knows in self.kinds.items():
            count = len(self.game.namer.kinds[kind][0])
            pieces = frozenset([piece for piece in range(count) if not knows(state, viewer, piece)])
            if pieces:
                found[kind] = pieces
        return found

    def groups(self, kind: str, pieces: frozenset[int]) -> list[list[int]]:
        """Hidden pieces that could stand for one another."""
        found = ([piece for piece in group if piece in pieces] for group in self._groups[kind])
        return [group for group in found if group]

    def running(self, state: Sequence[Any]) -> Iterator[tuple[int, Remembered]]:
        """What the procedures that run remember and may be secret, each with its slot; the outermost first."""
        if not self.remembered:
            return
        frames = list(live_frames(self.game.tables, state))[::-1]
        for caller, (frame, base, _) in zip([None, *(frame.name for frame, _, _ in frames)], frames, strict=False):
            for one in self.remembered.get(frame.name, ()):
                if one.caller in (None, caller):
                    yield base + one.place, one

    def hidden_slots(self, state: list[int], viewer: int | None) -> frozenset[int]:
        """The slots of running procedures that rest on something that a viewer may not see."""
        rows, mask, hidden = list(self.running(state)), Mask(self.game, state, viewer), set[int]()
        before = -1
        while len(hidden) > before:
            before = len(hidden)
            hidden |= {slot for slot, one in rows if slot not in hidden and self._rests(one, state, mask, hidden)}
        return frozenset(hidden)

    def _rests(self, one: Remembered, state: list[int], mask: Mask, hidden: set[int]) -> bool:
        """Whether something rests on what is hidden, what is already known to be hidden included."""
        try:
            rows = one.rests(state)
            return any(args[0] in hidden if cell == REMEMBERED else not mask.sees(cell, args) for cell, args in rows)
        except (LookupError, *FAULTS):  # what it was made from makes no sense any more
            return True

    def masked(self, state: list[int], viewer: int) -> Masked:
        """The state without what a viewer may not see."""
        game, unseen = self.game, self.hidden_slots(state, viewer)
        made: Masked = list(state)
        made[CHANCE] = made[SITE] = 0
        for cell in self.indexed:
            made[cell.index_slots] = [0] * cell.index_size
        for veiled in self.veiled:
            seer = veiled.seer
            for args, slot in veiled.rows:
                if not seer(state, viewer, *args):
                    made[slot] = None
        base = game.tables["frames_base"]
        frames: Masked = [0] * (len(made) - base)
        for frame, start, _ in live_frames(game.tables, state):
            for slot, (_, of) in enumerate(frame.slots, start):
                value = state[slot]
                if of[0] == "sealed" and of[1] != viewer and value:
                    value = -1
                elif of[0] == "code" and game.decider(state) != viewer:
                    value = 0
                frames[slot - base] = None if slot in unseen else value
        made[base:] = frames
        return made

    def numbering(self, state: list[int], viewer: int, hidden: Hidden) -> Swap:
        """Numbers for hidden pieces in the order of what can be seen of them."""
        if not hidden:
            return {}
        facts: dict[str, dict[int, list[str]]] = {kind: {p: [] for p in pieces} for kind, pieces in hidden.items()}
        for naming in self.naming:
            if naming.of is None:
                self._note_all(naming, state, viewer, facts)
                continue
            base, seer, number = naming.cell.base, naming.seer, naming.number
            for piece, known in facts.get(naming.of, {}).items():
                seen = seer is None or seer(state, viewer, piece)
                known.append(f"{number}:0:{HIDDEN}={state[base + piece] if seen else HIDDEN}")
        unseen = self.hidden_slots(state, viewer)
        for frame, base, _ in live_frames(self.game.tables, state):
            for slot, (_, of) in enumerate(frame.slots, base):
                if slot in unseen:
                    continue
                if of[0] == "list":
                    for place, item in enumerate(self.unpacked(of[1], state[slot])):
                        _note(facts, f"frame:{slot}:{place}", of[1], item)
                else:
                    _note(facts, f"frame:{slot}", of, state[slot])
        swap: Swap = {}
        for kind, pieces in hidden.items():
            ranks = {piece: (sorted(known), piece) for piece, known in facts[kind].items()}
            for group in self.groups(kind, pieces):
                ordered = sorted(group, key=ranks.__getitem__)
                swap.setdefault(kind, {}).update(zip(ordered, group, strict=True))
        return swap

    def _note_all(self, naming: Naming, state: list[int], viewer: int, facts: dict[str, dict[int, list[str]]]) -> None:
        """Add what one piece of memory says to every hidden piece that it names."""
        number, cell, seer = naming.number, naming.cell, naming.seer
        for args, slot in naming.rows:
            seen = seer is None or seer(state, viewer, *args)
            value = _fact_value(facts, cell.type, state[slot]) if seen else HIDDEN
            where = ",".join(_fact_value(facts, of, arg) for of, arg in zip(cell.params, args, strict=True))
            for place, (of, arg) in enumerate(zip(cell.params, args, strict=True)):
                _note(facts, f"{number}:{place}:{where}={value}", of, arg)
            if seen:
                _note(facts, f"{number}:value:{where}", cell.type, state[slot])

    # ---- pieces by other numbers ----
    def renumbered(self, masked: Sequence[int | None], swap: Swap) -> Masked:
        """What is known of a state with pieces renumbered everywhere they are named."""
        made: Masked = list(masked)
        if not swap:
            return made
        for kind, numbers in swap.items():
            base = self.game.tables["lots"][kind][0]
            for piece, number in numbers.items():
                made[base + number] = masked[base + piece]
        for naming in self.naming:
            cell = naming.cell
            if naming.of is not None:
                base = cell.base
                for piece, number in swap.get(naming.of, {}).items():
                    made[base + number] = masked[base + piece]
                continue
            for args, slot in naming.rows:
                to = [_moved(of, arg, swap) for of, arg in zip(cell.params, args, strict=True)] if args else args
                value = masked[slot]
                made[address(cell, to)] = None if value is None else _moved(cell.type, value, swap)
        for frame, base, _ in live_frames(self.game.tables, masked):
            for slot, (_, of) in enumerate(frame.slots, base):
                value = masked[slot]
                if value is None or not isinstance(of, tuple) or of[0] == "sealed":
                    continue
                if of[0] == "list":
                    items = [_moved(of[1], item, swap) for item in self.unpacked(of[1], value)]
                    made[slot] = self.packed(of[1], items) if items else value
                else:
                    made[slot] = self.recoded(value, swap) if of[0] == "code" else _moved(of, value, swap)
        return made

    def unpacked(self, of: tuple[Any, ...], value: int) -> list[int]:
        """The items that are left of a list which a procedure goes through, where they may be secret."""
        return unpacked(value, self.bits(of)) if self._names(of) else []

    def packed(self, of: tuple[Any, ...], items: Sequence[int]) -> int:
        """A list of things in one slot."""
        return packed(items, self.bits(of))

    def bits(self, of: tuple[Any, ...]) -> int:
        """How many bits an item of a list of things takes."""
        return len(self.game.namer.kinds[of[1]][0]).bit_length()

    def named(self, code: int) -> Iterator[tuple[str, int, int]]:
        """The pieces that an answer names: of each the kind, the number, and how far one number more goes."""
        number = self.game.action_number(code)
        rest = code - self.game.actions[number].base
        for kind, stride, low, count in self._arguments[number]:
            yield kind, rest // stride % count + low, stride

    def recoded(self, code: int, swap: Swap) -> int:
        """An answer with the pieces that it names renumbered."""
        if code == DECLINE or not swap:
            return code
        made = code
        for kind, value, stride in self.named(code):
            if kind in swap:
                made += (swap[kind].get(value, value) - value) * stride
        return made


def hidden_pieces(game: Game, mask: Mask) -> Hidden:
    """By kind, the pieces whose identity the viewer of a mask does not know."""
    return {} if mask.viewer is None else game.secret_state.hidden(mask.state, mask.viewer)


def _thing(of: Any) -> tuple[str, str] | None:
    """Whether a type holds one thing or a set of them, and of which kind; None where it names none."""
    if not isinstance(of, tuple):
        return None
    if of[0] == "optional":
        of = of[1]
    if of[0] == "thing":
        return "thing", of[1]
    return ("set", of[1][1]) if of[0] == "set" and of[1][0] == "thing" else None


def _fact_value(facts: dict[str, dict[int, list[str]]], of: tuple[Any, ...], value: int) -> str:
    """A value in a fact, hidden pieces without their numbers."""
    what = _thing(of)
    if what is None or what[1] not in facts:
        return str(value)
    hidden = facts[what[1]]
    if what[0] == "thing":
        return HIDDEN if value in hidden else str(value)
    known = [member for member in members_of(value) if member not in hidden]
    return f"{known}+{value.bit_count() - len(known)}"


def _note(facts: dict[str, dict[int, list[str]]], fact: str, of: Any, value: int) -> None:
    """Add a fact to every hidden piece that a value names."""
    what = _thing(of)
    if what is None or what[1] not in facts:
        return
    for piece in (value,) if what[0] == "thing" else members_of(value):
        if piece in facts[what[1]]:
            facts[what[1]][piece].append(fact)


def _moved(of: tuple[Any, ...], value: int, swap: Swap) -> int:
    """A value with the pieces that it names renumbered."""
    match of[0]:
        case "thing":
            return swap.get(of[1], {}).get(value, value)
        case "optional":
            return _moved(of[1], value, swap)
        case "set" if value and of[1][0] == "thing" and of[1][1] in swap:
            table = swap[of[1][1]]
            return sum(1 << table.get(member, member) for member in members_of(value))
    return value
