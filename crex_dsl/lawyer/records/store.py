"""The shelf of records: drawn up once for each rulebook, then taken from the cache."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import cache

from crex_dsl.language.diagnostics import RuleError
from crex_dsl.lawyer.records.models import RulebookRecord, SleepingRecord
from crex_dsl.rulebook.files.games import GameFiles
from crex_dsl.rulebook.selection.selection import GameIndex, Selection, SelectionError
from crex_dsl.system.cache import cached


def other_editions(files: GameFiles, index: GameIndex, selection: Selection) -> Callable[[], list[RulebookRecord]]:
    """The records of the other editions, once they are asked for: with the same options where these can be taken there.

    An edition whose rules have mistakes is left out.
    """

    @cache
    def drawn() -> list[RulebookRecord]:
        found: list[RulebookRecord] = []
        for edition in index.editions:
            if edition.id != selection.edition:
                with suppress(RuleError):
                    found.append(record_of(files, index, _alike(index, edition.id, selection)))
        return found

    return drawn


def woken(
    files: GameFiles, index: GameIndex, record: RulebookRecord, sleeping: SleepingRecord
) -> RulebookRecord | None:
    """A rulebook with the first option that puts a sleeping clause in force; None where none goes with its options."""
    for option in sleeping.options:
        with suppress(SelectionError):
            return record_of(files, index, index.select(record.edition, [*record.options, option], record.language))
    return None


def retold(files: GameFiles, index: GameIndex, record: RulebookRecord, language: str) -> RulebookRecord:
    """A rulebook again, as it is told in another language."""
    return record_of(files, index, index.select(record.edition, record.options, language))


def _alike(index: GameIndex, edition: str, selection: Selection) -> Selection:
    try:
        return index.select(edition, selection.names, selection.language)
    except SelectionError:
        return index.select(edition, (), selection.language)


def record_of(files: GameFiles, index: GameIndex, selection: Selection) -> RulebookRecord:
    """The record of one selection; raises a RuleError with every mistake of its rules."""

    def made() -> RulebookRecord:
        from crex_dsl.lawyer.records.build import build_record  # parses and builds

        return build_record(files, index, selection)

    return cached("record", RulebookRecord, made, files.digest, *selection.key, layers=["lawyer"])
