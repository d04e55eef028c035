"""What a language lacks: texts that its readers meet and that nobody has said in it, and words said of no text."""

from __future__ import annotations

import re
from collections.abc import Iterator

from crex_dsl.language import nodes as n
from crex_dsl.language.diagnostics import Report
from crex_dsl.rulebook.files.layer_files import GameText, LayerText
from crex_dsl.rulebook.selection.selection import EditionInfo, GameIndex
from crex_dsl.rulebook.translation.catalogue import catalogue, words_of
from crex_dsl.rulebook.translation.texts import Text, texts_of
from crex_dsl.text.messages import said
from crex_dsl.text.spelling import did_you_mean

_LIVE = re.compile(r"\{[^{}|]*\}")


def written_language(text: GameText) -> str:
    """The language in which the rule files are written."""
    line = text.base.setting(n.Language)
    return str(line.name) if isinstance(line, n.Language) else "en"


def languages(text: GameText, index: GameIndex) -> list[str]:
    """The languages of a game: of its editions, and those in which its files say more."""
    others = (str(words.language) for words in words_of(text))
    return list(dict.fromkeys([written_language(text), *index.languages(), *others]))


def needed(text: GameText, index: GameIndex, language: str) -> Iterator[Text]:
    """The texts that a reader of a language meets, each once: those of the editions in it, or of all where none is.

    Where the editions word a clause themselves, its own words and title are not among them.
    """
    if language == written_language(text):
        return
    editions = [edition for edition in index.editions if edition.language == language] or index.editions
    own = editions if editions is not index.editions else []
    worded, titled = _cited(text, own, "says"), _cited(text, own, "titled")
    chains = {name for edition in editions for name in edition.chain}
    met: set[str] = set()
    for layer in _layers(text, index, editions):
        for found in texts_of(layer):
            if found.spare or not any(letter.isalpha() for letter in _LIVE.sub("", found.source)):
                continue
            named = found.sort == "examples" and not found.place.owners  # by a lesson, for editions that have it
            if named or (found.place.layers and found.place.layers.isdisjoint(chains)):
                continue
            clause, optional = found.place.clause, layer.sort == "option" or found.place.reading is not None
            if found.sort == "clauses" and not optional and clause in (titled if found.title else worded):
                continue
            if found.source not in met:
                met.add(found.source)
                yield found


def lacking(text: GameText, index: GameIndex, language: str) -> list[Text]:
    """The texts that a reader of a language meets in another."""
    known = catalogue(text, language)
    return [found for found in needed(text, index, language) if known.of(found) is None]


def report_unmet(text: GameText, report: Report) -> None:
    """Warn of what is said in other languages of no text, and of what is said twice."""
    for language in dict.fromkeys(str(words.language) for words in words_of(text)):
        known = catalogue(text, language)
        sources = {found.source: known.of(found) for layer in text.layers.values() for found in texts_of(layer)}
        for lines in known.lines.values():
            first = lines[0]
            for line in lines:
                source = line.said.source
                if not line.met:
                    hint = did_you_mean(source, sources) or said("say it as it stands there now, or take it out")
                    report.warn(said("no text of the rule files reads “{source}”", source=source), source.span, hint)
                elif line is not first and line.on == first.on:
                    where = first.said.source.span.place
                    report.warn(
                        said("“{source}” is said twice in `{language}`", source=source, language=language),
                        source.span,
                        said("keep it here or in {where}", where=where),
                    )


def _cited(text: GameText, editions: list[EditionInfo], part: str) -> set[str]:
    """The clauses that some editions word, or head, by themselves."""
    found: list[set[str]] = []
    for edition in editions:
        tops = [top for name in edition.chain for top in text.layers[name].tops]
        cites = [top for top in tops if isinstance(top, n.Cite | n.Unprinted) and getattr(top, part)]
        absent = [top for top in tops if isinstance(top, n.Absent)]
        found.append({str(name) for top in (*cites, *absent) for name in top.names})
    return set().union(*found)


def _layers(text: GameText, index: GameIndex, editions: list[EditionInfo]) -> Iterator[LayerText]:
    """The layers of some editions, and of the options that may be taken in them."""
    chains = {name for edition in editions for name in edition.chain}
    options = {option.id for edition in editions for option in index.options_for(edition)}
    for name, layer in text.layers.items():
        if name in chains or name in options:
            yield layer
