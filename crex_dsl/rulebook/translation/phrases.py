"""The phrases in which rule files say what their names stand for: blanks and forms, checked at load."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from crex_dsl.language.diagnostics import Report
from crex_dsl.language.source import Word
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.files.layer_files import GameText
from crex_dsl.rulebook.terms.types import Kind, ListOf, Optional, SetOf, Thing, Type
from crex_dsl.rulebook.translation.catalogue import Line, words_of
from crex_dsl.rulebook.translation.texts import SIGNATURE
from crex_dsl.text.grammar.english import English
from crex_dsl.text.grammar.languages import PHRASED
from crex_dsl.text.grammar.lexicon import Forms, Lexicon
from crex_dsl.text.grammar.patterns import blanks
from crex_dsl.text.messages import listed_as_said, said
from crex_dsl.text.spelling import did_you_mean

if TYPE_CHECKING:
    from crex_dsl.rulebook.rulebook import Rulebook

IT = "it"  # the thing that an attribute is of
_BLANK = re.compile(r"\{([^{}:]*)(?::([^{}]*))?\}")


def check_phrases(text: GameText, language: str, report: Report) -> None:
    """Tell every blank of a language's phrases that is about nothing, and every form that the language has not."""
    forms = PHRASED[language].blank_forms if language in PHRASED else ()
    for top in words_of(text):
        if top.language == language:
            for said_of in top.lines:
                if SIGNATURE.fullmatch(said_of.source):
                    for word in Line(said_of, frozenset()).words:
                        _check(word, parameters(said_of.source), forms, language, report)


def parameters(signature: str) -> list[str]:
    """What a phrase under a signature can be about."""
    inside = signature.partition("(")[2].rstrip(")")
    return [IT] if "(" not in signature else inside.split(", ") if inside else []


def missing_nouns(book: Rulebook) -> Iterator[tuple[str, str]]:
    """The forms that phrases need of the nouns of kinds and nobody says: which form, and of which kind."""
    if book.language not in PHRASED or not book.phrases:
        return
    nouns: dict[str, Mapping[int | str, Forms]] = {kind: {kind: noun.forms} for kind, noun in book.kind_nouns.items()}
    lexicon = Lexicon(terms=book.glossary.get(book.language, {}), nouns=nouns)
    grammar = PHRASED[book.language](lexicon, English(Lexicon()))
    for kind in dict.fromkeys(_asked(book)):
        for form in grammar.lacking_forms(kind):
            yield form, kind


def _check(word: Word, known: list[str], forms: tuple[str, ...], language: str, report: Report) -> None:
    for match in _BLANK.finditer(word):
        name, form = match.group(1), match.group(2)
        if name not in known:
            about = (
                said("it is about {names}", names=listed_as_said([f"{{{each}}}" for each in known]))
                if known
                else said("it is about nothing: leave the blank out")
            )
            where = word.span.part(match.start(1), match.end(1))
            report.error(
                said("this phrase has no blank {{{name}}}", name=name), where, did_you_mean(name, known) or about
            )
        elif form is not None and form not in forms:
            where = word.span.part(match.start(2), match.end(2))
            hint = did_you_mean(form, forms) or (
                said("it has {forms}", forms=listed_as_said([f"{{{name}:{each}}}" for each in forms]))
                if forms
                else said("leave the form out")
            )
            report.error(said("`{language}` has no form `{form}`", language=language, form=form), where, hint)
    stray = re.search(r"[{}]", _BLANK.sub(lambda blank: " " * len(blank.group()), word))
    if stray:
        where = word.span.part(stray.start(), stray.end())
        report.error(said("this brace has no partner"), where, said("write {…} around a live value"))


def _asked(book: Rulebook) -> Iterator[str]:
    """The kinds of things that are put into the blanks of phrases."""
    world = book.world
    every: list[t.State | t.Definition | t.Action | t.Procedure] = [*world.states.values()]
    every += world.definitions.values()
    every += world.actions.values()
    every += world.procedures.values()
    for named in every:
        phrase = book.phrases.get(f"{named.name}({', '.join(var.name for var in named.params)})", "")
        yield from (kind.name for var in named.params if var.name in blanks(phrase) and (kind := _kind(var.type)))


def _kind(of: Type) -> Kind | None:
    """The kind of a thing, or of each of several."""
    if isinstance(of, Optional | SetOf | ListOf):
        return _kind(of.of)
    return of.kind if isinstance(of, Thing) else None
