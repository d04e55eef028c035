"""What answers rest on: by action and by question, every name of the rules that can change what is legal.

And which properties of pictures rest on nothing that changes.
"""

from __future__ import annotations

from collections.abc import Iterable

from crex_dsl.engine.compile.analysis.constant_folding import Simplifier
from crex_dsl.engine.compile.lower.decision_points import Point
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.rulebook import PictureTerm
from crex_dsl.rulebook.terms.walk import meaning_terms, template_terms


def rests_of_action(action: t.Action) -> tuple[str, ...]:
    """The names on which it rests whether an action is legal, its own first."""
    return _followed([action], [])


def rests_of_point(point: Point) -> tuple[str, ...]:
    """The names on which it rests who is asked at a point, and about what."""
    step = point.step
    who = [step.who] if isinstance(step, t.Ask) else [step.source, *([] if step.where is None else [step.where])]
    return _followed([], [*who, *(arg for offer in step.offers for arg in offer.args if arg is not None)])


def unchanging(picture: PictureTerm) -> tuple[str, ...]:
    """The properties of a picture that rest on no memory: they are the same in every position."""
    pure, found = Simplifier().pure, list[str]()
    for name, of in picture.properties.items():
        terms = [of] if isinstance(of, t.Term) else list(template_terms(of)) if isinstance(of, t.Template) else []
        if all(pure(term) for term in terms):
            found.append(name)
    return tuple(found)


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
