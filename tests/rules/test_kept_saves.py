"""A save in the middle of a battle, one of every edition, kept for good: it opens and goes on as it did, however we
read, check and compile rules by now.

Where the rules of an edition have changed, its save is refused, as it should be: then
`CREX_RECORD=1 pytest tests/rules/test_kept_saves.py` keeps another one.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from crex_dsl.engine.run.memory import live_frames
from crex_dsl.engine.run.position import Position
from crex_dsl.engine.saves.save_format import export_memory
from tests.conformance.cases import Case
from tests.engine.record import RECORDING
from tests.rules.games import EDITIONS, whole

BATTLE = 1  # which of the spots of a game is the one in the middle of a battle
ONWARD = 1410  # the seed of what is decided from there on


def files(case: Case) -> tuple[Path, Path]:
    """The save of an edition, and what is in it."""
    folder = whole(case).folder / "saves"
    return folder / f"{case.edition}.json", folder / f"{case.edition}.holds.json"


def holds(position: Position) -> dict[str, Any]:
    """What a save holds, by name: who is asked what, what is remembered, and how it goes on."""
    decision = position.asked()
    found: dict[str, Any] = {
        "asked": decision.who,
        "may decline": decision.optional,
        "answers": sorted(map(position.game.spelled, position.codes)),
        "running": [frame.name for frame, _, _ in live_frames(position.game.tables, position.state)],
        "memory": export_memory(position.game, position.state),
    }
    rng = random.Random(ONWARD)
    while not position.over:
        position.take(rng.choice(sorted(map(position.game.spelled, position.codes))))
    decisions = [position.game.spelled(code) for code in position.past if isinstance(code, int)]
    return {**found, "decisions": decisions, "result": position.result.spelled if position.result else ""}


@pytest.mark.parametrize("case", EDITIONS, ids=str)
def test_a_kept_save_opens_and_goes_on(case: Case) -> None:
    save, expected = files(case)
    if RECORDING:
        spot = whole(case).spots[BATTLE]
        position = spot.find(case, whole(case).clock)
        save.parent.mkdir(exist_ok=True)
        save.write_text(position.to_json() + "\n", encoding="utf-8")
        expected.write_text(json.dumps(holds(position), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    text = save.read_text(encoding="utf-8")
    position = case.load().from_json(text)
    assert len(position.past) > 20
    assert {"battle", "skirmish"} & json.loads(text)["position"]["open"].keys()
    assert holds(position) == json.loads(expected.read_text(encoding="utf-8"))


def test_every_edition_keeps_one() -> None:
    kept = {path for game in {whole(case).folder for case in EDITIONS} for path in (game / "saves").iterdir()}
    assert kept == {path for case in EDITIONS for path in files(case)}
