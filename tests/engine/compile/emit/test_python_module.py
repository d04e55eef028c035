"""Generated text: fresh names, shared constants, and environments that do not leak."""

from __future__ import annotations

from crex_dsl.engine.compile.emit.python_module import Env, GeneratedModule, Names
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.terms.types import NUMBER


def test_constants_are_shared_and_small_numbers_are_written_out() -> None:
    unit = GeneratedModule()
    one, two = unit.constant((1, 2)), unit.constant((1, 2))
    assert one == two
    assert unit.constant((2, 1)) != one
    assert unit.constant(17) == "17"
    assert unit.constant(1 << 60) != str(1 << 60)
    space: dict[str, object] = {}
    exec(unit.text(), space)
    assert space[one] == (1, 2)
    assert space[unit.constant(1 << 60)] == 1 << 60


def test_names_are_fresh_and_carry_the_units_prefix() -> None:
    unit = GeneratedModule("W")
    names = [unit.name("f") for _ in range(5)]
    assert len(set(names)) == 5
    assert all(name.startswith("Wf") for name in names)


def test_functions() -> None:
    unit = GeneratedModule()
    unit.function("double", ["S", "x"], ["y = 2 * x", "return y"])
    unit.function("nothing", ["S"], [])
    space: dict[str, object] = {}
    exec(unit.text(), space)
    assert space["double"]([], 4) == 8  # type: ignore[operator]
    assert space["nothing"]([]) is None  # type: ignore[operator]


def test_only_what_is_new_is_told_again() -> None:
    unit = GeneratedModule()
    unit.function("one", [], [f"return {unit.constant((7, 8))}"])
    space: dict[str, object] = {}
    exec(unit.fresh(), space)
    unit.function("two", [], [f"return one() + {unit.constant((9, 9))}"])
    fresh = unit.fresh()
    assert "(7, 8)" not in fresh
    exec(fresh, space)
    assert space["two"]() == (7, 8, 9, 9)  # type: ignore[operator]
    assert unit.fresh().strip() == ""


def test_local_names_by_variable_and_not_by_word() -> None:
    names, one, two = Names(), t.Var("same", NUMBER), t.Var("same", NUMBER)
    assert names.of(one) == names.of(one)
    assert names.of(one) != names.of(two)


def test_an_environment_grows_without_changing_the_one_before() -> None:
    one, two = t.Var("a", NUMBER), t.Var("b", NUMBER)
    env = Env([(one, "v0")])
    inner = env.with_((two, "v1"))
    assert dict(inner) == {one: "v0", two: "v1"}
    assert dict(env) == {one: "v0"}
