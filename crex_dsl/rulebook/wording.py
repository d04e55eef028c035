"""Words about the rules: each clause's wording with its live values, and the names of things."""

from __future__ import annotations

from collections.abc import Mapping

from crex_dsl.language import nodes as n
from crex_dsl.language.diagnostics import Report
from crex_dsl.language.source import Span, Word
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.declarations.scope import Mistake, Scope, World
from crex_dsl.rulebook.files.table_files import sheet
from crex_dsl.rulebook.layers.draft import ClauseDraft, Draft
from crex_dsl.rulebook.rulebook import ClauseTerm, Rulebook
from crex_dsl.rulebook.terms.evaluate import NotConstant, Work, bits, evaluate
from crex_dsl.rulebook.terms.types import Bool, Enum, Kind, ListOf, Optional, SetOf, Thing, Type
from crex_dsl.rulebook.translation.inflection import Inflection, Noun, noun
from crex_dsl.rulebook.typecheck.expressions import Typer
from crex_dsl.rulebook.typecheck.templates import template
from crex_dsl.text.locale import plural_form
from crex_dsl.text.messages import OWN, Messages, number_as_said, said
from crex_dsl.text.spelling import did_you_mean

MAX_WORDING = 20_000  # characters of one wording with its values

Names = Mapping[Kind, Mapping[int, str]]


def clause_terms(
    draft: Draft, typer: Typer, nouns: Mapping[Kind, Mapping[int, Noun]], report: Report
) -> dict[str, ClauseTerm]:
    """The clauses in force, worded, things by the names of the edition."""
    work = Work()
    names = {kind: {index: called.text for index, called in things.items()} for kind, things in nouns.items()}
    made: dict[str, ClauseTerm] = {}
    for clause in draft.active():
        report.clause = clause.id
        citation = draft.citations.get(clause.id)
        own = {c: c.item.text for c in clause.items if isinstance(c.item, n.Says)}
        said = {c: worded(text, typer, names, work, report) for c, text in own.items()}
        unsaid = _unsaid(draft, clause)
        says = " ".join([*said.values(), *unsaid])
        spoken, wording, language = says, None, None
        if any(text_language(text) for text in own.values()):
            wording, language = says, draft.language
            plain = [worded(_written(text), typer, names, work, report) for text in own.values()]
            says = " ".join([*plain, *_unsaid(draft, clause, written=True)])
        if citation is not None and citation.says is not None:
            since = _since(draft, citation.layer)
            later = [words for c, words in said.items() if c.layer in since]
            cited = worded(citation.says, typer, names, work, report, draft.printed)
            wording, language = " ".join([cited, *later, *unsaid]), draft.printed
        made[clause.id] = ClauseTerm(
            clause.id,
            clause.title,
            clause.layer,
            clause.span,
            clause.mark,
            says,
            spoken,
            _assumed(clause),
            citation,
            wording,
            language or base_language(draft),
        )
    report.clause = None
    return made


def _written(text: n.Text) -> n.Text:
    """A wording as the rule files have it, whatever it is in the language that is spoken."""
    word = text.items[0].written
    return text if word is None else n.Text(word.span, (word,))


def text_language(text: n.Text) -> str | None:
    """The language of a wording that is said in another than the rule files are written in."""
    return next((word.language for word in text), None)


def _since(draft: Draft, layer: str) -> set[str]:
    """The layers that are laid on after one, but for the readings that belong to it."""
    taken = {f"{ruling.node.name}={ruling.chosen.name}" for ruling in draft.rulings if ruling.chosen.taken}
    return set(draft.chain[draft.chain.index(layer) + 1 :]) - taken


def _unsaid(draft: Draft, clause: ClauseDraft, written: bool = False) -> list[str]:
    """What options and chosen readings say of themselves, where they change a clause and leave its words alone.

    It is said in the language that is spoken, or as it is written.
    """

    def told(word: Word) -> str:
        return str((word.written if written else None) or word)

    spoken = {c.layer for c in clause.items if isinstance(c.item, n.Says)}
    changed = dict.fromkeys(layer for layer, did, _ in clause.history if did in ("filled", "amended"))
    readings = {f"{r.node.name}={r.chosen.name}": told(r.chosen.reason) for r in draft.rulings if not r.chosen.taken}
    say, found = Messages(base_language(draft) if written else draft.language), []
    for layer in changed:
        if layer in draft.selection.options and layer not in spoken:
            option = draft.text.layers[layer].header
            line = draft.text.layers[layer].setting(n.Says)
            if isinstance(line, n.Says) and isinstance(option, n.Option):
                words = _written(line.text) if written else line.text
                found.append(say("with-option", option=told(option.title), words=words.text))
        elif layer in readings and layer not in spoken:
            found.append(say("by-reading", reading=layer, words=readings[layer]))
    return found


def base_language(draft: Draft) -> str:
    """The language in which the clauses themselves are worded."""
    line = draft.text.base.setting(n.Language)
    return str(line.name) if isinstance(line, n.Language) else "en"


