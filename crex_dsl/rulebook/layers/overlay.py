"""Layers laid over one another: what each clause consists of in one edition with its options."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cached_property

from crex_dsl.language import nodes
from crex_dsl.language.diagnostics import Report
from crex_dsl.language.source import Span, Word
from crex_dsl.rulebook.files.layer_files import GameText, LayerText
from crex_dsl.rulebook.layers.conflicts import adds, equalities, item_points, points, text, turned, weight_points
from crex_dsl.rulebook.layers.draft import (
    Burial,
    Citation,
    ClauseDraft,
    Contribution,
    Draft,
    RulingDraft,
    changes,
    declared_name,
    known_clauses,
)
from crex_dsl.rulebook.selection.selection import EditionInfo, GameIndex, Selection, point_words
from crex_dsl.rulebook.translation.catalogue import translated
from crex_dsl.text.messages import marked, said
from crex_dsl.text.spelling import did_you_mean

DROPPED, ABSENT = marked("dropped by {layer}"), marked("absent from {layer}")


class _Overlay:
    """Applies layers one after the other."""

    def __init__(self, draft: Draft, report: Report) -> None:
        self.draft = draft
        self.report = report
        self.known = known_clauses(draft.text)
        self.touched: dict[tuple[str, str], list[tuple[str, Span, nodes.Node]]] = {}
        self.layer = ""
        self.optional = False

    def apply(self, layer: str, tops: Iterable[nodes.Top], optional: bool) -> None:
        """Apply what one layer says, in order."""
        self.layer, self.optional = layer, optional
        for top in tops:
            self._top(top)

    def _top(self, top: nodes.Top) -> None:
        draft = self.draft
        match top:
            case nodes.Clause():
                self._clause(top)
            case nodes.Fill() | nodes.Amend() | nodes.Replace():
                self._change(top)
            case nodes.Drop():
                for name in top.names:
                    self._drop(name, top)
            case nodes.Enable():
                for name in top.names:
                    self._enable(name, top)
            case nodes.Cite():
                for name in top.names:
                    self._cite(
                        name,
                        Citation("cited", self.layer, top.span, [str(s) for s in top.at], text(top.titled), top.says),
                    )
            case nodes.Unprinted():
                for name in top.names:
                    self._cite(
                        name, Citation("unprinted", self.layer, top.span, titled=text(top.titled), says=top.says)
                    )
            case nodes.Absent():
                for name in top.names:
                    self._absent(name)
            case nodes.NameTable():
                draft.names.append((top, self.layer))
            case nodes.Words():
                pass
            case nodes.Inflection():
                draft.inflections.append(top)
            case nodes.Example():
                draft.examples.append((top, self.layer))
            case nodes.Ruling():
                pass
            case nodes.Item():
                draft.components.append(Contribution(top, self.layer))
                self._touch_items(draft.components[-1:])
            case nodes.Reweighing():
                draft.tools.append((top, self.layer))
                for point in weight_points(top):
                    self._touch(*point)
            case _:
                draft.tools.append((top, self.layer))

    def _clause(self, top: nodes.Clause) -> None:
        name = str(top.name)
        known = self.draft.clauses.get(name)
        if known is not None:
            self.report.error(
                said("clause `{name}` is declared twice", name=name),
                top.name.span,
                said("choose another id, or say `amend` or `replace`"),
                [(said("first here"), known.span)],
            )
            return
        clause = ClauseDraft(name, str(top.title), self.layer, top.name.span, text(top.mark), awake=top.mark != "off")
        clause.history.append((self.layer, "declared", top.name.span))
        clause.items = [Contribution(item, self.layer) for item in top.body or ()]
        self.draft.clauses[name] = clause
        self.draft.gone.pop(name, None)
        self._touch_items(clause.items)

    def _change(self, top: nodes.Fill | nodes.Amend | nodes.Replace) -> None:
        clause = self._known(top.name, "in" if isinstance(top, nodes.Fill) else type(top).__name__.lower())
        if clause is None:
            return
        items = [Contribution(item, self.layer) for item in top.body]
        self._touch("clause", top.name, top)
        if isinstance(top, nodes.Fill):
            for item in top.body:
                if isinstance(item, nodes.Says):
                    self._reword(clause, top.name, item)
                elif not isinstance(item, nodes.FillValue | nodes.FillProcedure | nodes.Table | nodes.TableFrom):
                    self.report.error(
                        said(
                            "`in {clause}` gives cases and bodies to what the clause declares, and its words anew",
                            clause=clause.id,
                        ),
                        item.span,
                        said("say `amend {clause}` to add to the clause", clause=clause.id),
                    )
            clause.history.append((self.layer, "filled", top.name.span))
        elif isinstance(top, nodes.Amend):
            clause.history.append((self.layer, "amended", top.name.span))
        else:
            self._bury(clause, marked("declared by clause {clause}, replaced by {layer} here"), top.name.span)
            clause.title, clause.items = str(top.title), []
            clause.history.append((self.layer, "replaced", top.name.span))
            self._unword(clause.id)
        clause.items += items
        self._touch_items(items)

    def _reword(self, clause: ClauseDraft, name: Word, says: nodes.Says) -> None:
        """Let this layer's words take the place of all that earlier ones say of a clause."""
        self._touch("wording of", name, says)
        clause.items = [c for c in clause.items if not isinstance(c.item, nodes.Says) or c.layer == self.layer]
        self._unword(clause.id)

    def _unword(self, clause: str) -> None:
        """Forget what an earlier layer says of a clause that this one puts in other words."""
        citation = self.draft.citations.get(clause)
        if citation is not None and citation.layer != self.layer:
            self.draft.citations[clause] = replace(citation, says=None)

    def _drop(self, name: Word, top: nodes.Drop) -> None:
        clause = self._known(name, "drop")
        if clause is not None:
            self._touch("clause", name, top)
            inside = marked("declared by clause {clause}, dropped by {layer} here")
            self._remove(clause, DROPPED, inside, name.span)

    def _enable(self, name: Word, top: nodes.Enable) -> None:
        clause = self._known(name, "enable")
        if clause is None:
            return
        if clause.mark != "off":
            self.report.error(
                said("clause `{name}` is not asleep", name=name),
                name.span,
                said("only a clause marked `off` can be enabled"),
                [(said("declared here"), clause.span)],
            )
            return
        self._touch("clause", name, top)
        clause.awake = True
        clause.history.append((self.layer, "enabled", name.span))

    def _cite(self, name: Word, citation: Citation) -> None:
        if name not in self.known:
            self.report.error(
                said("`{name}` is no clause of this game", name=name),
                name.span,
                did_you_mean(name, self.known) or said("cite a clause that some layer declares"),
            )
            return
        known = self.draft.citations.get(str(name))
        if known is not None and known.layer == self.layer and known.status == citation.status == "cited":
            known.at += [place for place in citation.at if place not in known.at]
            known.says = known.says or citation.says
            known.titled = known.titled or citation.titled
        else:
            self.draft.citations[str(name)] = citation

    def _absent(self, name: Word) -> None:
        self._cite(name, Citation("absent", self.layer, name.span))
        clause = self.draft.clauses.get(str(name))
        if clause is not None:
            inside = marked("declared by clause {clause}, absent from {layer} here")
            self._remove(clause, ABSENT, inside, name.span)

    def _known(self, name: Word, verb: str) -> ClauseDraft | None:
        clause = self.draft.clauses.get(str(name))
        if clause is None:
            gone = self.draft.gone.get(str(name))
            self.report.error(
                said("`{verb} {name}` names no clause that is there", verb=verb, name=name),
                name.span,
                None if gone else did_you_mean(name, self.draft.clauses) or said("name a clause of an earlier layer"),
                [gone.note] if gone else (),
            )
        return clause

    def _remove(self, clause: ClauseDraft, how: str, inside: str, span: Span) -> None:
        self._bury(clause, inside, span)
        del self.draft.clauses[clause.id]
        self.draft.gone[clause.id] = Burial(how, self.layer, span)

    def _bury(self, clause: ClauseDraft, how: str, span: Span) -> None:
        """Remember the names that a clause takes with it, for those who still use them."""
        for contribution in clause.items:
            name = declared_name(contribution.item)
            if name is not None:
                self.draft.gone[str(name)] = Burial(how, self.layer, span, clause.id)

    # ---- two options on one point ----
    def _touch_items(self, items: Iterable[Contribution]) -> None:
        for contribution in items:
            for sort, name, node in item_points(contribution.item):
                self._touch(sort, name, node)

    def _touch(self, sort: str, name: Word, node: nodes.Node) -> None:
        if not self.optional:
            return
        others = self.touched.setdefault((sort, str(name)), [])
        for layer, span, other in others:
            if self.meet(layer, node, other):
                order = said(
                    "say `follows {layer}` under option {layer_2}, or let one exclude the other",
                    layer=layer,
                    layer_2=self.layer,
                )
                self.report.error(
                    said(
                        "options `{one}` and `{other}` both touch the {point}, and neither says which goes first",
                        one=layer,
                        other=self.layer,
                        point=point_words(sort, str(name)),
                    ),
                    name.span,
                    order if self.layer in self.draft.text.layers else said("take one of the two"),
                    [(said("option {layer} touches it here", layer=layer), span)],
                )
        others.append((self.layer, name.span, node))

    def meet(self, layer: str, node: nodes.Node, other: nodes.Node) -> bool:
        """Whether what the layer at hand and another one do to one point cannot both be done, with no stated order."""
        return layer != self.layer and not self._ordered(layer) and not self._apart(node, other)

    def _apart(self, one: nodes.Node, other: nodes.Node) -> bool:
        """Whether two changes of one point can never both hold, or commute."""
        match one, other:
            case nodes.Adjust(), nodes.Adjust():
                return adds(one) and adds(other)
            case nodes.FillValue(), nodes.FillValue():
                return all(
                    self._disjoint(dict(equalities(one, mine.when)), dict(equalities(other, theirs.when)))
                    for mine in one.cases
                    for theirs in other.cases
                )
            case nodes.ChangeRow(), nodes.ChangeRow():
                return not {s.name for s in one.settings} & {s.name for s in other.settings}
        added = nodes.Fill | nodes.Amend | nodes.Enable
        return isinstance(one, added) and isinstance(other, added)

    def _disjoint(self, mine: dict[int | str, int | str], theirs: dict[int | str, int | str]) -> bool:
        """Whether two conditions ask one name to be two different numbers or words."""
        for name, one in mine.items():
            other = theirs.get(name, one)
            if one == other or self._names_worked_out & {one, other}:
                continue
            if not (isinstance(one, str) and isinstance(other, str) and turned(one, other)):
                return True
        return False

    @cached_property
    def _names_worked_out(self) -> set[int | str]:
        """Every name of something worked out or remembered: two of them may mean the same."""
        found: set[int | str] = set()
        for layer in self.draft.text.layers.values():
            for top in changes(layer.tops):
                found |= {str(node.name) for node in top.walk() if isinstance(node, nodes.Signature | nodes.Field)}
        return found

    def _ordered(self, other: str) -> bool:
        layers = self.draft.text.layers
        return any(
            first in layers and second in [str(n) for n in layers[first].layer_names(nodes.Follows)]
            for first, second in ((self.layer, other), (other, self.layer))
        )


