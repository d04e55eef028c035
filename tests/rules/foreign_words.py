"""Words of other languages in what the readers of one are told, found by lists of the words of each; names apart."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache

from crex_dsl.engine.game import Game
from crex_dsl.language import nodes as n
from crex_dsl.rulebook.files.games import Library
from crex_dsl.rulebook.files.layer_files import GameText
from crex_dsl.rulebook.selection.catalogue import index_of, parsed
from crex_dsl.rulebook.translation.coverage import written_language
from crex_dsl.rulebook.translation.texts import texts_of
from crex_dsl.text.folding import words
from crex_dsl.text.grammar.english import PATTERNS as ENGLISH
from crex_dsl.text.grammar.languages import PHRASED
from crex_dsl.text.messages import OWN, languages
from crex_dsl.text.po_file import CATALOGUES, forms_by_name

SHORT = 2  # letters of words that are in too many languages
_LIVE = re.compile(r"\{[^{}|]*[}|]|\||\}")
# What is the same in any language: `code`, [ids], a-notation(of, actions), a-ruling=reading, names of files.
_NOTATION = re.compile(
    r"`[^`]*`|\[[\w-]+\]|[a-z]+(?:-[a-z]+)*\([^()]*\)|\b[a-z-]+=[a-z-]+\b|\b[\w-]+\.(?:json|html|crex|tsv)\b"
)


def vocabulary(texts: Iterable[str]) -> set[str]:
    """The words of some texts, live values and notation left out."""
    told = (_LIVE.sub(" ", _NOTATION.sub(" ", text)) for text in texts)
    return {word for text in told for _, word in words(text) if len(word) > SHORT}


class ForeignWords:
    """The words of all languages but one, as far as they are not that one's too, nor names of things."""

    def __init__(self, *games: Game, language: str | None = None, called: Iterable[str] = ()) -> None:
        """Of one game under some editions, of which the first gives the language unless another is asked for.

        What is `called` so is a name as a whole, whatever its words are.
        """
        game = games[0].files.id
        self.language = language or games[0].namer.language
        others = {each for each in _languages(game) if each != self.language}
        own = _words(game, self.language) | vocabulary(name for each in games for name in names(each))
        self._words = set().union(*(_words(game, each) for each in others)) - own
        ids = {name for each in games for name in (*each.clauses, *each.selection.names)}
        ids |= {row.name for each in games for row in each.actions} | {name for name in called if name}
        longest_first = sorted(ids, key=len, reverse=True)
        self._ids = re.compile("|".join(rf"(?<![\w-]){re.escape(each)}(?![\w-])" for each in longest_first))

    def __len__(self) -> int:
        return len(self._words)

    def found(self, texts: Iterable[str]) -> dict[str, str]:
        """By foreign word, one of the texts in which it is told."""
        return {
            word: text
            for text in dict.fromkeys(texts)
            for _, word in words(self._ids.sub(" ", _NOTATION.sub(" ", text)))
            if word in self._words and not word[0].isdigit()
        }


def names(game: Game) -> Iterator[str]:
    """What the readers of a game see it and its things called."""
    yield game.title
    for kind, (ids, _) in game.namer.kinds.items():
        shown = game.namer.shown.get(kind, {})
        yield from (shown.get(index) or name for index, name in enumerate(ids))
        for _, _, forms in game.namer.nouns.get(kind, {}).values():
            yield from forms.values()


@cache
def _text(game: str) -> GameText:
    return parsed(Library.at_hand().files(game), scripts=False)


@cache
def _languages(game: str) -> tuple[str, ...]:
    index = index_of(Library.at_hand().files(game))
    return tuple(dict.fromkeys([*index.languages(), *languages()]))


@cache
def _words(game: str, language: str) -> frozenset[str]:
    """All words in which rules and tools speak a language."""
    return frozenset(vocabulary([*_rules(game, language), *_tools(language)]))


def _rules(game: str, language: str) -> Iterator[str]:
    """What the files of a game say in a language, names of things apart."""
    text = _text(game)
    if language == written_language(text):
        yield from (found.source for layer in text.layers.values() for found in texts_of(layer))
    editions = {each.id for each in index_of(Library.at_hand().files(game)).editions if each.language == language}
    for layer in text.layers.values():
        for top in layer.tops:
            match top:
                case n.Words() if top.language == language:
                    yield from (word for said in top.lines for word in (*(said.beside or ()), *(said.below or ())))
                case n.Glossary() if top.language == language:
                    for term in top.lines:
                        yield from (*term.texts, *(form.text for form in term.forms))
                case n.Lesson() if (top.language or written_language(text)) == language:
                    yield top.title
                    yield from (line.text for line in top.lines if isinstance(line, n.LessonText))
                case n.Cite() | n.Unprinted() if layer.id in editions:
                    yield from (top.titled or "", *(top.says or ()))
                    yield from top.at if isinstance(top, n.Cite) else ()
                case n.Chapter() if layer.id in editions:
                    yield top.title


def _tools(language: str) -> Iterator[str]:
    """What we say ourselves in a language."""
    file = CATALOGUES / ("messages.pot" if language == OWN else f"{language}.po")
    for name, forms in forms_by_name(file.read_text(encoding="utf-8")).items():
        yield from forms
        yield from [name] if language == OWN else ()
    phrased = PHRASED.get(language)
    yield from (phrased.patterns if phrased else ENGLISH).values()
    yield from (form for forms in (phrased.own_nouns.values() if phrased else ()) for form in forms)
