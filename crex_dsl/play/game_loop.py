"""The table at which a game is played: people and bots by turns, each decision saved before the next."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from random import Random

from rich.text import Text

from crex_dsl.engine.errors import RuleFault
from crex_dsl.engine.explain.game_log import LogLine
from crex_dsl.engine.run.memory import instances
from crex_dsl.engine.run.position import Position
from crex_dsl.engine.secrecy.mask import Mask
from crex_dsl.engine.secrecy.secret_state import hidden_pieces
from crex_dsl.engine.secrecy.visible_position import VisiblePosition
from crex_dsl.gameplay.history import GameHistory
from crex_dsl.gameplay.order_words import way_said
from crex_dsl.gameplay.orders import Way
from crex_dsl.gameplay.saved_games import CarriedOut, Overtaken, Setting, held_by, keep, keep_on, new_file
from crex_dsl.gameplay.seats import PERSON
from crex_dsl.gameplay.unordered_picks import Picks
from crex_dsl.lab.bots.protocol import Bot, answer
from crex_dsl.lab.bots.registry import bot
from crex_dsl.play.board import board
from crex_dsl.play.commands import Say
from crex_dsl.play.explanations import cited, news
from crex_dsl.play.final_scores import standings
from crex_dsl.play.line_input import Keyboard
from crex_dsl.play.prompt import Prompt, TakenBack
from crex_dsl.system.console import printed_lines
from crex_dsl.system.input_files import refusal
from crex_dsl.text.messages import headed, said

_NEWS = 15


class TerminalGame:
    """A game under way."""

    def __init__(
        self,
        history: GameHistory,
        setting: Setting,
        file: Path,
        keyboard: Keyboard,
        say: Say,
        source: Path | None = None,
        held: str | None = None,
    ) -> None:
        self.history, self.setting, self.file = history, setting, file
        self._held = held or held_by(file)  # what the file held when it was last read or written
        self.source = source  # the save that was opened, where the game goes on in a copy
        self.keyboard, self.say = keyboard, say
        self.game = history.now.game
        self._told: dict[str, int] = {}  # how many moments each person knows of
        self.bearings: dict[str, list[str]] = {}  # where play stood when each person was last asked
        self._stood: dict[str, list[str]] = {}  # how the whole game stood when each person was last told
        self._at_keyboard: str | None = None
        self._bots: dict[str, Bot] = {}  # by side, each with what it has planned
        self._shown: set[str] = set()  # who has seen the whole board; after that, news and the question will do
        self._lines: list[str] = []
        self._secret = False  # whether the screen may show what not everybody may see
        known = source is not None or file.exists()
        self._kept = history.decided if known else None  # the decisions that the file holds, or the one it is a copy of

    @property
    def people(self) -> list[str]:
        """The sides that people play."""
        return [side for side, who in self.setting.seats.items() if who == PERSON]

    @property
    def sandbox(self) -> bool:
        """Whether everything may be taken back."""
        return self.setting.sandbox

    @property
    def orders(self) -> list[CarriedOut]:
        """The orders that were carried out and not taken back."""
        decided = len(self.history.steps)
        self.setting.orders = [order for order in self.setting.orders if order.first < decided]
        return self.setting.orders

    def line(self, prompt: str, offers: Sequence[str], names: Sequence[str]) -> str:
        """What a person types next; of several answers on a line, one after the other."""
        if self._lines:
            typed = self._lines.pop(0)
            self.say(f"{prompt}{typed}")
            return typed
        typed, *self._lines = (part.strip() for part in _parts(self.keyboard.line(prompt, offers, names)))
        return typed

    @property
    def waiting(self) -> Sequence[str]:
        """What was typed on one line and is still to be read."""
        return self._lines

    def forget_lines(self, why: str) -> None:
        """Leave out what was typed on a line after something that turned out otherwise."""
        if self._lines:
            self.say(Text(said("play-left-out", why=why, typed="; ".join(self._lines)), "yellow"))
            self._lines.clear()

    def keep(self, file: Path | None = None) -> None:
        """Save the game, or a copy of it; a file that was only looked at, or that another game has written, stays."""
        decided = self.history.decided
        if file is None and decided == self._kept and (self.source is not None or self.file.exists()):
            return
        if file is not None:
            keep(file, self.history.now, self.setting)
            return
        first = self.file
        while True:
            try:
                self._held = keep_on(self.file, self._held, self.history.now, self.setting)
                break
            except Overtaken:  # another terminal goes on with the same save: both games are kept
                self.file, self._held = new_file(self.game.id, self.game.edition), None
        self._kept = decided
        if self.file != first:
            self.say(Text(said("play-overtaken", file=first, copy=self.file), "yellow"))

    @property
    def begun(self) -> bool:
        """Whether anything has been decided that could be lost."""
        return bool(self.history.steps)

    @property
    def unchanged(self) -> bool:
        """Whether a save was opened and nothing was decided that it does not hold."""
        return self.source is not None and not self.file.exists()

    def play(self) -> None:
        """Play to the end; raises what ends it before."""
        try:
            while not self.history.now.over:
                who = self.history.now.asked().who
                if self.setting.seats[who] == PERSON:
                    self._person(who)
                else:
                    self._bot(who)
        finally:
            if self.begun:
                self.keep()
        self._tell_end()

    def _bot(self, side: str) -> None:
        """Let a bot decide; the same game at the same point finds it in the same mind."""
        self.forget_lines(said("play-other-decides", side=self.game.player_name(side)))
        now = self.history.now
        rng = Random(f"{now.seed} {side} {len(self.history.steps)}")
        with self.keyboard.thinking(self.game.player_name(side)):
            if side not in self._bots:
                self._bots[side] = bot(self.game, self.setting.seats[side])
            code = answer(self._bots[side], self.game, now.state, now.codes, rng)
        step = self.history.take(code)
        if not self.people:
            self._tell(step.lines(None))

    def _person(self, side: str) -> None:
        if side != self._at_keyboard:
            self.forget_lines(said("play-other-decides", side=self.game.player_name(side)))
        self._sit_down(side)
        self._tell_news(side)
        if self.begun:
            self._autosave()
        try:
            decided = self._decided(side)
            if isinstance(decided, Way):
                self._carry_out(side, decided)
            else:
                for code in decided:
                    step = self.history.take(code)
                    lines = self._news(side)
                    self._tell(lines)
                    if step.outcomes or any(line.who not in (None, side) for line in lines):
                        self.forget_lines(said("play-happened-since"))
        except TakenBack:
            self._told = {who: min(count, len(self.history.moments(who))) for who, count in self._told.items()}
            return
        except RuleFault as fault:
            self.say(Text(said("play-faulty", fault=fault), "yellow"))
            return
        if not self._secret:
            self._told = {person: len(self.history.moments(person)) for person in self.people}
        self._autosave()

    def _carry_out(self, side: str, way: Way) -> None:
        """Carry an order out, decision by decision, up to the first that turns out otherwise."""
        first, shows = len(self.history.steps), way.could_show(self.history.now)
        self.say(Text(way_said(VisiblePosition(self.history.now, side), way), "bold"))
        try:
            for number in range(len(way)):
                code = way.code(number, self.history.now)
                if code is None:
                    self.say(Text(said("play-order-ends"), "yellow"))
                    return
                self.history.take(code)
                self._tell([line for line in self._news(side) if line.who != side])
        finally:
            if len(self.history.steps) > first:
                self.orders.append(CarriedOut(first=first, end=len(self.history.steps), shows=shows))

    def _decided(self, side: str) -> list[int] | Way:
        """What a person decides: one answer, several picks that were gathered in any order, or an order."""
        picks, numbers = Picks(self.history.now), dict[str, int]()
        while True:
            decision = picks.now.view(side).decision
            assert decision is not None
            picked = len(picks.codes)
            try:
                answer = Prompt(self, side, decision, picks, numbers).answer()
                if isinstance(answer, Way):
                    return answer
                codes = picks.answer(picks.now.code_of(answer))
            except TakenBack:
                if not picked:
                    raise
                continue
            if codes is not None:
                return codes
            self.say(headed(self.game.player_name(side), answer.text))

    def _autosave(self) -> None:
        try:
            self.keep()
        except OSError as error:
            why = headed(error.filename or self.file, refusal(error))
            self.say(Text(said("play-not-saved", why=why), "red"))

    def _sit_down(self, side: str) -> None:
        """Let the person at the keyboard change, behind a hidden screen where there is something to hide."""
        before, self._at_keyboard = self._at_keyboard, side
        secret = hides(self.history.now, self.people)
        if before != side and len(self.people) > 1 and (secret or self._secret):
            self.keyboard.pass_to(self.game.player_name(side), before and self.game.player_name(before))
            self._secret = False
        self._secret |= secret
        if before != side:
            self.bearings.pop(side, None)  # whoever sits down is told anew where play stands
        if before is None or (self.keyboard.live and side not in self._shown):
            shown = board(VisiblePosition(self.history.now, side))
            if self.keyboard.live and len(printed_lines(shown)) >= self.keyboard.lines:
                shown = Text(said("play-where-board"), "dim")
            self.say(shown)
            self.say("")
        self._shown.add(side)

    def _tell_news(self, side: str) -> None:
        """Tell a person what has happened since he was told last."""
        self._tell(self._news(side), None if self.history.now.over else _NEWS)
        stands = VisiblePosition(self.history.now, side).status("game")
        before = self._stood.get(side, stands)
        for old, new in zip(before, stands, strict=False) if len(before) == len(stands) else ():
            if old != new:
                self.say(Text(f"{old} → {new}", "bold"))
        self._stood[side] = stands

    def _news(self, side: str) -> list[LogLine]:
        """What a person has not been told yet; it counts as told then."""
        lines = self.history.lines(side, self._told.get(side, 0))
        self._told[side] = len(self.history.moments(side))
        return lines

    def _tell(self, lines: Sequence[LogLine], most: int | None = None) -> None:
        """Tell what has happened, of very much only the last; the end of the game is told apart."""
        told = list(news(self.game, lines[:-1] if lines and self.history.now.over else lines, self.keyboard.limit))
        if most is not None and len(told) > most:
            self.say(Text(said("play-lines-before", count=len(told) - most, lines=len(lines)), "dim"))
            told = told[-most:]
        for line in told:
            self.say(line)

    def _tell_end(self) -> None:
        """Tell the person at the keyboard what led to the end, then how it ended, and how everybody stands."""
        result = self.history.now.result
        assert result is not None
        if self._at_keyboard is not None:
            self._tell_news(self._at_keyboard)
        self.say(Text.assemble((said("play-over", how=result), "bold"), f"  {cited(self.game, result.clause)}"))
        for part in standings(self.history.now):
            self.say(part)


def _parts(typed: str) -> list[str]:
    """Several answers on a line, one by one."""
    return [part for part in typed.split(";") if part.strip()] or [typed]


def hides(position: Position, people: Collection[str]) -> bool:
    """Whether any of the people at the table sees what another may not see, or somebody chooses in secret."""
    game = position.game
    if position.decision is not None and game.asking(position.state).mode == "together":
        return True
    masks = [Mask(game, position.state, game.seat(person)) for person in people]
    pieces = [hidden_pieces(game, mask) for mask in masks]
    if any(hidden != pieces[0] for hidden in pieces):
        return True
    for number, cell in enumerate(game.cells):
        if cell.secret and any(
            len({mask.sees(number, args) for mask in masks}) > 1 for args, _ in instances(game, cell)
        ):
            return True
    return False
