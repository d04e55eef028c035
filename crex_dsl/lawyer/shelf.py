"""The shelf of briefs: drawn up once for each rulebook, then taken from the cache."""

from __future__ import annotations

import hashlib

from pydantic import ValidationError

from crex_dsl.lawyer.brief import Brief
from crex_dsl.rulebook.cache import code_digest, fetch, keep
from crex_dsl.rulebook.library import GameFiles
from crex_dsl.rulebook.selection import GameIndex, Selection


def brief_of(files: GameFiles, index: GameIndex, selection: Selection) -> Brief:
    """The brief of one selection; raises a RuleError with every mistake of its rules."""
    label = "\0".join([files.digest, selection.edition, *selection.names, code_digest("lawyer")])
    key = f"{files.id}-{hashlib.sha256(label.encode()).hexdigest()[:32]}.brief"
    known = fetch(key)
    if known is not None:
        try:
            return Brief.model_validate_json(known)
        except ValidationError:
            pass
    from crex_dsl.lawyer.drafting import draw_up  # parses and builds

    made = draw_up(files, index, selection)
    keep(key, made.model_dump_json().encode())
    return made
