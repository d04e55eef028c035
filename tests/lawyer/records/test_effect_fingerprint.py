"""Shapes: the same for what does the same, however it is written."""

import pytest

from crex_dsl.lawyer.records.build import build_record
from crex_dsl.rulebook.selection.catalogue import index_of
from tests.rulebook.small import Small

BASE = """
clause much "Much"
    state heap(p: player): 0..9
    open value limit(p: player, n: number): number
    action take(p: player) in game
        text "take"
        do
            heap(p) += 1

clause more "More"
{items}
"""


def shapes(small: Small, items: str) -> list[str]:
    body = "".join(f"    {line}\n" for line in items.splitlines())
    files = small.files(BASE.format(items=body))
    index = index_of(files)
    record = build_record(files, index, index.select(None, ()))
    return [effect.shape for effect in next(each for each in record.clauses if each.id == "more").effects]


LIMIT = "limit(p, n) is n + heap(p)"
PERMIT = "permit take(p) when heap(p) < 3 and heap(red) > 1"
AFTER = "after take(p)\n    for each q in players where q is not p\n        heap(q) += 1"


@pytest.mark.parametrize(
    ("one", "two"),
    [
        (LIMIT, "limit(who, much) is much   +   heap(who)"),
        (PERMIT, "permit take(someone) when heap(red) > 1 and heap(someone) < 3"),
        (AFTER, AFTER.replace("q", "other").replace("(p)", "(one)").replace("is not p", "is not one")),
    ],
    ids=["parameters", "order", "steps"],
)
def test_alike(small: Small, one: str, two: str) -> None:
    rest = "" if one is LIMIT else f"{LIMIT}\n"
    assert shapes(small, rest + one) == shapes(small, rest + two)


@pytest.mark.parametrize(
    ("one", "two"),
    [
        (LIMIT, LIMIT.replace("heap(p)", "heap(red)")),
        (LIMIT, LIMIT.replace("n +", "2 * n +")),
        (f"{LIMIT}\n{PERMIT}", f"{LIMIT}\n{PERMIT.replace('and', 'or')}"),
        (f"{LIMIT}\n{AFTER}", f"{LIMIT}\n{AFTER.replace('after', 'before')}"),
        (f"{LIMIT}\n{AFTER}", f"{LIMIT}\n{AFTER.replace('heap(q)', 'heap(p)')}"),
    ],
    ids=["name", "figure", "or", "before", "whose"],
)
def test_unlike(small: Small, one: str, two: str) -> None:
    assert shapes(small, one) != shapes(small, two)
