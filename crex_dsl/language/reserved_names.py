"""Names that are words of the language: refused where they are declared, not where they cannot be used."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

from crex_dsl.language import nodes as n
from crex_dsl.language.diagnostics import Report
from crex_dsl.language.keywords import (
    AFTER_VALUES,
    CHECK_WORDS,
    CONTINUING,
    EXPRESSION_WORDS,
    ITEM_WORDS,
    MEANT,
    STEP_WORDS,
    TYPE_WORDS,
)
from crex_dsl.language.source import Source, Span, Word
from crex_dsl.text.messages import said

# What cannot be a name where …
IN_EXPRESSIONS = EXPRESSION_WORDS | MEANT | CONTINUING
IN_STEPS = IN_EXPRESSIONS | STEP_WORDS | {"otherwise", "set"}
OF_THINGS = IN_STEPS | CHECK_WORDS | {"begin"}
OF_WORDS = IN_EXPRESSIONS | CHECK_WORDS | TYPE_WORDS
OF_KINDS = IN_EXPRESSIONS | TYPE_WORDS | AFTER_VALUES
OF_MEMORY = IN_STEPS | ITEM_WORDS | CHECK_WORDS
OF_ATTRIBUTES = CONTINUING | {"changing", "id", "identity", "placed"}
OF_LINKS = frozenset({"ends", "from", "to"})  # which every link has
OF_ACTIONS = frozenset({"done"})
OF_STAGES = frozenset({"game"})

Declared = Iterator[tuple[Word, frozenset[str]]]


def report_reserved(start: n.Start, report: Report) -> None:
    """Tell every name that a file declares and that is a word of the language where the name would be used."""
    for node in start.walk():
        by_kind = {id(p.name) for p in _signature(node) if isinstance(p, n.NamedParameter)}
        if isinstance(node, n.ForEach) and isinstance(node.binder, n.BinderNamed):
            by_kind.add(id(node.binder.name))
        for name, words in declared(node):
            if name in words:
                hint = (
                    said("write `other: {name}`", name=name)
                    if id(name) in by_kind and name not in OF_KINDS
                    else said("choose another name")
                )
                _tell(name, name.span, report, hint)


def _tell(name: str, span: Span, report: Report, hint: str = said("choose another name")) -> None:
    report.error(said("`{name}` is a word of the language and cannot be a name here", name=name), span, hint)


def _signature(node: n.Node) -> tuple[n.Parameter | n.NamedParameter | n.SpanParameter, ...]:
    signature = getattr(node, "signature", None)
    return signature.parameters if isinstance(signature, n.Signature) else ()


def declared(node: n.Node) -> Declared:
    """The names that a node itself declares, each with the words that it cannot be."""
    match node:
        case n.Players(names=names):
            yield from ((name, OF_THINGS) for name in names)
        case n.ListedKind(name=name, names=names):
            yield name, OF_KINDS
            yield from ((thing, OF_THINGS) for thing in names)
        case n.Kind(name=name, joins=joins) | n.Subkind(name=name, joins=joins):
            yield name, OF_KINDS
            named = [item.name for item in node.attributes if isinstance(item, n.Attribute)]
            yield from ((attribute, OF_LINKS) for attribute in named if joins is not None)
        case n.Attribute(name=name):
            yield name, OF_ATTRIBUTES
        case n.TermLine(name=name) | n.Clause(name=name) | n.Gender(name=name) | n.Form(name=name):
            yield name, CONTINUING
        case n.Table(lines=lines):
            yield from ((name, OF_THINGS) for name in _ids(lines))
        case n.EnumType(names=names):
            yield from ((word, OF_WORDS) for word in names)
        case n.Stage(name=name, fields=fields):
            yield name, OF_STAGES
            yield from ((field.name, OF_MEMORY) for field in fields)
        case n.Action(signature=signature):
            yield signature.name, OF_ACTIONS
            yield from _parameters(signature, IN_STEPS)
        case n.State() | n.Tally() | n.SetState() | n.Value() | n.OpenValue() | n.Define():
            yield node.signature.name, OF_MEMORY
            yield from _parameters(node.signature, IN_EXPRESSIONS)
        case n.Procedure() | n.OpenProcedure() | n.FillProcedure() | n.Moment() | n.Scenario():
            yield from _parameters(node.signature, IN_STEPS)
        case n.Measure() | n.Counting():
            yield from _parameters(node.signature, IN_EXPRESSIONS)
        case n.Worth(parameter=parameter):
            yield parameter.name, IN_EXPRESSIONS
        case n.Before() | n.After() | n.Instead():
            yield from ((name, IN_STEPS) for name in node.head.names or ())
        case n.Head(names=names) if names is not None:
            yield from ((name, IN_EXPRESSIONS) for name in names)
        case n.FillValue(parameters=names) | n.Adjust(parameters=names) if names is not None:
            yield from ((name, IN_EXPRESSIONS) for name in names)
        case n.Let(name=name) | n.Draw(name=name) | n.ForRange(name=name):
            yield name, IN_STEPS
        case n.Roll(name=name) if name is not None:
            yield name, IN_STEPS
        case n.ForEach(binder=binder, counting=counting):
            yield binder.name, IN_STEPS
            if counting is not None:
                yield counting, IN_STEPS
        case n.Binder(name=name):
            yield name, IN_EXPRESSIONS


def _parameters(signature: n.Signature, words: frozenset[str]) -> Declared:
    for parameter in signature.parameters:
        yield parameter.name, words


def _ids(lines: tuple[n.Row | n.DropRows | n.ChangeRow, ...]) -> Iterator[Word]:
    """The ids in a table whose first column holds them."""
    rows = [line.text for line in lines if isinstance(line, n.Row)]
    if not rows or rows[0].strip("|").split("|")[0].strip() != "id":
        return
    for row in rows[1:]:
        name = row.strip("|").split("|")[0].strip()
        if name:
            span = row.span
            column = span.column + row.index(name)
            yield Word.at(name, Span(span.source, span.line, column, span.line, column + len(name)))


# ---- in a file that does not parse, perhaps because such a name is used in it ----
_W = r"([a-z_]+)(?![\w-])"
_OFFERS = r"action|(?:open\s+)?procedure|moment|scenario"
_OUTCOMES, _NORMS = r"before|after|instead", r"permit|forbid|except|adjust"
# What begins a line that declares names, where in it they stand, and what they cannot be.
_LINES: tuple[tuple[str, str, frozenset[str]], ...] = (
    (r"(?:open\s+)?(?:value|define)|state|tally|set", rf"^\s*(?:open\s+)?\w+\s+{_W}\s*[:(]", OF_MEMORY),
    (r"tally|set", rf"^\s*\w+\s+{_W}\s*(?:$|of\b|per\b)", OF_MEMORY),
    (r"stage", rf"(?:\bwith|,)\s*{_W}\s*:", OF_MEMORY),
    (r"stage", rf"^\s*stage\s+{_W}", OF_STAGES),
    (r"players", rf"(?:^\s*players|,)\s+{_W}", OF_THINGS),
    (r"kind", rf"^\s*kind\s+{_W}", OF_KINDS),
    (r"kind\s+[\w-]+\s+is\s+[\w-]+\s*(?:,|$)", rf"(?:\bis|,)\s+{_W}", OF_THINGS),
    (r"(?:changing\s+)?[\w-]+\s*:", rf"(?::|\|)\s*{_W}(?=\s*\|)|\|\s*{_W}", OF_WORDS),
    (r"\|", rf"^\s*\|\s*{_W}\s*\|", OF_THINGS),
    (r"(?:changing\s+|placed\s+)?[a-z]+\s*:", rf"{_W}\s*:", OF_ATTRIBUTES),
    (r"clause", rf"^\s*clause\s+{_W}", CONTINUING),
    (r"[a-z]+\s+ *$", rf"^\s+{_W}", CONTINUING),
    (r"action", rf"^\s*action\s+{_W}", OF_ACTIONS),
    (_OFFERS, rf"[(,]\s*{_W}\s*[,:)]", IN_STEPS),
    (_OUTCOMES, rf"[(,]\s*{_W}\s*(?=[,)])", IN_STEPS),
    (r"(?:open\s+)?(?:value|define)|state|set|tally|measure|payoff|worth", rf"[(,]\s*{_W}\s*:", IN_EXPRESSIONS),
    (_NORMS, rf"[(,]\s*{_W}\s*(?=[,)])", IN_EXPRESSIONS),
    (r"let|draw", rf"^\s*\w+\s+{_W}\s+(?:be|from)\b", IN_STEPS),
    (r"for", rf"^\s*for\s+each\s+{_W}\s*(?::|in\b|from\b|where\b)|\bcounting\s+{_W}", IN_STEPS),
    (r"roll", rf"\bas\s+{_W}", IN_STEPS),
    (r"", rf"\b(?:some|no|every|all|the|count|for|those|order|each)\s+{_W}\s*(?::|in\b)", IN_EXPRESSIONS),
    (r"", rf"\b(?:by|through)\s+{_W}\s*:", IN_EXPRESSIONS),
)


def report_unread(source: Source, report: Report) -> set[str]:
    """Tell the words of the language that the lines of an unreadable file declare as names; gives those words."""
    found: set[str] = set()
    for number, line in enumerate(source.text.split("\n"), start=1):
        code = re.sub(r'"[^"]*"|#.*', lambda text: " " * len(text.group()), line)
        for start, place, words in _LINES:
            if not re.match(rf"\s*(?:{start})", code):
                continue
            for match in re.finditer(place, _head(code) if start in (_OFFERS, _OUTCOMES, _NORMS) else code):
                group = match.lastindex or 0
                if match.group(group) in words - found:
                    found.add(match.group(group))
                    span = Span(source, number, match.start(group) + 1, number, match.end(group) + 1)
                    _tell(match.group(group), span, report)
    return found


def _head(code: str) -> str:
    """What a line declares, without its condition and without what inner brackets hold: names are only used there."""
    head = re.sub(r"\swhen\s.*|(?<=\))\s+to\s.*", "", code)
    depths = itertools.accumulate({"(": 1, ")": -1}.get(letter, 0) for letter in head)
    return "".join(letter if depth < 2 else " " for letter, depth in zip(head, depths, strict=True))
