"""Every rulebook that a game's files can make, built, compiled and tried: what is wrong, and under which selections."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from crex_dsl.engine.verify.findings import CheckDocument, EditionCount, Finding, LanguageCount
from crex_dsl.language import nodes
from crex_dsl.language.diagnostics import Diagnostic, RuleError
from crex_dsl.rulebook.files.games import GameFiles
from crex_dsl.rulebook.rulebook import Rulebook
from crex_dsl.rulebook.selection.catalogue import index_of, parsed, rulebook
from crex_dsl.rulebook.selection.selection import AS_PRINTED, EditionInfo, GameIndex, Selection, SelectionError
from crex_dsl.rulebook.translation.coverage import lacking, languages, needed
from crex_dsl.rulebook.translation.phrases import missing_nouns
from crex_dsl.rulebook.wording import missing_forms
from crex_dsl.system.processes import process_pool
from crex_dsl.text.messages import said
from crex_dsl.text.numerals import whole_number

if TYPE_CHECKING:
    from crex_dsl.engine.scenarios.worked_examples import ExampleResult


WORTH_SHARING = 16
MOST_JOBS = 8
COUNTED = ("clauses", "cited", "unprinted", "absent")


@dataclass(frozen=True)
class Task:
    """One rulebook to look at."""

    files: GameFiles
    selection: Selection


@dataclass
class Outcome:
    """What was found in one rulebook; the counts are empty where it does not build."""

    game: str
    edition: str
    names: list[str]
    findings: list[Finding] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)
    missing_citations: list[str] = field(default_factory=list)
    missing_wordings: list[str] = field(default_factory=list)
    missing_forms: list[str] = field(default_factory=list)
    examples: dict[tuple[str, str], bool] = field(default_factory=dict)
    changed: set[tuple[str, str]] = field(default_factory=set)  # examples of the books that a house edition turns

    @property
    def label(self) -> str:
        """The rulebook's name."""
        return " + ".join([self.edition, *self.names])


def tasks(
    files: GameFiles, index: GameIndex, edition: EditionInfo, quick: bool = False, about: Collection[str] = ()
) -> list[Task]:
    """An edition alone; with every choice that is worth a look, or in a hurry only with the options it is all about."""
    hurried = (names for names in index.permitted(edition, 1) if names[0] in about)
    choices = [[], *(hurried if quick else _choices(files, index, edition))]
    found: dict[tuple[str, ...], Task] = {}
    for choice in choices:
        selection = index.select(edition.id, choice)
        found.setdefault(tuple(selection.names), Task(files, selection))
    return list(found.values())


def _choices(files: GameFiles, index: GameIndex, edition: EditionInfo) -> Iterator[list[str]]:
    """Each option, each permitted pair, each reading that is not taken, all printed ones, and what examples name."""
    yield from index.permitted(edition, 1)
    yield from index.permitted(edition, 2)
    for ruling in index.rulings_for(edition):
        for reading in ruling.readings:
            if not reading.taken and not reading.unplayable:
                yield [f"{ruling.id}={reading.id}"]
    yield [AS_PRINTED]
    for layer in parsed(files).layers.values():
        for top in layer.tops:
            if isinstance(top, nodes.Example) and top.options:
                choice = [str(name) for name in top.options]
                with suppress(SelectionError):  # an example of other editions
                    index.select(edition.id, choice)
                    yield choice


