"""What searches need of a game, as WebAssembly text: weights, worth, stages that are open."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crex_dsl.engine.run.program_rows import ActionRow, Cell, PointRow

if TYPE_CHECKING:
    from crex_dsl.engine.native.module_emitter import ModuleEmitter

OUTCOMES = 4 << 20  # bytes for what comes of the trials of a search
PLAN = 1 << 20  # bytes for what is the same in all deals of an information set
SCRIPT = 6  # words that tell how a seat plays on


class SearchEmitter:
    """Writes what `search.wat` leans on."""

    def __init__(self, module: ModuleEmitter) -> None:
        self.module = module
        self._tables, self._policies = module.tables, module.source.policies
        self._players = max(self._tables["players"], default=0) + 1

    def areas(self, codes: int) -> list[tuple[str, int]]:
        """Where searches keep things, each with how many bytes it takes; lists of codes take so many."""
        stages, state = len(self._tables["stages"]), self.module.memory.size
        return [
            ("SCRIPTS", 8 * SCRIPT * self._players),
            ("CLOSED", 8 * stages),
            ("SPANS", 16 * (len(self._tables["cells"]) + 2)),
            ("CHOICES", codes),
            ("TRIAL", state),
            ("SPARE", state),
            ("OUTCOMES", OUTCOMES),
            ("PLAN", PLAN),
            ("DEALT", 8 * sum(len(names) for names, _ in self._tables["kinds"].values())),
            ("MARKS", 4 * (self.module.codes + 1)),
        ]

    def tables(self) -> dict[str, int]:
        """Where searches find actions with their arguments, wide slots, where policies care, and how many there are."""
        kinds = {kind: number for number, kind in enumerate(self._tables["kinds"])}
        actions: list[int] = []
        for row in (ActionRow(*row) for row in self._tables["actions"]):
            actions += [row.base, row.end, len(row.types)]
            for stride, count, low, of in zip(row.strides, row.counts, row.lows, row.types, strict=True):
                actions += [stride, count, low, kinds[of[1]] if of[0] == "thing" else -1]
        memory, wide = self.module.memory, list[int]()
        for slot, (count, high) in enumerate(zip(memory.limbs, memory.high, strict=True)):
            if count > 1:
                wide += [slot, high, count - 1]
        return {
            "ACTIONS": self.module.words(actions or [0]),
            "WIDE": self.module.words([*wide, -1]),
            "OPINIONS": self.module.store(bytes(self._opinions()) or bytes(1)),
            "PLAYERS": self._players,
            "DECISION_POINTS": len(self._tables["points"]),
        }

    def _opinions(self) -> list[bool]:
        """By policy and decision point, whether the policy says anything about what is offered there."""
        points = [PointRow(*row) for row in self._tables["points"]]
        return [not named.isdisjoint(at.offered) for named in map(set, self._named()) for at in points]

    def _named(self) -> list[tuple[str, ...]]:
        """By policy, the actions that it speaks of."""
        return [named for _, named in self._policies.values()]

    def functions(self) -> list[str]:
        """What is guessed, what a policy weighs an answer at, what a standing is worth, and which stages are open."""
        weight = ["(func $weight (param $S i32) (param $policy i64) (param $who i64) (param $code i64) (result i64)"]
        for number, (function, _) in enumerate(self._policies.values(), start=1):
            call = f"(call ${function} (local.get $S) (local.get $who) (local.get $code))"
            weight.append(f"(if (i64.eq (local.get $policy) (i64.const {number})) (then (return {call})))")
        worth, given = self.module.source.worth, "(local.get $S) (local.get $who)"
        doors = ["(func $doors (param $S i32) (result i64) (local $found i64)"]
        for number, stage in enumerate(self._tables["stages"]):
            if stage in self._tables["doors"]:
                slot = f"(i64.load offset={8 * self._tables['doors'][stage]} (local.get $S))"
                bit = f"(i64.or (local.get $found) (i64.shl (i64.const 1) (i64.const {number})))"
                doors.append(f"(if (i64.ne {slot} (i64.const 0)) (then (local.set $found {bit})))")
        return [
            self._guess(),
            "\n".join([*weight, "(i64.const 0))"]),
            "(func $worth (param $S i32) (param $who i64) (result i64) "
            + (f"(call ${worth} {given}))" if worth is not None else "(i64.const 0))"),
            "\n".join([*doors, "(local.get $found))"]),
        ]

    def _guess(self) -> str:
        """The numbers by which the rules guess a secret value: of which memory, which, of which slot; how many."""
        lines = ["(func $guess (param $S i32) (param $memory i32) (param $which i32) (param $place i32) (result i64)"]
        for number, functions in self.module.source.guesses.items():
            cell = Cell(*self._tables["cells"][number])
            args = []
            for stride, low, rows in zip(cell.strides, cell.lows, self._rows(cell), strict=True):
                place = f"(i32.rem_u (i32.div_u (local.get $place) (i32.const {stride})) (i32.const {rows}))"
                args.append(f"(i64.add (i64.extend_i32_u {place}) (i64.const {low}))")
            for which, function in enumerate(functions):
                fits = f"(i32.eq (local.get $memory) (i32.const {number}))"
                fits = f"(i32.and {fits} (i32.eq (local.get $which) (i32.const {which})))"
                lines.append(f"(if {fits} (then (return (call ${function} (local.get $S) {' '.join(args)}))))")
        lines += ["(unreachable))", "(func $guess_parts (param $memory i32) (result i32)"]
        for number, functions in self.module.source.guesses.items():
            fits = f"(i32.eq (local.get $memory) (i32.const {number}))"
            lines.append(f"(if {fits} (then (return (i32.const {len(functions)}))))")
        return "\n".join([*lines, "(unreachable))"])

    @staticmethod
    def _rows(cell: Cell) -> list[int]:
        """How many values each argument of a piece of memory has."""
        around = [cell.size, *cell.strides]
        return [whole // stride for whole, stride in zip(around, cell.strides, strict=False)]
