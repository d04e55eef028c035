"""A native program at work: states in its memory, decisions carried out, series of games and searches in one call."""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from crex_dsl.engine.errors import RuleFault
from crex_dsl.engine.native.availability import guarded
from crex_dsl.engine.native.emit.search_emitter import OUTCOMES
from crex_dsl.engine.native.game_records import Record, each_game, read_records, record_table
from crex_dsl.engine.native.memory_map import JOBS, MOST_MEMORY, PAGE, StateMap
from crex_dsl.engine.run.slots import CHANCE, POINT
from crex_dsl.text.messages import said

if TYPE_CHECKING:
    from crex_dsl.engine.native.library import NativeModule
    from crex_dsl.engine.run.program import Program

_MASK = (1 << 64) - 1
_MOST = (1 << 63) - 1
# where host and module leave each other numbers
FAULT = 0  # and after it its site, its value, and where play stood
SEED, LEFT, CAP, UNTIL, STAGE, TIMES, DONE, RECORD, LUCK, DECISIONS, ANSWERS, HEARS = range(4, 16)
LISTED, WHO = 16, 17
TRIAL, TRIALS_LEFT, TRIALS_DONE, TRIAL_LIMITS = range(24, 28)  # the last are five
PATIENCE = 300  # seconds that one call may take where calls are guarded: none of ours takes a tenth of that
COMMON = 4  # states of the pool below this are numbered by whoever uses them, those from it on are given out
OVER, CUT, LONG, WAITS = range(4)  # how a game that goes on by itself comes to stop


class BeyondNative(Exception):
    """What happens here only the other engine can do: numbers too large, lists too long."""


Broken = RuleFault | BeyondNative  # why something broke off
Found = Sequence[int] | Broken  # what comes of a trial, or why not


