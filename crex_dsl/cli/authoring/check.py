"""`crex check`: whether the rule files are in order, in every edition and with every option."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from crex_dsl.cli.arguments import AsJson, EditionName, GameName, OptionNames, RulePaths
from crex_dsl.cli.errors import NO
from crex_dsl.system.console import painted, say, show_table, watched
from crex_dsl.text.messages import said

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
COLUMNS = (
    *("col-game", "col-edition", "col-clauses", "col-cited", "col-unprinted", "col-absent", "col-no-citation"),
    *("col-no-wording", "col-examples", "col-failed", "col-otherwise", "col-rulebooks"),
)


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
    counted = [count for each in sound for count in counted_languages(each)]
    document = gathered(list(watched(outcomes(work), len(work), said("bar-checking"))), broken, counted)
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
        columns = list(map(said, COLUMNS))
        show_table(columns, [_row(count) for count in document.editions], whole=columns[:2], numbers=columns[2:])
        say()
    for count in document.editions:
        book = f"{count.game}, {count.edition}"
        if count.missing_citations:
            say(said("{book}: no citation for {names}", book=book, names=_some(count.missing_citations)))
        if count.missing_wordings:
            say(said("{book}: no wording for {names}", book=book, names=_some(count.missing_wordings)))
        if count.missing_forms:
            say(said("{book}: nobody says the {forms}", book=book, forms=_some(count.missing_forms)))
    for language in document.languages:
        if language.lacking:
            say(
                said(
                    "{game}: {count} of {texts} texts is not said in {language}: {sorts}",
                    "{game}: {count} of {texts} texts are not said in {language}: {sorts}",
                    game=language.game,
                    count=sum(language.lacking.values()),
                    texts=language.texts,
                    language=language.language,
                    sorts=", ".join(f"{sort} {number}" for sort, number in language.lacking.items()),
                )
            )
    say(*_verdict(document))


def _under(finding: Finding) -> str:
    if not finding.selections:
        return ""
    return "\n  " + said("under {rulebooks}", rulebooks=_some(finding.selections, "; "))


def _some(names: list[str], separator: str = ", ") -> str:
    left = len(names) - NAMED
    more = [said("{count} more (--json names them all)", count=left)] if left > 0 else []
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
        return said("{count} mistake", "{count} mistakes", count=mistakes), "bold red"
    if not document.editions:
        return said("There are no games at hand, so there is nothing to check."), ""
    return said("All in order."), "bold green"
