"""Things that only one of two rulebooks has, or has otherwise: the first position in which one is used is a witness."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from crex_dsl.engine.game import Game
from crex_dsl.engine.run.decision import DECLINE, Decision
from crex_dsl.engine.run.slots import POINT
from crex_dsl.lawyer.witness_search.excerpt import Thing, scene
from crex_dsl.lawyer.witness_search.hunks import RuleHunk
from crex_dsl.lawyer.witness_search.witness import RulebookAccount, Witness
from crex_dsl.lawyer.witness_search.wording import text
from crex_dsl.text.messages import said

GAMES = 8  # how many games are looked through


@dataclass(frozen=True)
class Use:
    """A decision in which a thing can be chosen: where, after what, and by which code (0: it is only there)."""

    seed: int
    past: list[int]
    state: list[int]
    codes: list[int]
    code: int


def thing_witnesses(
    games: tuple[Game, Game], names: tuple[str, str], listing: Sequence[RuleHunk], seed: int
) -> Iterator[Witness]:
    """A witness for every thing that two rulebooks do not share and that a hunk lists."""
    for side in (0, 1):
        game, other = games[side], games[1 - side]
        unlike = {thing: lines for thing in _things(game) if (lines := _unlike(game, other, thing, side))}
        listed = {thing: hunk for thing in unlike if (hunk := _listing(listing, game, thing)) is not None}
        uses = _uses(game, list(listed), seed)
        for thing, hunk in listed.items():
            tellings = _tellings(games, names, hunk, side, unlike[thing], uses[thing])
            row = game.clauses.get(hunk.clause) or other.clauses[hunk.clause]
            yield _witness(game, (hunk.clause, row.title), thing, uses[thing], tellings, names[side])


def _things(game: Game) -> Iterator[Thing]:
    for kind, (ids, _) in game.namer.kinds.items():
        yield from ((kind, number) for number in range(len(ids)))


def _unlike(game: Game, other: Game, thing: Thing, side: int) -> tuple[str, str] | None:
    """What one rulebook says of a thing and what the other says; None where they agree, or it was told already."""
    kind, number = thing
    name = game.namer.kinds[kind][0][number]
    theirs = other.namer.kinds.get(kind, ((), {}))[1].get(name)
    if theirs is None:
        there = said("there is a {kind} `{name}`", kind=kind, name=name)
        return there, said("there is no {kind} `{name}`", kind=kind, name=name)
    mine, its = _figures(game, kind, number), _figures(other, kind, theirs)
    changed = [attribute for attribute in mine if attribute in its and mine[attribute][0] != its[attribute][0]]
    if not changed or side:
        return None
    told = [", ".join(f"{attribute} {figures[attribute][1]}" for attribute in changed) for figures in (mine, its)]
    one, two = (said("{kind} `{name}` has {figures}", kind=kind, name=name, figures=each) for each in told)
    return one, two


def _figures(game: Game, kind: str, number: int) -> dict[str, tuple[object, str]]:
    """The fixed attributes of a thing, as plain data and as the edition words them."""
    return {
        attribute: (game.namer.plain(of, values[number]), game.namer.text(of, values[number]))
        for root, attribute, of, values, _ in game.fixed
        if root == kind and number < len(values)
    }


def _listing(listing: Sequence[RuleHunk], game: Game, thing: Thing) -> RuleHunk | None:
    """The hunk whose tables speak of a thing."""
    kind, number = thing
    parts, name = game.parts(kind), game.namer.kinds[kind][0][number]
    for hunk in listing:
        words = hunk.declares(0) | hunk.declares(1) | hunk.mentions(0) | hunk.mentions(1)
        if not set(hunk.about).isdisjoint(parts) and name in words:
            return hunk
    return None


def _uses(game: Game, things: Sequence[Thing], seed: int) -> dict[Thing, Use]:
    """By thing, the first decision of some random games in which it can be chosen, or else the opening."""
    found: dict[Thing, Use] = {}
    opening: Use | None = None
    for each in range(seed, seed + GAMES if things else seed):
        choose, state, past = Random(each).random, game.program.start(each), list[int]()
        codes = game.program.run(state)
        opening = opening or Use(each, [], list(state), codes, DECLINE)
        while codes and len(found) < len(things):
            for code in codes:
                for thing in _chosen(game, code):
                    if thing in things and thing not in found:
                        found[thing] = Use(each, list(past), list(state), codes, code)
            past.append(codes[int(choose() * len(codes))])
            codes = game.program.run(state, past[-1])
    return {thing: found.get(thing) or opening for thing in things if opening is not None}


def _chosen(game: Game, code: int) -> Iterator[Thing]:
    if code != DECLINE:
        for of, value in zip(game.coding(code).types, game.numbers(code), strict=True):
            if of[0] == "thing":
                yield of[1], value


def _tellings(
    games: tuple[Game, Game], names: tuple[str, str], hunk: RuleHunk, side: int, lines: tuple[str, str], use: Use
) -> list[RulebookAccount]:
    made: list[RulebookAccount] = []
    gone = lines[1].startswith("there is no ")
    for place, game in enumerate(games):
        row = game.clauses.get(hunk.clause)
        here = place == side
        made.append(
            RulebookAccount(
                rulebook=names[place],
                numbers=list(row.numbers) if row else [],
                legal=here if gone and use.code != DECLINE else None,
                only=[game.spelled(use.code)] if here and gone and use.code != DECLINE else [],
                lines=[lines[0] if here else lines[1]],
                clauses=[hunk.clause] if here else [],
            )
        )
    return made


def _witness(
    game: Game, clause: tuple[str, str], thing: Thing, use: Use, tellings: list[RulebookAccount], played: str
) -> Witness:
    kind, number = thing
    decision = Decision(game, use.state[POINT], use.codes, use.state) if use.codes else None
    return Witness(
        clause=clause[0],
        title=clause[1],
        about=[kind, game.namer.kinds[kind][0][number]],
        sort="thing",
        played=played,
        seed=use.seed,
        after=len(use.past),
        decisions=[game.spelled(one) for one in use.past],
        who=decision.who if decision else "",
        question=decision.prompt if decision else "",
        action="" if use.code == DECLINE else game.spelled(use.code),
        text=said("it is in the game")
        if use.code == DECLINE
        else text(game, use.state, use.code, game.decider(use.state)),
        scene=scene(game, use.state, [thing]),
        first=tellings[0],
        second=tellings[1],
        checked=True,
    )
