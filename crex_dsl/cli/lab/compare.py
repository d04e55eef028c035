"""`crex compare`: the same seeds under several rulebooks, and what each does to the game."""

from __future__ import annotations

import hashlib
import shlex
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from crex_dsl.cli.arguments import (
    AsJson,
    FirstSeed,
    GameName,
    RulePaths,
    book_name,
    each_once,
    in_one_language,
    several_selected,
)
from crex_dsl.cli.completion import rulebooks
from crex_dsl.cli.errors import INTERRUPTED, NO, NoAnswer, WrongUsage
from crex_dsl.cli.lab.progress import Progress, processes
from crex_dsl.cli.lab.saved_series import read_saved
from crex_dsl.cli.lab.simulate import (
    BotOptions,
    ClusterOption,
    ScenarioOption,
    WorkersOption,
    again,
    begins_with,
    command_line,
    playing,
)
from crex_dsl.cli.output_files import see_to_folder, see_to_plots, see_to_report, write_file
from crex_dsl.text.messages import listed_as_said, said

if TYPE_CHECKING:
    from crex_dsl.cli.arguments import Chosen
    from crex_dsl.cli.lab.simulate import Playing
    from crex_dsl.lab.comparison.compare import Comparison, Record
    from crex_dsl.lab.comparison.stopping_rule import StoppingRule
    from crex_dsl.lab.simulation.results_file import Ledger
    from crex_dsl.lab.simulation.summary import Fault
    from crex_dsl.rulebook.files.games import GameFiles


GAMES, MOST_GAMES = 200, 100_000  # under each rulebook, where nothing is said, and where it is said when to stop
LONGEST_NAME = 120

Rulebooks = Annotated[list[str], typer.Argument(metavar="A B...", hidden=True, autocompletion=rulebooks)]
GameCount = Annotated[
    int | None,
    typer.Option(
        "--games",
        "-n",
        metavar="N",
        min=2,
        help=f"How many games to play under each rulebook: {GAMES}, or with --until at most {MOST_GAMES:,}.",
    ),
]
UntilNarrow = Annotated[
    str | None,
    typer.Option(
        "--until",
        metavar="[FIGURE=]REACH",
        help="Stop once the 95% interval of a difference reaches no farther to either side: 5pp for who wins, SIDE=5pp "
        "for one side's wins, FIGURE=2.5 for another figure of the table.",
    ),
]
OutFolder = Annotated[
    Path | None,
    typer.Option(
        "--out",
        metavar="FOLDER",
        help="Keep every game, in a file of JSON lines for each rulebook; a stopped comparison goes on there.",
    ),
]
SavedGames = Annotated[
    Path | None,
    typer.Option(
        "--games-from",
        metavar="FOLDER",
        help="Compare the finished games that people saved in a folder; nothing is played.",
    ),
]
EachOption = Annotated[
    bool, typer.Option("--each-option", help="Hold A with each of its options in turn against A without.")
]
Everything = Annotated[
    bool, typer.Option("--all", help="Of several rulebooks, also the effects that are not significant.")
]
Report = Annotated[
    Path | None, typer.Option("--report", metavar="FILE", help="Also write a report, as .html (needs crex[lab]).")
]
Plots = Annotated[
    list[Path] | None,
    typer.Option("--plot", metavar="FILE", help="Also draw it, as .png or .svg (needs crex[lab]); may be repeated."),
]


