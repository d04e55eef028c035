"""Speed, measured in detail: decisions, copies, loading, answers (`pytest tests/bench --benchmark-only`)."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from crex_dsl import load
from crex_dsl.engine.game import Game
from crex_dsl.lab.bots.registry import seated
from crex_dsl.lab.simulation.match import Match
from tests.conformance.cases import GAMES, Case, editions
from tests.engine.leapers import DEFINED, WRITTEN, world
from tests.engine.tiny import Tiny

BATTLE = Case("ford", "plain-1.0", ())


def random_games(game: Game, count: int) -> tuple[int, int]:
    """Play whole random games on the bare program; how many decisions and legal answers there were."""
    rng, program = random.Random(1).random, game.program
    decisions = answers = 0
    for seed in range(count):
        state = program.start(seed)
        codes = program.run(state)
        while codes:
            decisions += 1
            answers += len(codes)
            codes = program.run(state, codes[int(rng() * len(codes))])
    return decisions, answers


def report(benchmark: BenchmarkFixture, decisions: int, answers: int, games: int) -> None:
    """Put the figures that make a rate honest beside it."""
    best = benchmark.stats.stats.min  # type: ignore[union-attr]
    benchmark.extra_info["decisions/s"] = round(decisions / best)
    benchmark.extra_info["games/s"] = round(games / best, 1)
    benchmark.extra_info["decisions/game"] = round(decisions / games, 1)
    benchmark.extra_info["legal answers/decision"] = round(answers / decisions, 2)


@pytest.mark.parametrize("case", editions(), ids=str)
def test_decisions_on_the_program(case: Case, benchmark: BenchmarkFixture) -> None:
    game = case.load()
    decisions, answers = benchmark.pedantic(random_games, (game, 60), rounds=5, warmup_rounds=1)
    report(benchmark, decisions, answers, 60)


@pytest.mark.parametrize("rules", [WRITTEN, *DEFINED.values()], ids=["written in the permission", *DEFINED])
def test_moves_narrowed_by_definitions(rules: str, tmp_path: Path, benchmark: BenchmarkFixture) -> None:
    """How fast moves are found whose condition stands in the permission, and inside definitions."""
    game = Tiny(tmp_path)(world(8) + rules)
    decisions, answers = benchmark.pedantic(random_games, (game, 60), rounds=5, warmup_rounds=1)
    report(benchmark, decisions, answers, 60)


@pytest.mark.parametrize("case", editions(), ids=str)
def test_decisions_through_positions(case: Case, benchmark: BenchmarkFixture) -> None:
    game = case.load()

    def play(count: int) -> tuple[int, int]:
        rng = random.Random(1).random
        decisions = answers = 0
        for seed in range(count):
            position = game.start(seed)
            while not position.over:
                codes = position.codes
                decisions += 1
                answers += len(codes)
                position.take(codes[int(rng() * len(codes))])
        return decisions, answers

    decisions, answers = benchmark.pedantic(play, (60,), rounds=5, warmup_rounds=1)
    report(benchmark, decisions, answers, 60)


def test_copying_a_position(benchmark: BenchmarkFixture) -> None:
    position = BATTLE.load().start(1)
    benchmark(position.copy)


def test_copying_a_state(benchmark: BenchmarkFixture) -> None:
    state = BATTLE.load().start(1).state
    benchmark(state.copy)


def test_saving_and_loading(benchmark: BenchmarkFixture) -> None:
    game = BATTLE.load()
    position = game.start(1)
    benchmark(lambda: game.from_json(position.to_json()))


LOAD = """
import sys, time
import crex_dsl.engine.game, crex_dsl.engine.run.chance, crex_dsl.rulebook.selection.selection
before = time.perf_counter()
crex_dsl.engine.game.load("ford", "plain", rules=[sys.argv[1]]).start(1)
print(time.perf_counter() - before)
"""


@pytest.mark.parametrize("warm", [True, False], ids=["warm", "cold"])
def test_loading(warm: bool, benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    """Seconds from the imports to the first decision, in a fresh interpreter; the whole run is what is timed."""
    cache = {"CREX_CACHE": str(tmp_path / "cache")}
    inside: list[float] = []

    def run() -> None:
        if not warm:
            cache["CREX_CACHE"] = str(tmp_path / f"cold{len(inside)}")
        out = subprocess.run(
            [sys.executable, "-c", LOAD, str(GAMES)],
            capture_output=True,
            text=True,
            check=True,
            env={**cache, "PATH": ""},
        )
        inside.append(float(out.stdout))

    run()
    benchmark.pedantic(run, rounds=5)
    benchmark.extra_info["seconds beyond imports"] = round(min(inside[1:]), 4)


@pytest.mark.parametrize(
    "question",
    [
        ("clause", "3.6", "-e", "royal"),
        ("find", "road", "limit", "-e", "royal"),
        ("diff", "plain", "royal"),
        ("diff", "plain", "royal", "3.6"),
        ("concordance",),
        ("rulings",),
        ("assumed",),
        ("show", "--tree", "road-limits", "-e", "royal"),
    ],
    ids=lambda question: "-".join(question[:2]),
)
def test_a_rules_lawyer_is_answered(question: tuple[str, ...], benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    """The whole command in a fresh interpreter, the rulebook being known; the aim is 0.3 s."""
    crex = [sys.executable, "-c", "from crex_dsl.cli.app import main; main()", *question]
    crex += ["-g", "ford", "--rules", str(GAMES)]

    def run() -> None:
        environment = {"CREX_CACHE": str(tmp_path / "cache"), "PATH": ""}
        subprocess.run(crex, capture_output=True, check=True, env=environment)

    run()
    benchmark.pedantic(run, rounds=10)


def test_four_editions_are_searched(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    """The whole command on the default game, its rulebooks being known; the aim is 0.3 s."""
    crex = [sys.executable, "-c", "from crex_dsl.cli.app import main; main()", "find", "winter", "supply"]

    def run() -> None:
        environment = {"CREX_CACHE": str(tmp_path / "cache"), "PATH": ""}
        subprocess.run(crex, capture_output=True, check=True, env=environment)

    run()
    benchmark.pedantic(run, rounds=10)


@pytest.mark.parametrize("warm", [True, False], ids=["warm", "cold"])
@pytest.mark.parametrize("reference", ["5.1", "6.42", "Limity dróg"])
def test_a_clause_of_the_whole_game(reference: str, warm: bool, benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    """The whole command in a fresh interpreter, all editions of the default game asked; the aims are 0.3 s and 2 s."""
    crex = [sys.executable, "-c", "from crex_dsl.cli.app import main; main()", "clause", reference]
    caches = (str(tmp_path / f"cache{number}") for number in range(100))
    environment = {"CREX_CACHE": next(caches), "PATH": ""}

    def run() -> None:
        if not warm:
            environment["CREX_CACHE"] = next(caches)
        subprocess.run(crex, capture_output=True, check=True, env=environment)

    run()
    benchmark.pedantic(run, rounds=10 if warm else 5)


@pytest.mark.parametrize("form", [("--quick",), (), ("cold",)], ids=["editions", "all", "cold"])
def test_why_is_answered(form: tuple[str, ...], benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    """The whole of `crex why` on the default game in a fresh interpreter; the aim is 0.3 s for the editions."""
    from crex_dsl.gameplay.saved_games import Setting, keep

    position = load().start(1)
    rng = random.Random(1)
    for _ in range(60):
        position.take(rng.choice(position.codes))
    save = tmp_path / "game.json"
    keep(save, position, Setting())
    crex = [sys.executable, "-c", "from crex_dsl.cli.app import main; main()", "why", str(save), "1"]
    cold, colds = "cold" in form, iter(range(100))

    def run() -> None:
        cache = tmp_path / (f"cold{next(colds)}" if cold else "cache")
        arguments = [word for word in form if word.startswith("-")]
        environment = {"CREX_CACHE": str(cache), "PATH": ""}
        subprocess.run([*crex, *arguments], capture_output=True, check=True, env=environment)

    if not cold:
        run()
    benchmark.pedantic(run, rounds=1 if cold else 10)


def test_trace_is_told(benchmark: BenchmarkFixture) -> None:
    """One decision of the default game, its traced program being known."""
    from crex_dsl.lawyer.why.trace import trace

    position = load().start(1)
    rng = random.Random(1)
    for _ in range(60):
        position.take(rng.choice(position.codes))
    trace(position, position.codes[0], (), 1)
    benchmark(lambda: trace(position, position.codes[0], (), 1))


@pytest.mark.parametrize("bot", ["random", "bold"])
def test_games_in_series(bot: str, benchmark: BenchmarkFixture) -> None:
    game = load("ford", "plain", rules=[GAMES], watched=True)
    table = Match(game, seated(game, [bot]), 10_000)

    def play() -> tuple[int, int]:
        playouts = [table.play(seed) for seed in range(30)]
        return sum(playout.decisions for playout in playouts), sum(playout.answers for playout in playouts)

    decisions, answers = benchmark.pedantic(play, rounds=5, warmup_rounds=1)
    report(benchmark, decisions, answers, 30)


@pytest.mark.parametrize("side", [0, None], ids=["as a side sees it", "with nothing hidden"])
@pytest.mark.parametrize("case", [case for case in editions() if not case.is_fixture], ids=str)
def test_a_position_drawn(case: Case, side: int | None, benchmark: BenchmarkFixture) -> None:
    """A board that has been drawn before, at another step of the same game; 30 ms are promised."""
    game, rng = case.load(), random.Random(1)
    position = game.start(3)
    for _ in range(40):
        position.take(rng.choice(position.codes))
    viewer = None if side is None else game.players[side]
    steps = []
    while len(steps) < 20 and not position.over:
        position.take(rng.choice(position.codes))
        steps.append(position.copy())
    steps[0].svg(viewer)
    drawn = iter(steps * 100)
    image = benchmark.pedantic(lambda: next(drawn).svg(viewer), rounds=60)
    assert image.startswith("<svg ")
