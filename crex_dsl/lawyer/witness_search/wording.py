"""A divergence told: what each of two rulebooks allows or does, and why, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from crex_dsl.engine.errors import UnknownName
from crex_dsl.engine.explain.verdict import Answer, Reason
from crex_dsl.engine.game import Game
from crex_dsl.engine.run.chance import ChanceEvent
from crex_dsl.engine.run.decision import DECLINE, Decision
from crex_dsl.engine.run.position import Position
from crex_dsl.engine.run.program_rows import Cell
from crex_dsl.engine.run.slots import IDLE, OVER, POINT
from crex_dsl.engine.saves.state_import import legal_codes
from crex_dsl.engine.saves.state_mapping import Differing
from crex_dsl.engine.secrecy.mask import Mask
from crex_dsl.lawyer.why.legality import grounds_of
from crex_dsl.lawyer.witness_search.divergence import Divergence, Judge, Road, rolls, weigh
from crex_dsl.lawyer.witness_search.excerpt import Thing, scene, things_in
from crex_dsl.lawyer.witness_search.shadow_game import ShadowGame
from crex_dsl.lawyer.witness_search.witness import RulebookAccount, Sort, Witness
from crex_dsl.text.messages import apart, headed, listed_as_said, said

MOST_LINES, MOST_ACTIONS = 6, 12


class WitnessWriter:
    """Tells the divergences of games under one of two rulebooks, where the other does not object."""

    def __init__(self, games: tuple[Game, Game], names: tuple[str, str], side: int) -> None:
        self.games, self.names, self.side = games, names, side
        self.leader = games[side]
        self.judge = Judge(games[1 - side])

    def told(self, shadow: ShadowGame, divergence: Divergence, seed: int, after: int) -> Witness | None:
        """The witness of a divergence in the game of a seed; None where the other rulebook as a whole does not part."""
        tell = self._allowed if divergence.allowed else self._outcome
        witness = tell(shadow, divergence)
        if witness is not None:
            witness.seed, witness.after = seed, after + len(divergence.forced)
        return witness

    # ---- what is legal ----
    def _allowed(self, shadow: ShadowGame, divergence: Divergence) -> Witness | None:
        actor = self.leader.decider(divergence.one.before)
        laid_out = self.judge.laid_out(shadow, divergence.two.before)
        alone = list(_only_in_one(shadow, divergence))
        for legal, spelled in alone:
            try:
                mine = weigh(self.leader, divergence.one.before, spelled, actor)
                its = weigh(self.judge.game, laid_out, spelled, actor)
                crossing = weigh(shadow.unit.game, divergence.two.before, spelled, actor)
            except UnknownName:
                continue
            if _legal(mine) is not legal or _legal(its) is legal or not _for_the_same_reasons(its, crossing):
                continue
            game, state = (self.leader, divergence.one.before) if legal else (self.judge.game, laid_out)
            code = game.spelled_code(spelled)
            tellings = [self._telling(shadow, self.side, mine), self._telling(shadow, 1 - self.side, its)]
            for telling, told in zip(tellings, (True, False), strict=True):
                telling.only = [action for whose, action in alone if whose is told][:MOST_ACTIONS]
            things = _arguments(game, code)
            return self._witness(
                shadow, divergence, "allowed", (spelled, text(game, state, code, actor)), [], tellings, things, True
            )
        return None

    def _telling(self, shadow: ShadowGame, side: int, answer: Answer | None) -> RulebookAccount:
        if answer is None:
            return self._account(shadow, side, False, [said("there is no such action")])
        clauses = [found.clause for found in answer.permits if found.holds] if answer.permitted else answer.clauses
        telling = self._account(shadow, side, answer.permitted, list(_verdict(self.games[side], answer)))
        telling.clauses = list(dict.fromkeys(clauses))
        telling.why = (
            [] if answer.permitted else [f"{reason.clause}: {reason.condition}" for reason in _against(answer)]
        )
        return telling

    # ---- what happens ----
    def _outcome(self, shadow: ShadowGame, divergence: Divergence) -> Witness | None:
        one, two = divergence.one, divergence.two
        differing = shadow.mapping.differing(one.after, two.after)
        agreed = self.judge.goes_along(shadow, divergence, differing)
        if agreed is False:
            return None
        chance: list[str] = []
        mine, its = ([_fallen(self.leader, *event) for event in road.chance] for road in (one, two))
        if rolls(one.chance) == rolls(two.chance):
            chance, mine, its = mine, [], []
        if _asked(one) != _asked(two) or not (differing or mine or its):
            mine.append(_asked(one))
            its.append(_asked(two))
        for cell, args, here, there in differing[:MOST_LINES]:
            mine.append(_remembered(self.leader, cell, args, one.after[here], two.after[there]))
            its.append(_remembered(self.leader, cell, args, two.after[there], one.after[here]))
        if len(differing) > MOST_LINES:
            mine.append(
                said(
                    "{count} more piece of memory differs",
                    "{count} more pieces of memory differ",
                    count=len(differing) - MOST_LINES,
                )
            )
        tellings = [
            self._account(shadow, self.side, None, mine),
            self._account(shadow, 1 - self.side, None, its),
        ]
        words = ("", said("the game begins"))
        if divergence.code is not None:
            words = (self.leader.spelled(divergence.code), self.leader.text(one.before, divergence.code))
        things = [] if divergence.code is None else _arguments(self.leader, divergence.code)
        things += _concerned(one, differing)
        witness = self._witness(shadow, divergence, "outcome", words, chance, tellings, things, agreed is True)
        witness.memory = sorted({str(cell.name) for cell, *_ in differing})
        return witness

    # ---- both ----
    def _account(self, shadow: ShadowGame, side: int, legal: bool | None, lines: list[str]) -> RulebookAccount:
        row = self.games[side].clauses.get(shadow.unit.hunk.clause)
        numbers = list(row.numbers) if row else []
        return RulebookAccount(rulebook=self.names[side], numbers=numbers, legal=legal, lines=lines)

    def _witness(
        self,
        shadow: ShadowGame,
        divergence: Divergence,
        sort: Sort,
        words: tuple[str, str],
        chance: list[str],
        tellings: list[RulebookAccount],
        things: Sequence[Thing],
        checked: bool,
    ) -> Witness:
        game, state, hunk = self.leader, divergence.one.before, shadow.unit.hunk
        row = game.clauses.get(hunk.clause) or self.judge.game.clauses[hunk.clause]
        asked = divergence.allowed or divergence.code is not None
        decision = Decision(game, state[POINT], legal_codes(game, state), state) if asked else None
        along = [other.clause for other in shadow.unit.exchanged if other.clause != hunk.clause]
        return Witness(
            clause=hunk.clause,
            title=row.heading,
            about=list(hunk.about),
            along=list(dict.fromkeys(along)),
            sort=sort,
            played=self.names[self.side],
            forced=max(0, len(divergence.forced) - 1),
            who=decision.who if decision else "",
            question=decision.prompt if decision else "",
            action=words[0],
            text=words[1],
            chance=chance,
            scene=scene(game, state, things),
            first=tellings[self.side],
            second=tellings[1 - self.side],
            checked=checked,
        )


def _verdict(game: Game, answer: Answer) -> Iterator[str]:
    """The clauses that permit an action, or those against it, each with what is the case."""
    if answer.out_of_range:
        yield answer.out_of_range
    for ground in grounds_of(game, answer):
        if answer.permitted and ground.sort == "permits":
            yield said("play-ground-permits", clause=ground.printed)
        elif not answer.permitted and ground.sort in ("forbids", "does not permit"):
            told = said(
                "play-ground-forbids" if ground.sort == "forbids" else "play-ground-not-permit", clause=ground.printed
            )
            yield headed(told, apart(ground.facts)) if ground.facts else told


def _legal(answer: Answer | None) -> bool:
    return answer is not None and answer.permitted is True


def _against(answer: Answer) -> Iterator[Reason]:
    """Everything that stands against an action, reason by reason."""
    for forbid in answer.forbids:
        if forbid.holds and not forbid.lifted_by:
            yield from forbid.reasons
    if not any(permit.holds for permit in answer.permits):
        for permit in answer.permits:
            yield from permit.reasons


def _for_the_same_reasons(whole: Answer | None, alone: Answer | None) -> bool:
    """Whether a rulebook that refuses an action has a reason that one of its hunks alone is enough for."""
    if whole is None or alone is None or whole.permitted:
        return True
    return bool(set(whole.clauses) & set(alone.clauses))


def _only_in_one(shadow: ShadowGame, divergence: Divergence) -> Iterator[tuple[bool, str]]:
    """The actions that only the game or only the shadow game allows, in words of examples: whether it is the game."""
    one, two = divergence.one, divergence.two
    known = [shadow.mapping.code(code) for code in one.codes]
    for code, theirs in zip(one.codes, known, strict=True):
        if theirs not in two.codes and code != DECLINE:
            yield True, one.game.spelled(code)
    for code in two.codes:
        if code not in known and code != DECLINE:
            yield False, two.game.spelled(code)


def text(game: Game, state: list[int], code: int, actor: int) -> str:
    """An action in words, whatever is asked now."""
    mask = Mask(game, state, None)
    worded = game.program.words["TEXTS"][game.action_number(code)]
    return str(worded(state, mask.show, mask.plural, mask.sees_all, actor, *game.numbers(code)))


def _arguments(game: Game, code: int) -> list[Thing]:
    if code == DECLINE:
        return []
    pairs = zip(game.coding(code).types, game.numbers(code), strict=True)
    return [thing for of, value in pairs for thing in things_in(of, value)]


def _concerned(road: Road, differing: Sequence[Differing]) -> Iterator[Thing]:
    """The things of which something else is remembered after two roads."""
    for cell, args, _, _ in differing:
        for of, arg in zip(cell.params, args, strict=True):
            yield from things_in(of, arg)


def _fallen(game: Game, event: ChanceEvent, outcome: tuple[int, ...]) -> str:
    """How chance fell."""
    if event.sort == "roll":
        fallen = ", ".join(map(str, outcome))
        return said("{count} die falls {faces}", "{count} dice fall {faces}", count=event.count, faces=fallen)
    kind = game.faults[event.site].kind if event.site < len(game.faults) else ""
    members = [game.namer.text(("thing", kind, kind, -1), number) if kind else str(number) for number in outcome]
    if event.sort == "draw":
        return said("{thing} is drawn, one of {count}", thing=members[0], count=len(event.members))
    return said("the order is {things}", things=", ".join(members))


def _remembered(game: Game, cell: Cell, args: tuple[int, ...], value: int, other: int) -> str:
    """A piece of memory as one road leaves it; of a set only what the other road leaves otherwise."""
    names = [game.namer.text(of, arg) for of, arg in zip(cell.params, args, strict=True)]
    called = game.namer.called(cell.name)
    what = f"{called} ({', '.join(names)})" if names else called
    if cell.type[0] == "set":
        has, lacks = (game.namer.text(cell.type, some) if some else "" for some in (value & ~other, other & ~value))
        if has and lacks:
            return said("{what} has {has} and has not {lacks}", what=what, has=has, lacks=lacks)
        return (
            said("{what} has {has}", what=what, has=has)
            if has
            else said("{what} has not {lacks}", what=what, lacks=lacks)
        )
    return said("{what} is {value}", what=what, value=game.namer.text(cell.type, value))


def _asked(road: Road) -> str:
    """What is asked after an action, or that nothing is."""
    game, point = road.game, road.after[POINT]
    if point == OVER:
        result = Position(game, road.after, [], road.after, None).result
        return said("the game is over: {result}", result=result)
    if point == IDLE:
        return said("nothing is asked")
    names = dict.fromkeys(
        said("asked-done") if code == DECLINE else game.namer.called(game.coding(code).name) for code in road.codes
    )
    blanks = {"who": game.player_name(game.decider(road.after)), "actions": listed_as_said(names, "or")}
    if len(road.codes) == 1:
        return said("{who} is asked for {actions}", **blanks)
    return said(
        "{who} is asked for {actions} ({count} answer)",
        "{who} is asked for {actions} ({count} answers)",
        count=len(road.codes),
        **blanks,
    )
