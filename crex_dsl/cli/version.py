"""Which crex this is."""

from __future__ import annotations


def own_version() -> str:
    """The version that is installed."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("crex")
    except PackageNotFoundError:
        return "(not installed)"
