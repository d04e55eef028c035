"""The command lines that a page shows name the rule files that they need."""

from pathlib import Path

import pytest

from crex_dsl.rulebook.files.games import Library
from crex_dsl.rulebook.selection.catalogue import index_of
from crex_dsl.site.content.game_content import GameContent
from crex_dsl.site.editions.clause_links import command
from crex_dsl.site.publish.all_pages import _rules_named

GAME = """game small "Small"
    players a, b
    begins with play

clause c "C"
    procedure play
        end game drawn
"""
MORE = 'game small\n\nedition ours "Ours" of small\n'


def test_a_command_names_the_rules_of_its_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    rules = [tmp_path / "our games", tmp_path / "ours.crex"]
    place = rules[0] / "ruleset" / "small" / "small.crex"
    place.parent.mkdir(parents=True)
    place.write_text(GAME)
    rules[1].write_text(MORE)
    files = Library(rules[:1], rules[1:]).files("small")
    named = GameContent(files, index_of(files), tuple(_rules_named([*rules, tmp_path / "others"], files)))
    assert command(named, "play", "-o", "x") == "crex play --rules 'our games' --rules ours.crex -g small -o x"
