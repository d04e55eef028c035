"""What a seat does at a table: answers, orders, taking back; checked against what it saw when it decided."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from crex_dsl.engine.errors import IllegalAction, RuleFault
from crex_dsl.engine.game import Game
from crex_dsl.engine.run.position import Position
from crex_dsl.engine.secrecy.mask import Mask
from crex_dsl.engine.secrecy.view import View
from crex_dsl.engine.secrecy.visible_position import VisiblePosition
from crex_dsl.gameplay.order_words import left_behind, order_said, way_said
from crex_dsl.gameplay.orders import MOST_WAYS, ways
from crex_dsl.gameplay.saved_games import CarriedOut
from crex_dsl.gameplay.undo import NotUndone, undo
from crex_dsl.gameplay.unordered_picks import Picks
from crex_dsl.table.desk.citations import cited
from crex_dsl.table.desk.open_tables import Desk, OpenTable
from crex_dsl.table.desk.rules_answers import thing_name
from crex_dsl.table.desk.seat_view import asked_for_consent, sealed_answer, shown_decision
from crex_dsl.table.errors import Illegal, Stale, Wrong
from crex_dsl.table.store.decisions import moved_on
from crex_dsl.table.store.records import TakeBack
from crex_dsl.text.messages import said

Taken = list[tuple[int, Position]]


def asked_now(desk: Desk, table: OpenTable, seat: str, number: int) -> Position:
    """Where a seat decides; refuses whoever is not asked, or has not seen how the table stands."""
    if table.number(seat) != number:
        raise moved_on()
    if table.now.over:
        raise Illegal(said("the game is over: nobody decides any more"))
    position = table.asking(seat)
    if position is None and sealed_answer(desk, table, seat) is not None:
        raise moved_on()  # it has chosen already, which changes no number
    if position is None:
        raise Illegal(said("it is not your turn: somebody else decides now"))
    return position


def decide(
    desk: Desk, table: OpenTable, seat: str, number: int, answer: str | None, picked: Sequence[str]
) -> dict[str, Any]:
    """Take an answer, or what was picked with it; while more may be picked, nothing is decided yet."""
    position = asked_now(desk, table, seat, number)
    picks = Picks(position)
    given: list[tuple[View, int]] = []
    for pick in picked:
        given.append(_meant(picks.now, seat, pick))
        if picks.answer(picks.now.code_behind(given[-1][1])) is not None:
            raise Wrong(said("after these picks nothing else can be picked: leave out the last one, or answer with it"))
    codes = None
    if answer is not None:
        given.append(_meant(picks.now, seat, answer))
        codes = picks.answer(picks.now.code_behind(given[-1][1]))
    if codes is not None:
        if position is table.now:
            _append(desk, table, codes)
        else:
            desk.seal(table, seat, *codes)
        return {"done": True, "n": table.number(seat)}
    visible = VisiblePosition(picks.now, seat)
    decision = None if visible.view is None else visible.view.decision
    assert decision is not None
    gathered = [*picked] if answer is None else [*picked, answer]
    texts = [view.standpoint.text(code) for view, code in given]
    return {"done": False, "picks": gathered, "picked": texts, "decision": shown_decision(visible, decision)}


def _meant(position: Position, seat: str, answer: str) -> tuple[View, int]:
    """The answer of an id, by its code in the view of the seat; raises Illegal, with the clauses, where it is none."""
    view = position.view(seat)
    own = view.answer_code(answer)
    if own is not None:
        return view, own
    try:
        verdict = view.why_not(answer)
    except IllegalAction as error:
        raise Illegal(str(error), clauses=[]) from None
    except LookupError as error:
        raise Wrong(str(error)) from None
    clauses = [cited(position.game, clause) for clause in verdict.clauses]
    raise Illegal(said("{action} is not legal: {why}", action=verdict.action, why=verdict), clauses=clauses)


def _append(desk: Desk, table: OpenTable, codes: Sequence[int], order: CarriedOut | None = None) -> None:
    """Carry decisions out on a copy, then store them."""
    desk.append(table, _tried(table.now, codes), order)


def _tried(position: Position, codes: Sequence[int]) -> Taken:
    taken: Taken = []
    for code in codes:
        position = position.copy()
        try:
            position.take(code)
        except RuleFault as fault:
            told = said("that cannot be carried out: {fault}; choose otherwise", fault=fault)
            raise Illegal(told, clauses=[]) from None
        taken.append((code, position))
    return taken


def order_words(game: Game, pieces: Sequence[Mapping[str, str]], place: Mapping[str, str] | None) -> str:
    """An order in words: some pieces to a place."""
    if not pieces or place is None:
        raise Wrong(said("an order names pieces and a place"))
    *names, goal = (thing_name(game, thing["kind"], thing["id"]) and thing["id"] for thing in (*pieces, place))
    return f"{' '.join(names)} to {goal}"


def order(desk: Desk, table: OpenTable, seat: str, number: int, words: str, which: int | None) -> dict[str, Any]:
    """The ways to carry an order out, or one of them carried out up to what turns out otherwise."""
    if asked_now(desk, table, seat, number) is not table.now:
        raise Illegal(said("no order can be given where all choose in secret at once: choose an answer"))
    visible = VisiblePosition(table.now, seat)
    wish = order_said(visible, words)
    if wish is None:
        raise Wrong(said("an order names some of your pieces, `to`, and a place, such as PIECE PIECE to PLACE"))
    found = ways(table.now, seat, wish)[:MOST_WAYS]
    if not found:
        raise Illegal(said("no way is found to do that now; ask why not"), clauses=[])
    if which is None:
        rows = [
            {"way": place, "text": way_said(visible, way), "left_behind": left_behind(visible, way)}
            for place, way in enumerate(found)
        ]
        return {"ways": rows}
    if not 0 <= which < len(found):
        raise Wrong(said("there is no such way"))
    way, position, taken = found[which], table.now, Taken()
    shows = way.could_show(position)
    for step in range(len(way)):
        code = way.code(step, position)
        if code is None:
            break
        taken += _tried(position, [code])
        position = taken[-1][1]
    if not taken:
        raise Illegal(said("something has turned out otherwise: the order cannot be begun"), clauses=[])
    first = len(table.record)
    desk.append(table, taken, CarriedOut(first=first, end=first + len(taken), shows=shows))
    whole = len(taken) == len(way)
    note = "" if whole else said("the order ends here: something has turned out otherwise")
    return {"done": True, "n": table.number(seat), "carried": len(taken), "of": len(way), "note": note}


# ---- taking back ----
def undo_last(desk: Desk, table: OpenTable, seat: str, number: int) -> dict[str, Any]:
    """Take back the seat's last decision where the rules of secrecy allow it."""
    if table.number(seat) != number:
        raise moved_on()
    if (own := sealed_answer(desk, table, seat)) is not None:
        desk.seal(table, seat, None)
        return {"done": True, "n": number, "text": own}
    history = table.record.history()
    last = next((step for step in reversed(history.steps) if step.who in table.people), None)
    can_ask = bool(asked_for_consent(table, seat))
    if last is not None and last.who != seat and not table.row.sandbox:
        raise Illegal(said("somebody else has decided since"), consent=can_ask)
    try:
        steps = undo(history, seat, table.people, table.row.sandbox, desk.stores.decisions.orders(table.row.id))
    except NotUndone as error:
        raise Illegal(str(error), consent=can_ask) from None
    left = len(history.steps) - table.base
    if left < 0:
        raise Illegal(said("this was decided before the game came to this table"), consent=False)
    game, first = table.game, steps[0]
    text = game.text(first.before.state, first.code, Mask(game, first.before.state, game.seat(seat)))
    desk.withdraw(table, left)
    return {"done": True, "n": desk.table(table.row.id).number(seat), "text": text}


