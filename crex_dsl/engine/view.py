"""What one side knows: a state in which secret pieces are interchangeable and secret values are missing.

A view is made from declarations alone.  Pieces whose identity is secret are put into a canonical order by what
can be seen of them, so that two positions which look the same to the viewer give the very same view.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any

from crex_dsl.engine.chance import members_of
from crex_dsl.engine.decision import DECLINE
from crex_dsl.engine.explain import Answer, explain
from crex_dsl.engine.fog import Hidden, Masked
from crex_dsl.engine.log import LogLine, log_of
from crex_dsl.engine.mask import HIDDEN, Mask
from crex_dsl.engine.memory import PARAMS, TYPE, instances, label
from crex_dsl.engine.outlook import Outlook
from crex_dsl.engine.save import legal_codes
from crex_dsl.engine.seen import SeenAction, SeenDecision, told_apart
from crex_dsl.engine.slots import OVER, POINT

if TYPE_CHECKING:
    from crex_dsl.engine.position import Position


class View:
    """What a player sees of a position."""

    def __init__(self, position: Position, seat: int) -> None:
        self.game, self.seat, self._position = position.game, seat, position
        decision = position.decision
        codes = position.codes if decision is not None and decision.who == self.player else []
        self.outlook, self._codes = Outlook.of(self.game, seat, position.state, codes)

    # ---- what is seen ----
    @property
    def state(self) -> Masked:
        """The state without what the viewer may not see."""
        return self.outlook.state

    @property
    def hidden(self) -> Hidden:
        """By kind, the pieces that the viewer cannot tell apart."""
        return self.outlook.hidden

    @property
    def player(self) -> str:
        """Whose view it is."""
        return self.game.player_id(self.seat)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state[POINT] == OVER

    @property
    def decision(self) -> SeenDecision | None:
        """What is asked of the viewer now; None while others decide."""
        decision = self._position.decision
        if decision is None or decision.who != self.player:
            return None
        return SeenDecision(decision.who, decision.prompt, decision.clause, decision.optional, self.legal)

    @property
    def legal(self) -> tuple[SeenAction, ...]:
        """The viewer's legal answers, in an order that gives nothing away; none while others decide."""
        position = self._position
        mask = Mask(self.game, position.state, self.seat)
        clause = self.game.asking(position.state)[1]
        seen = [
            self._seen_action(answer, code, self.game.text(position.state, code, mask), clause)
            for answer, code in zip(self.outlook.answers, self._codes, strict=True)
        ]
        texts = told_apart([(action.text, action.name, action.args) for action in seen])
        return tuple(replace(action, text=text) for action, text in zip(seen, texts, strict=True))

    def _seen_action(self, seen: int, code: int, text: str, clause: str) -> SeenAction:
        """One answer, its pieces by what the viewer knows of them."""
        if code == DECLINE:
            return SeenAction("done", "done", text, clause, {}, code)
        row = self.game.coding(code)
        values = zip(row[6], row[7], self.game.numbers(seen), strict=True)
        args = {name: self._plain(of, value) for name, of, value in values}
        spelled = f"{row[0]}({', '.join(str(value) for value in args.values())})" if args else row[0]
        return SeenAction(spelled, row[0], text, row[8], args, code)

    @property
    def waiting_for(self) -> str | None:
        """Who decides now."""
        decision = self._position.decision
        return None if decision is None else decision.who

    def why_not(self, action: str, **arguments: Any) -> Answer:
        """Why an action of the viewer's is refused, told in what the viewer may know."""
        position = self._position
        return explain(position, position._meant(action, arguments), viewer=self.seat, actor=self.seat)

    @property
    def log(self) -> list[LogLine]:
        """What happened, as the viewer could follow it."""
        return log_of(self._position, self.seat)

    @property
    def key(self) -> tuple[Any, ...]:
        """What makes two views equal: everything that is seen, and the answers on offer."""
        answers = tuple(action.id for action in self.legal)
        return (self.seat, tuple(self.state), answers, self.waiting_for)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and self.game.does == other.game.does and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    def data(self) -> dict[str, Any]:
        """The view as plain data: memory by name, secret values as `?`, secret pieces as `?kind number`."""
        memory: dict[str, Any] = {}
        for cell in self.game.tables["cells"]:
            rows = {
                ", ".join(str(self._plain(of, arg)) for of, arg in zip(cell[PARAMS], args, strict=True)): (
                    HIDDEN if self.state[slot] is None else self._plain(cell[TYPE], self.state[slot] or 0)
                )
                for args, slot in instances(self.game, cell)
            }
            memory[label(cell)] = rows if cell[PARAMS] else rows[""]
        return {
            "game": self.game.id,
            "edition": self.game.edition,
            "options": list(self.game.options),
            "viewer": self.player,
            "over": self.over,
            "waiting_for": self.waiting_for,
            "memory": memory,
        }

    def _plain(self, of: tuple[Any, ...], value: int) -> Any:
        if of[0] == "thing" and value in self.hidden.get(of[1], ()):
            return f"?{of[1]} {value}"
        if of[0] == "optional":
            return self._plain(of[1], value)
        if of[0] == "set":
            return [self._plain(of[1], member) for member in members_of(value)]
        return self.game.namer.plain(of, value)

    # ---- what could be ----
    def sample(self, rng: Random) -> Position:
        """A full position that looks the same to the viewer, secrets drawn anew and dice fresh."""
        from crex_dsl.engine.position import Position

        state = self.outlook.supposed(rng).state
        made = Position(self.game, state, legal_codes(self.game, state), list(state), None)
        if not made.over and len(made.codes) < 2:
            made.codes = self.game.program.run(made.state)
        return made
