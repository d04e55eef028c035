"""What bots do not see: told with whatever they were asked to find out."""

from __future__ import annotations

from crex_dsl.text.messages import marked, said

_IN_ORDERS = marked(
    "looks no further than the end of a stage, but for the rule files' worth, "
    "and expects all others to follow a simple policy"
)
_BLIND = {
    "random": marked("has no aim: what it does says which answers there are, not which are good"),
    "greedy": marked("looks one answer ahead, by the rule files' worth alone: it plans nothing and fears nothing"),
    "planner": marked(
        "looks a few dozen decisions ahead, draws what is hidden evenly, forgets what it has seen, "
        "and expects everybody else to play at random"
    ),
    "easy": _IN_ORDERS,
    "normal": _IN_ORDERS,
    "hard": _IN_ORDERS,
}
_OWN = marked("is somebody's own: only its maker knows what it does not see")
_POLICY = marked("follows a few preferences of the rule files and is indifferent to everything else")


def blind_spots(name: str) -> str:
    """What a bot of this name, with or without its budget, does not see."""
    kind, colon, _ = name.partition(":")
    spots = said(_BLIND.get(kind, _OWN if colon else _POLICY))
    return said("{spots}; it slips at times", spots=spots) if kind == "easy" else spots
