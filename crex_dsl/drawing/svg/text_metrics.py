"""How much room letters take: widths on the safe side for any plain typeface, and lines broken to fit."""

from __future__ import annotations

_NARROW, _WIDE = frozenset("fijlrtI.,:;'’|!()[] -"), frozenset("mwMWшщжюмфыШЩЖЮМФЫ—")


BOLD = 1.2  # how much wider bold letters are


def width(text: str, size: float) -> float:
    """How wide a text is at a size of letters, rather too wide than too narrow."""
    return sum(size * (0.36 if c in _NARROW else 0.92 if c in _WIDE else 0.72 if c.isupper() else 0.58) for c in text)


def wrapped(text: str, size: float, room: float, most: int = 3) -> list[str]:
    """A text in lines that fit a room; what would need more than `most` lines ends in an ellipsis."""
    lines: list[str] = []
    for word in text.split():
        if lines and width(f"{lines[-1]} {word}", size) <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    if len(lines) > most:
        lines = [*lines[: most - 1], f"{lines[most - 1].rstrip(',')} …"]
    return lines


def fitting(text: str, largest: float, smallest: float, room: float, most: int = 2) -> tuple[float, list[str]]:
    """The largest size at which a bold text fits a room in so many lines, and those lines."""
    size, room = largest, room / BOLD
    while size > smallest:
        lines = wrapped(text, size, room, len(text))
        if len(lines) <= most and all(width(line, size) <= room for line in lines):
            return size, lines
        size -= 0.5
    return smallest, wrapped(text, smallest, room, most)
