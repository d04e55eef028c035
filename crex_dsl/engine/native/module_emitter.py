"""A generated module as WebAssembly text: its tables in memory, its functions, and what is made of the two."""

from __future__ import annotations

import ast
import struct
from collections.abc import Sequence
from importlib.resources import files as package_files
from typing import Any

from crex_dsl.engine.native.emit.function_emitter import FunctionEmitter
from crex_dsl.engine.native.emit.instructions import Limbs, const, words_of
from crex_dsl.engine.native.emit.search_emitter import SearchEmitter
from crex_dsl.engine.native.memory_map import (
    CONTROL,
    HEAP,
    JOBS,
    MOST_MEMORY,
    NOTES,
    PAGE,
    RESULTS,
    Reading,
    Source,
    StateMap,
)
from crex_dsl.engine.native.ranges.memory import Memory
from crex_dsl.engine.native.ranges.value_ranges import Function, Ranges
from crex_dsl.engine.native.ranges.values import Items, Num, Pair, Table, Untranslatable, row_items
from crex_dsl.engine.run.program import STEP_LIMIT
from crex_dsl.engine.run.runtime import WORK_LIMIT
from crex_dsl.engine.run.slots import ENDING, OVER, POINT, POINTS, SITE, WINNERS

MOST_TEXT = 40_000_000  # letters of a module
_SEATS = 62
MOST_CODES = 1 << 21  # of more answers than that the luck of bots, a fraction in Python, could pick another one


class StoredTable:
    """A constant row of numbers, each in as few bytes as it needs."""

    def __init__(self, module: ModuleEmitter, rows: tuple[int, ...]) -> None:
        of = Num(min(rows, default=0), max(rows, default=0))
        self.limbs = of.limbs
        if self.limbs > 1:
            self.size, self.word = 8 * self.limbs, "i64.load"
            self.base = module.store(b"".join(struct.pack("<Q", w) for row in rows for w in words_of(row, self.limbs)))
            return
        sign = "u" if of.low >= 0 else "s"
        bits = max(of.high.bit_length(), (~of.low).bit_length() + 1 if of.low < 0 else 0)
        self.size = next(size for size in (1, 2, 4, 8) if bits <= 8 * size - (size == 8 and of.low >= 0))
        self.word = "i64.load" if self.size == 8 else f"i64.load{8 * self.size}_{sign}"
        whole = (1 << 8 * self.size) - 1
        self.base = module.store(b"".join((row & whole).to_bytes(self.size, "little") for row in rows))

    def _index(self, emitter: FunctionEmitter, index: ast.expr) -> str:
        return f"(i32.mul (i32.wrap_i64 {emitter.number(index)}) (i32.const {self.size}))"

    def load(self, emitter: FunctionEmitter, index: ast.expr) -> str:
        """The number at an index."""
        return f"({self.word} offset={self.base} {self._index(emitter, index)})"

    def loads(self, emitter: FunctionEmitter, index: ast.expr, count: int) -> Limbs:
        """The words of the number at an index, which is worked out once."""
        place = emitter.fresh("i32")
        loads = [f"(i64.load offset={self.base + 8 * k} (local.get {place}))" for k in range(count)]
        return [f"(local.set {place} {self._index(emitter, index)})"], loads


