"""What may be taken back: never past dice, a secret that came to light, or another side's hidden choice."""

from __future__ import annotations

from collections.abc import Collection

from crex_dsl.engine.errors import CrexError
from crex_dsl.engine.fog import hidden_pieces
from crex_dsl.engine.mask import Mask
from crex_dsl.engine.memory import PARAMS, SECRET, TYPE, instances, label
from crex_dsl.engine.position import Position
from crex_dsl.engine.slots import CHANCE
from crex_dsl.engine.verdict import citation
from crex_dsl.play.chronicle import Chronicle, Step


class NotUndone(CrexError):
    """The decision stays taken."""


def undo(chronicle: Chronicle, asker: str, people: Collection[str], sandbox: bool = False) -> Step:
    """Take back the last decision of a person and what followed it; raises NotUndone where that is not fair."""
    last = next(
        (number for number in reversed(range(len(chronicle.steps))) if chronicle.steps[number].who in people), None
    )
    if last is None:
        raise NotUndone("there is no decision of yours to take back")
    if not sandbox:
        for number in range(last, len(chronicle.steps)):
            reason = _against(chronicle, number, asker, people)
            if reason is not None:
                raise NotUndone(f"that stays as it is: {reason}")
    step = chronicle.steps[last]
    chronicle.back_to(last)
    return step


def _against(chronicle: Chronicle, number: int, asker: str, people: Collection[str]) -> str | None:
    """Why a step cannot be taken back by somebody, or None."""
    step, after = chronicle.steps[number], chronicle.at(number + 1)
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
    return game.asking(state)[0] == "together" or game.text(state, step.code, mask) != game.text(state, step.code)


def revealed(before: Position, after: Position, seat: int, reader: int) -> str | None:
    """Something that a seat did not know before and knows after, as another may read it, or None."""
    game, mask = before.game, Mask(after.game, after.state, reader)
    earlier, later = Mask(game, before.state, seat), Mask(game, after.state, seat)
    for kind, pieces in hidden_pieces(game, earlier).items():
        for piece in sorted(pieces):
            if later.knows(kind, piece):
                return game.namer.text(("thing", kind, kind, -1), piece, mask.hides)
    for number, cell in enumerate(game.tables["cells"]):
        if not cell[SECRET]:
            continue
        for args, slot in instances(game, cell):
            if not earlier.sees(number, args) and later.sees(number, args):
                what = [game.namer.text(of, arg, mask.hides) for of, arg in zip(cell[PARAMS], args, strict=True)]
                value = mask.show(cell[TYPE], after.state[slot], ((number, args),))
                return " ".join([label(cell).replace("_", " "), *what, value])
    return None
