"""What answers rest on: by action and by question, every name of the rules that can change what is legal."""

from __future__ import annotations

from collections.abc import Iterable

from crex_dsl.engine.compile.lower.decision_points import Point
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.terms.walk import meaning_terms


def rests_of_action(action: t.Action) -> tuple[str, ...]:
    """The names on which it rests whether an action is legal, its own first."""
    return _followed([action], [])


def rests_of_point(point: Point) -> tuple[str, ...]:
    """The names on which it rests who is asked at a point, and about what."""
    step = point.step
    who = [step.who] if isinstance(step, t.Ask) else [step.source, *([] if step.where is None else [step.where])]
    return _followed([], [*who, *(arg for offer in step.offers for arg in offer.args if arg is not None)])


def _followed(named: list[t.Action | t.Definition], terms: Iterable[t.Term]) -> tuple[str, ...]:
    """The names in some terms, followed into all that they name: memory, definitions, and what can be done."""
    found: dict[str, None] = {}
    todo = list(terms)
    while todo or named:
        if not todo:
            one = named.pop()
            found.setdefault(one.name)
            todo = meaning_terms(one)
            continue
        for part in todo.pop().walk():
            match part:
                case t.Read(state=state):
                    found.setdefault(state.name)
                case t.Apply(definition=t.Definition() as other) | t.CanDo(action=t.Action() as other):
                    if other.name not in found:
                        found.setdefault(other.name)
                        named.append(other)
    return tuple(found)
