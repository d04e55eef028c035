"""A register is drawn up once, and anew where anything has changed."""

import pytest

from crex_dsl.lawyer.search import index_builder
from crex_dsl.lawyer.search.index import SearchIndex, search_index_of
from crex_dsl.rulebook.selection.catalogue import index_of
from crex_dsl.system import cache
from tests.rulebook.small import Small


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch) -> dict[str, bytes]:
    entries: dict[str, bytes] = {}
    monkeypatch.setattr(cache, "load_entry", entries.get)
    monkeypatch.setattr(cache, "store_entry", entries.__setitem__)
    return entries


def asked(small: Small, base: str = "") -> SearchIndex:
    files = small.files(base)
    index = index_of(files)
    return search_index_of(files, index, [index.select(edition.id, ()) for edition in index.editions])


def test_the_second_time_nothing_is_drawn_up(
    small: Small, kept: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    first = asked(small)
    monkeypatch.delattr(index_builder, "build_index")
    assert asked(small) == first


def test_changed_rules_have_another_register(small: Small, kept: dict[str, bytes]) -> None:
    first = asked(small)
    second = asked(small, '\nclause extra "Extra"\n    says "More."\n')
    assert len([key for key in kept if key.endswith(".search")]) == 2
    assert len(second.entries) == len(first.entries) + 1


def test_another_stemmer_has_another_index(
    small: Small, kept: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    first = asked(small)
    monkeypatch.setattr("crex_dsl.lawyer.search.index.version", lambda package: "0")
    assert asked(small) == first
    assert len([key for key in kept if key.endswith(".search")]) == 2
