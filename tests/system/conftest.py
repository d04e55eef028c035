"""Fixtures that tests of this folder share with others."""

from tests.cli.conftest import crex

__all__ = ["crex"]
