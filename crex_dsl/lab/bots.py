"""Bots: who answers for a side, at random or by a policy that the rule files declare."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, Protocol

from crex_dsl.engine.decision import DECLINE
from crex_dsl.engine.mask import Mask
from crex_dsl.engine.position import Position
from crex_dsl.engine.runtime import FAULTS
from crex_dsl.engine.slots import POINT
from crex_dsl.language.diagnostics import did_you_mean
from crex_dsl.rulebook.selection import there_are

if TYPE_CHECKING:
    from crex_dsl.engine.game import Game

RANDOM = "random"


class UnknownBot(LookupError):
    """There is no such bot, or no such side for it to play."""


class Bot(Protocol):
    """Somebody who picks one of the legal answers to a decision."""

    def choose(self, state: list[int], codes: Sequence[int], seat: int, rng: Random) -> int:
        """The code of the answer that `seat` gives."""
        ...


class RandomBot:
    """Takes any legal answer, each as likely as the other, and so needs to know nothing."""

    def choose(self, state: list[int], codes: Sequence[int], seat: int, rng: Random) -> int:
        """Any of the codes."""
        return codes[int(rng.random() * len(codes))]


class PolicyBot:
    """Takes the answer that its policy likes best: what is preferred counts for it, what is avoided against it.

    It looks at the state itself only where its side may see all that a preference rests on; elsewhere it looks at
    what could be, drawn anew for each decision.
    """

    def __init__(self, game: Game, policy: str) -> None:
        self.game = game
        self._preferences: dict[int, list[tuple[Any, ...]]] = {}
        for preference in game.program.words["POLICIES"][policy]:
            self._preferences.setdefault(preference[1], []).append(preference)

    def choose(self, state: list[int], codes: Sequence[int], seat: int, rng: Random) -> int:
        """One of the codes that weigh most, any of them as likely as the other."""
        try:
            weights = self._weights(state, codes, seat, rng)
        except FAULTS as broken:
            raise self.game.program.broken(broken, state[POINT]) from None
        most = max(weights)
        best = [code for code, weight in zip(codes, weights, strict=True) if weight == most]
        return best[int(rng.random() * len(best))]

    def _weights(self, state: list[int], codes: Sequence[int], seat: int, rng: Random) -> list[int]:
        game, mask = self.game, Mask(self.game, state, seat)
        supposed: tuple[list[int], dict[int, int]] | None = None
        weights: list[int] = []
        for code in codes:
            weight = 0
            known = () if code == DECLINE else self._preferences.get(game.action_number(code), ())
            for prefer, _, when, by, rests in known:
                here, args = state, (seat, *game.numbers(code))
                if rests is not None and not all(mask.sees(cell, of) for cell, of in rests(here, *args)):
                    if supposed is None:
                        position = Position(game, state, list(codes), state, None)
                        supposed = position.view(game.player_id(seat)).supposed(rng)
                    here, args = supposed[0], (seat, *game.numbers(supposed[1][code]))
                if when is None or when(here, *args):
                    worth = 1 if by is None else by(here, *args)
                    weight += worth if prefer else -worth
            weights.append(weight)
        return weights


def bot_names(game: Game) -> list[str]:
    """Every bot that can play a game."""
    return [RANDOM, *game.tables["policies"]]


def seated(game: Game, wishes: Iterable[str]) -> dict[str, str]:
    """By player, the name of the bot: `SIDE=NAME` for one side, `NAME` for all, random where nothing is said."""
    bots = dict.fromkeys(game.players, RANDOM)
    for wish in wishes:
        side, _, name = wish.rpartition("=")
        for player in [_named(side, game.players, "does not play")] if side else game.players:
            bots[player] = _named(name, bot_names(game), "is no bot of this game")
    return bots


def _named(name: str, known: Sequence[str], refusal: str) -> str:
    """The one of some names that is meant, in any short form that fits only one."""
    near = [name] if name in known else [each for each in known if name and each.startswith(name)]
    if len(near) == 1:
        return near[0]
    raise UnknownBot(f"`{name}` {refusal}: {did_you_mean(name, known) or there_are(list(known))}")


def bot(game: Game, name: str) -> Bot:
    """The bot of a name."""
    return RandomBot() if name == RANDOM else PolicyBot(game, name)
