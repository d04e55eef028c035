"""Which worked examples the engine has played, and found to come out as they say."""

from __future__ import annotations

import hashlib

from pydantic import TypeAdapter

from crex_dsl.rulebook.cache import code_digest, remembered
from crex_dsl.rulebook.library import GameFiles
from crex_dsl.rulebook.selection import Selection

_PLACES = TypeAdapter(list[str])


def verified(files: GameFiles, selection: Selection) -> frozenset[str]:
    """The places of the examples that come out as they say under one selection, through the cache."""
    label = "\0".join([files.digest, selection.edition, *selection.names, code_digest()])
    key = f"{files.id}-{hashlib.sha256(label.encode()).hexdigest()[:32]}.verified"

    def made() -> list[str]:
        from crex_dsl.engine.examples import run_examples
        from crex_dsl.engine.game import game_of

        return sorted({result.place for result in run_examples(game_of(files, selection)) if result.ok})

    places = remembered(key, _PLACES, made)
    return frozenset(places)
