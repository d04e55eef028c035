"""The cache: what is kept comes back whole or not at all, and nothing else in its folder is ever touched."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from crex_dsl.system import cache
from crex_dsl.system.cache import cache_folder, cache_key, cached, load_entry, store_entry
from tests.conftest import PRUNE


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("CREX_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(cache, "_prune", PRUNE)
    cache_folder.cache_clear()
    found = cache_folder()
    assert found == tmp_path / "cache"
    yield found
    cache_folder.cache_clear()


@pytest.fixture
def no_folder(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    cache_folder.cache_clear()
    yield monkeypatch
    cache_folder.cache_clear()


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=30)
@given(st.binary(), st.binary())
def test_what_is_kept_comes_back_and_the_last_word_counts(folder: Path, first: bytes, second: bytes) -> None:
    store_entry("a.index", first)
    assert load_entry("a.index") == first
    store_entry("a.index", second)
    assert load_entry("a.index") == second
    assert [path.name for path in folder.iterdir()] == ["crex-a.index"]


def test_what_is_remembered_is_made_once_and_anew_where_it_has_another_form(folder: Path) -> None:
    made: list[int] = []

    def make() -> list[int]:
        made.append(len(made))
        return [7]

    assert [cached("numbers", list[int], make, "digest") for _ in range(3)] == [[7], [7], [7]]
    assert made == [0]
    store_entry(cache_key("numbers", "digest"), b'{"seven": 7}')
    assert cached("numbers", list[int], make, "digest") == [7]
    assert made == [0, 1]


def test_other_work_other_files_other_names_and_other_code_have_other_keys() -> None:
    keys = {
        cache_key("index", "digest"),
        cache_key("record", "digest"),
        cache_key("index", "another digest"),
        cache_key("index", "digest", "first"),
        cache_key("index", "digest", "first", "second"),
        cache_key("index", "digest", "second", "first"),
        cache_key("index", "digest", layers=["lawyer"]),
    }
    assert len(keys) == 7
    assert cache_key("index", "digest", "first") in keys


def test_what_was_never_kept_is_not_there(folder: Path) -> None:
    assert load_entry("a.index") is None


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=30)
@given(st.binary(min_size=1, max_size=40), st.data())
def test_one_changed_byte_and_the_entry_is_gone(folder: Path, content: bytes, data: st.DataObject) -> None:
    store_entry("a.index", content)
    raw = bytearray((folder / "crex-a.index").read_bytes())
    place = data.draw(st.integers(0, len(raw) - 1))
    raw[place] ^= data.draw(st.integers(1, 255))
    (folder / "crex-a.index").write_bytes(raw)
    assert load_entry("a.index") is None


@pytest.mark.parametrize("length", [0, 1, 31, 32, 35])
def test_an_entry_cut_short_is_gone(folder: Path, length: int) -> None:
    store_entry("a.index", b"content")
    raw = (folder / "crex-a.index").read_bytes()
    assert length < len(raw)
    (folder / "crex-a.index").write_bytes(raw[:length])
    assert load_entry("a.index") is None


def test_an_entry_under_another_name_is_gone(folder: Path) -> None:
    store_entry("a.index", b"content")
    (folder / "crex-a.index").rename(folder / "crex-b.index")
    assert load_entry("b.index") is None


def test_only_the_user_may_look_inside_what_we_make(folder: Path) -> None:
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


@pytest.mark.parametrize(
    ("mode", "used"), [(0o700, True), (0o755, True), (0o775, False), (0o777, False), (0o1777, False)], ids=oct
)
def test_a_folder_stays_as_open_as_it_was_and_is_not_used_where_others_can_write(
    tmp_path: Path, no_folder: pytest.MonkeyPatch, mode: int, used: bool
) -> None:
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(mode)
    no_folder.setenv("CREX_CACHE", str(shared))
    assert cache_folder() == (shared if used else None)
    store_entry("a.index", b"content")
    assert load_entry("a.index") == (b"content" if used else None)
    assert stat.S_IMODE(shared.stat().st_mode) == mode


@pytest.mark.parametrize(("mode", "used"), [(0o700, True), (0o755, True), (0o757, False), (0o1777, True)], ids=oct)
def test_a_folder_is_not_used_where_others_can_replace_it(
    tmp_path: Path, no_folder: pytest.MonkeyPatch, mode: int, used: bool
) -> None:
    inner = tmp_path / "above" / "cache"
    inner.mkdir(parents=True, mode=0o700)
    inner.parent.chmod(mode)
    no_folder.setenv("CREX_CACHE", str(inner))
    assert cache_folder() == (inner if used else None)


def test_an_entry_that_others_can_write_or_that_leads_elsewhere_is_not_read(folder: Path, tmp_path: Path) -> None:
    store_entry("a.index", b"content")
    path = cache.entry(folder, "a.index")
    path.chmod(0o666)
    assert load_entry("a.index") is None
    path.chmod(0o600)
    assert load_entry("a.index") == b"content"
    elsewhere = tmp_path / "elsewhere"
    path.rename(elsewhere)
    path.symlink_to(elsewhere)
    assert load_entry("a.index") is None


def test_what_is_not_ours_is_never_touched(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "MOST_ENTRIES", 4)
    others = [folder / name for name in ("thesis.txt", "a.index", ".hidden", "tmpabc", "0.program")]
    for path in others:
        path.write_text("years of work")
        os.utime(path, (1, 1))  # older than anything of ours
    (folder / "crex-files").mkdir()
    (folder / "crex-files" / "thesis.txt").write_text("years of work")
    for number in range(20):
        store_entry(f"{number}.index", b"content")
    store_entry("a.index", b"content")
    assert all(path.read_text() == "years of work" for path in (*others, folder / "crex-files" / "thesis.txt"))
    assert all(path.stat().st_mtime == 1 for path in others)
    assert load_entry("19.index") == b"content"
    assert sum(path.is_file() for path in folder.glob("crex-*")) <= 4


def test_a_folder_of_somebody_else_is_not_used(tmp_path: Path, no_folder: pytest.MonkeyPatch) -> None:
    no_folder.setenv("CREX_CACHE", str(tmp_path))
    no_folder.setattr(cache.os, "getuid", lambda: tmp_path.stat().st_uid + 1)
    assert cache_folder() is None


def test_without_a_folder_nothing_is_kept_and_nothing_fails(tmp_path: Path, no_folder: pytest.MonkeyPatch) -> None:
    no_folder.setenv("CREX_CACHE", "")
    assert cache_folder() is None
    store_entry("a.index", b"content")
    assert load_entry("a.index") is None


def test_a_file_in_the_way_means_no_folder(tmp_path: Path, no_folder: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in the way")
    no_folder.setenv("CREX_CACHE", str(tmp_path / "file"))
    assert cache_folder() is None


def test_a_folder_that_vanishes_costs_only_time(folder: Path) -> None:
    store_entry("a.index", b"content")
    (folder / "crex-a.index").unlink()
    folder.rmdir()
    store_entry("a.index", b"content")
    assert load_entry("a.index") is None


def test_where_it_cannot_be_put_in_place_no_scrap_is_left(folder: Path) -> None:
    (folder / "crex-a.index").mkdir()  # a file cannot take the place of a folder
    store_entry("a.index", b"content")
    assert load_entry("a.index") is None
    assert [path.name for path in folder.iterdir()] == ["crex-a.index"]


def test_the_users_own_cache_is_the_usual_place(tmp_path: Path, no_folder: pytest.MonkeyPatch) -> None:
    no_folder.delenv("CREX_CACHE", raising=False)
    no_folder.setattr(cache.platformdirs, "user_cache_dir", lambda name: str(tmp_path / "caches" / name))
    assert cache_folder() == tmp_path / "caches" / "crex"


def test_of_too_many_entries_the_oldest_go(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "MOST_ENTRIES", 8)
    for number in range(9):
        store_entry(f"{number}.index", b"content")
        os.utime(folder / f"crex-{number}.index", (number, number))
        if number < 8:
            assert len(list(folder.iterdir())) == number + 1
    assert sorted(path.name for path in folder.iterdir()) == [f"crex-{number}.index" for number in range(3, 9)]


# ---- the code that made an entry ----
@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    for name in (
        "language/grammar.lark",
        "language/nodes/base.py",
        "system/cache.py",
        "engine/game.py",
        "cli/app.py",
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("code\n")
    monkeypatch.setattr(cache, "__file__", str(tmp_path / "system" / "cache.py"))
    yield tmp_path
    forget()


def forget() -> None:
    cache.code_digest.cache_clear()
    cache._folder_digest.cache_clear()


def digest(*layers: str) -> str:
    forget()
    return cache.code_digest(*layers)


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("language/grammar.lark", True),
        ("language/nodes/base.py", True),
        ("system/cache.py", True),
        ("engine/game.py", True),
        ("engine/new.py", True),
        ("engine/notes.md", False),
        ("cli/app.py", False),  # which neither reads, nor checks, nor compiles
    ],
)
def test_changed_code_never_meets_old_work(package: Path, name: str, counts: bool) -> None:
    before = digest()
    assert digest() == before
    (package / name).write_text("other code\n")
    assert (digest() != before) is counts


def test_a_layer_above_counts_for_its_own_work(package: Path) -> None:
    before, above = digest(), digest("cli")
    assert above != before
    (package / "cli/app.py").write_text("other code\n")
    assert digest() == before
    assert digest("cli") != above


def test_another_python_never_meets_old_work(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = digest()
    monkeypatch.setattr(cache.marshal, "version", 99)
    assert digest() != before
