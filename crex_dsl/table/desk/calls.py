"""What the web process can ask of a process with rules: by name, with plain values, answered in plain values.

A refusal comes back as what it is; anything else that goes wrong is noted here and told as a fault.
"""

from __future__ import annotations

import json
import os
import pickle
import re
import sys
import threading
import traceback
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from multiprocessing import parent_process
from multiprocessing.connection import wait
from pathlib import Path
from socket import socket
from typing import Any

from crex_dsl.engine.errors import CrexError, IllegalAction
from crex_dsl.engine.scenarios.setup import CannotStage
from crex_dsl.lab.bots.registry import UnknownBot, levels
from crex_dsl.language.diagnostics import RuleError
from crex_dsl.rulebook.files.games import UnknownGame
from crex_dsl.rulebook.selection.selection import SelectionError
from crex_dsl.table.desk import bot_turns, reports, rules_answers, seat_decisions, seat_view, table_setup
from crex_dsl.table.desk.open_tables import Desk, OpenTable, Stores
from crex_dsl.table.errors import Denied, Fault, Illegal, Refusal, Wrong
from crex_dsl.table.store.rule_files import HOUSE
from crex_dsl.table.store.tables import OBSERVER
from crex_dsl.text.messages import said, speaking
from crex_dsl.text.truncation import bounded

_MOST_DIAGNOSTICS = 20
HEAD = 8  # bytes that tell how long a message is
READY = b"!"  # what a process says before it is asked anything
Changed = tuple[bytes, bool]  # an answer, and whether it is a bot's turn now
_desk: Desk | None = None


def answer_calls(connection: socket, folder: str, rules: Sequence[str], most_bytes: int) -> None:
    """Answer one call after the other until the other end is closed; this process gets so much memory and no more."""
    begin(folder, rules, most_bytes)
    with connection, connection.makefile("rb") as incoming:
        connection.sendall(READY)
        while len(head := incoming.read(HEAD)) == HEAD:
            name, values, language = pickle.loads(incoming.read(int.from_bytes(head)))
            try:
                with speaking(language):
                    answer = pickle.dumps((True, call(name, values)))
            except Refusal as refusal:
                answer = pickle.dumps((False, refusal))
            connection.sendall(len(answer).to_bytes(HEAD) + answer)


def begin(folder: str, rules: Sequence[str], most_bytes: int) -> None:
    """Make ready for calls in this process."""
    global _desk
    with suppress(ImportError, ValueError, OSError):
        import resource

        # Not the address space, of which the native engine reserves much and uses little.
        resource.setrlimit(resource.RLIMIT_DATA, (most_bytes, most_bytes))
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _desk = Desk(Stores.at(Path(folder), [Path(path) for path in rules], alone=True))


def _end_with_parent() -> None:
    """End when the web process has ended, however it did: nobody would ask any more."""
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(0)


def call(name: str, values: Mapping[str, Any]) -> Any:
    """The answer to a call; raises a Refusal."""
    assert _desk is not None, "this process has not begun"
    try:
        return _CALLS[name](_desk, **values)
    except Refusal:
        raise
    except MemoryError:
        raise Wrong(said("that takes more memory than there is for it")) from None
    except RuleError as error:
        told = [without_folders(diagnostic.render()) for diagnostic in error.diagnostics[:_MOST_DIAGNOSTICS]]
        raise Wrong(said("the house rules have mistakes"), diagnostics=told) from None
    except IllegalAction as error:
        raise Illegal(str(error), clauses=[]) from None
    except (CrexError, UnknownGame, SelectionError, UnknownBot, CannotStage) as error:
        raise Wrong(bounded(without_folders(str(error)))) from None
    except Exception:
        traceback.print_exc(file=sys.stderr)
        raise Fault.noted() from None


def without_folders(text: str) -> str:
    """What is said of rule files, by the names that they were given: where they lie here concerns nobody."""
    return re.sub(rf"[^\s`]*[0-9a-f]{{64}}/(?:{HOUSE}/)?", "", text)


def _json(answer: Any) -> bytes:
    return json.dumps(answer, ensure_ascii=False, separators=(",", ":")).encode()


# ---- looking ----
def _view(
    desk: Desk,
    table_id: str,
    seat: str,
    key: str,
    at: int | None = None,
    since: int | None = None,
    svg: bool = True,
    arrows: int | None = None,
    here: Sequence[str] = (),
    host_key: str = "",
    keys: Sequence[str] = (),
) -> bytes:
    table = desk.admitted(table_id, seat, key)
    chat, wish = desk.sayings(table_id)
    wish = wish if wish is not None and wish.decided == table.decided else None
    sealed = seat_view.sealed_answer(desk, table, seat)
    found = seat_view.seat_view(table, seat, at, since, svg, arrows, here, chat, wish, sealed)
    if found["feed"] is not None:
        found["feed"] += f"?key={reports.feed_key(table, seat)}"
    mine = [each.seat for each in table.seats if any(each.opened_by(held) for held in keys)]
    return _json({**found, "host": table.row.hosted_by(host_key), "mine": mine})


def _stand(desk: Desk, table_id: str, seats: Sequence[str]) -> dict[str, tuple[int, str]]:
    table = desk.table(table_id)
    known = {seat.seat for seat in table.seats}
    return {seat: seat_view.fingerprint(table, seat) for seat in seats if seat in known}


