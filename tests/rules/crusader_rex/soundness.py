"""What holds in every position of Crusader Rex, whatever is played: counts, limits, strengths, posts, hands."""

from __future__ import annotations

import csv
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from crex_dsl.engine.game import Game
from crex_dsl.engine.run.memory import find_cell
from crex_dsl.engine.run.slots import POINT, POINTS
from tests.conformance.cases import Case

RULES = Path(__file__).parents[3] / "ruleset" / "crusader-rex"
STAGING = {"english": "england", "french": "france", "german": "germania"}
POOL = {"franks": "frank-pool", "saracens": "saracen-pool"}
HAND = 6


@dataclass(frozen=True)
class Family:
    """What a generation of rulebooks prints of its components and limits, read off the books and not off our rules."""

    newcomer: tuple[str, str, str]  # the block that only it has, the block that this one is like, where it starts
    cards: int
    open_staging: bool  # Crusaders gather face up
    lost: frozenset[str]  # classes that never come back, besides Saladin's family
    roads: dict[str, tuple[int, int]]  # tally: the most that a major and a minor road ever carry


FIRST = Family(
    newcomer=("denmark-pilgrims", "sicily-pilgrims", "frank-pool"),  # 2.25
    cards=25,  # 4.0
    open_staging=False,
    lost=frozenset({"crusaders", "orders", "pilgrims", "emirs"}),  # 6.7
    roads={"passed": (8, 4), "assaults": (4, 2), "retreated": (4, 2), "regrouped": (8, 4)},  # 5.4, 6.5, 6.6
)
SECOND = Family(
    newcomer=("josselin", "walter", "saone"),  # 2.2.1
    cards=27,  # 4.0
    open_staging=True,  # 7.21
    lost=frozenset({"crusaders", "orders"}),  # 6.34
    roads={"passed": (8, 4), "retreated": (8, 4), "regrouped": (8, 4)},  # 5.1, doubled by Guide
)
FAMILIES = {"polish-1.4": FIRST, "french-1.x": FIRST, "english-2.0": SECOND, "russian-2.0": SECOND}


def rows(name: str) -> dict[str, dict[str, str]]:
    """A table of the rule files, by id."""
    with (RULES / name).open(encoding="utf-8", newline="") as lines:
        return {row["id"]: row for row in csv.DictReader(lines, delimiter="\t")}


