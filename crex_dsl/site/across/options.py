"""The options as a page: what each says, what it goes with, which clauses it changes, and how it is taken."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from crex_dsl.lawyer.brief import Brief
from crex_dsl.lawyer.shelf import brief_of
from crex_dsl.rulebook.selection import OptionInfo, SelectionError
from crex_dsl.site.across.sheet import command, sheet
from crex_dsl.site.across.standing import Standing, Standings
from crex_dsl.site.compendium import Compendium
from crex_dsl.site.exhibit import Link
from crex_dsl.site.page import Page

BRINGS = "brings it"


@dataclass(frozen=True)
class Changed:
    """A clause that an option changes: how, and where the editions concerned print it."""

    title: str
    does: str
    standings: list[Standing]


@dataclass(frozen=True)
class ShownOption:
    """An option as the page shows it."""

    id: str
    title: str
    says: str
    editions: list[Link]
    conditions: list[tuple[str, list[Link]]]
    changes: list[Changed]
    commands: list[str]


def options_page(compendium: Compendium) -> Page | None:
    """All options of a game; nothing where it has none."""
    if not compendium.index.options:
        return None
    standings = Standings(compendium, compendium.path("options"))
    shown = [_shown(compendium, standings, option) for option in compendium.index.options]
    printed = command(compendium, "play", "-o", "as-printed")
    open_questions = bool(compendium.index.rulings)
    return sheet(compendium, "options", "Options", options=shown, printed=printed, open_questions=open_questions)


def _shown(compendium: Compendium, standings: Standings, option: OptionInfo) -> ShownOption:
    editions = [edition.id for edition in compendium.editions if _can_be_taken(compendium, option, edition.id)]
    return ShownOption(
        option.id,
        option.title,
        option.says,
        [standings.edition(each) for each in editions],
        list(_conditions(compendium, standings, option)),
        list(_changes(compendium, standings, option, editions)),
        list(_commands(compendium, option, editions[:1])),
    )


def _can_be_taken(compendium: Compendium, option: OptionInfo, edition: str) -> bool:
    try:
        compendium.index.select(edition, compendium.index.with_needs([option.id]))
    except SelectionError:
        return False
    return True


def _commands(compendium: Compendium, option: OptionInfo, editions: list[str]) -> Iterator[str]:
    """How an option is played, and how one sees what it changes."""
    names = compendium.index.with_needs([option.id])
    for edition in editions:
        yield command(compendium, "play", "-e", edition, *(part for name in names for part in ("-o", name)))
        yield command(compendium, "diff", edition, "+".join([edition, *names]))


def _conditions(compendium: Compendium, standings: Standings, option: OptionInfo) -> Iterator[tuple[str, list[Link]]]:
    excluding = [other.id for other in compendium.index.options if option.id in other.excludes]
    for label, names in (
        ("Needs", option.needs),
        ("Excludes", list(dict.fromkeys([*option.excludes, *excluding]))),
        ("Goes well with", option.recommends),
        ("Applies after", option.follows),
        ("Reads", option.reads),
    ):
        if names:
            yield label, [standings.choice(name) for name in names]


def _changes(
    compendium: Compendium, standings: Standings, option: OptionInfo, editions: list[str]
) -> Iterator[Changed]:
    """The clauses that an option brings or changes, in the order of the rule files; a row for each way of doing so."""
    touched = {
        (edition, clause.id): touch.does
        for edition in editions
        for brief in _briefs(compendium, option, edition)
        for clause in brief.clauses
        for touch in clause.touches
        if touch.sort == "option" and touch.id == option.id
    }
    for clause in compendium.concordance.clauses:
        ways: dict[str, list[str]] = {}
        for edition in editions:
            does = BRINGS if option.id in clause.entries[edition].options else touched.get((edition, clause.id))
            if does:
                ways.setdefault(does, []).append(edition)
        for does, where in ways.items():
            yield Changed(clause.title, does, standings.among(clause.id, where))


def _briefs(compendium: Compendium, option: OptionInfo, edition: str) -> Iterator[Brief]:
    """An edition without options, and with all that one needs, which may bring the clauses that it changes."""
    yield compendium.briefs[edition]
    if option.needs:
        selection = compendium.index.select(edition, compendium.index.with_needs([option.id]))
        yield brief_of(compendium.files, compendium.index, selection)
