"""Which form of a word goes with a number, language by language."""

from __future__ import annotations


def plural_form(language: str, number: int) -> int:
    """The index of the plural form that goes with a number in a language."""
    number = abs(number)
    tens, ones = number % 100, number % 10
    few = ones in (2, 3, 4) and tens not in (12, 13, 14)
    if language == "fr":
        return 0 if number < 2 else 1
    if language == "pl":
        return 0 if number == 1 else 1 if few else 2
    if language == "ru":
        return 0 if ones == 1 and tens != 11 else 1 if few else 2
    return 0 if number == 1 else 1
