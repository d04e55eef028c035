"""`crex balance`: whether a rulebook is even, at every level, and what decides its games."""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from crex_dsl.cli.arguments import AsJson, FirstSeed, GameName, OptionNames, RulePaths, several_selected
from crex_dsl.cli.completion import bot_names, rulebooks
from crex_dsl.cli.errors import INTERRUPTED, NO, WrongUsage
from crex_dsl.cli.lab.compare import Report, play_records, tell_how_to_repeat
from crex_dsl.cli.lab.progress import processes
from crex_dsl.cli.lab.simulate import ClusterOption, WorkersOption, command_line, playing
from crex_dsl.cli.output_files import see_to_folder, see_to_report, write_file
from crex_dsl.text.messages import said

if TYPE_CHECKING:
    from crex_dsl.cli.arguments import Chosen
    from crex_dsl.lab.balance.balance import Balance, LevelRecord, Narrow


GAMES, MOST_GAMES = 100, 100_000  # at each level, where nothing is said, and where it is said when to stop

Rulebook = Annotated[str | None, typer.Argument(metavar="[EDITION]", autocompletion=rulebooks)]
GameCount = Annotated[
    int | None,
    typer.Option(
        "--games",
        "-n",
        metavar="N",
        min=2,
        help=f"How many games to play at each level: {GAMES}, or with --until at most {MOST_GAMES:,}.",
    ),
]
Levels = Annotated[
    list[str] | None,
    typer.Option(
        "--bot",
        metavar="NAME",
        help="A level: this bot plays all sides; the weakest first; may be repeated. Else all levels that there are.",
        autocompletion=bot_names,
    ),
]
UntilNarrow = Annotated[
    str | None,
    typer.Option("--until", metavar="REACH", help="Stop once wins are known within so much to either side: 5pp."),
]
OutFolder = Annotated[
    Path | None,
    typer.Option(
        "--out", metavar="FOLDER", help="Keep every game, a file for each level; a stopped run goes on there."
    ),
]


def balance(
    edition: Rulebook = None,
    game: GameName = None,
    option: OptionNames = None,
    rules: RulePaths = None,
    games: GameCount = None,
    seed: FirstSeed = 0,
    bot: Levels = None,
    workers: WorkersOption = None,
    cluster: ClusterOption = None,
    until: UntilNarrow = None,
    out: OutFolder = None,
    report: Report = None,
    as_json: AsJson = False,
) -> None:
    """Say whether a rulebook is even: who wins at equal strength, how that depends on the level, what decides.

    At every level one bot plays all sides, from the same seeds. What decides is told of the strongest: by which clause
    games end, and how often whoever had most of something the rule files measure won, at the end and stage by stage.
    Games that go wrong are left out and told, and the exit code is 1. Ctrl-C tells what was played so far.

    \b
    Examples:
      crex balance
      crex balance EDITION -o OPTION
      crex balance EDITION+OPTION --until 5pp --out games
      crex balance EDITION --bot random --bot greedy -n 1000
      crex balance EDITION --report balance.html
      crex balance EDITION --json | jq '.balance.levels[-1].players'
    """
    from crex_dsl.lab.balance.balance import balance as reckoned
    from crex_dsl.system.cache import release
    from crex_dsl.system.processes import interrupts_ignored

    if report is not None:
        see_to_report(report)
    enough = _enough(until)
    most = (MOST_GAMES if until else GAMES) if games is None else games
    (chosen,) = several_selected(rules or (), game, [edition or ""], option or ())
    records = _records(chosen, bot or (), most, seed)
    if out is not None:
        see_to_folder(out)
    progress = play_records(records, playing(workers, cluster), None if cluster else processes(workers), out, enough)
    with interrupts_ignored() if progress.interrupted else nullcontext():  # a second one takes nothing away
        found = reckoned(records)
        tell_how_to_repeat(records, [level.faults for level in found.levels], rules or ())
        version, command = release(), _repeated(found, rules or (), report)
        if as_json:
            from crex_dsl.cli.documents import BalanceDocument

            typer.echo(BalanceDocument(crex=version, command=command, balance=found).model_dump_json(indent=2))
        else:
            from crex_dsl.cli.lab.balance_text import show_balance

            show_balance(found)
            progress.tell()
        if report is not None:
            from crex_dsl.lab.balance.report import report as page
            from crex_dsl.lab.comparison.ladder import ladder

            steps = ladder(records[0].order.files, found.edition, [level.bot for level in found.levels])
            write_file(report, page(found, steps, version, command))
            if not as_json:
                typer.echo(said("written: {file}", file=report.resolve()))
    if progress.interrupted:
        raise typer.Exit(INTERRUPTED)
    if found.faults:
        raise typer.Exit(NO)


def _enough(until: str | None) -> Narrow | None:
    """When there are games enough."""
    from crex_dsl.lab.balance.balance import Narrow

    if until is None:
        return None
    typed = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*pp\s*", until)
    if typed is None or not float(typed[1]):
        raise WrongUsage(
            said(
                "--until {until} does not say how narrow: say 5pp for wins within 5 points to either side", until=until
            )
        )
    return Narrow(float(typed[1]) / 100)


def _records(chosen: Chosen, wishes: Iterable[str], games: int, seed: int) -> list[LevelRecord]:
    """A clean sheet for each level."""
    from crex_dsl.engine.game import game_of
    from crex_dsl.lab.balance.balance import LevelRecord
    from crex_dsl.lab.bots.registry import bot_name, levels
    from crex_dsl.lab.simulation.series import Order

    files, index, selection = chosen
    plays = game_of(files, selection, watched=True)
    names = list(dict.fromkeys(bot_name(plays, wish) for wish in wishes)) or levels(plays)
    title = index.edition(selection.edition).title
    return [
        LevelRecord(name, plays, Order(files, selection, dict.fromkeys(plays.players, name), games, seed), title)
        for name in names
    ]


def _repeated(found: Balance, rules: Iterable[Path], report: Path | None) -> str:
    """The command that gives the same answer unless a bot thinks by the clock."""
    words = ["crex", "balance", found.rulebook, "-g", found.game]
    words += ["--games", str(found.games), "--seed", str(found.seed)]
    return command_line(
        words,
        ("--bot", [level.bot for level in found.levels]),
        ("--rules", rules),
        ("--report", [report.name] if report is not None else []),
    )
