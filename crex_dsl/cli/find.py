"""`crex find`: where the book speaks of something."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from crex_dsl.cli.asked import AsJson, EditionName, GameName, OptionNames, RulePaths, asking_one_of_several, selected

if TYPE_CHECKING:
    from rich.text import Text

    from crex_dsl.lawyer.search import Hit

Words = Annotated[list[str], typer.Argument(metavar="WORDS", hidden=True)]

HIGHLIGHT = "bold yellow"
INDENT = 4


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
    from crex_dsl.lawyer.search import asked_for, search
    from crex_dsl.lawyer.shelf import brief_of

    brief = brief_of(*selected(rules or (), game, edition, option or ()))
    query = " ".join(words)
    with asking_one_of_several(rules or (), game, edition):
        hits = search(brief, query)
    if as_json:
        from crex_dsl.cli.documents import BookDocument, FindDocument

        document = FindDocument(**BookDocument.about(brief), query=query, hits=hits)
        typer.echo(document.model_dump_json(indent=2))
        return
    wanted = asked_for(query)
    for hit in hits:
        _show(hit, wanted)


def _show(hit: Hit, wanted: list[str]) -> None:
    """Print what was found on one line and its excerpt below, so that both can be read on any screen."""
    from rich.padding import Padding
    from rich.text import Text

    from crex_dsl.cli.screen import say

    head = Text(f"{', '.join(hit.numbers)} " if hit.numbers else "")
    if hit.sort == "clause":
        head.append_text(_lit(hit.heading, wanted)).append(", ")
    else:
        head.append(f"{hit.sort} ")
    head.append_text(_lit(hit.id, wanted)).append(f" ({hit.place})", "dim")
    say(head)
    say(Padding(_lit(hit.excerpt, wanted), (0, 0, 0, INDENT)))


def _lit(text: str, wanted: list[str]) -> Text:
    """A text with the words asked for set off."""
    from rich.text import Text

    from crex_dsl.lawyer.search import marks

    made = Text(text)
    for start, end in marks(text, wanted):
        made.stylize(HIGHLIGHT, start, end)
    return made
