"""Tables that are open in this process: rebuilt from their decisions, kept while they are used, never ahead of them."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from crex_dsl.engine.errors import CrexError, RuleFault
from crex_dsl.engine.game import ONLOOKER, Game, game_of
from crex_dsl.engine.run.position import Position
from crex_dsl.engine.run.program import program_key
from crex_dsl.engine.secrecy.secret_choices import asked_at_once, chosen_in_secret
from crex_dsl.gameplay.history import GameHistory
from crex_dsl.gameplay.progress.game_record import GameRecord
from crex_dsl.gameplay.progress.standings import standings
from crex_dsl.gameplay.saved_games import CarriedOut
from crex_dsl.rulebook.selection.catalogue import index_of
from crex_dsl.table.desk.bot_minds import BotMind
from crex_dsl.table.errors import Fault, Stale, Unknown
from crex_dsl.table.store.database import FILE, Database
from crex_dsl.table.store.decisions import Decided, DecisionStore, Sealed
from crex_dsl.table.store.records import RecordStore, TakeBack
from crex_dsl.table.store.rule_files import RuleStore
from crex_dsl.table.store.tables import OBSERVER, SeatRow, TableRow, TableStore, not_yours
from crex_dsl.text.messages import said

MOST_OPEN = 250
_MOST_GAMES = 40
SNAPSHOT_EVERY = 200
Sayings = tuple[list[dict[str, Any]], TakeBack | None]


class OpenTable:
    """A table as it stands in this process."""

    def __init__(self, row: TableRow, seats: Sequence[SeatRow], game: Game, record: GameRecord, base: int) -> None:
        self.row, self.seats, self.game, self.record = row, list(seats), game, record
        self.base = base  # decisions that the opening brought with it
        self.pictures: dict[tuple[Any, ...], str] = {}
        self.decided_by: set[str] = set()  # who has decided anything here
        self.minds: dict[tuple[str, str], BotMind] = {}  # of bots that have thought here, by seat and name

    @property
    def decided(self) -> int:
        """How many decisions were taken at this table."""
        return len(self.record) - self.base

    @property
    def now(self) -> Position:
        """Where the game stands."""
        return self.record.now

    def seat(self, seat: str) -> SeatRow:
        """A seat; raises Unknown."""
        for each in self.seats:
            if each.seat == seat:
                return each
        raise Unknown(said("this table has no such seat"))

    def number(self, seat: str) -> int:
        """The number of what is newest for a seat; it never falls."""
        return self.record.count(viewer_of(seat)) + self.seat(seat).skipped

    @property
    def people(self) -> list[str]:
        """The sides that people play."""
        return [seat.seat for seat in self.seats if seat.sort == "person"]

    @property
    def waiting(self) -> str | None:
        """Who decides now."""
        decision = self.now.decision
        return None if decision is None else decision.who

    def asking(self, seat: str) -> Position | None:
        """The position in which a seat decides now: as things stand, or where it chooses in secret with others."""
        if seat == self.waiting:
            return self.now
        return asked_at_once(self.now).get(seat) if seat in self.row.asked else None


def others_asked(position: Position) -> list[str]:
    """Who else chooses in secret together with whoever decides in a position."""
    return list(asked_at_once(position))[1:]


def viewer_of(seat: str) -> str:
    """Through whose eyes a seat looks."""
    return ONLOOKER if seat == OBSERVER else seat


def result_of(position: Position) -> dict[str, Any] | None:
    """How a game ended, as it is stored; None while it goes on."""
    result = position.result
    if result is None:
        return None
    found = standings(position)
    return {
        "text": str(result),
        "kind": result.kind,
        "winners": list(result.winners),
        "clause": result.clause,
        "standings": [{"title": title, "values": figures} for title, figures in found.players.items()],
        "figures": [{"title": title, "value": value} for title, value in found.game.items()],
    }


@dataclass
class Stores:
    """Everything that lasts, in one data folder."""

    folder: Path
    database: Database
    tables: TableStore
    decisions: DecisionStore
    records: RecordStore
    rules: RuleStore

    @classmethod
    def at(cls, folder: Path, rules: Sequence[Path] = (), alone: bool = False) -> Stores:
        """What lasts in a data folder; `rules` are at hand for new tables besides our own.

        Where one thread is `alone` with it, what it has read is known to hold until somebody else changes something.
        """
        database = Database.in_file(folder / FILE, alone)
        return cls(
            folder,
            database,
            TableStore(database),
            DecisionStore(database),
            RecordStore(database),
            RuleStore(database, folder / "rules", rules),
        )


class Desk:
    """The tables of this process, the least used of which are closed again."""

    def __init__(self, stores: Stores) -> None:
        self.stores = stores
        self._open: OrderedDict[str, OpenTable] = OrderedDict()
        self._games: OrderedDict[tuple[str, str, tuple[str, ...]], Game] = OrderedDict()
        self._rows: dict[str, tuple[TableRow, list[SeatRow]]] = {}  # as they were read after the last of these changes
        self._sayings: dict[str, Sayings] = {}  # the same of what is said there
        self._changes: int | None = None

    def game(self, rulebook: str, edition: str, options: Sequence[str]) -> Game:
        """The game under the rule files of a digest."""
        key = rulebook, edition, tuple(options)
        if key not in self._games:
            files = self.stores.rules.files(rulebook)
            self._games[key] = game_of(files, index_of(files).select(edition, options))
            while len(self._games) > _MOST_GAMES:
                self._games.popitem(last=False)
        self._games.move_to_end(key)
        return self._games[key]

    def admitted(self, table_id: str, seat: str, key: str) -> OpenTable:
        """A table as it stands in the database, to somebody with the key to a seat; raises Denied."""
        row, seats = self._read(table_id)
        if not any(each.seat == seat and each.opened_by(key) for each in seats):
            raise not_yours()
        return self._brought_up(row, seats)

    def table(self, table_id: str) -> OpenTable:
        """A table as it stands in the database."""
        return self._brought_up(*self._read(table_id))

    def _read(self, table_id: str) -> tuple[TableRow, list[SeatRow]]:
        """A table and its seats as they stand in the database."""
        changes = self.stores.database.changes()
        if changes is None or changes != self._changes or len(self._rows) > MOST_OPEN:
            self._rows.clear()
            self._sayings.clear()
            self._changes = changes
        if table_id not in self._rows:
            self._rows[table_id] = self.stores.tables.both(table_id)
        return self._rows[table_id]

    def sayings(self, table_id: str) -> Sayings:
        """The chat of a table that was just read, and a wish to take something back there."""
        if table_id not in self._sayings:
            records = self.stores.records
            self._sayings[table_id] = records.chat(table_id), records.take_back(table_id)
        return self._sayings[table_id]

    def forget(self, table_id: str) -> None:
        """Read a table anew when it is next asked for: this process has changed it itself."""
        self._rows.pop(table_id, None)
        self._sayings.pop(table_id, None)

    def _brought_up(self, row: TableRow, seats: list[SeatRow]) -> OpenTable:
        """A table up to its last decision, from what is open already or anew."""
        table = self._open.get(row.id)
        if table is None or table.row.epoch != row.epoch or table.decided > row.decided:
            table = self._opened(row, seats)
            self._open[row.id] = table
            while len(self._open) > MOST_OPEN:
                self._open.popitem(last=False)
        elif table.decided < row.decided:
            missing = self.stores.decisions.after(row.id, table.decided)[: row.decided - table.decided]
            table.record.replay(self._codes(table.game, missing))
            table.decided_by.update(who for who, _ in missing)
        self._open.move_to_end(row.id)
        table.row, table.seats = row, seats
        with suppress(Stale):  # somebody else was faster, and it is read anew next time
            self._open_sealed(table)
        return table

    def _opened(self, row: TableRow, seats: list[SeatRow]) -> OpenTable:
        game = self.game(row.rulebook, row.edition, row.options)
        try:
            if row.opening is None:
                record = GameRecord(game.start(row.seed))
            else:
                record = GameRecord.of(GameHistory.of(game.from_json(row.opening)))
            base = len(record)
            decided = self.stores.decisions.after(row.id, 0)[: row.decided]
            codes = self._codes(game, decided)
            known = self.stores.decisions.snapshot(row.id, self._program(game))
            if known is not None and base + known[0] <= base + len(codes):
                number, state = known
                record = GameRecord.from_snapshot(record.opening, [*record.decided, *codes], base + number, state)
            else:
                record.replay(codes)
        except CrexError as error:
            raise Fault(
                said("this table cannot be opened, for its decisions and its rules disagree: {error}", error=error)
            ) from None
        table = OpenTable(row, seats, game, record, base)
        table.decided_by.update(who for who, _ in decided)
        return table

    def _codes(self, game: Game, decided: Sequence[Decided]) -> list[tuple[int, tuple[()]]]:
        return [(game.spelled_code(name), ()) for _, name in decided]

    def _program(self, game: Game) -> str:
        return program_key(game.files, game.selection)

    # ---- writing ----
    def append(self, table: OpenTable, taken: Sequence[tuple[int, Position]], order: CarriedOut | None = None) -> None:
        """Store decisions with where each led, then let the table stand there; raises Stale where it has moved on.

        Whoever is asked in secret then and has answered already need not be waited for.
        """
        self._append(table, taken, order)
        self._open_sealed(table)

    def _open_sealed(self, table: OpenTable) -> None:
        """Let answers that were sealed count, as far as the rules ask for them now."""
        while chosen_in_secret(table.now):
            sealed = self.stores.decisions.sealed(table.row.id).get(table.now.asked().who)
            if sealed is None:
                return
            after, code = table.now.copy(), table.game.spelled_code(sealed.name)
            try:
                after.take(code)
            except RuleFault:  # which is told to whom the rules ask
                self.seal(table, sealed.seat, None)
                return
            self._append(table, [(code, after)], None, sealed)

    def _append(
        self,
        table: OpenTable,
        taken: Sequence[tuple[int, Position]],
        order: CarriedOut | None,
        opened: Sealed | None = None,
    ) -> None:
        named: list[Decided] = []
        before = table.now
        for code, after in taken:
            named.append((before.asked().who, table.game.spelled(code)))
            before = after
        decided, decision = table.decided, before.decision
        waiting, result = None if decision is None else decision.who, result_of(before)
        asked = others_asked(before)
        if asked and chosen_in_secret(table.now):  # whoever of them has answered is asked no more
            kept = self.stores.decisions.sealed(table.row.id)
            asked = [seat for seat in asked if seat not in kept]
        self.stores.decisions.append(
            table.row.id, decided, table.row.epoch, named, waiting, result, order, asked, opened
        )
        for code, after in taken:
            table.record.append(code, after)
        table.decided_by.update(who for who, _ in named)
        table.row = replace(table.row, decided=table.decided, waiting=waiting, result=result, asked=tuple(asked))
        self._rows[table.row.id] = table.row, table.seats
        if table.decided // SNAPSHOT_EVERY > decided // SNAPSHOT_EVERY:
            self.stores.decisions.store_snapshot(
                table.row.id, table.row.epoch, table.decided, self._program(table.game), table.now.state
            )

    def seal(self, table: OpenTable, seat: str, code: int | None) -> None:
        """Keep the answer of a seat that is asked in secret until it counts, or for None none any more."""
        name = None if code is None else table.game.spelled(code)
        asked = [other for other in others_asked(table.now) if other in table.row.asked and other != seat]
        asked += [seat] if code is None and seat != table.waiting else []
        self.stores.decisions.seal(table.row.id, table.decided, table.row.epoch, seat, name, asked)
        table.row = replace(table.row, asked=tuple(asked))
        self._rows[table.row.id] = table.row, table.seats

    def withdraw(self, table: OpenTable, left: int) -> None:
        """Take back all but so many decisions of a table; raises Stale where it has moved on."""
        earlier = GameRecord(table.record.opening)
        earlier.replay(table.record.decided[: table.base + left])
        decision = earlier.now.decision
        skipped = {}
        for seat in table.seats:  # whoever saw nothing of it is told nothing
            viewer = viewer_of(seat.seat)
            if _told(table.record, viewer) != _told(earlier, viewer):
                skipped[seat.seat] = table.number(seat.seat) + 1 - earlier.count(viewer)
        self.stores.decisions.withdraw(
            table.row.id,
            table.decided,
            table.row.epoch,
            left,
            None if decision is None else decision.who,
            skipped,
            others_asked(earlier.now),
        )
        self.forget(table.row.id)
        self._open.pop(table.row.id, None)


def _told(record: GameRecord, viewer: str) -> tuple[Any, ...]:
    """All that a viewer can tell of a game."""
    return record.now.view(viewer).key, [moment.lines for moment in record.moments(viewer)]
