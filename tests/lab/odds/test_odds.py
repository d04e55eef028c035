"""Odds: hand-computed cases, counting against sampling, and what is told of both."""

from fractions import Fraction
from functools import cache

import pytest

from crex_dsl import load
from crex_dsl.engine.game import Game
from crex_dsl.engine.native.availability import NoNative, engine_version
from crex_dsl.engine.scenarios.setup import CannotStage, set_up
from crex_dsl.lab.bots.registry import UnknownBot
from crex_dsl.lab.odds import sampling
from crex_dsl.lab.odds.odds import Odds, odds
from crex_dsl.lab.odds.sampling import trials
from crex_dsl.lab.odds.scene_policies import ScenePolicies
from tests.conformance.cases import GAMES
from tests.engine.tiny import STOP, Tiny
from tests.soaked import soaked

EDITIONS = ("english", "polish", "french", "russian")
SECOND = ("english", "russian")
AGAIN = ("french", "russian")  # which fight as the two before them do
EACH = pytest.mark.parametrize("edition", [*EDITIONS[:2], *soaked(AGAIN)])
BUDGET = 100_000


@cache
def book(edition: str) -> Game:
    return load("crusader-rex", edition, language="en")


def odds_of(
    game: Game, scenario: str, *words: str, policies: str = "", changes: str = "", budget: int = BUDGET, games: int = 1
) -> Odds:
    scene = set_up(game, scenario, words, changes.split())
    return odds(scene, ScenePolicies(game, policies.split()), budget, games, 0)


def outcomes(found: Odds) -> dict[str, Fraction]:
    return {each.outcome: Fraction(each.exact or "-1") for each in found.outcomes}


def mean(found: Odds, name: str) -> Fraction:
    return Fraction(next(each.mean_exact for each in found.figures if each.name == name) or "-1")


# ---- one roll ----
VOLLEY = """
clause shooting "Shooting"
    state left: 0..9, starts at 4
    state lost: 0..9
    action shoot(n: from 1 to 4) in game
        text "shoot with {n}"
        do
            roll n dice as volley
            left -= min(left, volley at most 2)
            lost += volley equal to 6
            bob chooses stay, quit
    permit shoot(n)
    procedure play
        ann chooses shoot
    procedure throw
        roll 2 dice
        left becomes min(9, (total of dice) - 2)
scenario volley "A volley"
    begin play
    outcome
        "hit"     when left < 4
        "missed"  otherwise
    measure left "Left" is left
    measure lost "Lost" is lost
scenario thrown "Two dice"
    begin throw
    measure left "Left" is left
policy two "Shoots with two"
    prefer shoot(n) when n = 2
policy three-or-four "Shoots with three or four"
    prefer shoot(n) when n > 2
"""


def test_one_roll_of_two_dice(tiny: Tiny) -> None:
    game = tiny(VOLLEY + STOP)
    found = odds_of(game, "volley")
    assert found.method == "counted"
    assert outcomes(found) == {"hit": Fraction(5, 9), "missed": Fraction(4, 9)}  # 1 - (4/6)²
    left, lost = ({v.value: v.exact for v in each.values} for each in found.figures)
    assert left == {4: "4/9", 3: "4/9", 2: "1/9"}
    assert lost == {0: "25/36", 1: "5/18", 2: "1/36"}
    assert (mean(found, "left"), mean(found, "lost")) == (4 - Fraction(2, 3), Fraction(1, 3))


def test_lots_between_equal_answers_are_counted_like_dice(tiny: Tiny) -> None:
    game = tiny(VOLLEY + STOP)
    found = odds_of(game, "volley", policies="three-or-four")
    missed = (Fraction(2, 3) ** 3 + Fraction(2, 3) ** 4) / 2
    assert outcomes(found)["missed"] == missed
    anything = odds_of(game, "volley", policies="random")
    assert outcomes(anything)["missed"] == sum(Fraction(2, 3) ** n for n in (1, 2, 3, 4)) / 4


def test_a_procedure_in_which_nobody_decides(tiny: Tiny) -> None:
    found = odds_of(tiny(VOLLEY + STOP), "thrown")
    ways = {0: 1, 1: 2, 2: 3, 3: 4, 4: 5, 5: 6, 6: 5, 7: 4, 8: 3, 9: 3}  # of 36; 11 and 12 are one
    assert {each.value: each.exact for each in found.figures[0].values} == {
        value: str(Fraction(number, 36)) for value, number in ways.items()
    }
    assert found.outcomes == []


