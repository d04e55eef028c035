"""The words that begin something: a part of a file, an item of a clause, a step, an expression, a check, a type."""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


PART_WORDS = _words(
    "absent aid amend chapter chart cite clause drop edition enable example game glossary in inflection kind layer "
    "lesson measure names option outline payoff picture policy replace ruling scenario sheet stage status successes "
    "table unprinted words worth"
)
ITEM_WORDS = _words(
    "action adjust after assumed before define except follows forbid instead kind moment open permit procedure says "
    "set stage state table tally value when"
)
STEP_WORDS = _words("add clear do draw end for if let move open place remove repeat return roll shuffle together while")
EXPRESSION_WORDS = _words(
    "all can count enemy every first last no not nth order reach size some sum the those total yes"
)
CHECK_WORDS = _words("game legal next refused")
TYPE_WORDS = _words("from list number set yes")
# What can follow a value, and so would be taken for that after `is a`.
AFTER_VALUES = _words("by descending each if means otherwise then to under when with")

# A line that begins with one of these goes on with the line before.
CONTINUING = _words("and else or through where")

# What a name in an expression already means.
MEANT = _words("actor any beyond dice it max min nobody nothing players seats_after")
