"""How two rulebooks of one game differ, clause by clause, and in their things."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Literal, get_args

from pydantic import BaseModel

from crex_dsl.lawyer.records.models import DOES, ClauseRecord, Effect, ExampleRecord, RulebookRecord, RulingRecord

Sort = Literal["added", "missing", "renumbered", "heading", "wording", "moved", "value", "effect"]
Weight = Literal["alike", "printed", "figures", "effects", "first_only", "second_only"]
IN_PLAY: tuple[Sort, ...] = ("added", "missing", "value", "effect")
PRINTED: tuple[Sort, ...] = ("renumbered", "heading", "wording")
_WORD = re.compile(r"[A-Za-z_][\w-]*")
FIGURES = ("value", "definition", "adjusts")


class Written(BaseModel):
    """A figure in two rulebooks, in the words of their rule files."""

    before: list[str]
    after: list[str]


class Change(BaseModel):
    """One respect in which a clause differs: what the first rulebook has, and what the second has instead.

    Of a figure, both are what it comes to, case by case, and `about` is what is asked; `written` has both as the rule
    files do. What one of the rulebooks says in another clause is told there; `elsewhere` names it.
    """

    sort: Sort
    name: str
    does: str = ""
    about: str = ""
    before: list[str]
    after: list[str]
    written: Written | None = None
    elsewhere: list[str] = []


class RulingDifference(BaseModel):
    """A ruling on a clause that is open in one rulebook only, or read otherwise."""

    id: str
    asks: str
    before: str | None
    after: str | None


class ClauseDifference(BaseModel):
    """A clause in both rulebooks: what changes, which rulings on it differ, and the examples that part the two.

    It rests on other clauses where it uses figures that they give otherwise.
    """

    id: str
    title: str
    first: ClauseRecord | None
    second: ClauseRecord | None
    changes: list[Change]
    rests_on: list[str] = []
    rulings: list[RulingDifference] = []
    examples: list[ExampleRecord] = []

    @property
    def in_play(self) -> bool:
        """Whether more differs than where and how it is printed."""
        return any(change.sort in IN_PLAY for change in self.changes)

    @property
    def weight(self) -> Weight:
        """The gravest respect in which it differs."""
        sorts = {change.sort for change in self.changes}
        if self.second is None:
            return "first_only"
        if self.first is None:
            return "second_only"
        return "effects" if "effect" in sorts else "figures" if "value" in sorts else "printed" if sorts else "alike"


class ThingDifference(BaseModel):
    """A thing that one rulebook has and the other has not, or has otherwise."""

    kind: str
    id: str
    before: dict[str, str] | None
    after: dict[str, str] | None


class Tally(BaseModel):
    """How many clauses are alike, are only printed otherwise, differ in figures alone, or in what they do."""

    alike: int
    printed: int
    figures: int
    effects: int
    first_only: int
    second_only: int
    things: int


class Levelling(BaseModel):
    """A ruling that is read against the printed words in one of two rulebooks only, and the clauses that it is on."""

    id: str
    rulebook: str
    clauses: list[str]


class Difference(BaseModel):
    """How the second rulebook differs from the first, and the rulings without which it may differ more."""

    first: str
    second: str
    clauses: list[ClauseDifference]
    things: list[ThingDifference]
    tally: Tally
    levelled: list[Levelling]


def difference(one: RulebookRecord, two: RulebookRecord) -> Difference:
    """What differs from one record to another, in the order of the first, then of the second."""
    clauses, things = contrasts(one, two), list(_things(one, two))
    counted = Counter(clause.weight for clause in clauses)
    return Difference(
        first=one.name,
        second=two.name,
        clauses=[clause for clause in clauses if clause.changes],
        things=things,
        tally=Tally(things=len(things), **{weight: counted[weight] for weight in get_args(Weight)}),
        levelled=[*_levelled(one, two), *_levelled(two, one)],
    )


def _levelled(record: RulebookRecord, other: RulebookRecord) -> Iterator[Levelling]:
    """The rulings of a rulebook that are read against its words and do not stand in another just so."""
    elsewhere = {ruling.id: _reading(ruling) for ruling in other.rulings}
    for ruling in record.rulings:
        printed = [reading for reading in ruling.readings if reading.printed and not reading.unplayable]
        if (
            printed
            and not any(reading.in_force for reading in printed)
            and elsewhere.get(ruling.id) != _reading(ruling)
        ):
            yield Levelling(id=ruling.id, rulebook=record.name, clauses=ruling.on)


def contrasts(one: RulebookRecord, two: RulebookRecord) -> list[ClauseDifference]:
    """Every clause of either record held against the other, alike or not; in the order of the first, then the other."""
    clauses = list(_Comparison(one, two).clauses())
    givers: dict[str, list[str]] = {}
    for clause in clauses:
        for name in _given(clause):
            givers.setdefault(name, []).append(clause.id)
    uses = _uses([*one.clauses, *two.clauses])
    for clause in clauses:
        used = _reached(clause, uses) & givers.keys()
        resting = dict.fromkeys(giver for name in givers if name in used for giver in givers[name])
        clause.rests_on = [giver for giver in resting if giver != clause.id]
    return clauses


def effect_lines(effect: Effect, english: bool = False) -> list[str]:
    """An effect as a reader is told it, its steps below it: tables as written, all else in phrases."""
    if effect.sort == "table":
        return [effect.text]
    phrase, steps = effect.told(english)
    return [phrase, *(f"    {step}" for step in steps)]


def same(one: Effect, two: Effect) -> bool:
    """Whether two effects come to the same, whatever they call their parameters and wherever they stand."""
    if (_group(one), one.name) != (_group(two), two.name):
        return False
    return (one.text, one.steps) == (two.text, two.steps) or (bool(one.shape) and one.shape == two.shape)


def _group(effect: Effect) -> str:
    """What effects are held against: a figure may be a value here and a definition there."""
    return "value" if effect.sort == "definition" else effect.sort


class _Comparison:
    """Two records, and which clause of each says what."""

    def __init__(self, one: RulebookRecord, two: RulebookRecord) -> None:
        self.one, self.two = one, two
        self.ours, self.theirs = ({clause.id: clause for clause in record.clauses} for record in (one, two))

    def clauses(self) -> Iterator[ClauseDifference]:
        for name in dict.fromkeys([*self.ours, *self.theirs]):
            first, second = self.ours.get(name), self.theirs.get(name)
            known = first or second
            assert known is not None
            yield ClauseDifference(
                id=name,
                title=known.title,
                first=first,
                second=second,
                changes=list(self._changes(first, second)),
                rulings=list(self._rulings(name)),
                examples=list(_examples(first, second)),
            )

    def _changes(self, one: ClauseRecord | None, two: ClauseRecord | None) -> Iterator[Change]:
        if one is None or two is None:
            known = one or two
            assert known is not None
            sort: Sort = "added" if one is None else "missing"
            words = [known.wording]
            yield Change(sort=sort, name=known.id, before=words if one else [], after=words if two else [])
            return
        if _numbering(one, two) != _numbering(two, one) or one.status != two.status:
            yield Change(sort="renumbered", name=one.id, before=_printed(one), after=_printed(two))
        if one.language == two.language:
            for heading in ("heading", "wording"):
                before, after = getattr(one, heading), getattr(two, heading)
                if before.split() != after.split():
                    yield Change(sort=heading, name=one.id, before=[before], after=[after])
        yield from self._effects(one, two)

    def _effects(self, one: ClauseRecord, two: ClauseRecord) -> Iterator[Change]:
        """What one side does and the other does not, by what it is about; the cases of a figure together."""
        keys = [(_group(effect), effect.name) for effect in [*one.effects, *two.effects]]
        for sort, name in dict.fromkeys(keys):
            before, after = (
                [effect for effect in clause.effects if (_group(effect), effect.name) == (sort, name)]
                for clause in (one, two)
            )
            gone, new = _unlike(before, after), _unlike(after, before)
            if not gone and not new and _in_turn(before, after):
                continue
            whole = sort in FIGURES  # a case means little without those that are asked before it
            yield from self._change(one.id, sort, name, before if whole else gone, after if whole else new)

    def _change(
        self, clause: str, sort: str, name: str, before: Sequence[Effect], after: Sequence[Effect]
    ) -> Iterator[Change]:
        """One change; where all of it stands in another clause on the other side, it has only moved."""
        ours, theirs = (_homes(clauses, sort, name, clause) for clauses in (self.ours, self.theirs))
        homes = {} if before and after else _without(theirs, ours) if before else _without(ours, theirs)
        there = [effect for home in homes.values() for effect in home.effects]
        moved = bool(homes) and not _unlike([*before, *after], there)
        english = self.one.language != self.two.language
        figures = sort in FIGURES
        asked = {effect.answered(english)[0] for effect in (*before, *after)}
        about = asked.pop() if figures and len(asked) == 1 else ""

        def lines(effects: Sequence[Effect]) -> list[str]:
            if about:
                return [effect.answered(english)[1] for effect in effects]
            return [line for effect in effects for line in effect_lines(effect, english)]

        yield Change(
            sort="moved" if moved else "value" if sort in FIGURES else "effect",
            name=name,
            does="adjusts" if sort == "adjusts" else "" if figures else DOES.get(sort, sort),
            about=about,
            before=lines(before),
            after=lines(after),
            written=Written(before=_as_written(before), after=_as_written(after)) if figures else None,
            elsewhere=list(homes) if moved or figures else [],
        )

    def _rulings(self, clause: str) -> Iterator[RulingDifference]:
        ours, theirs = (
            {each.id: each for each in record.rulings if clause in each.on} for record in (self.one, self.two)
        )
        for name in dict.fromkeys([*ours, *theirs]):
            before, after = _reading(ours.get(name)), _reading(theirs.get(name))
            if before != after:
                asks = (ours.get(name) or theirs[name]).asks
                yield RulingDifference(id=name, asks=asks, before=before, after=after)


def _as_written(effects: Sequence[Effect]) -> list[str]:
    return [effect.text for effect in effects]


def _given(clause: ClauseDifference) -> list[str]:
    """The figures that a clause gives otherwise, or in one rulebook only."""
    only = None if clause.first and clause.second else clause.first or clause.second
    if only is not None:
        return [effect.name for effect in only.effects if effect.sort in FIGURES]
    return [change.name for change in clause.changes if change.sort == "value"]


def _uses(clauses: Sequence[ClauseRecord]) -> dict[str, set[str]]:
    """By figure, the words with which it is worked out."""
    found: dict[str, set[str]] = {}
    for clause in clauses:
        for effect in clause.effects:
            if effect.sort in FIGURES:
                found.setdefault(effect.name, set()).update(_words(effect))
    return found


def _words(effect: Effect) -> set[str]:
    return {word for line in (effect.text, *effect.steps) for word in _WORD.findall(line)}


def _reached(clause: ClauseDifference, uses: dict[str, set[str]]) -> set[str]:
    """The figures that a clause uses, directly or through others."""
    effects = [effect for side in (clause.first, clause.second) if side for effect in side.effects]
    todo = [word for effect in effects for word in _words(effect) if word in uses]
    found: set[str] = set()
    while todo:
        name = todo.pop()
        if name not in found:
            found.add(name)
            todo += [word for word in uses[name] if word in uses]
    return found


def _unlike(effects: Sequence[Effect], others: Sequence[Effect]) -> list[Effect]:
    return [effect for effect in effects if not any(same(effect, other) for other in others)]


def _in_turn(one: Sequence[Effect], two: Sequence[Effect]) -> bool:
    """Whether effects that both sides have stand in one order, where that counts: the first case that holds wins."""
    if len(one) != len(two) or not one or one[0].sort not in FIGURES:
        return True
    return all(same(mine, yours) for mine, yours in zip(one, two, strict=True))


def _homes(clauses: dict[str, ClauseRecord], sort: str, name: str, but: str) -> dict[str, ClauseRecord]:
    """The other clauses of a rulebook that say something of that sort about a name."""
    return {
        clause.id: clause
        for clause in clauses.values()
        if clause.id != but and any((_group(effect), effect.name) == (sort, name) for effect in clause.effects)
    }


def _without(clauses: dict[str, ClauseRecord], others: dict[str, ClauseRecord]) -> dict[str, ClauseRecord]:
    return {name: clause for name, clause in clauses.items() if name not in others}


def _numbering(clause: ClauseRecord, other: ClauseRecord) -> list[str]:
    """The numbers of a clause as far as those of another can be the same: words in two languages never are."""
    if clause.language == other.language:
        return clause.numbers
    return [number for number in clause.numbers if number[:1].isdigit()] or [""] * bool(clause.numbers)


def _printed(clause: ClauseRecord) -> list[str]:
    return clause.numbers or [clause.status]


def _reading(ruling: RulingRecord | None) -> str | None:
    return next((reading.id for reading in ruling.readings if reading.in_force), None) if ruling else None


def _examples(one: ClauseRecord | None, two: ClauseRecord | None) -> Iterator[ExampleRecord]:
    """The examples on a clause that run in one rulebook only, or come out otherwise by their own account."""
    ours, theirs = ({each.place: each for each in clause.examples} if clause else {} for clause in (one, two))
    for place in dict.fromkeys([*ours, *theirs]):  # titles are in the language of each record
        mine, yours = ours.get(place), theirs.get(place)
        if mine is None or yours is None or mine.under != yours.under:
            example = mine or yours
            assert example is not None
            yield example


def _things(one: RulebookRecord, two: RulebookRecord) -> Iterator[ThingDifference]:
    for kind in dict.fromkeys([*one.things, *two.things]):
        ours, theirs = one.things.get(kind, {}), two.things.get(kind, {})
        for name in dict.fromkeys([*ours, *theirs]):
            before, after = ours.get(name), theirs.get(name)
            if before != after:
                yield ThingDifference(kind=kind, id=name, before=before, after=after)
