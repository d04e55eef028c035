"""The catalogue: an index is read once per digest, and games go by any name that fits only one."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from crex_dsl.language.diagnostics import RuleError
from crex_dsl.rulebook.files import layer_files
from crex_dsl.rulebook.files.games import Library, UnknownGame
from crex_dsl.rulebook.selection import catalogue
from crex_dsl.rulebook.selection.catalogue import game_named, index_of, parsed
from crex_dsl.system.cache import OURS, cache_folder, store_entry
from tests.rulebook.small import HEAD, Small

VARIANTS = 'edition first "First" of small\noption extra "Extra"\n'


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("CREX_CACHE", str(tmp_path / "cache"))
    cache_folder.cache_clear()
    yield tmp_path / "cache"
    cache_folder.cache_clear()


def unparsed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nothing be parsed from here on."""

    def refuse(*_: object) -> None:
        raise AssertionError("a file was parsed")

    monkeypatch.setattr(layer_files, "game_text", refuse)


def entries(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.glob("*.index"))


# ---- the index ----
def test_an_index_is_read_once_per_digest(small: Small, own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = small.files("", VARIANTS)
    first = index_of(files)
    assert [edition.id for edition in first.editions] == ["first"]
    assert len(entries(own_cache)) == 1
    unparsed(monkeypatch)
    assert index_of(files) == first
    with pytest.raises(AssertionError, match="parsed"):
        index_of(small.files("", VARIANTS + 'option more "More"\n'))


def test_a_changed_file_gets_its_own_index(small: Small, own_cache: Path) -> None:
    before = index_of(small.files("", VARIANTS))
    after = index_of(small.files("", VARIANTS + 'option more "More"\n'))
    assert [option.id for option in before.options] == ["extra"]
    assert [option.id for option in after.options] == ["extra", "more"]
    assert len(entries(own_cache)) == 2


@pytest.mark.parametrize("content", [b"", b"{}", b"[1, 2]", b'{"game": "small"}', b"\xff\xfe", b"null"])
def test_an_entry_that_is_no_index_is_made_anew(small: Small, own_cache: Path, content: bytes) -> None:
    files = small.files("", VARIANTS)
    first = index_of(files)
    store_entry(entries(own_cache)[0].removeprefix(OURS), content)
    assert index_of(files) == first


def test_a_damaged_entry_is_made_anew(small: Small, own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = small.files("", VARIANTS)
    first = index_of(files)
    path = own_cache / entries(own_cache)[0]
    path.write_bytes(path.read_bytes().replace(b"First", b"Worst"))
    assert index_of(files) == first
    unparsed(monkeypatch)
    assert index_of(files) == first


def test_wrong_headers_are_told_every_time(small: Small, own_cache: Path) -> None:
    files = small.files("", 'edition first "First" of smal\n')
    for _ in range(2):
        with pytest.raises(RuleError, match="layer `first` stands on `smal`, which does not exist"):
            index_of(files)
    assert entries(own_cache) == []


def test_without_a_cache_the_index_is_the_same(small: Small, monkeypatch: pytest.MonkeyPatch) -> None:
    files = small.files("", VARIANTS)
    cached = index_of(files)
    monkeypatch.setenv("CREX_CACHE", "")
    cache_folder.cache_clear()
    assert index_of(files) == cached


def test_a_rulebook_is_of_one_selection(small: Small) -> None:
    files = small.files("", VARIANTS + 'clause more "More"\n    says "More."\n')
    index = index_of(files)
    plain = catalogue.rulebook(files, index.select(None, []))
    more = catalogue.rulebook(files, index.select("first", ["extra"]))
    assert (list(plain.clauses), list(more.clauses)) == (["playing"], ["playing", "more"])
    assert more.selection.names == ["extra"]


def test_syntax_mistakes_are_raised_together(small: Small) -> None:
    with pytest.raises(RuleError) as refused:
        catalogue.parsed(small.files("claus a\n", "claus b\n"))
    assert {d.span.source.name for d in refused.value.diagnostics if d.span} == {
        "ruleset/small/small.crex",
        "variants/small/variants.crex",
    }


# ---- names of games ----
def shelf(root: Path, *games: str, default: str = "") -> Library:
    for game in games:
        path = root / "shelf" / "ruleset" / game / f"{game}.crex"
        path.parent.mkdir(parents=True, exist_ok=True)
        line = "    default\n" if game == default else ""
        path.write_text(HEAD.replace("game small", f"game {game}").replace("    language en\n", line))
    return Library([root / "shelf"])


GAMES = ("acre", "acre-siege", "salt-road")


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("acre", "acre"),  # an exact name, though another begins with it
        ("acre-", "acre-siege"),
        ("acre-siege", "acre-siege"),
        ("s", "salt-road"),  # a beginning goes before a part: acre-siege holds an s too
        ("road", "salt-road"),
        ("siege", "acre-siege"),
    ],
)
def test_a_game_goes_by_any_name_that_fits_only_one(tmp_path: Path, name: str, meant: str) -> None:
    assert game_named(shelf(tmp_path, *GAMES), name) == meant


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("salt-raod", "there is no game `salt-raod`: did you mean `salt-road`?"),
        ("xyz", "there is no game `xyz`: there are acre, acre-siege and salt-road"),
        ("a", "there is no game `a`: there are acre, acre-siege and salt-road"),
        (None, "which game? There are acre, acre-siege and salt-road"),
    ],
)
def test_a_name_that_fits_none_or_several_is_refused(tmp_path: Path, name: str | None, sentence: str) -> None:
    with pytest.raises(UnknownGame) as refused:
        game_named(shelf(tmp_path, *GAMES), name)
    assert str(refused.value) == sentence


