"""A clause on the screen: its words, what it does, and where else it stands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from crex_dsl.cli.lookup.headings import MARKS, show_table
from crex_dsl.lawyer.lookup.answer import ClauseAnswer, LookupAnswer, RulingAnswer
from crex_dsl.lawyer.lookup.numbering import Entry, Standing
from crex_dsl.lawyer.records.models import Effect, LayerChange, RulebookRecord, verb
from crex_dsl.system.console import say
from crex_dsl.text.messages import OWN, apart, listed_as_said, marked, said, spoken

MOST = 8  # how many clauses a line names
MOST_DIFFERENCES = MOST_HEADINGS = 3
_STATUS = {
    "cited": "status-cited",
    "unprinted": "status-unprinted",
    "missing": "status-missing",
    "gone": "status-gone",
}


def show(opinion: LookupAnswer, record: RulebookRecord, source: bool, language: str | None) -> None:
    """Print a whole answer."""
    parts = 0
    for note in _notes(opinion, record):
        say(note)
        parts += 1
    for clause in opinion.clauses:
        if parts:
            say()
        _show_clause(clause, record, source, language)
        parts += 1
    _show_numbers(opinion.numbers, apart=parts > 0)
    for ruling in opinion.rulings:
        if parts or opinion.numbers:
            say()
        _show_ruling(ruling, record)
        parts += 1


def _notes(opinion: LookupAnswer, record: RulebookRecord) -> Iterable[str]:
    """What there is to say before the clauses themselves: where the reference was found instead."""
    if opinion.elsewhere:
        has = [
            said(
                "{edition} has {numbers}",
                edition=each.edition,
                numbers=_numbered_headings(each.numbers, each.headings or each.rulings),
            )
            for each in opinion.elsewhere
        ]
        found = listed_as_said(has)
        yield said("{rulebook} has no `{typed}`: {found}.", rulebook=record.name, typed=opinion.reference, found=found)
    elif not opinion.clauses and not opinion.rulings:
        yield said(
            "{rulebook} prints nothing under {typed} itself, but there is more below it.",
            rulebook=record.name,
            typed=opinion.reference,
        )


def _numbered_headings(numbers: Sequence[str], headings: Sequence[str]) -> str:
    """Numbers with what stands over them; numbers that are words are set off."""
    more = _more(len(headings) - MOST_HEADINGS)
    over = " / ".join([*(each for each in headings if each not in numbers)][:MOST_HEADINGS] + more)
    between = " " if all(number[:1].isdigit() for number in numbers) else ": "
    return between.join(filter(None, [", ".join(numbers), over]))


def _show_clause(clause: ClauseAnswer, record: RulebookRecord, source: bool, language: str | None) -> None:
    headed = _numbered_headings(clause.numbers, [clause.heading])
    say(f"{said('status-unprinted')} {headed}" if clause.status == "unprinted" else headed, "bold")
    where = {"game": record.title, "edition": clause.edition, "place": clause.place}
    say(said("{clause}, in {game}, {edition} ({place})", clause=clause.id, **where))
    if clause.edition != record.name:
        why = record.gone.get(clause.id) or said("it has no such clause")
        say(said("(It is not in force in {rulebook}: {why}.)", rulebook=record.name, why=why))
    _show_words(clause, record, language)
    if clause.assumed:
        say()
        say(said("Assumed: {what}", what=clause.assumed))
    effects = [(verb(effect.does), _done(effect, source), effect.place) for effect in clause.effects]
    _show_rows(("does", "what", "place"), effects, "does")
    touches = [(each.id, _mark(each), _doing(each), each.title) for each in clause.touches]
    _show_rows(("option or reading", "mark", "does", "says"), touches, "option or reading")
    examples = [(example.title, ", ".join(example.numbers), example.place) for example in clause.examples]
    _show_rows(("example", "printed at", "place"), examples)
    editions = [
        (each.edition, ", ".join(each.numbers) or said(_STATUS[each.status]), each.heading, _differing(each.differs))
        for each in clause.editions
    ]
    _show_rows(("edition", "number", "heading", "differs"), editions, "edition")
    numbers = {each.id: each.numbers for each in record.clauses}
    if clause.used_by or clause.uses:
        say()
    users = {each.id: each.names for each in clause.used_by}
    for sentence, names in ((marked("Used by {clauses}."), users), (marked("Uses {clauses}."), clause.uses)):
        if names:
            clauses = _row([_mentioned(numbers.get(name, []), name, by) for name, by in names.items()])
            say(said(sentence, clauses=clauses))


def _doing(touch: LayerChange) -> str:
    """What an option or a reading does to a clause, as it is said."""
    parts = (part.partition("“") for part in touch.does.split(", "))
    return ", ".join(
        said(f"{what}“{{name}}”", name=name.removesuffix("”")) if quote else said(what) for what, quote, name in parts
    )


def _mark(touch: LayerChange) -> str:
    """An option is taken or not; a reading is in force or not, whichever of a ruling's readings is taken by default."""
    return "" if not touch.taken else said("mark-taken") if touch.sort == "option" else said("mark-in-force")


