"""A ledger: the games of a series on disk, a line of JSON for each, so that a run that was stopped can go on."""

from __future__ import annotations

import os
import shlex
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from io import BufferedRandom
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from crex_dsl.engine.game import Game
from crex_dsl.engine.run.position import Result
from crex_dsl.lab.simulation.measures import measures_of, weights_of
from crex_dsl.lab.simulation.playouts import Playout
from crex_dsl.lab.simulation.series import Order
from crex_dsl.system.cache import code_digest, release
from crex_dsl.system.input_files import MAX_LEDGER_LINE, NotRegular, bounded_lines, named_in_errors
from crex_dsl.text.messages import apart, marked, said

SYNC = 0.5  # seconds between two times that we make sure the disk has it
SHORT = 16  # how much of a digest tells two apart


class LedgerError(Exception):
    """A file cannot be taken for the ledger of these games, and stays as it is."""


class Strict(BaseModel):
    """A line of a ledger, nothing in it that we do not know."""

    model_config = ConfigDict(extra="forbid")


class Heading(Strict):
    """The first line: which games these are, and which crex plays them under which rules."""

    ledger: Literal["crex simulate"] = "crex simulate"
    version: Literal[1] = 1
    game: str
    edition: str
    options: list[str]
    bots: dict[str, str]
    seed: int
    cap: int
    until: str | None
    scenario: str = ""
    rules: str
    crex: str
    code: str


class Ending(Strict):
    """How a game ended, by whom it was won, and the clause that ended it."""

    kind: str
    winners: list[str]
    clause: str
    outcome: str = ""


class Line(Strict):
    """One game: how it ended, how long it was, and what was measured, under the names of the rule files."""

    seed: int
    result: Ending | None
    fault: str | None
    decisions: int
    answers: int
    stages: dict[str, int]
    measures: dict[str, int]
    each: dict[str, list[int]]


NAMED = {
    "game": marked("the game"),
    "edition": marked("the edition"),
    "options": marked("the options"),
    "bots": marked("the bots"),
    "seed": marked("the first seed"),
    "cap": marked("the cap"),
    "until": marked("where games are cut short"),
    "scenario": marked("the scenario"),
    "rules": marked("the rule files"),
    "crex": marked("the version of crex"),
    "code": marked("the code of crex"),
}


def heading_of(order: Order) -> Heading:
    """The first line of an order's ledger; how many games are asked for is no part of it, so that more can follow."""
    until = order.until
    return Heading(
        game=order.files.id,
        edition=order.selection.edition,
        options=list(order.selection.names),
        bots={player: _mind(order, player, name) for player, name in order.bots.items()},
        seed=order.seed,
        cap=order.cap,
        until=None if until is None else f"{until.what}={until.times}",
        scenario=shlex.join(order.scenario),
        rules=order.files.digest[:SHORT],
        crex=release(),
        code=code_digest("lab")[:SHORT],
    )


def _mind(order: Order, player: str, name: str) -> str:
    """The bot of a player, and by what it thinks where that is another worth than the game's."""
    mind = order.minds.get(player)
    return name if mind is None else f"{name} by {'+'.join([mind.edition, *mind.names])}"


