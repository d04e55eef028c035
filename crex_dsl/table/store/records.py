"""What is said and asked at a table besides decisions: chat, consultations of the rules, questions, consent."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete, select

from crex_dsl.table.errors import Wrong
from crex_dsl.table.store.database import Database, next_number, now
from crex_dsl.table.store.decisions import take_back_of
from crex_dsl.table.store.schema import chat, consulted, take_backs
from crex_dsl.text.messages import said

MOST_LINES = 5_000  # of chat, and of consultations, at one table
QUESTION = "question"


@dataclass(frozen=True)
class TakeBack:
    """A wish to take something back: who wishes it, how many decisions would stay of how many, and who has agreed."""

    asker: str
    first: int
    decided: int
    agreed: tuple[str, ...]


class RecordStore:
    """What is said and asked at all tables."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def say(self, table_id: str, seat: str, text: str) -> int:
        """Add a line to the chat; its number."""
        with self.database.writing() as connection:
            number = next_number(connection, "chat", table_id)
            if number > MOST_LINES:
                raise Wrong(said("this table's chat is full"))
            connection.execute(chat.insert().values(table_id=table_id, number=number, seat=seat, text=text, at=now()))
        return number

    def chat(self, table_id: str, most: int = 500) -> list[dict[str, Any]]:
        """The last lines of the chat, in their order."""
        query = select(chat).where(chat.c.table_id == table_id).order_by(chat.c.number.desc()).limit(most)
        with self.database.reading() as connection:
            rows = connection.execute(query).all()
        return [{"number": row.number, "seat": row.seat, "text": row.text, "at": row.at} for row in reversed(rows)]

    def consult(
        self,
        table_id: str,
        seat: str,
        sort: str,
        what: str,
        clauses: Sequence[str] = (),
        moment: int | None = None,
        legal: bool | None = None,
    ) -> int:
        """Note what somebody looked up or asked, for the report; beyond a number of them nothing more is noted."""
        with self.database.writing() as connection:
            number = next_number(connection, "consulted", table_id)
            if number <= MOST_LINES:
                connection.execute(
                    consulted.insert().values(
                        table_id=table_id,
                        number=number,
                        seat=seat,
                        sort=sort,
                        moment=moment,
                        what=what,
                        clauses=json.dumps(list(clauses)),
                        legal=None if legal is None else int(legal),
                        at=now(),
                    )
                )
        return number

    def consultations(self, table_id: str, seat: str | None) -> list[dict[str, Any]]:
        """What was looked up or asked at a table, by one seat or by all."""
        query = select(consulted).where(consulted.c.table_id == table_id).order_by(consulted.c.number)
        if seat is not None:
            query = query.where(consulted.c.seat == seat)
        with self.database.reading() as connection:
            return [{**row._asdict(), "clauses": json.loads(row.clauses)} for row in connection.execute(query)]

    # ---- taking back by consent ----
    def take_back(self, table_id: str) -> TakeBack | None:
        """The wish to take something back at a table, if there is one."""
        with self.database.reading() as connection:
            found = take_back_of(connection, table_id)
        return None if found is None else TakeBack(found[0], found[1], found[2], tuple(found[3]))

    def wish(self, table_id: str, wish: TakeBack | None) -> None:
        """Note a wish to take something back, or that there is none any more."""
        with self.database.writing() as connection:
            connection.execute(delete(take_backs).where(take_backs.c.table_id == table_id))
            if wish is not None:
                connection.execute(
                    take_backs.insert().values(
                        table_id=table_id,
                        asker=wish.asker,
                        first=wish.first,
                        decided=wish.decided,
                        agreed=json.dumps(list(wish.agreed)),
                    )
                )
