"""How far options and readings reach: by name, what each of them changes in the rules."""

from __future__ import annotations

from crex_dsl.rulebook.files.games import GameFiles
from crex_dsl.system.cache import cached

EVERYTHING = "*"  # things and stages, on which anything may rest
Reach = dict[str, list[str]]


def reach_of(files: GameFiles) -> Reach:
    """By option, and by reading as `RULING=READING`, the names whose meaning it may change.

    A rulebook is its layers' items laid over one another, and each item is about names: a permission, prohibition or
    exception about its actions, a case or an adjustment about its value, a declaration about what it declares. So
    where a layer reaches no name on which an answer rests, every item that the answer is made of is the same with it
    and without it, and so is the answer. What hangs on an event or fills a procedure changes what happens later, and
    no permission now.
    """

    def made() -> Reach:
        from crex_dsl.lawyer.records.option_reach_build import reaching  # parses

        return reaching(files)

    return cached("reach", Reach, made, files.digest, layers=["lawyer"])
