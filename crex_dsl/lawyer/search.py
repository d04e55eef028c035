"""A search through a rulebook by word: headings before wordings, endings and letters with marks as they come."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile
from typing import Literal

from pydantic import BaseModel

from crex_dsl.language.diagnostics import did_you_mean, listed
from crex_dsl.lawyer.brief import Brief, ClauseBrief, RulingBrief, TermBrief
from crex_dsl.lawyer.letters import words
from crex_dsl.lawyer.reference import NotFound

HEADING, NAME, QUESTION, WORDING = 8, 5, 4, 3  # what a hit is worth, by where it stands
WHOLE, PREFIX, STEM = 4, 3, 2  # and by how well it fits
EXCERPT = 120
LONG = 4


class Hit(BaseModel):
    """A clause, ruling or term with all words asked for, and an excerpt with the places of those words in it."""

    sort: Literal["clause", "ruling", "term"]
    id: str
    numbers: list[str]
    heading: str
    excerpt: str
    marks: list[tuple[int, int]]
    place: str
    score: int


@dataclass(frozen=True)
class Field:
    """A text in which words are looked for, what finding them there is worth, and whether it reads as prose."""

    text: str
    worth: int
    prose: bool = False


@dataclass(frozen=True)
class Entry:
    """Something that can be found: its own texts, the one that tells most first."""

    sort: Literal["clause", "ruling", "term"]
    id: str
    numbers: list[str]
    heading: str
    place: str
    fields: tuple[Field, ...]


def search(brief: Brief, query: str) -> list[Hit]:
    """Everything that has all words of a query, best first; raises NotFound with advice where nothing has."""
    wanted = asked_for(query)
    if not wanted:
        raise NotFound("there is no word to search for: name at least one")
    entries = list(_entries(brief))
    hits = [hit for entry in entries if (hit := _hit(entry, wanted)) is not None]
    if not hits:
        raise NotFound(_advice(brief, entries, wanted))
    return sorted(hits, key=lambda hit: -hit.score)  # a stable order: equals stay as the book has them


def asked_for(query: str) -> list[str]:
    """The words of a query, each once."""
    return list(dict.fromkeys(word for _, word in words(query)))


def fit(asked: str, word: str) -> int:
    """How well a word fits one that is asked for: whole, as its beginning, by its stem, or (0) not at all."""
    if word == asked:
        return WHOLE
    if asked[0].isdigit():
        return PREFIX if "." in asked and word.startswith(asked) else 0
    if word.startswith(asked):
        return PREFIX
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(asked, word, strict=False)))
    endings = max(len(asked), len(word)) - same
    return STEM if same >= 4 and endings <= (1 if same == 4 else 3) else 0


# ---- what can be found ----
def _entries(brief: Brief) -> Iterator[Entry]:
    for clause in brief.clauses:
        yield _clause(clause)
    for ruling in brief.rulings:
        yield _ruling(ruling, brief)
    for term in brief.terms:
        yield _term(term)


def _clause(clause: ClauseBrief) -> Entry:
    fields = (
        Field(clause.wording, WORDING, prose=True),
        Field(clause.heading, HEADING),
        Field(clause.title, NAME),
        Field(clause.id, NAME),
        Field(" ".join(clause.numbers), HEADING),
        Field(clause.assumed or "", WORDING, prose=True),
    )
    return Entry("clause", clause.id, clause.numbers, clause.heading, clause.place, fields)


def _ruling(ruling: RulingBrief, brief: Brief) -> Entry:
    numbers = [number for clause in brief.clauses if clause.id in ruling.on for number in clause.numbers]
    fields = (
        Field(ruling.asks, QUESTION, prose=True),
        Field(" ".join(reading.reason for reading in ruling.readings), WORDING, prose=True),
        Field(ruling.id, NAME),
        Field(" ".join(reading.id for reading in ruling.readings), WORDING),
        Field(ruling.assumed or "", WORDING, prose=True),
    )
    return Entry("ruling", ruling.id, list(dict.fromkeys(numbers)), ruling.asks, ruling.place, fields)


def _term(term: TermBrief) -> Entry:
    fields = (Field(", ".join(term.forms), QUESTION, prose=True), Field(term.id, QUESTION))
    return Entry("term", term.id, [], term.forms[0] if term.forms else term.id, term.place, fields)


# ---- hits ----
def marks(text: str, wanted: list[str]) -> list[tuple[int, int]]:
    """Where in a text the words asked for stand."""
    return [(start, start + len(word)) for start, word in words(text) if any(fit(asked, word) for asked in wanted)]


def _hit(entry: Entry, wanted: list[str]) -> Hit | None:
    found = [[word for _, word in words(field.text)] for field in entry.fields]
    score = 0
    for asked in wanted:
        fits = (
            field.worth * max((fit(asked, word) for word in texts), default=0)
            for field, texts in zip(entry.fields, found, strict=True)
        )
        best = max(fits)
        if not best:
            return None
        score += best
    prose = [field.text for field in entry.fields if field.prose]
    told = next((text for text in prose if marks(text, wanted)), prose[0])
    excerpt, places = _excerpt(told, marks(told, wanted))
    return Hit(
        sort=entry.sort,
        id=entry.id,
        numbers=entry.numbers,
        heading=entry.heading,
        excerpt=excerpt,
        marks=places,
        place=entry.place,
        score=score,
    )


def _excerpt(text: str, hits: list[tuple[int, int]]) -> tuple[str, list[tuple[int, int]]]:
    """The piece of a text around its first hit, cut between words, and where the hits stand in it."""
    if len(text) <= EXCERPT:
        return text, hits
    start = max(0, (hits[0][0] if hits else 0) - EXCERPT // 4)
    start = 0 if start == 0 else text.find(" ", start) + 1
    end = len(text) if start + EXCERPT >= len(text) else text.rfind(" ", start, start + EXCERPT)
    end = end if end > start else start + EXCERPT
    before, after = "… " if start else "", " …" if end < len(text) else ""
    shift = len(before) - start
    kept = [(first + shift, last + shift) for first, last in hits if start <= first and last <= end]
    return before + text[start:end] + after, kept


def _advice(brief: Brief, entries: list[Entry], wanted: list[str]) -> str:
    """Which word is at fault where nothing is found, and what may have been meant."""
    known = {word for entry in entries for field in entry.fields for _, word in words(field.text)}
    strange = [asked for asked in wanted if not any(fit(asked, word) for word in known)]
    if not strange:
        return f"nothing in {brief.name} has {listed(wanted)} together: try fewer words"
    long = [word for word in known if len(word) >= LONG]
    hint = next(filter(None, (did_you_mean(asked, long) for asked in strange)), None)
    advice = hint or "try another word, the beginning of one, or another edition with -e"
    return f"nothing in {brief.name} speaks of {listed(strange, 'or')}: {advice}"
