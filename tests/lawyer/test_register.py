"""A register is drawn up once, and anew where anything has changed."""

import pytest

from crex_dsl.lawyer import entries
from crex_dsl.lawyer.register import Register, register_of
from crex_dsl.rulebook import cache
from crex_dsl.rulebook.catalogue import index_of
from tests.rulebook.small import Small


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch) -> dict[str, bytes]:
    entries: dict[str, bytes] = {}
    monkeypatch.setattr(cache, "fetch", entries.get)
    monkeypatch.setattr(cache, "keep", entries.__setitem__)
    return entries


def asked(small: Small, base: str = "") -> Register:
    files = small.files(base)
    index = index_of(files)
    return register_of(files, index, [index.select(edition.id, ()) for edition in index.editions])


def test_the_second_time_nothing_is_drawn_up(
    small: Small, kept: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    first = asked(small)
    monkeypatch.delattr(entries, "registered")
    assert asked(small) == first


def test_changed_rules_have_another_register(small: Small, kept: dict[str, bytes]) -> None:
    first = asked(small)
    second = asked(small, '\nclause extra "Extra"\n    says "More."\n')
    assert len([key for key in kept if key.endswith(".register")]) == 2
    assert len(second.entries) == len(first.entries) + 1
