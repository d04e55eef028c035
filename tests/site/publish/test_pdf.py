"""One PDF for each edition: what the browser is asked, and what is told where it does not print."""

import re
import stat
from pathlib import Path

import pytest

from crex_dsl.site.publish import pdf
from crex_dsl.site.publish.build import Order
from crex_dsl.site.publish.pdf import NoBrowser, Unprinted, print_books

ORDER = Order()
BOOKS = ("small/first", "small/second", "small/second/en")
PRINTS = 'for word; do case "$word" in --print-to-pdf=*) echo "$@" > "${word#*=}";; esac; done'


def browser(folder: Path, script: str, name: str = "chromium") -> None:
    """Put a browser into a folder that does what a script says."""
    program = folder / name
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that is all there is to find programs in, and a site of three books built at once."""

    def built(order: Order, site: Path, watch: object) -> int:
        assert order is ORDER
        for book in BOOKS:
            page = site / book / f"{pdf.WHOLE}.html"
            page.parent.mkdir(parents=True, exist_ok=True)
            page.write_text("the rules")
        return len(BOOKS)

    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", f"{folder}:/bin:/usr/bin")
    monkeypatch.setattr(pdf, "BROWSERS", ("crex-test-chrome", "crex-test-chromium"))
    monkeypatch.setattr(pdf, "build", built)
    return folder


def test_every_edition_is_printed_in_its_own_language_and_no_translation(path: Path, tmp_path: Path) -> None:
    browser(path, PRINTS, "crex-test-chromium")
    files = print_books(ORDER, tmp_path / "new" / "pdf")
    assert [file.name for file in files] == ["small-first.pdf", "small-second.pdf"]
    for file, book in zip(files, BOOKS, strict=False):
        asked = file.read_text()
        assert re.search(rf"file://\S+/site/{book}/{pdf.WHOLE}\.html$", asked.strip())
        assert "--no-pdf-header-footer" in asked


def test_the_first_browser_that_is_there_prints(path: Path, tmp_path: Path) -> None:
    browser(path, PRINTS, "crex-test-chromium")
    browser(path, "exit 1", "crex-test-chrome")
    with pytest.raises(Unprinted, match=r"crex-test-chrome did not print small-first\.pdf, and says nothing of why"):
        print_books(ORDER, tmp_path / "pdf")


def test_without_a_browser_nothing_is_built(path: Path, tmp_path: Path) -> None:
    with pytest.raises(NoBrowser, match=r"install the package chromium, or print the page whole\.html"):
        print_books(ORDER, tmp_path / "pdf")
    assert not (tmp_path / "pdf").exists()


def test_the_last_word_of_a_browser_that_fails_is_told(path: Path, tmp_path: Path) -> None:
    browser(path, "echo one >&2; echo 'no fonts' >&2; echo >&2; exit 3", "crex-test-chrome")
    with pytest.raises(Unprinted, match=r"did not print small-first\.pdf: no fonts$"):
        print_books(ORDER, tmp_path / "pdf")


def test_an_older_pdf_does_not_stand_for_one_that_was_not_printed(path: Path, tmp_path: Path) -> None:
    browser(path, "exit 0", "crex-test-chrome")
    (tmp_path / "small-first.pdf").write_text("of last year")
    with pytest.raises(Unprinted, match="did not print"):
        print_books(ORDER, tmp_path)


def test_a_browser_that_hangs_is_not_waited_for(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf, "PATIENCE", 0.2)
    browser(path, "exec sleep 30", "crex-test-chrome")
    with pytest.raises(Unprinted, match=r"has not printed small-first\.pdf within 0\.2 seconds"):
        print_books(ORDER, tmp_path)


def test_a_file_is_no_folder_for_them(path: Path, tmp_path: Path) -> None:
    browser(path, PRINTS, "crex-test-chrome")
    (tmp_path / "pdf").write_text("mine")
    with pytest.raises(Unprinted, match="is a file: name a folder for the PDFs"):
        print_books(ORDER, tmp_path / "pdf")
    assert (tmp_path / "pdf").read_text() == "mine"
