"""What can be asked at any prompt: the board, the map, a thing, a clause, the log, help."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from rich.console import RenderableType
from rich.text import Text

from crex_dsl.engine.errors import CrexError
from crex_dsl.engine.explain.game_log import LogLine
from crex_dsl.engine.secrecy.visible_position import VisiblePosition
from crex_dsl.gameplay.answers import figure
from crex_dsl.gameplay.history import GameHistory
from crex_dsl.play.board import board
from crex_dsl.play.explanations import clauses_headed, clauses_named, news, wording
from crex_dsl.play.line_input import Keyboard
from crex_dsl.play.map import chart, place_kind
from crex_dsl.play.thing_details import look, thing_named
from crex_dsl.system.console import busy, plain_table, printed_lines
from crex_dsl.system.input_files import refusal
from crex_dsl.text.messages import headed, said
from crex_dsl.text.spelling import did_you_mean

Say = Callable[[RenderableType], None]
_LOG = 12
_KEPT = 3  # lines of the screen beside a map: its legend and the prompt


class Left(Exception):
    """The person has had enough for now."""


class Unanswered(CrexError):
    """What was typed cannot be answered; its sentence says why."""


def free_file(typed: str) -> Path:
    """The file that a name means, where none is yet; raises Unanswered where it cannot be one."""
    file = Path(typed).expanduser()
    if "\0" in typed or file.is_dir():
        raise Unanswered(said("play-no-file-name", typed=typed))
    if file.exists():
        raise Unanswered(said("play-file-exists", file=file))
    if not file.parent.is_dir():
        raise Unanswered(said("play-no-folder", folder=file.parent))
    return file


@dataclass(frozen=True)
class Command:
    """A word that can be typed at the prompt, how, and what it does."""

    usage: str
    says: str
    run: Callable[[str], None]


class Commands:
    """The commands that every prompt has, over one chronicle and one pair of eyes."""

    def __init__(self, history: GameHistory, viewer: str | None, keyboard: Keyboard, say: Say) -> None:
        self.history, self.viewer, self.keyboard, self.say = history, viewer, keyboard, say
        self.game = history.now.game
        self.commands = {
            "board": Command(said("play-usage-board"), said("play-does-board"), self._board),
            "map": Command(said("play-usage-map"), said("play-does-map"), self._map),
            "look": Command(said("play-usage-look"), said("play-does-look"), self._look),
            "cite": Command(said("play-usage-cite"), said("play-does-cite"), self._cite),
            "log": Command("log [N]", said("play-does-log", usual=_LOG), self._log),
            "trace": Command("trace [N]", said("play-does-trace"), self._trace),
            "help": Command("help", said("play-does-help"), self._help),
            "quit": Command("quit", said("play-does-quit"), self._quit),
        }

    def show(self, *parts: RenderableType) -> None:
        """Say something that may be long: page by page where it is longer than the screen."""
        lines = [line for part in parts for line in printed_lines(part)] if self.keyboard.live else []
        room = self.keyboard.lines - 1
        if len(lines) <= room:
            for part in parts:
                self.say(part)
            return
        for first in range(0, len(lines), room):
            self.say(Text.from_ansi("\n".join(lines[first : first + room]), no_wrap=True))
            if first + room < len(lines) and (typed := self.keyboard.line(said("play-more-below") + " ").strip()):
                self.keyboard.typed_ahead(typed if len(typed) > 1 else "")
                return

    def visible(self) -> VisiblePosition:
        """What is seen now."""
        return VisiblePosition(self.history.now, self.viewer)

    def happened(self, count: int) -> list[LogLine]:
        """The last lines of what has happened up to now."""
        return self.history.lines(self.viewer)[-count:]

    def reached(self) -> int:
        """After how many moments we stand."""
        return self.history.count(self.viewer)

    def asked(self, typed: str) -> bool:
        """Carry out a command; whether it was one. A `/` before it says that it must be."""
        surely = typed.startswith("/")
        word, _, rest = typed.removeprefix("/").strip().partition(" ")
        word = "help" if word == "?" else word.casefold()
        command = self.commands.get(word)
        if command is None and not surely:
            return False
        try:
            if command is None:
                hint = did_you_mean(word, self.commands) or said("play-hint-commands")
                raise Unanswered(said("play-no-command", word=word, hint=hint))
            command.run(rest.strip())
        except CrexError as error:
            self.say(Text(str(error), "yellow"))
        except OSError as error:
            self.say(Text(headed(error.filename or word, refusal(error)), "yellow"))
        return True

    def offers(self) -> list[str]:
        """What Tab may complete a command to."""
        kinds = self.game.namer.kinds
        things = [name for ids, _ in kinds.values() for name in ids]
        places = kinds[kind][0] if (kind := place_kind(self.game)) else ()
        return [
            *self.commands,
            *(f"look {name}" for name in things),
            *(f"map {name}" for name in places),
            *(f"cite {clause}" for clause in self.game.clauses),
        ]

    # ---- the commands ----
    def _board(self, rest: str) -> None:
        if rest not in ("", "all"):
            raise Unanswered(said("play-board-what", typed=rest))
        self.show(board(self.visible(), whole=rest == "all"))

    def _map(self, rest: str) -> None:
        visible = self.visible()
        around = None
        if rest == "all":
            self.show(chart(visible, self.keyboard.width))
            return
        if rest:
            kind, around = thing_named(visible, rest)
            if kind != place_kind(self.game):
                raise Unanswered(said("play-no-place", typed=rest))
        self.show(chart(visible, self.keyboard.width, around, self.keyboard.lines - _KEPT))

    def _look(self, rest: str) -> None:
        if not rest:
            raise Unanswered(said("play-look-what"))
        visible = self.visible()
        kind, index = thing_named(visible, rest)
        clauses = clauses_headed(self.game, visible.name(kind, index))
        self.show(look(visible, kind, index), *(wording(self.game, clause) for clause in clauses))

    def _cite(self, rest: str) -> None:
        if not rest:
            raise Unanswered(said("play-cite-what"))
        self.show(*(wording(self.game, clause) for clause in clauses_named(self.game, rest)))

    def _log(self, rest: str) -> None:
        count = figure(rest) if rest else _LOG
        if not count:
            raise Unanswered(said("play-log-what", typed=rest))
        lines = self.happened(count)
        if not lines:
            raise Unanswered(said("play-nothing-happened"))
        self.show(*news(self.game, lines, self.keyboard.limit))

    def _trace(self, rest: str) -> None:
        count = figure(rest) if rest else 1
        if not count:
            raise Unanswered(said("play-trace-what", typed=rest))
        if not self.reached():
            raise Unanswered(said("play-nothing-decided"))
        from crex_dsl.play.explanations import trace_lines, traces

        with busy(said("play-tracing")):
            found = traces(self.history, self.reached(), count, self.viewer)
        self.show(*(line for trace in found for line in trace_lines(trace)))

    def _help(self, rest: str) -> None:
        self.show_help(rest)

    def show_help(self, rest: str, typed: Mapping[str, str] | None = None) -> None:
        """Say what one command does, or what all do after whatever else can be typed."""
        if rest and rest not in self.commands:
            raise Unanswered(said("play-help-what", typed=rest))
        table = plain_table("", "")
        for usage, says in (typed or {}).items() if not rest else ():
            table.add_row(Text(usage, "bold"), says)
        for name, command in self.commands.items():
            if not rest or name == rest:
                table.add_row(Text(command.usage, "bold"), command.says)
        self.show(table)

    def _quit(self, rest: str) -> None:
        raise Left
