"""Where a game and its shadow first go different ways, and whether the other rulebook as a whole does so too."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from crex_dsl.engine.errors import CrexError
from crex_dsl.engine.explain.legality import weighed
from crex_dsl.engine.explain.verdict import Answer
from crex_dsl.engine.game import Game
from crex_dsl.engine.run.chance import ChanceEvent, listening
from crex_dsl.engine.run.slots import IDLE, OVER, POINT, POINTS
from crex_dsl.engine.saves.state_import import legal_codes
from crex_dsl.engine.saves.state_mapping import Differing, NoStateMapping, StateMapping, cut
from crex_dsl.engine.secrecy.mask import Mask
from crex_dsl.lawyer.witness_search.shadow_game import ShadowGame

FARTHEST = 200
Chance = tuple[ChanceEvent, tuple[int, ...]]


@dataclass(frozen=True)
class Road:
    """The way of one side: where it stood, where it stands after its action, what is legal then, and what fell.

    Where other actions are legal, nobody has acted yet.
    """

    game: Game
    before: list[int]
    codes: list[int]
    after: list[int] = field(default_factory=list)
    chance: list[Chance] = field(default_factory=list)


@dataclass(frozen=True)
class Divergence:
    """Two roads from one position: other actions are legal, or the same action (None: the start) ends elsewhere.

    `forced` are the decisions on the way there that leave no choice.
    """

    forced: list[int]
    code: int | None
    one: Road
    two: Road
    allowed: bool


def first_divergence(
    leader: Game, shadow: Game, mapping: StateMapping, before: list[int], own: list[int], code: int | None
) -> Divergence | None:
    """Where the two part that stand in the same position and take the same action, step by step; None if nowhere."""
    here, there = (list(before), list(own))
    if code is not None:
        codes, found = legal_codes(leader, here), legal_codes(shadow, there)
        if not _alike(mapping, codes, found):
            return Divergence([], None, Road(leader, here, codes), Road(shadow, there, found), True)
    taken: list[int] = []
    for _ in range(FARTHEST):
        theirs = None if code is None else mapping.code(code)
        one, two = walked(leader, here, code), walked(shadow, there, theirs)
        if not _in_step(mapping, one, two):
            return Divergence(taken, code, one, two, False)
        taken = taken if code is None else [*taken, code]
        if not _alike(mapping, one.codes, two.codes):
            one, two = (Road(road.game, road.after, road.codes) for road in (one, two))
            return Divergence(taken, None, one, two, True)
        if len(one.codes) != 1:
            return None
        here, there, code = one.after, two.after, one.codes[0]
    return None


def walked(game: Game, before: list[int], code: int | None) -> Road:
    """The road to the next decision, even where it leaves no choice."""
    after = list(before)
    chance: list[Chance] = []
    with listening(lambda event, outcome: chance.append((event, outcome))):
        codes = game.program.run(after, code, None, False)
    return Road(game, before, codes, after, chance)


def _alike(mapping: StateMapping, codes: Sequence[int], found: Sequence[int]) -> bool:
    return {mapping.code(code) for code in codes} == set(found)


def _in_step(mapping: StateMapping, one: Road, two: Road) -> bool:
    """Whether both have seen the same chance, remember the same, and are asked the same."""
    return (
        rolls(one.chance) == rolls(two.chance)
        and mapping.agree(one.after, two.after)
        and question(one) == question(two)
    )


def rolls(chance: Sequence[Chance]) -> list[tuple[object, ...]]:
    """What there was to roll or draw, and how it fell, wherever in the rules."""
    return [(event.sort, event.count, event.sides, event.members, outcome) for event, outcome in chance]


def question(road: Road) -> tuple[object, ...]:
    """Who is asked after the action, and by which procedure; or that nobody is."""
    point = road.after[POINT]
    if point in (OVER, IDLE):
        return ("over" if point == OVER else "idle",)
    name = road.game.points[point - POINTS - 2][0]
    return road.game.decider(road.after), name.rsplit("/", 1)[0]


class Judge:
    """Speaks for one rulebook about the divergences of games under another."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._passages: dict[ShadowGame, StateMapping] = {}

    def mapping(self, shadow: ShadowGame) -> StateMapping:
        """The way from a shadow game to the judge's rulebook."""
        if shadow not in self._passages:
            self._passages[shadow] = StateMapping(shadow.unit.game, self.game)
        return self._passages[shadow]

    def laid_out(self, shadow: ShadowGame, state: list[int]) -> list[int]:
        """What a shadow game remembers, with nothing running."""
        return self.mapping(shadow).carried(state, 0)

    def goes_along(self, shadow: ShadowGame, divergence: Divergence, differing: Sequence[Differing]) -> bool | None:
        """Whether an action ends as the shadow game says where it differs from the game; None where that is not known.

        What runs is carried over as far as it reads alike, and the shadow game itself is then followed no farther.
        """
        onward, two = self.mapping(shadow), divergence.two
        depth, whole = onward.alike(two.before), onward.whole(two.before)
        code = None if divergence.code is None else shadow.mapping.code(divergence.code)
        theirs = None if code is None else onward.code(code)
        if theirs is None or not depth:
            return None
        try:
            state = onward.carried(two.before, None if whole else depth)
            if theirs not in legal_codes(self.game, state):
                return None
            own = walked(two.game, two.before if whole else cut(two.game, two.before, depth), code)
            found = walked(self.game, state, theirs)
        except (NoStateMapping, CrexError):
            return None
        if own.after[POINT] == IDLE != two.after[POINT]:
            return None
        if rolls(two.chance) != rolls(divergence.one.chance):
            return rolls(found.chance) == rolls(own.chance)
        if not differing:
            return question(found) == question(own)
        unlike = {(cell.name, args) for cell, args, _, _ in onward.differing(own.after, found.after)}
        return not any((cell.name, args) in unlike for cell, args, _, _ in differing)


def weigh(game: Game, state: list[int], spelled: str, actor: int) -> Answer | None:
    """What speaks for and against an action in words of examples; None where the rulebook knows no such action.

    Raises UnknownName where it knows the action, but not the things.
    """
    name, _, rest = spelled.partition("(")
    known = {row.name: len(row.params) for row in game.actions}
    if known.get(name) != (rest.count(",") + 1 if rest else 0):
        return None
    return weighed(game, state, game.spelled_code(spelled), actor, Mask(game, state, None))
