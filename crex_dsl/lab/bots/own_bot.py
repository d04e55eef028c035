"""A bot of one's own: a class from a module of the user's, named as `module:Class`."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from crex_dsl.engine.errors import CrexError
from crex_dsl.engine.secrecy.information_set import InformationSet
from crex_dsl.text.messages import said

if TYPE_CHECKING:
    from crex_dsl.engine.game import Game


class UnusableBot(CrexError):
    """There is no such class, or it does not play as a bot does."""


class OwnBot:
    """Asks an object of the class, which was made with the game, and holds it to what a bot may answer."""

    def __init__(self, game: Game, name: str) -> None:
        self.name = name
        made = bot_class(name)
        try:
            self._bot = made(game)
        except TypeError as error:
            raise UnusableBot(
                said(
                    "`{name}` cannot be made with a game: {error}; it takes the game and no more",
                    name=name,
                    error=error,
                )
            ) from None
        except Exception as error:  # whatever a class of the user's does when it is made
            why = f"{type(error).__name__}: {error}"
            raise UnusableBot(said("`{name}` cannot be made with a game: {error}", name=name, error=why)) from None

    def begin(self) -> None:
        """Tell the object, if it wants to know."""
        begin = getattr(self._bot, "begin", None)
        if callable(begin):
            begin()

    def indifferent(self, point: int) -> bool:
        """Never."""
        return False

    def choose(self, information_set: InformationSet, rng: Random) -> int:
        """What the object answers; it gets the outlook and luck, and nothing else."""
        place = self._bot.choose(information_set, rng)
        count = len(information_set.answers)
        if not isinstance(place, int) or not 0 <= place < count:
            given = repr(place)[:40]
            raise UnusableBot(
                said(
                    "`{name}` answered {given}: `choose` gives the place of an answer, 0 to {number}",
                    name=self.name,
                    given=given,
                    number=count - 1,
                )
            )
        return place


def bot_class(name: str) -> Any:
    """The class that `module:Class` names, from the folder where one is or from what is installed."""
    module, _, attribute = name.partition(":")
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.append(here)
    try:
        found = importlib.import_module(module)
    except ImportError as error:
        raise UnusableBot(
            said("`{name}`: the module `{module}` cannot be used: {error}", name=name, module=module, error=error)
        ) from None
    except Exception as error:  # whatever a module of the user's does when it is read
        why = f"{type(error).__name__}: {error}"
        raise UnusableBot(
            said("`{name}`: the module `{module}` cannot be used: {error}", name=name, module=module, error=why)
        ) from None
    made = getattr(found, attribute, None)
    if not isinstance(made, type):
        raise UnusableBot(
            said("`{name}`: `{module}` has no class `{attribute}`", name=name, module=module, attribute=attribute)
        )
    if not callable(getattr(made, "choose", None)):
        raise UnusableBot(said("`{name}` has no `choose(outlook, rng)`, by which bots answer", name=name))
    return made
