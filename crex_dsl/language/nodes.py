"""What a rule file says, as plain nodes that know where they stand.

Plain dataclasses rather than pydantic models: the grammar has already validated their shape, and a whole
rulebook is parsed in the time that validation alone would take.  They are made by name from Lark's tree, as
`lark.ast_utils` would, except that a span here also knows its file.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Self

from crex_dsl.language.source import Span, Word


@dataclass(slots=True)
class Node:
    """A piece of rule text."""

    span: Span = dataclasses.field(compare=False, repr=False)

    @classmethod
    def make(cls, span: Span, children: list[Any]) -> Self:
        """The node for the grammar's rule of the same name."""
        return cls(span, *children)

    def walk(self) -> Iterator[Node]:
        """This node and every node below it."""
        yield self
        for item in dataclasses.fields(self):
            if item.name != "span":
                yield from _walk(getattr(self, item.name))


def _walk(value: Any) -> Iterator[Node]:
    if isinstance(value, Node):
        yield from value.walk()
    elif isinstance(value, tuple):
        for part in value:
            yield from _walk(part)


@dataclass(slots=True)
class Listing(Node):
    """A node whose children are all of one sort."""

    items: tuple[Any, ...]

    @classmethod
    def make(cls, span: Span, children: list[Any]) -> Self:
        return cls(span, tuple(child for child in children if child is not None))

    def __iter__(self) -> Iterator[Any]:
        return iter(self.items)

    def __len__(self) -> int:
        return len(self.items)


class Expr(Node):
    """An expression."""

    __slots__ = ()


class Statement(Node):
    """A step of a procedure."""

    __slots__ = ()


class TypeNode(Node):
    """A type as written."""

    __slots__ = ()


class Item(Node):
    """Something that stands in a clause."""

    __slots__ = ()


class Top(Node):
    """Something that stands at the left margin of a file."""

    __slots__ = ()


# ---- shared bits ----
@dataclass(slots=True)
class Start(Listing):
    """A whole file."""


@dataclass(slots=True)
class Names(Listing):
    """Names, separated by commas."""


@dataclass(slots=True)
class Layers(Listing):
    """Names of layers, separated by commas."""


@dataclass(slots=True)
class Strings(Listing):
    """Quoted texts, separated by commas."""


@dataclass(slots=True)
class Text(Listing):
    """A wording, over one line or several."""

    @property
    def text(self) -> str:
        """The whole wording on one line."""
        return " ".join(self.items)


@dataclass(slots=True)
class Body(Listing):
    """The items of a clause."""


@dataclass(slots=True)
class Block(Listing):
    """Statements, one after the other."""


@dataclass(slots=True)
class Arguments(Listing):
    """Expressions in brackets after a name."""


@dataclass(slots=True)
class Cases(Listing):
    """The cases of a value, in order."""


@dataclass(slots=True)
class Case(Node):
    """One case: its answer and when it holds (None: always)."""

    answer: Expr
    when: Expr | None = None


@dataclass(slots=True)
class FieldIs(Node):
    """`field is value`."""

    name: Word
    value: Expr


@dataclass(slots=True)
class SettingList(Listing):
    """Several `field is value`."""


# ---- headers ----
@dataclass(slots=True)
class Players(Node):
    """Who plays; how many may sit down."""

    names: Names
    seated: Range | None


@dataclass(slots=True)
class BeginsWith(Node):
    """The procedure that is the game."""

    name: Word


@dataclass(slots=True)
class Chapters(Node):
    """The files of the game in reading order."""

    names: Names


@dataclass(slots=True)
class DefaultGame(Node):
    """This game is meant when none is named."""


@dataclass(slots=True)
class DefaultEdition(Node):
    """This edition is meant when none is named."""

    name: Word


@dataclass(slots=True)
class Language(Node):
    """The language of the wording that follows."""

    name: Word


@dataclass(slots=True)
class Seats(Node):
    """How many players sit down in this layer."""

    count: Word


@dataclass(slots=True)
class Excludes(Node):
    """Options that cannot be taken together with this one."""

    names: Layers


