"""A bag of witnesses: of each kind the best."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from crex_dsl.lawyer.parting.witness import Witness


@dataclass
class Bag:
    """What has been found so far of the clauses sought, and in how many games of either rulebook."""

    sought: Sequence[str]
    each: int = 1  # how many of a kind are kept, each about another thing
    games: int = 0
    kinds: dict[tuple[str, ...], list[Witness]] = field(default_factory=dict)

    def add(self, witness: Witness) -> bool:
        """Keep a witness if it is better than those that are there; whether it is."""
        known = self.kinds.setdefault(witness.kind, [])
        rivals = [one for one in known if one.subject == witness.subject] or known[self.each - 1 :]
        if any(one.rank <= witness.rank for one in rivals):
            return False
        known[:] = sorted([*(one for one in known if one not in rivals), witness], key=lambda one: one.rank)
        return True

    @property
    def witnesses(self) -> list[Witness]:
        """Everything that is kept, in the order of the clauses sought, the best first."""
        place = {clause: number for number, clause in enumerate(self.sought)}
        kept = [witness for known in self.kinds.values() for witness in known]
        return sorted(kept, key=lambda one: (place[one.clause], one.rank, one.kind))

    @property
    def best(self) -> dict[str, Witness]:
        """By clause, its best witness."""
        found: dict[str, Witness] = {}
        for witness in self.witnesses:
            found.setdefault(witness.clause, witness)
        return found

    @property
    def missing(self) -> list[str]:
        """The clauses sought that have no witness yet."""
        found = {known[0].clause for known in self.kinds.values()}
        return [clause for clause in self.sought if clause not in found]

    @property
    def ways(self) -> dict[str, int]:
        """By strand, in how many ways it has been witnessed."""
        found: dict[str, int] = {}
        for known in self.kinds.values():
            found[known[0].strand] = found.get(known[0].strand, 0) + 1
        return found
