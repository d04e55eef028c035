"""What is told across the editions of a game in one language, and where the pages lie that tell it."""

from __future__ import annotations

from functools import cached_property
from itertools import permutations

from markupsafe import Markup, escape

from crex_dsl.lawyer.compare.change_lines import sentences
from crex_dsl.lawyer.compare.concordance import clause_titles
from crex_dsl.lawyer.compare.difference import Difference, difference
from crex_dsl.lawyer.compare.open_questions import OpenQuestions, open_questions_of
from crex_dsl.lawyer.records.models import RulebookRecord
from crex_dsl.rulebook.selection.catalogue import index_of
from crex_dsl.rulebook.selection.selection import GameIndex
from crex_dsl.rulebook.translation.catalogue import catalogue, translated
from crex_dsl.rulebook.translation.texts import texts_of
from crex_dsl.site.content.game_content import GameContent
from crex_dsl.text.english import words
from crex_dsl.text.messages import OWN, Messages


class Across:
    """A game across its editions in one language: English, or that of one of its books."""

    def __init__(self, content: GameContent, language: str) -> None:
        self.content = content
        self.language = language if language in content.languages else OWN
        self.say = Messages(self.language)

    @cached_property
    def index(self) -> GameIndex:
        """What can be chosen, in the language."""
        return self.content.index if self._written else index_of(self.content.files, self.language)

    @property
    def _written(self) -> bool:
        """Whether the rule files are written in the language."""
        return self.language == self.content.written

    @cached_property
    def open_questions(self) -> OpenQuestions:
        """What the books leave open, and what we had to assume, in the language."""
        return open_questions_of(self.content.files, self.content.index, self.language)

    @cached_property
    def records(self) -> dict[str, RulebookRecord]:
        """The record of every edition without options, in the language."""
        return {edition: self.content.record(edition, self.language) for edition in self.content.records}

    @cached_property
    def differences(self) -> dict[tuple[str, str], Difference]:
        """How any edition differs from any other, told in the language."""
        return {
            (one, two): difference(self.records[one], self.records[two]) for one, two in permutations(self.records, 2)
        }

    def title(self, clause: str) -> str:
        """What a clause is called: as a book in the language heads it, else as we do."""
        return self._titles[clause]

    @cached_property
    def _titles(self) -> dict[str, str]:
        if self._written:
            return {clause.id: clause.title for clause in self.content.concordance.clauses}
        named = clause_titles(translated(self.content.text, self.language))
        return {
            clause.id: next(
                (
                    entry.heading
                    for edition, entry in clause.entries.items()
                    if self.content.index.edition(edition).language == self.language
                    and (entry.status == "cited" or entry.heading != clause.title)
                ),
                named[clause.id],
            )
            for clause in self.content.concordance.clauses
        }

    def kind(self, name: str) -> str:
        """What a kind of things is called."""
        terms = [term for record in self.records.values() for term in record.terms if term.language == self.language]
        return next((term.forms[0] for term in terms if term.id == name and term.forms), words(name))

    # ---- texts that nobody has said in the language ----
    def told(self, text: str) -> Markup:
        """A text of the rule files on the page, marked where it is still in the language that they are written in."""
        if text in self._unsaid:
            return Markup('<span lang="{}">{}</span>').format(self.content.written, text)
        parts = sentences(text)
        return escape(text) if self._unsaid.isdisjoint(parts) else Markup(" ").join(map(self.told, parts))

    def is_said(self, text: str) -> bool:
        """Whether a text of the rule files is on the page in its language, all of it."""
        return text not in self._unsaid and self._unsaid.isdisjoint(sentences(text))

    @cached_property
    def _unsaid(self) -> frozenset[str]:
        """The texts that this language lacks, as readers meet them: those of books in other languages."""
        content = self.content
        if self._written:
            return frozenset()
        known = catalogue(content.text, self.language)
        texts = [text for layer in content.text.layers.values() for text in texts_of(layer)]
        written = [content.record(edition, content.written) for edition in content.records]
        words = (clause.spoken for record in written for clause in record.clauses)
        return frozenset(
            [
                *(text.source for text in texts if known.of(text) is None),
                *(sentence for text in words for sentence in sentences(text) if sentence),
            ]
        )

    # ---- where pages lie ----
    def path(self, name: str) -> str:
        """The path of one of the game's pages that belong to no edition."""
        folder = self.content.game if self.language == OWN else f"{self.content.game}/{self.language}"
        return f"{folder}/{name}.md"

    def difference_path(self, clause: str) -> str:
        """The path of the page that tells how editions differ on a clause."""
        return self.path(f"differences/{clause}")

    def pair_path(self, first: str, second: str) -> str:
        """The path of the page that holds two editions side by side."""
        return self.path(f"between/{first}--{second}")

    def option_address(self, option: str) -> str:
        """Where an option is told."""
        return f"{self.path('options')}#{option}"

    def ruling_address(self, ruling: str) -> str:
        """Where a ruling is told, with all its readings."""
        return f"{self.path('rulings')}#{ruling}"
