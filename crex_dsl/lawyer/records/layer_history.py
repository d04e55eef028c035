"""What every clause of a rulebook is made of: which layer says what, and which of it stands."""

from __future__ import annotations

import functools
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile

from crex_dsl.language import nodes as n
from crex_dsl.language.diagnostics import Report
from crex_dsl.language.source import Source, Span
from crex_dsl.lawyer.records.build import book_fields, clause_fields
from crex_dsl.lawyer.records.layer_changes import gone
from crex_dsl.lawyer.records.layer_sheet import ClauseSheet, ReadingSheet, RulebookSheet, Said, Step, ValueSheet
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.declarations.builder import build
from crex_dsl.rulebook.files.games import GameFiles
from crex_dsl.rulebook.files.layer_files import GameText
from crex_dsl.rulebook.layers.draft import Contribution, Draft, declared_name
from crex_dsl.rulebook.layers.overlay import overlay
from crex_dsl.rulebook.rulebook import ClauseTerm, Rulebook
from crex_dsl.rulebook.selection.catalogue import parsed
from crex_dsl.rulebook.selection.selection import GameIndex, Selection
from crex_dsl.text.messages import listed_as_said, marked, said

Turn = t.CaseTerm | t.AdjustTerm


def rulebook_sheet(files: GameFiles, index: GameIndex, selection: Selection) -> RulebookSheet:
    """The sheet of one selection; raises a RuleError with every mistake of its rules."""
    text = parsed(files, scripts=False)
    book = build(text, index, selection, Report())
    draft = overlay(text, index, selection, Report())
    anatomy = Anatomy(text, draft, book)
    return RulebookSheet(
        **book_fields(book),
        clauses=[anatomy.clause(clause) for clause in book.clauses.values()],
        gone={name: str(why) for name, why in gone(draft).items()},
    )


@dataclass(frozen=True)
class Touch:
    """What one layer does to one clause."""

    layer: str
    did: str
    span: Span
    items: tuple[n.Item, ...] = ()
    wording: n.Text | None = None
    replaces: bool = False


