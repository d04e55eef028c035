"""A board game whose moves are narrowed by one condition, in the permission or inside definitions."""

from __future__ import annotations


def _board(side: int) -> str:
    """Squares with those that a leap reaches, and three leapers for each player."""
    rows, cells = [], [(file, rank) for rank in range(side) for file in range(side)]
    for file, rank in cells:
        leaps = [(file + x, rank + y) for x in (-2, -1, 1, 2) for y in (-2, -1, 1, 2) if abs(x) != abs(y)]
        near = ", ".join(f"s{x}{y}" for x, y in leaps if (x, y) in cells)
        rows.append(f"    | s{file}{rank} | {rank} | {near or '-'} |")
    leapers = [
        f"    | {who[0]}{n} | {who} | s{n}{rank} |" for who, rank in (("ann", 0), ("bob", side - 1)) for n in range(3)
    ]
    return "\n".join(
        [
            "kind square",
            f"    rank  : 0..{side - 1}",
            "    leaps : set of square",
            "table square",
            "    | id | rank | leaps |",
            *rows,
            "kind leaper",
            "    owner : player",
            "    home  : square",
            "    changing at : square or nothing",
            "table leaper",
            "    | id | owner | home |",
            *leapers,
        ]
    )


_RULES = """
clause going "Going"
    action go(p: leaper, s: square) in game
        text "{p} to {s}"
        do
            for each q: leaper where q.at is s
                q.at becomes nothing
            p.at becomes s
    procedure play
        for each p: leaper
            p.at becomes p.home
        repeat 40 times
            ann may choose go or "pass"
            bob may choose go or "pass"
        end game drawn
"""


def world(side: int) -> str:
    """The rules on a board of so many squares a side, but for what permits a move."""
    return _board(side) + _RULES


WRITTEN = """
    permit go(p, s) when p.owner is actor and p.at is not nothing and s in p.at.leaps
                         and no q: leaper where q.at is s and q.owner is actor
"""

# The same condition, more and more of it inside definitions.
DEFINED = {
    "one definition": """
    define may_go(who: player, p: leaper, s: square): yes or no is
        p.owner is who and p.at is not nothing and s in p.at.leaps and no q: leaper where q.at is s and q.owner is who
    permit go(p, s) when may_go(actor, p, s)
""",
    "one within another": """
    define up(who: player, p: leaper): yes or no is p.owner is who and p.at is not nothing
    define may_go(who: player, p: leaper, s: square): yes or no is
        up(who, p) and p.at is not nothing and s in p.at.leaps and empty_for(who, s)
    define empty_for(who: player, s: square): yes or no is no q: leaper where q.at is s and q.owner is who
    permit go(p, s) when may_go(actor, p, s)
""",
    "cases of which one is open": """
    define may_go(who: player, p: leaper, s: square): yes or no is
        no                 when p.owner is not who
        s in p.at.leaps and no q: leaper where q.at is s and q.owner is who  when p.at is not nothing
        no                 otherwise
    permit go(p, s) when may_go(actor, p, s)
""",
    "what may not be": """
    define amiss(who: player, p: leaper, s: square): yes or no is
        yes  when p.owner is not who or p.at is nothing
        s not in p.at.leaps or (some q: leaper where q.at is s and q.owner is who)  otherwise
    permit go(p, s) when not amiss(actor, p, s)
""",
    "something that may be missing": """
    define reaches(from: square or nothing, s: square): yes or no is from is not nothing and s in from.leaps
    permit go(p, s) when p.owner is actor and reaches(p.at, s) and no q: leaper where q.at is s and q.owner is actor
""",
    "a prohibition": """
    define amiss(who: player, p: leaper, s: square): yes or no is
        yes  when p.owner is not who or p.at is nothing
        s not in p.at.leaps or (some q: leaper where q.at is s and q.owner is who)  otherwise
    permit go(p, s)
    forbid go(p, s) when amiss(actor, p, s)
""",
}
