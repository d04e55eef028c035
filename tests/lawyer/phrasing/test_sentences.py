"""Telling: what clauses do and the steps that they run, a line for each."""

from collections.abc import Iterator

import pytest

from crex_dsl.engine.compile.texts.phrase_trees import Figures
from crex_dsl.lawyer.phrasing.grammars import book_grammar
from crex_dsl.lawyer.phrasing.sentences import ClauseSentences
from crex_dsl.lawyer.records.build import build_record
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.selection.catalogue import index_of
from tests.rulebook.small import HEAD, Small

GAME = (
    HEAD.replace("begins with play\n", "begins with play\n    default\n")
    + """
stage deal in game with dealer: player, pot: 0..9
kind spot
    price : 0..4
    changing turn : 0..9
kind pawn
    owner : player
    placed at : spot or nothing, starts at nothing

clause spots "Spots"
    table spot
        | id  | price |
        | one | 1     |
        | two | 2     |
    table pawn
        | id    | owner |
        | rook  | red   |
        | crow  | blue  |

clause much "Much"
    value most: number is 3
    value late: yes or no is no
    value limit(spot): number is
        2  when spot is one
        1  otherwise
    define dear(spot): yes or no is
        yes                when spot is two
        spot.price > most  otherwise
    state heap: 0..9
    state sulking(player): yes or no per deal
    state mood: calm | cross, starts at calm
    set taken of spot per deal
    set marked(player) of spot
    tally turns(player)
    action take(spot) by dealer in deal
        text "take {spot}"
        do
            heap += 1
            add spot to taken
    action put(spot, n: from 1 to heap) in deal
        text "put"
        do
            heap -= n
    permit take(spot) when heap < limit(spot) and spot not in taken
    permit put(spot, n)
    forbid take(spot), put(spot, n) when heap > 7 or dear(spot)
    forbid take(spot) when late
    moment rest in deal
    after take(spot) when heap = 2 and not late
        heap becomes 0
    instead of rest
        return
    when deal begins if heap > 3
        clear taken
    procedure tidy(spot, player) in deal
        let dear_one be those s: spot with most s.price
        for each s in dear_one where s not in taken counting rank
            remove s from taken
            s.turn becomes rank
        for each n from 1 to most
            heap += n
        while heap > 2
            heap -= 1
        repeat 2 times
            roll 1 die
            if dice at least 5 = 1
                sulking(player) becomes yes
            otherwise if heap = 1
                mood becomes cross
            otherwise
                return
        repeat heap times
            roll heap dice of 8 sides as volley
        draw s from all s: spot
        shuffle all s: spot by turn
        move rook to s
        move crow to nothing
        turns(player) += 1
        clear turns
        clear marked(player)
        dealer chooses take, put(spot, any)
            otherwise
                end deal
        dealer may choose take or "leave {spot}"
        dealer may keep choosing take(spot) or "stop"
        together each p in players where heap > 2 chooses put
        do rest
        if late
            heap becomes 9
    procedure start
        open deal with dealer is red, pot is 2
            do tidy(one, blue)
        if heap = 3
            end game won by red
        end game drawn

clause more "More"
    except much for take(spot) when heap = 8
    adjust most to it + 2
    adjust dear(spot) to it or heap = 3
    limit(spot) is 5 when heap = 0
"""
)


Told = list[tuple[str, str, list[str]]]


@pytest.fixture
def told(small: Small) -> dict[str, Told]:
    files = small.files("", "", head=GAME)
    index = index_of(files)
    record = build_record(files, index, index.select(None, ()))
    return {each.id: [(e.does, e.phrase, e.phrases) for e in each.effects] for each in record.clauses}


def heads(told: Told) -> list[str]:
    return [f"{does} {phrase}" for does, phrase, _ in told]


def test_what_clauses_do(told: dict[str, Told]) -> None:
    assert heads(told["spots"]) == ["lists the spots", "lists the pawns"]
    assert heads(told["much"]) == [
        "sets the most is 5",
        "sets “late” does not hold",
        "sets the limit of a spot is 2 when the spot is one",
        "sets otherwise the limit of a spot is 1",
        "defines a spot is dear when the spot is two",
        "defines otherwise a spot is dear exactly when the spot's price is more than 5",
        "remembers the heap, from 0 to 9, for the whole game",
        "remembers whether each player is sulking during one deal",
        "remembers the mood, calm or cross, for the whole game",
        "remembers the taken spots during one deal",
        "remembers those marked of each player, spots, for the whole game",
        "remembers the count of turns for each player for the whole game",
        "offers take for a spot, by the dealer, during a deal",
        "offers put for a spot and a number from 1 to the heap, during a deal",
        "permits take for a spot when the heap is less than the limit of the spot and "
        "the spot is not among the taken spots",
        "permits put for a spot and a number",
        "forbids take for a spot or put for a spot and a number when either the heap is more than 7 "
        "or the spot is dear",
        "forbids take for a spot, never in this edition",
        "runs rest, a moment for other clauses",
        "happens after take for a spot when the heap is 2",
        "happens instead of rest",
        "happens as a deal begins when the heap is more than 3",
        "runs tidy for a spot and a player",
        "runs start",
    ]
    assert heads(told["more"]) == [
        "excepts take for a spot from “Much” when the heap is 8",
        "adjusts the most becomes the figure so far plus 2",
        "adjusts “dear” for a spot becomes whether either the answer so far holds or the heap is 3",
        "sets the limit of a spot is 5 when the heap is 0",
    ]


