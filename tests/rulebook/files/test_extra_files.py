"""Loose rule files find their game, build on one another, and are parsed once."""

from pathlib import Path

import pytest

from crex_dsl.rulebook.files import extra_files
from crex_dsl.rulebook.files.extra_files import StrayRules, shared_out, whole_games
from crex_dsl.rulebook.files.games import Library

GAMES = Path(__file__).resolve().parents[2] / "games"

HOME = 'edition home "At home" of royal-2.0\n'
SLOW = 'option slow "Slow" for second\n    says "Roads carry less."\n\nin road-limits\n    size_limit(s) is 1\n'
DICED = 'edition diced "Diced" of two-player\n'


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def written(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


def shares(*paths: Path, game: str | None = None) -> dict[str, list[str]]:
    """The loose files that each game gets, without those that get none."""
    found = shared_out(Library([GAMES], paths), game)
    return {name: [file.path.name for file in files] for name, files in found.items() if files}


def test_each_file_of_a_folder_goes_to_its_game(tmp_path: Path) -> None:
    written(tmp_path, {"a/home.crex": HOME, "a/b/diced.crex": DICED, "a/slow.crex": SLOW, "a/readme.md": "notes\n"})
    assert shares(tmp_path / "a") == {"ford": ["home.crex", "slow.crex"], "dash": ["diced.crex"]}
    assert shares(tmp_path / "a", game="dash") == {"dash": ["diced.crex"]}


def test_files_may_build_on_one_another(tmp_path: Path) -> None:
    written(tmp_path, {"one.crex": "layer cellar of second\n", "two.crex": 'edition deep "Deep" of cellar\n'})
    for paths in (("one.crex", "two.crex"), ("two.crex", "one.crex")):
        assert shares(*map(Path, paths)) == {"ford": list(paths)}


def test_layers_in_a_circle_do_not_keep_us_going_round(tmp_path: Path) -> None:
    written(tmp_path, {"circle.crex": "layer one of two\nlayer two of one\n"})
    assert "ford" in shares(Path("circle.crex"))


def test_a_file_that_builds_on_nothing_goes_everywhere(tmp_path: Path) -> None:
    written(tmp_path, {"far.crex": 'option far "Far"\n'})
    assert list(shares(Path("far.crex"))) == ["dash", "ford", "noughts", "quince"]


def test_games_named_get_what_is_for_them(tmp_path: Path) -> None:
    written(tmp_path, {"home.crex": HOME, "diced.crex": DICED})
    library = Library([GAMES], [Path("home.crex"), Path("diced.crex")])

    def extra(*games: str) -> dict[str, list[str]]:
        return {files.id: [name for name, _ in files.extra] for files in whole_games(library, games)}

    assert extra() == {"dash": ["diced.crex"], "ford": ["home.crex"], "noughts": [], "quince": []}
    assert extra("ford", "noughts") == {"ford": ["home.crex"], "noughts": []}
    assert extra("dash") == {"dash": ["diced.crex"]}


def test_files_for_none_of_the_game_named_are_strays(tmp_path: Path) -> None:
    written(tmp_path, {"home.crex": HOME})
    with pytest.raises(StrayRules, match=r"home\.crex is for ford, not for dash"):
        whole_games(Library([GAMES], [Path("home.crex")]), ["dash"])


# ---- how often it is parsed ----
def test_a_file_is_parsed_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written(tmp_path, {"home.crex": f"# {tmp_path}\n{HOME}"})
    before = shares(Path("home.crex"))
    with monkeypatch.context() as patched:
        patched.setattr(extra_files, "_parsed", lambda path: pytest.fail(f"{path} was parsed again"))
        assert shares(Path("home.crex")) == before
    (tmp_path / "home.crex").write_text(DICED)
    assert list(shares(Path("home.crex"))) == ["dash"]
