"""The database: opened under a schema number, older ones copied and then migrated, newer ones refused."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, create_engine, event, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import OperationalError
from sqlalchemy.pool import StaticPool

from crex_dsl.table.errors import Busy
from crex_dsl.text.messages import said

MIGRATIONS = Path(__file__).parent / "migrations"
BUSY_SECONDS = 5.0
FILE = "tables.sqlite"


class UnusableDatabase(Exception):
    """The database cannot be used by this crex; its sentence says why."""


def latest_schema() -> int:
    """The number of the last migration script."""
    return max(_scripts())


def _scripts() -> dict[int, Path]:
    return {int(path.stem): path for path in sorted(MIGRATIONS.glob("[0-9]*.sql"))}


def prepare(path: Path) -> None:
    """Make the database, or bring an older one up to date after a copy was made; raises UnusableDatabase."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    fresh = not path.exists()
    try:
        with closing(sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)) as database:
            path.chmod(0o600)
            database.execute("PRAGMA journal_mode=WAL")
            number = _number(database)
            if number > latest_schema():
                raise UnusableDatabase(
                    said(
                        "{path} was written by a newer crex (schema {number}, and this one knows {known}): "
                        "use that crex, or name another folder with --data",
                        path=path,
                        number=number,
                        known=latest_schema(),
                    )
                )
            if number < latest_schema():
                if not fresh and number:
                    _copy(database, path.with_name(f"{path.name}.schema-{number}"))
                _migrate(database, number)
    except sqlite3.DatabaseError as error:
        told = said("{path} cannot be opened as a database of tables: {error}", path=path, error=error)
        raise UnusableDatabase(told) from None


def _number(database: sqlite3.Connection) -> int:
    if not database.execute("SELECT 1 FROM sqlite_master WHERE name = 'schema_number'").fetchone():
        return 0
    row = database.execute("SELECT number FROM schema_number").fetchone()
    return int(row[0]) if row else 0


def _copy(database: sqlite3.Connection, to: Path) -> None:
    with closing(sqlite3.connect(to)) as copy:
        database.backup(copy)
    to.chmod(0o600)


def _migrate(database: sqlite3.Connection, number: int) -> None:
    """Run the scripts after a number, all or none."""
    database.execute("BEGIN EXCLUSIVE")
    try:
        number = _number(database)  # somebody else may have been faster
        database.execute("CREATE TABLE IF NOT EXISTS schema_number (number INTEGER NOT NULL)")
        for step, script in _scripts().items():
            if step > number:
                for statement in _statements(script):
                    database.execute(statement)
        database.execute("DELETE FROM schema_number")
        database.execute("INSERT INTO schema_number VALUES (?)", (latest_schema(),))
        database.execute("COMMIT")
    except BaseException:
        database.execute("ROLLBACK")
        raise


def _statements(script: Path) -> Iterator[str]:
    """The statements of a script, one by one: a whole script would commit what was begun."""
    lines = [line for line in script.read_text(encoding="utf-8").splitlines() if not line.startswith("--")]
    return (statement for statement in "\n".join(lines).split(";\n") if statement.strip())


class Database:
    """Connections to one database: reading sees a moment, writing waits its turn and is on disk when it is over."""

    def __init__(self, address: str | URL, alone: bool = False) -> None:
        self.address = make_url(address)
        self._engine = create_engine(self.address, poolclass=StaticPool if alone else None)
        self._tells = alone and self.address.get_backend_name() == "sqlite"
        if self.address.get_backend_name() == "sqlite":
            event.listen(self._engine, "connect", _set_up)
            event.listen(self._engine, "begin", _begin)
        self._writer = self._engine.execution_options(writes=True)

    @classmethod
    def in_file(cls, path: Path, alone: bool = False) -> Database:
        """The SQLite database in a file; where one thread is `alone` with it, it has one connection."""
        return cls(URL.create("sqlite", database=str(path)), alone)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection that reads one state of the database; raises Busy where it is locked for too long."""
        with _told_when_locked(), self._engine.begin() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A connection that writes, all or nothing; what it wrote is on disk afterwards."""
        with _told_when_locked(), self._writer.begin() as connection:
            yield connection

    def changes(self) -> int | None:
        """A number that is another one after anybody else has changed something; None where it must be read anew."""
        if not self._tells:
            return None
        connection = self._engine.raw_connection()
        try:
            return int(connection.cursor().execute("PRAGMA data_version").fetchone()[0])
        finally:
            connection.close()  # it goes back to where it came from

    def close(self) -> None:
        """Let go of all connections."""
        self._engine.dispose()


def _set_up(connection: Any, _: Any) -> None:
    connection.isolation_level = None  # transactions begin when we say so
    for pragma in (
        f"busy_timeout={int(BUSY_SECONDS * 1000)}",
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
    ):
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    writes = connection.get_execution_options().get("writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


@contextmanager
def _told_when_locked() -> Iterator[None]:
    try:
        yield
    except OperationalError as error:
        if "locked" in str(error.orig) or "busy" in str(error.orig):
            raise Busy(said("the database is locked just now: nothing was changed, try again in a moment")) from None
        raise


def now() -> str:
    """The time, as the database keeps it."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def next_number(connection: Connection, table: str, table_id: str) -> int:
    """The number of the next row of a table in one of the numbered lists."""
    query = text(f"SELECT COALESCE(MAX(number), 0) + 1 FROM {table} WHERE table_id = :id")  # the name is ours
    return int(connection.execute(query, {"id": table_id}).scalar_one())
