"""A bot of one's own: found by module and class, held to what bots may answer."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from crex_dsl.lab.bots.own_bot import OwnBot, UnusableBot
from crex_dsl.lab.bots.protocol import answer
from crex_dsl.lab.bots.registry import UnknownBot, bot, bot_name, by_the_clock, seated
from tests.lab.conftest import watched

TEXT = """
class Last:
    def __init__(self, game):
        self.game = game
    def choose(self, outlook, rng):
        return len(outlook.answers) - 1
class Mute:
    def __init__(self, game):
        pass
class Lost:
    def __init__(self, game):
        pass
    def choose(self, outlook, rng):
        return "anything"
class Poor:
    def __init__(self, game):
        raise ValueError("no money")
    def choose(self, outlook, rng):
        return 0
class Counting:
    def __init__(self, game):
        self.games = 0
    def begin(self):
        self.games += 1
    def choose(self, outlook, rng):
        return 0
class Proud:
    def __init__(self):
        pass
    def choose(self, outlook, rng):
        return 0
"""


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "my_own_bots.py").write_text(TEXT, encoding="utf-8")
    (tmp_path / "half_a_bot.py").write_text("class Half(:\n", encoding="utf-8")
    (tmp_path / "no_bot.py").write_text("raise RuntimeError('not today')\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))


def test_it_answers_by_what_its_side_sees() -> None:
    game = watched("ford", "plain")
    position = game.start(1)
    made = bot(game, seated(game, ["my_own_bots:Last"])["north"])
    assert answer(made, game, position.state, position.codes, Random(1)) in position.codes
    assert by_the_clock(["my_own_bots:Last"]) == []


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("nowhere_at_all:Bot", "`nowhere_at_all:Bot`: the module `nowhere_at_all` cannot be used"),
        ("half_a_bot:Half", "`half_a_bot:Half`: the module `half_a_bot` cannot be used: SyntaxError: "),
        ("no_bot:Bot", "`no_bot:Bot`: the module `no_bot` cannot be used: RuntimeError: not today"),
        ("my_own_bots:First", "`my_own_bots:First`: `my_own_bots` has no class `First`"),
        ("my_own_bots:Mute", "`my_own_bots:Mute` has no `choose(outlook, rng)`, by which bots answer"),
    ],
)
def test_what_is_no_bot_is_told_so(name: str, sentence: str) -> None:
    with pytest.raises(UnknownBot) as refused:
        bot_name(watched("ford", "plain"), name)
    assert str(refused.value).startswith(sentence)


def test_what_is_no_answer_is_told_so() -> None:
    game = watched("ford", "plain")
    position = game.start(1)
    with pytest.raises(UnusableBot, match=r"`my_own_bots:Lost` answered 'anything': `choose` gives the place"):
        answer(bot(game, "my_own_bots:Lost"), game, position.state, position.codes, Random(1))
    with pytest.raises(UnusableBot, match="cannot be made with a game"):
        bot(game, "my_own_bots:Proud")
    with pytest.raises(UnusableBot, match="cannot be made with a game: ValueError: no money"):
        bot(game, "my_own_bots:Poor")


def test_it_is_told_when_a_game_begins_if_it_wants_to_know() -> None:
    game = watched("ford", "plain")
    counting, last = OwnBot(game, "my_own_bots:Counting"), OwnBot(game, "my_own_bots:Last")
    for made in (counting, last, counting):
        made.begin()
    assert counting._bot.games == 2
