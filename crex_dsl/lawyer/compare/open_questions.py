"""The open questions: what the books of a game leave open, what we took, and what we had to assume."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from typing import TYPE_CHECKING, Literal

from pydantic import BaseModel

from crex_dsl.lawyer.lookup.reference import NotFound
from crex_dsl.lawyer.search.index import SearchIndex
from crex_dsl.lawyer.search.query import query_of
from crex_dsl.lawyer.search.search import Hit, search
from crex_dsl.rulebook.files.games import GameFiles
from crex_dsl.rulebook.selection.selection import GameIndex, Reading
from crex_dsl.system.cache import cached
from crex_dsl.text.folding import folded, words
from crex_dsl.text.messages import said
from crex_dsl.text.stemming import stem
from crex_dsl.text.stopwords import SMALL

if TYPE_CHECKING:
    from crex_dsl.language import nodes as n
    from crex_dsl.language.source import Span
    from crex_dsl.lawyer.compare.concordance import Concorded


OWN = "en"  # the language that questions and readings are written in
Sort = Literal["clause", "table", "ruling"]


class Printed(BaseModel):
    """A clause that a question is on, and where the editions concerned print it."""

    id: str
    title: str
    numbers: dict[str, list[str]]


class Answer(Reading):
    """One reading of a question: what it rests on, and whether it changes more than words."""

    plays: bool


class Question(BaseModel):
    """A ruling: what the books leave open, in which editions and clauses, and how it can be read."""

    id: str
    asks: str
    assumed: str | None
    on: list[Printed]
    editions: list[str]
    layer: str
    readings: list[Answer]
    place: str

    @property
    def plays(self) -> bool:
        """Whether it makes a difference in play how the question is answered."""
        return any(reading.plays for reading in self.readings if not reading.unplayable)


class Assumption(BaseModel):
    """A clause, table or ruling that rests on something which no book says."""

    sort: Sort
    id: str
    clause: str | None
    reason: str
    editions: list[str]
    layer: str
    place: str


class OpenQuestions(BaseModel):
    """All questions of a game in the order of its layers, and everything marked as assumed."""

    game: str
    title: str
    language: str = OWN
    questions: list[Question]
    assumptions: list[Assumption]

    def narrow(self, edition: str) -> None:
        """Keep what concerns one edition, with its numbers."""
        self.questions = [each for each in self.questions if edition in each.editions]
        self.assumptions = [each for each in self.assumptions if edition in each.editions]
        for question in self.questions:
            for clause in question.on:
                clause.numbers = {edition: clause.numbers.get(edition, [])}

    def about(self, query: str, search_index: Callable[[], SearchIndex]) -> list[Question]:
        """The questions on a clause, by its id or number; else the one of that id, else all with these words.

        Words that no question has are looked for in the books: in what they say of the clauses that a question is on,
        and through their glossaries.
        """
        wanted = folded(query.strip()).lstrip("§ ").rstrip(".: ")
        found = [each for each in self.questions if wanted in _names(each)]
        asked = {word for _, word in words(query)}
        found = found or [each for each in self.questions if _has(each, asked - SMALL or asked, self.language)]
        found = found or self._touched(search(search_index(), query_of(search_index(), query)))
        if not found:
            raise NotFound(
                said(
                    "no ruling of {title} is on `{query}` or speaks of it: `crex rulings` alone lists them all",
                    title=self.title,
                    query=query,
                )
            )
        return found

    def _touched(self, hits: list[Hit]) -> list[Question]:
        """The questions among what was found, then those on the clauses among it; best first."""
        asked = [each for hit in hits if hit.sort == "ruling" for each in self.questions if each.id == hit.id]
        on = [
            each
            for hit in hits
            if hit.sort == "clause"
            for each in self.questions
            if hit.id in [clause.id for clause in each.on]
        ]
        return list({each.id: each for each in (*asked, *on)}.values())


def _names(question: Question) -> set[str]:
    numbers = (number for clause in question.on for each in clause.numbers.values() for number in each)
    return {folded(name) for name in (question.id, *(clause.id for clause in question.on), *numbers)}


def _has(question: Question, wanted: Collection[str], language: str) -> bool:
    """Whether a question has all words, or words of the same stem, or such as begin with them."""
    texts = [question.id, question.asks, question.assumed or ""]
    texts += [text for reading in question.readings for text in (reading.id, reading.reason)]
    texts += [text for clause in question.on for text in (clause.id, clause.title)]
    known = {word for text in texts for _, word in words(text)}
    stems = {stem(word, each) for word in known for each in (OWN, language)}
    return bool(wanted) and all(
        stems & {stem(asked, OWN), stem(asked, language)} or any(word.startswith(asked) for word in known)
        for asked in wanted
    )


# ---- drawing up ----
def open_questions_of(files: GameFiles, index: GameIndex, language: str = OWN) -> OpenQuestions:
    """The open questions of a game, through the cache; raises a RuleError with every mistake of form in its rules."""

    def made() -> OpenQuestions:
        return build_open_questions(files, index, language)

    return cached("questions", OpenQuestions, made, files.digest, language, layers=["lawyer"])


def build_open_questions(files: GameFiles, index: GameIndex, language: str = OWN) -> OpenQuestions:
    """The open questions of a game, drawn up from its rule files, in a language as far as they say them in it."""
    from crex_dsl.lawyer.compare.concordance import build_concordance as concordance
    from crex_dsl.rulebook.selection.catalogue import parsed  # the parser is not needed as long as the cache answers
    from crex_dsl.rulebook.translation.catalogue import translated

    text = translated(parsed(files, scripts=False), language)
    work = _Work(index, {clause.id: clause for clause in concordance(files, index).clauses})
    found = OpenQuestions(game=index.game, title=index.title, language=language, questions=[], assumptions=[])
    for layer in text.layers.values():
        for top in layer.tops:
            found.questions += work.questions(layer.id, top)
            found.assumptions += work.assumptions(layer.id, top)
    return found


class _Work:
    """Reads questions and assumptions off the rule files."""

    def __init__(self, index: GameIndex, clauses: dict[str, Concorded]) -> None:
        self.index, self.clauses = index, clauses

    def questions(self, layer: str, top: n.Top) -> Iterator[Question]:
        """The question that a piece of a layer asks, if it asks one."""
        from crex_dsl.language import nodes as n
        from crex_dsl.rulebook.selection.index import reading_fields

        if not isinstance(top, n.Ruling):
            return
        editions = self._asked(str(top.name))
        yield Question(
            id=str(top.name),
            asks=top.asks.text,
            assumed=top.assumed.text.text if top.assumed else None,
            on=[self._printed(str(name), editions) for name in top.on],
            editions=editions,
            layer=layer,
            readings=[
                Answer(**reading_fields(reading), plays=any(_plays(change) for change in reading.changes))
                for reading in top.readings
            ],
            place=top.name.span.place,
        )

    def assumptions(self, layer: str, top: n.Top) -> Iterator[Assumption]:
        """What a piece of a layer marks as assumed."""
        from crex_dsl.language import nodes as n
        from crex_dsl.rulebook.layers.draft import changes

        if isinstance(top, n.Ruling) and top.assumed is not None:
            name, reason = str(top.name), top.assumed.text.text
            editions, place = self._asked(name), top.name.span.place
            yield Assumption(
                sort="ruling", id=name, clause=None, reason=reason, editions=editions, layer=layer, place=place
            )
        for change in changes([top]):
            clause = str(change.name) if isinstance(change, n.Change) else None
            for sort, name, reason, span in _marks(change):
                editions, place = self._having(layer, clause), span.place
                yield Assumption(
                    sort=sort, id=name, clause=clause, reason=reason, editions=editions, layer=layer, place=place
                )

    def _asked(self, ruling: str) -> list[str]:
        """The editions that a ruling concerns."""
        return [
            edition.id
            for edition in self.index.editions
            if ruling in [each.id for each in self.index.rulings_for(edition)]
        ]

    def _having(self, layer: str, clause: str | None) -> list[str]:
        """The editions, options among them, in which a layer speaks of a clause that they have."""
        return [
            edition.id
            for edition in self.index.editions
            if layer in [*edition.chain, *(option.id for option in self.index.options_for(edition))]
            and (clause is None or self.clauses[clause].entries[edition.id].status != "absent")
        ]

    def _printed(self, name: str, editions: Iterable[str]) -> Printed:
        clause = self.clauses[name]
        numbers = {edition: clause.entries[edition].numbers for edition in editions}
        return Printed(id=name, title=clause.title, numbers=numbers)


def _items(change: n.Top) -> Iterable[n.Node]:
    """What a piece of a layer says, item by item."""
    from crex_dsl.language import nodes as n

    return (change.body or ()) if isinstance(change, n.Clause | n.Fill | n.Amend | n.Replace) else (change,)


def _marks(change: n.Top) -> Iterator[tuple[Sort, str, str, Span]]:
    """What is marked as assumed, with the reason and the place."""
    from crex_dsl.language import nodes as n

    for item in _items(change):
        if isinstance(item, n.Assumed) and isinstance(change, n.Change):
            yield "clause", str(change.name), item.text.text, item.span
        elif isinstance(item, n.Table | n.TableFrom) and item.assumed is not None:
            yield "table", str(item.name), str(item.assumed.reason), item.span


def _plays(change: n.Top) -> bool:
    """Whether a change is about more than words."""
    from crex_dsl.language import nodes as n

    return any(not isinstance(item, n.Says | n.Assumed) for item in _items(change))
