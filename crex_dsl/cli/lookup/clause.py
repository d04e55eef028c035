"""`crex clause`: what the book says under a number, a heading, an id or a ruling, and all that bears on it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from crex_dsl.cli.arguments import (
    AsJson,
    EditionName,
    GameName,
    OptionNames,
    RulePaths,
    asking_one_of_several,
    selected,
)
from crex_dsl.cli.completion import language_names, references
from crex_dsl.cli.errors import WrongUsage
from crex_dsl.text.messages import listed_as_said, said

if TYPE_CHECKING:
    from crex_dsl.lawyer.records.models import RulebookRecord
    from crex_dsl.rulebook.selection.selection import GameIndex


Reference = Annotated[str, typer.Argument(metavar="REF", hidden=True, autocompletion=references)]
Language = Annotated[
    str | None,
    typer.Option(
        "--lang",
        metavar="LANGUAGE",
        help="Give the wording in this language, from another edition where this one has none.",
        autocompletion=language_names,
    ),
]
AsWritten = Annotated[bool, typer.Option("--source", help="Show what clauses do in the words of the rule files.")]


def clause(
    reference: Reference,
    game: GameName = None,
    edition: EditionName = None,
    option: OptionNames = None,
    rules: RulePaths = None,
    language: Language = None,
    source: AsWritten = False,
    as_json: AsJson = False,
) -> None:
    """Look up a clause or ruling: its words, what the engine enforces, and all that bears on it.

    REF is a number that the edition prints, a heading, the id of a clause, or the id of a ruling, in any short
    form that fits only one; case and accents do not matter. What the edition does not have is looked for in the
    other editions of the game, and what is off unless an option is taken is told with that option. A number shows
    every clause that is printed under it, those that only touch on it last, and the numbers below it.

    \b
    Examples:
      crex clause 6.42
      crex clause 6.42 -e EDITION -o OPTION
      crex clause "HEADING"
      crex clause CLAUSE --lang pl
      crex clause CLAUSE --source
      crex clause RULING --json
    """
    from crex_dsl.lawyer.lookup.answer import lookup_answer
    from crex_dsl.lawyer.lookup.reference import look_up
    from crex_dsl.lawyer.records.store import other_editions, record_of, retold, woken

    files, index, selection = selected(rules or (), game, edition, option or ())
    record = record_of(files, index, selection)
    if language is not None:
        _check_language(language, index, record)
    others = other_editions(files, index, selection)
    with asking_one_of_several(rules or (), game, edition):
        found = look_up(record, others, reference, partial(woken, files, index))
    opinion = lookup_answer(record, others(), partial(retold, files, index), found, reference, language)
    if as_json:
        from crex_dsl.cli.documents import BookDocument, ClauseDocument

        typer.echo(ClauseDocument(**BookDocument.about(record), **dict(opinion)).model_dump_json(indent=2))
        return
    from crex_dsl.cli.lookup.clause_text import show

    show(opinion, record, source, language)


def _check_language(language: str, index: GameIndex, record: RulebookRecord) -> None:
    known = dict.fromkeys([record.base_language, *index.languages()])
    if language not in known:
        raise WrongUsage(
            said(
                "{index} has no words in `{language}`: choose {known}",
                index=index.title,
                language=language,
                known=listed_as_said(known, "or"),
            )
        )