@dataclass(slots=True)
class Needs(Node):
    """Options that this one cannot do without."""

    names: Layers


@dataclass(slots=True)
class Recommends(Node):
    """Options that go well with this one."""

    names: Layers


@dataclass(slots=True)
class Follows(Node):
    """Layers after which this one applies where both touch one point."""

    names: Layers


@dataclass(slots=True)
class Header(Top):
    """The line that says which layer the rest of the file belongs to."""

    name: Word

    @property
    def settings(self) -> tuple[Node, ...]:
        """The indented lines under the header."""
        return ()


@dataclass(slots=True)
class Game(Header):
    """The base layer of a game."""

    title: Word | None
    lines: tuple[Node, ...]

    @classmethod
    def make(cls, span: Span, children: list[Any]) -> Self:
        name, title, *lines = children
        return cls(span, name, title, tuple(line for line in lines if line is not None))

    @property
    def settings(self) -> tuple[Node, ...]:
        return self.lines


@dataclass(slots=True)
class Layer(Header):
    """A family of editions, or another layer that editions share."""

    of: Word
    lines: tuple[Node, ...]

    @classmethod
    def make(cls, span: Span, children: list[Any]) -> Self:
        name, of, *lines = children
        return cls(span, name, of, tuple(line for line in lines if line is not None))

    @property
    def settings(self) -> tuple[Node, ...]:
        return self.lines


@dataclass(slots=True)
class Edition(Header):
    """A printed edition."""

    title: Word
    of: Word
    lines: tuple[Node, ...]

    @classmethod
    def make(cls, span: Span, children: list[Any]) -> Self:
        name, title, of, *lines = children
        return cls(span, name, title, of, tuple(line for line in lines if line is not None))

    @property
    def settings(self) -> tuple[Node, ...]:
        return self.lines


@dataclass(slots=True)
class Option(Header):
    """An optional rule."""

    title: Word
    layers: Layers | None
    lines: tuple[Node, ...]

    @classmethod
    def make(cls, span: Span, children: list[Any]) -> Self:
        name, title, layers, *lines = children
        return cls(span, name, title, layers, tuple(line for line in lines if line is not None))

    @property
    def settings(self) -> tuple[Node, ...]:
        return self.lines


# ---- clauses and changes ----
@dataclass(slots=True)
class Change(Top):
    """What a layer does to one clause."""

    name: Word


@dataclass(slots=True)
class Clause(Change):
    """A new clause."""

    title: Word
    mark: Word | None
    body: Body | None = None


@dataclass(slots=True)
class Fill(Change):
    """Cases and bodies for items that the clause declares."""

    body: Body


@dataclass(slots=True)
class Amend(Change):
    """More items for a clause."""

    body: Body


@dataclass(slots=True)
class Replace(Change):
    """A clause begun anew."""

    title: Word
    body: Body


@dataclass(slots=True)
class Drop(Top):
    """Clauses that no longer exist."""

    names: Names


@dataclass(slots=True)
class Enable(Top):
    """Sleeping clauses that wake."""

    names: Names


@dataclass(slots=True)
class Cite(Top):
    """Where an edition prints clauses, under which heading, in which words."""

    names: Names
    at: Strings
    titled: Word | None
    says: Text | None


@dataclass(slots=True)
class Unprinted(Top):
    """Clauses in force that the edition does not print."""

    names: Names
    says: Text | None


@dataclass(slots=True)
class Absent(Top):
    """Clauses that the edition does not have."""

    names: Names


@dataclass(slots=True)
class Reading(Node):
    """One way to read a question."""

    name: Word
    printed: Word | None
    taken: Word | None
    unplayable: Word | None
    reason: Word
    changes: tuple[Top, ...]

    @classmethod
    def make(cls, span: Span, children: list[Any]) -> Self:
        name, printed, taken, unplayable, reason, *changes = children
        return cls(span, name, printed, taken, unplayable, reason, tuple(c for c in changes if c is not None))


