"""Terms gone through and changed: in reading order, and only where something is another."""

from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.terms.types import BOOL
from tests.rulebook.small import typed

SPAN = typed("1").span
ONE, TWO, THREE = (t.Const(BOOL, SPAN, value) for value in (0, 1, 0))
EITHER = t.Or(BOOL, SPAN, (TWO, THREE))
NOT = t.Not(BOOL, SPAN, ONE)
BOTH = t.And(BOOL, SPAN, (NOT, EITHER))


def test_a_term_comes_before_its_parts_and_those_as_they_are_read() -> None:
    assert list(BOTH.walk()) == [BOTH, NOT, ONE, EITHER, TWO, THREE]
    assert list(ONE.walk()) == [ONE]


def test_parts_are_changed_and_what_has_none_that_is_stays_itself() -> None:
    assert t.with_parts(BOTH, lambda part: part) is BOTH
    changed = t.with_parts(BOTH, lambda part: ONE if part is NOT else part)
    assert isinstance(changed, t.And) and changed.items == (ONE, EITHER) and BOTH.items == (NOT, EITHER)
