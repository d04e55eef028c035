"""What the tests of the table share: games at hand, somebody who types, and what was said."""

import contextlib
from collections.abc import Iterator, Sequence
from io import StringIO
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from crex_dsl.engine.game import Game
from crex_dsl.gameplay.history import GameHistory
from crex_dsl.gameplay.saved_games import Setting
from crex_dsl.gameplay.seats import seats
from crex_dsl.play.game_loop import TerminalGame
from tests.conformance.cases import Case
from tests.engine.tiny import Tiny


def shown(what: Any, width: int = 100) -> str:
    """What a reader sees of something, without colours."""
    console = Console(file=StringIO(), width=width, color_system=None, markup=False, highlight=False)
    console.print(what)
    assert isinstance(console.file, StringIO)
    return "\n".join(line.rstrip() for line in console.file.getvalue().splitlines())


class Typist:
    """A keyboard at which some lines have been typed already."""

    def __init__(self, *lines: str, live: bool = False) -> None:
        self.live, self.lines, self.width, self.limit = live, 24, 80, 80 if live else None
        self.left: Iterator[str] = iter(lines)
        self.prompts: list[str] = []
        self.offers: list[Sequence[str]] = []
        self.passed: list[tuple[str | None, str]] = []
        self.waited: list[str] = []

    def line(self, prompt: str, offers: Sequence[str] = (), names: Sequence[str] = ()) -> str:
        self.prompts.append(prompt)
        self.offers.append(offers)
        try:
            return next(self.left)
        except StopIteration:
            raise EOFError from None

    def typed_ahead(self, typed: str) -> None:
        self.left = chain([typed] if typed else [], self.left)

    def pass_to(self, player: str, before: str | None = None) -> None:
        self.passed.append((before, player))

    def thinking(self, side: str) -> contextlib.AbstractContextManager[None]:
        return contextlib.nullcontext(self.waited.append(side))


class Sitting:
    """A table in a folder, with a typist and a record of what was said."""

    def __init__(self, game: Game, file: Path, typist: Typist, seated: Sequence[str], seed: int, sandbox: bool) -> None:
        self.said: list[str] = []
        self.typist = typist
        setting = Setting(seats=seats(game, seated), sandbox=sandbox)
        history = GameHistory(game.start(seed))
        self.table = TerminalGame(history, setting, file, typist, lambda what: self.said.append(shown(what, 300)))  # type: ignore[arg-type]

    def play(self) -> "Sitting":
        """Play until the lines run out or the game ends."""
        with contextlib.suppress(EOFError):
            self.table.play()
        return self

    @property
    def text(self) -> str:
        """Everything that was said."""
        return "\n".join(self.said)


@pytest.fixture
def tiny(tmp_path: Path) -> Tiny:
    return Tiny(tmp_path)


@pytest.fixture
def sit(tmp_path: Path) -> Any:
    """Sit down to a game: `sit("ford", "1", "board", seats=["south=random"])`."""

    def down(
        game: str, *lines: str, seats: Sequence[str] = (), seed: int = 7, sandbox: bool = False, live: bool = False
    ) -> Sitting:
        return Sitting(the(game), tmp_path / "game.json", Typist(*lines, live=live), seats, seed, sandbox)

    return down


EDITIONS = {"ford": "plain-1.0", "quince": "english-1.0", "dash": "two-player", "noughts": "standard"}


def the(game: str) -> Game:
    """One of the small games, in its first edition."""
    return Case(game, EDITIONS[game], ()).load()