# ---- battles, by hand ----
WEAK = "king-guy.strength=1 saladin.strength=1 al-aziz.strength=1 taqi-al-din.strength=1"


@EACH
def test_one_block_against_one(edition: str) -> None:
    """Saladin (A3) defends and shoots first: each round Guy (B2) falls with 1/2, else he hits with 1/3."""
    a_round = Fraction(1, 2) * Fraction(1, 3)
    on = Fraction(1, 2) * Fraction(2, 3)
    taken = a_round * (1 + on + on**2)
    found = odds_of(book(edition), "battle", "nablus", "king-guy", "saladin", changes=WEAK)
    assert outcomes(found) == {"the attackers take the town": taken, "the defenders hold the town": 1 - taken}
    leaves = on**3 if edition in SECOND else on**3 * Fraction(1, 2)  # there the last retreat is under fire
    assert mean(found, "attackers_left") == taken + leaves, edition


def test_a_block_of_two_steps_round_by_round() -> None:
    """With two steps Guy lives through one hit; Saladin (A3, one step) falls to the first of Guy's."""
    found = odds_of(
        book("english"), "battle", "nablus", "king-guy", "saladin", changes="king-guy.strength=2 saladin.strength=1"
    )
    # by Guy's steps: whether Saladin falls in this round, and with how many steps Guy goes on
    miss, two, one = Fraction(1, 2), Fraction(5, 9), Fraction(1, 3)
    first = {2: miss, 1: 1 - miss}
    taken = first[2] * two + first[1] * one
    second = {2: first[2] * (1 - two) * miss}
    second[1] = first[2] * (1 - two) * (1 - miss) + first[1] * (1 - one) * miss
    taken += second[2] * two + second[1] * one
    third = {2: second[2] * (1 - two) * miss}
    third[1] = second[2] * (1 - two) * (1 - miss) + second[1] * (1 - one) * miss
    taken += third[2] * two + third[1] * one
    assert outcomes(found)["the attackers take the town"] == taken


@EACH
def test_the_letter_decides_who_shoots_first(edition: str) -> None:
    """Taqi al Din (A2) attacks Guy (B2) and shoots first, though he attacks; Al Aziz (B2) shoots second."""
    hit = Fraction(1, 3)
    on = (1 - hit) ** 2
    rounds = 1 + on + on**2
    first = odds_of(book(edition), "battle", "nablus", "taqi-al-din", "king-guy", changes=WEAK)
    second = odds_of(book(edition), "battle", "nablus", "al-aziz", "king-guy", changes=WEAK)
    assert outcomes(first)["the attackers take the town"] == hit * rounds
    assert outcomes(second)["the attackers take the town"] == (1 - hit) * hit * rounds


@pytest.mark.parametrize("edition", ["english", *soaked(["russian"])])
def test_a_charge_in_the_second_edition(edition: str) -> None:
    """One die at firepower 3; a six costs the knight his step, here his life."""
    taken, on = Fraction(2, 3) * Fraction(3, 6), Fraction(2, 3) * Fraction(2, 6)
    found = odds_of(
        book(edition), "battle", "nablus", "king-guy", "al-aziz", policies="franks=charge-always", changes=WEAK
    )
    assert outcomes(found)["the attackers take the town"] == taken * (1 + on + on**2)


@pytest.mark.parametrize("edition", ["polish", *soaked(["french"])])
def test_a_charge_in_the_first_edition(edition: str) -> None:
    """Two dice for the one step; hits and sixes of one volley both count."""
    clean = Fraction(25, 36) - Fraction(1, 4)  # no six, and not both in 3..5
    both = 2 * Fraction(1, 3) * Fraction(1, 6)
    rounds = 1 + Fraction(1, 6) + Fraction(1, 36)  # 2/3 that he lives, 1/4 that nothing happens
    found = odds_of(
        book(edition), "battle", "nablus", "king-guy", "al-aziz", policies="franks=charge-always", changes=WEAK
    )
    assert outcomes(found) == {
        "the attackers take the town": Fraction(2, 3) * clean * rounds,
        "the town is left empty": Fraction(2, 3) * both * rounds,
        "the defenders hold the town": 1 - Fraction(2, 3) * (clean + both) * rounds,
    }


