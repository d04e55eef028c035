"""A parting: the first place at which a game and a follower that set out from one position go different ways."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from crex_dsl.engine.chance import ChanceEvent, listening
from crex_dsl.engine.game import Game
from crex_dsl.engine.passage import Passage
from crex_dsl.engine.save import legal_codes
from crex_dsl.engine.slots import IDLE, OVER, POINT, POINTS

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
class Parting:
    """Two roads from one position: other actions are legal, or the same action (None: the start) ends elsewhere.

    `forced` are the decisions on the way there that leave no choice.
    """

    forced: list[int]
    code: int | None
    one: Road
    two: Road
    allowed: bool


def parting(
    leader: Game, follower: Game, passage: Passage, before: list[int], own: list[int], code: int | None
) -> Parting | None:
    """Where the two part that stand in the same position and take the same action, step by step; None if nowhere."""
    here, there = (list(before), list(own))
    if code is not None:
        codes, found = legal_codes(leader, here), legal_codes(follower, there)
        if not _alike(passage, codes, found):
            return Parting([], None, Road(leader, here, codes), Road(follower, there, found), True)
    taken: list[int] = []
    for _ in range(FARTHEST):
        theirs = None if code is None else passage.code(code)
        one, two = walked(leader, here, code), walked(follower, there, theirs)
        if not _in_step(passage, one, two):
            return Parting(taken, code, one, two, False)
        taken = taken if code is None else [*taken, code]
        if not _alike(passage, one.codes, two.codes):
            one, two = (Road(road.game, road.after, road.codes) for road in (one, two))
            return Parting(taken, None, one, two, True)
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


def _alike(passage: Passage, codes: Sequence[int], found: Sequence[int]) -> bool:
    return {passage.code(code) for code in codes} == set(found)


def _in_step(passage: Passage, one: Road, two: Road) -> bool:
    """Whether both have seen the same chance, remember the same, and are asked the same."""
    return (
        rolls(one.chance) == rolls(two.chance)
        and passage.agree(one.after, two.after)
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
    name = road.game.tables["points"][point - POINTS - 2][0]
    return road.game.decider(road.after), name.rsplit("/", 1)[0]