class ModuleEmitter:
    """Writes the whole module."""

    def __init__(self, source: Source, tables: dict[str, Any], readings: Sequence[Reading]) -> None:
        self.source, self.tables, self.readings = source, tables, readings
        self.codes = max((row[2] for row in tables["actions"]), default=1)
        if max(tables["players"], default=0) > _SEATS:
            raise Untranslatable("more players than a machine word has bits")
        if self.codes > MOST_CODES:
            raise Untranslatable("it has too many actions to list")
        module = ast.parse(source.text)
        entries = {name: [Num(*ends) for ends in given] for name, given in source.entries.items()}
        for node in module.body:
            if isinstance(node, ast.FunctionDef) and [arg.arg for arg in node.args.args] == ["S", "c"]:
                entries[node.name] = [Num(0, self.codes)]
        self.ranges = Ranges(module, Memory(list(source.slots), dict(source.areas)), entries, self.codes)
        self.memory = StateMap(self.ranges.memory)
        self._data = bytearray()
        self._base = CONTROL + NOTES
        self._stored: dict[Any, int] = {}
        self._tables: dict[str, StoredTable] = {}
        self._rows: dict[str, int] = {}
        self._orders: dict[tuple[int, ...], str] = {}
        self._scratch = 8
        self.places: dict[str, int] = {}  # where things lie in its memory

    # ---- constants in memory ----
    def store(self, content: bytes) -> int:
        """The address of constant bytes."""
        if content not in self._stored:
            self._data += bytes(-len(self._data) % 8)
            self._stored[content] = self._base + len(self._data)
            self._data += content
        return self._stored[content]

    def words(self, values: Sequence[int]) -> int:
        """The address of numbers as machine words."""
        return self.store(b"".join(struct.pack("<Q", value & (1 << 64) - 1) for value in values))

    def table(self, name: str) -> StoredTable:
        """A constant row of numbers."""
        if name not in self._tables:
            self._tables[name] = StoredTable(self, self.ranges.constants[name])
        return self._tables[name]

    def row_of(self, row: tuple[Any, ...], parts: tuple[Num, ...] | None = None) -> int:
        """The address of a constant list."""
        items = row_items((row,)).parts if parts is None else parts
        words = [len(row)]
        for entry in row:
            each = entry if isinstance(entry, tuple) else (entry,)
            for value, part in zip(each, items, strict=True):
                words += words_of(value, part.limbs)
        return self.words(words)

    def rows(self, name: str, index: str) -> str:
        """The address of a row of a table of rows."""
        if name not in self._rows:
            rows = self.ranges.constants[name]
            parts = row_items(rows).parts
            self._rows[name] = self.store(b"".join(struct.pack("<I", self.row_of(row, parts)) for row in rows))
        return f"(i32.load offset={self._rows[name]} (i32.shl (i32.wrap_i64 {index}) (i32.const 2)))"

    def in_order(self, keys: tuple[int, ...], members: str) -> str:
        """A list of things sorted by what stands from some slots on, by whole words where all of that fits into one."""
        ranges = [self.ranges.memory.reached(key) for key in keys]
        if any(each.limbs > 1 for each in ranges):
            raise Untranslatable("things that are ordered by wide sets")
        first, last = self.ranges.memory.area(keys[-1])
        bits = [(each.high - each.low).bit_length() for each in ranges] + [(last - first).bit_length()]
        if sum(bits) > 63:
            return f"(call $in_order (local.get $S) {members} (i32.const {self.row_of(keys)}))"
        if keys not in self._orders:
            self._orders[keys] = self._order(f"$order{len(self._orders)}", keys, ranges, bits)
        return f"(call $order{list(self._orders).index(keys)} (local.get $S) {members})"

    def _order(self, name: str, keys: tuple[int, ...], ranges: list[Num], bits: list[int]) -> str:
        """The function that sorts by some keys: each thing with them in one word, the first key highest."""
        word, below = "(local.get $v)", sum(bits)
        for key, each, width in zip(keys, ranges, bits, strict=False):
            below -= width
            value = f"(i64.sub (i64.load offset={8 * key} (local.get $a)) {const(each.low)})"
            word = f"(i64.or {word} (i64.shl {value} (i64.const {below})))"
        return f"""(func {name} (param $S i32) (param $list i32) (result i32)
  (local $p i32) (local $end i32) (local $a i32) (local $v i64)
  (if (i64.lt_s (i64.load (local.get $list)) (i64.const 2)) (then (return (local.get $list))))
  (local.set $end (i32.add (local.get $list) (i32.shl (i32.wrap_i64 (i64.load (local.get $list))) (i32.const 3))))
  (local.set $p (local.get $list))
  (loop $next
    (local.set $v (i64.load offset=8 (local.get $p)))
    (local.set $a (i32.add (local.get $S) (i32.shl (i32.wrap_i64 (local.get $v)) (i32.const 3))))
    (i64.store offset=8 (local.get $p) {word})
    (br_if $next (i32.lt_u (local.tee $p (i32.add (local.get $p) (i32.const 8))) (local.get $end))))
  (call $sort_words (local.get $list))
  (local.set $p (local.get $list))
  (loop $again
    (i64.store offset=8 (local.get $p) (i64.and (i64.load offset=8 (local.get $p)) {const((1 << bits[-1]) - 1)}))
    (br_if $again (i32.lt_u (local.tee $p (i32.add (local.get $p) (i32.const 8))) (local.get $end))))
  (local.get $list))"""

    def need_scratch(self, words: int) -> None:
        """Make sure that so many words fit where wide numbers are taken apart."""
        self._scratch = max(self._scratch, words)

    def result_types(self, function: Function) -> list[str]:
        """What a function gives back."""
        if not function.answers:
            return []
        if isinstance(function.gives, Items | Table):
            return ["i32"]
        if isinstance(function.gives, Pair):
            raise Untranslatable(f"{function.name} gives several numbers")
        return ["i64"] * (1 if function.gives is None else function.gives.limbs)

    # ---- the whole ----
    def text(self) -> str:
        """The module as text."""
        live = [f for f in self.ranges.functions.values() if all(param in f.names for param in f.params)]
        alive = {function.name for function in live}
        functions = [FunctionEmitter(self, function).text() for function in live]
        lists = [self.ranges.lists.get(table, []) for table in ("STEPS", "LEGAL", "TAKE", "WHO")]
        elements: list[str] = []
        firsts: list[int] = []
        for names in lists:
            firsts.append(len(elements))
            elements += [f"${name}" if name in alive else "$never" for name in names]
        none = [int(text) for text in self.ranges.lists.get("NONE", ())] or list(self.ranges.constants.get("NONE", ()))
        template = self.words(state_words(self.memory, self.tables["start"]))
        none_at, listing_at = self.words(none or [0]), self.words(self.tables["listing"] or [0])
        search = SearchEmitter(self)
        made = [
            self._readings(),
            self._open(),
            self._measures(),
            self._lots(),
            self._worths(),
            self._root(),
            *search.functions(),
        ]
        searched = search.tables()
        places = self.places = {
            "CONTROL": CONTROL,
            "NOTES": CONTROL + 512,
            "SUMS": CONTROL + 512 + 8 * len(self.tables["stages"]),
            "SCRATCH": self._aligned(self._base + len(self._data)),
        }
        places["ASKS"] = self._aligned(places["SCRATCH"] + 8 * (self._scratch + 2))
        places["OUT"] = self._aligned(places["ASKS"] + 8 * (len(lists[1]) + 1))
        offers = max((len(row[3]) for row in self.tables["points"]), default=1)  # an action may be offered twice
        places["HEAP"] = self._aligned(places["OUT"] + 8 * (max(2, offers) * self.codes + 16))
        places["HEAP_END"] = places["HEAP"] + HEAP
        places["RESULTS"] = self._aligned(places["HEAP_END"])
        places["RESULTS_END"] = places["RESULTS"] + RESULTS
        places["JOBS"] = self._aligned(places["RESULTS_END"])
        last = "JOBS", JOBS
        for name, size in search.areas(places["HEAP"] - places["OUT"]):
            places[name] = self._aligned(places[last[0]] + last[1])
            last = name, size
        places["POOL"] = self._aligned(places[last[0]] + last[1])
        if places["POOL"] + 64 * self.memory.size > MOST_MEMORY:
            raise Untranslatable("more memory than is laid out at once")
        if sum(map(len, functions)) > MOST_TEXT:
            raise Untranslatable("more code than is compiled at once")
        if places["SUMS"] + 8 * len(self.readings) > CONTROL + NOTES:
            raise Untranslatable("it measures too much")
        values = (
            places
            | searched
            | {
                "TEMPLATE": template,
                "STATE": self.memory.size,
                "NONE": none_at,
                "LISTING": listing_at,
                "LEGAL": firsts[1],
                "TAKE": firsts[2],
                "WHO": firsts[3],
                "POINTS": POINTS,
                "OVER": OVER,
                "WORK_LIMIT": WORK_LIMIT,
                "STEP_LIMIT": STEP_LIMIT,
                "STAGES": len(self.tables["stages"]),
                "READINGS": len(self.readings),
                "SEATS": len(self.tables["players"]),
            }
        )
        slots = {"POINT": POINT, "ENDING": ENDING, "SITE": SITE, "WINNERS": WINNERS}
        constants = [f"(global ${name} i32 (i32.const {value}))" for name, value in values.items()]
        constants += [f"(global ${name}_SLOT i32 (i32.const {8 * slot}))" for name, slot in slots.items()]
        pages = -(-(places["POOL"] + 8 * self.memory.size) // PAGE)
        data = "".join(f"\\{byte:02x}" for byte in self._data)
        return "\n".join(
            [
                "(module",
                f'(memory (export "memory") {pages})',
                f"(table {max(1, len(elements))} funcref)",
                *constants,
                runtime_text(),
                *functions,
                *self._orders.values(),
                *made,
                f"(elem (i32.const 0) func {' '.join(elements)})" if elements else "",
                f'(data (i32.const {self._base}) "{data}")',
                ")",
            ]
        )

    @staticmethod
    def _aligned(address: int) -> int:
        return -(-address // 64) * 64

    # ---- what is made of tables ----
    def _read(self, reading: Reading) -> str:
        args = " ".join(const(arg) for arg in reading.args)
        return f"(call ${reading.function} (local.get $S) {args})"

    def _readings(self) -> str:
        """What is read when a stage closes."""
        lines = ["(func $readings (param $S i32) (param $stage i64) (local $v i64)"]
        for number, reading in enumerate(self.readings):
            if reading.stage < 0:
                continue
            since = "(local.get $v)"
            more = ""
            if reading.counts:
                place = f"(i32.add (global.get $SUMS) (i32.const {8 * number}))"
                since = f"(i64.sub (local.get $v) (i64.load {place}))"
                more = f"(i64.store {place} (local.get $v))"
            lines += [
                f"(if (i64.eq (local.get $stage) (i64.const {reading.stage})) (then",
                f"(local.set $v {self._read(reading)})",
                f"(call $log (i64.const {number}) {since}) {more}))",
            ]
        return "\n".join([*lines, ")"])

    def _open(self) -> str:
        """What is read of stages in which a game ended."""
        lines = ["(func $open_stages (param $S i32)"]
        for number, stage in enumerate(self.tables["stages"]):
            if stage in self.tables["doors"]:
                door = 8 * self.tables["doors"][stage]
                lines.append(
                    f"(if (i64.ne (i64.load offset={door} (local.get $S)) (i64.const 0))"
                    f" (then (call $readings (local.get $S) (i64.const {number}))))"
                )
        return "\n".join([*lines, ")"])

    def _measures(self) -> str:
        """What is read of a state at the end."""
        lines = ["(func $measures (param $S i32) (param $at i32)"]
        for number, reading in enumerate(self.readings):
            lines.append(f"(i64.store offset={8 * number} (local.get $at) {self._read(reading)})")
        return "\n".join([*lines, ")"])

    def _lots(self) -> str:
        """Every thing's lot, dealt."""
        lines = ["(func $deal_lots (param $S i32)"]
        for base, count in self.tables["lots"].values():
            lines.append(f"(call $deal (local.get $S) (i32.const {8 * base}) (i32.const {count}))")
        return "\n".join([*lines, ")"])

    def _worths(self) -> str:
        """What every seat's standing is worth."""
        lines = ["(func $worths (param $S i32) (param $at i32)"]
        for place, seat in enumerate(self.tables["players"]):
            if self.source.worth is not None:
                call = f"(call ${self.source.worth} (local.get $S) (i64.const {seat}))"
                lines.append(f"(i64.store offset={8 * place} (local.get $at) {call})")
        return "\n".join([*lines, ")"])

    def _root(self) -> str:
        """How a game begins."""
        root = self.tables["root"]
        lines = ["(func $begin (param $S i32)"]
        if isinstance(root, str):
            lines.append(f"(i64.store offset={8 * POINT} (local.get $S) (i64.const {OVER}))")
            lines.append(f"(call ${root} (local.get $S))")
        else:
            entry, back, _ = root
            lines.append(f"(i64.store offset={8 * back} (local.get $S) (i64.const {OVER}))")
            lines.append(f"(i64.store offset={8 * POINT} (local.get $S) (i64.const {entry}))")
        return "\n".join([*lines, ")"])


def state_words(memory: StateMap, state: Sequence[int]) -> list[int]:
    """A state as machine words: the lowest of every slot, then the higher ones of wide slots."""
    low = [value & (1 << 64) - 1 for value in state]
    high: list[int] = []
    for place, count in enumerate(memory.limbs):
        if count > 1:
            high += words_of(state[place], count)[1:]
    return low + high


def runtime_text() -> str:
    """What every module leans on, in its own words."""
    folder, names = package_files("crex_dsl.engine.native"), ("runtime.wat", "search.wat", "deals.wat")
    return "\n".join(folder.joinpath(name).read_text(encoding="utf-8") for name in names)
