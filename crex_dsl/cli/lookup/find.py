"""`crex find`: where the books speak of something."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated

import typer

from crex_dsl.cli.arguments import AsJson, EditionName, GameName, OptionNames, RulePaths, games, selected
from crex_dsl.cli.completion import language_names
from crex_dsl.cli.errors import WrongUsage
from crex_dsl.cli.lookup.headings import SORTS
from crex_dsl.system.console import console, say
from crex_dsl.text.messages import apart, listed_as_said, marked, said

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

    from crex_dsl.lawyer.search.index import SearchIndex, Standing
    from crex_dsl.lawyer.search.query import Query
    from crex_dsl.lawyer.search.search import Hit
    from crex_dsl.rulebook.files.games import GameFiles
    from crex_dsl.rulebook.selection.selection import GameIndex, Selection


Words = Annotated[list[str], typer.Argument(metavar="WORDS", hidden=True)]
Language = Annotated[
    str | None,
    typer.Option(
        "--lang", metavar="LANGUAGE", help="Only what is said in this language.", autocompletion=language_names
    ),
]
Limit = Annotated[
    int | None,
    typer.Option(
        "--limit", metavar="N", min=1, help="At most so many hits; else what fits the screen, and all in a pipe."
    ),
]

HIGHLIGHT = "bold yellow"
INDENT = 4
BELOW = 3  # lines of a screen that stay free for what is said below the hits


def find(
    words: Words,
    game: GameName = None,
    edition: EditionName = None,
    option: OptionNames = None,
    rules: RulePaths = None,
    language: Language = None,
    limit: Limit = None,
    as_json: AsJson = False,
) -> None:
    """Search the books for words: numbers, headings, wordings, rulings, options, terms, examples.

    All editions of the game are searched at once, in all their languages, unless one is named; what the edition
    that is meant says comes first. Ask in whole questions or in a few words: case, accents and endings do not
    matter, and the beginning of a word is enough. What the glossary has for a word in other languages is found
    too, after all that has the word itself; what has only some of the words where nothing better has them all.

    \b
    Examples:
      crex find supply limit
      crex find "supply limit" -e EDITION
      crex find limit --lang LANGUAGE --limit 5
      crex find ret --json | jq '.hits[].id'
    """
    from crex_dsl.lawyer.lookup.reference import NotFound
    from crex_dsl.lawyer.search.index import search_index_of
    from crex_dsl.lawyer.search.query import query_of
    from crex_dsl.lawyer.search.search import nothing, search, shortcoming, unfound

    asked = " ".join(words)
    files, index, selection = selected(rules or (), game, edition, option or ())
    search_index = search_index_of(files, index, _searched(index, selection, alone=edition is not None))
    if language is not None:
        _check_language(search_index, language)
    query = query_of(search_index, asked, language)
    hits = search(search_index, query)
    if not hits:
        others = [other for other in games(rules or (), None) if game is None and other.id != files.id]
        instead = _in_editions(files, index, selection, query) if edition is not None else _in_games(others, asked)
        raise NotFound(nothing(search_index, query) + instead if instead else unfound(search_index, query))
    if as_json:
        from crex_dsl.cli.documents import FindDocument

        document = FindDocument(
            game=search_index.game,
            title=search_index.title,
            edition=selection.edition,
            options=selection.names,
            language=search_index.editions[selection.edition],
            query=asked,
            editions=list(search_index.editions),
            unknown=[query.typed[number] for number in query.strange],
            found=len(hits),
            hits=hits[:limit],
        )
        typer.echo(document.model_dump_json(indent=2))
        return
    _show(hits, query, search_index, limit)
    note = shortcoming(search_index, query, hits)
    if note:
        say(note, "dim")


def _searched(index: GameIndex, selection: Selection, alone: bool) -> list[Selection]:
    """The rulebook that is meant, and unless it is named alone the other editions with those options they take."""
    if alone:
        return [selection]
    others = [edition.id for edition in index.editions if edition.id != selection.edition]
    return [selection, *(_with(index, edition, selection.names) for edition in others)]


def _with(index: GameIndex, edition: str, options: list[str]) -> Selection:
    """An edition with as many of some options as go with it, the first ones first."""
    from crex_dsl.rulebook.selection.selection import SelectionError

    taken = index.select(edition, ())
    for option in options:
        try:
            taken = index.select(edition, [*taken.names, option])
        except SelectionError:
            continue
    return taken


def _check_language(search_index: SearchIndex, language: str) -> None:
    if language not in search_index.words:
        raise WrongUsage(
            said(
                "nothing in {rulebook} is in `{language}`: choose {known}",
                rulebook=search_index.name,
                language=language,
                known=listed_as_said(sorted(search_index.words), "or"),
            )
        )


def _in_editions(files: GameFiles, index: GameIndex, selection: Selection, query: Query) -> str:
    """Which other editions have what was not found, and how to ask them; nothing where none has."""
    from crex_dsl.lawyer.search.index import search_index_of
    from crex_dsl.lawyer.search.query import query_of
    from crex_dsl.lawyer.search.search import search

    search_index = search_index_of(files, index, _searched(index, selection, alone=False))
    hits = search(search_index, query_of(search_index, " ".join(query.words)))
    found = {hit.edition for hit in hits if not hit.missing} - {selection.edition}
    having = [edition for edition in search_index.editions if edition in found]
    return _but(having, said("leave out -e")) if having else ""


def _in_games(others: list[GameFiles], asked: str) -> str:
    """Which other games have what was not found, and how to ask them; nothing where none has."""
    from crex_dsl.language.diagnostics import RuleError
    from crex_dsl.lawyer.search.index import search_index_of
    from crex_dsl.lawyer.search.query import query_of
    from crex_dsl.lawyer.search.search import search
    from crex_dsl.rulebook.selection.catalogue import index_of

    having: dict[str, str] = {}
    for files in others:
        with suppress(RuleError):
            index = index_of(files)
            search_index = search_index_of(files, index, _searched(index, index.select(None, ()), alone=False))
            if search(search_index, query_of(search_index, asked)):
                having[files.id] = search_index.title
    return _but(having.values(), said("ask with -g {games}", games=listed_as_said(having, "or"))) if having else ""


def _but(having: Collection[str], how: str) -> str:
    sentence = marked(", but {names} does: {how}") if len(having) == 1 else marked(", but {names} do: {how}")
    return said(sentence, names=listed_as_said(having), how=how)


# ---- on the screen ----
def _show(hits: list[Hit], query: Query, search_index: SearchIndex, limit: int | None) -> None:
    """Print each hit on one line and its excerpt below; on a terminal no more than it can hold."""
    screen = console()
    room = screen.height - BELOW if screen.is_terminal and limit is None else None
    shown = 0
    for hit in hits[:limit]:
        lines = list(_lines(hit, query, search_index))
        if room is not None:
            room -= sum(len(screen.render_lines(line)) for line in lines)
            if room < 0 and shown:
                break
        for line in lines:
            say(line)
        shown += 1
    if shown < len(hits):
        say(said("{more} more: --limit {all} shows all", more=len(hits) - shown, all=len(hits)), "dim")


def _lines(hit: Hit, query: Query, search_index: SearchIndex) -> Iterator[RenderableType]:
    from rich.padding import Padding

    language = search_index.editions[hit.edition]
    named = [number for number in hit.numbers if number != hit.heading]
    head = _lit(", ".join(named), language, query).append(" " if named else "")
    if hit.sort == "clause":
        head.append_text(_lit(hit.heading, language, query)).append(", ")
    else:
        head.append(said(SORTS[hit.sort]))
    if hit.sort != "example":  # which is shown by its title, below
        head.append(" " if hit.sort != "clause" else "").append_text(_lit(hit.id, search_index.base_language, query))
    if len(search_index.editions) > 1:
        head.append(said(", in {edition}", edition=hit.edition))
    if hit.options:
        head.append(" " + said("with {options}", options=listed_as_said(hit.options, "or")))
    if len(search_index.editions) > 1:
        also = apart(_standing(standing, hit) for standing in hit.also)
        head.append(" " + said("(also {editions})", editions=also) if also else "", "dim")
    yield head
    yield Padding(_lit(hit.excerpt, hit.language, query), (0, 0, 0, INDENT))


def _standing(standing: Standing, hit: Hit) -> str:
    """Another edition, and its number or word for the same."""
    told = standing.heading if hit.sort == "term" else ", ".join(standing.numbers)
    return f"{standing.edition} {told}".rstrip()


def _lit(text: str, language: str, query: Query) -> Text:
    """A text with the words asked for set off."""
    from rich.text import Text

    from crex_dsl.lawyer.search.search import marks

    made = Text(text)
    for start, end in marks(text, language, query):
        made.stylize(HIGHLIGHT, start, end)
    return made
