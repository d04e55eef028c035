"""Tables and seats: made, read, claimed by a token, renewed by the host, dropped."""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hmac import compare_digest
from typing import Any, Literal

from sqlalchemy import Connection, Row, delete, select, update

from crex_dsl.table.errors import Denied, Unknown
from crex_dsl.table.store.database import Database, now
from crex_dsl.table.store.schema import seats, tables
from crex_dsl.text.messages import said

HOST = "host"
OBSERVER: Literal["observer"] = "observer"  # whoever plays no side; sides come by what the rule files call them
_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
Sort = Literal["person", "bot", "observer"]


@dataclass(frozen=True)
class TableRow:
    """A table: under which rules, how it began, and how far it has come."""

    id: str
    rulebook: str
    edition: str
    options: tuple[str, ...]
    about: dict[str, Any]  # game and edition as people read them
    title: str
    seed: int
    opening: str | None
    sandbox: bool
    created: str
    host_digest: str
    feed_key: str
    decided: int
    epoch: int
    waiting: str | None
    result: dict[str, Any] | None
    rematch: str | None
    asked: tuple[str, ...] = ()  # who else chooses in secret now, and has not answered

    def asks(self, seat: str) -> bool:
        """Whether a seat is to decide now."""
        return seat == self.waiting or seat in self.asked

    def hosted_by(self, key: str) -> bool:
        """Whether a key is that of its host."""
        return compare_digest(self.host_digest, digest_of(key))


@dataclass(frozen=True)
class SeatRow:
    """A seat: a side with who plays it, or the place of observers; `skipped` is what its numbers run ahead."""

    seat: str
    side: str
    sort: Sort
    bot: str | None
    player: str
    token_digest: str | None
    key_digest: str | None
    skipped: int

    @property
    def claimed(self) -> bool:
        """Whether somebody holds it."""
        return self.key_digest is not None

    def opened_by(self, key: str) -> bool:
        """Whether a key is the one that opens it."""
        return self.key_digest is not None and compare_digest(self.key_digest, digest_of(key))


@dataclass(frozen=True)
class NewSeat:
    """A seat of a table that is to be made."""

    seat: str
    side: str
    sort: Sort
    bot: str | None = None
    key_digest: str | None = None
    player: str = ""


def not_yours() -> Denied:
    """The refusal of a seat that somebody else holds, or nobody."""
    return Denied(said("this seat is not yours: open the link that you were given, or ask the host for a new one"))


def secret() -> str:
    """A token that nobody can guess."""
    return secrets.token_urlsafe(24)