def _show_rows(columns: Sequence[str], rows: Sequence[Sequence[str]], *whole: str) -> None:
    if rows:
        say()
        show_table(columns, rows, whole=whole)


def _mentioned(numbers: Sequence[str], clause: str, by: Sequence[str]) -> str:
    named = f" ({', '.join(by)})" if spoken() == OWN else ""  # by the English words of names that only rule files have
    return f"{numbers[0] + ' ' if numbers else ''}{clause}{named}"


def _show_words(clause: ClauseAnswer, record: RulebookRecord, language: str | None) -> None:
    """Print the wording: the edition's, or that in the language asked for, with whose it is."""
    words, missing, own = clause.words, language or record.language, clause.edition == record.name
    if words is None and not clause.wording:
        return
    say()
    if words is not None and words.edition is None:
        say(said("In our own words:"))
    elif words is not None and words.edition != clause.edition:
        headed = _numbered_headings(words.numbers, [words.heading])
        say(said("{heading}, as {edition} has it:", heading=headed, edition=words.edition))
    say(words.wording if words is not None else clause.wording)
    if words is None and clause.language != missing:
        sentence = marked("(No edition has words for it in `{wanted}`: these are in `{language}`.)")
        if language is None and own:
            sentence = marked("(This book has no words of its own for it in `{wanted}`: these are in `{language}`.)")
        say(said(sentence, wanted=missing, language=clause.language))


def _done(effect: Effect, source: bool) -> str:
    """What an effect comes to, its steps below it."""
    head, steps = (effect.text, effect.steps) if source else (effect.phrase, effect.phrases)
    return "\n".join([head, *(f"  {step}" for step in steps)])


def _differing(differs: Sequence[str]) -> str:
    if not differs:
        return said("the same")
    return apart([*differs[:MOST_DIFFERENCES], *_more(len(differs) - MOST_DIFFERENCES)])


def _row(items: Sequence[str]) -> str:
    return apart([*items[:MOST], *_more(len(items) - MOST)])


def _more(number: int) -> list[str]:
    """How many more there are than are told; nothing where all are."""
    return [said("{count} more", "{count} more", count=number)] if number > 0 else []


def _show_numbers(numbers: Sequence[Standing], apart: bool) -> None:
    """Print what stands before, after and below the numbers asked for."""
    rows = [
        (each.number, _entry(each.before), _entry(each.after), "\n".join(map(_entry, each.below))) for each in numbers
    ]
    if any(any(row[1:]) for row in rows):
        if apart:
            say()
        show_table(("number", "before it", "after it", "below it"), rows, whole=["number"])


def _entry(entry: Entry | None) -> str:
    return "" if entry is None else _numbered_headings([entry.number], entry.headings)


def _show_ruling(ruling: RulingAnswer, record: RulebookRecord) -> None:
    say(said("Ruling {name}", name=ruling.id), "bold")
    where = {"game": record.title, "edition": ruling.edition, "place": ruling.place}
    say(said("on {clauses}, in {game}, {edition} ({place})", clauses=", ".join(ruling.on), **where))
    say()
    say(ruling.asks)
    if ruling.assumed:
        say(said("Assumed: {what}", what=ruling.assumed))
    say()
    rows = [
        (reading.id, ", ".join(said(MARKS[mark]) for mark in reading.marks), reading.reason)
        for reading in ruling.readings
    ]
    show_table(("reading", "mark", "says"), rows, whole=["reading", "mark"])
