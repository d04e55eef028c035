"""`crex simulate`: many games played by bots, and what they add up to."""

from __future__ import annotations

import shlex
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, nullcontext
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from crex_dsl.cli.arguments import AsJson, EditionName, FirstSeed, GameName, OptionNames, RulePaths, selected
from crex_dsl.cli.completion import scenario_names, seats_for_bots, stage_names
from crex_dsl.cli.errors import INTERRUPTED, NO, WrongUsage
from crex_dsl.cli.output_files import see_to_ledger
from crex_dsl.system.console import watched
from crex_dsl.text.messages import listed_as_said, said
from crex_dsl.text.numerals import is_whole_number, whole_number
from crex_dsl.text.spelling import did_you_mean

if TYPE_CHECKING:
    from crex_dsl.engine.explain.clause_counts import Counts
    from crex_dsl.engine.game import Game
    from crex_dsl.lab.simulation.accumulator import Accumulator
    from crex_dsl.lab.simulation.clause_coverage import Covered
    from crex_dsl.lab.simulation.match import Until
    from crex_dsl.lab.simulation.series import Batch, Order
    from crex_dsl.lab.simulation.summary import Speed

    Playing = Callable[[Sequence[Order]], Iterator[tuple[int, Batch]]]


GameCount = Annotated[int, typer.Option("--games", "-n", metavar="N", min=1, help="How many games to play.")]
BotOptions = Annotated[
    list[str] | None,
    typer.Option(
        "--bot",
        metavar="SIDE=NAME",
        help="Who plays a side: easy, normal, hard, random, greedy, planner (planner:200, planner:50ms), a policy of "
        "the rule files or module:Class; NAME alone plays all; may be repeated.",
        autocompletion=seats_for_bots,
    ),
]
WorkersOption = Annotated[
    int | None,
    typer.Option(
        "--workers", "-w", metavar="N", min=1, max=256, help="How many processes; all cores where that is worth it."
    ),
]
ClusterOption = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="ADDRESS",
        help="Let the workers of a Dask cluster play, by its scheduler; whoever reaches that can run code on them.",
    ),
]
UntilOption = Annotated[
    str | None,
    typer.Option(
        "--until",
        metavar="STAGE=TIMES",
        help="Cut games short once a stage has been played so often, or after so many decisions (decisions=500).",
        autocompletion=stage_names,
    ),
]
CapOption = Annotated[
    int, typer.Option("--cap", metavar="N", min=1, help="After how many decisions a game counts as endless.")
]
OutOption = Annotated[
    Path | None,
    typer.Option(
        "--out", metavar="FILE", help="Keep every game in a file, as JSON lines; a stopped run goes on there."
    ),
]
ScenarioOption = Annotated[
    str | None,
    typer.Option(
        "--scenario",
        metavar="'NAME VALUE...'",
        help="Begin with a scenario of the rule files, its values as `crex odds` takes them; games are over with it.",
        autocompletion=scenario_names,
    ),
]
CoverageOption = Annotated[
    bool, typer.Option("--coverage", help="Count how often each clause had an effect; takes longer.")
]


