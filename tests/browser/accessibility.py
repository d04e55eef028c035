"""What axe-core finds wrong with a page that is open: for whom it would be hard to use, and where."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

from tests.browser.reader import Reader

RUN = """
const done = arguments[arguments.length - 1];
const where = (node) => `${node.html.slice(0, 160)} ${node.any[0]?.message ?? ""}`;
axe.run(document, { resultTypes: ["violations"] })
  .then(({ violations }) => done(violations.map(({ id, nodes }) => [id, nodes.map(where)])))
  .catch((error) => done([[String(error), []]]));
"""


@cache
def axe() -> str:
    """The program that looks."""
    return (files("selenium_axe_python") / "axe-core" / "axe.min.js").read_text(encoding="utf-8")


def violations(reader: Reader) -> list[Any]:
    """Every rule that the page breaks, with where it does."""
    reader.run(axe())
    found: list[Any] = reader.driver.execute_async_script(RUN)
    return found
