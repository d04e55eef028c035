"""Pages: the same pieces on the screen and in Markdown."""

import pytest

from crex_dsl.system.report_page import Heading, Line, Page, Rows, Turned


@pytest.fixture
def page() -> Page:
    made = Page()
    made.add(Heading("A and B"))
    made.add(Line("They differ."), close=True)
    made.add(Rows(("one", "two"), [("1", "a | b"), ("2", "first\nsecond")]))
    made.add(Turned("sets most", ["most is 3"], ["most is 4"]))
    return made


def test_on_the_screen(page: Page, capsys: pytest.CaptureFixture[str]) -> None:
    page.show(markdown=False)
    assert capsys.readouterr().out.splitlines() == [
        "A and B",
        "They differ.",
        "",
        "one  two",
        "1    a | b",
        "2    first",
        "     second",
        "",
        "sets most",
        "  - most is 3",
        "  + most is 4",
    ]


def test_in_markdown(page: Page, capsys: pytest.CaptureFixture[str]) -> None:
    page.show(markdown=True)
    assert capsys.readouterr().out.splitlines() == [
        "## A and B",
        "",
        "They differ.",
        "",
        "| one | two |",
        "| --- | --- |",
        "| 1 | a \\| b |",
        "| 2 | first<br>second |",
        "",
        "sets most:",
        "",
        "```diff",
        "- most is 3",
        "+ most is 4",
        "```",
    ]
