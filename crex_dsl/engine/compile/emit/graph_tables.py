"""Tables of links: the other end, the neighbours, the fewest links between two places."""

from __future__ import annotations

import functools

from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.terms.evaluate import beyond
from crex_dsl.rulebook.terms.types import Kind


@functools.lru_cache(maxsize=16)
def other_ends(kind: Kind, places: int) -> tuple[int, ...]:
    """For every link and place, the place at the link's other end."""
    return tuple(beyond(kind, link, place) for link in range(kind.count) for place in range(places))


@functools.lru_cache(maxsize=16)
def distances(kind: Kind, places: int) -> tuple[int, ...]:
    """For every two places, the fewest links between them."""
    near = neighbours(kind, places)
    found: list[int] = []
    for start in range(places):
        steps = {start: 0}
        front = [start]
        while front:
            after = []
            for place in front:
                for _, bit in near[place]:
                    other = bit.bit_length() - 1
                    if other not in steps:
                        steps[other] = steps[place] + 1
                        after.append(other)
            front = after
        found += [steps.get(place, places) for place in range(places)]
    return tuple(found)


@functools.lru_cache(maxsize=16)
def balls(kind: Kind, places: int) -> tuple[tuple[int, ...], ...]:
    """For every place, the places within 0, 1, 2 … links of it, as sets."""
    far = distances(kind, places)
    return tuple(
        tuple(
            sum(1 << place for place in range(places) if far[place * places + target] <= most)
            for most in range(places + 1)
        )
        for target in range(places)
    )


@functools.lru_cache(maxsize=16)
def neighbours(kind: Kind, places: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """For every place, its links and the places beyond them as bits."""
    ends = kind.attribute("ends")
    assert isinstance(ends, t.FixedAttribute)
    return tuple(
        tuple((link, 1 << beyond(kind, link, place)) for link in kind.members if ends.values[link] >> place & 1)
        for place in range(places)
    )
