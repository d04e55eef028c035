"""Bots: who answers for a side, at random, by its worth, or by a policy that the rule files declare."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, Protocol

from crex_dsl.engine.decision import DECLINE
from crex_dsl.engine.errors import RuleFault
from crex_dsl.engine.mask import Mask
from crex_dsl.engine.position import Position
from crex_dsl.engine.runtime import FAULTS
from crex_dsl.engine.slots import OVER, POINT, WINNERS
from crex_dsl.language.diagnostics import did_you_mean
from crex_dsl.rulebook.selection import there_are

if TYPE_CHECKING:
    from crex_dsl.engine.game import Game

RANDOM, GREEDY = "random", "greedy"
MOST_CANDIDATES = 60
WON = 1_000_000_000


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


class GreedyBot:
    """Takes the answer after which its side stands best at once, by the worth that the rule files declare.

    It tries its answers in what could be, drawn anew for each decision; of very many it tries some.
    """

    def __init__(self, game: Game) -> None:
        self.game = game

    def choose(self, state: list[int], codes: Sequence[int], seat: int, rng: Random) -> int:
        """One of the codes that lead to the best standing."""
        supposed, called = _supposed(self.game, state, codes, seat, rng)
        candidates = list(codes)
        rng.shuffle(candidates)
        return max(candidates[:MOST_CANDIDATES], key=lambda code: self._standing(supposed[:], called[code], seat))

    def _standing(self, state: list[int], code: int, seat: int) -> int:
        try:
            self.game.program.run(state, code)
            if state[POINT] == OVER:
                return WON if state[WINNERS] >> seat & 1 else -WON if state[WINNERS] else 0
            return int(self.game.program.words["WORTH"](state, seat))
        except (RuleFault, *FAULTS):  # a guess that cannot be played on
            return -WON


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
        best = self.best(state, codes, seat, rng)
        return best[int(rng.random() * len(best))]

    def best(self, state: list[int], codes: Sequence[int], seat: int, rng: Random | None) -> list[int]:
        """The codes that weigh most; without `rng` nothing is hidden from it."""
        try:
            weights = self._weights(state, codes, seat, rng)
        except FAULTS as broken:
            raise self.game.program.broken(broken, state[POINT]) from None
        most = max(weights)
        return [code for code, weight in zip(codes, weights, strict=True) if weight == most]

    def _weights(self, state: list[int], codes: Sequence[int], seat: int, rng: Random | None) -> list[int]:
        game, mask = self.game, Mask(self.game, state, seat)
        supposed: tuple[list[int], dict[int, int]] | None = None
        weights: list[int] = []
        for code in codes:
            weight = 0
            known = () if code == DECLINE else self._preferences.get(game.action_number(code), ())
            for prefer, _, when, by, rests in known:
                here, args = state, (seat, *game.numbers(code))
                hidden = rests is not None and not all(mask.sees(cell, of) for cell, of in rests(here, *args))
                if hidden and rng is not None:
                    if supposed is None:
                        supposed = _supposed(game, state, codes, seat, rng)
                    here, args = supposed[0], (seat, *game.numbers(supposed[1][code]))
                if when is None or when(here, *args):
                    worth = 1 if by is None else by(here, *args)
                    weight += worth if prefer else -worth
            weights.append(weight)
        return weights


def _supposed(
    game: Game, state: list[int], codes: Sequence[int], seat: int, rng: Random
) -> tuple[list[int], dict[int, int]]:
    """What could be, as far as a side knows, and what its answers are called there."""
    return Position(game, state, list(codes), state, None).view(game.player_id(seat)).supposed(rng)


def bots(game: Game) -> dict[str, str]:
    """Every bot that can play a game, with what it does."""
    found = {RANDOM: "takes any legal answer"}
    if game.program.words["WORTH"] is not None:
        found[GREEDY] = "takes what makes it stand best at once, by the worth that the rules declare"
    return found | dict(game.tables["policies"])


def seated(game: Game, wishes: Iterable[str], among: Sequence[str] = (), what: str = "bot") -> dict[str, str]:
    """By player, the name of the bot: `SIDE=NAME` for one side, `NAME` for all, the first where nothing is said."""
    known = among or list(bots(game))
    seats = dict.fromkeys(game.players, known[0])
    for wish in wishes:
        side, _, name = wish.rpartition("=")
        for player in [_named(side, game.players, "does not play")] if side else game.players:
            seats[player] = _named(name, known, f"is no {what} of this game")
    return seats


def _named(name: str, known: Sequence[str], refusal: str) -> str:
    """The one of some names that is meant, in any short form that fits only one."""
    near = [name] if name in known else [each for each in known if name and each.startswith(name)]
    if len(near) == 1:
        return near[0]
    raise UnknownBot(f"`{name}` {refusal}: {did_you_mean(name, known) or there_are(list(known))}")


def bot(game: Game, name: str) -> Bot:
    """The bot of a name."""
    if name == RANDOM:
        return RandomBot()
    return GreedyBot(game) if name == GREEDY else PolicyBot(game, name)
