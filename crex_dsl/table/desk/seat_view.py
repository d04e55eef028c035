"""What a seat is shown: its view of the table as plain data, from nothing but what that seat may know."""

from __future__ import annotations

import hashlib
import marshal
from collections.abc import Collection, Sequence
from typing import Any

from crex_dsl.drawing.position.picture import position_svg
from crex_dsl.engine.explain.game_log import LogLine, Moment
from crex_dsl.engine.game import Game
from crex_dsl.engine.secrecy.mask import Mask
from crex_dsl.engine.secrecy.secret_choices import asked_at_once, chosen_in_secret
from crex_dsl.engine.secrecy.view import View
from crex_dsl.engine.secrecy.visible_decision import SeenAction, SeenDecision
from crex_dsl.engine.secrecy.visible_position import VisiblePosition
from crex_dsl.gameplay.progress.stage_status import status_texts
from crex_dsl.table.desk.answer_places import places_of
from crex_dsl.table.desk.citations import cited, position_at
from crex_dsl.table.desk.open_tables import Desk, OpenTable, viewer_of
from crex_dsl.table.desk.rules_answers import has_odds
from crex_dsl.table.store.records import TakeBack
from crex_dsl.table.store.tables import OBSERVER

_MOST_PICTURES = 12  # of a table, for whoever asks again


def fingerprint(table: OpenTable, seat: str) -> tuple[int, str]:
    """The newest number of a seat, and a digest of what it sees: where both are as before, there is nothing to tell."""
    view = table.now.view(viewer_of(seat))
    number, asked = table.number(seat), seat in table.row.asked
    return number, hashlib.sha256(marshal.dumps((number, view.key, asked), 2)).hexdigest()[:16]


def sealed_answer(desk: Desk, table: OpenTable, seat: str) -> str | None:
    """What a seat has chosen in secret before the rules ask for it, in its own words."""
    if not chosen_in_secret(table.now):
        return None
    sealed = desk.stores.decisions.sealed(table.row.id).get(seat)
    if sealed is None:
        return None
    game, state = table.game, asked_at_once(table.now)[seat].state
    return game.text(state, game.spelled_code(sealed.name), Mask(game, state, game.seat(seat)))


def seat_view(
    table: OpenTable,
    seat: str,
    moment: int | None,
    since: int | None,
    picture: bool,
    moved_since: int | None,
    here: Collection[str],
    chat: Sequence[dict[str, Any]],
    wish: TakeBack | None,
    sealed: str | None,
) -> dict[str, Any]:
    """Everything that the page of a seat shows; `sealed` is what it has chosen in secret and does not count yet."""
    viewer = viewer_of(seat)
    count = table.record.count(viewer)
    position = position_at(table, seat, moment)
    view = position.view(viewer)
    visible = VisiblePosition.of_view(view)
    earlier = moment is not None and moment < count
    over = table.now.over and not earlier
    asked = None if earlier else table.asking(seat)
    secret = not earlier and chosen_in_secret(table.now)
    where = visible if asked is None or asked is table.now else VisiblePosition(asked, seat)
    decision = None if asked is None or where.view is None else where.view.decision
    found: dict[str, Any] = {
        **about(table),
        "seat": seat,
        "n": table.number(seat),
        "moment": count if moment is None else moment,
        "moments": count,
        "at": moment,
        "over": over,
        "result": shown_result(table) if over else None,
        "seats": shown_seats(table, seat, here),
        "waiting_for": view.waiting_for,
        "your_turn": decision is not None,
        "in_secret": secret,
        "sealed": None if earlier else sealed,
        "status": status_texts(visible),
        "decision": None if decision is None else shown_decision(where, decision),
        "log": shown_log(table.game, table.record.moments(viewer)[: (count if moment is None else moment) + 1], since),
        "chat": [{**line, "name": _player(table, line["seat"])} for line in chat],
        "take_back": None if wish is None else shown_wish(table, wish, seat),
        "rematch": None if table.row.rematch is None else f"/tables/{table.row.rematch}",
        "feed": None if seat == OBSERVER else f"/tables/{table.row.id}/{seat}/feed",
        "can": _possible(table, seat, visible, decision, earlier, sealed),
    }
    if picture:
        found["picture"] = _picture(table, seat, view, moment, moved_since)
    return found


def about(table: OpenTable) -> dict[str, Any]:
    """What everybody at a table knows of it."""
    row = table.row
    return {"table": row.id, "title": row.title, **row.about, "sandbox": row.sandbox}


def shown_result(table: OpenTable) -> dict[str, Any] | None:
    """How the game ended, with the clause that ended it."""
    result = table.row.result
    return None if result is None else {**result, "clause": cited(table.game, result["clause"])}


