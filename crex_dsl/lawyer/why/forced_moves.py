"""A choice that was none: the one answer that the rules left, and the clauses that ruled out the others."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from pydantic import BaseModel

from crex_dsl.engine.explain.game_log import Recorder, play_again
from crex_dsl.engine.explain.legality import Standpoint, standing, weighed
from crex_dsl.engine.game import Game
from crex_dsl.engine.run.decision import DECLINE
from crex_dsl.engine.run.position import Position
from crex_dsl.engine.run.runtime import FAULTS
from crex_dsl.engine.secrecy.information_set import InformationSet
from crex_dsl.engine.secrecy.mask import Mask
from crex_dsl.lawyer.phrasing.conditions import Facts
from crex_dsl.lawyer.why.legality import Ground, ground_of

MOST_INSTANCES = 20_000


class RuledOut(BaseModel):
    """Answers that one clause ruled out: how many, and one of them with what was the case."""

    ground: Ground
    count: int
    example: str


class Forced(BaseModel):
    """A step that was taken because nothing else was legal: who, what, by which clause, and what ruled out the rest."""

    who: str
    called: str
    action: str
    text: str
    clause: str
    offered: list[str]
    ruled_out: list[RuledOut]


def last_forced(position: Position, viewer: str | None) -> Forced | None:
    """The last step in the past of a position that left a viewer no choice (None: anybody), or None."""
    game = position.game
    recorder = _Forcing(game)
    play_again(position, [recorder], watched=False)
    for state, code in reversed(recorder.forced):
        if viewer in (None, game.player_id(game.decider(state))):
            return _explained(_standpoint(game, state, code, viewer))
    return None


class _Forcing(Recorder):
    """Keeps where somebody had no choice."""

    def __init__(self, game: Game) -> None:
        super().__init__(game, None)
        self.forced: list[tuple[list[int], int]] = []

    def note(self, point: int, code: int, forced: bool) -> None:
        if forced:
            self.forced.append((list(self.state), code))


def _standpoint(game: Game, state: list[int], code: int, viewer: str | None) -> Standpoint:
    """Where somebody had no choice, as he could know it, or as it was."""
    actor = game.decider(state)
    if viewer is None:
        return Standpoint(game, state, Mask(game, state, None), actor, (code,))
    return Standpoint.from_outlook(InformationSet.of(game, actor, state, (code,))[0])


def _explained(at: Standpoint) -> Forced:
    game, actor, (code,) = at.game, at.who or 0, at.answers
    _, _, clause, offered = game.asking(at.state)
    return Forced(
        who=game.player_id(actor),
        called=game.player_name(actor),
        action=at.mask.spelled(code),
        text=at.text(code),
        clause=clause,
        offered=list(dict.fromkeys(offered)),
        ruled_out=list(_ruled_out(at, actor, code, offered)),
    )


def _ruled_out(at: Standpoint, actor: int, code: int, offered: tuple[str, ...]) -> Iterator[RuledOut]:
    """What was on offer and permitted, by the clauses that forbade it."""
    game, state, mask = at.game, at.state, at.mask
    found: dict[str, list[int]] = {}
    for name in dict.fromkeys(offered):
        row = game.action_row(name)
        for other in islice(range(row.base, row.end), MOST_INSTANCES):
            if other not in (code, DECLINE) and mask.unknown_thing(other) is None:
                for clause in _forbidding(at, other, actor):
                    found.setdefault(clause, []).append(other)
    facts = Facts(game)
    for clause, codes in sorted(found.items(), key=lambda row: -len(row[1])):
        answer = weighed(game, state, codes[0], actor, mask)
        finding = next(forbid for forbid in answer.forbids if forbid.clause == clause and forbid.stands)
        yield RuledOut(ground=ground_of(game, facts, "forbids", finding), count=len(codes), example=answer.action)


def _forbidding(at: Standpoint, code: int, actor: int) -> list[str]:
    try:
        return list(dict.fromkeys(standing(at.game, at.state, code, actor, at.mask) or ()))
    except (LookupError, *FAULTS):
        return []
