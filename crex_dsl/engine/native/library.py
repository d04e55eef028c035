"""Native programs: whether there can be any here, and each from the cache or translated and compiled anew."""

from __future__ import annotations

import atexit
import functools
import marshal
import platform
import threading
import time
import weakref
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

from crex_dsl.engine.native.availability import NoNative, engine_version, guarded, why_none
from crex_dsl.engine.native.memory_map import Reading, Source, StateMap
from crex_dsl.engine.native.ranges.memory import Memory
from crex_dsl.engine.native.ranges.values import Untranslatable
from crex_dsl.system.cache import cache_key, load_entry, store_entry

if TYPE_CHECKING:
    import wasmtime

    from crex_dsl.engine.game import Game
    from crex_dsl.engine.native.machine import Machine

T = TypeVar("T")


@functools.cache
def _engine() -> wasmtime.Engine:
    import wasmtime

    if not guarded():
        return kept_until_exit(wasmtime.Engine())
    config = wasmtime.Config()
    config.epoch_interruption = True
    engine = kept_until_exit(wasmtime.Engine(config))
    threading.Thread(target=_tick, args=(weakref.ref(engine),), daemon=True).start()
    return engine


def _tick(known: weakref.ref[wasmtime.Engine]) -> None:
    """Count seconds for an engine, so that calls that go on and on can be told."""
    while (engine := known()) is not None:
        engine.increment_epoch()
        del engine
        time.sleep(1)


def kept_until_exit(thing: T) -> T:
    """What belongs to the native engine, let go in good order at the latest when the interpreter ends."""
    if not _OPEN:
        atexit.register(_close)
    _OPEN.append(weakref.ref(thing))
    return thing


_OPEN: list[weakref.ref[Any]] = []


def _close() -> None:
    for known in reversed(_OPEN):
        thing = known()
        if thing is not None:
            thing.close()


@dataclass(eq=False)
class NativeModule:
    """A native program, compiled: any number of machines can be made from it."""

    compiled: wasmtime.Module
    states: StateMap
    places: dict[str, int]
    stages: int
    readings: int
    seats: int
    engine: wasmtime.Engine = field(default_factory=_engine)


def machine_of(game: Game, readings: Sequence[tuple[str, tuple[int, ...], int, bool]] = ()) -> Machine:
    """A machine that plays a game which was loaded watched; raises NoNative with the reason where there is none.

    `readings` are measures with what they are of, the stage after which they are taken (-1 for none), and whether
    they count.
    """
    from crex_dsl.engine.native.machine import Machine

    if engine_version() is None:
        raise NoNative(why_none())
    parts = game.native_parts()
    if not parts:
        raise NoNative("only what is watched, and not counted or traced, is played natively")
    names = ("text", "slots", "areas", "entries", "worth", "policies", "guesses")
    source = Source(*(parts[name] for name in names))
    wanted = [Reading(parts["measures"][name], args, stage, counts) for name, args, stage, counts in readings]
    key = (game.files.digest, *game.selection.key)
    try:
        import wasmtime
    except (ImportError, OSError) as error:
        raise NoNative(f"wasmtime cannot be used here: {error}") from None
    try:
        return Machine(game.program, native_module(source, game.tables, wanted, key))
    except Untranslatable as reason:
        raise NoNative(f"these rules hold {reason}") from None
    except (wasmtime.WasmtimeError, wasmtime.Trap) as error:
        raise NoNative(f"the native engine refused its program, which is an error of ours: {error}") from None


def native_module(
    source: Source, tables: dict[str, Any], readings: Sequence[Reading], key: tuple[str, ...]
) -> NativeModule:
    """The native program of a source, which `key` names; raises Untranslatable where there is none."""
    binary, slots, places = _translated(source, tables, readings, key)
    memory = StateMap(Memory(slots, dict(source.areas)))
    compiled = _compiled(binary, cache_key("native", *key, *map(repr, readings)))
    return NativeModule(compiled, memory, places, len(tables["stages"]), len(readings), len(tables["players"]))


def _translated(
    source: Source, tables: dict[str, Any], readings: Sequence[Reading], key: tuple[str, ...]
) -> tuple[bytes, list[tuple[int, int] | None], dict[str, int]]:
    """The program as WebAssembly, what its slots hold, and where things lie in its memory."""
    import wasmtime

    name = cache_key("wasm", *key, *map(repr, readings))
    known = load_entry(name)
    if known is not None:
        try:
            found = marshal.loads(known)
        except (ValueError, EOFError, TypeError):
            found = None
        if isinstance(found, str):
            raise Untranslatable(found)
        if isinstance(found, tuple) and len(found) == 3:
            return found
    from crex_dsl.engine.native.module_emitter import ModuleEmitter

    try:
        emitter = ModuleEmitter(source, tables, readings)
        text = emitter.text()
    except Untranslatable as reason:
        store_entry(name, marshal.dumps(str(reason)))
        raise
    slots: list[tuple[int, int] | None] = [(each.low, each.high) for each in emitter.memory.memory.found]
    made = bytes(wasmtime.wat2wasm(text)), slots, emitter.places
    store_entry(name, marshal.dumps(made))
    return made


def _compiled(binary: bytes, key: str) -> wasmtime.Module:
    """A module for this processor."""
    import wasmtime

    name = f"{key}.{engine_version()}.{platform.machine()}{'.guarded' if guarded() else ''}"
    known = load_entry(name)
    if known is not None:
        try:
            return kept_until_exit(wasmtime.Module.deserialize(_engine(), bytearray(known)))
        except wasmtime.WasmtimeError:
            pass  # made by another version or for another processor
    made = kept_until_exit(wasmtime.Module(_engine(), binary))
    store_entry(name, bytes(made.serialize()))
    return made
