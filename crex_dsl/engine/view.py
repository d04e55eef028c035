"""What one side knows: a state in which secret pieces are interchangeable and secret values are missing.

A view is made from declarations alone.  Pieces whose identity is secret are put into a canonical order by what
can be seen of them, so that two positions which look the same to the viewer give the very same view.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import TYPE_CHECKING, Any

from crex_dsl.engine.chance import members_of, scrambled
from crex_dsl.engine.decision import DECLINE
from crex_dsl.engine.explain import Answer, explain
from crex_dsl.engine.log import LogLine, log_of
from crex_dsl.engine.mask import HIDDEN, Mask
from crex_dsl.engine.memory import (
    INDEX,
    INDEX_SIZE,
    PARAMS,
    TYPE,
    address,
    instances,
    label,
    live_frames,
    rebuild_index,
)
from crex_dsl.engine.save import legal_codes
from crex_dsl.engine.seen import SeenAction, SeenDecision
from crex_dsl.engine.slots import CHANCE, IDLE, OVER, POINT, POINTS, SITE

if TYPE_CHECKING:
    from crex_dsl.engine.game import Game
    from crex_dsl.engine.position import Position

_TRIES = 50
Masked = list[int | None]
Swap = dict[str, dict[int, int]]  # by kind: which number each hidden piece goes by


class View:
    """What a player sees of a position."""

    def __init__(self, game: Game, seat: int, state: Masked, hidden: dict[str, frozenset[int]], swap: Swap) -> None:
        self.game, self.seat, self.state, self.hidden = game, seat, state, hidden
        self._swap = swap
        self._position: Position | None = None

    @classmethod
    def of(cls, position: Position, seat: int) -> View:
        """The view of one seat."""
        game, state = position.game, position.state
        mask = Mask(game, state, seat)
        hidden = hidden_pieces(game, mask)
        swap = _canonical(game, state, mask, hidden)
        masked = _masked(game, state, mask)
        made = cls(game, seat, _renumbered(game, masked, state, swap), hidden, swap)
        made._position = position
        return made

    # ---- what is seen ----
    @property
    def player(self) -> str:
        """Whose view it is."""
        return self.game.player_id(self.seat)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state[POINT] == OVER

    @property
    def decision(self) -> SeenDecision | None:
        """What is asked of the viewer now; None while others decide."""
        position = self._position
        decision = None if position is None else position.decision
        if decision is None or decision.who != self.player:
            return None
        return SeenDecision(decision.who, decision.prompt, decision.clause, decision.optional, self.legal)

    @property
    def _answers(self) -> list[int]:
        """The codes of the viewer's legal answers; none while others decide."""
        return self._position.codes if self._position is not None and self.waiting_for == self.player else []

    @property
    def legal(self) -> tuple[SeenAction, ...]:
        """The viewer's legal answers, in an order that gives nothing away; none while others decide."""
        position = self._position
        if position is None or not self._answers:
            return ()
        mask = Mask(self.game, position.state, self.seat)
        rows = sorted((self._seen_code(code, self._swap), code) for code in position.codes)
        texts = [self.game.text(position.state, code, mask) for _, code in rows]
        return tuple(
            self._seen_action(seen, code, text if texts.count(text) == 1 else "", position, mask)
            for (seen, code), text in zip(rows, texts, strict=True)
        )

    def _seen_code(self, code: int, swap: Swap) -> int:
        """The code of an answer with secret pieces by the numbers that they have in the view."""
        if code == DECLINE:
            return code
        row = self.game.coding(code)
        seen: int = row[1]
        for of, value, stride, low in zip(row[7], self.game.numbers(code), row[3], row[4], strict=True):
            seen += (_moved(of, value, swap) - low) * stride
        return seen

    def _seen_action(self, seen: int, code: int, text: str, position: Position, mask: Mask) -> SeenAction:
        """One answer; where several read alike, the pieces' numbers in the view tell them apart."""
        clause = self.game.asking(position.state)[1]
        if code == DECLINE:
            decline = text or self.game.text(position.state, code, mask)
            return SeenAction("done", "done", decline, clause, {}, code)
        row = self.game.coding(code)
        values = zip(row[6], row[7], self.game.numbers(seen), strict=True)
        args = {name: self._plain(of, value) for name, of, value in values}
        spelled = f"{row[0]}({', '.join(str(value) for value in args.values())})" if args else row[0]
        if not text:
            hidden = [str(value) for value in args.values() if str(value).startswith("?")]
            text = f"{self.game.text(position.state, code, mask)} [{', '.join(hidden)}]"
        return SeenAction(spelled, row[0], text, row[8], args, code)

    @property
    def waiting_for(self) -> str | None:
        """Who decides now."""
        position = self._position
        decision = None if position is None else position.decision
        return None if decision is None else decision.who

    def why_not(self, action: str, **arguments: Any) -> Answer:
        """Why an action of the viewer's is refused, told in what the viewer may know."""
        position = self._position
        assert position is not None
        return explain(position, position._meant(action, arguments), viewer=self.seat, actor=self.seat)

    @property
    def log(self) -> list[LogLine]:
        """What happened, as the viewer could follow it."""
        return [] if self._position is None else log_of(self._position, self.seat)

    @property
    def key(self) -> tuple[Any, ...]:
        """What makes two views equal: everything that is seen, and the answers on offer."""
        answers = tuple(action.id for action in self.legal)
        return (self.seat, tuple(self.state), answers, self.waiting_for)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and self.game.does == other.game.does and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    def data(self) -> dict[str, Any]:
        """The view as plain data: memory by name, secret values as `?`, secret pieces as `?kind number`."""
        memory: dict[str, Any] = {}
        for cell in self.game.tables["cells"]:
            rows = {
                ", ".join(str(self._plain(of, arg)) for of, arg in zip(cell[PARAMS], args, strict=True)): (
                    HIDDEN if self.state[slot] is None else self._plain(cell[TYPE], self.state[slot] or 0)
                )
                for args, slot in instances(self.game, cell)
            }
            memory[label(cell)] = rows if cell[PARAMS] else rows[""]
        return {
            "game": self.game.id,
            "edition": self.game.edition,
            "options": list(self.game.options),
            "viewer": self.player,
            "over": self.over,
            "waiting_for": self.waiting_for,
            "memory": memory,
        }

    def _plain(self, of: tuple[Any, ...], value: int) -> Any:
        if of[0] == "thing" and value in self.hidden.get(of[1], ()):
            return f"?{of[1]} {value}"
        if of[0] == "optional":
            return self._plain(of[1], value)
        if of[0] == "set":
            return [self._plain(of[1], member) for member in members_of(value)]
        return self.game.namer.plain(of, value)

    # ---- what could be ----
    def sample(self, rng: Random) -> Position:
        """A full position that looks the same to the viewer, secrets drawn anew and dice fresh."""
        from crex_dsl.engine.position import Position

        known = sorted(self._seen_code(code, self._swap) for code in self._answers)
        for _ in range(_TRIES):
            state, deal = self._dealt(rng)
            made = Position(self.game, state, legal_codes(self.game, state), list(state), None)
            # whoever is asked has a choice, and the viewer's own choice is known
            back = {kind: {piece: number for number, piece in dealt.items()} for kind, dealt in deal.items()}
            answers = sorted(self._seen_code(code, back) for code in made.codes)
            if made.over or (answers == known if known else len(made.codes) > 1):
                return made
        made.codes = self.game.program.run(made.state)
        return made

    def supposed(self, rng: Random) -> tuple[list[int], dict[int, int]]:
        """A state with secrets drawn anew, fitting the question or not, and what code each own answer has in it."""
        state, deal = self._dealt(rng)
        return state, {code: self._seen_code(self._seen_code(code, self._swap), deal) for code in self._answers}

    def _dealt(self, rng: Random) -> tuple[list[int], Swap]:
        """One deal of the secrets, whether or not it fits the question that is asked, and who was dealt where."""
        game = self.game
        deal: Swap = {}
        for kind, pieces in self.hidden.items():
            for group in _groups(game, kind, pieces):
                shuffled = list(group)
                rng.shuffle(shuffled)
                deal.setdefault(kind, {}).update(zip(group, shuffled, strict=True))
        state = _renumbered(game, self.state, None, deal)
        _guess(game, state, rng)
        whole = [0 if value is None else value for value in state]
        whole[CHANCE] = scrambled(rng.getrandbits(64))
        for cell in game.tables["cells"]:
            rebuild_index(cell, whole)
        _seal(game, whole, self.seat, rng)
        return whole, deal


