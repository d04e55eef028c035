"""A search by word through editions in any language: one hit for each clause, the best first."""

from __future__ import annotations

from collections.abc import Iterator

from pydantic import BaseModel

from crex_dsl.lawyer.lookup.numbering import near_numbers
from crex_dsl.lawyer.search.index import SearchIndex, Sort, Standing
from crex_dsl.lawyer.search.query import Query
from crex_dsl.lawyer.search.ranking import Ranking
from crex_dsl.lawyer.search.snippet import Marks, excerpt
from crex_dsl.text.folding import words
from crex_dsl.text.messages import listed_as_said, said
from crex_dsl.text.spelling import nearest
from crex_dsl.text.stemming import stem
from crex_dsl.text.stopwords import SMALL

RULES: tuple[Sort, ...] = ("clause", "ruling", "option")  # what can answer a question though words are missing
ABOUT: tuple[Sort, ...] = ("ruling", "option", "example")  # what is said about clauses, in further languages, too
SHOWING: tuple[Sort, ...] = ("example", "term")  # what only shows what a clause says, or what its words are
NEARLY = 0.85  # of what another one is worth
ALIKE_ENOUGH = 0.7  # of its letters, for a word to be offered instead of one that nothing has
LONG = 4  # letters of a word that is worth offering


class Hit(BaseModel):
    """What has the words asked for, but for those missing: as one edition has it, and where else it stands.

    It is off there unless one of the options is taken. The excerpt is in the language named, and the marks are the
    places of the words in it.
    """

    sort: Sort
    id: str
    edition: str
    numbers: list[str]
    heading: str
    options: list[str] = []
    language: str
    excerpt: str
    marks: list[tuple[int, int]]
    also: list[Standing]
    place: str
    missing: list[str]
    score: int


def search(search_index: SearchIndex, query: Query) -> list[Hit]:
    """Everything that has the words of a query, best first: what the edition that is meant says, then what others say.

    The edition itself speaks in its clauses; what is about these hides none that has the words by translation.
    What has only some of the words is told where nothing has them all, or where it is worth more.
    """
    ranking = Ranking(search_index, query)
    found = ranking.entries()
    found = [entry for entry in found if not ranking.missing(entry) or search_index.entries[entry].sort in RULES]
    home = [entry for entry in found if ranking.at_home(entry)]
    if all(search_index.entries[entry].sort in ABOUT for entry in home):
        home = []
    if home:  # what has less of the question in the same words may still be what answers it
        less = [entry for entry in found if ranking.missing(entry) and ranking.in_own_words(entry)]
        home = sorted({*home, *less})
    away = [entry for entry in found if entry not in set(home) and (not home or not ranking.missing(entry))]
    return [*_best(ranking, home, at_home=True), *_best(ranking, away, at_home=False)]


def _best(ranking: Ranking, entries: list[int], at_home: bool) -> list[Hit]:
    """The hits for some entries, as the edition that is meant has them or as the one has that has the words best."""
    hits = {entry: _hit(ranking, entry, at_home) for entry in entries}
    whole = {entry for entry in hits if not ranking.missing(entry)}
    best = max((hits[entry].score for entry in whole if hits[entry].sort not in SHOWING), default=0)
    kept = [hit for entry, hit in hits.items() if entry in whole or hit.score > best]
    # a stable order: equals stay as the book has them
    ranked = sorted(kept, key=lambda hit: (hit.sort in SHOWING, -hit.score))
    asked = "-".join(ranking.query.typed)
    for entry, hit in hits.items():  # of clauses under a heading that is asked for, the first says what it is about
        under = [each for each in ranked if each.sort == hit.sort == "clause" and each.heading == hit.heading]
        leads = (
            bool(under) and under[0].id != asked and not any(hits[other] in under for other in hits if other < entry)
        )
        if leads and NEARLY * under[0].score <= hit.score < under[0].score and ranking.headed(entry, hit.edition):
            ranked.remove(hit)
            ranked.insert(ranked.index(under[0]), hit)
    return ranked


