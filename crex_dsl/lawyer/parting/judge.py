"""A judge: asks the other rulebook as a whole whether it parts where a single strand of it does."""

from __future__ import annotations

from collections.abc import Sequence

from crex_dsl.engine.errors import CrexError
from crex_dsl.engine.explain import weighed
from crex_dsl.engine.game import Game
from crex_dsl.engine.mask import Mask
from crex_dsl.engine.memory import NAME
from crex_dsl.engine.passage import Differing, NoPassage, Passage, cut
from crex_dsl.engine.save import legal_codes
from crex_dsl.engine.slots import IDLE, POINT
from crex_dsl.engine.verdict import Answer
from crex_dsl.lawyer.parting.follower import Follower
from crex_dsl.lawyer.parting.parting import Parting, question, rolls, walked


class Judge:
    """Speaks for one rulebook about the partings of games under another."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._passages: dict[Follower, Passage] = {}

    def passage(self, follower: Follower) -> Passage:
        """The way from a follower to the judge's rulebook."""
        if follower not in self._passages:
            self._passages[follower] = Passage(follower.unit.game, self.game)
        return self._passages[follower]

    def laid_out(self, follower: Follower, state: list[int]) -> list[int]:
        """What a follower remembers, with nothing running."""
        return self.passage(follower).carried(state, 0)

    def goes_along(self, follower: Follower, parting: Parting, differing: Sequence[Differing]) -> bool | None:
        """Whether an action ends as the follower says where it differs from the game; None where that is not known.

        What runs is carried over as far as it reads alike, and the follower itself is then followed no farther.
        """
        onward, two = self.passage(follower), parting.two
        depth, whole = onward.alike(two.before), onward.whole(two.before)
        code = None if parting.code is None else follower.passage.code(parting.code)
        theirs = None if code is None else onward.code(code)
        if theirs is None or not depth:
            return None
        try:
            state = onward.carried(two.before, None if whole else depth)
            if theirs not in legal_codes(self.game, state):
                return None
            own = walked(two.game, two.before if whole else cut(two.game, two.before, depth), code)
            found = walked(self.game, state, theirs)
        except (NoPassage, CrexError):
            return None
        if own.after[POINT] == IDLE != two.after[POINT]:
            return None
        if rolls(two.chance) != rolls(parting.one.chance):
            return rolls(found.chance) == rolls(own.chance)
        if not differing:
            return question(found) == question(own)
        unlike = {(cell[NAME], args) for cell, args, _, _ in onward.differing(own.after, found.after)}
        return not any((cell[NAME], args) in unlike for cell, args, _, _ in differing)


def weigh(game: Game, state: list[int], spelled: str, actor: int) -> Answer | None:
    """What speaks for and against an action in words of examples; None where the rulebook knows no such action.

    Raises UnknownName where it knows the action, but not the things.
    """
    name, _, rest = spelled.partition("(")
    known = {row[0]: len(row[6]) for row in game.tables["actions"]}
    if known.get(name) != (rest.count(",") + 1 if rest else 0):
        return None
    return weighed(game, state, game.spelled_code(spelled), actor, Mask(game, state, None))
