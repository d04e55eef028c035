"""`crex tune`: weights of `worth` from self-play, tried in a match before they are written."""

from __future__ import annotations

import hashlib
import shlex
import tempfile
from collections.abc import Iterable, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from crex_dsl.cli.arguments import AsJson, FirstSeed, GameName, OptionNames, RulePaths, several_selected
from crex_dsl.cli.completion import bot_names, rulebooks
from crex_dsl.cli.errors import INTERRUPTED, NO, NoAnswer
from crex_dsl.cli.lab.compare import play_records, tell_how_to_repeat
from crex_dsl.cli.lab.progress import processes
from crex_dsl.cli.lab.simulate import ClusterOption, WorkersOption, command_line, playing
from crex_dsl.cli.output_files import see_to_folder, see_to_rules, write_file
from crex_dsl.text.messages import said

if TYPE_CHECKING:
    from crex_dsl.cli.arguments import Chosen
    from crex_dsl.cli.lab.simulate import Playing
    from crex_dsl.lab.simulation.summary import Fault
    from crex_dsl.lab.tuning.self_play import PlayedRecord, Proposal
    from crex_dsl.lab.tuning.tuning import Score, Tuning


GAMES, MATCH = 200, 200
CANDIDATE = "candidate.crex"
SHORT = 12  # how much of a digest tells candidates apart

Rulebook = Annotated[str | None, typer.Argument(metavar="[EDITION]", autocompletion=rulebooks)]
GameCount = Annotated[
    int, typer.Option("--games", "-n", metavar="N", min=10, help="How many games of self-play to fit the weights to.")
]
MatchGames = Annotated[
    int,
    typer.Option(
        "--match", metavar="N", min=20, help="In how many games new weights meet old ones, in all seats alike."
    ),
]
Player = Annotated[
    str | None,
    typer.Option(
        "--bot",
        metavar="NAME",
        help="Who plays all sides, in self-play and in the match; normal where nothing is said.",
        autocompletion=bot_names,
    ),
]
Written = Annotated[
    Path | None,
    typer.Option(
        "--to", metavar="FILE", help="The rule file to write accepted weights to, as .crex: tuned-EDITION.crex."
    ),
]
OutFolder = Annotated[
    Path | None,
    typer.Option("--out", metavar="FOLDER", help="Keep every game there; a stopped run goes on with the same command."),
]


def tune(
    edition: Rulebook = None,
    game: GameName = None,
    option: OptionNames = None,
    rules: RulePaths = None,
    games: GameCount = GAMES,
    match: MatchGames = MATCH,
    seed: FirstSeed = 0,
    bot: Player = None,
    workers: WorkersOption = None,
    cluster: ClusterOption = None,
    out: OutFolder = None,
    to: Written = None,
    as_json: AsJson = False,
) -> None:
    """Fit the weights of `worth` to self-play, and write them as a rule file if they win a match.

    One bot plays all sides; at the end of each stage that `worth` names it is noted what counts for whom, and ridge
    logistic regression, cross-validated by game, says how much of each tells who will win. The new weights are
    written only if bots that go by them beat those that go by the old ones, beyond luck; else the exit code is 1.
    The file is an option of the edition: read it, change it, and take it with --rules FILE -o NAME.

    \b
    Examples:
      crex tune
      crex tune EDITION -n 500 --match 400 --out games
      crex tune EDITION --bot easy --to weights.crex
      crex tune EDITION --json | jq '.tuning.weights[] | select(.old != .new)'
    """
    from crex_dsl.system.cache import release
    from crex_dsl.system.processes import interrupts_ignored

    ready()
    (chosen,) = several_selected(rules or (), game, [edition or ""], option or ())
    target = to or Path(f"tuned-{chosen[2].edition}.crex")
    see_to_rules(target)
    work = _Work(chosen, rules or (), bot, playing(workers, cluster), None if cluster else processes(workers), out)
    if out is not None:
        see_to_folder(out)
    proposal = work.self_play(games, seed)
    found = work.told(proposal, seed)
    if found.changed and not work.interrupted:
        with tempfile.TemporaryDirectory(prefix="crex-") as folder:
            found.match = work.match(found, match, seed + games, out or Path(folder))
    found.accepted = found.match is not None and found.match.won and not work.interrupted
    found.command, found.crex = _repeated(found, rules or (), games, match), release()
    with interrupts_ignored() if work.interrupted else nullcontext():  # a second one takes nothing away
        if found.accepted:
            write_file(target, work.rule_text(found, list(found.story())))
        if as_json:
            from crex_dsl.cli.documents import TuneDocument

            written = str(target.resolve()) if found.accepted else None
            typer.echo(TuneDocument(tuning=found, faults=work.faults, written=written).model_dump_json(indent=2))
        else:
            from crex_dsl.cli.lab.tune_text import show_tuning

            show_tuning(found, work.faults)
            if found.accepted:
                flags = f"--rules {shlex.quote(str(target))} -o {work.name}"
                typer.echo(said("written: {file}; to play with it: {flags}", file=target.resolve(), flags=flags))
    if work.interrupted:
        raise typer.Exit(INTERRUPTED)
    if not found.accepted:
        raise typer.Exit(NO)


