"""What the tests know of Na Grunwald!"""

from __future__ import annotations

from tests.rules.na_grunwald.soundness import Soundness
from tests.rules.whole import Counted, Spot, Whole

WHOLE = Whole(
    game="na-grunwald",
    editions=("four-players", "three-players", "two-players"),
    soundness=Soundness,
    games=40,
    soak=1_000,
    closely=(1, 1),
    clock="round_number",
    spots=(
        Spot("place-turn-order", 2, seed=3, depth=2),  # the officer phase
        Spot("skirmish-commit", 6, seed=5, depth=4),  # a skirmish
        Spot("auction-open", 5, seed=8, depth=3),  # an auction
    ),
    seeds=(1408, 1410),
    examples=80,
    beside={},
    bites={"four-players": 100, "three-players": 10, "two-players": 20},
    counted=Counted(
        alone=1_000, one_option=100, house=20, unreachable={}, vocabulary=frozenset({"prepared-positions"})
    ),
)
