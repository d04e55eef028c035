"""What answers rest on: names followed into definitions, exceptions, bounds and what can be done."""

from crex_dsl.engine.game import Game
from tests.engine.tiny import STOP, Tiny

TEXT = """
clause play "Play"
    state mud: 0..9
    state purse(player): 0..9
    state idle: 0..9
    define opener: player is ann
    procedure play
        opener chooses drive, rest, quit
        ann chooses drive(3), quit
clause driving "Driving"
    value most: number is deep + 1
    define deep: number is mud
    action drive(n: from 1 to most) in game
        text "drive {n}"
        do
            idle becomes n
    permit drive(n) when worth_it(n)
    define worth_it(n: number): yes or no is n > 2 or purse(ann) > n
clause resting "Resting"
    action rest in game
        text "rest"
        do
            return
    permit rest when not ann can drive(any)
"""


def test_names_are_followed_to_their_ends(tiny: Tiny) -> None:
    game: Game = tiny(TEXT + STOP)
    rests = {name: set(names) for name, names in game.tables["rests"].items()}
    assert rests["drive"] == {"drive", "most", "deep", "mud", "worth_it", "purse"}
    assert rests["rest"] == {"rest", *rests["drive"]}
    assert rests["quit"] == {"quit"}
    assert [set(names) for names in game.tables["rests_at"]] == [{"opener"}, set()]
