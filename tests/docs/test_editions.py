"""The page on editions names every edition and option that there is, and none that there is not."""

from __future__ import annotations

import re

from crex_dsl.rulebook.files.games import Library
from crex_dsl.rulebook.selection.catalogue import index_of
from tests.docs.pages import page

PAGE = page("editions.md")
INDEXES = {game: index_of(Library.at_hand().files(game)) for game in ("crusader-rex", "na-grunwald")}
INDEX = INDEXES["crusader-rex"]


def test_every_edition_stands_in_the_tree() -> None:
    tree = PAGE.split("```text", 1)[1].split("```", 1)[0]
    for edition in INDEX.editions:
        assert edition.id in tree
        assert edition.chain[1] in tree


def test_every_option_stands_in_a_table_of_its_editions() -> None:
    tables = re.findall(r"\| for (all|the \w+ edition) .*\n\| --- \| --- \|\n((?:\|.*\n)+)", PAGE)
    shown = {(where, name) for where, rows in tables for name in re.findall(r"`([a-z-]+)`", rows)}
    told = {"second-edition": "the second edition", "first-edition": "the first edition"}
    expected = {(told[layer], option.id) for option in INDEX.options for layer in option.layers}
    expected |= {("all", option.id) for option in INDEX.options if not option.layers}
    assert shown == expected


def test_what_is_typed_can_be_typed() -> None:
    for line in re.findall(r"^crex (?:play|simulate).*$", PAGE, re.M):
        words = line.split("  ")[0].split()
        edition = words[words.index("-e") + 1] if "-e" in words else None
        index = INDEXES[words[words.index("-g") + 1]] if "-g" in words else INDEX
        index.select(edition, [words[place + 1] for place, word in enumerate(words) if word == "-o"])


def test_the_other_game_has_its_own_tree_and_table() -> None:
    _, part = PAGE.split("## Na Grunwald!", 1)
    other = INDEXES["na-grunwald"]
    assert all(edition.id in part.split("```", 2)[1] for edition in other.editions)
    assert set(re.findall(r"^\| `([a-z-]+)` \|", part, re.M)) == {option.id for option in other.options}
