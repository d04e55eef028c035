"""A pool of states in Python: the reference for what comes of orders."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from crex_dsl.engine.errors import RuleFault
from crex_dsl.engine.run.chance import MASK, advanced, scrambled
from crex_dsl.engine.run.decision import DECLINE
from crex_dsl.engine.run.runtime import FAULTS, WORK, WORK_LIMIT
from crex_dsl.engine.run.slots import CHANCE, POINT, POINTS, WINNERS
from crex_dsl.engine.run.slots import OVER as GAME_OVER
from crex_dsl.engine.search.memory_digest import memory_digest, spans_outside
from crex_dsl.engine.search.policy_weights import PolicyWeights
from crex_dsl.engine.search.trials import (
    APART,
    CLOSED,
    GREEDY,
    LIMIT,
    NEXT_400,
    ORDERED,
    OTHER,
    OVER,
    RANDOM,
    ROLLED,
    VICTORY,
    WAITS,
    Deal,
    Horizon,
    Outcome,
    Path,
    Script,
    Standing,
    Trial,
)
from crex_dsl.engine.secrecy.determinisation import determinisation

if TYPE_CHECKING:
    from crex_dsl.engine.game import Game
    from crex_dsl.engine.secrecy.information_set import InformationSet

BROKEN = (RuleFault, *FAULTS)  # how a guess can fail: what could be is not always what the rules can go on with


class PythonPool:
    """States by number, and what comes of orders in them."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._states: list[list[int]] = []
        self._weights: dict[str, PolicyWeights] = {}

    def __len__(self) -> int:
        return len(self._states)

    def put(self, state: Sequence[int]) -> int:
        """Add a state; gives its number."""
        self._states.append(list(state))
        return len(self._states) - 1

    def read(self, number: int) -> list[int]:
        """A state as it is now."""
        return self._states[number][:]

    def copy(self, number: int) -> int:
        """Add a state that is like another; gives its number."""
        return self.put(self._states[number])

    def keep(self, count: int) -> None:
        """Forget all states from a number on."""
        del self._states[count:]

    def deal(self, information_set: InformationSet, seeds: Sequence[int], counters: Sequence[int] = ()) -> list[Deal]:
        """Add states that could be, one drawn from each seed, with counters behind what the information set has."""
        found: list[Deal] = []
        for seed in seeds:
            state, called, back = determinisation(information_set.plan, seed)
            found.append(Deal(self.put([*state, *counters]), called, back))
        return found

    def take(self, number: int, code: int | None = None) -> Standing:
        """Carry out an answer in a state and run on; raises RuleFault where the rules break."""
        state = self._states[number]
        with self.game.unheard():
            codes = self.game.program.run(state, code)
        return Standing(state[POINT], self.game.decider(state) if codes else -1, codes)

    def branch(self, answers: Sequence[tuple[int, int]]) -> list[tuple[int, Standing] | None]:
        """Carry out answers in copies of states: the number of each and where play stands; None where rules break."""
        found: list[tuple[int, Standing] | None] = []
        for number, code in answers:
            copy = self.copy(number)
            try:
                found.append((copy, self.take(copy, code)))
            except BROKEN:
                found.append(None)
        return found

    def rollouts(
        self, trials: Sequence[Trial], scripts: Sequence[Script], horizon: Horizon = NEXT_400
    ) -> list[Outcome | None]:
        """What comes of each order, scripts playing on for every seat; None where the rules break."""
        with self._heard(counts=horizon.stage is not None) as closed:
            return [self._outcome(_Try(self, trial, scripts, closed), horizon) for trial in trials]

    def played_out(self, trial: Trial, scripts: Sequence[Script], most: int) -> list[int] | None:
        """The state in which play comes to its end; None where that takes too many decisions."""
        with self._heard(counts=False) as closed:
            under_way = _Try(self, trial, scripts, closed)
            try:
                codes, _ = self._played_on(under_way, Horizon(most))
            except FAULTS as broken:
                raise self.game.program.broken(broken, under_way.state[POINT]) from None
        return None if codes else under_way.state

    def follow(
        self, trials: Sequence[Trial], script: Script | None = None, most: int = 64, outside: str | None = None
    ) -> list[Path | None]:
        """What each order does until it ends, a script going on where its codes are used up; None where rules break."""
        spans = spans_outside(self.game, outside)
        scripts = [script or Script()] * len(self.game.seats)
        with self._heard() as closed:
            return [self._path(_Try(self, trial, scripts, closed), script is not None, most, spans) for trial in trials]

    def weights(self, policy: str) -> PolicyWeights:
        """What a policy of the rule files likes."""
        if policy not in self._weights:
            self._weights[policy] = PolicyWeights(self.game, policy)
        return self._weights[policy]

    def worths(self, state: list[int]) -> tuple[int, ...]:
        """What every seat's standing is worth; nothing where the rules do not say."""
        worth: Callable[..., Any] | None = self.game.program.words["WORTH"]
        WORK[0] = WORK_LIMIT
        return tuple(0 if worth is None else int(worth(state, seat)) for seat in self.game.seats)

    @contextmanager
    def _heard(self, counts: bool = True) -> Iterator[list[int]]:
        """How often each stage has closed in the trial at hand, if that counts; nobody else hears of it."""
        closed = [0] * len(self.game.tables["stages"])

        def hear(state: list[int], stage: int) -> None:
            closed[stage] += 1

        with self.game.unheard():
            if counts:
                self.game.watch(hear)
            yield closed

    def _outcome(self, trial: _Try, horizon: Horizon) -> Outcome | None:
        try:
            _, far = self._played_on(trial, horizon)
            worths = self.worths(trial.state)
        except BROKEN:
            return None
        state = trial.state
        repaired = trial.repaired + len(trial.codes)
        return Outcome(state[POINT] == GAME_OVER, state[WINNERS], worths, far, repaired)

    def _played_on(self, trial: _Try, horizon: Horizon) -> tuple[list[int], int]:
        """Take an order and play on: what is legal at the horizon, and how many decisions came after the order."""
        game, stages = self.game, list(self.game.tables["stages"])
        stage = None if horizon.stage is None else stages.index(horizon.stage)

        def reached() -> bool:
            return stage is not None and trial.closed[stage] >= horizon.times

        codes = trial.begin()
        while codes and trial.codes and trial.taken < ORDERED and not reached():
            who = game.decider(trial.state)
            code = trial.ordered(codes) if who == trial.seat else None
            codes = trial.carry_out(who, trial.decided(codes, who) if code is None else code)
        far = 0
        while codes and far < horizon.decisions and not reached():
            far += 1
            who = game.decider(trial.state)
            codes = trial.carry_out(who, trial.decided(codes, who))
        return codes, far

    def _path(self, trial: _Try, on: bool, most: int, spans: list[tuple[int, int]]) -> Path | None:
        game = self.game
        taken: list[tuple[int, int]] = []
        opened, end, who = 0, OVER, -1
        try:
            codes = trial.begin()
            state, before = trial.state, trial.doors()
            chance = state[CHANCE]
            while codes:
                who = game.decider(state)
                if taken and trial.closed_stages() & (opened or before):
                    end = CLOSED
                elif taken and who != trial.seat:
                    end = OTHER
                elif taken and state[CHANCE] != chance:
                    end = ROLLED
                elif len(taken) >= most:
                    end = LIMIT
                else:
                    code = trial.ordered(codes)
                    if code is None:
                        trial.give_up()
                        if not on:
                            end = WAITS
                            break
                        code = trial.decided(codes, who)
                    taken.append((code, state[POINT]))
                    codes = trial.carry_out(who, code)
                    if len(taken) == 1:
                        opened = trial.doors() & ~before
                    continue
                break
            worths = self.worths(state)
        except BROKEN:
            return None
        return Path(
            tuple(code for code, _ in taken),
            tuple(point for _, point in taken),
            end,
            state[POINT],
            who if codes else -1,
            len(codes),
            trial.closed_stages(),
            opened,
            memory_digest(state, spans),
            trial.repaired + len(trial.codes),
            worths,
        )


