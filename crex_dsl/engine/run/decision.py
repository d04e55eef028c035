"""What is asked of whom, and the legal answers, each wrapped only when somebody looks at it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, overload

from crex_dsl.text.locale import listed_in

if TYPE_CHECKING:
    from crex_dsl.engine.game import Game


DECLINE = 0


def question(game: Game, seat: int, optional: bool, actions: Iterable[str]) -> str:
    """What somebody is asked, in one line: which of the actions that can be taken."""
    namer = game.namer
    names = listed_in(namer.language, dict.fromkeys(namer.called(action) for action in actions), "or")
    return namer.say("ask-may" if optional else "ask-must", who=game.player_name(seat), actions=names)


class Action:
    """One legal instance of an action, or declining."""

    __slots__ = ("_among", "_game", "_state", "code")

    def __init__(self, game: Game, code: int, state: list[int], among: LegalActions | None = None) -> None:
        self._game, self.code, self._state, self._among = game, code, state, among

    @property
    def name(self) -> str:
        """The action's name; `done` for declining."""
        return "done" if self.code == DECLINE else self._game.coding(self.code).name

    @property
    def args(self) -> dict[str, Any]:
        """The arguments by the declared names of the parameters."""
        return {} if self.code == DECLINE else self._game.arguments(self.code)

    @property
    def clause(self) -> str:
        """The clause that declares the action; for declining, the one that asks."""
        if self.code == DECLINE:
            return self._game.asking(self._state).clause
        clause: str = self._game.coding(self.code).clause
        return clause

    @property
    def text(self) -> str:
        """The action in words, unique within its decision."""
        return self._game.text(self._state, self.code) if self._among is None else self._among.texts[self.code]

    @property
    def id(self) -> str:
        """The action in the words of examples: `march(b-1, a-b)`."""
        return self._game.spelled(self.code)

    def belongs_to(self, game: Game) -> bool:
        """Whether its code means the same in a game."""
        return self._game is game or self._game.does == game.does

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Action) and self.code == other.code and self.belongs_to(other._game)

    def __hash__(self) -> int:
        return hash(self.code)

    def __repr__(self) -> str:
        return f"<{self.id}>"


class LegalActions(Sequence[Action]):
    """The legal answers to one decision."""

    __slots__ = ("_game", "_state", "_texts", "codes")

    def __init__(self, game: Game, codes: list[int], state: list[int]) -> None:
        self._game, self.codes, self._state = game, codes, state
        self._texts: dict[int, str] = {}

    @property
    def texts(self) -> dict[int, str]:
        """The answers in words, no two alike, by their codes."""
        if not self._texts:
            self._texts = self._game.texts(self._state, self.codes)
        return self._texts

    def __len__(self) -> int:
        return len(self.codes)

    @overload
    def __getitem__(self, place: int) -> Action: ...

    @overload
    def __getitem__(self, place: slice) -> list[Action]: ...

    def __getitem__(self, place: int | slice) -> Action | list[Action]:
        if isinstance(place, slice):
            return [Action(self._game, code, self._state, self) for code in self.codes[place]]
        return Action(self._game, self.codes[place], self._state, self)

    def __iter__(self) -> Iterator[Action]:
        for code in self.codes:
            yield Action(self._game, code, self._state, self)

    def __contains__(self, action: object) -> bool:
        return isinstance(action, Action) and action.code in self.codes

    def __repr__(self) -> str:
        return f"[{', '.join(action.id for action in self)}]"


class Decision:
    """A question: who chooses, what for, which clause asks, what is legal."""

    __slots__ = ("_game", "_state", "codes", "point")

    def __init__(self, game: Game, point: int, codes: list[int], state: list[int]) -> None:
        self._game, self.point, self.codes, self._state = game, point, codes, state

    @property
    def who(self) -> str:
        """The player who decides."""
        return self._game.player_id(self._game.decider(self._state))

    @property
    def clause(self) -> str:
        """The clause that asks."""
        return self._game.asking(self._state).clause

    @property
    def actions(self) -> tuple[str, ...]:
        """The names of the actions on offer."""
        return self._game.asking(self._state).offered

    @property
    def optional(self) -> bool:
        """Whether declining is an answer."""
        return DECLINE in self.codes

    @property
    def prompt(self) -> str:
        """The question in one line."""
        taken = {self._game.coding(code).name for code in self.codes if code != DECLINE}
        actions = [action for action in self.actions if action in taken]
        return question(self._game, self._game.decider(self._state), self.optional, actions)

    @property
    def legal(self) -> LegalActions:
        """The legal answers."""
        return LegalActions(self._game, self.codes, self._state)

    def __repr__(self) -> str:
        return f"<{self.prompt} ({len(self.codes)} answers)>"
