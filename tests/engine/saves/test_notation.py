"""Positions, games and views in a few lines: read back whole, refused where damaged, and telling what they say."""

from __future__ import annotations

import base64
import json
import random
import zlib
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from crex_dsl.engine.errors import CrexError, SaveError
from crex_dsl.engine.game import Game
from crex_dsl.engine.run.position import Position
from crex_dsl.engine.saves import notation as made
from tests.conformance.cases import Case, editions
from tests.conformance.twins import twins

EVERY = pytest.mark.parametrize("case", editions(), ids=str)
FORD = Case("ford", "plain-1.0", ())
REX = Case("crusader-rex", "english-2.0", ())
GRUNWALD = Case("na-grunwald", "three-players", ())
ADDED = Case("crusader-rex", "english-2.0", ("wide-roads",))


def played(game: Game, seed: int, decisions: int) -> Position:
    position, rng = game.start(seed), random.Random(seed)
    for _ in range(decisions):
        if position.over:
            break
        position.take(rng.choice(position.codes))
    return position


def same(one: Position, other: Position) -> None:
    """Two positions are equal, ask the same, and throw the same dice."""
    assert (one, one.codes, one.generator, one.result) == (other, other.codes, other.generator, other.result)


# ---- there and back ----
@EVERY
def test_every_step_of_a_game_reads_back(case: Case) -> None:
    game, rng = case.load(), random.Random(4)
    position, count = game.start(4), 0
    while not position.over:
        if count % 9 == 0:
            same(game.from_notation(position.notation), position)
        position.take(rng.choice(position.codes))
        count += 1
    same(game.from_notation(position.notation), position)
    again = game.from_notation(position.game_notation)
    same(again, position)
    assert (again.past, again.seed) == (position.past, position.seed)


@pytest.mark.parametrize("case", [FORD, REX, ADDED, GRUNWALD], ids=str)
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_any_position_reads_back_and_goes_on_alike(case: Case, data: st.DataObject) -> None:
    game = case.load()
    position = played(game, data.draw(st.integers(0, 2**40)), data.draw(st.integers(0, 250)))
    for text in (position.notation, position.game_notation):
        other, mine = game.from_notation(text), position.copy()
        same(other, mine)
        for _ in range(5):
            if not mine.over:
                code = data.draw(st.sampled_from(mine.codes))
                mine.take(code)
                other.take(code)
        same(other, mine)


def test_a_game_that_did_not_begin_with_a_seed_reads_back() -> None:
    game = REX.load()
    position = played(game, 3, 60).from_here()
    for _ in range(10):
        position.take(position.codes[-1])
    again = game.from_notation(position.game_notation)
    same(again, position)
    assert again.past == position.past


def test_told_dice_read_back() -> None:
    game, rng, told = FORD.load(), random.Random(2), 0
    position = game.start(2, chance="told")
    while not position.over and told < 6:
        if position.event is not None:
            position.tell(rng.choice(position.event.outcomes())[0])
            told += 1
        else:
            position.take(rng.choice(position.codes))
    assert told == 6
    while position.event is not None:
        position.tell(position.event.outcomes()[0][0])
    again = game.from_notation(position.game_notation)
    assert (again, again.past, again.chance) == (position, position.past, "told")
    assert game.from_notation(position.notation) == position


# ---- how it looks ----
def test_it_says_what_it_is_and_what_it_tells() -> None:
    position = played(ADDED.load(), 1, 30)
    words = " ".join(position.notation.splitlines())
    assert words.startswith(
        "[crex position of crusader-rex, english-2.0 + wide-roads; tells everything, dice to come included] "
    )
    assert position.game_notation.startswith("[crex game of crusader-rex, english-2.0 + wide-roads; tells")
    assert position.view("franks").notation.startswith("[crex view of crusader-rex, english-2.0 + wide-roads; what")


@EVERY
def test_it_fits_in_a_mail(case: Case) -> None:
    position = played(case.load(), 6, 150)
    for text in (position.notation, position.game_notation, position.view(position.game.players[0]).notation):
        assert len(text) < 2_500
        assert all(len(line) <= 76 and line.isascii() for line in text.splitlines())


def test_a_mail_may_wrap_and_quote_it() -> None:
    position = played(REX.load(), 5, 50)
    text = position.notation
    for changed in (
        text.replace("\n", "\r\n"),
        "\n".join(f"> {line}" for line in text.splitlines()),
        "\n".join(f">> {line}  " for line in text.splitlines()),
        " ".join(text.split()),
        f"\n\n{text}\n",
    ):
        same(REX.load().from_notation(changed), position)


# ---- refusals ----
REFUSED = [
    ("", "this is no notation: it does not begin with"),
    ("hello", "this is no notation: it does not begin with"),
    ('{"format": "crex-save-3"}', "this is no notation: it does not begin with"),
    (
        "[crex position of ford, plain-1.0; tells everything, dice to come included]",
        "the notation is damaged: a letter",
    ),
    ("[crex position of ford, plain-1.0; tells everything] AAAA", "the notation is damaged: a letter of it is missing"),
    ("[crex position of ford, plain-1.0; tells everything] A", "the notation is damaged: letters are missing"),
    (
        "[crex position of go, plain-1.0; tells everything] AAAA",
        "this notation is of go, plain-1.0; load that rulebook",
    ),
    ("x" * 500_000, "this is no notation: it is too long"),
]


