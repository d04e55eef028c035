"""`crex show`: a rulebook's clauses, or one clause with everything behind it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from crex_dsl.cli.arguments import AsJson, EditionName, GameName, OptionNames, RulePaths, selected
from crex_dsl.cli.completion import clause_names
from crex_dsl.cli.errors import NoAnswer
from crex_dsl.cli.lookup.headings import show_table
from crex_dsl.system.console import say
from crex_dsl.text.messages import marked, said
from crex_dsl.text.spelling import did_you_mean

if TYPE_CHECKING:
    from rich.tree import Tree

    from crex_dsl.lawyer.records.layer_sheet import ClauseSheet, RulebookSheet, Said, ValueSheet


ClauseArgument = Annotated[str | None, typer.Argument(metavar="CLAUSE", hidden=True, autocompletion=clause_names)]
TreeOption = Annotated[
    bool, typer.Option("--tree", help="Show which layer says what, who overrides whom, and which case wins.")
]


_MARKS = {"off": marked("Off unless a layer enables it."), "wording": marked("Words only: no book prints it.")}


def show(
    clause: ClauseArgument = None,
    game: GameName = None,
    edition: EditionName = None,
    option: OptionNames = None,
    rules: RulePaths = None,
    tree: TreeOption = False,
    as_json: AsJson = False,
) -> None:
    """Show the clauses of a rulebook in order, or one clause in full.

    CLAUSE is a clause's id, or the number under which the edition prints it; a number may stand for several.

    \b
    Examples:
      crex show -e EDITION
      crex show CLAUSE -e EDITION -o OPTION
      crex show --tree CLAUSE
      crex show 3.4 --json
    """
    from crex_dsl.cli.documents import RulebookDocument
    from crex_dsl.lawyer.records.layer_sheet import sheet_of

    book = sheet_of(*selected(rules or (), game, edition, option or ()))
    if clause is not None:
        book.clauses = _found(book, clause)
    if as_json:
        typer.echo(RulebookDocument(rulebook=book).model_dump_json(indent=2))
    elif tree:
        _show_trees(book)
    elif clause is None:
        _show_book(book)
    else:
        for number, sheet in enumerate(book.clauses):
            _show_clause(sheet, book, apart=number > 0)


def _found(book: RulebookSheet, wanted: str) -> list[ClauseSheet]:
    """The clause of that id, or those printed under that number; raises NoAnswer where there is none."""
    found = [sheet for sheet in book.clauses if sheet.id == wanted]
    found = found or [sheet for sheet in book.clauses if wanted in sheet.numbers]
    if found:
        return found
    if wanted in book.gone:
        why = book.gone[wanted]
        raise NoAnswer(
            said("clause `{clause}` is not in force in {rulebook}: {why}", clause=wanted, rulebook=book.name, why=why)
        )
    names = [name for sheet in book.clauses for name in (sheet.id, *sheet.numbers)]
    hint = did_you_mean(wanted, names) or said("`crex show` without a clause lists them all")
    raise NoAnswer(said("{rulebook} has no clause `{clause}`: {hint}", rulebook=book.name, clause=wanted, hint=hint))


def _show_book(book: RulebookSheet) -> None:
    say(f"{book.title}, {book.name}", "bold")
    say()
    rows = [(sheet.number, sheet.heading, sheet.id, sheet.layer) for sheet in book.clauses]
    show_table(("number", "heading", "clause", "layer"), rows, whole=["clause", "layer"])


def _show_clause(sheet: ClauseSheet, book: RulebookSheet, apart: bool) -> None:
    if apart:
        say()
    say(" ".join(filter(None, [sheet.number, sheet.heading])), "bold")
    say(said("{clause}, in {game}, {rulebook}", clause=sheet.id, game=book.title, rulebook=book.name))
    assumed = said("Assumed: {what}", what=sheet.assumed) if sheet.assumed else ""
    mark = said(_MARKS[sheet.mark]) if sheet.mark in _MARKS else ""
    for note in filter(None, (sheet.wording, assumed, mark)):
        say()
        say(note)
    say()
    show_table(("layer", "did", "place"), [(step.layer, step.did, step.place) for step in sheet.history])
    for value in sheet.values:
        say()
        what = {"name": value.name, "type": value.type}
        say(said("{name} is {type}, open" if value.open else "{name} is {type}", **what), "bold")
        rows = [_case(piece, sheet) for piece in value.cases]
        rows += [_case(piece, sheet) for piece in value.adjustments]
        show_table(("layer", "says", "place", ""), rows, whole=["layer"])
    if sheet.touched:
        say()
        say(said("Other clauses about it"), "bold")
        rows = [(piece.clause, _first_line(piece.text), piece.place, piece.layer) for piece in sheet.touched]
        show_table(("clause", "says", "place", "layer"), rows, whole=["clause"])


def _case(piece: Said, sheet: ClauseSheet) -> tuple[str, str, str, str]:
    elsewhere = said("in clause {clause}", clause=piece.clause) if piece.clause != sheet.id else ""
    return piece.layer, piece.text, piece.place, piece.overridden or elsewhere


def _first_line(text: str) -> str:
    first, _, rest = text.partition("\n")
    return f"{first} …" if rest else first


def _show_trees(book: RulebookSheet) -> None:
    for sheet in book.clauses:
        say(_tree(sheet, book))


def _tree(sheet: ClauseSheet, book: RulebookSheet) -> Tree:
    """A clause, the layers that made it, and what each says; what is overridden is dimmed and says by whom."""
    from rich.text import Text
    from rich.tree import Tree

    head = " ".join(filter(None, [sheet.number, sheet.heading]))
    tree = Tree(Text.assemble((sheet.id, "bold"), f" {head}, {book.name}"))
    for step in sheet.history:
        branch = tree.add(Text.assemble((step.layer, "bold"), f" {step.did}", (f" ({step.place})", "dim")))
        for piece in step.says:
            leaf = branch.add(Text(piece.text, "dim" if piece.overridden else ""))
            if piece.overridden or piece.yields:
                leaf.add(Text(piece.overridden or piece.yields or "", "red"))
    others = list(_others(sheet))
    branch = tree.add(Text(said("Other clauses about it"))) if others else tree
    for text, piece in others:
        leaf = branch.add(
            Text.assemble(
                (piece.clause, "bold"), " " + said("of {layer}", layer=piece.layer), (f" ({piece.place})", "dim")
            )
        )
        leaf.add(Text(text))
    for value in sheet.values:
        if value.verdict is not None:
            _add_verdict(tree, value)
    for reading in sheet.readings:
        leaf = tree.add(Text.assemble(said("col-ruling"), " ", (reading.ruling, "bold"), f" {reading.asks}"))
        leaf.add(Text.assemble((reading.reading, "bold"), f" {reading.reason}", (f" ({reading.place})", "dim")))
    return tree


def _add_verdict(tree: Tree, value: ValueSheet) -> None:
    """How a value is found: its cases in the order in which they are asked, those never asked, its adjustments."""
    from rich.text import Text

    branch = tree.add(Text(said("how {name} is found: {verdict}", name=value.name, verdict=value.verdict)))
    for piece in (*value.cases, *value.adjustments):
        style = "dim" if piece.overridden else ""
        words = " ".join(piece.text.split("#")[0].split())
        place = f"{said('{layer} in {clause}', layer=piece.layer, clause=piece.clause)}, {piece.place}"
        leaf = branch.add(Text.assemble((words, style), (f" ({place})", "dim")))
        if piece.overridden or piece.why:
            never = said("never asked: {why}", why=piece.overridden) if piece.overridden else ""
            leaf.add(Text(never or piece.why or "", "red"))


def _others(sheet: ClauseSheet) -> Iterator[tuple[str, Said]]:
    """What other clauses say about what this one declares."""
    for value in sheet.values:
        yield from ((f"{value.name} is {piece.text}", piece) for piece in value.cases if piece.clause != sheet.id)
        yield from ((piece.text, piece) for piece in value.adjustments if piece.clause != sheet.id)
    yield from ((piece.text, piece) for piece in sheet.touched)