class Anatomy:
    """Takes the clauses of one rulebook apart."""

    def __init__(self, text: GameText, draft: Draft, book: Rulebook) -> None:
        self.book = book
        self.touches: dict[str, list[Touch]] = {}
        for layer, top in _tops(text, draft):
            for name, touch in _touches(layer, top):
                self.touches.setdefault(name, []).append(touch)
        self.contributions = [(clause.id, each) for clause in draft.active() for each in clause.items]
        self.follows = {
            clause: {str(name) for name in each.item.names}
            for clause, each in self.contributions
            if isinstance(each.item, n.FollowsClause)
        }
        self.rank = {layer: place for place, layer in enumerate(draft.chain)}

    def clause(self, clause: ClauseTerm) -> ClauseSheet:
        """The sheet of one clause."""
        return ClauseSheet(
            **clause_fields(clause),
            history=self._history(clause),
            values=[
                self._value(definition)
                for definition in self.book.world.definitions.values()
                if definition.clause == clause.id
            ],
            touched=list(self._touched(clause)),
            readings=[
                ReadingSheet(
                    ruling=str(ruling.node.name),
                    asks=ruling.node.asks.text,
                    reading=str(ruling.chosen.name),
                    reason=str(ruling.chosen.reason),
                    place=ruling.chosen.name.span.place,
                )
                for ruling in self.book.rulings
                if clause.id in ruling.node.on.items
            ],
        )

    def _history(self, clause: ClauseTerm) -> list[Step]:
        """What each layer did to the clause, and what became of what it says."""
        touches = self.touches.get(clause.id, [])
        replaced = [place for place, touch in enumerate(touches) if touch.replaces]
        worded = next((touch for touch in reversed(touches) if touch.wording is not None), None)
        steps: list[Step] = []
        for place, touch in enumerate(touches):
            step = Step(layer=touch.layer, did=touch.did, place=touch.span.place)
            after = [touches[later] for later in replaced if later > place]
            for item in touch.items:
                piece = _said_at(item.span, touch.layer, clause.id)
                if after:
                    piece.overridden = _by(marked("replaced by {layer} ({place})"), after[0].layer, after[0].span)
                elif isinstance(item, n.Says) and worded is not None:
                    piece.overridden = _by(marked("worded anew by {layer} ({place})"), worded.layer, worded.span)
                else:
                    piece.overridden = self._overridden(item, touch.layer)
                    piece.yields = self._yields(item)
                step.says.append(piece)
            if touch.wording is not None:
                step.says.append(_said_at(touch.wording.span, touch.layer, clause.id))
            steps.append(step)
        return steps

    def _overridden(self, item: n.Item, layer: str) -> str | None:
        """What keeps an item from having any effect."""
        match item:
            case n.Value() | n.Define() | n.FillValue():
                definition = self._definition(item)
                if definition is not None and not any(_kept(case.span, definition) for case in item.cases):
                    return _answered(definition)
            case n.Procedure() | n.FillProcedure():
                procedure = self.book.world.procedures.get(str(item.signature.name))
                if procedure is not None and procedure.layer != layer:
                    winner = self._body(procedure)
                    return _by(marked("said anew by {layer} ({place})"), procedure.layer, winner or procedure.span)
        return None

    def _yields(self, item: n.Item) -> str | None:
        """Whose cases are asked before those of a value that still has some effect, or whose figure is adjusted."""
        if isinstance(item, n.Adjust):
            return self._adjusts(item)
        definition = self._definition(item)
        mine = [place for place, case in enumerate(definition.cases) if _has(item, case.span)] if definition else []
        before = definition.cases[: mine[0]] if definition and mine else []
        if not before:
            return None
        cases = listed_as_said(dict.fromkeys(f"{case.layer} ({case.span.place})" for case in before))
        return said("yields to {cases}", cases=cases)

    def _adjusts(self, item: n.Adjust) -> str | None:
        """What adjusts a figure before an item does."""
        definition = self.book.world.definitions[str(item.name)]
        before = list(takewhile(lambda adjust: adjust.span is not item.span, definition.adjusts))
        if not before:
            return None
        return said("adjusts the figure after {others}", others=listed_as_said(_from(adjust) for adjust in before))

    def _definition(self, item: n.Item) -> t.Definition | None:
        """The value or definition that an item answers."""
        match item:
            case n.Value() | n.Define():
                return self.book.world.definitions.get(str(item.signature.name))
            case n.FillValue():
                return self.book.world.definitions.get(str(item.name))
        return None

    def _body(self, procedure: t.Procedure) -> Span | None:
        """Where the layer that has the last word gives the procedure its steps."""
        for _, contribution in self.contributions:
            item = contribution.item
            if (
                isinstance(item, n.Procedure | n.FillProcedure)
                and item.signature.name == procedure.name
                and contribution.layer == procedure.layer
            ):
                return item.span
        return None

    def _value(self, definition: t.Definition) -> ValueSheet:
        """A value's cases, those that count first, in the order in which they are asked, each with the reason."""
        params = f"({', '.join(var.name for var in definition.params)})" if definition.params else ""
        lost = [
            _said_at(case.span, contribution.layer, clause, _answered(definition))
            for clause, contribution in reversed(self.contributions)
            for case in _cases(contribution, definition.name)
            if not _kept(case.span, definition)
        ]
        lost.sort(key=lambda piece: -self.rank.get(piece.layer, 0))
        return ValueSheet(
            name=f"{definition.name}{params}",
            type=str(definition.type),
            open=definition.open,
            cases=[*self._in_turn(definition.cases, definition.clause), *lost],
            adjustments=self._in_turn(definition.adjusts, definition.clause),
            verdict=_verdict(definition, lost),
        )

    def _in_turn(self, turns: Sequence[Turn], home: str) -> list[Said]:
        """Cases or adjustments in their order, each with what puts it after the one before it."""
        told = [_said_at(turn.span, turn.layer, turn.clause) for turn in turns]
        for piece, (before, turn) in zip(told[1:], pairwise(turns), strict=True):
            piece.why = self._why(before, turn, home)
        return told

    def _why(self, before: Turn, turn: Turn, home: str) -> str:
        """Why one case or adjustment has its turn after another: the last layer answers first and adjusts last."""
        asked = isinstance(turn, t.CaseTerm)
        one, two = (before, turn) if asked else (turn, before)
        if one.layer != two.layer:
            return said(
                "asked after {turn}: {layer} is laid over {below}"
                if asked
                else "adjusts after {turn}: {layer} is laid over {below}",
                turn=_from(before),
                layer=one.layer,
                below=two.layer,
            )
        if one.clause == two.clause:
            return said("asked next, as written" if asked else "adjusts next, as written")
        if asked and turn.clause == home:
            return said(
                "asked after {clause}: in one layer the clause that declares a value answers last", clause=before.clause
            )
        if two.clause in self.follows.get(one.clause, ()):
            why = said("{clause} follows {other}", clause=one.clause, other=two.clause)
        else:
            why = said("{clause} comes later in the rules than {other}", clause=one.clause, other=two.clause)
        return said(
            "asked after {clause}: {why}" if asked else "adjusts after {clause}: {why}", clause=before.clause, why=why
        )

    def _touched(self, clause: ClauseTerm) -> Iterator[Said]:
        """What other clauses say about the actions and procedures of this one, or in exception to it."""
        mine = {str(declared_name(each.item)) for owner, each in self.contributions if owner == clause.id} - {"None"}
        for owner, contribution in self.contributions:
            item = contribution.item
            if owner != clause.id and (
                mine.intersection(_mentioned(item)) or (isinstance(item, n.Except) and item.clause == clause.id)
            ):
                yield _said_at(item.span, contribution.layer, owner)


# ---- layers as written ----
def _tops(text: GameText, draft: Draft) -> Iterator[tuple[str, n.Top]]:
    """Everything that the layers of a draft say, in the order in which they were laid over one another."""
    for layer in draft.chain:
        if layer in text.layers:
            for top in text.layers[layer].tops:
                yield layer, top
        for ruling in draft.rulings:
            if f"{ruling.node.name}={ruling.chosen.name}" == layer:
                for change in ruling.chosen.changes:
                    yield layer, change


