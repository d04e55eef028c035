"""What holds for every page, and the front page plays: each is in the navigation, and its links lead somewhere."""

import re
from pathlib import Path

import pytest

from tests.docs.pages import DOCS, ROOT, fences, runs_as_doctest
from tests.docs.pages import page as text

PAGES = sorted(path.name for path in DOCS.glob("*.md"))


# ---- the front page ----
def test_the_front_page_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = re.search(r"^```crex\n(game matches .*?)^```$", text("language.md"), re.MULTILINE | re.DOTALL)
    assert game is not None
    place = tmp_path / "my-rules" / "ruleset" / "matches" / "matches.crex"
    place.parent.mkdir(parents=True)
    place.write_text(game[1], encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    runs_as_doctest("guides.md", "".join(block.text for block in fences(text("guides.md")) if block.info == "python"))


# ---- all pages ----
@pytest.mark.parametrize("page", PAGES)
def test_every_page_is_in_the_navigation(page: str) -> None:
    nav = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").partition("\nnav:\n")[2].partition("\ntheme:")[0]
    assert re.search(rf": {re.escape(page)}$", nav, re.MULTILINE)


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page: str) -> None:
    for target in re.findall(r"\]\(([^)]+)\)", text(page)):
        other, _, anchor = target.partition("#")
        found = text(other or page)
        headings = re.findall(r"^#+ (.+)$", found, re.MULTILINE)
        anchors = {re.sub(r"[^\w\- ]", "", heading).strip().lower().replace(" ", "-") for heading in headings}
        assert not anchor or anchor in anchors, target
