"""The grammar in which a rulebook is told, with the names that its rule files give."""

from __future__ import annotations

from collections.abc import Mapping

from crex_dsl.engine.game import Game
from crex_dsl.engine.run.chance import members_of
from crex_dsl.rulebook.rulebook import Rulebook
from crex_dsl.rulebook.terms.evaluate import bits
from crex_dsl.rulebook.terms.types import Kind
from crex_dsl.rulebook.wording import Names
from crex_dsl.text.grammar.english import English
from crex_dsl.text.grammar.grammar import PLAIN, Grammar
from crex_dsl.text.grammar.languages import grammar_in
from crex_dsl.text.grammar.lexicon import Forms, Lexicon

ENDS = "ends"


def book_grammar(book: Rulebook, names: Names | None = None) -> Grammar:
    """The grammar of a rulebook, things by the names of its tables or by others."""
    plain = book.world.displays if names is None else names
    nouns: dict[str, Mapping[int | str, Forms]] = {
        kind.name: {index: noun.forms for index, noun in things.items()} for kind, things in book.nouns.items()
    }
    for kind, noun in book.kind_nouns.items():
        nouns[kind] = {**nouns.get(kind, {}), kind: noun.forms}
    words = Lexicon(_plain(_book_names(book, book.names)), book.glossary.get(book.language, {}), nouns, book.phrases)
    return grammar_in(book.language, words, Lexicon(_plain({kind.name: called for kind, called in plain.items()})))


def english_grammar(book: Rulebook) -> Grammar:
    """The English grammar of a rulebook, whatever its language, with the names of its tables."""
    names = _plain({kind.name: called for kind, called in book.world.displays.items()})
    return English(Lexicon(names, phrases=book.english_phrases))


def game_grammar(game: Game) -> Grammar:
    """The grammar of a game under way, things by the edition's names, links by what they join."""
    tables, namer = game.tables, game.namer
    names: dict[str, Mapping[int, str]] = {
        kind: {index: namer.shown.get(kind, {}).get(index) or name for index, name in enumerate(ids)}
        for kind, (ids, _) in namer.kinds.items()
    }
    for kind, ends in game.link_ends.items():
        joined = enumerate(ends.values)
        called = {link: "–".join(namer.text(ends.type[1], end) for end in members_of(of)) for link, of in joined}
        names[kind] = {**called, **namer.shown.get(kind, {})}
    nouns: dict[str, Mapping[int | str, Forms]] = {
        kind: {key: forms for key, (_, _, forms) in rows.items()} for kind, rows in namer.nouns.items()
    }
    words = Lexicon(names, tables["glossary"].get(namer.language, {}), nouns, tables["phrases"])
    return grammar_in(namer.language, words, Lexicon(names))


def _plain(names: Mapping[str, Mapping[int, str]]) -> dict[str, Mapping[int, str]]:
    """Names as they stand in a phrase about any of them, without the punctuation of rules."""
    return {kind: {index: name.translate(PLAIN) for index, name in called.items()} for kind, called in names.items()}


def _book_names(book: Rulebook, names: Names) -> dict[str, Mapping[int, str]]:
    """What things are called; a link without a name of its own by what it joins."""
    found: dict[str, Mapping[int, str]] = {kind.name: called for kind, called in names.items()}
    for kind in book.world.kinds.values():
        ends = kind.fixed.get(ENDS)
        if kind.linked is not None and ends is not None:
            places: Kind = kind.linked.root
            called = names.get(places, {})
            joined = (
                "–".join(called.get(end) or places.ids[end] for end in bits(value))
                for value in ends.values
                if isinstance(value, int)
            )
            found[kind.name] = {**dict(enumerate(joined)), **found.get(kind.name, {})}
    return found