# ---- secrets ----
def hidden_pieces(game: Game, mask: Mask) -> dict[str, frozenset[int]]:
    """By kind, the pieces whose identity the viewer does not know."""
    found: dict[str, frozenset[int]] = {}
    for kind in game.program.words["IDENTITIES"]:
        count = len(game.namer.kinds[kind][0])
        pieces = frozenset(index for index in range(count) if not mask.knows(kind, index))
        if pieces:
            found[kind] = pieces
    return found


def _groups(game: Game, kind: str, pieces: frozenset[int]) -> Iterator[list[int]]:
    """Hidden pieces that could stand for one another: those whose open attributes are the same."""
    open_values = [row[3] for row in game.tables["fixed"] if row[0] == kind and row[4]]
    groups: dict[tuple[Any, ...], list[int]] = {}
    for piece in sorted(pieces):
        groups.setdefault(tuple(values[piece] for values in open_values), []).append(piece)
    yield from groups.values()


def _masked(game: Game, state: list[int], mask: Mask) -> Masked:
    """The state without what the viewer may not see."""
    made: Masked = list(state)
    made[CHANCE] = made[SITE] = 0
    for number, cell in enumerate(game.tables["cells"]):
        if cell[INDEX] is not None:
            made[cell[INDEX] : cell[INDEX] + cell[INDEX_SIZE]] = [0] * cell[INDEX_SIZE]
        for args, slot in instances(game, cell):
            if not mask.sees(number, args):
                made[slot] = None
    frames_base = game.tables["frames_base"]
    live: set[int] = set()
    for frame, base, _ in live_frames(game.tables, state):
        for offset, (_, of) in enumerate(frame[2]):
            live.add(base + offset)
            if of[0] == "sealed" and of[1] != mask.viewer and state[base + offset]:
                made[base + offset] = -1
            elif of[0] == "code" and game.decider(state) != mask.viewer:
                made[base + offset] = 0
    for slot in range(frames_base, len(made)):
        if slot not in live:
            made[slot] = 0
    return made


