"""Every edition speaks its own language: nothing that a player is told has a word of another in it."""

import contextlib
import random
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from crex_dsl import load
from crex_dsl.engine.explain.legality import explained
from crex_dsl.engine.game import Game
from crex_dsl.engine.run.position import Position
from crex_dsl.gameplay.history import GameHistory
from crex_dsl.gameplay.saved_games import Setting
from crex_dsl.gameplay.seats import seats
from crex_dsl.lawyer.phrasing.conditions import Facts
from crex_dsl.lawyer.records.build import build_record
from crex_dsl.lawyer.why.legality import standpoint
from crex_dsl.lawyer.why.trace import trace
from crex_dsl.play.game_loop import TerminalGame
from crex_dsl.rulebook.files.games import Library
from crex_dsl.rulebook.selection.catalogue import index_of, parsed
from crex_dsl.rulebook.translation.catalogue import spoken
from crex_dsl.rulebook.translation.coverage import lacking
from crex_dsl.text.grammar.patterns import blanks
from crex_dsl.text.grammar.phrased import PhrasedGrammar
from crex_dsl.text.messages import speaking
from tests.play.conftest import Typist, shown
from tests.rules.foreign_words import ForeignWords

EDITIONS = [
    ("crusader-rex", "english-2.0"),
    ("crusader-rex", "polish-1.4"),
    ("crusader-rex", "french-1.x"),
    ("crusader-rex", "russian-2.0"),
    ("na-grunwald", "four-players"),
]
ASKED = ["board all", "map", "log 20", "why 1", "why not 2"]
SITTINGS = (8, 40, 90, 160)  # decisions before which somebody looks at the terminal; in the soak, many more


def told(game: Game, traced: bool) -> Iterator[str]:
    """What each side reads in a game that is played at random: questions, answers, why and why not, traces, the log.

    Now and then somebody sits down at the terminal, and looks at whatever can be looked at there.
    """
    facts = Facts(game)
    position, rng = game.start(seed=5), random.Random(5)
    looks, taken = random.Random(5), 0
    while not position.over:
        decision = position.asked()
        if rng.random() < 0.03:
            view = position.view(decision.who)
            assert view.decision is not None
            yield view.decision.prompt
            yield from (action.text for action in view.legal)
            yield from why(position, rng, facts)
        taken += 1
        if taken in SITTINGS or (traced and looks.random() < 0.015):
            yield from seen(position, looks)
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


def seen(position: Position, rng: random.Random) -> Iterator[str]:
    """What a terminal shows of a position: status, prompts, the board, the map, some things, clauses, the log."""
    game, said = position.game, list[str]()
    things = [rng.choice(ids) for ids, _ in game.namer.kinds.values() if ids]
    clause = rng.choice(sorted(game.clauses))
    typed = [*ASKED, *(f"look {thing}" for thing in rng.sample(things, 4)), f"cite {clause}", "1", "trace"]
    keyboard = Typist(*typed)
    with TemporaryDirectory() as folder, contextlib.suppress(EOFError):
        TerminalGame(
            GameHistory.of(position.copy()),
            Setting(seats=seats(game, [])),
            Path(folder, "game.json"),
            keyboard,  # type: ignore[arg-type]
            lambda what: said.append(shown(what, 300)),
        ).play()
    yield from keyboard.prompts
    yield from (line for text in said for line in text.splitlines())


def happened(before: Position, code: int) -> Iterator[str]:
    """What a decision did, step by step, and what was considered."""
    found = trace(before, code, (), 1)
    for step in found.steps:
        yield from (step.name, *step.changes)
    for each in found.considered:
        yield from (*([each.name] if each.sort == "trigger" else []), *each.facts)


@pytest.mark.parametrize("traced", [False, pytest.param(True, marks=pytest.mark.soak, id="traced")])
@pytest.mark.parametrize(("name", "edition"), [pytest.param(*EDITIONS[0], marks=pytest.mark.soak), *EDITIONS[1:]])
def test_no_word_of_another_language_is_told(name: str, edition: str, traced: bool) -> None:
    game = load(name, edition)
    foreign = ForeignWords(game)
    assert len(foreign) > 3000
    with speaking(foreign.language):
        assert foreign.found(told(game, traced)) == {}


def test_a_word_of_another_language_is_found() -> None:
    foreign = ForeignWords(load("crusader-rex", "polish"))
    assert foreign.found(["Saladyn zostaje w Damascus", "group-move(acre)", "[siege-attrition]"]) == {}
    assert set(foreign.found(["Saladyn zostaje w town", "bloc assiégé", "осада"])) == {
        "town",
        "bloc",
        "assiege",
        "осада",
    }


@pytest.mark.parametrize("name", ["crusader-rex", "na-grunwald"])
def test_nothing_is_lacking(name: str) -> None:
    files = Library.at_hand().files(name)
    text, index = parsed(files, scripts=False), index_of(files)
    for language in index.languages():
        assert [found.source for found in lacking(text, index, language)] == []
    assert len(spoken(text)) > 300


@pytest.mark.parametrize(("name", "edition"), EDITIONS[1:])
def test_what_clauses_do_is_told_in_their_language(name: str, edition: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """No phrase of a rulebook falls back to English, and none asks for what its name is not about."""
    game = load(name, edition)
    monkeypatch.setattr(PhrasedGrammar, "say", PhrasedGrammar.said)  # which raises where a word is missing
    record = build_record(game.files, index_of(game.files), game.selection)
    assert sum(bool(effect.phrase) for clause in record.clauses for effect in clause.effects) > 300
    for signature, phrase in game.tables["phrases"].items():
        params = signature.partition("(")[2].rstrip(")").split(", ") if "(" in signature else ["it"]
        assert blanks(phrase) <= set(params), signature


@pytest.mark.parametrize(("name", "edition"), EDITIONS[1:])
def test_every_kind_action_and_field_has_a_word(name: str, edition: str) -> None:
    """What questions, `look`, the board and the log call things by; where a thing is drawn is not told."""
    game = load(name, edition)
    fields = [attribute for _, attribute, *_ in game.fixed] + [cell.name for cell in game.cells]
    called = {*game.tables["subkinds"], *(row.name for row in game.actions), *fields} - {"x", "y"}
    known = game.tables["glossary"][game.namer.language]
    assert {each for each in called if each.replace("_", "-") not in known} == set()
