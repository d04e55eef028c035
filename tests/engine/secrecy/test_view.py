"""What one side knows: values, identities, sealed answers and texts, and positions that could be."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

from crex_dsl.engine.errors import IllegalAction, UnknownName
from crex_dsl.engine.game import Game
from crex_dsl.engine.run.position import Position
from crex_dsl.engine.run.slots import CHANCE
from crex_dsl.engine.saves.state_import import legal_codes
from crex_dsl.engine.secrecy.information_set import InformationSet
from crex_dsl.engine.secrecy.mask import Mask
from crex_dsl.engine.secrecy.secret_state import hidden_pieces
from crex_dsl.engine.secrecy.view import View
from tests.conformance.cases import Case
from tests.conformance.test_conformance import swapped
from tests.engine.compiled import positions
from tests.engine.tiny import STOP, Tiny, by_lot, play

FOG = """
kind spot is here, there, away
kind piece
    owner : player, seen by all
    size  : 1..5
    rank  : low | high, seen by all
    placed at   : spot, starts at here, seen by all
    changing hp : 0..5, starts at piece.size, seen by owner, by all when piece in shown, guessed from 1 to piece.size
    identity seen by piece.owner, by all when piece in shown
table piece
    | id | owner | size | rank |
    | a1 | ann   | 1    | low  |
    | a2 | ann   | 2    | low  |
    | a3 | ann   | 3    | low  |
    | a4 | ann   | 4    | high |
    | b1 | bob   | 2    | low  |
    | b2 | bob   | 5    | low  |
clause fog "Fog"
    set shown of piece
    set tired of piece
    set spied of piece
    state secret(player): 0..9, seen by player
    set notes(player) of spot, seen by player
    define might(piece): number is piece.hp + piece.size
clause moving "Moving"
    action go(piece, spot) by piece.owner in game
        text "{piece} of {piece.size} with {might(piece)} goes to {spot}"
        do
            move piece to spot
    permit go(piece, spot) when piece.at is not spot
    forbid go(piece, spot) when piece.hp = 0
    action show(piece) by piece.owner in game
        text "{piece} is shown"
        do
            add piece to shown
    permit show(piece)
    action rest(piece) by piece.owner in game unordered
        text "{piece} rests"
        do
            add piece to tired
    permit rest(piece) when piece not in tired
    action whisper(n: from 0 to 9) in game
        text "whisper {n}"
        do
            secret(actor) becomes n
    permit whisper(n)
    action note(spot) in game
        text "note {spot}"
        do
            add spot to notes(actor)
    permit note(spot)
    action spy(piece) by enemy of piece.owner in game
        text "spy on {piece} at {piece.at}"
        do
            add piece to spied
    permit spy(piece)
    procedure play
"""
LOOP = """\
        while size of shown < 6
            ann chooses go, show, rest, whisper, note, stay, quit
