"""What a seat asks of the rules: why, why not, under which other rulebooks, a clause, the odds of what runs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from crex_dsl.engine.errors import UnknownName
from crex_dsl.engine.game import Game
from crex_dsl.engine.run.position import Position
from crex_dsl.engine.scenarios.scenario import Scenario
from crex_dsl.engine.scenarios.setup import CannotStage, staged_from
from crex_dsl.engine.secrecy.visible_decision import SeenAction
from crex_dsl.engine.secrecy.visible_position import VisiblePosition
from crex_dsl.gameplay.action_matching import SeveralMeanings, chosen_action, offered
from crex_dsl.gameplay.answers import matching
from crex_dsl.lab.odds.odds import odds
from crex_dsl.lab.odds.scene_policies import ScenePolicies
from crex_dsl.lab.statistics.intervals import share
from crex_dsl.lawyer.why.legality import (
    Ground,
    Inquiry,
    Judgement,
    asked_elsewhere,
    asked_here,
    in_order,
    others_of,
    verdict,
)
from crex_dsl.table.desk.citations import cited, position_at
from crex_dsl.table.desk.open_tables import Desk, OpenTable
from crex_dsl.table.errors import Denied, Illegal, Wrong
from crex_dsl.table.store.tables import OBSERVER
from crex_dsl.text.messages import apart, headed, said

_DEALS, _GAMES_EACH, _COUNTED = 24, 40, 20_000
_MOST_CANDIDATES = 8
_ORDER = ("forbids", "may forbid", "does not permit", "may permit", "permits", "would forbid")


Wish = str | Sequence[Mapping[str, str]]  # an action in words, or things that it names


def _judged(table: OpenTable, seat: str, wish: Wish, moment: int | None) -> tuple[Inquiry, Judgement]:
    if seat == OBSERVER:
        raise Denied(said("whoever looks on plays no side, and so nothing is legal or illegal to them"))
    position = _position(table, seat, moment)
    return asked_here(position, _meant(VisiblePosition(position, seat), seat, wish), seat, seat)


def _position(table: OpenTable, seat: str, moment: int | None) -> Position:
    """Where a seat asks about what it does: where it decides now, or what it saw after a moment."""
    return (table.asking(seat) if moment is None else None) or position_at(table, seat, moment)


def _meant(visible: VisiblePosition, seat: str, wish: Wish) -> SeenAction | int:
    """The action that somebody has in mind; raises Wrong, with candidates, where it could be several."""
    choices = offered(visible)
    if isinstance(wish, str):
        words, fitting = wish, [action for _, action in matching(choices.all, wish)]
    else:
        ids = {thing["id"] for thing in wish}
        fitting = [action for _, action in choices.all if ids <= {str(value) for value in action.args.values()}]
        if len(fitting) == 1:
            return fitting[0]
        words = " ".join(thing_name(visible.game, thing["kind"], thing["id"]) for thing in wish)
    try:
        return chosen_action(visible, choices, words, seat)
    except UnknownName as error:
        rows = [(action.id, action.text) for action in fitting]
        if isinstance(error, SeveralMeanings) and not rows:
            spelled = [visible.game.spelled(each) if isinstance(each, int) else each.id for each in error.meanings]
            rows = list(zip(spelled, error.texts, strict=False))
        candidates = [{"action": action, "text": text} for action, text in rows[:_MOST_CANDIDATES]]
        told = str(error)
        if not isinstance(wish, str) and len(candidates) > 1:
            told = said("which of these do you mean?")
        elif not isinstance(wish, str) and len(wish) == 1 and not candidates:
            told = said("no answer is about {name} alone: choose first with what, and then ask again", name=words)
        raise Wrong(told, candidates=candidates) from None


def thing_name(game: Game, kind: str, name: str) -> str:
    """What a thing is called in the edition; raises Wrong where there is no such thing, or nobody can tell which."""
    if kind not in game.namer.kinds or name not in game.namer.kinds[kind][1]:
        raise Wrong(said("this game has no such thing, or it is covered"))
    return game.namer.text(("thing", kind, kind, -1), game.namer.kinds[kind][1][name])


def why(desk: Desk, table: OpenTable, seat: str, wish: Wish, moment: int | None) -> dict[str, Any]:
    """Why an action of the seat's is legal or not, with the clauses and what is the case."""
    inquiry, judgement = _judged(table, seat, wish, moment)
    grounds = sorted(judgement.grounds, key=lambda ground: _ORDER.index(ground.sort))
    clauses = list(dict.fromkeys(ground.clause for ground in grounds))
    desk.stores.records.consult(table.row.id, seat, "why", inquiry.action, clauses, moment, judgement.legal)
    return {
        "action": inquiry.action,
        "text": inquiry.text,
        "legal": judgement.legal,
        "sentence": verdict(inquiry, judgement),
        "notes": judgement.notes,
        "grounds": [_ground(table, ground) for ground in grounds],
    }


