"""Names in the forms that a language needs, and words that agree with what a reader may know."""

from pathlib import Path

import pytest

from crex_dsl import load
from crex_dsl.engine.game import Game
from crex_dsl.rulebook.wording import missing_forms
from tests.rulebook.small import Small

BASE = """
kind spot is here, there
kind cart
    owner : player
    identity seen by cart.owner
table cart
    | id   | owner |
    | ox   | red   |
    | goat | red   |
    | ass  | blue  |

stage day in game with way: spot

clause driving "Driving"
    procedure drive
        open day with way is here
            red may choose go or "stay at {way}"
            blue chooses go
    action go(c: cart) by c.owner in day
        text "{c} goes"
        do
            return
    permit go(c) when c.owner is actor

inflection pl
    genders masculine, feminine
    forms accusative, covered

names pl
    ox "wół" masculine accusative "wołu"
    goat "koza" feminine accusative "kozę"
    ass "osioł" masculine accusative "osła"

glossary pl
    cart "wóz", "wozy" masculine accusative "wóz" covered "jakiś wóz"

words pl
    "{c} goes" "{c} {c: poszedł | poszła} ({c:accusative})"
    "stay at {way}" "postój"

edition polska "Polska" of small
    language pl
"""
HEAD = """game small "Small"
    players red, blue
    begins with drive
    language en

"""


@pytest.fixture
def game(small: Small) -> Game:
    """The game, in Polish."""
    small.files(BASE, head=HEAD)
    return load("small", rules=[small.root])


def test_names_have_forms_and_other_words_agree_with_them(game: Game) -> None:
    texts = [action.text for action in game.start(seed=1).decision.legal]
    assert texts == ["wół poszedł (wołu)", "koza poszła (kozę)", "postój"]


def test_a_covered_thing_inflects_as_its_kind_does(game: Game) -> None:
    for name in ("ox", "goat"):
        after = game.start(seed=1)
        after.take(f"go({name})")
        told = {side: "; ".join(entry.text for entry in after.view(side).log) for side in ("red", "blue")}
        assert "jakiś wóz poszedł (wóz)" in told["blue"]
        assert {"ox": "wół poszedł (wołu)", "goat": "koza poszła (kozę)"}[name] in told["red"]


def test_another_language_may_be_asked_for(small: Small) -> None:
    small.files(BASE, head=HEAD)
    english = load("small", rules=[small.root], language="en")
    assert [action.text for action in english.start(seed=1).decision.legal] == ["ox goes", "goat goes", "stay at here"]
    assert english.does == load("small", rules=[small.root]).does


def test_a_form_that_nobody_says_is_told(small: Small) -> None:
    lame = BASE.replace(' accusative "kozę"', "").replace(' accusative "wóz"', "")
    book = small.book(lame, head=HEAD)
    assert [(form, thing) for form, thing, _ in missing_forms(book)] == [("accusative", "goat"), ("accusative", "cart")]
    assert missing_forms(small.book(BASE, head=HEAD)) == []


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("masculine accusative", "masculin accusative", "`pl` has no gender `masculin`"),
        ('feminine accusative "', 'feminine acusative "', "nouns have no form `acusative` in `pl`"),
        ("{c:accusative}", "{c:acusative}", "cannot be read"),
        ("poszedł | poszła}", "poszedł | poszła | poszło}", "3 forms are given for the genders of `pl`, which has 2"),
        ("{c:accusative}", "{size of all d: cart:accusative}", "only a thing has the form `accusative`"),
    ],
)
def test_mistakes(small: Small, old: str, new: str, told: str) -> None:
    assert told in small.refusal(BASE.replace(old, new, 1), head=HEAD)


def test_a_loose_file_adds_a_language(small: Small, tmp_path: Path) -> None:
    small.files(BASE, head=HEAD)
    loose = tmp_path / "de.crex"
    loose.write_text('game small\n\nwords de\n    "{c} goes" "{c} fährt"\n', encoding="utf-8")
    german = load("small", rules=[small.root, loose], language="de")
    assert german.start(seed=1).decision.legal[0].text == "ox fährt"
