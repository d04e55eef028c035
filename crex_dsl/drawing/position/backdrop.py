"""What of a game's drawings does not change while it is played: worked out once for a game, and kept as text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from weakref import WeakKeyDictionary

from crex_dsl.drawing.board.board import LAYERS, draw_layers, place_svg
from crex_dsl.drawing.board.layout import Plan, cutout, plan
from crex_dsl.drawing.board.legend import Entry, entries
from crex_dsl.drawing.board.pictures import KeptPictures, Ranks, ThingPicture, ThingPictures, drawings
from crex_dsl.drawing.position.room import room_beside
from crex_dsl.drawing.svg.geometry import Box
from crex_dsl.engine.errors import UnknownName
from crex_dsl.engine.game import Game
from crex_dsl.text.messages import said
from crex_dsl.text.spelling import did_you_mean

_MOST_CUTS = 200
Spot = tuple[str, int]  # a thing on the board: its kind at the root, and its number


@dataclass(frozen=True)
class Backdrop:
    """The board of a game with nothing on it, and which pictures fit its things."""

    game: Game
    pictures: ThingPictures
    plan: Plan | None
    around: frozenset[str] = frozenset()
    kept: KeptPictures = field(default_factory=KeptPictures, repr=False, compare=False)
    _cuts: dict[frozenset[str], Backdrop] = field(default_factory=dict, repr=False, compare=False)
    _room: dict[tuple[int, float, float], list[tuple[float, Box]]] = field(
        default_factory=dict, repr=False, compare=False
    )

    def cut(self, around: frozenset[str]) -> Backdrop:
        """The part of the board around some places, made when it is first asked for; without places all of it."""
        if not around:
            return self
        if self.plan is None:
            raise UnknownName(f"{self.game!r} has no board of which a part could be drawn")
        if around not in self._cuts:
            unknown = sorted(around - {drawn.thing for drawn in self.plan.things})
            if unknown:
                hint = did_you_mean(unknown[0], [drawn.thing for drawn in self.plan.things])
                raise UnknownName(
                    said("`{unknown}` lies nowhere on the board", unknown=unknown[0]) + (f": {hint}" if hint else "")
                )
            while len(self._cuts) >= _MOST_CUTS:
                del self._cuts[next(iter(self._cuts))]
            self._cuts[around] = Backdrop(self.game, self.pictures, cutout(self.plan, around), around, self.kept)
        return self._cuts[around]

    @cached_property
    def chosen(self) -> frozenset[int]:
        """The numbers of the places around which the board is cut."""
        things = self.plan.things if self.plan else ()
        return frozenset(number for number, drawn in enumerate(things) if drawn.thing in self.around)

    @cached_property
    def ranks(self) -> Ranks:
        """The colours and lines that values have."""
        return Ranks(one for of in self.pictures.kinds.values() for one in of)

    @cached_property
    def spots(self) -> dict[Spot, int]:
        """The things on the board, each with its number in the plan."""
        found: dict[Spot, int] = {}
        for number, drawn in enumerate(self.plan.things if self.plan else ()):
            root = self.game.tables["subkinds"][drawn.kind][0]
            found[root, self.game.namer.kinds[root][1][drawn.thing]] = number
        return found

    @cached_property
    def fitting(self) -> dict[str, list[tuple[str, ...]]]:
        """By kind at the root, the pictures that fit each of its things."""
        roots = {self.game.tables["subkinds"][kind][0] for kind in self.game.program.words["PICTURES"]}
        counts = {root: len(self.game.namer.kinds[root][0]) for root in roots}
        return {root: [tuple(self.game.pictures(root, n)) for n in range(count)] for root, count in counts.items()}

    @cached_property
    def layers(self) -> dict[str, str]:
        """The ground and the lines as text."""
        return draw_layers(self.plan) if self.plan else dict.fromkeys(LAYERS, "")

    @cached_property
    def legend(self) -> list[list[Entry]]:
        """What the board's colours, icons and lines mean."""
        made = self.plan
        return [] if made is None else entries(made.things, [line for line, _ in made.lines])

    @cached_property
    def steady(self) -> frozenset[int]:
        """The numbers of those things on the board that look the same in every position."""
        tables, pictures = self.game.tables["unchanging"], self.game.program.words["PICTURES"]
        return frozenset(
            number
            for (root, index), number in self.spots.items()
            if all(trait in tables[name] for name in self.fitting[root][index] for trait in pictures[name])
        )

    def room(self, place: int, wide: float, high: float) -> list[tuple[float, Box]]:
        """Where a stack of some size can stand beside a place, the best first, each with what it costs."""
        key = (place, wide, high)
        if key not in self._room:
            assert self.plan is not None
            self._room[key] = room_beside(self.plan, place, wide, high)
        return self._room[key]

    @cached_property
    def _places(self) -> list[str]:
        made = self.plan
        return [] if made is None else [place_svg(made, number) for number in range(len(made.things))]

    def places(self, changed: Mapping[int, ThingPicture], empty: frozenset[int]) -> str:
        """The places as text; those that look otherwise than at the start as they look now, empty ones paler."""
        made = self.plan
        if made is None or not (changed or empty):
            return "".join(self._places)
        texts = (
            place_svg(made, number, changed[number]) if number in changed else text
            for number, text in enumerate(self._places)
        )
        return "".join(
            f'<g class="crex-draw-empty">{text}</g>' if number in empty else text for number, text in enumerate(texts)
        )


_made: WeakKeyDictionary[Game, Backdrop] = WeakKeyDictionary()


def backdrop(game: Game) -> Backdrop:
    """The backdrop of a game, made when it is first asked for."""
    found = _made.get(game)
    if found is None:
        pictures = drawings(game)
        found = _made[game] = Backdrop(game, pictures, plan(pictures))
    return found
