"""`crex rulings`, `crex assumed`: what the books leave open, what we took, and what rests on it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from crex_dsl.cli.arguments import AsJson, EditionName, GameName, Language, RulePaths, asking_one_of_several, one_game
from crex_dsl.cli.completion import rulings_and_clauses
from crex_dsl.cli.lookup.headings import MARKS, SORTS, headings, show_table
from crex_dsl.system.console import say
from crex_dsl.system.report_page import Heading, Line, Page, Rows
from crex_dsl.text.messages import listed_as_said, said

if TYPE_CHECKING:
    from crex_dsl.lawyer.compare.open_questions import Answer, Assumption, Printed, Question
    from crex_dsl.lawyer.search.index import SearchIndex


Words = Annotated[list[str] | None, typer.Argument(metavar="WORDS", hidden=True, autocompletion=rulings_and_clauses)]


def rulings(
    words: Words = None,
    game: GameName = None,
    edition: EditionName = None,
    rules: RulePaths = None,
    language: Language = None,
    as_json: AsJson = False,
) -> None:
    """List the questions that the books leave open: what each could mean, what we took, and why.

    WORDS narrow the answer: the id of a ruling, the id or number of a clause that it is on, or words that it or
    such a clause speaks of, in any form and in any language of the books. Another reading is taken
    with -o RULING=READING wherever a rulebook is named.

    \b
    Examples:
      crex rulings
      crex rulings 6.42 -e EDITION
      crex rulings supply limit
      crex rulings CLAUSE --json
    """
    from crex_dsl.lawyer.compare.open_questions import open_questions_of
    from crex_dsl.lawyer.search.index import search_index_of

    files, index = one_game(rules or (), game, [edition] if edition else [])
    open_questions = open_questions_of(files, index, language or index.edition(edition).language)

    def search_index() -> SearchIndex:
        """All editions, the one that is asked about first; or that one alone."""
        meant = index.select(edition, ())
        others = [each.id for each in index.editions if edition is None and each.id != meant.edition]
        return search_index_of(files, index, [meant, *(index.select(other, ()) for other in others)])

    if edition is not None:
        open_questions.narrow(index.edition(edition).id)
    if words:
        with asking_one_of_several(rules or (), game, edition):
            open_questions.questions = open_questions.about(" ".join(words), search_index)
    if as_json:
        from crex_dsl.cli.documents import RulingsDocument

        document = RulingsDocument(
            game=open_questions.game, title=open_questions.title, rulings=open_questions.questions
        )
        typer.echo(document.model_dump_json(indent=2))
        return
    page = Page()
    if not open_questions.questions:
        page.add(Line(said("Nothing is open here.")))
    for question in open_questions.questions:
        _tell(page, question, [each.id for each in index.editions])
    page.show()


def _tell(page: Page, question: Question, editions: list[str]) -> None:
    where = said("every edition") if question.editions == editions else listed_as_said(question.editions)
    on = listed_as_said([_clause(clause) for clause in question.on])
    page.add(Heading(question.id))
    page.add(
        Line(said("on {clauses}, in {editions} ({place})", clauses=on, editions=where, place=question.place)),
        close=True,
    )
    page.add(Line(question.asks), close=True)
    rows = [(_mark(reading), reading.id, _play(reading, question), reading.reason) for reading in question.readings]
    page.add(Rows(headings(("", "reading", "in play", "rests on")), rows, whole=headings(["reading"])), close=True)
    if question.assumed:
        page.add(Line(said("Assumed: {what}", what=question.assumed)), close=True)


def _clause(clause: Printed) -> str:
    """A clause with its number in the first edition concerned that has one."""
    number = next((numbers[0] for numbers in clause.numbers.values() if numbers), None)
    return f"{clause.id} ({number})" if number else clause.id


def _mark(reading: Answer) -> str:
    return ", ".join(said(MARKS[mark]) for mark in ("taken", "printed", "unplayable") if getattr(reading, mark))


def _play(reading: Answer, question: Question) -> str:
    if not question.plays:
        return said("no change")
    if reading.unplayable:
        return ""
    return said("changes it") if reading.plays else said("as written")


def assumed(
    game: GameName = None,
    edition: EditionName = None,
    rules: RulePaths = None,
    language: Language = None,
    as_json: AsJson = False,
) -> None:
    """List the clauses, tables and rulings that are marked as assumed, with the reason and the place.

    \b
    Examples:
      crex assumed
      crex assumed -g GAME
      crex assumed -e EDITION --json
    """
    from crex_dsl.lawyer.compare.open_questions import open_questions_of

    files, index = one_game(rules or (), game, [edition] if edition else [])
    open_questions = open_questions_of(files, index, language or index.edition(edition).language)
    if edition is not None:
        open_questions.narrow(index.edition(edition).id)
    if as_json:
        from crex_dsl.cli.documents import AssumedDocument

        document = AssumedDocument(
            game=open_questions.game, title=open_questions.title, assumptions=open_questions.assumptions
        )
        typer.echo(document.model_dump_json(indent=2))
        return
    if not open_questions.assumptions:
        say(said("Nothing is assumed here."))
        return
    every = [each.id for each in index.editions]
    columns = ("assumed", "what", "in", "reason", "place")
    show_table(columns, [_row(each, every) for each in open_questions.assumptions], whole=columns[:2])


def _row(assumption: Assumption, editions: list[str]) -> tuple[str, ...]:
    what = assumption.id
    if assumption.sort == "table":
        what = said("{table} in {clause}", table=assumption.id, clause=assumption.clause)
    where = said("every edition") if assumption.editions == editions else ", ".join(assumption.editions)
    return said(SORTS[assumption.sort]), what, where, assumption.reason, assumption.place
