"""The sheet of a rulebook, from the cache where the rules and the code are unchanged."""

from __future__ import annotations

import hashlib

from pydantic import TypeAdapter

from crex_dsl.cli.documents import RulebookSheet
from crex_dsl.rulebook.cache import code_digest, remembered
from crex_dsl.rulebook.library import GameFiles
from crex_dsl.rulebook.selection import GameIndex, Selection

_SHEET = TypeAdapter(RulebookSheet)


def sheet_of(files: GameFiles, index: GameIndex, selection: Selection) -> RulebookSheet:
    """Every clause of one rulebook; raises a RuleError with every mistake of its rules."""
    label = "\0".join([files.digest, selection.edition, *selection.names, code_digest("lawyer", "cli")])
    key = f"{files.id}-{hashlib.sha256(label.encode()).hexdigest()[:32]}.sheet"

    def made() -> RulebookSheet:
        from crex_dsl.cli.anatomy import rulebook_sheet  # parses

        return rulebook_sheet(files, index, selection)

    return remembered(key, _SHEET, made)
