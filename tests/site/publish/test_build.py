"""The site is built whole or not at all, from the checkout's own configuration, and never over somebody's things."""

import logging
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from mkdocs.commands.build import build as built_by_mkdocs
from mkdocs.config import load_config
from mkdocs.exceptions import Abort

from crex_dsl.language.diagnostics import RuleError
from crex_dsl.rulebook.files.games import UnknownGame
from crex_dsl.site.publish import build as publish_build
from crex_dsl.site.publish.build import Order, TakenFolder, UnsoundSite, build
from crex_dsl.site.publish.plugin import MARK
from tests.conformance.cases import GAMES

ROOT = Path(__file__).resolve().parents[3]
SMALL = Order([GAMES], ["noughts"])


@pytest.fixture(scope="module")
def steps() -> list[tuple[int, int | None]]:
    return []


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[int, int | None]]) -> Path:
    """The guides, and the book of one small game."""
    out = tmp_path_factory.mktemp("built") / "new" / "site"
    pages = build(SMALL, out, lambda done, of: steps.append((done, of)))
    assert pages == len(list(out.rglob("*.html"))) - 1  # all but the page for what is not found
    return out


@pytest.fixture
def small_guides(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A configuration like ours with one guide, free to be spoilt."""
    root = tmp_path / "root"
    (root / "docs").mkdir(parents=True)
    (root / "docs" / "index.md").write_text("# Guide\n")
    shutil.copytree(GAMES / "ruleset" / "noughts", root / "ruleset" / "noughts")
    (root / "mkdocs.yml").write_text(
        "site_name: small\ntheme: {name: material, font: false}\nplugins: [crex]\nmarkdown_extensions: [attr_list]\n"
    )
    monkeypatch.setattr(publish_build, "data_root", lambda: root)
    monkeypatch.setattr("crex_dsl.rulebook.files.games.data_root", lambda: root)
    return root


@pytest.fixture
def said(caplog: pytest.LogCaptureFixture) -> Iterator[pytest.LogCaptureFixture]:
    with caplog.at_level(logging.ERROR, "mkdocs"):
        yield caplog


def test_guides_and_books_are_there(site: Path) -> None:
    assert (site / "house-rules.html").is_file()
    assert (site / "noughts" / "standard" / "index.html").is_file()
    assert (site / "search" / "noughts.js").is_file()
    assert (site / "search" / "guides.js").is_file()
    assert not (site / "ford").exists()


def test_whoever_looks_on_sees_it_grow(site: Path, steps: list[tuple[int, int | None]]) -> None:
    pages = len(list(site.rglob("*.html"))) - 1
    books = len(list((site / "noughts").rglob("*.html"))) + 1  # and the first page
    assert steps[: books + 1] == [(number, None) for number in range(books + 1)]
    assert steps[books + 1 :] == [(number + 1, 2 * pages) for number in range(2 * pages)]


def test_it_is_quiet(site: Path, tmp_path: Path) -> None:
    program = (
        "from pathlib import Path; from crex_dsl.site.publish.build import Order, build; "
        f"build(Order([Path({str(GAMES)!r})], ['noughts']), Path('out'))"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    here, there = ({p.relative_to(s) for p in s.rglob("*")} for s in (site, tmp_path / "out"))
    assert here == there


@pytest.mark.usefixtures("small_guides")
def test_an_older_site_is_replaced(tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / MARK).touch()
    (out / "old.html").write_text("old")
    build(Order(games=["noughts"]), out)
    assert (out / "index.html").is_file()
    assert (out / MARK).is_file()
    assert not (out / "old.html").exists()


@pytest.mark.parametrize(
    ("things", "sentence"),
    [
        (["out"], "{out} is a file: name a folder for the site"),
        (
            ["out/thesis.doc"],
            "{out} holds other things, and a site would replace them: name a new or an empty folder",
        ),
    ],
)
def test_other_things_are_left_alone(tmp_path: Path, things: list[str], sentence: str) -> None:
    for thing in things:
        (tmp_path / thing).parent.mkdir(exist_ok=True)
        (tmp_path / thing).write_text("mine")
    with pytest.raises(TakenFolder) as refusal:
        build(SMALL, tmp_path / "out")
    assert str(refusal.value) == sentence.format(out=tmp_path / "out")
    assert all((tmp_path / thing).read_text() == "mine" for thing in things)


def test_an_unsound_site_does_not_replace_an_older_one(small_guides: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    build(Order(games=["noughts"]), out)
    (small_guides / "docs" / "index.md").write_text('# New\n\n[a](none.md)\n\n<a href="none.html">b</a>\n')
    before = (out / "index.html").read_bytes()
    with pytest.raises(UnsoundSite) as refusal:
        build(Order(games=["noughts"]), out)
    assert refusal.value.findings == [
        "index.html links to `none.html`, which is not there",
        "index.html links to `none.md`, which is not there",
    ]
    assert (out / "index.html").read_bytes() == before


def test_a_guide_may_speak_of_a_game_that_is_left_out(small_guides: Path, tmp_path: Path) -> None:
    shutil.copytree(GAMES / "ruleset" / "ford", small_guides / "ruleset" / "ford")
    (small_guides / "docs" / "index.md").write_text("[a](ford/index.md) and [b](noughts/standard/index.md)\n")
    build(Order(games=["noughts"]), tmp_path / "out")


def test_mistakes_in_the_rules_come_as_they_are(small_guides: Path, tmp_path: Path) -> None:
    (small_guides / "ruleset" / "noughts" / "more.crex").write_text("game noughts\n\nclause\n")
    with pytest.raises(RuleError) as mistakes:
        build(Order(), tmp_path / "out")
    assert [str(each.span.source.name) for each in mistakes.value.diagnostics if each.span] == [
        "ruleset/noughts/more.crex"
    ]
    assert not (tmp_path / "out").exists()


def test_a_game_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnknownGame, match="there is no game `nosuch`"):
        build(Order(games=["nosuch"]), tmp_path / "out")


def test_mkdocs_tells_mistakes_in_the_rules_in_our_words(small_guides: Path, said: pytest.LogCaptureFixture) -> None:
    (small_guides / "ruleset" / "noughts" / "more.crex").write_text("game noughts\n\nclause\n")
    with pytest.raises(Abort):
        built_by_mkdocs(load_config(str(small_guides / "mkdocs.yml")))
    (sentence,) = said.messages
    assert sentence.startswith("ruleset/noughts/more.crex:3:")
    assert "error: " in sentence


def test_the_configuration_of_the_checkout_is_taken() -> None:
    config = publish_build.Building(SMALL, Path("out")).configured()
    assert config.config_file_path == str(ROOT / "mkdocs.yml")
    assert config.docs_dir == str(ROOT / "docs")
    assert config.strict
