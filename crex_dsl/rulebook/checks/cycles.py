"""What only the whole rulebook shows: circles, memory read outside its stage, choices where none may be."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from graphlib import CycleError, TopologicalSorter
from typing import Any

from crex_dsl.language.diagnostics import Report
from crex_dsl.language.source import Span
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.checks.decisions import check_decisions, unordered
from crex_dsl.rulebook.checks.stages import check_stages
from crex_dsl.rulebook.declarations.scope import World
from crex_dsl.rulebook.rulebook import Rulebook
from crex_dsl.rulebook.terms.walk import bodies, meaning_terms
from crex_dsl.text.messages import said
from crex_dsl.text.truncation import followed

MAX_CHAIN = 64


def check_rulebook(book: Rulebook, report: Report) -> None:
    """Note every mistake that the rulebook as a whole shows."""
    _calls(book, report)
    report.raise_errors()
    check_stages(book, report)
    check_decisions(book, report)
    unordered(book, report)


# ---- circles ----
def _leaning_first(nodes: Iterable[Any], edges: Callable[[Any], Iterable[Any]]) -> list[Any]:
    """The nodes of a graph, each before those that its edges lead to; raises a CycleError with the first circle."""
    sorter: TopologicalSorter[Any] = TopologicalSorter(dict.fromkeys(nodes, ()))
    for node in nodes:
        for target in edges(node):
            sorter.add(target, node)
    return list(sorter.static_order())


def _long_chain(ordered: list[Any], edges: Callable[[Any], Iterable[Any]]) -> Any | None:
    """Something that rests on a longer chain of others than can be followed safely, or None."""
    depths: dict[Any, int] = {}
    for node in reversed(ordered):
        depths[node] = 1 + max((depths[target] for target in edges(node)), default=0)
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
        return [use for term in meaning_terms(item) for use in _uses(term)]

    everything = [*world.definitions.values(), *world.actions.values()]
    try:
        ordered = _leaning_first(everything, edges)
    except CycleError as error:
        circle = error.args[1]
        report.error(
            said(
                "the meaning of `{circle}` depends on itself: {circle_2}",
                circle=circle[0].name,
                circle_2=followed(item.name for item in circle),
            ),
            circle[0].span,
            said("say one of them without the others"),
            [(said("`{item}` is said here", item=item.name), item.span) for item in circle[1:-1]],
        )
        report.raise_errors()
    last = _long_chain(ordered, edges)
    if last is not None:
        report.error(
            said("`{last}` rests on a chain of more than {max_chain} definitions", last=last.name, max_chain=MAX_CHAIN),
            last.span,
            said("let some of them say directly what they mean"),
        )
        report.raise_errors()


def _calls(book: Rulebook, report: Report) -> None:
    world = book.world
    graph: dict[str, list[str]] = {}
    spans: dict[str, Span] = {procedure.name: procedure.span for procedure in world.procedures.values()}
    spans |= {action.name: action.span for action in world.actions.values()}
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
    try:
        ordered = _leaning_first(graph, lambda name: graph.get(name, ()))
    except CycleError as error:
        circle = error.args[1]
        first = next((name for name in circle if name in spans), circle[0])
        report.error(
            said("`{first}` sets itself off again: {circle}", first=first, circle=followed(circle)),
            spans.get(first),
            said("rules cannot run in a circle; use `while` or `for each`"),
        )
        return
    last = _long_chain(ordered, lambda name: graph.get(name, ()))
    if last is not None:
        report.error(
            said("`{last}` sets off a chain of more than {max_chain} procedures", last=last, max_chain=MAX_CHAIN),
            spans.get(last),
            said("let some of them do directly what they are for"),
        )
