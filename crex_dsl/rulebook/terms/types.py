"""The types of the rule language, and what may stand where another is asked for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, dataclass_transform

from crex_dsl.text.messages import said

if TYPE_CHECKING:
    from crex_dsl.language.source import Span
    from crex_dsl.rulebook.terms import FixedAttribute, State


@dataclass_transform(eq_default=False, field_specifiers=(field,))
class Entity:
    """Something that is only the same as itself, whatever it holds: what derives from it is such a dataclass."""

    def __init_subclass__(cls) -> None:
        dataclass(eq=False)(cls)


class Kind(Entity):
    """A kind of thing; its members are numbered within its root kind."""

    name: str
    span: Span | None
    parent: Kind | None = None
    joins: Kind | None = None
    ids: list[str] = field(default_factory=list)
    aliases: dict[str, int] = field(default_factory=dict)
    mask: int = 0
    fixed: dict[str, FixedAttribute] = field(default_factory=dict)
    changing: dict[str, State] = field(default_factory=dict)
    placed: State | None = None
    rows_filled: bool = False

    def __repr__(self) -> str:
        return f"<kind {self.name}>"

    @property
    def lineage(self) -> Iterator[Kind]:
        """This kind and those that it belongs to, the narrowest first."""
        kind: Kind | None = self
        while kind is not None:
            yield kind
            kind = kind.parent

    @property
    def root(self) -> Kind:
        """The kind that numbers the members."""
        return self if self.parent is None else self.parent.root

    @property
    def count(self) -> int:
        """How many members the root kind has: the room that an index needs, and the code of nothing."""
        return len(self.root.ids)

    @property
    def members(self) -> list[int]:
        """The indices of the members."""
        return [index for index in range(self.count) if self.mask >> index & 1]

    @property
    def linked(self) -> Kind | None:
        """What the things of this kind join, where they are links."""
        return next((kind.joins for kind in self.lineage if kind.joins is not None), None)

    def is_within(self, other: Kind) -> bool:
        """Whether every member of this kind is a member of `other`, by declaration."""
        return any(kind is other for kind in self.lineage)

    def attribute(self, name: str) -> FixedAttribute | State | None:
        """The attribute of that name, here or in the kinds that this one belongs to."""
        found = (kind.fixed.get(name) or kind.changing.get(name) for kind in self.lineage)
        return next((attribute for attribute in found if attribute is not None), None)

    def attribute_names(self) -> list[str]:
        """The names of all attributes, own and inherited."""
        inherited = self.parent.attribute_names() if self.parent else []
        return [*inherited, *self.fixed, *self.changing]


@dataclass_transform(frozen_default=True)
class Type:
    """The type of a value: a dataclass that never changes, like all sorts of types."""

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True)(cls)

    def __str__(self) -> str:
        return said("a value")


class Number(Type):
    """A whole number, perhaps within bounds."""

    low: int | None = None
    high: int | None = None

    def __str__(self) -> str:
        if self.low is None or self.high is None:
            return said("a number")
        if self.low == self.high:
            return said("the number {number}", number=self.low)
        return said("a number {low}..{high}", low=self.low, high=self.high)


class Bool(Type):
    """Yes or no."""

    def __str__(self) -> str:
        return said("value-yes-or-no")


class Enum(Type):
    """One of some words."""

    name: str
    words: tuple[str, ...]

    def __str__(self) -> str:
        return said("one of {words}", words=" | ".join(self.words))


class Thing(Type):
    """A thing of a kind."""

    kind: Kind

    def __str__(self) -> str:
        return said("a {kind}", kind=self.kind.name)


class Optional(Type):
    """A thing or word, or nothing."""

    of: Type

    def __str__(self) -> str:
        return said("{value} or nobody" if is_player(self.of) else "{value} or nothing", value=self.of)


class SetOf(Type):
    """Some things of a kind, or some words."""

    of: Type

    def __str__(self) -> str:
        return said("a set of {what}", what=plain(self.of))


class ListOf(Type):
    """Values in order."""

    of: Type

    def __str__(self) -> str:
        return said("a list of {what}", what=plain(self.of))


class Dice(Type):
    """Thrown dice."""

    sides: int = 6

    def __str__(self) -> str:
        return said("thrown dice")


class Nothing(Type):
    """The type of `nothing` before it is known what is missing."""

    def __str__(self) -> str:
        return said("value-nothing")


class Unknown(Type):
    """The type of what has already been reported as a mistake."""

    def __str__(self) -> str:
        return said("something unknown")


NUMBER = Number()
BOOL = Bool()


def plain(of: Type) -> str:
    """A type's name without its article."""
    return str(of).removeprefix("a ")


