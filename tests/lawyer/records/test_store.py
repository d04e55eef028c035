"""The shelf gives the brief that was put there, and draws up another where anything has changed."""

import pytest

from crex_dsl.lawyer.records import build
from crex_dsl.lawyer.records.models import RulebookRecord
from crex_dsl.lawyer.records.store import record_of
from crex_dsl.rulebook.selection.catalogue import index_of
from crex_dsl.system import cache
from tests.rulebook.small import Small

EXTRA = '\nclause extra "Extra"\n    says "More."\n'


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch) -> dict[str, bytes]:
    entries: dict[str, bytes] = {}
    monkeypatch.setattr(cache, "load_entry", entries.get)
    monkeypatch.setattr(cache, "store_entry", entries.__setitem__)
    return entries


def briefs(kept: dict[str, bytes]) -> list[str]:
    return [key for key in kept if key.endswith(".record")]


def asked(small: Small, base: str = "") -> RulebookRecord:
    files = small.files(base)
    index = index_of(files)
    return record_of(files, index, index.select(None, ()))


def test_the_second_time_nothing_is_built(
    small: Small, kept: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    first = asked(small)
    monkeypatch.delattr(build, "build_record")
    assert asked(small) == first


def test_changed_rules_are_read_anew(small: Small, kept: dict[str, bytes]) -> None:
    before = [clause.id for clause in asked(small).clauses]
    assert [clause.id for clause in asked(small, EXTRA).clauses] == [*before, "extra"]
    assert len(briefs(kept)) == 2


def test_changed_code_draws_up_anew(small: Small, kept: dict[str, bytes], monkeypatch: pytest.MonkeyPatch) -> None:
    asked(small)
    monkeypatch.setattr(cache, "code_digest", lambda *layers: "of another version")
    asked(small)
    assert len(briefs(kept)) == 2


def test_a_spoilt_entry_is_no_harm(small: Small, kept: dict[str, bytes]) -> None:
    first = asked(small)
    for key in kept:
        kept[key] = b"{}"
    assert asked(small) == first