"""


@pytest.fixture
def fog(tiny: Tiny) -> Game:
    return tiny(FOG + LOOP + STOP)


def same_to(viewer: str, one: Position, two: Position) -> bool:
    """Whether two positions look the same to a player, in every way that they can be looked at."""
    mine, yours = one.view(viewer), two.view(viewer)
    return (
        mine == yours
        and hash(mine) == hash(yours)
        and mine.data() == yours.data()
        and [str(line) for line in mine.log] == [str(line) for line in yours.log]
        and [line.forced for line in mine.log] == [line.forced for line in yours.log]
        and mine.legal == yours.legal
        and (mine.decision is None) == (yours.decision is None)
        and refusals(mine) == refusals(yours)
    )


def refusals(view: View) -> list[str]:
    """What a player is told about every instance of every action."""
    game = view.game
    codes = [code for row in game.actions for code in range(row.base, row.end)]
    return [str(view.why_not(game.spelled(code))) for code in codes]


# ---- pieces ----
def test_which_of_two_like_pieces_moved_is_a_secret(fog: Game) -> None:
    one, two = play(fog.start(), "go(a1, there)"), play(fog.start(), "go(a3, there)")
    assert same_to("bob", one, two)
    assert not same_to("ann", one, two)


def test_what_is_seen_of_a_piece_tells_it_apart(fog: Game) -> None:
    one, two = (
        play(fog.start(), "go(a1, there)"),
        play(fog.start(), "go(a4, there)"),
    )  # a4 is of high rank
    assert not same_to("bob", one, two)
    three = play(fog.start(), "go(a1, away)")
    assert not same_to("bob", one, three)


def test_a_shown_piece_is_known(fog: Game) -> None:
    one, two = play(fog.start(), "show(a1)"), play(fog.start(), "show(a3)")
    assert not same_to("bob", one, two)
    data = one.view("bob").data()["memory"]
    assert data["piece.hp"]["a1"] == 1
    assert "a2" not in data["piece.hp"]


def test_a_view_by_name(fog: Game) -> None:
    position = play(fog.start(), "go(a2, there)", "whisper(4)", "note(away)")
    hers, his = position.view("ann").data(), position.view("bob").data()
    assert hers["memory"]["piece.at"]["a2"] == "there"
    assert sorted(his["memory"]["piece.at"].items()) == [
        ("?piece 0", "here"),
        ("?piece 1", "here"),
        ("?piece 2", "there"),
        ("?piece 3", "here"),
        ("b1", "here"),
        ("b2", "here"),
    ]
    assert his["memory"]["piece.hp"] == {
        "?piece 0": "?",
        "?piece 1": "?",
        "?piece 2": "?",
        "?piece 3": "?",
        "b1": 2,
        "b2": 5,
    }
    assert (hers["memory"]["secret"], his["memory"]["secret"]) == ({"ann": 4, "bob": "?"}, {"ann": "?", "bob": 0})
    assert (hers["memory"]["notes"]["ann"], his["memory"]["notes"]["ann"]) == (["away"], "?")
    assert (his["viewer"], his["waiting_for"], his["over"]) == ("bob", "ann", False)


def test_pieces_in_sets_stay_anonymous(fog: Game) -> None:
    one, two = play(fog.start(), "rest(a1)"), play(fog.start(), "rest(a3)")
    assert len(one.view("bob").data()["memory"]["tired"]) == 1
    assert same_to("bob", one, two)


def test_how_far_unordered_picks_have_come_is_a_secret(tiny: Tiny) -> None:
    game = tiny(FOG + '        ann may keep choosing rest or "enough"\n        end game drawn\n' + STOP)
    first, _, last = by_lot(game.start(), "piece", "a1", "a2", "a3")
    one, two = play(game.start(), f"rest({first})"), play(game.start(), f"rest({last})")
    assert len(one.codes) > len(two.codes)  # after the last nothing follows
    assert same_to("bob", one, two)


# ---- values ----
def test_secret_values_do_not_show(fog: Game) -> None:
    assert same_to("bob", play(fog.start(), "whisper(1)"), play(fog.start(), "whisper(1)"))
    one, two = play(fog.start(), "note(here)"), play(fog.start(), "note(away)")
    assert one.view("bob").data() == two.view("bob").data()
    assert one.view("bob") == two.view("bob")
    assert one.view("ann") != two.view("ann")


def test_no_view_holds_the_seed_or_the_generator(fog: Game) -> None:
    one, two = fog.start(1), fog.start(2)
    for player in ("ann", "bob"):
        assert one.view(player).state[CHANCE] == 0
        assert same_to(player, one, two)
        assert "seed" not in str(one.view(player).data())


# ---- texts ----
def test_texts_hide_what_their_reader_may_not_know(fog: Game) -> None:
    position = play(fog.start(), "go(a3, there)")
    (hers,), (his,) = position.view("ann").log, position.view("bob").log
    assert hers.text == "a3 of 3 with 6 goes to there"
    assert his.text == "a piece of ? with ? goes to there"  # neither the attribute nor what a definition makes of it
    assert [str(line) for line in position.log] == [f"ann: {hers.text}"]


def test_a_refusal_about_a_piece_that_one_cannot_tell_says_no_more(fog: Game) -> None:
    position = play(fog.start(), "go(a3, there)")
    answer = position.view("bob").why_not("go", piece="a3", spot="there")
    assert str(answer) == "bob cannot tell which piece that is"
    assert not answer
    assert answer.clauses == ()
    own = position.view("bob").why_not("go", piece="b1", spot="here")
    assert own.clauses == ("moving",)
    assert "piece.at is here" in str(own)


def test_only_ones_own_forced_choices_are_known_to_be_forced(tiny: Tiny) -> None:
    text = """
clause guessing "Guessing"
    state card(player): 1..2, starts at 1, seen by player
    action swap in game
        text "look"
        do
            card(actor) becomes 2
    permit swap
    action play-one in game
        text "play one"
        do
            return
    permit play-one
    action play-two in game
        text "play two"
        do
            return
    permit play-two when card(actor) = 2
    action wait in game
        text "look"
        do
            return
    permit wait
    procedure play
        ann chooses swap, wait
        ann chooses play-one, play-two
        bob chooses stay, quit