def shown_seats(table: OpenTable, own: str | None, here: Collection[str]) -> list[dict[str, Any]]:
    """Who sits where."""
    seats = table.game.seats
    places = {table.game.player_id(seat): seat for seat in seats}
    return [
        {
            "seat": seat.seat,
            "name": seat.side,
            "sort": seat.sort,
            "bot": seat.bot,
            "player": seat.player,
            "claimed": seat.claimed,
            "yours": seat.seat == own,
            "here": seat.seat in here,
            "colour": places.get(seat.seat),
        }
        for seat in table.seats
    ]


def shown_decision(visible: VisiblePosition, decision: SeenDecision) -> dict[str, Any]:
    """A question with its answers."""
    game = visible.game
    rows = {answer.name: game.action_row(answer.name) for answer in decision.legal if answer.name != "done"}
    return {
        "prompt": decision.prompt,
        "clause": cited(game, decision.clause),
        "optional": decision.optional,
        "answers": [shown_answer(visible, answer) for answer in decision.legal],
        "gathers": [name for name, row in rows.items() if row.unordered],
    }


def shown_answer(visible: VisiblePosition, answer: SeenAction) -> dict[str, Any]:
    """An answer with the things that it names, where they stand, where it takes them, and its other values."""
    game = visible.game
    things, values = [], {}
    row = None if answer.name == "done" else game.action_row(answer.name)
    for param, of in zip(row.params, row.types, strict=True) if row is not None else ():
        given = answer.args[param]
        inner = of[1] if of[0] in ("optional", "set") else of
        if inner[0] == "thing":
            members = given if isinstance(given, list) else [] if given is None else [given]
            things += [{"param": param, "kind": inner[1], "id": str(member)} for member in members]
        else:
            values[param] = given
    return {
        "id": answer.id,
        "name": answer.name,
        "text": answer.text,
        "clause": cited(game, answer.clause),
        "things": things,
        **places_of(visible, answer.code),
        "values": values,
    }


def shown_log(game: Game, moments: Sequence[Moment], since: int | None) -> list[dict[str, Any]]:
    """What a seat was told after a moment."""
    first = 0 if since is None else since + 1
    return [
        _line(game, number, line) for number, moment in enumerate(moments) if number >= first for line in moment.lines
    ]


def _line(game: Game, moment: int, line: LogLine) -> dict[str, Any]:
    return {
        "moment": moment,
        "who": line.who,
        "name": line.name,
        "text": line.text,
        "clause": cited(game, line.clause),
        "forced": line.forced,
        "dice": [{"value": face, "hit": hit} for face, hit in line.dice],
    }


def shown_wish(table: OpenTable, wish: TakeBack, seat: str) -> dict[str, Any]:
    """A wish to take something back."""
    waits = [person for person in asked_for_consent(table, wish.asker) if person not in wish.agreed]
    return {
        "asker": wish.asker,
        "name": _player(table, wish.asker),
        "waits_for": waits,
        "yours": seat in waits,
        "mine": seat == wish.asker,
    }


def asked_for_consent(table: OpenTable, asker: str) -> list[str]:
    """The people who must agree before somebody takes something back."""
    return [seat.seat for seat in table.seats if seat.sort == "person" and seat.claimed and seat.seat != asker]


def _player(table: OpenTable, seat: str) -> str:
    """Somebody by the name that he gave, or by his side."""
    found = table.seat(seat)
    return found.player or found.side


def _possible(
    table: OpenTable,
    seat: str,
    visible: VisiblePosition,
    decision: SeenDecision | None,
    earlier: bool,
    sealed: str | None,
) -> dict[str, bool]:
    plays, asked = seat != OBSERVER, decision is not None
    decided = bool(table.decided_by.intersection(table.people) if table.row.sandbox else seat in table.decided_by)
    return {
        "decide": asked,
        "order": asked and not chosen_in_secret(table.now),
        "undo": plays and not earlier and (sealed is not None or decided),
        "chat": plays,
        "fork": not table.now.over or earlier,
        "save": plays and (table.now.over or table.row.sandbox or table.people == [seat]),
        "rematch": plays and table.now.over,
        "ask": plays,
        "why": plays and not (table.now.over and not earlier),
        "odds": not earlier and has_odds(visible),
    }


def _picture(table: OpenTable, seat: str, view: View, moment: int | None, moved_since: int | None) -> str:
    """The board as the seat sees it; drawn once for whoever asks again."""
    key = seat, table.row.epoch, len(table.record), moment, moved_since
    if key not in table.pictures:
        since = None if moved_since is None else position_at(table, seat, moved_since)
        while len(table.pictures) >= _MOST_PICTURES:
            table.pictures.pop(next(iter(table.pictures)))
        table.pictures[key] = position_svg(view, since=since, embedded=True)
    return table.pictures[key]
