"""What a playtest leaves behind, as far as a seat may know it: turns, clauses consulted, refusals, questions."""

from __future__ import annotations

import hashlib
from bisect import bisect_right, insort
from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from hmac import compare_digest
from statistics import median
from typing import Any

from crex_dsl.engine.secrecy.secret_choices import answered_in_secret
from crex_dsl.table.desk.citations import cited
from crex_dsl.table.desk.open_tables import Desk, OpenTable, viewer_of
from crex_dsl.table.desk.seat_view import about, shown_result
from crex_dsl.table.errors import Denied, Wrong
from crex_dsl.table.store.records import QUESTION
from crex_dsl.table.store.tables import OBSERVER
from crex_dsl.text.messages import said


def ask(desk: Desk, table: OpenTable, seat: str, text: str, clause: str | None, moment: int | None) -> dict[str, Any]:
    """Pin a question to a moment and perhaps a clause, for the report."""
    if clause is not None and clause not in table.game.clauses:
        raise Wrong(said("this edition has no such clause"))
    count = table.record.count(viewer_of(seat))
    if moment is not None and not 0 <= moment <= count:
        raise Wrong(said("there is no such moment in this game"))
    clauses = [] if clause is None else [clause]
    at = count if moment is None else moment
    return {"number": desk.stores.records.consult(table.row.id, seat, QUESTION, text, clauses, at)}


def report(desk: Desk, table: OpenTable, seat: str) -> dict[str, Any]:
    """The report as a seat may read it: what it asked itself, and once the game is over what all have asked."""
    records, over = desk.stores.records, table.now.over
    consulted = records.consultations(table.row.id, None if over else seat)
    names = {each.seat: each.player or each.side for each in table.seats}
    game = table.game
    clauses = Counter(clause for row in consulted if row["sort"] != QUESTION for clause in row["clauses"])
    refused = [row for row in consulted if row["sort"] == "why" and row["legal"] == 0]
    refusals = Counter((row["what"], tuple(row["clauses"])) for row in refused)
    result = shown_result(table) if over else None
    times = desk.stores.decisions.times(table.row.id)
    thought = thinking_times(table.row.created, times)
    sides = [each for each in table.seats if each.seat in thought and (over or each.seat == seat)]
    times = times if over else []
    return {
        **about(table),
        "seat": seat,
        "begun": table.row.created,
        "ended": times[-1][1] if times else None,
        "moments": table.record.count(viewer_of(seat)),
        "decisions": len(times) if over else None,
        "taken_back": desk.stores.decisions.count_withdrawn(table.row.id) if over else None,
        "result": result,
        "thinking": [{"seat": each.seat, "side": each.side, **_summed(thought[each.seat])} for each in sides],
        "people": [
            {"seat": each.seat, "side": each.side, "player": each.player, "sort": each.sort, "bot": each.bot}
            for each in table.seats
            if each.sort != OBSERVER
        ],
        "clauses": [
            {"clause": cited(game, clause), "times": times}
            for clause, times in clauses.most_common()
            if clause in game.clauses
        ],
        "refusals": [
            {"action": action, "clauses": [cited(game, clause) for clause in found], "times": count}
            for (action, found), count in refusals.most_common()
        ],
        "questions": [
            {
                "at": row["moment"],
                "clause": cited(game, row["clauses"][0]) if row["clauses"] else None,
                "text": row["what"],
                "seat": row["seat"],
                "name": names.get(row["seat"], ""),
                "when": row["at"],
            }
            for row in consulted
            if row["sort"] == QUESTION
        ],
        "chat_lines": len(records.chat(table.row.id)),
    }


def thinking_times(begun: str, times: Sequence[tuple[str, str]]) -> dict[str, list[float]]:
    """By seat, the seconds from when it was asked to each of its decisions; what others decided went before."""
    found: dict[str, list[float]] = {}
    for (who, at), since in zip(times, asked_since(begun, times), strict=True):
        seconds = (datetime.fromisoformat(at) - datetime.fromisoformat(since)).total_seconds()
        found.setdefault(who, []).append(max(0.0, seconds))
    return found


def asked_since(begun: str, times: Sequence[tuple[str, str]]) -> list[str]:
    """For each decision, when it was asked for: at the last one before it, by the clock and by its number.

    What was chosen in secret at once counts in the order of the rules, and may have been decided in another.
    """
    found, before = [], [begun]
    for _, at in times:
        found.append(before[max(0, bisect_right(before, at) - 1)])
        insort(before, at)
    return found


def _summed(seconds: Sequence[float]) -> dict[str, Any]:
    return {
        "decisions": len(seconds),
        "seconds": round(sum(seconds), 1),
        "median": round(median(seconds), 1),
        "longest": round(max(seconds), 1),
    }


# ---- the feed ----
def feed_key(table: OpenTable, seat: str) -> str:
    """The key to the feed of a seat, which opens nothing else; it changes when the seat changes hands."""
    mine = table.seat(seat).key_digest
    return hashlib.sha256(f"{table.row.feed_key} {seat} {mine}".encode()).hexdigest()[:32]


def turns(desk: Desk, table: OpenTable, seat: str, key: str) -> list[str]:
    """When it became a seat's turn, the latest last; raises Denied without the key to its feed."""
    if not compare_digest(feed_key(table, seat), key):
        raise Denied(said("this feed needs its key: take its address from the page of your seat"))
    times = desk.stores.decisions.times(table.row.id)
    found, last = [], ""
    for (who, _), since in zip(times, asked_since(table.row.created, times), strict=True):
        if who == seat != last:
            found.append(since)
        last = who
    if table.row.asks(seat):
        together = answered_in_secret(table.now)
        while times and times[-1][0] in together:  # who has chosen since all were asked
            together.remove(times.pop()[0])
        before = times[-1] if times else ("", table.row.created)
        if before[0] != seat:
            found.append(before[1])
    return found[-50:]
