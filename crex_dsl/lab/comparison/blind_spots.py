"""What bots do not see: told with whatever they were asked to find out."""

from __future__ import annotations

_BLIND = {
    "random": "has no aim: what it does says which answers there are, not which are good",
    "greedy": "looks one answer ahead, by the rule files' worth alone: it plans nothing and fears nothing",
    "planner": "looks a few dozen decisions ahead, draws what is hidden evenly, forgets what it has seen, "
    "and expects everybody else to play at random",
}
_POLICY = "follows a few preferences of the rule files and is indifferent to everything else"


def blind_spots(name: str) -> str:
    """What a bot of this name, with or without its budget, does not see."""
    return _BLIND.get(name.partition(":")[0], _POLICY)