def take_back(desk: Desk, table: OpenTable, seat: str, number: int, what: str) -> dict[str, Any]:
    """Ask the others to let one take back the last decision, agree to that, or not."""
    records, wish = desk.stores.records, desk.stores.records.take_back(table.row.id)
    if what == "ask":
        if table.number(seat) != number:
            raise moved_on()
        own = [place for place, who in enumerate(_deciders(table)) if who == seat]
        if not own or own[-1] < table.base:
            raise Illegal(said("there is no decision of yours to take back"))
        wish = TakeBack(seat, own[-1] - table.base, table.decided, ())
    elif wish is None or wish.decided != table.decided:
        raise Stale(said("nobody asks to take anything back any more"))
    elif what == "agree":
        wish = TakeBack(wish.asker, wish.first, wish.decided, tuple({*wish.agreed, seat}))
    elif what == "refuse" or (what == "withdraw" and wish.asker == seat):
        records.wish(table.row.id, None)
        desk.forget(table.row.id)
        return {"n": table.number(seat), "taken_back": False, "open": False}
    else:
        raise Wrong(said("one can ask, agree, refuse, or withdraw what one has asked"))
    if set(asked_for_consent(table, wish.asker)) <= set(wish.agreed):
        desk.withdraw(table, wish.first)
        return {"n": desk.table(table.row.id).number(seat), "taken_back": True, "open": False}
    records.wish(table.row.id, wish)
    desk.forget(table.row.id)
    return {"n": table.number(seat), "taken_back": False, "open": True}


def _deciders(table: OpenTable) -> list[str]:
    """Who took each decision."""
    return [step.who for step in table.record.history().steps]
