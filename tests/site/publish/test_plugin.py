"""MkDocs builds a site from a small game without a warning."""

import json
from pathlib import Path

import pytest
from mkdocs.commands.build import build
from mkdocs.config import load_config

from crex_dsl.site.content.page import Page
from crex_dsl.site.publish.plugin import shelved
from tests.conformance.cases import GAMES

ROOT = Path(__file__).resolve().parents[3]


def test_pages_stand_in_sections_in_their_order() -> None:
    pages = [
        Page("g/index.md", "G", "", shelf=("Game",)),
        Page("g/one/index.md", "One", "", shelf=("Game", "first")),
        Page("g/hidden.md", "Hidden", ""),
        Page("g/one/a.md", "A", "", shelf=("Game", "first")),
        Page("h/index.md", "H", "", shelf=("Other",)),
    ]
    assert shelved(pages) == [
        {"Game": [{"G": "g/index.md"}, {"first": [{"One": "g/one/index.md"}, {"A": "g/one/a.md"}]}]},
        {"Other": [{"H": "h/index.md"}]},
    ]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of one small game, built in strict mode."""
    folder = tmp_path_factory.mktemp("site")
    (folder / "docs").mkdir()
    (folder / "docs" / "index.md").write_text("# Small\n", encoding="utf-8")
    settings = {"docs_dir": str(folder / "docs"), "site_dir": str(folder / "out"), "nav": [{"Small": "index.md"}]}
    config = load_config(str(ROOT / "mkdocs.yml"), **settings)
    config.plugins["crex"].config.update({"rules": [str(GAMES)], "games": ["ford"]})
    config.strict = True
    build(config)
    return folder / "out"


def test_every_book_is_there_in_its_language(site: Path) -> None:
    page = (site / "ford" / "royal-2.0" / "rules.html").read_text(encoding="utf-8")
    assert '<div lang="pl" class="crex-page">' in page
    assert 'id="3.6"' in page
    assert (site / "ford" / "royal-2.0" / "en" / "rules.html").is_file()


def test_clauses_can_be_searched_for_but_not_the_scripts_of_examples(site: Path) -> None:
    index = json.loads((site / "search" / "search_index.json").read_text(encoding="utf-8"))
    (found,) = (each for each in index["docs"] if each["location"] == "ford/royal-2.0/rules.html#3.6")
    assert "Limity dróg" in found["title"]
    assert "Drogą główną" in found["text"]
    assert "example &quot;" not in found["text"]
    assert "given" not in found["text"]


def test_a_rule_weighs_more_than_what_is_told_about_it(site: Path) -> None:
    index = json.loads((site / "search" / "search_index.json").read_text(encoding="utf-8"))
    weights = {each["location"]: each.get("boost", 1) for each in index["docs"]}
    rule = weights["ford/royal-2.0/rules.html#3.6"]
    assert rule > weights["ford/royal-2.0/en/rules.html#3.6"] == weights["ford/royal-2.0/terms.html"]