def test_steps(told: dict[str, Told]) -> None:
    steps = {phrase: phrases for _, phrase, phrases in told["much"]}
    assert steps["take for a spot, by the dealer, during a deal"] == [
        "the heap grows by 1",
        "add the spot to the taken spots",
    ]
    assert steps["instead of rest"] == ["nothing happens"]
    assert steps["start"] == [
        "a deal begins with red as dealer and 2 as pot:",
        "  do “tidy” for one and blue",
        "if the heap is 3:",
        "  the game ends, won by red",
        "the game ends in a draw",
    ]
    assert steps["tidy for a spot and a player"] == [
        "let the dear one be those second spots with the second spot's price highest",
        "for each second spot among the dear one that is not among the taken spots, counting the number “rank” from 1:",
        "  remove the second spot from the taken spots",
        "  the second spot's turn becomes the number “rank”",
        "for each number from 1 to 5:",
        "  the heap grows by the number",
        "as long as the heap is more than 2:",
        "  the heap shrinks by 1",
        "2 times:",
        "  roll 1 die",
        "  if the number of dice that show at least 5 is 1:",
        "    “sulking” for the player becomes yes",
        "  otherwise if the heap is 1:",
        "    the mood becomes cross",
        "  otherwise:",
        "    go no further",
        "as many times as the heap:",
        "  roll dice of 8 sides, as many as the heap, called the volley",
        "draw a second spot at random from all spots",
        "number all spots in random order, as their turn",
        "move rook to the second spot",
        "move crow to nothing",
        "the count of turns for the player grows by 1",
        "clear the count of turns for every player",
        "clear those marked of the player",
        "the dealer must choose: take or put for the spot",
        "if nothing can be chosen:",
        "  the deal ends",
        "the dealer may choose: take or “leave the spot”",
        "the dealer may choose again and again: take for the spot or “stop”",
        "each second player for whom the heap is more than 2 chooses, all at once and in secret: put",
        "do “rest”",
    ]


def test_every_form_of_step_is_told(small: Small, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that a new form cannot come in without words for it."""
    seen: set[type[t.Step]] = set()
    plain = ClauseSentences._step

    def noting(self: ClauseSentences, step: t.Step) -> Iterator[str]:
        seen.add(type(step))
        return plain(self, step)

    monkeypatch.setattr(ClauseSentences, "_step", noting)
    book = small.book(head=GAME)
    for body in (
        *(each.body for each in book.world.actions.values()),
        *(p.body for p in book.world.procedures.values()),
    ):
        ClauseSentences(Figures(), book_grammar(book)).body(body)
    assert seen == set(t.Step.__subclasses__())


def test_a_line_for_actions_whose_things_differ_is_told_for_each(small: Small) -> None:
    base = """
stage turn in game
clause both "Both"
    action one(n: 1..3) in turn
        text "one"
        do
            return
    action two(m: 1..3, n: 1..3) in turn
        text "two"
        do
            return
    permit one(n)
    permit two(m, n)
    forbid one(n), two(m, n) when n > 2
"""
    files = small.files(base)
    index = index_of(files)
    record = build_record(files, index, index.select(None, ()))
    told = [effect.phrase for clause in record.clauses for effect in clause.effects if effect.sort == "forbids"]
    assert told == [
        "one for a number when the number is more than 2; "
        "or two for a number and a second number when the second number is more than 2"
    ]


def test_a_line_on_whoever_acts_is_told_once_for_all_its_actions(small: Small) -> None:
    rules = """
stage turn in game
clause more "More"
    action one(n: 1..3) in turn
        text "one"
        do
            return
    action two(n: 1..3) in turn
        text "two"
        do
            return
    permit one(n)
    permit two(n)
    forbid one(n), two(n) when n > 2 and actor is red
"""
    files = small.files(rules)
    index = index_of(files)
    record = build_record(files, index, index.select(None, ()))
    clause = next(clause for clause in record.clauses if clause.id == "more")
    told = [effect.phrase for effect in clause.effects if effect.sort == "forbids"]
    assert told == ["one or two for a number when the number is more than 2 and the actor is red"]
