"""The grammar in which a rulebook is told, with the names that its rule files give."""

from __future__ import annotations

from crex_dsl.rulebook.rulebook import Rulebook
from crex_dsl.rulebook.wording import Names
from crex_dsl.text.grammar.english import English
from crex_dsl.text.grammar.lexicon import Lexicon


def book_grammar(book: Rulebook, names: Names | None = None) -> English:
    """The grammar of a rulebook, things by the names of its tables or by others."""
    things = book.world.displays if names is None else names
    return English(Lexicon({kind.name: called for kind, called in things.items()}))
