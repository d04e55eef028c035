"""The page of a book that shows the course of play: its procedures as charts."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from crex_dsl.drawing.flowchart.outline import listed
from crex_dsl.drawing.flowchart.procedure_flow import flow_of
from crex_dsl.drawing.flowchart.svg import drawn
from crex_dsl.site.content.book import Book
from crex_dsl.site.content.game_content import GameContent
from crex_dsl.site.content.page import link


@dataclass(frozen=True)
class ShownChart:
    """A chart: its title and anchor, the drawing, and the same as a list."""

    title: str
    anchor: str
    svg: Markup
    steps: Markup


def course(content: GameContent, book: Book, page: str) -> list[ShownChart]:
    """The charts that the rule files declare, as the page at a path shows them."""
    rulebook = content.rulebook(book)

    def address(clause: str) -> str | None:
        found = book.address(clause)
        return link(page, found) if found else None

    made: list[ShownChart] = []
    for chart in rulebook.charts:
        flow, name = flow_of(rulebook, chart, book.language), chart.procedure.name
        svg, steps = Markup(drawn(flow, address, f"chart-{name}")), Markup(listed(flow, address))
        made.append(ShownChart(flow.root.title.text, name, svg, steps))
    return made
