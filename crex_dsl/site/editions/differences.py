"""The differences: how many there are between any two editions, and a page for each two, side by side."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from crex_dsl.lawyer.compare.change_lines import thing_change_line, unlike_sentences
from crex_dsl.lawyer.compare.difference import ClauseDifference, Tally, Weight
from crex_dsl.lawyer.records.models import ClauseRecord, RulebookRecord
from crex_dsl.site.content.across import Across
from crex_dsl.site.content.clause_view import Link, paragraphs
from crex_dsl.site.content.page import Page, link
from crex_dsl.site.content.render import rendered
from crex_dsl.site.editions.clause_links import Standing, Standings, other_languages, sheet

# What a reader may ask for, by what a difference is counted as; what counts in play can be asked for as a whole.
KINDS: dict[Weight, str] = {
    "alike": "alike",
    "figures": "play figures",
    "effects": "play effects",
    "first_only": "play only",
    "second_only": "play only",
    "printed": "printing",
}


@dataclass(frozen=True)
class Told:
    """A clause as one of two editions words it, and the sentences of ours that only hold there."""

    standing: Standing
    language: str
    paragraphs: list[str]
    sentences: list[str]


@dataclass(frozen=True)
class Row:
    """A clause in two editions, side by side; what else it rests on where both say it in the same words."""

    id: str
    title: str
    difference: str | None
    kind: str
    places: str
    first: Told
    second: Told
    rests: list[Link]


@dataclass(frozen=True)
class Thing:
    """A thing that two editions do not have alike."""

    kind: str
    name: str
    gist: str


@dataclass(frozen=True)
class Pair:
    """Two editions: how many clauses differ and in what way."""

    first: Link
    second: Link
    href: str
    tally: Tally


def differences_page(across: Across) -> Page | None:
    """How many differences there are between any two editions; nothing where there are none."""
    content, path = across.content, across.path("differences")
    standings = Standings(across, path)
    found = {two: content.differences[two] for two in combinations(content.records, 2)}
    if not any(each.clauses or each.things for each in found.values()):
        return None
    pairs = [
        Pair(standings.edition(one), standings.edition(two), link(path, across.pair_path(one, two)), each.tally)
        for (one, two), each in found.items()
    ]
    return sheet(across, "differences", pairs=pairs)


def pair_pages(across: Across) -> Iterator[Page]:
    """A page for each two editions."""
    for first, second in combinations(across.content.records, 2):
        yield _Pairing(across, first, second).page()


class _Pairing:
    """Puts two editions side by side."""

    def __init__(self, across: Across, first: str, second: str) -> None:
        content = across.content
        self.across, self.content, self.names = across, content, (first, second)
        self.path = across.pair_path(first, second)
        self.standings = Standings(across, self.path)
        self.records = (across.records[first], across.records[second])
        self.clauses = [{clause.id: clause for clause in record.clauses} for record in self.records]
        self.found = content.differences[first, second]
        self.differing = {clause.id: clause for clause in self.found.clauses}

    def page(self) -> Page:
        one, two = map(self.standings.edition, self.names)
        title = f"{one.label} – {two.label}"
        text = rendered(
            "across/pair.md.jinja",
            title=title,
            say=self.across.say,
            told=self.across.told,
            others=other_languages(self.across, f"between/{'--'.join(self.names)}"),
            first=one,
            second=two,
            table=link(self.path, self.across.path("differences")),
            rows=list(self._rows()),
            things=list(self._things()),
        )
        return Page(self.path, title, text, self.across.language)

    def _rows(self) -> Iterator[Row]:
        orders = [self._order(edition) for edition in self.names]
        told = dict.fromkeys(clause for clauses in self.clauses for clause in clauses)
        for clause in sorted(told, key=lambda one: orders[0][one]):
            one, two = (clauses.get(clause) for clauses in self.clauses)
            if not any(each is not None and (each.wording or each.spoken) for each in (one, two)):
                continue
            differing = self.differing.get(clause)
            only = unlike_sentences("" if one is None else one.spoken, "" if two is None else two.spoken)
            played = differing is not None and differing.in_play
            yield Row(
                clause,
                self.standings.title(clause),
                self.standings.difference(clause) if played else None,
                KINDS[differing.weight] if differing else KINDS["alike"],
                " ".join(str(order[clause]) for order in orders),
                self._told(self.names[0], one, only[0]),
                self._told(self.names[1], two, only[1]),
                list(self._rests(differing)) if differing is not None and played and not any(only) else [],
            )

    def _told(self, edition: str, clause: ClauseRecord | None, sentences: list[str]) -> Told:
        if clause is None:
            return Told(self._absent(edition), self.content.records[edition].printed_language, [], [])
        return Told(self.standings.at(clause.id, edition), clause.language, paragraphs(clause.wording), sentences)

    def _absent(self, edition: str) -> Standing:
        book = self.content.book(edition)
        return Standing(edition, book.brief_title, book.language, "–", "", book.language, "absent", None, [])

    def _rests(self, clause: ClauseDifference) -> Iterator[Link]:
        """The clauses through which one is played otherwise that is said in the same words."""
        through = dict.fromkeys([*clause.rests_on, *(name for change in clause.changes for name in change.elsewhere)])
        for name in through:
            if name in self.content.parted:
                yield Link(link(self.path, self.across.difference_path(name)), self.standings.title(name))

    def _order(self, edition: str) -> dict[str, int]:
        """The places of all clauses in the order of one edition's book; what it does not have comes last."""
        book = self.content.book(edition)
        printed = [clause.id for chapter in book.chapters for section in chapter.sections for clause in section.clauses]
        every = [*printed, *(clause for clauses in self.clauses for clause in clauses)]
        return {clause: place for place, clause in enumerate(dict.fromkeys(every))}

    def _things(self) -> Iterator[Thing]:
        titles = [self.content.book(name).brief_title for name in self.names]
        for thing in self.found.things:
            name = _called(*self.records, thing.kind, thing.id)
            lacking = next(
                (title for title, has in zip(titles, (thing.after, thing.before), strict=True) if not has), ""
            )
            only = self.across.say("thing-only", title=lacking) if lacking else ""
            yield Thing(self.across.kind(thing.kind), name, only or thing_change_line(thing, *titles))


def _called(one: RulebookRecord, two: RulebookRecord, kind: str, thing: str) -> str:
    """A thing by its name in the first of two editions that has one for it."""
    return next((name for record in (one, two) if (name := record.names.get(kind, {}).get(thing))), thing)
