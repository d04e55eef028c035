"""`crex check`: whether the rule files are in order, in every edition and with every option."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from crex_dsl.cli.arguments import AsJson, EditionName, GameName, OptionNames, RulePaths
from crex_dsl.cli.errors import NO
from crex_dsl.system.console import painted, say, show_table, watched
from crex_dsl.text.locale import listed

if TYPE_CHECKING:
    from crex_dsl.engine.verify.findings import CheckDocument, EditionCount, Finding


FilesArgument = Annotated[list[Path] | None, typer.Argument(metavar="FILES", hidden=True)]
QuickOption = Annotated[
    bool,
    typer.Option(
        "--quick",
        help="Only the editions as they are, without options; with FILES of your own, also with the options in them.",
    ),
]

LackingOption = Annotated[
    str | None,
    typer.Option(
        "--lacking",
        metavar="LANGUAGE",
        help="Check nothing: list the texts that nobody has said in this language, as rule text to be filled in.",
    ),
]

NAMED = 6


def check(
    files: FilesArgument = None,
    game: GameName = None,
    edition: EditionName = None,
    option: OptionNames = None,
    rules: RulePaths = None,
    as_json: AsJson = False,
    quick: QuickOption = False,
    lacking: LackingOption = None,
) -> None:
    """Check rule files: build and compile every rulebook that they make, and run their examples.

    Every edition is checked alone, with each option, with each permitted pair of options and with each reading
    of a ruling that is not taken; with -o, only with these options. FILES restrict the check to the games that
    they belong to; of a file outside ruleset/ and variants/, a house edition or an option of your own, only the
    rulebooks are checked that it has a hand in. An example of the books that comes out otherwise in a house
    edition is a warning, not a mistake; so is a name that hides another, a definition that nothing uses, a
    condition that betrays a secret which never comes to light, and words in another language for a text that is
    not there. How many texts each language lacks is counted; --lacking lists them.

    \b
    Examples:
      crex check
      crex check -g GAME -e EDITION -o OPTION
      crex check variants/GAME/my-edition.crex
      crex check my-edition.crex --quick
      crex check -g GAME --lacking pl
      crex check --json | jq '.findings[].message'
    """
    from crex_dsl.cli.authoring.check_scope import scope
    from crex_dsl.engine.verify.rulebooks import counted_languages, gathered, lacking_words, outcomes

    work, broken, sound = scope(files or [], rules or [], game, edition, option or [], quick)
    if lacking is not None:
        for each in sound:
            say("\n".join(lacking_words(each, lacking)))
        return
    said = [count for each in sound for count in counted_languages(each)]
    document = gathered(list(watched(outcomes(work), len(work), "checking")), broken, said)
    if as_json:
        typer.echo(document.model_dump_json(indent=2))
    else:
        _show(document)
    if not document.ok:
        raise typer.Exit(NO)


def _show(document: CheckDocument) -> None:
    for finding in document.findings:
        say(painted(finding.rendered + _under(finding)))
        say()
    if document.editions:
        columns = ["game", "edition", "clauses", "cited", "unprinted", "absent", "no citation", "no wording"]
        columns += ["examples", "failed", "otherwise", "rulebooks"]
        show_table(columns, [_row(count) for count in document.editions], whole=columns[:2], numbers=columns[2:])
        say()
    for count in document.editions:
        for what, names in (("citation", count.missing_citations), ("wording", count.missing_wordings)):
            if names:
                say(f"{count.game}, {count.edition}: no {what} for {_some(names)}")
        if count.missing_forms:
            say(f"{count.game}, {count.edition}: nobody says the {_some(count.missing_forms)}")
    for said in document.languages:
        if said.lacking:
            sorts = listed(f"{number} of {sort}" for sort, number in said.lacking.items())
            total = sum(said.lacking.values())
            say(f"{said.game}: {total} of {said.texts} texts are not said in {said.language}: {sorts}")
    say(*_verdict(document))


def _under(finding: Finding) -> str:
    return f"\n  under {_some(finding.selections, '; ')}" if finding.selections else ""


def _some(names: list[str], separator: str = ", ") -> str:
    more = [f"{len(names) - NAMED} more (--json names them all)"] if len(names) > NAMED else []
    return separator.join([*names[:NAMED], *more])


def _row(count: EditionCount) -> tuple[str, ...]:
    counts = (count.clauses, count.cited, count.unprinted, count.absent)
    return (
        count.game,
        count.edition,
        *("-" if number is None else str(number) for number in counts),
        str(len(count.missing_citations)),
        str(len(count.missing_wordings)),
        str(count.examples_passed + count.examples_failed + count.examples_changed),
        str(count.examples_failed),
        str(count.examples_changed or ""),
        str(count.selections),
    )


def _verdict(document: CheckDocument) -> tuple[str, str]:
    mistakes = sum(finding.severity == "error" for finding in document.findings)
    if mistakes:
        return f"{mistakes} {'mistake' if mistakes == 1 else 'mistakes'}", "bold red"
    if not document.editions:
        return "There are no games at hand, so there is nothing to check.", ""
    return "All in order.", "bold green"