def clashes(text: GameText) -> Iterator[tuple[str, str, str]]:
    """Readings that cannot be taken with an option or with a reading of another ruling, and what both of them change.

    That two options meet with no stated order is a mistake of the rule files, and told when they are laid over them.
    """
    nothing = Selection(game=text.id, edition="", options=[], readings={}, names=[])
    work = _Overlay(Draft(text, nothing, [], None, "", ""), Report())
    seen: dict[tuple[str, str], list[tuple[str, nodes.Node]]] = {}
    found: dict[tuple[str, str], str] = {}
    for choice, tops in _choices(text):
        work.layer = choice
        for sort, name, node in points(tops):
            others = seen.setdefault((sort, str(name)), [])
            for other, done in others:
                readings = "=" in choice or "=" in other
                if readings and choice.split("=")[0] != other.split("=")[0] and work.meet(other, node, done):
                    found.setdefault((other, choice), f"{sort} `{name}`")
            others.append((choice, node))
    return ((one, two, point) for (one, two), point in found.items())


def _choices(text: GameText) -> Iterator[tuple[str, Iterable[nodes.Top]]]:
    """Every option, and every reading that is not taken anyway, with what it changes."""
    for layer in text.layers.values():
        if layer.sort == "option":
            yield layer.id, layer.tops
        for top in layer.tops:
            if isinstance(top, nodes.Ruling):
                yield from (
                    (f"{top.name}={reading.name}", reading.changes)
                    for reading in top.readings
                    if not reading.taken and not reading.unplayable
                )