class Machine:
    """One instance of a native program, with a memory of its own."""

    def __init__(self, program: Program, module: NativeModule) -> None:
        import wasmtime

        from crex_dsl.engine.native.library import kept_until_exit

        self.program, self.module = program, module
        self._store = kept_until_exit(wasmtime.Store(module.engine))
        self._store.set_limits(memory_size=MOST_MEMORY)
        self._instance = wasmtime.Instance(self._store, module.compiled, [])
        exports = self._instance.exports(self._store)
        self._errors = (wasmtime.Trap, wasmtime.WasmtimeError)
        self._guarded = guarded()
        self._interrupt = wasmtime.TrapCode.INTERRUPT
        self._functions: dict[str, Any] = {name: each for name, each in exports.items() if name != "memory"}
        self._memory: Any = exports["memory"]
        self.map: StateMap = module.states
        self.places = module.places
        slots = len(self.map.limbs)
        self._more = self.map.size // 8 - slots  # words besides the lowest of every slot
        self._wide = [
            (place, self.map.high[place] // 8 - slots, count) for place, count in enumerate(self.map.limbs) if count > 1
        ]
        self._free: list[int] = []
        self._given = COMMON
        self._reserve(2)

    # ---- memory ----
    def _reserve(self, states: int) -> None:
        """Make room for so many states."""
        need = self.places["POOL"] + states * self.map.size
        have = self._memory.size(self._store) * PAGE
        if need > have:
            try:
                self._memory.grow(self._store, -(-(need - have) // PAGE))
            except self._errors as error:
                raise BeyondNative(str(error)) from None
        self.room = states
        address = ctypes.addressof(self._memory.data_ptr(self._store).contents)
        self._base = address
        self.control = (ctypes.c_int64 * 32).from_address(address + self.places["CONTROL"])

    def at(self, number: int) -> int:
        """Where a state of the pool lies; number 0 is where games are played."""
        if number >= self.room:
            self._reserve(2 * number + 2)
        return int(self.places["POOL"] + number * self.map.size)

    def write(self, number: int, state: Sequence[int], unseen: Sequence[int] = ()) -> int:
        """Put a state into the pool, of which some slots are not seen; gives where it lies."""
        low = list(state)
        high = [0] * self._more
        low[CHANCE] = _signed(low[CHANCE])
        for place, at, count in self._wide:
            value = low[place]
            if value >> 63:
                if not -(1 << 64 * count - 1) <= value < 1 << 64 * count - 1:
                    raise BeyondNative
                low[place] = _signed(value)
                high[at : at + count - 1] = [_signed(value >> 64 * k) for k in range(1, count)]
        at = self.at(number)
        try:
            content = array("q", low + high).tobytes()
        except OverflowError:
            raise BeyondNative from None
        ctypes.memmove(self._base + at, content, len(content))
        for slot in unseen:
            ctypes.c_int64.from_address(self._base + at + 8 * slot).value = -1 << 63
        return at

    def read(self, number: int) -> list[int]:
        """A state of the pool as a list."""
        return self._state_at(self.at(number))

    def read_trial(self) -> list[int]:
        """The state in which the last trial of a search came to its end."""
        return self._state_at(self.places["TRIAL"])

    def _state_at(self, place: int) -> list[int]:
        words = array("q")
        words.frombytes(ctypes.string_at(self._base + place, self.map.size))
        state = words[: len(self.map.limbs)].tolist()
        state[CHANCE] &= _MASK
        slots = len(state)
        for place, at, count in self._wide:
            words_above = words[slots + at : slots + at + count - 1]
            if any(words_above) or state[place] < 0:
                value = words_above[-1] << 64 * (count - 1)
                for k, word in enumerate(words_above[:-1], start=1):
                    value |= (word & _MASK) << 64 * k
                state[place] = value | (state[place] & _MASK)
        return state

    def own_place(self) -> int:
        """A state of the pool that nobody else uses, until it is given back."""
        if self._free:
            return self._free.pop()
        self._given += 1
        return self._given - 1

    def give_back(self, numbers: Sequence[int]) -> None:
        """Let others use states of the pool."""
        self._free += reversed(numbers)

    def copy(self, number: int, to: int) -> None:
        """Make one state of the pool like another."""
        source, target = self.at(number), self.at(to)
        ctypes.memmove(self._base + target, self._base + source, self.map.size)

    def codes(self, count: int) -> list[int]:
        """The legal codes that were listed last."""
        return list((ctypes.c_int64 * count).from_address(self._base + self.places["OUT"])) if count else []

    # ---- calls ----
    def call(self, name: str, *args: int) -> Any:
        """One call of the module; a fault of the rules is raised as Python would raise it."""
        self.control[FAULT] = 0
        if self._guarded:
            self._store.set_epoch_deadline(PATIENCE)
        try:
            return self._functions[name](self._store, *args)
        except self._errors as error:
            raise self.fault(error) from None

    def fault(self, error: Exception) -> Exception:
        """Why the module stopped."""
        kind, site, value, point = self.control[:4]
        program = self.program
        match kind:
            case 1:
                return program.fault(site, value)
            case 2 | 4 | 5 | 7:
                return program.fault(site)
            case 3:
                clause = program.clause_at(point)
                return RuleFault(said("`the …` found nothing that qualifies (clause {clause})", clause=clause), clause)
            case 8:
                clause = program.clause_at(point)
                return RuleFault(
                    said("the rules go on without ever asking anybody (clause {clause})", clause=clause), clause
                )
            case 6 | 9:
                return BeyondNative(str(error))
        if getattr(error, "trap_code", None) == self._interrupt:
            return NativeError(said("the native engine did not come back within {patience} seconds", patience=PATIENCE))
        return NativeError(said("the native engine broke off: {error}", error=error))

    def function(self, name: str, number: int, *args: int) -> Any:
        """What a function of the program that is called from outside gives in a state of the pool."""
        self.call("ready")
        return self.call(name, self.at(number), *map(_signed, args))

    def start(self, seed: int, number: int = 0) -> None:
        """Put the state before the first step into the pool."""
        self.call("start", self.at(number), _signed(seed))

    def run(self, number: int, code: int | None = None, forcing: bool = True) -> list[int]:
        """What `Program.run` does, in a state of the pool."""
        return self.codes(self.call("run", self.at(number), -1 if code is None else code, int(forcing)))

    # ---- series ----
    def limits(self, cap: int, until: tuple[int, int, int] = (0, 0, 0)) -> None:
        """How long games go on at most, and how they are cut short."""
        how, stage, times = until
        self.control[CAP], self.control[HEARS] = min(cap, _MOST), 1
        self.control[UNTIL], self.control[STAGE], self.control[TIMES] = how, stage, min(times, _MOST)

    def games(self, first: int, count: int) -> Iterator[tuple[int, Record | Exception]]:
        """Games from consecutive seeds in which everybody plays at random: each with its seed, or with why it broke."""
        return each_game(self.games_at_once(first, count))

    def games_at_once(self, first: int, count: int) -> Iterator[tuple[int, Iterable[Record] | Exception]]:
        """The same, as many at once as are played in one call, as a table where they are of one shape."""
        seed, left = first, count
        while left:
            self.control[SEED], self.control[LEFT], self.control[DONE] = _signed(seed), left, 0
            self.control[RECORD] = self.places["RESULTS"]
            broken: Exception | None = None
            try:
                self.call("games")
            except (RuleFault, BeyondNative, NativeError) as error:
                broken = error
            done = self.control[DONE]
            if done:
                yield seed, self._records(done)
            seed, left = seed + done, left - done
            if broken is not None:
                yield seed, broken
                seed, left = seed + 1, left - 1

    def ask_at(self, seats: Sequence[int]) -> None:
        """By decision point, the seats that are asked from outside, as a set; all others answer at random."""
        table = (ctypes.c_int64 * len(seats)).from_address(self._base + self.places["ASKS"])
        table[:] = list(seats)

    def begin(self, seed: int, luck: int) -> int:
        """Begin a game that is played on the way, and go on until somebody must decide; how it came to stop."""
        self.control[RECORD], self.control[HEARS] = self.places["RESULTS"], 1
        self.call("open_record")
        self.control[LUCK] = _signed(luck)
        self.start(seed)
        return int(self.call("advance", self.at(0), -1))

    @property
    def luck(self) -> int:
        """The luck of the bots in the game at hand."""
        return self.control[LUCK] & _MASK

    @luck.setter
    def luck(self, luck: int) -> None:
        self.control[LUCK] = _signed(luck)

    def listed(self) -> list[int]:
        """The legal answers where play waits for somebody."""
        return self.codes(self.control[LISTED])

    def go_on(self, code: int) -> int:
        """Carry out an answer that was given from outside, and go on; how play came to stop."""
        self.control[HEARS] = 1
        self.control[DECISIONS] += 1
        self.control[ANSWERS] += self.control[LISTED]
        return int(self.call("advance", self.at(0), code))

    def ended(self, status: int) -> Record:
        """What the game at hand leaves behind."""
        self.call("close_record", self.at(0), status)
        return next(iter(self._records(1)))

    # ---- searches ----
    def scripts(self, words: Sequence[int]) -> None:
        """Tell how seats play on, six words for each."""
        self._put("SCRIPTS", words)

    def spans(self, pairs: Sequence[tuple[int, int]]) -> None:
        """Tell of which slots digests are made."""
        self._put("SPANS", [end for pair in [*pairs, (0, 0)] for end in pair])

    def _put(self, place: str, words: Sequence[int]) -> None:
        content = array("q", words).tobytes()
        ctypes.memmove(self._base + self.places[place], content, len(content))

    def take(self, number: int, code: int | None) -> tuple[int, int, list[int]]:
        """Carry out an answer in a state of the pool: where play stands then, who is asked, and the answers."""
        at = self.at(number)
        self.control[HEARS] = 0
        codes = self.codes(self.call("ask", at, -1 if code is None else code))
        point = ctypes.c_int64.from_address(self._base + at + 8 * POINT).value
        return point, self.control[WHO], codes

    def branches(self, asked: Sequence[tuple[int, int, int]]) -> list[tuple[int, int, list[int]] | Broken]:
        """Carry out answers in copies, told as state, copy and code: where play stands, who is asked, what is legal."""
        found: list[tuple[int, int, list[int]] | Broken] = []
        for number in (number for row in asked for number in row[:2]):
            self.at(number)  # which may move everything
        most = JOBS // 24
        for first in range(0, len(asked), most):
            part = asked[first : first + most]
            self._put("JOBS", [word for one, to, code in part for word in (self.at(one), self.at(to), code)])
            begins, done = self.places["OUTCOMES"], 0
            while done < len(part):
                self.control[TRIAL], self.control[TRIALS_LEFT] = self.places["JOBS"] + 24 * done, len(part) - done
                self.control[TRIALS_DONE], self.control[TRIAL_LIMITS] = done, begins
                broken: Broken | None = None
                try:
                    self.call("branches")
                except (RuleFault, BeyondNative) as error:
                    broken = error
                words = array("q")
                words.frombytes(ctypes.string_at(self._base + begins, self.control[TRIAL_LIMITS] - begins))
                at = 0
                for _ in range(self.control[TRIALS_DONE] - done):
                    point, who, count = words[at : at + 3]
                    at += 3 + count
                    found.append((point, who, words[at - count : at].tolist()))
                if broken is None and self.control[TRIALS_DONE] == done:
                    broken = BeyondNative()  # more answers than there is room for
                done = self.control[TRIALS_DONE]
                if broken is not None:
                    found.append(broken)
                    done += 1
        return found

    def search(self, function: str, rows: Sequence[list[int]], width: int, limits: Sequence[int]) -> list[Found]:
        """What comes of trials, each told as state, seed and so on: so many words, or why it broke off."""
        found: list[Found] = []
        first = 0
        while first < len(rows):
            words, begins, jobs = list[int](), list[int](), self.places["JOBS"]
            for state, seed, *rest in rows[first : first + max(1, OUTCOMES // (8 * width))]:
                if 8 * (len(words) + 2 + len(rest)) > JOBS:
                    break
                begins.append(jobs + 8 * len(words))
                words += (self.at(state), _signed(seed))
                words += rest
            if not begins:  # an order is longer than there is room for
                found.append(BeyondNative())
                first += 1
                continue
            self._put("JOBS", words)
            found += self._searched(function, begins, width, limits)
            first += len(begins)
        return found

    def _searched(self, function: str, begins: list[int], width: int, limits: Sequence[int]) -> list[Found]:
        broken: dict[int, Broken] = {}
        done = 0
        while done < len(begins):
            self.control[TRIAL], self.control[TRIALS_LEFT] = begins[done], len(begins) - done
            self.control[TRIALS_DONE] = done
            self.control[TRIAL_LIMITS : TRIAL_LIMITS + 5] = list(limits)
            try:
                self.call(function)
            except (RuleFault, BeyondNative) as error:
                broken[self.control[TRIALS_DONE]] = error
                done = self.control[TRIALS_DONE] + 1
            else:
                done = len(begins)
        words = array("q")
        words.frombytes(ctypes.string_at(self._base + self.places["OUTCOMES"], 8 * width * len(begins)))
        rows: list[Found] = [words[at : at + width] for at in range(0, len(words), width)]
        for number, why in broken.items():
            rows[number] = why
        return rows

    def deals(
        self, template: int, plan: Sequence[int], asked: Sequence[tuple[int, int]], width: int
    ) -> list[Sequence[int] | BeyondNative]:
        """What could be, drawn by a plan from a state of which some slots are not seen: by state and seed.

        Each is so many words: whether anything was found, the dealing, the codes of answers.
        """
        for number, _ in asked:
            self.at(number)  # which may move everything
        self._put("PLAN", [self.at(template), *plan])
        found: list[Sequence[int] | BeyondNative] = []
        most = min(OUTCOMES // (8 * width), JOBS // 16)
        for first in range(0, len(asked), most):
            rows = [(self.at(number), _signed(seed)) for number, seed in asked[first : first + most]]
            self._put("JOBS", [word for row in rows for word in row])
            found += self._dealt(len(rows), width)
        return found

    def _dealt(self, count: int, width: int) -> list[Sequence[int] | BeyondNative]:
        """The deals that were asked for; one that breaks the rules is tried again where it was."""
        beyond: dict[int, BeyondNative] = {}
        done, again = 0, 0
        while done < count:
            self.control[TRIAL], self.control[TRIALS_LEFT] = self.places["JOBS"] + 16 * done, count - done
            self.control[TRIALS_DONE] = done
            try:
                self.call("deals", again, width)
                break
            except RuleFault:
                done, again = self.control[TRIALS_DONE], 1
            except BeyondNative as error:
                beyond[self.control[TRIALS_DONE]] = error
                done, again = self.control[TRIALS_DONE] + 1, 0
        words = array("q")
        words.frombytes(ctypes.string_at(self._base + self.places["OUTCOMES"], 8 * width * count))
        return [beyond.get(number) or words[width * number : width * (number + 1)] for number in range(count)]

    def _records(self, count: int) -> Iterable[Record]:
        """What games have left behind since records began."""
        begins, words = self.places["RESULTS"], array("q")
        words.frombytes((ctypes.c_char * (self.control[RECORD] - begins)).from_address(self._base + begins))
        stages, readings = self.module.stages, self.module.readings
        return record_table(words, stages, readings) or list(read_records(words, count, stages, readings))


class NativeError(Exception):
    """The native engine broke off for a reason of its own."""


def _signed(value: int) -> int:
    value &= _MASK
    return value - (1 << 64) if value >> 63 else value
