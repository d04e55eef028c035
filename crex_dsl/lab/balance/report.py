"""The report of a balance: one page that needs nothing else, and tells all that it takes to repeat it."""

from __future__ import annotations

from collections.abc import Sequence

from crex_dsl.lab.balance.balance import Balance
from crex_dsl.lab.balance.wording import headlines
from crex_dsl.lab.comparison.ladder import Rung
from crex_dsl.lab.comparison.report import environment
from crex_dsl.text.messages import spoken

TEMPLATE = "balance.html.jinja"


def report(found: Balance, ladder: Sequence[Rung], version: str, command: str) -> str:
    """The page: wins level by level, what decides, who played, and how to play it again."""
    return (
        environment()
        .get_template(TEMPLATE)
        .render(
            language=spoken(),
            found=found,
            headlines=list(headlines(found)),
            ladder=ladder,
            bots=[level.bot for level in found.levels],
            version=version,
            command=command,
        )
    )
