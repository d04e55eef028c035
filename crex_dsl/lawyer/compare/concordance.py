"""The concordance: every clause of a game, and where each edition prints it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from typing import TYPE_CHECKING, Literal

from pydantic import BaseModel

from crex_dsl.rulebook.files.games import GameFiles
from crex_dsl.rulebook.selection.selection import EditionInfo, GameIndex
from crex_dsl.system.cache import cached
from crex_dsl.text.numerals import is_whole_number, whole_number

if TYPE_CHECKING:
    from crex_dsl.language import nodes as n
    from crex_dsl.rulebook.files.layer_files import GameText


UNPRINTED = ("unprinted", "uncited", "absent")
_PART = re.compile(r"\d+|[^\d.]+")

Status = Literal["cited", "unprinted", "uncited", "absent"]


class Entry(BaseModel):
    """A clause in one edition: where and under which heading it is printed, or that it is not there.

    An optional clause is there only with one of its options or readings.
    """

    status: Status
    numbers: list[str]
    heading: str
    options: list[str]


class Concorded(BaseModel):
    """A clause, and its entry in each edition."""

    id: str
    title: str
    place: str
    entries: dict[str, Entry]


class Concordance(BaseModel):
    """All clauses of a game in the order of its rule files, and the language of each edition."""

    game: str
    title: str
    languages: dict[str, str]
    clauses: list[Concorded]

    def sort_by(self, edition: str) -> None:
        """Put the clauses in the order of one edition's book, its numbers too; last those that it does not print."""
        places = list(dict.fromkeys(n for clause in self.clauses for n in clause.entries[edition].numbers))
        counting = {number.rpartition(".")[0] for number in places if re.search(r"\.[1-9]0$", number)}
        rank = {place: (1, [(number, "")]) for number, place in enumerate(places)}
        rank |= {place: (0, _order(place, counting)) for place in places if place[0].isdigit()}
        for clause in self.clauses:
            clause.entries[edition].numbers.sort(key=rank.__getitem__)

        def key(clause: Concorded) -> tuple[int, list[tuple[int, str]]]:
            entry = clause.entries[edition]
            return rank[entry.numbers[0]] if entry.numbers else (UNPRINTED.index(entry.status) + 2, [])

        self.clauses.sort(key=key)

    def heading(self, clause: Concorded, language: str | None) -> str:
        """A clause's heading in a book of that language, else our own title."""
        for edition, entry in clause.entries.items():
            if self.languages[edition] == language and entry.status != "absent":
                return entry.heading
        return clause.title


def _order(number: str, counting: Collection[str]) -> list[tuple[int, str]]:
    """What puts a book's numbers in order: 6.41 stands below 6.4, unless the book counts on from 6.9 to 6.10."""
    parts = _PART.findall(number)
    stem = number.rpartition(".")[0]
    if stem not in counting and len(parts) > 1:
        head, *rest = parts
        parts = [head, *(digit for part in rest for digit in (part if is_whole_number(part) else [part]))]
    return [(0, part) if (figure := whole_number(part)) is None else (figure, "") for part in parts]


# ---- drawing up ----
def concordance_of(files: GameFiles, index: GameIndex) -> Concordance:
    """The concordance of a game, through the cache; raises a RuleError with every mistake of form in its rules."""
    return cached("concordance", Concordance, lambda: build_concordance(files, index), files.digest, layers=["lawyer"])


def build_concordance(files: GameFiles, index: GameIndex) -> Concordance:
    """The concordance of a game, drawn up from its rule files."""
    from crex_dsl.rulebook.selection.catalogue import parsed  # the parser is not needed as long as the cache answers

    text = parsed(files, scripts=False)
    clauses = _declared(text)
    columns = {edition.id: dict(_entries(text, index, edition, clauses.values())) for edition in index.editions}
    return Concordance(
        game=index.game,
        title=index.title,
        languages={edition.id: edition.language for edition in index.editions},
        clauses=[
            Concorded(
                id=name,
                title=str(clause.title),
                place=clause.name.span.place,
                entries={edition: column[name] for edition, column in columns.items()},
            )
            for name, clause in clauses.items()
        ],
    )


def clause_titles(text: GameText) -> dict[str, str]:
    """By its id, what we call every clause of a game, in the language of its text."""
    return {name: str(clause.title) for name, clause in _declared(text).items()}


def _declared(text: GameText) -> dict[str, n.Clause]:
    """Every clause that a layer or a reading declares, by its id."""
    from crex_dsl.language import nodes as n

    found: dict[str, n.Clause] = {}
    for layer in text.layers.values():
        for top in layer.tops:
            changes = [change for each in top.readings for change in each.changes] if isinstance(top, n.Ruling) else []
            for clause in (top, *changes):
                if isinstance(clause, n.Clause):
                    found.setdefault(str(clause.name), clause)
    return found


def _entries(
    text: GameText, index: GameIndex, edition: EditionInfo, clauses: Iterable[n.Clause]
) -> Iterator[tuple[str, Entry]]:
    from crex_dsl.language.diagnostics import Report
    from crex_dsl.rulebook.layers.overlay import overlay

    draft = overlay(text, index, index.select(edition.id, ()), Report())
    awake = {clause.id for clause in draft.active()}
    optional = _optional(text, index, edition)
    for clause in clauses:
        name = str(clause.name)
        options = [] if name in awake else optional.get(name, [])
        citation = draft.citations.get(name) if name in awake or options else None
        known = citation is not None or str(clause.mark) == "wording"
        printed: Status = "cited" if citation and citation.at else "unprinted" if known else "uncited"
        yield (
            name,
            Entry(
                status="absent" if name not in awake and not options else printed,
                numbers=list(citation.at) if citation else [],
                heading=(citation.titled if citation else None) or str(clause.title),
                options=options,
            ),
        )


def _optional(text: GameText, index: GameIndex, edition: EditionInfo) -> dict[str, list[str]]:
    """By clause, the options and readings that bring it to an edition."""
    from crex_dsl.language import nodes as n

    found: dict[str, list[str]] = {}

    def brought(tops: Iterable[n.Top], label: str) -> None:
        for top in tops:
            names = [top.name] if isinstance(top, n.Clause) else top.names if isinstance(top, n.Enable) else ()
            for name in names:
                found.setdefault(str(name), []).append(label)

    for option in index.options_for(edition):
        brought(text.layers[option.id].tops, option.id)
    concerned = {ruling.id for ruling in index.rulings_for(edition)}
    for layer in edition.chain:
        for top in text.layers[layer].tops:
            if isinstance(top, n.Ruling) and str(top.name) in concerned:
                for reading in top.readings:
                    if not reading.taken and not reading.unplayable:
                        brought(reading.changes, f"{top.name}={reading.name}")
    return found
