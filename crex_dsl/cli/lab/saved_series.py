"""Games that people saved, read into a comparison."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from crex_dsl.cli.errors import NoAnswer, WrongUsage
from crex_dsl.system.console import say
from crex_dsl.text.messages import listed_as_said, said

if TYPE_CHECKING:
    from crex_dsl.lab.comparison.compare import Record

LEAST = 2  # games under each rulebook, of which fewer cannot be compared


def read_saved(folder: Path, records: Sequence[Record]) -> None:
    """Put the finished games of a folder into the records of their rulebooks; what else lies there is told or left."""
    from crex_dsl.engine.errors import CrexError
    from crex_dsl.gameplay.saved_games import opened
    from crex_dsl.lab.simulation.match import Match

    if not folder.is_dir():
        raise WrongUsage(
            said("{folder} is no folder: name one with saved games in it, such as `crex saves` lists", folder=folder)
        )
    books = {(record.game.id, record.game.edition, record.game.options): record for record in records}
    tables = {record.name: Match(record.game, {}, record.order.cap, native=False) for record in records}
    unread: list[str] = []
    for file in sorted(folder.glob("*.json")):
        try:
            text, model, _ = opened(file)
            record = books.get((model.game, model.edition, tuple(model.options)))
            if record is None or model.position.point != "over" or model.scenario is not None:
                continue
            position = record.game.from_json(text)
        except CrexError as error:
            unread.append(str(error))
            continue
        record.add([tables[record.name].again(position, len(record.whole))])
    for reason in unread:
        say(said("left out: {reason}", reason=reason), stderr=True)
    few = [record.name for record in records if sum(record.whole) < LEAST]
    if few:
        raise NoAnswer(
            said(
                "{folder} holds fewer than {least} finished games of {few}: nothing can be compared",
                folder=folder,
                least=LEAST,
                few=listed_as_said(few),
            )
        )
