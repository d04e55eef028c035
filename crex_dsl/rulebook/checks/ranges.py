"""Numbers where a range is asked for: proved to lie there when the rulebook is loaded, or left to be tested in play."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator

from crex_dsl.language.diagnostics import Report
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.rulebook import BeginTerm, CheckTerm, ExampleTerm, Rulebook, ScenarioTerm, SetUpTerm
from crex_dsl.rulebook.terms.intervals import Bounds, bounds, lies_within
from crex_dsl.rulebook.terms.range_proofs import prove
from crex_dsl.rulebook.terms.types import ListOf, Number, Type
from crex_dsl.rulebook.terms.walk import (
    bodies,
    condition_terms,
    scenario_terms,
    step_terms,
    template_terms,
    text_terms,
    triggers,
)
from crex_dsl.text.messages import said

Holder = t.Term | t.Step | t.CaseTerm | t.AdjustTerm | BeginTerm | SetUpTerm | ScenarioTerm
Asked = Iterable[tuple[t.Var, t.Term]]


def check_ranges(book: Rulebook, report: Report) -> None:
    """Prove every number to lie in the range that is asked of it, as far as that can be done.

    Values, definitions and parameters must stay in theirs, on which all others rely; an index of memory that could
    leave its range is tested where it is used.
    """
    checker = _Checker(report)
    for holder, clause in holders(book):
        checker.visit(holder, clause)
    for definition in book.world.definitions.values():
        if isinstance(definition.type, ListOf):
            for case in definition.cases:
                report.clause = case.clause
                checker.check(case.answer, definition.type)
            for adjust in definition.adjusts:
                report.clause = adjust.clause
                checker.check(adjust.to, definition.type)
    report.clause = None


def index_sites(book: Rulebook) -> dict[str, int]:
    """How many indices of memory a rulebook has by how they are known to lie in their ranges."""
    found = dict.fromkeys((t.SURE, t.GUARDED, t.UNPROVED), 0)
    for holder, _ in holders(book):
        for part in _parts(holder):
            for arg in _places(part):
                found[arg.proof if isinstance(arg, t.Within) else t.SURE] += 1
    return found


def _places(part: Holder) -> tuple[t.Term, ...]:
    """What a term or step names a cell of memory, a row of a table or a place in a list by."""
    match part:
        case t.Read(args=args) | t.Assign(args=args) | t.Change(args=args) | t.Include(args=args):
            return args
        case t.Reset(args=args):
            return args or ()
        case t.Fixed(of=of):
            return (of,)
        case t.Nth(place=place):
            return (place,)
    return ()


# ---- everything that holds terms ----
def holders(book: Rulebook) -> Iterator[tuple[Holder, str]]:
    """Every case, adjustment, step and free-standing term of a rulebook, with its clause."""
    world = book.world
    for definition in [*world.definitions.values(), *([] if book.worth is None else [book.worth.definition])]:
        yield from ((case, case.clause) for case in definition.cases)
        yield from ((adjust, adjust.clause) for adjust in definition.adjusts)
    for action in world.actions.values():
        yield from condition_terms(action)
        yield from ((term, action.clause) for term in text_terms(action.texts))
    for _, trigger in triggers(world):
        if trigger.when is not None:
            yield trigger.when, trigger.clause
    for _, _, clause, body in bodies(book):
        yield from ((step, clause) for step in t.walk_steps(body))
    for state in world.memory:
        yield from ((term, state.clause or "") for term in (*_some(state.starts), *_secrecy(state.seen)))
    for secrecy in world.identities.values():
        yield from ((term, "") for term in _secrecy(secrecy))
    yield from ((holder, "") for holder in _tools(book))


def _secrecy(secrecy: t.Secrecy | None) -> Iterator[t.Term]:
    if secrecy is not None:
        for seer in secrecy.seers:
            yield from _some(seer.who, seer.when)
        yield from secrecy.guess or ()


def _some(*terms: t.Term | None) -> Iterator[t.Term]:
    return (term for term in terms if term is not None)


def _tools(book: Rulebook) -> Iterator[Holder]:
    """What tools ask, set up and draw."""
    for measure in book.measures:
        yield measure.of
        if measure.counts is not None:
            yield from _some(measure.counts.when, measure.counts.by)
    for scenario in book.scenarios.values():
        yield scenario
        yield from t.walk_steps(scenario.given)
        yield from scenario_terms(scenario)
    for policy in book.policies:
        for preference in policy.preferences:
            yield from _some(preference.when, preference.by)
    for status in book.status.values():
        for line in status.lines:
            yield from (*_some(line.when), *template_terms(line.text))
    for hits in book.hits.values():
        yield hits.most
    for picture in book.pictures:
        for of in picture.properties.values():
            yield from template_terms(of) if isinstance(of, t.Template) else (of,) if isinstance(of, t.Term) else ()
    for example in book.examples:
        yield from _example(example)


def _example(example: ExampleTerm) -> Iterator[Holder]:
    for part in example.parts:
        match part:
            case tuple():
                yield from t.walk_steps(part)
            case BeginTerm() | SetUpTerm():
                yield part
            case CheckTerm(term=t.Term() as term):
                yield term


def _parts(holder: Holder) -> Iterator[Holder]:
    """A holder and every term inside it; the steps inside a step are holders of their own."""
    yield holder
    match holder:
        case t.Term():
            terms: Iterable[t.Term] = holder.children()
        case t.Step():
            terms = step_terms(holder)
        case t.CaseTerm(answer=answer, when=when) | t.AdjustTerm(to=answer, when=when):
            terms = _some(answer, when)
        case BeginTerm(args=args) | SetUpTerm(args=args) | ScenarioTerm(args=args):
            terms = args
    for term in terms:
        yield from term.walk()


# ---- proofs ----
class _Checker:
    """Proves what stands in one rulebook, and tells of what must be proved and cannot."""

    def __init__(self, report: Report) -> None:
        self.report = report
        self.found: dict[t.Within, Bounds] = {}

    def visit(self, holder: Holder, clause: str) -> None:
        """Prove everything in a holder, and free what is sure from its mark."""
        self.report.clause = clause or None
        parts = list(_parts(holder))
        for part in parts:
            if isinstance(part, t.Within):
                part.clause = clause
                self.found[part] = prove(part)
                if part.proof == t.UNPROVED and self.never(part):
                    self.tell(part, self.found[part], (part.low, part.high))
        for part in parts:
            for var, term in asked(part):
                self.check(term, var.type)
            if isinstance(part, t.Items) and isinstance(part.type, ListOf):
                for item in part.items:
                    self.check(item, part.type.of)
        match holder:
            case t.CaseTerm(answer=t.Within() as answer) | t.AdjustTerm(to=t.Within() as answer):
                self.check(answer, answer.type)
        for part in parts:
            _free(part)

    def check(self, term: t.Term, of: Type) -> None:
        """Tell where a number may leave a range on which others rely."""
        if isinstance(of, ListOf) and isinstance(term, t.Items):
            return  # its items are checked where it stands
        asked = _range(of.of if isinstance(of, ListOf) else of)
        if asked is None or (isinstance(term, t.Within) and (term.proof != t.UNPROVED or self.never(term))):
            return
        listed = _range(term.type.of) if isinstance(term.type, ListOf) else None
        low, high = self.found[term] if isinstance(term, t.Within) else listed or bounds(term)
        if not isinstance(term, t.Within) and lies_within((low, high), *asked):
            return
        self.tell(term, (low, high), asked)

    def never(self, site: t.Within) -> bool:
        """Whether a number can never lie in its range, though somebody may come to ask for it."""
        low, high = self.found[site]
        if low is not None and high is not None and low > high:
            return False  # what guards it never holds
        return (low is not None and low > site.high) or (high is not None and high < site.low)

    def tell(self, term: t.Term, found: Bounds, asked: tuple[int, int]) -> None:
        """Tell that a number may lie outside the range that is asked for."""
        low, high = found
        what = said(
            "this number may lie anywhere in {low}..{high}, outside {asked}..{asked_2}",
            low=low,
            high=high,
            asked=asked[0],
            asked_2=asked[1],
        )
        if low is None or high is None:
            what = said("nothing keeps this number within {asked}..{asked_2}", asked=asked[0], asked_2=asked[1])
        elif low == high:
            what = said("{number} is outside {low}..{high}", number=low, low=asked[0], high=asked[1])
        self.report.error(
            what,
            term.span,
            said("ask first whether it fits, keep it in range with `min` and `max`, or widen the range"),
        )


def asked(part: Holder) -> Asked:
    """The parameters of what a term or step calls, each with what it is given."""
    match part:
        case (
            t.Apply(definition=t.Definition(params=params), args=args)
            | t.Perform(procedure=t.Procedure(params=params), args=args)
            | BeginTerm(procedure=t.Procedure(params=params), args=args)
            | ScenarioTerm(begin=t.Procedure(params=params), args=args)
            | SetUpTerm(scenario=ScenarioTerm(params=params), args=args)
        ):
            return zip(params, args, strict=True)
    return ()


def _free(part: Holder) -> None:
    """Let whatever is surely in its range stand in a part as it was written."""
    for item in dataclasses.fields(part):
        old = getattr(part, item.name)
        new = _freed(old)
        if new is not old:
            setattr(part, item.name, new)


def _freed(value: object) -> object:
    if isinstance(value, t.Within) and value.proof == t.SURE:
        return value.of
    if type(value) is tuple:
        new = tuple(_freed(part) for part in value)
        return new if any(a is not b for a, b in zip(new, value, strict=True)) else value
    return value


def _range(of: Type) -> tuple[int, int] | None:
    return (of.low, of.high) if isinstance(of, Number) and of.low is not None and of.high is not None else None