def ready() -> None:
    """Nothing, if weights can be fitted here; otherwise raises NoAnswer."""
    try:
        import numpy  # noqa: F401
    except ImportError:
        raise NoAnswer(said("crex tune needs NumPy: install it with `pip install crex[lab]`")) from None


class _Work:
    """Games that are played to tune one rulebook: who plays them where, and what went wrong in them."""

    def __init__(
        self,
        chosen: Chosen,
        rules: Iterable[Path],
        wish: str | None,
        playing: Playing,
        among: int | None,
        out: Path | None,
    ) -> None:
        from crex_dsl.engine.game import game_of
        from crex_dsl.lab.bots.registry import bot_name, default_bot
        from crex_dsl.lab.tuning.rule_file import free_name, weighing
        from crex_dsl.lab.tuning.self_play import old_weights

        self.files, index, self.selection = chosen
        self.rules, self.playing, self.among, self.out = list(rules), playing, among, out
        self.game = game_of(self.files, self.selection, watched=True)
        old_weights(self.game)
        self.bot = default_bot(self.game) if wish is None else bot_name(self.game, wish)
        self.name = free_name(index, self.selection.edition)
        self._replaced, self._followed = weighing(self.files, self.selection)
        self.interrupted = False
        self.faults: list[Fault] = []

    def self_play(self, games: int, seed: int) -> Proposal:
        """Play all sides alike, and see what that says of the weights."""
        from crex_dsl.lab.simulation.series import Order
        from crex_dsl.lab.tuning.self_play import PlayedRecord, proposed

        bots = dict.fromkeys(self.game.players, self.bot)
        order = Order(self.files, self.selection, bots, games, seed, weighed=True)
        record = PlayedRecord("self-play", self.game, order)
        self._play([record])
        return proposed(self.game, record.playouts)

    def match(self, found: Tuning, games: int, seed: int, folder: Path) -> Score | None:
        """Let new weights meet the old ones; they are in a file of that folder meanwhile."""
        from crex_dsl.engine.game import game_of
        from crex_dsl.lab.simulation.series import Order
        from crex_dsl.lab.tuning.self_play import PlayedRecord
        from crex_dsl.lab.tuning.trial_match import LEAST_SEEDS, score, seatings
        from crex_dsl.rulebook.files.games import Library
        from crex_dsl.rulebook.selection.catalogue import index_of

        candidate = folder / CANDIDATE
        write_file(candidate, self.rule_text(found, ()))
        files = Library.at_hand([*self.rules, candidate]).files(self.files.id)
        index, taken = index_of(files), self.selection
        old = index.select(taken.edition, taken.names, taken.language)
        others = [name for name in taken.names if name not in self._replaced]
        new = index.select(taken.edition, [*others, self.name], taken.language)
        game = game_of(files, old, watched=True)
        bots = dict.fromkeys(game.players, self.bot)
        digest = hashlib.sha256(candidate.read_bytes()).hexdigest()[:SHORT]
        seats = seatings(game.players)
        seeds = max(LEAST_SEEDS, -(-games // len(seats)))
        records = [
            PlayedRecord(
                f"match-{digest}-{'-'.join(some)}",
                game,
                Order(files, old, bots, seeds, seed, minds=dict.fromkeys(some, new)),
            )
            for some in seats
        ]
        self._play(records)
        return score(list(zip(seats, records, strict=True)))

    def _play(self, records: Sequence[PlayedRecord]) -> None:
        progress = play_records(records, self.playing, self.among, self.out, None)
        self.interrupted |= progress.interrupted
        tell_how_to_repeat(records, (record.faults for record in records), self.rules)
        self.faults += [fault for record in records for fault in record.faults]

    def told(self, proposal: Proposal, seed: int) -> Tuning:
        """What is known before the match."""
        from crex_dsl.lab.tuning.tuning import Losses, Tuning, Weight

        plays, validation = self.game, proposal.validation
        return Tuning(
            game=plays.id,
            title=plays.title,
            edition=plays.edition,
            options=list(plays.options),
            does=plays.does,
            stage=plays.namer.called(plays.tables["worth"][0]),
            bot=self.bot,
            seed=seed,
            games=proposal.games,
            moments=proposal.moments,
            weights=[
                Weight(title=title, old=number, new=proposal.new[title], seen=title not in proposal.unseen)
                for title, number in proposal.old.items()
            ],
            losses=Losses(
                ridge=validation.ridge,
                new=validation.ridges[validation.ridge],
                old=validation.old,
                seats=validation.seats,
            ),
            changed=proposal.changes,
        )

    def rule_text(self, found: Tuning, story: Iterable[str]) -> str:
        """The weights as a rule file; what options weigh that do something else, too, it weighs after them."""
        from crex_dsl.lab.tuning.rule_file import rule_file
        from crex_dsl.rulebook.selection.selection import STANDARD

        edition = self.selection.edition
        layer = self.files.id if edition == STANDARD else edition
        return rule_file(self.name, layer, found.weights, self._followed, story)


def _repeated(found: Tuning, rules: Iterable[Path], games: int, match: int) -> str:
    """The command that gives the same answer unless a bot thinks by the clock."""
    words = ["crex", "tune", found.rulebook, "-g", found.game, "--bot", found.bot]
    words += ["--games", str(games), "--match", str(match), "--seed", str(found.seed)]
    return command_line(words, ("--rules", rules))