@dataclass(slots=True)
class Ruling(Top):
    """A question that the books leave open, and its readings."""

    name: Word
    on: Names
    layers: Layers | None
    asks: Text
    assumed: Assumed | None
    readings: tuple[Reading, ...]

    @classmethod
    def make(cls, span: Span, children: list[Any]) -> Self:
        name, on, layers, asks, assumed, *readings = children
        return cls(span, name, on, layers, asks, assumed, tuple(readings))


@dataclass(slots=True)
class Says(Item):
    """A clause's wording."""

    text: Text


@dataclass(slots=True)
class Assumed(Item):
    """A mark: what follows rests on an assumption, for this reason."""

    text: Text


@dataclass(slots=True)
class FollowsClause(Item):
    """Clauses after which this one applies where both touch one point."""

    names: Names


# ---- things ----
@dataclass(slots=True)
class Viewer(Node):
    """A player who sees, and when."""

    who: Expr | None
    when: Expr | None


@dataclass(slots=True)
class ViewerAll(Node):
    """Everybody sees, when the condition holds."""

    when: Expr | None


@dataclass(slots=True)
class Guess(Node):
    """What those who do not see may suppose."""

    low: Expr
    high: Expr


@dataclass(slots=True)
class Seen(Node):
    """Who sees a value or an identity."""

    viewers: tuple[Viewer | ViewerAll, ...]
    guess: Guess | None

    @classmethod
    def make(cls, span: Span, children: list[Any]) -> Self:
        *viewers, guess = children
        return cls(span, tuple(viewers), guess)


@dataclass(slots=True)
class Attribute(Node):
    """What every thing of a kind has."""

    manner: Word | None
    name: Word
    type: TypeNode
    starts: Expr | None
    seen: Seen | None


@dataclass(slots=True)
class Identity(Node):
    """Who knows which piece it is."""

    seen: Seen


@dataclass(slots=True)
class Kind(Item):
    """A kind of thing; one that joins others is a link."""

    name: Word
    joins: Word | None
    attributes: tuple[Attribute | Identity, ...]

    @classmethod
    def make(cls, span: Span, children: list[Any]) -> Self:
        name, joins, *attributes = children
        return cls(span, name, joins, tuple(a for a in attributes if a is not None))


@dataclass(slots=True)
class Subkind(Item):
    """Some of the things of a kind, or a kind that stands where another is asked for."""

    name: Word
    of: Word
    where: Expr | None
    attributes: tuple[Attribute | Identity, ...]

    @classmethod
    def make(cls, span: Span, children: list[Any]) -> Self:
        name, of, where, *attributes = children
        return cls(span, name, of, where, tuple(a for a in attributes if a is not None))


@dataclass(slots=True)
class ListedKind(Item):
    """A closed list."""

    name: Word
    names: Names


@dataclass(slots=True)
class Field(Node):
    """What a stage remembers about itself."""

    name: Word
    type: TypeNode
    starts: Expr | None


@dataclass(slots=True)
class Stage(Item):
    """A span of play that owns memory and roles."""

    name: Word
    within: Word | None
    fields: tuple[Field, ...]

    @classmethod
    def make(cls, span: Span, children: list[Any]) -> Self:
        name, within, *fields = children
        return cls(span, name, within, tuple(f for f in fields if f is not None))


@dataclass(slots=True)
class AssumedMark(Node):
    """The reason why a table's rows are assumed."""

    reason: Word


@dataclass(slots=True)
class TableFrom(Item):
    """Rows from a file beside the rule file."""

    name: Word
    file: Word
    assumed: AssumedMark | None


@dataclass(slots=True)
class Row(Node):
    """One row of an inline table, as written."""

    text: Word


@dataclass(slots=True)
class DropRows(Node):
    """Rows that a layer takes out."""

    names: Names


@dataclass(slots=True)
class ChangeRow(Node):
    """One row that a layer changes."""

    name: Word
    settings: SettingList


@dataclass(slots=True)
class Table(Item):
    """Rows written in the rule file, or changes to rows."""

    name: Word
    assumed: AssumedMark | None
    lines: tuple[Row | DropRows | ChangeRow, ...]

    @classmethod
    def make(cls, span: Span, children: list[Any]) -> Self:
        name, assumed, *lines = children
        return cls(span, name, assumed, tuple(lines))


