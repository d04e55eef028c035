"""The shelf of briefs: drawn up once for each rulebook, then taken from the cache."""

from __future__ import annotations

import hashlib

from pydantic import TypeAdapter

from crex_dsl.lawyer.brief import Brief
from crex_dsl.rulebook.cache import code_digest, remembered
from crex_dsl.rulebook.library import GameFiles
from crex_dsl.rulebook.selection import GameIndex, Selection

_BRIEF = TypeAdapter(Brief)


def brief_of(files: GameFiles, index: GameIndex, selection: Selection) -> Brief:
    """The brief of one selection; raises a RuleError with every mistake of its rules."""
    label = "\0".join([files.digest, selection.edition, *selection.names, code_digest("lawyer")])
    key = f"{files.id}-{hashlib.sha256(label.encode()).hexdigest()[:32]}.brief"

    def made() -> Brief:
        from crex_dsl.lawyer.drafting import draw_up  # parses and builds

        return draw_up(files, index, selection)

    return remembered(key, _BRIEF, made)
