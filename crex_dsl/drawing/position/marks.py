"""What an action is about, and what has moved: the things to be marked and the arrows to be drawn over a board."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from crex_dsl.drawing.board.pictures import ThingPicture
from crex_dsl.drawing.position.scene import Scene
from crex_dsl.drawing.position.stacks import look
from crex_dsl.engine.run.decision import Action
from crex_dsl.engine.secrecy.visible_decision import SeenAction

Thing = tuple[str, str]  # its kind at the root, and its id as the viewer knows it


@dataclass(frozen=True)
class Marks:
    """Things that are marked, and arrows from place to place, by their numbers in the plan."""

    things: frozenset[Thing] = frozenset()
    arrows: tuple[tuple[int, int], ...] = ()

    def __or__(self, other: Marks) -> Marks:
        return Marks(self.things | other.things, tuple(dict.fromkeys((*self.arrows, *other.arrows))))


def action_marks(scene: Scene, action: Action | SeenAction) -> Marks:
    """What an action names, with arrows to where it takes what it names."""
    game = scene.backdrop.game
    if action.name == "done":
        return Marks()
    row = game.action_row(action.name)
    named: list[Thing] = []
    for param, of in zip(row.params, row.types, strict=True):
        inner = of[1] if of[0] == "optional" else of
        given = action.args[param]
        if inner[0] == "thing" and given is not None:
            named.append((inner[1], str(given)))
    places = {place: number for number, place in enumerate(_places(scene))}
    goals = [places[thing] for thing in named if thing in places]
    arrows: list[tuple[int, int]] = []
    for thing in named:
        start = _place_of(scene, thing)
        if start is None:
            continue
        for goal in goals or _other_ends(scene, named, start):
            if goal != start:
                arrows.append((start, goal))
    return Marks(frozenset(named), tuple(arrows))


def _places(scene: Scene) -> list[Thing]:
    plan = scene.backdrop.plan
    return [(drawn.root, drawn.thing) for drawn in plan.things] if plan else []


def _place_of(scene: Scene, thing: Thing) -> int | None:
    """Where a piece stands on the board; None where it does not."""
    for number, pieces in scene.on_board.items():
        if any((one.root, one.thing) == thing for one in pieces):
            return number
    return None


def _other_ends(scene: Scene, named: list[Thing], start: int) -> list[int]:
    """Where the lines lead that are named, from one of their ends."""
    plan = scene.backdrop.plan
    if plan is None:
        return []
    numbers = {drawn.thing: number for number, drawn in enumerate(plan.things)}
    found: list[int] = []
    for join, _ in plan.lines:
        if (join.root, join.thing) in named and join.ends and plan.things[start].thing in join.ends:
            found += [numbers[end] for end in join.ends if numbers[end] != start]
    return found


def moves_between(before: Scene, after: Scene) -> Marks:
    """Arrows for whatever stands elsewhere on the board than before, as far as the viewer can tell.

    Known pieces go by their ids. Of covered ones only their number at a place is known: where those that look alike
    have left one place only, or have come to one place only, it is plain how they went.
    """
    arrows: list[tuple[int, int]] = []
    moved: set[Thing] = set()
    homes = {_id(one): number for number, pieces in before.on_board.items() for one in pieces if not one.covered}
    for number, pieces in after.on_board.items():
        for one in pieces:
            home = None if one.covered else homes.get(_id(one))
            if home is not None and home != number:
                arrows.append((home, number))
                moved.add(_id(one))
    then, now = _covered(before), _covered(after)
    for sort in {*then, *now}:
        counts = now[sort] if sort in now else Counter[int]()
        counts = Counter(counts)
        counts.subtract(then.get(sort, Counter()))
        left = sorted(place for place, count in counts.items() if count < 0)
        come = sorted(place for place, count in counts.items() if count > 0)
        if sum(counts.values()) == 0 and 1 in (len(left), len(come)):
            arrows += [(start, goal) for start in left for goal in come]
    return Marks(frozenset(moved), tuple(dict.fromkeys(sorted(arrows))))


def _covered(scene: Scene) -> dict[tuple[object, ...], Counter[int]]:
    """By what everybody sees of them, how many covered pieces stand where."""
    found: dict[tuple[object, ...], Counter[int]] = {}
    for number, pieces in scene.on_board.items():
        for one in pieces:
            if one.covered:
                found.setdefault(look(one)[:-1], Counter())[number] += 1
    return found


def _id(one: ThingPicture) -> Thing:
    return one.root, one.thing