def outcomes(work: list[Task], jobs: int | None = None) -> Iterator[Outcome]:
    """The outcome of each task, in order; several at a time where there are many."""
    if jobs is None:
        jobs = min(os.cpu_count() or 1, MOST_JOBS, len(work) // WORTH_SHARING)
    if jobs < 2:
        yield from map(look, work)
        return
    with process_pool(jobs) as pool:
        yield from pool.map(look, work, chunksize=2)


def look(task: Task) -> Outcome:
    """Build one rulebook, compile it, and run its examples."""
    from crex_dsl.engine.compile.analysis.implicit_flows import implicit_flows
    from crex_dsl.engine.compile.compiler import compile_rulebook

    selection = task.selection
    outcome = Outcome(selection.game, selection.edition, selection.names)
    try:
        book = rulebook(task.files, selection)
        outcome.findings += [_finding(selection.game, warning) for warning in (*book.warnings, *implicit_flows(book))]
        _count(book, outcome)
        if book.examples:
            _try_examples(task, outcome)
        else:
            compile_rulebook(book)
    except RuleError as error:
        outcome.findings += [_finding(selection.game, mistake) for mistake in error.diagnostics]
    return outcome


def _count(book: Rulebook, outcome: Outcome) -> None:
    status = [clause.citation.status for clause in book.clauses.values() if clause.citation]
    absent = sum(citation.status == "absent" for citation in book.citations.values())
    figures = (len(book.clauses), status.count("cited"), status.count("unprinted"), absent)
    outcome.counts = dict(zip(COUNTED, figures, strict=True))
    outcome.missing_citations = book.missing_citations()
    outcome.missing_wordings = book.missing_wordings()
    missing = [*((form, thing) for form, thing, _ in missing_forms(book)), *missing_nouns(book)]
    outcome.missing_forms = [said("{form} of {thing}", form=form, thing=thing) for form, thing in missing]


def _try_examples(task: Task, outcome: Outcome) -> None:
    from crex_dsl.engine.errors import CrexError
    from crex_dsl.engine.game import game_of
    from crex_dsl.engine.scenarios.worked_examples import run_examples

    try:
        results = run_examples(game_of(task.files, task.selection))
    except CrexError as error:
        outcome.findings.append(
            _finding(outcome.game, Diagnostic(said("the examples cannot be run: {error}", error=error)))
        )
        return
    house = _house(task)
    for result in results:
        key = result.place, result.title
        outcome.examples[key] = result.ok
        if not result.ok:
            if house and result.place.rpartition(":")[0] not in house:
                outcome.changed.add(key)
            outcome.findings.append(_failure(outcome, result))


def _house(task: Task) -> set[str]:
    """The loose files, where they have a hand in the edition: there an example of the books may come out otherwise."""
    index = index_of(task.files)
    chain = index.edition(task.selection.edition).chain
    return {name for name, _ in task.files.extra} if set(index.loose) & set(chain) else set()


def _failure(outcome: Outcome, result: ExampleResult) -> Finding:
    changed = (result.place, result.title) in outcome.changed
    diagnostic = Diagnostic(
        said(
            "example “{title}” comes out otherwise under these rules: {message}"
            if changed
            else "example “{title}” fails: {message}",
            title=result.title,
            message=result.message,
        ),
        clause=", ".join(result.clauses) or None,
        severity="warning" if changed else "error",
    )
    finding = _finding(outcome.game, diagnostic)
    file, _, line = result.place.rpartition(":")
    finding.file, finding.line = file, whole_number(line)
    finding.example = result.title
    finding.rendered = f"{result.place}: {finding.rendered}"
    return finding


def _finding(game: str | None, diagnostic: Diagnostic) -> Finding:
    return Finding(game=game, **diagnostic.as_json(), rendered=diagnostic.render(), selections=[])


def broken(game: str | None, mistakes: Iterable[Diagnostic]) -> list[Finding]:
    """The findings in a game that are about no rulebook of it alone."""
    return [_finding(game, mistake) for mistake in mistakes]


def counted_languages(files: GameFiles) -> list[LanguageCount]:
    """How much of a game is said in each of its languages."""
    text, index = parsed(files), index_of(files)
    made: list[LanguageCount] = []
    for language in languages(text, index):
        lack = Counter(found.sort for found in lacking(text, index, language))
        texts = sum(1 for _ in needed(text, index, language))
        made.append(LanguageCount(game=files.id, language=language, texts=texts, lacking=dict(sorted(lack.items()))))
    return made


def lacking_words(files: GameFiles, language: str) -> list[str]:
    """What a game lacks in a language, as rule text to be filled in; nothing where it lacks nothing."""
    text, index = parsed(files), index_of(files)
    found = lacking(text, index, language)
    return [f"game {files.id}", "", f"words {language}", *(f'    "{each.source}"' for each in found)] if found else []


def gathered(found: list[Outcome], before: list[Finding], said: Iterable[LanguageCount] = ()) -> CheckDocument:
    """All outcomes as one document: each mistake once, with the selections that show it unless all do."""
    games = {
        finding.rendered: {other.game for other in before if other.rendered == finding.rendered} for finding in before
    }
    for finding in before:
        if len(games[finding.rendered]) > 1:
            finding.game = None  # of a file that each of them would read
    findings = {_key(finding): finding for finding in before}
    for outcome in found:
        for finding in outcome.findings:
            findings.setdefault(_key(finding), finding).selections.append(outcome.label)
    for finding in findings.values():
        finding.selections = _narrowed(finding, found)
    editions: dict[tuple[str, str], list[Outcome]] = {}
    for outcome in found:
        editions.setdefault((outcome.game, outcome.edition), []).append(outcome)
    return CheckDocument(
        ok=not any(finding.severity == "error" for finding in findings.values()),
        editions=[_edition(*key, group) for key, group in editions.items()],
        languages=list(said),
        findings=sorted(findings.values(), key=lambda each: (each.game or "", each.file or "", each.line or 0)),
    )


def _key(finding: Finding) -> tuple[str | None, str]:
    """What makes two findings one; an example that fails may be told in the numbers of either edition."""
    told = (
        f"{finding.file}:{finding.line} {finding.severity} {finding.example}" if finding.example else finding.rendered
    )
    return finding.game, told


def _narrowed(finding: Finding, found: list[Outcome]) -> list[str]:
    """Where a mistake shows, in as few words as possible; nothing where it shows everywhere."""
    key = (f"{finding.file}:{finding.line}", finding.example)
    tried = [each for each in found if each.game == finding.game and (not finding.example or key in each.examples)]
    shown = {each.label for each in tried if each.label in finding.selections}
    if len(shown) == len(tried):
        return []
    for name in dict.fromkeys(name for each in tried for name in each.names):
        if shown == {each.label for each in tried if name in each.names}:
            return [said("every rulebook with {name}", name=name)]
    where: list[str] = []
    for edition in dict.fromkeys(each.edition for each in tried):
        labels = [each.label for each in tried if each.edition == edition]
        if len(labels) > 1 and shown.issuperset(labels):
            where.append(said("every rulebook of {edition}", edition=edition))
        else:
            where += [label for label in labels if label in shown]
    return where


def _edition(game: str, edition: str, group: list[Outcome]) -> EditionCount:
    examples: dict[tuple[str, str], bool] = {}
    changed = set().union(*(outcome.changed for outcome in group))
    for outcome in group:
        for name, ok in outcome.examples.items():
            examples[name] = examples.get(name, True) and ok
    return EditionCount(
        game=game,
        edition=edition,
        **{name: group[0].counts.get(name) for name in COUNTED},
        missing_citations=list(dict.fromkeys(name for outcome in group for name in outcome.missing_citations)),
        missing_wordings=list(dict.fromkeys(name for outcome in group for name in outcome.missing_wordings)),
        missing_forms=list(dict.fromkeys(name for outcome in group for name in outcome.missing_forms)),
        examples_passed=sum(examples.values()),
        examples_failed=len(examples) - sum(examples.values()) - len(changed),
        examples_changed=len(changed),
        selections=len(group),
    )
