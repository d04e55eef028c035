"""What a player sees at a terminal of some size, as text beside this test.

`CREX_RECORD=1 pytest tests/play/test_screens.py` records the screens anew, for whoever has read the difference.
"""

import contextlib
import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from crex_dsl.engine.run.position import Position
from crex_dsl.gameplay.history import GameHistory
from crex_dsl.gameplay.saved_games import Setting
from crex_dsl.gameplay.seats import seats
from crex_dsl.play.game_loop import TerminalGame
from tests.conformance.cases import Case
from tests.play.conftest import Typist, shown

SCREENS = Path(__file__).parent / "screens"
CRUSADE = ["map", "map acre", "-1", "acre", "gaza, tyre to acre", "tripoli to acre", "cancel", "look acre", "board", ""]
GRUNWALD = ["board", "-1", "dukaty", "1"]


class Screen(Typist):
    """A keyboard at a terminal of some size, on which what is typed can be read."""

    def __init__(self, said: list[str], width: int, lines: int, typed: Sequence[str]) -> None:
        super().__init__(*typed, live=True)
        self.said, self.width, self.limit, self.lines = said, width, width, lines

    def line(self, prompt: str, offers: Sequence[str] = (), names: Sequence[str] = ()) -> str:
        typed = super().line(prompt, offers, names)
        self.said.append(f"{prompt}{typed}".rstrip())
        return typed


def reached(case: Case, action: str) -> Position:
    """The first position of a game, played by first answers, that asks for an action."""
    position = case.load().start(5)
    while not any(each.name == action for each in position.asked().legal):
        position.take(position.asked().legal[0])
    return position


@pytest.mark.parametrize(("width", "lines"), [(80, 24), (100, 30), (160, 50)])
@pytest.mark.parametrize(
    ("case", "action", "typed"),
    [
        (Case("crusader-rex", "english-2.0", ()), "group-move", CRUSADE),
        (Case("na-grunwald", "three-players", ()), "send-officer", GRUNWALD),
    ],
    ids=["crusader-rex", "na-grunwald"],
)
def test_screens(
    case: Case, action: str, typed: list[str], width: int, lines: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("crex_dsl.play.commands.printed_lines", lambda part: shown(part, width).splitlines())
    monkeypatch.setattr("crex_dsl.play.game_loop.printed_lines", lambda part: shown(part, width).splitlines())
    position, said = reached(case, action), list[str]()
    table = TerminalGame(
        GameHistory.of(position),
        Setting(seats=seats(position.game, [])),
        tmp_path / "game.json",
        Screen(said, width, lines, typed),  # type: ignore[arg-type]
        lambda what: said.append(shown(what, width)),
    )
    with contextlib.suppress(EOFError):
        table.play()
    text = "\n".join(said) + "\n"
    file = SCREENS / f"{case.game}-{width}x{lines}.txt"
    if os.environ.get("CREX_RECORD"):
        file.write_text(text, encoding="utf-8")
    assert text == file.read_text(encoding="utf-8")
    assert max(map(len, text.splitlines())) <= width
