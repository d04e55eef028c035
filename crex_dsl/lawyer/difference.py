"""How two rulebooks of one game differ, clause by clause, and in their things."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from pydantic import BaseModel

from crex_dsl.lawyer.brief import Brief, ClauseBrief, Effect

Sort = Literal["added", "missing", "renumbered", "heading", "value", "effect"]
FIGURES = ("value", "definition", "adjusts")


class Change(BaseModel):
    """One respect in which a clause differs: what the first rulebook has, and what the second has instead."""

    sort: Sort
    name: str
    before: list[str]
    after: list[str]


class ClauseDifference(BaseModel):
    """A clause that is not the same in both rulebooks."""

    id: str
    title: str
    first: ClauseBrief | None
    second: ClauseBrief | None
    changes: list[Change]

    @property
    def in_play(self) -> bool:
        """Whether more differs than where and how it is printed."""
        return any(change.sort not in ("renumbered", "heading") for change in self.changes)


class ThingDifference(BaseModel):
    """A thing that one rulebook has and the other has not, or has otherwise."""

    kind: str
    id: str
    before: dict[str, str] | None
    after: dict[str, str] | None


class Difference(BaseModel):
    """How the second rulebook differs from the first."""

    first: str
    second: str
    clauses: list[ClauseDifference]
    things: list[ThingDifference]


def difference(one: Brief, two: Brief) -> Difference:
    """What differs from one brief to another, in the order of the first, then of the second."""
    ours, theirs = ({clause.id: clause for clause in brief.clauses} for brief in (one, two))
    clauses = [_clause(ours.get(name), theirs.get(name)) for name in dict.fromkeys([*ours, *theirs])]
    return Difference(
        first=one.name,
        second=two.name,
        clauses=[clause for clause in clauses if clause.changes],
        things=list(_things(one, two)),
    )


def _clause(one: ClauseBrief | None, two: ClauseBrief | None) -> ClauseDifference:
    known = one or two
    assert known is not None
    return ClauseDifference(id=known.id, title=known.title, first=one, second=two, changes=list(_changes(one, two)))


def _changes(one: ClauseBrief | None, two: ClauseBrief | None) -> Iterator[Change]:
    if one is None or two is None:
        known = one or two
        assert known is not None
        sort: Sort = "added" if one is None else "missing"
        told = [known.wording]
        yield Change(sort=sort, name=known.id, before=told if one else [], after=told if two else [])
        return
    if one.numbers != two.numbers or one.status != two.status:
        yield Change(sort="renumbered", name=one.id, before=_printed(one), after=_printed(two))
    if one.language == two.language and one.heading != two.heading:
        yield Change(sort="heading", name=one.id, before=[one.heading], after=[two.heading])
    yield from _effects(one.effects, two.effects)


def _printed(clause: ClauseBrief) -> list[str]:
    return clause.numbers or [clause.status]


def _effects(one: Sequence[Effect], two: Sequence[Effect]) -> Iterator[Change]:
    """What one side does and the other does not, by what it is about; the figures of a value together."""
    ours, theirs = ([(effect.sort, effect.name) for effect in side] for side in (one, two))
    for key in dict.fromkeys([*ours, *theirs]):
        before, after = ([_told(effect) for effect in side if (effect.sort, effect.name) == key] for side in (one, two))
        if key[0] in FIGURES:
            if before != after:
                yield Change(sort="value", name=key[1], before=_flat(before), after=_flat(after))
            continue
        gone, new = ([told for told in side if told not in other] for side, other in ((before, after), (after, before)))
        if gone or new:
            yield Change(sort="effect", name=key[1], before=_flat(gone), after=_flat(new))


def _told(effect: Effect) -> list[str]:
    head = effect.text if effect.sort in FIGURES else f"{effect.sort} {effect.text}"
    return [head, *(f"    {step}" for step in effect.steps)]


def _flat(told: Sequence[list[str]]) -> list[str]:
    return [line for lines in told for line in lines]


def _things(one: Brief, two: Brief) -> Iterator[ThingDifference]:
    for kind in dict.fromkeys([*one.things, *two.things]):
        ours, theirs = one.things.get(kind, {}), two.things.get(kind, {})
        for name in dict.fromkeys([*ours, *theirs]):
            before, after = ours.get(name), theirs.get(name)
            if before != after:
                yield ThingDifference(kind=kind, id=name, before=before, after=after)
