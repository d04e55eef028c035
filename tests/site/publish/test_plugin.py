"""MkDocs builds a site from a small game without a warning."""

import json
from pathlib import Path
from typing import Any

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
    assert '<html lang="pl"' in page
    assert "Przejdź do treści" in page  # the theme's own words too
    assert 'title="Odnośnik do tego miejsca"' in page and "Link to this place" not in page
    assert 'id="3.6"' in page
    assert (site / "ford" / "royal-2.0" / "en" / "rules.html").is_file()


def searched(site: Path, name: str) -> dict[str, Any]:
    """What a file of the search tells."""
    text = (site / "search" / f"{name}.js").read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text.removeprefix("crexSearch(").rstrip().removesuffix(");"))
    return found


def test_clauses_can_be_searched_for_but_not_the_scripts_of_examples(site: Path) -> None:
    books = {book["key"]: book for book in searched(site, "ford")["books"]}
    found = {f"{row[0]}#{row[1]}": row for row in books["ford/royal-2.0"]["entries"]}
    page, _, number, title, text, clause = found["ford/royal-2.0/rules.html#3.6"]
    assert (page, number, title, clause) == ("ford/royal-2.0/rules.html", "3.6", "Limity dróg", "road-limits")
    assert "Drogą główną" in text
    assert "given" not in text
    weights = [books[key]["weight"] for key in ("ford/royal-2.0", "ford/royal-2.0/en", "ford")]
    assert weights == sorted(weights, reverse=True) and len(set(weights)) == 3
    assert "ford/pl" not in books  # its questions are put in English only, and found there


def test_forms_of_words_meet(site: Path) -> None:
    forms = searched(site, "ford")["forms"]["pl"]
    assert forms["glowna"] == forms["glownej"] if "glownej" in forms else forms["droga"] == forms["drog"]


def test_guides_are_searched_by_section(site: Path) -> None:
    (guides,) = searched(site, "guides")["books"]
    assert [row[3] for row in guides["entries"]] == ["Small"]
