"""Everything that the site tells about one game, drawn from its rulebooks once and used by all its pages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from crex_dsl.engine.game import Game, game_of
from crex_dsl.language.diagnostics import Report
from crex_dsl.lawyer.compare.concordance import Concordance, concordance_of
from crex_dsl.lawyer.compare.difference import Difference, difference
from crex_dsl.lawyer.records.models import RulebookRecord
from crex_dsl.lawyer.records.store import record_of
from crex_dsl.rulebook.declarations.builder import build
from crex_dsl.rulebook.files.games import GameFiles
from crex_dsl.rulebook.files.layer_files import GameText
from crex_dsl.rulebook.rulebook import Rulebook
from crex_dsl.rulebook.selection.catalogue import parsed
from crex_dsl.rulebook.selection.selection import EditionInfo, GameIndex
from crex_dsl.site.content.book import Book
from crex_dsl.site.content.example_steps import Story, stories
from crex_dsl.site.content.examples import listing_of
from crex_dsl.site.content.ruling_stories import reading_stories
from crex_dsl.site.content.side_files import SideFiles
from crex_dsl.site.content.story_view import story_file, story_key
from crex_dsl.text.messages import OWN, languages


@dataclass
class GameContent:
    """A game: its files, what can be chosen in it, and its books, each edition in its own language first."""

    files: GameFiles
    index: GameIndex
    rules: tuple[Path, ...] = ()  # the rule files and folders that were named for it
    side: SideFiles = field(default_factory=SideFiles)  # takes the files that pages ask for
    _stories: dict[tuple[str, str], dict[str, Story]] = field(default_factory=dict)  # by edition and language
    _reading_stories: dict[str, dict[str, Story]] = field(default_factory=dict)

    @property
    def game(self) -> str:
        """The id of the game, which is also the folder of its pages."""
        return self.index.game

    @cached_property
    def records(self) -> dict[str, RulebookRecord]:
        """The record of every edition without options, the default edition first."""
        return {
            edition.id: record_of(self.files, self.index, self.index.select(edition.id, ()))
            for edition in self.editions
        }

    def record(self, edition: str, language: str) -> RulebookRecord:
        """The record of an edition in a language, as far as the rule files have words in it."""
        known = self.records[edition]
        if language == known.language:
            return known
        return record_of(self.files, self.index, self.index.select(edition, (), language))

    @property
    def written(self) -> str:
        """The language in which the rule files are written."""
        return next(iter(self.records.values())).base_language

    @cached_property
    def languages(self) -> list[str]:
        """The languages in which the game is told across editions: English, and those of its books that we speak."""
        spoken = languages()
        return list(dict.fromkeys([OWN, *(each.language for each in self.editions if each.language in spoken)]))

    @cached_property
    def editions(self) -> list[EditionInfo]:
        """The editions, the default one first."""
        return sorted(self.index.editions, key=lambda edition: edition.id != self.index.default_edition)

    @cached_property
    def books(self) -> list[Book]:
        """The books: each edition in its own language, then in the language of the base where that is another."""
        return [
            Book(self.record(edition.id, language), edition.title, language)
            for edition in self.editions
            for language in dict.fromkeys((edition.language, self.records[edition.id].base_language))
        ]

    @cached_property
    def games(self) -> dict[str, Game]:
        """Every edition without options, ready to be played."""
        return {name: game_of(self.files, self.index.select(name, ())) for name in self.records}

    @cached_property
    def text(self) -> GameText:
        """The rule files without the scripts of their examples, parsed."""
        return parsed(self.files, scripts=False)

    def rulebook(self, book: Book) -> Rulebook:
        """The rulebook of a book in its language, without options and without the scripts of its examples."""
        chosen = self.index.select(book.record.edition, (), book.language)
        return build(self.text, self.index, chosen, Report())

    @cached_property
    def concordance(self) -> Concordance:
        """Every clause, and where each edition prints it."""
        return concordance_of(self.files, self.index)

    @cached_property
    def differences(self) -> dict[tuple[str, str], Difference]:
        """How any edition differs from any other, by both their ids."""
        names = list(self.records)
        return {
            (one, two): difference(self.records[one], self.records[two]) for one in names for two in names if one != two
        }

    @cached_property
    def parted(self) -> dict[str, dict[str, list[str]]]:
        """By clause and edition, the other editions that play it otherwise, or not at all."""
        found: dict[str, dict[str, list[str]]] = {}
        for (one, two), each in self.differences.items():
            for clause in each.clauses:
                if clause.in_play:
                    found.setdefault(clause.id, {}).setdefault(one, []).append(two)
        return found

    def stories(self, edition: str, language: str) -> dict[str, Story]:
        """The worked examples of an edition as they are shown in a language, by their places in the rule files.

        Their pictures are put into files of their own at once, and kept no longer.
        """
        own, known = self.records[edition].language, self._stories
        if (edition, own) not in known:
            known[edition, own] = self._put_away(edition, stories(self.files, self.index.select(edition, ())))
        if (edition, language) not in known:
            words = stories(self.files, self.index.select(edition, (), language))
            known[edition, language] = {
                place: story.worded(words[place]) for place, story in known[edition, own].items() if place in words
            }
        return known[edition, language]

    def verified(self, edition: str) -> frozenset[str]:
        """The places of the examples that come out as they say in an edition."""
        return frozenset(self.stories(edition, self.records[edition].language))

    def reading_stories(self, edition: str) -> dict[str, Story]:
        """The worked examples of readings that an edition does not take, in its language.

        Other languages would have every reading compiled anew, for words alone.
        """
        if edition not in self._reading_stories:
            told = reading_stories(self.files, self.index, edition)
            self._reading_stories[edition] = self._put_away(edition, told)
        return self._reading_stories[edition]

    def _put_away(self, edition: str, told: Mapping[str, Story]) -> dict[str, Story]:
        """Examples without their pictures, which are put into files."""
        for place, story in told.items():
            if story.drawn:
                text = story_file(f"{edition}/{story_key(place)}", story, listing_of(self.files, place))
                self.side.put(self.story_path(edition, place), text)
        return {place: story.without_pictures() for place, story in told.items()}

    def story_path(self, edition: str, place: str) -> str:
        """The path of the file with the pictures of an example under an edition."""
        return f"{self.game}/{edition}/examples/{story_key(place)}.js"

    def book(self, edition: str, language: str | None = None) -> Book:
        """The book of an edition in a language, or in its own."""
        return next(
            book
            for book in self.books
            if book.record.edition == edition and (book.own if language is None else book.language == language)
        )

    def book_in(self, language: str) -> Book:
        """The first book in a language, editions printed in it before translations; else in English, or any."""
        return min(self.books, key=lambda book: (book.language != language, book.language != OWN, not book.own))

    def sisters(self, book: Book) -> Iterator[Book]:
        """The books that a reader of one may switch to: every edition in its own language, and this one in another."""
        for other in self.books:
            if other is not book and (other.own or other.record.edition == book.record.edition):
                yield other
