"""The one mask through which every text and view passes: who may see which value and which identity."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from crex_dsl.engine.run.chance import members_of
from crex_dsl.engine.run.decision import DECLINE
from crex_dsl.engine.run.memory import label
from crex_dsl.text.grammar.functions import Tree

if TYPE_CHECKING:
    from crex_dsl.engine.game import Game
    from crex_dsl.engine.secrecy.information_set import InformationSet


HIDDEN = "?"
OBSERVER = -1  # the seat of somebody who plays no side: he sees what everybody may see
UNTOLD, REMEMBERED = -1, -2  # for a cell: memory that cannot be named one by one; a slot of a running procedure
Secrets = tuple[tuple[int | str, tuple[int, ...]], ...]  # cells of memory, and things by their kind


class Mask:
    """What one viewer may see of a state; a viewer of None sees everything, an observer what all may see."""

    def __init__(self, game: Game, state: list[int], viewer: int | None) -> None:
        self.game, self.state, self.viewer = game, state, viewer

    def sees(self, cell: int | str, args: tuple[int, ...]) -> bool:
        """Whether the viewer sees one cell of memory, or, by the name of a kind, which thing it is."""
        if self.viewer is None:
            return True
        if isinstance(cell, str):
            return self.knows(cell, args[0])
        if cell == REMEMBERED:
            return args[0] not in self.game.secret_state.hidden_slots(self.state, self.viewer)
        if cell < 0:
            return False
        seer = self.game.program.words["SEES"][cell]
        return seer is None or bool(seer(self.state, self.viewer, *args))

    def knows(self, kind: str, index: int) -> bool:
        """Whether the viewer knows which thing it is."""
        if self.viewer is None:
            return True
        seer = self.game.program.words["IDENTITIES"].get(kind)
        return seer is None or bool(seer(self.state, self.viewer, index))

    def hides(self, kind: str, index: int) -> bool:
        """Whether a thing's identity is secret from the viewer."""
        return not self.knows(kind, index)

    def sees_all(self, secrets: Secrets) -> bool:
        """Whether the viewer sees everything that something rests on."""
        return self.viewer is None or all(self.sees(cell, args) for cell, args in secrets)

    # ---- in words ----
    def show(self, of: tuple[Any, ...], value: Any, secrets: Secrets, form: str | tuple[str, ...] | None = None) -> str:
        """A value in words, or a question mark where it rests on something secret; then it is not even worked out.

        A thing may be asked for in a form of its noun; of several forms of another word, the one that agrees is told.
        """
        if not self.sees_all(secrets):
            return form[0] if isinstance(form, tuple) else HIDDEN
        return self.game.namer.text(of, value() if callable(value) else value, self.hides, form)

    def told(self, of: tuple[Any, ...], value: Any, secrets: Secrets, form: object = None) -> Tree:
        """A value as a phrase, in which what is secret is hidden or covered."""
        if not self.sees_all(secrets):
            return ("hidden",)
        return self._told(of, value() if callable(value) else value)

    def _told(self, of: tuple[Any, ...], value: Any) -> Tree:
        match of[0]:
            case "bool":
                return ("yes",) if value else ("no",)
            case "enum":
                return ("word", of[1][value]) if value < len(of[1]) else ("nothing",)
            case "optional":
                return self._told(of[1], value)
            case "thing":
                ids = self.game.namer.kinds[of[1]][0]
                if value >= len(ids):
                    return ("nobody",) if of[1] == "player" else ("nothing",)
                if self.hides(of[1], value):
                    return ("covered", ("kind", of[2]))
                return ("thing", self.game.parts(of[1], value)[-1], of[1], value, ids[value])
            case "set" | "list":
                found = list(members_of(value)) if of[0] == "set" else list(value)
                if of[1][0] == "thing" and of[0] == "set":
                    found.sort(key=lambda member: self.hides(of[1][1], member))
                return ("series", tuple(self._told(of[1], member) for member in found)) if found else ("nothing",)
            case "dice":
                return ("text", self.game.namer.text(of, value))
        return ("number", int(value))

    def plural(self, number: Any, forms: tuple[str, ...], secrets: Secrets, language: str | None = None) -> str:
        """The form of a word that goes with a number, or the last one where that rests on something secret."""
        if not self.sees_all(secrets):
            return forms[-1]
        return self.game.namer.plural(number() if callable(number) else number, forms, language)

    def plain(self, of: tuple[Any, ...], value: int) -> Any:
        """A value as plain data, covered things as `?kind number`."""
        match of[0]:
            case "optional":
                return self.plain(of[1], value)
            case "set":
                return [self.plain(of[1], member) for member in members_of(value)]
            case "thing" if value < len(self.game.namer.kinds[of[1]][0]) and self.hides(of[1], value):
                return f"?{of[1]} {value}"
        return self.game.namer.plain(of, value)

    def spelled(self, code: int) -> str:
        """An action in the words of examples, covered things as `?kind number`."""
        return self.game.spelled(code, self.plain)

    def unknown_thing(self, code: int) -> str | None:
        """The kind of a thing that an action names and the viewer does not know, or None."""
        if code == DECLINE or self.viewer is None:
            return None
        for of, value in zip(self.game.coding(code).types, self.game.numbers(code), strict=True):
            inner = of[1] if of[0] == "optional" else of
            if inner[0] == "thing" and inner[3] >> value & 1 and self.hides(inner[1], value):
                return str(inner[2])
        return None


class InformationSetMask(Mask):
    """What the seat of an information set may see, read off the set itself; `state` is one that could be."""

    def __init__(self, information_set: InformationSet, state: list[int]) -> None:
        super().__init__(information_set.game, state, information_set.seat)
        self._hidden = information_set.hidden
        self._cells = information_set.hidden_cells() | {
            (REMEMBERED, (slot,)) for slot in information_set.hidden_slots()
        }

    def sees(self, cell: int | str, args: tuple[int, ...]) -> bool:
        if isinstance(cell, str):
            return self.knows(cell, args[0])
        return cell != UNTOLD and (cell, args) not in self._cells

    def knows(self, kind: str, index: int) -> bool:
        return index not in self._hidden.get(kind, ())

    def under(self, other: Game, state: list[int]) -> InformationSetMask:
        """The same knowledge under another rulebook, by name; `state` is the same one there."""
        made = InformationSetMask.__new__(InformationSetMask)
        made.game, made.state = other, state
        made.viewer = other.seat(self.game.player_id(self.viewer or 0))
        namer, kinds = self.game.namer, other.namer.kinds
        made._hidden = {
            kind: frozenset(kinds[kind][1].get(namer.kinds[kind][0][piece], -1) for piece in pieces)
            for kind, pieces in self._hidden.items()
            if kind in kinds
        }
        numbers = {label(cell): number for number, cell in enumerate(other.cells)}
        found = set()
        for number, args in self._cells:
            if number == REMEMBERED:  # no condition rests on what runs
                continue
            cell = self.game.cells[number]
            with suppress(LookupError, ValueError):
                there = numbers[label(cell)]
                names = (namer.plain(of, arg) for of, arg in zip(cell.params, args, strict=True))
                params = other.cells[there].params
                found.add((there, tuple(other.namer.value(of, name) for of, name in zip(params, names, strict=True))))
        made._cells = frozenset(found)
        return made
