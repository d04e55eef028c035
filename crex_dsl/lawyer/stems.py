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
        "ich imi uje uja owac"
    ),
    "ru": (
        "а я о е ы и у ю ь ью ой ей ом ем ам ям ами ями ах ях ов ев ие ия ию ии ий ием иям иями иях ый ая яя ое ее ые "
        "ого его ому ему ым им ую юю ых их ыми ими ает ают яет яют ует уют ать ять ить ся"
    ),
}
_CHANGES: Mapping[str, tuple[tuple[str, str], ...]] = {
    "en": ((r"([^aeiou])\1$", r"\1"), (r"y$", "i"), (r"ens$", "enc"), (r"(?<=..)our$", "or")),
    "fr": ((r"([^aeiou])\1$", r"\1"), (r"(?<!e)au$", "al")),
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
_SMALL: Mapping[str, str] = {
    "en": "a an and any are as at be by can do does for from how if in is it its may must of on or that the this to "
    "was what when where which who with",
    "fr": "a au aux ce ces d dans de des du elle en est et il ils l la le les leur ne on ou par pas peut pour qu que "
    "qui s sa se ses son sont sur un une",
    "pl": "a albo ale by co czy dla do i ich jak jest jego jej ma na nie o od oraz po przez przy sa sie to w we z za "
    "ze lub moze ktory ktora ktore",
    "ru": "а без бы в во для до его ее если и из или их к как ко ли может на не но о об от по при с со то у что это",
}


def _pattern(endings: str) -> re.Pattern[str]:
    return re.compile(rf"(?<=.{{{KEPT}}})(?:{'|'.join(map(folded, endings.split()))})$")


_ENDING = {language: _pattern(endings) for language, endings in _ENDINGS.items()}
_CHANGE = {language: [(re.compile(what), to) for what, to in changes] for language, changes in _CHANGES.items()}
SMALL = frozenset(folded(word) for words in _SMALL.values() for word in words.split())


@cache
def stem(word: str, language: str) -> str:
    """What all forms of a folded word have in common; in a language that we do not know, the word itself."""
    if language not in _ENDING or not word.isalpha():
        return word
    kept = _ENDING[language].sub("", word, count=1)
    for what, to in _CHANGE[language]:
        shorter = what.sub(to, kept)
        kept = shorter if len(shorter) >= KEPT else kept
    return kept