def test_the_only_game_is_named_as_the_only_one(tmp_path: Path) -> None:
    with pytest.raises(UnknownGame, match=r"there is no game `xyz`: there is only acre$"):
        game_named(shelf(tmp_path, "acre"), "xyz")


def test_no_name_means_the_default_game_or_the_only_one(tmp_path: Path) -> None:
    assert game_named(shelf(tmp_path / "many", *GAMES, default="acre-siege"), None) == "acre-siege"
    assert game_named(shelf(tmp_path / "one", "salt-road"), None) == "salt-road"


def test_two_defaults_are_none(tmp_path: Path) -> None:
    shelf(tmp_path, "acre", default="acre")
    with pytest.raises(UnknownGame, match="which game"):
        game_named(shelf(tmp_path, "salt-road", default="salt-road"), None)


def test_where_there_are_no_rules_it_says_where_to_point(tmp_path: Path) -> None:
    with pytest.raises(UnknownGame, match=r"there are no rule files here; point to some with `--rules FOLDER`"):
        game_named(Library([tmp_path]), "acre")


# ---- layers ----
def test_layers_without_scripts_are_parsed_once_for_all_processes(
    small: Small, own_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catalogue, "WORTH_KEEPING", 0)
    files = small.files("", VARIANTS)
    before = parsed(files, scripts=False).layers
    catalogue._without_scripts.cache_clear()  # as in another process
    with monkeypatch.context() as closed:
        unparsed(closed)
        after = parsed(files, scripts=False).layers
    assert after.keys() == before.keys()
    for name, layer in after.items():
        assert (layer.header, layer.tops) == (before[name].header, before[name].tops)
        assert [str(top.span) for top in layer.tops] == [str(top.span) for top in before[name].tops]
    for entry in own_cache.glob("*.layers"):
        store_entry(entry.name.removeprefix(OURS), b"nothing of ours")
    catalogue._without_scripts.cache_clear()
    assert parsed(files, scripts=False).layers.keys() == before.keys()


def test_what_is_parsed_in_a_moment_is_not_kept(small: Small, own_cache: Path) -> None:
    parsed(small.files("", VARIANTS), scripts=False)
    assert not list(own_cache.glob("*.layers"))
