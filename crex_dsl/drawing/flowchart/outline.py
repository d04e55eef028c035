"""A flow as a list: the same steps in words, for readers without the picture."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from html import escape

from crex_dsl.drawing.flowchart.flow import Box, Choice, Flow, Fork, Frame, Label, Loop, Mark, Node
from crex_dsl.drawing.flowchart.vocabulary import asked
from crex_dsl.text.messages import capital

Address = Callable[[str], str | None]


@dataclass(frozen=True)
class Item:
    """A step in words, in parts of which some lead to a clause, and the steps in it."""

    parts: tuple[Label, ...]
    items: tuple[Item, ...] = ()

    @property
    def text(self) -> str:
        """The step as plain text."""
        return "".join(label_text(part) for part in self.parts)


def label_text(label: Label) -> str:
    """A label with its number."""
    return f"{label.number} {label.text}" if label.number else label.text


def items_of(flow: Flow) -> tuple[Item, ...]:
    """The steps of a flow in words, without its title."""
    return _items(flow.root.steps, flow.language)


def listed(flow: Flow, address: Address) -> str:
    """The steps of a flow as a nested list of HTML, clauses linked to where they are."""
    return _list(items_of(flow), address, ' class="crex-chart-list"')


def described(flow: Flow) -> str:
    """The steps of a flow as plain text, numbered as they are nested."""
    return " ".join(_numbered(items_of(flow), ""))


def _items(nodes: Sequence[Node], language: str) -> tuple[Item, ...]:
    return tuple(item for node in nodes for item in _item(node, language))


def _item(node: Node, language: str) -> Iterator[Item]:
    match node:
        case Box(label=label):
            yield Item((label,))
        case Mark(text=text):
            yield Item((Label(text),))
        case Choice(offers=offers):
            yield Item((Label(asked(node, language)), *_series(offers)))
        case Frame(title=title, subtitle=subtitle, steps=steps):
            head = (title, Label(": "), subtitle) if subtitle is not None else (title,)
            yield Item(head, _items(steps, language))
        case Loop(text=text, steps=steps):
            yield Item((Label(capital(text)),), _items(steps, language))
        case Fork(arms=arms):
            for arm in arms:
                yield Item((Label(capital(arm.text)),), _items(arm.steps, language))


def _series(offers: Sequence[Label]) -> Iterator[Label]:
    for place, offer in enumerate(offers):
        yield Label(", " if place else " ")
        yield offer


def _list(items: Sequence[Item], address: Address, attributes: str = "") -> str:
    rows = "".join(f"<li>{_item_html(item, address)}</li>" for item in items)
    return f"<ol{attributes}>{rows}</ol>"


def _item_html(item: Item, address: Address) -> str:
    parts = "".join(_part(part, address) for part in item.parts)
    return f"{parts}{_list(item.items, address)}" if item.items else parts


def _part(label: Label, address: Address) -> str:
    found = address(label.clause) if label.clause is not None else None
    text = escape(label_text(label))
    return f'<a href="{escape(found)}">{text}</a>' if found is not None else text


def _numbered(items: Sequence[Item], before: str) -> Iterator[str]:
    for number, item in enumerate(items, start=1):
        yield f"{before}{number}. {item.text}."
        yield from _numbered(item.items, f"{before}{number}.")
