"""What one seat can tell of a state, as plain data that leads back to nothing hidden, and what could be."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from crex_dsl.engine.errors import RuleFault, SaveError
from crex_dsl.engine.run.chance import deal_lots, members_of, scrambled
from crex_dsl.engine.run.decision import DECLINE
from crex_dsl.engine.run.memory import live_frames, rebuild_index
from crex_dsl.engine.run.runtime import FAULTS
from crex_dsl.engine.run.slots import CHANCE, IDLE, OVER, POINT, POINTS
from crex_dsl.engine.saves.state_import import legal_codes
from crex_dsl.engine.secrecy.secret_state import Hidden, Masked, Swap

if TYPE_CHECKING:
    from crex_dsl.engine.game import Game


_TRIES = 50
_MOSTLY = 0.75  # how often a guess is what it mostly is


class Determinisation(NamedTuple):
    """A state that could be, the code that each own answer has in it, and the set's own numbers of hidden pieces."""

    state: list[int]
    called: list[int]
    back: Swap


class InformationSet:
    """A seat, the state as far as it is seen from there, who is asked, and the seat's own legal answers, if it is.

    Answers go by codes in which hidden pieces have the numbers of the set; they are sorted, so that nothing can be
    read off their order.  The state itself is nowhere to be found from here.
    """

    __slots__ = ("answers", "game", "hidden", "seat", "state", "who")

    def __init__(
        self, game: Game, seat: int, state: Masked, hidden: Hidden, who: int | None, answers: tuple[int, ...]
    ) -> None:
        self.game, self.seat, self.state, self.hidden, self.who, self.answers = game, seat, state, hidden, who, answers

    @classmethod
    def of(
        cls, game: Game, seat: int, state: list[int], codes: Sequence[int], waits: bool = False
    ) -> tuple[InformationSet, list[int]]:
        """The information set of a seat on a state, and the code that each of its answers has in it.

        `codes` are the seat's legal answers, none where it is not asked; where play `waits` for chance, nobody is.
        """
        secret_state = game.secret_state
        hidden = secret_state.hidden(state, seat)
        swap = secret_state.numbering(state, seat, hidden)
        masked = secret_state.renumbered(secret_state.masked(state, seat), swap)
        rows = sorted((secret_state.recoded(code, swap), code) for code in codes)
        who = None if waits or state[POINT] in (OVER, IDLE) else game.decider(state)
        made = cls(game, seat, masked, hidden, who, tuple(seen for seen, _ in rows))
        return made, [code for _, code in rows]

    def hidden_cells(self) -> frozenset[tuple[int, tuple[int, ...]]]:
        """The cells of memory that are not seen, each with what it is kept of."""
        veiled = self.game.secret_state.veiled
        return frozenset((one.number, args) for one in veiled for args, slot in one.rows if self.state[slot] is None)

    def hidden_slots(self) -> frozenset[int]:
        """The slots of running procedures that are not seen."""
        return frozenset(slot for slot, _ in self.game.secret_state.running(self.state) if self.state[slot] is None)

    def stand_in(self) -> list[int]:
        """A whole state that looks like this and is the same for all that do: what is hidden is the least it may be.

        It need not be one that play can come to; whatever is told of it passes through an `OutlookMask`.
        """
        state = list(self.state)
        _fill(self.game, state, None)
        whole = [0 if value is None else value for value in state]
        for cell in self.game.secret_state.indexed:
            rebuild_index(cell, whole)
        _recall(self.game, state, whole, None)
        return whole

    def determinise(self, rng: Random) -> Determinisation:
        """What could be, secrets drawn anew and dice fresh.

        It fits the question that is asked, unless no such state is found in many tries.
        """
        found: Determinisation | None = None
        why: Exception | None = None
        for _ in range(_TRIES):
            try:
                deal = self._dealt(rng)
                legal = legal_codes(self.game, deal.state)
                asked = self.who is None or self.game.decider(deal.state) == self.who
            except (SaveError, *FAULTS) as error:  # what was drawn cannot be
                why = error
                continue
            found, called = deal, deal.called
            # whoever is asked is known and has a choice, and the viewer's own choice is known
            fits = sorted(called) == sorted(legal) if called else len(legal) > 1
            if found.state[POINT] in (OVER, IDLE) or (asked and fits):
                break
        if found is None:
            if isinstance(why, RuleFault):
                raise why
            raise RuleFault("nothing that could be hidden here can be played on with", "")
        return found

    def _dealt(self, rng: Random) -> Determinisation:
        """One deal of the secrets, whether or not it fits the question."""
        secret_state, deal = self.game.secret_state, self._shuffled(rng)
        state = secret_state.renumbered(self.state, deal)
        _fill(self.game, state, rng)
        whole = [0 if value is None else value for value in state]
        whole[CHANCE] = scrambled(rng.getrandbits(64))
        deal_lots(self.game.tables["lots"], whole)
        for cell in secret_state.indexed:
            rebuild_index(cell, whole)
        _recall(self.game, state, whole, rng)
        _seal(self.game, whole, self.seat, rng)
        back = {kind: {piece: number for number, piece in dealt.items()} for kind, dealt in deal.items()}
        called = [secret_state.recoded(code, deal) for code in self.answers]
        _let_follow(self.game, whole, called)
        return Determinisation(whole, called, back)

    def _shuffled(self, rng: Random) -> Swap:
        """Hidden pieces in each other's place."""
        deal: Swap = {}
        for kind, pieces in self.hidden.items():
            for group in self.game.secret_state.groups(kind, pieces):
                shuffled = list(group)
                rng.shuffle(shuffled)
                deal.setdefault(kind, {}).update(zip(group, shuffled, strict=True))
        return deal


