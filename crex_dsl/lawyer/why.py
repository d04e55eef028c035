"""Why an action is legal or not, here and under other rulebooks, in sentences with the clauses behind them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from pydantic import BaseModel

from crex_dsl.engine.decision import DECLINE
from crex_dsl.engine.errors import CrexError, NoCounterpart
from crex_dsl.engine.explain import Answer, Finding, explain, weighed
from crex_dsl.engine.game import Game
from crex_dsl.engine.mask import Mask
from crex_dsl.engine.position import Position
from crex_dsl.engine.runtime import FAULTS
from crex_dsl.engine.save import laid_out
from crex_dsl.engine.slots import POINT, POINTS
from crex_dsl.lawyer.cited import Cited, citing
from crex_dsl.lawyer.facts import Facts
from crex_dsl.lawyer.others import Other, loaded, other_editions, other_options, other_readings, rests, touching
from crex_dsl.lawyer.reach import reach_of
from crex_dsl.rulebook.catalogue import index_of
from crex_dsl.rulebook.selection import Selection

Sort = Literal["permits", "does not permit", "forbids", "would forbid"]
Basis = Literal["here", "carried", "laid out", "unknown"]
STAGE = 10  # of an action's table row


class Ground(Cited):
    """One thing for or against an action: the clause, what it says, and what is the case."""

    sort: Sort
    wording: str
    facts: list[str]
    lifted_by: list[str]


class Judgement(BaseModel):
    """Whether an action is legal under one rulebook, why, and how we can tell.

    `here` is the rulebook of the position, `carried` another one under which the position goes on just so; `laid out`
    is one under which only its memory could be laid out, so that what speaks for and against the action is known but
    not what would be asked; `unknown` is one that cannot be asked, as `notes` say. `asked` tells whether somebody asks
    the one who would act for it now.
    """

    rulebook: str
    edition: str
    options: list[str]
    basis: Basis
    legal: bool
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


def asked_here(position: Position, code: int, actor: str | None, viewer: str | None) -> tuple[Inquiry, Judgement]:
    """The question about an action, and its answer under the rules of the position; `actor` is who decides."""
    game = position.game
    seat = None if actor is None else game.seat(actor)
    eyes = None if viewer is None else game.seat(viewer)
    answer = explain(position, code, eyes, seat)
    decision = position.decision
    who = actor or (decision.who if decision is not None else game.players[0])
    question = Inquiry(action=answer.action, text=_text(position, code, eyes), actor=who, viewer=viewer)
    return question, _judged(position, code, answer, "here")


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
    try:
        code = other.spelled_code(question.action)
        actor = other.seat(question.actor)
        eyes = None if question.viewer is None else other.seat(question.viewer)
    except CrexError as error:
        return _unknown(other.selection, f"there is no such thing: {error}")
    try:
        try:
            carried = position.under(other)
        except NoCounterpart as gap:
            return _laid_out(position, code, actor, eyes, asked, other, gap)
        return _judged(carried, code, explain(carried, code, eyes, actor), "carried")
    except (LookupError, CrexError, *FAULTS) as error:
        return _unknown(other.selection, f"it makes no sense there: {error}")


def _laid_out(
    position: Position, code: int, actor: int, eyes: int | None, asked: bool, other: Game, gap: NoCounterpart
) -> Judgement:
    """The answer where the position cannot go on: what speaks for and against the action in its memory."""
    if code == DECLINE:
        return _unknown(other.selection, "the position cannot go on there").model_copy(
            update={"missing": list(gap.missing)}
        )
    still, _ = laid_out(position, other)
    answer = weighed(other, still.state, code, actor, Mask(other, still.state, eyes))
    return _judged(still, code, answer, "laid out", asked and answer.legal, gap.missing)


def _text(position: Position, code: int, eyes: int | None) -> str:
    """An action in words; nothing where it makes no sense to say it now, or would tell of a thing that is not known."""
    game = position.game
    mask = Mask(game, position.state, eyes)
    if position.decision is None or not knows_all(game, code, mask):
        return ""
    try:
        return game.text(position.state, code, mask)
    except (LookupError, *FAULTS):
        return ""


def knows_all(game: Game, code: int, mask: Mask) -> bool:
    """Whether a viewer knows all things that an instance is about."""
    if code == DECLINE:
        return True
    for of, value in zip(game.coding(code)[7], game.numbers(code), strict=True):
        inner = of[1] if of[0] == "optional" else of
        if inner[0] == "thing" and inner[3] >> value & 1 and mask.hides(inner[1], value):
            return False
    return True


def _named(selection: Selection) -> dict[str, str | list[str]]:
    edition, options = selection.edition, selection.names
    return {"rulebook": " + ".join([edition, *options]), "edition": edition, "options": options}


def _unknown(selection: Selection, note: str) -> Judgement:
    return Judgement.model_validate({**_named(selection), "basis": "unknown", "legal": False, "notes": [note]})


def _broken(selection: Selection) -> Judgement:
    return _unknown(selection, "its rules have mistakes, which `crex check` tells")


def _judged(
    position: Position, code: int, answer: Answer, basis: Basis, legal: bool | None = None, missing: Iterable[str] = ()
) -> Judgement:
    game = position.game
    shut = _shut(position, code)
    notes = [note for note in (answer.not_asked, answer.out_of_range) if note]
    if shut is not None:
        notes.insert(0, f"it belongs to the stage `{shut}`, which is not open")
    found = bool(answer) if legal is None else legal
    return Judgement.model_validate(
        {
            **_named(game.selection),
            "basis": basis,
            "legal": found and shut is None,
            "asked": answer.not_asked is None and basis != "laid out",
            "notes": notes,
            "missing": list(missing),
            "grounds": [] if shut is not None or not answer.clause else list(_grounds(game, answer)),
        }
    )


def _shut(position: Position, code: int) -> str | None:
    """The stage of an action where it is not open: conditions of it would mean nothing now."""
    game = position.game
    if not code or position.over:
        return None
    stage: str = game.coding(code)[STAGE]
    slot = game.tables["doors"].get(stage)
    return stage if slot is not None and not position.state[slot] else None


def _grounds(game: Game, answer: Answer) -> Iterator[Ground]:
    """What decides: every prohibition, lifted or not, and the permissions that cover it, or else all that do not."""
    facts = Facts(game)
    permitted = any(permit.holds for permit in answer.permits)
    for permit in _merged(answer.permits):
        if permit.holds is permitted:
            yield ground_of(game, facts, "permits" if permitted else "does not permit", permit)
    for forbid in answer.forbids:
        if forbid.holds:
            yield ground_of(game, facts, "forbids" if forbid.stands else "would forbid", forbid)


def _merged(permits: Iterable[Finding]) -> list[Finding]:
    """Permissions by clause: of one that permits in several ways those that hold, or everything that is missing."""
    found: dict[tuple[str, bool], Finding] = {}
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
        wording=game.clause(finding.clause)[3] or "",
        facts=facts.all(finding.reasons),
        lifted_by=list(finding.lifted_by),
    )
