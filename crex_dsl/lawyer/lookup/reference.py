"""A reference as a rules lawyer gives it: a number, a heading, a clause or a ruling, of this edition or another."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from pydantic import BaseModel

from crex_dsl.lawyer.lookup.numbering import NEAR, children, in_order, near_numbers
from crex_dsl.lawyer.records.models import ClauseRecord, RulebookRecord, RulingRecord, SleepingRecord
from crex_dsl.text.folding import folded, words
from crex_dsl.text.messages import listed_as_said, said
from crex_dsl.text.spelling import did_you_mean
from crex_dsl.text.stemming import stem

LONG = 4

Wake = Callable[
    [RulebookRecord, SleepingRecord], RulebookRecord | None
]  # a rulebook with the option that a sleeping clause waits for


class NotFound(LookupError):
    """Nothing in the rulebook goes by that reference, or too much does."""


class Elsewhere(BaseModel):
    """Another edition in which a reference was found, and what it stands for there."""

    edition: str
    numbers: list[str]
    headings: list[str]
    clauses: list[str]
    rulings: list[str]


@dataclass(frozen=True)
class Found:
    """What a reference stands for: all clauses under a number or heading, or the clause or ruling of an id.

    `number` is the printed number asked for. What this rulebook does not have in force is `abroad`, with the record
    that has it; what an option would put in force here is `asleep` as long as nobody has woken it.
    """

    clauses: list[ClauseRecord]
    rulings: list[RulingRecord]
    number: str | None = None
    elsewhere: list[Elsewhere] = field(default_factory=list)
    abroad: list[tuple[RulebookRecord, ClauseRecord | RulingRecord]] = field(default_factory=list)
    asleep: list[SleepingRecord] = field(default_factory=list)

    @property
    def empty(self) -> bool:
        """Whether it stands for nothing here."""
        return not self.clauses and not self.rulings


def refer(record: RulebookRecord, reference: str) -> Found:
    """What a reference stands for in one rulebook; raises NotFound with a sentence that says what is near."""
    found = _referred(record, reference)
    if found.empty:
        raise _off(record, found.asleep[0].id)
    return found


def _referred(record: RulebookRecord, reference: str) -> Found:
    """What a reference stands for, even if it is all asleep."""
    wanted = _wanted(reference)
    found = _called(record, wanted)
    if not found.empty or found.asleep:
        return found
    if wanted in record.gone:
        raise _off(record, wanted)
    near = _near(record, wanted)
    if len(set(near)) == 1 and not re.match(r"\d", wanted):
        return _called(record, folded(near[0]))
    raise NotFound(_none(record, reference, _hint(record, wanted, near)))


def _none(record: RulebookRecord, reference: str, hint: str) -> str:
    return said(
        "{rulebook} has no clause or ruling `{reference}`: {hint}", rulebook=record.name, reference=reference, hint=hint
    )


def _off(record: RulebookRecord, clause: str) -> NotFound:
    why = record.gone[clause]
    return NotFound(
        said("clause `{clause}` is not in force in {rulebook}: {why}", clause=clause, rulebook=record.name, why=why)
    )


def _near(record: RulebookRecord, wanted: str) -> list[str]:
    """The ids that begin with a reference, or else have it in them, or else the headings that do."""
    known: list[ClauseRecord | RulingRecord | SleepingRecord] = [*record.clauses, *record.rulings, *record.asleep]
    ids = [each.id for each in known]
    near = [name for name in ids if wanted and folded(name).startswith(wanted)]
    near = near or [name for name in ids if len(wanted) > 1 and wanted in folded(name)]
    return near or ([] if re.match(r"\d", wanted) else _speaking(record, wanted))


def look_up(
    record: RulebookRecord, others: Callable[[], Iterable[RulebookRecord]], reference: str, wake: Wake
) -> Found:
    """What a reference stands for, in one rulebook or else in the other editions; raises NotFound where in none.

    A number under which nothing is printed itself stands for those below it. What sleeps is told as it is with the
    option that wakes it.
    """
    try:
        return _woken(record, _referred(record, reference), wake)
    except NotFound as missed:
        wanted = _wanted(reference)
        below = children(wanted, in_order(record, wanted))
        if below:
            return Found([], [], below[0][: len(wanted)])
        exact = [
            (other, _woken(other, there, wake))
            for other in others()
            if not (there := _called(other, wanted)).empty or there.asleep
        ]
        if exact:
            return _brought_home(record, exact)
        if _near(record, wanted) or re.match(r"\d", wanted):
            raise
        headings = {other.name: texts for other in others() if (texts := _speaking(other, wanted))}
        sure = [(other, headings[other.name][0]) for other in others() if len(headings.get(other.name, ())) == 1]
        if sure:
            found = [(other, _woken(other, _called(other, folded(heading)), wake)) for other, heading in sure]
            return _brought_home(record, found)
        if not headings:
            raise
        told = [
            said("{headings} of {rulebook}", headings=_listed([_quoted(text) for text in texts]), rulebook=name)
            for name, texts in headings.items()
        ]
        hint = said("it could be {names}", names=listed_as_said(told, "or"))
        missed.args = (_none(record, reference, hint),)
        raise


def _woken(record: RulebookRecord, found: Found, wake: Wake) -> Found:
    """What was found, with what sleeps as it is in the rulebook that wakes it; raises NotFound where nothing can."""
    books = [(wake(record, sleeping), sleeping.id) for sleeping in found.asleep]
    awake = [(book, each) for book, name in books if book for each in book.clauses if each.id == name]
    if found.empty and not awake:
        raise _off(record, found.asleep[0].id)
    return replace(found, abroad=[*found.abroad, *awake], asleep=[])


def _brought_home(record: RulebookRecord, found: Iterable[tuple[RulebookRecord, Found]]) -> Found:
    """What other editions have under a reference, best first there, as this one has it; else it is left abroad."""
    clauses: dict[str, tuple[RulebookRecord, ClauseRecord]] = {}
    rulings: dict[str, tuple[RulebookRecord, RulingRecord]] = {}
    elsewhere: list[Elsewhere] = []
    for other, there in found:
        awake = [(book, clause) for book, clause in there.abroad if isinstance(clause, ClauseRecord)]
        having = [*((other, clause) for clause in there.clauses), *awake]
        for book, clause in having:
            clauses.setdefault(clause.id, (book, clause))
        for ruling in there.rulings:
            rulings.setdefault(ruling.id, (other, ruling))
        elsewhere.append(
            Elsewhere(
                edition=other.name,
                numbers=[there.number] if there.number else _numbers(clause for _, clause in having),
                headings=list(dict.fromkeys(clause.heading for _, clause in having)),
                clauses=[clause.id for _, clause in having],
                rulings=[ruling.id for ruling in there.rulings],
            )
        )
    our_clauses = {clause.id: clause for clause in record.clauses}
    our_rulings = {ruling.id: ruling for ruling in record.rulings}
    ours = {*our_clauses, *our_rulings}
    return Found(
        [our_clauses[name] for name in clauses if name in our_clauses],
        [our_rulings[name] for name in rulings if name in our_rulings],
        elsewhere=elsewhere,
        abroad=[
            *(pair for name, pair in clauses.items() if name not in ours),
            *(pair for name, pair in rulings.items() if name not in ours),
        ],
    )


def _numbers(clauses: Iterable[ClauseRecord]) -> list[str]:
    return list(dict.fromkeys(number for clause in clauses for number in clause.numbers))


def _wanted(reference: str) -> str:
    return folded(reference.strip()).lstrip("§ ").rstrip(".: ")


def _called(record: RulebookRecord, wanted: str) -> Found:
    """What is called just so: by its id (of a ruling with one of its readings or without), else all under that number,
    else under that heading, else what an example printed there is on.
    """
    known: list[ClauseRecord | SleepingRecord] = [*record.clauses, *record.asleep]
    named = [each for each in known if folded(each.id) == wanted]
    rulings = [ruling for ruling in record.rulings if folded(ruling.id) == wanted.partition("=")[0]]
    if named or rulings:
        return _found(named, rulings)
    numbering = dict.fromkeys([*record.numbering, *(number for each in record.asleep for number in each.numbers)])
    for fits in (_same, _twin, _alike, _same_figures):
        numbers = [number for number in numbering if fits(folded(number), wanted)]
        under = [each for each in known if any(number in each.numbers for number in numbers)]
        if under:
            under.sort(key=lambda each: (not _alike(each.heading, wanted), _passing(each.numbers, numbers)))
            return _found(under, [], numbers[0] if len(numbers) == 1 else None)
    headed = [each for each in known if _alike(each.heading, wanted)]
    headed = headed or [each for each in known if _alike(each.title, wanted)]
    return _found(headed or [clause for clause in record.clauses if _shown_at(clause, wanted)], [])


def _found(
    clauses: Iterable[ClauseRecord | SleepingRecord], rulings: list[RulingRecord], number: str | None = None
) -> Found:
    every = list(clauses)
    asleep = [each for each in every if isinstance(each, SleepingRecord)]
    return Found([each for each in every if isinstance(each, ClauseRecord)], rulings, number, asleep=asleep)


def _passing(numbers: list[str], wanted: list[str]) -> int:
    """How far down a clause's numbers the first one wanted stands: those after its own it touches on in passing."""
    return min(place for place, number in enumerate(numbers) if number in wanted)