@dataclass
class Soundness:
    """Looks at positions of one game; a broken promise is an AssertionError that says which."""

    case: Case
    game: Game = field(init=False)
    places: list[str] = field(init=False)
    blocks: list[str] = field(init=False)

    def __post_init__(self) -> None:
        self.game = self.case.load()
        kinds = self.game.namer.kinds
        self.places, self.blocks = list(kinds["place"][0]), list(kinds["block"][0])
        self.town = rows("places.tsv")
        self.data = rows("blocks.tsv")
        self.family = FAMILIES[self.game.edition]
        new, like, start = self.family.newcomer
        self.data[new] = dict(self.data[like], id=new, start=start)
        assert set(self.data) == set(self.blocks)
        assert Counter(block["owner"] for block in self.data.values()) == {"franks": 31, "saracens": 31}
        self.sizes = dict(self._roads())
        points = enumerate(self.game.points, POINTS + 2)
        self.laying = {number for number, point in points if point.clause == "card-play"}
        assert self.laying

    def begin(self) -> None:
        """Nothing is remembered from decision to decision."""

    def asked(self, state: list[int], codes: list[int], closely: bool) -> None:
        """Look at a decision, always when cards are laid."""
        if closely:
            self.look(state)
        if state[POINT] in self.laying:
            self.look_between_turns(state)

    def over(self, state: list[int]) -> None:
        """Look at the last position."""
        self.look(state)

    def _roads(self) -> list[tuple[str, str]]:
        with (RULES / "roads.tsv").open(encoding="utf-8", newline="") as lines:
            return [(f"{row['from']}-{row['to']}", row["size"]) for row in csv.DictReader(lines, delimiter="\t")]

    def column(self, state: list[int], name: str) -> list[int]:
        """All cells of one piece of memory."""
        cell = find_cell(self.game, name)
        return state[cell.base : cell.base + cell.size]

    def look(self, state: list[int]) -> None:
        """Whatever must hold at any decision."""
        at = [self.places[place] for place in self.column(state, "block.at")]
        inside = self.column(state, "block.post")
        strength = self.column(state, "block.strength")
        known = self.column(state, "face_up")[0]
        sides: dict[str, Counter[tuple[str, int]]] = {}
        for number, block in enumerate(self.blocks):
            data, place = self.data[block], at[number]
            steps = int(data["steps"])
            owner = data["owner"]
            if self.town[place]["realm"] == "overseas":
                assert place in (POOL[owner], "out-of-play", STAGING.get(data["nation"])), f"{block} is at {place}"
                assert strength[number] == steps, f"{block} is off the map with strength {strength[number]}"
                assert not inside[number], f"{block} is in a castle off the map"
                if place == "out-of-play":
                    assert self.permanent(data), f"{block} is lost for good"
                    assert known >> number & 1, f"{block} is lost in secret"
                elif place != POOL[owner] and self.family.open_staging:
                    assert known >> number & 1, f"{block} gathers in secret"
                continue
            assert place != "masyaf", f"{block} is in Masyaf"
            assert 1 <= strength[number] <= steps, f"{block} has strength {strength[number]}"
            sides.setdefault(place, Counter())[owner, inside[number]] += 1
        for place, here in sides.items():
            walled = [owner for owner, post in here if post]
            assert len(walled) <= 1, f"both sides are in the castle of {place}"
            for owner in walled:
                foe = "saracens" if owner == "franks" else "franks"
                assert here[foe, 0], f"{place} is walled in by nobody"
                assert here[owner, 1] <= int(self.town[place]["rating"]), f"the castle of {place} is too full"
        self.look_at_cards(state)
        self.look_at_roads(state)

    def look_at_cards(self, state: list[int]) -> None:
        """Every card is somewhere, and the hands are even."""
        zones = self.column(state, "card.zone")
        held = self.column(state, "card.held")
        assert len(zones) == self.family.cards
        hands = Counter(owner for zone, owner in zip(zones, held, strict=True) if zone == 1)
        if any(zone != 0 for zone in zones):
            assert sum(zone == 0 for zone in zones) == self.family.cards - 2 * HAND
            assert abs(hands[0] - hands[1]) <= 1 and max(hands.values(), default=0) <= HAND

    def look_at_roads(self, state: list[int]) -> None:
        """No road carries more than its family's books, or an option that widens roads, ever allow."""
        wider = 2 if "wide-roads" in self.game.options else 1
        for name, (major, minor) in self.family.roads.items():
            if name == "assaults" and "narrow-roads" in self.game.options:
                continue
            for road, used in zip(self.game.namer.kinds["road"][0], self.column(state, name), strict=True):
                most = wider * (major if self.sizes[road] == "major" else minor)
                assert used <= most, f"{name}: {used} blocks on {road}"

    def permanent(self, data: dict[str, str]) -> bool:
        """Whether a block never comes back."""
        lost = set(self.family.lost)
        if "emirs-lost-for-good" in self.game.options:
            lost.add("emirs")
        if "emirs-return" in self.game.options:
            lost.discard("emirs")
        return data["class"] in lost or data["family"] == "yes"

    def look_between_turns(self, state: list[int]) -> None:
        """When cards are laid no battle is open: a town with both sides is a siege."""
        at = [self.places[place] for place in self.column(state, "block.at")]
        inside = self.column(state, "block.post")
        here: dict[str, set[tuple[str, int]]] = {}
        for number, block in enumerate(self.blocks):
            here.setdefault(at[number], set()).add((self.data[block]["owner"], inside[number]))
        for place, posts in here.items():
            if {owner for owner, _ in posts} == {"franks", "saracens"}:
                if place == "out-of-play":
                    continue
                assert len(posts) == 2, f"{place} is neither a siege nor at peace"
        for name in ("passed", "retreated", "regrouped", "due", "moved", "storming", "half_hit", "newly_come"):
            assert not any(self.column(state, name)), f"{name} is left over"
