"""Fixtures that tests of this folder share with others."""

from tests.play.conftest import tiny

__all__ = ["tiny"]
