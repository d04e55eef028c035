"""What only the whole rulebook shows: circles, memory read outside its stage, choices where none may be."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from crex_dsl.language.diagnostics import Report, followed
from crex_dsl.language.source import Span
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.rulebook import Rulebook, ScenarioTerm
from crex_dsl.rulebook.scope import World

MAX_CHAIN = 64


def check_rulebook(book: Rulebook, report: Report) -> None:
    """Note every mistake that the rulebook as a whole shows."""
    _calls(book, report)
    report.raise_errors()
    _stages(book, report)
    _asking(book, report)
    _unordered(book, report)


# ---- walking ----
def step_terms(step: t.Step) -> Iterator[t.Term]:
    """The terms directly inside one step."""
    match step:
        case t.SetVar(value=value):
            yield value
        case t.Assign(args=args, value=value) | t.Change(args=args, value=value) | t.Include(args=args, value=value):
            yield from args
            yield value
        case t.Reset(args=args):
            yield from args or ()
        case t.Perform(args=args):
            yield from args
        case t.Branch(branches=branches):
            yield from (test for test, _ in branches)
        case t.Each(source=source, where=where):
            yield source
            if where is not None:
                yield where
        case t.Count(low=low, high=high):
            yield from (low, high)
        case t.Loop(test=test):
            yield test
        case t.Times(times=times):
            yield times
        case t.Ask(who=who, offers=offers, decline=decline):
            yield who
            yield from _offer_terms(offers)
            yield from template_terms(decline)
        case t.AskTogether(source=source, where=where, offers=offers):
            yield source
            if where is not None:
                yield where
            yield from _offer_terms(offers)
        case t.Throw(count=count):
            yield count
        case t.Pick(source=source) | t.Mix(source=source):
            yield source
        case t.OpenStage(settings=settings):
            yield from (value for _, value in settings)
        case t.EndGame(winners=winners) if winners is not None:
            yield winners


def _offer_terms(offers: Iterable[t.OfferTerm]) -> Iterator[t.Term]:
    for offer in offers:
        yield from (arg for arg in offer.args if arg is not None)


def template_terms(template: t.Template | None) -> Iterator[t.Term]:
    """The live values of a text."""
    for part in template.parts if template else ():
        if isinstance(part, t.Plural):
            yield part.number
        elif not isinstance(part, str):
            yield part


def text_terms(texts: Iterable[t.TextCase]) -> Iterator[t.Term]:
    """The live values of texts, and what chooses among them."""
    for case in texts:
        if case.when is not None:
            yield case.when
        yield from template_terms(case.text)


def condition_terms(action: t.Action) -> Iterator[tuple[t.Term, str]]:
    """Every condition of an action, with its clause."""
    if action.by is not None:
        yield action.by, action.clause
    for low, high in action.spans.values():
        yield low, action.clause
        yield high, action.clause
    for group in (action.permits, action.forbids, action.excepts):
        for rule in group:
            if rule.when is not None:
                yield rule.when, rule.clause


def bodies(book: Rulebook) -> Iterator[tuple[str, str, str, tuple[t.Step, ...]]]:
    """Every body of steps: what it belongs to, its stage, its clause."""
    world = book.world
    for procedure in world.procedures.values():
        yield procedure.name, procedure.stage, procedure.clause, procedure.body
        for trigger in procedure.triggers:
            yield procedure.name, procedure.stage, trigger.clause, trigger.body
    for action in world.actions.values():
        yield action.name, action.stage, action.clause, action.body
        for trigger in action.triggers:
            yield action.name, action.stage, trigger.clause, trigger.body
    for stage in world.stages.values():
        for trigger in [*stage.begins, *stage.ends]:
            yield f"stage {stage.name}", stage.name, trigger.clause, trigger.body


# ---- circles ----
def _circle(nodes: Iterable[Any], edges: Callable[[Any], Iterable[Any]]) -> list[Any] | None:
    """One circle of a graph, or None."""
    done: set[Any] = set()
    for start in nodes:
        path: list[Any] = []
        work: list[tuple[Any, Iterator[Any]]] = []
        if start not in done:
            path.append(start)
            work.append((start, iter(edges(start))))
        while work:
            node, rest = work[-1]
            for target in rest:
                if target in path:
                    return [*path[path.index(target) :], target]
                if target not in done:
                    path.append(target)
                    work.append((target, iter(edges(target))))
                    break
            else:
                done.add(node)
                work.pop()
                path.pop()
    return None


def _long_chain(nodes: Iterable[Any], edges: Callable[[Any], Iterable[Any]]) -> Any | None:
    """Something that rests on a longer chain of others than can be followed safely, or None."""
    depths: dict[Any, int] = {}
    opened: set[Any] = set()
    for start in nodes:
        waiting = [start]
        while waiting:
            node = waiting[-1]
            if node not in opened:
                opened.add(node)
                waiting += [target for target in edges(node) if target not in opened]
                continue
            waiting.pop()
            if node not in depths:
                depths[node] = 1 + max((depths[target] for target in edges(node) if target in depths), default=0)
                if depths[node] > MAX_CHAIN:
                    return node
    return None


def _uses(term: t.Term) -> Iterator[t.Definition | t.Action]:
    for part in term.walk():
        if isinstance(part, t.Apply):
            yield part.definition
        elif isinstance(part, t.CanDo):
            yield part.action


def check_definitions(world: World, report: Report) -> None:
    """Stop where a value, or what is legal, would depend on itself: nothing can be worked out from it."""

    def edges(item: t.Definition | t.Action) -> Iterable[t.Definition | t.Action]:
        if isinstance(item, t.Action):
            return [use for term, _ in condition_terms(item) for use in _uses(term)]
        terms = [c.answer for c in item.cases] + [c.when for c in item.cases if c.when is not None]
        terms += [a.to for a in item.adjusts] + [a.when for a in item.adjusts if a.when is not None]
        return [use for term in terms for use in _uses(term)]

    everything = [*world.definitions.values(), *world.actions.values()]
    circle = _circle(everything, edges)
    if circle is not None:
        report.error(
            f"the meaning of `{circle[0].name}` depends on itself: {followed(item.name for item in circle)}",
            circle[0].span,
            "say one of them without the others",
            [(f"`{item.name}` is said here", item.span) for item in circle[1:-1]],
        )
        report.raise_errors()
    last = _long_chain(everything, edges)
    if last is not None:
        report.error(
            f"`{last.name}` rests on a chain of more than {MAX_CHAIN} definitions",
            last.span,
            "let some of them say directly what they mean",
        )
        report.raise_errors()


def _calls(book: Rulebook, report: Report) -> None:
    world = book.world
    graph: dict[str, list[str]] = {}
    spans: dict[str, Span] = {}
    for procedure in world.procedures.values():
        spans[procedure.name] = procedure.span
    for action in world.actions.values():
        spans[action.name] = action.span
    for name, _, _, body in bodies(book):
        targets = graph.setdefault(name, [])
        for step in t.walk_steps(body):
            match step:
                case t.Perform(procedure=called):
                    targets.append(called.name)
                case t.Ask(offers=offers) | t.AskTogether(offers=offers):
                    targets += [offer.action.name for offer in offers]
                case t.OpenStage(stage=stage) | t.EndStage(stage=stage):
                    targets.append(f"stage {stage.name}")
    circle = _circle(graph, lambda name: graph.get(name, ()))
    if circle is not None:
        first = next((name for name in circle if name in spans), circle[0])
        report.error(
            f"`{first}` sets itself off again: {followed(circle)}",
            spans.get(first),
            "rules cannot run in a circle; use `while` or `for each`",
        )
        return
    last = _long_chain(graph, lambda name: graph.get(name, ()))
    if last is not None:
        report.error(
            f"`{last}` sets off a chain of more than {MAX_CHAIN} procedures",
            spans.get(last),
            "let some of them do directly what they are for",
        )


# ---- stages ----
def _stages(book: Rulebook, report: Report) -> None:
    world = book.world
    needs: dict[t.Definition, dict[str, str]] = {}

    def of_definition(definition: t.Definition) -> dict[str, str]:
        if definition not in needs:
            needs[definition] = {}
            found: dict[str, str] = {}
            terms = [c.answer for c in definition.cases] + [c.when for c in definition.cases if c.when is not None]
            terms += [a.to for a in definition.adjusts] + [a.when for a in definition.adjusts if a.when is not None]
            for term in terms:
                found.update(of_term(term))
            needs[definition] = found
        return needs[definition]

    def of_term(term: t.Term) -> dict[str, str]:
        """The stages whose memory a term reads, each with a name that it reads there."""
        found: dict[str, str] = {}
        for part in term.walk():
            if isinstance(part, t.Read):
                found.setdefault(part.state.stage, part.state.name)
            elif isinstance(part, t.Apply):
                for stage, name in of_definition(part.definition).items():
                    found.setdefault(stage, name)
            elif isinstance(part, t.CanDo):
                found.setdefault(part.action.stage, part.action.name)
        return found

    def check(needs: dict[str, str], stage: str, clause: str | None, span: Span) -> None:
        chain = world.stage_chain(stage)
        for needed, name in needs.items():
            if needed not in chain:
                report.clause = clause
                report.error(
                    f"`{name}` lives in stage `{needed}`, and this is stage `{stage}`",
                    span,
                    f"move this into stage `{needed}`, or keep `{name}` in a wider stage",
                )

    for action in world.actions.values():
        for term, clause in condition_terms(action):
            check(of_term(term), action.stage, clause, term.span)
        for term in text_terms(action.texts):
            check(of_term(term), action.stage, action.clause, term.span)
    for stage, trigger in triggers(world):
        if trigger.when is not None:
            check(of_term(trigger.when), stage, trigger.clause, trigger.when.span)
    for measure in book.measures:
        if measure.counts is not None:
            for part in (measure.counts.when, measure.counts.by):
                if part is not None:
                    check(of_term(part), measure.counts.event.stage, None, part.span)
    for _, stage, clause, body in bodies(book):
        for step, inner in _placed_steps(body, stage):
            for term in step_terms(step):
                check(of_term(term), inner, clause, term.span)
            if isinstance(step, t.Assign | t.Change | t.Include | t.Reset | t.Mix):
                check({step.state.stage: step.state.name}, inner, clause, step.span)
    report.clause = None
    for scenario in book.scenarios.values():
        for term in scenario_terms(scenario):
            check(of_term(term), scenario.begin.stage, None, term.span)


def scenario_terms(scenario: ScenarioTerm) -> Iterator[t.Term]:
    """What is asked before a scenario is laid out, where its procedure runs, and when it is over."""
    yield from text_terms(scenario.refused)
    yield from (scenario.found or {}).values()
    yield from text_terms(scenario.outcome)
    yield from (measure.of for measure in scenario.measures)


def triggers(world: World) -> Iterator[tuple[str, t.TriggerTerm]]:
    """Every trigger with the stage in which its condition is asked."""
    events: list[t.Action | t.Procedure] = [*world.actions.values(), *world.procedures.values()]
    for event in events:
        for trigger in event.triggers:
            yield event.stage, trigger
    for stage in world.stages.values():
        for trigger in [*stage.begins, *stage.ends]:
            yield stage.name, trigger


def _placed_steps(body: tuple[t.Step, ...], stage: str) -> Iterator[tuple[t.Step, str]]:
    """Every step of a body with the stage in which it is done."""
    for step in body:
        yield step, stage
        inner = step.stage.name if isinstance(step, t.OpenStage) else stage
        for block in t.blocks(step):
            yield from _placed_steps(block, inner)


_BEYOND_MARKING = (t.Ask, t.AskTogether, t.Throw, t.Pick, t.Mix, t.OpenStage, t.EndStage, t.EndGame)


def _unordered(book: Rulebook, report: Report) -> None:
    """An action whose picks come in any order does nothing but mark what was picked."""
    for action in book.world.actions.values():
        if not action.unordered:
            continue
        for body in [action.body, *(trigger.body for trigger in action.triggers)]:
            for step in t.walk_steps(body):
                if isinstance(step, _BEYOND_MARKING):
                    report.clause = action.clause
                    report.error(
                        f"`{action.name}` is unordered, so it cannot ask, end anything or leave something to chance",
                        step.span,
                        "take `unordered` off, or act on the picks afterwards",
                    )
    report.clause = None


# ---- hidden choices ----
def _asking(book: Rulebook, report: Report) -> None:
    asks: dict[str, bool] = {}
    world = book.world

    def asking(name: str) -> bool:
        if name not in asks:
            asks[name] = False
            event = world.actions.get(name) or world.procedures.get(name)
            if event is not None:
                asks[name] = any(asked(body) for body in [event.body, *(trigger.body for trigger in event.triggers)])
        return asks[name]

    def asked(body: tuple[t.Step, ...]) -> bool:
        for step in t.walk_steps(body):
            if isinstance(step, t.Ask | t.AskTogether | t.EndStage | t.EndGame):
                return True
            if isinstance(step, t.Perform) and asking(step.procedure.name):
                return True
            if isinstance(step, t.OpenStage):
                edges = [*step.stage.begins, *step.stage.ends]
                if any(asked(trigger.body) for trigger in edges):
                    return True
        return False

    for _, _, clause, body in bodies(book):
        for step in t.walk_steps(body):
            if isinstance(step, t.AskTogether):
                for offer in step.offers:
                    if asking(offer.action.name):
                        report.clause = clause
                        report.error(
                            f"`{offer.action.name}` asks again or ends a stage, which a hidden choice cannot",
                            step.span,
                            "let the action only note the choice, and act on it afterwards",
                        )
    report.clause = None
    given = [(f"`{scenario.name}`", scenario.given) for scenario in book.scenarios.values()]
    given += [
        (f"example “{example.title}”", part)
        for example in book.examples
        for part in example.parts
        if isinstance(part, tuple)
    ]
    for what, steps in given:
        for step in steps:
            if asked((step,)):
                report.error(
                    f"the set-up of {what} asks somebody or ends a stage",
                    step.span,
                    "let `given` only lay things out; what is decided belongs to what it begins",
                )
