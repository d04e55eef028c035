"""Whether games can be played natively here, and what tells so."""

from __future__ import annotations

import functools
import os

SWITCH = "CREX_NATIVE"  # in the environment, `0`: everything is played in Python; `guarded`: with a net under it


class NoNative(Exception):
    """There is no native engine here, or none for these rules."""


@functools.cache
def engine_version() -> str | None:
    """Which version of the native engine there is; None where there is none, or where it is switched off."""
    if os.environ.get(SWITCH) == "0":
        return None
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("wasmtime")
    except PackageNotFoundError:
        return None


def guarded() -> bool:
    """Whether calls that do not come back are to be broken off, which costs a sixth of the speed."""
    return os.environ.get(SWITCH) == "guarded"


def why_none() -> str:
    """Why there is no native engine, as the end of a sentence."""
    if os.environ.get(SWITCH) == "0":
        return f"it is switched off by {SWITCH}=0"
    return "the package wasmtime is not installed"


def engine_name() -> str:
    """Which engine plays games in series, for people."""
    version = engine_version()
    return f"games played natively by wasmtime {version}" if version else f"games played in Python: {why_none()}"
