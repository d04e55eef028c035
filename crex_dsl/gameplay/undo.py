"""What may be taken back: never past dice, a secret that came to light, or another side's hidden choice."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from crex_dsl.engine.errors import CrexError
from crex_dsl.engine.explain.verdict import citation
from crex_dsl.engine.run.memory import instances, live_frames, memory_word
from crex_dsl.engine.run.position import Position
from crex_dsl.engine.run.slots import CHANCE, POINT
from crex_dsl.engine.secrecy.mask import Mask
from crex_dsl.engine.secrecy.secret_state import hidden_pieces
from crex_dsl.gameplay.history import GameHistory, Step
from crex_dsl.gameplay.saved_games import CarriedOut
from crex_dsl.text.messages import said


class NotUndone(CrexError):
    """The decision stays taken."""


def undo(
    history: GameHistory,
    asker: str,
    people: Collection[str],
    sandbox: bool = False,
    orders: Sequence[CarriedOut] = (),
) -> list[Step]:
    """Take back a person's last decision, or order, and what followed it; raises NotUndone where that is not fair.

    Gives the decisions that were the person's own, in their order.
    """
    last = next((number for number in reversed(range(len(history.steps))) if history.steps[number].who in people), None)
    if last is None:
        raise NotUndone(said("play-nothing-to-undo"))
    order = next((order for order in orders if order.first <= last < order.end), None)
    first = last if order is None else order.first
    return _taken_back(history, first, last + 1, asker, people, sandbox, orders)


def cancel(
    history: GameHistory,
    asker: str,
    people: Collection[str],
    sandbox: bool = False,
    orders: Sequence[CarriedOut] = (),
) -> list[Step]:
    """Give back the move that a person is in the middle of, or has just ended; raises NotUndone where that is not fair.

    A move begins with the last of one's decisions in this stage that other procedures than the present one asked for;
    an order is given back whole.
    """
    now, steps = history.now, history.steps
    numbers = _own_decisions(history, asker)
    ended = [number for number in numbers if steps[number].before.state[POINT] == now.state[POINT]]
    found = _begun(history, numbers) or ended or list(numbers)
    if not found:
        raise NotUndone(said("play-no-move-begun"))
    first = next((order.first for order in orders if order.first <= found[-1] < order.end), found[-1])
    return _taken_back(history, first, len(steps), asker, people, sandbox, orders)


def move_begun(history: GameHistory, asker: str) -> bool:
    """Whether a person is in the middle of a move."""
    return bool(_begun(history, _own_decisions(history, asker)))


def _own_decisions(history: GameHistory, asker: str) -> range:
    """The numbers of the last decisions, as far as they are all of one person and in the stage at hand."""
    steps, stages = history.steps, _open_stages(history.now)
    own = len(steps)
    while own and steps[own - 1].who == asker and _open_stages(steps[own - 1].before) == stages:
        own -= 1
    return range(own, len(steps))


def _begun(history: GameHistory, numbers: range) -> list[int]:
    """Those of some decisions that other procedures than the present one asked for."""
    depth = _depth(history.now)
    return [number for number in numbers if _depth(history.steps[number].before) < depth]


def _taken_back(
    history: GameHistory,
    first: int,
    end: int,
    asker: str,
    people: Collection[str],
    sandbox: bool,
    orders: Sequence[CarriedOut],
) -> list[Step]:
    """Go back to before a decision, unless something is against it."""
    if not sandbox:
        if any(order.shows and order.first < len(history.steps) and first < order.end for order in orders):
            raise NotUndone(said("play-order-showed"))
        for number in range(first, len(history.steps)):
            reason = _against(history, number, asker, people)
            if reason is not None:
                raise NotUndone(said("play-stays", why=reason))
    steps = history.steps[first:end]
    history.back_to(first)
    return steps


def _depth(position: Position) -> int:
    """How many procedures are running."""
    return sum(1 for _ in live_frames(position.game.tables, position.state))


def _open_stages(position: Position) -> list[str]:
    return [stage for stage, slot in position.game.tables["doors"].items() if position.state[slot]]


def _against(history: GameHistory, number: int, asker: str, people: Collection[str]) -> str | None:
    """Why a step cannot be taken back by somebody, or None."""
    step, after = history.steps[number], history.at(number + 1)
    game = step.before.game
    if step.outcomes or step.before.state[CHANCE] != after.state[CHANCE]:
        line = next((line for line in step.lines(asker) if line.who is None and line.clause), None)
        if line is None:
            return said("play-chance-since")
        return said("play-chance-since-by", what=line.text, clause=citation(game, line.clause))
    for person in people:
        secret = revealed(step.before, after, game.seat(person), game.seat(asker))
        if secret is None and (glimpsed := step.glimpsed(person)):
            mask = Mask(game, after.state, game.seat(asker))
            secret = game.namer.text(("thing", glimpsed[0][0], glimpsed[0][0], -1), glimpsed[0][1], mask.hides)
        if secret is not None:
            return said("play-secret-since", side=game.player_name(person), secret=secret)
    if step.who != asker and hidden_choice(step, asker):
        return said("play-choice-since", side=game.player_name(step.who))
    return None


def hidden_choice(step: Step, viewer: str) -> bool:
    """Whether a decision was hidden from a viewer, in whole or in part."""
    game, state = step.before.game, step.before.state
    mask = Mask(game, state, game.seat(viewer))
    return game.asking(state).mode == "together" or game.text(state, step.code, mask) != game.text(state, step.code)


def revealed(before: Position, after: Position, seat: int, reader: int) -> str | None:
    """Something that a seat did not know before and knows after, as another may read it, or None."""
    game, mask = before.game, Mask(after.game, after.state, reader)
    earlier, later = Mask(game, before.state, seat), Mask(game, after.state, seat)
    for kind, pieces in hidden_pieces(game, earlier).items():
        for piece in sorted(pieces):
            if later.knows(kind, piece):
                return game.namer.text(("thing", kind, kind, -1), piece, mask.hides)
    for number, cell in enumerate(game.cells):
        if not cell.secret:
            continue
        for args, slot in instances(game, cell):
            if not earlier.sees(number, args) and later.sees(number, args):
                of_what = list(zip(cell.params, args, strict=True))
                what = [game.namer.text(of, arg, mask.hides) for of, arg in of_what]
                covered = [of[0] == "thing" and mask.hides(of[1], arg) for of, arg in of_what]
                if any(covered):  # what is remembered of it would say nothing
                    return what[covered.index(True)]
                value = mask.show(cell.type, after.state[slot], ((number, args),))
                return " ".join([memory_word(game, cell), *what, value])
    return None
