"""The rule files at hand: which games there are, what each is made of, and a digest that misses nothing."""

from pathlib import Path

import pytest

from crex_dsl.rulebook.files import games
from crex_dsl.rulebook.files.games import Library, UnknownGame, data_root

FILES = {
    "ruleset/chess/board.crex": "game chess\n",
    "ruleset/chess/men.tsv": "id\nking\n",
    "ruleset/chess/README.md": "not a rule\n",
    "variants/chess/blitz.crex": "option blitz\n",
    "variants/chess/old/shatranj.crex": "edition shatranj\n",
    "ruleset/go/go.crex": "game go\n",
    "ruleset/empty/notes.md": "no rule file\n",
    "variants/lost/lost.crex": "edition lost\n",
}


def write(root: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    return root


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return write(tmp_path / "root", FILES)


# ---- games and files ----
def test_a_game_is_a_folder_with_rule_files(root: Path) -> None:
    assert Library([root]).games() == ["chess", "go"]


def test_games_of_several_folders_come_in_their_order_and_once(root: Path, tmp_path: Path) -> None:
    other = write(tmp_path / "other", {"ruleset/ayo/ayo.crex": "", "ruleset/go/more.crex": ""})
    assert Library([root, other]).games() == ["chess", "go", "ayo"]
    assert Library([other, root]).games() == ["ayo", "go", "chess"]


def test_a_folder_without_rules_has_no_games(tmp_path: Path) -> None:
    assert Library([tmp_path]).games() == []
    assert Library([tmp_path / "nowhere"]).games() == []


def test_the_files_of_a_game_are_its_rules_its_tables_and_its_variants(root: Path) -> None:
    files = Library([root]).files("chess")
    assert files.id == "chess"
    assert [name for name, _ in files.files] == [
        "ruleset/chess/board.crex",
        "ruleset/chess/men.tsv",
        "variants/chess/blitz.crex",
        "variants/chess/old/shatranj.crex",
    ]
    assert all(path == root / name for name, path in files.files)
    assert files.extra == ()


def test_a_game_may_lie_in_several_folders(root: Path, tmp_path: Path) -> None:
    other = write(tmp_path / "other", {"variants/chess/house.crex": "option house\n"})
    names = [name for name, _ in Library([root, other]).files("chess").files]
    assert names[-1] == "variants/chess/house.crex"
    assert len(names) == 5


# ---- extra files ----
def test_loose_files_belong_to_every_game(root: Path, tmp_path: Path) -> None:
    loose = write(tmp_path, {"house.crex": "option house\n"}) / "house.crex"
    shelf = Library([root], [loose])
    assert shelf.files("chess").extra == ((loose.as_posix(), loose),)
    assert shelf.files("go").extra == ((loose.as_posix(), loose),)
    assert shelf.games() == ["chess", "go"]


def test_a_loose_folder_gives_its_rule_files_and_tables(root: Path, tmp_path: Path) -> None:
    house = write(tmp_path / "house", {"b.crex": "", "a/a.crex": "", "t.tsv": "", "notes.md": ""})
    extra = Library([root], [house]).files("go").extra
    assert [path.relative_to(house).as_posix() for _, path in extra] == ["a/a.crex", "b.crex", "t.tsv"]


def test_a_loose_file_is_taken_whatever_it_is_called(root: Path, tmp_path: Path) -> None:
    loose = write(tmp_path, {"house.txt": "option house\n"}) / "house.txt"
    assert [path for _, path in Library([root], [loose]).files("go").extra] == [loose]


def test_a_loose_file_named_twice_counts_once(root: Path, tmp_path: Path) -> None:
    house = write(tmp_path / "house", {"a.crex": "option a\n", "b/b.crex": "option b\n"})
    extra = Library([root], [house / "b" / "b.crex", house, house / "b" / ".." / "a.crex"]).files("go").extra
    assert [path.name for _, path in extra] == ["b.crex", "a.crex"]


def test_a_file_of_the_library_is_not_loose(root: Path) -> None:
    assert Library([root], [root / "variants/chess/blitz.crex"]).files("chess").extra == ()


# ---- the digest ----
@pytest.mark.parametrize("name", [name for name in FILES if "/chess/" in name and not name.endswith(".md")])
@pytest.mark.parametrize("place", [0, -1])
def test_the_digest_changes_with_any_byte(root: Path, name: str, place: int) -> None:
    before = Library([root]).files("chess").digest
    raw = bytearray((root / name).read_bytes())
    raw[place] ^= 1
    (root / name).write_bytes(raw)
    assert Library([root]).files("chess").digest != before
    raw[place] ^= 1
    (root / name).write_bytes(raw)
    assert Library([root]).files("chess").digest == before


def test_the_digest_knows_names_and_borders(root: Path) -> None:
    seen = {Library([root]).files("chess").digest}
    (root / "variants/chess/blitz.crex").rename(root / "variants/chess/quick.crex")
    seen.add(Library([root]).files("chess").digest)
    write(root, {"ruleset/chess/board.crex": "game chess\nid", "ruleset/chess/men.tsv": "\nking\n"})
    seen.add(Library([root]).files("chess").digest)
    write(root, {"ruleset/chess/new.crex": ""})
    seen.add(Library([root]).files("chess").digest)
    (root / "ruleset/chess/men.tsv").unlink()
    seen.add(Library([root]).files("chess").digest)
    assert len(seen) == 5


def test_the_digest_is_of_one_game_and_of_rules_only(root: Path) -> None:
    before = Library([root]).files("chess").digest
    write(root, {"ruleset/go/go.crex": "game go # changed\n", "ruleset/chess/README.md": "changed\n"})
    assert Library([root]).files("chess").digest == before


def test_the_digest_does_not_tell_where_the_folder_lies(root: Path, tmp_path: Path) -> None:
    twin = write(tmp_path / "twin", FILES)
    assert Library([twin]).files("chess").digest == Library([root]).files("chess").digest


def test_loose_files_count(root: Path, tmp_path: Path) -> None:
    loose = write(tmp_path, {"house.crex": "option house\n"}) / "house.crex"
    without = Library([root]).files("go").digest
    first = Library([root], [loose]).files("go").digest
    loose.write_text("option hause\n")
    assert len({without, first, Library([root], [loose]).files("go").digest}) == 3


def test_the_tables_of_a_loose_file_count(root: Path, tmp_path: Path) -> None:
    loose = write(tmp_path, {"house.crex": 'option house "House"\ntable man from "men.tsv"\n', "men.tsv": "id\nking\n"})
    shelf = Library([root], [loose / "house.crex"])
    before = shelf.files("go").digest
    (tmp_path / "men.tsv").write_text("id\nqueen\n")
    assert shelf.files("go").digest != before


@pytest.mark.parametrize("name", ["../secret.tsv", "nowhere.tsv", "linked.tsv", "men.txt"])
def test_a_loose_file_reaches_for_nothing_else(root: Path, tmp_path: Path, name: str) -> None:
    text = f'option house "House"\ntable man from "{name}"\n'
    write(tmp_path, {"secret.tsv": "id\n", "loose/house.crex": text, "loose/men.txt": "id\n"})
    (tmp_path / "loose" / "linked.tsv").symlink_to(tmp_path / "secret.tsv")
    loose = tmp_path / "loose" / "house.crex"
    assert [path for _, path in Library([root], [loose]).files("go").extra] == [loose]


def test_the_digest_knows_what_is_loose(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path, {"variants/chess/house.crex": "option house\n"})
    brought = Library([root], [Path("variants/chess/house.crex")]).files("chess")
    rooted = Library([root, tmp_path]).files("chess")
    assert [name for name, _ in [*brought.files, *brought.extra]] == [name for name, _ in rooted.files]
    assert brought.digest != rooted.digest


# ---- what is at hand ----
def test_our_own_rules_come_first(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "data_root", lambda: tmp_path / "own")
    loose = write(tmp_path, {"house.crex": "option house\n"}) / "house.crex"
    only_variants = write(tmp_path / "more", {"variants/go/more.crex": ""})
    shelf = Library.at_hand([str(root), loose, only_variants])
    assert shelf.roots == (tmp_path / "own", root, only_variants)
    assert shelf.extra == (loose,)


def test_rules_that_are_not_there_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UnknownGame, match=r"there is no file or folder .*nowhere; name a rule file, or a folder of"):
        Library.at_hand([tmp_path / "nowhere"])


