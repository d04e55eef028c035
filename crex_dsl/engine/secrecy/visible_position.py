"""What one pair of eyes sees of a position: a player's view of it, or everything."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from crex_dsl.engine.explain.legality import Standpoint
from crex_dsl.engine.run.chance import members_of
from crex_dsl.engine.run.memory import address
from crex_dsl.engine.run.position import Position
from crex_dsl.engine.run.program_rows import Cell
from crex_dsl.engine.run.runtime import FAULTS
from crex_dsl.engine.secrecy.mask import HIDDEN, OBSERVER
from crex_dsl.engine.secrecy.view import View


class VisiblePosition:
    """A position as a player may see it (None: whole), with names for all that is seen."""

    def __init__(self, position: Position, player: str | None) -> None:
        self._look(position, None if player is None else position.view(player))

    @classmethod
    def of_view(cls, view: View) -> VisiblePosition:
        """What the player of a view sees."""
        made = cls.__new__(cls)
        made._look(view._position, view)
        return made

    def _look(self, position: Position, view: View | None) -> None:
        self.game, self.position, self.view = position.game, position, view
        self.player = None if view is None else view.player
        self.seat = None if view is None else view.seat
        self.at = Standpoint.of(position) if self.view is None else self.view.standpoint
        self.mask = self.at.mask
        self._state: Sequence[int | None] = position.state if self.view is None else self.view.state
        self._hidden = {} if self.view is None else self.view.hidden

    def knows(self, kind: str, index: int) -> bool:
        """Whether it is seen which thing that is."""
        return index not in self._hidden.get(kind, ())

    def value(self, cell: Cell, args: Sequence[int]) -> int | None:
        """What a piece of memory holds, or None where that is secret."""
        return self._state[address(cell, args)]

    def text(self, of: tuple[Any, ...], value: int | None) -> str:
        """A value in words, a question mark where it is secret."""
        if value is None:
            return HIDDEN
        if of[0] == "set" and of[1][0] == "thing":
            return self._group(of[1], value)
        return self.game.namer.text(of, value, lambda kind, index: not self.knows(kind, index))

    def _group(self, of: tuple[Any, ...], value: int) -> str:
        """The members of a set by name, those that are not known by their number."""
        members = list(members_of(value))
        known = [self.text(of, member) for member in members if self.knows(of[1], member)]
        unknown, namer = len(members) - len(known), self.game.namer
        return ", ".join(known + ([f"{unknown} × {namer.called(of[2])}?"] if unknown else [])) or namer.say["nothing"]

    def name(self, kind: str, index: int) -> str:
        """The name of a thing in this edition."""
        return self.game.namer.text(("thing", kind, kind, -1), index)

    def open_stages(self) -> list[str]:
        """The stages in which play stands, the outermost first."""
        doors, within = self.game.tables["doors"], self.game.tables["stages"]

        def depth(stage: str | None) -> int:
            return 0 if stage is None else 1 + depth(within.get(stage))

        return sorted((stage for stage, slot in doors.items() if self.at.state[slot]), key=depth)

    @property
    def says_status(self) -> bool:
        """Whether the rule files say in which words it is told where play stands."""
        return bool(self.game.program.words["STATUS"])

    def status(self, name: str, seat: int | None = None) -> list[str]:
        """What the rule files say of the game or an open stage, or to the player who looks, each thing in words.

        Of the player on another seat it is as much as may be known here.
        """
        args = () if name != "player" else (self.seat if seat is None else seat,)
        if None in args or OBSERVER in args:
            return []
        mask, told = self.mask, []
        for text in self.game.program.words["STATUS"].get(name, ()):
            with suppress(LookupError, *FAULTS):  # what makes no sense here is not said
                told.append(str(text(self.at.state, mask.show, mask.plural, mask.sees_all, *args)))
        return [text for text in told if text]

    def drawn(self, kind: str, index: int, trait: str) -> str | None:
        """How the rule files draw one trait of a known thing, or None where they do not."""
        pictures = self.game.program.words["PICTURES"]
        picture = next((pictures[name] for name in self.game.pictures(kind, index) if trait in pictures[name]), None)
        if picture is None:
            return None
        return str(picture[trait](self.at.state, self.mask.show, self.mask.plural, index))
