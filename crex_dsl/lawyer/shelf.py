"""The shelf of briefs: drawn up once for each rulebook, then taken from the cache."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from contextlib import suppress
from functools import cache

from pydantic import TypeAdapter

from crex_dsl.language.diagnostics import RuleError
from crex_dsl.lawyer.brief import Brief, SleepingBrief
from crex_dsl.rulebook.cache import code_digest, remembered
from crex_dsl.rulebook.library import GameFiles
from crex_dsl.rulebook.selection import GameIndex, Selection, SelectionError

_BRIEF = TypeAdapter(Brief)


def other_editions(files: GameFiles, index: GameIndex, selection: Selection) -> Callable[[], list[Brief]]:
    """The briefs of the other editions, once they are asked for: with the same options where these can be taken there.

    An edition whose rules have mistakes is left out.
    """

    @cache
    def drawn() -> list[Brief]:
        found: list[Brief] = []
        for edition in index.editions:
            if edition.id != selection.edition:
                with suppress(RuleError):
                    found.append(brief_of(files, index, _alike(index, edition.id, selection)))
        return found

    return drawn


def woken(files: GameFiles, index: GameIndex, brief: Brief, sleeping: SleepingBrief) -> Brief | None:
    """A rulebook with the first option that puts a sleeping clause in force; None where none goes with its options."""
    for option in sleeping.options:
        with suppress(SelectionError):
            return brief_of(files, index, index.select(brief.edition, [*brief.options, option]))
    return None


def _alike(index: GameIndex, edition: str, selection: Selection) -> Selection:
    try:
        return index.select(edition, selection.names)
    except SelectionError:
        return index.select(edition, ())


def brief_of(files: GameFiles, index: GameIndex, selection: Selection) -> Brief:
    """The brief of one selection; raises a RuleError with every mistake of its rules."""
    label = "\0".join([files.digest, selection.edition, *selection.names, code_digest("lawyer")])
    key = f"{files.id}-{hashlib.sha256(label.encode()).hexdigest()[:32]}.brief"

    def made() -> Brief:
        from crex_dsl.lawyer.drafting import draw_up  # parses and builds

        return draw_up(files, index, selection)

    return remembered(key, _BRIEF, made)
