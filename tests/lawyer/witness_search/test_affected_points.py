"""What a change can touch."""

from functools import cache

from crex_dsl.lawyer.witness_search.affected_points import AffectedPoints
from tests.lawyer.witness_search.conftest import games


@cache
def affected() -> AffectedPoints:
    plain = games()[0]
    return AffectedPoints(plain, plain.rulebook)


def procedures(*names: str) -> set[str]:
    """The procedures with a step or decision that rests on some names."""
    tables, points = games()[0].tables, affected().points(names)
    labels = [name for number, name in enumerate(tables["labels"]) if number in points]
    labels += [row.name for number, row in enumerate(tables["points"], start=(1 << 20) + 2) if number in points]
    return {label.rsplit("/", 1)[0] for label in labels}


def test_nothing_rests_on_what_nobody_names() -> None:
    assert procedures("nothing-of-the-kind") == set()


def test_a_value_touches_the_decisions_whose_actions_rest_on_it() -> None:
    found = procedures("size_limit")
    assert "march-column" in found
    assert "battle-phase" not in found and "march-column" not in procedures("battle_rounds")


def test_a_plain_procedure_touches_whoever_calls_it() -> None:
    assert "turns-of" in procedures("eliminate")
    assert "march-column" not in procedures("charge_dice")


def test_a_stage_touches_where_it_opens() -> None:
    assert procedures("battle") and not procedures("battle") & {"march-column"}


def test_a_loop_keeps_where_it_ends() -> None:
    assert "campaign" in affected().keepers(["last_turn"])
    assert affected().keepers(["charge_dice"]) == frozenset()
