"""Which form of a word goes with a number, and how words are listed in a sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from typing import Literal

from crex_dsl.text.truncation import MAX_LISTED

_CATEGORIES = ("zero", "one", "two", "few", "many", "other")  # in the order in which forms are written
_TELLING = 200  # whole numbers, among which every form that a language has is used


@lru_cache(maxsize=4096)
def plural_form(language: str, number: int) -> int:
    """The index of the plural form that goes with a number in a language; one that is unknown counts like English."""
    if language == "en":  # said by every command, and known without loading anything
        return int(abs(number) != 1)
    forms, category = _forms(language), _category(language)(abs(number))
    return forms.index(category) if category in forms else len(forms) - 1


def heading_form(language: str) -> int:
    """The place, among a term's forms, of the one that stands over many things without a number.

    Mostly it is what goes with a few; Russian counts in the genitive, so there it comes after the counted forms.
    """
    return 3 if language == "ru" else 1


@cache
def _forms(language: str) -> list[str]:
    """The categories of a language in which whole numbers fall: one word has as many forms."""
    used = set(map(_category(language), range(_TELLING)))
    return [category for category in _CATEGORIES if category in used]


@cache
def _category(language: str) -> Callable[[int], str]:
    from babel.core import Locale, UnknownLocaleError

    try:
        return Locale.parse(language).plural_form
    except (UnknownLocaleError, ValueError):
        return Locale("en").plural_form


def listed_in(language: str, words: Iterable[str], last: Literal["and", "or"] = "and") -> str:
    """Words as a reader of a language lists them."""
    if language == "en":
        return listed(words, last)
    from babel.core import UnknownLocaleError
    from babel.lists import format_list

    items = list(words)
    try:
        return format_list(items, "or" if last == "or" else "standard", language)
    except (UnknownLocaleError, ValueError, LookupError):
        return ", ".join(items)


def number_in(language: str, number: int) -> str:
    """A number as a reader of a language writes it, its thousands set apart."""
    if language == "en":
        return f"{number:,}"
    from babel.core import UnknownLocaleError
    from babel.numbers import format_decimal

    try:
        return format_decimal(number, locale=language)
    except (UnknownLocaleError, ValueError):
        return f"{number:,}"


def figure_in(language: str, figure: str) -> str:
    """A figure with its point, its thousands and its percent sign as a reader of a language writes them: `12,5 %`."""
    if language == "en":
        return figure
    from babel.core import Locale, UnknownLocaleError
    from babel.numbers import get_decimal_symbol, get_group_symbol

    try:
        percent = Locale.parse(language).percent_formats[None].pattern.lstrip("#,0")
        signs = {",": get_group_symbol(language), ".": get_decimal_symbol(language), "%": percent}
    except (UnknownLocaleError, ValueError):
        return figure
    return figure.translate(str.maketrans(signs))


def listed(words: Iterable[str], last: str = "and") -> str:
    """Words as a reader lists them: `a, b and c`; of very many, the first and how many more."""
    # Not babel's lists: what is listed are names in our own English sentences, and it would set a comma before `and`.
    items = list(words)
    if len(items) > MAX_LISTED:
        return f"{', '.join(items[:MAX_LISTED])} and {len(items) - MAX_LISTED:,} more"
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"
