"""What goes into a pipe is what rich would print there."""

import io
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from crex_dsl.system import console, piped_text

WORDS = st.text(alphabet="ab yz,.0łŻéЖя–“’±→", max_size=9)
ANY = st.text(alphabet=st.one_of(st.characters(codec="utf-8"), st.sampled_from("a \t\n\r漢e\u0301\u200b")), max_size=9)


def printed(monkeypatch: pytest.MonkeyPatch, piped: bool, what: object) -> str:
    """What is printed where nothing is a terminal, with our layout or with rich's alone."""
    with monkeypatch.context() as patched:
        patched.setattr(sys, "stdout", io.StringIO())
        for name in ("FORCE_COLOR", "TTY_COMPATIBLE"):
            patched.delenv(name, raising=False)
        patched.setattr(console, "is_piped", piped_text.is_piped if piped else lambda stderr=False: False)
        if isinstance(what, str):
            console.say(what)
        else:
            console.show_table(*what)
        return sys.stdout.getvalue()  # type: ignore[attr-defined]


@given(text=st.one_of(WORDS, ANY))
def test_text_is_laid_out_as_by_rich(text: str) -> None:
    monkeypatch = pytest.MonkeyPatch()
    assert printed(monkeypatch, True, text) == printed(monkeypatch, False, text)


@given(data=st.data())
def test_tables_are_laid_out_as_by_rich(data: st.DataObject) -> None:
    monkeypatch = pytest.MonkeyPatch()
    cells = data.draw(st.sampled_from([WORDS, ANY]))
    columns = data.draw(st.lists(cells, min_size=1, max_size=4, unique=True))
    rows = data.draw(st.lists(st.tuples(*[cells] * len(columns)), max_size=4))
    table = columns, rows, columns[:1], columns[1:3]
    assert printed(monkeypatch, True, table) == printed(monkeypatch, False, table)


def test_what_is_simple_needs_no_rich(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Console, "print", None)
    table = ("name", "games"), [("łódź", "1"), ("кит", "1,204")], (), ("games",)
    assert printed(monkeypatch, True, table) == "name  games\nłódź      1\nкит   1,204\n"


def test_where_the_environment_has_a_say_rich_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    monkeypatch.delenv("TTY_COMPATIBLE", raising=False)
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    assert piped_text.is_piped()
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert not piped_text.is_piped()