def digest_of(token: str) -> str:
    """What is stored of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def new_id() -> str:
    """An id for a table."""
    return "".join(secrets.choice(_LETTERS) for _ in range(10))


class TableStore:
    """Tables and their seats in a database."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def make(
        self,
        rulebook: str,
        edition: str,
        options: Sequence[str],
        about: dict[str, Any],
        title: str,
        seed: int,
        opening: str | None,
        sandbox: bool,
        host_digest: str,
        seated: Iterable[NewSeat],
        waiting: str | None,
        result: dict[str, Any] | None,
        asked: Sequence[str] = (),
    ) -> str:
        """A new table; its id."""
        table_id = new_id()
        with self.database.writing() as connection:
            connection.execute(
                tables.insert().values(
                    id=table_id,
                    rulebook=rulebook,
                    edition=edition,
                    options=json.dumps(list(options)),
                    about=json.dumps(about),
                    title=title,
                    seed=str(seed),
                    opening=opening,
                    sandbox=int(sandbox),
                    created=now(),
                    host_digest=host_digest,
                    feed_key=secret(),
                    decided=0,
                    epoch=0,
                    waiting=waiting,
                    result=None if result is None else json.dumps(result),
                    rematch=None,
                    asked=json.dumps(list(asked)),
                )
            )
            for place, seat in enumerate(seated):
                connection.execute(
                    seats.insert().values(
                        table_id=table_id,
                        seat=seat.seat,
                        place=place,
                        side=seat.side,
                        sort=seat.sort,
                        bot=seat.bot,
                        player=seat.player,
                        token_digest=None,
                        key_digest=seat.key_digest,
                        skipped=0,
                    )
                )
        return table_id

    # ---- reading ----
    def table(self, table_id: str) -> TableRow:
        """A table by its id; raises Unknown."""
        with self.database.reading() as connection:
            return read_table(connection, table_id)

    def seats(self, table_id: str) -> list[SeatRow]:
        """The seats of a table, in their order."""
        with self.database.reading() as connection:
            return read_seats(connection, table_id)

    def both(self, table_id: str) -> tuple[TableRow, list[SeatRow]]:
        """A table and its seats at one moment."""
        with self.database.reading() as connection:
            return read_table(connection, table_id), read_seats(connection, table_id)

    # ---- who sits where ----
    def claim(self, table_id: str, token: str, name: str) -> tuple[str, str]:
        """Trade the token of a link for a key: which seat it opens, and the key; raises Denied.

        A token is good for one claim; that of observers for any number.
        """
        wanted, found = digest_of(token), None
        with self.database.writing() as connection:
            read_table(connection, table_id)
            for seat in read_seats(connection, table_id):
                if compare_digest(seat.token_digest or "", wanted):
                    found = seat
            if found is None:
                raise Denied(said("this link opens no seat, for it was used or renewed: ask the host for another"))
            key = token if found.sort == OBSERVER else secret()
            change: dict[str, Any] = {"key_digest": digest_of(key)}
            if found.sort != OBSERVER:
                change |= {"token_digest": None, "player": name}
            connection.execute(_seat(table_id, found.seat).values(**change))
        return found.seat, key

    def renew(self, table_id: str, seat: str) -> str:
        """A new token for a seat; whoever held it, or an older link to it, is shut out."""
        token = secret()
        with self.database.writing() as connection:
            found = read_seat(connection, table_id, seat)
            if found.sort == "bot":
                raise Denied(said("a bot plays this side: nobody needs a link to it"))
            connection.execute(_seat(table_id, seat).values(token_digest=digest_of(token), key_digest=None))
        return token

    def sit_down(self, table_id: str, seat: str, name: str) -> str:
        """Let the host take a person's seat that nobody holds; the key to it."""
        key = secret()
        with self.database.writing() as connection:
            found = read_seat(connection, table_id, seat)
            if found.sort != "person" or found.claimed:
                raise Denied(said("somebody holds this seat already"))
            values = {"token_digest": None, "key_digest": digest_of(key), "player": name}
            connection.execute(_seat(table_id, seat).values(**values))
        return key

    def leave(self, table_id: str, seat: str) -> None:
        """Let go of a seat; the host can renew its link."""
        with self.database.writing() as connection:
            connection.execute(_seat(table_id, seat).values(key_digest=None, token_digest=None))

    def rename(self, table_id: str, seat: str, name: str) -> None:
        """Note what somebody is called."""
        with self.database.writing() as connection:
            connection.execute(_seat(table_id, seat).values(player=name))

    def seat_somebody(self, table_id: str, seat: str, sort: Sort, bot: str | None) -> None:
        """Let a bot take a seat that nobody holds, or let it go to a person."""
        with self.database.writing() as connection:
            found = read_seat(connection, table_id, seat)
            if found.claimed or found.sort == OBSERVER:
                raise Denied(said("somebody holds this seat: renew its link first"))
            connection.execute(_seat(table_id, seat).values(sort=sort, bot=bot, token_digest=None, player=""))

    # ---- others ----
    def set_rematch(self, table_id: str, other: str) -> str:
        """Note the table on which a game is played again; the one that was noted first stands."""
        with self.database.writing() as connection:
            known = read_table(connection, table_id).rematch
            if known is None:
                connection.execute(update(tables).where(tables.c.id == table_id).values(rematch=other))
            return known or other

    def drop(self, table_id: str) -> None:
        """Remove a table with all that belongs to it."""
        with self.database.writing() as connection:
            connection.execute(delete(tables).where(tables.c.id == table_id))


def read_table(connection: Connection, table_id: str) -> TableRow:
    """A table by its id; raises Unknown."""
    row = connection.execute(select(tables).where(tables.c.id == table_id)).first()
    if row is None:
        raise Unknown(said("there is no such table: it was dropped, or the address is mistyped"))
    return _table_row(row)


def _table_row(row: Row[Any]) -> TableRow:
    values = row._asdict()
    for name in ("options", "asked"):
        values[name] = tuple(json.loads(values[name]))
    values["about"] = json.loads(values["about"])
    values["seed"], values["sandbox"] = int(values["seed"]), bool(values["sandbox"])
    values["result"] = None if values["result"] is None else json.loads(values["result"])
    return TableRow(**values)


def read_seats(connection: Connection, table_id: str) -> list[SeatRow]:
    """The seats of a table, in their order."""
    query = select(seats).where(seats.c.table_id == table_id).order_by(seats.c.place)
    return [_seat_row(row) for row in connection.execute(query)]


def read_seat(connection: Connection, table_id: str, seat: str) -> SeatRow:
    """A seat of a table; raises Unknown."""
    row = connection.execute(select(seats).where(seats.c.table_id == table_id, seats.c.seat == seat)).first()
    if row is None:
        raise Unknown(said("this table has no such seat"))
    return _seat_row(row)


def _seat_row(row: Row[Any]) -> SeatRow:
    values = row._asdict()
    del values["table_id"], values["place"]
    return SeatRow(**values)


def _seat(table_id: str, seat: str) -> Any:
    return update(seats).where(seats.c.table_id == table_id, seats.c.seat == seat)