def _hit(ranking: Ranking, number: int, at_home: bool) -> Hit:
    entry = ranking.search_index.entries[number]
    standings = [each for each in entry.standings if each.edition == ranking.own or not at_home]
    worths = [ranking.worth(number, standing.edition) for standing in standings]
    best = standings[worths.index(max(worths))]
    told = ranking.told(number, best.edition)
    language = told.language if told else ranking.search_index.editions[best.edition]
    text, places = excerpt(told.text, marks(told.text, language, ranking.query)) if told else ("", [])
    return Hit(
        sort=entry.sort,
        id=entry.id,
        edition=best.edition,
        numbers=best.numbers,
        heading=best.heading,
        options=best.options,
        language=language,
        excerpt=text,
        marks=places,
        also=[standing for standing in entry.standings if standing is not best],
        place=entry.place,
        missing=[ranking.query.typed[word] for word in ranking.missing(number)],
        score=round(100 * max(worths)),
    )


def marks(text: str, language: str, query: Query) -> Marks:
    """Where in a text the words asked for stand, or what the glossary has for them."""
    fitting = {word for number in query.needed for word in query.fits[number].get(language, ())}
    instead = {
        part for phrase in query.phrases if phrase.language == language and not phrase.kin for part in phrase.stems
    }
    return [
        (start, start + len(word))
        for start, word in words(text)
        if word in fitting or (stem(text[start : start + len(word)], language) in instead and word not in SMALL)
    ]


# ---- nothing found ----
def shortcoming(search_index: SearchIndex, query: Query, hits: list[Hit]) -> str:
    """A sentence that says which words nothing has, or that the best hit has only some; empty where it has all."""
    if query.strange:
        return unfound(search_index, query)
    if hits[0].missing:
        return said("{nothing}: these come nearest", nothing=nothing(search_index, query))
    return ""


def unfound(search_index: SearchIndex, query: Query) -> str:
    """A sentence that says which words are at fault, and what to try instead."""
    return said("{nothing}: {advice}", nothing=nothing(search_index, query), advice=advice(search_index, query))


def nothing(search_index: SearchIndex, query: Query) -> str:
    """Half a sentence that says which words are at fault where nothing is found."""
    strange = [query.typed[number] for number in query.strange]
    if strange:
        words_asked = listed_as_said(strange, "or")
        return said("nothing in {rulebook} speaks of {words}", rulebook=search_index.name, words=words_asked)
    words_asked = listed_as_said(query.typed[number] for number in query.telling)
    return said("nothing in {rulebook} has {words} together", rulebook=search_index.name, words=words_asked)


def advice(search_index: SearchIndex, query: Query) -> str:
    """What may have been meant where nothing is found, in any of the languages asked."""
    for number in sorted(query.strange, key=lambda number: -len(query.words[number])):
        asked = query.words[number]
        if asked[0].isdigit():
            near = near_numbers(asked, [word for known in search_index.words.values() for word in known if "." in word])
        else:
            near = list(_near(search_index, asked, list(query.fits[number])))
        if near:
            return said("did you mean {words}?", words=listed_as_said([f"`{word}`" for word in near], "or"))
    return said("try another word, or the beginning of one") if query.strange else said("try fewer words")


def _near(search_index: SearchIndex, asked: str, languages: list[str]) -> Iterator[str]:
    """The words nearest to one that nothing has, as the books spell them."""
    own = [language for language in languages if language in search_index.editions.values()]
    known: dict[str, str] = {}
    near: list[str] = []
    for some in (own, languages):  # words of a language that no edition is in only where there is no other
        known = {word: language for language in some for word in search_index.words[language] if len(word) >= LONG}
        near = near or nearest(asked, known, ALIKE_ENOUGH)
    for word in near:
        text = search_index.passages[search_index.words[known[word]][word][0]].text
        start = next(start for start, found in words(text) if found == word)
        yield text[start : start + len(word)].lower()
