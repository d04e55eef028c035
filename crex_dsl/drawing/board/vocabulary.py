"""Values in the language of a drawing: names for things, the glossary for the words of attributes and for terms."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from crex_dsl.engine.game import Game
from crex_dsl.engine.run.value_names import Namer
from crex_dsl.rulebook.rulebook import Rulebook
from crex_dsl.text.english import words
from crex_dsl.text.locale import heading_form

Hide = Callable[[str, int], bool]  # whether it is secret which thing of a kind that is


def base_namer(game: Game, book: Rulebook) -> Namer:
    """Who names things as the tables of the base do, in its language."""
    names = {kind.name: named for kind, named in book.world.displays.items()}
    return Namer({**game.tables, "names": names, "nouns": {}, "language": book.base_language})


class PictureVocabulary:
    """Puts what pictures hold into the language of a namer."""

    def __init__(self, game: Game, namer: Namer) -> None:
        self.namer = namer
        glossary: dict[str, dict[str, tuple[str, ...]]] = game.tables["glossary"]
        languages = dict.fromkeys((namer.language, game.tables["written"]))
        self._glossaries = [glossary.get(language, {}) for language in languages]

    def term(self, term: str) -> str:
        """A term of the glossary, else its id in plain words."""
        return self._known(term) or words(term)

    def several(self, term: str) -> str:
        """A term of the glossary as it stands over many, in the form that its language has for that."""
        forms = next((glossary[term] for glossary in self._glossaries if term in glossary), (self.term(term),))
        form = heading_form(self.namer.language)
        return forms[form if form < len(forms) else min(1, len(forms) - 1)]

    def word(self, word: str, term: str | None) -> str:
        """A word of an attribute, as one of what a term stands for."""
        known = self._known(f"{word}-{term}") if term else None
        return known or self.term(word)

    def _known(self, term: str) -> str | None:
        key = term.replace("_", "-")  # as glossaries write names of memory
        return next((glossary[key][0] for glossary in self._glossaries if key in glossary), None)

    def shown(
        self,
        of: tuple[Any, ...],
        value: Any,
        term: str | None,
        hide: Hide | None = None,
        form: str | tuple[str, ...] | None = None,
    ) -> str:
        """A value as it is written on a drawing; what is missing is not written, and `hide` tells who is covered."""
        match of[0]:
            case "optional":
                return "" if value == self.namer.nothing(of) else self.shown(of[1], value, term, hide, form)
            case "enum":
                return self.word(of[1][value], term)
            case "set" | "list" if not value:
                return ""
        return self.namer.text(of, value, hide, form)
