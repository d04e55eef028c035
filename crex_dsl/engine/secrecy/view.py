"""What one side knows: a state in which secret pieces are interchangeable and secret values are missing.

A view is made from declarations alone.  Pieces whose identity is secret are put into a canonical order by what
can be seen of them, so that two positions which look the same to the viewer give the very same view.  Whatever a view
is asked is worked out from its information set, on a state that stands in for all that look like it; only the log goes
back to the position, which it tells anew through the mask.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Any

from crex_dsl.engine.errors import IllegalAction, UnknownName
from crex_dsl.engine.explain.game_log import LogLine, log_of
from crex_dsl.engine.explain.legality import Standpoint, explained
from crex_dsl.engine.explain.verdict import Answer
from crex_dsl.engine.rendering import drawn
from crex_dsl.engine.run.decision import DECLINE, Action, question
from crex_dsl.engine.run.memory import instances, label
from crex_dsl.engine.run.slots import OVER, POINT
from crex_dsl.engine.saves.state_import import legal_codes
from crex_dsl.engine.secrecy.mask import HIDDEN
from crex_dsl.engine.secrecy.secret_state import Hidden, Masked
from crex_dsl.engine.secrecy.visible_decision import SeenAction, SeenDecision, told_apart
from crex_dsl.text.messages import said
from crex_dsl.text.spelling import did_you_mean

if TYPE_CHECKING:
    from crex_dsl.engine.run.position import Position


class View:
    """What a player sees of a position."""

    def __init__(self, position: Position, seat: int) -> None:
        self.game, self.seat, self._position = position.game, seat, position.copy()
        self.information_set = position.information_set(seat)

    # ---- what is seen ----
    @property
    def state(self) -> Masked:
        """The state without what the viewer may not see."""
        return self.information_set.state

    @property
    def hidden(self) -> Hidden:
        """By kind, the pieces that the viewer cannot tell apart."""
        return self.information_set.hidden

    @property
    def player(self) -> str:
        """Whose view it is."""
        return self.game.viewer_id(self.seat)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state[POINT] == OVER

    @cached_property
    def standpoint(self) -> Standpoint:
        """What questions are answered from: nothing but the information set."""
        return Standpoint.from_outlook(self.information_set)

    @property
    def decision(self) -> SeenDecision | None:
        """What is asked of the viewer now; None while others decide."""
        if self.information_set.who != self.seat:
            return None
        optional = DECLINE in self.information_set.answers
        _, _, clause, actions = self.game.asking(self.standpoint.state)
        taken = {answer.name for answer in self.legal}
        asked = question(self.game, self.seat, optional, (action for action in actions if action in taken))
        return SeenDecision(self.player, asked, clause, optional, self.legal)

    @cached_property
    def legal(self) -> tuple[SeenAction, ...]:
        """The viewer's legal answers, in an order that gives nothing away; none while others decide."""
        seen = [self._seen_action(code) for code in self.information_set.answers]
        texts = told_apart([(action.text, action.name, action.args) for action in seen])
        return tuple(replace(action, text=text) for action, text in zip(seen, texts, strict=True))

    def answer(self, id: str) -> SeenAction | None:
        """The viewer's legal answer of an id, found without putting all others into words."""
        code = self.answer_code(id)
        return None if code is None else self._seen_action(code)

    def answer_code(self, id: str) -> int | None:
        """The code of the viewer's legal answer of an id, as his information set numbers things."""
        with suppress(UnknownName):
            code = self.game.spelled_code(id)
            if code in self.information_set.answers and not self._names_hidden(code) and self.game.spelled(code) == id:
                return code
        spelled = self.standpoint.mask.spelled
        return next((code for code in self.information_set.answers if spelled(code) == id), None)

    def _names_hidden(self, code: int) -> bool:
        """Whether an action names a thing that the viewer cannot tell from others."""
        if code == DECLINE:
            return False
        values = zip(self.game.coding(code).types, self.game.numbers(code), strict=True)
        things = ((of[1] if of[0] == "optional" else of, value) for of, value in values)
        return any(of[0] == "set" or (of[0] == "thing" and value in self.hidden.get(of[1], ())) for of, value in things)

    def _seen_action(self, code: int) -> SeenAction:
        """One answer, its pieces by what the viewer knows of them."""
        text = self.standpoint.text(code)
        if code == DECLINE:
            return SeenAction("done", "done", text, self.game.asking(self.standpoint.state).clause, {}, code)
        mask, row = self.standpoint.mask, self.game.coding(code)
        values = zip(row.params, row.types, self.game.numbers(code), strict=True)
        args = {name: mask.plain(of, value) for name, of, value in values}
        return SeenAction(mask.spelled(code), row.name, text, row.clause, args, code)

    @property
    def waiting_for(self) -> str | None:
        """Who decides now."""
        return None if self.information_set.who is None else self.game.player_id(self.information_set.who)

    # ---- questions ----
    def why_not(self, action: Action | SeenAction | int | str, **arguments: Any) -> Answer:
        """Why an action of the viewer's is refused, told in what the viewer may know."""
        if isinstance(action, Action):
            action = action.id
        meant = self._meant(action, arguments) if isinstance(action, str) else action
        return explained(self.standpoint, meant, self.seat)

    def why(self, action: Action | SeenAction | int | str, **arguments: Any) -> Answer:
        """Why an action of the viewer's is legal: the permissions that cover it, told in what the viewer may know."""
        return self.why_not(action, **arguments)

    def _meant(self, action: str, arguments: dict[str, Any]) -> SeenAction | int:
        """One of the viewer's answers by its text or id, or the code of one that is spelled; raises for others."""
        if arguments or ("(" not in action and action in {row.name for row in self.game.actions}):
            return self.game.code(action, arguments)
        for own in self.legal:
            if action in (own.text, own.id):
                return own
        try:
            return self.game.spelled_code(action)
        except UnknownName as error:
            hint = did_you_mean(action, [own.text for own in self.legal])
            raise IllegalAction(
                said("`{action}` is no legal action here: {hint}", action=action, hint=hint or error)
            ) from None

    @property
    def log(self) -> list[LogLine]:
        """What happened, as the viewer could follow it."""
        return log_of(self._position, self.seat)

    @property
    def key(self) -> tuple[Any, ...]:
        """What makes two views equal: everything that is seen, and the answers on offer."""
        return (self.seat, tuple(self.state), self.information_set.answers, self.information_set.who)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and self.game.does == other.game.does and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    def __repr__(self) -> str:
        now = "over" if self.over else f"waiting for {self.waiting_for}"
        return f"<{self.game.id} as {self.player} sees it, {now}>"

    @property
    def notation(self) -> str:
        """The view as text that fits in a mail; it holds neither seed nor secrets."""
        from crex_dsl.engine.saves.notation import view_notation

        return view_notation(self)

    def svg(self, **options: Any) -> str:
        """The view as an SVG image: cut out `around` some places, an `action` marked, moves `since` a position."""
        return drawn(self, None, options)

    def _repr_svg_(self) -> str:
        """The view as a notebook shows it."""
        return self.svg()

    def data(self) -> dict[str, Any]:
        """The view as plain data: memory by name, secret values as `?`, secret pieces as `?kind number`."""
        memory: dict[str, Any] = {}
        plain = self.standpoint.mask.plain
        for cell in self.game.cells:
            rows = {
                ", ".join(str(plain(of, arg)) for of, arg in zip(cell.params, args, strict=True)): (
                    HIDDEN if (value := self.state[slot]) is None else plain(cell.type, value)
                )
                for args, slot in instances(self.game, cell)
            }
            memory[label(cell)] = rows if cell.params else rows[""]
        return {
            "game": self.game.id,
            "edition": self.game.edition,
            "options": list(self.game.options),
            "viewer": self.player,
            "over": self.over,
            "waiting_for": self.waiting_for,
            "memory": memory,
        }

    # ---- what could be ----
    def sample(self, rng: Random) -> Position:
        """A full position that looks the same to the viewer, secrets drawn anew and dice fresh."""
        from crex_dsl.engine.run.position import Position

        state = self.information_set.determinise(rng).state
        codes = legal_codes(self.game, state)
        if len(codes) < 2:
            codes = self.game.program.run(state)
        return Position(self.game, state, codes, list(state), None)
