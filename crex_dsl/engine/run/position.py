"""A position: plain data that can be copied, compared, saved and resumed at any decision."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from crex_dsl.engine.errors import IllegalAction, NoDecision, NotWatched, UnknownName
from crex_dsl.engine.rendering import drawn
from crex_dsl.engine.run.chance import (
    TAKEN_OVER,
    ChanceEvent,
    NeedsOutcome,
    ScriptedOutcomes,
    members_of,
    scrambled,
    scripted_chance,
)
from crex_dsl.engine.run.decision import DECLINE, Action, Decision
from crex_dsl.engine.run.slots import CHANCE, ENDING, HEAD, IDLE, LEAVING, NOWHERE, OVER, POINT, POINTS, SITE, WINNERS
from crex_dsl.engine.secrecy.visible_decision import SeenAction
from crex_dsl.text.locale import listed_in
from crex_dsl.text.messages import OWN, Messages, said

if TYPE_CHECKING:
    from crex_dsl.engine.explain.game_log import LogLine
    from crex_dsl.engine.explain.verdict import Answer
    from crex_dsl.engine.game import Game
    from crex_dsl.engine.scenarios.setup import Opening
    from crex_dsl.engine.secrecy.information_set import InformationSet
    from crex_dsl.engine.secrecy.view import View


Past = tuple[Any, Any] | None  # (all before, the last decision's code or told outcome)


@dataclass(frozen=True)
class Result:
    """How a game ended: won, shared or drawn, by whom, and the clause that ended it; `names` are for people to read.

    A game that began with a scenario is "over" with it, and `outcome` says how it came out.
    """

    kind: str
    winners: tuple[str, ...]
    clause: str
    names: tuple[str, ...] = field(default=(), compare=False)
    outcome: str = ""
    language: str = field(default=OWN, compare=False)

    @property
    def spelled(self) -> str:
        """How it ended, players by id."""
        return f"{self.kind} by {' and '.join(self.winners)}" if self.winners else self.outcome or self.kind

    def __str__(self) -> str:
        if not self.winners and self.kind != "drawn":
            return self.outcome or self.kind
        keys = {"won": "ended-won", "shared": "ended-shared", "drawn": "ended-drawn"}
        winners = listed_in(self.language, self.names or self.winners)
        return Messages(self.language)(keys[self.kind], winners=winners)


class Position:
    """Where a game stands."""

    __slots__ = (
        "_forcing",
        "_generator",
        "_looked",
        "_origin",
        "_past",
        "_waiting",
        "codes",
        "game",
        "opening",
        "seed",
        "state",
    )

    def __init__(
        self,
        game: Game,
        state: list[int],
        codes: list[int],
        origin: list[int],
        seed: int | None,
        opening: Opening | None = None,
    ) -> None:
        self.game, self.state, self.codes, self.seed, self.opening = game, state, codes, seed, opening
        self._origin = origin
        self._past: Past = None
        self._waiting: tuple[int | None, list[tuple[int, ...]], ChanceEvent] | None = None
        self._generator = state[CHANCE]
        self._forcing = True
        self._looked: tuple[list[int], bool, dict[int, tuple[InformationSet, list[int]]]] | None = None

    @classmethod
    def begun(
        cls,
        game: Game,
        state: list[int],
        seed: int | None,
        chance: str = "own",
        forcing: bool = True,
        opening: Opening | None = None,
    ) -> Position:
        """The position where play first stops; a state that is no start and stands at a question is asked there."""
        position = cls(game, state, [], list(state), seed, opening)
        position._forcing = forcing and (state[POINT] < POINTS or seed is not None)
        position.chance = chance
        position._proceed(None, [])
        position._forcing = forcing
        return position

    # ---- play ----
    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state[POINT] == OVER and self._waiting is None

    @property
    def result(self) -> Result | None:
        """How the game ended, once it is over."""
        if not self.over:
            return None
        if self.opening is not None and self.state[ENDING] == 2 and self.state[SITE] == NOWHERE:
            return Result("over", (), "", outcome=self.opening.outcome(self.state))
        seats = members_of(self.state[WINNERS])
        winners = tuple(self.game.player_id(seat) for seat in seats)
        kind = "drawn" if self.state[ENDING] == 2 else "won" if len(winners) == 1 else "shared"
        site = self.state[SITE]
        clause: str = "" if site == NOWHERE else self.game.faults[site].clause
        return Result(
            kind,
            winners,
            clause,
            tuple(self.game.player_name(seat) for seat in seats),
            language=self.game.namer.language,
        )

    @property
    def payoffs(self) -> dict[str, int] | None:
        """What every player has got, once the game is over; None before, and where the rules declare no payoff."""
        found = self.game.payoffs(self.state) if self.over else None
        return None if found is None else dict(zip(self.game.players, found, strict=True))

    @property
    def decision(self) -> Decision | None:
        """What is asked now, or None: the game is over, idle, or waits for chance."""
        if self._waiting is not None or self.state[POINT] in (OVER, IDLE):
            return None
        return Decision(self.game, self.state[POINT], self.codes, self.state)

    def asked(self) -> Decision:
        """What is asked now; raises NoDecision where nothing is."""
        decision = self.decision
        if decision is None:
            if self._waiting is not None:
                raise NoDecision(said("chance has not been told its outcome yet; use `tell`"))
            raise NoDecision(said("the game is over") if self.over else said("nothing is asked here"))
        return decision

    def take(self, action: Action | SeenAction | int | str) -> None:
        """Take a legal action; the position is untouched where it is refused or the rules fail."""
        if isinstance(action, Action) and not action.belongs_to(self.game):
            action = action.id  # another edition counts its actions in another way
        if isinstance(action, SeenAction):
            action = self.code_of(action)
        code = action.code if isinstance(action, Action) else action
        if isinstance(code, str):
            code = self.game.action(code, self)
        if code not in self.codes or self._waiting is not None:
            self._refuse(code)
        self._proceed(code, [])

    def information_set(self, seat: int) -> InformationSet:
        """What a seat can tell of the position."""
        return self._looked_at(seat)[0]

    def _looked_at(self, seat: int) -> tuple[InformationSet, list[int]]:
        """What a seat can tell of the position, and the code that each of its answers has here."""
        from crex_dsl.engine.secrecy.information_set import InformationSet

        state, waits, known = self.state, self.decision is None, self._looked
        if known is None or known[0] is not state or known[1] is not waits:
            known = self._looked = state, waits, {}
        found = known[2].get(seat)
        if found is None:
            codes = self.codes if not waits and self.game.decider(state) == seat else ()
            found = known[2][seat] = InformationSet.of(self.game, seat, state, codes, waits)
        return found

    def forget_looks(self) -> None:
        """Keep no longer what seats could tell of the position, which is larger than the position itself."""
        self._looked = None

    def code_of(self, action: SeenAction) -> int:
        """The code here of an answer in the view of whoever decides; raises, by what he knows, where it is none."""
        self.asked()
        seat = self.game.decider(self.state)
        if action.code not in self._looked_at(seat)[0].answers:
            answer = self.view(self.game.player_id(seat)).why_not(action)
            raise IllegalAction(said("{action} is not legal: {why}", action=action.id, why=answer), answer.clauses)
        return self.code_behind(action.code)

    def code_behind(self, seen: int) -> int:
        """The code here of an answer by its code in the information set of whoever decides."""
        information_set, codes = self._looked_at(self.game.decider(self.state))
        return codes[information_set.answers.index(seen)]

    def seen_as(self, code: int) -> SeenAction:
        """A legal answer as whoever decides sees it."""
        seat = self.game.decider(self.state)
        information_set, codes = self._looked_at(seat)
        seen = information_set.answers[codes.index(code)]
        return next(own for own in self.view(self.game.player_id(seat)).legal if own.code == seen)

    def _refuse(self, code: int) -> None:
        self.asked()
        spelled = self.game.spelled(code)
        if code == DECLINE:
            raise IllegalAction(said("this choice cannot be declined"), (self.asked().clause,))
        answer = self._answer(code)
        raise IllegalAction(said("{action} is not legal: {why}", action=spelled, why=answer), answer.clauses)

    def _proceed(self, code: int | None, told: list[tuple[int, ...]]) -> None:
        """Run on from here with a decision (None: from a state that has not run yet)."""
        state = self.state[:]
        if state[CHANCE] >= 0:
            codes = self.game.program.run(state, code, None, self._forcing)
        else:
            try:
                with scripted_chance(ScriptedOutcomes(told)):
                    codes = self.game.program.run(state, code, None, self._forcing)
            except NeedsOutcome as need:
                self._waiting = (code, told, need.event)
                return
        self._waiting = None
        self.state, self.codes = state, codes
        if code is not None:
            self._past = (self._past, code)
        for outcome in told:
            self._past = (self._past, outcome)

    # ---- chance ----
    @property
    def chance(self) -> str:
        """Where chance comes from: "own", the position's generator, or "told", from outside."""
        return "told" if self.state[CHANCE] == TAKEN_OVER else "own"

    @chance.setter
    def chance(self, source: str) -> None:
        if source not in ("own", "told"):
            raise ValueError(f'chance is "own" or "told", not {source!r}')
        if source == self.chance:
            return
        self.state = self.state[:]
        if source == "told":
            self._generator = self.state[CHANCE]
            self.state[CHANCE] = TAKEN_OVER
        else:
            self.state[CHANCE] = self._generator
            waiting = self._waiting
            if waiting is not None:
                self._waiting = None
                self._proceed(waiting[0], [])

    @property
    def generator(self) -> int:
        """The state of its own generator, which rests while chance is told."""
        return self._generator if self.chance == "told" else self.state[CHANCE]

    @property
    def event(self) -> ChanceEvent | None:
        """The random event that waits to be told its outcome, or None."""
        return self._waiting[2] if self._waiting is not None else None

    def tell(self, outcome: Sequence[int] | int) -> None:
        """Tell the waiting event its outcome: the faces of dice, the member drawn, or the members in order."""
        if self._waiting is None:
            raise NoDecision("no random event is waiting")
        code, told, event = self._waiting
        given = (outcome,) if isinstance(outcome, int) else tuple(outcome)
        if not event.accepts(given):
            raise IllegalAction(f"{given} cannot be the outcome of this {event.sort}")
        self._proceed(code, [*told, given])

    # ---- questions ----
    def _answer(self, code: int) -> Answer:
        from crex_dsl.engine.explain.legality import explain

        return explain(self, code)

    def why_not(self, action: Action | SeenAction | int | str, **arguments: Any) -> Answer:
        """Why an action is refused: every clause against it, with the values that make it so."""
        return self._answer(self._meant(action, arguments))

    def why(self, action: Action | SeenAction | int | str, **arguments: Any) -> Answer:
        """Why an action is legal: the permissions that cover it."""
        return self._answer(self._meant(action, arguments))

    def _meant(self, action: Action | SeenAction | int | str, arguments: dict[str, Any]) -> int:
        if isinstance(action, Action) and not action.belongs_to(self.game):
            action = action.id
        if isinstance(action, SeenAction):
            return self.code_of(action)
        if isinstance(action, Action):
            return action.code
        if isinstance(action, int):
            return action
        if arguments or ("(" not in action and action in {row.name for row in self.game.actions}):
            return self.game.code(action, arguments)
        return self.game.action(action, self)

    def view(self, player: str) -> View:
        """What a player sees; `"*"` stands for somebody who looks on and plays no side."""
        from crex_dsl.engine.secrecy.view import View

        return View(self, self.game.viewer(player))

    def read(self, name: str, *arguments: Any) -> Any:
        """A piece of memory by name: `read("strength", "b-1")`."""
        from crex_dsl.engine.run.memory import read_memory

        return read_memory(self.game, self.state, name, arguments)

    def worth(self, player: str) -> int:
        """A side's estimate of its standing, as the rules say it."""
        worth = self.game.program.words["WORTH"]
        if worth is None:
            raise UnknownName(f"{self.game!r} says nothing about a side's worth")
        return int(worth(self.state, self.game.seat(player)))

    def measure(self, name: str, *arguments: Any) -> int:
        """A statistic that the rules declare."""
        measures = self.game.tables["measures"]
        if name not in measures:
            raise UnknownName(said("there is no measure `{name}`", name=name))
        kinds = measures[name][1]
        if len(kinds) != len(arguments):
            raise UnknownName(
                said(
                    "measure `{name}` is of {wanted} things, and {named} were named",
                    name=name,
                    wanted=len(kinds),
                    named=len(arguments),
                )
            )
        if name not in self.game.program.words["MEASURES"]:
            raise NotWatched(f"`{name}` counts what happens in a game that is watched: load it with `watched=True`")
        values = [self.game.namer.value(of, given) for of, given in zip(kinds, arguments, strict=True)]
        return int(self.game.program.words["MEASURES"][name](self.state, *values))

    # ---- copies ----
    def copy(self) -> Position:
        """An independent copy."""
        made = Position.__new__(Position)
        made.game, made.seed, made._origin, made._past = self.game, self.seed, self._origin, self._past
        made.opening = self.opening
        made.state, made.codes, made._waiting = self.state, self.codes, self._waiting
        made._generator, made._forcing, made._looked = self._generator, self._forcing, self._looked
        return made

    def as_step_from(self, before: Position) -> Position:
        """This position, which one decision led to from the one before, with a past that begins there."""
        assert self._past is not None and self._past[0] is before._past
        made, trace = self.copy(), before.from_here()
        made._origin, made._past, made.seed = trace._origin, (None, self._past[1]), None
        return made

    def from_here(self) -> Position:
        """A copy whose past begins here, so that its log tells only what happens from now on."""
        made = self.copy()
        made._origin, made._past, made.seed = list(self.state), None, None
        made._origin[CHANCE] = self.generator
        return made

    def reseeded(self, seed: int) -> Position:
        """A copy with fresh dice."""
        made = self.copy()
        made.state = self.state[:]
        made._generator = scrambled(seed)
        if self.chance == "own":
            made.state[CHANCE] = made._generator
        return made.from_here()

    def under(self, other: Game) -> Position:
        """The same position under another rulebook of the same game; raises NoCounterpart where it has none."""
        from crex_dsl.engine.saves.migration import carried

        return carried(self, other)

    @property
    def key(self) -> tuple[Any, ...]:
        """What makes two positions equal: memory, and where every running procedure stands."""
        from crex_dsl.engine.run.memory import live_frames

        state, tables = self.state, self.game.tables
        frames = tuple(tuple(state[base : base + size]) for _, base, size in live_frames(tables, state))
        memory = tuple(state[HEAD : tables["frames_base"]])
        return (state[POINT], state[ENDING], state[WINNERS], state[LEAVING], memory, frames, self._waiting)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.game.does == other.game.does and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key[:-1])

    # ---- records ----
    @property
    def past(self) -> list[int | tuple[int, ...]]:
        """The decisions taken since the start, by code, each with the outcomes told for it."""
        found: list[int | tuple[int, ...]] = []
        node = self._past
        while node is not None:
            node, last = node
            found.append(last)
        return found[::-1]

    @property
    def origin(self) -> list[int]:
        """The state that the past starts from."""
        return self._origin

    @property
    def log(self) -> list[LogLine]:
        """What happened, each line with its clause."""
        from crex_dsl.engine.explain.game_log import log_of

        return log_of(self, None)

    def to_json(self) -> str:
        """The position as a save: by name, readable, with nothing in it that runs."""
        from crex_dsl.engine.saves.save_format import write_save

        return write_save(self)

    @property
    def notation(self) -> str:
        """The position as text that fits in a mail; it tells everything, the dice to come included."""
        from crex_dsl.engine.saves.notation import position_notation

        return position_notation(self)

    @property
    def game_notation(self) -> str:
        """The game up to here as text that fits in a mail: how it began, and every decision; it tells everything."""
        from crex_dsl.engine.saves.notation import game_notation

        return game_notation(self)

    def svg(self, side: str | None = None, **options: Any) -> str:
        """The position as an SVG image, as a side sees it; without a side nothing is hidden.

        It can be cut out `around` some places, with what an `action` names marked, and with arrows for what has moved
        `since` an earlier position.
        """
        return drawn(self, side, options)

    def _repr_svg_(self) -> str:
        """The whole position as a notebook shows it."""
        return self.svg()

    def __repr__(self) -> str:
        if self.over:
            return f"<{self.game.id}: {self.result}>"
        return f"<{self.game.id}: {self.decision!r}>"
