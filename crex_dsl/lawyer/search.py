"""A search by word through editions in any language: one hit for each clause, the best first."""

from __future__ import annotations

from collections.abc import Iterator

from pydantic import BaseModel

from crex_dsl.language.diagnostics import listed, nearest
from crex_dsl.lawyer.excerpt import Marks, excerpt
from crex_dsl.lawyer.letters import words
from crex_dsl.lawyer.numbering import near_numbers
from crex_dsl.lawyer.query import Query
from crex_dsl.lawyer.ranking import Ranking
from crex_dsl.lawyer.register import Register, Sort, Standing
from crex_dsl.lawyer.stems import SMALL, stem

LONG = 4  # letters of a word that is worth offering


class Hit(BaseModel):
    """What has all words asked for: as the edition has it that has them best, and where else it stands.

    The excerpt is in the language named, and the marks are the places of the words in it.
    """

    sort: Sort
    id: str
    edition: str
    numbers: list[str]
    heading: str
    language: str
    excerpt: str
    marks: list[tuple[int, int]]
    also: list[Standing]
    place: str
    score: int


def search(register: Register, query: Query) -> list[Hit]:
    """Everything that has all words of a query, best first."""
    ranking = Ranking(register, query)
    hits = [_hit(ranking, entry) for entry in ranking.entries()]
    return sorted(hits, key=lambda hit: -hit.score)  # a stable order: equals stay as the book has them


def _hit(ranking: Ranking, number: int) -> Hit:
    entry = ranking.register.entries[number]
    worths = [ranking.worth(number, standing.edition) for standing in entry.standings]
    best = entry.standings[worths.index(max(worths))]
    told = ranking.told(number, best.edition)
    language = told.language if told else ranking.register.editions[best.edition]
    text, places = excerpt(told.text, marks(told.text, language, ranking.query)) if told else ("", [])
    return Hit(
        sort=entry.sort,
        id=entry.id,
        edition=best.edition,
        numbers=best.numbers,
        heading=best.heading,
        language=language,
        excerpt=text,
        marks=places,
        also=[standing for standing in entry.standings if standing is not best],
        place=entry.place,
        score=round(100 * max(worths)),
    )


def marks(text: str, language: str, query: Query) -> Marks:
    """Where in a text the words asked for stand, or what the glossary has for them."""
    fitting = {word for number in query.needed for word in query.fits[number].get(language, ())}
    instead = {part for phrase in query.phrases if phrase.language == language for part in phrase.stems}
    return [
        (start, start + len(word))
        for start, word in words(text)
        if word in fitting or (stem(word, language) in instead and word not in SMALL)
    ]


# ---- nothing found ----
def nothing(register: Register, query: Query) -> str:
    """Half a sentence that says which words are at fault where nothing is found."""
    strange = [query.typed[number] for number in query.strange]
    if strange:
        return f"nothing in {register.name} speaks of {listed(strange, 'or')}"
    return f"nothing in {register.name} has {listed(query.typed[number] for number in query.needed)} together"


def advice(register: Register, query: Query) -> str:
    """What may have been meant where nothing is found, in any of the languages asked."""
    for number in sorted(query.strange, key=lambda number: -len(query.words[number])):
        asked = query.words[number]
        if asked[0].isdigit():
            near = near_numbers(asked, [word for known in register.words.values() for word in known if "." in word])
        else:
            near = list(_near(register, asked, list(query.fits[number])))
        if near:
            return f"did you mean {listed([f'`{word}`' for word in near], 'or')}?"
    return "try another word, or the beginning of one" if query.strange else "try fewer words"


def _near(register: Register, asked: str, languages: list[str]) -> Iterator[str]:
    """The words nearest to one that nothing has, as the books spell them."""
    known = {word: language for language in languages for word in register.words[language] if len(word) >= LONG}
    for word in nearest(asked, known):
        text = register.passages[register.words[known[word]][word][0]].text
        start = next(start for start, found in words(text) if found == word)
        yield text[start : start + len(word)].lower()
