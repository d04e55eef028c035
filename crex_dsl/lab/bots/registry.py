"""The roster: which bots can play a game, by which names, and who sits where."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from crex_dsl.lab.bots.budget import Budget, UnreadableBudget
from crex_dsl.lab.bots.greedy_bot import GreedyBot
from crex_dsl.lab.bots.order_bot import EASY, EFFORTS, HARD, NORMAL, OrderBot
from crex_dsl.lab.bots.own_bot import OwnBot, UnusableBot, bot_class
from crex_dsl.lab.bots.planner_bot import PlannerBot
from crex_dsl.lab.bots.policy_bot import PolicyBot
from crex_dsl.lab.bots.protocol import Bot
from crex_dsl.lab.bots.random_bot import RandomBot
from crex_dsl.rulebook.selection.selection import there_are
from crex_dsl.text.messages import listed_as_said, marked, said
from crex_dsl.text.spelling import did_you_mean

if TYPE_CHECKING:
    from crex_dsl.engine.game import Game
    from crex_dsl.engine.native.machine import Machine


RANDOM, GREEDY, PLANNER = "random", "greedy", "planner"
USUAL = Budget(playouts=100)
DEFAULT = NORMAL  # who plays where rulebooks are compared and nobody is named
LEVELS = (RANDOM, GREEDY, EASY, NORMAL)  # from weak to strong, each against itself where balance is asked for


class UnknownBot(LookupError):
    """There is no such bot, or no such side for it to play."""


def bots(game: Game) -> dict[str, str]:
    """Every bot that can play a game, with what it does."""
    found = {RANDOM: said("takes any legal answer")}
    if game.program.words["WORTH"] is not None:
        found[EASY] = said("thinks in whole orders, briefly, and slips at times")
        found[NORMAL] = said("thinks in whole orders: a sensible opponent who answers at once")
        found[HARD] = said("thinks in whole orders at length, up to a second for one")
        found[GREEDY] = said("takes what makes it stand best at once, by the worth that the rules declare")
        found[PLANNER] = said(
            "plays on from what could be, {playouts} times for an answer unless a budget is said", playouts=USUAL
        )
    return found | dict(game.tables["policies"])


def default_bot(game: Game) -> str:
    """Who plays a game where rulebooks are compared: at random where the rule files declare no worth."""
    return DEFAULT if DEFAULT.partition(":")[0] in bots(game) else RANDOM


def levels(game: Game) -> list[str]:
    """The bots of all strengths that can play a game, the weakest first."""
    return [name for name in LEVELS if name.partition(":")[0] in bots(game)]


def seated(
    game: Game, wishes: Iterable[str], among: Sequence[str] = (), what: str = "bot", usual: str = RANDOM
) -> dict[str, str]:
    """By player, the name of the bot: `SIDE=NAME` for one side, `NAME` for all others, the usual where nothing is said.

    Where only some may play, they are `among` those, and the first plays where nothing is said.
    """
    named: dict[str, str] = {}  # by player, and by nobody for all others
    for wish in wishes:
        side, equals, name = wish.rpartition("=")
        player = _player(game, side) if equals else ""
        full = _one_of(game, name, among, what) if among else bot_name(game, name)
        if named.setdefault(player, full) != full:
            who = game.player_name(player) if player else said("everybody-else")
            raise UnknownBot(
                said(
                    "{who} cannot be {one} and {other} at once: leave one of them out",
                    who=who,
                    one=named[player],
                    other=full,
                )
            )
    others = named.get("", among[0] if among else usual)
    return {player: named.get(player, others) for player in game.players}


def _player(game: Game, side: str) -> str:
    """The player that is meant, by id or by the edition's name, in any short form that fits only one."""
    names = {game.player_name(player): player for player in game.players}
    called = [(word.casefold(), player) for name, player in names.items() for word in (name, player)]
    for fits in (str.__eq__, str.startswith):
        near = {player for word, player in called if side and fits(word, side.casefold())}
        if len(near) == 1:
            return near.pop()
    return names[_only_match(side, list(names), "player")]


def _one_of(game: Game, name: str, among: Sequence[str], what: str) -> str:
    """The one of those who may play that is meant; a bot that may not is told so."""
    short = name.partition(":")[0]
    if short in bots(game) and short not in among:
        raise UnknownBot(
            said(
                "`{name}` is a bot, and here each side follows a policy: {hint}",
                name=short,
                hint=there_are(list(among)),
            )
            if what == "policy"
            else said("`{name}` cannot play here: {hint}", name=short, hint=there_are(list(among)))
        )
    return _only_match(name, among, what)


def bot_name(game: Game, name: str) -> str:
    """A bot's name in full, its budget with it, from any short form that fits only one; raises UnknownBot."""
    short, colon, budget = name.partition(":")
    if colon and budget.isidentifier() and not any(each.startswith(short) for each in bots(game)):
        try:
            bot_class(name)
        except UnusableBot as error:
            raise UnknownBot(str(error)) from None
        return name
    full = _only_match(short, list(bots(game)), "bot")
    if not colon:
        return full
    if full != PLANNER:
        raise UnknownBot(
            said(
                "`{name}`: only {planner} takes a budget, so leave out `:{budget}`",
                name=name,
                planner=PLANNER,
                budget=budget,
            )
        )
    try:
        return f"{full}:{Budget.read(budget)}"
    except UnreadableBudget as error:
        raise UnknownBot(f"`{name}`: {error}") from None


def by_the_clock(names: Iterable[str]) -> list[str]:
    """Those of some bots, by their full names, that think by the clock: games that they play cannot be repeated."""
    budgets = {name: name.partition(":")[2] for name in names if name.partition(":")[0] == PLANNER}
    return [name for name, budget in budgets.items() if budget and Budget.read(budget).timed]


_SEVERAL = {
    "player": marked("`{name}` fits several players: {names}; say which"),
    "policy": marked("`{name}` fits several policies: {names}; say which"),
    "bot": marked("`{name}` fits several bots: {names}; say which"),
}
_NONE = {
    "player": marked("`{name}` does not play: {hint}"),
    "policy": marked("`{name}` is no policy of this game: {hint}"),
    "bot": marked("`{name}` is no bot of this game: {hint}"),
}


def _only_match(name: str, known: Sequence[str], what: str) -> str:
    """The one of some names that is meant, in any short form that fits only one."""
    near = [name] if name in known else [each for each in known if name and each.startswith(name)]
    if len(near) == 1:
        return near[0]
    if near:
        raise UnknownBot(said(_SEVERAL[what], name=name, names=listed_as_said(near)))
    hint = did_you_mean(name, known) or there_are(list(known))
    raise UnknownBot(said(_NONE[what], name=name, hint=hint) if name else said("a name is left out: {hint}", hint=hint))


def bot(game: Game, name: str, machine: Machine | None = None) -> Bot:
    """The bot of a full name; it thinks natively where there is a machine."""
    kind, _, budget = name.partition(":")
    if kind == RANDOM:
        return RandomBot()
    if kind == GREEDY:
        return GreedyBot(game, machine)
    if kind == PLANNER:
        return PlannerBot(game, Budget.read(budget) if budget else USUAL, machine)
    if kind in EFFORTS:
        return OrderBot(game, EFFORTS[kind], machine)
    if budget:
        return OwnBot(game, name)
    return PolicyBot(game, name)