def overlay(text: GameText, index: GameIndex, selection: Selection, report: Report) -> Draft:
    """The draft of one selection: base, family, edition, options and readings, in this order."""
    edition = index.edition(selection.edition)
    language = selection.language or edition.language
    text = translated(text, language)
    draft = Draft(text, selection, [], edition.seats, language, edition.language, loose=frozenset(index.loose))
    if language != edition.language:
        _borrow(draft, text, index, edition)
    work = _Overlay(draft, report)
    rulings = {ruling.id for ruling in index.rulings_for(edition)}
    asked: list[tuple[str, nodes.Reading]] = []
    for name in edition.chain:
        layer: LayerText = text.layers[name]
        draft.chain.append(name)
        work.apply(name, layer.tops, optional=False)
        for top in layer.tops:
            if isinstance(top, nodes.Ruling) and str(top.name) in rulings:
                chosen = _chosen(top, selection)
                if chosen is None:
                    continue
                draft.rulings.append(RulingDraft(top, name, chosen))
                label = f"{top.name}={chosen.name}"
                if not chosen.taken:
                    asked.append((label, chosen))
                elif chosen.changes:
                    draft.chain.append(label)
                    work.apply(label, chosen.changes, optional=False)
                _check_on(top, work, report)
    for name in selection.options:
        draft.chain.append(name)
        work.apply(name, text.layers[name].tops, optional=True)
    for label, reading in asked:
        draft.chain.append(label)
        work.apply(label, reading.changes, optional=True)
    return draft


def _borrow(draft: Draft, text: GameText, index: GameIndex, edition: EditionInfo) -> None:
    """Take names and terms from an edition in the language that is spoken, since this edition has them in its own."""
    other = next((other for other in index.editions if other.language == draft.language), None)
    for name in other.chain if other is not None else ():
        for top in text.layers[name].tops if name not in edition.chain else ():
            if isinstance(top, nodes.NameTable) and top.language is None:
                named = replace(top, language=Word.at(draft.language, top.span))
                draft.names.append((named, name))
            elif isinstance(top, nodes.Glossary):
                draft.tools.append((top, name))


def _chosen(ruling: nodes.Ruling, selection: Selection) -> nodes.Reading | None:
    wanted = selection.readings.get(str(ruling.name))
    for reading in ruling.readings:
        if (wanted is None and reading.taken) or reading.name == wanted:
            return reading
    return None


def _check_on(ruling: nodes.Ruling, work: _Overlay, report: Report) -> None:
    for name in ruling.on:
        if name not in work.known:
            report.error(
                said(
                    "ruling `{ruling}` is on `{name}`, which is no clause of this game", ruling=ruling.name, name=name
                ),
                name.span,
                did_you_mean(name, work.known),
            )