def simulate(
    games: GameCount = 1000,
    game: GameName = None,
    edition: EditionName = None,
    option: OptionNames = None,
    rules: RulePaths = None,
    seed: FirstSeed = 0,
    bot: BotOptions = None,
    workers: WorkersOption = None,
    cluster: ClusterOption = None,
    until: UntilOption = None,
    scenario: ScenarioOption = None,
    cap: CapOption = 100_000,
    out: OutOption = None,
    coverage: CoverageOption = False,
    as_json: AsJson = False,
) -> None:
    """Play many games and say who wins, by what, how long it takes, and what the rule files measure.

    The same seed gives the same games, whatever the number of processes. A game that gets stuck or does not end
    is told with the command that plays it again, and the exit code is 1. Ctrl-C adds up what was played so far.
    With --out every game is kept; the same command goes on where it was stopped.

    \b
    Examples:
      crex simulate -n 1000
      crex simulate -e EDITION -o OPTION --bot SIDE=POLICY --seed 7
      crex simulate -n 200 --coverage
      crex simulate -n 1 --until STAGE=3 --bot POLICY
      crex simulate -n 500 --scenario 'SCENARIO PLACE THING,THING THING'
      crex simulate -n 20 --bot greedy --bot SIDE=planner:50
      crex simulate -n 10000 --out games.jsonl
      crex simulate -n 1000000 --cluster tcp://HOST:8786 --out games.jsonl
      crex simulate -n 10000 --workers 4 --json | jq '.summary.outcomes'
    """
    from crex_dsl.engine.game import game_of
    from crex_dsl.lab.bots.registry import seated
    from crex_dsl.lab.simulation.series import Order
    from crex_dsl.lab.simulation.summary import summary
    from crex_dsl.system.processes import interrupts_ignored

    files, index, selection = selected(rules or (), game, edition, option or ())
    plays = game_of(files, selection, coverage, watched=True)
    order = Order(files, selection, seated(plays, bot or ()), games, seed, cap, _until(plays, until), coverage)
    order = replace(order, scenario=begins_with(plays, scenario))
    if out is not None:
        see_to_ledger(out)
    if out is not None and coverage:
        raise WrongUsage(said("--coverage counts while games are played and is not kept with them: leave out --out"))
    run = _run(plays, order, playing(workers, cluster), out)
    with interrupts_ignored() if run.interrupted else nullcontext():  # a second one takes nothing away
        told = summary(plays, order, run.reckoning, run.speed)
        for fault in told.faults:
            fault.command = again(order, fault.seed, rules or ())
        covered: list[Covered] | None = None
        if coverage:
            from crex_dsl.lab.simulation.clause_coverage import coverage as covered_by
            from crex_dsl.lawyer.records.store import record_of

            covered = covered_by(record_of(files, index, selection), run.counts)
        if as_json:
            from crex_dsl.cli.documents import SimulationDocument

            typer.echo(SimulationDocument(summary=told, coverage=covered).model_dump_json(indent=2))
        else:
            from crex_dsl.cli.lab.summary_text import show_coverage, show_summary

            show_summary(told)
            if covered is not None:
                show_coverage(covered)
    if run.interrupted:
        raise typer.Exit(INTERRUPTED)
    if told.faults:
        raise typer.Exit(NO)


@dataclass
class Run:
    """What was played of an order, all of it unless it was interrupted."""

    reckoning: Accumulator
    counts: dict[str, Counts] = field(default_factory=dict)
    known: int = 0  # games that were played before
    known_decisions: int = 0
    seconds: float = 0.0
    workers: int = 1
    in_python: str = ""  # why games were played in Python, where they were
    interrupted: bool = False

    def add(self, batch: Batch) -> None:
        """Some games more."""
        self.workers, self.in_python = max(self.workers, batch.among), batch.in_python or self.in_python
        self.reckoning.add(batch.playouts)
        for clause, counts in batch.coverage.items():
            self.counts[clause] = self.counts[clause] + counts if clause in self.counts else counts

    @property
    def speed(self) -> Speed:
        """How fast it went."""
        from crex_dsl.lab.simulation.summary import Speed

        took = max(self.seconds, 1e-9)
        games, decisions = self.reckoning.played - self.known, self.reckoning.decisions - self.known_decisions
        return Speed(
            seconds=self.seconds,
            workers=self.workers,
            in_python=self.in_python,
            known=self.known,
            games=games / took,
            decisions=decisions / took,
        )


