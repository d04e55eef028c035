"""A difference in short: each change of a clause on one line, in words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from crex_dsl.lawyer.compare.difference import IN_PLAY, Change, ClauseDifference, ThingDifference
from crex_dsl.lawyer.records.models import ClauseRecord, RulebookRecord, verb
from crex_dsl.text.messages import apart, headed, listed_as_said, marked, said

LONG = 110
_SENTENCE_END = re.compile(r"(?<=[.!?])(?<!\b[A-Z][a-z]\.)\s+")  # St. is no end of a sentence
NOWHERE = "–"


@dataclass(frozen=True)
class Names:
    """How the clauses of two rulebooks are called."""

    first: Mapping[str, str]
    second: Mapping[str, str]

    @classmethod
    def of(cls, one: RulebookRecord, two: RulebookRecord) -> Names:
        """Every clause by its id, and by its number where it has one."""
        return cls(*({clause.id: called(clause) for clause in record.clauses} for record in (one, two)))


def called(clause: ClauseRecord) -> str:
    """A clause as another one refers to it."""
    return f"{clause.id} ({clause.numbers[0]})" if clause.numbers else clause.id


def change_lines(clause: ClauseDifference, names: Names) -> list[str]:
    """What differs in a clause that both rulebooks have, a line for each change.

    What is merely remembered goes unsaid where something is done with it, and numbers where more than they differ.
    """
    played = [change for change in clause.changes if change.sort in IN_PLAY]
    telling = [change for change in played if change.does != "remembers"] or played or clause.changes
    return [change_line(change, names) for change in telling]


def change_line(change: Change, names: Names) -> str:
    """One change on one line."""
    there = names.second if change.before else names.first
    elsewhere = listed_as_said([there.get(each, each) for each in change.elsewhere])
    match change.sort:
        case "added" | "missing":
            return short(" ".join(change.before or change.after))
        case "renumbered":
            return said("diff-renumbered")
        case "heading":
            return said("heading: {before} -> {after}", before=change.before[0], after=change.after[0])
        case "wording":
            return said("worded otherwise")
        case "moved":
            sentence = marked("{name}: stands in {clauses}") if change.before else marked("{name}: stood in {clauses}")
            return said(sentence, name=change.about or change.name, clauses=elsewhere)
        case "value":
            return _figure(change, elsewhere)
    return _effect(change)


def about(change: Change, names: Names) -> str:
    """What a change is about, where both sides of it are shown in full."""
    if change.elsewhere:
        return change_line(change, names)
    return change.about or f"{verb(change.does or 'sets')} [{change.name}]"


def thing_change_line(thing: ThingDifference, first: str, second: str) -> str:
    """What differs in a thing between two rulebooks of these names, on one line."""
    before, after = thing.before, thing.after
    if before is None or after is None:
        name, has = (second, after) if before is None else (first, before)
        told = ", ".join(f"{key} {value}" for key, value in (has or {}).items())
        return (
            said("only in {rulebook}: {words}", rulebook=name, words=told)
            if told
            else said("only in {name}", name=name)
        )
    return ", ".join(
        f"{key}: {before.get(key, NOWHERE)} -> {after.get(key, NOWHERE)}"
        for key in dict.fromkeys([*before, *after])
        if before.get(key) != after.get(key)
    )


def unlike_sentences(one: str, two: str) -> tuple[list[str], list[str]]:
    """The sentences of either of two texts that the other does not have."""
    first, second = sentences(one), sentences(two)
    return [each for each in first if each not in second], [each for each in second if each not in first]


def sentences(text: str) -> list[str]:
    """The sentences of a text."""
    return _SENTENCE_END.split(text.strip())


def short(text: str) -> str:
    """A text cut between words where it is too long for a table."""
    if len(text) <= LONG:
        return text
    return f"{text[: text.rfind(' ', 0, LONG - 1)]} …"


# ---- figures ----
def _figure(change: Change, elsewhere: str) -> str:
    does = f"{verb(change.does)} " if change.does else ""
    before, after = (short(apart(lines)) for lines in (change.before, change.after))
    if before and after:
        return _headed(change.about, f"{does}{before} -> {after}")
    what = _headed(change.about, f"{does}{before or after}")
    if before:
        if elsewhere:
            return said("{what} -> as {clauses} says", what=what, clauses=elsewhere)
        return said("no longer {what}", what=what)
    if elsewhere:
        return said("{what}, not as {clauses} says", what=what, clauses=elsewhere)
    return said("also {what}", what=what)


def _headed(about: str, text: str) -> str:
    """A text after what it is about, with the colon of the language."""
    return headed(about, text) if about else text


# ---- effects ----
def _effect(change: Change) -> str:
    before, after = list(_groups(change.before)), list(_groups(change.after))
    if len(before) == 1 and len(after) == 1:
        return f"{verb(change.does)} {_turned(before[0], after[0])}"
    does = verb(change.does)
    parts = [said("no longer {what}", what=f"{does} {short(_whole(group))}") for group in before]
    parts += [said("also {what}", what=f"{does} {short(_whole(group))}") for group in after]
    return apart(parts)


def _groups(lines: Sequence[str]) -> Iterator[list[str]]:
    """Each effect with its steps."""
    group: list[str] = []
    for line in lines:
        if group and not line.startswith(" "):
            yield group
            group = []
        group.append(line)
    if group:
        yield group


def _whole(group: Sequence[str]) -> str:
    head, *steps = (line.strip() for line in group)
    return _headed(head, _row(steps)) if steps else head


def _turned(before: Sequence[str], after: Sequence[str]) -> str:
    """What one effect has become, told by what is not the same."""
    if before[0] == after[0]:
        gone, new = _unlike(before[1:], after[1:])
        return _headed(before[0], f"{_steps(gone)} -> {_steps(new)}")
    (old, when, ours), (new_head, _, theirs) = before[0].partition(" when "), after[0].partition(" when ")
    if when and old == new_head and before[1:] == after[1:]:
        return f"{old}: when {short(ours)} -> {short(f'when {theirs}' if theirs else 'always')}"
    return f"{short(_whole(before))} -> {short(_whole(after))}"


def _unlike(one: Sequence[str], two: Sequence[str]) -> tuple[list[str], list[str]]:
    """The steps of either that the other has not, in order."""
    gone: list[str] = []
    new: list[str] = []
    for tag, a, b, c, d in SequenceMatcher(None, one, two, autojunk=False).get_opcodes():
        if tag != "equal":
            gone += one[a:b]
            new += two[c:d]
    return gone, new


def _steps(steps: Sequence[str]) -> str:
    return short(_row(step.strip() for step in steps)) or said("no step")


def _row(steps: Iterable[str]) -> str:
    """Steps on one line; one that leads to others goes on with them."""
    between = apart(("", ""))
    return between.join(steps).replace(f":{between}", ": ")
