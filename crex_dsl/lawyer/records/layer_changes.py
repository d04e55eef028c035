"""What options and readings would do to each clause, and what became of clauses that are not in force."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from crex_dsl.language import nodes as n
from crex_dsl.lawyer.records.models import Absence, LayerChange, SleepingRecord
from crex_dsl.rulebook.layers.draft import Draft, changes, declared_name, known_clauses
from crex_dsl.rulebook.layers.overlay import ABSENT, DROPPED
from crex_dsl.rulebook.selection.selection import GameIndex
from crex_dsl.text.english import words
from crex_dsl.text.messages import marked

Sort = Literal["option", "reading"]

_DID = {
    n.Fill: marked("fills it in"),
    n.Amend: marked("amends it"),
    n.Replace: marked("replaces it"),
    n.Drop: marked("drops it"),
    n.Enable: marked("puts it in force"),
    n.Absent: marked("leaves it out"),
}
_GONE = {
    DROPPED: marked("it is dropped by {layers} ({place})"),
    ABSENT: marked("it is absent from {layers} ({place})"),
}


def touches(draft: Draft, index: GameIndex) -> dict[str, list[LayerChange]]:
    """By clause, the options and readings that change it, whether they are taken or not."""
    owners = {
        str(name): clause.id
        for clause in draft.clauses.values()
        for contribution in clause.items
        if (name := declared_name(contribution.item)) is not None
    }
    found: dict[str, list[LayerChange]] = {}
    for sort, layer, title, tops in _layers(draft, index):
        did: dict[str, dict[str, None]] = {}
        for clause, what in _changes(tops, owners, draft):
            did.setdefault(clause, {})[what] = None
        for clause, doings in did.items():
            taken = layer in draft.chain
            touch = LayerChange(sort=sort, id=layer, title=title, does=", ".join(doings), taken=taken)
            found.setdefault(clause, []).append(touch)
    return found


def _layers(draft: Draft, index: GameIndex) -> Iterator[tuple[Sort, str, str, Iterable[n.Top]]]:
    """Everything that can be chosen with the edition, with what it says of itself."""
    for option in index.options_for(index.edition(draft.selection.edition)):
        yield "option", option.id, option.says or option.title, draft.text.layers[option.id].tops
    for ruling in draft.rulings:
        for reading in ruling.node.readings:
            yield "reading", f"{ruling.node.name}={reading.name}", str(reading.reason), reading.changes


def _changes(tops: Iterable[n.Top], owners: dict[str, str], draft: Draft) -> Iterator[tuple[str, str]]:
    """The clauses that a piece of rule text changes, and how; a clause that it puts in force may change others."""
    for top in tops:
        match top:
            case n.Fill() | n.Amend() | n.Replace():
                yield str(top.name), _DID[type(top)]
                yield from _items(str(top.name), top.body, owners)
            case n.Clause():
                yield from _items(str(top.name), top.body or (), owners)
            case n.Drop() | n.Enable() | n.Absent():
                for name in map(str, top.names):
                    yield name, _DID[type(top)]
                    if isinstance(top, n.Enable) and name in draft.clauses:
                        yield from _items(name, (each.item for each in draft.clauses[name].items), owners)


def _items(clause: str, items: Iterable[n.Item], owners: dict[str, str]) -> Iterator[tuple[str, str]]:
    """What an item of one clause does to others."""
    for item in items:
        match item:
            case n.FillValue():
                name, what = str(item.name), marked("answers otherwise for “{name}”")
            case n.Adjust():
                name, what = str(item.name), marked("adjusts “{name}”")
            case n.FillProcedure():
                name, what = str(item.signature.name), marked("gives other steps to “{name}”")
            case n.Except():
                if item.clause != clause:
                    yield str(item.clause), marked("excepts from it")
                continue
            case _:
                continue
        owner = owners.get(name)
        if owner is not None and owner != clause:
            yield owner, what.format(name=words(name))


def gone(draft: Draft) -> dict[str, Absence]:
    """By clause, why it is not in force in a draft."""
    awake = {clause.id for clause in draft.active()}
    layers = draft.text.layers
    found: dict[str, Absence] = {}
    for name, span in known_clauses(draft.text).items():
        if name in awake:
            continue
        if name in draft.clauses:
            options = [layer.id for layer in layers.values() if layer.sort == "option" and _enables(layer.tops, name)]
            why = marked("it is off unless {layers} is taken") if options else marked("it is off")
            found[name] = Absence(why=why, layers=options)
        elif name in draft.gone:
            burial = draft.gone[name]
            found[name] = Absence(why=_GONE[burial.how], layers=[burial.layer], place=burial.span.place)
        else:
            homes = [layer.id for layer in layers.values() if _declares(layer.tops, name)]
            found[name] = Absence(why=marked("it belongs to {layers} ({place})"), layers=homes, place=span.place)
    return found


def asleep(draft: Draft, index: GameIndex) -> list[SleepingRecord]:
    """The clauses that are off in a draft and that options of its edition put in force, as the edition prints them."""
    options = {
        option.id: draft.text.layers[option.id].tops
        for option in index.options_for(index.edition(draft.selection.edition))
    }
    found: list[SleepingRecord] = []
    for clause in draft.clauses.values():
        waking = [option for option, tops in options.items() if _enables(tops, clause.id)]
        if waking and not clause.awake:
            citation = draft.citations.get(clause.id)
            numbers, heading = (citation.at, citation.titled) if citation else ([], None)
            found.append(
                SleepingRecord(
                    id=clause.id,
                    title=clause.title,
                    numbers=numbers,
                    heading=heading or clause.title,
                    options=waking,
                )
            )
    return found


def _enables(tops: Iterable[n.Top], name: str) -> bool:
    return any(isinstance(top, n.Enable) and name in [str(each) for each in top.names] for top in tops)


def _declares(tops: Iterable[n.Top], name: str) -> bool:
    return any(isinstance(top, n.Clause) and top.name == name for top in changes(tops))