@dataclass(slots=True)
class NameLine(Node):
    """How a language names a thing."""

    name: Word
    texts: Strings


@dataclass(slots=True)
class NameTable(Top):
    """How an edition names things."""

    file: Word | None
    lines: tuple[NameLine, ...]

    @classmethod
    def make(cls, span: Span, children: list[Any]) -> Self:
        file, *lines = children
        return cls(span, file, tuple(line for line in lines if line is not None))


# ---- types ----
@dataclass(slots=True)
class Optional(TypeNode):
    """A type, or nothing."""

    of: TypeNode


@dataclass(slots=True)
class BoolType(TypeNode):
    """Yes or no."""


@dataclass(slots=True)
class NumberType(TypeNode):
    """Any whole number."""


@dataclass(slots=True)
class Range(TypeNode):
    """A whole number between two bounds."""

    low: Word
    high: Word


@dataclass(slots=True)
class KindType(TypeNode):
    """A thing of a kind."""

    name: Word


@dataclass(slots=True)
class AttributeType(TypeNode):
    """The type of a kind's attribute."""

    kind: Word
    name: Word


@dataclass(slots=True)
class EnumType(TypeNode):
    """One of some words."""

    names: tuple[Word, ...]

    @classmethod
    def make(cls, span: Span, children: list[Any]) -> Self:
        return cls(span, tuple(children))


@dataclass(slots=True)
class SetType(TypeNode):
    """Some of the members of a type."""

    of: TypeNode


@dataclass(slots=True)
class ListType(TypeNode):
    """Members of a type in order."""

    of: TypeNode


# ---- figures, words, memory ----
@dataclass(slots=True)
class Parameter(Node):
    """A parameter with its type."""

    name: Word
    type: TypeNode


@dataclass(slots=True)
class NamedParameter(Node):
    """A parameter named by its kind, or by its place in a filled item."""

    name: Word


@dataclass(slots=True)
class SpanParameter(Node):
    """A number between two bounds that may use the parameters before it."""

    name: Word
    low: Expr
    high: Expr


@dataclass(slots=True)
class Signature(Node):
    """A name with its parameters."""

    name: Word
    parameters: tuple[Parameter | NamedParameter | SpanParameter, ...]

    @classmethod
    def make(cls, span: Span, children: list[Any]) -> Self:
        name, *parameters = children
        return cls(span, name, tuple(p for p in parameters if p is not None))


@dataclass(slots=True)
class OpenValue(Item):
    """A value that each edition must say."""

    signature: Signature
    type: TypeNode


@dataclass(slots=True)
class Value(Item):
    """A figure or judgement that editions may change."""

    signature: Signature
    type: TypeNode
    cases: Cases


@dataclass(slots=True)
class Define(Item):
    """A word and what it means."""

    signature: Signature
    type: TypeNode
    cases: Cases


@dataclass(slots=True)
class FillValue(Item):
    """More cases for a value."""

    name: Word
    parameters: Names | None
    cases: Cases


@dataclass(slots=True)
class Adjust(Item):
    """A change to a figure after its case was found."""

    name: Word
    parameters: Names | None
    to: Expr
    when: Expr | None


@dataclass(slots=True)
class State(Item):
    """Memory."""

    signature: Signature
    type: TypeNode
    starts: Expr | None
    per: Word | None
    seen: Seen | None


@dataclass(slots=True)
class Tally(Item):
    """A count that starts at 0."""

    signature: Signature
    per: Word | None


@dataclass(slots=True)
class SetState(Item):
    """A set that starts empty."""

    signature: Signature
    of: Word
    per: Word | None
    seen: Seen | None


# ---- actions ----
@dataclass(slots=True)
class Head(Node):
    """An action, procedure or moment with names for its parameters."""

    name: Word
    names: Names | None


@dataclass(slots=True)
class Action(Item):
    """What can be decided."""

    signature: Signature
    by: Expr | None
    stage: Word
    unordered: Word | None
    text: Word
    block: Block