def _let_follow(game: Game, state: list[int], codes: list[int]) -> None:
    """Where unordered picks go on, give those that are offered lots after the last pick's, and all others before it."""
    running = next(live_frames(game.tables, state), None)
    slots = enumerate(running[0].slots, running[1]) if running else ()
    last = [state[slot] for slot, (_, of) in slots if of == ("code",) and state[slot]]
    for kind, (first, count) in game.tables["lots"].items() if last and codes else ():
        picked, offered = (_things(game, kind, some) for some in (last, codes))
        rank = [(thing in offered, thing in picked, state[first + thing]) for thing in range(count)]
        for lot, thing in enumerate(sorted(range(count), key=rank.__getitem__)):
            state[first + thing] = lot


def _things(game: Game, kind: str, codes: list[int]) -> set[int]:
    """The things of a kind that actions name."""
    return {
        thing
        for code in codes
        if code != DECLINE
        for of, thing in zip(game.coding(code).types, game.numbers(code), strict=True)
        if of[0] == "thing" and of[1] == kind
    }


def _fill(game: Game, state: Masked, rng: Random | None) -> None:
    """Fill in secret values: as guessed by the rules, else anything that the type allows; without dice the least."""
    whole: list[int] | None = None
    for veiled in game.secret_state.veiled:
        for args, slot in veiled.rows:
            if state[slot] is not None:
                continue
            if veiled.guess is None:
                state[slot] = _any(game, veiled.cell.type, rng)
                continue
            if whole is None:
                whole = _filled(game, state)
            guess = veiled.guess(whole, *args)
            low, high = _kept(veiled.cell.type, guess[:2])
            mostly = guess[2:] if rng is not None and guess[2:] and rng.random() < _MOSTLY else ()
            if mostly:
                state[slot] = min(max(mostly[0], low), high)
            else:
                state[slot] = low if rng is None or high <= low else low + int(rng.random() * (high - low + 1))


