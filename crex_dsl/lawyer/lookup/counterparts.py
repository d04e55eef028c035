"""Counterparts: where a clause stands in the other editions of its game, and how it differs there, in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Literal

from pydantic import BaseModel

from crex_dsl.lawyer.compare.difference import FIGURES, Change, difference
from crex_dsl.lawyer.records.models import ClauseRecord, Effect, RulebookRecord, verb
from crex_dsl.text.messages import said

Telling = Callable[[RulebookRecord, str], RulebookRecord]  # a rulebook again, as it is told in another language


class Counterpart(BaseModel):
    """A clause in another edition: how it is printed there, and what differs; nothing differs where all is the same."""

    edition: str
    numbers: list[str]
    heading: str
    status: Literal["cited", "unprinted", "missing", "gone"]
    differs: list[str]


class Words(BaseModel):
    """A clause in another language: whose words they are (none: our own), and what they say."""

    language: str
    edition: str | None
    numbers: list[str]
    heading: str
    wording: str


def counterpart(record: RulebookRecord, other: RulebookRecord, clause: ClauseRecord, told: Telling) -> Counterpart:
    """A clause of one rulebook in another; what differs is said in the language of the first."""
    theirs = next((each for each in other.clauses if each.id == clause.id), None)
    if theirs is None:
        reason = str(other.gone.get(clause.id) or said("it has no such clause"))
        off = next((each for each in other.asleep if each.id == clause.id and each.numbers), None)
        numbers, heading = (off.numbers, off.heading) if off else ([], "")
        return Counterpart(edition=other.name, numbers=numbers, heading=heading, status="gone", differs=[reason])
    alone = (
        each.model_copy(update={"clauses": [one], "things": {}}) for each, one in ((record, clause), (other, theirs))
    )
    changes = [change for found in difference(*alone).clauses for change in found.changes]
    effects = theirs.effects
    if changes and other.language != record.language:
        effects = next(each.effects for each in told(other, record.language).clauses if each.id == clause.id)
    return Counterpart(
        edition=other.name,
        numbers=theirs.numbers,
        heading=theirs.heading,
        status=theirs.status,
        differs=[line for change in changes for line in _change_sentences(change, clause.effects, effects)],
    )


def _change_sentences(change: Change, ours: Sequence[Effect], theirs: Sequence[Effect]) -> Iterator[str]:
    """What a change comes to in words, as the other edition has it."""
    if change.sort not in ("value", "effect"):
        return
    here, there = (
        [each for each in side if each.name == change.name and (each.sort in FIGURES) == (change.sort == "value")]
        for side in (ours, theirs)
    )
    gone, new = ([each for each in one if not _among(each, two)] for one, two in ((here, there), (there, here)))
    for effect in new:
        same_head = any(each.text == effect.text for each in gone)
        yield said("other steps in {phrase}", phrase=effect.phrase) if same_head else _sentence(effect)
    if change.sort == "effect" or not new:
        known = {effect.text for effect in new}
        missing = (_sentence(effect) for effect in gone if effect.text not in known)
        yield from (said("without: {phrase}", phrase=phrase) for phrase in missing)


def _among(effect: Effect, others: Iterable[Effect]) -> bool:
    return any((effect.sort, effect.text, effect.steps) == (each.sort, each.text, each.steps) for each in others)


def _sentence(effect: Effect) -> str:
    return effect.phrase if effect.sort in FIGURES else f"{verb(effect.does)} {effect.phrase}"


def words_in(
    language: str, record: RulebookRecord, others: Iterable[RulebookRecord], clause: ClauseRecord
) -> Words | None:
    """A clause in a language: as its own edition words it, in our own words, or as another edition has it."""
    if clause.wording and clause.language == language:
        return _words(record, clause)
    if clause.says and record.base_language == language:
        return Words(language=language, edition=None, numbers=clause.numbers, heading=clause.title, wording=clause.says)
    for other in others:
        theirs = next((each for each in other.clauses if each.id == clause.id), None)
        if theirs is not None and theirs.wording and theirs.language == language:
            return _words(other, theirs)
    return None


def _words(record: RulebookRecord, clause: ClauseRecord) -> Words:
    return Words(
        language=clause.language,
        edition=record.name,
        numbers=clause.numbers,
        heading=clause.heading,
        wording=clause.wording,
    )