@EACH
def test_a_storm_against_double_defence(edition: str) -> None:
    """Saladin must hit twice in three storms, each with 1/2, while Guy hits back with 1/3."""
    hit, lives = Fraction(1, 2), Fraction(2, 3)
    falls = hit * lives * hit + 2 * hit**3 * lives**2
    lasts = (1 - 3 * hit**3 - hit**3) * lives**3  # no more than one hit in three storms
    found = odds_of(book(edition), "siege", "acre", "saladin", "king-guy", policies="saracens=assault", changes=WEAK)
    starved = lasts * hit if edition in SECOND else 0  # there attrition takes one block in two at once
    assert outcomes(found) == {
        "the castle falls": falls + starved,
        "the siege goes on": lasts - starved,
        "the siege is lifted": 1 - falls - lasts,
    }, edition


# ---- what cannot be ----
@EACH
@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("battle nablus king-guy king-guy", "`king-guy` is named twice, in attackers and defenders"),
        ("battle nablus saladin,saladin king-guy", "`saladin` is named twice, in attackers"),
        ("battle nablus saladin,king-guy conrad", "some attackers and defenders are on the same side"),
        ("battle nablus saladin", "nobody defends"),
        ("battle nablus defenders=saladin", "nobody attacks"),
        ("battle nablus saladin king-guy acre-legio", "a road does not lead to the town"),
        ("siege acre besiegers=saladin", "nobody is inside"),
        ("siege acre inside=saladin", "nobody besieges"),
        ("siege acre saladin al-adil", "some besiegers and besieged are on the same side"),
        ("siege nablus saladin king-guy,conrad,walter", "the castle does not hold so many"),
        ("relief acre conrad saladin al-adil acre-tyre", "some besiegers and besieged are on the same side"),
        ("relief acre al-adil saladin conrad acre-tyre", "some besiegers and relievers are on the same side"),
        ("relief acre conrad saladin king-guy baisan-legio", "the road does not lead to the town"),
    ],
)
def test_a_battle_that_cannot_be(edition: str, words: str, why: str) -> None:
    with pytest.raises(CannotStage) as refused:
        odds_of(book(edition), *words.split())
    assert why in str(refused.value)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("skirmish-fought fighting=red", "there are no foes"),
        ("skirmish-fought teuton-2-a", "nobody fights them"),
        ("skirmish-fought teuton-2-a,teuton-2-a red", "`teuton-2-a` is named twice, in foes"),
        ("skirmish-fought teuton-2-a red,green,red", "a player is named twice"),
        ("skirmish-fought crown-2-a red", "a foe is no Teuton"),
        ("skirmish-fought teuton-2-a red teuton-3-a", "a Teuton serves nobody"),
        ("skirmish-fought teuton-2-a red crown-2-a,crown-3-a", "there are more knights than players"),
        ("prisoner-sold 1,2,3,4,5", "there are more purses than players"),
    ],
)
def test_a_skirmish_or_auction_that_cannot_be(words: str, why: str) -> None:
    with pytest.raises(CannotStage) as refused:
        odds_of(load("na-grunwald", "four-players", language="en"), *words.split())
    assert why in str(refused.value)


def test_a_short_name_that_fits_two_policies() -> None:
    with pytest.raises(UnknownBot) as refused:
        ScenePolicies(book("english"), ["charge"])
    assert str(refused.value) == "`charge` fits several policies: charge-when-strong and charge-always; say which"


# ---- counted against sampled ----
BATTLES = [
    ("battle", ("nablus", "king-guy,conrad", "saladin,taqi-al-din"), ""),
    ("battle", ("nablus", "saladin", "king-guy,jerusalem-templars"), "franks=charge-when-strong"),
    ("battle", ("tiberias", "conrad,walter", "al-mashtub"), "retreat-when-weak"),
    ("battle", ("acre", "saladin,taqi-al-din", "conrad"), "franks=hold-the-castle saracens=assault"),
    ("battle", ("nablus", "taqi-al-din,al-aziz", "balian"), "saracens=harry-and-leave"),
    ("siege", ("acre", "saladin,al-adil", "king-guy"), "saracens=assault"),
    ("relief", ("acre", "conrad", "saladin", "king-guy", "acre-tyre"), "franks=assault"),
]
SURELY = 2.0  # intervals: so many of them are held against the truth here that one in twenty would be too many


