"""How far options and readings reach: by name, what each of them changes in the rules."""

from __future__ import annotations

import hashlib

from pydantic import TypeAdapter

from crex_dsl.rulebook.cache import code_digest, remembered
from crex_dsl.rulebook.library import GameFiles

EVERYTHING = "*"  # things and stages, on which anything may rest
Reach = dict[str, list[str]]
_REACH: TypeAdapter[Reach] = TypeAdapter(Reach)


def reach_of(files: GameFiles) -> Reach:
    """By option, and by reading as `RULING=READING`, the names whose meaning it may change.

    A rulebook is its layers' items laid over one another, and each item is about names: a permission, prohibition or
    exception about its actions, a case or an adjustment about its value, a declaration about what it declares. So
    where a layer reaches no name on which an answer rests, every item that the answer is made of is the same with it
    and without it, and so is the answer. What hangs on an event or fills a procedure changes what happens later, and
    no permission now.
    """
    label = "\0".join([files.digest, code_digest("lawyer")])
    key = f"{files.id}-{hashlib.sha256(label.encode()).hexdigest()[:32]}.reach"

    def made() -> Reach:
        from crex_dsl.lawyer.reaching import reaching  # parses

        return reaching(files)

    return remembered(key, _REACH, made)