def playing(workers: int | None, cluster: str | None) -> Playing:
    """Who plays: processes of this machine, or a cluster."""
    if cluster is not None and workers is not None:
        raise WrongUsage(said("--workers is about this machine, and a --cluster has workers of its own: leave one out"))
    if cluster is None:
        from crex_dsl.lab.simulation.series import played_in_turn

        return lambda orders: played_in_turn(orders, workers)
    from crex_dsl.lab.simulation.cluster import played_by

    return lambda orders: played_by(cluster, orders)


def _run(game: Game, order: Order, playing: Playing, out: Path | None) -> Run:
    """Play an order, with a bar on a terminal; what its ledger holds already is not played again."""
    from crex_dsl.lab.simulation.accumulator import Accumulator

    run, ledger = Run(Accumulator(game)), None
    with ExitStack() as stack:
        if out is not None:
            from crex_dsl.lab.simulation.results_file import kept

            ledger = stack.enter_context(kept(out, game, order))
        run.reckoning.add(() if ledger is None else ledger.known())
        run.known, run.known_decisions = run.reckoning.played, run.reckoning.decisions
        begun = time.monotonic()
        batches = playing([order.without(run.known)]) if run.known < order.games else ()
        try:
            for _, batch in watched(batches, order.games, "playing", lambda turn: len(turn[1].playouts), run.known):
                if ledger is not None:
                    ledger.add(batch.playouts)
                run.add(batch)
        except KeyboardInterrupt:
            run.interrupted = True
        run.seconds = time.monotonic() - begun
    return run


def begins_with(game: Game, scenario: str | None) -> tuple[str, ...]:
    """The scenario that games begin with, its name and its values in words; raises WrongUsage where it is none."""
    from crex_dsl.engine.scenarios.setup import CannotStage, opening

    if scenario is None:
        return ()
    try:
        words = tuple(shlex.split(scenario))
        opening(game, words[0] if words else "", words[1:])
    except ValueError:
        raise WrongUsage(said("--scenario {scenario}: a quotation mark is open", scenario=scenario)) from None
    except CannotStage as error:
        raise WrongUsage(f"--scenario: {error}") from None
    return words


def _until(game: Game, wish: str | None) -> Until | None:
    """Where games are cut short; raises WrongUsage where that says nothing."""
    from crex_dsl.lab.simulation.match import DECISIONS, Until

    if wish is None:
        return None
    what, equals, times = wish.rpartition("=")
    known = [stage for stage, within in game.tables["stages"].items() if within is not None] + [DECISIONS]
    if not equals and is_whole_number(times):
        raise WrongUsage(
            said(
                "--until {wish} does not say what so often: say, for instance, --until {known}={times}",
                wish=wish,
                known=known[0],
                times=times,
            )
        )
    often = whole_number(times)
    if not often:
        raise WrongUsage(
            said(
                "--until {wish} does not say how often: say, for instance, --until {known}=3", wish=wish, known=known[0]
            )
        )
    if what not in known:
        hint = did_you_mean(what, known) or said("there are {known}", known=listed_as_said(known))
        raise WrongUsage(said("{game} has no stage `{what}`: {hint}", game=game.title, what=what, hint=hint))
    return Until(what, often)


def again(order: Order, seed: int, rules: Iterable[Path]) -> str:
    """The command that plays one game of a series again."""
    words = ["crex", "simulate", "-n", "1", "--seed", str(seed), "-g", order.files.id, "-e", order.selection.edition]
    return command_line(
        words,
        ("-o", order.selection.names),
        ("--rules", rules),
        ("--bot", [f"{player}={name}" for player, name in order.bots.items() if name != "random"]),
        ("--scenario", [shlex.join(order.scenario)] if order.scenario else []),
        ("--until", [f"{order.until.what}={order.until.times}"] if order.until else []),
        ("--cap", [order.cap]),
    )


def command_line(words: Iterable[str], *options: tuple[str, Iterable[object]]) -> str:
    """A command as it is typed: some words, then each option once for every value that it has."""
    given = [word for flag, values in options for value in values for word in (flag, str(value))]
    return shlex.join([*words, *given])
