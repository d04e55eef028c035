"""Words without their endings, in the languages that we know, so that every form of a word meets every other."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache

from crex_dsl.text.folding import folded, words

KEPT = 3  # letters that stay, whatever the ending

Changes = tuple[tuple[str, str], ...]

_ALGORITHMS: Mapping[str, str] = {"en": "english", "fr": "french", "pl": "polish", "ru": "russian"}
# Who does something is no form of what he does: the rules of an attacker are not those of every attack.
_DOERS: Mapping[str, str] = {
    "en": r"(.{3,}er)s?$",
    "pl": r"(.{3,}[ąa]c)(?:y|ego|emu|ym|ych|ymi|a|e|ej|ą)$",
    "ru": r"(.{3,}[юуая]щ)(?:и[йиехм]|ими|его|ему|ем|ая|ей|ую|ее)(?:ся)?$",
}
# Words whose own last letters look like an ending, and families that it tears apart: what all their forms begin with,
# without marks.
_ROOTS: Mapping[str, str] = {
    "fr": r"(combat|degat|epingl|outremer)\w*$",
    "pl": r"(angl|kampan|pielgrzym|plansz|podwoj|poziom|trzeci|zwycie|"
    r"krzyza(?=[ck])|ryce(?=r)|.{3,}n(?=i[ck](?:|[yiaeuo]|owi|iem|iem|ow|om|ami|ach)$))\w*$",
    "ru": r"(англи|герман|иерусалим|лимит|орден|перегруппиров|пилигрим|расстанов|рыцар|сарацин|франц)\w*$",
}
# What turns a word round, or finishes what a verb begins.
_PREFIXES: Mapping[str, str] = {
    "en": "un|re",
    "fr": "re|de",
    "pl": "nie|prze|przy|roz|wy|za|na|po|do|od|ob|pod|u|z|s",
    "ru": "не|пере|при|раз|рас|вы|за|на|по|до|от|об|под|у|с",
}
# What the library does not know: sounds that change before an ending, nouns that end like its verbs, a pronoun that it
# takes for a draw, and й where somebody typed it without its mark.
_BEFORE: Mapping[str, Changes] = {
    "pl": ((r"ci(?:e|a|u|em|ami|ach|om)$", "t"), (r"(?<=[bm])y$", "a")),
    "ru": ((r"(?<=[аоеиы])и$", "й"), (r"^ничего$", "ничто")),
}
# What it leaves, without marks: endings of verbs, then vowels that come and go, and sounds that were softened.
_AFTER: Mapping[str, Changes] = {
    "en": ((r"([^aeiou])\1$", r"\1"), (r"y$", "i"), (r"ens$", "enc"), (r"(?<=..)our$", "or")),
    "fr": (
        (r"(?<!m)ent$", ""),
        (r"(?<=[dt])r$", ""),
        (r"s$", ""),
        (r"([^aeiou])\1$", r"\1"),
        (r"(?<!e)au$", "al"),
        (r"ge$", "g"),
    ),
    "pl": (
        (r"(?:(?<=.{4})ow(?:ie|ac|a|an)?|uj)$", ""),
        (r"(?<=.{4})(?:on|an)$", ""),
        (r"(?:aj|(?<!z)ac|ic|yc|(?<!i)ec)$", ""),
        (r"[yaei]$", ""),
        (r"(?<=.{3}[^aeiouy])i?en$", ""),
        (r"(?<=...)y[ltw]$", ""),
        (r"i?e([kcwnltr])$", r"\1"),
        (r"(?<=...z)n$", ""),
        (r"ia", "ie"),
        (r"i$", ""),
        (r"sc$", "st"),
        (r"rz$", "r"),
        (r"(?:dz|g)$", "d"),
        (r"k$", "c"),
    ),
    "ru": (
        (r"ов(?:а|ать)?$", ""),
        (r"(?<=.{4})[иы]в(?:ан)?$", ""),
        (r"(?<=.{4})(?:л?ен|а|я|и)$", ""),
        (r"(?<=...[бвмп])л$", ""),
        (r"[ое]([кц])$", r"\1"),
    ),
}


@cache
def stem(word: str, language: str) -> str:
    """What all forms of a word have in common, folded; in a language that we do not know, the whole word.

    It is best told from a word as it is written, but most are told without their marks too.
    """
    if language not in _ALGORITHMS or not word.isalpha():
        return folded(word)
    word = word.lower()
    if language in _ROOTS and (root := re.match(_ROOTS[language], folded(word))):
        return root[1]
    if language in _DOERS and (doer := re.match(_DOERS[language], word)):
        return folded(doer[1])
    word = _changed(word, _BEFORE.get(language, ()))
    short = _algorithm(language)(word)
    return _changed(folded(short if len(short) >= KEPT else word), _AFTER[language])


@cache
def bare_stem(word: str, language: str) -> str:
    """The stem of a word without what turns it round, or finishes what the verb begins."""
    return re.sub(f"^(?:{_PREFIXES.get(language, '')})(?=.{{{KEPT}}})", "", stem(word, language))


def stems_of(text: str, language: str) -> list[str]:
    """The stems of the words of a text, one by one."""
    return [stem(text[start : start + len(word)], language) for start, word in words(text)]


def _changed(word: str, changes: Changes) -> str:
    for what, to in changes:
        shorter = re.sub(what, to, word)
        word = shorter if len(shorter) >= KEPT else word
    return word


@cache
def _algorithm(language: str) -> Callable[[str], str]:
    # All its languages at once: only for whoever searches. It states no types.
    import snowballstemmer  # type: ignore[import-untyped]

    stemmer: Callable[[str], str] = snowballstemmer.stemmer(_ALGORITHMS[language]).stemWord
    return stemmer