def compare(
    edition: Rulebooks,
    games: GameCount = None,
    game: GameName = None,
    rules: RulePaths = None,
    seed: FirstSeed = 0,
    bot: BotOptions = None,
    workers: WorkersOption = None,
    cluster: ClusterOption = None,
    scenario: ScenarioOption = None,
    until: UntilNarrow = None,
    out: OutFolder = None,
    games_from: SavedGames = None,
    each_option: EachOption = False,
    everything: Everything = False,
    report: Report = None,
    plot: Plots = None,
    as_json: AsJson = False,
) -> None:
    """Play the same seeds under two or more rulebooks and say what each does otherwise than the first.

    A and B are editions in any short form, with what is taken besides: EDITION+OPTION+RULING=READING. Differences
    come with the interval in which they lie 95 times out of 100; significant is what is left after a correction
    for all that is told together. A report is one file that holds all it takes to repeat the comparison. Games
    that go wrong are left out and told, and the exit code is 1. Rulebooks take turns, a few seeds each: Ctrl-C
    compares what was played so far. Whoever is not named by --bot is played by the default bot.

    \b
    Examples:
      crex compare EDITION EDITION
      crex compare EDITION EDITION+OPTION EDITION+as-printed -n 5000
      crex compare EDITION EDITION --until 5pp --out games
      crex compare EDITION EDITION --until SIDE=3pp
      crex compare EDITION EDITION --scenario 'SCENARIO PLACE THING,THING THING'
      crex compare EDITION EDITION --games-from FOLDER
      crex compare EDITION --each-option --bot SIDE=POLICY
      crex compare EDITION EDITION --report report.html --plot effects.png --plot effects.svg
      crex compare EDITION EDITION --seed 7 --json | jq '.comparison.effects[] | select(.significant)'
    """
    from crex_dsl.lab.comparison.compare import comparison
    from crex_dsl.system.cache import release
    from crex_dsl.system.processes import interrupts_ignored

    see_to_plots(plot or ())
    if report is not None:
        see_to_report(report)
    most = (MOST_GAMES if until else GAMES) if games is None else games
    chosen = _chosen(rules or (), game, edition, each_option)
    if scenario is not None:
        chosen = in_one_language(chosen)  # scenes come out in words
    records = _records(chosen, bot or (), most, seed, scenario)
    if out is not None:
        see_to_folder(out)
    if games_from is not None:
        _see_to_saved({"-n": games, "--bot": bot, "--until": until, "--out": out, "--scenario": scenario})
        read_saved(games_from, records)
        for record in records:
            record.order = replace(record.order, games=len(record.whole))
        progress = Progress(0, None)
    else:
        rule = _rule(until, records)
        among = None if cluster else processes(workers)
        progress = play_records(records, playing(workers, cluster), among, out, rule)
    interrupted = progress.interrupted
    with interrupts_ignored() if interrupted else nullcontext():  # a second one takes nothing away
        found = comparison(records, are_paired=games_from is None)
        tell_how_to_repeat(records, [book.faults for book in found.rulebooks], rules or ())
        version, command = release(), _repeated(records, bot or (), rules or (), report, games_from)
        if as_json:
            from crex_dsl.cli.documents import CompareDocument

            typer.echo(CompareDocument(crex=version, command=command, comparison=found).model_dump_json(indent=2))
        else:
            from crex_dsl.cli.lab.comparison_text import show_comparison

            show_comparison(found, everything)
            progress.tell()
        for file in _written(found, records[0].order.files, report, plot or [], version, command):
            if not as_json:
                typer.echo(said("written: {file}", file=file.resolve()))
    if interrupted:
        raise typer.Exit(INTERRUPTED)
    if found.faults:
        raise typer.Exit(NO)


def _chosen(rules: Iterable[Path], game: str | None, written: list[str], each_option: bool) -> list[Chosen]:
    """The rulebooks asked for, each of them once."""
    found = several_selected(rules, game, written)
    if each_option:
        if len(found) > 1:
            raise WrongUsage(said("--each-option takes one rulebook: name the one that has the options"))
        return [*found, *_with_each_option(found[0])]
    if len(found) == 1:
        raise WrongUsage(said("name two rulebooks or more, or one with --each-option"))
    return each_once(found)


def _with_each_option(chosen: Chosen) -> list[Chosen]:
    """A rulebook with each option that can be taken there, and with what that option needs."""
    from crex_dsl.rulebook.selection.selection import SelectionError

    files, index, base = chosen
    edition = index.edition(base.edition)
    found: list[Chosen] = []
    for names in index.permitted(edition, 1):
        try:
            selection = index.select(base.edition, [*base.names, *names])
        except SelectionError:
            continue  # it does not go with what is taken already
        if selection != base and selection not in [other for _, _, other in found]:
            found.append((files, index, selection))
    if not found:
        raise NoAnswer(
            said(
                "{rulebook} takes no other options: `crex options` lists them"
                if base.names
                else "{rulebook} takes no options: `crex options` lists them",
                rulebook=book_name(base),
            )
        )
    return found


def _records(
    chosen: Iterable[Chosen], bots: Iterable[str], games: int, seed: int, scenario: str | None
) -> list[Record]:
    """A clean sheet for each rulebook."""
    from crex_dsl.engine.game import game_of
    from crex_dsl.lab.bots.registry import default_bot, seated
    from crex_dsl.lab.comparison.compare import Record
    from crex_dsl.lab.simulation.series import Order

    found: list[Record] = []
    for files, index, selection in chosen:
        plays = game_of(files, selection, watched=True)
        asks = {ruling.id: ruling.asks for ruling in index.rulings}
        taken = {
            name: asks[name.partition("=")[0]] if "=" in name else index.option(name).title for name in selection.names
        }
        order = Order(files, selection, seated(plays, bots, usual=default_bot(plays)), games, seed)
        order = replace(order, scenario=begins_with(plays, scenario))
        found.append(Record(book_name(selection), plays, order, index.edition(selection.edition).title, taken))
    return found


