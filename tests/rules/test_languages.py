"""Every edition speaks its own language: nothing that a player is told has a word of the rule files' English in it."""

import random
import re
from collections.abc import Iterator

import pytest

from crex_dsl import load
from crex_dsl.engine.explain.legality import explained
from crex_dsl.engine.game import Game
from crex_dsl.engine.run.position import Position
from crex_dsl.lawyer.phrasing.conditions import Facts
from crex_dsl.lawyer.records.build import build_record
from crex_dsl.lawyer.why.legality import standpoint
from crex_dsl.lawyer.why.trace import trace
from crex_dsl.rulebook.files.games import Library
from crex_dsl.rulebook.selection.catalogue import index_of, parsed
from crex_dsl.rulebook.translation.catalogue import spoken, words_of
from crex_dsl.rulebook.translation.coverage import lacking
from crex_dsl.rulebook.translation.texts import texts_of
from crex_dsl.text.folding import words
from crex_dsl.text.grammar.languages import PHRASED
from crex_dsl.text.grammar.patterns import blanks
from crex_dsl.text.grammar.phrased import PhrasedGrammar
from crex_dsl.text.messages import speaking

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


def told(game: Game, traced: bool) -> Iterator[str]:
    """What each side reads in a game that is played at random: questions, answers, why and why not, traces, the log."""
    facts = Facts(game)
    position, rng = game.start(seed=5), random.Random(5)
    while not position.over:
        decision = position.asked()
        if rng.random() < 0.03:
            view = position.view(decision.who)
            assert view.decision is not None
            yield view.decision.prompt
            yield from (action.text for action in view.legal)
            yield from why(position, rng, facts)
        code = rng.choice(decision.legal.codes)
        if traced and rng.random() < 0.01:
            yield from happened(position.copy(), code)
        position.take(code)
    for side in game.players:
        yield from (str(line) for line in position.view(side).log)


def why(position: Position, rng: random.Random, facts: Facts) -> Iterator[str]:
    """Why some actions are legal or not, as who decides may know it, in facts alone."""
    who = position.asked().who
    for row in rng.sample(position.game.actions, 6):
        answer = explained(standpoint(position, who), rng.randrange(row.base, row.end))
        yield from (answer.moment or "", answer.out_of_range or "", answer.untold or "")
        for finding in (*answer.permits, *answer.forbids):
            yield from facts.all(finding.reasons)
            yield from (fact for lift in finding.lifts for fact in facts.all(lift.reasons))


def happened(before: Position, code: int) -> Iterator[str]:
    """What a decision did, step by step, and what was considered."""
    found = trace(before, code, (), 1)
    for step in found.steps:
        yield from (step.name, *step.changes)
    for each in found.considered:
        yield from (*([each.name] if each.sort == "trigger" else []), *each.facts)


@pytest.mark.parametrize("traced", [False, pytest.param(True, marks=pytest.mark.soak, id="traced")])
@pytest.mark.parametrize(("name", "edition"), EDITIONS)
def test_no_word_of_another_language_is_told(name: str, edition: str, traced: bool) -> None:
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
    ours |= vocabulary(iter(PHRASED[language].patterns.values()))
    ours |= vocabulary(form for forms in PHRASED[language].own_nouns.values() for form in forms)
    names = vocabulary(
        name for kind, (ids, _) in game.namer.kinds.items() for name in [*ids, *game.namer.shown.get(kind, {}).values()]
    )
    english = vocabulary(found.source for layer in text.layers.values() for found in texts_of(layer)) | OWN
    foreign = english - ours - names
    assert len(foreign) > 500
    ids = re.compile("|".join(map(re.escape, sorted(game.clauses, key=len, reverse=True))))  # the same in any language
    with speaking(language):
        lines = [ids.sub("", line) for line in told(game, traced)]
    found = {word: line for line in lines for _, word in words(line) if word in foreign and not word[0].isdigit()}
    assert found == {}


@pytest.mark.parametrize("name", ["crusader-rex", "na-grunwald"])
def test_nothing_is_lacking(name: str) -> None:
    files = Library.at_hand().files(name)
    text, index = parsed(files, scripts=False), index_of(files)
    for language in index.languages():
        assert [found.source for found in lacking(text, index, language)] == []
    assert len(spoken(text)) > 300


@pytest.mark.parametrize(("name", "edition"), EDITIONS)
def test_what_clauses_do_is_told_in_their_language(name: str, edition: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """No phrase of a rulebook falls back to English, and none asks for what its name is not about."""
    game = load(name, edition)
    monkeypatch.setattr(PhrasedGrammar, "say", PhrasedGrammar.said)  # which raises where a word is missing
    record = build_record(game.files, index_of(game.files), game.selection)
    assert sum(bool(effect.phrase) for clause in record.clauses for effect in clause.effects) > 300
    for signature, phrase in game.tables["phrases"].items():
        params = signature.partition("(")[2].rstrip(")").split(", ") if "(" in signature else ["it"]
        assert blanks(phrase) <= set(params), signature


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
