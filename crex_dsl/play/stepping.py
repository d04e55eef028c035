"""A recorded game, stepped through: forwards, backwards, to a number, to a side's next decision."""

from __future__ import annotations

from rich.text import Text

from crex_dsl.engine.log import LogLine
from crex_dsl.play.choices import figure
from crex_dsl.play.chronicle import Chronicle, Step
from crex_dsl.play.desk import Command, Desk, Say, Unanswered
from crex_dsl.play.keyboard import Keyboard
from crex_dsl.play.reasons import cited, news
from crex_dsl.play.sight import Sight


class Stepping(Desk):
    """Stands after some number of decisions, and moves."""

    def __init__(self, chronicle: Chronicle, viewer: str | None, keyboard: Keyboard, say: Say) -> None:
        super().__init__(chronicle, viewer, keyboard, say)
        self.number = 0
        self.commands = {
            "next": Command(
                "next [SIDE]", "the next decision (Enter does the same), or the next of a side", self._next
            ),
            "back": Command("back [N]", "one decision back, or N", self._back),
            "jump": Command("jump N", "to after the first N decisions", self._jump),
            "start": Command("start", "to the beginning", lambda rest: self._go(0)),
            "end": Command("end", "to where the game stands", lambda rest: self._go(len(self.chronicle.steps))),
        } | self.commands

    def sight(self) -> Sight:
        """What is seen where we stand."""
        return Sight(self.chronicle.at(self.number), self.viewer)

    def happened(self, count: int) -> list[LogLine]:
        """The last lines up to where we stand."""
        return self.chronicle.last_lines(self.viewer, count, self.number)

    def past(self) -> list[Step]:
        """The decisions up to where we stand."""
        return self.chronicle.steps[: self.number]

    def run(self) -> None:
        """Step through until the person leaves; raises Left, or EOFError."""
        self._show(self.chronicle.opening_lines(self.viewer))
        while True:
            typed = self.keyboard.line(f"{self.number}/{len(self.chronicle.steps)}> ", self.offers()).strip()
            if not self.asked(typed or "next"):
                self.asked(f"/{typed}" if figure(typed) is None else f"jump {typed}")

    def offers(self) -> list[str]:
        """Commands, and sides after `next`."""
        return [*super().offers(), *(f"next {self.game.player_name(side)}" for side in self.game.players)]

    def _go(self, number: int) -> None:
        """Go to a number of decisions, and tell what led there."""
        forwards = number == self.number + 1
        self.number = number
        if not forwards and number:
            self.say(Text(f"After {number} {'decision' if number == 1 else 'decisions'}:", "dim"))
        steps = self.chronicle.steps
        self._show(steps[number - 1].lines(self.viewer) if number else self.chronicle.opening_lines(self.viewer))

    def _show(self, lines: list[LogLine]) -> None:
        for line in news(self.game, lines):
            self.say(line)
        decision = self.chronicle.at(self.number).decision
        if decision is not None:
            asked = (
                decision.prompt
                if self.viewer in (None, decision.who)
                else f"{self.game.player_name(decision.who)} decides"
            )
            self.say(Text.assemble((asked, "bold"), f"  {cited(self.game, decision.clause)}"))

    def _next(self, rest: str) -> None:
        steps = self.chronicle.steps
        if self.number >= len(steps):
            raise Unanswered("this is where the record ends; `back` or `jump N` goes elsewhere")
        if not rest:
            self._go(self.number + 1)
            return
        side = self.game.player_id(self.game.seat(rest))
        found = next((n for n in range(self.number, len(steps)) if steps[n].who == side), None)
        if found is None:
            raise Unanswered(f"{self.game.player_name(side)} decides no more in this record")
        self._go(found + 1)

    def _back(self, rest: str) -> None:
        by = self._figure("back", rest or "1")
        if by > self.number:
            raise Unanswered(f"only {self.number} decisions lie before this")
        self._go(self.number - by)

    def _jump(self, rest: str) -> None:
        number = self._figure("jump", rest)
        if number > len(self.chronicle.steps):
            raise Unanswered(f"there are only {len(self.chronicle.steps)} decisions in this record")
        self._go(number)

    def _figure(self, command: str, rest: str) -> int:
        number = figure(rest)
        if number is None:
            raise Unanswered(f"`{command}` needs a number of decisions" + (f", not `{rest}`" if rest else ""))
        return number
