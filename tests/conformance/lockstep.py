"""Games in lock-step: two games that differ only in which covered piece stands where, played on in lock-step.

One game goes on at random; in the other the same is decided, and chance brings the same, but for the two pieces that
stand in each other's place.  As long as the rules make nothing of the difference, whoever cannot tell the pieces apart
must read the same in both: what he sees, what he is told, in which order, under which numbers.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from crex_dsl.engine.errors import CrexError
from crex_dsl.engine.game import Game
from crex_dsl.engine.run.chance import ChanceEvent, listening
from crex_dsl.engine.run.memory import rebuild_index
from crex_dsl.engine.run.position import Position
from crex_dsl.engine.saves.state_import import legal_codes
from crex_dsl.engine.secrecy.mask import Mask
from crex_dsl.gameplay.history import GameHistory
from crex_dsl.play.explanations import traces

Outcomes = tuple[tuple[int, ...], ...]


def swapped(position: Position, kind: str, one: int, two: int) -> Position:
    """The position with two pieces in each other's place, in everything that can change."""
    game = position.game
    state = game.secret_state.renumbered(position.state, {kind: {one: two, two: one}})
    whole = [value or 0 for value in state]
    for cell in game.cells:
        rebuild_index(cell, whole)
    return Position(game, whole, legal_codes(game, whole), list(whole), None)


@dataclass
class Twins:
    """A game and its twin, of which a reader knows no difference."""

    game: Game
    reader: str
    kind: str
    one: int
    two: int
    here: GameHistory
    there: GameHistory
    compared: int = 0  # how often they were found to read the same
    asked_apart: int = 0  # how often one of them was asked where the other had no choice
    told: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, position: Position, reader: str, kind: str, one: int, two: int) -> Twins:
        """The twins of a position."""
        here, there = position.from_here(), swapped(position, kind, one, two)
        return cls(position.game, reader, kind, one, two, GameHistory(here), GameHistory(there))

    def turned(self, code: int) -> int:
        """An answer in the other game."""
        return self.game.secret_state.recoded(code, {self.kind: {self.one: self.two, self.two: self.one}})

    def alike(self) -> bool:
        """Whether the rules have made nothing of the difference so far, and the reader still cannot tell the two."""
        here, there = self.here.now, self.there.now
        if (here.decision is None) != (there.decision is None):
            return False
        seat = self.game.seat(self.reader)
        masks = [Mask(self.game, position.state, seat) for position in (here, there)]
        if any(mask.knows(self.kind, piece) for mask in masks for piece in (self.one, self.two)):
            return False
        back = swapped(there, self.kind, self.one, self.two)
        if (back.key, _lots(back)) != (here.key, _lots(here)):
            return False
        steps = [history.steps[-1] for history in (self.here, self.there) if history.steps]
        seen = {piece for step in steps for kind, piece in step.glimpsed(self.reader) if kind == self.kind}
        return not seen & {self.one, self.two}

    def go_on(self, rng: random.Random) -> bool:
        """Decide something in both games; whether they are still alike."""
        here, there = self.here.now, self.there.now
        codes = [code for code in here.codes if self.turned(code) in there.codes]
        if not codes:
            return False
        code = rng.choice(codes)
        try:
            outcomes = self._take(self.here, code)
            others: list[ChanceEvent] = []
            with listening(lambda event, outcome: others.append(event)):
                self.there.take(self.turned(code), tuple(self._outcomes(outcomes)))
        except CrexError:
            return False
        if len(others) != len(outcomes):
            return (
                False  # dice are rolled for one of the two pieces and not for the other: so the rules say, and all see
            )
        return self.alike() or self._caught_up(self.here, self.there) or self._caught_up(self.there, self.here)

    def _take(self, history: GameHistory, code: int) -> list[tuple[ChanceEvent, tuple[int, ...]]]:
        heard: list[tuple[ChanceEvent, tuple[int, ...]]] = []
        with listening(lambda event, outcome: heard.append((event, outcome))):
            history.take(code)
        return heard

    def _outcomes(self, heard: list[tuple[ChanceEvent, tuple[int, ...]]]) -> Iterator[tuple[int, ...]]:
        """What chance does in the other game."""
        other = {self.one: self.two, self.two: self.one}
        for event, outcome in heard:
            of = self.game.faults[event.site][4]
            yield tuple(other.get(each, each) for each in outcome) if of == self.kind else outcome

    def _caught_up(self, behind: GameHistory, ahead: GameHistory) -> bool:
        """Let one game answer a question that was none in the other, if chance has no part in it."""
        if behind.now.decision is None or len(behind.now.codes) > 40:
            return False
        number = len(behind.steps)
        for code in behind.now.codes:
            try:
                heard = self._take(behind, code)
            except CrexError:
                continue
            if not heard and self.alike():
                self.asked_apart += 1
                return True
            behind.back_to(number)
        return False

    def compare(self) -> None:
        """Let the reader read both games."""
        one, two = (self._read(history) for history in (self.here, self.there))
        assert one.keys() == two.keys()
        for what in one:
            assert one[what] == two[what], f"{self.reader} reads another {what}: {self.describe()}"
        self.compared += 1
        self.told = one["news"]

    def _read(self, history: GameHistory) -> dict[str, Any]:
        view, reader = history.now.view(self.reader), self.reader
        moments = history.moments(reader)
        last = history.count(reader)
        return {
            "view": (view.state, view.hidden, view.waiting_for),
            "answers": [(answer.id, answer.text) for answer in view.legal],
            "news": [str(line) for line in history.lines(reader)],
            "numbering": [(moment.who, moment.lines) for moment in moments],
            "moment": history.after(max(0, last - 1), reader).view(reader).state,
        }

    def read_whole(self, traced: bool) -> None:
        """Let the reader read both games from beginning to end, the last moments clause by clause if so asked."""
        one, two = (
            {
                "log": history.now.view(self.reader).log,
                "board": history.now.view(self.reader).data(),
                "trace": traces(history, history.count(self.reader), 2, self.reader) if traced else [],
            }
            for history in (self.here, self.there)
        )
        for what in one:
            assert one[what] == two[what], f"{self.reader} reads another {what}: {self.describe()}"

    def describe(self) -> str:
        """Which twins these are, so that they can be found again."""
        names = self.game.namer.kinds[self.kind][0]
        past = [self.game.spelled(step.code) for step in self.here.steps]
        return f"{self.game!r}, {names[self.one]} and {names[self.two]}, after {', '.join(past[-6:])}"