class Ledger:
    """A file of games in the order of their seeds: those in it already, and room for the others."""

    def __init__(self, path: Path, file: BufferedRandom, game: Game, order: Order) -> None:
        self.path, self._file, self._order = path, file, order
        self._synced = 0.0
        self._stages = list(game.tables["stages"])
        gauges = weights_of(game) if order.weighed else measures_of(game)
        self._gauges = [f"{each.name}({', '.join(each.of)})" if each.of else each.name for each in gauges]
        self._each = {name: number for number, name in enumerate(self._gauges) if gauges[number].each is not None}

    def known(self) -> Iterator[Playout]:
        """The games that were played before, as far as they are asked for; a line torn off at the end is cut away."""
        heading = heading_of(self._order)
        whole = 0
        self._file.seek(0)
        for number, line in enumerate(bounded_lines(self._file)):
            if len(line) >= MAX_LEDGER_LINE:
                raise LedgerError(
                    said("{path} holds something else than simulated games: name another file", path=self.path)
                )
            if not line.endswith(b"\n"):
                if number == 0 and not f"{heading.model_dump_json()}\n".encode().startswith(line):
                    raise LedgerError(
                        said("{path} holds something else than simulated games: name another file", path=self.path)
                    )
                break
            if number == 0:
                self._check(line, heading)
            elif number <= self._order.games:
                yield self._playout(line, number)
            whole += len(line)
        self._file.seek(whole)
        self._file.truncate()
        if not whole:
            self._write([heading])

    def add(self, playouts: Iterable[Playout]) -> None:
        """Some games more: once this is done they survive our end, and half a second later that of the machine."""
        self._write(self._line(playout) for playout in playouts)

    def _write(self, lines: Iterable[BaseModel]) -> None:
        with named_in_errors(self.path):
            self._file.write(b"".join(f"{line.model_dump_json()}\n".encode() for line in lines))
            self._file.flush()
            if time.monotonic() - self._synced > SYNC:
                os.fsync(self._file.fileno())
                self._synced = time.monotonic()

    def _check(self, line: bytes, heading: Heading) -> None:
        """Refuse the ledger of other games, and say what differs."""
        try:
            found = Heading.model_validate_json(line)
        except ValidationError:
            raise LedgerError(
                said("{path} holds something else than simulated games: name another file", path=self.path)
            ) from None
        differing = [
            said(
                "{what} ({before}, now {now})",
                what=said(NAMED[name]),
                before=_field_text(getattr(found, name)),
                now=_field_text(getattr(heading, name)),
            )
            for name in NAMED
            if getattr(found, name) != getattr(heading, name)
        ]
        if differing:
            raise LedgerError(
                said(
                    "{path} holds other games and stays as it is: {differing}. Ask for the same again, or name "
                    "another file",
                    path=self.path,
                    differing=apart(differing),
                )
            )

    def _playout(self, text: bytes, number: int) -> Playout:
        try:
            line = Line.model_validate_json(text)
            stages = tuple(line.stages[name] for name in self._stages)
            measured = tuple(line.measures[name] for name in self._gauges) if line.measures else ()
            series: list[tuple[int, ...]] = [()] * len(self._gauges)
            for name, place in self._each.items():
                series[place] = tuple(line.each[name])
        except (ValidationError, KeyError):
            raise LedgerError(
                said("{path} is damaged in line {number}: name another file", path=self.path, number=number + 1)
            ) from None
        wanted = self._order.seed + number - 1
        if line.seed != wanted:
            raise LedgerError(
                said(
                    "{path} is damaged: line {number} holds the game of seed {seed}, not {wanted}",
                    path=self.path,
                    number=number + 1,
                    seed=line.seed,
                    wanted=wanted,
                )
            )
        ended = line.result
        result = None
        if ended is not None:
            result = Result(ended.kind, tuple(ended.winners), ended.clause, outcome=ended.outcome)
        return Playout(line.seed, result, line.fault, line.decisions, line.answers, stages, measured, tuple(series))

    def _line(self, playout: Playout) -> Line:
        result, ended = playout.result, None
        if result is not None:
            winners = list(result.winners)
            ended = Ending(kind=result.kind, winners=winners, clause=result.clause, outcome=result.outcome)
        return Line(
            seed=playout.seed,
            result=ended,
            fault=playout.fault,
            decisions=playout.decisions,
            answers=playout.answers,
            stages=dict(zip(self._stages, playout.stages, strict=True)),
            measures=dict(zip(self._gauges, playout.measured, strict=True)) if playout.measured else {},
            each={name: list(playout.series[place]) for name, place in self._each.items()},
        )


@contextmanager
def kept(path: Path, game: Game, order: Order) -> Iterator[Ledger]:
    """The ledger of an order in a file, new or gone on with; nobody else writes to it meanwhile."""
    if path.exists() and not path.is_file():
        raise NotRegular(path)
    with path.open("a+b") as file:
        _alone(path, file)
        yield Ledger(path, file, game, order)


def _alone(path: Path, file: BufferedRandom) -> None:
    """Make sure that no other run writes to the same file, where the system can tell."""
    with suppress(ImportError):
        import fcntl

        try:
            fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise LedgerError(
                said("another run is writing to {path}: wait for it, or name another file", path=path)
            ) from None


def _field_text(value: Any) -> str:
    """A field of a heading in a sentence."""
    if isinstance(value, dict):
        return ", ".join(f"{key} {name}" for key, name in value.items())
    if isinstance(value, list):
        return ", ".join(value) or said("field-none")
    return said("field-nowhere") if value is None else str(value) or said("field-none")
