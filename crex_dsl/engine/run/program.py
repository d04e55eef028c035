"""A compiled rulebook, ready to run; cached by the digest of the rules and of the compiler."""

from __future__ import annotations

import functools
import marshal
from collections.abc import Callable, Sequence
from types import CodeType
from typing import Any

from crex_dsl.engine.errors import RuleFault
from crex_dsl.engine.run.chance import deal_lots, scrambled
from crex_dsl.engine.run.program_rows import FrameRow, named_rows
from crex_dsl.engine.run.runtime import FAULTS, PRELUDE, WORK, WORK_LIMIT, Broken, NoSuchThing
from crex_dsl.engine.run.slots import CHANCE, ENDING, IDLE, NOWHERE, OVER, POINT, POINTS, SITE
from crex_dsl.rulebook.files.games import GameFiles
from crex_dsl.rulebook.selection.selection import Selection
from crex_dsl.system.cache import cache_key, load_entry, store_entry
from crex_dsl.text.messages import marked, said

STEP_LIMIT = 100_000


class Astray(Broken, RuleFault):
    """An index that leaves its range outside of play, where nobody is there to say whose fault it is."""

    def __init__(self, site: int, value: int, fault: RuleFault) -> None:
        Exception.__init__(self, str(fault))
        self.site, self.value, self.clause = site, value, fault.clause


class Program:
    """The functions and tables of one rulebook."""

    def __init__(self, play: CodeType, words: CodeType, tables: dict[str, Any]) -> None:
        self.tables = named_rows(tables)
        space: dict[str, Any] = dict(PRELUDE)
        exec(play, space)
        self.space = space
        self.steps: tuple[Callable[[list[int]], int], ...] = space["STEPS"]
        self.legal: tuple[Callable[[list[int]], list[int]], ...] = space["LEGAL"]
        self.takes: tuple[Callable[[list[int], int], int], ...] = space["TAKE"]
        self.who: tuple[Callable[[list[int]], int], ...] = space["WHO"]
        self.none: tuple[int, ...] = space["NONE"]
        self.listing: tuple[int, ...] = tables["listing"]
        self._words = words

    @functools.cached_property
    def words(self) -> dict[str, Any]:
        """The talking part, run when it is first asked for."""
        space: dict[str, Any] = dict(PRELUDE, within=self._within)
        exec(self._words, space)
        return space

    def _within(self, value: int, low: int, high: int, site: int) -> int:
        """An index of the talking part, if it lies in its range."""
        if not low <= value <= high:
            raise Astray(site, value, self.fault(site, value))
        return value

    def start(self, seed: int) -> list[int]:
        """The state before the first step."""
        state = list(self.tables["start"])
        state[CHANCE] = scrambled(seed)
        deal_lots(self.tables["lots"], state)
        root = self.tables["root"]
        if isinstance(root, str):
            state[POINT] = OVER
            self.call(root, state, ())
        else:
            entry, back, _ = root
            state[back] = OVER
            state[POINT] = entry
        return state

    def call(self, name: str, S: list[int], args: Sequence[int]) -> None:
        """Carry out a procedure in which nothing is decided."""
        WORK[0] = WORK_LIMIT
        try:
            self.space[name](S, *args)
        except FAULTS as broken:
            raise self.broken(broken, S[POINT]) from None

    def run(
        self,
        S: list[int],
        code: int | None = None,
        forced: Callable[[int, int], None] | None = None,
        forcing: bool = True,
    ) -> list[int]:
        """Carry out a decision, then run on until somebody must decide or nothing more happens.

        Gives the legal codes there, none where play has come to an end.  A choice with one legal instance is
        taken at once unless `forcing` is off; `forced` is told of it first.
        """
        steps, legal, listing = self.steps, self.legal, self.listing
        point, WORK[0] = S[POINT], WORK_LIMIT
        try:
            if code is not None:
                point = self.takes[point - POINTS - 2](S, code)
            for _ in range(STEP_LIMIT):
                if point < POINTS:
                    point = steps[point](S)
                    continue
                place = point - POINTS - 2
                if place < 0:
                    S[POINT] = point
                    if point == OVER and not S[ENDING]:
                        S[ENDING], S[SITE] = 2, NOWHERE
                    return []
                WORK[0] -= listing[place]
                if WORK[0] < 0:
                    break
                codes = legal[place](S)
                if len(codes) > 1:
                    S[POINT] = point
                    return codes
                if not codes:
                    point = self.none[place]
                    if point < 0:
                        raise Broken(-1 - point)
                elif forcing:
                    if forced is not None:
                        S[POINT] = point
                        forced(point, codes[0])
                    point = self.takes[place](S, codes[0])
                else:
                    S[POINT] = point
                    return codes
        except FAULTS as broken:
            raise self.broken(broken, point) from None
        clause = self.clause_at(point)
        raise RuleFault(said("the rules go on without ever asking anybody (clause {clause})", clause=clause), clause)

    def clause_at(self, point: int) -> str:
        """The clause of the procedure to which a step or decision point belongs."""
        if point >= POINTS:
            clause: str = self.tables["points"][point - POINTS - 2].clause if point > IDLE else ""
            return clause
        procedure = self.tables["labels"][point].rsplit("/", 1)[0]
        frame: FrameRow | None = self.tables["frames"].get(procedure)
        return frame.clause if frame else ""

    def broken(self, broken: Exception, point: int) -> RuleFault:
        """What went wrong at a point, as a fault that names the clause."""
        if isinstance(broken, NoSuchThing):
            clause = self.clause_at(point)
            return RuleFault(said("`the …` found nothing that qualifies (clause {clause})", clause=clause), clause)
        return self.fault(broken.site, getattr(broken, "value", None))  # type: ignore[attr-defined]

    def fault(self, site: int, value: int | None = None) -> RuleFault:
        """The fault at a numbered site, as a sentence."""
        sort, clause, place, detail, _ = self.tables["faults"][site]
        where = said("clause {clause}, {place}", clause=clause, place=place) if clause else place
        return RuleFault(f"{fault_sentence(sort, detail, value)} ({where})", clause)


