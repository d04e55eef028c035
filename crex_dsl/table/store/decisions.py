"""Decisions, each by name under (table, number): appended only where the table stands as it was looked at."""

from __future__ import annotations

import json
import time
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, bindparam, delete, func, select, update
from sqlalchemy.exc import IntegrityError

from crex_dsl.gameplay.saved_games import CarriedOut
from crex_dsl.table.errors import Stale
from crex_dsl.table.store.database import Database, now
from crex_dsl.table.store.schema import (
    decisions,
    leases,
    orders,
    sealed,
    seats,
    snapshots,
    tables,
    take_backs,
    withdrawn,
)
from crex_dsl.table.store.tables import read_table
from crex_dsl.text.messages import said

Decided = tuple[str, str]  # the seat that decided, and the decision by name


@dataclass(frozen=True)
class Sealed:
    """An answer that was given in secret before the rules ask for it: whose, by name, and when."""

    seat: str
    name: str
    at: str


def moved_on() -> Stale:
    """The refusal of what was decided on a table that stands otherwise by now."""
    return Stale(said("the table has moved on since you looked: see how it stands now, and decide anew"))


# What every decision does, put together once.
_MOVE_ON = (
    update(tables)
    .where(
        tables.c.id == bindparam("table"),
        tables.c.decided == bindparam("before"),
        tables.c.epoch == bindparam("in_epoch"),
    )
    .values(
        decided=bindparam("decided"),
        waiting=bindparam("waiting"),
        result=bindparam("result"),
        asked=bindparam("now_asked"),
    )
)
_ADD = decisions.insert()


