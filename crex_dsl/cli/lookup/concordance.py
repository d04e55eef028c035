"""`crex concordance`: every clause of a game, and where each edition prints it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from crex_dsl.cli.arguments import AsJson, GameName, Markdown, RulePaths, one_game
from crex_dsl.cli.completion import edition_names
from crex_dsl.cli.errors import WrongUsage
from crex_dsl.cli.lookup.headings import headings
from crex_dsl.system.report_page import Page, Rows
from crex_dsl.text.messages import listed_as_said, said

if TYPE_CHECKING:
    from crex_dsl.lawyer.compare.concordance import Concordance, Entry


EditionNames = Annotated[
    list[str] | None,
    typer.Option(
        "--edition",
        "-e",
        metavar="EDITION",
        help="An edition to be shown; may be repeated.",
        autocompletion=edition_names,
    ),
]
ByEdition = Annotated[
    str | None,
    typer.Option(
        "--by",
        metavar="EDITION",
        help="In the order of this edition's book, which comes first.",
        autocompletion=edition_names,
    ),
]
Language = Annotated[
    str | None, typer.Option("--lang", metavar="LANG", help="Headings in this language, from a book that is in it.")
]
AsCsv = Annotated[bool, typer.Option("--csv", help="Answer in CSV, for spreadsheets.")]

ABSENT = "–"


def concordance(
    game: GameName = None,
    edition: EditionNames = None,
    by: ByEdition = None,
    rules: RulePaths = None,
    language: Language = None,
    markdown: Markdown = False,
    as_csv: AsCsv = False,
    as_json: AsJson = False,
) -> None:
    """List every clause of a game with the numbers under which its editions print it.

    A clause that an edition plays without printing it is unprinted there, and – stands for one that it does
    not have; one that comes with an option or a reading names it.

    \b
    Examples:
      crex concordance
      crex concordance -g GAME --by EDITION
      crex concordance -e EDITION -e EDITION --markdown
      crex concordance --csv > clauses.csv
    """
    from crex_dsl.lawyer.compare.concordance import concordance_of

    if markdown + as_csv + as_json > 1:
        raise WrongUsage(said("an answer has one form: take one of --markdown, --csv and --json"))
    files, index = one_game(rules or (), game, [*(edition or ()), *([by] if by else ())])
    found = concordance_of(files, index)
    shown = [index.edition(name).id for name in dict.fromkeys(edition or found.languages)]
    if by is not None:
        first = index.edition(by).id
        found.sort_by(first)
        shown = [first, *(name for name in shown if name != first)]
    if language is not None and language not in found.languages.values():
        known = sorted(set(found.languages.values()))
        raise WrongUsage(
            said(
                "no edition of {game} is in `{language}`: there are {known}",
                game=index.title,
                language=language,
                known=listed_as_said(known),
            )
        )
    rows = _rows(found, shown, language)
    if edition:
        found.languages = {name: found.languages[name] for name in shown}
        for clause in found.clauses:
            clause.entries = {name: clause.entries[name] for name in shown}
    if as_json:
        from crex_dsl.cli.documents import ConcordanceDocument

        typer.echo(ConcordanceDocument(concordance=found).model_dump_json(indent=2))
    elif as_csv:
        _show_csv([(*shown, "heading", "clause"), *rows])
    else:
        page = Page()
        page.add(Rows((*shown, *headings(("heading", "clause"))), rows))
        page.show(markdown)


def _rows(found: Concordance, editions: list[str], language: str | None) -> list[tuple[str, ...]]:
    return [
        (*(_cell(clause.entries[name]) for name in editions), found.heading(clause, language), clause.id)
        for clause in found.clauses
    ]


def _cell(entry: Entry) -> str:
    """Where an edition prints a clause, and what brings it there."""
    if entry.status == "absent":
        return ABSENT
    printed = ", ".join(entry.numbers) or (said("status-unprinted") if entry.status == "unprinted" else entry.status)
    if not entry.options:
        return printed
    brought = said("with {options}", options=listed_as_said(entry.options, "or"))
    return brought if entry.status == "uncited" else f"{printed} ({brought})"


def _show_csv(rows: list[tuple[str, ...]]) -> None:
    import csv
    import io

    sheet = io.StringIO()
    csv.writer(sheet, lineterminator="\n").writerows(rows)
    typer.echo(sheet.getvalue(), nl=False)
