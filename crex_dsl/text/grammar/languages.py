"""The grammars that there are, by language."""

from __future__ import annotations

from dataclasses import replace

from crex_dsl.text.grammar.english import English
from crex_dsl.text.grammar.french import French
from crex_dsl.text.grammar.grammar import Grammar
from crex_dsl.text.grammar.lexicon import Lexicon
from crex_dsl.text.grammar.phrased import PhrasedGrammar
from crex_dsl.text.grammar.polish import Polish
from crex_dsl.text.grammar.russian import Russian

PHRASED: dict[str, type[PhrasedGrammar]] = {grammar.language: grammar for grammar in (French, Polish, Russian)}


def grammar_in(language: str, lexicon: Lexicon, plain: Lexicon) -> Grammar:
    """The grammar of a language with its words; English, with plain names, says what they lack."""
    if language in PHRASED and lexicon.phrases:
        return PHRASED[language](lexicon, English(plain))
    return English(replace(plain, phrases=lexicon.phrases) if language == English.language else plain)
