"""What the tests know of Crusader Rex."""

from __future__ import annotations

from tests.rules.crusader_rex.soundness import Soundness
from tests.rules.whole import Counted, Spot, Whole

WHOLE = Whole(
    game="crusader-rex",
    editions=("english-2.0", "french-1.x", "polish-1.4", "russian-2.0"),
    soundness=Soundness,
    games=25,
    soak=2_000,
    closely=(3, 10),
    clock="date",
    spots=(
        Spot("movement-basics", 1187, seed=3, depth=3),  # the first moves
        Spot("combat-order", 1189, seed=5, depth=4),  # a battle in the field
        Spot("winter-replacements", 1191, seed=8, depth=5),  # a winter
    ),
    seeds=(1187, 1192),
    examples=150,
    beside={
        "forced-march-roll=after-both": "forced-marches",
        "death-on-a-forced-march=made-it": "forced-marches",
        "forced-leg-counts=when-marched": "forced-marches",
        "bridge-and-guide=doubled": "iron-bridge",
        "ways-over-the-bridge=one-way": "iron-bridge",
        "where-philip-is=on-the-map-only": "capricious-philip",
        "richards-retreat=land-too": "richard-sea-legs",
    },
    bites={"english-2.0": 40, "polish-1.4": 40},
    counted=Counted(
        alone=5_000,  # sieges that outlast a winter are rare
        one_option=25,
        house=5,
        unreachable={
            "english-2.0": {"combat-turn-options": "passing, which only the first edition permits"},
            "russian-2.0": {"combat-turn-options": "passing, which only the first edition permits"},
        },
        vocabulary=frozenset({"prepared-battles"}),
        rare={("richard-sea-legs",): range(5_000, 5_900)},  # in one port while Saracens besiege another
    ),
)
