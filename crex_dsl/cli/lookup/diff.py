"""`crex diff`: how two rulebooks differ, clause by clause."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from crex_dsl.cli.arguments import AsJson, FirstSeed, GameName, Markdown, RulePaths, several_selected
from crex_dsl.cli.completion import references_in_two, rulebooks
from crex_dsl.cli.errors import WrongUsage
from crex_dsl.cli.lookup.headings import heading, headings
from crex_dsl.cli.lookup.witness_text import Games, Save, Seconds, Witnesses, Workers
from crex_dsl.system.report_page import Heading, Line, Page, Rows, Turned
from crex_dsl.text.messages import OWN, apart, listed_as_said, marked, said, spoken

if TYPE_CHECKING:
    from crex_dsl.cli.arguments import Chosen
    from crex_dsl.lawyer.compare.difference import ClauseDifference, Difference
    from crex_dsl.lawyer.records.models import ClauseRecord, ExampleRecord, RulebookRecord
    from crex_dsl.rulebook.files.games import GameFiles


First = Annotated[str, typer.Argument(metavar="A", hidden=True, autocompletion=rulebooks)]
Second = Annotated[str, typer.Argument(metavar="B", hidden=True, autocompletion=rulebooks)]
Reference = Annotated[str | None, typer.Argument(metavar="REF", hidden=True, autocompletion=references_in_two)]
Everything = Annotated[bool, typer.Option("--all", help="Also clauses that are only printed otherwise.")]
Full = Annotated[bool, typer.Option("--full", help="Every change in full, with both wordings.")]
Language = Annotated[
    str | None,
    typer.Option("--lang", metavar="LANG", help="The language of wordings and figures, of those that the game has."),
]

NOWHERE = "–"


def diff(
    one: First,
    two: Second,
    reference: Reference = None,
    game: GameName = None,
    rules: RulePaths = None,
    everything: Everything = False,
    full: Full = False,
    language: Language = None,
    markdown: Markdown = False,
    witness: Witnesses = False,
    seconds: Seconds = 60.0,
    games: Games = None,
    seed: FirstSeed = 0,
    workers: Workers = None,
    save: Save = None,
    as_json: AsJson = False,
) -> None:
    """Compare two rulebooks of a game: what is added, missing, renumbered, or done otherwise.

    A and B are editions in any short form, with what is taken besides: EDITION+OPTION+RULING=READING. REF
    narrows the answer to a clause, by its id or its number in either book, and tells all about it. With
    --witness, random games under both are searched for positions in which they allow or do something else.

    \b
    Examples:
      crex diff EDITION EDITION
      crex diff EDITION EDITION+OPTION
      crex diff EDITION EDITION 5.1
      crex diff EDITION EDITION+as-printed --full
      crex diff EDITION EDITION --markdown --all
      crex diff EDITION EDITION 5.1 --witness --save here.json
    """
    from crex_dsl.lawyer.compare.difference import contrasts, difference
    from crex_dsl.lawyer.records.store import record_of

    chosen = several_selected(rules or (), game, (one, two))
    first, second = (record_of(*each) for each in chosen)
    language = _known(language, first, second, chosen[0][0])
    if language is not None:
        told = ((files, index, index.select(sel.edition, sel.names, language)) for files, index, sel in chosen)
        first, second = (record_of(*each) for each in told)
    if witness:
        from crex_dsl.cli.lookup.witness_text import answer
        from crex_dsl.lawyer.witness_search.worker import Order

        (files, _, mine), (_, _, its) = chosen
        clauses = None if reference is None else frozenset(_meant(first, second, reference))
        order = Order(files, (mine, its), (first.name, second.name), clauses, seconds, games, seed)
        answer(order, workers, save, rules or (), as_json)
        return
    found = difference(first, second)
    if reference is not None:
        wanted = _meant(first, second, reference)
        found.clauses = [clause for clause in contrasts(first, second) if clause.id in wanted]
        found.things = []
    elif not everything:
        found.clauses = [clause for clause in found.clauses if clause.in_play]
    if as_json:
        from crex_dsl.cli.documents import BookDocument, DiffDocument

        sides = {"first": BookDocument.about(first), "second": BookDocument.about(second)}
        for side, options in zip(sides.values(), _offered(*chosen), strict=True):
            side["offers"] = options
        fields = found.model_dump(include={"tally", "clauses", "things", "levelled"})
        typer.echo(DiffDocument.model_validate({**sides, **fields}).model_dump_json(indent=2))
        return
    account = Account(first, second, found, language)
    if reference is None:
        account.summary(_offered(*chosen))
    if full or reference is not None:
        account.in_full()
    else:
        account.in_short()
    account.things()
    account.page.show(markdown)


def _offered(first: Chosen, second: Chosen) -> tuple[list[str], list[str]]:
    """The options that only the first edition takes, and those that only the second takes."""
    ours, theirs = ([o.id for o in index.options_for(index.edition(sel.edition))] for _, index, sel in (first, second))
    return [name for name in ours if name not in theirs], [name for name in theirs if name not in ours]


def _meant(first: RulebookRecord, second: RulebookRecord, reference: str) -> set[str]:
    """The clauses that a reference stands for in either rulebook; a ruling stands for those that it is on."""
    from crex_dsl.lawyer.lookup.reference import NotFound, refer

    wanted: set[str] = set()
    refusals: list[str] = []
    for record in (first, second):
        try:
            found = refer(record, reference)
        except NotFound as refusal:
            refusals.append(str(refusal))
            continue
        wanted |= {clause.id for clause in found.clauses} | {name for ruling in found.rulings for name in ruling.on}
    if not wanted:
        raise NotFound(apart(dict.fromkeys(refusals)))
    return wanted


def _known(language: str | None, first: RulebookRecord, second: RulebookRecord, files: GameFiles) -> str | None:
    """The language asked for, if the game has words in it; of books in two languages, else the one of whoever asks."""
    from crex_dsl.rulebook.selection.catalogue import index_of, parsed
    from crex_dsl.rulebook.translation.coverage import languages

    if language is None and (first.language == second.language or spoken() == OWN):
        return None
    known = sorted(languages(parsed(files, scripts=False), index_of(files)))
    if language is None:
        return spoken() if spoken() in known else None
    if language not in known:
        names = {"first": first.name, "second": second.name, "language": language, "known": listed_as_said(known)}
        raise WrongUsage(said("neither {first} nor {second} has words in `{language}`: there are {known}", **names))
    return language


class Account:
    """What differs between two rulebooks, as a reader is told it."""

    def __init__(self, first: RulebookRecord, second: RulebookRecord, found: Difference, language: str | None) -> None:
        from crex_dsl.lawyer.compare.change_lines import Names

        self.first, self.second, self.found, self.language = first, second, found, language
        self.names = Names.of(first, second)
        self.page = Page()

    def summary(self, offered: tuple[list[str], list[str]]) -> None:
        """How many clauses differ, and in what way; and the options that only one of them takes."""
        from crex_dsl.rulebook.selection.selection import AS_PRINTED

        first, second, tally = self.first.name, self.second.name, self.found.tally
        head = said("{game}: {first} and {second}", game=self.first.title, first=first, second=second)
        self.page.add(Heading(head))
        if first == second:
            self.page.add(Line(said("There is no difference: both are {rulebook}.", rulebook=first)), close=True)
            return
        counts = (
            (tally.alike, marked("{number} alike"), ""),
            (tally.printed, marked("{number} only printed otherwise"), ""),
            (tally.figures, marked("{number} with other figures"), ""),
            (tally.effects, marked("{number} with other effects"), ""),
            (tally.first_only, marked("{number} only in {rulebook}"), first),
            (tally.second_only, marked("{number} only in {rulebook}"), second),
        )
        told = ", ".join(said(what, number=number, rulebook=name) for number, what, name in counts if number)
        things = tally.things or said("diff-none")
        self.page.add(
            Line(said("Clauses: {counts}. Things that differ: {things}.", counts=told, things=things)), close=True
        )
        for record, options in zip((self.first, self.second), offered, strict=True):
            if options:
                self.page.add(
                    Line(
                        said(
                            "Options of {edition} only: {options}.", edition=record.edition, options=", ".join(options)
                        )
                    ),
                    close=True,
                )
        if not self.found.things and not any(clause.in_play for clause in self.found.clauses):
            same = said("Nothing differs in play.")
            if tally.printed and not self.found.clauses:
                same = said("Nothing differs in play (--all lists what is printed otherwise).")
            self.page.add(Line(same), close=True)
        for record in (self.first, self.second):
            levelled = [each for each in self.found.levelled if each.rulebook == record.name]
            if levelled:
                rulings = [
                    said("{ruling} on {clauses}", ruling=each.id, clauses=listed_as_said(each.clauses))
                    for each in levelled
                ]
                line = said(
                    "Read against the words of {rulebook}: {rulings}. {printed} has what they say.",
                    rulebook=record.name,
                    rulings=listed_as_said(rulings),
                    printed=f"{record.edition}+{AS_PRINTED}",
                )
                self.page.add(Line(line), close=True)

    # ---- clauses at a glance ----
    def in_short(self) -> None:
        """A row for each clause: its numbers, and what differs in words."""
        if self.found.clauses:
            columns = (self.first.name, self.second.name, *headings(("clause", "title", "what differs")))
            rows = [self._row(clause) for clause in self.found.clauses]
            self.page.add(Rows(columns, rows, slim=columns[:4]))

    def _row(self, clause: ClauseDifference) -> tuple[str, ...]:
        from crex_dsl.lawyer.compare.change_lines import change_lines, short

        numbers = _number(clause.first), _number(clause.second)
        if clause.first and clause.second:
            return *numbers, clause.id, self._title(clause), "\n".join(change_lines(clause, self.names))
        words = [
            short(self._words(only, self.language or record.base_language)) for record, only in self._sides(clause)
        ]
        return (
            *numbers,
            clause.id,
            self._title(clause),
            said("only in {rulebook}: {words}", rulebook=self._where(clause), words=words[0]),
        )

    def _sides(self, clause: ClauseDifference) -> list[tuple[RulebookRecord, ClauseRecord]]:
        """The rulebooks that have a clause, and what it is there."""
        both = ((self.first, clause.first), (self.second, clause.second))
        return [(record, each) for record, each in both if each is not None]

    def _title(self, clause: ClauseDifference) -> str:
        """What a clause is called: by the heading of a book in the language that is told, else by its title."""
        told = self.language or (self.first.language if self.first.language == self.second.language else None)
        if told != self.first.base_language:
            for record, each in self._sides(clause):
                if record.printed_language == told:
                    return each.heading
        return clause.title

    def _where(self, clause: ClauseDifference) -> str:
        return listed_as_said(record.name for record, _ in self._sides(clause))

    def _words(self, clause: ClauseRecord, language: str | None) -> str:
        """A clause's wording in a language; its own where it has none in that."""
        return clause.says if clause.says and language not in (None, clause.language) else clause.wording

    # ---- clauses in full ----
    def in_full(self) -> None:
        """A section for each clause: both wordings, every change, the rulings and the examples that part the two."""
        for clause in self.found.clauses:
            self.page.add(Heading(f"{self._title(clause)} ({clause.id})"))
            rows = [
                (record.name, _number(each), each.heading, self._words(each, self.language))
                for record, each in self._sides(clause)
            ]
            self.page.add(
                Rows(headings(("rulebook", "number", "heading", "wording")), rows, whole=headings(["rulebook"])),
                close=True,
            )
            self._changes(clause)
            self._rulings(clause)
            self._examples(clause)

    def _changes(self, clause: ClauseDifference) -> None:
        from crex_dsl.lawyer.compare.change_lines import about
        from crex_dsl.lawyer.compare.difference import PRINTED, effect_lines
        from crex_dsl.lawyer.records.models import verb

        if not (clause.first and clause.second):
            self.page.add(Line(said("Only {rulebook} has this clause.", rulebook=self._where(clause))))
            for _, only in self._sides(clause):
                for effect in only.effects:
                    lines = effect_lines(effect)
                    self.page.add(
                        Turned(verb(effect.does), *((lines, []) if clause.first else ([], lines))),
                        close=True,
                    )
            return
        shown = [change for change in clause.changes if change.sort not in PRINTED]
        if not shown:
            there = listed_as_said([self.names.first.get(name) or self.names.second[name] for name in clause.rests_on])
            same = said("It does the same in both.")
            if there:
                same = said("It does the same in both, with figures that differ in {clauses}.", clauses=there)
            self.page.add(Line(same))
        for number, change in enumerate(shown):
            self.page.add(Turned(about(change, self.names), change.before, change.after), close=number > 0)

    def _rulings(self, clause: ClauseDifference) -> None:
        if clause.rulings:
            rows = [(each.id, each.before or NOWHERE, each.after or NOWHERE, each.asks) for each in clause.rulings]
            columns = (heading("ruling"), self.first.name, self.second.name, heading("asks"))
            self.page.add(Rows(columns, rows, whole=columns[:3]))

    def _examples(self, clause: ClauseDifference) -> None:
        if clause.examples:
            rows = [(each.title, self._runs(each, clause), each.place) for each in clause.examples]
            self.page.add(Rows(headings(("example", "runs in", "place")), rows, whole=headings(["runs in"])))

    def _runs(self, example: ExampleRecord, clause: ClauseDifference) -> str:
        key = (example.title, example.place)
        names = [
            record.name
            for record, each in self._sides(clause)
            if key in [(other.title, other.place) for other in each.examples]
        ]
        return names[0] if len(names) == 1 else said("both, with other checks")

    # ---- things ----
    def things(self) -> None:
        """The things that one rulebook has and the other has not, or has otherwise."""
        from crex_dsl.lawyer.compare.change_lines import thing_change_line

        if self.found.things:
            self.page.add(Heading(said("Things")))
            names = self.first.name, self.second.name
            rows = [(thing.kind, thing.id, thing_change_line(thing, *names)) for thing in self.found.things]
            self.page.add(
                Rows(headings(("kind", "thing", "what differs")), rows, whole=headings(["kind", "thing"])), close=True
            )


def _number(clause: ClauseRecord | None) -> str:
    """Where a rulebook prints a clause."""
    return NOWHERE if clause is None else clause.number
