"""Every text of the rule files that a person reads: where it stands, what it is for, and what it could be instead."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, replace
from functools import cache
from typing import Any, Literal

from crex_dsl.language import nodes as n
from crex_dsl.language.source import Word
from crex_dsl.rulebook.files.layer_files import LayerText

Sort = Literal["clauses", "actions", "status", "tools", "options", "rulings", "examples", "assumptions", "phrases"]
SORTS: tuple[Sort, ...] = (
    "actions",
    "status",
    "options",
    "tools",
    "clauses",
    "rulings",
    "assumptions",
    "examples",
    "phrases",
)

# The fields that hold such a text, by the node that they stand in.
TEXTS: dict[type[n.Node], tuple[str, Sort]] = {
    n.TextCase: ("text", "actions"),
    n.MayChoose: ("decline", "actions"),
    n.KeepChoosing: ("decline", "actions"),
    n.StatusLine: ("text", "status"),
    n.Successes: ("forms", "status"),
    n.Measure: ("title", "tools"),
    n.Counting: ("title", "tools"),
    n.Payoff: ("title", "tools"),
    n.Scenario: ("title", "tools"),
    n.Reported: ("title", "tools"),
    n.Policy: ("title", "tools"),
    n.Clause: ("title", "clauses"),
    n.Replace: ("title", "clauses"),
    n.Says: ("text", "clauses"),
    n.Option: ("title", "options"),
    n.Ruling: ("asks", "rulings"),
    n.Reading: ("reason", "rulings"),
    n.Assumed: ("text", "assumptions"),
    n.AssumedMark: ("reason", "assumptions"),
    n.Example: ("title", "examples"),
    n.LessonExample: ("title", "examples"),
}


# What rules call by a name is said in further languages as a phrase, under its signature.
SIGNATURE = re.compile(r"[\w-]+(?:\((?:\w+(?:, \w+)*)?\)|\.[\w-]+(?: is [\w-]+)?)")
NAMED = (
    *(n.Value, n.OpenValue, n.Define, n.State, n.Tally, n.SetState),
    *(n.Action, n.Procedure, n.OpenProcedure, n.Moment),
)


@dataclass(frozen=True)
class Place:
    """Where a text stands: in which layer, under which name at the margin, and in a reading that may be chosen."""

    layer: LayerText
    owners: tuple[str, ...] = ()
    reading: n.Reading | None = None
    clause: str | None = None
    layers: frozenset[str] = frozenset()  # to which its example or ruling is restricted, if to any

    def inside(self, node: n.Node) -> Place:
        """The place of what stands in a node."""
        match node:
            case n.Clause(name=name) | n.Replace(name=name) | n.Amend(name=name) | n.Fill(name=name):
                return replace(self, owners=(*self.owners, str(name)), clause=str(name))
            case n.Ruling(name=name, layers=layers):
                return replace(self, owners=(*self.owners, str(name)), layers=frozenset(map(str, layers or ())))
            case n.Policy(name=name) | n.Status(name=name) | n.Option(name=name):
                return replace(self, owners=(*self.owners, str(name)))
            case n.Measure() | n.Payoff() | n.Counting() | n.Scenario():
                return replace(self, owners=(*self.owners, str(node.signature.name)))
            case n.Example(on=on, source=layers):
                owners = (*self.owners, *map(str, on))
                return replace(self, owners=owners, layers=frozenset(map(str, layers or ())))
            case n.Reading():
                return replace(self, reading=node)
        return self


@dataclass(frozen=True)
class Text:
    """One text of the rule files: its words, as they stand there, what it is for, and where it stands."""

    words: tuple[Word, ...]
    sort: Sort
    place: Place
    title: bool = False

    @property
    def source(self) -> str:
        """The whole on one line, by which its translations find it; of the forms of a word, the first."""
        return str(self.words[0]) if self.sort == "status" else " ".join(self.words)

    @property
    def spare(self) -> bool:
        """Whether a language does without it: what an attribute is can be said by the attribute and its word."""
        return self.sort == "phrases" and " is " in self.source


Said = Callable[[Text], tuple[Word, ...] | None]


def texts_of(layer: LayerText) -> Iterator[Text]:
    """Every text of a layer."""
    found: list[Text] = []

    def note(text: Text) -> None:
        found.append(text)

    with_texts(layer, note)
    yield from found


def with_texts(layer: LayerText, said: Said) -> LayerText:
    """A layer with other words in the place of its texts, wherever `said` has some for them."""
    place = Place(layer)
    header = _other(layer.header, said, place)
    return LayerText(layer.id, header, [_other(top, said, place) for top in layer.tops])


def _other(node: Any, said: Said, place: Place) -> Any:
    """A node with its texts replaced; the node itself where none is."""
    place = place.inside(node)
    changed: dict[str, Any] = {}
    kind: Any = type(node)
    if kind in TEXTS:
        name, sort = TEXTS[kind]
        changed |= _text(getattr(node, name), name, sort, said, place)
    for signature in _signatures(node):
        said(Text((signature,), "phrases", place))
    for name in _fields(kind):
        value = getattr(node, name)
        if isinstance(value, tuple):
            made = tuple(_other(part, said, place) if _holds_texts(part) else part for part in value)
            if any(new is not old for new, old in zip(made, value, strict=True)):
                changed[name] = made
        elif _holds_texts(value):
            new = _other(value, said, place)
            if new is not value:
                changed[name] = new
    return replace(node, **changed) if changed else node


def _signatures(node: n.Node) -> Iterator[Word]:
    """The names that a node declares, as phrases are said of them."""
    match node:
        case n.Stage(fields=fields):
            yield from (Word.at(f"{field.name}()", field.name.span) for field in fields)
        case n.Kind(name=kind, attributes=attributes) | n.Subkind(name=kind, attributes=attributes):
            named = [each for each in attributes if isinstance(each, n.Attribute)]
            for each in named:
                yield Word.at(f"{kind}.{each.name}", each.name.span)
                yield from (Word.at(f"{kind}.{each.name} is {word}", word.span) for word in _words(each))
            if node.joins is not None:
                yield Word.at(f"{kind}.ends", kind.span)
        case _ if isinstance(node, NAMED):
            signature = node.signature
            params = ", ".join(str(each.name) for each in signature.parameters)
            yield Word.at(f"{signature.name}({params})", signature.name.span)


def _words(attribute: n.Attribute) -> tuple[Word, ...]:
    """The words of which an attribute is one."""
    return attribute.type.names if isinstance(attribute.type, n.EnumType) else ()


def _holds_texts(part: Any) -> bool:
    """Whether a text could stand in a part of a node; expressions and types, which are most of them, have none."""
    return isinstance(part, n.Node) and not isinstance(part, n.Expr | n.TypeNode)


def _text(value: Word | n.Listing, name: str, sort: Sort, said: Said, place: Place) -> dict[str, Any]:
    """What becomes of the field that holds a text."""
    words = (value,) if isinstance(value, Word) else value.items
    other = said(Text(words, _sort(sort, place), place, name == "title"))
    if other is None:
        return {}
    made = tuple(_said_for(word, words) for word in other)
    return {name: replace(value, items=made)} if not isinstance(value, Word) else {name: _joined(made)}


def _said_for(word: Word, written: tuple[Word, ...]) -> Word:
    """A word of a translation, at one of the places where it is said."""
    made = Word.at(word, word.span)
    made.language, made.written = word.language, _joined(written)
    return made


def _joined(words: tuple[Word, ...]) -> Word:
    """A text over several lines as one."""
    made = Word.at(" ".join(words), words[0].span)
    made.language, made.written = words[0].language, words[0].written
    return made


def _sort(sort: Sort, place: Place) -> Sort:
    """What a text is for: what an option says of itself belongs to the options, outcomes of scenes to the tools."""
    if sort == "clauses" and place.clause is None:
        return "options"
    if sort == "actions" and place.clause is None and place.reading is None:
        return "tools"
    return sort


@cache
def _fields(kind: Any) -> tuple[str, ...]:
    """The fields of a node in which texts can stand; the scripts of examples have none of their own."""
    if kind is n.Example:
        return ()
    own = TEXTS.get(kind, ("",))[0]
    return tuple(item.name for item in fields(kind) if item.name not in ("span", own))