def _touches(layer: str, top: n.Top) -> Iterator[tuple[str, Touch]]:
    """The clauses that a piece of a layer is about, and what it does to each."""
    match top:
        case n.Clause():
            yield str(top.name), Touch(layer, said("did-declared"), top.name.span, tuple(top.body or ()))
        case n.Fill() | n.Amend() | n.Replace():
            did = said({n.Fill: "did-filled", n.Amend: "did-amended", n.Replace: "did-replaced"}[type(top)])
            replaces = isinstance(top, n.Replace)
            yield str(top.name), Touch(layer, did, top.name.span, tuple(top.body), replaces=replaces)
        case n.Cite() | n.Unprinted():
            did = said("called unprinted")
            if isinstance(top, n.Cite):
                did = said("cited at {numbers}", numbers=listed_as_said(top.at))
            for name in top.names:
                yield str(name), Touch(layer, did, name.span, wording=top.says)
        case n.Drop() | n.Enable() | n.Absent():
            did = said({n.Drop: "did-dropped", n.Enable: "did-enabled", n.Absent: "did-absent"}[type(top)])
            for name in top.names:
                yield str(name), Touch(layer, did, name.span)


def _cases(contribution: Contribution, name: str) -> Iterable[n.Case]:
    """The cases that an item gives to a value."""
    match contribution.item:
        case n.Value() | n.Define() as item if item.signature.name == name:
            return item.cases
        case n.FillValue() as item if item.name == name:
            return item.cases
    return ()


def _mentioned(item: n.Item) -> set[str]:
    """The actions and procedures that an item bears upon."""
    match item:
        case n.FillProcedure():
            return {str(item.signature.name)}
        case n.Permit() | n.Except() | n.Trigger():
            return {str(item.head.name)}
        case n.Forbid():
            return {str(head.name) for head in item.heads}
    return set()


# ---- which case wins, and why ----
def _verdict(definition: t.Definition, lost: Sequence[Said]) -> str | None:
    """Which case wins and why, in a sentence or two; None where only one thing is said."""
    cases, adjusts, parts = definition.cases, definition.adjusts, []
    last = cases[-1] if cases else None
    if len({(case.layer, case.clause) for case in cases}) == 1 and not lost and not adjusts:
        return None
    if len(cases) > 1:
        parts.append(said("The first case that holds wins, in this order."))
    if lost and last is not None:
        over = list(dict.fromkeys(piece.layer for piece in lost if piece.layer != last.layer))
        parts.append(
            said(
                "{turn} has the last word, because its answer always holds and {layer} is laid over {others}.",
                turn=_from(last),
                layer=last.layer,
                others=listed_as_said(over),
            )
            if over
            else said(
                "{turn} has the last word, because its answer always holds and {clause} goes before {other}.",
                turn=_from(last),
                clause=last.clause,
                other=definition.clause,
            )
        )
    if adjusts:
        several = len(adjusts) > 1
        parts.append(said("The answer is then adjusted, in this order." if several else "The answer is then adjusted."))
    return " ".join(parts) or None


def _from(turn: Turn) -> str:
    return said("{layer} in {clause}", layer=turn.layer, clause=turn.clause)


# ---- words ----
def _said_at(span: Span, layer: str, clause: str, overridden: str | None = None) -> Said:
    return Said(text=_source_text(span), layer=layer, clause=clause, place=span.place, overridden=overridden)


def _by(how: str, layer: str, span: Span) -> str:
    return said(how, layer=layer, place=span.place)


def _kept(span: Span, definition: t.Definition) -> bool:
    return any(case.span is span for case in definition.cases)


def _has(item: n.Item, span: Span) -> bool:
    return isinstance(item, n.Value | n.Define | n.FillValue) and any(case.span is span for case in item.cases)


def _answered(definition: t.Definition) -> str | None:
    """Who answers a value before a case that is never reached."""
    settled = definition.cases[-1] if definition.cases else None
    return _by(marked("overridden by {layer} ({place})"), settled.layer, settled.span) if settled else None


@functools.cache
def _lines(source: Source) -> list[str]:
    return source.text.replace("\r\n", "\n").split("\n")


def _source_text(span: Span) -> str:
    """A piece of a rule file as written, moved to the left margin, without what only follows it."""
    lines = _lines(span.source)[span.line - 1 : span.end_line]
    if span.end_line <= len(_lines(span.source)):
        lines[-1] = lines[-1][: span.end_column - 1]
    lines[0] = " " * (span.column - 1) + lines[0][span.column - 1 :]
    while len(lines) > 1 and (not lines[-1].strip() or lines[-1].lstrip().startswith("#")):
        lines.pop()
    head, *rest = lines
    indent = len(_lines(span.source)[span.line - 1]) - len(_lines(span.source)[span.line - 1].lstrip())
    rest = [line[indent:] if not line[:indent].strip() else line for line in rest]
    return textwrap.dedent(head).rstrip() + "".join(f"\n{line.rstrip()}" for line in rest)