def _recall(game: Game, state: Masked, whole: list[int], rng: Random | None) -> None:
    """Fill in what running procedures remember of secrets: made anew from what is supposed, else as the type allows."""
    rooms = [(base, frame.slots) for frame, base, _ in live_frames(game.tables, state)]
    types = {base + place: of for base, names in rooms for place, (_, of) in enumerate(names)}
    for slot, one in game.secret_state.running(state):
        if state[slot] is not None:
            continue
        of = types[slot] if isinstance(types[slot], tuple) else ("number", None, None)
        whole[slot] = _any(game, of, rng if one.part == "" else None)
        if one.value is None:
            continue
        with suppress(LookupError, ValueError, *FAULTS):  # what it was made from may be used up
            whole[slot] = _part(game, of, one.part, one.value(whole), whole[slot - 1], rng)


def _part(game: Game, of: tuple[Any, ...], part: str, made: Any, member: int, rng: Random | None) -> int:
    """What a slot holds of what it was made from: all of it, a member, or what comes after one.

    Nobody who does not see a loop's list knows how far it has come: it is supposed to be at its first.
    """
    if part == "":
        return int(made)
    ordered = isinstance(made, list | tuple)
    members = list(made) if ordered else list(members_of(made))
    if part == "member":
        return members[0] if rng is None or ordered else rng.choice(members)
    if of[0] == "list":
        return game.secret_state.packed(of[1], members[members.index(member) + 1 :])
    return sum(1 << one for one in members if one != member)


def _filled(game: Game, state: Masked) -> list[int]:
    """A state with something of its own type wherever a number is missing."""
    whole = [0 if value is None else value for value in state]
    for veiled in game.secret_state.veiled:
        if veiled.cell.type[0] == "number":
            least = _kept(veiled.cell.type, (0, 0))[0]
            for _, slot in veiled.rows:
                if state[slot] is None:
                    whole[slot] = least
    return whole


def _kept(of: tuple[Any, ...], ends: tuple[int, ...]) -> tuple[int, int]:
    """Two numbers, or what is nearest to them in the range of their memory."""
    least, most = of[1], of[2]
    if least is None or most is None:
        return ends[0], ends[1]
    return min(max(ends[0], least), most), min(max(ends[1], least), most)


def _any(game: Game, of: tuple[Any, ...], rng: Random | None) -> int:
    """Any value of a type; without dice the least, which is nothing where there may be nothing."""
    match of[0]:
        case "number":
            low: int = of[1] or 0
            return low if rng is None else rng.randint(low, of[2] if of[2] is not None else low)
        case "list":
            return 1  # nothing is left of it
        case "set":
            count = _count(game, of[1])
            return rng.getrandbits(count) & _all(of[1]) if rng is not None and count else 0
        case "optional" if rng is None or rng.random() < 0.5:  # else nothing would be rarer the more things there are
            return game.namer.nothing(of)
    inner = of[1] if of[0] == "optional" else of
    members = members_of(_all(inner) & (1 << _count(game, inner)) - 1)
    if not members:
        return game.namer.nothing(of) if of[0] == "optional" else 0
    return members[0] if rng is None else rng.choice(members)


def _all(of: tuple[Any, ...]) -> int:
    """The values of a type that are there, as a set: a part of a kind has only some of its numbers."""
    mask: int = of[3] if of[0] == "thing" else -1
    return mask


def _count(game: Game, of: tuple[Any, ...]) -> int:
    match of[0]:
        case "bool":
            return 2
        case "enum":
            return len(of[1])
        case "thing":
            return len(game.namer.kinds[of[1]][0])
    return 1


def _seal(game: Game, state: list[int], seat: int, rng: Random) -> None:
    """Put legal answers into the envelopes that the viewer cannot open."""
    point = state[POINT]
    for frame, base, _ in live_frames(game.tables, state):
        names = frame.slots
        for offset, (_, of) in enumerate(names):
            if not (isinstance(of, tuple) and of[0] == "sealed") or of[1] == seat or state[base + offset] != -1:
                continue
            asking = base + offset - of[1] - 2  # the name of who is asked, two slots before the first answer
            before = state[asking]
            state[asking] = of[1]
            answers = game.program.legal[point - POINTS - 2](state) if point not in (OVER, IDLE) else []
            state[asking] = before
            state[base + offset] = rng.choice(answers) if answers else 0
