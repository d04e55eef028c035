"""The tables of the database as queries name them; the numbered scripts in `migrations` make them."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Column, Float, Integer, LargeBinary, MetaData, Table, Text
from sqlalchemy.types import TypeEngine

metadata = MetaData()


def _table(called: str, /, **columns: type[TypeEngine[Any]]) -> Table:
    return Table(called, metadata, *(Column(column, of) for column, of in columns.items()))


schema_number = _table("schema_number", number=Integer)
rule_files = _table("rule_files", digest=Text, content=LargeBinary)
rulebooks = _table("rulebooks", digest=Text, game=Text, files=Text)
tables = _table(
    "tables",
    id=Text,
    rulebook=Text,
    edition=Text,
    options=Text,
    about=Text,
    title=Text,
    seed=Text,
    opening=Text,
    sandbox=Integer,
    created=Text,
    host_digest=Text,
    feed_key=Text,
    decided=Integer,
    epoch=Integer,
    waiting=Text,
    result=Text,
    rematch=Text,
    asked=Text,
)
seats = _table(
    "seats",
    table_id=Text,
    seat=Text,
    place=Integer,
    side=Text,
    sort=Text,
    bot=Text,
    player=Text,
    token_digest=Text,
    key_digest=Text,
    skipped=Integer,
)
decisions = _table("decisions", table_id=Text, number=Integer, seat=Text, name=Text, at=Text)
sealed = _table("sealed", table_id=Text, seat=Text, name=Text, at=Text)
withdrawn = _table("withdrawn", table_id=Text, epoch=Integer, number=Integer, seat=Text, name=Text, at=Text)
orders = _table("orders", table_id=Text, first=Integer, until=Integer, shows=Integer)
snapshots = _table("snapshots", table_id=Text, number=Integer, program=Text, state=LargeBinary)
leases = _table("leases", table_id=Text, number=Integer, until=Float)
take_backs = _table("take_backs", table_id=Text, asker=Text, first=Integer, decided=Integer, agreed=Text)
chat = _table("chat", table_id=Text, number=Integer, seat=Text, text=Text, at=Text)
consulted = _table(
    "consulted",
    table_id=Text,
    number=Integer,
    seat=Text,
    sort=Text,
    moment=Integer,
    what=Text,
    clauses=Text,
    legal=Integer,
    at=Text,
)
