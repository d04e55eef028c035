"""A page for each clause that editions play otherwise: all wordings side by side, and what changes between them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from crex_dsl.lawyer.compare.change_lines import NOWHERE, Names, about
from crex_dsl.lawyer.compare.difference import PRINTED, ClauseDifference, effect_lines
from crex_dsl.lawyer.records.models import ClauseRecord, verb
from crex_dsl.site.content.across import Across
from crex_dsl.site.content.clause_view import Link, paragraphs
from crex_dsl.site.content.examples import script
from crex_dsl.site.content.game_content import GameContent
from crex_dsl.site.content.page import Page, link
from crex_dsl.site.content.render import listing, rendered
from crex_dsl.site.content.story_view import ShownStory
from crex_dsl.site.editions.clause_links import Standing, Standings, other_languages, story_across
from crex_dsl.text.messages import speaking


@dataclass(frozen=True)
class Wording:
    """A clause as one edition words it, and what that says in our own words; or that the edition does not have it."""

    party: int
    book: Link
    standing: Standing
    language: str
    paragraphs: list[str]
    meaning: list[str]
    gone: bool


@dataclass(frozen=True)
class Turn:
    """One respect in which editions differ: what the ones have, and what the others have instead."""

    about: str
    before: str
    after: str


@dataclass(frozen=True)
class Parting:
    """What changes alike between some editions and others, which may not have the clause at all."""

    pairs: list[tuple[str, str]]
    turns: list[Turn]
    lacking: bool = False

    @property
    def between(self) -> list[tuple[str, str]]:
        """Those who part, as a reader is told: all the ones from all the others, or pair by pair."""
        firsts, seconds = (list(dict.fromkeys(side)) for side in zip(*self.pairs, strict=True))
        whole = list(product(firsts, seconds))
        return [(", ".join(firsts), ", ".join(seconds))] if sorted(whole) == sorted(self.pairs) else self.pairs


@dataclass(frozen=True)
class Ruling:
    """A question on the clause, and how each edition is read; – where it does not arise."""

    link: Link
    readings: list[str]


@dataclass(frozen=True)
class Example:
    """An example that parts editions: where it runs, whether it was verified there, how each party sees it."""

    title: str
    editions: list[str]
    verified: bool
    script: str
    stories: list[tuple[str, ShownStory]]  # by whom it is seen so


def contrast_pages(across: Across) -> Iterator[Page]:
    """A page for each clause in which editions part, in the order of the rule files."""
    content = across.content
    clauses = [clause.id for clause in content.concordance.clauses if clause.id in content.parted]
    sound = {name: content.verified(name) for name in content.records}
    for place, clause in enumerate(clauses):
        before, after = clauses[max(place - 1, 0) : place], clauses[place + 1 : place + 2]
        yield _Contrast(across, clause, sound).page(before, after)


def parties(content: GameContent, clause: str) -> list[list[str]]:
    """The editions that play a clause alike, together; last those that do not have it."""
    parted = content.parted[clause]
    having = [name for name, record in content.records.items() if any(each.id == clause for each in record.clauses)]
    found: list[list[str]] = []
    for name in having:
        party = next((each for each in found if not set(each) & set(parted.get(name, ()))), None)
        if party is None:
            found.append([name])
        else:
            party.append(name)
    lacking = [name for name in content.records if name not in having]
    return [*found, lacking] if lacking else found


class _Contrast:
    """Holds the editions against each other on one clause."""

    def __init__(self, across: Across, clause: str, sound: dict[str, frozenset[str]]) -> None:
        content = across.content
        self.across, self.content, self.clause, self.sound = across, content, clause, sound
        self.path = across.difference_path(clause)
        self.standings = Standings(across, self.path)
        self.parties = parties(content, clause)
        self.editions = [name for party in self.parties for name in party]
        self.own: dict[str, ClauseRecord | None] = {
            name: next((each for each in across.records[name].clauses if each.id == clause), None)
            for name in self.editions
        }
        self.differing = {
            (one, two): each
            for place, party in enumerate(self.parties)
            for one, two in product(party, (name for other in self.parties[place + 1 :] for name in other))
            for each in across.differences[one, two].clauses
            if each.id == clause and each.in_play
        }

    def page(self, before: list[str], after: list[str]) -> Page:
        title = self.standings.title(self.clause)
        text = rendered(
            "across/contrast.md.jinja",
            title=title,
            others=other_languages(self.across, f"differences/{self.clause}"),
            game=Link(link(self.path, self.across.path("index")), self.content.index.title),
            table=link(self.path, self.across.path("differences")),
            having=[list(map(self._title, party)) for party in self.parties if self.own[party[0]]],
            lacking=[self._title(name) for name, own in self.own.items() if own is None],
            editions=list(map(self._title, self.editions)),
            wordings=[self._wording(name) for name in self.editions],
            partings=self._partings(),
            rulings=list(self._rulings()),
            examples=list(self._examples()),
            say=self.across.say,
            told=self.across.told,
            rests=[self._other(name) for name in self._rests()],
            before=[self._other(name) for name in before],
            after=[self._other(name) for name in after],
        )
        return Page(self.path, title, text, self.across.language)

    def _wording(self, edition: str) -> Wording:
        own, record = self.own[edition], self.across.records[edition]
        party = next(place for place, each in enumerate(self.parties) if edition in each)
        foreign = own is not None and own.language != self.across.language
        return Wording(
            party,
            self.standings.edition(edition),
            self.standings.at(self.clause, edition),
            own.language if own else record.printed_language,
            paragraphs(own.wording) if own else [],
            paragraphs(own.spoken) if own and foreign else [],
            own is None,
        )

    def _partings(self) -> list[Parting]:
        """What changes, pairs with the same changes together."""
        found: dict[tuple[Turn, ...], list[tuple[str, str]]] = {}
        with speaking(self.across.language):
            for pair, each in self.differing.items():
                found.setdefault(tuple(self._turns(each)), []).append(pair)
        return [
            Parting(
                [(self._title(one), self._title(two)) for one, two in pairs],
                list(turns),
                all(self.own[second] is None for _, second in pairs),
            )
            for turns, pairs in found.items()
            if turns
        ]

    def _turns(self, each: ClauseDifference) -> Iterator[Turn]:
        if each.first and not each.second:
            yield from (Turn(verb(effect.does), "\n".join(effect_lines(effect)), "") for effect in each.first.effects)
            return
        titles = {clause.id: self.standings.title(clause.id) for clause in self.content.concordance.clauses}
        for change in each.changes:
            if change.sort not in PRINTED:
                what = about(change, Names(titles, titles))
                yield Turn(what, "\n".join(change.before), "\n".join(change.after))

    def _rulings(self) -> Iterator[Ruling]:
        differing = {ruling.id: ruling for each in self.differing.values() for ruling in each.rulings}
        for name, ruling in differing.items():
            readings = [
                next(
                    (r.reason for each in record.rulings if each.id == name for r in each.readings if r.in_force),
                    NOWHERE,
                )
                for record in (self.across.records[edition] for edition in self.editions)
            ]
            asks = next((each.asks for each in self.across.open_questions.questions if each.id == name), ruling.asks)
            yield Ruling(self.standings.ruling(name, asks), readings)

    def _examples(self) -> Iterator[Example]:
        parting = {one.place: one for each in self.differing.values() for one in each.examples}
        for place, example in parting.items():
            runs = [name for name, own in self.own.items() if own and self._has(own, place)]
            sound = all(place in self.sound[name] for name in runs)
            rules = listing(script(self.content.files, example.place))
            named = self._named(place) or example.title
            yield Example(named, list(map(self._title, runs)), sound, rules, list(self._stories(runs, place)))

    def _stories(self, runs: Sequence[str], place: str) -> Iterator[tuple[str, ShownStory]]:
        """An example under each party of editions that has it, by the titles of those who see it so."""
        for party in self.parties:
            seen = [name for name in party if name in runs]
            for name in self._near(seen):
                story = story_across(self.across, name, place, self.path)
                if story is not None:
                    yield ", ".join(map(self._title, seen)), story
                    break

    def _near(self, editions: Sequence[str]) -> list[str]:
        """Some editions, those in the language of the page first."""
        return sorted(editions, key=lambda name: self.content.records[name].language != self.across.language)

    def _named(self, place: str) -> str | None:
        """The title of the example at a place in the language of the page."""
        owned = (example for own in self.own.values() if own for example in own.examples)
        return next((example.title for example in owned if example.place == place), None)

    def _title(self, edition: str) -> str:
        return self.content.book(edition).brief_title

    def _has(self, clause: ClauseRecord, place: str) -> bool:
        return any(each.place == place for each in clause.examples)

    def _rests(self) -> list[str]:
        return list(dict.fromkeys(name for each in self.differing.values() for name in each.rests_on))

    def _other(self, clause: str) -> Link:
        return Link(link(self.path, self.across.difference_path(clause)), self.standings.title(clause))
