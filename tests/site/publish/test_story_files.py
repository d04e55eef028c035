"""The files that pages ask for when something is unfolded: all there, and every page light before that."""

from __future__ import annotations

import json
import re
from pathlib import Path
from posixpath import normpath

import pytest

from crex_dsl.site.content.side_files import SideFiles
from crex_dsl.site.publish.all_pages import pages_of
from tests.conformance.cases import GAMES


@pytest.fixture(scope="module")
def made() -> tuple[dict[str, str], SideFiles]:
    """The pages of two small games by path, and the files beside them."""
    side = SideFiles()
    return {page.path: page.text for page in pages_of([GAMES], ["ford", "quince"], side)}, side


def parts(side: SideFiles) -> dict[str, dict[str, str]]:
    """Every part that is unfolded, by its path: the page that it belongs to, and its HTML."""
    texts = {path: side.text(path) for path in side.paths if "/parts/" in path}
    return {path: json.loads(text[text.index(", ") + 2 : -3]) for path, text in texts.items()}


def test_every_part_that_a_page_names_is_there(made: tuple[dict[str, str], SideFiles]) -> None:
    pages, side = made
    named = [
        normpath((Path(path).parent / part).as_posix())
        for path, text in pages.items()
        for part in re.findall(r'data-part="([^"]+)"', text)
    ]
    assert sorted(named) == sorted(parts(side))


def test_every_story_that_a_part_names_is_there(made: tuple[dict[str, str], SideFiles]) -> None:
    _, side = made
    named = 0
    for part in parts(side).values():
        for story in re.findall(r'data-story="([^"]+)"', part["html"]):
            file = normpath((Path(part["page"]).parent / story).as_posix())
            assert side.text(file).startswith("crexStory(")
            assert 'class=\\"highlight\\"' in side.text(file)
            named += 1
    assert named


def test_a_page_holds_the_rules_and_what_is_unfolded_is_elsewhere(made: tuple[dict[str, str], SideFiles]) -> None:
    pages, _ = made
    text = pages["ford/royal-2.0/rules.md"]
    assert "Drogą główną" in text
    assert "crex-example" not in text and "crex-does" not in text
