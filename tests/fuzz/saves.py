"""Saves changed at random, by what they mean and byte by byte: refused with a sentence, or a position to play on with.

`python -m tests.fuzz.saves --cases 5000 --seed 1` runs so many over every edition; a case that fails is named by seed
and number, and comes again by them.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import Any

from crex_dsl.engine.errors import CrexError, SaveError
from crex_dsl.engine.game import Game
from crex_dsl.engine.run.position import Position
from tests.conformance.cases import Case, editions

MOST_SECONDS = 10
MOST_BYTES = 1 << 30
ONWARD = 20  # decisions that are played from a save that was accepted
LONGEST = 400  # characters of a refusal
Rng = random.Random


@dataclass(frozen=True)
class Kept:
    """A save as it was written, and of which rulebook."""

    case: Case
    text: str


@cache
def corpus(whole: bool) -> list[Kept]:
    """Saves of every edition, or of the small games alone: early and late, with a seed and with an origin."""
    found: list[Kept] = []
    for case in editions():
        if not whole and not case.is_fixture:
            continue
        position, rng = case.load().start(7), Rng(7)
        past = 0
        while not position.over and past <= 60:
            if past in (0, 6, 20, 45):
                found += [Kept(case, position.to_json()), Kept(case, position.reseeded(past).to_json())]
            position.take(rng.choice(position.codes))
            past += 1
        found.append(Kept(case, position.to_json()))
    return found


# ---- changes ----
def nasty(rng: Rng) -> Any:
    """A value that nobody expects."""
    return rng.choice(
        [
            *(None, True, False, "", [], {}, 0, -1, 1, 2, 255, 1.5, -0.0, float("nan"), float("inf"), 1e308),
            *(2**31, 2**63 - 1, 2**63, 2**64, -(2**63), 10**30, 10**4000, -(10**300)),
            *("x" * 10_000, "\x00\x1b[31m", "\ud800", "²", "\u202e", "{}", "(" * 500),
            *("done", "nothing", "nobody", "over", "idle"),
            *([None], [[]], [0] * 1_000, ["done"] * 1_000, {"": ""}, {"x": {"y": []}}, deep(rng.choice([5, 200, 900]))),
        ]
    )


def deep(levels: int) -> Any:
    """A list in a list in a list."""
    made: Any = []
    for _ in range(levels):
        made = [made]
    return made


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every place in a document: what holds it, and its key or number there."""
    found: list[tuple[Any, Any]] = []
    todo = [value]
    while todo:
        holder = todo.pop()
        keys = holder.keys() if isinstance(holder, dict) else range(len(holder)) if isinstance(holder, list) else ()
        found += [(holder, key) for key in keys]
        todo += [holder[key] for key in keys]
    return found


