"""The first page tells the truth: its commands run as shown, and what else it names can be typed."""

import re
from pathlib import Path

import pytest

from tests.docs.pages import Typed, fences, page, sessions

PAGE = page("getting-started.md")
SESSIONS = sessions(fences(PAGE))


@pytest.mark.parametrize("typed", SESSIONS, ids=lambda typed: typed.command)
def test_it_runs_as_shown(away: Path, typed: Typed) -> None:
    typed.runs_as_shown()


def test_what_it_says_can_be_typed_is_understood(away: Path) -> None:
    (game,) = [block.text.strip() for block in fences(PAGE) if block.info == "text"]
    (table,) = re.findall(r"^\| command \| what it does \|\n\| --- \| --- \|\n((?:\|.*\n)+)", PAGE, re.MULTILINE)
    lines = [line for row in table.splitlines() for line in re.findall(r"`([^`]+)`", row.split("|")[1])]
    assert lines[-1] == "quit"
    typed = "".join(line + r"\n" for line in lines)
    told = Typed(f"printf '{typed}' | {game} --seed 7", "").run()
    assert told.exit_code == 0
    for line in lines:
        assert f"> {line}\n" in told.output
    for answer in ("fits none of", "nothing is called", "nothing like", "has no clause"):
        assert answer not in told.output