@pytest.mark.parametrize(("text", "told"), REFUSED, ids=[told for _, told in REFUSED])
def test_what_is_none_is_refused_in_one_sentence(text: str, told: str) -> None:
    with pytest.raises(SaveError) as refusal:
        FORD.load().from_notation(text)
    assert str(refusal.value).startswith(told)
    assert len(str(refusal.value)) < 200 and "\n" not in str(refusal.value)


def test_another_rulebook_is_named() -> None:
    text = played(ADDED.load(), 1, 20).notation
    with pytest.raises(SaveError, match=r"of crusader-rex, english-2.0 \+ wide-roads; load that rulebook"):
        REX.load().from_notation(text)


@pytest.mark.parametrize("sort", ["notation", "game_notation"])
def test_a_letter_that_changes_or_is_lost_is_found_out(sort: str) -> None:
    game, rng = FORD.load(), random.Random(1)
    text: str = getattr(played(game, 2, 30), sort)
    for _ in range(150):
        at = rng.randrange(len(text))
        letter = rng.choice("ABCxyz019-_[];, \n")
        changed = rng.choice([text[:at] + letter + text[at + 1 :], text[:at] + text[at + 1 :], text[:at]])
        if "".join(changed.split()) == "".join(text.split()):
            continue
        with pytest.raises(SaveError):
            game.from_notation(changed)


def repacked(game: Game, text: str, change: Any) -> str:
    """A notation with other contents and a check that fits them, as somebody could make it by hand."""
    said = made.parse_notation(text)
    raw = base64.urlsafe_b64decode(said.body + "=" * (-len(said.body) % 4))[2 * made._CHECK :]
    content = json.loads(zlib.decompressobj(-15, zdict=made._dictionary(game, said.sort)).decompress(raw))
    change(content)
    return made._written(game, said.sort, said.tells, content)


def some_change(content: Any, rng: random.Random) -> None:
    """Change something somewhere in plain data."""
    while True:
        keys = list(content) if isinstance(content, dict) else list(range(len(content)))
        if not keys:
            return
        key = rng.choice(keys)
        if isinstance(content[key], dict | list) and content[key] and rng.random() < 0.85:
            content = content[key]
            continue
        content[key] = rng.choice([None, -1, 3, 10**30, "x", "acre", True, [], {}, [1, 2], {"a": 1}])
        return


@pytest.mark.parametrize("case", [FORD, REX], ids=str)
def test_whoever_packs_nonsense_is_refused_or_can_play_on(case: Case) -> None:
    game, rng = case.load(), random.Random(5)
    position = played(game, 2, 40)
    refused: list[str] = []
    for n in range(160):
        text = repacked(game, (position.notation, position.game_notation)[n % 2], lambda of: some_change(of, rng))
        try:
            found = game.from_notation(text)
        except SaveError as error:
            refused.append(str(error))
            continue
        for _ in range(10):
            if found.codes and not found.over:
                try:
                    found.take(rng.choice(found.codes))
                except CrexError:
                    break
    assert len(refused) > 80
    assert max(len(told) for told in refused) < 400


def test_what_unpacks_to_very_much_is_refused() -> None:
    game = FORD.load()
    text = made._written(game, "position", made.EVERYTHING, {"chance": "own", "state": "x" * 20_000_000})
    assert len(text) < 40_000
    with pytest.raises(SaveError):
        game.from_notation(text)


def test_other_rules_of_the_same_name_are_told_apart() -> None:
    game = FORD.load()
    tables = {**game.tables, "does": "0" * len(game.does)}
    other = Game(game.files, game.selection, game.program)
    other.tables = tables
    for text in (played(game, 2, 10).game_notation, played(game, 2, 10).notation):
        with pytest.raises(SaveError, match="the rules have changed since this notation was written"):
            other.from_notation(text)


# ---- views ----
def test_nobody_plays_on_from_a_view() -> None:
    position = played(FORD.load(), 1, 20)
    with pytest.raises(
        SaveError, match="what north may know, neither seed nor secrets: it can be read with `view_data`"
    ):
        position.game.from_notation(position.view("north").notation)


def test_a_view_reads_back_as_what_the_side_sees() -> None:
    position = played(FORD.load(), 1, 20)
    view = position.view("north")
    data = made.view_data(position.game, view.notation)
    assert (data["viewer"], data["waiting_for"], data["over"]) == ("north", view.waiting_for, False)
    assert data["legal"] == [own.id for own in view.legal]
    whole = view.data()["memory"]
    for name, of in data["memory"].items():
        rows = of if isinstance(of, dict) else {None: of}
        assert all((whole[name] if key is None else whole[name][key]) == value for key, value in rows.items())
    with pytest.raises(SaveError, match="the notation of a position, not of a view"):
        made.view_data(position.game, position.notation)


@pytest.mark.parametrize(
    ("case", "most"), [(FORD, 30), (Case("quince", "polish-1.0", ()), 30), (REX, 15), (GRUNWALD, 15)], ids=str
)
def test_twins_have_the_same_notation(case: Case, most: int) -> None:
    game, count = case.load(), 0
    for seed in range(1, 9):
        for player, one, (two, _) in twins(game, seed, 9, random.Random(seed)):
            text = one.view(player).notation
            assert text == two.view(player).notation
            assert one.notation != two.notation
            data = json.dumps(made.view_data(game, text))
            assert str(one.generator) not in data
            count += 1
            if count == most:
                return
    raise AssertionError("too few twins were found")
