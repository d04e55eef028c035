"""What loads but deserves a look: names that hide others, and definitions that nothing uses."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator

from crex_dsl.language import nodes as n
from crex_dsl.language.diagnostics import Diagnostic, Report
from crex_dsl.language.source import Word
from crex_dsl.rulebook.files.layer_files import GameText
from crex_dsl.rulebook.translation.coverage import report_unmet
from crex_dsl.text.messages import said


def warnings(text: GameText) -> list[Diagnostic]:
    """The warnings about a game's files, whatever is selected: only what no edition and no option needs is unused."""
    report = Report()
    tops = [top for layer in text.layers.values() for top in layer.tops]
    every = [node for top in tops for node in top.walk()]
    known = {str(name) for node in every for name in _values(node)}
    for top in tops:
        for name in _hiding(top, frozenset(), known):
            report.warn(
                said("`{name}` hides another `{name}` that is known here", name=name),
                name.span,
                said("choose another name"),
            )
    report_unmet(text, report)
    used = _used(every)
    for node in every:
        if isinstance(node, n.Define) and str(node.signature.name) not in used:
            name = node.signature.name
            report.warn(
                said("nothing uses the definition `{name}`", name=name),
                name.span,
                said("take it out, or mind the spelling elsewhere"),
            )
    return list(report)


def _values(node: n.Node) -> Iterator[Word]:
    """The memory, values and definitions that a node declares."""
    match node:
        case n.State() | n.Tally() | n.SetState() | n.Value() | n.OpenValue() | n.Define():
            yield node.signature.name
        case n.Field(name=name):
            yield name


def _used(every: list[n.Node]) -> set[str]:
    """Every name that an expression or a text asks."""
    found: set[str] = set()
    for node in every:
        if isinstance(node, n.Name | n.Call):
            found.add(str(node.name))
        for item in dataclasses.fields(node):
            value = getattr(node, item.name)
            for word in value if isinstance(value, tuple) else (value,):
                if isinstance(word, Word) and "{" in word:
                    found.update(
                        name for part in re.findall(r"\{([^}]*)\}", word) for name in re.findall(r"[\w-]+", part)
                    )
    return found


def _hiding(node: n.Node, bound: frozenset[str], known: set[str]) -> Iterator[Word]:
    """The names bound in a node that something else has around it; memory and definitions are known everywhere."""
    if isinstance(node, n.Block | n.GivenBlock):
        for step in node:
            yield from _hiding(step, bound, known)
            if isinstance(step, n.Let | n.Draw):  # known to the steps that follow
                bound |= {str(step.name)}
        return
    binders = [item for item in node.children() if isinstance(item, n.Binder)]
    for binder in binders:
        if binder.name in bound or binder.name in known:
            yield binder.name
    inner = bound | {str(binder.name) for binder in binders} | set(_names_given(node))
    for child in node.children():  # what a binder ranges over is outside
        yield from _hiding(child, bound if isinstance(child, n.Binder) else inner, known)


def _names_given(node: n.Node) -> Iterator[str]:
    """The names that a node gives to what stands in it."""
    signature, head = getattr(node, "signature", None), getattr(node, "head", None)
    if isinstance(signature, n.Signature):
        yield from (str(parameter.name) for parameter in signature.parameters)
    if isinstance(head, n.Head):
        yield from (str(name) for name in head.names or ())
    if isinstance(node, n.Forbid):
        yield from (str(name) for each in node.heads for name in each.names or ())
    if isinstance(node, n.FillValue | n.Adjust):
        yield from (str(name) for name in node.parameters or ())
    if isinstance(node, n.Worth):
        yield str(node.parameter.name)
    if isinstance(node, n.ForRange):
        yield str(node.name)
