"""Hunks: what two drafts of one game do differently, in pieces small enough to be exchanged one by one."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from crex_dsl.language import nodes as n
from crex_dsl.rulebook.layers.draft import ClauseDraft, Contribution, Draft, declared_name

_WORDS = (n.Says, n.Assumed, n.FollowsClause)
_TABLES = (n.Table, n.TableFrom)


@dataclass(frozen=True, eq=False)
class RuleHunk:
    """Items of one clause that hang together, as the first draft has them and as the second has them."""

    clause: str
    about: tuple[str, ...]
    sides: tuple[tuple[Contribution, ...], tuple[Contribution, ...]]

    @property
    def label(self) -> str:
        """The hunk's name: its clause, and what it is about."""
        return f"{self.clause}: {', '.join(self.about)}"

    @property
    def lists(self) -> bool:
        """Whether it is about which things there are."""
        return any(isinstance(contribution.item, _TABLES) for side in self.sides for contribution in side)

    def declares(self, side: int) -> set[str]:
        """The names that it gives to something in one draft."""
        return {name for contribution in self.sides[side] for name in declared(contribution.item)}

    def mentions(self, side: int) -> set[str]:
        """The words that it uses in one draft."""
        return {word for contribution in self.sides[side] for word in _words(contribution.item)}


def rule_hunks(one: Draft, two: Draft) -> list[RuleHunk]:
    """All hunks of two drafts that were laid over one text, in the order of their clauses."""
    found: list[RuleHunk] = []
    for clause in dict.fromkeys([*one.clauses, *two.clauses]):
        ours, theirs = (_items(draft.clauses.get(clause)) for draft in (one, two))
        common = {id(item.item) for item in ours} & {id(item.item) for item in theirs}
        loose = [(0, item) for item in ours if id(item.item) not in common]
        loose += [(1, item) for item in theirs if id(item.item) not in common]
        for group in _groups(loose):
            names = dict.fromkeys(name for _, contribution in group for name in about(contribution.item))
            sides = (
                tuple(contribution for side, contribution in group if side == 0),
                tuple(contribution for side, contribution in group if side == 1),
            )
            found.append(RuleHunk(clause, tuple(names), sides))
    return found


def _items(clause: ClauseDraft | None) -> list[Contribution]:
    """What a clause does, but for its words."""
    if clause is None or not clause.awake:
        return []
    return [contribution for contribution in clause.items if not isinstance(contribution.item, _WORDS)]


def _groups(loose: list[tuple[int, Contribution]]) -> Iterator[list[tuple[int, Contribution]]]:
    """Items that are about the same, or of which one uses what the other declares."""
    groups: list[list[tuple[int, Contribution]]] = []
    for entry in loose:
        joined = [group for group in groups if any(_hang_together(entry, other) for other in group)]
        groups = [group for group in groups if group not in joined]
        groups.append([*(other for group in joined for other in group), entry])
    yield from groups


def _hang_together(one: tuple[int, Contribution], two: tuple[int, Contribution]) -> bool:
    (side, mine), (other, its) = one, two
    if isinstance(mine.item, _TABLES) != isinstance(its.item, _TABLES):
        return False
    if set(about(mine.item)) & set(about(its.item)):
        return True
    uses = declared(mine.item) & _words(its.item) or declared(its.item) & _words(mine.item)
    return side == other and bool(uses)


def about(item: n.Item) -> list[str]:
    """The names of what an item is about: what it declares, changes, rules or hangs on."""
    match item:
        case n.Forbid(heads=heads):
            return [str(head.name) for head in heads]
        case (
            n.Permit(head=head) | n.Except(head=head) | n.Before(head=head) | n.After(head=head) | n.Instead(head=head)
        ):
            return [str(head.name)]
        case n.Begins(stage=stage) | n.Ends(stage=stage):
            return [str(stage)]
        case n.FillProcedure(signature=signature):
            return [str(signature.name)]
        case n.FillValue(name=name) | n.Adjust(name=name) | n.Table(name=name) | n.TableFrom(name=name):
            return [str(name)]
    known = declared_name(item)
    return [] if known is None else [str(known)]


def declared(item: n.Item) -> set[str]:
    """The names that an item gives to something; of a table, those of its rows."""
    if isinstance(item, n.Table):
        rows = [line for line in item.lines if isinstance(line, n.Row)]
        return {str(row.text).strip("| ").split("|")[0].strip() for row in rows[1:]}
    name = declared_name(item)
    return set() if name is None else {str(name)}


def _words(value: Any) -> set[str]:
    """Every word in a piece of rule text."""
    if isinstance(value, str):
        return {str(value)}
    parts: Iterable[Any] = ()
    if isinstance(value, n.Node):
        parts = (getattr(value, field.name) for field in dataclasses.fields(value) if field.name != "span")
    elif isinstance(value, tuple):
        parts = value
    return {word for part in parts for word in _words(part)}


def together(all_strands: list[RuleHunk], start: RuleHunk, side: int) -> list[RuleHunk]:
    """What has to be exchanged with a hunk, from one side's form to the other's, so that no name hangs loose."""
    other = 1 - side
    taken = [start]
    while True:
        gained = set().union(*(hunk.declares(other) for hunk in taken))
        lost = set().union(*(hunk.declares(side) for hunk in taken)) - gained
        used = set().union(*(hunk.mentions(other) for hunk in taken))
        rest = [hunk for hunk in all_strands if hunk not in taken]
        there = set().union(*(hunk.declares(side) for hunk in rest))
        more = [
            hunk
            for hunk in rest
            if lost & hunk.mentions(side)
            or gained & hunk.declares(side)
            or (used & hunk.declares(other)) - there - gained
        ]
        if not more:
            return taken
        taken += more
