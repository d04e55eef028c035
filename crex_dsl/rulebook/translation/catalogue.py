"""The texts of a game in another language: what `words` says of them, put in their places."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from crex_dsl.language import nodes as n
from crex_dsl.language.source import Word
from crex_dsl.rulebook.files.layer_files import GameText
from crex_dsl.rulebook.translation.texts import SIGNATURE, Text, with_texts


@dataclass(eq=False)
class Line:
    """One text in a language, where that holds for some clauses or rulings only, and whether any text has met it."""

    said: n.Said
    on: frozenset[str]
    met: bool = False

    @property
    def words(self) -> tuple[Word, ...]:
        """What is said; nothing where it is still to be said."""
        return (*(self.said.beside or ()), *(self.said.below or ()))

    def fits(self, text: Text) -> bool:
        """Whether it is said of the place where a text stands."""
        return not self.on or not self.on.isdisjoint(text.place.owners)


@dataclass(eq=False)
class Catalogue:
    """What a game's texts are in one language."""

    language: str
    lines: dict[str, list[Line]] = field(default_factory=dict)

    def of(self, text: Text) -> tuple[Word, ...] | None:
        """A text in this language, or None where nothing is said; what is said of its place goes before the rest."""
        found: Line | None = None
        for line in self.lines.get(" ".join(text.source.split()), ()):
            if line.fits(text):
                line.met = True
                if line.words and (found is None or line.on or not found.on):
                    found = line
        return found.words if found is not None else None

    def add(self, said: n.Said, on: frozenset[str]) -> None:
        """Note what one text is."""
        line = Line(said, on)
        for word in line.words:
            word.language = self.language
        self.lines.setdefault(" ".join(str(said.source).split()), []).append(line)


def words_of(text: GameText) -> Iterator[n.Words]:
    """All that a game's files say in further languages."""
    for layer in text.layers.values():
        yield from (top for top in layer.tops if isinstance(top, n.Words))


def catalogue(text: GameText, language: str) -> Catalogue:
    """What a game's files say in one language; of what is said twice of one place, a later file's goes."""
    made = Catalogue(language)
    for top in words_of(text):
        if top.language == language:
            on = frozenset(map(str, top.on or ()))
            for said in top.lines:
                made.add(said, on)
    return made


def spoken(text: GameText) -> dict[str, dict[str, str]]:
    """By original, what texts without live values are in all languages in which they are said."""
    found: dict[str, dict[str, str]] = {}
    for top in words_of(text):
        for said in top.lines:
            words = Line(said, frozenset()).words
            if words and "{" not in said.source:
                found.setdefault(str(said.source), {})[str(top.language)] = " ".join(words)
    return found


def phrases(text: GameText, language: str) -> dict[str, str]:
    """By signature, what names of the rules stand for in a language; of what is said twice, a later file's goes."""
    found: dict[str, str] = {}
    for top in words_of(text):
        if top.language == language:
            for said in top.lines:
                words = Line(said, frozenset()).words
                if words and SIGNATURE.fullmatch(said.source):
                    found[str(said.source)] = " ".join(words)
    return found


def translated(text: GameText, language: str) -> GameText:
    """A game with its texts in a language, as far as its files say them; what they do not say stays as it is."""
    if language not in text.translated:
        known = catalogue(text, language)
        said = any(not SIGNATURE.fullmatch(source) for source in known.lines)  # and not only phrases
        layers = {name: with_texts(layer, known.of) for name, layer in text.layers.items()} if said else None
        text.translated[language] = text if layers is None else GameText(text.id, layers)
    return text.translated[language]