@dataclass(slots=True)
class Permit(Item):
    """A permission."""

    head: Head
    when: Expr | None


@dataclass(slots=True)
class Forbid(Item):
    """A prohibition."""

    heads: tuple[Head, ...]
    when: Expr | None

    @classmethod
    def make(cls, span: Span, children: list[Any]) -> Self:
        *heads, when = children
        return cls(span, tuple(heads), when)


@dataclass(slots=True)
class Except(Item):
    """An exception to another clause's prohibitions."""

    clause: Word
    head: Head
    when: Expr | None


# ---- procedures and triggers ----
@dataclass(slots=True)
class Procedure(Item):
    """Steps under a name."""

    signature: Signature
    stage: Word | None
    block: Block


@dataclass(slots=True)
class OpenProcedure(Item):
    """Steps that each edition must say."""

    signature: Signature
    stage: Word | None


@dataclass(slots=True)
class FillProcedure(Item):
    """The steps of a procedure, said by a layer."""

    signature: Signature
    block: Block


@dataclass(slots=True)
class Moment(Item):
    """A named instant."""

    signature: Signature
    stage: Word | None


@dataclass(slots=True)
class Trigger(Item):
    """Steps that happen around an event."""

    head: Head
    when: Expr | None
    block: Block


@dataclass(slots=True)
class Before(Trigger):
    """Steps before an event."""


@dataclass(slots=True)
class After(Trigger):
    """Steps after an event."""


@dataclass(slots=True)
class Instead(Trigger):
    """Steps in the place of an event."""


@dataclass(slots=True)
class StageTrigger(Item):
    """Steps at the edge of a stage."""

    stage: Word
    when: Expr | None
    block: Block


@dataclass(slots=True)
class Begins(StageTrigger):
    """Steps when a stage begins."""


@dataclass(slots=True)
class Ends(StageTrigger):
    """Steps when a stage ends, however it ended."""


# ---- statements ----
@dataclass(slots=True)
class Let(Statement):
    """A name for a value of this moment."""

    name: Word
    value: Expr


@dataclass(slots=True)
class Becomes(Statement):
    """Memory gets a value."""

    target: Expr
    value: Expr


@dataclass(slots=True)
class Increase(Statement):
    """Memory grows."""

    target: Expr
    value: Expr


@dataclass(slots=True)
class Decrease(Statement):
    """Memory shrinks."""

    target: Expr
    value: Expr


@dataclass(slots=True)
class Add(Statement):
    """A set gains a member, or members."""

    value: Expr
    target: Expr


@dataclass(slots=True)
class Remove(Statement):
    """A set loses a member, or members."""

    value: Expr
    target: Expr


@dataclass(slots=True)
class Clear(Statement):
    """Memory returns to how it started."""

    target: Expr


@dataclass(slots=True)
class Move(Statement):
    """A thing is put elsewhere."""

    thing: Expr
    to: Expr


@dataclass(slots=True)
class Place(Statement):
    """Named things are put somewhere, with some of their memory."""

    names: tuple[Word, ...]
    at: Expr
    settings: SettingList | None

    @classmethod
    def make(cls, span: Span, children: list[Any]) -> Self:
        *names, at, settings = children
        return cls(span, tuple(names), at, settings)


@dataclass(slots=True)
class Do(Statement):
    """A procedure runs."""

    name: Word
    arguments: Arguments | None


@dataclass(slots=True)
class ElseIf(Node):
    """Another branch."""

    condition: Expr
    block: Block


@dataclass(slots=True)
class Else(Node):
    """The last branch."""

    block: Block


@dataclass(slots=True)
class If(Statement):
    """Branches; the first whose condition holds runs."""

    branches: tuple[ElseIf, ...]
    otherwise: Else | None

    @classmethod
    def make(cls, span: Span, children: list[Any]) -> Self:
        condition, block, *others, otherwise = children
        return cls(span, (ElseIf(condition.span, condition, block), *others), otherwise)