def _ground(table: OpenTable, ground: Ground) -> dict[str, Any]:
    return {
        "sort": ground.sort,
        "clause": cited(table.game, ground.clause),
        "facts": ground.facts,
        "wording": ground.wording,
        "lifted_by": ground.lifted_by,
    }


def elsewhere(desk: Desk, table: OpenTable, seat: str, wish: Wish, moment: int | None) -> dict[str, Any]:
    """Under which other editions, options and readings an action would be legal."""
    inquiry, here = _judged(table, seat, wish, moment)
    position = _position(table, seat, moment)
    near, far = others_of(position, inquiry, quick=False)
    found = in_order(asked_elsewhere(position, inquiry, here.asked, near), near)
    desk.stores.records.consult(table.row.id, seat, "elsewhere", inquiry.action, (), moment, here.legal)
    counts = Counter(other.sort for other in far)
    return {
        "action": inquiry.action,
        "text": inquiry.text,
        "here": here.legal,
        "others": [
            {
                "rulebook": other.rulebook,
                "sort": other.sort,
                "change": other.change,
                "legal": None if other.basis == "unknown" else other.legal,
                "basis": other.basis,
                "verdict": _verdict(other),
                "why": _because(other),
                "missing": other.missing,
            }
            for other in found
        ],
        "unaffected": {"options": counts["option"], "readings": counts["reading"]},
    }


def _verdict(judgement: Judgement) -> str:
    if judgement.basis == "unknown":
        return said("cannot be told")
    if judgement.legal is None:
        return said("rests on what is hidden")
    return said("would be legal") if judgement.legal else said("would not be legal")


def _because(judgement: Judgement) -> str:
    behind = (
        [ground for ground in judgement.grounds if ground.sort == "permits"] if judgement.legal else judgement.against
    )
    notes = [] if judgement.legal else judgement.notes
    facts = (
        headed(each.printed, each.facts[-1]) if each.facts and not judgement.legal else each.printed for each in behind
    )
    return apart(dict.fromkeys([*notes, *facts]))


def clauses(desk: Desk, table: OpenTable, seat: str, reference: str) -> dict[str, Any]:
    """The clauses of an id, a number or a heading, with their words."""
    rows, wanted = table.game.clauses, reference.casefold()
    found = [reference] if reference in rows else [clause for clause, row in rows.items() if reference in row.numbers]
    if not found:
        found = [clause for clause, row in rows.items() if wanted in (row.title.casefold(), row.heading.casefold())]
    if not found:
        raise Wrong(said("this edition has no clause of that number, id or heading"))
    desk.stores.records.consult(table.row.id, seat, "clause", reference, found)
    return {
        "clauses": [
            {"clause": cited(table.game, clause), "wording": table.game.clause(clause).wording} for clause in found
        ]
    }


def has_odds(visible: VisiblePosition) -> bool:
    """Whether something runs on the board of which the rule files tell how it can come out."""
    game, state = visible.game, visible.at.state
    if visible.at.who is None:
        return False
    scenes = (Scenario(game, name) for name in game.tables["scenarios"])
    return any(scene.tells and scene.running(state) is not None for scene in scenes)


def scene_odds(desk: Desk, table: OpenTable, seat: str) -> dict[str, Any]:
    """How what runs on the board comes out, as far as the seat can tell: what it cannot see is dealt anew.

    Where nothing is hidden, one deal is all there is, and it is counted if that is feasible.
    """
    view = table.now.view("*" if seat == OBSERVER else seat)
    rng = Random(repr(view.key))  # the same for all that look alike
    deals = _DEALS if view.hidden or None in view.state else 1
    outcomes: Counter[str] = Counter()
    first = None
    exact = None
    for number in range(deals):
        try:
            staged = staged_from(view.sample(rng), None, ())
        except CannotStage:
            told = said("nothing is under way on the board whose odds the rule files can tell")
            raise Illegal(told, clauses=[]) from None
        policies = ScenePolicies(table.game, ())
        found = odds(
            staged, policies, _COUNTED if deals == 1 else 0, _GAMES_EACH if deals > 1 else 2_000, number, native=False
        )
        first = first or found
        if found.method == "counted":
            exact = found
        outcomes.update({each.outcome: each.games or 0 for each in found.outcomes})
    assert first is not None
    desk.stores.records.consult(table.row.id, seat, "odds", first.scene)
    games = sum(outcomes.values())
    rows = (
        [each.model_dump() for each in exact.outcomes]
        if exact is not None
        else [
            {"outcome": what, **share(count, games).model_dump(), "exact": None}
            for what, count in outcomes.most_common()
        ]
    )
    return {
        "scene": first.scene,
        "told": first.told,
        "method": "counted" if exact is not None else "sampled",
        "why": first.why if deals == 1 else "",
        "games": None if exact is not None else games,
        "deals": deals,
        "outcomes": rows,
        "figures": [figure.model_dump(exclude={"values"}) for figure in first.figures] if deals == 1 else [],
        "by": first.seating,
    }
