"""Values in the edition's language: names for things, the glossary for the words of attributes and for terms."""

from __future__ import annotations

from typing import Any

from crex_dsl.engine.game import Game


class Words:
    """Puts what pictures hold into the language of a game's edition."""

    def __init__(self, game: Game) -> None:
        self.namer = game.namer
        glossary: dict[str, dict[str, tuple[str, ...]]] = game.tables["glossary"]
        own = glossary.get(game.namer.language, {})
        self._glossaries = [own, *(of for of in glossary.values() if of is not own)]

    def term(self, term: str) -> str:
        """A term of the glossary, else its id in plain words."""
        return self._known(term) or term.replace("-", " ").replace("_", " ")

    def word(self, word: str, term: str | None) -> str:
        """A word of an attribute, as one of what a term stands for."""
        known = self._known(f"{word}-{term}") if term else None
        return known or self.term(word)

    def _known(self, term: str) -> str | None:
        return next((glossary[term][0] for glossary in self._glossaries if term in glossary), None)

    def shown(self, of: tuple[Any, ...], value: Any, term: str | None) -> str:
        """A value as it is written on a drawing; what is missing is not written."""
        match of[0]:
            case "optional":
                return "" if value == self.namer.nothing(of) else self.shown(of[1], value, term)
            case "enum":
                return self.word(of[1][value], term)
            case "set" | "list" if not value:
                return ""
        return self.namer.text(of, value)
