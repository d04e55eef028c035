"""The rulings as a page: what the books leave open, how it can be read, and how another reading is taken."""

from __future__ import annotations

from dataclasses import dataclass

from crex_dsl.lawyer.compare.open_questions import Question
from crex_dsl.site.content.clause_view import Link
from crex_dsl.site.content.game_content import GameContent
from crex_dsl.site.content.page import Page
from crex_dsl.site.editions.clause_links import Standing, Standings, command, sheet


@dataclass(frozen=True)
class ShownQuestion:
    """A question as the page shows it: the clauses that it is on, in every edition that it concerns."""

    question: Question
    editions: list[Link]
    on: list[tuple[str, list[Standing]]]


def rulings_page(content: GameContent) -> Page | None:
    """All questions of a game; nothing where its books leave none open."""
    questions = content.open_questions.questions
    if not questions:
        return None
    standings = Standings(content, content.path("rulings"))
    return sheet(
        content,
        "rulings",
        "Rulings",
        questions=[_shown_question(content, standings, question) for question in questions],
        editions=[edition.id for edition in content.editions],
        printed=command(content, "play", "-o", "as-printed"),
        another=command(content, "play", "-o", "RULING=READING"),
    )


def _shown_question(content: GameContent, standings: Standings, question: Question) -> ShownQuestion:
    editions = [edition.id for edition in content.editions if edition.id in question.editions]
    return ShownQuestion(
        question,
        [standings.edition(each) for each in editions],
        [(clause.title, standings.among(clause.id, editions)) for clause in question.on],
    )