@dataclass(slots=True)
class ForEach(Statement):
    """Steps for each member of a set."""

    binder: Binder
    where: Expr | None
    block: Block


@dataclass(slots=True)
class ForRange(Statement):
    """Steps for each number from one to another."""

    name: Word
    low: Expr
    high: Expr
    block: Block


@dataclass(slots=True)
class While(Statement):
    """Steps as long as a condition holds."""

    condition: Expr
    block: Block


@dataclass(slots=True)
class Repeat(Statement):
    """Steps some number of times."""

    times: Expr
    block: Block


@dataclass(slots=True)
class Offer(Node):
    """An action that may be chosen, some of its arguments given."""

    name: Word
    arguments: Arguments | None


@dataclass(slots=True)
class Offers(Listing):
    """The actions of a choice."""


@dataclass(slots=True)
class Choose(Statement):
    """A player must choose."""

    who: Expr
    offers: Offers
    otherwise: Block | None


@dataclass(slots=True)
class MayChoose(Statement):
    """A player may choose once."""

    who: Expr
    offers: Offers
    decline: Word


@dataclass(slots=True)
class KeepChoosing(Statement):
    """A player may choose until he declines."""

    who: Expr
    offers: Offers
    decline: Word


@dataclass(slots=True)
class Together(Statement):
    """Several players choose, hidden from one another."""

    binder: Binder
    where: Expr | None
    offers: Offers


@dataclass(slots=True)
class Roll(Statement):
    """Dice fall."""

    count: Expr
    sides: Word | None
    name: Word | None


@dataclass(slots=True)
class Draw(Statement):
    """A member of a set at random."""

    name: Word
    source: Expr


@dataclass(slots=True)
class Shuffle(Statement):
    """Members of a set get the numbers from 1 in random order."""

    source: Expr
    by: Word


@dataclass(slots=True)
class OpenStage(Statement):
    """A stage runs."""

    stage: Word
    settings: SettingList | None
    block: Block


@dataclass(slots=True)
class EndStage(Statement):
    """A stage is cut short."""

    stage: Word


@dataclass(slots=True)
class EndWon(Statement):
    """The game is over, won by a player or by several."""

    winners: Expr


@dataclass(slots=True)
class EndDrawn(Statement):
    """The game is over, nobody won."""


@dataclass(slots=True)
class Return(Statement):
    """The procedure is left."""


# ---- expressions ----
@dataclass(slots=True)
class Name(Expr):
    """A bare word."""

    name: Word


@dataclass(slots=True)
class Number(Expr):
    """A whole number."""

    value: Word


@dataclass(slots=True)
class Yes(Expr):
    """Yes."""


@dataclass(slots=True)
class No(Expr):
    """No."""


@dataclass(slots=True)
class List(Expr):
    """Values in order."""

    items: tuple[Expr, ...]

    @classmethod
    def make(cls, span: Span, children: list[Any]) -> Self:
        return cls(span, tuple(child for child in children if child is not None))


@dataclass(slots=True)
class Call(Expr):
    """A name applied to arguments."""

    name: Word
    arguments: Arguments


@dataclass(slots=True)
class Member(Expr):
    """An attribute of a thing."""

    of: Expr
    name: Word


@dataclass(slots=True)
class Not(Expr):
    """The contrary."""

    of: Expr


class _Chain(Expr):
    """Several conditions joined by one word."""

    __slots__ = ()

    @classmethod
    def make(cls, span: Span, children: list[Any]) -> Self:
        first, last = children
        before = first.items if isinstance(first, cls) else (first,)  # type: ignore[attr-defined]
        after = last.items if isinstance(last, cls) else (last,)  # type: ignore[attr-defined]
        return cls(span, (*before, *after))  # type: ignore[call-arg]


@dataclass(slots=True)
class And(_Chain):
    """All hold."""

    items: tuple[Expr, ...]


@dataclass(slots=True)
class Or(_Chain):
    """At least one holds."""

    items: tuple[Expr, ...]


@dataclass(slots=True)
class ElseValue(Expr):
    """An optional value, or what stands in for it."""

    of: Expr
    instead: Expr


