"""Who sits where: a person or a bot on every seat."""

from __future__ import annotations

from collections.abc import Iterable

from crex_dsl.engine.errors import UnknownName
from crex_dsl.engine.game import Game
from crex_dsl.lab.bots.registry import UnknownBot, bot_name, bots
from crex_dsl.text.messages import listed_as_said, said
from crex_dsl.text.spelling import did_you_mean

PERSON = "person"


def seats(game: Game, wanted: Iterable[str]) -> dict[str, str]:
    """Who plays each side, people unless `SIDE=WHO` says otherwise; raises UnknownName where it says nonsense."""
    found = dict.fromkeys(game.players, PERSON)
    for word in wanted:
        side, equals, who = (part.strip() for part in word.partition("="))
        if not equals:
            raise UnknownName(said("play-no-seating", typed=word, example=f"{game.players[0]}={PERSON}"))
        found[game.player_id(game.seat(side))] = checked(game, who)
    return found


def seated(side: str, who: str) -> str:
    """A side and who plays it, as people read it; bots go by their names."""
    return said("{side} {who}", side=side, who=said("play-person") if who == PERSON else who)


def checked(game: Game, who: str) -> str:
    """The name of somebody who can play; raises UnknownName where nobody is called that."""
    short, _, rest = who.casefold().partition(":")
    if short == PERSON and not rest:
        return PERSON
    names = list(bots(game))
    if any(name.startswith(short) for name in names):
        who = who.casefold()
    elif not rest.isidentifier():
        everybody = [PERSON, *names]
        hint = did_you_mean(who, everybody) or said("play-there-are", names=listed_as_said(everybody))
        raise UnknownName(said("play-nobody-called", who=who, game=game.title, hint=hint))
    try:
        return bot_name(game, who)
    except UnknownBot as error:
        raise UnknownName(str(error)) from None
