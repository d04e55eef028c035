"""Clauses as a person reads them: found by number or id, worded, cited, and behind every line of the log."""

import pytest

from crex_dsl.engine.errors import UnknownName
from crex_dsl.engine.explain.game_log import LogLine
from crex_dsl.play.explanations import cited, clauses_named, log_text, news, wording
from tests.conformance.cases import Case
from tests.engine.tiny import Tiny
from tests.play.conftest import shown, the


def test_clauses_by_id_and_number() -> None:
    game = the("ford")
    assert clauses_named(game, "stride") == ["stride"]
    assert clauses_named(game, "3.1") == ["movement-basics", "stride", "group-moves"]
    assert clauses_named(game, "the turn") == ["turn-sequence", "initiative"]
    with pytest.raises(UnknownName) as error:
        clauses_named(game, "strid")
    assert str(error.value) == "plain-1.0 has no clause `strid`: did you mean `stride`?"


def test_a_number_printed_twice_names_both(tiny: Tiny) -> None:
    text = 'clause play "Play"\n    says "p"\n    procedure play\n        return\nclause more "More"\n    says "m"\n'
    head = 'game tiny "Tiny"\n    players ann, bob\n    begins with play\n    language en\n\n'
    layer = 'edition first "First" of tiny\n    language en\n\ncite play at "4.2a"\ncite more at "4.2b"\n'
    game = tiny(text, {"first": layer}, edition="first", head=head)
    assert clauses_named(game, "4.2") == ["play", "more"]


def test_words_and_citation_are_the_editions_own() -> None:
    game = Case("ford", "royal-2.0", ()).load()
    assert cited(game, "road-limits") == "3.6 Limity dróg [road-limits]"
    assert shown(wording(game, "road-limits")) == (
        "3.6 Limity dróg [road-limits]\nDrogą główną przejdą w ruchu najwyżej 2 bloczki, drugorzędną 1."
    )
    assert cited(game, "") == ""


def test_lines_of_the_log() -> None:
    game = the("ford")
    line = LogLine("north", "moves", "stride", forced=True)
    assert shown(log_text(game, line)) == "north: moves (no other choice)  [3.1 stride]"
    assert shown(log_text(game, LogLine(None, "game over", ""))) == "game over"
    draw = LogLine(None, "drawn: a card", "stride")
    lines = [draw, draw, draw, line, draw]
    assert [shown(text) for text in news(game, lines)] == [
        "drawn: a card, 3 times  [3.1 stride]",
        "north: moves (no other choice)  [3.1 stride]",
        "drawn: a card  [3.1 stride]",
    ]
