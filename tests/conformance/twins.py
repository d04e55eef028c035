"""Twins: positions that differ only in what is hidden from one side, and everything that this side can ask of them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from crex_dsl.engine.errors import CrexError
from crex_dsl.engine.game import Game
from crex_dsl.engine.run.memory import instances, rebuild_index
from crex_dsl.engine.run.position import Position
from crex_dsl.engine.run.runtime import FAULTS
from crex_dsl.engine.run.slots import CHANCE
from crex_dsl.engine.saves.state_import import legal_codes
from crex_dsl.engine.secrecy.mask import Mask
from crex_dsl.engine.secrecy.secret_state import Swap
from crex_dsl.engine.secrecy.visible_decision import SeenAction
from crex_dsl.engine.secrecy.visible_position import VisiblePosition
from crex_dsl.gameplay.action_matching import chosen_action, offered
from crex_dsl.gameplay.order_words import left_behind, way_said
from crex_dsl.gameplay.orders import Order, placement, ways
from crex_dsl.lawyer.why.forced_moves import last_forced
from crex_dsl.lawyer.why.legality import asked_here
from crex_dsl.lawyer.why.trace import seen_traces
from crex_dsl.play.board import board

Twin = tuple[Position, Swap]
TRIES = 12
MOST_SEARCHED = 15  # of so many wishes one is looked for in the words of all actions, which takes a while


def shuffled(game: Game, state: list[int], seat: int, rng: Random) -> Swap:
    """Every hidden piece in the place of one that looks like it."""
    swap: Swap = {}
    for kind, pieces in game.secret_state.hidden(state, seat).items():
        for group in game.secret_state.groups(kind, pieces):
            swap.setdefault(kind, {}).update(zip(group, rng.sample(group, len(group)), strict=True))
    return swap


def disguised(game: Game, state: list[int], seat: int, rng: Random) -> None:
    """Other numbers, and yes for no, wherever the mask says that a seat sees none."""
    mask, guesses = Mask(game, list(state), seat), game.program.words["GUESSES"]
    for number, cell in enumerate(game.cells):
        if cell.type[0] in ("number", "bool"):
            for args, slot in instances(game, cell):
                if not mask.sees(number, args):
                    low, high, *_ = guesses[number](state, *args) if guesses[number] else cell.type[1:] or (0, 1)
                    state[slot] = rng.randint(low, max(low, high))


def twin(position: Position, seat: int, rng: Random) -> Twin | None:
    """Another position that looks the same to a seat, and who stands for whom in it; None where none is found."""
    game, own = position.game, position.view(position.game.viewer_id(seat))
    for attempt in range(TRIES):
        swap = shuffled(game, position.state, seat, rng)
        state = [value or 0 for value in game.secret_state.renumbered(position.state, swap)]
        if attempt < TRIES // 2:
            disguised(game, state, seat, rng)
        for cell in game.cells:
            rebuild_index(cell, state)
        try:
            other = Position(game, state, legal_codes(game, state), list(state), None)
        except (CrexError, *FAULTS):
            continue
        if other.key != position.key and other.codes and other.view(own.player) == own:
            return other, swap
    return None


def twins(game: Game, seed: int, every: int, rng: Random) -> Iterator[tuple[str, Position, Twin]]:
    """Positions of a random game from one seed, each with a twin for every side that has one."""
    position, count = game.start(seed), 0
    while not position.over:
        if count % every == 0:
            for seat in game.seats:
                found = twin(position, seat, rng)
                if found is not None:
                    yield game.player_id(seat), position.from_here(), found
        position.take(rng.choice(position.codes))
        count += 1


# ---- what can be asked ----
def told(ask: Callable[[], Any]) -> Any:
    """What is answered, or how it is refused."""
    try:
        return ask()
    except CrexError as error:
        return type(error).__name__, str(error), getattr(error, "clauses", ())


def questions(one: Position, two: Position, player: str, rng: Random) -> list[str | int]:
    """Codes and words about a pair of twins: right guesses in one of them, wrong ones in the other."""
    game, found = one.game, []
    for row in game.actions:
        found += rng.sample(range(row.base, row.end), min(3, row.end - row.base))
    wishes: list[str | int] = [*found]
    for position in (one, two):
        for action in rng.sample(list(position.asked().legal), min(3, len(position.codes))):
            wishes += [action.text, action.text[:-1], action.id, action.id.replace(")", "x)"), action.code]
    for kind, pieces in game.secret_state.hidden(one.state, game.seat(player)).items():
        for piece in rng.sample(sorted(pieces), min(2, len(pieces))):
            row = rng.choice(game.actions)
            wishes += [f"{row[0]} {game.namer.kinds[kind][0][piece]}", game.namer.kinds[kind][0][piece]]
    return wishes


def answers(position: Position, player: str, wishes: list[str | int]) -> Iterator[Any]:
    """Everything that a side can ask of a position."""
    view = position.view(player)
    yield view.key, view.waiting_for, view.data(), repr(view), view.decision
    yield [(own.id, own.name, own.text, own.clause, own.args, own.code) for own in view.legal]
    for own in view.legal[:4]:
        yield findings(view.why(own)), asked_here(position, own, player, player)
    stale = SeenAction("stale", "stale", "", "", {}, _unused(position))
    yield told(lambda: position.copy().take(stale)) if position.asked().who == player else None
    visible = VisiblePosition(position, player)
    yield _drawn(visible)
    yield told(lambda: _previewed(visible, player))
    for number, wish in enumerate(wishes):
        yield told(lambda wish=wish: findings(view.why_not(wish)))  # type: ignore[misc]
        if isinstance(wish, int):
            yield asked_here(position, wish, player, player)
        elif number % MOST_SEARCHED == 0:
            yield told(lambda wish=wish: chosen_action(visible, offered(visible), wish, player))  # type: ignore[misc]


def _unused(position: Position) -> int:
    """A code that is no answer now."""
    row = position.game.actions[-1]
    return next(code for code in range(row[2] - 1, 0, -1) if code not in position.codes)


def _previewed(visible: VisiblePosition, player: str) -> list[Any]:
    """The ways of some orders: pieces that stand together to wherever others stand, as far as any can."""
    game, found = visible.game, []
    for kind in game.tables["placements"]:
        cell = placement(game, kind)
        root = game.tables["subkinds"][kind][0]
        pieces = [piece for piece in range(len(game.namer.kinds[root][0])) if visible.knows(root, piece)]
        places = sorted({visible.value(cell, (piece,)) or 0 for piece in pieces})[:12]
        for start, goal in zip(places, places[2:], strict=False):
            there = tuple(piece for piece in pieces if visible.value(cell, (piece,)) == start)
            order = Order(kind, there, goal, every=False)
            for way in ways(visible.position, player, order):
                shows = way.could_show(visible.position)
                found.append((way_said(visible, way), left_behind(visible, way), len(way), shows))
    return found


def _drawn(visible: VisiblePosition) -> str:
    from io import StringIO

    from rich.console import Console

    console = Console(file=StringIO(), width=160)
    console.print(board(visible))
    return console.file.getvalue()  # type: ignore[attr-defined,no-any-return]


def findings(answer: Any) -> tuple[Any, ...]:
    """An answer with all that it holds."""
    told = [
        (found.clause, found.holds, found.lifts, [(str(one), one.names, one.holds) for one in found.reasons])
        for found in (*answer.permits, *answer.forbids)
    ]
    return str(answer), answer.action, answer.clauses, answer.legal, answer.asked, answer.not_asked, told


def onward(one: Position, other: Twin, player: str, rng: Random) -> tuple[Position, Position, int, int] | None:
    """Twins after the same decision in both, where they still look the same; with the decision's codes."""
    two, swap = other
    game, code = one.game, rng.choice(one.codes)
    hers = game.secret_state.recoded(code, swap)
    if one.asked().who == player:
        hers = two.code_of(one.seen_as(code))
    if hers not in two.codes:
        return None
    first, second = one.copy(), two.copy()
    second.state = second.state[:]
    second.state[CHANCE] = first.state[CHANCE]
    try:
        first.take(code)
        second.take(hers)
    except (CrexError, *FAULTS):
        return None
    alike = first.view(player) == second.view(player) and _open_draws(first, player) == _open_draws(second, player)
    return (first, second, code, hers) if alike else None


def _open_draws(position: Position, player: str) -> list[str]:
    """What chance has drawn and a side knows now, in turn: who draws the same in another order sees another game."""
    game, hidden = position.game, position.view(player).hidden
    known = {
        game.namer.text(("thing", kind, kind, -1), index)
        for kind, (ids, *_) in game.namer.kinds.items()
        for index in range(len(ids))
        if index not in hidden.get(kind, ())
    }
    return [line.drawn for line in position.log if line.drawn in known]


def afterwards(before: Position, after: Position, code: int, player: str) -> tuple[Any, ...]:
    """What a side is told of a decision: the log, what its own lack of choice rested on, the trace."""
    forced = last_forced(after, player)
    return after.view(player).log, forced, seen_traces(before, code, (), player)


def calls(ask: Callable[[], Any]) -> int:
    """How many Python functions are called to answer a question."""
    count = 0

    def heard(frame: Any, event: str, what: Any) -> None:
        nonlocal count
        count += event == "call"

    sys.setprofile(heard)
    try:
        told(ask)
    finally:
        sys.setprofile(None)
    return count