@dataclass(slots=True)
class Compare(Expr):
    """Two values compared."""

    left: Expr
    operator: Word
    right: Expr


@dataclass(slots=True)
class Equals(Expr):
    """Two values are the same."""

    left: Expr
    right: Expr


@dataclass(slots=True)
class Differs(Expr):
    """Two values are not the same."""

    left: Expr
    right: Expr


@dataclass(slots=True)
class IsA(Expr):
    """A thing is of a kind."""

    of: Expr
    kind: Word


@dataclass(slots=True)
class MemberIn(Expr):
    """A value is in a set or list."""

    of: Expr
    source: Expr


@dataclass(slots=True)
class NotIn(Expr):
    """A value is not in a set or list."""

    of: Expr
    source: Expr


@dataclass(slots=True)
class CanBy(Expr):
    """A player can choose an action."""

    who: Expr
    action: Word
    arguments: Arguments | None


@dataclass(slots=True)
class Can(Expr):
    """An action can be chosen by whoever it belongs to."""

    action: Word
    arguments: Arguments | None


@dataclass(slots=True)
class Sum(Expr):
    """Two values added or subtracted."""

    left: Expr
    operator: Word
    right: Expr


@dataclass(slots=True)
class Product(Expr):
    """Two values multiplied."""

    left: Expr
    right: Expr


@dataclass(slots=True)
class Quotient(Expr):
    """Two values divided, rounded as it says."""

    left: Expr
    right: Expr
    rounding: Word


@dataclass(slots=True)
class PipsAtMost(Expr):
    """How many dice show at most a number."""

    dice: Expr
    pips: Expr


@dataclass(slots=True)
class PipsAtLeast(Expr):
    """How many dice show at least a number."""

    dice: Expr
    pips: Expr


@dataclass(slots=True)
class PipsEqual(Expr):
    """How many dice show a number."""

    dice: Expr
    pips: Expr


@dataclass(slots=True)
class Enemy(Expr):
    """The other of two players."""

    of: Expr


@dataclass(slots=True)
class Size(Expr):
    """How many members."""

    of: Expr


@dataclass(slots=True)
class Total(Expr):
    """The sum of dice, or of a list of numbers."""

    of: Expr


@dataclass(slots=True)
class Nth(Expr):
    """The member of a list at a place counted from 1, or nothing."""

    place: Expr
    of: Expr


@dataclass(slots=True)
class FirstOf(Expr):
    """The first members of a list."""

    count: Expr
    of: Expr


@dataclass(slots=True)
class LastOf(Expr):
    """The last members of a list."""

    count: Expr
    of: Expr


@dataclass(slots=True)
class Binder(Node):
    """A name that stands for each of several values in turn."""

    name: Word


@dataclass(slots=True)
class BinderNamed(Binder):
    """Every thing of the kind of that name."""


@dataclass(slots=True)
class BinderIn(Binder):
    """Every member of a set or list."""

    source: Expr


@dataclass(slots=True)
class BinderOf(Binder):
    """Every thing of a kind."""

    kind: Word


@dataclass(slots=True)
class Quantified(Expr):
    """Some, every, all, the or count of what a binder ranges over."""

    word: Word
    binder: Binder
    where: Expr | None = None


@dataclass(slots=True)
class NoneOf(Expr):
    """Nothing of what a binder ranges over."""

    binder: Binder
    where: Expr | None = None


@dataclass(slots=True)
class SumOf(Expr):
    """A sum over what a binder ranges over."""

    of: Expr
    binder: Binder
    where: Expr | None = None


@dataclass(slots=True)
class Key(Node):
    """What to have most or least of."""

    extreme: Word
    by: Expr


@dataclass(slots=True)
class Those(Expr):
    """The best, ties included."""

    binder: Binder
    where: Expr | None
    keys: tuple[Key, ...]

    @classmethod
    def make(cls, span: Span, children: list[Any]) -> Self:
        binder, where, *keys = children
        return cls(span, binder, where, tuple(keys))


@dataclass(slots=True)
class SortKey(Node):
    """What to order by."""

    by: Expr
    descending: Word | None