def _shown_at(clause: ClauseRecord, wanted: str) -> bool:
    """Whether an example of the clause is printed there, as a figure or in a box."""
    return any(_alike(number, wanted) for example in clause.examples for number in example.numbers)


def _same(number: str, wanted: str) -> bool:
    return number == wanted


def _twin(number: str, wanted: str) -> bool:
    """Whether a number is one that the book prints several times, told apart by a letter: 4.2a for 4.2."""
    return number[:-1] == wanted and wanted[-1:].isdigit() and number[-1].isalpha()


def _same_figures(number: str, wanted: str) -> bool:
    """Whether a number is another one with its points set otherwise: 2.2.4 for 2.24."""
    chapter, _, rest = wanted.partition(".")
    return bool(rest) and number.startswith(f"{chapter}.") and number.replace(".", "") == wanted.replace(".", "")


def _alike(text: str, wanted: str) -> bool:
    """Whether two texts have the same words, whatever stands between them."""
    return bool(wanted) and _words(text) == _words(wanted)


def _words(text: str) -> list[str]:
    return [word for _, word in words(text)]


def _speaking(record: RulebookRecord, wanted: str) -> list[str]:
    """The headings, or else our own titles, that begin with the words asked for or else have them, whatever endings."""
    asked = _words(wanted)
    if not any(len(word) >= LONG for word in asked):
        return []
    known: list[ClauseRecord | SleepingRecord] = [*record.clauses, *record.asleep]
    for texts in ([each.heading for each in known], [each.title for each in known]):
        places = {text: _place(_words(text), asked, record.language) for text in texts}
        having = [text for text, place in places.items() if place is not None]
        if having:
            return [text for text in having if places[text] == 0] or having
    return []


