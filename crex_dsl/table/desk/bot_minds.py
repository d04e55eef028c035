"""What a bot at a table knows and means to do: all of it follows from what its seat could see, whoever thinks."""

from __future__ import annotations

from random import Random

from crex_dsl.engine.game import Game
from crex_dsl.engine.run.position import Position
from crex_dsl.engine.secrecy.information_set import InformationSet
from crex_dsl.gameplay.progress.game_record import GameRecord
from crex_dsl.lab.bots.order_bot import OrderBot
from crex_dsl.lab.bots.protocol import answer
from crex_dsl.lab.bots.registry import bot


class BotMind:
    """A bot on a seat: it has looked at every moment of the game from there, also at those before it sat down.

    A mind that is made anew, in another process or after a break, knows the same: nothing is kept from thought to
    thought but what can be seen again, and an order that was thought of is decided as a whole.
    """

    def __init__(self, game: Game, seat: str, name: str) -> None:
        self.game, self._seat, self._bot = game, game.seat(seat), bot(game, name)
        self._seen = 0  # the positions before this one were looked at

    def order(self, record: GameRecord, rng: Random) -> list[tuple[int, Position]]:
        """What it decides now and, where it thinks in orders, right after that; each with where it leads."""
        position = record.now
        if isinstance(self._bot, OrderBot):
            self._bot.drop_plan()
            for seen in record.positions(self._seen):
                self._bot.remember(self._look(seen)[0])
            self._seen = len(record)
        code: int | None = answer(self._bot, self.game, position.state, position.codes, rng)
        taken: list[tuple[int, Position]] = []
        while code is not None:
            position = position.copy()
            position.take(code)
            taken.append((code, position))
            code = self._planned(position)
        return taken

    def _planned(self, position: Position) -> int | None:
        """The next decision of an order; None where somebody else decides, or it must think anew."""
        if not isinstance(self._bot, OrderBot) or not position.codes:
            return None
        if self.game.decider(position.state) != self._seat:
            return None
        information_set, codes = self._look(position)
        place = self._bot.planned(information_set)
        return None if place is None else codes[place]

    def _look(self, position: Position) -> tuple[InformationSet, list[int]]:
        asked = position.codes and self.game.decider(position.state) == self._seat
        return InformationSet.of(self.game, self._seat, position.state, position.codes if asked else ())
