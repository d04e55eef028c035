"""What a selection says, clause by clause, before anything is resolved."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from crex_dsl.language import nodes
from crex_dsl.language.source import Span, Word
from crex_dsl.rulebook.files.layer_files import GameText
from crex_dsl.rulebook.selection.selection import Selection
from crex_dsl.text.messages import said


@dataclass(frozen=True)
class Burial:
    """How a layer put a clause, or a name that it declares, out of force: a message with its blanks, and where."""

    how: str
    layer: str
    span: Span
    clause: str = ""

    @property
    def note(self) -> tuple[str, Span]:
        """What it says beside its place."""
        return said(self.how, layer=self.layer, clause=self.clause), self.span


@dataclass(eq=False)
class Contribution:
    """An item of a clause, and the layer that says it."""

    item: nodes.Item
    layer: str


@dataclass(eq=False)
class Citation:
    """How an edition treats a clause: cited, unprinted or absent."""

    status: str
    layer: str
    span: Span
    at: list[str] = field(default_factory=list)
    titled: str | None = None
    says: nodes.Text | None = None


@dataclass(eq=False)
class ClauseDraft:
    """A clause as its layers leave it."""

    id: str
    title: str
    layer: str
    span: Span
    mark: str | None
    items: list[Contribution] = field(default_factory=list)
    awake: bool = True
    history: list[tuple[str, str, Span]] = field(default_factory=list)


@dataclass(eq=False)
class RulingDraft:
    """A ruling that concerns the edition, and the reading chosen."""

    node: nodes.Ruling
    layer: str
    chosen: nodes.Reading


@dataclass(eq=False)
class Draft:
    """Everything that one selection says, layer upon layer, not yet resolved."""

    text: GameText
    selection: Selection
    chain: list[str]
    seats: int | None
    language: str  # in which it speaks
    printed: str  # in which the edition's book is
    clauses: dict[str, ClauseDraft] = field(default_factory=dict)
    components: list[Contribution] = field(default_factory=list)
    tools: list[tuple[nodes.Top, str]] = field(default_factory=list)
    examples: list[tuple[nodes.Example, str]] = field(default_factory=list)
    citations: dict[str, Citation] = field(default_factory=dict)
    names: list[tuple[nodes.NameTable, str]] = field(default_factory=list)
    inflections: list[nodes.Inflection] = field(default_factory=list)
    rulings: list[RulingDraft] = field(default_factory=list)
    gone: dict[str, Burial] = field(default_factory=dict)
    loose: frozenset[str] = frozenset()

    def active(self) -> Iterator[ClauseDraft]:
        """The clauses in force, in order."""
        return (clause for clause in self.clauses.values() if clause.awake)


def known_clauses(text: GameText) -> dict[str, Span]:
    """Every clause that any layer of the game declares."""
    found: dict[str, Span] = {}
    for layer in text.layers.values():
        for top in changes(layer.tops):
            if isinstance(top, nodes.Clause):
                found.setdefault(str(top.name), top.name.span)
    return found


def changes(tops: Iterable[nodes.Top]) -> Iterator[nodes.Top]:
    """Pieces of a layer, each ruling with all that its readings would change."""
    for top in tops:
        yield top
        if isinstance(top, nodes.Ruling):
            for reading in top.readings:
                yield from reading.changes


def declared_name(item: nodes.Item) -> Word | None:
    """The name that an item gives to something, or None."""
    match item:
        case (
            nodes.OpenValue()
            | nodes.Value()
            | nodes.Define()
            | nodes.State()
            | nodes.Tally()
            | nodes.SetState()
            | nodes.Action()
            | nodes.Procedure()
            | nodes.OpenProcedure()
            | nodes.Moment()
        ):
            return item.signature.name
        case nodes.Kind() | nodes.Subkind() | nodes.ListedKind() | nodes.Stage():
            return item.name
    return None
