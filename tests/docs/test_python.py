"""The page on Python tells the truth: every block is run, in order, and gives what is shown."""

import re

import crex_dsl.engine.errors as errors
from tests.docs.pages import fences, page, runs_as_doctest

PAGE = page("python.md")


def test_every_block_runs_as_shown() -> None:
    blocks = fences(PAGE)
    assert {block.info for block in blocks} == {"python"}
    runs_as_doctest("python.md", "\n".join(block.text for block in blocks))


def test_every_error_is_told() -> None:
    raised = {name for name, of in vars(errors).items() if isinstance(of, type) and issubclass(of, errors.CrexError)}
    told = re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE)
    assert {*told, "CrexError"} == raised - {"NotCounted", "NotWatched"}