def is_player(of: Type) -> bool:
    """Whether the type is that of players."""
    return isinstance(of, Thing) and of.kind.root.name == "player"


def solid(of: Type) -> Type:
    """The type without `or nothing`."""
    return of.of if isinstance(of, Optional) else of


def cardinality(of: Type) -> int | None:
    """How many values the type has when they can be counted, `nothing` not among them."""
    match of:
        case Thing(kind):
            return kind.count
        case Enum(_, words):
            return len(words)
        case Bool():
            return 2
        case Number(int(low), int(high)):
            return high - low + 1
        case Optional(inner):
            return cardinality(inner)
    return None


def fits(given: Type, asked: Type) -> bool:
    """Whether a value of type `given` may stand where `asked` is asked for (ranges are checked apart)."""
    if isinstance(given, Unknown) or isinstance(asked, Unknown):
        return True
    match asked:
        case Number():
            return isinstance(given, Number)
        case Bool():
            return isinstance(given, Bool)
        case Enum():
            return given == asked
        case Thing(kind):
            return isinstance(given, Thing) and given.kind.is_within(kind)
        case Optional(inner):
            return isinstance(given, Nothing) or fits(solid(given), inner)
        case SetOf(inner):
            return isinstance(given, SetOf) and fits(given.of, inner)
        case ListOf(inner):
            return isinstance(given, ListOf) and fits(given.of, inner)
        case Dice(sides):
            return isinstance(given, Dice) and given.sides == sides
        case Nothing():
            return isinstance(given, Nothing | Optional)
    return False


def comparable(left: Type, right: Type) -> bool:
    """Whether asking if two values are the same makes sense."""
    left, right = solid(left), solid(right)
    if isinstance(left, Unknown | Nothing) or isinstance(right, Unknown | Nothing):
        return True
    if isinstance(left, Thing) and isinstance(right, Thing):
        return left.kind.root is right.kind.root
    return fits(left, right) or fits(right, left)


def join(left: Type, right: Type) -> Type | None:
    """The narrowest type that both fit, or None."""
    if isinstance(left, Unknown):
        return right
    if isinstance(right, Unknown):
        return left
    if isinstance(left, Nothing):
        return right if isinstance(right, Optional | Nothing) else Optional(right)
    if isinstance(right, Nothing):
        return left if isinstance(left, Optional) else Optional(left)
    if isinstance(left, Optional) or isinstance(right, Optional):
        inner = join(solid(left), solid(right))
        return None if inner is None else Optional(inner)
    if isinstance(left, Number) and isinstance(right, Number):
        if None in (left.low, left.high, right.low, right.high):
            return NUMBER
        assert left.low is not None and right.low is not None and left.high is not None and right.high is not None
        return Number(min(left.low, right.low), max(left.high, right.high))
    if isinstance(left, Thing) and isinstance(right, Thing):
        return next((Thing(kind) for kind in left.kind.lineage if right.kind.is_within(kind)), None)
    for sort in (SetOf, ListOf):
        if isinstance(left, sort) and isinstance(right, sort):
            inner = join(left.of, right.of)
            return None if inner is None else sort(inner)
    return left if left == right else None