def near(rng: Rng, value: Any) -> Any:
    """A value a little beside another."""
    if isinstance(value, bool) or value is None:
        return rng.choice([True, False, None])
    if isinstance(value, int):
        return rng.choice([value + 1, value - 1, -value, value * 10, value ^ 1 << rng.randrange(64), str(value)])
    if isinstance(value, str):
        place = rng.randrange(len(value) + 1)
        return rng.choice(
            [value[:place], value + "x", value[:place] + rng.choice("0a/. ,(") + value[place:], value * 50]
        )
    if isinstance(value, list):
        return rng.choice(
            [value[::-1], value * 2, value[: len(value) // 2], value * 200, rng.sample(value, len(value))]
        )
    if isinstance(value, dict):
        return {key: value[key] for key in value if rng.random() < 0.7}
    return value


def put(rng: Rng, save: Any, other: Any) -> None:
    """Put something nasty in some place."""
    holder, key = rng.choice(places(save))
    holder[key] = nasty(rng)


def shift(rng: Rng, save: Any, other: Any) -> None:
    """Put something near in some place."""
    holder, key = rng.choice(places(save))
    holder[key] = near(rng, holder[key])


def drop(rng: Rng, save: Any, other: Any) -> None:
    """Take something away."""
    holder, key = rng.choice(places(save))
    del holder[key]


def rename(rng: Rng, save: Any, other: Any) -> None:
    """Call something by another name, be it one of the same save."""
    holder, key = rng.choice([(holder, key) for holder, key in places(save) if isinstance(holder, dict)])
    names = [name for _, name in places(save) if isinstance(name, str)]
    holder[rng.choice([rng.choice(names), f"{key}x", "x" * 5_000])] = holder.pop(key)


def trade(rng: Rng, save: Any, other: Any) -> None:
    """Put something of this or another save in some place."""
    holder, key = rng.choice(places(save))
    giver, its = rng.choice(places(rng.choice([save, other])))
    holder[key] = json.loads(json.dumps(giver[its]))


def graft(rng: Rng, save: Any, other: Any) -> None:
    """Take over a whole part of another save."""
    part = rng.choice(["position", "origin", "decisions", "seed", "does", "edition", "game", "options", "chance"])
    save[part] = other.get(part)


def decide(rng: Rng, save: Any, other: Any) -> None:
    """Change what was decided."""
    past = save.get("decisions")
    if not isinstance(past, list):
        return
    spare = [*past, *(other.get("decisions") or []), "done", [1], [6, 6], [0], "x(y)", "done()"]
    place = rng.randrange(len(past) + 1)
    if rng.random() < 0.5:
        past[place : place + rng.randrange(3)] = [rng.choice(spare)]
    else:
        del past[place:]


def run_otherwise(rng: Rng, save: Any, other: Any) -> None:
    """Change which procedures run, and where they stand."""
    state = save.get(rng.choice(["position", "origin"]))
    frames = state.get("frames") if isinstance(state, dict) else None
    if not isinstance(frames, list) or not frames:
        return
    sort = rng.choice(["drop", "twice", "swap", "at", "values"])
    place = rng.randrange(len(frames))
    if sort == "drop":
        del frames[place]
    elif sort == "twice":
        frames.insert(rng.randrange(len(frames) + 1), frames[place])
    elif sort == "swap":
        rng.shuffle(frames)
    elif isinstance(frames[place], dict):
        frames[place][sort] = rng.choice([frame.get(sort) for frame in frames if isinstance(frame, dict)])


def remember_otherwise(rng: Rng, save: Any, other: Any) -> None:
    """Let memory hold other values of the right sort."""
    state = save.get("position")
    memory = state.get("memory") if isinstance(state, dict) else None
    rows = [row for row in memory.values() if isinstance(row, dict) and row] if isinstance(memory, dict) else []
    for row in rng.sample(rows, min(len(rows), rng.randint(1, 4))):
        names, values = list(row), list(row.values())
        for name in rng.sample(names, rng.randint(1, len(names))):
            row[name] = rng.choice(values)


CHANGES: tuple[Callable[[Rng, Any, Any], None], ...] = (
    *(put, shift, drop, rename, trade, graft, decide, decide, run_otherwise, remember_otherwise, remember_otherwise),
)


def scrambled(rng: Rng, text: str) -> str:
    """A text with some bytes changed, lost or added."""
    raw = bytearray(text.encode("utf-8", "surrogatepass"))
    for _ in range(rng.randint(1, 4)):
        place = rng.randrange(len(raw) + 1)
        sort = rng.randrange(5)
        if sort == 0:
            del raw[place:]
        elif sort == 1:
            del raw[place : place + rng.randint(1, 40)]
        elif sort == 2:
            raw[place:place] = rng.choice(
                [b"[" * 20_000, b"9" * 5_000, b'"', b"\\u0000", b"}", b"\xff\xfe", b'{"a":' * 3_000]
            )
        elif raw:
            raw[min(place, len(raw) - 1)] ^= 1 << rng.randrange(8)
    return raw.decode("utf-8", "replace")


def mutated(rng: Rng, kept: Kept, saves: list[Kept]) -> str:
    """A save that somebody or something has changed."""
    if rng.random() < 0.2:
        return scrambled(rng, kept.text)
    save, other = json.loads(kept.text), json.loads(rng.choice(saves).text)
    for _ in range(rng.choice([1, 1, 1, 2, 3, 5])):
        rng.choice(CHANGES)(rng, save, other)
    if (
        rng.random() < 0.4 and "position" in save
    ):  # no past at all: then nothing but the state itself can be held against it
        save |= {"seed": None, "origin": json.loads(json.dumps(save["position"])), "decisions": []}
    return json.dumps(save)


# ---- what is done with a save ----
def exercised(game: Game, text: str, rng: Rng) -> str:
    """Open a save and do everything with it that can be done; how it came out. Raises what nobody may see."""
    try:
        position = game.from_json(text)
    except SaveError as refusal:
        sentence = str(refusal)
        assert len(sentence) <= LONGEST and sentence.isprintable(), sentence[:LONGEST]
        return "refused"
    looked_at(position, rng)
    try:
        for _ in range(ONWARD):
            if position.over or position.decision is None:
                break
            position.take(rng.choice(position.codes))
        looked_at(position, rng)
        assert game.from_json(position.to_json()) == position
    except CrexError as fault:
        return f"accepted, then {type(fault).__name__}"
    return "accepted"


def looked_at(position: Position, rng: Rng) -> None:
    """Ask a position everything that it can be asked."""
    game = position.game
    assert len(repr(position)) > 5
    assert all(str(line) for line in position.log)
    hash(position.key)
    codes = list(position.codes)
    if position.decision is not None:
        assert all(action.text for action in position.asked().legal)
        asked = [*rng.sample(codes, min(3, len(codes)))]
        asked += [rng.randrange(row.base, row.end) for row in game.actions if row.end > row.base][:5]
        for code in asked:
            try:
                assert str(position.why_not(code))
            except CrexError:
                continue  # as no such action, or rules that break off here
    for player in game.players:
        view = position.view(player)
        json.dumps(view.data())
        assert all(str(line) for line in view.log)
        try:
            view.sample(rng)
        except CrexError:
            continue


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Interrupt what takes too long."""

    def late(*_: object) -> None:
        raise TimeoutError(f"longer than {seconds} s")

    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def run_case(seed: int, number: int, whole: bool) -> str:
    """One case, by its seed and number: how it came out."""
    rng, saves = Rng(f"{seed} {number}"), corpus(whole)
    kept = rng.choice(saves)
    text = mutated(rng, kept, saves)
    with limited(MOST_SECONDS):
        return exercised(kept.case.load(), text, rng)


def say(text: str) -> None:
    """Tell whoever runs this."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def main() -> int:
    """Run many cases; 1 where one failed."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--cases", type=int, default=5_000)
    asked.add_argument("--seed", type=int, default=1)
    given = asked.parse_args()
    corpus(True)
    resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))
    outcomes: Counter[str] = Counter()
    slowest, failed = (0.0, -1), 0
    for number in range(given.cases):
        began = time.perf_counter()
        try:
            outcomes[run_case(given.seed, number, whole=True)] += 1
        except Exception:
            failed += 1
            say(f"seed {given.seed}, case {number}: {traceback.format_exc(limit=-6)}")
        slowest = max(slowest, (time.perf_counter() - began, number))
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    say(f"{given.cases} cases from seed {given.seed}: {failed} failed, {dict(outcomes.most_common())}")
    say(f"the slowest, case {slowest[1]}, took {slowest[0]:.2f} s; the most memory was {most / 1024:.0f} MB")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