def _assumed(clause: ClauseDraft) -> str | None:
    reasons = [c.item.text.text for c in clause.items if isinstance(c.item, n.Assumed)]
    reasons += [
        str(c.item.assumed.reason)
        for c in clause.items
        if isinstance(c.item, n.Table | n.TableFrom) and c.item.assumed is not None
    ]
    return " ".join(reasons) or None


def worded(
    text: n.Text | Word, typer: Typer, names: Names, work: Work, report: Report, language: str | None = None
) -> str:
    """A wording with its values filled in, in a language, else its own; a value that play could change is a mistake."""
    try:
        made = template(text, typer, Scope(typer.world))
    except Mistake as mistake:
        mistake.tell(report)
        return str(text) if isinstance(text, Word) else text.text
    parts: list[str] = []
    for part in made.parts:
        if isinstance(part, str):
            parts.append(part)
            continue
        if isinstance(part, t.Inflected):
            report.error(
                said("a wording has names in their plain form only"), part.of.span, said("show it without a form")
            )
            continue
        term = part.number if isinstance(part, t.Plural) else part
        try:
            value = evaluate(term, {}, work)
        except NotConstant as unknown:
            message = unknown.sentence or said("a wording quotes only what is fixed for the edition")
            report.error(message, term.span, said("quote a value, not memory"))
            continue
        if isinstance(part, t.Plural):
            form = min(plural_form(language or part.language, value), len(part.forms) - 1)
            parts.append(part.forms[form])
        else:
            parts.append(shown(value, term.type, names))
        if sum(map(len, parts)) > MAX_WORDING:
            report.error(
                said(
                    "this wording comes to more than {max_wording} characters", max_wording=number_as_said(MAX_WORDING)
                ),
                text.span,
                said("quote less, or say less"),
            )
            break
    return "".join(parts)


def shown(value: int, of: Type, names: Names) -> str:
    """A value as a reader sees it, things by their names where they have one, else by their ids."""
    match of:
        case Bool():
            return "yes" if value else "no"
        case Enum(words=words):
            return words[value] if value < len(words) else "nothing"
        case Thing(kind=kind):
            ids = kind.root.ids
            return names.get(kind.root, {}).get(value, ids[value]) if value < len(ids) else "nothing"
        case Optional(of=inner):
            return shown(value, inner, names)
        case SetOf(of=inner):
            return ", ".join(shown(v, inner, names) for v in bits(value)) or "nothing"
        case ListOf(of=inner):
            return ", ".join(shown(v, inner, names) for v in value)  # type: ignore[attr-defined]
    return str(value)


def thing_nouns(draft: Draft, world: World, report: Report) -> dict[Kind, dict[int, Noun]]:
    """How the edition names things: its name tables over those of its language, over the `name` columns.

    A table for all editions of a language may name what one of them does without.
    """
    named = {kind: {index: Noun(text) for index, text in rows.items() if text} for kind, rows in world.displays.items()}
    tables = [table for table, _ in draft.names if (table.language or draft.printed) == draft.language]
    for table in sorted(tables, key=lambda table: table.language is None):
        for name, called in _name_rows(table, world.inflection, report):
            found = world.things(str(name))
            if not found and table.language is None:
                known = [alias for kind in world.kinds.values() for alias in kind.aliases]
                report.error(said("nothing is called `{name}`", name=name), name.span, did_you_mean(name, known))
            for kind, index in found:
                named.setdefault(kind, {})[index] = called
    return named


def kind_nouns(draft: Draft, world: World, report: Report) -> dict[str, Noun]:
    """What one of a kind is called in the language of the rules, where its glossary says so."""
    found: dict[str, Noun] = {}
    for top, _ in draft.tools:
        if isinstance(top, n.Glossary) and top.language == draft.language:
            for line in top.lines:
                made = noun(line, world.inflection, report)
                if draft.language != OWN and (line.name in world.kinds or made.forms):
                    found[str(line.name)] = made
    return found


def missing_forms(book: Rulebook) -> list[tuple[str, str, Span]]:
    """The forms of names that texts ask for and nobody says: which form, of what, and where it is first asked for."""
    found: list[tuple[str, str, Span]] = []
    for (name, form), span in book.world.inflection.asked.items():
        kind = book.world.kinds[name]
        nouns = book.nouns.get(kind.root, {})
        things = [kind.root.ids[index] for index in bits(kind.mask) if form not in nouns.get(index, Noun("")).forms]
        found += [(form, thing, span) for thing in things]
        covered = book.kind_nouns.get(name) or book.kind_nouns.get(kind.root.name) or Noun("")
        if kind.root in book.world.identities and form not in covered.forms:
            found.append((form, name, span))
    return found


def _name_rows(table: n.NameTable, how: Inflection, report: Report) -> list[tuple[Word, Noun]]:
    rows = [(line.name, noun(line, how, report)) for line in table.lines]
    if table.file is None:
        return rows
    try:
        cells_of = [cells for cells in sheet(table.file) if len(cells) > 1 and cells[1]]
        return [*((cells[0], Noun(str(cells[1]))) for cells in cells_of), *rows]
    except Mistake as mistake:
        mistake.tell(report)
        return rows
