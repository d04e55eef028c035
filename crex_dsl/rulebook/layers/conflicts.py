"""Where two layers say different things about one point."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from crex_dsl.language import nodes
from crex_dsl.language.source import Word
from crex_dsl.text.numerals import whole_number

Point = tuple[str, Word, nodes.Node]  # what sort of thing is changed, its name, and what changes it


def item_points(item: nodes.Node) -> Iterator[Point]:
    """What an item changes that another layer could change too."""
    match item:
        case nodes.FillValue():
            yield "value", item.name, item
        case nodes.FillProcedure():
            yield "procedure", item.signature.name, item
        case nodes.Adjust():
            yield "adjustment of", item.name, item
        case nodes.Table():
            for line in item.lines:
                if isinstance(line, nodes.ChangeRow):
                    yield f"row of {item.name}", line.name, line
                elif isinstance(line, nodes.DropRows):
                    yield from ((f"row of {item.name}", name, line) for name in line.names)


def weight_points(top: nodes.Reweighing) -> Iterator[Point]:
    """What a layer weighs otherwise."""
    return (("weight of", line.title, line) for line in top.lines)


def points(tops: Iterable[nodes.Top]) -> Iterator[Point]:
    """What a layer changes that another layer could change too."""
    for top in tops:
        match top:
            case nodes.Fill() | nodes.Amend() | nodes.Replace():
                yield "clause", top.name, top
                for item in top.body:
                    yield from item_points(item)
                    if isinstance(top, nodes.Fill) and isinstance(item, nodes.Says):
                        yield "wording of", top.name, item
            case nodes.Drop() | nodes.Enable():
                yield from (("clause", name, top) for name in top.names)
            case nodes.Item():
                yield from item_points(top)
            case nodes.Reweighing():
                yield from weight_points(top)


def text(word: Word | None) -> str | None:
    return None if word is None else str(word)


def adds(adjust: nodes.Adjust) -> bool:
    """Whether an adjustment only adds to or takes from the figure so far, whatever that is."""
    to, when = adjust.to, adjust.when
    return (
        isinstance(to, nodes.Sum)
        and isinstance(to.left, nodes.Name)
        and to.left.name == "it"
        and not _mentions_it(to.right)
        and (when is None or not _mentions_it(when))
    )


def _mentions_it(expression: nodes.Expr) -> bool:
    return any(isinstance(node, nodes.Name) and node.name == "it" for node in expression.walk())


def equalities(fill: nodes.FillValue, when: nodes.Expr | None) -> Iterator[tuple[int | str, int | str]]:
    """What a case asks to be one number or word: parameters by their place, anything else by its name."""
    places = {str(name): place for place, name in enumerate(fill.parameters or ())}
    for part in when.items if isinstance(when, nodes.And) else (when,):
        if isinstance(part, nodes.Equals) or (isinstance(part, nodes.Compare) and part.operator == "="):
            left, right = part.left, part.right
            if isinstance(left, nodes.Name) and isinstance(right, nodes.Number):
                number = whole_number(right.value)
                if number is not None:
                    yield places.get(str(left.name), str(left.name)), number
            elif isinstance(left, nodes.Name) and isinstance(right, nodes.Name) and str(right.name) not in places:
                yield places.get(str(left.name), str(left.name)), str(right.name)


def turned(one: str, other: str) -> bool:
    """Whether two words could name one link from either end."""
    parts = one.split("-")
    return any("-".join([*parts[cut:], *parts[:cut]]) == other for cut in range(1, len(parts)))
