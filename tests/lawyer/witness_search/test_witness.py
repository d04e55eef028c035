"""Bags: of each kind of witness the best."""

from crex_dsl.lawyer.witness_search.witness import BestWitnesses
from tests.lawyer.witness_search.conftest import witness


def test_the_better_one_of_a_kind_is_kept() -> None:
    bag = BestWitnesses(["road-limits"])
    assert bag.add(witness(after=9)) and bag.add(witness(after=2)) and not bag.add(witness(after=3))
    assert [one.after for one in bag.witnesses] == [2]
    assert bag.add(witness(after=9, action="muster(mill)"))
    assert [one.after for one in bag.witnesses] == [2, 9]


def test_what_was_checked_comes_before_what_is_near_and_what_is_plain_before_what_is_not() -> None:
    bag = BestWitnesses(["road-limits"])
    for one in (witness(after=1, checked=False), witness(after=5), witness(after=7)):
        bag.add(one)
    bag.add(witness(after=1, sort="outcome"))
    assert [(one.checked, one.sort, one.after) for one in bag.witnesses] == [
        (True, "allowed", 5),
        (True, "outcome", 1),
    ]
    assert bag.best["road-limits"].after == 5


def test_several_of_a_kind_are_about_several_things() -> None:
    bag = BestWitnesses(["road-limits"], each=2)
    assert bag.add(witness(after=9)) and not bag.add(witness(after=10))
    assert bag.add(witness(after=5, action="march(elm-guard, abbey-mill)"))
    assert bag.add(witness(after=7, action="march(yew-bows, abbey-mill)"))
    assert not bag.add(witness(after=8, action="march(ash-riders, abbey-mill)"))
    assert [(one.subject, one.after) for one in bag.witnesses] == [("elm-guard", 5), ("yew-bows", 7)]


def test_what_is_missing_and_in_how_many_ways_the_rest_was_seen() -> None:
    bag = BestWitnesses(["hits", "road-limits"])
    bag.add(witness())
    bag.add(witness(sort="outcome"))
    assert bag.missing == ["hits"]
    assert bag.ways == {"road-limits: size_limit": 2}
