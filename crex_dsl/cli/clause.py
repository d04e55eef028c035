"""`crex clause`: what the book says under a number, an id or a ruling."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from crex_dsl.cli.asked import AsJson, EditionName, GameName, OptionNames, RulePaths, asking_one_of_several, selected
from crex_dsl.cli.completion import references

if TYPE_CHECKING:
    from crex_dsl.lawyer.brief import Brief, ClauseBrief, RulingBrief

Reference = Annotated[str, typer.Argument(metavar="REF", hidden=True, autocompletion=references)]

DOES = {
    "table": "lists",
    "memory": "remembers",
    "value": "sets",
    "definition": "defines",
    "action": "offers",
    "trigger": "happens",
    "procedure": "runs",
}


def clause(
    reference: Reference,
    game: GameName = None,
    edition: EditionName = None,
    option: OptionNames = None,
    rules: RulePaths = None,
    as_json: AsJson = False,
) -> None:
    """Look up a clause or ruling: its words, what it does, its examples, and what is open about it.

    REF is a number that the edition prints, the id of a clause, or the id of a ruling, in any short form that
    fits only one. A number shows every clause that is printed under it.

    \b
    Examples:
      crex clause 6.42
      crex clause 6.42 -e EDITION -o OPTION
      crex clause CLAUSE
      crex clause RULING --json
    """
    from crex_dsl.lawyer.reference import refer
    from crex_dsl.lawyer.shelf import brief_of

    brief = brief_of(*selected(rules or (), game, edition, option or ()))
    with asking_one_of_several(rules or (), game, edition):
        found = refer(brief, reference)
    open_questions = {name: brief.ruling(name) for each in found.clauses for name in each.rulings}
    rulings = list({**open_questions, **{ruling.id: ruling for ruling in found.rulings}}.values())
    if as_json:
        from crex_dsl.cli.documents import BookDocument, ClauseDocument

        document = ClauseDocument(**BookDocument.about(brief), clauses=found.clauses, rulings=rulings)
        typer.echo(document.model_dump_json(indent=2))
        return
    from crex_dsl.cli.screen import say

    for number, each in enumerate(found.clauses):
        if number:
            say()
        _show_clause(each, brief)
    for number, ruling in enumerate(rulings):
        if number or found.clauses:
            say()
        _show_ruling(ruling, brief)


def _show_clause(clause: ClauseBrief, brief: Brief) -> None:
    from crex_dsl.cli.screen import say, show_table

    number = ", ".join(clause.numbers) or ("unprinted" if clause.status == "unprinted" else "")
    say(" ".join(filter(None, [number, clause.heading])), "bold")
    say(f"{clause.id}, in {brief.title}, {brief.name} ({clause.place})")
    if clause.wording:
        say()
        say(clause.wording)
    if clause.wording and clause.language != brief.language:
        say(f"(This book has no words of its own for it in `{brief.language}`: these are in `{clause.language}`.)")
    if clause.assumed:
        say()
        say(f"Assumed: {clause.assumed}")
    if clause.effects:
        say()
        rows = [(DOES.get(effect.sort, effect.sort), effect.text, effect.place) for effect in clause.effects]
        show_table(("does", "what", "place"), rows, whole=["does"])
    if clause.examples:
        say()
        rows = [(example.title, ", ".join(example.numbers), example.place) for example in clause.examples]
        show_table(("example", "printed at", "place"), rows)


def _show_ruling(ruling: RulingBrief, brief: Brief) -> None:
    from crex_dsl.cli.screen import say, show_table

    say(f"Ruling {ruling.id}", "bold")
    say(f"on {', '.join(ruling.on)}, in {brief.title}, {brief.name} ({ruling.place})")
    say()
    say(ruling.asks)
    if ruling.assumed:
        say(f"Assumed: {ruling.assumed}")
    say()
    rows = [(reading.id, ", ".join(reading.marks), reading.reason) for reading in ruling.readings]
    show_table(("reading", "mark", "says"), rows, whole=["reading", "mark"])
