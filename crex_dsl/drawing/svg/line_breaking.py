"""Text set in lines: how wide a text is about, and where it breaks; on the safe side, as any sans serif may show it."""

from __future__ import annotations

import re

_BREAK = re.compile(r"(?<!«)[ \t\n]+(?![:;!?»])")  # no line begins with a colon after a blank, as French has it
_NARROW, _WIDE = frozenset("iljtfrI.,:;'’|!()[] -–·"), frozenset("mwMWфшщжюыФШЩЖЮЫ@—%×")
_EM = {"narrow": 0.36, "small": 0.58, "capital": 0.7, "wide": 0.9}


def width(text: str, size: float) -> float:
    """How wide a text is at most in a font of that size."""
    return size * sum(_ems(letter) for letter in text)


def _ems(letter: str) -> float:
    if letter in _NARROW:
        return _EM["narrow"]
    if letter in _WIDE:
        return _EM["wide"]
    return _EM["capital" if letter.isupper() else "small"]


def lines(text: str, room: float, size: float, taken: float = 0) -> list[str]:
    """A text broken into lines that fit, some of the first one taken; a word too long for a line is broken too."""
    made, line = list[str](), ""
    for word in _BREAK.split(text.strip()):
        for piece in _pieces(word, room, size):
            longer = f"{line} {piece}" if line else piece
            if (line or taken) and width(longer, size) > room - taken:
                made.append(line)
                line, taken = piece, 0
            else:
                line = longer
    return [*made, line]


def _pieces(word: str, room: float, size: float) -> list[str]:
    """A word, or as many parts of it as it takes for each to fit."""
    if width(word, size) <= room:
        return [word]
    pieces = [""]
    for letter in word:
        if pieces[-1] and width(f"{pieces[-1]}{letter}-", size) > room:
            pieces[-1] += "-"
            pieces.append("")
        pieces[-1] += letter
    return pieces
