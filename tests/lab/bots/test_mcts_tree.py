"""Trees: what is tried next, and how many of very many answers."""

from random import Random

from crex_dsl.lab.bots.mcts_tree import Arm, Node


def tried(
    node: Node, legal: list[int], times: int, seat: int = 0, good: int = -1, liked: tuple[int, ...] = ()
) -> list[int]:
    """The answers of so many picks, each of which comes off badly but one."""
    rng, found = Random(1), []
    for _ in range(times):
        code, arm, _ = node.pick(seat, legal, rng, liked)
        arm.add(code == good)
        found.append(code)
    return found


def test_what_comes_off_well_is_tried_most() -> None:
    found = tried(Node(), [3, 4, 5], 200, good=4)
    assert found.count(4) > 120
    assert set(found) == {3, 4, 5}, "the others are not forgotten"


def test_of_many_answers_some_are_tried_first_those_that_are_liked() -> None:
    node = Node()
    found = tried(node, list(range(100)), 16, liked=(7, 93))
    assert found[:2] == [7, 93]
    assert len(set(found)) < 12
    assert len(set(tried(node, list(range(100)), 400))) > len(set(found)), "the more visits, the more answers"


def test_what_is_not_legal_this_time_is_not_picked() -> None:
    node = Node()
    tried(node, [1, 2], 20, good=1)
    assert set(tried(node, [2, 3], 20)) == {2, 3}


def test_seats_do_not_mix() -> None:
    node = Node()
    tried(node, [1, 2], 20, seat=0, good=1)
    assert sorted(node.tried(0)) == [1, 2]
    assert node.tried(1) == {}
    assert set(tried(node, [1, 2], 4, seat=1)) == {1, 2}


def test_hope_falls_with_visits() -> None:
    often, seldom = Arm(), Arm()
    often.visits, often.told, often.total, often.offered = 50, 50, 25.0, 60
    seldom.visits, seldom.told, seldom.total, seldom.offered = 2, 2, 1.0, 60
    assert often.mean == seldom.mean == 0.5
    assert 0.5 < often.hope < seldom.hope
