"""A ranking: which entries of a register have the words of a query, and what that is worth in each edition."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from math import log

from crex_dsl.lawyer.letters import words
from crex_dsl.lawyer.query import TRANSLATION, Query
from crex_dsl.lawyer.register import Part, Passage, Register, Sort
from crex_dsl.lawyer.stems import SMALL, stem

# What a word is worth, by the part of an entry where it stands.
WORTH: dict[Part, float] = {
    "number": 10,
    "heading": 8,
    "section": 7,
    "title": 5,
    "id": 5,
    "wording": 4,
    "form": 4,
    "question": 3.5,
    "meaning": 3,
    "reading": 2.5,
    "note": 2.5,
    "phrase": 1,
}
OF_SORT: dict[Sort, float] = {"clause": 1, "ruling": 0.9, "term": 0.9, "option": 0.9, "example": 0.5}
AGAIN = 0.15  # for standing in a second part, too
ELSEWHERE = 0.6  # for standing only in the words of another edition
TOGETHER, IN_A_ROW = 1.2, 1.5  # for standing in one passage, or side by side
LONG_WINDED = 0.7  # for standing in a heading of many other words
OWN = 1.05  # for the edition that is meant
# How well a part shows what was found, below a line that has number, heading and id already.
SHOWS: dict[Part, float] = {
    "wording": 1,
    "question": 1,
    "form": 1,
    "reading": 0.8,
    "meaning": 0.6,
    "note": 0.6,
    "title": 0.4,
    "phrase": 0.2,
}


class Ranking:
    """Where the words of a query occur in a register."""

    def __init__(self, register: Register, query: Query) -> None:
        self.register = register
        self.query = query
        self.own = next(iter(register.editions))
        self.fits: list[dict[int, dict[int, float]]] = [{} for _ in query.words]  # by word, entry and passage
        for number, fits in enumerate(query.fits):
            for language, fitting in fits.items():
                for word, fit in fitting.items():
                    for place in register.words[language][word]:
                        self._fit(number, place, fit)
        for phrase in query.phrases:
            for place in self._having(phrase.language, phrase.stems):
                if register.passages[place].part != "phrase":  # the words of rule files are no translation
                    for number in phrase.instead_of:
                        self._fit(number, place, phrase.fit)
        self.rare = [1 + log(len(register.entries) / max(1, len(found))) for found in self.fits]

    def _fit(self, number: int, place: int, fit: float) -> None:
        known = self.fits[number].setdefault(self.register.passages[place].entry, {})
        known[place] = max(fit, known.get(place, 0))

    def _having(self, language: str, stems: Sequence[str]) -> Iterator[int]:
        """The passages that have words of these stems side by side."""
        known, forms = self.register.words[language], self.register.stems[language]
        having = [{place for word in forms.get(each, ()) for place in known[word]} for each in stems]
        for place in set.intersection(*having):
            passage = self.register.passages[place]
            found = [stem(word, language) for _, word in words(passage.text)] if len(stems) > 1 else stems
            if _in_a_row(found, [{each} for each in stems]):
                yield place

    def entries(self) -> list[int]:
        """The entries that have every word that is needed, in the order of the register."""
        return sorted(set.intersection(*(set(self.fits[number]) for number in self.query.needed)))

    def worth(self, entry: int, edition: str) -> float:
        """What the words are worth in an entry as one edition has it; those of others count less."""
        total = 0.0
        shared: list[set[int]] = []
        for number, rare in enumerate(self.rare):
            parts: dict[Part, float] = {}
            elsewhere = 0.0
            inside: set[int] = set()
            for place, fit in self.fits[number].get(entry, {}).items():
                passage = self.register.passages[place]
                worth = WORTH[passage.part] * fit * self._brevity(place)
                if edition in passage.editions:
                    parts[passage.part] = max(worth, parts.get(passage.part, 0))
                    inside.add(place)
                else:
                    elsewhere = max(elsewhere, worth)
            best, second = sorted([0.0, 0.0, *parts.values()])[:-3:-1]
            total += rare * max(best + AGAIN * second, ELSEWHERE * elsewhere)
            if number in self.query.needed:
                shared.append(inside)
        total *= max((self._closeness(place) for place in set.intersection(*shared)), default=1.0)
        return total * OF_SORT[self.register.entries[entry].sort] * (OWN if edition == self.own else 1)

    def _brevity(self, place: int) -> float:
        """How much of a heading, a name, a title or an id the words asked for can be."""
        passage = self.register.passages[place]
        if passage.part not in ("heading", "section", "title", "id"):
            return 1
        others = sum(word not in SMALL for _, word in words(passage.text)) - len(self.query.needed)
        return LONG_WINDED + (1 - LONG_WINDED) / (1 + max(0, others))

    def _closeness(self, place: int) -> float:
        """How much more words are worth for standing in one passage, or in a row."""
        if len(self.query.needed) == 1:
            return 1
        passage = self.register.passages[place]
        told = [word for _, word in words(passage.text) if word not in SMALL]
        fitting = [set(self.query.fits[number].get(passage.language, ())) for number in self.query.needed]
        return IN_A_ROW if _in_a_row(told, fitting) else TOGETHER

    def told(self, entry: int, edition: str) -> Passage | None:
        """The passage that shows best what the line above it does not show, as the edition has it where it can."""
        unseen = [number for number in self.query.needed if not self._seen(number, entry, edition)]

        def shows(place: int) -> tuple[float, float]:
            passage = self.register.passages[place]
            found = sum(self.rare[each] * self.fits[each].get(entry, {}).get(place, 0) for each in unseen)
            near = SHOWS[passage.part] * (1 if edition in passage.editions else ELSEWHERE / 10)
            return found * near, near

        best = max(self._shown.get(entry, ()), key=shows, default=None)
        return None if best is None else self.register.passages[best]

    def _seen(self, number: int, entry: int, edition: str) -> bool:
        """Whether a word itself stands in the heading, the number or the id."""
        fits = self.fits[number].get(entry, {})
        found = (self.register.passages[place] for place, fit in fits.items() if fit > TRANSLATION)
        return any(
            edition in passage.editions and passage.part in ("heading", "section", "number", "id") for passage in found
        )

    @cached_property
    def _shown(self) -> dict[int, list[int]]:
        """By entry the passages that can be shown, in the languages that are searched."""
        found: dict[int, list[int]] = {}
        for place, passage in enumerate(self.register.passages):
            if passage.part in SHOWS and passage.language in self.query.fits[0]:
                found.setdefault(passage.entry, []).append(place)
        return found


def _in_a_row(told: Sequence[str], wanted: Sequence[set[str]]) -> bool:
    """Whether words stand side by side that fit what is wanted, one for one."""
    return any(
        all(told[start + offset] in fitting for offset, fitting in enumerate(wanted))
        for start in range(len(told) - len(wanted) + 1)
    )