def _place(text: list[str], asked: list[str], language: str) -> int | None:
    """Where in a text words stand in a row, if they do."""

    def fits(one: str, other: str) -> bool:
        return other.startswith(one) or stem(other, language) == stem(one, language)

    places = range(len(text) - len(asked) + 1)
    return next((place for place in places if all(map(fits, asked, text[place : place + len(asked)]))), None)


def _hint(record: RulebookRecord, wanted: str, near: list[str]) -> str:
    """What may have been meant, or where to look."""
    if re.match(r"\d", wanted):
        numbers = near_numbers(wanted, [number for clause in record.clauses for number in clause.numbers])
        if numbers:
            told = listed_as_said(numbers)
            return said("near it are {numbers}" if len(numbers) > 1 else "near it is {numbers}", numbers=told)
    if near:
        return said("it could be {names}", names=_listed(near))
    names = [name for clause in record.clauses for name in (clause.id, *clause.numbers)]
    hint = did_you_mean(wanted, [*names, *(ruling.id for ruling in record.rulings), *record.gone])
    return hint or said("`crex find WORDS` searches by word")


def _quoted(heading: str) -> str:
    return str(said("“{title}”", title=heading))


def _listed(names: list[str]) -> str:
    """The first of some names to choose from, and how many more there are."""
    more = [said("{count} more", count=len(names) - NEAR)] if len(names) > NEAR else []
    return listed_as_said([*names[:NEAR], *more], "and" if more else "or")
