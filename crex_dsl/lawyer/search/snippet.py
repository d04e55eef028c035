"""An excerpt: the piece of a text around what was found in it."""

from __future__ import annotations

LONGEST = 120

Marks = list[tuple[int, int]]


def excerpt(text: str, hits: Marks) -> tuple[str, Marks]:
    """The piece of a text around its first hit, cut between words, and where the hits stand in it."""
    if len(text) <= LONGEST:
        return text, hits
    start = max(0, (hits[0][0] if hits else 0) - LONGEST // 4)
    start = 0 if start == 0 else text.find(" ", start) + 1
    end = len(text) if start + LONGEST >= len(text) else text.rfind(" ", start, start + LONGEST)
    end = end if end > start else start + LONGEST
    before, after = "… " if start else "", " …" if end < len(text) else ""
    shift = len(before) - start
    kept = [(first + shift, last + shift) for first, last in hits if start <= first and last <= end]
    return before + text[start:end] + after, kept
