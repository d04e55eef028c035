"""A recorded game, stepped through: forwards, backwards, to a number, to a side's next decision.

Steps are decisions; as one side saw it, they are what that side was told, moment by moment.
"""

from __future__ import annotations

from rich.text import Text

from crex_dsl.engine.explain.game_log import LogLine
from crex_dsl.engine.run.position import Position
from crex_dsl.engine.secrecy.visible_position import VisiblePosition
from crex_dsl.gameplay.answers import figure
from crex_dsl.gameplay.history import GameHistory
from crex_dsl.gameplay.saved_games import Setting, keep, new_file
from crex_dsl.play.commands import Command, Commands, Say, Unanswered, free_file
from crex_dsl.play.explanations import cited, news
from crex_dsl.play.line_input import Keyboard
from crex_dsl.text.messages import said


class Stepping(Commands):
    """Stands after some number of moments, and moves."""

    def __init__(
        self,
        history: GameHistory,
        viewer: str | None,
        keyboard: Keyboard,
        say: Say,
        setting: Setting | None = None,
        first: int = 0,
    ) -> None:
        super().__init__(history, viewer, keyboard, say)
        self.number, self.setting = first, setting or Setting()
        self.moments = history.moments(viewer)
        self.last = len(self.moments) - 1
        self._counted = "decision" if viewer is None else "moment"
        self.commands = {
            "next": Command(said("play-usage-next"), said(f"play-does-next-{self._counted}"), self._next),
            "back": Command("back [N]", said(f"play-does-back-{self._counted}"), self._back),
            "jump": Command("jump N", said(f"play-does-jump-{self._counted}"), self._jump),
            "start": Command("start", said("play-does-start"), lambda rest: self._go(0)),
            "end": Command("end", said("play-does-end"), lambda rest: self._go(self.last)),
            "save": Command(said("play-usage-save-here"), said("play-does-save-here"), self._save),
            "branch": Command("branch", said("play-does-branch"), self._branch),
        } | self.commands

    def visible(self) -> VisiblePosition:
        """What is seen where we stand."""
        return VisiblePosition(self.history.after(self.number, self.viewer), self.viewer)

    def happened(self, count: int) -> list[LogLine]:
        """The last lines up to where we stand."""
        return [line for moment in self.moments[: self.number + 1] for line in moment.lines][-count:]

    def reached(self) -> int:
        """After how many moments we stand."""
        return self.number

    def run(self) -> None:
        """Step through until the person leaves; raises Left, or EOFError."""
        self._show()
        while True:
            typed = self.keyboard.line(f"{self.number}/{self.last}> ", self.offers()).strip()
            if not self.asked(typed or "next"):
                self.asked(f"/{typed}" if figure(typed) is None else f"jump {typed}")

    def offers(self) -> list[str]:
        """Commands, and sides after `next`."""
        return [*super().offers(), *(f"next {self.game.player_name(side)}" for side in self.game.players)]

    def _go(self, number: int) -> None:
        """Go to a number of moments, and tell what led there."""
        forwards = number == self.number + 1
        self.number = number
        if not forwards and number:
            self.say(Text(said(f"play-after-{self._counted}", count=number), "dim"))
        self._show()

    def _show(self) -> None:
        for line in news(self.game, self.moments[self.number].lines, self.keyboard.limit):
            self.say(line)
        decision = self.history.after(self.number, self.viewer).decision
        if decision is None:
            return
        if self.viewer in (None, decision.who):
            self.say(Text.assemble((decision.prompt, "bold"), f"  {cited(self.game, decision.clause)}"))
        else:  # which clause asks another side may tell what it has
            self.say(Text(said("play-decides", side=self.game.player_name(decision.who)), "bold"))

    def _next(self, rest: str) -> None:
        if self.number >= self.last:
            raise Unanswered(said("play-record-ends"))
        if not rest:
            self._go(self.number + 1)
            return
        side = self.game.player_id(self.game.seat(rest))
        seat = self.game.seat(side)
        found = next((n for n in range(self.number + 1, self.last + 1) if self.moments[n].who == seat), None)
        if found is None:
            raise Unanswered(said("play-decides-no-more", side=self.game.player_name(seat)))
        self._go(found)

    def _back(self, rest: str) -> None:
        by = self._figure("back", rest or "1")
        if by > self.number:
            raise Unanswered(said(f"play-before-{self._counted}", count=self.number))
        self._go(self.number - by)

    def _jump(self, rest: str) -> None:
        number = self._figure("jump", rest)
        if number > self.last:
            raise Unanswered(said(f"play-only-{self._counted}", count=self.last))
        self._go(number)

    def _save(self, rest: str) -> None:
        if not rest:
            raise Unanswered(said("play-save-what"))
        file = free_file(rest)
        keep(file, self._stood(), self.setting)
        self.say(said("play-saved-here", file=file))

    def _branch(self, rest: str) -> None:
        position = self._stood()
        file = new_file(self.game.id, self.game.edition)
        keep(file, position, self.setting)
        self.say(said("play-branched", file=file))

    def _stood(self) -> Position:
        """The position where we stand, with its past; raises Unanswered where nobody decides there."""
        here = self.history.after(self.number, self.viewer)
        for number in range(len(self.history.steps), -1, -1):
            if self.history.at(number) == here:
                return self.history.at(number)
        raise Unanswered(said("play-nobody-here"))

    def _figure(self, command: str, rest: str) -> int:
        number = figure(rest)
        if number is None:
            key = f"play-not-number-{self._counted}" if rest else f"play-number-{self._counted}"
            raise Unanswered(said(key, command=command, typed=rest))
        return number