class _Try:
    """One order under way in a copy of its state."""

    def __init__(self, pool: PythonPool, trial: Trial, scripts: Sequence[Script], closed: list[int]) -> None:
        self.pool, self.game, self.closed = pool, pool.game, closed
        self.state = pool.read(trial.number)
        self.state[CHANCE] = scrambled(trial.seed & MASK)
        self.codes, self.repaired, self.taken, self.seat = list(trial.codes), 0, 0, -1
        self.focus = trial.focus
        self._luck = scrambled((trial.seed ^ APART) & MASK)
        self._scripts = dict(zip(pool.game.seats, scripts, strict=True))
        self._last: dict[int, int] = {}

    def begin(self) -> list[int]:
        """List what is legal first; whoever is asked has the order."""
        self.closed[:] = [0] * len(self.closed)
        codes = self.game.program.run(self.state)
        self.seat = self.game.decider(self.state) if codes else -1
        return codes

    def doors(self) -> int:
        """The stages that are open, as a set."""
        doors = self.game.tables["doors"]
        stages = enumerate(self.game.tables["stages"])
        return sum(1 << number for number, stage in stages if stage in doors and self.state[doors[stage]])

    def closed_stages(self) -> int:
        """The stages that have closed, as a set."""
        return sum(1 << number for number, times in enumerate(self.closed) if times)

    def ordered(self, codes: Sequence[int]) -> int | None:
        """The first code of the order that is left and legal; those before it are passed over."""
        for place, code in enumerate(self.codes):
            if code in codes:
                self.repaired += place
                del self.codes[: place + 1]
                return code
        return None

    def give_up(self) -> None:
        """Leave what is left of the order."""
        self.repaired += len(self.codes)
        self.codes.clear()

    def carry_out(self, who: int, code: int) -> list[int]:
        """Let a seat give an answer; gives what is legal next."""
        self._last[who] = code
        self.taken += 1
        return self.game.program.run(self.state, code)

    def decided(self, codes: list[int], who: int) -> int:
        """What a seat answers by its script."""
        script = self._scripts[who]
        if script.quiet and codes[-1] == DECLINE and self._below(256) < script.quiet:
            return DECLINE
        if script.policy != RANDOM and script.noise and self._below(256) < script.noise:
            return codes[self._below(len(codes))]
        if script.policy == GREEDY:
            return self._greediest(codes, who)
        if script.policy != RANDOM:
            codes = self._liked(script.policy, codes, who)
        return self._akin(codes, who, script.affinity) if script.affinity else codes[self._below(len(codes))]

    def _below(self, limit: int) -> int:
        self._luck = advanced(self._luck)
        return (self._luck >> 32) * limit >> 32

    def _liked(self, policy: str, codes: list[int], who: int) -> list[int]:
        weights = self.pool.weights(policy)
        if weights.named.isdisjoint(self.game.points[self.state[POINT] - POINTS - 2].offered):
            return codes
        WORK[0] = WORK_LIMIT
        return weights.best(self.state, codes, who)

    def _greediest(self, codes: list[int], who: int) -> int:
        """Any of the answers after which a seat stands best at once, with dice of its own."""
        dice = scrambled(self._below(0x7FFFFFFF))
        standings: list[tuple[int, int]] = []
        place = self.game.seats.index(who)
        with self.game.unheard():
            for code in codes:
                state = self.state[:]
                state[CHANCE] = dice
                self.game.program.run(state, code)
                worth = 0 if state[POINT] == GAME_OVER else self.pool.worths(state)[place]
                standings.append((self._share(state, who), worth))
        best = max(standings)
        fit = [code for code, standing in zip(codes, standings, strict=True) if standing == best]
        return fit[self._below(len(fit))]

    def _share(self, state: list[int], who: int) -> int:
        """What a seat has of the victory, in parts; before the end as much as the others."""
        winners = state[WINNERS]
        if state[POINT] != GAME_OVER or not winners:
            return VICTORY // len(self.game.seats)
        return VICTORY // winners.bit_count() if winners >> who & 1 else 0

    def _akin(self, codes: list[int], who: int, affinity: int) -> int:
        """Any answer, those that name what the last one named, or the focus, being likelier."""
        liked = self._named(self._last.get(who, DECLINE))
        if who == self.seat and self.focus is not None:
            liked.add(self.focus)
        weights = [1 if liked.isdisjoint(self._named(code)) else 1 + affinity for code in codes]
        drawn = self._below(sum(weights))
        for code, weight in zip(codes, weights, strict=True):
            drawn -= weight
            if drawn < 0:
                return code
        raise AssertionError("what is drawn is below the sum")

    def _named(self, code: int) -> set[tuple[str, int]]:
        """The things that an answer names, each with its kind."""
        if code == DECLINE:
            return set()
        types = self.game.coding(code).types
        return {(of[1], thing) for of, thing in zip(types, self.game.numbers(code), strict=True) if of[0] == "thing"}