def _canonical(game: Game, state: list[int], mask: Mask, hidden: dict[str, frozenset[int]]) -> Swap:
    """Numbers for hidden pieces in the order of what can be seen of them."""
    if not hidden:
        return {}
    facts: dict[tuple[str, int], list[str]] = {(kind, piece): [] for kind, pieces in hidden.items() for piece in pieces}

    def named(of: Any, value: int) -> str:
        if isinstance(of, tuple) and of[0] in ("thing", "optional"):
            kind = of[1] if of[0] == "thing" else of[1][1] if of[1][0] == "thing" else ""
            if (kind, value) in facts:
                return HIDDEN
        if isinstance(of, tuple) and of[0] == "set" and of[1][0] == "thing":
            known = [m for m in members_of(value) if (of[1][1], m) not in facts]
            return f"{known}+{value.bit_count() - len(known)}"
        return str(value)

    def note(fact: str, of: Any, value: int) -> None:
        """Add a fact to every hidden piece that a value names."""
        if not isinstance(of, tuple):
            return
        if of[0] == "optional":
            of = of[1]
        if of[0] == "thing" and (of[1], value) in facts:
            facts[of[1], value].append(fact)
        elif of[0] == "set" and of[1][0] == "thing":
            for member in members_of(value):
                if (of[1][1], member) in facts:
                    facts[of[1][1], member].append(fact)

    for number, cell in enumerate(game.tables["cells"]):
        for args, slot in instances(game, cell):
            seen = mask.sees(number, args)
            value = named(cell[TYPE], state[slot]) if seen else HIDDEN
            where = ",".join(named(of, arg) for of, arg in zip(cell[PARAMS], args, strict=True))
            for place, (of, arg) in enumerate(zip(cell[PARAMS], args, strict=True)):
                note(f"{number}:{place}:{where}={value}", of, arg)
            if seen:
                note(f"{number}:value:{where}", cell[TYPE], state[slot])
    for frame, base, _ in live_frames(game.tables, state):
        for offset, (_, of) in enumerate(frame[2]):
            note(f"frame:{base + offset}", of, state[base + offset])
    swap: Swap = {}
    for kind, pieces in hidden.items():
        for group in _groups(game, kind, pieces):
            ordered = sorted(group, key=lambda piece: (sorted(facts[kind, piece]), piece))
            swap.setdefault(kind, {}).update(zip(ordered, group, strict=True))
    return swap


