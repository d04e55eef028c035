"""Entries drawn from records: clauses, rulings, terms, options and examples, each with all that is said of it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from crex_dsl.language import nodes as n
from crex_dsl.language.diagnostics import Report
from crex_dsl.lawyer.records.models import ClauseRecord, RulebookRecord, RulingRecord
from crex_dsl.lawyer.records.store import record_of, woken
from crex_dsl.lawyer.search.index import Entry, Part, Passage, SearchIndex, Sort, Standing
from crex_dsl.rulebook.files.games import GameFiles
from crex_dsl.rulebook.files.layer_files import GameText
from crex_dsl.rulebook.layers.draft import Draft
from crex_dsl.rulebook.layers.overlay import overlay
from crex_dsl.rulebook.selection.catalogue import parsed
from crex_dsl.rulebook.selection.selection import GameIndex, OptionInfo, Selection
from crex_dsl.rulebook.translation.catalogue import spoken
from crex_dsl.text.folding import spelled
from crex_dsl.text.stemming import stem, stems_of
from crex_dsl.text.stopwords import SMALL

SHORTEST = 3  # letters of a word in a name
_COPY = re.compile(r" \(\w\)$")


def build_index(files: GameFiles, index: GameIndex, selections: Sequence[Selection]) -> SearchIndex:
    """The index of some selections, from the record of each."""
    text = parsed(files, scripts=False)
    book = _Book(_forms(text), spoken(text))
    records = [record_of(files, index, selection) for selection in selections]
    for record in records:
        for clause in record.clauses:
            _clause(book, clause, record, [])
    for record in records:
        for sleeping in record.asleep:
            awake = woken(files, index, record, sleeping)
            for clause in awake.clauses if awake else ():
                if clause.id == sleeping.id:
                    _clause(book, clause, record, sleeping.options)
    for record in records:
        for ruling in record.rulings:
            _ruling(book, ruling, record)
            _ruled(book, ruling, record)
    for record in records:
        for term in sorted(record.terms, key=lambda term: term.language != record.language):
            book.entry("term", term.id, term.place, Standing(edition=record.edition, numbers=[], heading=term.forms[0]))
            book.say("id", record.base_language, [term.id])
            book.say("form", term.language, [", ".join(term.forms)])
    for record, selection in zip(records, selections, strict=True):
        draft = overlay(text, index, selection, Report())
        for option in index.options_for(index.edition(record.edition)):
            _option(book, option, draft, record)
    for record in records:
        _things(book, record)
    for record in records:
        _examples(book, record)
    return book.search_index(index, records)


class _Book:
    """An index that grows: the entry that is open, and the passages that are known already."""

    def __init__(self, forms: dict[str, dict[str, list[str]]], spoken: dict[str, dict[str, str]]) -> None:
        self.forms, self.spoken = forms, spoken
        self.originals = {said: source for source, languages in spoken.items() for said in languages.values()}
        self.entries: list[Entry] = []
        self.numbers: dict[tuple[str, str], int] = {}
        self.passages: dict[tuple[int, Part, str, str], Passage] = {}
        self._open: tuple[int, str] = 0, ""

    def entry(self, sort: Sort, name: str, place: str, standing: Standing, key: str | None = None) -> None:
        """Open the entry of that name, in the edition where it stands; a key tells apart what goes by one name."""
        number = self.numbers.setdefault((sort, key or name), len(self.entries))
        if number == len(self.entries):
            self.entries.append(Entry(sort=sort, id=name, standings=[], place=place))
        if all(known.edition != standing.edition for known in self.entries[number].standings):
            self.entries[number].standings.append(standing)
        self._open = number, standing.edition

    def again(self, sort: Sort, name: str, edition: str) -> bool:
        """Open an entry once more, in an edition; whether there is one."""
        self._open = self.numbers.get((sort, name), -1), edition
        return self._open[0] >= 0

    def say(self, part: Part, language: str, texts: Iterable[str | None]) -> None:
        """Add texts to the entry that is open; what another edition says in the same words is one passage."""
        entry, edition = self._open
        for text in texts:
            if text:
                key = entry, part, language, text
                made = Passage(entry=entry, part=part, language=language, editions=[], text=text)
                passage = self.passages.setdefault(key, made)
                if edition not in passage.editions:
                    passage.editions.append(edition)

    def say_everywhere(self, part: Part, written: str, texts: Iterable[str | None]) -> None:
        """Add texts of the rule files, in the language that they are written in and in all others that have them."""
        for text in texts:
            source = self.originals.get(text, text) if text else None
            self.say(part, written, [source])
            for language, said in self.spoken.get(source or "", {}).items():
                self.say(part, language, [said])

    def number(self, language: str, numbers: Iterable[str]) -> None:
        """Add the numbers under which the entry is printed, or the names of sections where a book has no numbers."""
        for number in numbers:
            self.say("number" if number[:1].isdigit() else "section", language, [number])

    def search_index(self, index: GameIndex, records: Sequence[RulebookRecord]) -> SearchIndex:
        """The whole, with every word of it."""
        passages = list(self.passages.values())
        known: dict[str, dict[str, list[int]]] = {}
        stems: dict[str, dict[str, dict[str, None]]] = {}
        for number, passage in enumerate(passages):
            language = passage.language
            for word, spelling in spelled(passage.text).items():
                known.setdefault(language, {}).setdefault(word, []).append(number)
                for each in (spelling, word):  # whoever asks may type it without its marks
                    stems.setdefault(language, {}).setdefault(stem(each, language), {})[word] = None
        return SearchIndex(
            game=index.game,
            title=index.title,
            name=index.title if len(records) == len(index.editions) else records[0].name,
            base_language=records[0].base_language,
            editions={record.edition: record.language for record in records},
            entries=self.entries,
            passages=passages,
            words=known,
            stems={language: {each: list(of) for each, of in found.items()} for language, found in stems.items()},
            forms=self.forms,
            kin=_kin(self.forms, records),
        )


def _forms(text: GameText) -> dict[str, dict[str, list[str]]]:
    """The glossaries of all layers, by term and language: whoever asks in one language may read in another."""
    found: dict[str, dict[str, list[str]]] = {}
    for layer in text.layers.values():
        for top in layer.tops:
            if isinstance(top, n.Glossary):
                for line in top.lines:
                    known = found.setdefault(str(line.name), {}).setdefault(str(top.language), [])
                    known += [str(form) for form in line.texts]
    return found


def _clause(book: _Book, clause: ClauseRecord, record: RulebookRecord, options: list[str]) -> None:
    """A clause in force, or one that waits for one of some options."""
    standing = Standing(edition=record.edition, numbers=clause.numbers, heading=clause.heading, options=options)
    book.entry("clause", clause.id, clause.place, standing)
    book.number(record.language, clause.numbers)
    book.say("heading", record.language if clause.heading != clause.title else record.base_language, [clause.heading])
    book.say_everywhere("title", record.base_language, [clause.title])
    book.say("id", record.base_language, [clause.id])
    book.say("wording", clause.language, [clause.wording])
    book.say("meaning", record.base_language, [clause.says] if clause.says != clause.wording else [])
    book.say_everywhere("note", record.base_language, [clause.assumed])
    book.say_everywhere("shown", record.base_language, [example.title for example in clause.examples])
    for effect in clause.effects:
        book.say("phrase", record.base_language, [effect.text, *(step.strip() for step in effect.steps)])
        if effect.english and effect.sort == "action":  # what is offered is what people ask for
            book.say("phrase", record.language, [effect.phrase.partition(",")[0]])


def _ruling(book: _Book, ruling: RulingRecord, record: RulebookRecord) -> None:
    book.entry("ruling", ruling.id, ruling.place, _standing(record, ruling.on, ruling.asks))
    book.say("id", record.base_language, [ruling.id, " ".join(reading.id for reading in ruling.readings)])
    book.say_everywhere("question", record.base_language, [ruling.asks])
    book.say_everywhere("reading", record.base_language, [reading.reason for reading in ruling.readings])
    book.say_everywhere("note", record.base_language, [ruling.assumed])


def _ruled(book: _Book, ruling: RulingRecord, record: RulebookRecord) -> None:
    """What a ruling asks about one clause alone, as a part of what is said of it."""
    if len(ruling.on) == 1 and book.again("clause", ruling.on[0], record.edition):
        book.say_everywhere("asked", record.base_language, [ruling.asks])


def _option(book: _Book, option: OptionInfo, draft: Draft, record: RulebookRecord) -> None:
    """An option, and what the edition prints of the clauses that it wakes."""
    layer = draft.text.layers[option.id]
    woken = [str(name) for top in layer.tops if isinstance(top, n.Enable) for name in top.names]
    printed = [draft.citations[name] for name in woken if name in draft.citations]
    numbers = [number for citation in printed for number in citation.at]
    place = layer.header.span.place
    book.entry("option", option.id, place, Standing(edition=record.edition, numbers=numbers, heading=layer.title))
    book.say("id", record.base_language, [option.id])
    book.say_everywhere("title", record.base_language, [option.title])
    book.say_everywhere("meaning", record.base_language, [option.says])
    book.number(record.language, numbers)
    for citation in printed:
        book.say("heading", record.language, [citation.titled])


def _things(book: _Book, record: RulebookRecord) -> None:
    """The things that the edition names, with what its tables say of them; of several copies the first."""
    for kind, names in record.names.items():
        told: set[str] = set()
        for thing, name in names.items():
            plain = _COPY.sub("", name)
            if plain in told or thing not in record.things.get(kind, {}):
                continue
            told.add(plain)
            facts = ", ".join(f"{key} {value}" for key, value in record.things[kind][thing].items())
            standing = Standing(edition=record.edition, numbers=[], heading=plain)
            book.entry("thing", thing, "", standing, f"{kind} {thing}")
            book.say("name", record.language, [plain, thing])
            book.say("note", record.base_language, [f"{kind}: {facts}" if facts else kind])


def _kin(forms: dict[str, dict[str, list[str]]], records: Iterable[RulebookRecord]) -> dict[str, dict[str, list[str]]]:
    """By language and stem of a word in the names of things, the glossary's rarest term for what all of these are.

    Where a word is the whole name of some, it stands for these; a word of the glossary stands for none.
    """
    found: dict[str, dict[str, list[str]]] = {}
    for record in records:
        language = record.language
        spoken = {
            each
            for by_language in forms.values()
            for text in by_language.get(language, ())
            for each in stems_of(text, language)
        }
        called: dict[str, list[tuple[int, set[str]]]] = {}  # by stem: how long the name is, and what the thing is
        for kind, things in record.things.items():
            for thing, facts in things.items():
                terms = {term for term in (*record.kinds[kind][thing], *facts.values()) if term in forms}
                for name in {record.names.get(kind, {}).get(thing, thing), thing}:
                    telling = {word: spelling for word, spelling in spelled(name).items() if word not in SMALL}
                    for each in dict.fromkeys(stem(spelling, language) for spelling in (*telling.values(), *telling)):
                        called.setdefault(each, []).append((len(telling), terms))
        known = found.setdefault(language, {})
        common = Counter(term for things in called.values() for _, terms in things for term in terms)
        for each, things_so_called in called.items():
            shortest = min(size for size, _ in things_so_called)
            terms = set.intersection(*(terms for size, terms in things_so_called if size == shortest))
            if terms and len(each) >= SHORTEST and each not in spoken:
                known[each] = sorted({min(terms, key=lambda term: (common[term], term)), *known.get(each, ())})
    return found


def _examples(book: _Book, record: RulebookRecord) -> None:
    shows: dict[str, tuple[str, list[str]]] = {}
    for clause in record.clauses:
        for example in clause.examples:
            shows.setdefault(example.place, (example.title, []))[1].append(clause.id)
    for place, (title, on) in shows.items():
        book.entry("example", title, place, _standing(record, on, title), place)
        book.say_everywhere("title", record.base_language, [title])


def _standing(record: RulebookRecord, on: Iterable[str], heading: str) -> Standing:
    """Where something stands that is about some clauses: under their numbers; off where all of them are."""
    clauses = set(on)
    sleeping = [each for each in record.asleep if each.id in clauses]
    off = clauses and len(sleeping) == len(clauses)
    return Standing(
        edition=record.edition,
        numbers=list(dict.fromkeys(_numbers(record, clauses))),
        heading=heading,
        options=sleeping[0].options if off else [],
    )


def _numbers(record: RulebookRecord, on: set[str]) -> Iterator[str]:
    return (number for clause in record.clauses if clause.id in on for number in clause.numbers)
