"""A game as written: files in reading order, sorted under the layers that their headers name."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from crex_dsl.language import nodes
from crex_dsl.language.diagnostics import Report
from crex_dsl.rulebook.files.games import Library
from crex_dsl.rulebook.files.layer_files import GameText, game_text, introduction, table_cache
from tests.rulebook.small import Small


def clause(name: str) -> str:
    return f'clause {name} "Clause"\n    says "It says {name}."\n'


def read(root: Path, *extra: Path) -> tuple[GameText | None, list[str]]:
    report = Report()
    found = game_text(Library([root], extra).files("small"), report)
    return found, [diagnostic.message for diagnostic in report]


def clauses(text: GameText, layer: str) -> list[str]:
    return [str(top.name) for top in text.layers[layer].tops if isinstance(top, nodes.Clause)]


# ---- reading order ----
def test_files_come_in_the_order_of_the_chapters_and_unlisted_ones_first(small: Small) -> None:
    small.write(
        {
            "ruleset/small/a.crex": "game small\n" + clause("from-a"),
            "ruleset/small/b.crex": 'game small "Small"\n    chapters c, a\n' + clause("from-b"),
            "ruleset/small/c.crex": "game small\n" + clause("from-c"),
            "ruleset/small/z.crex": "game small\n" + clause("from-z"),
        }
    )
    text, messages = read(small.root)
    assert messages == []
    assert text is not None
    assert clauses(text, "small") == ["from-b", "from-z", "from-c", "from-a"]


def test_without_chapters_files_come_by_name(small: Small) -> None:
    small.write({f"ruleset/small/{name}.crex": "game small\n" + clause(name) for name in ("two", "one", "three")})
    text, _ = read(small.root)
    assert text is not None
    assert clauses(text, "small") == ["one", "three", "two"]


def test_variants_come_after_the_game_in_the_order_of_their_paths(small: Small) -> None:
    small.write(
        {
            "ruleset/small/small.crex": "game small\n",
            "variants/small/b.crex": 'option late "Late"\n',
            "variants/small/a/z.crex": 'option early "Early"\noption next "Next"\n',
        }
    )
    text, _ = read(small.root)
    assert text is not None
    assert list(text.layers) == ["small", "early", "next", "late"]


@pytest.mark.parametrize("folder", ["aaa", "zzz"])
def test_loose_files_come_last_wherever_they_lie(small: Small, folder: str) -> None:
    small.write(
        {
            "root/ruleset/small/small.crex": "game small\n" + clause("own"),
            "root/variants/small/b.crex": 'option ours "Ours"\n',
            f"{folder}/house.crex": 'option house "House"\n' + "game small\n" + clause("added"),
        }
    )
    text, messages = read(small.root / "root", small.root / folder / "house.crex")
    assert messages == []
    assert text is not None
    assert list(text.layers) == ["small", "ours", "house"]
    assert clauses(text, "small") == ["own", "added"]


def test_a_chapter_without_a_file_is_told(small: Small) -> None:
    small.write({"ruleset/small/small.crex": "game small\n    chapters small, smal\n"})
    assert read(small.root)[1] == ["chapter `smal` has no file ruleset/small/smal.crex"]


# ---- layers ----
def test_what_follows_a_header_belongs_to_its_layer(small: Small) -> None:
    text = small.text(
        clause("base-one"),
        f"layer family of small\n{clause('shared')}"
        f'edition first "The First" of family\n    seats 2\n{clause("printed")}drop shared\n'
        f'option extra "An Extra" for family\n    needs other, third\n    needs fourth\n{clause("optional")}',
    )
    assert {name: layer.sort for name, layer in text.layers.items()} == {
        "small": "game",
        "family": "layer",
        "first": "edition",
        "extra": "option",
    }
    assert clauses(text, "small") == ["playing", "base-one"]
    assert clauses(text, "first") == ["printed"]
    assert isinstance(text.layers["first"].tops[1], nodes.Drop)
    assert text.base is text.layers["small"]


def test_a_layer_knows_its_header(small: Small) -> None:
    text = small.text("", 'layer family of small\nedition first "The First" of family\n    seats 2\noption x "X"\n')
    first = text.layers["first"]
    assert (first.title, first.parent, text.layers["family"].title) == ("The First", "family", "family")
    assert text.base.parent is None
    assert text.layers["x"].parent is None
    assert str(first.span) == "variants/small/variants.crex:2:9"
    seats = first.setting(nodes.Seats)
    assert isinstance(seats, nodes.Seats)
    assert seats.count == "2"
    assert first.setting(nodes.Language) is None


def test_the_layers_that_settings_name_are_gathered(small: Small) -> None:
    text = small.text("", 'option x "X"\n    needs other, third\n    excludes fifth\n    needs fourth\n')
    assert text.layers["x"].layer_names(nodes.Needs) == ["other", "third", "fourth"]
    assert text.layers["x"].layer_names(nodes.Excludes) == ["fifth"]
    assert text.layers["x"].layer_names(nodes.Follows) == []


@pytest.mark.parametrize("titled", ["a", "b", "c"])
def test_the_title_may_stand_in_any_one_file(small: Small, titled: str) -> None:
    for name in "abc":
        header = 'game small "Small"\n    players red\n' if name == titled else "game small\n"
        small.write({f"ruleset/small/{name}.crex": header + clause(f"from-{name}")})
    text, messages = read(small.root)
    assert messages == []
    assert text is not None
    assert text.base.title == "Small"
    assert text.base.setting(nodes.Players) is not None
    assert clauses(text, "small") == ["from-a", "from-b", "from-c"]


GOES_ON = {
    "layer old of small": "layer",
    'edition first "First" of small': "edition",
    'option fog "Fog" for small': "option",
}


@pytest.mark.parametrize("header", GOES_ON)
def test_a_layer_goes_on_under_the_same_bare_header(small: Small, header: str) -> None:
    small.write(
        {
            "ruleset/small/small.crex": "game small\n",
            "variants/small/a.crex": f"{header}\n" + clause("one"),
            "variants/small/b.crex": f"{header}\n" + clause("two"),
        }
    )
    text, messages = read(small.root)
    assert messages == []
    assert text is not None
    assert clauses(text, header.split()[1]) == ["one", "two"]


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ('edition first "First" of small', 'edition first "Other" of small'),
        ("layer old of small", "layer old of other"),
        ('option fog "Fog"', 'option fog "Fog" for small'),
        ('option fog "Fog"', 'edition fog "Fog" of small'),
        ("layer old of small", "layer old of small\n    seats 2"),
    ],
)
def test_another_header_of_one_name_is_told(small: Small, one: str, two: str) -> None:
    small.write({"ruleset/small/small.crex": "game small\n", "variants/small/a.crex": f"{one}\n{two}\n"})
    assert read(small.root)[1] == [f"the layer `{one.split()[1]}` is declared twice"]


REFUSED = {
    "the game `small` is introduced twice": {
        "ruleset/small/a.crex": 'game small "Small"\n',
        "ruleset/small/b.crex": "game small\n    players red\n",
    },
    "the layer `twin` is declared twice": {
        "ruleset/small/a.crex": "game small\n",
        "variants/small/b.crex": 'option twin "Twin"\nlayer twin of small\n',
    },
    "this file lies with the game `small` but says `game other`": {
        "ruleset/small/a.crex": "game small\n",
        "ruleset/small/b.crex": "game other\n",
    },
    "this stands before any header": {"ruleset/small/a.crex": clause("early") + "game small\n"},
    "no file of `small` starts with `game small`": {"ruleset/small/a.crex": 'option lost "Lost"\n'},
}


@pytest.mark.parametrize("message", REFUSED)
def test_headers_that_do_not_fit_are_told(small: Small, message: str) -> None:
    small.write(REFUSED[message])
    assert message in read(small.root)[1]


def test_a_loose_file_of_another_game_is_left_out(small: Small, tmp_path: Path) -> None:
    small.write({"ruleset/small/a.crex": "game small\n", "other.crex": "game other\n" + clause("foreign")})
    text, messages = read(small.root, tmp_path / "other.crex")
    assert messages == []
    assert text is not None
    assert list(text.layers) == ["small"]
    assert clauses(text, "small") == []


def test_mistakes_of_all_files_are_told_together(small: Small) -> None:
    small.write(
        {
            "ruleset/small/a.crex": "game small\nclause\n",
            "ruleset/small/b.crex": "game small\nclaus x\n",
            "ruleset/small/c.crex": "game small\n",
        }
    )
    report = Report()
    assert game_text(Library([small.root]).files("small"), report) is None
    assert {diagnostic.span.source.name for diagnostic in report if diagnostic.span} == {
        "ruleset/small/a.crex",
        "ruleset/small/b.crex",
    }


# ---- parsed once ----
def test_an_unchanged_file_is_parsed_once_and_a_changed_one_again(small: Small) -> None:
    first = small.text(clause("one"))
    again = small.text(clause("one"))
    changed = small.text(clause("two"))
    assert again.base.tops[0] is first.base.tops[0]
    assert changed.base.tops[0] is not first.base.tops[0]
    assert clauses(changed, "small") == ["playing", "two"]


# ---- what is kept between runs, and what is read alone ----
@pytest.fixture
def no_tables() -> Iterator[None]:
    table_cache.cache_clear()
    yield
    table_cache.cache_clear()


@pytest.mark.usefixtures("no_tables")
def test_tables_are_kept_with_compiled_modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.pycache_prefix", str(tmp_path))
    monkeypatch.setattr("sys.dont_write_bytecode", False)
    found = table_cache()
    assert found is not None and Path(found).is_relative_to(tmp_path)
    assert Path(found).name == f"grammar.{sys.implementation.cache_tag}.lark-tables"


@pytest.mark.usefixtures("no_tables")
def test_tables_are_kept_in_the_cache_where_modules_are_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("crex_dsl.rulebook.files.layer_files.cache_folder", lambda: tmp_path)
    monkeypatch.setattr("sys.pycache_prefix", str(tmp_path / "nowhere"))
    monkeypatch.setattr("sys.dont_write_bytecode", True)
    assert table_cache() == str(tmp_path / "crex-grammar.lark-tables")
    table_cache.cache_clear()
    monkeypatch.setattr("sys.dont_write_bytecode", False)
    (tmp_path / "nowhere").write_text("no folder")
    assert table_cache() == str(tmp_path / "crex-grammar.lark-tables")
    table_cache.cache_clear()
    monkeypatch.setattr("crex_dsl.rulebook.files.layer_files.cache_folder", lambda: None)
    assert table_cache() is None


def test_the_header_that_introduces_a_game_is_read_alone(small: Small) -> None:
    small.write(
        {
            "ruleset/small/a.crex": "game small\n" + clause("from-a"),
            "ruleset/small/b.crex": '# a remark\ngame small "Small"\n    default\n    language en\n\nclause ((("\n',
        }
    )
    header = introduction(Library([small.root]).files("small"))
    assert header is not None
    assert (str(header.title), [type(line).__name__ for line in header.settings]) == (
        "Small",
        ["DefaultGame", "Language"],
    )
    small.write({"ruleset/small/b.crex": 'game small "Small"\n    defaults\n'})
    assert introduction(Library([small.root]).files("small")) is None