def pairs(position: Position, rng: random.Random) -> Iterator[Twins]:
    """Twins of a position, one for each reader and kind of which some pieces look alike."""
    game = position.game
    for seat in game.seats:
        for kind, pieces in game.secret_state.hidden(position.state, seat).items():
            groups = [group for group in game.secret_state.groups(kind, pieces) if len(group) > 1]
            if groups:
                yield Twins.of(position, game.player_id(seat), kind, *rng.sample(rng.choice(groups), 2))


def _lots(position: Position) -> list[int]:
    """The lots of all things."""
    return [position.state[base + n] for base, count in position.game.tables["lots"].values() for n in range(count)]


def lived(game: Game, seed: int, positions: int, most: int, traced: bool = True) -> Iterator[Twins]:
    """Twins from all over one random game, played on until the rules make a difference, each compared on its way."""
    rng = random.Random(seed)
    position, walked = game.start(seed), []
    while not position.over:
        walked.append(position.copy())
        position.take(rng.choice(position.codes))
    for start in rng.sample(walked, min(positions, len(walked))):
        for twins in pairs(start, rng):
            if not twins.alike():
                continue
            twins.compare()
            while twins.compared < most and not twins.here.now.over and twins.go_on(rng):
                twins.compare()
            if twins.alike():
                twins.read_whole(traced)
            yield twins