_FAULTS = {
    "endless": marked("a loop never ends"),
    "gap": marked("nothing is legal where somebody must choose among {detail}"),
    "draw": marked("there is nothing to draw `{detail}` from"),
    "roll": marked("more than 255 dice are rolled at once"),
}


def fault_sentence(sort: str, detail: str, value: int | None = None) -> str:
    """What the rules do wrong at a site of some sort."""
    if sort == "range":
        what, low, high = detail.rsplit(" ", 2)
        part, of, whole = what.partition(" of ")
        what = said("{part} of {whole}", part=part, whole=whole) if of else what
        return said(
            "{value} does not fit {what}, which stays within {low}..{high}", value=value, what=what, low=low, high=high
        )
    return said(_FAULTS.get(sort, marked("the rules break off")), value=value, detail=detail)


def program_key(files: GameFiles, selection: Selection, form: tuple[str, ...] = ()) -> str:
    """Under which key the program of a selection is kept."""
    return cache_key(".".join([*form, "program"]), files.digest, *selection.key)


Parts = tuple[str, str, dict[str, Any], dict[str, Any]]  # what plays, what speaks, tables, what is made native


def program(
    files: GameFiles, selection: Selection, compiled: Callable[[], Parts], form: tuple[str, ...] = ()
) -> Program:
    """The program of a selection, from the cache or compiled anew; `form` names one that is not the plain one."""
    key = program_key(files, selection, form)
    known = load_entry(key)
    if known is not None:
        try:
            play, words, tables = marshal.loads(known)
            if isinstance(play, CodeType) and isinstance(words, CodeType) and isinstance(tables, dict):
                return Program(play, words, tables)
        except (ValueError, EOFError, TypeError, KeyError):
            pass
    play_text, words_text, tables, native = compiled()
    play = compile(play_text, f"<{files.id} plays>", "exec")
    words = compile(words_text, f"<{files.id} speaks>", "exec")
    store_entry(key, marshal.dumps((play, words, tables)))
    if native:
        store_entry(f"{key}.native", marshal.dumps(native))
    return Program(play, words, tables)


def native_parts(
    files: GameFiles, selection: Selection, compiled: Callable[[], Parts], form: tuple[str, ...]
) -> dict[str, Any]:
    """What a native program is made from, from the cache or compiled anew."""
    known = load_entry(f"{program_key(files, selection, form)}.native")
    if known is not None:
        try:
            found = marshal.loads(known)
            if isinstance(found, dict):
                return found
        except (ValueError, EOFError, TypeError):
            pass
    return compiled()[3]
