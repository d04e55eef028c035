"""Why an action is legal or not, here and under other rulebooks, in sentences with the clauses behind them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Literal

from pydantic import BaseModel

from crex_dsl.engine.errors import CrexError, NoCounterpart
from crex_dsl.engine.explain.legality import Standpoint, explained, weighed
from crex_dsl.engine.explain.verdict import Answer, Finding
from crex_dsl.engine.game import Game
from crex_dsl.engine.run.decision import DECLINE
from crex_dsl.engine.run.position import Position
from crex_dsl.engine.run.runtime import FAULTS
from crex_dsl.engine.run.slots import POINT, POINTS
from crex_dsl.engine.saves.migration import carried_state, laid_out
from crex_dsl.engine.saves.state_import import legal_codes
from crex_dsl.engine.secrecy.mask import InformationSetMask, Mask
from crex_dsl.engine.secrecy.visible_decision import SeenAction
from crex_dsl.lawyer.lookup.citation import Cited, citing
from crex_dsl.lawyer.phrasing.conditions import Facts
from crex_dsl.lawyer.records.option_reach import reach_of
from crex_dsl.lawyer.why.other_rulebooks import (
    Other,
    loaded,
    other_editions,
    other_options,
    other_readings,
    rests,
    touching,
)
from crex_dsl.rulebook.selection.catalogue import index_of
from crex_dsl.rulebook.selection.selection import Selection
from crex_dsl.text.messages import said

Sort = Literal["permits", "does not permit", "may permit", "forbids", "would forbid", "may forbid"]
Basis = Literal["here", "carried", "laid out", "unknown"]
_PERMITS: dict[bool | None, Sort] = {True: "permits", False: "does not permit", None: "may permit"}
_FORBIDS: dict[bool | None, Sort] = {True: "forbids", False: "would forbid", None: "may forbid"}


class Ground(Cited):
    """One thing for or against an action: the clause, what it says, and what is the case, as far as that is known."""

    sort: Sort
    wording: str
    facts: list[str]
    lifted_by: list[str]


class Judgement(BaseModel):
    """Whether an action is legal under one rulebook (None: it rests on something hidden), why, and how we can tell.

    `here` is the rulebook of the position, `carried` another one under which the position goes on just so; `laid out`
    is one under which only its memory could be laid out, so that what speaks for and against the action is known but
    not what would be asked; `unknown` is one that cannot be asked, as `notes` say. Legal is what may be taken now:
    `permitted` tells whether the clauses allow it, `asked` whether the moment does.
    """

    rulebook: str
    edition: str
    options: list[str]
    basis: Basis
    legal: bool | None
    permitted: bool | None = None
    asked: bool = False
    notes: list[str] = []
    missing: list[str] = []
    grounds: list[Ground] = []

    @property
    def against(self) -> list[Ground]:
        """What stands against it: prohibitions, and permissions that do not cover it where none does."""
        return [ground for ground in self.grounds if ground.sort in ("forbids", "does not permit")]


class ElsewhereJudgement(Judgement):
    """A judgement under another rulebook, and what makes it another one."""

    sort: Literal["edition", "option", "reading"]
    change: str


class Inquiry(BaseModel):
    """An action that somebody has in mind: by id, in words, by whom, and as whose eyes may read the answer."""

    action: str
    text: str
    actor: str
    viewer: str | None

    @property
    def told(self) -> str:
        """What the action goes by where people read of it: its words, or its id where it has none now."""
        return self.text or self.action


def verdict(question: Inquiry, judgement: Judgement) -> str:
    """Whether an action is legal now, in a sentence."""
    if judgement.legal is None:
        return said("{action}: this rests on what is hidden.", action=question.told)
    return said("{action}: legal now." if judgement.legal else "{action}: not legal now.", action=question.told)


def asked_here(
    position: Position, action: SeenAction | int, actor: str | None, viewer: str | None
) -> tuple[Inquiry, Judgement]:
    """The question about an action, and its answer under the rules of the position; `actor` is who decides.

    To a viewer, an action that names something covered is one of the answers in his view.
    """
    game, at = position.game, standpoint(position, viewer)
    answer = explained(at, action, None if actor is None else game.seat(actor))
    who = actor or (game.players[0] if at.who is None else game.player_id(at.who))
    question = Inquiry(action=answer.action, text=_text(at, action), actor=who, viewer=viewer)
    return question, _judged(at, _code(action), answer, "here")


def standpoint(position: Position, viewer: str | None) -> Standpoint:
    """What questions about a position are answered from: everything, or what a viewer can tell of it."""
    return Standpoint.of(position) if viewer is None else position.view(viewer).standpoint


def others_of(position: Position, question: Inquiry, quick: bool) -> tuple[list[Other], list[Other]]:
    """The rulebooks that may answer otherwise, and those with an option or reading that cannot; quickly: editions."""
    game = position.game
    index, selection = index_of(game.files), game.selection
    editions = other_editions(index, selection)
    if quick:
        return editions, []
    resting = rests(game, position.state[POINT] - POINTS - 2, question.action.partition("(")[0])
    changed = [*other_options(index, selection), *other_readings(index, selection)]
    near, far = touching(changed, reach_of(game.files), resting)
    return [*editions, *near], far


def asked_elsewhere(
    position: Position, question: Inquiry, asked: bool, others: list[Other]
) -> Iterator[ElsewhereJudgement]:
    """The answers under other rulebooks, as they come; `asked` tells whether the action is asked for here."""
    for other, game in loaded(position.game.files, others):
        judgement = judged_under(position, question, asked, game) if game is not None else _broken(other.selection)
        yield ElsewhereJudgement(**judgement.model_dump(), sort=other.sort, change=other.change)


def in_order(judgements: Iterable[ElsewhereJudgement], others: list[Other]) -> list[ElsewhereJudgement]:
    """Judgements in the order of the rulebooks that they are about, whenever they came."""
    found = {(judgement.sort, judgement.change): judgement for judgement in judgements}
    return [found[other.sort, other.change] for other in others]


def judged_under(position: Position, question: Inquiry, asked: bool, other: Game) -> Judgement:
    """The answer under another rulebook; `asked` tells whether the action is asked for in the position."""
    at = standpoint(position, question.viewer)
    try:
        action = _there(at.game, question.action, other)
        actor = other.seat(question.actor)
    except CrexError as error:
        return _unknown(other.selection, said("there is no such thing: {error}", error=error))
    try:
        try:
            carried = _carried(at, other)
        except NoCounterpart as gap:
            return _laid_out(at, _code(action), actor, asked, other, gap)
        return _judged(carried, _code(action), explained(carried, action, actor), "carried")
    except (LookupError, CrexError, *FAULTS) as error:
        return _unknown(other.selection, said("it makes no sense there: {error}", error=error))


def _there(game: Game, action: str, other: Game) -> SeenAction | int:
    """An action under another rulebook; a covered thing goes by the name that its number has here."""
    named = re.sub(r"\?(\S+) (\d+)", lambda found: game.namer.kinds[found[1]][0][int(found[2])], action)
    code = other.spelled_code(named)
    return code if named == action else SeenAction(action, action.partition("(")[0], "", "", {}, code)


def _carried(at: Standpoint, other: Game) -> Standpoint:
    """A standpoint under another rulebook: what a viewer does not know here he does not know there either."""
    state = carried_state(at.game, at.state, other)
    if not isinstance(at.mask, InformationSetMask):
        decider = None if at.who is None else other.decider(state)
        return Standpoint(other, state, Mask(other, state, None), decider, legal_codes(other, state))
    codes = []
    with suppress(CrexError):  # what stands in for what is hidden need not make sense there
        codes = legal_codes(other, state)
    who = None if at.who is None else other.seat(at.game.player_id(at.who))
    return Standpoint(other, state, at.mask.under(other, state), who, codes, sure=False)


def _laid_out(at: Standpoint, code: int, actor: int, asked: bool, other: Game, gap: NoCounterpart) -> Judgement:
    """The answer where the position cannot go on: what speaks for and against the action in its memory."""
    if code == DECLINE:
        return _unknown(other.selection, said("the position cannot go on there")).model_copy(
            update={"missing": list(gap.missing)}
        )
    still, _ = laid_out(Position(at.game, at.state, [], at.state, None), other)
    mask = (
        at.mask.under(other, still.state) if isinstance(at.mask, InformationSetMask) else Mask(other, still.state, None)
    )
    there = Standpoint(other, still.state, mask, None, ())
    answer = weighed(other, still.state, code, actor, mask)
    return _judged(there, code, answer, "laid out", answer.permitted if asked else False, gap.missing)


def _code(action: SeenAction | int) -> int:
    return action if isinstance(action, int) else action.code


def _text(at: Standpoint, action: SeenAction | int) -> str:
    """An action in words; nothing where it makes no sense to say it now, or would tell of a thing that is not known."""
    if at.who is None or (isinstance(action, int) and at.mask.unknown_thing(action) is not None):
        return ""
    try:
        return at.text(_code(action))
    except (LookupError, *FAULTS):
        return ""


def _rulebook_names(selection: Selection) -> dict[str, str | list[str]]:
    edition, options = selection.edition, selection.names
    return {"rulebook": " + ".join([edition, *options]), "edition": edition, "options": options}


def _unknown(selection: Selection, note: str) -> Judgement:
    return Judgement.model_validate({**_rulebook_names(selection), "basis": "unknown", "legal": False, "notes": [note]})


def _broken(selection: Selection) -> Judgement:
    return _unknown(selection, said("its rules have mistakes, which `crex check` tells"))


def _judged(
    at: Standpoint, code: int, answer: Answer, basis: Basis, legal: bool | None = None, missing: Iterable[str] = ()
) -> Judgement:
    """What an answer comes to; `legal` tells it where only memory is laid out."""
    game, shut = at.game, _shut(at, code)
    notes = [answer.moment, answer.out_of_range]
    if shut is not None:
        stage = game.namer.term(shut)
        notes = [said("it belongs to the stage “{stage}”, which is not open", stage=stage), answer.not_asked]
    if basis != "laid out":
        legal = None if answer.permitted is None and not (at.sure or answer.not_asked) else bool(answer)
    return Judgement.model_validate(
        {
            **_rulebook_names(game.selection),
            "basis": basis,
            "legal": False if shut is not None else legal,
            "permitted": False if shut is not None else answer.permitted,
            "asked": answer.not_asked is None and basis != "laid out",
            "notes": [note for note in notes if note],
            "missing": list(missing),
            "grounds": [] if shut is not None or not answer.clause else list(grounds_of(game, answer)),
        }
    )


def _shut(at: Standpoint, code: int) -> str | None:
    """The stage of an action where it is not open: conditions of it would mean nothing now."""
    if not code or at.over:
        return None
    stage = at.game.coding(code).stage
    slot = at.game.tables["doors"].get(stage)
    return stage if slot is not None and not at.state[slot] else None


def grounds_of(game: Game, answer: Answer) -> Iterator[Ground]:
    """What decides: every prohibition, lifted or not, and the permissions that cover it, or else all that do not.

    What may speak for or against it, for all that is known, is told where it would matter.
    """
    facts = Facts(game)
    for permit in _merged(answer.permits):
        if permit.holds is True or not answer.covered:
            yield ground_of(game, facts, _PERMITS[permit.holds], permit)
    for forbid in answer.forbids:
        if forbid.holds or (forbid.stands is None and not answer.asked):
            yield ground_of(game, facts, _FORBIDS[forbid.stands], forbid)


def _merged(permits: Iterable[Finding]) -> list[Finding]:
    """Permissions by clause: of one that permits in several ways those that hold, or everything that is missing."""
    found: dict[tuple[str, bool | None], Finding] = {}
    for permit in permits:
        known = found.get((permit.clause, permit.holds))
        reasons = permit.reasons if known is None or permit.holds else (*known.reasons, *permit.reasons)
        found[permit.clause, permit.holds] = Finding(permit.clause, permit.holds, reasons)
    return list(found.values())


def ground_of(game: Game, facts: Facts, sort: Sort, finding: Finding) -> Ground:
    """A permission or prohibition in words."""
    return Ground(
        **citing(game, finding.clause),
        sort=sort,
        wording=game.clause(finding.clause).wording,
        facts=facts.all(finding.reasons),
        lifted_by=list(finding.lifted_by),
    )
