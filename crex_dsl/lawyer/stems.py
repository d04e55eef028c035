"""Words without their endings, in the languages that we know, so that every form of a word meets every other."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from crex_dsl.lawyer.letters import folded

KEPT = 3  # letters that stay, whatever the ending

# What forms of a word differ in, without marks: the endings that go, and then what becomes of the rest.
_ENDINGS: Mapping[str, str] = {
    "en": "(?<!e)ed ing ings es s e",
    "fr": "s x e es ee ees er ers ez (?<!m)ent ant ante ants antes",
    "pl": (
        "a i y e o u ie ia io iu em om ow ami ach owi owie iem iom iami iach ego emu ej ym ych ymi iego iemu iej im "
        "ich imi uje uja owac ac ic yc ec aja eja (?<=.{5})on(?:y|a|e|ych|ego|ej|ym|ymi|emu) "
        "(?<=.{5})an(?:y|a|e|ych|ego|ej|ym|ymi|emu) (?<=.{5})ac(?:ych|ego|ej|ymi|emu)"
    ),
    "ru": (
        "а я о е ы и у ю ь ью ой ей ом ем ам ям ами ями ах ях ов ев ие ия ию ии ий ием иям иями иях ый ая яя ое ее ые "
        "ого его ому ему ым им ую юю ых их ыми ими ает ают яет яют ует уют ит ят ил ила или "
        "ать ять ить овать овал овали ся"
    ),
}
# What becomes of the ends of words before their endings go.
_SOFTENED: Mapping[str, tuple[tuple[str, str], ...]] = {
    "pl": ((r"ci(?:e|a|u|em|ami|ach|om)$", "t"),),
}
_CHANGES: Mapping[str, tuple[tuple[str, str], ...]] = {
    "en": ((r"([^aeiou])\1$", r"\1"), (r"y$", "i"), (r"ens$", "enc"), (r"(?<=..)our$", "or")),
    "fr": ((r"([^aeiou])\1$", r"\1"), (r"(?<!e)au$", "al"), (r"ge$", "g")),
    "pl": (
        (r"i?e([kcwnltr])$", r"\1"),
        (r"ia", "ie"),
        (r"i$", ""),
        (r"sc$", "st"),
        (r"rz$", "r"),
        (r"(?:dz|g)$", "d"),
        (r"k$", "c"),
    ),
    "ru": ((r"[ое]([кц])$", r"\1"),),
}


def _pattern(endings: str) -> re.Pattern[str]:
    return re.compile(rf"(?<=.{{{KEPT}}})(?:{'|'.join(map(folded, endings.split()))})$")


_ENDING = {language: _pattern(endings) for language, endings in _ENDINGS.items()}
_SOFT = {language: [(re.compile(what), to) for what, to in changes] for language, changes in _SOFTENED.items()}
_CHANGE = {language: [(re.compile(what), to) for what, to in changes] for language, changes in _CHANGES.items()}


@cache
def stem(word: str, language: str) -> str:
    """What all forms of a folded word have in common; in a language that we do not know, the word itself."""
    if language not in _ENDING or not word.isalpha():
        return word
    for what, to in _SOFT.get(language, ()):
        word = what.sub(to, word)
    kept = _ENDING[language].sub("", word, count=1)
    for what, to in _CHANGE[language]:
        shorter = what.sub(to, kept)
        kept = shorter if len(shorter) >= KEPT else kept
    return kept
