"""The files that pages ask for when an example is opened: all there, and every page light before that."""

from __future__ import annotations

import re
from pathlib import Path

from crex_dsl.site.publish.all_pages import pages_of
from tests.conformance.cases import GAMES


def test_every_story_that_a_page_names_is_among_its_files() -> None:
    named = 0
    for page in pages_of([GAMES], ["ford", "quince"]):
        files = {path for path, _ in page.files}
        folder = Path(page.path).parent
        for story in re.findall(r'data-story="([^"]+)"', page.text):
            assert (folder / story).as_posix() in files or "../" in story
            named += 1
        assert all(text.startswith("crexStory(") for _, text in page.files)
    assert named


def test_a_script_stands_in_the_file_and_not_on_the_page_too() -> None:
    checked = 0
    for page in pages_of([GAMES], ["ford"]):
        for _, text in page.files:
            assert 'class=\\"highlight\\"' in text
            checked += 1
        stories, scripts = page.text.count("data-story="), page.text.count('class="crex-script"')
        inline = re.findall(r'class="crex-script"><summary>[^<]*</summary>\s*<div class="highlight"', page.text)
        assert scripts - stories == len(inline)
    assert checked