@dataclass(slots=True)
class Order(Expr):
    """A ranking."""

    binder: Binder
    where: Expr | None
    keys: tuple[SortKey, ...]

    @classmethod
    def make(cls, span: Span, children: list[Any]) -> Self:
        binder, where, *keys = children
        return cls(span, binder, where, tuple(keys))


@dataclass(slots=True)
class Reach(Expr):
    """The places within some links of a start."""

    start: Expr
    within: Expr
    by: Binder
    where: Expr | None
    through: Binder
    through_where: Expr


# ---- what tools need ----
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
class Worth(Top):
    """A side's estimate of its standing."""

    parameter: Parameter | NamedParameter
    cases: Cases


@dataclass(slots=True)
class Scenario(Top):
    """A named set-up."""

    signature: Signature
    title: Word
    given: Block | None
    begin: Word
    arguments: Arguments | None


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
class PictureLine(Node):
    """One property of a drawing."""

    name: Word
    value: Expr | Word


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


# ---- examples ----
@dataclass(slots=True)
class SetUp(Statement):
    """A scenario is laid out."""

    name: Word
    arguments: Arguments | None


@dataclass(slots=True)
class GivenBlock(Listing):
    """The statements of a set-up."""


@dataclass(slots=True)
class Given(Node):
    """What is laid out before play."""

    block: GivenBlock


@dataclass(slots=True)
class Outcome(Node):
    """Scripted dice or draws."""

    items: tuple[Name | Number, ...]

    @classmethod
    def make(cls, span: Span, children: list[Any]) -> Self:
        return cls(span, tuple(children))


@dataclass(slots=True)
class Outcomes(Listing):
    """All chance of one deed, in order."""


@dataclass(slots=True)
class Begin(Node):
    """A procedure is begun."""

    name: Word
    arguments: Arguments | None
    outcomes: Outcomes | None


@dataclass(slots=True)
class Deed(Node):
    """A player takes an action."""

    who: Word
    offer: Offer
    outcomes: Outcomes | None


@dataclass(slots=True)
class Deeds(Listing):
    """What is done, in order."""


@dataclass(slots=True)
class Under(Node):
    """The layers that a check is restricted to."""

    layers: Layers


@dataclass(slots=True)
class Legal(Node):
    """An action is legal for a player."""

    action: Word
    arguments: Arguments | None
    who: Word
    under: Under | None


@dataclass(slots=True)
class Refused(Node):
    """An action is refused, and these clauses refuse it."""

    action: Word
    arguments: Arguments | None
    who: Word
    citing: Names
    under: Under | None


@dataclass(slots=True)
class NextIs(Node):
    """Whose decision it is, and about which thing."""

    who: Word
    thing: Word | None
    under: Under | None


@dataclass(slots=True)
class WonBy(Node):
    """The game is over and won."""

    names: Names
    under: Under | None


@dataclass(slots=True)
class DrawnGame(Node):
    """The game is over and drawn."""

    under: Under | None


@dataclass(slots=True)
class Holds(Node):
    """A condition holds."""

    condition: Expr
    under: Under | None


@dataclass(slots=True)
class Checks(Listing):
    """What must be so."""


@dataclass(slots=True)
class Choices(Listing):
    """Options, `ruling=reading` among them."""


@dataclass(slots=True)
class Example(Top):
    """A worked example: given, when, then."""

    title: Word
    on: Names
    source: Layers | None
    at: Strings | None
    options: Choices | None
    parts: tuple[Given | Deeds | Checks, ...]

    @classmethod
    def make(cls, span: Span, children: list[Any]) -> Self:
        title, on, source, at, options, *parts = children
        return cls(span, title, on, source, at, options, tuple(parts))


def _camel(rule: str) -> str:
    return "".join(part.capitalize() for part in rule.strip("_").split("_"))


def node_class(rule: str) -> type[Node]:
    """The node that the grammar's rule of that name makes."""
    found: type[Node] = globals()[_camel(rule)]
    assert issubclass(found, Node)
    return found
