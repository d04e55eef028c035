"""What tools need: measures, worth, scenarios, policies, status lines, pictures, charts, player aids, glossaries."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

from crex_dsl.language.nodes.base import Listing, Node, Top
from crex_dsl.language.source import Span, Word

if TYPE_CHECKING:
    from crex_dsl.language.nodes.actions import Head, TextCases
    from crex_dsl.language.nodes.base import Arguments, Block, Cases, Expr, Names, Strings
    from crex_dsl.language.nodes.declarations import NamedParameter, Parameter, Signature


@dataclass(slots=True)
class CasesEach(Node):
    """What is measured, and when."""

    of: Expr
    each: Word | None


@dataclass(slots=True)
class Measure(Top):
    """A statistic worth counting."""

    signature: Signature
    title: Word
    cases: CasesEach


@dataclass(slots=True)
class Counting(Top):
    """A statistic that counts what happens."""

    signature: Signature
    title: Word
    head: Head
    when: Expr | None
    by: Expr | None
    each: Word | None


@dataclass(slots=True)
class Worth(Top):
    """A side's estimate of its standing."""

    parameter: Parameter | NamedParameter
    cases: Cases


@dataclass(slots=True)
class Barred(Listing):
    """With what a scenario cannot be laid out, case by case."""


@dataclass(slots=True)
class FoundLine(Node):
    """What a parameter of a scenario is in a position that somebody has come to."""

    name: Word
    of: Expr


@dataclass(slots=True)
class Found(Listing):
    """How a scenario is recognised in a position that was not laid out."""


@dataclass(slots=True)
class Upshot(Node):
    """How a scenario can come out, case by case."""

    texts: TextCases


@dataclass(slots=True)
class Reported(Node):
    """A figure that is taken when a scenario is over."""

    name: Word
    title: Word
    of: Expr


@dataclass(slots=True)
class Scenario(Top):
    """A named set-up, and what is told of its end."""

    signature: Signature
    title: Word
    barred: Barred | None
    given: Block | None
    begin: Word
    arguments: Arguments | None
    found: Found | None
    upshot: Upshot | None
    reported: tuple[Reported, ...]

    @classmethod
    def make(cls, span: Span, children: list[Any]) -> Self:
        signature, title, barred, given, begin, arguments, found, upshot, *reported = children
        return cls(span, signature, title, barred, given, begin, arguments, found, upshot, tuple(reported))


@dataclass(slots=True)
class Preference(Node):
    """What a policy prefers or avoids."""

    leaning: Word
    head: Head
    when: Expr | None
    by: Expr | None


@dataclass(slots=True)
class Policy(Top):
    """A simple way to play."""

    name: Word
    title: Word
    preferences: tuple[Preference, ...]

    @classmethod
    def make(cls, span: Span, children: list[Any]) -> Self:
        name, title, *preferences = children
        return cls(span, name, title, tuple(preferences))


@dataclass(slots=True)
class StatusLine(Node):
    """Something that is said of where play stands, and when."""

    text: Word
    when: Expr | None


@dataclass(slots=True)
class Status(Top):
    """What is said of a stage, or to a player, where play stands."""

    name: Word
    lines: tuple[StatusLine, ...]

    @classmethod
    def make(cls, span: Span, children: list[Any]) -> Self:
        name, *lines = children
        return cls(span, name, tuple(lines))


@dataclass(slots=True)
class Successes(Top):
    """Which of the dice that an action rolls are hits, and what one and several of them are called."""

    head: Head
    most: Expr
    forms: Strings


@dataclass(slots=True)
class PictureLine(Node):
    """One property of a drawing, and the term that it means."""

    name: Word
    value: Expr | Word
    term: Word | None


@dataclass(slots=True)
class Picture(Top):
    """How the things of a kind are drawn."""

    kind: Word
    lines: tuple[PictureLine, ...]

    @classmethod
    def make(cls, span: Span, children: list[Any]) -> Self:
        kind, *lines = children
        return cls(span, kind, tuple(lines))


@dataclass(slots=True)
class Chart(Top):
    """A procedure that is drawn as a chart, and those that are opened in it."""

    name: Word
    opens: Names | None


@dataclass(slots=True)
class AidLine(Node):
    """Clauses that stand together on the player aid."""

    names: Names


@dataclass(slots=True)
class Aid(Top):
    """What stands on the player aid."""

    lines: tuple[AidLine, ...]

    @classmethod
    def make(cls, span: Span, children: list[Any]) -> Self:
        return cls(span, tuple(children))


@dataclass(slots=True)
class TermLine(Node):
    """A term and its forms."""

    name: Word
    texts: Strings


@dataclass(slots=True)
class Glossary(Top):
    """Terms in one language."""

    language: Word
    lines: tuple[TermLine, ...]

    @classmethod
    def make(cls, span: Span, children: list[Any]) -> Self:
        language, *lines = children
        return cls(span, language, tuple(lines))