"""
    game = tiny(text + STOP)
    one, two = play(game.start(), "wait"), play(game.start(), "swap", "play-one")
    assert [line.forced for line in one.log] == [False, True]
    assert [line.forced for line in one.view("ann").log] == [False, True]
    assert one.view("bob").data() == two.view("bob").data()
    assert one.view("bob").log == two.view("bob").log


def test_a_log_does_not_say_what_was_drawn(tiny: Tiny) -> None:
    text = """
kind card
    changing held : player or nobody, seen by all
    identity seen by card.held
table card
    | id |
    | c1 |
    | c2 |
    | c3 |
clause drawing "Drawing"
    procedure play
        draw c from all x: card where x.held is nobody
        c.held becomes ann
        bob chooses stay, quit
"""
    game = tiny(text + STOP)
    one, two = game.start(chance="told"), game.start(chance="told")
    one.tell(0)
    two.tell(2)
    assert [str(line) for line in one.view("bob").log] == ["drawn: a card"]
    assert same_to("bob", one, two)
    assert not same_to("ann", one, two)


# ---- decisions about secret pieces ----
def spying(tiny: Tiny) -> Game:
    steps = ("ann chooses go, stay", "ann chooses go, stay", "bob chooses spy", "ann chooses stay, quit")
    return tiny(FOG + "".join(f"        {step}\n" for step in steps) + STOP)


def test_choosing_among_secret_pieces_names_none(tiny: Tiny) -> None:
    game = spying(tiny)
    one, two = play(game.start(), "go(a1, there)", "stay"), play(game.start(), "go(a3, there)", "stay")
    assert same_to("bob", one, two)
    legal = one.view("bob").legal
    assert [answer.id for answer in legal] == ["spy(?piece 0)", "spy(?piece 1)", "spy(?piece 2)", "spy(?piece 3)"]
    told = " ".join(f"{answer.text} {answer.id} {answer.args}" for answer in legal)
    assert not any(name in told for name in ("a1", "a2", "a3", "a4"))
    assert len({answer.text for answer in legal}) == 4
    there = next(answer for answer in legal if "at there" in answer.text)
    one.take(there)
    assert one.read("spied") == ["a1"]
    two.take(next(answer for answer in two.view("bob").legal if answer == there))
    assert two.read("spied") == ["a3"]


def test_an_answer_is_found_by_its_id_and_a_covered_piece_never_by_its_name(tiny: Tiny) -> None:
    position = play(spying(tiny).start(), "go(a1, there)", "stay")
    for asked in (position, play(spying(tiny).start())):
        view = asked.view(asked.asked().who)
        assert [view.answer_code(own.id) for own in view.legal] == [own.code for own in view.legal]
    view = position.view("bob")
    assert [view.answer_code(f"spy({piece})") for piece in ("a1", "a2", "a3", "a4", "nobody")] == [None] * 5


def test_an_answer_about_a_covered_piece_has_the_same_number_whichever_it_is(tiny: Tiny) -> None:
    game = spying(tiny)
    one, two = play(game.start(), "go(a1, there)", "stay"), play(game.start(), "go(a3, there)", "stay")
    mine, yours = one.view("bob").legal, two.view("bob").legal
    assert [answer.code for answer in mine] == [answer.code for answer in yours]
    there = next(answer for answer in mine if "at there" in answer.text)
    assert (game.arguments(one.code_of(there)), game.arguments(two.code_of(there))) == (
        {"piece": "a1"},
        {"piece": "a3"},
    )
    assert [position.seen_as(position.code_of(there)) for position in (one, two)] == [there, there]
    assert one.view("bob").why(there)
    assert str(one.why_not(there)) == str(one.why_not(one.code_of(there)))


def test_an_answer_that_is_none_any_more_is_refused_in_the_words_of_its_view(tiny: Tiny) -> None:
    game = spying(tiny)
    one, two = play(game.start(), "go(a1, there)", "stay"), play(game.start(), "go(a3, there)", "stay")
    go = game.start().view("ann").legal[0]
    for position in (one, two):
        with pytest.raises(IllegalAction, match=re.escape("go(a1, there) is not legal: moving now asks bob for spy")):
            position.take(go)


# ---- questions ----
GUARDED = """
    action strike(piece) in game
        text "strike {piece}"
        do
            return
    permit strike(piece) when piece.owner is actor
    forbid strike(piece) when secret(ann) > 4
    forbid strike(piece) when piece.at is there
    action call(n: from 0 to secret(ann)) in game
        text "call {n}"
        do
            return
    permit call(n)
    action boast(piece) in game
        text "boast of {piece}"
        do
            return
    permit boast(piece) when piece.at is here and some p: piece where p.owner is not actor and p.at is here and p.hp > 2