class DecisionStore:
    """The decisions of all tables."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def after(self, table_id: str, number: int) -> list[Decided]:
        """The decisions of a table after a number of them."""
        query = (
            select(decisions.c.seat, decisions.c.name)
            .where(decisions.c.table_id == table_id, decisions.c.number > number)
            .order_by(decisions.c.number)
        )
        with self.database.reading() as connection:
            return [(row.seat, row.name) for row in connection.execute(query)]

    def times(self, table_id: str) -> list[tuple[str, str]]:
        """Who decided when."""
        query = select(decisions.c.seat, decisions.c.at).where(decisions.c.table_id == table_id)
        with self.database.reading() as connection:
            return [(row.seat, row.at) for row in connection.execute(query.order_by(decisions.c.number))]

    def append(
        self,
        table_id: str,
        decided: int,
        epoch: int,
        taken: Sequence[Decided],
        waiting: str | None,
        result: dict[str, Any] | None,
        order: CarriedOut | None = None,
        asked: Sequence[str] = (),
        opened: Sealed | None = None,
    ) -> None:
        """Add decisions to a table that has come so far and no farther; raises Stale where it has moved on.

        When this returns, they are on disk. An answer that was sealed is `opened`: it was decided when it was sealed.
        """
        at = now() if opened is None else opened.at
        try:
            with self.database.writing() as connection:
                moved = connection.execute(
                    _MOVE_ON,
                    {
                        "table": table_id,
                        "before": decided,
                        "in_epoch": epoch,
                        "decided": decided + len(taken),
                        "waiting": waiting,
                        "result": None if result is None else json.dumps(result),
                        "now_asked": json.dumps(list(asked)),
                    },
                )
                if moved.rowcount != 1:
                    raise moved_on()
                rows = [
                    {"table_id": table_id, "number": decided + place, "seat": seat, "name": name, "at": at}
                    for place, (seat, name) in enumerate(taken, start=1)
                ]
                connection.execute(_ADD, rows)
                if order is not None:
                    row = {"table_id": table_id, "first": order.first, "until": order.end, "shows": int(order.shows)}
                    connection.execute(orders.insert().values(row))
                if opened is not None:
                    kept = (sealed.c.table_id == table_id, sealed.c.seat == opened.seat)
                    connection.execute(delete(sealed).where(*kept))
        except IntegrityError:
            raise moved_on() from None

    def withdraw(
        self,
        table_id: str,
        decided: int,
        epoch: int,
        left: int,
        waiting: str | None,
        skipped: dict[str, int],
        asked: Sequence[str] = (),
    ) -> None:
        """Take back all but so many decisions; raises Stale where the table has moved on.

        Answers that are sealed go with them. `skipped` is by how much the numbers of each seat run ahead from now on,
        so that none is used twice.
        """
        with self.database.writing() as connection:
            moved = connection.execute(
                update(tables)
                .where(tables.c.id == table_id, tables.c.decided == decided, tables.c.epoch == epoch)
                .values(decided=left, epoch=epoch + 1, waiting=waiting, result=None, asked=json.dumps(list(asked)))
            )
            if moved.rowcount != 1:
                raise moved_on()
            gone = (decisions.c.table_id == table_id, decisions.c.number > left)
            columns = (decisions.c.table_id, decisions.c.number, decisions.c.seat, decisions.c.name, decisions.c.at)
            rows = [{**row._asdict(), "epoch": epoch} for row in connection.execute(select(*columns).where(*gone))]
            if rows:
                connection.execute(withdrawn.insert(), rows)
            connection.execute(delete(decisions).where(*gone))
            connection.execute(delete(snapshots).where(snapshots.c.table_id == table_id, snapshots.c.number > left))
            connection.execute(delete(orders).where(orders.c.table_id == table_id, orders.c.first >= left))
            connection.execute(delete(take_backs).where(take_backs.c.table_id == table_id))
            connection.execute(delete(sealed).where(sealed.c.table_id == table_id))
            for seat, ahead in skipped.items():
                connection.execute(
                    update(seats).where(seats.c.table_id == table_id, seats.c.seat == seat).values(skipped=ahead)
                )

    # ---- choices in secret ----
    def seal(self, table_id: str, decided: int, epoch: int, seat: str, name: str | None, asked: Sequence[str]) -> None:
        """Keep the answer of a seat until the rules ask for it, or for None none any more; raises Stale where the table
        has moved on. When this returns, it is on disk; `asked` are those who are to answer then.
        """
        with self.database.writing() as connection:
            moved = connection.execute(
                update(tables)
                .where(tables.c.id == table_id, tables.c.decided == decided, tables.c.epoch == epoch)
                .values(asked=json.dumps(list(asked)))
            )
            if moved.rowcount != 1:
                raise moved_on()
            connection.execute(delete(sealed).where(sealed.c.table_id == table_id, sealed.c.seat == seat))
            if name is not None:
                connection.execute(sealed.insert().values(table_id=table_id, seat=seat, name=name, at=now()))

    def sealed(self, table_id: str) -> dict[str, Sealed]:
        """The answers that are kept for a table, by seat."""
        with self.database.reading() as connection:
            rows = connection.execute(select(sealed).where(sealed.c.table_id == table_id)).all()
        return {row.seat: Sealed(row.seat, row.name, row.at) for row in rows}

    # ---- orders ----
    def orders(self, table_id: str) -> list[CarriedOut]:
        """The orders that were carried out at a table and not taken back."""
        query = select(orders).where(orders.c.table_id == table_id).order_by(orders.c.first)
        with self.database.reading() as connection:
            rows = connection.execute(query).all()
        return [CarriedOut(first=row.first, end=row.until, shows=bool(row.shows)) for row in rows]

    # ---- states now and then ----
    def snapshot(self, table_id: str, program: str) -> tuple[int, list[int]] | None:
        """The latest state of a table that a program has stored, and after how many decisions."""
        query = (
            select(snapshots)
            .where(snapshots.c.table_id == table_id, snapshots.c.program == program)
            .order_by(snapshots.c.number.desc())
            .limit(1)
        )
        with self.database.reading() as connection:
            row = connection.execute(query).first()
        return None if row is None else (row.number, json.loads(zlib.decompress(row.state)))

    def store_snapshot(self, table_id: str, epoch: int, number: int, program: str, state: Sequence[int]) -> None:
        """Store the state after so many decisions, unless something was taken back meanwhile."""
        packed = zlib.compress(json.dumps(list(state), separators=(",", ":")).encode(), 1)
        here = (snapshots.c.table_id == table_id, snapshots.c.number == number)
        with self.database.writing() as connection:
            if read_table(connection, table_id).epoch != epoch:
                return
            connection.execute(delete(snapshots).where(*here))
            connection.execute(
                snapshots.insert().values(table_id=table_id, number=number, program=program, state=packed)
            )

    # ---- bots ----
    def lease(self, table_id: str, number: int, seconds: float) -> bool:
        """Take the turn of a bot for some time; False where somebody else has it."""
        with self.database.writing() as connection:
            row = connection.execute(select(leases).where(leases.c.table_id == table_id)).first()
            if row is not None and row.number == number and row.until > time.time():
                return False
            connection.execute(delete(leases).where(leases.c.table_id == table_id))
            connection.execute(leases.insert().values(table_id=table_id, number=number, until=time.time() + seconds))
            return True

    def release(self, table_id: str) -> None:
        """Give back the turn of a bot."""
        with self.database.writing() as connection:
            connection.execute(delete(leases).where(leases.c.table_id == table_id))

    def release_all(self) -> None:
        """Take every lease back: who had them is gone."""
        with self.database.writing() as connection:
            connection.execute(delete(leases))

    def waiting_for_bots(self) -> list[str]:
        """The tables at which it is a bot's turn."""
        query = (
            select(tables.c.id)
            .join(seats, (seats.c.table_id == tables.c.id) & (seats.c.seat == tables.c.waiting))
            .where(seats.c.sort == "bot")
        )
        with self.database.reading() as connection:
            return list(connection.execute(query).scalars())

    def count_withdrawn(self, table_id: str) -> int:
        """How often something was taken back at a table."""
        query = select(func.count(func.distinct(withdrawn.c.epoch))).where(withdrawn.c.table_id == table_id)
        with self.database.reading() as connection:
            return int(connection.execute(query).scalar_one())


def last_decided(connection: Connection, table_id: str, held: Sequence[str]) -> str | None:
    """When one of some seats decided last; when the others did is not for everybody."""
    query = select(func.max(decisions.c.at)).where(decisions.c.table_id == table_id, decisions.c.seat.in_(held))
    found: str | None = connection.execute(query).scalar_one()
    return found


def take_back_of(connection: Connection, table_id: str) -> tuple[str, int, int, list[str]] | None:
    """Who asks to take back what: the asker, how many decisions are to stay, of how many, and who has agreed."""
    row = connection.execute(select(take_backs).where(take_backs.c.table_id == table_id)).first()
    return None if row is None else (row.asker, row.first, row.decided, json.loads(row.agreed))
