"""Every edition speaks its own language: nothing that a player is told has a word of the rule files' English in it."""

import random
import re
from collections.abc import Iterator

import pytest

from crex_dsl import load
from crex_dsl.engine.game import Game
from crex_dsl.rulebook.files.games import Library
from crex_dsl.rulebook.selection.catalogue import index_of, parsed
from crex_dsl.rulebook.translation.catalogue import spoken, words_of
from crex_dsl.rulebook.translation.coverage import lacking
from crex_dsl.rulebook.translation.texts import texts_of
from crex_dsl.text.folding import words

EDITIONS = [
    ("crusader-rex", "polish-1.4"),
    ("crusader-rex", "french-1.x"),
    ("crusader-rex", "russian-2.0"),
    ("na-grunwald", "four-players"),
]
OWN = {"dice", "draws", "has", "chosen", "shuffles", "game", "over", "won", "by", "must", "may", "choose", "nothing"}


def vocabulary(texts: Iterator[str]) -> set[str]:
    """The words of some texts, live values left out."""
    return {word for text in texts for _, word in words(re.sub(r"\{[^{}|]*[}|]|\||\}", " ", text)) if len(word) > 2}


def told(game: Game) -> Iterator[str]:
    """What each side reads in a game that is played at random: questions, answers, where play stands, the log."""
    position, rng = game.start(seed=5), random.Random(5)
    while not position.over:
        decision = position.asked()
        if rng.random() < 0.05:
            view = position.view(decision.who)
            assert view.decision is not None
            yield view.decision.prompt
            yield from (action.text for action in view.legal)
        position.take(rng.choice(decision.legal.codes))
    for side in game.players:
        yield from (str(line) for line in position.view(side).log)


@pytest.mark.parametrize(("name", "edition"), EDITIONS)
def test_no_word_of_another_language_is_told(name: str, edition: str) -> None:
    game = load(name, edition)
    text = parsed(Library.at_hand().files(name), scripts=False)
    language = game.namer.language
    ours = vocabulary(
        " ".join([*(said.beside or ()), *(said.below or ())])
        for top in words_of(text)
        if top.language == language
        for said in top.lines
    )
    ours |= vocabulary(form for forms in game.tables["glossary"][language].values() for form in forms)
    names = vocabulary(
        name for kind, (ids, _) in game.namer.kinds.items() for name in [*ids, *game.namer.shown.get(kind, {}).values()]
    )
    english = vocabulary(found.source for layer in text.layers.values() for found in texts_of(layer)) | OWN
    foreign = english - ours - names
    assert len(foreign) > 500
    found = {word: line for line in told(game) for _, word in words(line) if word in foreign}
    assert found == {}


@pytest.mark.parametrize("name", ["crusader-rex", "na-grunwald"])
def test_nothing_is_lacking(name: str) -> None:
    files = Library.at_hand().files(name)
    text, index = parsed(files, scripts=False), index_of(files)
    for language in index.languages():
        assert [found.source for found in lacking(text, index, language)] == []
    assert len(spoken(text)) > 300


@pytest.mark.parametrize(("name", "edition"), EDITIONS)
def test_every_kind_action_and_field_has_a_word(name: str, edition: str) -> None:
    """What questions, `look`, the board and the log call things by; where a thing is drawn is not told."""
    game = load(name, edition)
    fields = [attribute for _, attribute, *_ in game.fixed] + [
        cell.name
        for cell in game.cells
        if cell.params or cell.secret or (cell.stage == "game" and cell.sort != "field")
    ]
    called = {*game.tables["subkinds"], *(row.name for row in game.actions), *fields} - {"x", "y"}
    known = game.tables["glossary"][game.namer.language]
    assert {each for each in called if each.replace("_", "-") not in known} == set()