"""


@pytest.mark.parametrize("secret", ["whisper(2)", "whisper(7)"])
@pytest.mark.parametrize(
    ("asked", "permitted", "said"),
    [
        ("strike(b1)", None, "moving may forbid it: secret(ann) > 4 (secret(ann) is ?)"),
        ("strike(b2)", False, "moving forbids it: piece.at is there"),
        ("call(3)", None, "the bounds of n are hidden"),
        ("boast(b1)", None, "moving may permit it: some p: piece where"),
        ("boast(b2)", False, "moving does not permit it: not piece.at is here (piece.at is there)"),
        ("strike(a1)", None, "bob cannot tell which piece that is"),
    ],
)
def test_what_rests_on_something_hidden_is_told_as_hidden(
    tiny: Tiny, secret: str, asked: str, permitted: bool | None, said: str
) -> None:
    text = FOG.replace("    procedure play\n", GUARDED + "    procedure play\n        move b2 to there\n")
    position = play(tiny(text + LOOP + STOP).start(), secret)
    answer = position.view("bob").why_not(asked)
    assert said in str(answer)
    assert not answer
    if "cannot tell" not in said:
        assert answer.permitted is permitted
        assert answer.legal is False
        wanted = "go, show, rest, whisper, note, stay or quit"
        assert answer.not_asked == f"it is not up to bob now: moving asks ann for {wanted}"


def test_what_one_is_asked_for_is_legal_whatever_is_hidden(tiny: Tiny) -> None:
    text = FOG.replace(
        "    procedure play\n", GUARDED + "    procedure play\n        bob chooses boast, call, strike\n"
    )
    view = tiny(text + LOOP + STOP).start().view("bob")
    own = next(action for action in view.legal if action.id == "boast(b1)")
    assert view.why(own).legal
    assert str(view.why(own)) == "boast(b1) is permitted by moving"
    assert view.why("call(0)")


def test_wrong_and_right_guesses_get_the_same_answer(fog: Game) -> None:
    one = fog.start()
    two = swapped(one, "piece", 0, 2)
    for guess in ("a1 of 1 with 2 goes to ther", "a3 of 3 with 6 goes to there", "go(a1, theer)", "a1 is shown", "a1"):
        told = []
        for position in (one, two):
            with pytest.raises((IllegalAction, UnknownName)) as refused:
                position.view("bob").why_not(guess)
            told.append(str(refused.value))
        assert told[0] == told[1]
        assert "did you mean" not in told[0] or "theer" in guess


def test_a_view_answers_without_its_position(fog: Game) -> None:
    position = play(fog.start(), "go(a3, there)")
    for player in ("ann", "bob"):
        view, blind = position.view(player), position.view(player)
        del blind._position
        assert blind == view
        assert (blind.legal, blind.decision, blind.data()) == (view.legal, view.decision, view.data())
        assert (repr(blind), blind.waiting_for) == (repr(view), "ann")
        assert refusals(blind) == refusals(view)
        assert blind.sample(random.Random(1)) == view.sample(random.Random(1))


def test_a_view_stays_what_it_was(fog: Game) -> None:
    position = fog.start()
    view = position.view("ann")
    before = view.data(), [line.text for line in view.log]
    position.take("go(a3, there)")
    assert (view.data(), [line.text for line in view.log]) == before
    assert view.legal == fog.start().view("ann").legal


# ---- sealed answers ----
SEALED = """
clause sealing "Sealing"
    state bid(player): 0..5, seen by player
    state purse(player): 0..5, starts at 4
    action seal(n: from 0 to purse(actor)) in game
        text "seal {n}"
        do
            bid(actor) becomes n
    permit seal(n)
    procedure play
        together each p in players chooses seal
        ann chooses stay, quit
