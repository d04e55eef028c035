"""Hunts for witnesses on the ford."""

import pytest

from crex_dsl.lawyer.witness_search.search import search_witnesses
from crex_dsl.lawyer.witness_search.witness import Witness, retraced
from tests.lawyer.witness_search.conftest import NAMES, found, games, order


def best(clause: str, games: int = 1) -> Witness:
    """The best witness of one clause."""
    return found(clause, games=games).best[clause]


def test_an_action_that_only_one_edition_allows() -> None:
    witness = best("road-limits")
    assert (witness.sort, witness.first.legal, witness.second.legal) == ("allowed", True, False)
    assert witness.second.clauses == ["road-limits"] and witness.second.numbers == ["3.6"]
    assert "is at least the road limit of" in witness.second.lines[0]
    assert witness.action.startswith("march(") and witness.action in witness.first.only
    assert any(line.startswith("mill: ") for line in witness.scene)


def test_an_action_that_ends_elsewhere() -> None:
    witness = best("movement-basics")
    assert (witness.sort, witness.first.legal) == ("outcome", None)
    assert (witness.first.lines, witness.second.lines) == (["moves is 2"], ["moves is 3"])
    assert witness.checked


def test_other_chance() -> None:
    witness = best("cavalry-charge", games=10)
    assert witness.about == ["charge_dice"] and witness.action.startswith("charge(")
    (mine, *_), (its, *_) = witness.first.lines, witness.second.lines
    assert int(mine.split()[0]) == 2 * int(its.split()[0])


def test_a_clause_that_only_one_edition_has() -> None:
    witness = best("everyone-fights", games=10)
    assert (witness.first.numbers, witness.second.numbers) == ([], ["4.5"])
    assert (witness.first.clauses, witness.second.clauses) == (["combat-pass"], ["everyone-fights"])


@pytest.mark.parametrize("clause", ["road-limits", "movement-basics", "forced-march", "initiative"])
def test_a_witness_can_be_played_again(clause: str) -> None:
    witness = best(clause)
    game = games()[NAMES.index(witness.played)]
    position = retraced(game, witness)
    if not witness.action:
        assert not witness.decisions
        return
    assert position.asked().who == witness.who and position.asked().prompt == witness.question
    legal = [action.id for action in position.asked().legal]
    mine = witness.first if witness.played == NAMES[0] else witness.second
    assert (witness.action in legal) is (mine.legal is not False)
    assert game.from_json(position.to_json()) == position


def test_what_is_forced_on_the_way_is_taken_again() -> None:
    bag = found("cavalry-charge", "river-ambush", games=4)
    forced = [witness for witness in bag.witnesses if witness.forced]
    assert forced
    for witness in forced[:3]:
        game = games()[NAMES.index(witness.played)]
        position = retraced(game, witness)
        assert position.asked().prompt == witness.question
        assert game.from_json(position.to_json()) == position


def test_the_same_games_show_the_same_in_one_process_and_in_two() -> None:
    one, two = found("road-limits"), found("road-limits", jobs=2)
    assert one.witnesses and one.witnesses == two.witnesses


def test_it_ends_when_all_is_found_and_goes_on_where_it_is_thorough() -> None:
    assert found("road-limits").games < 2 or not found("road-limits").missing
    (*_, bag) = search_witnesses(order("road-limits", games=3, thorough=True), 1)
    assert bag.games == 3 and len(bag.witnesses) >= len(found("road-limits").witnesses)


def test_nothing_is_sought_where_nothing_differs() -> None:
    (bag,) = search_witnesses(order("map"), 1)
    assert (bag.sought, bag.witnesses) == ([], [])


def test_other_things_are_witnesses_at_once() -> None:
    bag = found("armies")
    assert bag.games == 0
    told = {witness.about[1]: (witness.first.lines[0], witness.second.lines[0]) for witness in bag.witnesses}
    assert told["reed-crew"] == ("there is no block `reed-crew`", "there is a block `reed-crew`")
    assert told["pine-levy"] == ("there is a block `pine-levy`", "there is no block `pine-levy`")
    assert told["elm-guard"] == (
        "block `elm-guard` has firepower 2, stride 2",
        "block `elm-guard` has firepower 3, stride 1",
    )
    (reed,) = [witness for witness in bag.witnesses if witness.about[1] == "reed-crew"]
    assert reed.played == "royal-2.0" and "reed-crew" in reed.action and reed.second.legal


def test_a_known_action_with_unknown_things_proves_nothing() -> None:
    for witness in found("road-limits", "retreat-limits", "main-road-by-numbers", games=6).witnesses:
        if witness.sort == "allowed":
            assert "there is no such action" not in witness.second.lines + witness.first.lines, witness
