"""What may be taken back: never past dice, a secret that came to light, or another side's hidden choice."""

from __future__ import annotations

from collections.abc import Collection

from crex_dsl.engine.errors import CrexError
from crex_dsl.engine.explain.verdict import citation
from crex_dsl.engine.run.memory import instances, label
from crex_dsl.engine.run.position import Position
from crex_dsl.engine.run.slots import CHANCE
from crex_dsl.engine.secrecy.mask import Mask
from crex_dsl.engine.secrecy.secret_state import hidden_pieces
from crex_dsl.gameplay.history import GameHistory, Step
from crex_dsl.text.english import words


class NotUndone(CrexError):
    """The decision stays taken."""


def undo(history: GameHistory, asker: str, people: Collection[str], sandbox: bool = False) -> Step:
    """Take back the last decision of a person and what followed it; raises NotUndone where that is not fair."""
    last = next((number for number in reversed(range(len(history.steps))) if history.steps[number].who in people), None)
    if last is None:
        raise NotUndone("there is no decision of yours to take back")
    if not sandbox:
        for number in range(last, len(history.steps)):
            reason = _against(history, number, asker, people)
            if reason is not None:
                raise NotUndone(f"that stays as it is: {reason}")
    step = history.steps[last]
    history.back_to(last)
    return step


def _against(history: GameHistory, number: int, asker: str, people: Collection[str]) -> str | None:
    """Why a step cannot be taken back by somebody, or None."""
    step, after = history.steps[number], history.at(number + 1)
    game = step.before.game
    if step.outcomes or step.before.state[CHANCE] != after.state[CHANCE]:
        line = next((line for line in step.lines(asker) if line.who is None and line.clause), None)
        what = f" ({line.text}, by {citation(game, line.clause)})" if line is not None else ""
        return f"chance has had its say since{what}"
    for person in people:
        secret = revealed(step.before, after, game.seat(person), game.seat(asker))
        if secret is None and (glimpsed := step.glimpsed(person)):
            mask = Mask(game, after.state, game.seat(asker))
            secret = game.namer.text(("thing", glimpsed[0][0], glimpsed[0][0], -1), glimpsed[0][1], mask.hides)
        if secret is not None:
            return f"{game.player_name(person)} has come to know a secret since ({secret})"
    if step.who != asker and hidden_choice(step, asker):
        return f"{game.player_name(step.who)} has made a hidden choice since"
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
                what = [game.namer.text(of, arg, mask.hides) for of, arg in zip(cell.params, args, strict=True)]
                value = mask.show(cell.type, after.state[slot], ((number, args),))
                return " ".join([words(label(cell)), *what, value])
    return None
