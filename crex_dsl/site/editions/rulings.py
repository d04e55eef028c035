"""The rulings as a page: what the books leave open, how it can be read, how it comes out, how another is taken."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from crex_dsl.lawyer.compare.open_questions import Question
from crex_dsl.rulebook.translation.catalogue import translated
from crex_dsl.site.content.across import Across
from crex_dsl.site.content.clause_view import Link
from crex_dsl.site.content.page import BookName, Entry, Page, link
from crex_dsl.site.content.render import rendered
from crex_dsl.site.content.ruling_stories import RulingExample, ruling_examples
from crex_dsl.site.content.side_files import part_file
from crex_dsl.site.content.story_view import ShownStory
from crex_dsl.site.editions.clause_links import Standing, Standings, command, sheet, story_across

WEIGHT = 0.2  # what rulings weigh in the search: less than any rule that has the word
LETTERS = "abcdefghijklmnopqrstuvwxyz"  # by which the readings of a question are called on its page


@dataclass(frozen=True)
class ReadingExample:
    """How one reading of a question comes out, and under which edition; whether it is the one that is taken."""

    letter: str
    taken: bool
    title: str
    edition: Link
    story: ShownStory
    language: str  # in which its steps are told


@dataclass(frozen=True)
class ShownQuestion:
    """A question as the page shows it: the clauses that it is on, in every edition that it concerns."""

    question: Question
    editions: list[Link]
    on: list[tuple[str, list[Standing]]]
    examples: list[ReadingExample]
    part: str


def rulings_page(across: Across) -> Page | None:
    """All questions of a game; nothing where its books leave none open."""
    content, questions = across.content, across.open_questions.questions
    if not questions:
        return None
    standings = Standings(across, across.path("rulings"))
    examples: dict[str, list[RulingExample]] = {}
    for example in ruling_examples(translated(content.text, across.language)):
        examples.setdefault(example.ruling, []).append(example)
    page = sheet(
        across,
        "rulings",
        questions=[_shown_question(across, standings, examples, question) for question in questions],
        editions=[standings.edition(edition.id) for edition in content.editions],
        letters=LETTERS,
        printed=command(content, "play", "-o", "as-printed"),
        another=command(content, "play", "-o", f"{across.say('ruling')}={across.say('reading')}".upper()),
    )
    title = content.index.title
    entries = []
    for each in questions:
        if across.is_said(each.asks):
            reasons = [reading.reason for reading in each.readings if across.is_said(reading.reason)]
            entries.append(Entry(each.asks, " ".join(reasons), each.id, clause=f"rulings {each.id}"))
    book = BookName(page.path.rpartition("/")[0], f"{title}: {page.title}", page.title, across.language, WEIGHT)
    return replace(page, book=book, entries=tuple(entries))


def _shown_question(
    across: Across, standings: Standings, examples: Mapping[str, Sequence[RulingExample]], question: Question
) -> ShownQuestion:
    editions = [edition.id for edition in across.content.editions if edition.id in question.editions]
    page = across.path("rulings")
    path = f"{page.rpartition('/')[0]}/parts/{question.id}.js"
    shown = ShownQuestion(
        question,
        [standings.edition(each) for each in editions],
        [(across.title(clause.id), standings.among(clause.id, editions)) for clause in question.on],
        sorted(_examples(across, standings, question, examples.get(question.id, ())), key=lambda each: each.letter),
        link(page, path),
    )
    html = rendered("across/ruling.html.jinja", shown=shown, say=across.say, told=across.told)
    across.content.side.put(path, part_file(question.id, page.removesuffix(".md") + ".html", html))
    return shown


def _examples(
    across: Across, standings: Standings, question: Question, examples: Sequence[RulingExample]
) -> Iterator[ReadingExample]:
    """The examples of a question, each under one edition that has it: if there is one, in the language of the page."""
    content = across.content
    near = sorted(content.records, key=lambda name: content.records[name].language != across.language)
    on = {clause.id for clause in question.on}
    clauses = [clause for record in content.records.values() for clause in record.clauses if clause.id in on]
    about = {example.place for clause in clauses for example in clause.examples}
    for example in examples:
        if not example.reading and example.place not in about:
            continue  # it stands below the ruling in the rule files, and is about something else
        letter, reading = next(
            (letter, each)
            for letter, each in zip(LETTERS, question.readings, strict=False)
            if (each.id == example.reading if example.reading else each.taken)
        )
        for edition in near:
            named, language = standings.edition(edition), across.language
            if example.reading:
                told, language = content.reading_stories(edition), content.records[edition].language
            else:
                told = content.stories(edition, language)
            if story := told.get(example.place):
                shown = story_across(across, edition, example.place, across.path("rulings"), story)
                if shown is not None:
                    yield ReadingExample(letter, reading.taken, example.title, named, shown, language)
                break
