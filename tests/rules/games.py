"""The whole games, and every rulebook of theirs."""

from __future__ import annotations

from tests.conformance.cases import Case, editions, house_editions, with_one_option
from tests.rules import crusader_rex, na_grunwald
from tests.rules.whole import Whole

WHOLE: dict[str, Whole] = {made.game: made for made in (crusader_rex.WHOLE, na_grunwald.WHOLE)}
EDITIONS = [case for case in editions() if case.game in WHOLE]
ONE_OPTION = [case for case in with_one_option() if case.game in WHOLE]
HOUSES = [case for case in house_editions() if case.game in WHOLE]


def whole(case: Case) -> Whole:
    """What is known of the game of a rulebook."""
    return WHOLE[case.game]
