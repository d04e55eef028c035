"""Numbers as a book prints them: their order, which stand below which, and what stands beside them."""

from __future__ import annotations

import re
from collections.abc import Iterable

from pydantic import BaseModel

from crex_dsl.lawyer.records.models import ChapterRecord, ClauseRecord, RulebookRecord
from crex_dsl.text.folding import folded
from crex_dsl.text.numerals import whole_number

NEAR = 5


class Entry(BaseModel):
    """A printed number with the clauses under it."""

    number: str
    headings: list[str]
    clauses: list[str]


class Standing(BaseModel):
    """Where a number stands in its book: between which others, and above which."""

    number: str
    before: Entry | None
    after: Entry | None
    below: list[Entry]


def standing(record: RulebookRecord, number: str) -> Standing:
    """Where a number stands, whether it is printed or only those below it are."""
    known = in_order(record, number)
    below = children(number, known)
    beside = [each for each in known if each == number or each not in below]
    place = beside.index(number) if number in beside else None
    return Standing(
        number=number,
        before=entry(record, beside[place - 1]) if place else None,
        after=entry(record, beside[place + 1]) if place is not None and place + 1 < len(beside) else None,
        below=[entry(record, each) for each in below],
    )


def entry(record: RulebookRecord, number: str) -> Entry:
    """A number with the clauses under it."""
    clauses = [clause for clause in record.clauses if number in clause.numbers]
    headings = list(dict.fromkeys(clause.heading for clause in clauses))
    return Entry(number=number, headings=headings, clauses=[clause.id for clause in clauses])


def home_of(record: RulebookRecord, clause: ClauseRecord) -> str | None:
    """The number under which a clause stands in its book: the first that some chapter holds, else the first."""
    held = (number for number in clause.numbers if chapter_of(record, number))
    return next(held, clause.numbers[0] if clause.numbers else None)


def chapter_of(record: RulebookRecord, number: str) -> ChapterRecord | None:
    """The chapter of the book that holds a number; None if none does."""
    for chapter in record.chapters:
        if any(holds(stem, number, record.numbering) for stem in chapter.at):
            return chapter
    return None


def holds(stem: str, number: str, known: list[str]) -> bool:
    """Whether a number is another one, or stands below it in a book with these numbers."""
    return number == stem or _is_below(number, stem, known)


def in_order(record: RulebookRecord, like: str) -> list[str]:
    """The numbers of a book in order: by their figures, or as its edition has them where they are words."""
    figures = like[:1].isdigit()
    known = [number for number in record.numbering if number[:1].isdigit() == figures]
    return ordered(known) if figures else known


def children(number: str, known: Iterable[str]) -> list[str]:
    """The numbers right below one: 6.41 below 6.4, `Set-up, 1` below `Set-up`."""
    numbers = list(known)
    below = [each for each in numbers if _is_below(each, number, numbers)]
    return [each for each in below if not any(_is_below(each, other, numbers) for other in below if other != each)]


def _is_below(number: str, above: str, known: list[str]) -> bool:
    """Whether a number is a part of another; 3.11 is no part of 3.1 in a book that counts on to 3.10."""
    one, two = folded(number), folded(above)
    if not two or one == two or not one.startswith(two):
        return False
    rest = one[len(two) :]
    if not two[0].isdigit():
        return not rest.lstrip()[:1].isalnum()
    return rest.startswith(".") or ("." in two and rest[0].isdigit() and f"{two}0" not in known)


def near_numbers(wanted: str, numbers: Iterable[str]) -> list[str]:
    """The printed numbers nearest to one that is not: below it, else beside it, else in its chapter, else anywhere."""
    printed = {number for number in numbers if number[:1].isdigit()}
    known = ordered({*printed, wanted})
    stem = wanted
    while stem:
        below = [number for number in known if number.startswith(stem) and number in printed]
        if below:
            middle = sum(known.index(number) < known.index(wanted) for number in below)
            first = max(0, min(middle - NEAR // 2, len(below) - NEAR))
            return below[first : first + NEAR]
        stem = stem[:-1].rstrip(".")
    place = known.index(wanted)
    return known[max(0, place - NEAR // 2) : place] + known[place + 1 : place + 1 + NEAR // 2]


def ordered(numbers: Iterable[str]) -> list[str]:
    """Printed numbers in their order: 6.5, 6.51, 6.6; but 3.9, 3.10, 3.11 in a book that counts on."""
    known = set(numbers)
    counts_on = any(re.search(r"\.10\b", number) for number in known)

    def order(number: str) -> list[tuple[int, str]]:
        first, *others = re.findall(r"\d+|[^\d.]+", number) or [""]
        return [_rank(first), *(_rank(part) if counts_on else (0, part) for part in others)]

    return sorted(known, key=order)


def _rank(part: str) -> tuple[int, str]:
    """What puts a part of a number in order: by its figure, or as a word."""
    figure = whole_number(part)
    return (0, part) if figure is None else (figure, "")
