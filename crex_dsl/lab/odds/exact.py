"""Every way in which a scene can go, each position looked at once, and how probable each end is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from crex_dsl.engine.run.chance import LazyDice, NeedsOutcome, ScriptedOutcomes, scripted_chance
from crex_dsl.engine.run.memory import live_frames
from crex_dsl.engine.run.slots import ENDING, HEAD, LEAVING, POINT, POINTS, WINNERS
from crex_dsl.engine.scenarios.setup import Staged
from crex_dsl.lab.odds.scene_policies import ScenePolicies
from crex_dsl.text.messages import number_as_said, said

if TYPE_CHECKING:
    from crex_dsl.engine.game import Game


End = tuple[str, tuple[int, ...]]  # how a scene came out, and its figures


class NotEnumerated(Exception):
    """There are too many ways, or they never end."""


class Enumeration:
    """The positions that a scene can come to and the chances between them, up to a budget of positions."""

    def __init__(self, staged: Staged, scene_policies: ScenePolicies, budget: int) -> None:
        self.staged, self.scene_policies, self.budget = staged, scene_policies, budget
        self.ends: dict[End, Fraction] = {}
        self._places: dict[object, int] = {}
        self._waiting: list[tuple[list[int], list[int]] | None] = []  # what is not looked at yet, by place
        self._ways: list[list[tuple[int, Fraction]]] = []
        self._told: dict[int, End] = {}
        self._frames: int = staged.game.tables["frames_base"]
        self._keys = Keys(staged.game)

    @property
    def positions(self) -> int:
        """How many positions there are."""
        return len(self._places)

    def explore(self) -> Iterator[None]:
        """Look at every position, a step for each, and work the chances out; raises NotEnumerated."""
        started = self._led_to(self._begun())
        order: list[int] = []
        done, above = set[int](), set[int]()
        work = [(-1, iter(started))]
        while work:
            place, ways = work[-1]
            for child, _ in ways:
                if child in above:
                    raise NotEnumerated(said("positions come again and again"))
                if child not in done:
                    above.add(child)
                    work.append((child, iter(self._looked_at(child))))
                    yield
                    break
            else:
                work.pop()
                if place >= 0:
                    above.discard(place)
                    done.add(place)
                    order.append(place)
        self._weigh(started, reversed(order))

    def _weigh(self, started: list[tuple[int, Fraction]], order: Iterator[int]) -> None:
        """How probable each end is; `order` has every position after all that lead to it."""
        chances = [Fraction(0)] * len(self._ways)
        for child, chance in started:
            chances[child] += chance
        for place in order:
            for child, chance in self._ways[place]:
                chances[child] += chances[place] * chance
        for place, end in self._told.items():
            self.ends[end] = chances[place]

    def _looked_at(self, place: int) -> list[tuple[int, Fraction]]:
        """Where a position leads to."""
        waiting = self._waiting[place]
        if waiting is None:
            return self._ways[place]
        self._waiting[place] = None
        state, codes = waiting
        liked = self.scene_policies.preferred(state, codes)
        share = Fraction(1, len(liked))
        self._ways[place] = self._led_to(
            (after, next_codes, share * chance)
            for code in liked
            for after, next_codes, chance in self._after(state, code)
        )
        return self._ways[place]

    def _led_to(self, found: Iterator[tuple[list[int], list[int], Fraction]]) -> list[tuple[int, Fraction]]:
        """The places of some positions, equal ones taken together."""
        ways: dict[int, Fraction] = {}
        for state, codes, chance in found:
            place = self._place(state, codes)
            ways[place] = ways.get(place, Fraction(0)) + chance
        return list(ways.items())

    def _place(self, state: list[int], codes: list[int]) -> int:
        """The place of a position: the one that it has, or a new one."""
        scene, args = self.staged.scene, self.staged.args
        end = None if codes else (scene.outcome(state, args), scene.figures(state, args))
        key = end or self._keys.of(state)
        if key not in self._places:
            if len(self._places) >= self.budget:
                much = said("there are more than {number} positions", number=number_as_said(self.budget))
                raise NotEnumerated(much if self.budget else said("the budget is 0"))
            place = self._places[key] = len(self._ways)
            self._ways.append([])
            self._waiting.append(None if end else (state, codes))
            if end:
                self._told[place] = end
        return self._places[key]

    # ---- chance ----
    def _begun(self) -> Iterator[tuple[list[int], list[int], Fraction]]:
        """Where a scene first stops."""
        plainly, program = self.staged.plainly, self.staged.game.program
        if plainly is None:
            return self._after(self.staged.state, self.staged.answer)

        def carry_out(state: list[int]) -> list[int]:
            program.call(plainly[0], state, plainly[1])
            return []

        return self._every(self.staged.state, carry_out)

    def _after(self, state: list[int], code: int | None) -> Iterator[tuple[list[int], list[int], Fraction]]:
        """What a decision can come to; a choice that is none stops play as any other, so that ways meet there."""
        run = self.staged.game.program.run
        return self._every(state, lambda state: run(state, code, None, False))

    def _every(
        self, state: list[int], act: Callable[[list[int]], list[int]]
    ) -> Iterator[tuple[list[int], list[int], Fraction]]:
        """What can become of a state, by every outcome of every random event."""
        work: list[tuple[tuple[tuple[int, ...], ...], Fraction]] = [((), Fraction(1))]
        while work:
            told, chance = work.pop()
            after = self._copy(state)
            try:
                with scripted_chance(ScriptedOutcomes(told, piecemeal=True)):
                    codes = act(after)
            except NeedsOutcome as need:
                try:
                    work += [((*told, outcome), chance * part) for outcome, part in need.event.outcomes()]
                except ValueError as many:
                    raise NotEnumerated(str(many)) from None
            else:
                yield after, codes, chance

    def _copy(self, state: list[int]) -> list[int]:
        """A state of its own, with dice of its own."""
        made = state[:]
        for slot in range(self._frames, len(made)):
            dice: object = made[slot]
            if isinstance(dice, LazyDice):
                made[slot] = dice.copy()  # type: ignore[call-overload]  # answers like packed dice
        return made


PIECE = 64  # slots; most pieces of a position are those of the one before


class Keys:
    """Gives equal keys to equal positions, as `Position.key` does: memory and what runs, not generator and log."""

    def __init__(self, game: Game) -> None:
        self._tables = game.tables
        self._pieces: dict[tuple[int, ...], int] = {}
        self._starts = range(HEAD, game.tables["frames_base"], PIECE)
        self._end: int = game.tables["frames_base"]
        self._spans: dict[int, tuple[int, int]] = {}

    def of(self, state: list[int]) -> tuple[object, ...]:
        """The key of a state."""
        pieces, end = self._pieces, self._end
        made: list[object] = [state[ENDING], state[WINNERS], state[LEAVING]]
        for start in self._starts:
            piece = tuple(state[start : min(start + PIECE, end)])
            made.append(pieces.setdefault(piece, len(pieces)))
        point = state[POINT]
        while point < POINTS or point > POINTS + 1:
            made.append(point)
            base, size = self._spans.get(point) or self._span(point)
            made.append(tuple(state[base : base + size]))
            point = state[base]
        return tuple(made)

    def _span(self, point: int) -> tuple[int, int]:
        """Where the frame of the procedure lies in which a point is."""
        _, base, size = next(live_frames(self._tables, [0, point]))  # the innermost needs no more of a state
        self._spans[point] = base, size
        return base, size