def _renumbered(game: Game, masked: Masked, state: list[int] | None, swap: Swap) -> Masked:
    """The state with pieces renumbered everywhere they are named."""
    if not swap:
        return list(masked)
    whole = state if state is not None else [0 if value is None else value for value in masked]
    made: Masked = list(masked)
    for cell in game.tables["cells"]:
        for args, slot in instances(game, cell):
            moved = [_moved(of, arg, swap) for of, arg in zip(cell[PARAMS], args, strict=True)]
            value = masked[slot]
            made[address(cell, moved)] = None if value is None else _moved(cell[TYPE], value, swap)
    for frame, base, _ in live_frames(game.tables, whole):
        for offset, (_, of) in enumerate(frame[2]):
            value = masked[base + offset]
            if value is not None and isinstance(of, tuple) and of[0] != "sealed":
                made[base + offset] = _moved(of, value, swap)
    return made


def _moved(of: tuple[Any, ...], value: int, swap: Swap) -> int:
    """A value with the pieces that it names renumbered."""
    match of[0]:
        case "thing":
            return swap.get(of[1], {}).get(value, value)
        case "optional":
            return _moved(of[1], value, swap)
        case "set" if of[1][0] == "thing" and of[1][1] in swap:
            table = swap[of[1][1]]
            return sum(1 << table.get(member, member) for member in members_of(value))
    return value


def _guess(game: Game, state: Masked, rng: Random) -> None:
    """Fill in secret values: as guessed by the rules, else anything that the type allows."""
    guesses: Sequence[Callable[..., tuple[int, int]] | None] = game.program.words["GUESSES"]
    whole = [0 if value is None else value for value in state]
    for number, cell in enumerate(game.tables["cells"]):
        for args, slot in instances(game, cell):
            if state[slot] is not None:
                continue
            guess = guesses[number]
            of = cell[TYPE]
            if guess is not None:
                low, high = guess(whole, *args)
                state[slot] = rng.randint(low, max(low, high))
            elif of[0] == "number":
                low = of[1] or 0
                state[slot] = rng.randint(low, of[2] if of[2] is not None else low)
            elif of[0] == "set":
                state[slot] = rng.getrandbits(_count(game, of[1])) if _count(game, of[1]) else 0
            else:
                state[slot] = rng.randrange(_count(game, of))


def _count(game: Game, of: tuple[Any, ...]) -> int:
    match of[0]:
        case "bool":
            return 2
        case "enum":
            return len(of[1])
        case "thing":
            return len(game.namer.kinds[of[1]][0])
        case "optional":
            return _count(game, of[1]) + 1
    return 1


def _seal(game: Game, state: list[int], seat: int, rng: Random) -> None:
    """Put legal answers into the envelopes that the viewer cannot open."""
    point = state[POINT]
    for frame, base, _ in live_frames(game.tables, state):
        names = frame[2]
        for offset, (_, of) in enumerate(names):
            if not (isinstance(of, tuple) and of[0] == "sealed") or of[1] == seat or state[base + offset] != -1:
                continue
            asking = base + offset - of[1] - 2  # the name of who is asked, two slots before the first answer
            before = state[asking]
            state[asking] = of[1]
            answers = game.program.legal[point - POINTS - 2](state) if point not in (OVER, IDLE) else []
            state[asking] = before
            state[base + offset] = rng.choice(answers) if answers else 0