def _lobby(desk: Desk, table_id: str, mine: Sequence[str], host: bool, here: Sequence[str]) -> dict[str, Any]:
    table = desk.table(table_id)
    result = table.row.result
    return {
        **seat_view.about(table),
        "created": table.row.created,
        "seats": [{**seat, "yours": seat["seat"] in mine} for seat in seat_view.shown_seats(table, None, here)],
        "mine": list(mine),
        "host": host,
        "over": table.now.over,
        "waiting_for": table.waiting,
        "result": None if result is None else result["text"],
        "rules": desk.stores.rules.house_rules(table.row.rulebook),
        "levels": levels(table.game),
        "usual_bot": table_setup.usual_bot(table.game),
        "rematch": None if table.row.rematch is None else f"/tables/{table.row.rematch}",
    }


def _bot_named(desk: Desk, table_id: str, name: str | None) -> str:
    return table_setup.bot_named(desk.table(table_id).game, name)


# ---- deciding ----
def _player(desk: Desk, table_id: str, seat: str, key: str) -> OpenTable:
    if seat == OBSERVER:
        raise Denied(said("whoever looks on decides nothing here"))
    return desk.admitted(table_id, seat, key)


def _changed(table: OpenTable, answer: dict[str, Any]) -> Changed:
    """The answer to what changes a table, and whether a bot is to go on."""
    return _json(answer), any(seat.seat == table.waiting and seat.sort == "bot" for seat in table.seats)


def _decide(
    desk: Desk, table_id: str, seat: str, key: str, n: int, answer: str | None, picks: Sequence[str]
) -> Changed:
    table = _player(desk, table_id, seat, key)
    return _changed(table, seat_decisions.decide(desk, table, seat, n, answer, picks))


def _order(
    desk: Desk, table_id: str, seat: str, key: str, n: int, words: str | None, way: int | None, **things: Any
) -> Changed:
    table = _player(desk, table_id, seat, key)
    said = seat_decisions.order_words(table.game, **things) if words is None else words
    return _changed(table, seat_decisions.order(desk, table, seat, n, said, way))


def _undo(desk: Desk, table_id: str, seat: str, key: str, n: int) -> Changed:
    found = seat_decisions.undo_last(desk, _player(desk, table_id, seat, key), seat, n)
    return _changed(desk.table(table_id), found)


def _take_back(desk: Desk, table_id: str, seat: str, key: str, n: int, do: str) -> Changed:
    found = seat_decisions.take_back(desk, _player(desk, table_id, seat, key), seat, n, do)
    return _changed(desk.table(table_id), found)


# ---- asking ----
def _why(desk: Desk, table_id: str, seat: str, key: str, wish: rules_answers.Wish, at: int | None) -> bytes:
    return _json(rules_answers.why(desk, desk.admitted(table_id, seat, key), seat, wish, at))


def _elsewhere(desk: Desk, table_id: str, seat: str, key: str, wish: rules_answers.Wish, at: int | None) -> bytes:
    return _json(rules_answers.elsewhere(desk, desk.admitted(table_id, seat, key), seat, wish, at))


def _odds(desk: Desk, table_id: str, seat: str, key: str) -> bytes:
    return _json(rules_answers.scene_odds(desk, desk.admitted(table_id, seat, key), seat))


def _clause(desk: Desk, table_id: str, seat: str, key: str, reference: str) -> bytes:
    return _json(rules_answers.clauses(desk, desk.admitted(table_id, seat, key), seat, reference))


def _ask(desk: Desk, table_id: str, seat: str, key: str, text: str, clause: str | None, at: int | None) -> bytes:
    return _json(reports.ask(desk, desk.admitted(table_id, seat, key), seat, text, clause, at))


def _report(desk: Desk, table_id: str, seat: str, key: str) -> dict[str, Any]:
    return reports.report(desk, desk.admitted(table_id, seat, key), seat)


def _feed(desk: Desk, table_id: str, seat: str, key: str) -> tuple[str, list[str]]:
    table = desk.table(table_id)
    return table.row.title, reports.turns(desk, table, seat, key)


# ---- making ----
def _games(desk: Desk) -> dict[str, Any]:
    return table_setup.games(desk)


def _check(desk: Desk, **values: Any) -> dict[str, Any]:
    return table_setup.check(desk, **values)


def _new(desk: Desk, **values: Any) -> table_setup.Made:
    return table_setup.new_table(desk, **values)


def _open(desk: Desk, **values: Any) -> table_setup.Made:
    return table_setup.open_save(desk, **values)


def _fork(
    desk: Desk,
    table_id: str,
    seat: str,
    key: str,
    at: int | None,
    edition: str | None,
    options: Sequence[str] | None,
) -> table_setup.Made:
    return table_setup.fork(desk, desk.admitted(table_id, seat, key), seat, at, edition, options)


def _rematch(desk: Desk, table_id: str, seat: str, key: str, swap: bool) -> str:
    return table_setup.rematch(desk, _player(desk, table_id, seat, key), swap)


def _save(desk: Desk, table_id: str, seat: str, key: str, held: Sequence[str]) -> str:
    table = _player(desk, table_id, seat, key)
    if not (table.now.over or table.row.sandbox or set(table.people) <= set(held)):
        raise Denied(
            said("a save tells everything, so it is given when the game is over, in a sandbox, or to its only player")
        )
    return table_setup.save_text(desk, table)


# ---- bots ----
def _take_turns(desk: Desk, table_id: str) -> int:
    return bot_turns.take_turns(desk, table_id)


def _play_on(
    desk: Desk, table_id: str, seat: str, key: str, at: int | None, games: int, bots: Mapping[str, str]
) -> bytes:
    return _json(bot_turns.play_on(desk.admitted(table_id, seat, key), seat, at, games, bots))


_CALLS: dict[str, Callable[..., Any]] = {
    name.removeprefix("_"): function
    for name, function in globals().items()
    if name.startswith("_") and callable(function) and name not in ("_json", "_player", "_changed", "_end_with_parent")
}
