"""The options as a page: what each says, what it goes with, which clauses it changes, and how it is taken."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from crex_dsl.lawyer.records.models import RulebookRecord
from crex_dsl.lawyer.records.store import record_of
from crex_dsl.rulebook.selection.selection import OptionInfo, SelectionError
from crex_dsl.site.content.across import Across
from crex_dsl.site.content.clause_view import Link, how_changed
from crex_dsl.site.content.game_content import GameContent
from crex_dsl.site.content.page import Page
from crex_dsl.site.editions.clause_links import Standing, Standings, command, sheet


@dataclass(frozen=True)
class Changed:
    """A clause that an option changes: how, and where the editions concerned print it."""

    title: str
    does: str
    standings: list[Standing]


@dataclass(frozen=True)
class ShownOption:
    """An option as the page shows it."""

    option: OptionInfo
    editions: list[Link]
    conditions: list[tuple[str, list[Link]]]
    changes: list[Changed]
    commands: list[str]


def options_page(across: Across) -> Page | None:
    """All options of a game; nothing where it has none."""
    content = across.content
    if not content.index.options:
        return None
    standings = Standings(across, across.path("options"))
    shown = [_shown_option(across, standings, option) for option in across.index.options]
    printed = command(content, "play", "-o", "as-printed")
    open_questions = bool(content.index.rulings)
    return sheet(across, "options", options=shown, printed=printed, open_questions=open_questions)


def _shown_option(across: Across, standings: Standings, option: OptionInfo) -> ShownOption:
    content = across.content
    editions = [edition.id for edition in content.editions if _can_be_taken(content, option, edition.id)]
    return ShownOption(
        option,
        [standings.edition(each) for each in editions],
        list(_conditions(across, standings, option)),
        list(_changes(across, standings, option, editions)),
        list(_commands(content, option, editions[:1])),
    )


def _can_be_taken(content: GameContent, option: OptionInfo, edition: str) -> bool:
    try:
        content.index.select(edition, content.index.with_needs([option.id]))
    except SelectionError:
        return False
    return True


def _commands(content: GameContent, option: OptionInfo, editions: list[str]) -> Iterator[str]:
    """How an option is played, and how one sees what it changes."""
    names = content.index.with_needs([option.id])
    for edition in editions:
        yield command(content, "play", "-e", edition, *(part for name in names for part in ("-o", name)))
        yield command(content, "diff", edition, "+".join([edition, *names]))


def _conditions(across: Across, standings: Standings, option: OptionInfo) -> Iterator[tuple[str, list[Link]]]:
    """What an option goes with, by the names of our messages."""
    titles = {other.id: other.title for other in across.index.options}
    excluding = [other.id for other in across.index.options if option.id in other.excludes]
    for key, names in (
        ("option-needs", option.needs),
        ("option-excludes", list(dict.fromkeys([*option.excludes, *excluding]))),
        ("option-recommends", option.recommends),
        ("option-follows", option.follows),
        ("option-reads", option.reads),
    ):
        if names:
            links = (standings.choice(name) for name in names)
            yield key, [replace(each, label=titles.get(each.label, each.label)) for each in links]


def _changes(across: Across, standings: Standings, option: OptionInfo, editions: list[str]) -> Iterator[Changed]:
    """The clauses that an option brings or changes, in the order of the rule files; a row for each way of doing so."""
    content = across.content
    touched = {
        (edition, clause.id): how_changed(touch)
        for edition in editions
        for record in _briefs(content, option, edition)
        for clause in record.clauses
        for touch in clause.touches
        if touch.sort == "option" and touch.id == option.id
    }
    for clause in content.concordance.clauses:
        ways: dict[str, list[str]] = {}
        for edition in editions:
            brought = option.id in clause.entries[edition].options
            does = "option-brings" if brought else touched.get((edition, clause.id))
            if does:
                ways.setdefault(does, []).append(edition)
        for does, where in ways.items():
            yield Changed(across.title(clause.id), does, standings.among(clause.id, where))


def _briefs(content: GameContent, option: OptionInfo, edition: str) -> Iterator[RulebookRecord]:
    """An edition without options, and with all that one needs, which may bring the clauses that it changes."""
    yield content.records[edition]
    if option.needs:
        selection = content.index.select(edition, content.index.with_needs([option.id]))
        yield record_of(content.files, content.index, selection)
