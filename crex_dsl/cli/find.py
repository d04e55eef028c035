"""`crex find`: where the book speaks of something."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from crex_dsl.cli.asked import AsJson, EditionName, GameName, OptionNames, RulePaths, selected

if TYPE_CHECKING:
    from rich.text import Text

Words = Annotated[list[str], typer.Argument(metavar="WORDS", hidden=True)]

HIGHLIGHT = "bold yellow"


def find(
    words: Words,
    game: GameName = None,
    edition: EditionName = None,
    option: OptionNames = None,
    rules: RulePaths = None,
    as_json: AsJson = False,
) -> None:
    """Search headings, wordings, titles, ids, glossary and rulings for words.

    Every word must occur, in any form: case, accents and endings do not matter, and the beginning of a word is
    enough. What has them in its heading comes first.

    \b
    Examples:
      crex find supply limit
      crex find "supply limit" -e EDITION
      crex find ret --json | jq '.hits[].id'
    """
    from crex_dsl.lawyer.search import asked_for, marks, search
    from crex_dsl.lawyer.shelf import brief_of

    brief = brief_of(*selected(rules or (), game, edition, option or ()))
    query = " ".join(words)
    hits = search(brief, query)
    if as_json:
        from crex_dsl.cli.documents import BookDocument, FindDocument

        document = FindDocument(**BookDocument.about(brief), query=query, hits=hits)
        typer.echo(document.model_dump_json(indent=2))
        return
    from crex_dsl.cli.screen import show_table

    wanted = asked_for(query)
    rows = [
        (
            ", ".join(hit.numbers),
            "" if hit.sort == "ruling" else _lit(hit.heading, marks(hit.heading, wanted)),
            _lit(f"{hit.sort} {hit.id}" if hit.sort != "clause" else hit.id, marks(hit.id, wanted), hit.id),
            _lit(hit.excerpt, hit.marks),
            hit.place,
        )
        for hit in hits
    ]
    show_table(("number", "heading", "clause", "says", "place"), rows, whole=["number"])


def _lit(text: str, places: list[tuple[int, int]], within: str | None = None) -> Text:
    """A text with the hits set off; the places may count from where a part `within` it begins."""
    from rich.text import Text

    made = Text(text)
    shift = text.index(within) if within else 0
    for start, end in places:
        made.stylize(HIGHLIGHT, start + shift, end + shift)
    return made