def _rule(until: str | None, records: list[Record]) -> StoppingRule | None:
    """When there are games enough."""
    from crex_dsl.lab.comparison.stopping_rule import StoppingRule, UnreadableRule

    if until is not None and "=" not in until and records[0].order.scenario:
        raise WrongUsage(
            said("--until {until}: nobody wins a scenario; say which figure, as in decisions=2", until=until)
        )
    try:
        return None if until is None else StoppingRule.read(until, records[0].reader)
    except UnreadableRule as error:
        raise WrongUsage(str(error)) from None


def play_records(
    records: Sequence[Record],
    playing: Playing,
    among: int | None,
    out: Path | None,
    enough: Callable[[Sequence[Record]], bool] | None,
) -> Progress:
    """Play all games, or enough of them, with an estimate and a bar on a terminal."""
    from crex_dsl.lab.comparison.rounds import Rounds

    progress = Progress(sum(record.order.games for record in records), among)
    with ExitStack() as stack:
        rounds = Rounds(records, _kept(stack, out, records), enough)
        progress.watch(rounds.play(playing), len(records), lambda: rounds.known, enough is not None)
    if enough is not None and not progress.interrupted:
        for record in records:
            record.order = replace(record.order, games=len(record.whole))
    return progress


def tell_how_to_repeat(records: Sequence[Record], faults: Iterable[Iterable[Fault]], rules: Iterable[Path]) -> None:
    """Put the command that plays it again with every game that went wrong, sheet by sheet."""
    for record, found in zip(records, faults, strict=True):
        for fault in found:
            fault.command = again(record.order, fault.seed, rules)


def _kept(stack: ExitStack, folder: Path | None, records: Sequence[Record]) -> list[Ledger]:
    """The files in which games are kept, one for each rulebook."""
    from crex_dsl.lab.simulation.results_file import kept

    if folder is None:
        return []
    return [stack.enter_context(kept(folder / _file_name(each.name), each.game, each.order)) for each in records]


def _file_name(rulebook: str) -> str:
    """What the file of a rulebook is called; names that no folder would take are cut, and told apart by a digest."""
    name = rulebook.replace("/", "-").replace(":", "-")
    if len(name) > LONGEST_NAME:
        name = f"{name[:LONGEST_NAME]}-{hashlib.sha256(rulebook.encode()).hexdigest()[:12]}"
    return f"{name}.jsonl"


def _see_to_saved(given: dict[str, object]) -> None:
    """Refuse what says how games are to be played where they have been."""
    played = [flag for flag, value in given.items() if value]
    if played:
        raise WrongUsage(said("--games-from plays nothing: leave out {played}", played=listed_as_said(played)))


def _repeated(
    records: list[Record], bots: Iterable[str], rules: Iterable[Path], report: Path | None, saved: Path | None
) -> str:
    """The command that gives the same answer unless a bot thinks by the clock, and the same report wherever it runs."""
    order = records[0].order
    words = ["crex", "compare", *(record.name for record in records), "-g", order.files.id]
    if saved is None:
        words += ["--games", str(order.games), "--seed", str(order.seed)]
    else:
        words += ["--games-from", str(saved)]
    return command_line(
        words,
        ("--bot", bots),
        ("--scenario", [shlex.join(order.scenario)] if order.scenario else []),
        ("--rules", rules),
        ("--report", [report.name] if report is not None else []),
    )


def _written(
    found: Comparison, files: GameFiles, report: Path | None, plots: Iterable[Path], version: str, command: str
) -> Iterator[Path]:
    """Write the files asked for, the report last."""
    from crex_dsl.lab.comparison.plots import saved

    for plot in plots:
        saved(found, plot)
        yield plot
    if report is not None:
        from crex_dsl.lab.comparison.ladder import ladder
        from crex_dsl.lab.comparison.report import report as page

        played = {name for book in found.rulebooks for name in book.bots.values()}
        editions = dict.fromkeys(book.edition for book in found.rulebooks)
        rungs = [rung for edition in editions for rung in ladder(files, edition, played)]
        write_file(report, page(found, version, command, rungs))
        yield report
