"""What became of the clauses that are not in force: dropped, absent, asleep, or of other layers."""

from __future__ import annotations

from collections.abc import Iterable

from crex_dsl.language import nodes as n
from crex_dsl.language.diagnostics import listed
from crex_dsl.lawyer.brief import SleepingBrief
from crex_dsl.rulebook.layers import Draft, known_clauses
from crex_dsl.rulebook.selection import GameIndex


def gone(draft: Draft) -> dict[str, str]:
    """By clause, half a sentence that says why it is not in force in a draft."""
    awake = {clause.id for clause in draft.active()}
    layers = draft.text.layers
    found: dict[str, str] = {}
    for name, span in known_clauses(draft.text).items():
        if name in awake:
            continue
        if name in draft.clauses:
            options = [layer.id for layer in layers.values() if layer.sort == "option" and _enables(layer.tops, name)]
            found[name] = f"it is off unless {listed(options, 'or')} is taken" if options else "it is off"
        elif name in draft.gone:
            how, where = draft.gone[name]
            found[name] = f"it is {how} ({where.place})"
        else:
            homes = [layer.id for layer in layers.values() if _declares(layer.tops, name)]
            found[name] = f"it belongs to {listed(homes, 'or')} ({span.place})"
    return found


def asleep(draft: Draft, index: GameIndex) -> list[SleepingBrief]:
    """The clauses that are off in a draft and that options of its edition put in force, as the edition prints them."""
    options = {
        option.id: draft.text.layers[option.id].tops
        for option in index.options_for(index.edition(draft.selection.edition))
    }
    found: list[SleepingBrief] = []
    for clause in draft.clauses.values():
        waking = [option for option, tops in options.items() if _enables(tops, clause.id)]
        if waking and not clause.awake:
            citation = draft.citations.get(clause.id)
            numbers, heading = (citation.at, citation.titled) if citation else ([], None)
            found.append(
                SleepingBrief(
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
    changes = (change for top in tops if isinstance(top, n.Ruling) for each in top.readings for change in each.changes)
    return any(isinstance(top, n.Clause) and top.name == name for top in [*tops, *changes])
