"""A ranking: which entries of an index have the words of a query, and what that is worth in each edition."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from math import log

from crex_dsl.lawyer.search.index import Part, Passage, SearchIndex, Sort
from crex_dsl.lawyer.search.query import PREFIX, TRANSLATION, Phrase, Query
from crex_dsl.text.folding import words
from crex_dsl.text.stemming import stems_of
from crex_dsl.text.stopwords import SMALL

# What a word is worth, by the part of an entry where it stands.
WORTH: dict[Part, float] = {
    "number": 10,
    "heading": 8,
    "section": 7,
    "title": 5,
    "id": 5,
    "wording": 4,
    "form": 4,
    "name": 4,
    "question": 3.5,
    "meaning": 3,
    "reading": 2.5,
    "note": 2.5,
    "shown": 1.5,
    "asked": 1.5,
    "phrase": 1,
}
ABOUT: tuple[Part, ...] = ("shown", "asked")  # what examples and rulings say of a clause
OF_SORT: dict[Sort, float] = {"clause": 1, "ruling": 0.6, "term": 0.5, "option": 0.7, "thing": 0.7, "example": 0.5}
ENOUGH, MOST = 0.4, 0.6  # of what is asked for
LIGHTLY = 0.3  # for a word that stands in half of all questions
UNCLAUSED = 0.4  # for a word that no clause has, only what is said about clauses
# For what a clause does, what an example or a ruling says of it, and an answer to a ruling.
IN_PASSING: dict[Part, float] = {"phrase": 0.5, "shown": 0.5, "asked": 0.5, "reading": 0.3}
AGAIN = 0.15  # for standing in a second part, too
ELSEWHERE = 0.6  # for standing only in the words of another edition
WHOLENESS = 1.5  # the power of how much of what is asked for there is
TOGETHER, IN_A_ROW = 1.2, 1.5  # for standing in one passage, or side by side
LENGTH = 0.3  # of what a word is worth in a wording depends on how long that is
LONG_WINDED = 0.7  # for standing in a heading of many other words
OWN = 1.05  # for the edition that is meant
UNPRINTED = 0.6  # for a clause that the edition goes by but does not print: the book itself answers first
BESIDE = 0.9  # for a number that an entry has beside its own
OPTIONAL = 0.8  # for a clause that is off unless an option is taken
# How well a part shows what was found, below a line that has number, heading and id already.
SHOWS: dict[Part, float] = {
    "wording": 1,
    "question": 1,
    "form": 1,
    "reading": 0.8,
    "meaning": 0.6,
    "note": 0.6,
    "title": 0.4,
    "shown": 0.3,
    "asked": 0.3,
    "phrase": 0.2,
}


class Ranking:
    """Where the words of a query occur in an index."""

    def __init__(self, search_index: SearchIndex, query: Query) -> None:
        self.search_index = search_index
        self.query = query
        self.own = next(iter(search_index.editions))
        self.fits: list[dict[int, dict[int, float]]] = [{} for _ in query.words]  # by word, entry and passage
        for number, fits in enumerate(query.fits):
            for language, fitting in fits.items():
                for word, fit in fitting.items():
                    for place in search_index.words[language][word]:
                        self._fit(number, place, fit)
        for phrase in query.phrases:
            if not phrase.kin:
                self._fit_phrase(phrase)
        spoken_of = {number for number, found in enumerate(self.fits) if any(map(self._is_clause, found))}
        for phrase in query.phrases:
            if phrase.kin and not spoken_of.issuperset(phrase.instead_of):  # no clause has the name itself
                self._fit_phrase(phrase)
        self.rare = [
            (1 if number in query.telling else LIGHTLY) * self._rarity(found) for number, found in enumerate(self.fits)
        ]

    def _rarity(self, found: Iterable[int]) -> float:
        """How much a word tells by how few clauses have it, whatever is said about them and in how many languages."""
        clauses = sum(map(self._is_clause, range(len(self.search_index.entries))))
        having = sum(map(self._is_clause, found))
        return (1 if having else UNCLAUSED) * (1 + log(max(1, clauses) / max(1, having)))

    def _fit(self, number: int, place: int, fit: float) -> None:
        known = self.fits[number].setdefault(self.search_index.passages[place].entry, {})
        known[place] = max(fit, known.get(place, 0))

    def _fit_phrase(self, phrase: Phrase) -> None:
        for place in self._having(phrase.language, phrase.stems):
            if self.search_index.passages[place].part != "phrase":  # the words of rule files are no translation
                for number in phrase.instead_of:
                    self._fit(number, place, phrase.fit)

    def _is_clause(self, entry: int) -> bool:
        return self.search_index.entries[entry].sort == "clause"

    def _having(self, language: str, stems: Sequence[str]) -> Iterator[int]:
        """The passages that have words of these stems side by side."""
        known, forms = self.search_index.words[language], self.search_index.stems[language]
        having = [{place for word in forms.get(each, ()) for place in known[word]} for each in stems]
        for place in set.intersection(*having):
            passage = self.search_index.passages[place]
            found = stems_of(passage.text, language) if len(stems) > 1 else stems
            if _in_a_row(found, [{each} for each in stems]):
                yield place

    def entries(self) -> list[int]:
        """The entries that have enough of the words that are needed, in the order of the index."""
        having = set[int]().union(*(self.fits[number] for number in self.query.needed))
        return sorted(entry for entry in having if not self.missing(entry) or self.share(entry) >= ENOUGH)

    def missing(self, entry: int) -> list[int]:
        """The words that tell what the question is about for which an entry has nothing."""
        return [number for number in self.query.telling if entry not in self.fits[number]]

    def at_home(self, entry: int) -> bool:
        """Whether the edition that is meant says most of what is asked for there, in words that need no translation."""
        return self._own_share(entry) >= MOST

    def in_own_words(self, entry: int) -> bool:
        """Whether the edition that is meant says most of what an entry has of it, in words that need no translation."""
        return self._own_share(entry) >= MOST * self.share(entry)

    def _own_share(self, entry: int) -> float:
        def own(passage: Passage, fit: float) -> bool:
            return self.own in passage.editions and fit > TRANSLATION

        return self._share(entry, own)

    def share(self, entry: int) -> float:
        """How much of what is asked for an entry has, up to 1; rare words count more, and what is not said so less."""
        return self._share(entry, lambda passage, fit: True)

    def _share(self, entry: int, counts: Callable[[Passage, float], bool]) -> float:
        telling = self.query.telling
        having = sum(self.rare[number] * self._word_weight(number, entry, counts) for number in telling)
        return having / sum(self.rare[number] for number in telling)

    def _word_weight(self, number: int, entry: int, counts: Callable[[Passage, float], bool]) -> float:
        """Whether an entry says a word: a translation, a rule file's word or a reading's is at most half of it."""
        said = 0.0
        for place, fit in self.fits[number].get(entry, {}).items():
            passage = self.search_index.passages[place]
            if counts(passage, fit):
                said = max(said, IN_PASSING.get(passage.part, 1) * min(1, fit / PREFIX))
        return said

    def worth(self, entry: int, edition: str) -> float:
        """What the words are worth in an entry as one edition has it; those of others count less."""
        total = 0.0
        shared: list[set[int]] = []
        for number, rare in enumerate(self.rare):
            parts: dict[Part, tuple[float, float]] = {}  # what a word is worth there, and without regard to length
            elsewhere = beside = 0.0
            inside: set[int] = set()
            for place, fit in self.fits[number].get(entry, {}).items():
                passage = self.search_index.passages[place]
                plain = WORTH[passage.part] * fit
                worth = plain * self._brevity(place)
                if edition in passage.editions and passage.part in ABOUT:
                    beside = max(beside, worth)
                elif edition in passage.editions:
                    parts[passage.part] = max((worth, plain), parts.get(passage.part, (0, 0)))
                    inside.add(place)
                else:
                    elsewhere = max(elsewhere, worth)
            (best, _), (_, second) = sorted([(0.0, 0.0), (0.0, 0.0), *parts.values()])[:-3:-1]
            total += rare * max(best + AGAIN * second, ELSEWHERE * elsewhere, beside)
            if number in self.query.telling:
                shared.append(inside)
        total *= max((self._closeness(place) for place in set.intersection(*shared)), default=1.0)
        total *= float(self.share(entry) ** WHOLENESS)
        return total * self._standing(entry, edition) * (OWN if edition == self.own else 1)

    def _standing(self, entry: int, edition: str) -> float:
        """What an entry counts by its sort, and by whether the edition prints it."""
        known = self.search_index.entries[entry]
        here = [each for each in known.standings if each.edition == edition]
        printed = 1 if any(each.numbers for each in here) or known.sort != "clause" else UNPRINTED
        return OF_SORT[known.sort] * printed * (OPTIONAL if any(each.options for each in here) else 1)

    def _brevity(self, place: int) -> float:
        """How much of a heading, a name, a title or an id the words asked for can be; and how terse a wording is."""
        passage = self.search_index.passages[place]
        if passage.part in ("wording", "meaning"):
            return 1 / (1 - LENGTH + LENGTH * len(passage.text) / self._usual)
        own = any(each.numbers[:1] == [passage.text] for each in self.search_index.entries[passage.entry].standings)
        if passage.part == "number":
            return 1 if own else BESIDE
        if passage.part not in ("heading", "section", "title", "id"):
            return 1
        others = sum(word not in SMALL for _, word in words(passage.text)) - len(self.query.telling)
        brief = LONG_WINDED + (1 - LONG_WINDED) / (1 + max(0, others))
        return brief if own or passage.part != "section" else BESIDE * brief

    @cached_property
    def _usual(self) -> float:
        """How long a wording is, as a rule."""
        lengths = [len(passage.text) for passage in self.search_index.passages if passage.part == "wording"]
        return sum(lengths) / max(1, len(lengths))

    def _closeness(self, place: int) -> float:
        """How much more words are worth for standing in one passage, or in a row."""
        if len(self.query.telling) == 1:
            return 1
        passage = self.search_index.passages[place]
        told = [word for _, word in words(passage.text) if word not in SMALL]
        fitting = [set(self.query.fits[number].get(passage.language, ())) for number in self.query.telling]
        return IN_A_ROW if _in_a_row(told, fitting) else TOGETHER

    def headed(self, entry: int, edition: str) -> bool:
        """Whether all that is asked for stands in the heading that an entry has in an edition."""

        def in_heading(found: Mapping[int, float]) -> bool:
            passages = (self.search_index.passages[place] for place in found)
            return any(passage.part == "heading" and edition in passage.editions for passage in passages)

        return all(in_heading(self.fits[number].get(entry, {})) for number in self.query.telling)

    def told(self, entry: int, edition: str) -> Passage | None:
        """The passage that shows best what the line above it does not show, as the edition has it where it can."""
        unseen = [number for number in self.query.needed if not self._seen(number, entry, edition)]

        def shows(place: int) -> tuple[float, float]:
            passage = self.search_index.passages[place]
            found = sum(self.rare[each] * self.fits[each].get(entry, {}).get(place, 0) for each in unseen)
            near = SHOWS[passage.part] * (1 if edition in passage.editions else ELSEWHERE / 10)
            return found * near, near

        best = max(self._shown.get(entry, ()), key=shows, default=None)
        return None if best is None else self.search_index.passages[best]

    def _seen(self, number: int, entry: int, edition: str) -> bool:
        """Whether a word itself stands in the heading, the number or the id."""
        fits = self.fits[number].get(entry, {})
        found = (self.search_index.passages[place] for place, fit in fits.items() if fit > TRANSLATION)
        return any(
            edition in passage.editions and passage.part in ("heading", "section", "number", "id") for passage in found
        )

    @cached_property
    def _shown(self) -> dict[int, list[int]]:
        """By entry the passages that can be shown, in the languages that are searched."""
        found: dict[int, list[int]] = {}
        for place, passage in enumerate(self.search_index.passages):
            if passage.part in SHOWS and passage.language in self.query.fits[0]:
                found.setdefault(passage.entry, []).append(place)
        return found


def _in_a_row(told: Sequence[str], wanted: Sequence[set[str]]) -> bool:
    """Whether words stand side by side that fit what is wanted, one for one."""
    return any(
        all(told[start + offset] in fitting for offset, fitting in enumerate(wanted))
        for start in range(len(told) - len(wanted) + 1)
    )
