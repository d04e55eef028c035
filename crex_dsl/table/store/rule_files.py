"""Rule files of tables: stored once by digest, so that a table goes on under the rules with which it began."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from sqlalchemy import Connection, delete, select

from crex_dsl.rulebook.files.games import GameFiles, Library
from crex_dsl.system.input_files import MAX_RULE_BYTES, read_bytes
from crex_dsl.table.errors import Fault, Wrong
from crex_dsl.table.store.database import Database
from crex_dsl.table.store.schema import rule_files, rulebooks, tables
from crex_dsl.text.messages import number_as_said, said

HOUSE = "house"
MOST_HOUSE_FILES = 20
_NAME = re.compile(r"[\w][\w .-]{0,60}\.(crex|tsv)")


class RuleStore:
    """The rule files of all tables, in the database and laid out in a folder to be read from."""

    def __init__(self, database: Database, folder: Path, rules: Sequence[Path] = ()) -> None:
        self._database, self._folder = database, folder
        self.rules = tuple(rules)  # rule files from outside that are at hand besides our own

    def library(self) -> Library:
        """The games at hand for new tables."""
        return Library.at_hand(self.rules)

    def keep(self, game: str, house: Mapping[str, str]) -> str:
        """Store the rule files of a game at hand with house rules beside them; the digest of all of it."""
        library = self.library()
        if game not in library.games():  # a name and no path, which could lead anywhere
            raise Wrong(said("there is no such game here: choose one of those that are listed"))
        files = library.files(game)
        contents = {name: read_bytes(path, MAX_RULE_BYTES) for name, path in files.files}
        contents |= {f"{HOUSE}/{path.name}": read_bytes(path, MAX_RULE_BYTES) for _, path in files.extra}
        contents |= {f"{HOUSE}/{_checked(name)}": text.encode() for name, text in house.items()}
        if len(house) > MOST_HOUSE_FILES or any(len(content) > MAX_RULE_BYTES for content in contents.values()):
            raise Wrong(
                said(
                    "at most {files} files of house rules are read, of {bytes} bytes each",
                    files=MOST_HOUSE_FILES,
                    bytes=number_as_said(MAX_RULE_BYTES),
                )
            )
        digests = {name: hashlib.sha256(content).hexdigest() for name, content in sorted(contents.items())}
        listing = json.dumps([game, digests])
        digest = hashlib.sha256(listing.encode()).hexdigest()
        with self._database.writing() as connection:
            self._insert(connection, digest, game, digests, contents)
        return digest

    def _insert(
        self, connection: Connection, digest: str, game: str, digests: dict[str, str], contents: Mapping[str, bytes]
    ) -> None:
        if connection.execute(select(rulebooks.c.digest).where(rulebooks.c.digest == digest)).first():
            return
        known = set(connection.execute(select(rule_files.c.digest)).scalars())
        for name, content in contents.items():
            if digests[name] not in known:
                known.add(digests[name])
                connection.execute(rule_files.insert().values(digest=digests[name], content=content))
        connection.execute(rulebooks.insert().values(digest=digest, game=game, files=json.dumps(digests)))

    def drop_unused(self) -> None:
        """Remove the rule files that no table plays by: those of choices that were looked at and not taken."""
        with self._database.writing() as connection:
            connection.execute(delete(rulebooks).where(rulebooks.c.digest.not_in(select(tables.c.rulebook))))
            listings = connection.execute(select(rulebooks.c.digest, rulebooks.c.files)).all()
            used = {digest for row in listings for digest in json.loads(row.files).values()}
            for digest in set(connection.execute(select(rule_files.c.digest)).scalars()) - used:
                connection.execute(delete(rule_files).where(rule_files.c.digest == digest))
        known = {row.digest for row in listings}
        for folder in self._folder.iterdir() if self._folder.is_dir() else ():
            if folder.name not in known:
                shutil.rmtree(folder, ignore_errors=True)

    def files(self, digest: str) -> GameFiles:
        """The rule files under a digest, laid out in a folder."""
        with self._database.reading() as connection:
            row = connection.execute(select(rulebooks).where(rulebooks.c.digest == digest)).one()
        root = self._folder / digest
        if not root.is_dir():
            self._lay_out(root, json.loads(row.files))
        house = root / HOUSE
        return Library([root], [house] if house.is_dir() else []).files(row.game)

    def _lay_out(self, root: Path, digests: Mapping[str, str]) -> None:
        """Write the files into a folder, whole or not at all."""
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        with tempfile.TemporaryDirectory(dir=self._folder) as made:
            with self._database.reading() as connection:
                for name, digest in digests.items():
                    query = select(rule_files.c.content).where(rule_files.c.digest == digest)
                    content = connection.execute(query).scalar_one()
                    if hashlib.sha256(content).hexdigest() != digest:
                        raise Fault(said("the rule file {name} of this table is damaged in the database", name=name))
                    path = Path(made, "rules", name)
                    path.parent.mkdir(parents=True, exist_ok=True)
                    path.write_bytes(content)
            try:
                os.rename(Path(made, "rules"), root)  # noqa: PTH104 - a folder, which must not replace another
            except OSError:
                if not root.is_dir():  # another process was faster
                    raise

    def house_rules(self, digest: str) -> list[str]:
        """The names of the house rules under a digest."""
        with self._database.reading() as connection:
            listing = connection.execute(select(rulebooks.c.files).where(rulebooks.c.digest == digest)).scalar_one()
        return [name.removeprefix(f"{HOUSE}/") for name in json.loads(listing) if name.startswith(f"{HOUSE}/")]


def _checked(name: str) -> str:
    if not _NAME.fullmatch(name):
        raise Wrong(said("a file of house rules has a plain name that ends in .crex, or .tsv for a table"))
    return name
