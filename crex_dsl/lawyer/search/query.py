"""A query: the words asked for, and all words of an index that fit them, in any language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile

from crex_dsl.lawyer.lookup.reference import NotFound
from crex_dsl.lawyer.search.index import SearchIndex
from crex_dsl.text.folding import folded, spelled
from crex_dsl.text.messages import said
from crex_dsl.text.stemming import bare_stem, stem, stems_of
from crex_dsl.text.stopwords import FIGURES, IMPLIED, LIGHT, SMALL

WHOLE, STEM, PREFIX, LIKE = 1.0, 0.9, 0.6, 0.4  # how well a word fits one that is asked for
FORM, TRANSLATION = 0.9, 0.3  # and a phrase of the glossary: in the same language, in another one
KIN = 0.3  # and a phrase for what a thing is that goes by that name
APART = 0.8  # of what a phrase is worth where other words stand between those asked for
SHORTEST = 3  # letters of a beginning
ALIKE = 5  # letters that two words share where nothing but likeness is left

Fits = Mapping[str, Mapping[str, float]]


@dataclass(frozen=True)
class Phrase:
    """What the glossary has instead of some words asked for: words that stand side by side, in one language.

    It is only kin to them where they name a thing, and the phrase says what that is. They are written where they are
    a text's words, not those of the term's id.
    """

    instead_of: tuple[int, ...]
    language: str
    stems: tuple[str, ...]
    fit: float
    kin: bool = False
    written: bool = True


@dataclass(frozen=True)
class Query:
    """The words asked for, as typed and folded, and for each by language the words that fit it and how well."""

    typed: tuple[str, ...]
    words: tuple[str, ...]
    fits: tuple[Fits, ...]
    phrases: tuple[Phrase, ...]

    @cached_property
    def asked(self) -> list[int]:
        """The words that are asked for: all but the small ones, unless there are no others."""
        asked = [number for number, word in enumerate(self.words) if word not in SMALL]
        return asked or list(range(len(self.words)))

    @cached_property
    def strange(self) -> list[int]:
        """The words among them that fit nothing."""
        translated = {number for phrase in self.phrases for number in phrase.instead_of}
        return [number for number in self.asked if number not in translated and not any(self.fits[number].values())]

    @cached_property
    def needed(self) -> list[int]:
        """The words that are looked for: those asked for that fit something, unless none does."""
        return [number for number in self.asked if number not in self.strange] or self.asked

    @cached_property
    def telling(self) -> list[int]:
        """The words among them that tell what the question is about: all but the light ones, if there are others.

        A light word tells something where the glossary knows it together with others, in words of a book.
        """
        known = {
            number
            for phrase in self.phrases
            if phrase.written and len(phrase.instead_of) > 1
            for number in phrase.instead_of
        }
        return [number for number in self.needed if self.words[number] not in LIGHT or number in known] or self.needed


def query_of(search_index: SearchIndex, asked: str, language: str | None = None) -> Query:
    """What is asked of an index, in one of its languages or in all; raises NotFound where there is no word in it."""
    typed = spelled(asked)
    found = tuple(typed)
    if not found:
        raise NotFound(said("there is no word to search for: name at least one"))
    languages = list(search_index.words) if language is None else [language]
    fits = tuple(_fits(search_index, word, written, languages) for word, written in typed.items())
    return Query(tuple(typed.values()), found, fits, tuple(_phrases(search_index, tuple(typed.values()), languages)))


# ---- words ----
def _fits(search_index: SearchIndex, asked: str, written: str, languages: list[str]) -> Fits:
    """Every word that fits one asked for, by language; those that are only like it where there is no better."""
    found = {language: _forms(search_index, asked, written, language) for language in languages}
    if any(found.values()) or not asked.isalpha():
        return found
    found = {language: _kindred(search_index, written, language) for language in languages}
    if any(found.values()):
        return found
    return {
        language: {word: LIKE for word in search_index.words[language] if like(asked, word)} for language in languages
    }


def _forms(search_index: SearchIndex, asked: str, written: str, language: str) -> dict[str, float]:
    known = search_index.words[language]
    found: dict[str, float] = {}
    if asked[0].isdigit():
        found = {word: PREFIX for word in known if below(asked, word)}
    elif len(asked) >= SHORTEST:
        found = {word: PREFIX for word in known if word.startswith(asked)}
        found |= dict.fromkeys(search_index.stems[language].get(stem(written, language), ()), STEM)
    return {**found, asked: WHOLE} if asked in known else found


def _kindred(search_index: SearchIndex, written: str, language: str) -> dict[str, float]:
    """The words that are the same but for what turns them round or finishes them: tied and untied, play and replay."""
    wanted = bare_stem(written, language)
    if len(wanted) < ALIKE and wanted == stem(written, language):
        return {}
    return {
        word: LIKE
        for known, forms in search_index.stems[language].items()
        if known.endswith(wanted) and bare_stem(forms[0], language) == wanted
        for word in forms
    }


def below(number: str, other: str) -> bool:
    """Whether a printed number stands below another: 3.61 and 3.6.1 below 3.6, and 3.6 below 3, but not 30."""
    return other.startswith(f"{number}." if "." not in number else number)


def like(one: str, other: str) -> bool:
    """Whether two words begin alike and differ in little more than their endings."""
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))
    return same >= ALIKE and max(len(one), len(other)) - same <= SHORTEST


# ---- the glossary ----
def _phrases(search_index: SearchIndex, asked: tuple[str, ...], languages: list[str]) -> Iterator[Phrase]:
    """What the glossary has for the words asked for, alone or side by side."""
    yield from _implied(asked, languages)
    kin = _kin(search_index, asked)
    for name, by_language in search_index.forms.items():
        forms = {language: [*_stems(texts, language)] for language, texts in by_language.items()}
        written = set(_asked(asked, forms))
        forms.setdefault(search_index.base_language, []).extend(_stems([name], search_index.base_language))
        meant = [
            (places, language, 1.0 if _side_by_side(places) else APART) for places, language in _asked(asked, forms)
        ]
        for other in languages:
            for stems in dict.fromkeys(forms.get(other, ())):
                for places, language, near in meant:
                    fit = near * (FORM if other == language else TRANSLATION)
                    yield Phrase(places, other, stems, fit, written=(places, language) in written)
                for number in kin.get(name, ()):
                    yield Phrase((number,), other, stems, KIN, kin=True)


def _implied(asked: tuple[str, ...], languages: list[str]) -> Iterator[Phrase]:
    """What the words of a question stand for, in its own language."""
    for language in languages:
        for question, answers in {**IMPLIED.get(language, {}), **FIGURES.get(language, {})}.items():
            for places, _ in _asked(asked, {language: [*_stems([question], language)]}):
                for stems in _stems(answers, language):
                    yield Phrase(places, language, stems, FORM)


def _kin(search_index: SearchIndex, asked: tuple[str, ...]) -> dict[str, list[int]]:
    """By term of the glossary the words asked for that name such a thing."""
    found: dict[str, list[int]] = {}
    for number, word in enumerate(asked):
        for language, named in search_index.kin.items():
            for term in named.get(stem(word, language), ()):
                found.setdefault(term, []).append(number)
    return found


def _stems(texts: Iterable[str], language: str) -> Iterator[tuple[str, ...]]:
    """The stems of every text as it is written, and without its marks where these are others."""
    for text in texts:
        yield from dict.fromkeys(tuple(stems_of(each, language)) for each in (text, folded(text)))


def _asked(asked: tuple[str, ...], forms: Mapping[str, list[tuple[str, ...]]]) -> Iterator[tuple[tuple[int, ...], str]]:
    """Where some forms of a term are asked for, word by word in their order, and in which language."""
    for language, known in forms.items():
        stems = [stem(word, language) for word in asked]
        for form in dict.fromkeys(known):
            for first in range(len(stems)):
                places = _in_order(stems, form, first)
                if places:
                    yield places, language


def _in_order(stems: list[str], form: tuple[str, ...], first: int) -> tuple[int, ...]:
    """The places of a form's words from one place on, which is that of its first word; none where one is missing."""
    places: list[int] = []
    start = first
    for part in form:
        if part not in stems[start:]:
            return ()
        places.append(stems.index(part, start))
        start = places[-1] + 1
    return tuple(places) if places[:1] == [first] else ()


def _side_by_side(places: tuple[int, ...]) -> bool:
    return places[-1] - places[0] == len(places) - 1