@pytest.mark.parametrize("name", ["empty", "blank.crex", "men.tsv", "notes"])
def test_a_place_without_rules_is_refused(tmp_path: Path, name: str) -> None:
    write(tmp_path, {"blank.crex": " \n", "men.tsv": "id\nking\n", "notes/readme.md": "Notes.\n", "notes/a.crex": ""})
    (tmp_path / "empty").mkdir()
    with pytest.raises(UnknownGame, match=rf"there are no rules in .*{name}: name a file that holds some \(\.crex\)"):
        Library.at_hand([tmp_path / name])


@pytest.mark.parametrize("sort", [str, Path])
def test_one_path_needs_no_list(tmp_path: Path, sort: type[str] | type[Path]) -> None:
    loose = write(tmp_path, {"house.crex": "option house\n"}) / "house.crex"
    assert Library.at_hand(sort(loose)).extra == (loose,)


def test_the_rules_of_a_checkout_lie_beside_the_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module = (
        write(tmp_path, {"checkout/crex_dsl/rulebook/files/games.py": ""}) / "checkout/crex_dsl/rulebook/files/games.py"
    )
    monkeypatch.setattr(games, "__file__", str(module))
    assert data_root() == (tmp_path / "checkout").resolve()


def test_the_rules_of_an_installed_package_lie_in_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed = write(
        tmp_path, {"site/crex_dsl/rulebook/files/games.py": "", "site/crex_dsl/_data/ruleset/go/go.crex": ""}
    )
    monkeypatch.setattr(games, "__file__", str(installed / "site/crex_dsl/rulebook/files/games.py"))
    assert data_root() == (tmp_path / "site/crex_dsl/_data").resolve()
    assert Library.at_hand().games() == ["go"]


def test_this_checkout_is_at_hand() -> None:
    assert (data_root() / "ruleset").is_dir()
    assert (data_root() / "variants").is_dir()
