"""Players that need no person: each knows a view, and imagines the rest."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from crex_dsl.engine.decision import DECLINE
from crex_dsl.engine.errors import RuleFault
from crex_dsl.engine.game import Game
from crex_dsl.engine.position import Position
from crex_dsl.engine.seen import SeenAction
from crex_dsl.engine.view import View

Bot = Callable[[View, Random], SeenAction]
RANDOM, GREEDY = "random", "greedy"
_CANDIDATES = 60
_WON = 1_000_000_000


def bots(game: Game) -> dict[str, str]:
    """The bots that can play a game, each with what it does."""
    found = {RANDOM: "takes any legal answer"}
    if game.program.words["WORTH"] is not None:
        found[GREEDY] = "takes what makes it stand best at once, by the worth that the rules declare"
    return found | dict(game.tables["policies"])


def bot(game: Game, name: str) -> Bot:
    """The bot of that name, which `bots` must list."""
    if name == RANDOM:
        return lambda view, rng: rng.choice(view.legal)
    if name == GREEDY:
        return _greedy
    return lambda view, rng: _by_policy(name, view, rng)


def _by_policy(name: str, view: View, rng: Random) -> SeenAction:
    """The answer that a policy prefers most, or one of them."""
    imagined = view.sample(rng)
    weights = [(_weight(name, imagined, _counterpart(action, imagined)), action) for action in view.legal]
    best = max(weight for weight, _ in weights)
    return rng.choice([action for weight, action in weights if weight == best])


def _weight(policy: str, position: Position, code: int | None) -> int:
    """How much a policy prefers (or, below nothing, avoids) an answer."""
    if code is None or code == DECLINE:
        return 0
    game, total = position.game, 0
    args = (game.decider(position.state), *game.numbers(code))
    for prefers, action, when, by in game.program.words["POLICIES"][policy]:
        if action == game.action_number(code) and (when is None or when(position.state, *args)):
            amount = 1 if by is None else int(by(position.state, *args))
            total += amount if prefers else -amount
    return total


def _greedy(view: View, rng: Random) -> SeenAction:
    """The answer after which the viewer stands best in an imagined position."""
    imagined = view.sample(rng)
    actions = list(view.legal)
    rng.shuffle(actions)
    return max(actions[:_CANDIDATES], key=lambda action: _standing(view.player, imagined, action))


def _standing(player: str, imagined: Position, action: SeenAction) -> int:
    code = _counterpart(action, imagined)
    if code is None:
        return -_WON
    after = imagined.copy()
    try:
        after.take(code)
    except RuleFault:  # a guess that cannot be played on
        return -_WON
    if after.result is not None:
        return _WON if player in after.result.winners else -_WON if after.result.winners else 0
    return after.worth(player)


def _counterpart(action: SeenAction, imagined: Position) -> int | None:
    """The same answer in an imagined position: there a hidden piece is any that fits."""
    game = imagined.game
    secret = {name for name, value in action.args.items() if str(value).startswith("?")}
    if not secret:
        return action.code if action.code in imagined.codes else None
    open_args = {name: value for name, value in action.args.items() if name not in secret}
    for code in imagined.codes:
        if code != DECLINE and game.coding(code)[0] == action.name:
            args = game.arguments(code)
            if all(args[name] == value for name, value in open_args.items()):
                return code
    return None