SOON = {"english": BATTLES, "polish": BATTLES[:2]}  # all of them in all editions are for the soak


@pytest.mark.parametrize(
    ("edition", "battle"),
    [
        pytest.param(
            edition,
            battle,
            marks=() if battle in SOON.get(edition, ()) else pytest.mark.soak,
            id=" ".join([edition, *battle[1]]),
        )
        for edition in EDITIONS
        for battle in BATTLES
    ],
)
def test_counting_agrees_with_sampling(edition: str, battle: tuple[str, tuple[str, ...], str]) -> None:
    scenario, words, policies = battle
    counted = odds_of(book(edition), scenario, *words, policies=policies)
    sampled = odds_of(book(edition), scenario, *words, policies=policies, budget=0, games=600)
    assert (counted.method, sampled.method) == ("counted", "sampled")
    assert sum(outcomes(counted).values()) == 1
    truth = {each.outcome: each.share for each in counted.outcomes}
    for each in sampled.outcomes:
        assert each.share - SURELY * (each.share - each.low) <= truth[each.outcome]
        assert truth[each.outcome] <= each.share + SURELY * (each.high - each.share)
    for exact, about in zip(counted.figures, sampled.figures, strict=True):
        assert about.mean_high is not None
        reach = SURELY * (about.mean_high - about.mean) + 0.02
        assert abs(exact.mean - about.mean) <= reach, exact.title
        assert exact.before == about.before


# ---- what is told ----
def test_a_sample_says_why_and_from_where() -> None:
    game = load("ford", "plain", rules=[GAMES])
    scene = set_up(game, "clash", ["mill", "abbey-mill", "fox-riders", "yew-bows"])
    found = odds(scene, ScenePolicies(game, ()), 3, 40, 7)
    assert (found.why, found.positions, found.games, found.seed) == ("there are more than 3 positions", None, 40, 7)
    assert all(each.low <= each.share <= each.high and each.exact is None for each in found.outcomes)
    assert sum(each.games or 0 for each in found.outcomes) == 40
    again = odds(scene, ScenePolicies(game, ()), 3, 40, 7)
    assert again == found
    once = odds(scene, ScenePolicies(game, ()), 3, 1, 7)
    assert all(each.mean_low is each.mean_high is None for each in once.figures), "one game tells no interval"
    assert found.policies == {"north": "bold", "south": "bold"}
    assert found.values == {
        "town": "mill",
        "way": "abbey-mill",
        "attackers": ["fox-riders"],
        "defenders": ["yew-bows"],
    }


def test_positions_that_come_again_are_sampled(tiny: Tiny) -> None:
    text = """
clause tossing "Tossing"
    state heads: yes or no
    action toss in game
        text "toss"
        do
            roll 1 die
            heads becomes dice at most 3 = 1
    permit toss
    procedure play
        while not heads
            ann chooses toss
        bob chooses stay, quit
scenario tossed "A coin"
    begin play
    outcome "heads"
"""
    found = odds_of(tiny(text + STOP), "tossed", games=5)
    assert (found.method, found.why) == ("sampled", "positions come again and again")
    assert [each.outcome for each in found.outcomes] == ["heads"]


@pytest.mark.skipif(engine_version() is None, reason="there is no native engine here")
def test_a_sample_is_the_same_in_both_engines(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("crusader-rex", "english", watched=True)
    staged = set_up(game, "battle", ["nablus", "king-guy,conrad", "saladin,taqi-al-din"])
    for wishes in ([], ["random"], ["franks=charge-always", "saracens=harry-and-leave"]):
        scene_policies = ScenePolicies(game, wishes)
        natively = list(trials(staged, scene_policies, 12, 3))
        with monkeypatch.context() as patch:
            patch.setattr(sampling, "machine_of", _none)
            assert natively == list(trials(staged, scene_policies, 12, 3))
        assert len(set(natively)) > 1


def _none(*_: object) -> None:
    raise NoNative("it is not wanted here")