"""


def test_a_sealed_answer_is_seen_by_its_owner_only(tiny: Tiny) -> None:
    game = tiny(SEALED + STOP)
    one, two = play(game.start(), "seal(1)"), play(game.start(), "seal(4)")
    assert same_to("bob", one, two)
    assert not same_to("ann", one, two)
    assert [str(line) for line in one.view("bob").log] == ["ann: choice made"]
    assert [str(line) for line in one.view("ann").log] == ["ann: seal 1"]
    one, two = play(one, "seal(2)"), play(two, "seal(2)")
    assert same_to("bob", one, two)  # the bids stay secret by declaration
    assert [str(line) for line in one.view("bob").log] == ["ann: choice made", "bob: seal 2"]


def test_a_sample_seals_answers_of_its_own(tiny: Tiny) -> None:
    position = play(tiny(SEALED + STOP).start(), "seal(1)")
    view = position.view("bob")
    bids = set()
    for seed in range(60):
        sample = view.sample(random.Random(seed))
        assert sample.view("bob") == view
        bids.add(play(sample, "seal(0)").read("bid", "ann"))
    assert bids == {0, 1, 2, 3, 4}
    assert play(position.view("ann").sample(random.Random(1)), "seal(3)").read("bid", "ann") == 1


# ---- samples ----
def test_a_sample_looks_the_same_and_guesses_within_bounds(fog: Game) -> None:
    position = play(fog.start(), "go(a2, there)", "show(a4)", "whisper(7)", "note(away)")
    view = position.view("bob")
    moved, strengths, whispers, notes = set(), set(), set(), set()
    for seed in range(80):
        sample = view.sample(random.Random(seed))
        assert sample.view("bob").key == view.key
        assert sample.read("hp", "a4") == 4  # shown
        assert [sample.read("hp", piece) for piece in ("b1", "b2")] == [2, 5]
        there = [piece for piece in ("a1", "a2", "a3") if sample.read("at", piece) == "there"]
        assert len(there) == 1
        moved.add(there[0])
        strengths.add(tuple(sample.read("hp", piece) for piece in ("a1", "a2", "a3")))
        whispers.add(sample.read("secret", "ann"))
        notes.add(tuple(sample.read("notes", "ann")))
    assert moved == {"a1", "a2", "a3"}
    assert strengths == {(1, two, three) for two in (1, 2) for three in (1, 2, 3)}  # guessed from 1 to its size
    assert len(whispers) == 10
    assert len(notes) == 8


def test_a_sample_is_reproducible_and_has_dice_of_its_own(fog: Game) -> None:
    view = fog.start(3).view("bob")
    one, two = view.sample(random.Random(5)), view.sample(random.Random(5))
    assert one.state == two.state
    assert one.state[CHANCE] != fog.start(3).state[CHANCE]
    assert one.state[CHANCE] != view.sample(random.Random(6)).state[CHANCE]


def test_a_sample_of_ones_own_turn_offers_ones_own_choices(fog: Game) -> None:
    position = play(fog.start(), "go(a2, there)")
    sample = position.view("ann").sample(random.Random(1))
    assert sample.codes == position.codes


def test_what_ones_own_answers_are_called_in_a_sample(tiny: Tiny) -> None:
    game = tiny(FOG + LOOP.replace("ann chooses", "ann chooses go\n            bob chooses spy,") + STOP)
    position = play(game.start(), "go(a2, there)")
    information_set, codes = InformationSet.of(game, game.seat("bob"), position.state, position.codes)
    renamed = set()
    for seed in range(20):
        state, called, _ = information_set.determinise(random.Random(seed))
        sample = Position(game, state, legal_codes(game, state), state, None)
        assert sorted(codes) == sorted(position.codes)
        assert sorted(called) == sorted(sample.codes)
        for code, there in zip(codes, called, strict=True):
            assert game.coding(code).name == game.coding(there).name
            if game.coding(code).name == "spy":
                piece, other = game.arguments(code)["piece"], game.arguments(there)["piece"]
                assert position.read("at", piece) == sample.read("at", other)
                renamed.add((piece, other))
    assert len(renamed) > 6
    assert position.view("ann").information_set.determinise(random.Random(1)).called == []


# ---- the fixtures ----
def pairs(case: Case) -> Iterator[tuple[str, Position, Position]]:
    """Positions of random games, each with two like secret pieces in each other's place, and to whom it is all one."""
    game, rng = case.load(), random.Random(4)
    for position in positions(case, (11, 12), 12):
        for seat in game.seats:
            for kind, pieces in hidden_pieces(game, Mask(game, position.state, seat)).items():
                for group in game.secret_state.groups(kind, pieces):
                    if len(group) > 1:
                        one, two = rng.sample(group, 2)
                        yield game.player_id(seat), position, swapped(position, kind, one, two)


@pytest.mark.parametrize(
    "case", [Case("ford", "plain-1.0", ()), Case("ford", "royal-2.0", ()), Case("quince", "polish-1.0", ())], ids=str
)
def test_refusals_and_answers_give_nothing_away(case: Case) -> None:
    rng, count = random.Random(5), 0
    for player, one, two in pairs(case):
        mine, yours = one.view(player), two.view(player)
        assert mine == yours
        assert mine.data() == yours.data()
        assert mine.legal == yours.legal
        game = one.game
        for row in game.actions:
            for code in rng.sample(range(row.base, row.end), min(4, row.end - row.base)):
                told = [str(p.view(player).why_not(code)) for p in (one, two)]
                assert told[0] == told[1]
        count += 1
    assert count > 10
