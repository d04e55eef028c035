"""Games played by both engines, decision by decision."""

from __future__ import annotations

import random
from typing import Any

from crex_dsl.engine.compile.compiler import compile_rulebook
from crex_dsl.engine.errors import RuleFault
from crex_dsl.engine.native.library import native_module
from crex_dsl.engine.native.machine import Machine
from crex_dsl.engine.native.memory_map import Source
from crex_dsl.engine.run.program import Program
from crex_dsl.rulebook.rulebook import Rulebook


def both_engines(book: Rulebook) -> tuple[Program, Machine]:
    """The program of a rulebook, compiled in haste, and a machine for it."""
    made = compile_rulebook(book, watched=True, hasty=True)
    silent = compile("", "<words>", "exec")  # nobody asks it to speak
    program = Program(compile(made.play, "<play>", "exec"), silent, made.tables)
    source = Source(*(made.native[part] for part in ("text", "slots", "areas", "entries", "worth", "policies")))
    return program, Machine(program, native_module(source, program.tables, [], (source.text,)))


def assert_same_games(program: Program, machine: Machine, seeds: range, most: int = 20_000) -> int:
    """The same codes in the same order, the same states and the same faults at every decision; how many there were."""
    decisions = 0
    for seed in seeds:
        state, code, rng = program.start(seed), None, random.Random(seed)
        machine.start(seed)
        assert machine.read(0) == state
        for _ in range(most):
            codes, broken = listed(lambda code=code, state=state: program.run(state, code))
            found, fault = listed(lambda code=code: machine.run(0, code))
            assert (found, fault) == (codes, broken), f"seed {seed}, decision {decisions}"
            if broken is not None:
                break
            assert machine.read(0) == state, f"seed {seed}, decision {decisions}"
            if not codes:
                break
            code = rng.choice(codes)
            decisions += 1
    return decisions


def listed(run: Any) -> tuple[list[int], str | None]:
    """Legal codes, or the fault that came instead."""
    try:
        return run(), None
    except RuleFault as fault:
        return [], f"{fault} [{fault.clause}]"
